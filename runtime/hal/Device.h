//===-- runtime/hal/Device.h - What a back end provides -----------*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between the runtime's core and a back end (cpu, cuda, null).
// Queues and events are opaque handles because on CUDA they are the driver's
// own streams and events, which programs hand to cuBLAS, cuFFT or NCCL as they
// are. The null queue is CUDA's legacy default stream: it waits for every
// blocking queue of the device and they wait for it.
//
// A call reports its own failure; the failure of earlier asynchronous work
// comes out of the next call that synchronises. Every method may be called
// from any thread, on a device that makeCurrent() was called for.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_HAL_DEVICE_H
#define WARPRT_HAL_DEVICE_H

#include "hal/Error.h"
#include "warprt/Image.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warprt {

struct Queue;      // opaque; null is the legacy default stream
struct Event;      // opaque
struct Graph;      // opaque: work that was recorded
struct GraphExec;  // opaque: a graph that can be launched
struct GraphNode;  // opaque: one operation of a graph
struct Array;      // opaque: a CUDA array, in a layout of the device's own
struct MemoryPool; // opaque: where memory in the order of a queue comes from

/// CUDA's own special stream handles, accepted wherever a queue is.
inline Queue *const LegacyQueue = reinterpret_cast<Queue *>(1);
inline Queue *const PerThreadQueue = reinterpret_cast<Queue *>(2);

enum class MemoryKind { Device, Pinned, Managed };

/// Values of cudaMemcpyKind.
enum class CopyKind : int {
  HostToHost = 0,
  HostToDevice = 1,
  DeviceToHost = 2,
  DeviceToDevice = 3,
  Infer = 4
};

enum QueueFlags : unsigned { QueueNonBlocking = 1 };
enum EventFlags : unsigned {
  EventBlockingSync = 1,
  EventDisableTiming = 2,
  EventInterprocess = 4
};

/// Values of cudaStreamCaptureMode and cudaStreamCaptureStatus.
enum class CaptureMode : int { Global = 0, ThreadLocal = 1, Relaxed = 2 };
enum class CaptureStatus : int { None = 0, Active = 1, Invalidated = 2 };

/// Values of cudaMemPoolAttr. The first three are 0 or 1; the others are bytes,
/// of which the high marks can be set to 0.
enum class PoolAttribute : int {
  ReuseFollowEventDependencies = 1,
  ReuseAllowOpportunistic = 2,
  ReuseAllowInternalDependencies = 3,
  ReleaseThreshold = 4,
  ReservedCurrent = 5,
  ReservedHigh = 6,
  UsedCurrent = 7,
  UsedHigh = 8
};

/// Values of cudaMemAccessFlags.
enum class PoolAccess : int { None = 0, Read = 1, ReadWrite = 3 };

/// Operations of a graph that another one comes after.
using NodeList = std::span<GraphNode *const>;

/// What an operation of a graph is: values of cudaGraphNodeType.
enum class NodeKind : int {
  Kernel = 0,
  Copy = 1,
  Fill = 2,
  Host = 3,
  Child = 4,
  Empty = 5,
  WaitEvent = 6,
  RecordEvent = 7,
  Allocate = 10,
  Release = 11
};

/// Values of cudaGraphMemAttributeType: bytes, of which the high marks can be
/// set to 0.
enum class GraphMemory : int {
  UsedCurrent = 0,
  UsedHigh = 1,
  ReservedCurrent = 2,
  ReservedHigh = 3
};

/// What another process opens memory or an event with.
struct IpcHandle {
  char Bytes[64];
};

/// A two-dimensional run of bytes: Height rows of Width bytes.
struct CopyShape {
  size_t DstPitch = 0, SrcPitch = 0, Width = 0, Height = 1;
};

/// Values of cudaChannelFormatKind.
enum class ChannelKind : int { Signed = 0, Unsigned = 1, Float = 2 };

/// What a CUDA array is made of: elements of 1, 2 or 4 channels. A height or
/// depth of 0 means that it has no such dimension.
struct ArrayShape {
  ChannelKind Kind = ChannelKind::Signed;
  uint32_t Channels = 1, ChannelBits = 8;
  size_t Width = 0, Height = 0, Depth = 0;
  unsigned Flags = 0;

  size_t elementBytes() const { return Channels * ChannelBits / 8; }
  size_t rowBytes() const { return Width * elementBytes(); }
};

