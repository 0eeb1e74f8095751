//===-- runtime/core/AccTrace.cpp - What OpenACC code does, as it happens and in
// sum -===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See AccTrace.h. Device times come from events around the work, which are
// looked at when the table is made or many have gathered.
//
//===----------------------------------------------------------------------===//
#include "core/AccTrace.h"
#include "core/Environment.h"
#include "core/Runtime.h"
#include "core/Trace.h"
#include "warprt/EntryPoints.h"
#include <algorithm>
#include <climits>
#include <map>
#include <memory>
#include <mutex>
#include <unistd.h>

using namespace warprt;

std::atomic<int> detail::AccTracing{-1};

namespace {

/// "1,234,567".
std::string grouped(int64_t Number) {
  std::string Text = std::to_string(Number);
  for (size_t At = Text.size(); At > 3; At -= 3)
    Text.insert(At - 3, ",");
  return Text;
}

/// Times in microseconds.
struct Times {
  int64_t Count = 0, Total = 0, Least = INT64_MAX, Most = 0;
  void add(int64_t Time) {
    ++Count;
    Total += Time;
    Least = std::min(Least, Time);
    Most = std::max(Most, Time);
  }
  std::string text() const {
    if (Count == 0)
      return "total=0 max=0 min=0 avg=0";
    return "total=" + grouped(Total) + " max=" + grouped(Most) +
           " min=" + grouped(Least) + " avg=" + grouped(Total / Count);
  }
};

/// What was done for one line of the source.
struct LineRecord {
  /// Clauses of data constructs, by variable: each construct has one for each
  /// of its variables.
  std::map<std::string, int64_t> Entered, Left, Updated;
  int64_t Launched = 0;
  LaunchShape Least, Most;
  Times Kernel, Elapsed, CopyIn, CopyOut;
};

struct FunctionRecord {
  std::string File, Name, Device;
  int Ordinal = 0;
  std::map<int, LineRecord> Lines;
};

/// Work whose time is not known yet.
struct Pending {
  Device *D;
  Event *Start, *End;
  Times *Result;
};

struct State {
  std::recursive_mutex Lock;
  /// In the order of first use.
  std::vector<std::unique_ptr<FunctionRecord>> Functions;
  std::vector<Pending> Waiting;
};

State &state() {
  static auto *The = new State;
  return *The;
}

constexpr size_t MostPending = 4096;

/// Relative to where the program runs, as the user wrote it.
std::string shownFile(const char *File) {
  std::string Text = File ? File : "";
  char Here[PATH_MAX];
  if (getcwd(Here, sizeof Here)) {
    std::string Prefix = std::string(Here) + "/";
    if (Text.compare(0, Prefix.size(), Prefix) == 0)
      return Text.substr(Prefix.size());
  }
  return Text;
}

LineRecord *lineOf(Device &D, const AccPlace &Place) {
  // Routines of the API have no place.
  if (!Place.Where.File)
    return nullptr;
  State &S = state();
  std::string File = shownFile(Place.Where.File);
  std::string Name = Place.Function ? Place.Function : "";
  for (auto &F : S.Functions)
    if (F->Ordinal == D.ordinal() && F->File == File && F->Name == Name)
      return &F->Lines[Place.Where.Line];
  auto New = std::make_unique<FunctionRecord>();
  New->File = File;
  New->Name = Name;
  New->Device = D.properties().HostThreads ? "CPU" : "NVIDIA";
  New->Ordinal = D.ordinal();
  S.Functions.push_back(std::move(New));
  return &S.Functions.back()->Lines[Place.Where.Line];
}

void resolve(Pending &P) {
  float Milliseconds = 0;
  if (!failed(P.D->synchronizeEvent(P.End)) &&
      !failed(P.D->elapsed(P.Start, P.End, Milliseconds)))
    P.Result->add(static_cast<int64_t>(Milliseconds * 1000 + 0.5f));
  (void)P.D->destroyEvent(P.Start);
  (void)P.D->destroyEvent(P.End);
}

void resolveAll() {
  State &S = state();
  for (Pending &P : S.Waiting)
    resolve(P);
  S.Waiting.clear();
}

/// Hands the timer's events over.
void measure(AccTimer &T, Times &Result) {
  if (!T.Start || failed(T.D.createEvent(0, &T.End)) ||
      failed(T.D.recordEvent(T.End, T.Q)))
    return;
  State &S = state();
  S.Waiting.push_back({&T.D, T.Start, T.End, &Result});
  T.Start = T.End = nullptr;
  if (S.Waiting.size() >= MostPending)
    resolveAll();
}

unsigned notify() { return Environment::get().AccNotify; }

/// " file=... function=... line=... device=0 threadid=1"
std::string placeText(Device &D, const AccPlace &Place) {
  std::string Text = " file=";
  Text += Place.Where.File ? Place.Where.File : "";
  Text += " function=";
  Text += Place.Function ? Place.Function : "";
  Text += " line=" + std::to_string(Place.Where.Line) +
          " device=" + std::to_string(D.ordinal()) + " threadid=1";
  return Text;
}

void say(const std::string &Text) {
  std::fflush(stdout);
  std::fputs((Text + "\n").c_str(), stderr);
}

std::string dimensions(const uint32_t *Extent, char Between) {
  int Rank = Extent[2] > 1 ? 3 : Extent[1] > 1 ? 2 : 1;
  std::string Text;
  for (int I = 0; I < Rank; ++I)
    Text += (I ? std::string(1, Between) : "") + std::to_string(Extent[I]);
  return Text;
}

std::string range(const uint32_t *Least, const uint32_t *Most) {
  std::string Low = dimensions(Least, 'x'), High = dimensions(Most, 'x');
  return "[" + (Low == High ? Low : Low + "-" + High) + "]";
}

std::string times(int64_t Count) {
  return std::to_string(Count) + (Count == 1 ? " time" : " times");
}

/// How often a construct was there, of its clauses.
int64_t reached(const std::map<std::string, int64_t> &Clauses) {
  int64_t Most = 0;
  for (auto &[Name, Count] : Clauses)
    Most = std::max(Most, Count);
  return Most;
}

void writeLine(std::string &Text, int Line, const LineRecord &R) {
  std::string Number = std::to_string(Line);
  std::string Copies;
  auto addCopies = [&](const char *What, const Times &T) {
    if (T.Count)
      Copies += "        " + Number + ": data " + What +
                " transfers: " + std::to_string(T.Count) +
                "\n             device time(us): " + T.text() + "\n";
  };
  addCopies("copyin", R.CopyIn);
  addCopies("copyout", R.CopyOut);
  if (R.Launched)
    Text += "    " + Number + ": compute region reached " + times(R.Launched) +
            "\n        " + Number + ": kernel launched " + times(R.Launched) +
            "\n            grid: " + range(R.Least.Grid, R.Most.Grid) +
            "  block: " + range(R.Least.Block, R.Most.Block) +
            "\n             device time(us): " + R.Kernel.text() +
            "\n            elapsed time(us): " + R.Elapsed.text() + "\n";
  if (int64_t Count = reached(R.Updated))
    Text +=
        "    " + Number + ": update directive reached " + times(Count) + "\n";
  else if (int64_t Count = reached(R.Entered) + reached(R.Left))
    Text += "    " + Number + ": data region reached " + times(Count) + "\n";
  Text += Copies;
}

} // namespace

