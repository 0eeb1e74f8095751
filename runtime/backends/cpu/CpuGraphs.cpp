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
#include <numeric>

using namespace warprt;
using namespace warprt::cpu;

CpuGraphNode *CpuGraph::addNode(size_t First, size_t Last,
                                const NodeWork &Work) {
  Nodes.push_back(
      std::make_unique<CpuGraphNode>(CpuGraphNode{First, Last, Work}));
  return Nodes.back().get();
}

CpuGraphNode *CpuGraph::find(const GraphNode *N) const {
  for (auto &Known : Nodes)
    if (reinterpret_cast<const GraphNode *>(Known.get()) == N)
      return Known.get();
  return nullptr;
}

CpuGraphNode *CpuGraph::endingWith(size_t Task) const {
  for (auto &Known : Nodes)
    if (Known->Last == Task)
      return Known.get();
  return nullptr;
}

static GraphNode *handleOf(CpuGraphNode *N) {
  return reinterpret_cast<GraphNode *>(N);
}

std::unique_ptr<CpuGraph> CpuGraph::clone() const {
  auto Copy = std::make_unique<CpuGraph>();
  Copy->Tasks = Tasks;
  for (auto &N : Nodes) {
    CpuGraphNode *New = Copy->addNode(N->First, N->Last, N->Work);
    New->Original = N.get();
    if (N->Child) {
      New->Child = N->Child->clone();
      New->Child->IsChild = true;
    }
  }
  return Copy;
}

RecordedTasks CpuGraph::expanded(std::vector<size_t> &Place) const {
  RecordedTasks Result = Tasks;
  Place.resize(Tasks.size());
  std::iota(Place.begin(), Place.end(), size_t(0));
  for (auto &N : Nodes) {
    if (!N->Child)
      continue;
    std::vector<size_t> Inside;
    RecordedTasks Inner = N->Child->expanded(Inside);
    size_t First = Result.size();
    for (size_t End : leaves(Inner))
      Result[N->Last].After.push_back(First + End);
    for (RecordedTask &T : Inner) {
      for (size_t &Earlier : T.After)
        Earlier += First;
      if (T.After.empty())
        T.After.push_back(N->First);
      Result.push_back(std::move(T));
    }
  }
  return Result;
}

bool cpu::inOrder(const RecordedTasks &Tasks, RecordedTasks &Result,
                  std::vector<size_t> &Place) {
  Result.clear();
  Place.assign(Tasks.size(), SIZE_MAX);
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
      Result.push_back({Tasks[I].Work, {}, Tasks[I].Records, Tasks[I].Waits});
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
    CpuGraphNode *Ours = G.find(N);
    if (!Ours)
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
  if (Ours->IsChild)
    return Error::InvalidValue; // of its operation
  forget(*Ours);
  delete Ours;
  dropGraphMemory();
  return Error::Success;
}

void CpuDevice::forget(CpuGraph &G) {
  Graphs.erase(&G);
  for (auto &N : G.Nodes)
    if (N->Child)
      forget(*N->Child);
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
                         const NodeWork &Work, GraphNode **Result) {
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
  *Result = handleOf(Ours->addNode(First, Ours->Tasks.size() - 1, Work));
  return Error::Success;
}

Error CpuDevice::queueNode(const NodeWork &W, Queue *Q) {
  switch (W.Kind) {
  case NodeKind::Kernel:
    return W.Code->own().launch(W.Shape, Q, W.Args, *W.Description);
  case NodeKind::Copy:
    return copyBox(W.Box, W.Direction, Q, /*Async=*/true);
  case NodeKind::Fill:
    return fill(W.Dst, W.Pitch, W.Value, W.Unit, W.Width, W.Height, Q,
                /*Async=*/true);
  case NodeKind::Host:
    return hostCall(Q, W.Function, W.Data);
  default:
    return Error::InvalidValue;
  }
}

