//===-- unittests/Runtime/MockCudaDriver.cpp - A driver without a GPU -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MockCudaDriver.h. Device memory is host memory in a table, so that a copy
// with the wrong direction or beyond an allocation fails as with the driver.
// Kernels are not run.
//
//===----------------------------------------------------------------------===//
#include "MockCudaState.h"
#include "hal/Device.h"
#include "warprt/DeviceLibrary.h"
#include <cstdlib>
#include <cstring>

using namespace mock;
using namespace warprt::cuda;
using warprt::IpcHandle;

State &mock::state() {
  static auto *The = new State;
  return *The;
}

thread_local CUcontext mock::Current = nullptr;

namespace {

/// The allocation that holds the address; null for ordinary host memory.
const Allocation *find(CUdeviceptr P, CUdeviceptr *Base = nullptr) {
  State &S = state();
  auto I = S.Memory.upper_bound(P);
  if (I == S.Memory.begin())
    return nullptr;
  --I;
  if (P - I->first >= I->second.Size)
    return nullptr;
  if (Base)
    *Base = I->first;
  return &I->second;
}

bool deviceRange(CUdeviceptr P, size_t Bytes) {
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  CUdeviceptr Base = 0;
  const Allocation *A = find(P, &Base);
  return A && P - Base + Bytes <= A->Size;
}

bool onlyOnDevice(CUdeviceptr P) {
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  const Allocation *A = find(P);
  return A && A->Kind == 0;
}

CUdeviceptr address(const void *P) { return reinterpret_cast<CUdeviceptr>(P); }
char *bytes(CUdeviceptr P) { return reinterpret_cast<char *>(P); }

int add(size_t Bytes, int Kind, void **Result) {
  State &S = state();
  std::lock_guard<std::recursive_mutex> Guard(S.Lock);
  if (Bytes == 0)
    return 1;
  *Result = std::malloc(Bytes);
  if (!*Result)
    return 2;
  S.Memory[address(*Result)] = {Bytes, Kind};
  return 0;
}

int drop(CUdeviceptr P, bool Pinned) {
  State &S = state();
  std::lock_guard<std::recursive_mutex> Guard(S.Lock);
  auto I = S.Memory.find(P);
  if (I == S.Memory.end() || (I->second.Kind == 1) != Pinned ||
      I->second.Kind == 3)
    return 1;
  S.Memory.erase(I);
  std::free(bytes(P));
  return 0;
}

} // namespace

void mockReset() {
  State &S = state();
  std::lock_guard<std::recursive_mutex> Guard(S.Lock);
  S.Failures.clear();
  S.Calls.clear();
  S.JitLog.clear();
  S.Devices = 1;
  S.Major = 9;
  S.Minor = 0;
}
void mockFail(const char *Function, int Code, int Skip) {
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  state().Failures[Function] = {Code, Skip, false};
}
void mockFailAlways(const char *Function, int Code) {
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  state().Failures[Function] = {Code, 0, true};
}
int mockCalls(const char *Function) {
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  return state().Calls[Function];
}
void mockDevices(int Count, int Major, int Minor) {
  state().Devices = Count;
  state().Major = Major;
  state().Minor = Minor;
}
void mockJitLog(const char *Text) { state().JitLog = Text; }
void mockNodeType(int Kind) { state().NodeType = Kind; }
void mockLastLaunch(unsigned *Values) {
  std::memcpy(Values, state().Launch, sizeof state().Launch);
}
const void *mockLastModule() { return state().LastModule; }
bool mockLaunchedCovered() { return state().LaunchedCovered; }
bool mockLaunchedRows() { return state().LaunchedRows; }

//===----------------------------------------------------------------------===//
// Devices and contexts
//===----------------------------------------------------------------------===//

