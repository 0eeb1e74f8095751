//===-- cstream.c - Streams in OpenACC C and OpenMP -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What accstream.f90 does, in C, and the extremes of an array. The twin on the
// CPU is the same source, with OpenMP. Argument: the length in units of 1024.
//
//===----------------------------------------------------------------------===//
#include "../common/measure_c.h"
#include <math.h>

static void copy(int n, const double *restrict a, double *restrict c) {
#pragma acc parallel loop present(a[0 : n], c[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    c[i] = a[i];
}

static void mul(int n, double s, double *restrict b, const double *restrict c) {
#pragma acc parallel loop present(b[0 : n], c[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    b[i] = s * c[i];
}

static void add(int n, const double *restrict a, const double *restrict b,
                double *restrict c) {
#pragma acc parallel loop present(a[0 : n], b[0 : n], c[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}

static void triad(int n, double s, double *restrict a, const double *restrict b,
                  const double *restrict c) {
#pragma acc parallel loop present(a[0 : n], b[0 : n], c[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + s * c[i];
}

static double dot(int n, const double *restrict a, const double *restrict b) {
  double sum = 0;
#pragma acc parallel loop present(a[0 : n], b[0 : n]) reduction(+ : sum)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

static double extremes(int n, const double *restrict x) {
  double low = x[0], high = x[0];
#pragma acc parallel loop present(x[0 : n]) reduction(min : low)               \
    reduction(max : high)
#pragma omp parallel for reduction(min : low) reduction(max : high)
  for (int i = 0; i < n; ++i) {
    low = fmin(low, x[i]);
    high = fmax(high, x[i]);
  }
  return high - low;
}

static int near(const double *x, int n, double wanted) {
  for (int i = 0; i < n; ++i)
    if (fabs(x[i] - wanted) > 1e-12 * fabs(wanted))
      return 0;
  return 1;
}

int main(int argc, char **argv) {
  int n = 1024 * argument(argc, argv, 1, 131072);
  const double s = 0.4;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b),
         *c = malloc(n * sizeof *c), *x = random_values(n);
  for (int i = 0; i < n; ++i)
    a[i] = 0.1, b[i] = 0.2, c[i] = 0;
  double times[6][TimedRuns], sum = 0, range = 0, low = x[0], high = x[0];
#pragma acc data copy(a[0 : n], b[0 : n], c[0 : n]) copyin(x[0 : n])
  {
    TIME_RUNS(times[0], copy(n, a, c));
    TIME_RUNS(times[1], mul(n, s, b, c));
    TIME_RUNS(times[2], add(n, a, b, c));
    TIME_RUNS(times[3], triad(n, s, a, b, c));
    TIME_RUNS(times[4], sum = dot(n, a, b));
    TIME_RUNS(times[5], range = extremes(n, x));
  }
  for (int i = 0; i < n; ++i) {
    low = fmin(low, x[i]);
    high = fmax(high, x[i]);
  }
  const double wanted_b = s * 0.1, wanted_c = 0.1 + wanted_b,
               wanted_a = wanted_b + s * wanted_c;
  report("cstream", "copy", times[0], 16.0 * n, "B/s", near(c, n, wanted_c));
  report("cstream", "mul", times[1], 16.0 * n, "B/s", near(b, n, wanted_b));
  report("cstream", "add", times[2], 24.0 * n, "B/s", near(c, n, wanted_c));
  report("cstream", "triad", times[3], 24.0 * n, "B/s", near(a, n, wanted_a));
  report("cstream", "dot", times[4], 16.0 * n, "B/s",
         fabs(sum / (wanted_a * wanted_b * n) - 1) < 1e-8);
  report("cstream", "extremes", times[5], 8.0 * n, "B/s", range == high - low);
}
