//===-- runtime/backends/cpu/CpuDevice.cpp - The CPU as a device
//------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CpuDevice.h.
//
//===----------------------------------------------------------------------===//
#include "backends/cpu/CpuDevice.h"
#include "backends/cpu/CpuBackend.h"
#include "backends/cpu/CrashReport.h"
#include "warprt/DeviceMessages.h"
#include <algorithm>
#include <cstring>

using namespace warprt;
using namespace warprt::cpu;

namespace {

/// Copies are cut into pieces of this size for the pool.
constexpr size_t CopyPiece = size_t(1) << 20;
/// Pageable host memory up to this size is staged by an asynchronous copy, as
/// CUDA does; above it the call waits.
constexpr size_t StagedCopy = 64 * 1024;

RangeKind rangeKind(MemoryKind Kind) {
  switch (Kind) {
  case MemoryKind::Device:
    return RangeKind::Device;
  case MemoryKind::Pinned:
    return RangeKind::Pinned;
  case MemoryKind::Managed:
    return RangeKind::Managed;
  }
  return RangeKind::Device;
}

/// Bytes from the first to the last byte of a two-dimensional run.
bool spanOf(size_t Pitch, size_t Width, size_t Height, size_t &Bytes) {
  if (Height <= 1) {
    Bytes = Width;
    return true;
  }
  return !__builtin_mul_overflow(Pitch, Height - 1, &Bytes) &&
         !__builtin_add_overflow(Bytes, Width, &Bytes);
}

bool overlap(const void *A, size_t ABytes, const void *B, size_t BBytes) {
  auto PA = reinterpret_cast<uintptr_t>(A), PB = reinterpret_cast<uintptr_t>(B);
  return PA < PB + BBytes && PB < PA + ABytes;
}

/// How long a call waits for what it has queued, where races are looked for:
/// a kernel may itself wait for the host.
constexpr std::chrono::milliseconds MostForOneWork{1000};

/// More rows of host memory that are not contiguous are not watched.
constexpr size_t MostLentRows = 64;

bool looksForRaces() {
  const Checker *C = Checker::get();
  return C && C->checks(CheckRaces);
}

/// Pieces of memory go to the threads whose kernels take the same part of their
/// blocks.
TaskRef makeIndependentTask(uint64_t Units, uint64_t Grain, Task::Body Work) {
  auto T = std::make_shared<Task>(Units, Grain, std::move(Work));
  T->unitsAreIndependent();
  return T;
}

/// The copy as a task: pieces of one row, or groups of rows.
TaskRef copyTask(char *Dst, const char *Src, CopyShape S, bool OnePiece) {
  if (S.Height == 1 || (S.DstPitch == S.Width && S.SrcPitch == S.Width)) {
    size_t Bytes = S.Width * S.Height;
    return makeIndependentTask(
        Bytes, OnePiece ? Bytes : CopyPiece, [=](uint64_t First, uint64_t End) {
          std::memmove(Dst + First, Src + First, End - First);
          noteWritten(Dst + First, End - First);
        });
  }
  uint64_t Rows =
      std::max<uint64_t>(1, CopyPiece / std::max<size_t>(1, S.Width));
  return makeIndependentTask(
      S.Height, OnePiece ? S.Height : std::min<uint64_t>(Rows, S.Height),
      [=](uint64_t First, uint64_t End) {
        for (uint64_t R = First; R < End; ++R) {
          std::memmove(Dst + R * S.DstPitch, Src + R * S.SrcPitch, S.Width);
          noteWritten(Dst + R * S.DstPitch, S.Width);
        }
      });
}

template <typename T>
void fillRow(char *Row, uint32_t Value, uint64_t First, uint64_t End) {
  T V = static_cast<T>(Value);
  for (uint64_t I = First; I < End; ++I)
    std::memcpy(Row + I * sizeof(T), &V, sizeof(T));
}

void fillUnits(char *Row, uint32_t Value, unsigned Unit, uint64_t First,
               uint64_t End) {
  noteWritten(Row + First * Unit, (End - First) * Unit);
  if (Unit == 1)
    std::memset(Row + First, static_cast<int>(Value & 0xff), End - First);
  else if (Unit == 2)
    fillRow<uint16_t>(Row, Value, First, End);
  else
    fillRow<uint32_t>(Row, Value, First, End);
}

/// Copies the \p Bytes of the first row of some to the others.
template <size_t Bytes>
void repeatRow(char *To, size_t Pitch, uint64_t First, uint64_t End) {
  char Element[Bytes];
  std::memcpy(Element, To + First * Pitch, Bytes);
  for (uint64_t R = First + 1; R < End; ++R)
    std::memcpy(To + R * Pitch, Element, Bytes);
}

/// Rows of \p Width units. Those of a strided section are one element each: a
/// store, where a call for each would take several times as long. What checks
/// programs wants to know of each.
void fillRows(char *To, size_t Pitch, uint32_t Value, unsigned Unit,
              size_t Width, uint64_t First, uint64_t End) {
  const size_t Bytes = Width * Unit;
  const bool IsElement = !Checker::get() && First < End && Bytes <= 16;
  const uint64_t Filled = IsElement ? First + 1 : End;
  for (uint64_t R = First; R < Filled; ++R)
    fillUnits(To + R * Pitch, Value, Unit, 0, Width);
  if (!IsElement)
    return;
  switch (Bytes) {
  case 1:
    return repeatRow<1>(To, Pitch, First, End);
  case 2:
    return repeatRow<2>(To, Pitch, First, End);
  case 4:
    return repeatRow<4>(To, Pitch, First, End);
  case 8:
    return repeatRow<8>(To, Pitch, First, End);
  case 16:
    return repeatRow<16>(To, Pitch, First, End);
  default:
    for (uint64_t R = First + 1; R < End; ++R)
      std::memcpy(To + R * Pitch, To + First * Pitch, Bytes);
  }
}

class CpuBackend final : public Backend {
public:
  CpuBackend(unsigned Threads, std::unique_ptr<GuardedMemory> Guard)
      : Only(Threads, std::move(Guard)) {}
  const char *name() const override { return "cpu"; }
  int deviceCount() override { return 1; }
  Error device(int Ordinal, Device **Result) override {
    if (Ordinal != 0)
      return Error::InvalidDevice;
    *Result = &Only;
    return Error::Success;
  }
  // As a CUDA 12 installation would answer; programs only compare them.
  int driverVersion() const override { return 12000; }
  int runtimeVersion() const override { return 12000; }

private:
  CpuDevice Only;
};

} // namespace

