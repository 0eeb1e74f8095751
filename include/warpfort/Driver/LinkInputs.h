//===-- warpfort/Driver/LinkInputs.h - Inputs of a link ------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which objects and archive members a link takes, and the device code in them.
//
// Device code is linked by us, host code by the system's linker, and both must
// take the same archive members. So members with device code are chosen here,
// by the rules of the linker and by what device code of other objects needs,
// and handed to the linker as objects. Members without any are left to the
// linker.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_LINKINPUTS_H
#define WARPFORT_DRIVER_LINKINPUTS_H

#include "warpfort/Driver/CUDAObjects.h"
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Driver/StaticData.h"
#include "warpfort/Support/TempFiles.h"
#include "warpfort/Target/Embed/Embed.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warpfort {

struct LinkInputs {
  /// Words for the host linker, in order: objects, libraries and flags.
  std::vector<std::string> HostWords;
  /// Device bitcode of all that is linked.
  std::vector<DeviceImage> Images;
  /// CUDA C among it.
  CUDACode CUDA;
  /// Of the objects and members taken.
  StaticData Static;
  /// Host symbols that are still undefined.
  llvm::StringSet<> Undefined;
  /// Those that no object defines, though a shared library may.
  llvm::StringSet<> Foreign;
  /// Shared libraries with kernels of CUDA C, other than NVIDIA's.
  std::vector<std::string> CUDALibraries;
  /// Kernels with names of C that are launched and not there.
  std::vector<std::string> UndefinedKernels;
  /// The linker finds NVIDIA's runtime library.
  bool HasCUDARuntime = false;
  /// An input needs libwarprt.so, so that the program must share it.
  bool NeedsSharedRuntime = false;
};

/// What an object with kernels of CUDA C needs of NVIDIA's runtime library.
inline constexpr llvm::StringLiteral CUDARegistrationSymbol =
    "__cudaRegisterFatBinary";

/// The CUDA libraries that the runtime calls for the modules of their names:
/// they need not be there when a program is linked.
llvm::ArrayRef<llvm::StringRef> servedLibraries();
bool isServedLibrary(llvm::StringRef Name);

/// Resolves \p Items, in which sources have been replaced by their objects
/// (LinkItem::File). Extracted archive members become files of \p Temps.
llvm::Expected<LinkInputs>
resolveLinkInputs(llvm::ArrayRef<LinkItem> Items,
                  llvm::ArrayRef<std::string> LibraryDirs, TempFiles &Temps);

/// Those of \p Symbols that \p Archive defines with \p Prefix before them, in
/// the order of the archive.
llvm::Expected<std::vector<std::string>>
archiveEntriesFor(llvm::StringRef Archive, llvm::StringRef Prefix,
                  const llvm::StringSet<> &Symbols);

/// True if \p Archive defines a symbol of \p Symbols.
llvm::Expected<bool> archiveDefinesAny(llvm::StringRef Archive,
                                       const llvm::StringSet<> &Symbols);

} // namespace warpfort
#endif // WARPFORT_DRIVER_LINKINPUTS_H
