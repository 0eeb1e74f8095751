//===-- warpfort/Target/Embed/ImageWrapper.h - Image object -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the small object that a link adds to a program: the WarprtImage of
// abi/warprt/Image.h, its device code, and the constructor that registers it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TARGET_EMBED_IMAGEWRAPPER_H
#define WARPFORT_TARGET_EMBED_IMAGEWRAPPER_H

#include "warpfort/Target/Embed/Embed.h"
#include <memory>

namespace llvm {
class LLVMContext;
class raw_pwrite_stream;
} // namespace llvm

namespace warpfort {

/// Device code that is linked with kernels of CUDA C, whose host code finds
/// them in NVIDIA's runtime library.
struct RegisteredCode {
  std::string Fatbin; ///< empty: there is no such code
  std::string Kernel; ///< one of its kernels
  /// Functions by which objects of nvcc add what they have, one an object.
  std::vector<std::string> Registrations;
};

/// Kernels of CUDA C that Fortran launches: NVIDIA's runtime library has them,
/// for whatever GPU.
struct CUDAKernelCode {
  std::vector<std::string> Names; ///< of C; empty: there are none
  /// The library may come with a shared library, or not at all.
  bool MayLackRuntime = false;
};

struct ImageWrapperOptions {
  /// PTX and cubins. PTX text is given without its terminating NUL.
  std::vector<DeviceImage> Code;
  /// Of their kernels those that have a covered version.
  std::vector<CoveredKernel> Covered;
  /// WarprtCpuProgram of the CPU object; empty if there is none.
  std::string CPUProgramSymbol;
  /// CPU that the CPU object is made for; shown by warp-image.
  std::string CPUName;
  /// What its code may use (cpuFeatures()).
  uint64_t CPUFeatures = 0;
  /// Kernels and variables of the whole program; shown by warp-image.
  std::vector<std::string> Kernels, Variables;
  /// Sections of the host's entries; empty: those of abi/warprt/Image.h.
  std::string KernelSection, VariableSection;
  /// Why there is no NVIDIA code, or empty.
  std::string MissingReason;
  /// A file of the program with kernels of CUDA C, or empty.
  std::string CUDAKernels;
  /// Functions that other objects call and that do nothing.
  std::vector<std::string> EmptyFunctions;
  /// What NVIDIA's runtime library is to have instead of our own.
  RegisteredCode Registered;
  /// Such kernels are in an image of their own, without all of the above but
  /// CUDAKernels.
  CUDAKernelCode Launched;
  /// WARPRT_IMAGE_*.
  unsigned Flags = 0;
};

/// The wrapper as an LLVM module (host target set).
llvm::Expected<std::unique_ptr<llvm::Module>>
makeImageWrapper(const ImageWrapperOptions &Options, llvm::LLVMContext &);

/// The wrapper as an x86-64 object.
llvm::Error writeImageWrapper(const ImageWrapperOptions &Options,
                              llvm::raw_pwrite_stream &Object);

} // namespace warpfort
#endif // WARPFORT_TARGET_EMBED_IMAGEWRAPPER_H