MOCK_EXPORT CUresult cuInit(unsigned) {
  MOCKED(cuInit);
  return 0;
}
MOCK_EXPORT CUresult cuDriverGetVersion(int *Version) {
  MOCKED(cuDriverGetVersion);
  *Version = 13000;
  return 0;
}
MOCK_EXPORT CUresult cuDeviceGetCount(int *Count) {
  MOCKED(cuDeviceGetCount);
  *Count = state().Devices;
  return 0;
}
MOCK_EXPORT CUresult cuDeviceGet(CUdevice *Device, int Ordinal) {
  MOCKED(cuDeviceGet);
  if (Ordinal < 0 || Ordinal >= state().Devices)
    return 101;
  *Device = Ordinal;
  return 0;
}
MOCK_EXPORT CUresult cuDeviceGetName(char *Name, int Bytes, CUdevice) {
  MOCKED(cuDeviceGetName);
  std::strncpy(Name, "Mock GPU", static_cast<size_t>(Bytes));
  return 0;
}
MOCK_EXPORT CUresult cuDeviceTotalMem_v2(size_t *Bytes, CUdevice) {
  MOCKED(cuDeviceTotalMem_v2);
  *Bytes = size_t(1) << 34;
  return 0;
}
MOCK_EXPORT CUresult cuDeviceGetAttribute(int *Value, DeviceAttribute A,
                                          CUdevice) {
  MOCKED(cuDeviceGetAttribute);
  static const std::map<int, int> Values = {
      {MaxThreadsPerBlock, 1024},
      {MaxBlockDimX, 1024},
      {MaxBlockDimX + 1, 1024},
      {MaxBlockDimX + 2, 64},
      {MaxGridDimX, 2147483647},
      {MaxGridDimX + 1, 65535},
      {MaxGridDimX + 2, 65535},
      {MaxSharedMemoryPerBlock, 49152},
      {TotalConstantMemory, 65536},
      {WarpSize, 32},
      {MaxPitch, 2147483647},
      {MultiprocessorCount, 132},
      {UnifiedAddressing, 1},
      {ManagedMemory, 1},
      {MaxSharedMemoryPerBlockOptin, 232448}};
  if (A == ComputeCapabilityMajor)
    *Value = state().Major;
  else if (A == ComputeCapabilityMinor)
    *Value = state().Minor;
  else if (auto I = Values.find(A); I != Values.end())
    *Value = I->second;
  else
    return 1;
  return 0;
}
MOCK_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *Context,
                                              CUdevice Device) {
  MOCKED(cuDevicePrimaryCtxRetain);
  *Context = reinterpret_cast<CUcontext>(uintptr_t(Device) + 1);
  return 0;
}
MOCK_EXPORT CUresult cuCtxGetCurrent(CUcontext *Context) {
  MOCKED(cuCtxGetCurrent);
  *Context = Current;
  return 0;
}
MOCK_EXPORT CUresult cuCtxSetCurrent(CUcontext Context) {
  MOCKED(cuCtxSetCurrent);
  Current = Context;
  return 0;
}
MOCK_EXPORT CUresult cuCtxSynchronize() {
  MOCKED(cuCtxSynchronize);
  NEEDS_CONTEXT;
  return 0;
}
MOCK_EXPORT CUresult cuCtxGetStreamPriorityRange(int *Least, int *Greatest) {
  MOCKED(cuCtxGetStreamPriorityRange);
  *Least = 0;
  *Greatest = -5;
  return 0;
}
MOCK_EXPORT CUresult cuCtxGetLimit(size_t *Value, int) {
  MOCKED(cuCtxGetLimit);
  *Value = 1024;
  return 0;
}
MOCK_EXPORT CUresult cuCtxSetLimit(int, size_t Value) {
  MOCKED(cuCtxSetLimit);
  state().LastLimit = Value;
  return 0;
}
MOCK_EXPORT size_t mockLastLimit() { return state().LastLimit; }
MOCK_EXPORT CUresult cuProfilerStart() {
  MOCKED(cuProfilerStart);
  return 0;
}
MOCK_EXPORT CUresult cuProfilerStop() {
  MOCKED(cuProfilerStop);
  return 0;
}
MOCK_EXPORT CUresult cuDeviceCanAccessPeer(int *Can, CUdevice A, CUdevice B) {
  MOCKED(cuDeviceCanAccessPeer);
  *Can = A != B;
  return 0;
}
MOCK_EXPORT CUresult cuCtxEnablePeerAccess(CUcontext, unsigned) {
  MOCKED(cuCtxEnablePeerAccess);
  return 0;
}
MOCK_EXPORT CUresult cuCtxDisablePeerAccess(CUcontext) {
  MOCKED(cuCtxDisablePeerAccess);
  return 0;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

MOCK_EXPORT CUresult cuMemGetInfo_v2(size_t *Free, size_t *Total) {
  MOCKED(cuMemGetInfo_v2);
  NEEDS_CONTEXT;
  *Free = size_t(1) << 33;
  *Total = size_t(1) << 34;
  return 0;
}
MOCK_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *P, size_t Bytes) {
  MOCKED(cuMemAlloc_v2);
  NEEDS_CONTEXT;
  if (Bytes > size_t(1) << 34)
    return 2;
  return add(Bytes, 0, reinterpret_cast<void **>(P));
}
MOCK_EXPORT CUresult cuMemAllocAsync(CUdeviceptr *P, size_t Bytes, CUstream) {
  MOCKED(cuMemAllocAsync);
  NEEDS_CONTEXT;
  return add(Bytes, 0, reinterpret_cast<void **>(P));
}
MOCK_EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *P, size_t Bytes,
                                             CUmemoryPool, CUstream) {
  MOCKED(cuMemAllocFromPoolAsync);
  NEEDS_CONTEXT;
  return add(Bytes, 0, reinterpret_cast<void **>(P));
}
/// Pools are one, and have what is set.
struct MockPool {
  int Switches[4] = {0, 1, 1, 1};
  unsigned long long Bytes[9] = {};
  PoolProperties Made = {};
};
static MockPool &mockPool() {
  static MockPool The;
  return The;
}
static CUmemoryPool poolHandle() {
  return reinterpret_cast<CUmemoryPool>(&mockPool());
}
MOCK_EXPORT CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *P, CUdevice) {
  MOCKED(cuDeviceGetDefaultMemPool);
  *P = poolHandle();
  return 0;
}
MOCK_EXPORT CUresult cuDeviceGetMemPool(CUmemoryPool *P, CUdevice) {
  MOCKED(cuDeviceGetMemPool);
  *P = poolHandle();
  return 0;
}
MOCK_EXPORT CUresult cuDeviceSetMemPool(CUdevice, CUmemoryPool P) {
  MOCKED(cuDeviceSetMemPool);
  return P == poolHandle() ? 0 : 1;
}
MOCK_EXPORT CUresult cuMemPoolCreate(CUmemoryPool *P,
                                     const PoolProperties *Properties) {
  MOCKED(cuMemPoolCreate);
  mockPool().Made = *Properties;
  *P = poolHandle();
  return Properties->AllocationType == AllocationPinned ? 0 : 1;
}
MOCK_EXPORT CUresult cuMemPoolDestroy(CUmemoryPool P) {
  MOCKED(cuMemPoolDestroy);
  return P == poolHandle() ? 0 : 1;
}
MOCK_EXPORT CUresult cuMemPoolTrimTo(CUmemoryPool P, size_t) {
  MOCKED(cuMemPoolTrimTo);
  return P == poolHandle() ? 0 : 1;
}
MOCK_EXPORT CUresult cuMemPoolGetAttribute(CUmemoryPool, int Which,
                                           void *Value) {
  MOCKED(cuMemPoolGetAttribute);
  if (Which < 4)
    *static_cast<int *>(Value) = mockPool().Switches[Which];
  else
    *static_cast<unsigned long long *>(Value) = mockPool().Bytes[Which];
  return 0;
}
MOCK_EXPORT CUresult cuMemPoolSetAttribute(CUmemoryPool, int Which,
                                           void *Value) {
  MOCKED(cuMemPoolSetAttribute);
  if (Which < 4)
    mockPool().Switches[Which] = *static_cast<int *>(Value);
  else
    mockPool().Bytes[Which] = *static_cast<unsigned long long *>(Value);
  return 0;
}
MOCK_EXPORT CUresult cuMemPoolGetAccess(int *Flags, CUmemoryPool,
                                        MemoryLocation *Location) {
  MOCKED(cuMemPoolGetAccess);
  *Flags = 3;
  return Location->Type == LocationDevice ? 0 : 1;
}
MOCK_EXPORT CUresult cuMemPoolSetAccess(CUmemoryPool,
                                        const AccessDescription *Wanted,
                                        size_t Count) {
  MOCKED(cuMemPoolSetAccess);
  return Count == 1 && Wanted->Location.Type == LocationDevice ? 0 : 1;
}
// Handles hold what they are for.
MOCK_EXPORT CUresult cuIpcGetMemHandle(IpcHandle *Handle, CUdeviceptr P) {
  MOCKED(cuIpcGetMemHandle);
  std::memcpy(Handle->Bytes, &P, sizeof P);
  return 0;
}
MOCK_EXPORT CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *P, IpcHandle Handle,
                                           unsigned) {
  MOCKED(cuIpcOpenMemHandle_v2);
  std::memcpy(P, Handle.Bytes, sizeof *P);
  return 0;
}
MOCK_EXPORT CUresult cuIpcCloseMemHandle(CUdeviceptr) {
  MOCKED(cuIpcCloseMemHandle);
  return 0;
}
MOCK_EXPORT CUresult cuIpcGetEventHandle(IpcHandle *Handle, CUevent E) {
  MOCKED(cuIpcGetEventHandle);
  std::memcpy(Handle->Bytes, &E, sizeof E);
  return 0;
}
MOCK_EXPORT CUresult cuIpcOpenEventHandle(CUevent *E, IpcHandle Handle) {
  MOCKED(cuIpcOpenEventHandle);
  std::memcpy(E, Handle.Bytes, sizeof *E);
  return 0;
}
MOCK_EXPORT CUresult cuMemFree_v2(CUdeviceptr P) {
  MOCKED(cuMemFree_v2);
  NEEDS_CONTEXT;
  return drop(P, false);
}
MOCK_EXPORT CUresult cuMemFreeAsync(CUdeviceptr P, CUstream) {
  MOCKED(cuMemFreeAsync);
  NEEDS_CONTEXT;
  return drop(P, false);
}
MOCK_EXPORT CUresult cuMemAllocManaged(CUdeviceptr *P, size_t Bytes, unsigned) {
  MOCKED(cuMemAllocManaged);
  NEEDS_CONTEXT;
  return add(Bytes, 2, reinterpret_cast<void **>(P));
}
MOCK_EXPORT CUresult cuMemHostAlloc(void **P, size_t Bytes, unsigned) {
  MOCKED(cuMemHostAlloc);
  NEEDS_CONTEXT;
  return add(Bytes, 1, P);
}
MOCK_EXPORT CUresult cuMemFreeHost(void *P) {
  MOCKED(cuMemFreeHost);
  return drop(address(P), true);
}
MOCK_EXPORT CUresult cuMemHostRegister_v2(void *P, size_t Bytes, unsigned) {
  MOCKED(cuMemHostRegister_v2);
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  if (find(address(P)))
    return 712;
  state().Memory[address(P)] = {Bytes, 3};
  return 0;
}
MOCK_EXPORT CUresult cuMemHostUnregister(void *P) {
  MOCKED(cuMemHostUnregister);
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  auto I = state().Memory.find(address(P));
  if (I == state().Memory.end() || I->second.Kind != 3)
    return 713;
  state().Memory.erase(I);
  return 0;
}
/// What the driver says of \p P: zeros for what it does not know.
static void readAttribute(void *Data, PointerAttribute A, CUdeviceptr P) {
  CUdeviceptr Base = 0;
  const Allocation *Found = find(P, &Base);
  auto IsKind = [&](int Kind) { return Found && Found->Kind == Kind; };
  switch (A) {
  case PointerMemoryType:
    *static_cast<unsigned *>(Data) = !Found                   ? 0
                                     : IsKind(0) || IsKind(2) ? MemoryTypeDevice
                                                              : MemoryTypeHost;
    break;
  case PointerIsManaged:
    *static_cast<unsigned *>(Data) = IsKind(2);
    break;
  case PointerDevicePointer:
    *static_cast<CUdeviceptr *>(Data) = Found ? P : 0;
    break;
  case PointerHostPointer:
    *static_cast<CUdeviceptr *>(Data) = Found && !IsKind(0) ? P : 0;
    break;
  case PointerDeviceOrdinal:
    *static_cast<int *>(Data) = 0;
    break;
  case PointerRangeStart:
    *static_cast<CUdeviceptr *>(Data) = Base;
    break;
  case PointerRangeSize:
    *static_cast<size_t *>(Data) = Found ? Found->Size : 0;
    break;
  }
}
MOCK_EXPORT CUresult cuPointerGetAttributes(unsigned Count, PointerAttribute *A,
                                            void **Data, CUdeviceptr P) {
  MOCKED(cuPointerGetAttributes);
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  for (unsigned I = 0; I < Count; ++I)
    readAttribute(Data[I], A[I], P);
  return 0;
}
MOCK_EXPORT CUresult cuMemPrefetchAsync(CUdeviceptr P, size_t Bytes, CUdevice,
                                        CUstream S) {
  MOCKED(cuMemPrefetchAsync);
  NEEDS_STREAM(S);
  return deviceRange(P, Bytes) ? 0 : 1;
}
MOCK_EXPORT CUresult cuMemAdvise(CUdeviceptr P, size_t Bytes, int, CUdevice) {
  MOCKED(cuMemAdvise);
  return deviceRange(P, Bytes) ? 0 : 1;
}
MOCK_EXPORT CUresult cuStreamAttachMemAsync(CUstream S, CUdeviceptr P,
                                            size_t Bytes, unsigned) {
  MOCKED(cuStreamAttachMemAsync);
  NEEDS_STREAM(S);
  return deviceRange(P, Bytes) ? 0 : 1;
}

