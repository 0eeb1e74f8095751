//===-- runtime/backends/cpu/Scheduler.cpp - Tasks on a thread pool -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Scheduler.h. One lock guards the graph of tasks; what is offered is
// joined, worked off and left without it. Threads start with the first task, so
// that a program that only registers images has none. They are POSIX threads,
// since std::thread ends the program where the system grants none.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/Scheduler.h"
#include "hal/CrashHooks.h"
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <optional>
#include <pthread.h>
#include <unordered_set>
#include <utility>

using namespace warprt;
using namespace warprt::cpu;

namespace {
/// Looks before a thread goes to sleep: some fifty microseconds, in which a
/// program that does one loop after the other comes with the next. To wake up
/// many threads takes as long.
constexpr unsigned SpinLooks = 1500;

/// Looks for which a place is left to the threads that it was meant for.
constexpr unsigned LooksForAnother = 40;

/// Launches that take less, in nanoseconds, may gain by fewer threads.
constexpr double ShortLaunch = 100000;

/// What it costs about, in nanoseconds, to call other threads.
constexpr double CallOfThreads = 4000;

/// Launches of one thread that take less, in nanoseconds, with the call of it,
/// are done before another one could do part of the next.
constexpr double ForSubmitter = 3 * CallOfThreads;

/// Launches of a trial of another number of threads: with the second one its
/// data are where it runs, and one of them may be held up.
constexpr unsigned LaunchesOfTrial = 3;

/// Launches from one trial to the next, at first, and if none helped for long.
constexpr unsigned FirstPause = 32, LongestPause = 512;

/// Launches that take so many times what is known are held up, unless so many
/// of them come one after the other.
constexpr float FarLonger = 1.5f;
constexpr unsigned LongerInARow = 3;

/// Tasks that are kept for threads which may look at them, before it is asked
/// who does.
constexpr size_t MostRetired = 64;

/// Looks for the lock before the system is asked to wait for it.
constexpr unsigned LooksForLock = 200;

/// Chunks a thread gets on average.
constexpr uint64_t ChunksPerThread = 8;

/// Where one thread is foreseen, it begins with this part of the work, so that
/// it notices soon that there is more of it.
constexpr uint64_t FirstOfAll = 64;
/// And with this part of what is over before it could tell much.
constexpr uint64_t FirstOfFew = 16;

using Clock = std::chrono::steady_clock;

double nanoseconds(Clock::duration D) {
  return std::chrono::duration<double, std::nano>(D).count();
}

/// What the calling thread works on.
thread_local Task *Running = nullptr;
thread_local bool IsPoolThread = false;

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

void holdAgain(std::unique_lock<std::mutex> &Guard) {
  for (unsigned I = 0; I < LooksForLock; ++I) {
    if (Guard.try_lock())
      return;
    relax();
  }
  Guard.lock();
}
} // namespace

/// How a thread goes through a task of which it is foreseen what it takes.
class Scheduler::Foresight {
public:
  Foresight(const Share &S, const Pace *Speed, unsigned MaxThreads)
      : Chunk(S.T->Grain), Units(S.T->Units) {
    if (!Speed || S.Limit >= MaxThreads)
      return;
    Foreseen = Speed->expected(Units);
    IsAlone = S.Limit == 1;
    if (IsAlone)
      Chunk = std::max<uint64_t>(
          1, Units / (Foreseen < ForSubmitter ? FirstOfFew : FirstOfAll));
  }

  uint64_t chunk() const { return Chunk; }

  /// After units were done: whether they took so long that other threads are
  /// wanted; true once.
  bool isLate(Clock::time_point Began, uint64_t Done) {
    if (Foreseen == 0)
      return false;
    if (nanoseconds(Clock::now() - Began) > 2 * Foreseen + CallOfThreads) {
      Chunk = std::max<uint64_t>(1, (Units - Done) / FirstOfAll);
      Foreseen = 0;
      return true;
    }
    if (IsAlone)
      Chunk = std::min(2 * Chunk, std::max<uint64_t>(1, Units / 4));
    return false;
  }

private:
  uint64_t Chunk;
  const uint64_t Units;
  double Foreseen = 0; ///< nanoseconds in all; 0 where nothing is
  bool IsAlone = false;
};

