//===-- runtime/backends/cpu/Scheduler.h - Tasks on a thread pool -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task is a number of units that any number of threads work off in chunks; it
// starts when the tasks it depends on are done. Streams, events and the default
// stream's rules are all expressed as dependencies (see CpuDevice), so the pool
// knows only tasks.
//
// A kernel that is launched again and again runs on as many threads as its work
// is worth, which its earlier launches told (see Pace): a loop of a few
// microseconds stays on the thread that did the one before it. If it takes
// longer than foreseen, the other threads are called.
//
// Where units do not wait for each other, each thread has a part of its own and
// takes chunks of others' when that is done: in the steps of a simulation a
// thread finds its part of the arrays in its own caches. Elsewhere chunks are
// taken in order: a unit that waits for a smaller one finds it at work.
//
// The task that became ready last is offered to the threads of the pool, which
// join it, take its chunks and leave it by counters; only who finishes a task
// takes the lock, and starts what waited for it. Other ready tasks are found
// under the lock. An offered task stays as long as a thread says that it looks
// at it.
//
// A thread that waits for a task helps with whatever is ready, one chunk at a
// time, as long as a task has fewer than the pool's number of participants:
// tiny kernels then need no hand-over to another thread. It sleeps until its
// task is done, or all threads of the pool are busy and more becomes ready.
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
#include <algorithm>
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

/// How many threads the launches of one kernel gain by, as earlier ones of
/// about as many units tell: from all threads on, half as many are tried as
/// long as the launch takes less time, and now and then again, less often where
/// it was in vain. A trial is several launches, since the first one finds its
/// data in the caches of other cores. Only short launches are worth it.
class Pace {
public:
  Pace() = default;
  ~Pace();
  Pace(const Pace &) = delete;
  Pace &operator=(const Pace &) = delete;

  /// For a launch of so many units, at most `Most` threads. Not for two threads
  /// at a time, nor while one notes.
  unsigned threads(uint64_t Units, unsigned Most);
  /// What a launch is expected to take, in nanoseconds; 0 where nothing is
  /// known.
  double expected(uint64_t Units) const;
  /// A launch of so many units with that limit took so many nanoseconds for
  /// each of them. Not for two threads at a time.
  void note(unsigned Threads, uint64_t Units, double PerUnit);

private:
  static constexpr unsigned Levels = 16;
  /// Of launches whose units have the same binary logarithm.
  struct Record {
    /// By the binary logarithm of the number of threads; 0 where none is known.
    std::atomic<float> Took[Levels] = {};
    /// Likewise: launches that were noted, and those in a row that took far
    /// longer. These and what follows under the lock of what notes them.
    unsigned Noted[Levels] = {}, Longer[Levels] = {};
    unsigned Launches = 0, NextTrial = 0, Trials = 0;
    unsigned Pause = 0;  ///< launches from the last trial to the next
    unsigned Before = 0; ///< the best level at the last trial

    unsigned best() const;
    bool isTried(unsigned Level) const;
    /// Another level for this launch, if it is time for a trial.
    unsigned tryAnother(unsigned Best, unsigned Most, bool MayBeForOne);
  };
  static unsigned level(unsigned Threads);
  Record *find(uint64_t Units) const;

  /// By that logarithm; null where none is known.
  std::atomic<Record *> Records[65] = {};
};

