//===-- warpfort/Driver/StaticData.h - Size of a program ------- -*- C++ -*-==//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code of the small model reaches what is within 2 GB of it. A link of more
// fails in words that differ from linker to linker, so the reason is found in
// the objects.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_DRIVER_STATICDATA_H
#define WARPFORT_DRIVER_STATICDATA_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace llvm::object {
class ObjectFile;
} // namespace llvm::object

namespace warpfort {

/// What objects that are linked together have in memory, apart from sections
/// that code of the medium and the large model reaches wherever they are.
class StaticData {
public:
  /// \p Object is a relocatable ELF file.
  llvm::Error add(const llvm::object::ObjectFile &Object);
  llvm::Error addFile(llvm::StringRef Path);
  void add(const StaticData &Other);

  /// A common block that an object initializes counts twice if another one does
  /// not.
  uint64_t bytes() const;
  bool isBeyondReach() const { return bytes() > 2'000'000'000; }

private:
  uint64_t SectionBytes = 0;
  /// The largest size of each common block.
  llvm::StringMap<uint64_t> CommonBytes;
};

} // namespace warpfort
#endif // WARPFORT_DRIVER_STATICDATA_H