unsigned Pace::level(unsigned Threads) {
  return std::min(unsigned(std::bit_width(Threads)) - 1, Levels - 1);
}

Pace::~Pace() {
  for (std::atomic<Record *> &R : Records)
    delete R.load();
}

Pace::Record *Pace::find(uint64_t Units) const {
  return Records[std::bit_width(Units)].load(std::memory_order_acquire);
}

/// The level with the shortest launches; Levels where none is known.
unsigned Pace::Record::best() const {
  unsigned Best = Levels;
  for (unsigned L = 0; L < Levels; ++L)
    if (float Time = Took[L];
        Time != 0 && (Best == Levels || Time < Took[Best]))
      Best = L;
  return Best;
}

double Pace::expected(uint64_t Units) const {
  const Record *R = find(Units);
  unsigned Best = R ? R->best() : Levels;
  return Best == Levels ? 0 : double(R->Took[Best]) * double(Units);
}

bool Pace::Record::isTried(unsigned Level) const {
  return Noted[Level] >= LaunchesOfTrial;
}

unsigned Pace::Record::tryAnother(unsigned Best, unsigned Most,
                                  bool MayBeForOne) {
  unsigned Number = Launches++;
  if (Best > 0 && MayBeForOne && !isTried(0))
    return 0;
  if (Best > 0 && !isTried(Best - 1))
    return Best - 1;
  if (!Pause || Best != Before) {
    Before = Best;
    Pause = FirstPause;
    NextTrial = Number + Pause;
  }
  if (Number < NextTrial)
    return Best;
  bool IsForMore = Trials % 2 == 0;
  if (Number - NextTrial >= LaunchesOfTrial) {
    ++Trials;
    Pause = std::min(2 * Pause, LongestPause);
    NextTrial = Number + Pause;
    return Best;
  }
  if (IsForMore)
    return Best < Most ? Best + 1 : Best;
  return Best == 0 ? Best : MayBeForOne ? 0 : Best - 1;
}

unsigned Pace::threads(uint64_t Units, unsigned Most) {
  Record *R = find(Units);
  unsigned Best = R ? R->best() : Levels;
  if (Best == Levels)
    return Most;
  double Expected = double(R->Took[Best]) * double(Units);
  if (Expected > ShortLaunch)
    return Most;
  unsigned Try = R->tryAnother(Best, level(Most), Expected < ForSubmitter);
  return Try >= level(Most) ? Most : 1u << Try;
}

/// What disturbs a launch only makes it longer, and so do cold caches in the
/// first one: the shortest counts at once, one that takes far longer not before
/// it is one of several in a row.
void Pace::note(unsigned Threads, uint64_t Units, double PerUnit) {
  std::atomic<Record *> &Place = Records[std::bit_width(Units)];
  if (!Place.load(std::memory_order_relaxed))
    Place.store(new Record, std::memory_order_release);
  Record &R = *Place.load(std::memory_order_relaxed);
  unsigned L = level(Threads);
  ++R.Noted[L];
  float Before = R.Took[L], New = static_cast<float>(PerUnit);
  bool IsFarLonger = Before != 0 && New > FarLonger * Before;
  R.Longer[L] = IsFarLonger ? R.Longer[L] + 1 : 0;
  if (IsFarLonger && R.Longer[L] < LongerInARow)
    return;
  if (Before == 0 || New < Before)
    R.Took[L] = New;
  else
    R.Took[L] = (Before + std::min(New, 4 * Before)) / 2;
}

uint64_t cpu::chunkUnits(uint64_t Units, unsigned Threads, uint64_t Together) {
  if (Units == 0)
    return 1;
  uint64_t OfThread = (Units + Threads - 1) / Threads,
           Chunks = (OfThread + Together - 1) / Together;
  if (Chunks >= ChunksPerThread)
    return std::max<uint64_t>(1, Units / (Threads * ChunksPerThread));
  Chunks *= Threads; // of equal length, since they are few
  return std::max<uint64_t>(1, (Units + Chunks - 1) / Chunks);
}

