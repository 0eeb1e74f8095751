//===-- OpenACCAllocations.h - ALLOCATE in constructs -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What checkOpenACC() asks of ALLOCATE and DEALLOCATE in compute constructs.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_OPENACCALLOCATIONS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_OPENACCALLOCATIONS_H

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort::checker {

/// Refuses what a construct allocates and leaves to the host, or deallocates of
/// the host's: the device has a descriptor of its own, which the host does not
/// see again. Private variables, and what the construct allocates as well as
/// deallocates, stay on the device.
void checkAllocations(Fortran::semantics::SemanticsContext &Context,
                      const Fortran::parser::Program &Program);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_OPENACCALLOCATIONS_H
