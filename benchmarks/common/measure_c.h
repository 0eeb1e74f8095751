//===-- measure_c.h - What the C benchmarks share -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counterpart of measure.f90 for programs in C: the same generator, numbers
// of runs and output line. The clock is the host's.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_BENCHMARKS_MEASURE_C_H
#define WARPFORT_BENCHMARKS_MEASURE_C_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WarmUps = 2, TimedRuns = 11 };

static inline double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

/// Runs `WORK` and keeps the times of the runs that count.
#define TIME_RUNS(TIMES, WORK)                                                 \
  for (int run = -WarmUps; run < TimedRuns; ++run) {                           \
    double first = seconds();                                                  \
    WORK;                                                                      \
    if (run >= 0)                                                              \
      (TIMES)[run] = seconds() - first;                                        \
  }

static inline int argument(int argc, char **argv, int n, int usual) {
  int value = argc > n ? atoi(argv[n]) : usual;
  if (value > 0)
    return value;
  printf("error: '%s' is no size\n", argv[n]);
  exit(2);
}

/// Uniform in [0, 1), by Marsaglia's 64-bit xorshift.
static inline double random_value(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}

static inline double *random_values(size_t n) {
  double *result = malloc(n * sizeof *result);
  for (size_t i = 0; i < n; ++i)
    result[i] = random_value();
  return result;
}

static int less(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Prints the line. `work` is in bytes or operations, `unit` says which.
static inline void report(const char *name, const char *variant, double *times,
                          double work, const char *unit, int right) {
  qsort(times, TimedRuns, sizeof *times, less);
  double median = times[(TimedRuns - 1) / 2];
  printf("%s %s %.5E %.3E %s %s\n", name, variant, median, work / median, unit,
         right ? "check=ok" : "check=BAD");
  if (!right)
    exit(1);
}

#endif // WARPFORT_BENCHMARKS_MEASURE_C_H
