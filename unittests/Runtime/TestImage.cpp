//===-- unittests/Runtime/TestImage.cpp - A hand-written device program ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TestImage.h.
//
//===----------------------------------------------------------------------===//
#include "TestImage.h"
#include "warprt/Checksum.h"

using namespace warprt::test;

WarprtKernel &TestImage::addKernel(const char *Name, WarprtCpuKernelFn Run,
                                   std::vector<uint32_t> ParamSizes,
                                   uint32_t Flags, uint32_t StaticShared,
                                   uint64_t Context) {
  Kernels.reserve(MaxKernels); // the image and the tests keep addresses
  if (Kernels.size() == MaxKernels)
    abort();
  Sizes.push_back(std::make_unique<std::vector<uint32_t>>(ParamSizes));
  Kernels.push_back({Name,
                     Name,
                     Sizes.back()->data(),
                     static_cast<uint32_t>(ParamSizes.size()),
                     Flags,
                     nullptr,
                     {},
                     0,
                     nullptr});
  CpuKernels.push_back({Name, Run, Context, StaticShared, 0});
  return Kernels.back();
}

void TestImage::addVariable(const char *Name, void *Host, void *DeviceSymbol,
                            uint64_t Size, uint32_t Kind, uint64_t DeviceSize) {
  Variables.push_back({Name, Host, Size, Kind, 0});
  if (DeviceSymbol)
    CpuVariables.push_back(
        {Name, DeviceSymbol, DeviceSize ? DeviceSize : Size});
}

void TestImage::addCode(uint32_t Kind, uint32_t Arch, const void *Data,
                        uint64_t Size) {
  Code.push_back(
      {Kind, Arch, Data, Size, warprtChecksum(Data, Size), nullptr, 0});
}

void TestImage::addCovered(const char *Kernel, const char *Version,
                           uint32_t Lead, uint32_t Rows, uint64_t Narrow) {
  Covered.push_back({Kernel, Version, Lead, Rows, Narrow});
}

const WarprtImage &TestImage::finish(bool WithCpuCode) {
  Program = {CpuKernels.data(), CpuKernels.size(), CpuVariables.data(),
             CpuVariables.size()};
  if (WithCpuCode)
    Code.push_back(
        {WARPRT_CODE_CPU, 0, &Program, sizeof Program, 0, nullptr, 0});
  for (WarprtDeviceCode &C : Code) {
    C.covered = Covered.data();
    C.numCovered = Covered.size();
  }
  Image = {WARPRT_ABI_VERSION,
           sizeof(WarprtImage),
           Code.data(),
           Code.size(),
           Kernels.data(),
           Kernels.data() + Kernels.size(),
           Variables.data(),
           Variables.data() + Variables.size(),
           nullptr,
           0,
           0,
           nullptr};
  return Image;
}
