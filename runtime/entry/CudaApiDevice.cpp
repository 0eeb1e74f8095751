//===-- runtime/entry/CudaApiDevice.cpp - cudafor: devices, errors --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Devices, properties, limits, errors, versions and kernel attributes.
//
//===----------------------------------------------------------------------===//
#include "core/ImageRegistry.h"
#include "entry/CudaApi.h"
#include "entry/CudaApiKernels.h"
#include "warprt/DeviceLaunch.h"
#include <algorithm>
#include <cstring>
#include <vector>

using namespace warprt;

namespace {

/// Layout of type(cudaDeviceProp) in modules/cudafor.f90, member by member.
struct FortranDeviceProp {
  char Name[256];
  int64_t TotalGlobalMem;
  int64_t SharedMemPerBlock;
  int32_t RegsPerBlock;
  int32_t WarpSize;
  int64_t MemPitch;
  int32_t MaxThreadsPerBlock;
  int32_t MaxThreadsDim[3];
  int32_t MaxGridSize[3];
  int32_t ClockRate;
  int64_t TotalConstMem;
  int32_t Major;
  int32_t Minor;
  int64_t TextureAlignment;
  int64_t TexturePitchAlignment;
  int32_t DeviceOverlap;
  int32_t MultiProcessorCount;
  int32_t KernelExecTimeoutEnabled;
  int32_t Integrated;
  int32_t CanMapHostMemory;
  int32_t ComputeMode;
  int32_t MaxTexture1D;
  int32_t MaxTexture2D[2];
  int32_t MaxTexture3D[3];
  int32_t MaxTexture1DLayered[2];
  int32_t MaxTexture2DLayered[3];
  int64_t SurfaceAlignment;
  int32_t ConcurrentKernels;
  int32_t ECCEnabled;
  int32_t PciBusID;
  int32_t PciDeviceID;
  int32_t PciDomainID;
  int32_t TccDriver;
  int32_t AsyncEngineCount;
  int32_t UnifiedAddressing;
  int32_t MemoryClockRate;
  int32_t MemoryBusWidth;
  int32_t L2CacheSize;
  int32_t MaxThreadsPerMultiProcessor;
  int32_t StreamPrioritiesSupported;
  int32_t GlobalL1CacheSupported;
  int32_t LocalL1CacheSupported;
  int32_t RegsPerMultiprocessor;
  int64_t SharedMemPerMultiprocessor;
  int32_t ManagedMemory;
  int32_t IsMultiGpuBoard;
  int32_t MultiGpuBoardGroupID;
  int32_t HostNativeAtomicSupported;
  int32_t SingleToDoublePrecisionPerfRatio;
  int32_t PageableMemoryAccess;
  int32_t ConcurrentManagedAccess;
  int32_t ComputePreemptionSupported;
  int32_t CanUseHostPointerForRegisteredMem;
  int32_t CooperativeLaunch;
  int32_t CooperativeMultiDeviceLaunch;
  int64_t SharedMemPerBlockOptin;
  int32_t MaxBlocksPerMultiProcessor;
  int32_t ReservedSharedMemPerBlock;
  int32_t PageableMemoryAccessUsesHostPageTables;
  int32_t DirectManagedMemAccessFromHost;
};

Error deviceOf(int Ordinal, Device *&D) {
  if (Error E = refuseInherited(); failed(E))
    return E;
  if (Ordinal < 0 || Ordinal >= backend().deviceCount())
    return Error::InvalidDevice;
  return backend().device(Ordinal, &D);
}

template <auto Member> int valueOf(const DeviceProperties &P) {
  return clampInt(P.*Member);
}

template <auto Member, int Index> int elementOf(const DeviceProperties &P) {
  return clampInt((P.*Member)[Index]);
}

int copiesBesideKernels(const DeviceProperties &P) {
  return P.AsyncEngines > 0;
}

struct DeviceAttribute {
  int Number;
  int (*Value)(const DeviceProperties &);
};

/// Device attributes by CUDA's numbers, as far as a program can care.
constexpr DeviceAttribute DeviceAttributes[] = {
    {1, valueOf<&DeviceProperties::MaxThreadsPerBlock>},
    {2, elementOf<&DeviceProperties::MaxBlock, 0>},
    {3, elementOf<&DeviceProperties::MaxBlock, 1>},
    {4, elementOf<&DeviceProperties::MaxBlock, 2>},
    {5, elementOf<&DeviceProperties::MaxGrid, 0>},
    {6, elementOf<&DeviceProperties::MaxGrid, 1>},
    {7, elementOf<&DeviceProperties::MaxGrid, 2>},
    {8, valueOf<&DeviceProperties::SharedPerBlock>},
    {9, valueOf<&DeviceProperties::TotalConstant>},
    {10, valueOf<&DeviceProperties::WarpSize>},
    {11, valueOf<&DeviceProperties::MaxPitch>},
    {12, valueOf<&DeviceProperties::RegistersPerBlock>},
    {13, valueOf<&DeviceProperties::ClockKHz>},
    {14, valueOf<&DeviceProperties::TextureAlignment>},
    {15, copiesBesideKernels},
    {16, valueOf<&DeviceProperties::Multiprocessors>},
    {17, valueOf<&DeviceProperties::KernelTimeout>},
    {18, valueOf<&DeviceProperties::Integrated>},
    {19, valueOf<&DeviceProperties::CanMapHostMemory>},
    {20, valueOf<&DeviceProperties::ComputeMode>},
    {31, valueOf<&DeviceProperties::ConcurrentKernels>},
    {32, valueOf<&DeviceProperties::EccEnabled>},
    {33, valueOf<&DeviceProperties::PciBus>},
    {34, valueOf<&DeviceProperties::PciDevice>},
    {36, valueOf<&DeviceProperties::MemoryClockKHz>},
    {37, valueOf<&DeviceProperties::MemoryBusWidth>},
    {38, valueOf<&DeviceProperties::L2CacheSize>},
    {39, valueOf<&DeviceProperties::MaxThreadsPerMultiprocessor>},
    {40, valueOf<&DeviceProperties::AsyncEngines>},
    {41, valueOf<&DeviceProperties::UnifiedAddressing>},
    {50, valueOf<&DeviceProperties::PciDomain>},
    {75, valueOf<&DeviceProperties::ComputeMajor>},
    {76, valueOf<&DeviceProperties::ComputeMinor>},
    {78, valueOf<&DeviceProperties::StreamPriorities>},
    {81, valueOf<&DeviceProperties::SharedPerMultiprocessor>},
    {82, valueOf<&DeviceProperties::RegistersPerMultiprocessor>},
    {83, valueOf<&DeviceProperties::ManagedMemory>},
    {88, valueOf<&DeviceProperties::PageableMemoryAccess>},
    {89, valueOf<&DeviceProperties::ConcurrentManagedAccess>},
    {95, valueOf<&DeviceProperties::CooperativeLaunch>},
    {97, valueOf<&DeviceProperties::SharedPerBlockOptIn>},
    {106, valueOf<&DeviceProperties::MaxBlocksPerMultiprocessor>},
};

Error attributeOf(const DeviceProperties &P, int Attribute, int &Value) {
  for (const DeviceAttribute &Row : DeviceAttributes)
    if (Row.Number == Attribute) {
      Value = Row.Value(P);
      return Error::Success;
    }
  return Error::InvalidValue;
}

} // namespace

