//===-- DeviceLaunches.h - Launches in device code --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `call k<<<grid, block>>>(...)` in kernels and device procedures, and what
// device code may call of module cudafor.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_DEVICELAUNCHES_H
#define WARPFORT_LIB_FRONTEND_CHECKER_DEVICELAUNCHES_H

#include "Facts.h"

namespace warpfort::checker {

/// A launch of a kernel in a device subprogram; \p OnHost says that this is
/// compiled for the host, too. Arguments by reference must lie where all
/// threads of the device see them, and stay there.
void checkDeviceLaunch(SemanticsContext &Context, const ProcedureRef &Ref,
                       const Symbol &Kernel, CharBlock At, bool OnHost);

/// A function of module cudafor that the device has, too.
bool isDeviceRuntimeFunction(const Symbol &Proc);

/// A call of such a function in device code: data of any type that it gets must
/// be plain, or an address.
void checkDeviceRuntimeCall(SemanticsContext &Context, const ProcedureRef &Ref,
                            const Symbol &Proc, CharBlock At);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_DEVICELAUNCHES_H