std::unique_ptr<Backend>
cpu::createBackend(unsigned Threads, std::unique_ptr<GuardedMemory> Guard) {
  if (Guard)
    installCrashReport();
  return std::make_unique<CpuBackend>(Threads, std::move(Guard));
}

CpuDevice::CpuDevice(unsigned Threads, std::unique_ptr<GuardedMemory> Guard)
    : Properties(describeHost(Threads)), Guarded(std::move(Guard)),
      Memory(Properties.TotalMemory, Guarded.get()),
      Pool(Threads, Guarded.get()) {}

CpuDevice::~CpuDevice() {
  (void)waitForAll();
  for (CpuQueue *Q : Queues)
    delete Q;
  for (CpuEvent *E : Events)
    delete E;
  for (CpuGraph *G : Graphs)
    if (!G->IsChild)
      delete G;
  for (CpuGraphExec *G : GraphExecs)
    delete G;
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

CpuQueue *CpuDevice::lookUp(Queue *Q) {
  if (!Q || Q == LegacyQueue)
    return &Legacy;
  if (Q == PerThreadQueue) {
    std::unique_ptr<CpuQueue> &Mine = PerThread[std::this_thread::get_id()];
    if (!Mine) {
      Mine = std::make_unique<CpuQueue>();
      Mine->Number = QueuesSoFar++;
    }
    return Mine.get();
  }
  auto *Ours = reinterpret_cast<CpuQueue *>(Q);
  return Queues.count(Ours) ? Ours : nullptr;
}

void CpuDevice::dependencies(const CpuQueue &Q, std::vector<TaskRef> &After) {
  After.push_back(Q.Last);
  if (&Q != &Legacy) {
    if (Q.blocking())
      After.push_back(Legacy.Last);
    return;
  }
  for (CpuQueue *Other : Queues)
    if (Other->blocking())
      After.push_back(Other->Last);
  for (auto &[Id, Other] : PerThread)
    After.push_back(Other->Last);
  Orphans.erase(std::remove_if(Orphans.begin(), Orphans.end(),
                               [](const TaskRef &T) { return T->done(); }),
                Orphans.end());
  After.insert(After.end(), Orphans.begin(), Orphans.end());
}

Error CpuDevice::enqueue(Queue *Q, TaskRef T, const NodeWork &As,
                         const TaskRef &AlsoAfter) {
  if (hasFailed())
    return status();
  if (NextWork)
    T->report(std::move(NextWork));
  std::unique_lock<std::mutex> Guard(Lock);
  CpuQueue *Ours = lookUp(Q);
  if (!Ours)
    return Error::InvalidResourceHandle;
  if (Ours->Place.In)
    return recordTask(*Ours, std::move(T), As);
  if (Error E = refuseImplicit(*Ours); failed(E))
    return E;
  std::vector<TaskRef> After;
  dependencies(*Ours, After);
  if (AlsoAfter)
    After.push_back(AlsoAfter);
  order(*T, *Ours, After);
  bool IsTaken = Pool.submitOrTake(T, After);
  Ours->Last = T;
  Guard.unlock();
  if (IsTaken)
    Pool.runTaken(T);
  Pool.runWithoutWorkers();
  runAtOnce(T);
  return Error::Success;
}

void CpuDevice::order(Task &T, CpuQueue &Q, const std::vector<TaskRef> &After) {
  if (!looksForRaces())
    return;
  if (!T.order())
    T.standAt(std::make_shared<WorkOrder>());
  WorkOrder &New = *T.order();
  New.Queue = Q.Number;
  New.Number = ++Q.Works;
  New.Before = Checker::get()->unwaited().hostKnows();
  auto AddWork = [&](const WorkOrder &Earlier) {
    New.Before.add(Earlier.Before);
    if (Earlier.Number)
      New.Before.add(Earlier.Queue, Earlier.Number);
  };
  for (const TaskRef &Earlier : After)
    if (Earlier && Earlier->order())
      AddWork(*Earlier->order());
  if (&Q == &Legacy)
    AddWork(OfDestroyed);
}

void CpuDevice::runAtOnce(const TaskRef &T) {
  if (looksForRaces() && !T->done())
    Pool.waitAtMost(T, MostForOneWork);
}

void CpuDevice::waitFor(const TaskRef &T) {
  if (!T)
    return;
  Pool.wait(T);
  if (T->order() && looksForRaces())
    Checker::get()->unwaited().noteWaited(*T->order());
}

void CpuDevice::noteTransfer(const TaskRef &T, bool Async,
                             std::initializer_list<AccessedRows> Rows) {
  // What is waited for meets only what may still run.
  if (looksForRaces() && T->order() && (Async || warprt_cpu_check_pending))
    Checker::get()->noteTransfer(*T->order(), Rows);
}

void CpuDevice::lend(const TaskRef &T, const AccessedRows &Rows) {
  if (!looksForRaces() || !T->order())
    return;
  bool IsOne = Rows.Height == 1 || Rows.Pitch == Rows.Width;
  if (!IsOne && Rows.Height > MostLentRows)
    return;
  LentMemory Lent;
  Lent.IsWritten = Rows.IsWritten;
  Lent.Order = *T->order();
  for (size_t Row = 0; Row < (IsOne ? 1 : Rows.Height); ++Row) {
    Lent.Begin = reinterpret_cast<uintptr_t>(Rows.Address) + Row * Rows.Pitch;
    Lent.End = Lent.Begin + (IsOne ? Rows.Width * Rows.Height : Rows.Width);
    Checker::get()->unwaited().lend(Lent);
  }
}

void CpuDevice::enqueueNested(const TaskRef &T, const TaskRef &After,
                              bool Tail) {
  if (Tail)
    Pool.submitTail(T);
  else
    Pool.submitChild(T, After);
}

Error CpuDevice::createQueue(unsigned Flags, int Priority, Queue **Result) {
  if (Flags & ~unsigned(QueueNonBlocking))
    return Error::InvalidValue;
  auto *Q = new CpuQueue;
  Q->Flags = Flags;
  Q->Priority = std::clamp(Priority, 0, 0);
  std::lock_guard<std::mutex> Guard(Lock);
  Q->Number = QueuesSoFar++;
  Queues.insert(Q);
  *Result = reinterpret_cast<Queue *>(Q);
  return Error::Success;
}

Error CpuDevice::destroyQueue(Queue *Q) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Ours = reinterpret_cast<CpuQueue *>(Q);
  if (!Queues.erase(Ours))
    return Error::InvalidResourceHandle;
  if (auto R = Ours->Place.In) {
    R->IsInvalid = true;
    if (R->Origin == Ours)
      dropRecording(R);
  }
  if (Ours->Last && Ours->Last->order()) {
    OfDestroyed.Before.add(Ours->Last->order()->Before);
    OfDestroyed.Before.add(Ours->Number, Ours->Works);
  }
  // Work that is still queued completes by itself.
  if (Ours->Last && !Ours->Last->done())
    Orphans.push_back(Ours->Last);
  delete Ours;
  return Error::Success;
}