WARPRT_EXPORT int warprt_cudaGetDeviceCount(int *Count) {
  if (Error E = refuseInherited(); failed(E)) {
    *Count = 0;
    return result(E);
  }
  *Count = backend().deviceCount();
  return result(*Count > 0 ? Error::Success : Error::NoDevice);
}

WARPRT_EXPORT int warprt_cudaSetDevice(int Ordinal) {
  if (Error E = setCurrentOrdinal(Ordinal); failed(E))
    return result(E);
  return onDevice([](Device &) { return Error::Success; });
}

/// A kernel loop with DEVICE=: the device for what follows, until
/// warprt_end_loop_on. The loop's shape may call procedures with such loops.
static thread_local std::vector<int> DevicesBeforeLoops;

WARPRT_EXPORT void warprt_begin_loop_on_i8(int64_t Ordinal) {
  DevicesBeforeLoops.push_back(currentOrdinal());
  Device *D = nullptr;
  Error E = Ordinal < 0 || Ordinal >= backend().deviceCount()
                ? Error::InvalidDevice
                : setCurrentOrdinal(static_cast<int>(Ordinal));
  if (!failed(E))
    E = currentDevice(D);
  if (failed(E))
    fatal("device=%lld of a kernel loop: %s (devices: %d)",
          static_cast<long long>(Ordinal), errorText(E),
          backend().deviceCount());
}

