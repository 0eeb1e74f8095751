//===-- runtime/trace/TraceFile.cpp - A file of trace events --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TraceFile.h.
//
//===----------------------------------------------------------------------===//
#include "trace/TraceFile.h"
#include "hal/Device.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

using namespace warprt;
using namespace warprt::trace;

namespace {

/// Bytes that gather before they are written.
constexpr size_t BufferBytes = size_t(1) << 18;
/// Tracks of queues have numbers from here on, those of threads below.
constexpr int64_t FirstQueueTrack = 100000;

int64_t nanoseconds(WorkTime Time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             Time.time_since_epoch())
      .count();
}

/// Microseconds with three places.
std::string microseconds(int64_t Nanoseconds) {
  char Text[40];
  std::snprintf(Text, sizeof Text, "%lld.%03d",
                static_cast<long long>(Nanoseconds / 1000),
                static_cast<int>(Nanoseconds % 1000));
  return Text;
}

std::string programName() {
  char Name[256] = "";
  ssize_t Length = readlink("/proc/self/exe", Name, sizeof Name - 1);
  if (Length <= 0)
    return "program";
  Name[Length] = 0;
  const char *Slash = std::strrchr(Name, '/');
  return Slash ? Slash + 1 : Name;
}

std::string hostName() {
  char Name[256] = "";
  return gethostname(Name, sizeof Name - 1) == 0 ? Name : "";
}

std::string withDetails(const std::string &Details) {
  return Details.empty() ? "" : ",\"args\":{" + Details + "}";
}

std::string named(const std::string &Name, const char *Category) {
  return ",\"name\":" + quoted(Name) + ",\"cat\":" + quoted(Category);
}

} // namespace

/// The bytes of the UTF-8 character that begins at \p At; 0 where there is
/// none.
static size_t characterBytes(const std::string &Text, size_t At) {
  auto byte = [&](size_t I) {
    return I < Text.size() ? static_cast<unsigned char>(Text[I]) : 0u;
  };
  unsigned First = byte(At), Second = byte(At + 1);
  if (First < 0x80)
    return 1;
  size_t Bytes = First >= 0xc2 && First <= 0xdf   ? 2
                 : First >= 0xe0 && First <= 0xef ? 3
                 : First >= 0xf0 && First <= 0xf4 ? 4
                                                  : 0;
  unsigned Least = First == 0xe0 ? 0xa0 : First == 0xf0 ? 0x90 : 0x80;
  unsigned Most = First == 0xed ? 0x9f : First == 0xf4 ? 0x8f : 0xbf;
  if (Bytes == 0 || Second < Least || Second > Most)
    return 0;
  for (size_t I = 2; I < Bytes; ++I)
    if ((byte(At + I) & 0xc0) != 0x80)
      return 0;
  return Bytes;
}

std::string trace::quoted(const std::string &Text) {
  std::string Result = "\"";
  for (size_t At = 0; At < Text.size();) {
    size_t Bytes = characterBytes(Text, At);
    auto C = static_cast<unsigned char>(Text[At]);
    if (Bytes == 1 && (C == '"' || C == '\\')) {
      Result += '\\';
      Result += Text[At];
    } else if (C < 0x20) {
      char Code[8];
      std::snprintf(Code, sizeof Code, "\\u%04x", C);
      Result += Code;
    } else {
      Result += Bytes ? Text.substr(At, Bytes) : "?";
    }
    At += std::max<size_t>(1, Bytes);
  }
  return Result + '"';
}

Details &Details::add(const char *Name, const std::string &Value) {
  Text +=
      std::string(Text.empty() ? "" : ",") + quoted(Name) + ":" + quoted(Value);
  return *this;
}

Details &Details::add(const char *Name, int64_t Number) {
  Text += std::string(Text.empty() ? "" : ",") + quoted(Name) + ":" +
          std::to_string(Number);
  return *this;
}