namespace {
int copy(CUdeviceptr To, CUdeviceptr From, size_t Bytes, bool ToDevice,
         bool FromDevice, CUstream S) {
  NEEDS_CONTEXT;
  NEEDS_STREAM(S);
  if (ToDevice ? !deviceRange(To, Bytes) : onlyOnDevice(To))
    return 1;
  if (FromDevice ? !deviceRange(From, Bytes) : onlyOnDevice(From))
    return 1;
  std::memmove(bytes(To), bytes(From), Bytes);
  return 0;
}

/// With the direction taken from the addresses.
int copyAny(CUdeviceptr To, CUdeviceptr From, size_t Bytes, CUstream S) {
  return copy(To, From, Bytes, onlyOnDevice(To), onlyOnDevice(From), S);
}

int copyRows(const Memcpy2D &M, CUstream S) {
  CUdeviceptr From =
      M.Src.Type == MemoryTypeHost ? address(M.Src.Host) : M.Src.Device;
  CUdeviceptr To =
      M.Dst.Type == MemoryTypeHost ? address(M.Dst.Host) : M.Dst.Device;
  if (M.Src.Pitch < M.WidthInBytes || M.Dst.Pitch < M.WidthInBytes)
    return 1;
  for (size_t R = 0; R < M.Height; ++R) {
    CUdeviceptr T = To + R * M.Dst.Pitch, F = From + R * M.Src.Pitch;
    bool ToDevice = M.Dst.Type == MemoryTypeUnified
                        ? onlyOnDevice(T)
                        : M.Dst.Type == MemoryTypeDevice;
    bool FromDevice = M.Src.Type == MemoryTypeUnified
                          ? onlyOnDevice(F)
                          : M.Src.Type == MemoryTypeDevice;
    if (int Code = copy(T, F, M.WidthInBytes, ToDevice, FromDevice, S))
      return Code;
  }
  return 0;
}

template <typename T>
int fill(CUdeviceptr P, size_t Pitch, T Value, size_t Width, size_t Height,
         CUstream S) {
  NEEDS_CONTEXT;
  NEEDS_STREAM(S);
  for (size_t R = 0; R < Height; ++R) {
    CUdeviceptr Row = P + R * Pitch;
    if (Row % sizeof(T) != 0 || !deviceRange(Row, Width * sizeof(T)))
      return 1;
    for (size_t I = 0; I < Width; ++I)
      std::memcpy(bytes(Row) + I * sizeof(T), &Value, sizeof(T));
  }
  return 0;
}
} // namespace