WARPRT_EXPORT void warprt_begin_loop_on_i4(int Ordinal) {
  warprt_begin_loop_on_i8(Ordinal);
}

WARPRT_EXPORT void warprt_end_loop_on() {
  (void)setCurrentOrdinal(DevicesBeforeLoops.back());
  DevicesBeforeLoops.pop_back();
  Device *D = nullptr;
  (void)currentDevice(D);
}

WARPRT_EXPORT int warprt_cudaGetDevice(int *Ordinal) {
  *Ordinal = currentOrdinal();
  return result(Error::Success);
}

/// Devices that a program may be given that chooses none: the first is.
WARPRT_EXPORT int warprt_cudaSetValidDevices(const int *Ordinals, int Count) {
  if (Error E = refuseInherited(); failed(E))
    return result(E);
  int Known = backend().deviceCount();
  if (Count < 0 || Count > Known)
    return result(Error::InvalidValue);
  for (int I = 0; I < Count; ++I)
    if (Ordinals[I] < 0 || Ordinals[I] >= Known)
      return result(Error::InvalidDevice);
  if (Count > 0 && !anyDeviceUsed())
    return result(setCurrentOrdinal(Ordinals[0]));
  return result(Error::Success);
}

WARPRT_EXPORT int warprt_cudaSetDouble(double *) {
  return result(Error::Success);
}

WARPRT_EXPORT int warprt_cudaSetDeviceFlags(int Flags) {
  // Hints on how to wait, of which there is at most one, and what is so anyway.
  constexpr int Schedules = 7, Others = 8 | 16 | 128;
  int Schedule = Flags & Schedules;
  bool Known =
      !(Flags & ~(Schedules | Others)) && (Schedule & (Schedule - 1)) == 0;
  return result(Known ? Error::Success : Error::InvalidValue);
}

WARPRT_EXPORT int warprt_cudaInitDevice(int Ordinal, int Flags, int Kept) {
  constexpr int FlagsAreValid = 1;
  if (Kept != 0 && Kept != FlagsAreValid)
    return result(Error::InvalidValue);
  Device *D = nullptr;
  if (Error E = backend().device(Ordinal, &D); failed(E))
    return result(E);
  return Kept ? warprt_cudaSetDeviceFlags(Flags) : result(Error::Success);
}

/// What is so on every device; the other flags are hints.
WARPRT_EXPORT int warprt_cudaGetDeviceFlags(int *Flags) {
  constexpr int MapHost = 8;
  *Flags = MapHost;
  return result(Error::Success);
}

/// "domain:bus:device.function", behind which C has a zero.
WARPRT_EXPORT int warprt_cudaDeviceGetPCIBusId(char *Id, size_t IdLength,
                                               int Ordinal) {
  Device *D = nullptr;
  if (Error E = backend().device(Ordinal, &D); failed(E))
    return result(E);
  const DeviceProperties &P = D->properties();
  char Text[32];
  int Length = std::snprintf(Text, sizeof Text, "%04x:%02x:%02x.0", P.PciDomain,
                             P.PciBus, P.PciDevice);
  std::memset(Id, ' ', IdLength);
  if (Length < 0 || static_cast<size_t>(Length) > IdLength)
    return result(Error::InvalidValue);
  std::memcpy(Id, Text, static_cast<size_t>(Length));
  return result(Error::Success);
}

WARPRT_EXPORT int warprt_cudaDeviceGetByPCIBusId(int *Ordinal, const char *Id,
                                                 size_t IdLength) {
  std::string Text(Id, IdLength);
  unsigned Domain = 0, Bus = 0, Number = 0;
  *Ordinal = -1;
  if (std::sscanf(Text.c_str(), "%x:%x:%x", &Domain, &Bus, &Number) != 3)
    return result(Error::InvalidValue);
  for (int I = 0; I < backend().deviceCount(); ++I) {
    Device *D = nullptr;
    if (Error E = backend().device(I, &D); failed(E))
      return result(E);
    const DeviceProperties &P = D->properties();
    if (P.PciDomain != Domain || P.PciBus != Bus || P.PciDevice != Number)
      continue;
    *Ordinal = I;
    return result(Error::Success);
  }
  return result(Error::InvalidDevice);
}

