//===-- warpfort/Driver/DeviceLink.h - Device program of a link -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the device bitcode of all objects of a link into the objects that the
// host link adds: the CPU code and the image wrapper.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_DEVICELINK_H
#define WARPFORT_DRIVER_DEVICELINK_H

#include "warpfort/Driver/CUDAObjects.h"
#include "warpfort/Driver/NestedLaunches.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class raw_ostream;
} // namespace llvm

namespace warpfort {

struct DeviceLinkOptions {
  bool TargetCPU = true;
  bool TargetGPU = true;
  /// The user asked for GPU code (-target=gpu, -gpu=ccXY): that it cannot be
  /// made is then an error, not a warning.
  bool GPURequired = false;

  /// -acc=multicore: OpenACC code runs on the host's memory.
  bool OpenACCOnHost = false;

  /// -fcpu-loop-threads.
  bool CPULoopThreads = false;

  NestedLaunchOptions NestedLaunches;

  /// Told of launches in device code that stay as they are, and why, when set.
  std::function<void(const std::string &)> LaunchNote;
  /// Prints a warning about device code.
  std::function<void(const std::string &)> Warn;

  /// -gpu=check.
  bool Check = false;

  /// -fprovoke-fault=
  std::string ProvokedFault;

  std::string DeviceLibrary; // warpdev.bc
  std::string CPULibrary;    // warpdev-cpu.bc
  std::string HostCPU = "native";
  unsigned OptLevel = 3;
  NVPTXOptions NVPTX;

  /// The CUDA C of the link.
  CUDACode CUDA;

  /// The terminal on which a line shows that a long link is at work, or null.
  llvm::raw_ostream *Progress = nullptr;

  /// Name of the program, for messages.
  std::string OutputName;
  /// Sections of the host's entries; empty: the usual ones. An object that is
  /// linked by itself (-gpu=nordc) has its own.
  std::string KernelSection, VariableSection;

  /// Where the objects go; the CPU object only if there is device code for it.
  std::string CPUObject, WrapperObject;
  /// Names for further objects of a program that has many kernels.
  std::function<llvm::Expected<std::string>()> FurtherObject;

  /// Called after each step, when set.
  StepDump Dump;
};

/// The steps of a link for both targets. Those of a target begin with `cpu-` or
/// `gpu-`.
void visitLinkSteps(StepVisitor Visit);

/// Links the bitcode of \p Images (DeviceImage::Source names the object) into
/// one device module, resolved against the device library.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkDeviceModules(llvm::LLVMContext &Context,
                  const std::vector<DeviceImage> &Images,
                  const DeviceLinkOptions &Options);

/// Links what \p Program needs of the library that the CPU target has in place
/// of libdevice.
llvm::Error linkCPULibrary(llvm::Module &Program,
                           const DeviceLinkOptions &Options);

/// Makes the objects that \p Options name and returns those written. Warnings
/// go to \p Diag.
llvm::Expected<std::vector<std::string>>
linkDeviceCode(const std::vector<DeviceImage> &Images,
               const DeviceLinkOptions &Options, llvm::raw_ostream &Diag);

/// Writes the images of kernels of CUDA C that Fortran launches, and adds their
/// files to \p Objects.
llvm::Error addLaunchedCUDA(const DeviceLinkOptions &Options,
                            std::vector<std::string> &Objects);

/// Writes the image of a program without device code, where \p Objects is
/// empty: the runtime is to know that it has kernels of CUDA C.
llvm::Error addCUDANotice(const DeviceLinkOptions &Options,
                          std::vector<std::string> &Objects);

} // namespace warpfort
#endif // WARPFORT_DRIVER_DEVICELINK_H