MOCK_EXPORT CUresult cuMemcpy(CUdeviceptr To, CUdeviceptr From, size_t Bytes) {
  MOCKED(cuMemcpy);
  return copyAny(To, From, Bytes, nullptr);
}
MOCK_EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr To, const void *From,
                                     size_t Bytes) {
  MOCKED(cuMemcpyHtoD_v2);
  return copy(To, address(From), Bytes, true, false, nullptr);
}
MOCK_EXPORT CUresult cuMemcpyDtoH_v2(void *To, CUdeviceptr From, size_t Bytes) {
  MOCKED(cuMemcpyDtoH_v2);
  return copy(address(To), From, Bytes, false, true, nullptr);
}
MOCK_EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr To, CUdeviceptr From,
                                     size_t Bytes) {
  MOCKED(cuMemcpyDtoD_v2);
  return copy(To, From, Bytes, true, true, nullptr);
}
MOCK_EXPORT CUresult cuMemcpyAsync(CUdeviceptr To, CUdeviceptr From,
                                   size_t Bytes, CUstream S) {
  MOCKED(cuMemcpyAsync);
  return copyAny(To, From, Bytes, S);
}
MOCK_EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr To, const void *From,
                                          size_t Bytes, CUstream S) {
  MOCKED(cuMemcpyHtoDAsync_v2);
  return copy(To, address(From), Bytes, true, false, S);
}
MOCK_EXPORT CUresult cuMemcpyDtoHAsync_v2(void *To, CUdeviceptr From,
                                          size_t Bytes, CUstream S) {
  MOCKED(cuMemcpyDtoHAsync_v2);
  return copy(address(To), From, Bytes, false, true, S);
}
MOCK_EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr To, CUdeviceptr From,
                                          size_t Bytes, CUstream S) {
  MOCKED(cuMemcpyDtoDAsync_v2);
  return copy(To, From, Bytes, true, true, S);
}
MOCK_EXPORT CUresult cuMemcpy2DUnaligned_v2(const Memcpy2D *M) {
  MOCKED(cuMemcpy2DUnaligned_v2);
  return copyRows(*M, nullptr);
}
MOCK_EXPORT CUresult cuMemcpy2DAsync_v2(const Memcpy2D *M, CUstream S) {
  MOCKED(cuMemcpy2DAsync_v2);
  return copyRows(*M, S);
}