static void setLimits(FortranDeviceProp &R, const DeviceProperties &P) {
  std::memset(R.Name, ' ', sizeof R.Name);
  std::memcpy(R.Name, P.Name.data(), std::min(P.Name.size(), sizeof R.Name));
  R.TotalGlobalMem = static_cast<int64_t>(P.TotalMemory);
  R.SharedMemPerBlock = P.SharedPerBlock;
  R.RegsPerBlock = clampInt(P.RegistersPerBlock);
  R.WarpSize = clampInt(P.WarpSize);
  R.MemPitch = static_cast<int64_t>(P.MaxPitch);
  R.MaxThreadsPerBlock = clampInt(P.MaxThreadsPerBlock);
  for (int I = 0; I < 3; ++I) {
    R.MaxThreadsDim[I] = clampInt(P.MaxBlock[I]);
    R.MaxGridSize[I] = clampInt(P.MaxGrid[I]);
  }
  R.TotalConstMem = static_cast<int64_t>(P.TotalConstant);
  R.TextureAlignment = P.TextureAlignment;
  R.TexturePitchAlignment = 32;
  R.MaxTexture1D = clampInt(P.MaxTexture1D);
  auto Copy = [](auto &To, const auto &From) {
    std::transform(std::begin(From), std::end(From), To, clampInt);
  };
  Copy(R.MaxTexture2D, P.MaxTexture2D);
  Copy(R.MaxTexture3D, P.MaxTexture3D);
  Copy(R.MaxTexture1DLayered, P.MaxTexture1DLayered);
  Copy(R.MaxTexture2DLayered, P.MaxTexture2DLayered);
  R.SurfaceAlignment = P.SurfaceAlignment;
  R.L2CacheSize = clampInt(P.L2CacheSize);
  R.MaxThreadsPerMultiProcessor = clampInt(P.MaxThreadsPerMultiprocessor);
  R.RegsPerMultiprocessor = clampInt(P.RegistersPerMultiprocessor);
  R.SharedMemPerMultiprocessor = P.SharedPerMultiprocessor;
  R.SharedMemPerBlockOptin = P.SharedPerBlockOptIn;
  R.MaxBlocksPerMultiProcessor = clampInt(P.MaxBlocksPerMultiprocessor);
  R.ReservedSharedMemPerBlock = clampInt(P.ReservedSharedPerBlock);
}

static void setFeatures(FortranDeviceProp &R, const DeviceProperties &P) {
  R.ClockRate = clampInt(P.ClockKHz);
  R.Major = clampInt(P.ComputeMajor);
  R.Minor = clampInt(P.ComputeMinor);
  R.DeviceOverlap = P.AsyncEngines > 0;
  R.MultiProcessorCount = clampInt(P.Multiprocessors);
  R.KernelExecTimeoutEnabled = P.KernelTimeout;
  R.Integrated = P.Integrated;
  R.CanMapHostMemory = P.CanMapHostMemory;
  R.ComputeMode = P.ComputeMode;
  R.ConcurrentKernels = P.ConcurrentKernels;
  R.ECCEnabled = P.EccEnabled;
  R.PciBusID = clampInt(P.PciBus);
  R.PciDeviceID = clampInt(P.PciDevice);
  R.PciDomainID = clampInt(P.PciDomain);
  R.AsyncEngineCount = clampInt(P.AsyncEngines);
  R.UnifiedAddressing = P.UnifiedAddressing;
  R.MemoryClockRate = clampInt(P.MemoryClockKHz);
  R.MemoryBusWidth = clampInt(P.MemoryBusWidth);
  R.StreamPrioritiesSupported = P.StreamPriorities;
  R.GlobalL1CacheSupported = R.LocalL1CacheSupported = 1;
  R.ManagedMemory = P.ManagedMemory;
  R.PageableMemoryAccess = P.PageableMemoryAccess;
  R.ConcurrentManagedAccess = P.ConcurrentManagedAccess;
  R.CanUseHostPointerForRegisteredMem = 1;
  R.CooperativeLaunch = P.CooperativeLaunch;
  R.PageableMemoryAccessUsesHostPageTables = P.UsesHostPageTables;
  R.DirectManagedMemAccessFromHost = P.DirectManagedAccess;
}

