//===-- warpfort/Driver/CUDAObjects.h - CUDA C in a link ------ -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code may call C functions: `__device__` functions of objects that
// `nvcc -c -rdc=true` makes. On a GPU they are linked by nvlink; on the CPU
// their host versions run, or, without GPU code, any C functions.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_CUDAOBJECTS_H
#define WARPFORT_DRIVER_CUDAOBJECTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
namespace object {
class ObjectFile;
} // namespace object
} // namespace llvm

namespace warpfort {

/// A function of the host.
struct HostFunction {
  std::string File;
  bool IsCUDA = false; ///< its object has CUDA C device code
  /// Only a `__device__` function: what stands for it on the host ends the
  /// program.
  bool IsDeviceOnly = false;
};

/// A variable of the host.
struct HostVariable {
  std::string File;
  uint64_t Bytes = 0;  ///< 0: not defined there
  bool IsCUDA = false; ///< its object has CUDA C device code
};

/// The CUDA C of a link.
/// Kernels of CUDA C that Fortran launches, in one object or library.
struct LaunchedKernels {
  std::string File;
  bool IsLibrary = false; ///< a shared one
  std::vector<std::string> Names;
};

struct CUDACode {
  std::vector<std::string> Files; ///< objects and archives, for nvlink
  /// C functions that device code does not define, as far as the host has
  /// them.
  llvm::StringMap<HostFunction> Functions;
  /// Device variables with names of C that objects of C define or use.
  llvm::StringMap<HostVariable> Variables;
  /// What the objects need of nvcc's own device link and of its runtime
  /// library, and no input defines.
  std::vector<std::string> Registrations;
  /// Of these the functions by which objects hand their device code to NVIDIA's
  /// runtime library, which has to know it because the host uses kernels or
  /// variables there. Empty: nothing has to be known.
  std::vector<std::string> Registered;
  std::vector<LaunchedKernels> Launched;
  /// Why the device code cannot be used, or empty.
  std::string Problem;
  /// An object or shared library in which host code launches kernels, or empty.
  std::string Kernels;
};

/// Whether \p Object has relocatable CUDA C device code.
llvm::Expected<bool> hasCUDACode(const llvm::object::ObjectFile &Object);

/// Whether a linked file has CUDA C that its own code registers with NVIDIA's
/// runtime library.
llvm::Expected<bool>
hasRegisteredCUDACode(const llvm::object::ObjectFile &Library);

/// Whether nvcc had no host code for the `__device__` function \p Name.
llvm::Expected<bool> isDeviceOnly(const llvm::object::ObjectFile &Object,
                                  llvm::StringRef Name);

/// Whether nvcc's registration code calls the function, which may do nothing:
/// host code does not name what it registers.
bool isCUDARegistration(llvm::StringRef Name);

/// Whether nvcc's registration code calls the function with what an object has.
bool isObjectRegistration(llvm::StringRef Name);

/// Whether \p Name is one of C, not of Flang's or ours.
bool isForeignName(llvm::StringRef Name);

/// Gives calls of acc routines that \p Program does not define the names that
/// C functions have. An error for what a GPU could not do right.
llvm::Error nameForeignRoutines(llvm::Module &Program, const CUDACode &CUDA,
                                bool TargetGPU);

/// The C functions of \p CUDA that \p Program calls; an error for those that
/// cannot be called. Functions that the targets have, \p IsSupplied, are none,
/// whatever libraries the host links.
llvm::Expected<std::vector<std::string>>
foreignFunctions(const llvm::Module &Program, const CUDACode &CUDA,
                 bool TargetGPU,
                 llvm::function_ref<bool(llvm::StringRef)> IsSupplied);

/// An error if a device variable that C has, too, cannot be the same one.
llvm::Error checkSharedVariables(const llvm::Module &Program,
                                 const CUDACode &CUDA, bool TargetGPU);

/// Makes calls of \p Names right on the host. Functions without a host version
/// end the program with a message.
void prepareForeignCalls(llvm::Module &Program, const CUDACode &CUDA,
                         const std::vector<std::string> &Names);

} // namespace warpfort
#endif // WARPFORT_DRIVER_CUDAOBJECTS_H
