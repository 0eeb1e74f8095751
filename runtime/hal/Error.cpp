//===-- runtime/hal/Error.cpp - Names and texts of error codes
//--------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Error.h; the table is Errors.def.
//
//===----------------------------------------------------------------------===//
#include "hal/Error.h"

using namespace warprt;

const char *warprt::errorName(Error E) {
  switch (E) {
#define WARPRT_ERROR(Enumerator, Value, Name, Text)                            \
  case Error::Enumerator:                                                      \
    return Name;
#include "hal/Errors.def"
  }
  return "unrecognized error code";
}

const char *warprt::errorText(Error E) {
  switch (E) {
#define WARPRT_ERROR(Enumerator, Value, Name, Text)                            \
  case Error::Enumerator:                                                      \
    return Text;
#include "hal/Errors.def"
  }
  return "unrecognized error code";
}
