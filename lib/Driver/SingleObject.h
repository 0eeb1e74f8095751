//===-- SingleObject.h - Objects that need no device link ----- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gpu=nordc: the device code of one object is compiled at once, so that any
// linker may link the object. Private to lib/Driver.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_SINGLEOBJECT_H
#define WARPFORT_LIB_DRIVER_SINGLEOBJECT_H

#include "warpfort/Target/Embed/Embed.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warpfort {

/// Names of the sections that entries of such an object are in.
struct EntrySections {
  std::string Kernels, Variables;
};
EntrySections privateEntrySections(const std::vector<DeviceImage> &Images);

/// Writes \p Object to \p Output without its device bitcode and with its
/// entries in \p Sections.
llvm::Error makeEntriesPrivate(llvm::StringRef Object, llvm::StringRef Output,
                               const EntrySections &Sections);

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_SINGLEOBJECT_H
