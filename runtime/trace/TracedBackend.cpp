//===-- runtime/trace/TracedBackend.cpp - A back end that is traced -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TracedBackend.h.
//
//===----------------------------------------------------------------------===//
#include "trace/TracedBackend.h"
#include "trace/QueueTimes.h"
#include <unordered_map>

using namespace warprt;
using namespace warprt::trace;

namespace {

WorkTime now() { return std::chrono::steady_clock::now(); }

std::string dimensions(const uint32_t (&Extent)[3]) {
  return std::to_string(Extent[0]) + "x" + std::to_string(Extent[1]) + "x" +
         std::to_string(Extent[2]);
}

const char *nameOf(CopyKind Kind) {
  switch (Kind) {
  case CopyKind::HostToHost:
    return "copy on host";
  case CopyKind::HostToDevice:
    return "copy to device";
  case CopyKind::DeviceToHost:
    return "copy to host";
  case CopyKind::DeviceToDevice:
    return "copy on device";
  case CopyKind::Infer:
    break;
  }
  return "copy";
}

class TracedDevice;

class TracedKernel final : public Kernel {
public:
  TracedKernel(TracedDevice &Owner, std::unique_ptr<Kernel> Real)
      : Owner(Owner), Real(std::move(Real)) {}
  KernelProperties properties() const override { return Real->properties(); }
  Error setMaxDynamicShared(uint32_t Bytes) override {
    return Real->setMaxDynamicShared(Bytes);
  }
  Error setAttribute(KernelAttribute A, int Value) override {
    return Real->setAttribute(A, Value);
  }
  Error residentBlocks(const LaunchShape &Shape,
                       ResidentBlocks &Result) override {
    return Real->residentBlocks(Shape, Result);
  }
  Error largestCluster(const LaunchShape &Shape, uint32_t &Blocks) override {
    return Real->largestCluster(Shape, Blocks);
  }
  Error activeClusters(const LaunchShape &Shape, const uint32_t *Cluster,
                       uint32_t &Count) override {
    return Real->activeClusters(Shape, Cluster, Count);
  }
  Error launch(const LaunchShape &Shape, Queue *Q, void *const *Args,
               const WarprtKernel &Description) override;
  Error parameterSizes(std::vector<uint32_t> &Sizes) const override {
    return Real->parameterSizes(Sizes);
  }
  Kernel &own() override { return Real->own(); }
  void *cudaFunction() const override { return Real->cudaFunction(); }
  bool isFunction(const void *Function) const override {
    return Real->isFunction(Function);
  }

private:
  TracedDevice &Owner;
  std::unique_ptr<Kernel> Real;
};

class TracedModule final : public Module {
public:
  TracedModule(TracedDevice &Owner, std::unique_ptr<Module> Real)
      : Owner(Owner), Real(std::move(Real)) {}
  Error kernel(const char *Name, std::unique_ptr<Kernel> &Result) override {
    std::unique_ptr<Kernel> Found;
    Error E = Real->kernel(Name, Found);
    if (!failed(E))
      Result = std::make_unique<TracedKernel>(Owner, std::move(Found));
    return E;
  }
  Error symbol(const char *Name, void *&Address, size_t &Size) override {
    return Real->symbol(Name, Address, Size);
  }

private:
  TracedDevice &Owner;
  std::unique_ptr<Module> Real;
};

class TracedDevice final : public Device {
public:
  TracedDevice(Device &Real, TraceFile &File)
      : Real(Real), File(File), Times(Real, File) {}

  /// Something that a queue does: the call on the thread's track, the work on
  /// the queue's.
  template <typename Function>
  Error queued(const std::string &Name, const char *Category, Queue *Q,
               const std::string &Details, Function Call) {
    auto W = std::make_shared<Work>();
    W->Name = Name;
    W->Category = Category;
    W->Details = Details;
    W->Ordinal = Real.ordinal();
    W->Q = Q;
    W->Call = File.newCall();
    WorkTime Began = now();
    Event *Start = nullptr;
    if (Real.reportsWork())
      NextWork = W;
    else
      Start = Times.begin(Q);
    Error E = Call();
    NextWork = nullptr;
    if (failed(E))
      Times.drop(Start);
    else
      Times.end(Start, W);
    File.did(Name, "call", Began, Details, failed(E) ? 0 : W->Call);
    return E;
  }

