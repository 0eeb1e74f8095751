//===-- runtime/core/AccData.cpp - Data clauses and directives ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccData.h.
//
//===----------------------------------------------------------------------===//
#include "core/AccData.h"
#include "core/AccDeclared.h"
#include "core/AccDevice.h"
#include "core/AccExpected.h"
#include "core/AccMemory.h"
#include "core/AccPresentData.h"
#include "core/AccProfile.h"
#include "core/AccTrace.h"
#include "core/Capture.h"
#include "core/DeviceOutput.h"
#include "core/Environment.h"
#include "core/Runtime.h"
#include "warprt/DeviceLibrary.h"
#include "warprt/EntryPoints.h"
#include <algorithm>
#include <cstring>

using namespace warprt;
using namespace warprt::present;

AccSection::AccSection(void *Base, size_t ElementBytes, int Rank,
                       const int64_t *Words)
    : Base(static_cast<char *>(Base)) {
  // What is absent, or not allocated, has no sections.
  if (!Base)
    return;
  Elements.Base = this->Base;
  Elements.ElementBytes = ElementBytes;
  Elements.Rank = std::clamp(Rank, 0, CFI_MAX_RANK);
  for (int I = 0; I < Elements.Rank; ++I) {
    int64_t Offset = Words[3 * I], Stride = Words[3 * I + 2];
    Elements.Extent[I] = std::max<int64_t>(0, Words[3 * I + 1]);
    Elements.Stride[I] = Stride;
    Elements.Base += Offset * Stride;
  }
  findInterval();
}

AccSection::AccSection(const ArrayView &Elements)
    : Base(Elements.Base), Elements(Elements) {
  findInterval();
}

void AccSection::findInterval() {
  if (!Elements.Base || Elements.count() == 0 || Elements.ElementBytes == 0)
    return;
  int64_t Below = 0, Above = 0;
  for (int I = 0; I < Elements.Rank; ++I) {
    int64_t Reach = Elements.Stride[I] * (Elements.Extent[I] - 1);
    (Reach < 0 ? Below : Above) += Reach;
  }
  Low = reinterpret_cast<uintptr_t>(Elements.Base + Below);
  Bytes = static_cast<size_t>(Above - Below) + Elements.ElementBytes;
}

/// The first device of each thread is the environment's.
static void beginThread() {
  startAccProfiling();
  int Number = Environment::get().AccDeviceNum;
  if (Number > 0 && currentOrdinal() == 0 && failed(setCurrentOrdinal(Number)))
    fatal("ACC_DEVICE_NUM is %d, but the number of devices is %d", Number,
          backend().deviceCount());
}

static Device &useDevice(SourceLocation Where) {
  Device *D = nullptr;
  if (Error E = currentDevice(D); failed(E))
    fatalAt(Where, E, "using the device");
  return *D;
}

Device &warprt::accDevice(SourceLocation Where) {
  static thread_local bool Began = false;
  if (Began)
    return useDevice(Where);
  Began = true;
  beginThread();
  static std::atomic<bool> Initialized{false};
  if (Initialized.exchange(true))
    return useDevice(Where);
  AccPlace Place{nullptr, Where};
  profileEvent(acc_ev_device_init_start, nullptr, Place, {acc_construct_init});
  Device &D = useDevice(Where);
  profileEvent(acc_ev_device_init_end, &D, Place, {acc_construct_init});
  return D;
}

