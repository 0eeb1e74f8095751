//===-- SequentialLoops.h - Loops in order and independent ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `loop seq independent` at the places given loses INDEPENDENT, with a
/// warning: a loop in order is right in any case.
///
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_LENIENCY_SEQUENTIALLOOPS_H
#define WARPFORT_LIB_FRONTEND_LENIENCY_SEQUENTIALLOOPS_H

#include <cstddef>
#include <set>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

void dropIndependence(Fortran::semantics::SemanticsContext &Context,
                      Fortran::parser::Program &Program,
                      const std::set<std::size_t> &Places);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_LENIENCY_SEQUENTIALLOOPS_H
