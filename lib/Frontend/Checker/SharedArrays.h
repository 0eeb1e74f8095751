//===-- SharedArrays.h - Shared arrays as large as the launch says -*- C++ -*-//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `real, shared :: s(*)` and `s(4, *)`, whose last extent nobody knows.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_SHAREDARRAYS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_SHAREDARRAYS_H

#include "Body.h"
#include "Facts.h"

namespace warpfort::checker {

/// Refuses uses that need the size of such an array: as a whole but as an
/// actual argument, and sections without a last bound, as of any assumed-size
/// array (Fortran 2018, 8.5.8.5). \p S is a statement of device code.
void checkSharedArrays(SemanticsContext &Context, const Stmt &S);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_SHAREDARRAYS_H
