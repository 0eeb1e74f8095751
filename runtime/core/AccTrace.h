//===-- runtime/core/AccTrace.h - What OpenACC code does, as it happens and in
// sum -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVCOMPILER_ACC_NOTIFY (or PGI_ACC_NOTIFY) prints launches, transfers, waits,
// regions and allocations as they happen, of CUDA Fortran the launches;
// NVCOMPILER_ACC_TIME (PGI_ACC_TIME) prints a table of times when the program
// ends. Both are in the form of the reference compiler. WARPFORT_TRACE gets
// regions, transfers and launches with their lines. Without these variables
// each of these functions is one test.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCTRACE_H
#define WARPRT_CORE_ACCTRACE_H

#include "core/AccData.h"
#include <atomic>
#include <chrono>

namespace warprt {

namespace detail {
/// -1: the environment was not asked yet.
extern std::atomic<int> AccTracing;
bool startAccTracing();
} // namespace detail

inline bool accTracing() {
  int Known = detail::AccTracing.load(std::memory_order_relaxed);
  return Known < 0 ? detail::startAccTracing() : Known != 0;
}

/// Measures work that is put into a queue while it lives.
class AccTimer {
public:
  AccTimer(Device &D, Queue *Q);
  ~AccTimer();
  AccTimer(const AccTimer &) = delete;
  AccTimer &operator=(const AccTimer &) = delete;

  Device &D;
  Queue *Q;
  Event *Start = nullptr, *End = nullptr;
  bool IsCounted = false; ///< its times are in the table
  std::chrono::steady_clock::time_point Began;
};

/// What a data construct's clause begins or ends; counts the construct once for
/// all its clauses.
enum class AccRegion { Data, Update };
/// Only a structured region has both.
void traceRegion(Device &D, const AccPlace &Place, AccRegion Kind, bool Leave,
                 bool Structured);
/// All that a clause asks for at the end of its construct is done.
void traceClauseLeft(bool Structured);

/// A copy of `Bytes`, which `T` has measured.
void traceTransfer(AccTimer &T, const AccPlace &Place, size_t Bytes,
                   bool ToDevice);

void traceLaunch(AccTimer &T, const AccPlace &Place, const LaunchShape &Shape);

/// A launch of CUDA Fortran: of a kernel, of a kernel loop, or each kernel of a
/// graph.
void traceKernel(AccTimer &T, const AccPlace &Place, const LaunchShape &Shape,
                 const char *Name);

void traceAllocation(Device &D, const AccPlace &Place, const void *Address,
                     size_t Bytes, bool Free);
void traceWait(Device &D, const AccPlace &Place, int64_t Queue);

/// The table so far, for tests; also printed when the program ends.
std::string accTimingTable();

} // namespace warprt

#endif // WARPRT_CORE_ACCTRACE_H