/// Makes parts of whole chunks, as equal as may be.
void Task::divide(unsigned Number) {
  NumParts = static_cast<unsigned>(std::min<uint64_t>(Number, chunks()));
  if (NumParts > 1)
    Parts = std::make_unique<Part[]>(NumParts);
  uint64_t Each = chunks() / NumParts, More = chunks() % NumParts, At = 0;
  for (unsigned I = 0; I < NumParts; ++I) {
    part(I).First = At;
    At += (Each + (I < More)) * Grain;
    part(I).End = At = std::min(At, Units);
  }
}

/// Threads that still look find either no open part or chunks of this round.
void Task::openParts() {
  OpenParts.store(NumParts, std::memory_order_relaxed);
  for (unsigned I = 0; I < NumParts; ++I)
    part(I).Next.store(part(I).First, std::memory_order_release);
}

/// Takes at most `Most` units from part `At` or, when it has none, from one
/// that follows, which `At` is then. False if there is none left.
bool Task::take(unsigned &At, uint64_t Most, uint64_t &First, uint64_t &End) {
  for (unsigned Looks = 0; Looks < NumParts; ++Looks) {
    if (!hasChunks())
      return false;
    Part &P = part(At);
    if (P.Next.load(std::memory_order_relaxed) < P.End) {
      First = P.Next.fetch_add(Most, std::memory_order_acquire); // openParts()
      if (First < P.End) {
        End = P.End - First <= Most ? P.End : First + Most;
        if (End == P.End)
          OpenParts.fetch_sub(1, std::memory_order_relaxed);
        return true;
      }
    }
    At = At + 1 == NumParts ? 0 : At + 1;
  }
  return false;
}

unsigned Task::placesLeft() const {
  if (!hasChunks())
    return 0;
  uint64_t Places = std::min<uint64_t>(chunks(),
                                       Limit.load(std::memory_order_relaxed)),
           Taken = Participants.load(std::memory_order_relaxed);
  return Places > Taken ? static_cast<unsigned>(Places - Taken) : 0;
}

/// Who counted itself in vain looks again, so that nobody stays away because of
/// it.
bool Task::enter() {
  auto Most = [&] { return Limit.load(std::memory_order_relaxed); };
  while (Participants.load(std::memory_order_relaxed) < Most()) {
    if (Participants.fetch_add(1, std::memory_order_relaxed) < Most())
      return true;
    Participants.fetch_sub(1, std::memory_order_relaxed);
  }
  return false;
}

TaskRef Task::copy() const {
  auto Copy = Remake ? Remake() : std::make_shared<Task>(Units, Grain, Work);
  if (!Copy)
    return nullptr;
  Copy->WorkersOnly = WorkersOnly;
  Copy->Independent = Independent;
  Copy->Together = Together;
  Copy->Speed = Speed;
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
  struct Begin {
    Scheduler *Of;
    unsigned Number;
  };
  std::vector<pthread_t> All;
  std::vector<Begin> Begins;
  bool Started = false;
};

