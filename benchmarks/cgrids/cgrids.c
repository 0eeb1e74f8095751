//===-- cgrids.c - Steps on grids in OpenACC C and OpenMP -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Jacobi step on a plane with its largest change, a 7-point stencil on a
// cube, and a step of a lattice Boltzmann method (nine directions, periodic).
// The twin on the CPU is the same source, with OpenMP. Argument: points along a
// side of the plane; a sixteenth of it of the cube.
//
//===----------------------------------------------------------------------===//
#include "../common/measure_c.h"
#include <math.h>

static double jacobi(int n, double a[restrict n][n], double b[restrict n][n]) {
  double change = 0;
#pragma acc parallel loop present(a, b) reduction(max : change)
#pragma omp parallel for reduction(max : change)
  for (int i = 1; i < n - 1; ++i)
#pragma acc loop reduction(max : change)
    for (int j = 1; j < n - 1; ++j) {
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
      change = fmax(change, fabs(b[i][j] - a[i][j]));
    }
  return change;
}

static void cube(int n, const double *restrict a, double *restrict b) {
  const int m = n * n;
#pragma acc parallel loop collapse(3) present(a, b)
#pragma omp parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      for (int k = 1; k < n - 1; ++k) {
        const int at = (i * n + j) * n + k;
        b[at] = 0.4 * a[at] + 0.1 * (a[at - m] + a[at + m] + a[at - n] +
                                     a[at + n] + a[at - 1] + a[at + 1]);
      }
}

static const int along[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1},
                 across[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weight[9] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

/// Takes the densities of the neighbours and relaxes them.
static void lattice(int n, const double *restrict f, double *restrict g) {
  const int m = n * n;
#pragma acc parallel loop collapse(2) present(f, g)
#pragma omp parallel for
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      double d[9], rho = 0, u = 0, v = 0;
      for (int q = 0; q < 9; ++q) {
        const int from_i = (i - along[q] + n) % n,
                  from_j = (j - across[q] + n) % n;
        d[q] = f[q * m + from_j * n + from_i];
        rho += d[q];
        u += along[q] * d[q];
        v += across[q] * d[q];
      }
      u /= rho;
      v /= rho;
      const double square = 1 - 1.5 * (u * u + v * v);
      for (int q = 0; q < 9; ++q) {
        const double c = 3 * (along[q] * u + across[q] * v);
        g[q * m + j * n + i] =
            0.5 * (d[q] + weight[q] * rho * (square + c + 0.5 * c * c));
      }
    }
}

static int right_plane(int n, double a[n][n], double b[n][n], double change) {
  double wanted = 0;
  int right = 1;
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      double e = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
      right &= fabs(b[i][j] - e) <= 1e-14;
      wanted = fmax(wanted, fabs(e - a[i][j]));
    }
  return right && fabs(change - wanted) <= 1e-14;
}

static int right_cube(int n, const double *a, const double *b) {
  int right = 1, m = n * n;
  for (int at = m + n + 1; at < (n - 1) * m - n - 1; ++at) {
    int j = at / n % n, k = at % n;
    if (j > 0 && j < n - 1 && k > 0 && k < n - 1)
      right &= fabs(b[at] - 0.4 * a[at] -
                    0.1 * (a[at - m] + a[at + m] + a[at - n] + a[at + n] +
                           a[at - 1] + a[at + 1])) <= 1e-14;
  }
  return right;
}

/// Mass and momentum are kept.
static int right_lattice(int n, const double *f, const double *g) {
  double sums[6] = {0};
  const size_t m = (size_t)n * n;
  for (int q = 0; q < 9; ++q)
    for (size_t i = 0; i < m; ++i) {
      sums[0] += f[q * m + i], sums[3] += g[q * m + i];
      sums[1] += along[q] * f[q * m + i], sums[4] += along[q] * g[q * m + i];
      sums[2] += across[q] * f[q * m + i], sums[5] += across[q] * g[q * m + i];
    }
  return fabs(sums[3] / sums[0] - 1) < 1e-10 &&
         fabs(sums[4] - sums[1]) < 1e-10 * sums[0] &&
         fabs(sums[5] - sums[2]) < 1e-10 * sums[0];
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 8192), side = n / 16, cells = n / 4;
  const size_t plane = (size_t)n * n, volume = (size_t)side * side * side,
               densities = (size_t)9 * cells * cells;
  double *a = random_values(plane), *b = random_values(plane),
         *v = random_values(volume), *w = random_values(volume),
         *f = random_values(densities), *g = random_values(densities);
  double times[3][TimedRuns], change = 0;
#pragma acc data copyin(a[0 : plane], v[0 : volume], f[0 : densities])         \
    copy(b[0 : plane], w[0 : volume], g[0 : densities])
  {
    TIME_RUNS(times[0], change = jacobi(n, (double (*)[n])a, (double (*)[n])b));
    TIME_RUNS(times[1], cube(side, v, w));
    TIME_RUNS(times[2], lattice(cells, f, g));
  }
  report("cgrids", "jacobi", times[0], 16.0 * plane, "B/s",
         right_plane(n, (double (*)[n])a, (double (*)[n])b, change));
  report("cgrids", "cube", times[1], 16.0 * volume, "B/s",
         right_cube(side, v, w));
  report("cgrids", "lattice", times[2], 16.0 * densities, "B/s",
         right_lattice(cells, f, g));
}