Error CpuDevice::synchronizeQueue(Queue *Q) {
  std::vector<TaskRef> After;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    CpuQueue *Ours = lookUp(Q);
    if (!Ours)
      return Error::InvalidResourceHandle;
    if (Error E = refuseWait(*Ours); failed(E))
      return E;
    if (Ours == &Legacy)
      dependencies(*Ours, After);
    else
      After.push_back(Ours->Last);
  }
  for (const TaskRef &T : After)
    waitFor(T);
  return status();
}

Error CpuDevice::queryQueue(Queue *Q) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuQueue *Ours = lookUp(Q);
  if (!Ours)
    return Error::InvalidResourceHandle;
  if (Error E = refuseWait(*Ours); failed(E))
    return E;
  std::vector<TaskRef> After;
  if (Ours == &Legacy)
    dependencies(*Ours, After);
  else
    After.push_back(Ours->Last);
  for (const TaskRef &T : After)
    if (T && !T->done())
      return Error::NotReady;
  for (const TaskRef &T : After)
    waitFor(T);
  return status();
}

Error CpuDevice::synchronize() {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    for (auto &R : Recordings)
      R->IsInvalid = true;
    if (!Recordings.empty())
      return Error::StreamCaptureUnsupported;
  }
  return waitForAll();
}

