//===-- runtime/libraries/CufftXt.cpp - cuFFT on several devices ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind module cufftxt: plans with 64-bit sizes and types of
// their own, and data that a descriptor spreads over devices. The CPU is one
// device, on which descriptors hold complex data in the order of the host.
//
//===----------------------------------------------------------------------===//
#include "core/Runtime.h"
#include "libraries/CpuCufft.h"
#include "libraries/HostLibrary.h"
#include "libraries/Library.h"
#include "libraries/Narrow.h"

using namespace warprt;
using namespace warprt::libraries;

namespace {

/// cudaXtDesc and cudaLibXtDesc of cudalibxt.h.
struct XtDesc {
  int32_t Version = 0;
  int32_t NumGpus = 1;
  int32_t Gpus[64] = {};
  void *Data[64] = {};
  size_t Size[64] = {};
  void *State = nullptr;
};
struct LibXtDesc {
  int32_t Version = 0;
  XtDesc *Descriptor = nullptr;
  int32_t Library = 0;
  int32_t SubFormat = 0;
  void *LibDescriptor = nullptr;
};

enum CopyType { HostToDevice, DeviceToHost, DeviceToDevice };

bool isComplex(int Type) { return Type == CufftC2C || Type == CufftZ2Z; }

/// The transform between two of cudaDataType; 0 where the CPU has none.
int typeBetween(int In, int Out, int Compute) {
  constexpr int R32 = 0, R64 = 1, C32 = 4, C64 = 5;
  if (Compute == C32 || Compute == R32)
    return In == C32 && Out == C32   ? CufftC2C
           : In == R32 && Out == C32 ? CufftR2C
           : In == C32 && Out == R32 ? CufftC2R
                                     : 0;
  if (Compute == C64 || Compute == R64)
    return In == C64 && Out == C64   ? CufftZ2Z
           : In == R64 && Out == C64 ? CufftD2Z
           : In == C64 && Out == R64 ? CufftZ2D
                                     : 0;
  return 0;
}

int copy(void *To, const void *From, size_t Bytes, CopyKind Kind) {
  Device *D = nullptr;
  if (failed(currentDevice(D)))
    return CufftSetupFailed;
  CopyShape Shape;
  Shape.Width = Shape.DstPitch = Shape.SrcPitch = Bytes;
  Shape.Height = 1;
  return failed(D->copy(To, From, Shape, Kind, nullptr, /*Async=*/false))
             ? CufftExecFailed
             : CufftSuccess;
}

struct CpuCufftXt {
  static int cufftXtSetGPUs(int32_t, int32_t Count, void *Gpus) {
    return Count == 1 && Gpus && *static_cast<int32_t *>(Gpus) == 0
               ? CufftSuccess
               : CufftInvalidDevice;
  }
  static int cufftXtMakePlanMany(int32_t Plan, int32_t Rank, void *N,
                                 void *InEmbed, int64_t InStride,
                                 int64_t InDistance, int32_t InType,
                                 void *OutEmbed, int64_t OutStride,
                                 int64_t OutDistance, int32_t OutType,
                                 int64_t Batch, void *WorkSize,
                                 int32_t Compute) {
    int Type = typeBetween(InType, OutType, Compute);
    if (!Type) {
      reportUnsupported("cufftXtMakePlanMany with these types");
      return CufftNotSupported;
    }
    return CpuCufft::cufftMakePlanMany64(Plan, Rank, N, InEmbed, InStride,
                                         InDistance, OutEmbed, OutStride,
                                         OutDistance, Type, Batch, WorkSize);
  }
  static int cufftXtGetSizeMany(int32_t Plan, int32_t, void *, void *, int64_t,
                                int64_t, int32_t, void *, int64_t, int64_t,
                                int32_t, int64_t, void *WorkSize, int32_t) {
    return CpuCufft::cufftGetSize(Plan, WorkSize);
  }
  static int cufftXtExec(int32_t Plan, void *In, void *Out, int32_t Direction) {
    switch (CpuCufft::typeOf(Plan)) {
    case CufftC2C:
      return CpuCufft::cufftExecC2C(Plan, In, Out, Direction);
    case CufftR2C:
      return CpuCufft::cufftExecR2C(Plan, In, Out);
    case CufftC2R:
      return CpuCufft::cufftExecC2R(Plan, In, Out);
    case CufftZ2Z:
      return CpuCufft::cufftExecZ2Z(Plan, In, Out, Direction);
    case CufftD2Z:
      return CpuCufft::cufftExecD2Z(Plan, In, Out);
    case CufftZ2D:
      return CpuCufft::cufftExecZ2D(Plan, In, Out);
    }
    return CufftInvalidPlan;
  }
  static int cufftXtSetWorkAreaPolicy(int32_t Plan, int32_t, void *WorkSize) {
    if (WorkSize)
      *static_cast<int64_t *>(WorkSize) = 0;
    return CpuCufft::typeOf(Plan) ? CufftSuccess : CufftInvalidPlan;
  }

