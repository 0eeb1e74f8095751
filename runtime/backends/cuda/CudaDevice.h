//===-- runtime/backends/cuda/CudaDevice.h - A GPU through CUDA's driver *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queues and events are the driver's streams and events, and the primary
// context is used, so that CUDA libraries in the same program share them.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CUDA_CUDADEVICE_H
#define WARPRT_BACKENDS_CUDA_CUDADEVICE_H

#include "backends/cuda/Driver.h"
#include "hal/Device.h"
#include <mutex>
#include <set>

namespace warprt::cuda {

inline CUstream streamOf(Queue *Q) { return reinterpret_cast<CUstream>(Q); }
inline CUevent eventOf(Event *E) { return reinterpret_cast<CUevent>(E); }

class CudaDevice final : public Device {
public:
  CudaDevice(const Driver &Api, int Ordinal) : Api(Api), Ordinal(Ordinal) {}

  /// Takes the primary context and reads the properties.
  Error initialize();

  int ordinal() const override { return Ordinal; }
  const DeviceProperties &properties() const override { return Properties; }
  Error makeCurrent() override;
  void *cudaContext() const override { return Context; }
  int cudaDevice() const override { return Handle; }
  Error memoryInfo(size_t &Free, size_t &Total) override;
  Error synchronize() override;
  Error reset() override;

  Error allocate(MemoryKind Kind, size_t Bytes, void **Result) override;
  Error allocateAsync(size_t Bytes, void **Result, Queue *Q) override;
  Error release(MemoryKind Kind, void *Address) override;
  Error releaseAsync(void *Address, Queue *Q) override;
  Error defaultPool(MemoryPool **Result) override;
  Error currentPool(MemoryPool **Result) override;
  Error setCurrentPool(MemoryPool *P) override;
  Error createPool(size_t MaxBytes, bool Shareable,
                   MemoryPool **Result) override;
  Error destroyPool(MemoryPool *P) override;
  Error trimPool(MemoryPool *P, size_t Keep) override;
  Error poolAttribute(MemoryPool *P, PoolAttribute Which,
                      uint64_t &Value) override;
  Error setPoolAttribute(MemoryPool *P, PoolAttribute Which,
                         uint64_t Value) override;
  Error poolAccess(MemoryPool *P, int Peer, PoolAccess &Access) override;
  Error setPoolAccess(MemoryPool *P, int Peer, PoolAccess Access) override;
  Error allocateFromPool(MemoryPool *P, size_t Bytes, void **Result,
                         Queue *Q) override;
  Error exportMemory(void *Address, IpcHandle &Handle) override;
  Error importMemory(const IpcHandle &Handle, unsigned Flags,
                     void **Result) override;
  Error closeMemory(void *Address) override;
  Error exportEvent(Event *E, IpcHandle &Handle) override;
  Error importEvent(const IpcHandle &Handle, Event **Result) override;
  Error registerHost(void *Address, size_t Bytes) override;
  Error unregisterHost(void *Address) override;
  PointerInfo pointerInfo(const void *Address) override;
  Error copy(void *Dst, const void *Src, const CopyShape &Shape, CopyKind Kind,
             Queue *Q, bool Async) override;
  Error fill(void *Dst, size_t Pitch, uint32_t Value, unsigned Unit,
             size_t Width, size_t Height, Queue *Q, bool Async) override;
  Error prefetch(const void *Address, size_t Bytes, bool ToHost,
                 Queue *Q) override;
  Error advise(const void *Address, size_t Bytes, int Advice,
               int Ordinal) override;
  Error attach(Queue *Q, void *Address, size_t Bytes, unsigned Flags) override;

  Error createArray(const ArrayShape &Shape, Array **Result) override;
  Error destroyArray(Array *A) override;
  Error arrayShape(Array *A, ArrayShape &Shape) override;
  Error copyBox(const BoxCopy &Copy, CopyKind Kind, Queue *Q,
                bool Async) override;

  Error createQueue(unsigned Flags, int Priority, Queue **Result) override;
  Error destroyQueue(Queue *Q) override;
  Error synchronizeQueue(Queue *Q) override;
  Error queryQueue(Queue *Q) override;
  Error waitEvent(Queue *Q, Event *E) override;
  Error hostCall(Queue *Q, HostFunction Function, void *Data) override;
  Error queueFlags(Queue *Q, unsigned &Flags, int &Priority) override;
  Error priorityRange(int &Least, int &Greatest) override;
  Error limit(int Which, size_t &Value) override;
  Error setLimit(int Which, size_t Value) override;
  Error setProfiling(bool On) override;

  Error createEvent(unsigned Flags, Event **Result) override;
  Error destroyEvent(Event *E) override;
  Error recordEvent(Event *E, Queue *Q) override;
  Error synchronizeEvent(Event *E) override;
  Error queryEvent(Event *E) override;
  Error elapsed(Event *Start, Event *End, float &Milliseconds) override;

