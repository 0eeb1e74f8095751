//===-- runtime/backends/cpu/CpuGraphMemory.cpp - Memory of graphs --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of graphs that allocate and free memory. Memory is there from the
// time that its operation is added, so that all launches have one address; what
// they and the program do with it is whether it is in use, which is looked at
// in the order of the calls. It goes with the last of its graph, of what was
// made of that, and of its use.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CpuCapture.h"
#include "backends/cpu/CpuDevice.h"
#include <algorithm>

using namespace warprt;
using namespace warprt::cpu;

namespace {
bool isMemory(NodeKind Kind) {
  return Kind == NodeKind::Allocate || Kind == NodeKind::Release;
}

/// cudaGraphInstantiateFlagAutoFreeOnLaunch.
constexpr uint64_t FreeOnLaunch = 1;
} // namespace

bool CpuGraph::hasMemory() const {
  return std::any_of(Nodes.begin(), Nodes.end(),
                     [](auto &N) { return isMemory(N->Work.Kind); });
}

Error CpuDevice::addAllocation(Graph *G, NodeList After, size_t Bytes,
                               std::span<const PeerAccess> Peers,
                               void **Address, GraphNode **Result) {
  *Result = nullptr;
  *Address = nullptr;
  for (const PeerAccess &P : Peers)
    if (P.Ordinal != 0)
      return Error::InvalidDevice;
  if (std::lock_guard<std::mutex> Guard(Lock); CpuGraph *Ours = lookUp(G)) {
    if (Ours->IsChild)
      return Error::NotSupported;
  } else {
    return Error::InvalidValue;
  }
  NodeWork Work;
  Work.Kind = NodeKind::Allocate;
  Work.Bytes = Bytes;
  if (Error E = Memory.allocate(RangeKind::Device, Bytes, &Work.Dst); failed(E))
    return E;
  if (Error E = addNode(G, After, Work, Result); failed(E)) {
    (void)Memory.release(RangeKind::Device, Work.Dst);
    return E;
  }
  std::lock_guard<std::mutex> Guard(Lock);
  GraphMemories[Work.Dst] = std::make_shared<GraphAllocation>(
      GraphAllocation{Work.Dst, Bytes, false, reinterpret_cast<CpuGraph *>(G)});
  GraphReserved += Bytes;
  GraphReservedHigh = std::max(GraphReservedHigh, GraphReserved);
  *Address = Work.Dst;
  return Error::Success;
}

Error CpuDevice::giveMemory(CpuGraph &G, uint64_t Flags, CpuGraphExec &Exec) {
  if (!G.hasMemory())
    return Error::Success;
  if (G.IsInstantiated)
    return Error::NotSupported;
  for (auto &N : G.Nodes) {
    if (!isMemory(N->Work.Kind))
      continue;
    auto Known = GraphMemories.find(N->Work.Dst);
    if (Known == GraphMemories.end())
      return Error::InvalidValue;
    if (N->Work.Kind == NodeKind::Allocate)
      Exec.Allocated.push_back(Known->second);
    else
      Exec.Released.push_back(N->Work.Dst);
  }
  Exec.FreesAtLaunch = Flags & FreeOnLaunch;
  Exec.Of = reinterpret_cast<Graph *>(&G);
  G.IsInstantiated = true;
  return Error::Success;
}

Error CpuDevice::takeMemory(CpuGraphExec &Exec) {
  for (auto &A : Exec.Allocated) {
    if (A->IsUsed && !Exec.FreesAtLaunch)
      return Error::InvalidValue;
    if (A->IsUsed)
      leaveGraphMemory(A->Address);
  }
  for (auto &A : Exec.Allocated) {
    A->IsUsed = true;
    GraphUsed += A->Bytes;
  }
  GraphUsedHigh = std::max(GraphUsedHigh, GraphUsed);
  for (void *Address : Exec.Released)
    leaveGraphMemory(Address);
  return Error::Success;
}

bool CpuDevice::leaveGraphMemory(void *Address) {
  auto Known = GraphMemories.find(Address);
  if (Known == GraphMemories.end() || !Known->second->IsUsed)
    return false;
  Known->second->IsUsed = false;
  GraphUsed -= Known->second->Bytes;
  return true;
}

void CpuDevice::dropGraphMemory() {
  std::erase_if(GraphMemories, [&](auto &Entry) {
    GraphAllocation &A = *Entry.second;
    // What is to be launched holds it, too.
    if (A.IsUsed || Entry.second.use_count() > 1 || Graphs.count(A.Of))
      return false;
    GraphReserved -= A.Bytes;
    (void)Memory.release(RangeKind::Device, A.Address);
    return true;
  });
}

Error CpuDevice::graphMemory(GraphMemory Which, uint64_t &Bytes) {
  std::lock_guard<std::mutex> Guard(Lock);
  switch (Which) {
  case GraphMemory::UsedCurrent:
    Bytes = GraphUsed;
    return Error::Success;
  case GraphMemory::UsedHigh:
    Bytes = GraphUsedHigh;
    return Error::Success;
  case GraphMemory::ReservedCurrent:
    Bytes = GraphReserved;
    return Error::Success;
  case GraphMemory::ReservedHigh:
    Bytes = GraphReservedHigh;
    return Error::Success;
  }
  return Error::InvalidValue;
}

Error CpuDevice::resetGraphMemory(GraphMemory Which) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Which == GraphMemory::UsedHigh)
    GraphUsedHigh = GraphUsed;
  else if (Which == GraphMemory::ReservedHigh)
    GraphReservedHigh = GraphReserved;
  else
    return Error::InvalidValue;
  return Error::Success;
}

Error CpuDevice::trimGraphMemory() {
  // What a graph may launch again stays where it is.
  return Error::Success;
}