WARPRT_EXPORT int warprt_cudaGetDeviceProperties(FortranDeviceProp *Prop,
                                                 int Ordinal) {
  Device *D = nullptr;
  if (Error E = deviceOf(Ordinal, D); failed(E))
    return result(E);
  std::memset(Prop, 0, sizeof *Prop);
  setLimits(*Prop, D->properties());
  setFeatures(*Prop, D->properties());
  return result(Error::Success);
}

WARPRT_EXPORT int warprt_cudaDeviceGetAttribute(int *Value, int Attribute,
                                                int Ordinal) {
  Device *D = nullptr;
  if (Error E = deviceOf(Ordinal, D); failed(E))
    return result(E);
  return result(attributeOf(D->properties(), Attribute, *Value));
}

/// The device whose known properties match: the first that has the asked-for
/// compute capability, else device 0.
WARPRT_EXPORT int warprt_cudaChooseDevice(int *Ordinal,
                                          const FortranDeviceProp *Prop) {
  if (Error E = refuseInherited(); failed(E))
    return result(E);
  int Count = backend().deviceCount();
  *Ordinal = 0;
  for (int I = 0; I < Count; ++I) {
    Device *D = nullptr;
    if (Error E = deviceOf(I, D); failed(E))
      return result(E);
    const DeviceProperties &P = D->properties();
    if (clampInt(P.ComputeMajor) == Prop->Major &&
        clampInt(P.ComputeMinor) == Prop->Minor) {
      *Ordinal = I;
      break;
    }
  }
  return result(Error::Success);
}

WARPRT_EXPORT int warprt_cudaDeviceSynchronize() {
  return onDevice([](Device &D) { return D.synchronize(); });
}

WARPRT_EXPORT int warprt_cudaDeviceReset() {
  return onDevice([](Device &D) { return D.reset(); });
}

WARPRT_EXPORT int warprt_cudaDeviceCanAccessPeer(int *Can, int Ordinal,
                                                 int Peer) {
  Device *D = nullptr;
  if (Error E = deviceOf(Ordinal, D); failed(E))
    return result(E);
  bool Yes = false;
  Error E = D->canAccessPeer(Peer, Yes);
  *Can = Yes;
  return result(E);
}

WARPRT_EXPORT int warprt_cudaDeviceEnablePeerAccess(int Peer, int) {
  return onDevice([&](Device &D) { return D.enablePeer(Peer); });
}

WARPRT_EXPORT int warprt_cudaDeviceDisablePeerAccess(int Peer) {
  return onDevice([&](Device &D) { return D.disablePeer(Peer); });
}

WARPRT_EXPORT int warprt_cudaDriverGetVersion(int *Version) {
  *Version = backend().driverVersion();
  return result(Error::Success);
}

