//===-- runtime/backends/cpu/Scheduler.cpp - Tasks on a thread pool
//---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Scheduler.h. One lock guards the graph of tasks; chunks are taken
// without it. Threads start with the first task, so that a program that only
// registers images has none. They are POSIX threads, since std::thread ends the
// program where the system grants none.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/Scheduler.h"
#include "hal/CrashHooks.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <pthread.h>
#include <utility>

using namespace warprt;
using namespace warprt::cpu;

namespace {
/// Looks before a thread goes to sleep: a few microseconds, about what waking
/// it up again would cost.
constexpr unsigned SpinLooks = 400;

/// What the calling thread works on.
thread_local Task *Running = nullptr;
thread_local bool IsPoolThread = false;

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}
} // namespace

TaskRef Task::copy() const {
  auto Copy = Remake ? Remake() : std::make_shared<Task>(Units, Grain, Work);
  if (!Copy)
    return nullptr;
  Copy->WorkersOnly = WorkersOnly;
  Copy->Named = Named;
  if (!Copy->Order)
    Copy->Order = Order;
  return Copy;
}

std::shared_ptr<Task>
Task::joined(std::vector<std::shared_ptr<const Task>> Parts) {
  return std::make_shared<Task>(
      1, 1, [Parts = std::move(Parts)](uint64_t, uint64_t) {
        for (const std::shared_ptr<const Task> &Part : Parts)
          if (Part->Units)
            Part->Work(0, Part->Units);
      });
}

void Task::reportFor(const warprt::Work *Launch) {
  if (!Named || !Launch)
    return;
  auto Again = std::make_shared<warprt::Work>(*Named);
  Again->Q = Launch->Q;
  Again->Call = Launch->Call;
  Named = std::move(Again);
}

struct Scheduler::Threads {
  std::vector<pthread_t> All;
  bool Started = false;
};

Scheduler::Scheduler(unsigned Threads, GuardedMemory *Guarded)
    : MaxParticipants(std::max(1u, Threads)), Guarded(Guarded),
      Pool(std::make_unique<Scheduler::Threads>()) {}

Scheduler::~Scheduler() {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Stopping = true;
  }
  WorkAvailable.notify_all();
  for (pthread_t T : Pool->All)
    pthread_join(T, nullptr);
}

/// Lock held. Starts as many threads as the system grants.
void Scheduler::start() {
  Pool->Started = true;
  auto Main = [](void *This) -> void * {
    IsPoolThread = true;
    prepareThreadForCrash();
    static_cast<Scheduler *>(This)->work();
    return nullptr;
  };
  while (Pool->All.size() < MaxParticipants) {
    pthread_t T;
    int Problem = pthread_create(&T, nullptr, Main, this);
    if (Problem == 0) {
      Pool->All.push_back(T);
      continue;
    }
    std::fprintf(stderr,
                 "warprt: warning: the system grants %zu of %u threads for "
                 "kernels on the CPU (%s)%s\n",
                 Pool->All.size(), MaxParticipants, std::strerror(Problem),
                 Pool->All.empty() ? "; the program's own threads run them"
                                   : "");
    HasNoWorkers = Pool->All.empty();
    return;
  }
}

void Scheduler::submit(const TaskRef &T, const std::vector<TaskRef> &After) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!Pool->Started)
    start();
  for (const TaskRef &D : After)
    depend(T, D);
  if (T->Pending == 0)
    makeReady(T);
}

/// Lock held.
void Scheduler::depend(const TaskRef &T, const TaskRef &On) {
  if (!On || On->done())
    return;
  On->Successors.push_back(T);
  ++T->Pending;
}

/// Lock held. The calling thread's task is the parent.
void Scheduler::adopt(Task &T) {
  T.Parent = Running->shared_from_this();
  T.Level = Running->Level + 1;
  if (T.Order && Running->Order)
    *T.Order = *Running->Order;
}

void Scheduler::submitChild(const TaskRef &T, const TaskRef &After) {
  std::lock_guard<std::mutex> Guard(Lock);
  adopt(*T);
  ++Running->Children;
  depend(T, After);
  if (T->Pending == 0)
    makeReady(T);
}

