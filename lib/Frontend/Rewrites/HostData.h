//===-- HostData.h - HOST_DATA with CUDA Fortran ----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See HostData.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_HOSTDATA_H
#define WARPFORT_LIB_FRONTEND_REWRITES_HOSTDATA_H

namespace Fortran::parser {
struct Program;
}
namespace Fortran::semantics {
class SemanticsContext;
}

namespace warpfort {

/// Whether the program has HOST_DATA constructs or DEVICEPTR clauses and uses a
/// module of a CUDA library, whose generic names want arrays with the attribute
/// DEVICE. To be asked after names are resolved, without CUDA Fortran.
bool needsHostDataAttributes(Fortran::semantics::SemanticsContext &Context,
                             const Fortran::parser::Program &Program);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_HOSTDATA_H