Error CpuDevice::waitForAll() {
  std::vector<TaskRef> All;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    dependencies(Legacy, All);
    for (CpuQueue *Q : Queues)
      All.push_back(Q->Last);
  }
  for (const TaskRef &T : All)
    waitFor(T);
  if (looksForRaces()) {
    std::lock_guard<std::mutex> Guard(Lock);
    Checker::get()->unwaited().noteWaited(OfDestroyed);
  }
  return status();
}

Error CpuDevice::waitEvent(Queue *Q, Event *E) {
  TaskRef Marker;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    auto *Known = reinterpret_cast<CpuEvent *>(E);
    CpuQueue *Ours = lookUp(Q);
    if (!Events.count(Known) || !Ours)
      return Error::InvalidResourceHandle;
    RecordingPlace &Place = Ours->Place;
    if (Known->Place.In) {
      // The queue takes part in the event's recording from now on.
      if (Place.In && Place.In != Known->Place.In)
        return Error::StreamCaptureMerge;
      if (std::find(Recordings.begin(), Recordings.end(), Known->Place.In) ==
          Recordings.end())
        return Error::CapturedEvent;
      if (Ours == &Legacy)
        return Error::StreamCaptureImplicit;
      Place.In = Known->Place.In;
      for (size_t I : Known->Place.After)
        if (std::find(Place.After.begin(), Place.After.end(), I) ==
            Place.After.end())
          Place.After.push_back(I);
      return Error::Success;
    }
    if (Place.In) {
      Place.In->IsInvalid = true;
      return Error::StreamCaptureIsolation;
    }
    Marker = Known->Marker;
  }
  return enqueue(Q, std::make_shared<Task>(), NodeWork(), Marker);
}

