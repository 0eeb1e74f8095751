//===-- runtime/core/Trace.h - The trace of the process ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// WARPFORT_TRACE=FILE: what the program does on its devices, as events of a
// trace. Of an MPI program each rank has a file of its own.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_TRACE_H
#define WARPRT_CORE_TRACE_H

#include "trace/TracedBackend.h"

namespace warprt {

/// The file of a rank (negative: of a program that is none): the rank stands
/// before the ending, or where the name has %r; %p is the process.
std::string traceFileName(const std::string &Asked, int Rank, int Process);

/// Null where there is no trace. A file that cannot be written ends the
/// program.
trace::TraceFile *traceFile();

/// The back end, traced if there is a trace.
std::unique_ptr<Backend> traced(std::unique_ptr<Backend> B);

/// Writes what is still to be known. No event comes afterwards.
void finishTrace();

} // namespace warprt

#endif // WARPRT_CORE_TRACE_H
