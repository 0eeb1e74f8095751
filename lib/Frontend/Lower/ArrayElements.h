//===-- ArrayElements.h - Elements as actual arguments for arrays ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ArrayElements.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_LOWER_ARRAYELEMENTS_H
#define WARPFORT_LIB_FRONTEND_LOWER_ARRAYELEMENTS_H

#include "mlir/IR/BuiltinOps.h"
#include <cstddef>
#include <set>

namespace Fortran::parser {
class AllCookedSources;
class Messages;
struct Program;
} // namespace Fortran::parser

namespace warpfort {

/// Makes the program end where the array of one of these elements is not
/// contiguous. An error among the messages says where that cannot be.
void checkElements(const std::set<std::size_t> &Places,
                   const Fortran::parser::Program &Program,
                   const Fortran::parser::AllCookedSources &Sources,
                   mlir::ModuleOp Module, Fortran::parser::Messages &Messages);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LOWER_ARRAYELEMENTS_H