WARPRT_EXPORT int warprt_cudaRuntimeGetVersion(int *Version) {
  *Version = backend().runtimeVersion();
  return result(Error::Success);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

WARPRT_EXPORT int warprt_cudaGetLastError() {
  return static_cast<int>(takeLastError());
}

WARPRT_EXPORT int warprt_cudaPeekAtLastError() {
  return static_cast<int>(peekLastError());
}

WARPRT_EXPORT int warprt_error_text_length(int Code) {
  return static_cast<int>(std::strlen(errorText(static_cast<Error>(Code))));
}

WARPRT_EXPORT int warprt_error_name_length(int Code) {
  return static_cast<int>(std::strlen(errorName(static_cast<Error>(Code))));
}

namespace {
/// What a Fortran function with a character result returns.
struct CharacterResult {
  char *Address;
  size_t Length;
};

CharacterResult store(char *Result, size_t Length, const char *Text) {
  size_t Used = std::min(Length, std::strlen(Text));
  std::memcpy(Result, Text, Used);
  std::memset(Result + Used, ' ', Length - Used);
  return {Result, Length};
}
} // namespace

// Fortran functions (hence the trailing underscore) with character results.
WARPRT_EXPORT CharacterResult warprt_geterrorstring_(char *Result,
                                                     size_t Length,
                                                     const int *Code) {
  return store(Result, Length, errorText(static_cast<Error>(*Code)));
}

WARPRT_EXPORT CharacterResult warprt_geterrorname_(char *Result, size_t Length,
                                                   const int *Code) {
  return store(Result, Length, errorName(static_cast<Error>(*Code)));
}

//===----------------------------------------------------------------------===//
// Kernels. `Function` is the address of the kernel's WarprtKernel.
//===----------------------------------------------------------------------===//

WARPRT_EXPORT int warprt_cudaFuncSetAttribute(void *Function, int Attribute,
                                              int Value) {
  LoadedKernel *K = nullptr;
  Device *D = nullptr;
  if (Error E = loaded(Function, K, D); failed(E))
    return result(E);
  constexpr int MaxDynamicShared = 8;
  auto PassOn = [&](int Least, int Most) {
    return result(Value < Least || Value > Most
                      ? Error::InvalidValue
                      : K->Code->setAttribute(
                            static_cast<KernelAttribute>(Attribute), Value));
  };
  switch (static_cast<KernelAttribute>(Attribute)) {
  case KernelAttribute::SharedCarveout:
    return PassOn(-1, 100);
  case KernelAttribute::LargeClusters:
    return PassOn(0, 1);
  case KernelAttribute::ClusterScheduling:
    return PassOn(0, 2);
  }
  uint32_t Limit = D->properties().SharedPerBlockOptIn;
  uint32_t Static = K->Properties.StaticShared;
  if (Attribute != MaxDynamicShared || Value < 0 ||
      uint64_t(static_cast<uint32_t>(Value)) + Static > Limit)
    return result(Error::InvalidValue);
  if (Error E = K->Code->setMaxDynamicShared(static_cast<uint32_t>(Value));
      failed(E))
    return result(E);
  // CUDA keeps the default limit where a smaller value is set.
  uint32_t Default = D->properties().SharedPerBlock > Static
                         ? D->properties().SharedPerBlock - Static
                         : 0;
  K->MaxDynamicShared = std::max(Default, static_cast<uint32_t>(Value));
  return result(Error::Success);
}

WARPRT_EXPORT int warprt_cudaFuncSetCacheConfig(void *Function, int Config) {
  LoadedKernel *K = nullptr;
  Device *D = nullptr;
  if (Error E = loaded(Function, K, D); failed(E))
    return result(E);
  return result(Config >= 0 && Config <= 3 ? Error::Success
                                           : Error::InvalidValue);
}

WARPRT_EXPORT int warprt_cudaDeviceSetLimit(int Limit, int64_t Value) {
  if (Value < 0)
    return result(Error::InvalidValue);
  return onDevice(
      [&](Device &D) { return D.setLimit(Limit, static_cast<size_t>(Value)); });
}

WARPRT_EXPORT int warprt_cudaDeviceGetLimit(int64_t *Value, int Limit) {
  return onDevice([&](Device &D) {
    size_t Found = 0;
    Error E = D.limit(Limit, Found);
    *Value = static_cast<int64_t>(Found);
    return E;
  });
}

WARPRT_EXPORT int warprt_cudaDeviceSetCacheConfig(int Config) {
  return result(Config >= 0 && Config <= 3 ? Error::Success
                                           : Error::InvalidValue);
}

WARPRT_EXPORT int warprt_cudaDeviceGetCacheConfig(int *Config) {
  *Config = 0;
  return result(Error::Success);
}

namespace {
/// Layout of type(cudaFuncAttributes).
struct FortranFuncAttributes {
  int64_t SharedSizeBytes, ConstSizeBytes, LocalSizeBytes;
  int32_t MaxThreadsPerBlock, NumRegs, PtxVersion, BinaryVersion;
  int32_t CacheModeCA, MaxDynamicSharedSizeBytes, PreferredShmemCarveout;
};
} // namespace

static void tellAttributes(FortranFuncAttributes &Result,
                           const KernelProperties &P, uint64_t DynamicShared) {
  std::memset(&Result, 0, sizeof Result);
  Result.SharedSizeBytes = P.StaticShared;
  Result.ConstSizeBytes = static_cast<int64_t>(P.ConstantBytes);
  Result.LocalSizeBytes = static_cast<int64_t>(P.LocalBytes);
  Result.MaxThreadsPerBlock = clampInt(P.MaxThreadsPerBlock);
  Result.NumRegs = clampInt(P.Registers);
  Result.PtxVersion = clampInt(P.PtxVersion);
  Result.BinaryVersion = clampInt(P.BinaryVersion);
  Result.MaxDynamicSharedSizeBytes = clampInt(DynamicShared);
  Result.PreferredShmemCarveout = -1;
}

WARPRT_EXPORT int warprt_cudaFuncGetAttributes(FortranFuncAttributes *Result,
                                               void *Function) {
  LoadedKernel *K = nullptr;
  Device *D = nullptr;
  if (Error E = loaded(Function, K, D); failed(E))
    return result(E);
  tellAttributes(*Result, K->Properties, K->MaxDynamicShared.load());
  return result(Error::Success);
}

/// Of a kernel that device code on the CPU names.
WARPRT_EXPORT int32_t
warprt_cpu_kernel_attributes(void *Result, const WarprtCpuKernel *Kernel) {
  KernelProperties P;
  P.StaticShared = Kernel->staticSharedBytes;
  return onDevice([&](Device &D) {
    tellAttributes(*static_cast<FortranFuncAttributes *>(Result), P,
                   std::max(D.properties().SharedPerBlock, P.StaticShared) -
                       P.StaticShared);
    return Error::Success;
  });
}

namespace {
/// cudaSharedMemConfig: a hint that devices of today take no notice of.
Error checkBankSize(int Config) {
  return Config >= 0 && Config <= 2 ? Error::Success : Error::InvalidValue;
}
} // namespace

WARPRT_EXPORT int warprt_cudaDeviceSetSharedMemConfig(int Config) {
  return result(checkBankSize(Config));
}

WARPRT_EXPORT int warprt_cudaDeviceGetSharedMemConfig(int *Config) {
  *Config = 1; // banks of four bytes
  return result(Error::Success);
}

WARPRT_EXPORT int warprt_cudaFuncSetSharedMemConfig(void *Function,
                                                    int Config) {
  LoadedKernel *K = nullptr;
  Device *D = nullptr;
  if (Error E = loaded(Function, K, D); failed(E))
    return result(E);
  return result(checkBankSize(Config));
}

WARPRT_EXPORT int warprt_cudaProfilerStart() {
  return onDevice([](Device &D) { return D.setProfiling(true); });
}

WARPRT_EXPORT int warprt_cudaProfilerStop() {
  return onDevice([](Device &D) { return D.setProfiling(false); });
}

/// What a Fortran program gives the result of a function to that it calls as a
/// subroutine.
WARPRT_EXPORT void warprt_ignore_result_(const int *) {}

/// What device code on the CPU asks.
WARPRT_EXPORT int32_t warprt_cpu_query(int32_t Which, int64_t *Value,
                                       int32_t Argument, int32_t Ordinal) {
  int Found = 0;
  int Status = 0;
  switch (Which) {
  case WARPRT_QUERY_DEVICE:
    Status = warprt_cudaGetDevice(&Found);
    break;
  case WARPRT_QUERY_DEVICE_COUNT:
    Status = warprt_cudaGetDeviceCount(&Found);
    break;
  case WARPRT_QUERY_ATTRIBUTE:
    Status = warprt_cudaDeviceGetAttribute(&Found, Argument, Ordinal);
    break;
  case WARPRT_QUERY_LIMIT:
    return warprt_cudaDeviceGetLimit(Value, Argument);
  case WARPRT_QUERY_CACHE_CONFIG:
    Status = warprt_cudaDeviceGetCacheConfig(&Found);
    break;
  case WARPRT_QUERY_SHARED_MEMORY_CONFIG:
    Status = warprt_cudaDeviceGetSharedMemConfig(&Found);
    break;
  default:
    Status = warprt_cudaRuntimeGetVersion(&Found);
  }
  *Value = Found;
  return Status;
}