/// One side of a copy of a box: a CUDA array, or rows at an address. X is
/// bytes, Y rows, Z slices of `Rows` rows.
struct BoxSide {
  Array *From = nullptr;
  char *Address = nullptr;
  size_t Pitch = 0, Rows = 0;
  size_t X = 0, Y = 0, Z = 0;
};

/// Depth slices of Height rows of Width bytes.
struct BoxCopy {
  BoxSide Dst, Src;
  size_t Width = 0, Height = 1, Depth = 1;
};

/// Numbers of Device::setLimit(), in bytes: of a thread's stack, and of what
/// device code allocates.
enum DeviceLimit : int { LimitStackSize = 0, LimitMallocHeapSize = 2 };

/// Where an address lies. Values of cudaMemoryType.
enum class PointerPlace : int {
  Unregistered = 0,
  Host = 1,
  Device = 2,
  Managed = 3
};

struct PointerInfo {
  PointerPlace Place = PointerPlace::Unregistered;
  void *Base = nullptr; // of the allocation, where known
  size_t Size = 0;
  void *DeviceAddress = nullptr; // where kernels see it; null if they do not
  void *HostAddress = nullptr;   // where the host sees it
  int Ordinal = 0;
};

struct DeviceProperties {
  std::string Name;
  uint64_t TotalMemory = 0;
  uint32_t ComputeMajor = 0, ComputeMinor = 0;
  uint32_t MaxThreadsPerBlock = WARPRT_MAX_BLOCK_THREADS;
  uint32_t MaxBlock[3] = {1024, 1024, 64};
  uint32_t MaxGrid[3] = {2147483647u, 65535u, 65535u};
  uint32_t SharedPerBlock = 48 * 1024;
  uint32_t SharedPerBlockOptIn = 48 * 1024;
  uint32_t SharedPerMultiprocessor = 48 * 1024;
  uint32_t ReservedSharedPerBlock = 0;
  uint32_t RegistersPerBlock = 65536;
  uint32_t RegistersPerMultiprocessor = 65536;
  uint32_t WarpSize = 32;
  uint32_t Multiprocessors = 1;
  uint32_t MaxThreadsPerMultiprocessor = 2048;
  uint32_t MaxBlocksPerMultiprocessor = 32;
  uint64_t TotalConstant = 65536;
  uint64_t MaxPitch = 2147483647u;
  uint32_t TextureAlignment = 512, SurfaceAlignment = 512;
  uint32_t MaxTexture1D = 0, MaxTexture2D[2] = {}, MaxTexture3D[3] = {};
  uint32_t MaxTexture1DLayered[2] = {}, MaxTexture2DLayered[3] = {};
  uint32_t L2CacheSize = 0;
  uint32_t MemoryBusWidth = 0;
  uint32_t ClockKHz = 0, MemoryClockKHz = 0;
  uint32_t AsyncEngines = 1;
  uint32_t PciBus = 0, PciDevice = 0, PciDomain = 0;
  bool Integrated = false, CanMapHostMemory = true, EccEnabled = false;
  bool ConcurrentKernels = true, UnifiedAddressing = true;
  bool ManagedMemory = true, ConcurrentManagedAccess = false;
  bool PageableMemoryAccess = false, KernelTimeout = false;
  bool CooperativeLaunch = false, StreamPriorities = false;
  bool UsesHostPageTables = false, DirectManagedAccess = false;
  int ComputeMode = 0;
  /// Threads that work for this device on the host; 0 on a GPU. Kernel loops
  /// are cut into chunks for these.
  uint32_t HostThreads = 0;
};

struct LaunchShape {
  uint32_t Grid[3] = {1, 1, 1};
  uint32_t Block[3] = {1, 1, 1};
  uint32_t DynamicShared = 0;
  /// Of a kernel that is a loop nest: no thread has a second iteration of one.
  bool CoversLoops = false;
};

/// How many blocks of a shape run at once.
struct ResidentBlocks {
  uint32_t Natural = 1; ///< what `*` means as a grid
  uint32_t Most = 1;    ///< a cooperative launch may have
};

/// What is known of a loaded kernel.
struct KernelProperties {
  uint32_t StaticShared = 0;
  uint32_t MaxThreadsPerBlock = WARPRT_MAX_BLOCK_THREADS;
  uint32_t Registers = 0;
  /// Of a thread where the grid covers the loops; 0 if that is not known.
  uint32_t CoveringRegisters = 0;
  uint64_t LocalBytes = 0, ConstantBytes = 0;
  /// Loops are for blocks of one thread each.
  bool LoopsOfOneThread = false;
  /// Where the grid covers the loops, so many threads along x come before the
  /// first iteration.
  uint32_t Lead = 0;
  uint32_t PtxVersion = 0, BinaryVersion = 0;
};

