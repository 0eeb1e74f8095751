//===-- KernelPrefixes.h - Kernels with the prefix PURE ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `attributes(global) pure subroutine`: the language has no pure kernels, but
/// NVIDIA's compiler takes the prefix. It is dropped, with a warning: a launch
/// is a side effect, so nothing could make use of it.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_KERNELPREFIXES_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_KERNELPREFIXES_H

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

void dropKernelPrefixes(Fortran::semantics::SemanticsContext &Context,
                        Fortran::parser::Program &Program,
                        const std::set<std::size_t> &Places);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_KERNELPREFIXES_H
