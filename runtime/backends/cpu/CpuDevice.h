//===-- runtime/backends/cpu/CpuDevice.h - The CPU as a device ----*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams are chains of tasks: each remembers its last task, and a new one
// depends on it. The legacy default stream is a chain whose tasks depend on the
// last task of every blocking stream, and every task of a blocking stream
// depends on its last one. A queue that records hands its tasks to a recording
// (see CpuCapture.h) instead.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_CPUDEVICE_H
#define WARPRT_BACKENDS_CPU_CPUDEVICE_H

#include "backends/cpu/AddressSpace.h"
#include "backends/cpu/Checker.h"
#include "backends/cpu/CpuCapture.h"
#include "backends/cpu/Scheduler.h"
#include "hal/Device.h"
#include <thread>
#include <unordered_map>
#include <unordered_set>

namespace warprt::cpu {

struct CpuQueue {
  unsigned Flags = 0;
  int Priority = 0;
  uint32_t Number = 0; ///< of all queues that there were
  uint32_t Works = 0;  ///< that were queued, where races are looked for
  TaskRef Last;
  RecordingPlace Place; // while it records
  bool blocking() const { return !(Flags & QueueNonBlocking); }
};

struct CpuEvent {
  unsigned Flags = 0;
  TaskRef Marker;       // null until recorded
  RecordingPlace Place; // where it was last put into a recording
};

/// A CUDA array is padded rows of device memory.
struct CpuArray {
  ArrayShape Shape;
  char *Address = nullptr;
  size_t Pitch = 0;
};

/// What a memory pool knows of its memory.
struct CpuPool {
  uint64_t MaxBytes = 0; // 0: no limit
  uint64_t Threshold = 0;
  uint64_t Used = 0, UsedHigh = 0, ReservedHigh = 0;
  bool Reuse[3] = {true, true, true};
};

struct PooledMemory {
  std::shared_ptr<CpuPool> From;
  size_t Bytes = 0;
};

class CpuDevice final : public Device {
public:
  CpuDevice(unsigned Threads, std::unique_ptr<GuardedMemory> Guard);
  ~CpuDevice() override;

  int ordinal() const override { return 0; }
  const DeviceProperties &properties() const override { return Properties; }
  Error makeCurrent() override { return Error::Success; }
  Error memoryInfo(size_t &Free, size_t &Total) override;
  Error synchronize() override;
  Error reset() override { return synchronize(); }
  bool reportsWork() const override { return true; }
  void (*kernelTrap() const)() override;

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
  Error poolAccess(MemoryPool *P, int Ordinal, PoolAccess &Access) override;
  Error setPoolAccess(MemoryPool *P, int Ordinal, PoolAccess Access) override;
  Error allocateFromPool(MemoryPool *P, size_t Bytes, void **Result,
                         Queue *Q) override;
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
  Error libraryCall(Queue *Q, std::function<void()> Work) override;
  void withDeviceMemory(const std::function<void()> &Work) override;
  Error queueFlags(Queue *Q, unsigned &Flags, int &Priority) override;
  Error priorityRange(int &Least, int &Greatest) override;
  Error limit(int Which, size_t &Value) override;
  Error setLimit(int Which, size_t Value) override;

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

  /// Appends a task to a queue. A graph that records it knows it as \p As.
  Error enqueue(Queue *Q, TaskRef T, const NodeWork &As,
                const TaskRef &AlsoAfter = nullptr);
  /// A task that the task of the calling thread is not done without, after
  /// another one, or at the end of all that its parent does.
  void enqueueNested(const TaskRef &T, const TaskRef &After, bool Tail);
  void waitNested(const TaskRef &T) { Pool.waitForChild(T); }
  AddressSpace &memory() { return Memory; }
  unsigned threads() const { return Pool.threads(); }

  /// After a kernel trapped nothing works any more, as on a GPU.
  void fail() { Failed.store(true, std::memory_order_release); }
  bool hasFailed() const { return Failed.load(std::memory_order_acquire); }

private:
  Error status() const {
    return hasFailed() ? Error::LaunchFailure : Error::Success;
  }
  /// Where a side of a copy lies; rows of an array are checked.
  Error resolve(BoxSide &Side, const BoxCopy &Copy);
  bool isManaged(const void *Address, size_t Bytes);
  /// Lock held. Null for a handle that is none of ours.
  CpuQueue *lookUp(Queue *Q);
  CpuGraph *lookUp(Graph *G);
  CpuPool *lookUp(MemoryPool *P);
  std::shared_ptr<CpuPool> shared(CpuPool *P);
  /// The operations of a list; false for one that is none of the graph's.
  static bool lookUp(const CpuGraph &G, NodeList Nodes,
                     std::vector<CpuGraphNode *> &Result);
  /// Both ends of edges, and their graph. Lock held; null for lists that name
  /// no edges of a graph of ours.
  CpuGraph *lookUpEdges(Graph *G, NodeList From, NodeList To,
                        std::vector<CpuGraphNode *> &Earlier,
                        std::vector<CpuGraphNode *> &Later);
  void dependencies(const CpuQueue &Q, std::vector<TaskRef> &After);
  /// The event's last marker; an error for a handle that is none of ours, and
  /// where a recording has it.
  Error markerOf(Event *E, TaskRef &Marker);
  /// Waits for all that was queued.
  Error waitForAll();
  /// The host waits for a task, which may be null, or has seen that it is done.
  void waitFor(const TaskRef &T);