Scheduler::Scheduler(unsigned Threads, GuardedMemory *Guarded)
    : MaxParticipants(std::max(1u, Threads)), Guarded(Guarded),
      Pool(std::make_unique<Scheduler::Threads>()),
      Seats(std::make_unique<Seat[]>(MaxParticipants)) {}

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
  auto Main = [](void *B) -> void * {
    IsPoolThread = true;
    prepareThreadForCrash();
    auto *Begin = static_cast<Threads::Begin *>(B);
    Begin->Of->work(Begin->Number);
    return nullptr;
  };
  Pool->Begins.reserve(MaxParticipants);
  while (Pool->All.size() < MaxParticipants) {
    pthread_t T;
    Pool->Begins.push_back({this, static_cast<unsigned>(Pool->All.size())});
    int Problem = pthread_create(&T, nullptr, Main, &Pool->Begins.back());
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

/// Holds the lock, for which a thread rarely waits long.
std::unique_lock<std::mutex> Scheduler::hold() {
  std::unique_lock<std::mutex> Guard(Lock, std::defer_lock);
  holdAgain(Guard);
  return Guard;
}

/// Lock held. announce() must follow before the lock is left.
void Scheduler::add(const TaskRef &T, const std::vector<TaskRef> &After) {
  if (!Pool->Started)
    start();
  for (const TaskRef &D : After)
    depend(T, D);
  if (T->Pending == 0)
    makeReady(T);
}

void Scheduler::submit(const TaskRef &T, const std::vector<TaskRef> &After) {
  std::unique_lock<std::mutex> Guard = hold();
  add(T, After);
  announce();
}

/// Lock held. Whether a task is all that is ready, and one thread does it
/// before another one would have begun. Units that wait for nothing end,
/// whatever the submitting thread does next.
bool Scheduler::isForSubmitter(const Task &T) const {
  if (Running || T.Limit != 1 || !T.Independent || !T.Speed ||
      std::any_of(Ready.begin(), Ready.end(), [&](const TaskRef &R) {
        return R.get() != &T && R->hasChunks();
      }))
    return false;
  double Expected = T.Speed->expected(T.Units);
  return Expected != 0 && Expected < ForSubmitter;
}

bool Scheduler::submitOrTake(const TaskRef &T,
                             const std::vector<TaskRef> &After) {
  std::unique_lock<std::mutex> Guard = hold();
  add(T, After);
  if (!T->hasChunks() || !isForSubmitter(*T)) {
    announce();
    return false;
  }
  T->Participants.fetch_add(1, std::memory_order_relaxed);
  ToOffer = nullptr;
  return true;
}

/// What takes longer than foreseen is left to the pool.
void Scheduler::runTaken(const TaskRef &T) {
  bool Finished = run({T.get(), 0, T->Planned, nullptr}, Stay::WhileOnTime);
  std::unique_lock<std::mutex> Guard = hold();
  leave(T, Finished);
  announce();
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
  announce();
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
  T.Tail.erase(T.Tail.begin());
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

/// Decides on how many threads a task may run, and which parts they get.
void Scheduler::plan(Task &T) {
  T.Planned = MaxParticipants;
  if (T.Speed && T.Independent) {
    T.Planned = T.Speed->threads(
        T.Units,
        static_cast<unsigned>(std::min<uint64_t>(MaxParticipants, T.chunks())));
    if (T.Planned < MaxParticipants)
      T.Grain = std::max(T.Grain, chunkUnits(T.Units, T.Planned, T.Together));
    T.ReadyAt = Clock::now();
  }
  T.divide(T.Independent ? T.Planned : 1);
  T.Limit.store(T.Planned, std::memory_order_relaxed);
}

/// Lock held. Markers are done at once; others wait for a thread. announce()
/// must follow before the lock is left.
void Scheduler::makeReady(const TaskRef &T) {
  if (T->Units == 0) {
    complete(T);
    return;
  }
  if (!T->NumParts)
    plan(*T);
  T->openParts();
  Ready.push_back(T);
  offer(T);
}

/// Lock held. announce() must follow before the lock is left. One task is
/// offered; the others are for who takes the lock.
void Scheduler::offer(const TaskRef &T) {
  if (ToOffer && ToOffer != T)
    Tickets.fetch_add(static_cast<int>(ToOffer->placesLeft()));
  ToOffer = T;
}

/// Lock held. Whether there is a place for a thread that helps, at what those
/// who take part in it need not get to.
bool Scheduler::isAnyLeft() const {
  return std::any_of(Ready.begin(), Ready.end(), [&](const TaskRef &T) {
    return T->placesLeft() != 0 && (HasNoWorkers || !T->WorkersOnly);
  });
}

/// Lock held.
void Scheduler::publish(TaskRef T) {
  Wanted.store(std::clamp(lastHome(), 1u, T->Limit.load()),
               std::memory_order_relaxed);
  if (OfferedNow != T) {
    TaskRef Before = std::exchange(OfferedNow, std::move(T));
    Offered.store(OfferedNow.get());
    if (Before) {
      Tickets.fetch_add(static_cast<int>(Before->placesLeft()));
      Retired.push_back(std::move(Before));
    }
    reclaim();
  }
  Offers.fetch_add(1);
}

/// Lock held. What is offered no more is kept as long as a thread may look at
/// it: a thread takes its seat first, and finds then that another is offered.
void Scheduler::reclaim() {
  if (Retired.size() < MostRetired)
    return;
  std::unordered_set<const Task *> LookedAt;
  for (size_t I = 0; I < Pool->All.size(); ++I)
    LookedAt.insert(Seats[I].At.load());
  std::erase_if(Retired,
                [&](const TaskRef &T) { return !LookedAt.count(T.get()); });
}

/// About how many threads look for work.
unsigned Scheduler::lookers() const {
  unsigned Free = Helpers, Asleep = Idle;
  for (size_t I = 0; I < Pool->All.size(); ++I)
    Free += Seats[I].At.load() == nullptr;
  return Free > Asleep ? Free - Asleep : 0;
}

/// Lock held. To be called where tasks became ready, or the calling thread took
/// a place that another one might have come for: what follows in a queue goes
/// on where its data are.
void Scheduler::announce() {
  if (TaskRef T = std::move(ToOffer); T && T->placesLeft())
    publish(std::move(T));
  ToOffer = nullptr;
  callThreads();
}

/// Lock held. Threads that are looking come by themselves, and each that is
/// woken wakes more: a small task is done before all are awake.
void Scheduler::callThreads() {
  if (Idle == 0 && Sleeping == 0)
    return;
  int Places = Tickets.load();
  if (OfferedNow)
    Places += static_cast<int>(OfferedNow->placesLeft());
  int Looking = static_cast<int>(lookers());
  for (int I = 0; I < 2 && Idle > unsigned(I) && Places > Looking + I; ++I)
    WorkAvailable.notify_one();
  // All that the pool's threads run may wait for what is left (a call of user
  // code does, if it waits for a thread of the program that waits for that).
  if (Sleeping != 0 && Looking == 0 && Idle == 0 && isAnyLeft())
    TaskDone.notify_all();
}

/// After a thread of the pool has joined what is offered: somebody may have
/// counted on it for something else.
void Scheduler::callForMore(const Task &Joined) {
  bool IsMore = Tickets.load() > 0;
  if ((IsMore && Idle != 0) ||
      (Sleeping != 0 && (IsMore || Joined.placesLeft()) && lookers() == 0)) {
    std::unique_lock<std::mutex> Guard = hold();
    callThreads();
  }
}

/// Lock held. A chain of markers is worked off in a loop, not by recursion.
void Scheduler::complete(TaskRef First) {
  std::vector<TaskRef> List{std::move(First)};
  bool IsAwaited = false;
  while (!List.empty()) {
    TaskRef T = std::move(List.back());
    List.pop_back();
    T->CompletedAt = Clock::now();
    if (T->ReadyAt != Clock::time_point())
      T->Speed->note(T->Planned, T->Units,
                     nanoseconds(T->CompletedAt - T->ReadyAt) /
                         static_cast<double>(T->Units));
    if (WorkObserver *Observer = T->Named ? workObserver() : nullptr)
      Observer->done(*T->Named, T->BeganAt, T->CompletedAt);
    T->Work = nullptr;
    T->Again = nullptr;
    T->Remake = nullptr;
    IsAwaited |= T->IsAwaited;
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
  if (IsAwaited)
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

/// Lock held. The oldest ready task that can use another thread, from the part
/// on that is at home here: the thread that waits for a task is at home where
/// the last of the pool is, which comes later.
Scheduler::Share Scheduler::pick(bool IsWorker, unsigned Home,
                                 unsigned LeastLevel) {
  for (auto I = Ready.begin(); I != Ready.end();) {
    Task &T = **I;
    if (!T.hasChunks()) {
      I = Ready.erase(I);
      continue;
    }
    if (T.Level >= LeastLevel && (IsWorker || !T.WorkersOnly) && T.enter())
      return {&T, Home % T.NumParts, T.Limit, *I};
    ++I;
  }
  // Tickets that nobody needs must not keep threads looking.
  if (Ready.empty())
    Tickets.store(0, std::memory_order_relaxed);
  return {};
}

/// There is more to do than was foreseen.
void Scheduler::callOthers(Task &T) {
  std::unique_lock<std::mutex> Guard = hold();
  if (T.Limit == MaxParticipants || !T.hasChunks())
    return;
  T.Limit = MaxParticipants;
  offer(T.shared_from_this());
  announce();
}

bool Scheduler::run(const Share &S, Stay How) {
  Task &T = *S.T;
  Pace *Speed = T.Independent ? T.Speed.get() : nullptr;
  uint64_t Mine = 0;
  Clock::time_point Began;
  if (T.Named || Speed)
    Began = Clock::now();
  // Open from the first unit until these units count as finished: who waited
  // for the task finds the memory closed, and who came too late opens nothing.
  std::optional<GuardedMemory::Access> Allowed;
  Task *Interrupted = std::exchange(Running, &T);
  Foresight Ahead(S, Speed, MaxParticipants);
  unsigned At = S.Part;
  uint64_t First, End;
  while (T.take(At, Ahead.chunk(), First, End)) {
    if (!Allowed)
      Allowed.emplace(T.WorkersOnly ? nullptr : Guarded);
    if (T.Named && First == 0 && T.BeganAt == decltype(T.BeganAt)())
      T.BeganAt = Began;
    T.Work(First, End);
    Mine += End - First;
    if (How == Stay::OneChunk)
      break;
    if (!Ahead.isLate(Began, Mine))
      continue;
    callOthers(T);
    if (How == Stay::WhileOnTime)
      break;
  }
  Allowed.reset();
  Running = Interrupted;
  if (WorkObserver *Observer = T.Named && Mine ? workObserver() : nullptr)
    Observer->tookPart(*T.Named, Began, Clock::now(), IsPoolThread);
  // Nobody asks for places where no chunk is left, or will be.
  if (T.Repeats || T.hasChunks())
    T.Participants.fetch_sub(1, std::memory_order_relaxed);
  return Mine && T.Finished.fetch_add(Mine, std::memory_order_acq_rel) + Mine ==
                     T.Units;
}

/// Lock held. After run().
void Scheduler::leave(const TaskRef &T, bool Finished) {
  if (!Finished) {
    // A place became free.
    if (T == OfferedNow)
      offer(T);
    else if (T->hasChunks())
      Tickets.fetch_add(1);
    return;
  }
  std::erase(Ready, T);
  if (T->Again && T->Again()) {
    // Whoever still looks at it takes part in the next round.
    T->Finished.store(0, std::memory_order_relaxed);
    makeReady(T);
  } else {
    finishWork(T);
  }
}

/// A place at what is offered. The task stays once the seat is taken and the
/// same is still offered.
Scheduler::Share Scheduler::joinOffer(unsigned Number) {
  std::atomic<Task *> &Mine = Seats[Number].At;
  Task *T = Offered.load();
  for (;;) {
    Mine.store(T);
    Task *Now = Offered.load();
    if (Now == T)
      break;
    T = Now;
  }
  if (!T || !T->hasChunks() || !T->enter()) {
    Mine.store(nullptr);
    return {};
  }
  callForMore(*T);
  return {T, Number % T->NumParts, T->Limit, nullptr};
}

/// Looks for a place for a while, from what was offered on that the thread has
/// not looked at yet. With a ticket it has to take the lock.
Scheduler::Share Scheduler::look(unsigned Number, uint64_t &Seen,
                                 bool &HasTicket) {
  unsigned Left = 0;
  for (unsigned I = 0; I < SpinLooks; ++I) {
    uint64_t Now = Offers.load(std::memory_order_acquire);
    bool IsTicket = Tickets.load(std::memory_order_relaxed) > 0;
    if ((IsTicket || Now != Seen) &&
        (Number < Wanted.load(std::memory_order_relaxed) ||
         ++Left > LooksForAnother)) {
      HasTicket = IsTicket && takeTicket();
      if (HasTicket)
        return {};
      Seen = Now;
      if (Share S = joinOffer(Number))
        return S;
    }
    relax();
  }
  return {};
}

void Scheduler::work(unsigned Number) {
  std::atomic<Task *> &Mine = Seats[Number].At;
  uint64_t Seen = 0;
  std::unique_lock<std::mutex> Guard = hold();
  bool Looked = false;
  for (;;) {
    Share S = pick(/*IsWorker=*/true, Number);
    Mine.store(S.T);
    announce();
    if (!S && Stopping)
      return;
    if (!S && Looked) {
      ++Idle;
      WorkAvailable.wait(Guard);
      --Idle;
      Looked = false;
      continue;
    }
    Guard.unlock();
    bool Finished = false, HasTicket = false;
    while ((S || (S = look(Number, Seen, HasTicket))) &&
           !(Finished = run(S, Stay::ToTheEnd))) {
      Mine.store(nullptr);
      S = {};
    }
    holdAgain(Guard);
    Looked = !Finished && !HasTicket;
    if (!Finished)
      continue;
    TaskRef T = S.T->shared_from_this();
    Mine.store(nullptr);
    leave(T, /*Finished=*/true);
  }
}

void Scheduler::runWithoutWorkers() {
  if (!HasNoWorkers.load(std::memory_order_relaxed))
    return;
  std::unique_lock<std::mutex> Guard = hold();
  while (Share S = pick(/*IsWorker=*/true, lastHome())) {
    announce();
    Guard.unlock();
    bool Finished = run(S, Stay::ToTheEnd);
    holdAgain(Guard);
    leave(S.Held, Finished);
  }
  announce();
}

void Scheduler::wait(const TaskRef &T) {
  wait(T, /*IsWorker=*/HasNoWorkers, /*LeastLevel=*/0);
}

void Scheduler::waitAtMost(const TaskRef &T, std::chrono::milliseconds Time) {
  std::unique_lock<std::mutex> Guard = hold();
  T->IsAwaited = true;
  TaskDone.wait_for(Guard, Time, [&] { return T->done(); });
}

void Scheduler::waitForChild(const TaskRef &T) {
  wait(T, /*IsWorker=*/true, Running->Level + 1);
}

void Scheduler::wait(const TaskRef &T, bool IsWorker, unsigned LeastLevel) {
  if (!T || T->done())
    return;
  std::unique_lock<std::mutex> Guard = hold();
  bool Looked = false;
  while (!T->done()) {
    Share S = pick(IsWorker, lastHome(), LeastLevel);
    announce();
    if (S) {
      Guard.unlock();
      bool Finished = run(S, S.Held == T    ? Stay::ToTheEnd
                             : S.Limit == 1 ? Stay::WhileOnTime
                                            : Stay::OneChunk);
      holdAgain(Guard);
      leave(S.Held, Finished);
      Looked = false;
      continue;
    }
    if (Looked) {
      // Until it is done, as long as threads of the pool look for what becomes
      // ready before: to wake one up takes as long as a small task.
      T->IsAwaited = true;
      ++Sleeping;
      TaskDone.wait(Guard);
      --Sleeping;
      Looked = false;
      continue;
    }
    uint64_t Seen = Offers;
    Helpers += !IsPoolThread;
    Guard.unlock();
    for (unsigned I = 0; I < SpinLooks && !T->done(); ++I) {
      if (Tickets.load(std::memory_order_relaxed) > 0 || Offers != Seen)
        break;
      relax();
    }
    holdAgain(Guard);
    Helpers -= !IsPoolThread;
    Looked = true;
  }
  announce();
}
