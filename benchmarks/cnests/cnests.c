//===-- cnests.c - Nests in OpenACC C and OpenMP --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix product, a product of a sparse matrix (rows of 24 to 64 elements)
// and a vector, bodies that attract each other by a screened force, and a
// histogram by atomic operations. The twin on the CPU is the same source, with
// OpenMP. Argument: rows of the matrices.
//
//===----------------------------------------------------------------------===//
#include "../common/measure_c.h"
#include <math.h>

enum { Bins = 1024 };

static void product(int n, const double *restrict a, const double *restrict b,
                    double *restrict c) {
#pragma acc parallel loop collapse(2) present(a, b, c)
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

struct Sparse {
  int rows, *first, *column;
  double *value;
};

static void sparse(const struct Sparse *restrict m, const double *restrict x,
                   double *restrict y) {
  const int rows = m->rows, *restrict first = m->first,
            *restrict column = m->column;
  const double *restrict value = m->value;
#pragma acc parallel loop gang worker num_workers(4) vector_length(32)         \
    present(first, column, value, x, y)
#pragma omp parallel for
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
#pragma acc loop vector reduction(+ : sum)
    for (int k = first[i]; k < first[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

struct Body {
  double x, y, z, mass;
};

static void bodies(int n, const struct Body *restrict all,
                   double (*restrict force)[3]) {
#pragma acc parallel loop present(all[0 : n], force[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    double fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; ++j) {
      const double dx = all[j].x - all[i].x, dy = all[j].y - all[i].y,
                   dz = all[j].z - all[i].z;
      const double square = dx * dx + dy * dy + dz * dz + 1e-3,
                   r = sqrt(square);
      const double s = all[j].mass * exp(-r) / (square * r);
      fx += s * dx;
      fy += s * dy;
      fz += s * dz;
    }
    force[i][0] = fx;
    force[i][1] = fy;
    force[i][2] = fz;
  }
}

static void histogram(int n, const double *restrict x, int *restrict count) {
#pragma acc parallel loop present(x[0 : n], count[0 : Bins])
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int bin = (int)(x[i] * Bins);
#pragma acc atomic update
#pragma omp atomic
    count[bin]++;
  }
}

static int right_product(int n, const double *a, const double *b,
                         const double *c) {
  int right = 1, step = n > 16 ? n / 16 : 1;
  for (int i = 0; i < n; i += step)
    for (int j = 0; j < n; j += step) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      right &= fabs(c[i * n + j] - sum) <= 1e-10 * n;
    }
  return right;
}

static struct Sparse make_sparse(int rows) {
  struct Sparse m = {rows, malloc((rows + 1) * sizeof(int)), NULL, NULL};
  m.first[0] = 0;
  for (int i = 1; i <= rows; ++i)
    m.first[i] = m.first[i - 1] + 24 + 13 * (i % 41) % 41;
  m.column = malloc(m.first[rows] * sizeof(int));
  m.value = malloc(m.first[rows] * sizeof(double));
  for (int i = 0; i < rows; ++i)
    for (int k = m.first[i]; k < m.first[i + 1]; ++k) {
      m.column[k] = (i + 1 + (k - m.first[i]) * 37 + rows - 500) % rows;
      m.value[k] = (k + 1) % 6;
    }
  return m;
}

static int right_sparse(struct Sparse m, const double *x, const double *y) {
  int right = 1;
  for (int i = 0; i < m.rows; ++i) {
    double sum = 0;
    for (int k = m.first[i]; k < m.first[i + 1]; ++k)
      sum += m.value[k] * x[m.column[k]];
    right &= y[i] == sum;
  }
  return right;
}

/// The forces of all bodies on one, as on the device.
static int right_bodies(int n, const struct Body *all, double (*force)[3]) {
  int right = 1;
  for (int i = 0; i < n; i += n / 8) {
    double f[3] = {0};
    for (int j = 0; j < n; ++j) {
      const double d[3] = {all[j].x - all[i].x, all[j].y - all[i].y,
                           all[j].z - all[i].z};
      const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-3,
                   r = sqrt(square);
      for (int k = 0; k < 3; ++k)
        f[k] += all[j].mass * exp(-r) / (square * r) * d[k];
    }
    for (int k = 0; k < 3; ++k)
      right &= fabs(force[i][k] - f[k]) <= 1e-9 * n;
  }
  return right;
}

static int right_histogram(int n, const double *x, const int *count) {
  int wanted[Bins] = {0}, right = 1;
  for (int i = 0; i < n; ++i)
    wanted[(int)(x[i] * Bins)] += WarmUps + TimedRuns;
  for (int i = 0; i < Bins; ++i)
    right &= count[i] == wanted[i];
  return right;
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 1024), rows = 512 * n, few = 16 * n,
            many = 16384 * n;
  double *a = random_values((size_t)n * n), *b = random_values((size_t)n * n),
         *c = random_values((size_t)n * n), *x = malloc(rows * sizeof *x),
         *y = malloc(rows * sizeof *y), *values = random_values(many);
  struct Sparse m = make_sparse(rows);
  for (int i = 0; i < rows; ++i)
    x[i] = (i + 1) % 9;
  struct Body *all = (struct Body *)random_values(4 * few);
  double (*force)[3] = malloc(few * sizeof *force);
  int *count = calloc(Bins, sizeof *count), elements = m.first[rows];
  double times[4][TimedRuns];
#pragma acc data copyin(a[0 : n * n], b[0 : n * n], m.first[0 : rows + 1],     \
                        m.column[0 : elements], m.value[0 : elements],         \
                        x[0 : rows], all[0 : few], values[0 : many])           \
    copy(c[0 : n * n], y[0 : rows], force[0 : few], count[0 : Bins])
  {
    TIME_RUNS(times[0], product(n, a, b, c));
    TIME_RUNS(times[1], sparse(&m, x, y));
    TIME_RUNS(times[2], bodies(few, all, force));
    TIME_RUNS(times[3], histogram(many, values, count));
  }
  report("cnests", "product", times[0], 2.0 * n * n * n, "flop/s",
         right_product(n, a, b, c));
  report("cnests", "sparse", times[1], 12.0 * elements, "B/s",
         right_sparse(m, x, y));
  report("cnests", "bodies", times[2], (double)few * few, "pairs/s",
         right_bodies(few, all, force));
  report("cnests", "histogram", times[3], 8.0 * many, "B/s",
         right_histogram(many, values, count));
}
