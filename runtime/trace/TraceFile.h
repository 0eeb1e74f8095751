//===-- runtime/trace/TraceFile.h - A file of trace events ------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes Chrome's trace-event format, which Perfetto and chrome://tracing open:
//
//     {"displayTimeUnit":"ns","otherData":{...},"traceEvents":[
//     {"ph":"X","pid":1,"tid":1,"ts":0.000,"dur":2.000,"name":"...",...},
//     ...
//     ]}
//
// The file is written as the program goes on, so that one that crashes leaves
// what came before; viewers do without its end. Times are those of the
// machine's monotonic clock, which the processes of one machine share.
//
// Tracks are host threads, numbered as they appear, and the queues of devices.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_TRACE_TRACEFILE_H
#define WARPRT_TRACE_TRACEFILE_H

#include "hal/Work.h"
#include <map>
#include <mutex>
#include <sys/types.h>

namespace warprt::trace {

/// "text" as JSON writes it, quotes included.
std::string quoted(const std::string &Text);

/// Members of a JSON object, as in `"bytes":400,"file":"a.f90"`.
class Details {
public:
  Details &add(const char *Name, const std::string &Text);
  Details &add(const char *Name, int64_t Number);
  const std::string &text() const { return Text; }

private:
  std::string Text;
};

class TraceFile {
public:
  /// Null, and the reason, where the file cannot be written. `Rank` is that of
  /// an MPI process, negative where it is none.
  static std::unique_ptr<TraceFile> create(const std::string &Path, int Rank,
                                           std::string &Reason);
  /// Ends the file.
  ~TraceFile();

  /// Something the calling thread did.
  void did(const std::string &Name, const char *Category, WorkTime Start,
           const std::string &Details = "", uint64_t Call = 0);
  void didPart(const Work &W, WorkTime Start, WorkTime End,
               bool IsDeviceThread);
  /// Something a queue of a device did.
  void workDone(const Work &W, WorkTime Start, WorkTime End);

  /// Ranges of the calling thread, which nest.
  void begin(const std::string &Name, const char *Category,
             const std::string &Details = "");
  void end();
  /// Ranges that overlap in any way, by number.
  void beginRange(int64_t Range, const std::string &Name, const char *Category);
  void endRange(int64_t Range);
  void mark(const std::string &Name, const char *Category,
            const std::string &Details = "");
  /// A quantity over time.
  void count(const std::string &Name, int64_t Value);

  /// Names the track of a queue, which may have had another meaning before.
  void nameQueue(int Ordinal, Queue *Q, const std::string &Name);
  /// The handle may be another queue's from now on.
  void forgetQueue(int Ordinal, Queue *Q);

  /// A number for Work::Call.
  uint64_t newCall() { return ++Calls; }

  void finish();

private:
  TraceFile(int File, int Rank);
  void write(std::string Event);
  void flush();
  void nameTrack(int64_t Track, const std::string &Name);
  int64_t threadTrack(bool IsDeviceThread = false);
  int64_t queueTrack(int Ordinal, Queue *Q);
  std::string identifier(int64_t Number) const;
  std::string head(const char *Phase, int64_t Track, WorkTime At) const;
  void slice(int64_t Track, const std::string &Name, const char *Category,
             WorkTime Start, WorkTime End, const std::string &Details);

  const int File;
  const pid_t Owner;
  const int Process;
  std::atomic<uint64_t> Calls{0};
  std::atomic<int64_t> Threads{0};
  std::mutex Lock; // what follows
  std::string Buffer;
  bool IsOpen = true, IsFirst = true;
  int64_t DeviceThreads = 0, Queues = 0;
  std::map<std::pair<int, Queue *>, int64_t> Tracks;
  std::map<int64_t, int64_t> Nesting; ///< open ranges of each track
  std::map<int64_t, std::pair<int64_t, std::string>> Ranges;
};

} // namespace warprt::trace

#endif // WARPRT_TRACE_TRACEFILE_H