namespace {

const char *enterClause(int32_t How) {
  switch (How) {
  case WARPRT_ACC_CREATE:
    return "CREATE clause";
  case WARPRT_ACC_COPYIN:
    return "COPYIN clause";
  case WARPRT_ACC_NO_CREATE:
    return "NO_CREATE clause";
  }
  return "PRESENT clause";
}

const char *exitClause(int32_t How) {
  return How == WARPRT_ACC_COPYOUT ? "COPYOUT clause" : "DELETE clause";
}

/// Whether a scalar's device memory may be a slot. Traces show the copies that
/// there would be none of, and a recorded launch is not done at the region's
/// end.
bool canBeSlot(Device &D, const AccClause &C, const AccQueue &Q) {
  return C.has(WARPRT_ACC_RESULT) && C.Section.Elements.Rank == 0 &&
         C.Section.Bytes <= AccSlotBytes && !Q.Async && !accTracing() &&
         !accProfiling() && !isCapturing(D, Q.Q);
}

PresentData &createData(Device &D, const AccSection &S, const AccJoint &Memory,
                        const AccQueue &Q, const AccPlace &Place, bool IsSlot) {
  void *Address = nullptr;
  Error E = IsSlot ? allocateAccSlot(D, &Address)
                   : allocateAccMemory(D, Memory.Bytes, Q.Q, &Address);
  if (failed(E))
    fatalAt(Place.Where, E,
            "allocating " + std::to_string(Memory.Bytes) +
                " bytes of device memory for '" + nameOf(Place) + "'");
  PresentData New;
  New.Host = Memory.Low;
  New.Bytes = Memory.Bytes;
  if (Memory.IsShared)
    New.Construct = Memory.Construct;
  else
    New.Gaps = AccGaps(S.Elements);
  New.Device = static_cast<char *>(Address);
  New.IsSlot = IsSlot;
  New.Name = nameOf(Place);
  New.File = Place.Where.File ? Place.Where.File : "";
  New.Line = Place.Where.Line;
  traceAllocation(D, Place, Address, New.Bytes, /*Free=*/false);
  for (acc_event_t Event : {acc_ev_alloc, acc_ev_create})
    profileEvent(Event, &D, Place, workOn(New));
  return presentTable(D).add(std::move(New));
}

/// How data enter that are made where they are not present.
bool makesData(int32_t How) {
  return How == WARPRT_ACC_CREATE || How == WARPRT_ACC_COPYIN;
}

/// Gives a section what lies between the elements of present data with a
/// stride, if it is there.
void enterGaps(Device &D, int32_t How, const AccClause &C, PresentData &P,
               const AccQueue &Q) {
  const AccSection &S = C.Section;
  if (int64_t *Users = P.Gaps.find(S.Elements)) {
    ++*Users;
    return;
  }
  if (!makesData(How))
    return;
  switch (P.Gaps.overlap(S.Elements)) {
  case AccOverlap::Both:
    // Device code may have no use for what is not copied.
    if (How == WARPRT_ACC_COPYIN)
      failMissing(D, S, enterClause(How), C.Place, &P);
    return;
  case AccOverlap::Inside:
    // The section that the data were made for came and went.
    if (How == WARPRT_ACC_COPYIN && P.Structured + P.Dynamic == P.Gaps.count())
      copyToDevice(D, S, P, Q, C.Place);
    return;
  case AccOverlap::Outside:
    P.Gaps.add(S.Elements);
    if (How == WARPRT_ACC_COPYIN)
      copyToDevice(D, S, P, Q, C.Place);
    return;
  }
}

/// Copies a section that leaves, of data that stay for other sections between
/// the same elements; true if nothing is to be copied any more.
bool leaveGaps(Device &D, int32_t How, const AccClause &C, PresentData &P,
               const AccQueue &Q) {
  int64_t *Users = P.Gaps.find(C.Section.Elements);
  bool IsLast =
      Users ? --*Users == 0
            : P.Gaps.count() > 0 && P.Structured + P.Dynamic == P.Gaps.count();
  if (IsLast && How == WARPRT_ACC_COPYOUT)
    copyToHost(D, C.Section, P, Q, C.Place);
  if (Users && IsLast)
    P.Gaps.remove(Users);
  return Users || IsLast;
}

} // namespace

std::vector<char> warprt::accAttachedBytes(const void *Host, size_t Bytes,
                                           const void *Target,
                                           bool IsDescriptor) {
  auto *Begin = static_cast<const char *>(Host);
  std::vector<char> Copy(Begin, Begin + Bytes);
  std::memcpy(Copy.data(), &Target, sizeof Target);
  // Device code may not free what is not of its heap.
  if (auto *Box = reinterpret_cast<Descriptor *>(Copy.data());
      IsDescriptor && Box->attribute == CFI_attribute_allocatable)
    setAllocator(*Box, static_cast<Allocator>(WARPDEV_ATTACHED));
  return Copy;
}

