//===-- CSources.h - C, C++ and CUDA C of a command line --------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources of other languages are compiled by the compilers of these, and what
// nvcc makes of kernels needs NVIDIA's runtime library in the link.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_DRIVER_CSOURCES_H
#define WARPFORT_LIB_DRIVER_CSOURCES_H

#include "warpfort/Driver/Invocation.h"
#include "warpfort/Driver/LinkInputs.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warpfort {

/// The command that compiles \p Path, which is a CSource, to \p Object.
llvm::Expected<std::vector<std::string>>
compileCCommand(const Invocation &Command, llvm::StringRef Path,
                llvm::StringRef Object, const CUDAToolkit &Toolkit);

/// Names the shared libraries that have kernels of CUDA C, for a program that
/// may run on the CPU.
void warnOfCUDALibraries(const LinkInputs &Inputs, llvm::raw_ostream &Diag);

/// Adds NVIDIA's runtime library where an object of nvcc needs it and no input
/// has it. An error says why there is none to add.
llvm::Error addCUDARuntime(LinkInputs &Inputs, bool TargetGPU,
                           const CUDAToolkit &Toolkit);

} // namespace warpfort
#endif // WARPFORT_LIB_DRIVER_CSOURCES_H
