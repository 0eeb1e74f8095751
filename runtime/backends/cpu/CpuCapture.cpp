//===-- runtime/backends/cpu/CpuCapture.cpp - Recorded work ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CpuCapture.h. What the driver refuses while a stream records is refused
// here with the same code, so that programs find out without a GPU.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CpuCapture.h"
#include "backends/cpu/CpuDevice.h"
#include <algorithm>
#include <utility>

using namespace warprt;
using namespace warprt::cpu;

namespace {
thread_local CaptureMode ThreadMode = CaptureMode::Global;
} // namespace

bool cpu::isJoined(const RecordingPlace &Place) {
  const RecordedTasks &Tasks = Place.In->Tasks;
  std::vector<bool> IsBefore(Tasks.size());
  for (size_t I : Place.After)
    IsBefore[I] = true;
  for (size_t I = Tasks.size(); I-- > 0;) {
    if (!IsBefore[I])
      return false;
    for (size_t Earlier : Tasks[I].After)
      IsBefore[Earlier] = true;
  }
  return true;
}

std::vector<size_t> cpu::leaves(const RecordedTasks &Tasks) {
  std::vector<bool> HasSuccessor(Tasks.size());
  for (const RecordedTask &T : Tasks)
    for (size_t Earlier : T.After)
      HasSuccessor[Earlier] = true;
  std::vector<size_t> Result;
  for (size_t I = 0; I < Tasks.size(); ++I)
    if (!HasSuccessor[I])
      Result.push_back(I);
  return Result;
}

Error CpuDevice::recordTask(CpuQueue &Q, TaskRef T, const NodeWork &As) {
  Recording &R = *Q.Place.In;
  if (R.IsInvalid)
    return Error::StreamCaptureInvalidated;
  R.Tasks.push_back(
      {std::move(T), std::move(Q.Place.After), nullptr, nullptr, As});
  Q.Place.After = {R.Tasks.size() - 1};
  return Error::Success;
}

bool CpuDevice::records(Queue *Q) {
  CpuQueue *Ours = lookUp(Q);
  return Ours && Ours->Place.In;
}

void CpuDevice::dropRecording(const std::shared_ptr<Recording> &R) {
  auto leave = [&](CpuQueue &Q) {
    if (Q.Place.In == R)
      Q.Place = {};
  };
  for (CpuQueue *Q : Queues)
    leave(*Q);
  for (auto &[Id, Q] : PerThread)
    leave(*Q);
  std::erase(Recordings, R);
}

Error CpuDevice::refuseWait(CpuQueue &Q) {
  if (Q.Place.In) {
    Q.Place.In->IsInvalid = true;
    return Error::StreamCaptureUnsupported;
  }
  return refuseImplicit(Q);
}

Error CpuDevice::refuseImplicit(CpuQueue &Q) {
  if (&Q != &Legacy || Recordings.empty())
    return Error::Success;
  Error Result = Error::Success;
  auto look = [&](CpuQueue &Other) {
    if (!Other.Place.In || !Other.blocking())
      return;
    Other.Place.In->IsInvalid = true;
    Result = Error::StreamCaptureImplicit;
  };
  for (CpuQueue *Other : Queues)
    look(*Other);
  for (auto &[Id, Other] : PerThread)
    look(*Other);
  return Result;
}

Error CpuDevice::refuseUnsafe() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Recordings.empty() || ThreadMode == CaptureMode::Relaxed)
    return Error::Success;
  Error Result = Error::Success;
  for (auto &R : Recordings) {
    bool IsMine = R->Thread == std::this_thread::get_id();
    bool Forbids = IsMine ? R->Mode != CaptureMode::Relaxed
                          : R->Mode == CaptureMode::Global &&
                                ThreadMode == CaptureMode::Global;
    if (!Forbids)
      continue;
    R->IsInvalid = true;
    Result = Error::StreamCaptureUnsupported;
  }
  return Result;
}

Error CpuDevice::beginCapture(Queue *Q, CaptureMode Mode) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuQueue *Ours = lookUp(Q);
  if (!Ours)
    return Error::InvalidResourceHandle;
  if (Ours == &Legacy)
    return Error::StreamCaptureUnsupported;
  if (Ours->Place.In)
    return Error::IllegalState;
  auto R = std::make_shared<Recording>();
  R->Origin = Ours;
  R->Mode = Mode;
  R->Thread = std::this_thread::get_id();
  Ours->Place = {R, {}};
  Recordings.push_back(std::move(R));
  return Error::Success;
}

