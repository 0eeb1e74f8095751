//===-- OptionTable.h - The option table ---------------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's option parser over the table that is generated from Options.td.
// Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_OPTIONTABLE_H
#define WARPFORT_LIB_DRIVER_OPTIONTABLE_H

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace warpfort {

enum OptionID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class WarpfortOptTable : public llvm::opt::GenericOptTable {
public:
  WarpfortOptTable();
};

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_OPTIONTABLE_H