  /// Something that the calling thread waits for.
  template <typename Function> Error waited(const char *Name, Function Call) {
    WorkTime Began = now();
    Error E = Call();
    File.did(Name, "wait", Began);
    if (!Real.reportsWork())
      Times.collect(/*Wait=*/false);
    return E;
  }

  void finish() {
    if (!Real.reportsWork() && !failed(Real.makeCurrent()))
      Times.collect(/*Wait=*/true);
  }

  int ordinal() const override { return Real.ordinal(); }
  const DeviceProperties &properties() const override {
    return Real.properties();
  }
  bool reportsWork() const override { return Real.reportsWork(); }
  Error makeCurrent() override { return Real.makeCurrent(); }
  Error memoryInfo(size_t &Free, size_t &Total) override {
    return Real.memoryInfo(Free, Total);
  }
  Error synchronize() override {
    return waited("wait for device", [&] { return Real.synchronize(); });
  }
  Error reset() override { return Real.reset(); }
  Error limit(int Which, size_t &Value) override {
    return Real.limit(Which, Value);
  }
  Error setLimit(int Which, size_t Value) override {
    return Real.setLimit(Which, Value);
  }
  Error setProfiling(bool On) override { return Real.setProfiling(On); }
  void (*kernelTrap() const)() override { return Real.kernelTrap(); }
  void *cudaContext() const override { return Real.cudaContext(); }
  int cudaDevice() const override { return Real.cudaDevice(); }

  Error allocate(MemoryKind Kind, size_t Bytes, void **Result) override {
    Error E = Real.allocate(Kind, Bytes, Result);
    if (!failed(E) && Kind != MemoryKind::Pinned)
      allocated(*Result, Bytes);
    return E;
  }
  Error allocateAsync(size_t Bytes, void **Result, Queue *Q) override {
    Error E = Real.allocateAsync(Bytes, Result, Q);
    if (!failed(E))
      allocated(*Result, Bytes);
    return E;
  }
  Error release(MemoryKind Kind, void *Address) override {
    // Before, as another thread may get the address at once.
    if (Kind != MemoryKind::Pinned)
      released(Address);
    return Real.release(Kind, Address);
  }
  Error releaseAsync(void *Address, Queue *Q) override {
    released(Address);
    return Real.releaseAsync(Address, Q);
  }

  Error defaultPool(MemoryPool **Pool) override {
    return Real.defaultPool(Pool);
  }
  Error currentPool(MemoryPool **Pool) override {
    return Real.currentPool(Pool);
  }
  Error setCurrentPool(MemoryPool *Pool) override {
    return Real.setCurrentPool(Pool);
  }
  Error createPool(size_t MaxBytes, bool Shareable,
                   MemoryPool **Result) override {
    return Real.createPool(MaxBytes, Shareable, Result);
  }
  Error destroyPool(MemoryPool *Pool) override {
    return Real.destroyPool(Pool);
  }
  Error trimPool(MemoryPool *Pool, size_t Keep) override {
    return Real.trimPool(Pool, Keep);
  }
  Error poolAttribute(MemoryPool *Pool, PoolAttribute Which,
                      uint64_t &Value) override {
    return Real.poolAttribute(Pool, Which, Value);
  }
  Error setPoolAttribute(MemoryPool *Pool, PoolAttribute Which,
                         uint64_t Value) override {
    return Real.setPoolAttribute(Pool, Which, Value);
  }
  Error poolAccess(MemoryPool *Pool, int Ordinal, PoolAccess &Access) override {
    return Real.poolAccess(Pool, Ordinal, Access);
  }
  Error setPoolAccess(MemoryPool *Pool, int Ordinal,
                      PoolAccess Access) override {
    return Real.setPoolAccess(Pool, Ordinal, Access);
  }
  Error allocateFromPool(MemoryPool *Pool, size_t Bytes, void **Result,
                         Queue *Q) override {
    Error E = Real.allocateFromPool(Pool, Bytes, Result, Q);
    if (!failed(E))
      allocated(*Result, Bytes);
    return E;
  }

  Error exportMemory(void *Address, IpcHandle &Handle) override {
    return Real.exportMemory(Address, Handle);
  }
  Error importMemory(const IpcHandle &Handle, unsigned Flags,
                     void **Result) override {
    return Real.importMemory(Handle, Flags, Result);
  }
  Error closeMemory(void *Address) override {
    return Real.closeMemory(Address);
  }
  Error exportEvent(Event *E, IpcHandle &Handle) override {
    return Real.exportEvent(E, Handle);
  }
  Error importEvent(const IpcHandle &Handle, Event **Result) override {
    return Real.importEvent(Handle, Result);
  }