Error CpuDevice::hostCall(Queue *Q, HostFunction Function, void *Data) {
  if (!Function)
    return Error::InvalidValue;
  auto Order = std::make_shared<WorkOrder>();
  auto T =
      std::make_shared<Task>(1, 1, [Function, Data, Order](uint64_t, uint64_t) {
        Checker::HostCall Call(*Order);
        Function(Data);
      });
  T->standAt(std::move(Order));
  T->onlyOnWorkers();
  NodeWork As;
  As.Kind = NodeKind::Host;
  As.Function = Function;
  As.Data = Data;
  return enqueue(Q, std::move(T), As);
}

Error CpuDevice::libraryCall(Queue *Q, std::function<void()> Work) {
  return enqueue(
      Q,
      std::make_shared<Task>(1, 1,
                             [Work = std::move(Work)](uint64_t, uint64_t) {
                               Work();
                               noteAllWritten();
                             }),
      NodeWork());
}

void CpuDevice::withDeviceMemory(const std::function<void()> &Work) {
  GuardedMemory::Access Allowed(Guarded.get());
  Work();
  noteAllWritten();
}

Error CpuDevice::queueFlags(Queue *Q, unsigned &Flags, int &Priority) {
  std::lock_guard<std::mutex> Guard(Lock);
  CpuQueue *Ours = lookUp(Q);
  if (!Ours)
    return Error::InvalidResourceHandle;
  Flags = Ours->Flags;
  Priority = Ours->Priority;
  return Error::Success;
}

Error CpuDevice::limit(int Which, size_t &Value) {
  if (Which < 0 || Which >= static_cast<int>(std::size(Limits)))
    return Error::UnsupportedLimit;
  Value = Limits[Which];
  return Error::Success;
}

Error CpuDevice::setLimit(int Which, size_t Value) {
  if (Which < 0 || Which >= static_cast<int>(std::size(Limits)))
    return Error::UnsupportedLimit;
  Limits[Which] = Value;
  return Error::Success;
}

Error CpuDevice::priorityRange(int &Least, int &Greatest) {
  Least = Greatest = 0;
  return Error::Success;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

Error CpuDevice::markerOf(Event *E, TaskRef &Marker) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Ours = reinterpret_cast<CpuEvent *>(E);
  if (!Events.count(Ours))
    return Error::InvalidResourceHandle;
  if (Ours->Place.In) {
    Ours->Place.In->IsInvalid = true;
    return Error::CapturedEvent;
  }
  Marker = Ours->Marker;
  return Error::Success;
}

Error CpuDevice::createEvent(unsigned Flags, Event **Result) {
  if (Flags &
      ~unsigned(EventBlockingSync | EventDisableTiming | EventInterprocess))
    return Error::InvalidValue;
  auto *E = new CpuEvent;
  E->Flags = Flags;
  std::lock_guard<std::mutex> Guard(Lock);
  Events.insert(E);
  *Result = reinterpret_cast<Event *>(E);
  return Error::Success;
}

Error CpuDevice::destroyEvent(Event *E) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Ours = reinterpret_cast<CpuEvent *>(E);
  if (!Events.erase(Ours))
    return Error::InvalidResourceHandle;
  delete Ours;
  return Error::Success;
}

Error CpuDevice::recordEvent(Event *E, Queue *Q) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    auto *Ours = reinterpret_cast<CpuEvent *>(E);
    CpuQueue *From = lookUp(Q);
    if (!Events.count(Ours) || !From)
      return Error::InvalidResourceHandle;
    Ours->Place = From->Place;
    if (From->Place.In)
      return Error::Success;
  }
  auto Marker = std::make_shared<Task>();
  if (Error Err = enqueue(Q, Marker, NodeWork()); failed(Err))
    return Err;
  std::lock_guard<std::mutex> Guard(Lock);
  auto *Ours = reinterpret_cast<CpuEvent *>(E);
  if (!Events.count(Ours))
    return Error::InvalidResourceHandle;
  Ours->Marker = std::move(Marker);
  return Error::Success;
}

Error CpuDevice::synchronizeEvent(Event *E) {
  TaskRef Marker;
  if (Error Err = markerOf(E, Marker); failed(Err))
    return Err;
  waitFor(Marker);
  return status();
}

Error CpuDevice::queryEvent(Event *E) {
  TaskRef Marker;
  if (Error Err = markerOf(E, Marker); failed(Err))
    return Err;
  if (Marker && !Marker->done())
    return Error::NotReady;
  waitFor(Marker);
  return status();
}

