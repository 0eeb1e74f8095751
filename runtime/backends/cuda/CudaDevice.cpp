//===-- runtime/backends/cuda/CudaDevice.cpp - A GPU through CUDA's driver ===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CudaDevice.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cuda/CudaDevice.h"
#include <algorithm>

using namespace warprt;
using namespace warprt::cuda;

namespace {

bool isDefaultStream(Queue *Q) { return !Q || Q == LegacyQueue; }

} // namespace

MemoryType cuda::memoryTypeOf(CopyKind Kind, bool Source) {
  switch (Kind) {
  case CopyKind::HostToHost:
    return MemoryTypeHost;
  case CopyKind::HostToDevice:
    return Source ? MemoryTypeHost : MemoryTypeDevice;
  case CopyKind::DeviceToHost:
    return Source ? MemoryTypeDevice : MemoryTypeHost;
  case CopyKind::DeviceToDevice:
    return MemoryTypeDevice;
  case CopyKind::Infer:
    break;
  }
  return MemoryTypeUnified;
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

int CudaDevice::attribute(DeviceAttribute A, int Default) const {
  int Value = 0;
  return Api.cuDeviceGetAttribute(&Value, A, Handle) == 0 ? Value : Default;
}

Error CudaDevice::initialize() {
  if (Error E = toError(Api.cuDeviceGet(&Handle, Ordinal)); failed(E))
    return E;
  if (Error E = toError(Api.cuDevicePrimaryCtxRetain(&Context, Handle));
      failed(E))
    return E;
  readProperties();
  return Error::Success;
}

uint32_t CudaDevice::number(DeviceAttribute A, uint32_t Default) const {
  return static_cast<uint32_t>(attribute(A, static_cast<int>(Default)));
}

void CudaDevice::readProperties() {
  DeviceProperties &P = Properties;
  char Name[256] = "";
  if (Api.cuDeviceGetName(Name, sizeof Name, Handle) == 0)
    P.Name = Name;
  size_t Total = 0;
  if (Api.cuDeviceTotalMem_v2(&Total, Handle) == 0)
    P.TotalMemory = Total;
  P.AsyncEngines = number(AsyncEngineCount, 0);
  P.ClockKHz = number(ClockRate, 0);
  P.PciBus = number(PciBusId, 0);
  P.PciDevice = number(PciDeviceId, 0);
  P.PciDomain = number(PciDomainId, 0);
  P.ComputeMode = attribute(cuda::ComputeMode, 0);
  readLaunchLimits();
  readMemoryLimits();
  readAbilities();
}

void CudaDevice::readLaunchLimits() {
  DeviceProperties &P = Properties;
  P.ComputeMajor = number(ComputeCapabilityMajor, 0);
  P.ComputeMinor = number(ComputeCapabilityMinor, 0);
  P.MaxThreadsPerBlock =
      std::min<uint32_t>(number(cuda::MaxThreadsPerBlock, P.MaxThreadsPerBlock),
                         WARPRT_MAX_BLOCK_THREADS);
  for (int I = 0; I < 3; ++I) {
    P.MaxBlock[I] =
        number(static_cast<DeviceAttribute>(MaxBlockDimX + I), P.MaxBlock[I]);
    P.MaxGrid[I] =
        number(static_cast<DeviceAttribute>(MaxGridDimX + I), P.MaxGrid[I]);
  }
  P.SharedPerBlock = number(MaxSharedMemoryPerBlock, P.SharedPerBlock);
  P.SharedPerBlockOptIn =
      number(MaxSharedMemoryPerBlockOptin, P.SharedPerBlock);
  P.SharedPerMultiprocessor =
      number(MaxSharedMemoryPerMultiprocessor, P.SharedPerBlock);
  P.ReservedSharedPerBlock = number(ReservedSharedMemoryPerBlock, 0);
  P.RegistersPerBlock = number(MaxRegistersPerBlock, P.RegistersPerBlock);
  P.RegistersPerMultiprocessor =
      number(MaxRegistersPerMultiprocessor, P.RegistersPerMultiprocessor);
  P.WarpSize = number(cuda::WarpSize, P.WarpSize);
  P.Multiprocessors = number(MultiprocessorCount, 1);
  P.MaxThreadsPerMultiprocessor =
      number(cuda::MaxThreadsPerMultiprocessor, P.MaxThreadsPerMultiprocessor);
  P.MaxBlocksPerMultiprocessor =
      number(cuda::MaxBlocksPerMultiprocessor, P.MaxBlocksPerMultiprocessor);
}

void CudaDevice::readMemoryLimits() {
  DeviceProperties &P = Properties;
  P.TotalConstant = number(TotalConstantMemory, 65536);
  P.MaxPitch = number(cuda::MaxPitch, 2147483647u);
  P.TextureAlignment = number(cuda::TextureAlignment, P.TextureAlignment);
  P.SurfaceAlignment = number(cuda::SurfaceAlignment, P.SurfaceAlignment);
  // Width, height, depth or layers have consecutive numbers.
  auto Sizes = [&](auto &Into, int First) {
    for (uint32_t &Size : Into)
      Size = number(static_cast<DeviceAttribute>(First++), 0);
  };
  P.MaxTexture1D = number(MaxTexture1DWidth, 0);
  Sizes(P.MaxTexture2D, MaxTexture2DWidth);
  Sizes(P.MaxTexture3D, MaxTexture3DWidth);
  Sizes(P.MaxTexture1DLayered, MaxTexture1DLayeredWidth);
  Sizes(P.MaxTexture2DLayered, MaxTexture2DLayeredWidth);
  P.L2CacheSize = number(cuda::L2CacheSize, 0);
  P.MemoryBusWidth = number(GlobalMemoryBusWidth, 0);
  P.MemoryClockKHz = number(MemoryClockRate, 0);
}

void CudaDevice::readAbilities() {
  DeviceProperties &P = Properties;
  auto flag = [&](DeviceAttribute A) { return attribute(A, 0) != 0; };
  P.Integrated = flag(cuda::Integrated);
  P.CanMapHostMemory = flag(cuda::CanMapHostMemory);
  P.EccEnabled = flag(cuda::EccEnabled);
  P.ConcurrentKernels = flag(cuda::ConcurrentKernels);
  P.UnifiedAddressing = flag(cuda::UnifiedAddressing);
  P.ManagedMemory = flag(cuda::ManagedMemory);
  P.ConcurrentManagedAccess = flag(cuda::ConcurrentManagedAccess);
  P.PageableMemoryAccess = flag(cuda::PageableMemoryAccess);
  P.KernelTimeout = flag(KernelExecTimeout);
  P.CooperativeLaunch = flag(cuda::CooperativeLaunch);
  P.StreamPriorities = flag(StreamPrioritiesSupported);
  P.UsesHostPageTables = flag(PageableMemoryUsesHostTables);
  P.DirectManagedAccess = flag(DirectManagedMemoryAccess);
}

Error CudaDevice::makeCurrent() {
  CUcontext Current = nullptr;
  if (Error E = toError(Api.cuCtxGetCurrent(&Current)); failed(E))
    return E;
  if (Current == Context)
    return Error::Success;
  return toError(Api.cuCtxSetCurrent(Context));
}

Error CudaDevice::memoryInfo(size_t &Free, size_t &Total) {
  return toError(Api.cuMemGetInfo_v2(&Free, &Total));
}

Error CudaDevice::synchronize() { return toError(Api.cuCtxSynchronize()); }

Error CudaDevice::reset() {
  // The primary context stays: resetting it would pull the modules, streams
  // and memory from under the rest of the program.
  return synchronize();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Error CudaDevice::allocate(MemoryKind Kind, size_t Bytes, void **Result) {
  CUdeviceptr Address = 0;
  Error E = Error::InvalidValue;
  *Result = nullptr;
  switch (Kind) {
  case MemoryKind::Device:
    E = toError(Api.cuMemAlloc_v2(&Address, Bytes));
    break;
  case MemoryKind::Managed:
    E = toError(Api.cuMemAllocManaged(&Address, Bytes, AttachGlobal));
    break;
  case MemoryKind::Pinned:
    return toError(
        Api.cuMemHostAlloc(Result, Bytes, HostAllocPortable | HostAllocMapped));
  }
  if (!failed(E))
    *Result = reinterpret_cast<void *>(Address);
  return E;
}

Error CudaDevice::allocateAsync(size_t Bytes, void **Result, Queue *Q) {
  CUdeviceptr Address = 0;
  *Result = nullptr;
  Error E = toError(Api.cuMemAllocAsync(&Address, Bytes, streamOf(Q)));
  // Some devices have no memory pools.
  if (E == Error::NotSupported)
    return allocate(MemoryKind::Device, Bytes, Result);
  return takeFromPool(E, Address, Result);
}

Error CudaDevice::release(MemoryKind Kind, void *Address) {
  if (Kind == MemoryKind::Pinned)
    return toError(Api.cuMemFreeHost(Address));
  // Of other memory the driver waits for what uses it.
  if (leavePool(Address))
    if (Error E = synchronize(); failed(E))
      return E;
  return toError(Api.cuMemFree_v2(toDevice(Address)));
}

Error CudaDevice::releaseAsync(void *Address, Queue *Q) {
  leavePool(Address);
  return toError(Api.cuMemFreeAsync(toDevice(Address), streamOf(Q)));
}

Error CudaDevice::registerHost(void *Address, size_t Bytes) {
  return toError(Api.cuMemHostRegister_v2(
      Address, Bytes, HostRegisterPortable | HostRegisterMapped));
}

Error CudaDevice::unregisterHost(void *Address) {
  return toError(Api.cuMemHostUnregister(Address));
}

/// All attributes in one call, which is no error for memory of the host that
/// the driver does not know: zeros then.
PointerInfo CudaDevice::pointerInfo(const void *Address) {
  PointerInfo Info;
  Info.HostAddress = const_cast<void *>(Address);
  unsigned Type = 0, Managed = 0;
  int Ordinal = 0;
  CUdeviceptr Seen = 0, OnHost = 0, Start = 0;
  size_t Size = 0;
  PointerAttribute Asked[] = {PointerMemoryType,    PointerIsManaged,
                              PointerDevicePointer, PointerHostPointer,
                              PointerDeviceOrdinal, PointerRangeStart,
                              PointerRangeSize};
  void *Values[] = {&Type, &Managed, &Seen, &OnHost, &Ordinal, &Start, &Size};
  static_assert(std::size(Asked) == std::size(Values));
  if (Api.cuPointerGetAttributes(std::size(Asked), Asked, Values,
                                 toDevice(Address)) != 0 ||
      Type == 0)
    return Info;
  Info.Place = Managed                    ? PointerPlace::Managed
               : Type == MemoryTypeDevice ? PointerPlace::Device
                                          : PointerPlace::Host;
  Info.DeviceAddress = reinterpret_cast<void *>(Seen);
  if (!Managed || OnHost)
    Info.HostAddress = reinterpret_cast<void *>(OnHost);
  Info.Ordinal = Ordinal;
  Info.Base = reinterpret_cast<void *>(Start);
  Info.Size = Size;
  return Info;
}

Error CudaDevice::copyRow(void *Dst, const void *Src, size_t Bytes,
                          CopyKind Kind, Queue *Q, bool Async) {
  CUdeviceptr To = toDevice(Dst), From = toDevice(Src);
  if (!Async && isDefaultStream(Q)) {
    switch (Kind) {
    case CopyKind::HostToDevice:
      return toError(Api.cuMemcpyHtoD_v2(To, Src, Bytes));
    case CopyKind::DeviceToHost:
      return toError(Api.cuMemcpyDtoH_v2(Dst, From, Bytes));
    case CopyKind::DeviceToDevice:
      return toError(Api.cuMemcpyDtoD_v2(To, From, Bytes));
    default:
      return toError(Api.cuMemcpy(To, From, Bytes));
    }
  }
  CUstream S = streamOf(Q);
  switch (Kind) {
  case CopyKind::HostToDevice:
    return toError(Api.cuMemcpyHtoDAsync_v2(To, Src, Bytes, S));
  case CopyKind::DeviceToHost:
    return toError(Api.cuMemcpyDtoHAsync_v2(Dst, From, Bytes, S));
  case CopyKind::DeviceToDevice:
    return toError(Api.cuMemcpyDtoDAsync_v2(To, From, Bytes, S));
  default:
    return toError(Api.cuMemcpyAsync(To, From, Bytes, S));
  }
}

Error CudaDevice::copy(void *Dst, const void *Src, const CopyShape &Shape,
                       CopyKind Kind, Queue *Q, bool Async) {
  bool Blocking = !Async && isDefaultStream(Q);
  Error E;
  if (Shape.Height == 1) {
    E = copyRow(Dst, Src, Shape.Width, Kind, Q, Async);
  } else if (Shape.DstPitch == Shape.Width && Shape.SrcPitch == Shape.Width) {
    E = copyRow(Dst, Src, Shape.Width * Shape.Height, Kind, Q, Async);
  } else {
    Memcpy2D M = {};
    setEnds(M, Dst, Src, Kind);
    M.Src.Pitch = Shape.SrcPitch;
    M.Dst.Pitch = Shape.DstPitch;
    M.WidthInBytes = Shape.Width;
    M.Height = Shape.Height;
    E = toError(Blocking ? Api.cuMemcpy2DUnaligned_v2(&M)
                         : Api.cuMemcpy2DAsync_v2(&M, streamOf(Q)));
  }
  if (failed(E) || Async || Blocking)
    return E;
  return synchronizeQueue(Q);
}

Error CudaDevice::fill(void *Dst, size_t Pitch, uint32_t Value, unsigned Unit,
                       size_t Width, size_t Height, Queue *Q, bool Async) {
  CUdeviceptr To = toDevice(Dst);
  CUstream S = streamOf(Q);
  auto V8 = static_cast<unsigned char>(Value);
  auto V16 = static_cast<unsigned short>(Value);
  CUresult R;
  if (Height == 1)
    R = Unit == 1   ? Api.cuMemsetD8Async(To, V8, Width, S)
        : Unit == 2 ? Api.cuMemsetD16Async(To, V16, Width, S)
                    : Api.cuMemsetD32Async(To, Value, Width, S);
  else
    R = Unit == 1 ? Api.cuMemsetD2D8Async(To, Pitch, V8, Width, Height, S)
        : Unit == 2
            ? Api.cuMemsetD2D16Async(To, Pitch, V16, Width, Height, S)
            : Api.cuMemsetD2D32Async(To, Pitch, Value, Width, Height, S);
  if (R != 0 || Async)
    return toError(R);
  return synchronizeQueue(Q);
}

Error CudaDevice::prefetch(const void *Address, size_t Bytes, bool ToHost,
                           Queue *Q) {
  return toError(Api.cuMemPrefetchAsync(
      toDevice(Address), Bytes, ToHost ? CpuDevice : Handle, streamOf(Q)));
}

Error CudaDevice::advise(const void *Address, size_t Bytes, int Advice,
                         int Ordinal) {
  CUdevice Place = CpuDevice;
  if (Ordinal != -1)
    if (Error E = toError(Api.cuDeviceGet(&Place, Ordinal)); failed(E))
      return E;
  return toError(Api.cuMemAdvise(toDevice(Address), Bytes, Advice, Place));
}

Error CudaDevice::attach(Queue *Q, void *Address, size_t Bytes,
                         unsigned Flags) {
  return toError(
      Api.cuStreamAttachMemAsync(streamOf(Q), toDevice(Address), Bytes, Flags));
}

//===----------------------------------------------------------------------===//
// Queues and events
//===----------------------------------------------------------------------===//

Error CudaDevice::createQueue(unsigned Flags, int Priority, Queue **Result) {
  CUstream S = nullptr;
  Error E = toError(Api.cuStreamCreateWithPriority(&S, Flags, Priority));
  *Result = reinterpret_cast<Queue *>(S);
  return E;
}

Error CudaDevice::destroyQueue(Queue *Q) {
  return toError(Api.cuStreamDestroy_v2(streamOf(Q)));
}

Error CudaDevice::synchronizeQueue(Queue *Q) {
  return toError(Api.cuStreamSynchronize(streamOf(Q)));
}

Error CudaDevice::queryQueue(Queue *Q) {
  return toError(Api.cuStreamQuery(streamOf(Q)));
}

Error CudaDevice::waitEvent(Queue *Q, Event *E) {
  return toError(Api.cuStreamWaitEvent(streamOf(Q), eventOf(E), 0));
}

Error CudaDevice::hostCall(Queue *Q, HostFunction Function, void *Data) {
  return toError(Api.cuLaunchHostFunc(streamOf(Q), Function, Data));
}

Error CudaDevice::queueFlags(Queue *Q, unsigned &Flags, int &Priority) {
  if (Error E = toError(Api.cuStreamGetFlags(streamOf(Q), &Flags)); failed(E))
    return E;
  return toError(Api.cuStreamGetPriority(streamOf(Q), &Priority));
}

Error CudaDevice::limit(int Which, size_t &Value) {
  return toError(Api.cuCtxGetLimit(&Value, Which));
}

Error CudaDevice::setLimit(int Which, size_t Value) {
  return toError(Api.cuCtxSetLimit(Which, Value));
}

Error CudaDevice::setProfiling(bool On) {
  return toError(On ? Api.cuProfilerStart() : Api.cuProfilerStop());
}

Error CudaDevice::priorityRange(int &Least, int &Greatest) {
  return toError(Api.cuCtxGetStreamPriorityRange(&Least, &Greatest));
}

Error CudaDevice::createEvent(unsigned Flags, Event **Result) {
  CUevent E = nullptr;
  Error Err = toError(Api.cuEventCreate(&E, Flags));
  *Result = reinterpret_cast<Event *>(E);
  return Err;
}

Error CudaDevice::destroyEvent(Event *E) {
  return toError(Api.cuEventDestroy_v2(eventOf(E)));
}

Error CudaDevice::recordEvent(Event *E, Queue *Q) {
  return toError(Api.cuEventRecord(eventOf(E), streamOf(Q)));
}

Error CudaDevice::synchronizeEvent(Event *E) {
  return toError(Api.cuEventSynchronize(eventOf(E)));
}

Error CudaDevice::queryEvent(Event *E) {
  return toError(Api.cuEventQuery(eventOf(E)));
}

Error CudaDevice::elapsed(Event *Start, Event *End, float &Milliseconds) {
  return toError(
      Api.cuEventElapsedTime(&Milliseconds, eventOf(Start), eventOf(End)));
}

//===----------------------------------------------------------------------===//
// Peers and code
//===----------------------------------------------------------------------===//

Error CudaDevice::canAccessPeer(int Peer, bool &Can) {
  CUdevice Other = 0;
  Can = false;
  if (Error E = toError(Api.cuDeviceGet(&Other, Peer)); failed(E))
    return E;
  int Answer = 0;
  Error E = toError(Api.cuDeviceCanAccessPeer(&Answer, Handle, Other));
  Can = Answer != 0;
  return E;
}

Error CudaDevice::peerContext(int Peer, CUcontext &Result) {
  CUdevice Other = 0;
  if (Error E = toError(Api.cuDeviceGet(&Other, Peer)); failed(E))
    return E;
  return toError(Api.cuDevicePrimaryCtxRetain(&Result, Other));
}

Error CudaDevice::enablePeer(int Peer) {
  CUcontext Other = nullptr;
  if (Error E = peerContext(Peer, Other); failed(E))
    return E;
  return toError(Api.cuCtxEnablePeerAccess(Other, 0));
}

Error CudaDevice::disablePeer(int Peer) {
  CUcontext Other = nullptr;
  if (Error E = peerContext(Peer, Other); failed(E))
    return E;
  return toError(Api.cuCtxDisablePeerAccess(Other));
}

const WarprtDeviceCode *CudaDevice::selectCode(const WarprtImage &Image) {
  return cuda::selectCode(Image, Properties.ComputeMajor,
                          Properties.ComputeMinor);
}

Error CudaDevice::loadModule(const WarprtDeviceCode &Code, const char *,
                             std::unique_ptr<Module> &Result,
                             std::string &Log) {
  return cuda::loadModule(Api, Code, Properties.Multiprocessors, Result, Log);
}
