//===-- warpfort/Target/Embed/ImageDump.h - Listing device code -- -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tool warp-image does: lists the device code of objects, archives
// and programs, and writes it to files.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_TARGET_EMBED_IMAGEDUMP_H
#define WARPFORT_TARGET_EMBED_IMAGEDUMP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace warpfort {

struct ImageDumpOptions {
  bool Symbols = true;   // list kernels and variables
  bool Extract = false;  // write each piece to a file
  std::string Directory; // where to; empty: the current folder
};

/// Lists the device code of \p Path. A file without any is not an error.
llvm::Error dumpImages(llvm::StringRef Path, const ImageDumpOptions &Options,
                       llvm::raw_ostream &OS);

} // namespace warpfort
#endif // WARPFORT_TARGET_EMBED_IMAGEDUMP_H