  Error registerHost(void *Address, size_t Bytes) override {
    return Real.registerHost(Address, Bytes);
  }
  Error unregisterHost(void *Address) override {
    return Real.unregisterHost(Address);
  }
  PointerInfo pointerInfo(const void *Address) override {
    return Real.pointerInfo(Address);
  }

  Error copy(void *Dst, const void *Src, const CopyShape &Shape, CopyKind Kind,
             Queue *Q, bool Async) override {
    return queued(
        nameOf(Kind), "copy", Q,
        Details()
            .add("bytes", static_cast<int64_t>(Shape.Width * Shape.Height))
            .text(),
        [&] { return Real.copy(Dst, Src, Shape, Kind, Q, Async); });
  }
  Error fill(void *Dst, size_t Pitch, uint32_t Value, unsigned Unit,
             size_t Width, size_t Height, Queue *Q, bool Async) override {
    return queued("fill", "copy", Q,
                  Details()
                      .add("bytes", static_cast<int64_t>(Width * Height * Unit))
                      .text(),
                  [&] {
                    return Real.fill(Dst, Pitch, Value, Unit, Width, Height, Q,
                                     Async);
                  });
  }
  Error prefetch(const void *Address, size_t Bytes, bool ToHost,
                 Queue *Q) override {
    return queued(ToHost ? "prefetch to host" : "prefetch to device", "copy", Q,
                  Details().add("bytes", static_cast<int64_t>(Bytes)).text(),
                  [&] { return Real.prefetch(Address, Bytes, ToHost, Q); });
  }
  Error advise(const void *Address, size_t Bytes, int Advice,
               int Ordinal) override {
    return Real.advise(Address, Bytes, Advice, Ordinal);
  }
  Error attach(Queue *Q, void *Address, size_t Bytes, unsigned Flags) override {
    return Real.attach(Q, Address, Bytes, Flags);
  }

  Error createArray(const ArrayShape &Shape, Array **Result) override {
    return Real.createArray(Shape, Result);
  }
  Error destroyArray(Array *A) override { return Real.destroyArray(A); }
  Error arrayShape(Array *A, ArrayShape &Shape) override {
    return Real.arrayShape(A, Shape);
  }
  Error copyBox(const BoxCopy &Copy, CopyKind Kind, Queue *Q,
                bool Async) override {
    return queued(nameOf(Kind), "copy", Q,
                  Details()
                      .add("bytes", static_cast<int64_t>(
                                        Copy.Width * Copy.Height * Copy.Depth))
                      .text(),
                  [&] { return Real.copyBox(Copy, Kind, Q, Async); });
  }

  Error createQueue(unsigned Flags, int Priority, Queue **Result) override {
    return Real.createQueue(Flags, Priority, Result);
  }
  Error destroyQueue(Queue *Q) override {
    File.forgetQueue(Real.ordinal(), Q);
    return Real.destroyQueue(Q);
  }
  Error synchronizeQueue(Queue *Q) override {
    return waited("wait for stream", [&] { return Real.synchronizeQueue(Q); });
  }
  Error queryQueue(Queue *Q) override { return Real.queryQueue(Q); }
  Error waitEvent(Queue *Q, Event *E) override { return Real.waitEvent(Q, E); }
  Error hostCall(Queue *Q, HostFunction Function, void *Data) override {
    return queued("host function", "host", Q, "",
                  [&] { return Real.hostCall(Q, Function, Data); });
  }
  Error libraryCall(Queue *Q, std::function<void()> Call) override {
    return queued("library", "library", Q, "",
                  [&] { return Real.libraryCall(Q, std::move(Call)); });
  }
  void withDeviceMemory(const std::function<void()> &Call) override {
    Real.withDeviceMemory(Call);
  }
  Error queueFlags(Queue *Q, unsigned &Flags, int &Priority) override {
    return Real.queueFlags(Q, Flags, Priority);
  }
  Error priorityRange(int &Least, int &Greatest) override {
    return Real.priorityRange(Least, Greatest);
  }

  Error createEvent(unsigned Flags, Event **Result) override {
    return Real.createEvent(Flags, Result);
  }
  Error destroyEvent(Event *E) override { return Real.destroyEvent(E); }
  Error recordEvent(Event *E, Queue *Q) override {
    return Real.recordEvent(E, Q);
  }
  Error synchronizeEvent(Event *E) override {
    return waited("wait for event", [&] { return Real.synchronizeEvent(E); });
  }
  Error queryEvent(Event *E) override { return Real.queryEvent(E); }
  Error elapsed(Event *Start, Event *End, float &Milliseconds) override {
    return Real.elapsed(Start, End, Milliseconds);
  }