void warprt::fatalAccData(Device &D, const std::string &What,
                          const AccPlace &Place) {
  std::string Text = "FATAL ERROR: " + What + "\n";
  if (Place.Where.File) {
    Text += std::string(" file:") + Place.Where.File;
    if (Place.Function)
      Text += std::string(" ") + Place.Function;
    Text += " line:" + std::to_string(Place.Where.Line) + "\n";
  }
  fatalText(dumpPresent(D) + Text);
}

std::string warprt::dumpPresent(Device &D) {
  const DeviceProperties &P = D.properties();
  std::string Text = "Present table dump for device[" +
                     std::to_string(D.ordinal() + 1) + "]: " + P.Name + "\n";
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  for (auto &[Host, E] : presentTable(D).entries()) {
    char Line[256];
    std::snprintf(
        Line, sizeof Line,
        "host:0x%llx device:0x%llx size:%zu presentcount:%lld+%lld "
        "line:%d name:",
        static_cast<unsigned long long>(Host),
        static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(E.Device)),
        E.Bytes, static_cast<long long>(E.Structured),
        static_cast<long long>(E.Dynamic), E.Line);
    Text += Line + E.Name;
    if (!E.File.empty())
      Text += " file:" + E.File;
    Text += "\n";
  }
  if (presentTable(D).entries().empty())
    Text += "...empty...\n";
  return Text;
}

//===----------------------------------------------------------------------===//
// Data clauses
//===----------------------------------------------------------------------===//

namespace {

/// What the device has of a clause's data.
struct OnDevice {
  bool Partial = false; ///< before `P`, which sets it
  PresentData *P;
  /// A part of what is named, which will do.
  bool IsPart = false;
  /// The program's own device or managed memory: nothing is present, and device
  /// code has the host's address.
  bool IsOwn;

