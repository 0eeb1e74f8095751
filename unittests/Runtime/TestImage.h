//===-- unittests/Runtime/TestImage.h - A hand-written device program *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler emits for one image, made by hand: kernels as CPU functions
// and variables of every kind. Kernels follow the calling convention of
// warprt/Image.h, kernel loops the partition of warprt/DeviceLibrary.h.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_UNITTESTS_TESTIMAGE_H
#define WARPRT_UNITTESTS_TESTIMAGE_H

#include "warprt/EntryPoints.h"
#include <memory>
#include <string>
#include <vector>

namespace warprt::test {

/// One image whose tables live as long as it does. Add first, then finish().
class TestImage {
public:
  WarprtKernel &addKernel(const char *Name, WarprtCpuKernelFn Run,
                          std::vector<uint32_t> ParamSizes, uint32_t Flags = 0,
                          uint32_t StaticShared = 0, uint64_t Context = 0);
  void addVariable(const char *Name, void *Host, void *DeviceSymbol,
                   uint64_t Size, uint32_t Kind, uint64_t DeviceSize = 0);
  void addCode(uint32_t Kind, uint32_t Arch, const void *Data, uint64_t Size);

  /// Of all code, which has the kernels in the order of strcmp().
  void addCovered(const char *Kernel, const char *Version, uint32_t Lead,
                  uint32_t Rows = 1, uint64_t Narrow = 0);

  /// Builds the tables; `WithCpuCode` adds the CPU program.
  const WarprtImage &finish(bool WithCpuCode = true);
  WarprtImage &image() { return Image; }

private:
  static constexpr size_t MaxKernels = 32;
  std::vector<std::unique_ptr<std::vector<uint32_t>>> Sizes;
  std::vector<WarprtKernel> Kernels;
  std::vector<WarprtCpuKernel> CpuKernels;
  std::vector<WarprtVariable> Variables;
  std::vector<WarprtCpuVariable> CpuVariables;
  std::vector<WarprtDeviceCode> Code;
  std::vector<WarprtCoveredKernel> Covered;
  WarprtCpuProgram Program = {};
  WarprtImage Image = {};
};

/// begin/end of a CPU thread's part of loop `Dim`, as the device library cuts
/// them.
inline int64_t loopBegin(const WarprtCpuGrid &G, const uint32_t *Block, int Dim,
                         int64_t N) {
  return N * Block[Dim] / G.grid[Dim];
}
inline int64_t loopEnd(const WarprtCpuGrid &G, const uint32_t *Block, int Dim,
                       int64_t N) {
  return N * (int64_t(Block[Dim]) + 1) / G.grid[Dim];
}

/// Calls `Body(BlockIndex[3])` for the blocks of a range.
template <typename Function>
void forBlocks(const WarprtCpuGrid &G, uint64_t First, uint64_t End,
               Function Body) {
  for (uint64_t B = First; B < End; ++B) {
    uint32_t Index[3] = {static_cast<uint32_t>(B % G.grid[0]),
                         static_cast<uint32_t>(B / G.grid[0] % G.grid[1]),
                         static_cast<uint32_t>(B / G.grid[0] / G.grid[1])};
    Body(Index);
  }
}

template <typename T> T argument(void *const *Args, int I) {
  return *static_cast<T *>(Args[I]);
}

} // namespace warprt::test

#endif // WARPRT_UNITTESTS_TESTIMAGE_H