/// What the trace shows of a construct.
static std::string detailsOf(const AccPlace &Place) {
  trace::Details D;
  if (Place.Where.File)
    D.add("file", Place.Where.File).add("line", Place.Where.Line);
  if (Place.Function)
    D.add("procedure", Place.Function);
  return D.text();
}

namespace {
/// A structured region that the thread is in.
struct OpenRegion {
  int Clauses = 0; ///< that have not been left
  bool IsLeaving = false;
};
thread_local std::vector<OpenRegion> OpenRegions;
} // namespace

/// A region of the trace ends with the last of its clauses.
static void endRegion(trace::TraceFile &File) {
  OpenRegions.pop_back();
  File.end();
}

static void markRegion(const AccPlace &Place, AccRegion Kind, bool Leave,
                       bool Structured, bool IsFirst) {
  trace::TraceFile *File = traceFile();
  if (!File)
    return;
  if (Kind == AccRegion::Update || !Structured) {
    if (IsFirst)
      File->mark(Kind == AccRegion::Update ? "update"
                 : Leave                   ? "exit data"
                                           : "enter data",
                 "region", detailsOf(Place));
    return;
  }
  // What was left with fewer clauses than it was entered with.
  if (IsFirst && !OpenRegions.empty() && OpenRegions.back().IsLeaving)
    endRegion(*File);
  if (IsFirst && !Leave) {
    File->begin("data region", "region", detailsOf(Place));
    OpenRegions.emplace_back();
  }
  if (OpenRegions.empty())
    return;
  if (Leave)
    OpenRegions.back().IsLeaving = true;
  else
    ++OpenRegions.back().Clauses;
}