  OnDevice(Device &D, const AccClause &C)
      : P(findPresent(D, C.Section.Low, C.Section.Bytes, Partial)) {
    if (C.has(WARPRT_ACC_PART) && !isWhole())
      takePart(D, C.Section);
    IsOwn = !P && isDeviceMemory(D, C.Section.Base);
  }
  bool isWhole() const { return P && !Partial; }

private:
  void takePart(Device &D, const AccSection &S) {
    PresentData *Part = presentTable(D).findPart(
        reinterpret_cast<uintptr_t>(S.Base), S.Low, S.Bytes);
    if (!Part)
      return;
    P = Part;
    Partial = false;
    IsPart = true;
  }
};

/// The address for device code, which the clause's descriptor gets, too.
void *give(const AccClause &C, void *Address) {
  if (C.Descriptor)
    std::memcpy(C.Descriptor, &Address, sizeof Address);
  return Address;
}

AccQueue clauseQueue(Device &D, const AccClause &C) {
  return queueOfClause(D, C.Async, C.Place);
}

void attachTo(Device &D, const AccClause &C, void *Target, const AccQueue &Q) {
  attach(D, C.DescriptorAddress, Target, Q, C.Place,
         C.has(WARPRT_ACC_STRUCTURED));
}

void detachFrom(Device &D, const AccClause &C, const AccQueue &Q) {
  detach(D, C.DescriptorAddress, C.has(WARPRT_ACC_FINALIZE), Q, C.Place);
}

/// The work of a clause, for the profiling interface.
AccWork workOf(const AccClause &C, acc_construct_t Unstructured) {
  return {C.has(WARPRT_ACC_STRUCTURED) ? acc_construct_data : Unstructured,
          C.Async};
}

void traceClause(Device &D, const AccClause &C, AccRegion Region, bool Leave) {
  traceRegion(D, C.Place, Region, Leave, C.has(WARPRT_ACC_STRUCTURED));
}

/// Makes what is not present. Where a part of the memory that overlapping data
/// need is present for another's sake, a section has its own.
PresentData &makeData(Device &D, int32_t How, const AccClause &C,
                      AccJoint Memory, const AccQueue &Q) {
  const AccSection &S = C.Section;
  bool Partial;
  if (Memory.IsShared && findPresent(D, Memory.Low, Memory.Bytes, Partial))
    Memory = {S.Low, S.Bytes};
  PresentData &P = createData(D, S, Memory, Q, C.Place,
                              !Memory.IsShared && canBeSlot(D, C, Q));
  if (P.IsSlot) {
    if (How == WARPRT_ACC_COPYIN)
      std::memcpy(P.Device, S.Base, S.Bytes);
  } else if (How == WARPRT_ACC_COPYIN) {
    copyToDevice(D, S, P, Q, C.Place);
  } else if (C.has(WARPRT_ACC_ZERO)) {
    check(D.fill(P.Device, S.Bytes, 0, 1, S.Bytes, 1, Q.Q, /*Async=*/true),
          C.Place, "clearing");
  }
  return P;
}

/// Data that are not present as a whole: ends the program, unless they enter
/// (false), or are left where they are (true).
bool staysOnHost(Device &D, int32_t How, const AccClause &C,
                 const OnDevice &Found) {
  bool MayBeMissing =
      How == WARPRT_ACC_NO_CREATE || C.has(WARPRT_ACC_IF_PRESENT) ||
      (C.has(WARPRT_ACC_OR_HOST) && D.properties().PageableMemoryAccess);
  if (MayBeMissing && !Found.P)
    return true;
  if (!Found.P && C.has(WARPRT_ACC_OR_HOST))
    fatalAccData(D,
                 "an array of assumed size is in memory that device " +
                     std::to_string(D.ordinal() + 1) +
                     " cannot use, and nobody knows how much of it to copy: "
                     "name=" +
                     nameOf(C.Place),
                 C.Place);
  if (Found.Partial || !makesData(How))
    failMissing(D, C.Section, enterClause(How), C.Place, Found.P);
  return false;
}

/// What attach clauses, and data that enter, have in common: what is left to do
/// for data that are neither shared with the host nor in the program's own
/// device memory. Returns what device code gets.
template <typename Body> void *enter(const AccClause &C, Body Work) {
  void *Base = C.Section.Base;
  if (C.isOff())
    return Base; // the host's own copy
  Device &D = accDevice(C.Place.Where);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  if (isShared(C.Section)) {
    copyDescriptor(D, C.DescriptorAddress, clauseQueue(D, C), C.Place);
    return Base;
  }
  OnDevice Found(D, C);
  if (!Found.IsOwn)
    return Work(D, Found);
  // A record's copy may still have the address that a component had.
  if (C.DescriptorAddress)
    attachTo(D, C, Base, clauseQueue(D, C));
  return give(C, Base);
}

/// Data that enter, on their way to the device.
void *enterData(Device &D, const AccClause &C, int32_t How,
                const AccJoint &Memory, OnDevice &Found) {
  const AccSection &S = C.Section;
  if (!Found.isWhole() && staysOnHost(D, How, C, Found))
    return S.Base;
  AccQueue Q = clauseQueue(D, C);
  AccProfiled Profiled(acc_ev_enter_data_start, &D, C.Place,
                       workOf(C, acc_construct_enter_data));
  traceClause(D, C, AccRegion::Data, /*Leave=*/false);
  PresentData &P = Found.P ? *Found.P : makeData(D, How, C, Memory, Q);
  if (Found.P && P.Gaps.any() && !Found.IsPart)
    enterGaps(D, How, C, P, Q);
  if (Found.P && P.Construct && P.Construct == Memory.Construct &&
      How == WARPRT_ACC_COPYIN)
    copyToDevice(D, S, P, Q, C.Place);
  bool IsStructured = C.has(WARPRT_ACC_STRUCTURED);
  ++(IsStructured ? P.Structured : P.Dynamic);
  if (IsStructured)
    P.Makes.push_back(makesData(How) && !Found.IsPart);
  auto Base = reinterpret_cast<uintptr_t>(S.Base);
  P.noteBase(Base);
  char *Result = P.at(Base);
  attachTo(D, C, Result, Q);
  if (!Found.P && !P.IsSlot && How != WARPRT_ACC_COPYIN &&
      C.has(WARPRT_ACC_ZERO))
    waitIfSync(D, Q, C.Place);
  return give(C, Result);
}

} // namespace