Error CpuDevice::elapsed(Event *Start, Event *End, float &Milliseconds) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto *From = reinterpret_cast<CpuEvent *>(Start);
  auto *To = reinterpret_cast<CpuEvent *>(End);
  for (CpuEvent *E : {From, To})
    if (Events.count(E) && E->Place.In)
      return Error::CapturedEvent;
  for (CpuEvent *E : {From, To})
    if (!Events.count(E) || (E->Flags & EventDisableTiming) || !E->Marker)
      return Error::InvalidResourceHandle;
  if (!From->Marker->done() || !To->Marker->done())
    return Error::NotReady;
  std::chrono::duration<float, std::milli> D =
      To->Marker->completedAt() - From->Marker->completedAt();
  Milliseconds = D.count();
  return Error::Success;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Error CpuDevice::memoryInfo(size_t &Free, size_t &Total) {
  Total = Memory.capacity();
  Free = Total - std::min(Total, Memory.used());
  return Error::Success;
}

Error CpuDevice::allocate(MemoryKind Kind, size_t Bytes, void **Result) {
  if (Error E = refuseUnsafe(); failed(E))
    return E;
  return Memory.allocate(rangeKind(Kind), Bytes, Result);
}

Error CpuDevice::allocateAsync(size_t Bytes, void **Result, Queue *Q) {
  std::shared_ptr<CpuPool> From;
  {
    // What a recording allocates is the graph's own.
    std::lock_guard<std::mutex> Guard(Lock);
    if (!records(Q))
      From = shared(CurrentPool);
  }
  return From ? allocateFrom(From, Bytes, Result)
              : Memory.allocate(RangeKind::Device, Bytes, Result);
}

Error CpuDevice::release(MemoryKind Kind, void *Address) {
  if (Error E = refuseUnsafe(); failed(E))
    return E;
  // Device code frees by the host's free(), which finds managed memory. A GPU
  // could not free that, and the kernel would wait for itself here.
  if (const char *Kernel = RunningKernel::name())
    fatalKernel(Kernel, WARPRT_HOST_ALLOCATABLE_MESSAGE);
  // As cudaFree does: nothing that is queued may still use it.
  if (Error E = waitForAll(); failed(E))
    return E;
  if (std::lock_guard<std::mutex> Guard(Lock); leaveGraphMemory(Address)) {
    dropGraphMemory();
    return Error::Success;
  }
  leavePool(Address);
  return Memory.release(rangeKind(Kind), Address);
}

Error CpuDevice::releaseAsync(void *Address, Queue *Q) {
  {
    // Launches of the graph use the memory again.
    std::lock_guard<std::mutex> Guard(Lock);
    if (records(Q))
      return Error::Success;
  }
  if (Error E = synchronizeQueue(Q); failed(E))
    return E;
  if (std::lock_guard<std::mutex> Guard(Lock); leaveGraphMemory(Address)) {
    dropGraphMemory();
    return Error::Success;
  }
  leavePool(Address);
  return Memory.release(RangeKind::Device, Address);
}

Error CpuDevice::registerHost(void *Address, size_t Bytes) {
  return Memory.add(RangeKind::Registered, Address, Bytes);
}

Error CpuDevice::unregisterHost(void *Address) {
  if (Error E = waitForAll(); failed(E))
    return E;
  return Memory.remove(RangeKind::Registered, Address);
}

PointerInfo CpuDevice::pointerInfo(const void *Address) {
  PointerInfo Info;
  Info.HostAddress = const_cast<void *>(Address);
  Range R = Memory.find(Address);
  if (R.Size == 0)
    return Info;
  Info.Base = reinterpret_cast<void *>(R.Base);
  Info.Size = R.Size;
  Info.DeviceAddress = const_cast<void *>(Address);
  switch (R.Kind) {
  case RangeKind::Device:
  case RangeKind::Variable:
    Info.Place = PointerPlace::Device;
    Info.HostAddress = nullptr;
    break;
  case RangeKind::Pinned:
  case RangeKind::Registered:
    Info.Place = PointerPlace::Host;
    break;
  case RangeKind::Managed:
    Info.Place = PointerPlace::Managed;
    break;
  }
  return Info;
}