std::unique_ptr<TraceFile> TraceFile::create(const std::string &Path, int Rank,
                                             std::string &Reason) {
  int File = open(Path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (File < 0) {
    Reason = std::strerror(errno);
    return nullptr;
  }
  return std::unique_ptr<TraceFile>(new TraceFile(File, Rank));
}

/// Viewers take the processes of merged files apart by their numbers: ranks
/// have theirs, on whatever machine they run.
TraceFile::TraceFile(int File, int Rank)
    : File(File), Owner(getpid()), Process(Rank < 0 ? getpid() : Rank + 1) {
  timespec Wall = {};
  clock_gettime(CLOCK_REALTIME, &Wall);
  int64_t Now = nanoseconds(std::chrono::steady_clock::now());
  int64_t Offset = Wall.tv_sec * INT64_C(1000000000) + Wall.tv_nsec - Now;
  Details Other;
  Other.add("producer", "Warpfort")
      .add("host", hostName())
      .add("clock", "CLOCK_MONOTONIC")
      .add("nanoseconds from clock to 1970", Offset);
  Buffer = "{\"displayTimeUnit\":\"ns\",\"otherData\":{" + Other.text() +
           "},\"traceEvents\":[\n";
  std::string Name = programName();
  if (Rank >= 0)
    Name = "rank " + std::to_string(Rank) + ": " + Name;
  auto describe = [&](const char *What, const std::string &Value) {
    std::lock_guard<std::mutex> Guard(Lock);
    write("{\"ph\":\"M\",\"pid\":" + std::to_string(Process) +
          ",\"tid\":0,\"name\":" + quoted(What) + ",\"args\":{" + Value + "}}");
  };
  describe("process_name", Details().add("name", Name).text());
  describe("process_sort_index",
           Details().add("sort_index", int64_t(Process)).text());
}

TraceFile::~TraceFile() { finish(); }

void TraceFile::finish() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsOpen)
    return;
  // Of a program that stops in the middle of them.
  WorkTime Now = std::chrono::steady_clock::now();
  for (auto [Track, Depth] : Nesting)
    for (int64_t I = 0; I < Depth; ++I)
      write(head("E", Track, Now) + "}");
  for (auto &[Range, Begun] : Ranges)
    write(head("e", Begun.first, Now) + Begun.second + "}");
  Buffer += "\n]}\n";
  flush();
  IsOpen = false;
  close(File);
}

/// Merged files must not have a number twice.
std::string TraceFile::identifier(int64_t Number) const {
  char Text[32];
  std::snprintf(Text, sizeof Text, ",\"id\":\"0x%llx\"",
                static_cast<unsigned long long>(Process) << 32 |
                    (static_cast<unsigned long long>(Number) & 0xffffffff));
  return Text;
}

/// Lock held. A process that was forked has no part in its parent's file.
void TraceFile::flush() {
  const char *From = Buffer.data();
  size_t Left = getpid() == Owner ? Buffer.size() : 0;
  while (Left) {
    ssize_t Written = ::write(File, From, Left);
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0) {
      std::fprintf(stderr,
                   "warprt: warning: WARPFORT_TRACE: the trace is not whole: "
                   "%s\n",
                   std::strerror(errno));
      IsOpen = false;
      close(File);
      break;
    }
    From += Written;
    Left -= static_cast<size_t>(Written);
  }
  Buffer.clear();
}

/// Lock held.
void TraceFile::write(std::string Event) {
  if (!IsOpen)
    return;
  if (!std::exchange(IsFirst, false))
    Buffer += ",\n";
  Buffer += Event;
  if (Buffer.size() >= BufferBytes)
    flush();
}

std::string TraceFile::head(const char *Phase, int64_t Track,
                            WorkTime At) const {
  return std::string("{\"ph\":\"") + Phase +
         "\",\"pid\":" + std::to_string(Process) +
         ",\"tid\":" + std::to_string(Track) +
         ",\"ts\":" + microseconds(nanoseconds(At));
}

void TraceFile::forgetQueue(int Ordinal, Queue *Q) {
  std::lock_guard<std::mutex> Guard(Lock);
  Tracks.erase({Ordinal, Q});
}

/// Lock held. Viewers show tracks in the order of their numbers.
void TraceFile::nameTrack(int64_t Track, const std::string &Name) {
  std::string Head = "{\"ph\":\"M\",\"pid\":" + std::to_string(Process) +
                     ",\"tid\":" + std::to_string(Track) + ",\"name\":";
  write(Head + "\"thread_name\",\"args\":{" +
        Details().add("name", Name).text() + "}}");
  write(Head + "\"thread_sort_index\",\"args\":{" +
        Details().add("sort_index", Track).text() + "}}");
}

/// Lock held. The calling thread's.
int64_t TraceFile::threadTrack(bool IsDeviceThread) {
  static thread_local const TraceFile *Of = nullptr;
  static thread_local int64_t Track = 0;
  if (Of != this) {
    Of = this;
    Track = ++Threads;
    nameTrack(Track,
              IsDeviceThread ? "CPU thread " + std::to_string(++DeviceThreads)
              : gettid() == Owner ? "host"
                                  : "host thread " + std::to_string(gettid()));
  }
  return Track;
}