namespace {
/// The first byte of a slice's row of one side of a box; null beyond an array.
char *rowOf(CUarray A, CUdeviceptr Plain, size_t Pitch, size_t Height, size_t X,
            size_t Y, size_t Z, size_t Bytes) {
  if (!A)
    return bytes(Plain + (Z * Height + Y) * Pitch + X);
  auto I = state().Arrays.find(A);
  if (I == state().Arrays.end())
    return nullptr;
  MockArray &M = I->second;
  size_t Row = M.rowBytes(), Offset = (Z * M.D.Height + Y) * Row + X;
  return X + Bytes <= Row && Offset + Bytes <= M.Bytes.size()
             ? M.Bytes.data() + Offset
             : nullptr;
}

int copyBox(const Memcpy3D &M, CUstream S) {
  NEEDS_CONTEXT;
  NEEDS_STREAM(S);
  CUarray ToArray = M.Dst.Type == MemoryTypeArray ? M.Dst.Array : nullptr;
  CUarray FromArray = M.Src.Type == MemoryTypeArray ? M.Src.Array : nullptr;
  for (size_t Z = 0; Z < M.Depth; ++Z)
    for (size_t Y = 0; Y < M.Height; ++Y) {
      char *To = rowOf(ToArray, address(M.Dst.Host), M.Dst.Pitch, M.Dst.Height,
                       M.Dst.X, M.Dst.Y + Y, M.Dst.Z + Z, M.WidthInBytes);
      char *From =
          rowOf(FromArray, address(M.Src.Host), M.Src.Pitch, M.Src.Height,
                M.Src.X, M.Src.Y + Y, M.Src.Z + Z, M.WidthInBytes);
      if (!To || !From)
        return 1;
      std::memmove(To, From, M.WidthInBytes);
    }
  return 0;
}
} // namespace