  static int cufftXtMalloc(int32_t Plan, void *Result, int32_t Format) {
    int Type = CpuCufft::typeOf(Plan);
    if (!Type)
      return CufftInvalidPlan;
    if (!Result)
      return CufftInvalidValue;
    if (!isComplex(Type)) {
      reportUnsupported("cufftXtMalloc for transforms of real data");
      return CufftNotSupported;
    }
    Device *D = nullptr;
    auto Bytes = static_cast<size_t>(CpuCufft::bytesOf(Plan));
    void *Data = nullptr;
    if (failed(currentDevice(D)) ||
        failed(D->allocate(MemoryKind::Device, Bytes, &Data)))
      return CufftSetupFailed;
    auto *Inner = new XtDesc;
    Inner->Data[0] = Data;
    Inner->Size[0] = Bytes;
    auto *Made = new LibXtDesc;
    Made->Descriptor = Inner;
    Made->SubFormat = Format;
    *static_cast<LibXtDesc **>(Result) = Made;
    return CufftSuccess;
  }
  static int cufftXtFree(void *Descriptor) {
    auto *Given = static_cast<LibXtDesc *>(Descriptor);
    if (!Given)
      return CufftSuccess;
    Device *D = nullptr;
    if (failed(currentDevice(D)) ||
        failed(D->release(MemoryKind::Device, Given->Descriptor->Data[0])))
      return CufftInvalidValue;
    delete Given->Descriptor;
    delete Given;
    return CufftSuccess;
  }
  static int cufftXtMemcpy(int32_t Plan, void *To, void *From, int32_t Type) {
    if (!CpuCufft::typeOf(Plan))
      return CufftInvalidPlan;
    if (!To || !From)
      return CufftInvalidValue;
    auto Bytes = static_cast<size_t>(CpuCufft::bytesOf(Plan));
    auto Data = [](void *Descriptor) {
      return static_cast<LibXtDesc *>(Descriptor)->Descriptor->Data[0];
    };
    switch (Type) {
    case HostToDevice:
      return copy(Data(To), From, Bytes, CopyKind::HostToDevice);
    case DeviceToHost:
      return copy(To, Data(From), Bytes, CopyKind::DeviceToHost);
    case DeviceToDevice:
      return copy(Data(To), Data(From), Bytes, CopyKind::DeviceToDevice);
    }
    return CufftInvalidValue;
  }
  static int cufftXtExecDescriptor(int32_t Plan, void *In, void *Out,
                                   int32_t Direction) {
    if (!In || !Out)
      return CufftInvalidValue;
    return cufftXtExec(Plan, static_cast<LibXtDesc *>(In)->Descriptor->Data[0],
                       static_cast<LibXtDesc *>(Out)->Descriptor->Data[0],
                       Direction);
  }
  static int cufftXtExecDescriptorC2C(int32_t Plan, void *In, void *Out,
                                      int32_t Direction) {
    return execute(CufftC2C, Plan, In, Out, Direction);
  }
  static int cufftXtExecDescriptorZ2Z(int32_t Plan, void *In, void *Out,
                                      int32_t Direction) {
    return execute(CufftZ2Z, Plan, In, Out, Direction);
  }

private:
  static int execute(int Type, int32_t Plan, void *In, void *Out,
                     int32_t Direction) {
    if (CpuCufft::typeOf(Plan) != Type)
      return CufftInvalidPlan;
    return cufftXtExecDescriptor(Plan, In, Out, Direction);
  }
};

} // namespace

#define LIBRARY_FUNCTION(Name, Params, Args)                                   \
  WARPRT_LIBRARY_ENTRY(Cufft, CpuCufftXt, CufftNotSupported, Name, Params, Args)
#define NARROW_FUNCTION(Name, Suffix, Params, Args)                            \
  WARPRT_NARROW_ENTRY(Name, Suffix, CufftInvalidValue, Params, Args)
/// Of arrays for which the program has NULL() come addresses of null pointers.
#define NULL_FUNCTION(Name, Params, Args)                                      \
  WARPRT_EXPORT int warprt_##Name##_null Params { return warprt_##Name Args; }
#include "libraries/CufftxtFunctions.inc"

// What the module writes itself.
LIBRARY_FUNCTION(cufftXtMalloc,
                 (int32_t plan, void *descriptor, int32_t format),
                 (plan, descriptor, format))
LIBRARY_FUNCTION(cufftXtMemcpy,
                 (int32_t plan, void *to, void *from, int32_t type),
                 (plan, to, from, type))