/// A copy of what \p From holds now.
static TaskRef stagedCopyTask(char *To, const char *From,
                              const CopyShape &Shape) {
  auto Staged = std::make_shared<std::vector<char>>(Shape.Width * Shape.Height);
  for (size_t R = 0; R < Shape.Height; ++R)
    std::memcpy(Staged->data() + R * Shape.Width, From + R * Shape.SrcPitch,
                Shape.Width);
  return std::make_shared<Task>(1, 1, [=](uint64_t, uint64_t) {
    for (size_t R = 0; R < Shape.Height; ++R) {
      std::memcpy(To + R * Shape.DstPitch, Staged->data() + R * Shape.Width,
                  Shape.Width);
      noteWritten(To + R * Shape.DstPitch, Shape.Width);
    }
  });
}

/// A copy as an operation of a graph.
static NodeWork copyWork(char *To, const char *From, const CopyShape &Shape,
                         CopyKind Kind) {
  NodeWork As;
  As.Kind = NodeKind::Copy;
  As.Direction = Kind;
  As.Box.Dst.Address = To;
  As.Box.Dst.Pitch = Shape.DstPitch;
  As.Box.Src.Address = const_cast<char *>(From);
  As.Box.Src.Pitch = Shape.SrcPitch;
  As.Box.Dst.Rows = As.Box.Src.Rows = As.Box.Height = Shape.Height;
  As.Box.Width = Shape.Width;
  return As;
}

Error CpuDevice::copy(void *Dst, const void *Src, const CopyShape &Shape,
                      CopyKind Kind, Queue *Q, bool Async) {
  size_t DstBytes, SrcBytes;
  if (!spanOf(Shape.DstPitch, Shape.Width, Shape.Height, DstBytes) ||
      !spanOf(Shape.SrcPitch, Shape.Width, Shape.Height, SrcBytes))
    return Error::InvalidValue;
  bool ToDevice =
      Kind == CopyKind::HostToDevice || Kind == CopyKind::DeviceToDevice;
  bool FromDevice =
      Kind == CopyKind::DeviceToHost || Kind == CopyKind::DeviceToDevice;
  bool Named = Kind != CopyKind::Infer;
  bool DstPageable, SrcPageable, DstOnDevice, SrcOnDevice;
  if (Error E = Memory.check(Dst, DstBytes, ToDevice, Named && !ToDevice,
                             DstPageable, DstOnDevice);
      failed(E))
    return E;
  if (Error E = Memory.check(Src, SrcBytes, FromDevice, Named && !FromDevice,
                             SrcPageable, SrcOnDevice);
      failed(E))
    return E;

  bool OnePiece = overlap(Dst, DstBytes, Src, SrcBytes);
  bool Wait = !Async || DstPageable;
  bool Records = false;
  if (std::lock_guard<std::mutex> Guard(Lock); records(Q)) {
    if (!Async)
      return refuseWait(*lookUp(Q));
    Records = true;
    Wait = false;
  }
  auto *To = static_cast<char *>(Dst);
  auto *From = static_cast<const char *>(Src);
  TaskRef T;
  if (!Wait && SrcPageable && !Records) {
    if (Shape.Width * Shape.Height > StagedCopy)
      Wait = true;
    else
      T = stagedCopyTask(To, From, Shape);
  }
  if (!T)
    T = copyTask(To, From, Shape, OnePiece);
  if (Error E = enqueue(Q, T, copyWork(To, From, Shape, Kind)); failed(E))
    return E;
  AccessedRows Read{Src, Shape.SrcPitch, Shape.Width, Shape.Height, false};
  AccessedRows Written{Dst, Shape.DstPitch, Shape.Width, Shape.Height, true};
  bool IsLent = Async && HostMemoryLoan::lives();
  noteTransfer(T, !Wait || IsLent, {Read, Written});
  if (IsLent && SrcPageable)
    lend(T, Read);
  if (IsLent && DstPageable)
    lend(T, Written);
  if (!Wait)
    return Error::Success;
  if (IsLent)
    Pool.wait(T);
  else
    waitFor(T);
  return status();
}

