//===-- warpfort/Target/NVPTX/NVPTXCodeGen.h - NVIDIA code ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the device program of a link, as one LLVM module, to PTX and cubins.
// Maths intrinsics and libm names become calls of libdevice, the whole program
// is optimised once, PTX is made for the lowest architecture asked for, and
// ptxas makes one cubin an architecture, in parallel.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TARGET_NVPTX_NVPTXCODEGEN_H
#define WARPFORT_TARGET_NVPTX_NVPTXCODEGEN_H

#include "warpfort/Support/Steps.h"
#include "warpfort/Target/Embed/Embed.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
class PassBuilder;
class raw_ostream;
} // namespace llvm

namespace warpfort {

/// What of a CUDA toolkit was found. Empty strings: not found.
struct CUDAToolkit {
  std::string Root;
  std::string Libdevice; // libdevice.10.bc
  std::string Ptxas;
  std::string Nvlink;
  std::string Fatbinary;
  std::string DeviceRuntime; // libcudadevrt.a
  std::string LookedIn;      // for messages
};

/// Looks for a CUDA toolkit: \p Version ("12.4", from -gpu=cuda12.4), else
/// CUDA_HOME, CUDA_PATH, /usr/local/cuda, the folder of a ptxas in PATH.
/// A place that the user names is the only one looked in.
CUDAToolkit findCUDAToolkit(llvm::StringRef Version);

struct NVPTXOptions {
  std::vector<unsigned> ComputeCapabilities; // at least one; 90 is sm_90
  /// Nobody asked for these: code that needs newer ones leaves out the others.
  bool CapabilitiesAreDefault = false;
  CUDAToolkit Toolkit;
  bool PTXOnly = false; // no cubins, though there is a ptxas
  /// Objects and archives with CUDA C that the code is linked with: there are
  /// cubins only then.
  std::vector<std::string> LinkWith;
  unsigned MaxRegisters = 0; // 0: no limit
  bool FastMath = false;
  bool Fuse = true;      // with FastMath: multiplications and additions
  bool LineInfo = false; // set when the code has line numbers
  bool PtxInfo = false;  // print ptxas's report on each kernel
  bool Verbose = false;
  /// -gpu=keep: called with a suffix (".device.opt.ll", ".compute_80.ptx",
  /// ".sm_90.cubin") and the contents.
  std::function<void(llvm::StringRef Suffix, llvm::StringRef Data)> Keep;
  /// Called after each step, when set.
  StepDump Dump;
};

/// The steps of generateNVPTXCode() before PTX is written.
void visitNVPTXSteps(StepVisitor Visit);

/// Result of generateNVPTXCode().
struct NVPTXCode {
  std::vector<DeviceImage> Images;    // PTX first, then cubins
  std::vector<CoveredKernel> Covered; // in each of them
  /// Set when no code could be made because a part of the CUDA toolkit is
  /// missing; Images is empty then.
  std::string MissingReason;
};

/// Makes NVIDIA code of \p Device. Notes go to \p Diag.
llvm::Expected<NVPTXCode>
generateNVPTXCode(std::unique_ptr<llvm::Module> Device,
                  const NVPTXOptions &Options, llvm::raw_ostream &Diag);

/// Compute capabilities used when none is asked for.
llvm::ArrayRef<unsigned> defaultComputeCapabilities();
/// All that this LLVM and current toolkits know (-gpu=ccall).
llvm::ArrayRef<unsigned> knownComputeCapabilities();
/// Compute capability of this machine's first GPU; 0 if there is none.
unsigned nativeComputeCapability();

/// True if \p Name is a libm function that the NVIDIA target can supply.
bool isNVPTXMathFunction(llvm::StringRef Name);

/// Lets textual pipelines name the passes of this target.
void nameNVPTXPasses(llvm::PassBuilder &PB);

} // namespace warpfort
#endif // WARPFORT_TARGET_NVPTX_NVPTXCODEGEN_H
