//===-- runtime/trace/QueueTimes.cpp - Times of work from events ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See QueueTimes.h. Distances between events are single-precision milliseconds:
// a new anchor now and then keeps them short.
//
//===----------------------------------------------------------------------===//
#include "trace/QueueTimes.h"

using namespace warprt;
using namespace warprt::trace;

namespace {

constexpr size_t MostPending = 4096;
constexpr std::chrono::seconds AnchorAge{5};

/// Calls of this thread are no part of a recording and not refused because of
/// one.
class OutsideOfRecordings {
public:
  explicit OutsideOfRecordings(Device &D) : D(D) {
    Changed = !failed(D.exchangeCaptureMode(Mode));
  }
  ~OutsideOfRecordings() {
    if (Changed)
      (void)D.exchangeCaptureMode(Mode);
  }
  OutsideOfRecordings(const OutsideOfRecordings &) = delete;
  OutsideOfRecordings &operator=(const OutsideOfRecordings &) = delete;

private:
  Device &D;
  CaptureMode Mode = CaptureMode::Relaxed;
  bool Changed;
};

WorkTime::duration milliseconds(float Number) {
  return std::chrono::duration_cast<WorkTime::duration>(
      std::chrono::duration<double, std::milli>(Number));
}

} // namespace

/// Lock held.
Event *QueueTimes::record(Queue *Q) {
  Event *E = nullptr;
  if (!Free.empty()) {
    E = Free.back();
    Free.pop_back();
  } else if (failed(D.createEvent(0, &E))) {
    return nullptr;
  }
  if (!failed(D.recordEvent(E, Q)))
    return E;
  Free.push_back(E);
  return nullptr;
}

/// Lock held. The last one, unless it is old.
std::shared_ptr<QueueTimes::Anchor> QueueTimes::anchor() {
  if (Last && std::chrono::steady_clock::now() - Last->Time < AnchorAge)
    return Last;
  if (!Idle && failed(D.createQueue(QueueNonBlocking, 0, &Idle)))
    return nullptr;
  Event *E = record(Idle);
  if (!E || failed(D.synchronizeEvent(E)))
    return nullptr;
  // Its event is never used again: earlier work still has it.
  Last = std::make_shared<Anchor>(Anchor{E, std::chrono::steady_clock::now()});
  return Last;
}

Event *QueueTimes::begin(Queue *Q) {
  OutsideOfRecordings Outside(D);
  CaptureStatus Status = CaptureStatus::None;
  if (failed(D.captureStatus(Q, Status)) || Status != CaptureStatus::None)
    return nullptr;
  std::lock_guard<std::mutex> Guard(Lock);
  return anchor() ? record(Q) : nullptr;
}

void QueueTimes::drop(Event *Start) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Start)
    Free.push_back(Start);
}

void QueueTimes::end(Event *Start, WorkRef W) {
  if (!Start)
    return;
  bool Many;
  {
    OutsideOfRecordings Outside(D);
    std::lock_guard<std::mutex> Guard(Lock);
    Event *End = record(W->Q);
    if (!End) {
      Free.push_back(Start);
      return;
    }
    Waiting.push_back({Start, End, Last, std::move(W)});
    Many = Waiting.size() >= MostPending;
  }
  if (Many)
    collect(/*Wait=*/true);
}

/// Lock held. A device that has failed has no times.
void QueueTimes::write(Pending &P) {
  float ToStart = 0, Took = 0;
  if (!failed(D.elapsed(P.From->At, P.Start, ToStart)) &&
      !failed(D.elapsed(P.Start, P.End, Took))) {
    WorkTime Start = P.From->Time + milliseconds(ToStart);
    File.workDone(*P.Of, Start, Start + milliseconds(Took));
  }
  Free.push_back(P.Start);
  Free.push_back(P.End);
}

void QueueTimes::collect(bool Wait) {
  OutsideOfRecordings Outside(D);
  std::lock_guard<std::mutex> Guard(Lock);
  std::deque<Pending> Left;
  for (Pending &P : Waiting) {
    Error E = Wait ? D.synchronizeEvent(P.End) : D.queryEvent(P.End);
    if (E == Error::NotReady)
      Left.push_back(std::move(P));
    else
      write(P);
  }
  Waiting = std::move(Left);
}