  Error beginCapture(Queue *Q, CaptureMode Mode) override {
    return Real.beginCapture(Q, Mode);
  }
  Error endCapture(Queue *Q, Graph **Result) override {
    return Real.endCapture(Q, Result);
  }
  Error captureStatus(Queue *Q, CaptureStatus &Status) override {
    return Real.captureStatus(Q, Status);
  }
  Error exchangeCaptureMode(CaptureMode &Mode) override {
    return Real.exchangeCaptureMode(Mode);
  }
  Error createGraph(Graph **Result) override {
    return Real.createGraph(Result);
  }
  Error destroyGraph(Graph *G) override { return Real.destroyGraph(G); }
  Error graphNodes(Graph *G, bool RootsOnly,
                   std::vector<GraphNode *> &Nodes) override {
    return Real.graphNodes(G, RootsOnly, Nodes);
  }
  Error addNode(Graph *G, NodeList After, const NodeWork &Work,
                GraphNode **Result) override {
    return Real.addNode(G, After, Work, Result);
  }
  Error addChildNode(Graph *G, NodeList After, Graph *Child,
                     GraphNode **Result) override {
    return Real.addChildNode(G, After, Child, Result);
  }
  Error childGraph(GraphNode *N, Graph **Child) override {
    return Real.childGraph(N, Child);
  }
  Error addAllocation(Graph *G, NodeList After, size_t Bytes,
                      std::span<const PeerAccess> Peers, void **Address,
                      GraphNode **Result) override {
    return Real.addAllocation(G, After, Bytes, Peers, Address, Result);
  }
  Error graphMemory(GraphMemory Which, uint64_t &Bytes) override {
    return Real.graphMemory(Which, Bytes);
  }
  Error resetGraphMemory(GraphMemory Which) override {
    return Real.resetGraphMemory(Which);
  }
  Error trimGraphMemory() override { return Real.trimGraphMemory(); }
  Error addDependencies(Graph *G, NodeList From, NodeList To) override {
    return Real.addDependencies(G, From, To);
  }
  Error removeDependencies(Graph *G, NodeList From, NodeList To) override {
    return Real.removeDependencies(G, From, To);
  }
  Error graphEdges(Graph *G, std::vector<GraphNode *> &From,
                   std::vector<GraphNode *> &To) override {
    return Real.graphEdges(G, From, To);
  }
  Error neighbours(GraphNode *N, bool Later,
                   std::vector<GraphNode *> &Nodes) override {
    return Real.neighbours(N, Later, Nodes);
  }
  Error destroyNode(GraphNode *N) override { return Real.destroyNode(N); }
  Error cloneGraph(Graph *G, Graph **Clone) override {
    return Real.cloneGraph(G, Clone);
  }
  Error findInClone(GraphNode *Original, Graph *Clone,
                    GraphNode **Result) override {
    return Real.findInClone(Original, Clone, Result);
  }
  Error nodeKind(GraphNode *N, NodeKind &Kind) override {
    return Real.nodeKind(N, Kind);
  }
  Error nodeWork(GraphNode *N, NodeWork &Work) override {
    return Real.nodeWork(N, Work);
  }
  Error setNode(GraphNode *N, const NodeWork &Work) override {
    return Real.setNode(N, Work);
  }
  Error setExecNode(GraphExec *Exec, GraphNode *N,
                    const NodeWork &Work) override {
    return Real.setExecNode(Exec, N, Work);
  }
  Error nodeEnabled(GraphExec *Exec, GraphNode *N, bool &Enabled) override {
    return Real.nodeEnabled(Exec, N, Enabled);
  }
  Error setNodeEnabled(GraphExec *Exec, GraphNode *N, bool Enabled) override {
    return Real.setNodeEnabled(Exec, N, Enabled);
  }
  Error updateGraphExec(GraphExec *Exec, Graph *G, int &Outcome) override {
    return Real.updateGraphExec(Exec, G, Outcome);
  }
  Error uploadGraph(GraphExec *Exec, Queue *Q) override {
    return Real.uploadGraph(Exec, Q);
  }
  Error instantiateGraph(Graph *G, uint64_t Flags,
                         GraphExec **Result) override {
    return Real.instantiateGraph(G, Flags, Result);
  }
  Error destroyGraphExec(GraphExec *Exec) override {
    return Real.destroyGraphExec(Exec);
  }
  Error launchGraph(GraphExec *Exec, Queue *Q) override {
    return queued("graph", "graph", Q, "",
                  [&] { return Real.launchGraph(Exec, Q); });
  }