void *warprt::accEnter(const AccClause &C, int32_t How) {
  if (C.isOff())
    return C.Section.Base;
  AccJoint Memory = accTakeExpected(C.Section);
  return enter(C, [&](Device &D, OnDevice &Found) {
    return enterData(D, C, How, Memory, Found);
  });
}

void *warprt::accLookUp(const AccClause &C) {
  const AccSection &S = C.Section;
  if (C.isOff())
    return S.Base;
  Device &D = accDevice(C.Place.Where);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  if (isShared(S))
    return S.Base;
  OnDevice Found(D, C);
  if (Found.IsOwn)
    return give(C, S.Base);
  if (!Found.P && C.has(WARPRT_ACC_IF_PRESENT))
    return S.Base;
  if (!Found.isWhole())
    failMissing(D, S, "use_device clause", C.Place, Found.P);
  return give(C, Found.P->at(reinterpret_cast<uintptr_t>(S.Base)));
}

bool warprt::accAreApart(const AccClause &Left, const AccClause &Right) {
  if (Left.isOff() || Right.isOff())
    return false;
  Device &D = accDevice(Left.Place.Where);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  auto Interval = [](uintptr_t Low, size_t Bytes) {
    return AccInterval(Low, Low + Bytes);
  };
  // In shared memory there is nothing but what the clauses say.
  if (isShared(Left.Section) || isShared(Right.Section))
    return !Left.has(WARPRT_ACC_PART) && !Right.has(WARPRT_ACC_PART) &&
           !Interval(Left.Section.Low, Left.Section.Bytes)
                .overlaps(Interval(Right.Section.Low, Right.Section.Bytes));
  // All of an entry may be in use, whatever the clause of this construct says.
  OnDevice A(D, Left), B(D, Right);
  auto DeviceMemory = [&](const PresentData &P) {
    return Interval(reinterpret_cast<uintptr_t>(P.Device), P.Bytes);
  };
  return A.isWhole() && B.isWhole() && A.P != B.P &&
         !DeviceMemory(*A.P).overlaps(DeviceMemory(*B.P));
}

void *warprt::accAttach(const AccClause &Given) {
  // Of what the pointer points to, a section may be present.
  AccClause C = Given;
  C.Flags |= WARPRT_ACC_PART;
  return enter(C, [&](Device &D, OnDevice &Found) -> void * {
    if (!Found.isWhole())
      return C.Section.Base;
    AccQueue Q = clauseQueue(D, C);
    traceClause(D, C, AccRegion::Data, /*Leave=*/false);
    char *Result = Found.P->at(reinterpret_cast<uintptr_t>(C.Section.Base));
    attachTo(D, C, Result, Q);
    return give(C, Result);
  });
}

void warprt::accUpdateDevice(const AccClause &C) {
  const AccSection &S = C.Section;
  if (C.isOff())
    return;
  Device &D = accDevice(C.Place.Where);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  if (isShared(S))
    return;
  OnDevice Found(D, C);
  if (Found.IsOwn || (!Found.P && C.has(WARPRT_ACC_IF_PRESENT)))
    return;
  if (!Found.isWhole())
    failMissing(D, S, "update device clause", C.Place, Found.P);
  AccQueue Q = clauseQueue(D, C);
  AccProfiled Profiled(acc_ev_update_start, &D, C.Place,
                       workOf(C, acc_construct_update));
  traceClause(D, C, AccRegion::Update, /*Leave=*/false);
  copyToDevice(D, S, *Found.P, Q, C.Place);
}