MOCK_EXPORT CUresult cuMemcpy3D_v2(const Memcpy3D *M) {
  MOCKED(cuMemcpy3D_v2);
  return copyBox(*M, nullptr);
}
MOCK_EXPORT CUresult cuMemcpy3DAsync_v2(const Memcpy3D *M, CUstream S) {
  MOCKED(cuMemcpy3DAsync_v2);
  return copyBox(*M, S);
}
MOCK_EXPORT CUresult cuArray3DCreate_v2(CUarray *A, const ArrayDescriptor *D) {
  MOCKED(cuArray3DCreate_v2);
  NEEDS_CONTEXT;
  State &S = state();
  std::lock_guard<std::recursive_mutex> Guard(S.Lock);
  if (D->Width == 0)
    return 1;
  *A = reinterpret_cast<CUarray>(S.NextHandle += 16);
  MockArray &New = S.Arrays[*A];
  New.D = *D;
  New.Bytes.resize(New.rowBytes() * (D->Height ? D->Height : 1) *
                   (D->Depth ? D->Depth : 1));
  return 0;
}
MOCK_EXPORT CUresult cuArray3DGetDescriptor_v2(ArrayDescriptor *D, CUarray A) {
  MOCKED(cuArray3DGetDescriptor_v2);
  NEEDS_CONTEXT;
  auto I = state().Arrays.find(A);
  if (I == state().Arrays.end())
    return 400;
  *D = I->second.D;
  return 0;
}
MOCK_EXPORT CUresult cuArrayDestroy(CUarray A) {
  MOCKED(cuArrayDestroy);
  NEEDS_CONTEXT;
  return state().Arrays.erase(A) ? 0 : 400;
}
MOCK_EXPORT CUresult cuMemsetD8Async(CUdeviceptr P, unsigned char V, size_t N,
                                     CUstream S) {
  MOCKED(cuMemsetD8Async);
  return fill(P, 0, V, N, 1, S);
}
MOCK_EXPORT CUresult cuMemsetD16Async(CUdeviceptr P, unsigned short V, size_t N,
                                      CUstream S) {
  MOCKED(cuMemsetD16Async);
  return fill(P, 0, V, N, 1, S);
}
MOCK_EXPORT CUresult cuMemsetD32Async(CUdeviceptr P, unsigned V, size_t N,
                                      CUstream S) {
  MOCKED(cuMemsetD32Async);
  return fill(P, 0, V, N, 1, S);
}
MOCK_EXPORT CUresult cuMemsetD2D8Async(CUdeviceptr P, size_t Pitch,
                                       unsigned char V, size_t W, size_t H,
                                       CUstream S) {
  MOCKED(cuMemsetD2D8Async);
  return fill(P, Pitch, V, W, H, S);
}
MOCK_EXPORT CUresult cuMemsetD2D16Async(CUdeviceptr P, size_t Pitch,
                                        unsigned short V, size_t W, size_t H,
                                        CUstream S) {
  MOCKED(cuMemsetD2D16Async);
  return fill(P, Pitch, V, W, H, S);
}
MOCK_EXPORT CUresult cuMemsetD2D32Async(CUdeviceptr P, size_t Pitch, unsigned V,
                                        size_t W, size_t H, CUstream S) {
  MOCKED(cuMemsetD2D32Async);
  return fill(P, Pitch, V, W, H, S);
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

MOCK_EXPORT CUresult cuStreamCreateWithPriority(CUstream *S, unsigned Flags,
                                                int) {
  MOCKED(cuStreamCreateWithPriority);
  NEEDS_CONTEXT;
  if (Flags > 1)
    return 1;
  *S = static_cast<CUstream>(handle(state().Streams));
  return 0;
}
MOCK_EXPORT CUresult cuStreamDestroy_v2(CUstream S) {
  MOCKED(cuStreamDestroy_v2);
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  return state().Streams.erase(S) ? 0 : 400;
}
MOCK_EXPORT CUresult cuStreamSynchronize(CUstream S) {
  MOCKED(cuStreamSynchronize);
  NEEDS_STREAM(S);
  return 0;
}
MOCK_EXPORT CUresult cuStreamQuery(CUstream S) {
  MOCKED(cuStreamQuery);
  NEEDS_STREAM(S);
  return 0;
}
MOCK_EXPORT CUresult cuStreamWaitEvent(CUstream S, CUevent E, unsigned) {
  MOCKED(cuStreamWaitEvent);
  NEEDS_STREAM(S);
  return known(state().Events, E) ? 0 : 400;
}
MOCK_EXPORT CUresult cuStreamGetFlags(CUstream S, unsigned *Flags) {
  MOCKED(cuStreamGetFlags);
  NEEDS_STREAM(S);
  *Flags = 0;
  return 0;
}
MOCK_EXPORT CUresult cuStreamGetPriority(CUstream S, int *Priority) {
  MOCKED(cuStreamGetPriority);
  NEEDS_STREAM(S);
  *Priority = 0;
  return 0;
}
MOCK_EXPORT CUresult cuLaunchHostFunc(CUstream S, CUhostFn Function,
                                      void *Data) {
  MOCKED(cuLaunchHostFunc);
  NEEDS_STREAM(S);
  if (!Function)
    return 1;
  Function(Data);
  return 0;
}
MOCK_EXPORT CUresult cuEventCreate(CUevent *E, unsigned Flags) {
  MOCKED(cuEventCreate);
  NEEDS_CONTEXT;
  if (Flags > 7)
    return 1;
  *E = static_cast<CUevent>(handle(state().Events));
  return 0;
}
MOCK_EXPORT CUresult cuEventDestroy_v2(CUevent E) {
  MOCKED(cuEventDestroy_v2);
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  return state().Events.erase(E) ? 0 : 400;
}
MOCK_EXPORT CUresult cuEventRecord(CUevent E, CUstream S) {
  MOCKED(cuEventRecord);
  NEEDS_STREAM(S);
  return known(state().Events, E) ? 0 : 400;
}
MOCK_EXPORT CUresult cuEventSynchronize(CUevent E) {
  MOCKED(cuEventSynchronize);
  return known(state().Events, E) ? 0 : 400;
}
MOCK_EXPORT CUresult cuEventQuery(CUevent E) {
  MOCKED(cuEventQuery);
  return known(state().Events, E) ? 0 : 400;
}
MOCK_EXPORT CUresult cuEventElapsedTime(float *Milliseconds, CUevent A,
                                        CUevent B) {
  MOCKED(cuEventElapsedTime);
  if (!known(state().Events, A) || !known(state().Events, B))
    return 400;
  *Milliseconds = 1.5f;
  return 0;
}

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

MOCK_EXPORT CUresult cuModuleLoadDataEx(CUmodule *M, const void *Data,
                                        unsigned Count, JitOption *Options,
                                        void **Values) {
  NEEDS_CONTEXT;
  state().LastModule = Data;
  if (int Code = called("cuModuleLoadDataEx")) {
    for (unsigned I = 0; I < Count; ++I)
      if (Options[I] == JitErrorLog)
        std::strcpy(static_cast<char *>(Values[I]), state().JitLog.c_str());
    return Code;
  }
  *M = static_cast<CUmodule>(handle(state().Modules));
  return 0;
}
MOCK_EXPORT CUresult cuModuleUnload(CUmodule M) {
  MOCKED(cuModuleUnload);
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  return state().Modules.erase(M) ? 0 : 400;
}
/// Of code that NVIDIA's runtime library has loaded.
MOCK_EXPORT CUresult cuFuncGetModule(CUmodule *M, CUfunction) {
  MOCKED(cuFuncGetModule);
  *M = static_cast<CUmodule>(handle(state().Modules));
  return 0;
}
/// Of an address and an integer.
MOCK_EXPORT CUresult cuFuncGetParamInfo(CUfunction, size_t Index,
                                        size_t *Offset, size_t *Bytes) {
  MOCKED(cuFuncGetParamInfo);
  if (Index > 1)
    return 1;
  *Offset = 8 * Index;
  *Bytes = Index == 0 ? 8 : 4;
  return 0;
}
MOCK_EXPORT CUresult cuModuleGetFunction(CUfunction *F, CUmodule M,
                                         const char *Name) {
  MOCKED(cuModuleGetFunction);
  if (!known(state().Modules, M))
    return 400;
  if (std::strstr(Name, "missing"))
    return 500;
  uintptr_t Handle = std::strcmp(Name, "covered") == 0 ? 65
                     : std::strcmp(Name, "rows") == 0  ? 66
                                                       : 64;
  *F = reinterpret_cast<CUfunction>(Handle);
  return 0;
}
MOCK_EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *P, size_t *Bytes,
                                          CUmodule, const char *Name) {
  MOCKED(cuModuleGetGlobal_v2);
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  if (std::strstr(Name, "missing"))
    return 500;
  auto &Storage = state().Symbols[Name];
  *P = address(Storage);
  *Bytes = sizeof Storage;
  state().Memory[*P] = {sizeof Storage, 0};
  return 0;
}
MOCK_EXPORT CUresult cuFuncGetAttribute(int *Value, FunctionAttribute A,
                                        CUfunction) {
  MOCKED(cuFuncGetAttribute);
  *Value = A == FunctionMaxThreadsPerBlock ? 1024 : 0;
  return 0;
}
MOCK_EXPORT CUresult cuFuncSetAttribute(CUfunction, FunctionAttribute, int) {
  MOCKED(cuFuncSetAttribute);
  return 0;
}
MOCK_EXPORT CUresult cuLaunchKernel(CUfunction F, unsigned GX, unsigned GY,
                                    unsigned GZ, unsigned BX, unsigned BY,
                                    unsigned BZ, unsigned Shared, CUstream S,
                                    void **, void **) {
  MOCKED(cuLaunchKernel);
  NEEDS_CONTEXT;
  NEEDS_STREAM(S);
  unsigned Values[7] = {GX, GY, GZ, BX, BY, BZ, Shared};
  std::memcpy(state().Launch, Values, sizeof Values);
  state().LaunchedCovered = F == reinterpret_cast<CUfunction>(uintptr_t(65));
  state().LaunchedRows = F == reinterpret_cast<CUfunction>(uintptr_t(66));
  return 0;
}
MOCK_EXPORT CUresult cuLaunchCooperativeKernel(CUfunction, unsigned GX,
                                               unsigned GY, unsigned GZ,
                                               unsigned BX, unsigned BY,
                                               unsigned BZ, unsigned Shared,
                                               CUstream S, void **) {
  MOCKED(cuLaunchCooperativeKernel);
  NEEDS_CONTEXT;
  NEEDS_STREAM(S);
  unsigned Values[7] = {GX, GY, GZ, BX, BY, BZ, Shared};
  std::memcpy(state().Launch, Values, sizeof Values);
  return 0;
}
MOCK_EXPORT CUresult cuOccupancyMaxPotentialClusterSize(int *Blocks, CUfunction,
                                                        const LaunchConfig *) {
  MOCKED(cuOccupancyMaxPotentialClusterSize);
  *Blocks = 8;
  return 0;
}
MOCK_EXPORT CUresult cuOccupancyMaxActiveClusters(int *Count, CUfunction,
                                                  const LaunchConfig *C) {
  MOCKED(cuOccupancyMaxActiveClusters);
  *Count = C->NumAttributes ? 2 : 1;
  return 0;
}
MOCK_EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                                 CUfunction,
                                                                 int Threads,
                                                                 size_t) {
  MOCKED(cuOccupancyMaxActiveBlocksPerMultiprocessor);
  *Blocks = 2048 / Threads;
  return 0;
}