  Error canAccessPeer(int Peer, bool &Can) override {
    return Real.canAccessPeer(Peer, Can);
  }
  Error enablePeer(int Peer) override { return Real.enablePeer(Peer); }
  Error disablePeer(int Peer) override { return Real.disablePeer(Peer); }

  const WarprtDeviceCode *selectCode(const WarprtImage &Image) override {
    return Real.selectCode(Image);
  }
  Error loadModule(const WarprtDeviceCode &Code, const char *Name,
                   std::unique_ptr<Module> &Result, std::string &Log) override {
    WorkTime Began = now();
    std::unique_ptr<Module> Loaded;
    Error E = Real.loadModule(Code, Name, Loaded, Log);
    File.did("load device code", "call", Began);
    if (!failed(E))
      Result = std::make_unique<TracedModule>(*this, std::move(Loaded));
    return E;
  }

private:
  void allocated(void *Address, size_t Bytes) {
    std::lock_guard<std::mutex> Guard(Lock);
    Sizes[Address] = Bytes;
    InUse += Bytes;
    showMemory();
  }
  void released(void *Address) {
    std::lock_guard<std::mutex> Guard(Lock);
    auto Known = Sizes.find(Address);
    if (Known == Sizes.end())
      return;
    InUse -= Known->second;
    Sizes.erase(Known);
    showMemory();
  }
  void showMemory() {
    File.count("memory of device " + std::to_string(Real.ordinal()),
               static_cast<int64_t>(InUse));
  }

  Device &Real;
  TraceFile &File;
  QueueTimes Times;
  std::mutex Lock; // what follows
  std::unordered_map<void *, size_t> Sizes;
  size_t InUse = 0;
};

/// It is also who hears of the work of devices that report it.
class Traced final : public TracedBackend, public WorkObserver {
public:
  Traced(std::unique_ptr<Backend> B, TraceFile &File)
      : Real(std::move(B)), File(File) {
    TheWorkObserver = this;
  }
  ~Traced() override {
    // The devices' threads end, and say no more.
    Devices.clear();
    Real.reset();
    TheWorkObserver = nullptr;
  }

  const char *name() const override { return Real->name(); }
  int deviceCount() override { return Real->deviceCount(); }
  Error device(int Ordinal, Device **Result) override {
    Device *Found = nullptr;
    if (Error E = Real->device(Ordinal, &Found); failed(E))
      return E;
    std::lock_guard<std::mutex> Guard(Lock);
    std::unique_ptr<TracedDevice> &D = Devices[Found];
    if (!D)
      D = std::make_unique<TracedDevice>(*Found, File);
    *Result = D.get();
    return Error::Success;
  }
  int driverVersion() const override { return Real->driverVersion(); }
  int runtimeVersion() const override { return Real->runtimeVersion(); }

  void finish() override {
    std::lock_guard<std::mutex> Guard(Lock);
    for (auto &[Found, D] : Devices)
      D->finish();
  }

  void done(const Work &W, WorkTime Start, WorkTime End) override {
    File.workDone(W, Start, End);
  }
  void tookPart(const Work &W, WorkTime Start, WorkTime End,
                bool IsDeviceThread) override {
    File.didPart(W, Start, End, IsDeviceThread);
  }

private:
  std::unique_ptr<Backend> Real;
  TraceFile &File;
  std::mutex Lock;
  std::unordered_map<Device *, std::unique_ptr<TracedDevice>> Devices;
};

} // namespace

Error TracedKernel::launch(const LaunchShape &Shape, Queue *Q,
                           void *const *Args, const WarprtKernel &Description) {
  const char *Name =
      Description.displayName ? Description.displayName : Description.name;
  Details D;
  D.add("grid", dimensions(Shape.Grid)).add("block", dimensions(Shape.Block));
  if (Shape.DynamicShared)
    D.add("dynamic shared bytes", Shape.DynamicShared);
  return Owner.queued(Name, "kernel", Q, D.text(), [&] {
    return Real->launch(Shape, Q, Args, Description);
  });
}

std::unique_ptr<TracedBackend>
trace::createTracedBackend(std::unique_ptr<Backend> B, TraceFile &File) {
  return std::make_unique<Traced>(std::move(B), File);
}