/// Attributes of kernels that are passed on as they are, by CUDA's numbers:
/// hints, and leave for clusters of more than 8 blocks.
enum class KernelAttribute : int {
  SharedCarveout = 9,
  LargeClusters = 14,
  ClusterScheduling = 15
};

/// One kernel of a loaded module. Owned by whoever asked for it.
class Kernel {
public:
  virtual ~Kernel() = default;
  virtual KernelProperties properties() const = 0;

  /// Allows (or limits) dynamic shared memory; `Bytes` was checked against
  /// the device's opt-in limit.
  virtual Error setMaxDynamicShared(uint32_t Bytes) = 0;
  virtual Error setAttribute(KernelAttribute, int /*Value*/) {
    return Error::Success;
  }

  /// For a cooperative launch; `Shape`'s grid plays no part.
  virtual Error residentBlocks(const LaunchShape &Shape,
                               ResidentBlocks &Result) = 0;

  /// The most blocks that a cluster of such a launch may have.
  virtual Error largestCluster(const LaunchShape &, uint32_t & /*Blocks*/) {
    return Error::NotSupported;
  }
  /// How many clusters of a shape run at once; without extents that of the
  /// kernel.
  virtual Error activeClusters(const LaunchShape &,
                               const uint32_t * /*Cluster*/,
                               uint32_t & /*Count*/) {
    return Error::NotSupported;
  }

  /// Queues one launch. The values behind `Args` are copied before the call
  /// returns; `Description` gives their number and sizes, and whether the
  /// launch is cooperative or has clusters.
  virtual Error launch(const LaunchShape &Shape, Queue *Q, void *const *Args,
                       const WarprtKernel &Description) = 0;

  /// Bytes of each parameter, as the device code has them.
  virtual Error parameterSizes(std::vector<uint32_t> & /*Sizes*/) const {
    return Error::NotSupported;
  }

  /// The back end's own kernel, where this one stands before it.
  virtual Kernel &own() { return *this; }
  /// CUDA's CUfunction; null where CUDA is not the back end.
  virtual void *cudaFunction() const { return nullptr; }
  /// Whether a CUfunction is this kernel, or its version for other grids.
  virtual bool isFunction(const void *Function) const {
    return Function == cudaFunction();
  }
};

/// Device code of one image, loaded on one device.
class Module {
public:
  virtual ~Module() = default;
  /// SymbolNotFound (or InvalidDeviceFunction) where there is none.
  virtual Error kernel(const char *Name, std::unique_ptr<Kernel> &Result) = 0;
  virtual Error symbol(const char *Name, void *&Address, size_t &Size) = 0;
};

using HostFunction = void (*)(void *Data);

/// An operation of a graph with what is given for its kind.
struct NodeWork {
  NodeKind Kind = NodeKind::Empty;
  BoxCopy Box; ///< copies, as Device::copyBox()
  CopyKind Direction = CopyKind::Infer;
  void *Dst = nullptr;                     ///< fills; allocated memory
  size_t Bytes = 0;                        ///< of that
  size_t Pitch = 0, Width = 0, Height = 1; ///< fills, as Device::fill()
  uint32_t Value = 0;
  unsigned Unit = 1;
  HostFunction Function = nullptr;
  void *Data = nullptr;
  Event *Recorded = nullptr; ///< or waited for
  Kernel *Code = nullptr;    ///< launches, as Kernel::launch()
  LaunchShape Shape;
  void *const *Args = nullptr;
  const WarprtKernel *Description = nullptr;
  void *CudaFunction = nullptr; ///< of a launch that was looked at, if known
};

/// What a device may do with memory of another one.
struct PeerAccess {
  int Ordinal;
  PoolAccess Access;
};

class Device {
public:
  virtual ~Device() = default;

  virtual int ordinal() const = 0;
  virtual const DeviceProperties &properties() const = 0;

  /// Makes the device the calling thread's, as far as the back end has such a
  /// notion. Cheap when it already is.
  virtual Error makeCurrent() = 0;