namespace {

/// Data that host and device share, and those that are on the device for
/// themselves, are not copied back. A copy without a queue of its own would
/// wait for what the device does, kernels of CUDA included, and programs count
/// on it. The default queue waits for the others; memory that is shared as a
/// whole has none.
void waitAsCopy(Device &D, const AccClause &C, const AccQueue &Q) {
  if (Q.Async)
    return;
  check(isShared(C.Section) ? waitForAccQueue(D, WARPRT_ACC_ASYNC_ALL, C.Async)
                            : D.synchronizeQueue(Q.Q),
        C.Place, "waiting for the device about");
}

/// Copies what leaves for the last time, and what left with it before.
void copyBack(Device &D, int32_t How, const AccClause &C, PresentData &P,
              const AccQueue &Q) {
  const AccSection &Own = C.Section;
  if (How == WARPRT_ACC_COPYOUT)
    copyToHost(D, Own, P, Q, C.Place);
  for (const AccSection &S : accLeavingWithin(P.Host, P.Host + P.Bytes))
    if (S.Low != Own.Low || S.Bytes != Own.Bytes)
      copyToHost(D, S, P, Q, C.Place);
}

/// Data that nobody holds any more.
void dropData(Device &D, int32_t How, const AccClause &C, PresentData &P,
              const AccQueue &Q) {
  const AccSection &S = C.Section;
  if (P.IsSlot) {
    // The construct's launches are done, since it has no queue.
    if (How == WARPRT_ACC_COPYOUT)
      std::memcpy(S.Base, P.Device, S.Bytes);
    freeAccSlot(D, P.Device);
    presentTable(D).remove(P);
    return;
  }
  copyBack(D, How, C, P, Q);
  if (!P.IsMapped) {
    traceAllocation(D, C.Place, P.Device, P.Bytes, /*Free=*/true);
    for (acc_event_t Event : {acc_ev_delete, acc_ev_free})
      profileEvent(Event, &D, C.Place, workOn(P));
    freeAccMemory(D, P.Device, Q.Q, Q.Async);
    presentTable(D).remove(P);
  }
}

/// What a clause asks for at the end of a region.
void leaveRegion(Device &D, int32_t How, const AccClause &C,
                 const AccQueue &Q) {
  bool IsStructured = C.has(WARPRT_ACC_STRUCTURED);
  OnDevice Found(D, C);
  if (!Found.P) {
    if (!Found.IsOwn)
      return;
    if (How == WARPRT_ACC_COPYOUT)
      waitAsCopy(D, C, Q);
    detachFrom(D, C, Q);
    return;
  }
  if (Found.Partial) {
    // A part of what is named here came and went by itself.
    if (IsStructured)
      return;
    failMissing(D, C.Section, exitClause(How), C.Place, Found.P);
  }
  PresentData &P = *Found.P;
  // What a declare directive made stays as it is.
  if (P.IsVariable || P.Declared) {
    detachFrom(D, C, Q);
    return;
  }
  int64_t &Count = IsStructured ? P.Structured : P.Dynamic;
  // What is here for another region's sake stays untouched.
  if (Count <= 0)
    return;
  detachFrom(D, C, Q);
  Count = C.has(WARPRT_ACC_FINALIZE) && !IsStructured ? 0 : Count - 1;
  // Only acc_unmap_data() ends what acc_map_data() began.
  if (P.IsMapped && !IsStructured)
    Count = std::max<int64_t>(1, Count);
  if (IsStructured && !P.Makes.empty())
    P.Makes.pop_back();
  if (Found.IsPart || (P.Gaps.any() && leaveGaps(D, How, C, P, Q)))
    How = WARPRT_ACC_DELETE;
  if (P.Structured <= 0 && P.Dynamic <= 0)
    return dropData(D, How, C, P, Q);
  // Regions that only ask for the data keep the memory until they end; the last
  // that owns them copies now.
  bool Owned = P.Dynamic > 0 ||
               std::find(P.Makes.begin(), P.Makes.end(), true) != P.Makes.end();
  if (!IsStructured && !Owned)
    copyBack(D, How, C, P, Q);
}

/// What the end of a region and an update have in common, where host and device
/// do not share the data.
template <typename Body>
void leave(Device &D, const AccClause &C, AccRegion Region, Body Work) {
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  AccQueue Q = clauseQueue(D, C);
  bool IsUpdate = Region == AccRegion::Update;
  AccProfiled Profiled(
      IsUpdate ? acc_ev_update_start : acc_ev_exit_data_start, &D, C.Place,
      workOf(C, IsUpdate ? acc_construct_update : acc_construct_exit_data));
  traceClause(D, C, Region, /*Leave=*/true);
  Work(Q);
  traceClauseLeft(C.has(WARPRT_ACC_STRUCTURED));
}

} // namespace

