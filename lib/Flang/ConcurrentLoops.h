//===-- ConcurrentLoops.h - DO CONCURRENT under directives -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// DO CONCURRENT constructs of kernel loops and of OpenACC compute constructs.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FLANG_CONCURRENTLOOPS_H
#define WARPFORT_LIB_FLANG_CONCURRENTLOOPS_H

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

/// Puts nests of ordinary DO constructs in the place of DO CONCURRENT
/// constructs, in a BLOCK construct for the indices. Flang lowers them in a
/// kernel loop with indices of the wrong type, and of one index only; in an
/// OpenACC compute construct it crashes, for the indices are no variables that
/// it knows. There, one without a directive gets a LOOP directive. To be called
/// after all checks: names and expressions are resolved.
void makeNestsOfConcurrentLoops(Fortran::parser::Program &Program,
                                Fortran::semantics::SemanticsContext &Context);

#endif // WARPFORT_LIB_FLANG_CONCURRENTLOOPS_H