Error CpuDevice::recordNode(const NodeWork &W, RecordedTasks &Tasks) {
  bool Records = W.Kind == NodeKind::RecordEvent;
  bool Waits = W.Kind == NodeKind::WaitEvent;
  if (Records || Waits) {
    std::lock_guard<std::mutex> Guard(Lock);
    if (!Events.count(reinterpret_cast<CpuEvent *>(W.Recorded)))
      return Error::InvalidValue;
  }
  if (Records || Waits || W.Kind == NodeKind::Empty ||
      W.Kind == NodeKind::Allocate || W.Kind == NodeKind::Release) {
    Tasks.push_back({std::make_shared<Task>(),
                     {},
                     Records ? W.Recorded : nullptr,
                     Waits ? W.Recorded : nullptr,
                     W});
    return Error::Success;
  }
  // A queue that records, for this call only.
  CpuQueue Recorder;
  Recorder.Flags = QueueNonBlocking;
  Recorder.Place = {std::make_shared<Recording>(), {}};
  std::shared_ptr<Recording> R = Recorder.Place.In;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Queues.insert(&Recorder);
  }
  Error E = queueNode(W, reinterpret_cast<Queue *>(&Recorder));
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Queues.erase(&Recorder);
  }
  Tasks = std::move(R->Tasks);
  if (failed(E) || Tasks.empty())
    return failed(E) ? E : Error::InvalidValue;
  if (W.Kind != NodeKind::Kernel)
    Tasks[0].Given = W;
  if (Tasks.size() == 1)
    return Error::Success;
  // The slices of a copy are one operation.
  std::vector<std::shared_ptr<const Task>> Parts;
  for (RecordedTask &T : Tasks)
    Parts.push_back(std::move(T.Work));
  Tasks.resize(1);
  Tasks[0].Work = Task::joined(std::move(Parts));
  return Error::Success;
}

Error CpuDevice::addNode(Graph *G, NodeList After, const NodeWork &Work,
                         GraphNode **Result) {
  *Result = nullptr;
  RecordedTasks Tasks;
  if (Error E = recordNode(Work, Tasks); failed(E))
    return E;
  NodeWork Given = Tasks[0].Given;
  return addNode(G, After, std::move(Tasks), Given, Result);
}

Error CpuDevice::addChildNode(Graph *G, NodeList After, Graph *Child,
                              GraphNode **Result) {
  *Result = nullptr;
  std::unique_ptr<CpuGraph> Copy;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    CpuGraph *Inner = lookUp(Child);
    if (!Inner || G == Child)
      return Error::InvalidValue;
    if (Inner->hasMemory())
      return Error::NotSupported;
    Copy = Inner->clone();
    Copy->IsChild = true;
  }
  RecordedTasks Tasks;
  Tasks.push_back({std::make_shared<Task>(), {}});
  Tasks.push_back({std::make_shared<Task>(), {0}});
  NodeWork Work;
  Work.Kind = NodeKind::Child;
  if (Error E = addNode(G, After, std::move(Tasks), Work, Result); failed(E))
    return E;
  std::lock_guard<std::mutex> Guard(Lock);
  remember(*Copy);
  lookUp(G)->find(*Result)->Child = std::move(Copy);
  return Error::Success;
}

void CpuDevice::remember(CpuGraph &G) {
  Graphs.insert(&G);
  for (auto &N : G.Nodes)
    if (N->Child)
      remember(*N->Child);
}

Error CpuDevice::childGraph(GraphNode *N, Graph **Child) {
  *Child = nullptr;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *G = graphOf(N);
  CpuGraphNode *Ours = G ? G->find(N) : nullptr;
  if (!Ours || !Ours->Child)
    return Error::InvalidValue;
  *Child = reinterpret_cast<Graph *>(Ours->Child.get());
  return Error::Success;
}

CpuGraph *CpuDevice::lookUpEdges(Graph *G, NodeList From, NodeList To,
                                 std::vector<CpuGraphNode *> &Earlier,
                                 std::vector<CpuGraphNode *> &Later) {
  CpuGraph *Ours = lookUp(G);
  bool AreEdges = Ours && From.size() == To.size() &&
                  lookUp(*Ours, From, Earlier) && lookUp(*Ours, To, Later);
  return AreEdges ? Ours : nullptr;
}

Error CpuDevice::addDependencies(Graph *G, NodeList From, NodeList To) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::vector<CpuGraphNode *> Earlier, Later;
  CpuGraph *Ours = lookUpEdges(G, From, To, Earlier, Later);
  if (!Ours)
    return Error::InvalidValue;
  for (size_t I = 0; I < Later.size(); ++I)
    if (Earlier[I] == Later[I])
      return Error::InvalidValue;
  for (size_t I = 0; I < Later.size(); ++I)
    Ours->Tasks[Later[I]->First].After.push_back(Earlier[I]->Last);
  return Error::Success;
}

Error CpuDevice::removeDependencies(Graph *G, NodeList From, NodeList To) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::vector<CpuGraphNode *> Earlier, Later;
  CpuGraph *Ours = lookUpEdges(G, From, To, Earlier, Later);
  if (!Ours)
    return Error::InvalidValue;
  auto has = [&](size_t I) {
    auto &After = Ours->Tasks[Later[I]->First].After;
    return std::count(After.begin(), After.end(), Earlier[I]->Last) != 0;
  };
  for (size_t I = 0; I < Later.size(); ++I)
    if (!has(I))
      return Error::InvalidValue;
  for (size_t I = 0; I < Later.size(); ++I)
    std::erase(Ours->Tasks[Later[I]->First].After, Earlier[I]->Last);
  return Error::Success;
}

