//===-- runtime/backends/cpu/CpuGraphs.cpp - Graphs on the CPU ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs as objects: their operations, also those that are added one by one,
// and what is made of them to be launched. See CpuCapture.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CpuCapture.h"
#include "backends/cpu/CpuDevice.h"
#include <algorithm>

using namespace warprt;
using namespace warprt::cpu;

CpuGraphNode *CpuGraph::addNode(size_t First, size_t Last) {
  Nodes.push_back(std::make_unique<CpuGraphNode>(CpuGraphNode{First, Last}));
  return Nodes.back().get();
}

bool cpu::inOrder(const RecordedTasks &Tasks, RecordedTasks &Result) {
  Result.clear();
  std::vector<size_t> Place(Tasks.size(), SIZE_MAX);
  // Each round takes what comes after tasks of earlier ones only. A recording
  // needs one round.
  for (size_t Taken = SIZE_MAX; Taken != Result.size();) {
    Taken = Result.size();
    for (size_t I = 0; I < Tasks.size(); ++I) {
      const std::vector<size_t> &After = Tasks[I].After;
      if (Place[I] != SIZE_MAX ||
          std::any_of(After.begin(), After.end(),
                      [&](size_t J) { return Place[J] == SIZE_MAX; }))
        continue;
      Place[I] = Result.size();
      Result.push_back({Tasks[I].Work, {}});
      for (size_t Earlier : After)
        Result.back().After.push_back(Place[Earlier]);
    }
  }
  return Result.size() == Tasks.size();
}

CpuGraph *CpuDevice::lookUp(Graph *G) {
  auto *Ours = reinterpret_cast<CpuGraph *>(G);
  return Graphs.count(Ours) ? Ours : nullptr;
}

bool CpuDevice::lookUp(const CpuGraph &G, NodeList Nodes,
                       std::vector<CpuGraphNode *> &Result) {
  for (GraphNode *N : Nodes) {
    auto *Ours = reinterpret_cast<CpuGraphNode *>(N);
    if (std::none_of(G.Nodes.begin(), G.Nodes.end(),
                     [&](auto &Known) { return Known.get() == Ours; }))
      return false;
    Result.push_back(Ours);
  }
  return true;
}

Error CpuDevice::createGraph(Graph **Result) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto *G = new CpuGraph;
  Graphs.insert(G);
  *Result = reinterpret_cast<Graph *>(G);
  return Error::Success;
}

Error CpuDevice::destroyGraph(Graph *G) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Ours = lookUp(G);
  if (!Ours)
    return Error::InvalidValue;
  Graphs.erase(Ours);
  delete Ours;
  return Error::Success;
}

Error CpuDevice::graphNodes(Graph *G, bool RootsOnly,
                            std::vector<GraphNode *> &Nodes) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *Ours = lookUp(G);
  if (!Ours)
    return Error::InvalidValue;
  Nodes.clear();
  for (auto &N : Ours->Nodes)
    if (!RootsOnly || Ours->Tasks[N->First].After.empty())
      Nodes.push_back(reinterpret_cast<GraphNode *>(N.get()));
  return Error::Success;
}

Error CpuDevice::addNode(Graph *G, NodeList After, RecordedTasks Tasks,
                         GraphNode **Result) {
  *Result = nullptr;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *Ours = lookUp(G);
  std::vector<CpuGraphNode *> Before;
  if (!Ours || !lookUp(*Ours, After, Before))
    return Error::InvalidValue;
  size_t First = Ours->Tasks.size();
  for (RecordedTask &T : Tasks) {
    for (size_t &Earlier : T.After)
      Earlier += First;
    Ours->Tasks.push_back(std::move(T));
  }
  for (CpuGraphNode *N : Before)
    Ours->Tasks[First].After.push_back(N->Last);
  *Result = reinterpret_cast<GraphNode *>(
      Ours->addNode(First, Ours->Tasks.size() - 1));
  return Error::Success;
}