void Scheduler::submitTail(const TaskRef &T) {
  std::lock_guard<std::mutex> Guard(Lock);
  adopt(*T);
  Running->Tail.push_back(T);
}

/// Lock held. Starts the next of the children for the end, if there is one.
bool Scheduler::startTail(Task &T) {
  if (T.Tail.empty())
    return false;
  TaskRef Next = std::move(T.Tail.front());
  T.Tail.pop_front();
  ++T.Children;
  makeReady(Next);
  return true;
}

/// Lock held. No thread works on it any more, or will.
void Scheduler::finishWork(const TaskRef &T) {
  T->IsWorkDone = true;
  if (T->Children == 0 && !startTail(*T))
    complete(T);
}

/// Lock held. Markers are done at once; others wait for a thread.
void Scheduler::makeReady(const TaskRef &T) {
  if (T->Units == 0) {
    complete(T);
    return;
  }
  Ready.push_back(T);
  uint64_t Chunks = (T->Units - 1) / T->Grain + 1;
  auto Places = static_cast<int>(std::min<uint64_t>(Chunks, MaxParticipants));
  Tickets.fetch_add(Places, std::memory_order_release);
  // Threads that are looking come by themselves, and each that takes a part
  // wakes more (see pick()): a small task is done before all are awake.
  if (Idle && Places > Spinning)
    WorkAvailable.notify_one();
}

/// Lock held. A chain of markers is worked off in a loop, not by recursion.
void Scheduler::complete(TaskRef First) {
  std::vector<TaskRef> List{std::move(First)};
  while (!List.empty()) {
    TaskRef T = std::move(List.back());
    List.pop_back();
    T->CompletedAt = std::chrono::steady_clock::now();
    if (WorkObserver *Observer = T->Named ? workObserver() : nullptr)
      Observer->done(*T->Named, T->BeganAt, T->CompletedAt);
    T->Work = nullptr;
    T->Again = nullptr;
    T->Remake = nullptr;
    T->Done.store(true, std::memory_order_release);
    if (TaskRef Parent = std::move(T->Parent);
        Parent && --Parent->Children == 0 && Parent->IsWorkDone &&
        !startTail(*Parent))
      List.push_back(std::move(Parent));
    std::vector<TaskRef> Next = std::move(T->Successors);
    T->Successors.clear();
    for (TaskRef &S : Next) {
      if (--S->Pending != 0)
        continue;
      if (S->Units == 0)
        List.push_back(std::move(S));
      else
        makeReady(S);
    }
  }
  if (Waiting != 0)
    TaskDone.notify_all();
}

/// A place at a ready task. Only who gets one goes for the lock.
bool Scheduler::takeTicket() {
  int Left = Tickets.load(std::memory_order_acquire);
  while (Left > 0)
    if (Tickets.compare_exchange_weak(Left, Left - 1,
                                      std::memory_order_acquire))
      return true;
  return false;
}

/// Lock held. The oldest ready task that can use another thread.
TaskRef Scheduler::pick(bool IsWorker, unsigned LeastLevel) {
  for (auto I = Ready.begin(); I != Ready.end();) {
    Task &T = **I;
    if (T.Next.load(std::memory_order_relaxed) >= T.Units) {
      I = Ready.erase(I);
      continue;
    }
    if (T.Participants < MaxParticipants && T.Level >= LeastLevel &&
        (IsWorker || !T.WorkersOnly)) {
      ++T.Participants;
      if (Idle && Tickets.load(std::memory_order_relaxed) > Spinning) {
        WorkAvailable.notify_one();
        if (Idle > 1)
          WorkAvailable.notify_one();
      }
      return *I;
    }
    ++I;
  }
  // Tickets that nobody needs must not keep threads looking.
  if (Ready.empty())
    Tickets.store(0, std::memory_order_relaxed);
  return nullptr;
}