Error CpuDevice::graphEdges(Graph *G, std::vector<GraphNode *> &From,
                            std::vector<GraphNode *> &To) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *Ours = lookUp(G);
  if (!Ours)
    return Error::InvalidValue;
  From.clear();
  To.clear();
  for (auto &N : Ours->Nodes)
    for (size_t Earlier : Ours->Tasks[N->First].After) {
      From.push_back(handleOf(Ours->endingWith(Earlier)));
      To.push_back(handleOf(N.get()));
    }
  return Error::Success;
}

Error CpuDevice::neighbours(GraphNode *N, bool Later,
                            std::vector<GraphNode *> &Nodes) {
  CpuGraph *G;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    G = graphOf(N);
  }
  std::vector<GraphNode *> From, To;
  Nodes.clear();
  if (Error E = graphEdges(reinterpret_cast<Graph *>(G), From, To); failed(E))
    return E;
  for (size_t I = 0; I < From.size(); ++I)
    if ((Later ? From : To)[I] == N)
      Nodes.push_back((Later ? To : From)[I]);
  return Error::Success;
}

CpuGraph *CpuDevice::graphOf(const GraphNode *N) {
  for (CpuGraph *G : Graphs)
    if (G->find(N))
      return G;
  return nullptr;
}

Error CpuDevice::destroyNode(GraphNode *N) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *G = graphOf(N);
  if (!G)
    return Error::InvalidValue;
  if (G->hasMemory())
    return Error::NotSupported;
  CpuGraphNode *Ours = G->find(N);
  if (Ours->Child)
    forget(*Ours->Child);
  size_t First = Ours->First, Last = Ours->Last, Count = Last - First + 1;
  auto At = G->Tasks.begin();
  G->Tasks.erase(At + static_cast<ptrdiff_t>(First),
                 At + static_cast<ptrdiff_t>(Last + 1));
  for (RecordedTask &T : G->Tasks) {
    std::erase_if(T.After, [&](size_t I) { return I >= First && I <= Last; });
    for (size_t &Earlier : T.After)
      Earlier -= Earlier > Last ? Count : 0;
  }
  std::erase_if(G->Nodes, [&](auto &Known) { return Known.get() == Ours; });
  for (auto &Known : G->Nodes)
    if (Known->First > Last) {
      Known->First -= Count;
      Known->Last -= Count;
    }
  return Error::Success;
}

Error CpuDevice::cloneGraph(Graph *G, Graph **Clone) {
  *Clone = nullptr;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *Ours = lookUp(G);
  if (!Ours)
    return Error::InvalidValue;
  if (Ours->hasMemory())
    return Error::NotSupported;
  CpuGraph *Copy = Ours->clone().release();
  remember(*Copy);
  *Clone = reinterpret_cast<Graph *>(Copy);
  return Error::Success;
}

Error CpuDevice::findInClone(GraphNode *Original, Graph *Clone,
                             GraphNode **Result) {
  *Result = nullptr;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *Ours = lookUp(Clone);
  if (!Ours)
    return Error::InvalidValue;
  for (auto &N : Ours->Nodes)
    if (N->Original == reinterpret_cast<CpuGraphNode *>(Original))
      *Result = handleOf(N.get());
  return *Result ? Error::Success : Error::InvalidValue;
}

Error CpuDevice::nodeKind(GraphNode *N, NodeKind &Kind) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *G = graphOf(N);
  if (!G)
    return Error::InvalidValue;
  Kind = G->find(N)->Work.Kind;
  return Error::Success;
}

Error CpuDevice::nodeWork(GraphNode *N, NodeWork &Work) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *G = graphOf(N);
  if (!G)
    return Error::InvalidValue;
  Work = G->find(N)->Work;
  return Error::Success;
}

/// Other work in place of one task.
static bool replace(RecordedTask &Old, RecordedTasks &New) {
  if (New.size() != 1)
    return false;
  Old.Work = std::move(New[0].Work);
  Old.Records = New[0].Records;
  Old.Waits = New[0].Waits;
  return true;
}

Error CpuDevice::setNode(GraphNode *N, const NodeWork &Work) {
  RecordedTasks Tasks;
  if (Error E = recordNode(Work, Tasks); failed(E))
    return E;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *G = graphOf(N);
  CpuGraphNode *Ours = G ? G->find(N) : nullptr;
  if (!Ours || Ours->Work.Kind != Work.Kind || Ours->First != Ours->Last ||
      !replace(G->Tasks[Ours->First], Tasks))
    return Error::InvalidValue;
  Ours->Work = Tasks[0].Given;
  return Error::Success;
}

static bool isRow(const BoxCopy &Box) {
  return Box.Height == 1 && Box.Depth == 1;
}