void warprt::accExit(const AccClause &C, int32_t How) {
  if (C.isOff())
    return;
  Device &D = accDevice(C.Place.Where);
  if (isShared(C.Section)) {
    if (How == WARPRT_ACC_COPYOUT)
      waitAsCopy(D, C, clauseQueue(D, C));
    return;
  }
  leave(D, C, AccRegion::Data, [&](const AccQueue &Q) {
    leaveRegion(D, How, C, Q);
    accHasLeft(C.Section);
  });
}

void warprt::accUpdateHost(const AccClause &C) {
  if (C.isOff())
    return;
  Device &D = accDevice(C.Place.Where);
  if (isShared(C.Section))
    return waitAsCopy(D, C, clauseQueue(D, C));
  leave(D, C, AccRegion::Update, [&](const AccQueue &Q) {
    OnDevice Found(D, C);
    if (Found.isWhole())
      copyToHost(D, C.Section, *Found.P, Q, C.Place);
    else if (Found.IsOwn && !Found.Partial)
      waitAsCopy(D, C, Q);
    else if (Found.Partial || (!C.has(WARPRT_ACC_IF_PRESENT) && !Found.IsOwn))
      failMissing(D, C.Section, "update host clause", C.Place, Found.P);
  });
}

void warprt::accDetach(const AccClause &C) {
  if (C.isOff())
    return;
  Device &D = accDevice(C.Place.Where);
  if (isShared(C.Section))
    return;
  leave(D, C, AccRegion::Data, [&](const AccQueue &Q) { detachFrom(D, C, Q); });
}

void warprt::accRead(void *Host, size_t Bytes, int64_t Async, void *Value) {
  if (!Host || Bytes == 0)
    return;
  AccPlace Place;
  Device &D = accDevice(Place.Where);
  if (isShared(AccSection(ArrayView(Host, Bytes, 1)))) {
    // A kernel of the same queue may be about to change it.
    if (queueOfClause(D, Async, Place).Async) {
      check(waitForAccQueue(D, Async, WARPRT_ACC_ASYNC_SYNC), Place, "reading");
      std::memcpy(Value, Host, Bytes);
    }
    return;
  }
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  auto At = reinterpret_cast<uintptr_t>(Host);
  bool Partial;
  PresentData *P = findPresent(D, At, Bytes, Partial);
  if (!P || Partial)
    return;
  AccQueue Q = queueOfClause(D, Async, Place);
  check(copyBytes(D, Value, P->at(At), Bytes, CopyKind::DeviceToHost, Q.Q,
                  /*Async=*/false),
        Place, "reading");
}

bool warprt::accIsPresent(const AccSection &S) {
  Device &D = accDevice({});
  if (accSharesMemory())
    return true;
  auto Low = S.empty() ? reinterpret_cast<uintptr_t>(S.Base) : S.Low;
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  bool Partial;
  if (Low && findPresent(D, Low, std::max<size_t>(1, S.Bytes), Partial))
    return !Partial;
  return Low && isManagedMemory(D, S.Base);
}

void *warprt::accDevicePointer(const void *Host) {
  Device &D = accDevice({});
  if (isShared(AccSection(ArrayView(const_cast<void *>(Host), 1, 1))))
    return const_cast<void *>(Host);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  auto At = reinterpret_cast<uintptr_t>(Host);
  bool Partial;
  PresentData *P = Host ? findPresent(D, At, 1, Partial) : nullptr;
  if (P)
    return P->at(At);
  return Host && isManagedMemory(D, Host) ? const_cast<void *>(Host) : nullptr;
}

void *warprt::accPartPointer(const void *Host, size_t Bytes) {
  if (void *Whole = accDevicePointer(Host))
    return Whole;
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  auto At = reinterpret_cast<uintptr_t>(Host);
  PresentData *P = presentTable(accDevice({})).findPart(At, At, Bytes);
  return P ? P->at(At) : nullptr;
}

void *warprt::accHostPointer(const void *Address) {
  Device &D = accDevice({});
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  if (PresentData *P = presentTable(D).findDevice(Address))
    return reinterpret_cast<void *>(
        P->Host +
        static_cast<uintptr_t>(static_cast<const char *>(Address) - P->Device));
  return accSharesMemory() ? const_cast<void *>(Address) : nullptr;
}