bool Scheduler::run(Task &T, bool AllChunks) {
  uint64_t Mine = 0;
  std::chrono::steady_clock::time_point Began;
  if (T.Named)
    Began = std::chrono::steady_clock::now();
  // Open from the first unit until these units count as finished: who waited
  // for the task finds the memory closed, and who came too late opens nothing.
  std::optional<GuardedMemory::Access> Allowed;
  Task *Interrupted = std::exchange(Running, &T);
  do {
    uint64_t First = T.Next.fetch_add(T.Grain, std::memory_order_relaxed);
    if (First >= T.Units)
      break;
    if (!Allowed)
      Allowed.emplace(T.WorkersOnly ? nullptr : Guarded);
    uint64_t End = T.Units - First < T.Grain ? T.Units : First + T.Grain;
    if (T.Named && First == 0 && T.BeganAt == decltype(T.BeganAt)())
      T.BeganAt = Began;
    T.Work(First, End);
    Mine += End - First;
  } while (AllChunks);
  Allowed.reset();
  Running = Interrupted;
  if (WorkObserver *Observer = T.Named && Mine ? workObserver() : nullptr)
    Observer->tookPart(*T.Named, Began, std::chrono::steady_clock::now(),
                       IsPoolThread);
  return Mine && T.Finished.fetch_add(Mine, std::memory_order_acq_rel) + Mine ==
                     T.Units;
}

/// Lock held.
void Scheduler::leave(const TaskRef &T, bool Finished) {
  --T->Participants;
  if (Finished && T->Again && T->Again()) {
    // Whoever still looks at it takes part in the next round.
    T->Finished.store(0, std::memory_order_relaxed);
    T->Next.store(0, std::memory_order_release);
    makeReady(T);
  } else if (Finished)
    finishWork(T);
  else if (Idle && T->Next.load(std::memory_order_relaxed) < T->Units)
    WorkAvailable.notify_one(); // a place became free
}

void Scheduler::work() {
  std::unique_lock<std::mutex> Guard(Lock);
  bool Looked = false;
  for (;;) {
    if (TaskRef T = pick(/*IsWorker=*/true)) {
      Guard.unlock();
      bool Finished = run(*T, /*AllChunks=*/true);
      Guard.lock();
      leave(T, Finished);
      Looked = false;
      continue;
    }
    if (Stopping)
      return;
    if (Looked) {
      ++Idle;
      WorkAvailable.wait(Guard);
      --Idle;
      Looked = false;
      continue;
    }
    ++Spinning;
    Guard.unlock();
    bool Called = false;
    for (unsigned I = 0; I < SpinLooks && !Called; ++I) {
      Called = takeTicket();
      if (!Called)
        relax();
    }
    Guard.lock();
    --Spinning;
    Looked = !Called;
  }
}

void Scheduler::runWithoutWorkers() {
  if (!HasNoWorkers.load(std::memory_order_relaxed))
    return;
  std::unique_lock<std::mutex> Guard(Lock);
  while (TaskRef T = pick(/*IsWorker=*/true)) {
    Guard.unlock();
    bool Finished = run(*T, /*AllChunks=*/true);
    Guard.lock();
    leave(T, Finished);
  }
}

void Scheduler::wait(const TaskRef &T) {
  wait(T, /*IsWorker=*/HasNoWorkers, /*LeastLevel=*/0);
}

void Scheduler::waitAtMost(const TaskRef &T, std::chrono::milliseconds Time) {
  std::unique_lock<std::mutex> Guard(Lock);
  ++Waiting;
  TaskDone.wait_for(Guard, Time, [&] { return T->done(); });
  --Waiting;
}

void Scheduler::waitForChild(const TaskRef &T) {
  wait(T, /*IsWorker=*/true, Running->Level + 1);
}

void Scheduler::wait(const TaskRef &T, bool IsWorker, unsigned LeastLevel) {
  if (!T || T->done())
    return;
  std::unique_lock<std::mutex> Guard(Lock);
  bool Looked = false;
  while (!T->done()) {
    if (TaskRef Other = pick(IsWorker, LeastLevel)) {
      Guard.unlock();
      bool Finished = run(*Other, /*AllChunks=*/false);
      Guard.lock();
      leave(Other, Finished);
      Looked = false;
      continue;
    }
    if (Looked) {
      ++Waiting;
      TaskDone.wait(Guard);
      --Waiting;
      Looked = false;
      continue;
    }
    Guard.unlock();
    for (unsigned I = 0; I < SpinLooks && !T->done(); ++I) {
      if (Tickets.load(std::memory_order_acquire) > 0)
        break;
      relax();
    }
    Guard.lock();
    Looked = true;
  }
}
