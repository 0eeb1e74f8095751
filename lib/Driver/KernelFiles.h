//===-- KernelFiles.h - Kernels for other hosts -----------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -ptx, -cubin, -fatbin and --kernel=: the kernels of the inputs as a file that
// a host without our runtime library loads, with names and parameters that it
// can know (docs/other-hosts.md).
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_KERNELFILES_H
#define WARPFORT_LIB_DRIVER_KERNELFILES_H

#include "warpfort/Driver/DeviceLink.h"
#include "warpfort/Driver/Invocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warpfort {

/// The ending of the file's name, with its period.
llvm::StringRef kernelFileSuffix(KernelFileKind Kind);

/// The contents of a file with the kernels of \p Images that are called
/// \p Names, or all of the user's where there are no names. Notes go to
/// \p Diag.
llvm::Expected<std::string>
makeKernelFile(const std::vector<DeviceImage> &Images, KernelFileKind Kind,
               llvm::ArrayRef<std::string> Names,
               const DeviceLinkOptions &Options, llvm::raw_ostream &Diag);

/// One file of PTX and cubins, by NVIDIA's own tool.
llvm::Expected<std::string> makeFatbin(llvm::ArrayRef<DeviceImage> Images,
                                       const CUDAToolkit &Toolkit);

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_KERNELFILES_H