void warprt::traceClauseLeft(bool Structured) {
  if (!accTracing() || !Structured || OpenRegions.empty())
    return;
  if (trace::TraceFile *File = traceFile();
      File && --OpenRegions.back().Clauses <= 0)
    endRegion(*File);
}

bool detail::startAccTracing() {
  const Environment &Env = Environment::get();
  bool On = Env.AccNotify || Env.AccTime || !Env.Trace.empty();
  AccTracing = On;
  if (Env.AccTime)
    std::atexit([] {
      if (!deviceIsInherited())
        std::fputs(accTimingTable().c_str(), stderr);
    });
  return On;
}

AccTimer::AccTimer(Device &D, Queue *Q)
    : D(D), Q(Q), Began(std::chrono::steady_clock::now()) {
  if (!accTracing() || !Environment::get().AccTime)
    return;
  if (!failed(D.createEvent(0, &Start)) && failed(D.recordEvent(Start, Q))) {
    (void)D.destroyEvent(Start);
    Start = nullptr;
  }
}

AccTimer::~AccTimer() {
  if (Start)
    (void)D.destroyEvent(Start);
  if (End)
    (void)D.destroyEvent(End);
}

void warprt::traceRegion(Device &D, const AccPlace &Place, AccRegion Kind,
                         bool Leave, bool Structured) {
  if (!accTracing())
    return;
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  LineRecord *R = lineOf(D, Place);
  if (!R)
    return;
  std::string Name = Place.Name ? Place.Name : "";
  auto &Clauses = Kind == AccRegion::Update ? R->Updated
                  : Leave                   ? R->Left
                                            : R->Entered;
  // The first clause of each construct speaks for it.
  int64_t Before = reached(Clauses);
  bool IsFirst = ++Clauses[Name] > Before;
  markRegion(Place, Kind, Leave, Structured, IsFirst);
  if (IsFirst && (notify() & NotifyRegions))
    say((Kind == AccRegion::Update ? "Enter update construct"
         : Leave                   ? "Leave data region"
                                   : "Enter data region") +
        placeText(D, Place));
}

void warprt::traceTransfer(AccTimer &T, const AccPlace &Place, size_t Bytes,
                           bool ToDevice) {
  if (!accTracing())
    return;
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  if (notify() & NotifyTransfers)
    say((ToDevice ? "upload CUDA data " : "download CUDA data ") +
        placeText(T.D, Place) + " variable=" + (Place.Name ? Place.Name : "") +
        " bytes=" + std::to_string(Bytes));
  if (trace::TraceFile *File = traceFile())
    File->did(std::string(ToDevice ? "to device: " : "to host: ") +
                  (Place.Name ? Place.Name : ""),
              "transfer", T.Began, detailsOf(Place));
  if (!Environment::get().AccTime)
    return;
  if (LineRecord *R = lineOf(T.D, Place))
    measure(T, ToDevice ? R->CopyIn : R->CopyOut);
}

/// Adds a launch to the table of times.
static void countLaunch(AccTimer &T, const AccPlace &Place,
                        const LaunchShape &Shape) {
  if (!Environment::get().AccTime)
    return;
  LineRecord *R = lineOf(T.D, Place);
  if (!R)
    return;
  if (R->Launched++ == 0)
    R->Least = R->Most = Shape;
  for (int I = 0; I < 3; ++I) {
    R->Least.Grid[I] = std::min(R->Least.Grid[I], Shape.Grid[I]);
    R->Most.Grid[I] = std::max(R->Most.Grid[I], Shape.Grid[I]);
    R->Least.Block[I] = std::min(R->Least.Block[I], Shape.Block[I]);
    R->Most.Block[I] = std::max(R->Most.Block[I], Shape.Block[I]);
  }
  // The kernels of one launch of a graph have one time.
  if (T.IsCounted)
    return;
  T.IsCounted = true;
  auto Elapsed = std::chrono::steady_clock::now() - T.Began;
  R->Elapsed.add(
      std::chrono::duration_cast<std::chrono::microseconds>(Elapsed).count());
  measure(T, R->Kernel);
}

