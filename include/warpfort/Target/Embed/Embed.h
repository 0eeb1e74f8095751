//===-- warpfort/Target/Embed/Embed.h - Device code in objects --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code inside host objects and programs, in LLVM's offload binary
// format. An object carries the bitcode of its device module in the section
// ".llvm.offloading", which a final link drops. A linked program carries its
// cubins and PTX in ".warprt.code" in the same format, so that the same reader
// shows both.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TARGET_EMBED_EMBED_H
#define WARPFORT_TARGET_EMBED_EMBED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class GlobalValue;
class Module;
} // namespace llvm

namespace warpfort {

/// Sections of an object and of a linked program.
inline constexpr llvm::StringLiteral ObjectCodeSection = ".llvm.offloading";
inline constexpr llvm::StringLiteral ProgramCodeSection = ".warprt.code";
inline constexpr llvm::StringLiteral DeviceTriple = "nvptx64-nvidia-cuda";

/// WARPRT_ABI_VERSION of this compiler.
std::string currentAbiVersion();

/// One piece of device code found in, or to be put into, a file.
struct DeviceImage {
  llvm::object::ImageKind Kind = llvm::object::IMG_Bitcode;
  std::string Triple = DeviceTriple.str();
  std::string Arch = "generic"; // "sm_90", "compute_80", or a CPU's name
  std::string Source;           // file that the code comes from, for messages
  /// WARPRT_ABI_VERSION of the compiler that made it; empty: from before this
  /// was noted, or of another compiler.
  std::string AbiVersion = currentAbiVersion();
  std::vector<std::string> Kernels, Variables; // symbols, if recorded
  std::string Code;
};

/// A kernel with another version: see WarprtCoveredKernel.
struct CoveredKernel {
  std::string Kernel, Covered; // symbols
  uint32_t Lead = 0;
  uint32_t Rows = 1;
  uint64_t Narrow = 0;
};

/// The offload binary that holds \p Image.
std::string makeOffloadBinary(const DeviceImage &Image);

/// Offset of the code inside the result of makeOffloadBinary().
llvm::Expected<uint64_t> offloadBinaryCodeOffset(llvm::StringRef Binary);

/// Writes the bitcode of \p Device into \p Host as its section
/// ".llvm.offloading". \p Source names the source file, for messages.
/// Nothing is embedded when \p Device defines nothing.
void embedDeviceModule(llvm::Module &Host, const llvm::Module &Device,
                       llvm::StringRef Source);

/// Names of the kernels and of the device variables that \p Device defines.
std::pair<std::vector<std::string>, std::vector<std::string>>
deviceEntries(const llvm::Module &Device);

/// True for a kernel of a device module.
bool isDeviceKernel(const llvm::GlobalValue &Value);
/// True for a variable of a device module that the host may know by name.
bool isDeviceVariable(const llvm::GlobalValue &Value);

/// The device code inside an object, a relocatable link, or a program.
/// Archives are not taken apart.
llvm::Expected<std::vector<DeviceImage>>
readDeviceImages(llvm::MemoryBufferRef File);

/// Of these, only what a device link has yet to compile. An object of a
/// compiler with another ABI is an error: its host code calls the runtime in
/// other ways.
llvm::Expected<std::vector<DeviceImage>>
readUnlinkedDeviceImages(llvm::MemoryBufferRef File);

} // namespace warpfort
#endif // WARPFORT_TARGET_EMBED_EMBED_H
