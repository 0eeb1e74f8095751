//===-- warpfort/Driver/ModuleOrder.h - Order of sources by modules -- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources given in one command may be in any order: those that define modules
// are compiled before those that use them. A scan of the text finds out which
// is which; it reads no include file and ignores preprocessor conditions.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_MODULEORDER_H
#define WARPFORT_DRIVER_MODULEORDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <set>
#include <string>
#include <vector>

namespace warpfort {

/// Modules that a source defines and needs, in lower case. A submodule `s` of
/// `m` is `m:s`.
struct ModuleUse {
  std::set<std::string> Defined, Used;
};

/// \p OpenMP: lines after the sentinel `!$` count.
ModuleUse scanModules(llvm::StringRef Text, bool FixedForm,
                      bool OpenMP = false);

/// Order in which to compile sources with these modules, as indices. The order
/// given is kept where it can be. \p Names are for the message about a cycle.
llvm::Expected<std::vector<unsigned>>
orderByModules(llvm::ArrayRef<ModuleUse> Sources,
               llvm::ArrayRef<std::string> Names);

} // namespace warpfort
#endif // WARPFORT_DRIVER_MODULEORDER_H