static std::string shapeText(const LaunchShape &Shape) {
  return " grid=" + dimensions(Shape.Grid, 'x') +
         " block=" + dimensions(Shape.Block, 'x');
}

void warprt::traceLaunch(AccTimer &T, const AccPlace &Place,
                         const LaunchShape &Shape) {
  if (!accTracing())
    return;
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  uint64_t Gangs = uint64_t(Shape.Grid[0]) * Shape.Grid[1] * Shape.Grid[2];
  if (notify() & NotifyRegions)
    say("Enter compute region" + placeText(T.D, Place));
  if (notify() & NotifyLaunches)
    say("launch CUDA kernel " + placeText(T.D, Place) +
        " num_gangs=" + std::to_string(Gangs) +
        " num_workers=" + std::to_string(Shape.Block[1] * Shape.Block[2]) +
        " vector_length=" + std::to_string(Shape.Block[0]) + shapeText(Shape));
  if (notify() & NotifyRegions)
    say("Leave compute region" + placeText(T.D, Place));
  if (trace::TraceFile *File = traceFile())
    File->did("compute region", "region", T.Began, detailsOf(Place));
  countLaunch(T, Place, Shape);
}

void warprt::traceKernel(AccTimer &T, const AccPlace &Place,
                         const LaunchShape &Shape, const char *Name) {
  std::lock_guard<std::recursive_mutex> Guard(state().Lock);
  if (notify() & NotifyLaunches)
    say("launch CUDA kernel " + placeText(T.D, Place) + " kernel=" + Name +
        shapeText(Shape) +
        (Shape.DynamicShared ? " shared=" + std::to_string(Shape.DynamicShared)
                             : ""));
  countLaunch(T, Place, Shape);
}

void warprt::traceAllocation(Device &D, const AccPlace &Place,
                             const void *Address, size_t Bytes, bool Free) {
  if (!accTracing() || !(notify() & NotifyAllocations))
    return;
  char Where[32];
  std::snprintf(
      Where, sizeof Where, "0x%llx",
      static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(Address)));
  say(std::string(Free ? "delete CUDA data " : "create CUDA data ") +
      " devaddr=" + Where + " bytes=" + std::to_string(Bytes) +
      " name=" + (Place.Name ? Place.Name : "") + placeText(D, Place));
}

void warprt::traceWait(Device &D, const AccPlace &Place, int64_t Queue) {
  if (!accTracing() || !(notify() & NotifyWaits))
    return;
  std::string Text = "Explicit wait ";
  if (Queue == WARPRT_ACC_ASYNC_SYNC)
    Text = "Implicit wait ";
  Text += placeText(D, Place);
  if (Queue >= 0)
    Text += " queue=" + std::to_string(Queue);
  say(Text);
}

std::string warprt::accTimingTable() {
  State &S = state();
  std::lock_guard<std::recursive_mutex> Guard(S.Lock);
  resolveAll();
  std::string Text = "\nAccelerator Kernel Timing data\n";
  std::vector<std::string> Files;
  for (auto &F : S.Functions)
    if (std::find(Files.begin(), Files.end(), F->File) == Files.end())
      Files.push_back(F->File);
  for (const std::string &File : Files) {
    Text += File + "\n";
    for (auto &F : S.Functions) {
      if (F->File != File)
        continue;
      int64_t Total = 0;
      std::string Lines;
      for (auto &[Line, R] : F->Lines) {
        Total += R.Kernel.Total + R.CopyIn.Total + R.CopyOut.Total;
        writeLine(Lines, Line, R);
      }
      Text += "  " + F->Name + "  " + F->Device +
              "  devicenum=" + std::to_string(F->Ordinal) +
              "\n    time(us): " + grouped(Total) + "\n" + Lines;
    }
  }
  return Text;
}
