//===-- DeepConditions.h - IF constructs of many levels ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See DeepConditions.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FLANG_DEEPCONDITIONS_H
#define WARPFORT_LIB_FLANG_DEEPCONDITIONS_H

namespace Fortran::lower::pft {
struct Program;
} // namespace Fortran::lower::pft

namespace warpfort {

/// Has IF constructs of many levels lowered to branches between blocks.
void flattenDeepConditions(Fortran::lower::pft::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FLANG_DEEPCONDITIONS_H