void warprt::accCopyBetween(void *To, const void *From, size_t Bytes,
                            int ToDevice, int FromDevice, int64_t Async,
                            const AccPlace &Place) {
  if (Bytes == 0)
    return;
  int Before = currentOrdinal();
  auto find = [&](const void *Host, int Ordinal) {
    if (Error E = setCurrentOrdinal(Ordinal); failed(E))
      fatalAt(Place.Where, E,
              std::string(Place.Clause) + ": device number " +
                  std::to_string(Ordinal));
    AccSection S(ArrayView(const_cast<void *>(Host), 1, Bytes));
    Device &D = accDevice(Place.Where);
    if (isShared(S))
      return S.Base;
    std::lock_guard<std::recursive_mutex> Guard(presentLock());
    bool Partial;
    PresentData *P = findPresent(D, S.Low, Bytes, Partial);
    if (!P || Partial)
      failMissing(D, S, Place.Clause, Place, P);
    return P->at(S.Low);
  };
  void *Target = find(To, ToDevice);
  void *Source = find(From, FromDevice);
  (void)setCurrentOrdinal(Before);
  Device &D = accDevice(Place.Where);
  AccQueue Q = queueOfClause(D, Async, Place);
  check(copyBytes(D, Target, Source, Bytes, CopyKind::Infer, Q.Q, Q.Async),
        Place, "copying between devices");
  waitIfSync(D, Q, Place);
}

void warprt::accMap(void *Host, void *Address, size_t Bytes,
                    const AccPlace &Place) {
  Device &D = accDevice(Place.Where);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  PresentData New;
  New.Host = reinterpret_cast<uintptr_t>(Host);
  New.Bytes = Bytes;
  if (!Host || !Address || Bytes == 0)
    return;
  bool Partial;
  if (findPresent(D, New.Host, Bytes, Partial))
    fatalAccData(D,
                 std::string("data in ") + Place.Clause +
                     " is present on the device already",
                 Place);
  New.Device = static_cast<char *>(Address);
  New.IsMapped = true;
  New.Dynamic = 1;
  New.Name = nameOf(Place);
  presentTable(D).add(std::move(New));
}

void warprt::accUnmap(void *Host, const AccPlace &Place) {
  Device &D = accDevice(Place.Where);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  bool Partial;
  auto At = reinterpret_cast<uintptr_t>(Host);
  PresentData *P = Host ? presentTable(D).find(At, 1, Partial) : nullptr;
  if (!P || !P->IsMapped || P->Host != At)
    fatalAccData(D,
                 std::string("data in ") + Place.Clause +
                     " was not mapped by acc_map_data",
                 Place);
  presentTable(D).remove(*P);
}

void warprt::accAttach(void *Pointer, size_t Bytes, int64_t Async,
                       const AccPlace &Place, int64_t Offset) {
  if (!Pointer || accSharesMemory())
    return;
  Device &D = accDevice(Place.Where);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  char *Target;
  std::memcpy(&Target, Pointer, sizeof Target);
  void *OnDevice = Target ? accDevicePointer(Target + Offset) : nullptr;
  if (OnDevice)
    attach(D, Pointer, static_cast<char *>(OnDevice) - Offset,
           queueOfClause(D, Async, Place), Place, /*Structured=*/false, Bytes);
}

void warprt::accDetach(void *Pointer, bool Finalize, int64_t Async,
                       const AccPlace &Place) {
  if (!Pointer || accSharesMemory())
    return;
  Device &D = accDevice(Place.Where);
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  detach(D, Pointer, Finalize, queueOfClause(D, Async, Place), Place);
}

void warprt::accReleaseData(Device &D) {
  std::lock_guard<std::recursive_mutex> Guard(presentLock());
  for (auto &[Host, P] : presentTable(D).entries())
    if (P.IsSlot)
      freeAccSlot(D, P.Device);
    else if (!P.IsVariable && !P.IsMapped)
      freeAccMemory(D, P.Device, nullptr, /*Async=*/false);
  presentTable(D).clear();
  forgetDeclared(D);
}