  virtual Error memoryInfo(size_t &Free, size_t &Total) = 0;
  /// Waits for all work of the device.
  virtual Error synchronize() = 0;
  virtual Error reset() = 0;

  /// Sizes of what kernels have, by CUDA's numbers (DeviceLimit has those that
  /// the runtime sets itself).
  virtual Error limit(int Which, size_t &Value) = 0;
  virtual Error setLimit(int Which, size_t Value) = 0;

  /// Whether it tells the observer of hal/Work.h what it does when.
  virtual bool reportsWork() const { return false; }

  /// Tells a profiler of the device where what it shall look at begins and
  /// ends.
  virtual Error setProfiling(bool) { return Error::Success; }

  /// What kernels of this device call to end, and with them every launch since,
  /// with LaunchFailure; null where an instruction does it.
  virtual void (*kernelTrap() const)() { return nullptr; }

  /// CUDA's handles of the device, for other users of its driver: the context
  /// and the CUdevice; null and 0 where CUDA is not the back end.
  virtual void *cudaContext() const { return nullptr; }
  virtual int cudaDevice() const { return 0; }

  // Memory. A size of 0 is the caller's to treat.
  virtual Error allocate(MemoryKind Kind, size_t Bytes, void **Result) = 0;
  /// Device memory that is there for what the queue does from now on. It is
  /// released like other memory.
  virtual Error allocateAsync(size_t Bytes, void **Result, Queue *) {
    return allocate(MemoryKind::Device, Bytes, Result);
  }
  virtual Error release(MemoryKind Kind, void *Address) = 0;
  /// Releases device memory behind what the queue has to do; NotSupported where
  /// the device cannot.
  virtual Error releaseAsync(void *Address, Queue *) {
    return release(MemoryKind::Device, Address);
  }

  // Memory pools. allocateAsync() takes from the current one, which is at first
  // the default one.
  virtual Error defaultPool(MemoryPool **) { return Error::NotSupported; }
  virtual Error currentPool(MemoryPool **) { return Error::NotSupported; }
  virtual Error setCurrentPool(MemoryPool *) { return Error::NotSupported; }
  /// At most `MaxBytes` large; 0 is no limit. With `Shareable` it has handles
  /// for other processes.
  virtual Error createPool(size_t /*MaxBytes*/, bool /*Shareable*/,
                           MemoryPool **) {
    return Error::NotSupported;
  }
  /// What was allocated from it stays.
  virtual Error destroyPool(MemoryPool *) { return Error::NotSupported; }
  /// Gives unused memory above `Keep` bytes back to the system.
  virtual Error trimPool(MemoryPool *, size_t /*Keep*/) {
    return Error::NotSupported;
  }
  virtual Error poolAttribute(MemoryPool *, PoolAttribute, uint64_t &) {
    return Error::NotSupported;
  }
  virtual Error setPoolAttribute(MemoryPool *, PoolAttribute, uint64_t) {
    return Error::NotSupported;
  }
  virtual Error poolAccess(MemoryPool *, int /*Ordinal*/, PoolAccess &) {
    return Error::NotSupported;
  }
  virtual Error setPoolAccess(MemoryPool *, int /*Ordinal*/, PoolAccess) {
    return Error::NotSupported;
  }
  virtual Error allocateFromPool(MemoryPool *, size_t /*Bytes*/,
                                 void ** /*Result*/, Queue *) {
    return Error::NotSupported;
  }

  // Memory and events that processes share.
  virtual Error exportMemory(void * /*Address*/, IpcHandle &) {
    return Error::NotSupported;
  }
  virtual Error importMemory(const IpcHandle &, unsigned /*Flags*/,
                             void ** /*Result*/) {
    return Error::NotSupported;
  }
  virtual Error closeMemory(void * /*Address*/) { return Error::NotSupported; }
  virtual Error exportEvent(Event *, IpcHandle &) {
    return Error::NotSupported;
  }
  virtual Error importEvent(const IpcHandle &, Event **) {
    return Error::NotSupported;
  }

  virtual Error registerHost(void *Address, size_t Bytes) = 0;
  virtual Error unregisterHost(void *Address) = 0;
  virtual PointerInfo pointerInfo(const void *Address) = 0;

