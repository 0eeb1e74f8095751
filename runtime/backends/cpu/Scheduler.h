//===-- runtime/backends/cpu/Scheduler.h - Tasks on a thread pool -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task is a range of units that any number of threads work off in chunks
// taken from an atomic counter; it starts when the tasks it depends on are
// done. Streams, events and the default stream's rules are all expressed as
// dependencies (see CpuDevice), so the pool knows only tasks.
//
// A thread that waits for a task helps with whatever is ready, one chunk at a
// time, as long as a task has fewer than the pool's number of participants:
// tiny kernels then need no hand-over to another thread.
//
// Where the system grants fewer threads, the pool makes do with them; where it
// grants none, the threads that submit tasks run them.
//
// A task may have children, which its own work submits: it is done when they
// are, too. A thread that waits for one inside a task runs meanwhile only tasks
// that are nested at least as deeply: none of these waits for the task that is
// interrupted.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_BACKENDS_CPU_SCHEDULER_H
#define WARPRT_BACKENDS_CPU_SCHEDULER_H

#include "backends/cpu/GuardedMemory.h"
#include "backends/cpu/UnwaitedWork.h"
#include "hal/Device.h"
#include "hal/Work.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace warprt::cpu {

class Task : public std::enable_shared_from_this<Task> {
public:
  using Body = std::function<void(uint64_t First, uint64_t End)>;

  /// A marker: done as soon as what it depends on is.
  Task() = default;
  Task(uint64_t Units, uint64_t Grain, Body Work)
      : Work(std::move(Work)), Units(Units), Grain(Grain) {}

  bool done() const { return Done.load(std::memory_order_acquire); }
  /// When it became done; only valid once it is.
  std::chrono::steady_clock::time_point completedAt() const {
    return CompletedAt;
  }
  /// Keeps waiting threads from running it (for calls of user code).
  void onlyOnWorkers() { WorkersOnly = true; }
  /// Does all units again for as long as this says so, which is asked under the
  /// scheduler's lock when no unit is being worked on.
  void repeatWhile(std::function<bool()> Question) {
    Again = std::move(Question);
  }

  /// Work that keeps state is made anew for a second time by this.
  void remakeWith(std::function<std::shared_ptr<Task>()> Maker) {
    Remake = std::move(Maker);
  }
  /// A task that does the same, of one that was never submitted; null if there
  /// is no memory for it.
  std::shared_ptr<Task> copy() const;
  /// One that does what some do that were never submitted and keep no state,
  /// one after the other.
  static std::shared_ptr<Task>
  joined(std::vector<std::shared_ptr<const Task>> Parts);

  /// Where it stands among the work of queues, where races are looked for; null
  /// otherwise. The owner of `Order` may have it filled in after the fact.
  void standAt(std::shared_ptr<WorkOrder> At) { Order = std::move(At); }
  const std::shared_ptr<WorkOrder> &order() const { return Order; }

  /// The observer hears of it under this name.
  void report(WorkRef W) { Named = std::move(W); }
  /// The same name, for a launch of a graph that recorded it.
  void reportFor(const warprt::Work *Launch);

private:
  friend class Scheduler;
  Body Work;
  std::function<std::shared_ptr<Task>()> Remake;
  std::function<bool()> Again;
  WorkRef Named; ///< null where nobody watches
  std::shared_ptr<WorkOrder> Order;
  std::chrono::steady_clock::time_point BeganAt;
  uint64_t Units = 0, Grain = 1;
  bool WorkersOnly = false;
  std::atomic<uint64_t> Next{0}, Finished{0};
  std::atomic<bool> Done{false};
  // Under the scheduler's lock.
  unsigned Participants = 0, Pending = 0;
  std::vector<std::shared_ptr<Task>> Successors;
  std::shared_ptr<Task> Parent;
  unsigned Level = 0;    ///< of nesting
  unsigned Children = 0; ///< that are submitted and not done
  bool IsWorkDone = false;
  std::deque<std::shared_ptr<Task>> Tail; ///< children for the end
  std::chrono::steady_clock::time_point CompletedAt;
};

using TaskRef = std::shared_ptr<Task>;

class Scheduler {
public:
  /// Tasks have access to `Guarded`, which may be null; calls of user code
  /// have not.
  explicit Scheduler(unsigned Threads, GuardedMemory *Guarded = nullptr);
  ~Scheduler();
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  unsigned threads() const { return MaxParticipants; }

  /// Starts the task once every task of `After` is done; null and finished
  /// ones do not matter. Call runWithoutWorkers() afterwards, without locks
  /// that a task could need.
  void submit(const TaskRef &T, const std::vector<TaskRef> &After);

  /// Submits a child of the task that the calling thread runs. Null and
  /// finished tasks of `After` do not matter.
  void submitChild(const TaskRef &T, const TaskRef &After);
  /// Likewise; it starts when its parent's work, the other children and those
  /// submitted here before are done.
  void submitTail(const TaskRef &T);
  /// Returns once a child of the task that the calling thread runs is done,
  /// helping meanwhile.
  void waitForChild(const TaskRef &T);

  /// Runs what is ready, where the pool has no thread that would.
  void runWithoutWorkers();

  /// Returns once the task is done, helping meanwhile.
  void wait(const TaskRef &T);
  /// Likewise, but does not help, and gives up after the time.
  void waitAtMost(const TaskRef &T, std::chrono::milliseconds Time);

private:
  void start();
  void work();
  TaskRef pick(bool IsWorker, unsigned LeastLevel = 0);
  void wait(const TaskRef &T, bool IsWorker, unsigned LeastLevel);
  void depend(const TaskRef &T, const TaskRef &On);
  void adopt(Task &T);
  void finishWork(const TaskRef &T);
  bool startTail(Task &T);
  /// Runs chunks of `T`, all that are left or just one; true if this thread
  /// finished the task.
  bool run(Task &T, bool AllChunks);
  bool takeTicket();
  void leave(const TaskRef &T, bool Finished);
  void makeReady(const TaskRef &T);
  void complete(TaskRef T);

  const unsigned MaxParticipants;
  GuardedMemory *const Guarded;
  std::mutex Lock;
  std::condition_variable WorkAvailable, TaskDone;
  std::deque<TaskRef> Ready;
  /// About how many more threads the ready tasks have places for: what idle
  /// threads look at before they take the lock.
  std::atomic<int> Tickets{0};
  /// The pool has started, and the system granted no thread.
  std::atomic<bool> HasNoWorkers{false};
  unsigned Idle = 0, Waiting = 0;
  int Spinning = 0;
  bool Stopping = false;
  struct Threads;
  std::unique_ptr<Threads> Pool;
};

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_SCHEDULER_H
