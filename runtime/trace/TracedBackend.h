//===-- runtime/trace/TracedBackend.h - A back end that is traced -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands before another back end and writes what is asked of it to a trace: on
// the track of the thread how long the call took, on that of the queue how long
// the work did. A device that reports its work (the CPU) says that itself, and
// which of its threads did what; around the work of others there are events of
// the device, which are looked at when the program waits or many have gathered.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_TRACE_TRACEDBACKEND_H
#define WARPRT_TRACE_TRACEDBACKEND_H

#include "hal/Device.h"
#include "trace/TraceFile.h"

namespace warprt::trace {

class TracedBackend : public Backend {
public:
  /// Waits for the events that nobody has looked at, before the file ends.
  virtual void finish() = 0;
};

std::unique_ptr<TracedBackend> createTracedBackend(std::unique_ptr<Backend> B,
                                                   TraceFile &File);

} // namespace warprt::trace

#endif // WARPRT_TRACE_TRACEDBACKEND_H