  /// Copies in queue order. With `Async` the call may return before it is
  /// done; pageable host memory has been read by then, or the call waits.
  virtual Error copy(void *Dst, const void *Src, const CopyShape &Shape,
                     CopyKind Kind, Queue *Q, bool Async) = 0;
  /// Stores `Height` rows of `Width` units of 1, 2 or 4 bytes.
  virtual Error fill(void *Dst, size_t Pitch, uint32_t Value, unsigned Unit,
                     size_t Width, size_t Height, Queue *Q, bool Async) = 0;
  virtual Error prefetch(const void *Address, size_t Bytes, bool ToHost,
                         Queue *Q) = 0;
  /// A hint on managed memory, by CUDA's numbers (cudaMemAdvise); ordinal -1 is
  /// the host.
  virtual Error advise(const void *Address, size_t Bytes, int Advice,
                       int Ordinal) = 0;
  /// Gives managed memory to a queue (cudaStreamAttachMemAsync).
  virtual Error attach(Queue *Q, void *Address, size_t Bytes,
                       unsigned Flags) = 0;

  // CUDA arrays. The caller has checked the sorts of channels and the flags.
  virtual Error createArray(const ArrayShape &, Array **) {
    return Error::NotSupported;
  }
  /// InvalidValue for what is no array.
  virtual Error destroyArray(Array *) { return Error::InvalidValue; }
  virtual Error arrayShape(Array *, ArrayShape &) {
    return Error::InvalidValue;
  }
  /// As copy(), where an array takes part or there are slices.
  virtual Error copyBox(const BoxCopy &, CopyKind, Queue *, bool /*Async*/) {
    return Error::NotSupported;
  }

  // Queues.
  virtual Error createQueue(unsigned Flags, int Priority, Queue **Result) = 0;
  virtual Error destroyQueue(Queue *Q) = 0;
  virtual Error synchronizeQueue(Queue *Q) = 0;
  virtual Error queryQueue(Queue *Q) = 0;
  virtual Error waitEvent(Queue *Q, Event *E) = 0;
  virtual Error hostCall(Queue *Q, HostFunction Function, void *Data) = 0;
  /// Queues host code that works on device memory: a library of the host on
  /// the CPU. A graph that records it does it at each launch.
  virtual Error libraryCall(Queue *, std::function<void()> /*Work*/) {
    return Error::NotSupported;
  }
  /// Runs host code at once whose threads may later work on device memory: the
  /// loading of such a library.
  virtual void withDeviceMemory(const std::function<void()> &Work) { Work(); }
  virtual Error queueFlags(Queue *Q, unsigned &Flags, int &Priority) = 0;
  virtual Error priorityRange(int &Least, int &Greatest) = 0;

  // Events.
  virtual Error createEvent(unsigned Flags, Event **Result) = 0;
  virtual Error destroyEvent(Event *E) = 0;
  virtual Error recordEvent(Event *E, Queue *Q) = 0;
  virtual Error synchronizeEvent(Event *E) = 0;
  virtual Error queryEvent(Event *E) = 0;
  virtual Error elapsed(Event *Start, Event *End, float &Milliseconds) = 0;

