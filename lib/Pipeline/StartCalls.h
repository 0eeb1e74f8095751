//===-- StartCalls.h - What an object does when the program starts - C++ -*-==//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -traceback, -Mchkstk and -Ktrap= in host code: calls of libwarprt_start.a.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_PIPELINE_STARTCALLS_H
#define WARPFORT_LIB_PIPELINE_STARTCALLS_H

#include "warpfort/Pipeline/Compile.h"

namespace llvm {
class Module;
} // namespace llvm

namespace warpfort {

/// To be done before \p Host is optimised.
void addStartCalls(llvm::Module &Host, const CompileOptions &Options);

/// Gives procedures their whole names in line tables, which have no others.
void nameProcedures(llvm::Module &M);

/// Marks the device code of a source that was compiled with -Ktrap=.
void markTrapping(llvm::Module &Device);

/// Tells the device link that a function of the module has volatile data that
/// looks like any other.
void tellOfVolatileData(llvm::Module &Device);

} // namespace warpfort

#endif // WARPFORT_LIB_PIPELINE_STARTCALLS_H