Error CpuDevice::endCapture(Queue *Q, Graph **Result) {
  *Result = nullptr;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuQueue *Ours = lookUp(Q);
  if (!Ours)
    return Error::InvalidResourceHandle;
  RecordingPlace Place = Ours->Place;
  if (!Place.In)
    return Error::IllegalState;
  Recording &R = *Place.In;
  if (R.Origin != Ours) {
    R.IsInvalid = true;
    return Error::StreamCaptureUnmatched;
  }
  if (R.Mode != CaptureMode::Relaxed &&
      R.Thread != std::this_thread::get_id()) {
    R.IsInvalid = true;
    return Error::StreamCaptureWrongThread;
  }
  dropRecording(Place.In);
  if (R.IsInvalid)
    return Error::StreamCaptureInvalidated;
  if (!isJoined(Place))
    return Error::StreamCaptureUnjoined;
  auto *G = new CpuGraph{std::move(R.Tasks), {}};
  for (size_t I = 0; I < G->Tasks.size(); ++I)
    G->addNode(I, I, G->Tasks[I].Given);
  Graphs.insert(G);
  *Result = reinterpret_cast<Graph *>(G);
  return Error::Success;
}

Error CpuDevice::captureStatus(Queue *Q, CaptureStatus &Status) {
  Status = CaptureStatus::None;
  std::lock_guard<std::mutex> Guard(Lock);
  CpuQueue *Ours = lookUp(Q);
  if (!Ours)
    return Error::InvalidResourceHandle;
  if (Ours->Place.In)
    Status = Ours->Place.In->IsInvalid ? CaptureStatus::Invalidated
                                       : CaptureStatus::Active;
  return Error::Success;
}

Error CpuDevice::exchangeCaptureMode(CaptureMode &Mode) {
  std::swap(Mode, ThreadMode);
  return Error::Success;
}

Error CpuDevice::copiesOf(const CpuGraphExec &Exec,
                          std::vector<TaskRef> &Copies) {
  for (const RecordedTask &T : Exec.Tasks) {
    Copies.push_back(T.Work->copy());
    if (!Copies.back())
      return Error::MemoryAllocation;
    Copies.back()->reportFor(NextWork.get());
  }
  for (auto &[Node, P] : Exec.Places)
    if (!P.Enabled)
      Copies[P.First] = std::make_shared<Task>();
  return Error::Success;
}

Error CpuDevice::launchGraph(GraphExec *Exec, Queue *Q) {
  if (hasFailed())
    return status();
  std::unique_lock<std::mutex> Guard(Lock);
  auto *Graph = reinterpret_cast<CpuGraphExec *>(Exec);
  if (!GraphExecs.count(Graph))
    return Error::InvalidValue;
  CpuQueue *Ours = lookUp(Q);
  if (!Ours)
    return Error::InvalidResourceHandle;
  const RecordedTasks &Tasks = Graph->Tasks;

  // NVIDIA's driver does not record launches of graphs (580.159, CUDA 13.0).
  if (Recording *R = Ours->Place.In.get()) {
    bool Was = std::exchange(R->IsInvalid, true);
    return Was ? Error::StreamCaptureInvalidated
               : Error::StreamCaptureUnsupported;
  }

  if (Error E = refuseImplicit(*Ours); failed(E))
    return E;
  if (Error E = takeMemory(*Graph); failed(E))
    return E;
  std::vector<TaskRef> Copies;
  if (Error E = copiesOf(*Graph, Copies); failed(E))
    return E;
  NextWork = nullptr;
  std::vector<TaskRef> Before{Graph->Last};
  dependencies(*Ours, Before);
  for (size_t I = 0; I < Tasks.size(); ++I) {
    std::vector<TaskRef> After;
    for (size_t Earlier : Tasks[I].After)
      After.push_back(Copies[Earlier]);
    if (After.empty())
      After = Before;
    auto *Waits = reinterpret_cast<CpuEvent *>(Tasks[I].Waits);
    if (Events.count(Waits))
      After.push_back(Waits->Marker);
    order(*Copies[I], *Ours, After);
    Pool.submit(Copies[I], After);
    auto *Records = reinterpret_cast<CpuEvent *>(Tasks[I].Records);
    if (Events.count(Records))
      Records->Marker = Copies[I];
  }
  for (size_t I : leaves(Tasks))
    Before.push_back(Copies[I]);
  auto End = std::make_shared<Task>();
  order(*End, *Ours, Before);
  Pool.submit(End, Before);
  Graph->Last = Ours->Last = End;
  Guard.unlock();
  Pool.runWithoutWorkers();
  runAtOnce(End);
  return Error::Success;
}