/// Units of a chunk of which each of so many threads gets a few, so that uneven
/// work evens out. Where about `Together` units in one call cost less than in
/// several, it gets no more chunks than it takes for that.
uint64_t chunkUnits(uint64_t Units, unsigned Threads, uint64_t Together = 1);

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
  /// Says what it took, and learns how many threads it is worth.
  void keepPace(std::shared_ptr<Pace> P) { Speed = std::move(P); }
  /// No unit waits for what another one does.
  void unitsAreIndependent() { Independent = true; }
  /// See chunkUnits().
  void unitsGainTogether(uint64_t Number) { Together = Number; }
  /// Keeps waiting threads from running it (for calls of user code).
  void onlyOnWorkers() { WorkersOnly = true; }
  /// Does all units again for as long as this says so, which is asked under the
  /// scheduler's lock when no unit is being worked on.
  void repeatWhile(std::function<bool()> Question) {
    Again = std::move(Question);
    Repeats = true;
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
  std::chrono::steady_clock::time_point BeganAt, ReadyAt;
  uint64_t Units = 0, Grain = 1, Together = 1;
  bool WorkersOnly = false, Independent = false, Repeats = false;
  std::shared_ptr<Pace> Speed;

  /// Units that are taken in order. No two counters are on one cache line.
  struct Part {
    std::atomic<uint64_t> Next{0};
    uint64_t First = 0, End = 0;
    char Apart[40];
  };
  std::unique_ptr<Part[]> Parts;  ///< where there is more than one
  unsigned NumParts = 0;          ///< none before the task is ready
  std::atomic<unsigned> Limit{0}; ///< of participants; grows under the lock
  unsigned Planned = 0;           ///< the limit at the beginning

  Part Apart; ///< keeps what all participants count in from what they read
  std::atomic<unsigned> Participants{0};
  std::atomic<unsigned> OpenParts{0}; ///< of which chunks are left
  std::atomic<uint64_t> Finished{0};
  Part Whole; ///< the only part, unless there are Parts
  std::atomic<bool> Done{false};

  uint64_t chunks() const { return (Units - 1) / Grain + 1; }
  Part &part(unsigned I) { return Parts ? Parts[I] : Whole; }
  bool hasChunks() const {
    return OpenParts.load(std::memory_order_relaxed) != 0;
  }
  void divide(unsigned Number);
  void openParts();
  bool take(unsigned &At, uint64_t Most, uint64_t &First, uint64_t &End);
  /// For how many more threads there is something to do at once.
  unsigned placesLeft() const;
  /// Whether the calling thread has got a place.
  bool enter();

  // Under the scheduler's lock.
  unsigned Pending = 0;
  std::vector<std::shared_ptr<Task>> Successors;
  std::shared_ptr<Task> Parent;
  unsigned Level = 0;    ///< of nesting
  unsigned Children = 0; ///< that are submitted and not done
  bool IsWorkDone = false;
  bool IsAwaited = false; ///< by a thread that sleeps until it is done
  std::vector<std::shared_ptr<Task>> Tail; ///< children for the end
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

  /// Likewise; but what takes less time than to call another thread is for the
  /// calling one, if it can start at once: true then, and runTaken() must
  /// follow, without locks that a task could need.
  bool submitOrTake(const TaskRef &T, const std::vector<TaskRef> &After);
  void runTaken(const TaskRef &T);

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
  class Foresight;
  /// A task that a thread takes part in, from this part on.
  struct Share {
    Task *T = nullptr;
    unsigned Part = 0;
    unsigned Limit = 0; ///< of threads, when it was taken
    TaskRef Held;       ///< null where the thread's seat keeps it
    explicit operator bool() const { return T != nullptr; }
  };
  /// What a thread of the pool takes part in or looks at without the lock.
  struct alignas(64) Seat {
    std::atomic<Task *> At{nullptr};
  };

  std::unique_lock<std::mutex> hold();
  void start();
  void plan(Task &T);
  void work(unsigned Number);
  Share pick(bool IsWorker, unsigned Home, unsigned LeastLevel = 0);
  void wait(const TaskRef &T, bool IsWorker, unsigned LeastLevel);
  void add(const TaskRef &T, const std::vector<TaskRef> &After);
  bool isForSubmitter(const Task &T) const;
  void depend(const TaskRef &T, const TaskRef &On);
  void adopt(Task &T);
  void finishWork(const TaskRef &T);
  bool startTail(Task &T);
  /// How many chunks a thread does of what it takes part in.
  enum class Stay { OneChunk, WhileOnTime, ToTheEnd };
  /// True if this thread finished the task.
  bool run(const Share &S, Stay How);
  void callOthers(Task &T);
  unsigned lastHome() const { return MaxParticipants - 1; }
  bool takeTicket();
  Share look(unsigned Number, uint64_t &Seen, bool &HasTicket);
  Share joinOffer(unsigned Number);
  void leave(const TaskRef &T, bool Finished);
  void makeReady(const TaskRef &T);
  bool isAnyLeft() const;
  void offer(const TaskRef &T);
  void publish(TaskRef T);
  void reclaim();
  void announce();
  void callThreads();
  void callForMore(const Task &Joined);
  unsigned lookers() const;
  void complete(TaskRef T);

  const unsigned MaxParticipants;
  GuardedMemory *const Guarded;
  std::mutex Lock;
  std::condition_variable WorkAvailable, TaskDone;
  std::deque<TaskRef> Ready;
  TaskRef ToOffer;              ///< by announce()
  TaskRef OfferedNow;           ///< keeps it
  std::vector<TaskRef> Retired; ///< that were offered; see reclaim()
  bool Stopping = false;
  struct Threads;
  std::unique_ptr<Threads> Pool;
  std::unique_ptr<Seat[]> Seats;
  /// The pool has started, and the system granted no thread.
  std::atomic<bool> HasNoWorkers{false};
  // These change under the lock.
  std::atomic<unsigned> Idle{0};     ///< threads of the pool that sleep
  std::atomic<unsigned> Sleeping{0}; ///< threads that sleep in wait()
  std::atomic<unsigned> Helpers{0};  ///< of the program, that look for work

  /// What threads look at that have nothing to do.
  alignas(64) std::atomic<Task *> Offered{nullptr};
  std::atomic<uint64_t> Offers{0}; ///< so far
  /// About how many more threads the other ready tasks have places for.
  std::atomic<int> Tickets{0};
  /// What is offered is meant for so many of the pool's threads, from the first
  /// on; the others leave it to these for a while.
  std::atomic<unsigned> Wanted{0};
};

} // namespace warprt::cpu

#endif // WARPRT_BACKENDS_CPU_SCHEDULER_H