Error CpuDevice::addQueued(Graph *G, NodeList After, GraphNode **Result,
                           const std::function<Error(Queue *)> &Work) {
  // A queue that records, for this call only.
  CpuQueue Recorder;
  Recorder.Flags = QueueNonBlocking;
  Recorder.Place = {std::make_shared<Recording>(), {}};
  std::shared_ptr<Recording> R = Recorder.Place.In;
  *Result = nullptr;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Queues.insert(&Recorder);
  }
  Error E = Work(reinterpret_cast<Queue *>(&Recorder));
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Queues.erase(&Recorder);
  }
  return failed(E) ? E : addNode(G, After, std::move(R->Tasks), Result);
}

Error CpuDevice::addEmptyNode(Graph *G, NodeList After, GraphNode **Result) {
  return addNode(G, After, {{std::make_shared<Task>(), {}}}, Result);
}

Error CpuDevice::addCopyNode(Graph *G, NodeList After, void *Dst,
                             const void *Src, size_t Bytes, CopyKind Kind,
                             GraphNode **Result) {
  return addQueued(G, After, Result, [&](Queue *Q) {
    CopyShape Shape;
    Shape.Width = Bytes;
    return copy(Dst, Src, Shape, Kind, Q, /*Async=*/true);
  });
}

Error CpuDevice::addFillNode(Graph *G, NodeList After, void *Dst, size_t Pitch,
                             uint32_t Value, unsigned Unit, size_t Width,
                             size_t Height, GraphNode **Result) {
  return addQueued(G, After, Result, [&](Queue *Q) {
    return fill(Dst, Pitch, Value, Unit, Width, Height, Q, /*Async=*/true);
  });
}

Error CpuDevice::addHostNode(Graph *G, NodeList After, HostFunction Function,
                             void *Data, GraphNode **Result) {
  return addQueued(G, After, Result,
                   [&](Queue *Q) { return hostCall(Q, Function, Data); });
}

Error CpuDevice::addChildNode(Graph *G, NodeList After, Graph *Child,
                              GraphNode **Result) {
  *Result = nullptr;
  RecordedTasks Tasks;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    CpuGraph *Inner = lookUp(Child);
    if (!Inner || G == Child)
      return Error::InvalidValue;
    Tasks.push_back({std::make_shared<Task>(), {}});
    for (const RecordedTask &T : Inner->Tasks) {
      Tasks.push_back({T.Work, {}});
      for (size_t Earlier : T.After)
        Tasks.back().After.push_back(Earlier + 1);
      if (T.After.empty())
        Tasks.back().After.push_back(0);
    }
    std::vector<size_t> Ends = leaves(Tasks);
    Tasks.push_back({std::make_shared<Task>(), std::move(Ends)});
  }
  return addNode(G, After, std::move(Tasks), Result);
}

Error CpuDevice::addDependencies(Graph *G, NodeList From, NodeList To) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *Ours = lookUp(G);
  std::vector<CpuGraphNode *> Earlier, Later;
  if (!Ours || From.size() != To.size() || !lookUp(*Ours, From, Earlier) ||
      !lookUp(*Ours, To, Later))
    return Error::InvalidValue;
  for (size_t I = 0; I < Later.size(); ++I)
    if (Earlier[I] == Later[I])
      return Error::InvalidValue;
  for (size_t I = 0; I < Later.size(); ++I)
    Ours->Tasks[Later[I]->First].After.push_back(Earlier[I]->Last);
  return Error::Success;
}

Error CpuDevice::instantiateGraph(Graph *G, uint64_t, GraphExec **Result) {
  *Result = nullptr;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *Ours = lookUp(G);
  auto Exec = std::make_unique<CpuGraphExec>();
  if (!Ours || !inOrder(Ours->Tasks, Exec->Tasks))
    return Error::InvalidValue;
  GraphExecs.insert(Exec.get());
  *Result = reinterpret_cast<GraphExec *>(Exec.release());
  return Error::Success;
}

Error CpuDevice::destroyGraphExec(GraphExec *Exec) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Ours = reinterpret_cast<CpuGraphExec *>(Exec);
  if (!GraphExecs.erase(Ours))
    return Error::InvalidValue;
  // What is queued goes on by itself.
  delete Ours;
  return Error::Success;
}