CpuGraphExec::Place *CpuDevice::placeOf(GraphExec *Exec, const GraphNode *N) {
  auto *Ours = reinterpret_cast<CpuGraphExec *>(Exec);
  if (!GraphExecs.count(Ours))
    return nullptr;
  auto Found = Ours->Places.find(N);
  return Found == Ours->Places.end() ? nullptr : &Found->second;
}

Error CpuDevice::setExecNode(GraphExec *Exec, GraphNode *N,
                             const NodeWork &Work) {
  RecordedTasks Tasks;
  if (Error E = recordNode(Work, Tasks); failed(E))
    return E;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraphExec::Place *P = placeOf(Exec, N);
  // Copies of more dimensions stay as they are, as in CUDA.
  if (!P || P->Kind != Work.Kind || !P->IsRow || !isRow(Work.Box) ||
      P->First != P->Last ||
      !replace(reinterpret_cast<CpuGraphExec *>(Exec)->Tasks[P->First], Tasks))
    return Error::InvalidValue;
  return Error::Success;
}

Error CpuDevice::nodeEnabled(GraphExec *Exec, GraphNode *N, bool &Enabled) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraphExec::Place *P = placeOf(Exec, N);
  if (!P)
    return Error::InvalidValue;
  Enabled = P->Enabled;
  return Error::Success;
}

Error CpuDevice::setNodeEnabled(GraphExec *Exec, GraphNode *N, bool Enabled) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraphExec::Place *P = placeOf(Exec, N);
  // Of kernels, copies and fills only, as in CUDA.
  if (!P || P->Kind > NodeKind::Fill)
    return Error::InvalidValue;
  P->Enabled = Enabled;
  return Error::Success;
}

Error CpuDevice::updateGraphExec(GraphExec *Exec, Graph *G, int &Outcome) {
  constexpr int Updated = 0, OtherShape = 2, OtherKind = 3;
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Ours = reinterpret_cast<CpuGraphExec *>(Exec);
  CpuGraph *New = lookUp(G);
  RecordedTasks Tasks;
  std::vector<size_t> Place, Order;
  if (!GraphExecs.count(Ours) || !New ||
      !inOrder(New->expanded(Place), Tasks, Order))
    return Error::InvalidValue;
  if (New->hasMemory())
    return Error::NotSupported;
  bool Same = Tasks.size() == Ours->Tasks.size();
  for (size_t I = 0; Same && I < Tasks.size(); ++I)
    Same = Tasks[I].After == Ours->Tasks[I].After;
  Outcome = Same ? Updated : OtherShape;
  for (auto &N : New->Nodes)
    for (auto &[Known, P] : Ours->Places)
      if (Same && P.First == Order[Place[N->First]] && P.Kind != N->Work.Kind)
        Outcome = OtherKind;
  if (Outcome != Updated)
    return Error::GraphExecUpdateFailure;
  Ours->Tasks = std::move(Tasks);
  return Error::Success;
}

Error CpuDevice::uploadGraph(GraphExec *Exec, Queue *Q) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!lookUp(Q))
    return Error::InvalidResourceHandle;
  return GraphExecs.count(reinterpret_cast<CpuGraphExec *>(Exec))
             ? Error::Success
             : Error::InvalidValue;
}

Error CpuDevice::instantiateGraph(Graph *G, uint64_t Flags,
                                  GraphExec **Result) {
  *Result = nullptr;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuGraph *Ours = lookUp(G);
  auto Exec = std::make_unique<CpuGraphExec>();
  std::vector<size_t> Place, Order;
  if (!Ours || !inOrder(Ours->expanded(Place), Exec->Tasks, Order))
    return Error::InvalidValue;
  if (Error E = giveMemory(*Ours, Flags, *Exec); failed(E))
    return E;
  for (auto &N : Ours->Nodes)
    Exec->Places[handleOf(N.get())] = {Order[Place[N->First]],
                                       Order[Place[N->Last]], N->Work.Kind,
                                       isRow(N->Work.Box)};
  GraphExecs.insert(Exec.get());
  *Result = reinterpret_cast<GraphExec *>(Exec.release());
  return Error::Success;
}

Error CpuDevice::destroyGraphExec(GraphExec *Exec) {
  std::unique_lock<std::mutex> Guard(Lock);
  auto *Ours = reinterpret_cast<CpuGraphExec *>(Exec);
  if (!GraphExecs.erase(Ours))
    return Error::InvalidValue;
  if (CpuGraph *G = lookUp(Ours->Of))
    G->IsInstantiated = false;
  // What is queued goes on by itself, if its memory stays.
  if (!Ours->Allocated.empty() && Ours->Last) {
    Guard.unlock();
    Pool.wait(Ours->Last);
    Guard.lock();
  }
  delete Ours;
  dropGraphMemory();
  return Error::Success;
}