  // Graphs. Between beginCapture() and endCapture() what is queued is recorded
  // and not done; so is what other queues do after an event of the recording.
  virtual Error beginCapture(Queue *, CaptureMode) {
    return Error::NotSupported;
  }
  virtual Error endCapture(Queue *, Graph **) { return Error::NotSupported; }
  virtual Error captureStatus(Queue *, CaptureStatus &Status) {
    Status = CaptureStatus::None;
    return Error::Success;
  }
  /// What the calling thread may do while there are recordings.
  virtual Error exchangeCaptureMode(CaptureMode &) {
    return Error::NotSupported;
  }
  virtual Error createGraph(Graph **) { return Error::NotSupported; }
  virtual Error destroyGraph(Graph *) { return Error::NotSupported; }
  /// Operations of the graph, those that only order others included; or only
  /// those that come after no other one.
  virtual Error graphNodes(Graph *, bool /*RootsOnly*/,
                           std::vector<GraphNode *> &) {
    return Error::NotSupported;
  }
  /// One operation more, which comes after those of the list.
  virtual Error addNode(Graph *, NodeList, const NodeWork &, GraphNode **) {
    return Error::NotSupported;
  }
  /// All that another graph has now.
  virtual Error addChildNode(Graph *, NodeList, Graph * /*Child*/,
                             GraphNode **) {
    return Error::NotSupported;
  }
  /// The graph of such an operation, which stays its own.
  virtual Error childGraph(GraphNode *, Graph **) {
    return Error::NotSupported;
  }
  /// Memory that launches of the graph allocate, always at the same address.
  virtual Error addAllocation(Graph *, NodeList, size_t /*Bytes*/,
                              std::span<const PeerAccess>, void ** /*Address*/,
                              GraphNode **) {
    return Error::NotSupported;
  }
  /// Memory of all graphs with such operations.
  virtual Error graphMemory(GraphMemory, uint64_t &) {
    return Error::NotSupported;
  }
  virtual Error resetGraphMemory(GraphMemory) { return Error::NotSupported; }
  /// Gives back what no graph uses now.
  virtual Error trimGraphMemory() { return Error::NotSupported; }
  /// `To[I]` comes after `From[I]`.
  virtual Error addDependencies(Graph *, NodeList /*From*/, NodeList /*To*/) {
    return Error::NotSupported;
  }
  virtual Error removeDependencies(Graph *, NodeList /*From*/,
                                   NodeList /*To*/) {
    return Error::NotSupported;
  }
  /// Each `To[I]` that comes after a `From[I]`.
  virtual Error graphEdges(Graph *, std::vector<GraphNode *> & /*From*/,
                           std::vector<GraphNode *> & /*To*/) {
    return Error::NotSupported;
  }
  /// Those that an operation comes after, or with \p Later that come after it.
  virtual Error neighbours(GraphNode *, bool /*Later*/,
                           std::vector<GraphNode *> &) {
    return Error::NotSupported;
  }
  virtual Error destroyNode(GraphNode *) { return Error::NotSupported; }
  virtual Error cloneGraph(Graph *, Graph ** /*Clone*/) {
    return Error::NotSupported;
  }
  virtual Error findInClone(GraphNode * /*Original*/, Graph * /*Clone*/,
                            GraphNode **) {
    return Error::NotSupported;
  }
  virtual Error nodeKind(GraphNode *, NodeKind &) {
    return Error::NotSupported;
  }
  /// What an operation was given, child graphs excepted. Arguments of kernels
  /// stay where they are until it is given others.
  virtual Error nodeWork(GraphNode *, NodeWork &) {
    return Error::NotSupported;
  }
  /// Other data for an operation of the same kind.
  virtual Error setNode(GraphNode *, const NodeWork &) {
    return Error::NotSupported;
  }
  virtual Error instantiateGraph(Graph *, uint64_t /*Flags*/, GraphExec **) {
    return Error::NotSupported;
  }
  virtual Error destroyGraphExec(GraphExec *) { return Error::NotSupported; }
  virtual Error launchGraph(GraphExec *, Queue *) {
    return Error::NotSupported;
  }
  // Of what is launched. Operations are those of the graph that it is made of.
  virtual Error setExecNode(GraphExec *, GraphNode *, const NodeWork &) {
    return Error::NotSupported;
  }
  virtual Error nodeEnabled(GraphExec *, GraphNode *, bool &) {
    return Error::NotSupported;
  }
  virtual Error setNodeEnabled(GraphExec *, GraphNode *, bool) {
    return Error::NotSupported;
  }
  /// The data of a graph of the same shape; \p Outcome is a value of
  /// cudaGraphExecUpdateResult.
  virtual Error updateGraphExec(GraphExec *, Graph *, int & /*Outcome*/) {
    return Error::NotSupported;
  }
  virtual Error uploadGraph(GraphExec *, Queue *) {
    return Error::NotSupported;
  }

  // Peers, by ordinal.
  virtual Error canAccessPeer(int Peer, bool &Can) = 0;
  virtual Error enablePeer(int Peer) = 0;
  virtual Error disablePeer(int Peer) = 0;

  /// The best code of an image for this device, null if it has none.
  virtual const WarprtDeviceCode *selectCode(const WarprtImage &Image) = 0;
  /// On failure `Log` says more where the back end knows more.
  virtual Error loadModule(const WarprtDeviceCode &Code, const char *Name,
                           std::unique_ptr<Module> &Result,
                           std::string &Log) = 0;
};

/// A back end: devices of one sort.
class Backend {
public:
  virtual ~Backend() = default;
  virtual const char *name() const = 0;
  virtual int deviceCount() = 0;
  /// The device, initialised at the first call for it.
  virtual Error device(int Ordinal, Device **Result) = 0;
  virtual int driverVersion() const = 0;
  virtual int runtimeVersion() const = 0;
};

} // namespace warprt

#endif // WARPRT_HAL_DEVICE_H