  Error beginCapture(Queue *Q, CaptureMode Mode) override;
  Error endCapture(Queue *Q, Graph **Result) override;
  Error captureStatus(Queue *Q, CaptureStatus &Status) override;
  Error exchangeCaptureMode(CaptureMode &Mode) override;
  Error createGraph(Graph **Result) override;
  Error destroyGraph(Graph *G) override;
  Error graphNodes(Graph *G, bool RootsOnly,
                   std::vector<GraphNode *> &Nodes) override;
  Error addNode(Graph *G, NodeList After, const NodeWork &Work,
                GraphNode **Result) override;
  Error addChildNode(Graph *G, NodeList After, Graph *Child,
                     GraphNode **Result) override;
  Error childGraph(GraphNode *N, Graph **Child) override;
  Error addAllocation(Graph *G, NodeList After, size_t Bytes,
                      std::span<const PeerAccess> Peers, void **Address,
                      GraphNode **Result) override;
  Error graphMemory(GraphMemory Which, uint64_t &Bytes) override;
  Error resetGraphMemory(GraphMemory Which) override;
  Error trimGraphMemory() override;
  Error addDependencies(Graph *G, NodeList From, NodeList To) override;
  Error removeDependencies(Graph *G, NodeList From, NodeList To) override;
  Error graphEdges(Graph *G, std::vector<GraphNode *> &From,
                   std::vector<GraphNode *> &To) override;
  Error neighbours(GraphNode *N, bool Later,
                   std::vector<GraphNode *> &Nodes) override;
  Error destroyNode(GraphNode *N) override;
  Error cloneGraph(Graph *G, Graph **Clone) override;
  Error findInClone(GraphNode *Original, Graph *Clone,
                    GraphNode **Result) override;
  Error nodeKind(GraphNode *N, NodeKind &Kind) override;
  Error nodeWork(GraphNode *N, NodeWork &Work) override;
  Error setNode(GraphNode *N, const NodeWork &Work) override;
  Error setExecNode(GraphExec *Exec, GraphNode *N,
                    const NodeWork &Work) override;
  Error nodeEnabled(GraphExec *Exec, GraphNode *N, bool &Enabled) override;
  Error setNodeEnabled(GraphExec *Exec, GraphNode *N, bool Enabled) override;
  Error updateGraphExec(GraphExec *Exec, Graph *G, int &Outcome) override;
  Error uploadGraph(GraphExec *Exec, Queue *Q) override;
  Error instantiateGraph(Graph *G, uint64_t Flags, GraphExec **Result) override;
  Error destroyGraphExec(GraphExec *Exec) override;
  Error launchGraph(GraphExec *Exec, Queue *Q) override;

  Error canAccessPeer(int Peer, bool &Can) override;
  Error enablePeer(int Peer) override;
  Error disablePeer(int Peer) override;

  const WarprtDeviceCode *selectCode(const WarprtImage &Image) override;
  Error loadModule(const WarprtDeviceCode &Code, const char *Name,
                   std::unique_ptr<Module> &Result, std::string &Log) override;

private:
  int attribute(DeviceAttribute A, int Default) const;
  uint32_t number(DeviceAttribute A, uint32_t Default) const;
  void readProperties();
  void readLaunchLimits();
  void readMemoryLimits();
  void readAbilities();
  Error copyRow(void *Dst, const void *Src, size_t Bytes, CopyKind Kind,
                Queue *Q, bool Async);
  Error peerContext(int Peer, CUcontext &Result);

  Error takeFromPool(Error E, CUdeviceptr Address, void **Result);
  bool leavePool(void *Address);

  const Driver &Api;
  const int Ordinal;
  /// Memory in the order of queues that is not yet freed.
  std::set<void *> OfPools;
  std::mutex PoolLock; // OfPools
  CUdevice Handle = 0;
  CUcontext Context = nullptr;
  DeviceProperties Properties;
};

/// What a direction says of one side of a copy.
MemoryType memoryTypeOf(CopyKind Kind, bool Source);

/// Says from where to where a copy of the driver goes.
template <typename Copy>
void setEnds(Copy &M, void *Dst, const void *Src, CopyKind Kind) {
  auto SetEnd = [&](auto &Side, const void *Address, bool IsSource) {
    Side.Type = memoryTypeOf(Kind, IsSource);
    Side.Host = const_cast<void *>(Address);
    Side.Device = toDevice(Address);
  };
  SetEnd(M.Src, Src, /*IsSource=*/true);
  SetEnd(M.Dst, Dst, /*IsSource=*/false);
}

/// The driver's form of a copy of a box, and back.
Memcpy3D boxCopy(const BoxCopy &Copy, CopyKind Kind);
BoxCopy boxOf(const Memcpy3D &M, CopyKind &Kind);

/// The code of an image for a GPU of this compute capability: a cubin of the
/// same major version, else PTX that is not newer than the GPU.
const WarprtDeviceCode *selectCode(const WarprtImage &Image, uint32_t Major,
                                   uint32_t Minor);

/// Loads one piece of code in the current context.
Error loadModule(const Driver &Api, const WarprtDeviceCode &Code,
                 uint32_t Multiprocessors, std::unique_ptr<Module> &Result,
                 std::string &Log);

} // namespace warprt::cuda

#endif // WARPRT_BACKENDS_CUDA_CUDADEVICE_H
