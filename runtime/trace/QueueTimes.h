//===-- runtime/trace/QueueTimes.h - Times of work from events --*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Events of a device before and after a piece of work give its time on the
// device. To know when that was on the host's clock there is an anchor: an
// event in an idle queue of its own, for which the host waited.
//
// What a queue records for a graph gets no events: they would become part of
// the graph. Nor is there any while the default stream cannot be used.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_TRACE_QUEUETIMES_H
#define WARPRT_TRACE_QUEUETIMES_H

#include "hal/Device.h"
#include "trace/TraceFile.h"
#include <deque>
#include <vector>

namespace warprt::trace {

class QueueTimes {
public:
  QueueTimes(Device &D, TraceFile &File) : D(D), File(File) {}

  /// The event before a piece of work; null where it cannot be timed.
  Event *begin(Queue *Q);
  /// The event behind it. Takes the one before, which may be null.
  void end(Event *Start, WorkRef W);
  /// The work was not queued.
  void drop(Event *Start);

  /// Writes what is known by now, or, waiting for it, all.
  void collect(bool Wait);

private:
  struct Anchor {
    Event *At = nullptr;
    WorkTime Time;
  };
  struct Pending {
    Event *Start, *End;
    std::shared_ptr<Anchor> From;
    WorkRef Of;
  };
  Event *record(Queue *Q);
  std::shared_ptr<Anchor> anchor();
  void write(Pending &P);

  Device &D;
  TraceFile &File;
  std::mutex Lock;
  Queue *Idle = nullptr;
  std::shared_ptr<Anchor> Last;
  std::deque<Pending> Waiting;
  std::vector<Event *> Free;
};

} // namespace warprt::trace

#endif // WARPRT_TRACE_QUEUETIMES_H