  // Where races are looked for (see UnwaitedWork.h).
  /// Lock held. The task stands behind those of the list in the queue.
  void order(Task &T, CpuQueue &Q, const std::vector<TaskRef> &After);
  /// Has the task run before the call returns, if it can. Takes the lock.
  void runAtOnce(const TaskRef &T);
  /// A copy has been queued.
  void noteTransfer(const TaskRef &T, bool Async,
                    std::initializer_list<AccessedRows> Rows);
  /// The program leaves rows of host memory to it.
  void lend(const TaskRef &T, const AccessedRows &Rows);

  /// Takes the lock, as the three that follow.
  Error allocateFrom(const std::shared_ptr<CpuPool> &P, size_t Bytes,
                     void **Result);
  /// Memory is no longer its pool's, if it has one.
  void leavePool(void *Address);
  /// Adds an operation that consists of tasks: the first one comes after the
  /// list, and before the others.
  Error addNode(Graph *G, NodeList After, RecordedTasks Tasks,
                const NodeWork &Work, GraphNode **Result);
  /// The tasks of an operation.
  Error recordNode(const NodeWork &Work, RecordedTasks &Tasks);
  /// Queues what an operation does.
  Error queueNode(const NodeWork &Work, Queue *Q);
  // Memory of graphs. Lock held.
  /// A launch allocates and releases; an error where it finds what an earlier
  /// one has left to the program.
  Error takeMemory(CpuGraphExec &Exec);
  /// The program, or a launch, is done with some; false if no graph has it.
  bool leaveGraphMemory(void *Address);
  /// Releases what nothing uses and no graph will use again.
  void dropGraphMemory();
  /// What is to be launched gets the memory of its graph.
  Error giveMemory(CpuGraph &G, uint64_t Flags, CpuGraphExec &Exec);
  /// A graph is known, or goes, and with it those of its operations.
  void remember(CpuGraph &G);
  void forget(CpuGraph &G);
  /// Lock held. The graph that has the operation; null if none has.
  CpuGraph *graphOf(const GraphNode *N);
  /// Lock held. Tasks to submit.
  Error copiesOf(const CpuGraphExec &Exec, std::vector<TaskRef> &Copies);
  /// Lock held. Null where what is launched has none of it.
  CpuGraphExec::Place *placeOf(GraphExec *Exec, const GraphNode *N);

  // Recordings. Lock held, unless said otherwise.
  Error recordTask(CpuQueue &Q, TaskRef T, const NodeWork &As);
  bool records(Queue *Q);
  /// No queue takes part in it any more.
  void dropRecording(const std::shared_ptr<Recording> &R);
  /// The error of waiting for a queue that cannot be waited for now.
  Error refuseWait(CpuQueue &Q);
  /// The default stream cannot wait for queues that record.
  Error refuseImplicit(CpuQueue &Q);
  /// Calls that the driver does not do beside a recording. Takes the lock.
  Error refuseUnsafe();

  std::atomic<bool> Failed{false};
  /// The numbers a GPU begins with. The host's own stack and heap are larger.
  std::atomic<size_t> Limits[7] = {
      1024, size_t(1) << 20, size_t(8) << 20, 2, 2048, 64, 0};
  DeviceProperties Properties;
  std::unique_ptr<GuardedMemory> Guarded; // null: ordinary memory
  AddressSpace Memory;
  std::mutex Lock; // all that follows but the scheduler
  CpuQueue Legacy;
  std::unordered_set<CpuQueue *> Queues;
  std::unordered_map<std::thread::id, std::unique_ptr<CpuQueue>> PerThread;
  std::vector<TaskRef> Orphans; // last tasks of destroyed blocking queues
  uint32_t QueuesSoFar = 1;     // the first one is the default queue
  WorkOrder OfDestroyed;        // what destroyed queues have done
  std::unordered_set<CpuEvent *> Events;
  std::unordered_set<CpuArray *> Arrays;
  CpuPool DefaultPool;
  CpuPool *CurrentPool = &DefaultPool;
  std::unordered_map<CpuPool *, std::shared_ptr<CpuPool>> Pools;
  std::unordered_map<void *, PooledMemory> Pooled;
  std::vector<std::shared_ptr<Recording>> Recordings; // under way
  std::unordered_set<CpuGraph *> Graphs;
  std::unordered_map<void *, std::shared_ptr<GraphAllocation>> GraphMemories;
  uint64_t GraphUsed = 0, GraphReserved = 0; ///< bytes
  uint64_t GraphUsedHigh = 0, GraphReservedHigh = 0;
  std::unordered_set<CpuGraphExec *> GraphExecs;
  Scheduler Pool; // last: its threads end before the rest goes
};

/// Properties that describe the host honestly and that programs survive.
DeviceProperties describeHost(unsigned Threads);

/// The compiled kernels of one image.
std::unique_ptr<Module> createCpuModule(CpuDevice &Owner,
                                        const WarprtCpuProgram &Program);

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_CPUDEVICE_H