Error CpuDevice::fill(void *Dst, size_t Pitch, uint32_t Value, unsigned Unit,
                      size_t Width, size_t Height, Queue *Q, bool Async) {
  size_t Row, Bytes;
  if (__builtin_mul_overflow(Width, size_t(Unit), &Row) ||
      !spanOf(Pitch, Row, Height, Bytes))
    return Error::InvalidValue;
  bool Pageable, OnDevice;
  if (Error E = Memory.check(Dst, Bytes, /*NeedDevice=*/true,
                             /*ForbidDevice=*/false, Pageable, OnDevice);
      failed(E))
    return E;
  auto *To = static_cast<char *>(Dst);
  TaskRef T;
  if (Height == 1)
    T = makeIndependentTask(Width, CopyPiece / Unit,
                            [=](uint64_t First, uint64_t End) {
                              fillUnits(To, Value, Unit, First, End);
                            });
  else
    T = makeIndependentTask(
        Height, std::max<size_t>(1, CopyPiece / std::max<size_t>(1, Row)),
        [=](uint64_t First, uint64_t End) {
          fillRows(To, Pitch, Value, Unit, Width, First, End);
        });
  if (std::lock_guard<std::mutex> Guard(Lock); !Async && records(Q))
    return refuseWait(*lookUp(Q));
  NodeWork As;
  As.Kind = NodeKind::Fill;
  As.Dst = Dst;
  As.Pitch = Pitch;
  As.Value = Value;
  As.Unit = Unit;
  As.Width = Width;
  As.Height = Height;
  if (Error E = enqueue(Q, T, As); failed(E))
    return E;
  noteTransfer(T, Async, {{Dst, Pitch, Row, Height, /*IsWritten=*/true}});
  if (Async)
    return Error::Success;
  waitFor(T);
  return status();
}

bool CpuDevice::isManaged(const void *Address, size_t Bytes) {
  Range R = Memory.find(Address);
  return R.Kind == RangeKind::Managed && R.Size != 0 &&
         Bytes <= R.Size - (reinterpret_cast<uintptr_t>(Address) - R.Base);
}

Error CpuDevice::prefetch(const void *Address, size_t Bytes, bool, Queue *Q) {
  if (!isManaged(Address, Bytes))
    return Error::InvalidValue;
  std::lock_guard<std::mutex> Guard(Lock);
  return lookUp(Q) ? Error::Success : Error::InvalidResourceHandle;
}

Error CpuDevice::advise(const void *Address, size_t Bytes, int Advice,
                        int Ordinal) {
  if (!isManaged(Address, Bytes) || Advice < 1 || Advice > 6)
    return Error::InvalidValue;
  // Read-mostly data has no place.
  return Advice <= 2 || (Ordinal >= -1 && Ordinal <= 0) ? Error::Success
                                                        : Error::InvalidDevice;
}

Error CpuDevice::attach(Queue *Q, void *Address, size_t Bytes, unsigned Flags) {
  if (!isManaged(Address, Bytes) || (Flags != 1 && Flags != 2 && Flags != 4))
    return Error::InvalidValue;
  std::lock_guard<std::mutex> Guard(Lock);
  return lookUp(Q) ? Error::Success : Error::InvalidResourceHandle;
}

//===----------------------------------------------------------------------===//
// Peers and code
//===----------------------------------------------------------------------===//

Error CpuDevice::canAccessPeer(int, bool &Can) {
  Can = false;
  return Error::InvalidDevice; // there is only one device
}

Error CpuDevice::enablePeer(int) { return Error::InvalidDevice; }
Error CpuDevice::disablePeer(int) { return Error::InvalidDevice; }

const WarprtDeviceCode *CpuDevice::selectCode(const WarprtImage &Image) {
  for (uint64_t I = 0; I < Image.numCode; ++I)
    if (Image.code[I].kind == WARPRT_CODE_CPU)
      return &Image.code[I];
  return nullptr;
}

Error CpuDevice::loadModule(const WarprtDeviceCode &Code, const char *,
                            std::unique_ptr<Module> &Result, std::string &Log) {
  if (!Code.data) {
    Log = "the image's CPU program is missing";
    return Error::InvalidKernelImage;
  }
  Result =
      createCpuModule(*this, *static_cast<const WarprtCpuProgram *>(Code.data));
  return Error::Success;
}