/// Lock held.
int64_t TraceFile::queueTrack(int Ordinal, Queue *Q) {
  if (Q == LegacyQueue)
    Q = nullptr;
  int64_t &Track = Tracks[{Ordinal, Q}];
  if (Track == 0) {
    Track = FirstQueueTrack + ++Queues;
    nameTrack(Track,
              "device " + std::to_string(Ordinal) + ": " +
                  (Q == nullptr          ? "default stream"
                   : Q == PerThreadQueue ? "streams of threads"
                                         : "stream " + std::to_string(Queues)));
  }
  return Track;
}

void TraceFile::nameQueue(int Ordinal, Queue *Q, const std::string &Name) {
  std::lock_guard<std::mutex> Guard(Lock);
  int64_t &Track = Tracks[{Ordinal, Q}];
  Track = FirstQueueTrack + ++Queues;
  nameTrack(Track, "device " + std::to_string(Ordinal) + ": " + Name);
}

/// Lock held.
void TraceFile::slice(int64_t Track, const std::string &Name,
                      const char *Category, WorkTime Start, WorkTime End,
                      const std::string &Details) {
  int64_t Duration =
      std::max<int64_t>(0, nanoseconds(End) - nanoseconds(Start));
  write(head("X", Track, Start) + ",\"dur\":" + microseconds(Duration) +
        named(Name, Category) + withDetails(Details) + "}");
}

void TraceFile::did(const std::string &Name, const char *Category,
                    WorkTime Start, const std::string &Details, uint64_t Call) {
  WorkTime Now = std::chrono::steady_clock::now();
  std::lock_guard<std::mutex> Guard(Lock);
  int64_t Track = threadTrack();
  slice(Track, Name, Category, Start, Now, Details);
  if (Call)
    write(head("s", Track, Start) + named("queued", "flow") +
          identifier(static_cast<int64_t>(Call)) + "}");
}

void TraceFile::didPart(const Work &W, WorkTime Start, WorkTime End,
                        bool IsDeviceThread) {
  std::lock_guard<std::mutex> Guard(Lock);
  slice(threadTrack(IsDeviceThread), W.Name, "thread", Start, End, "");
}

void TraceFile::workDone(const Work &W, WorkTime Start, WorkTime End) {
  // What kernels launch overlaps in any way; the threads show it.
  if (W.Q == DeviceCodeQueue)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  int64_t Track = queueTrack(W.Ordinal, W.Q);
  slice(Track, W.Name, W.Category, Start, End, W.Details);
  if (W.Call)
    write(head("f", Track, Start) + ",\"bp\":\"e\"" + named("queued", "flow") +
          identifier(static_cast<int64_t>(W.Call)) + "}");
}

void TraceFile::begin(const std::string &Name, const char *Category,
                      const std::string &Details) {
  WorkTime Now = std::chrono::steady_clock::now();
  std::lock_guard<std::mutex> Guard(Lock);
  int64_t Track = threadTrack();
  ++Nesting[Track];
  write(head("B", Track, Now) + named(Name, Category) + withDetails(Details) +
        "}");
}

void TraceFile::end() {
  WorkTime Now = std::chrono::steady_clock::now();
  std::lock_guard<std::mutex> Guard(Lock);
  int64_t Track = threadTrack();
  if (Nesting[Track] == 0)
    return;
  --Nesting[Track];
  write(head("E", Track, Now) + "}");
}

void TraceFile::beginRange(int64_t Range, const std::string &Name,
                           const char *Category) {
  WorkTime Now = std::chrono::steady_clock::now();
  std::lock_guard<std::mutex> Guard(Lock);
  std::string What = named(Name, Category) + identifier(Range);
  int64_t Track = threadTrack();
  Ranges[Range] = {Track, What};
  write(head("b", Track, Now) + What + "}");
}

void TraceFile::endRange(int64_t Range) {
  WorkTime Now = std::chrono::steady_clock::now();
  std::lock_guard<std::mutex> Guard(Lock);
  auto Begun = Ranges.find(Range);
  if (Begun == Ranges.end())
    return;
  write(head("e", threadTrack(), Now) + Begun->second.second + "}");
  Ranges.erase(Begun);
}

void TraceFile::mark(const std::string &Name, const char *Category,
                     const std::string &Details) {
  WorkTime Now = std::chrono::steady_clock::now();
  std::lock_guard<std::mutex> Guard(Lock);
  write(head("i", threadTrack(), Now) + ",\"s\":\"t\"" + named(Name, Category) +
        withDetails(Details) + "}");
}

void TraceFile::count(const std::string &Name, int64_t Value) {
  WorkTime Now = std::chrono::steady_clock::now();
  std::lock_guard<std::mutex> Guard(Lock);
  write(head("C", 0, Now) + ",\"name\":" + quoted(Name) + ",\"args\":{" +
        Details().add("bytes", Value).text() + "}}");
}
