/*===-- MatrixProduct.c - Products of matrices on tensor cores -- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What a block of cublasDgemm of module cublas_device does on GPUs with tensor
 * cores for real(8): it computes 64 x 128 elements of C. Copies of the next
 * slices of A and B, 16 deep, are under way to shared memory (all of the 48 KB
 * that need no permission of the host) while its warps multiply one, each
 * 32 x 64 elements.
 *
 * C lies by columns, so that the instruction's rows, whose elements a thread
 * has in pairs of columns, are columns of C: B is its first operand.
 *
 * Four layouts, and copies of one or two elements where addresses allow them,
 * are eight copies of one code: what differs is constant in each.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"
#include <stdbool.h>

enum {
  TileM = 64,
  TileN = 128,
  TileK = 16,
  Stages = 2,
  WarpM = 32,
  WarpN = 64,
  Threads = TileM / WarpM * (TileN / WarpN) * 32,
  PartsM = WarpM / 8,
  PartsN = WarpN / 16,
  StageSize = TileK * (TileM + TileN)
};

static SHARED double stages[Stages * StageSize];

#define UNROLL _Pragma("unroll")

/* Where the element of a slice is that is number `along` of the long side,
 * TileM or TileN. The four-fold steps keep the lanes that read together in
 * different banks, and pairs of elements that are copied together. */
INLINE int32_t placeOf(int32_t along, int32_t k, int32_t size, bool byDepth) {
  return byDepth ? along * TileK +
                       (k ^ (((along >> (TileK == 8)) & (TileK / 4 - 1)) << 2))
                 : k * size + (along ^ ((k & 3) << 2));
}

/* A thread's part in the copies of one operand. */
typedef struct {
  const double *from; /* of its first copy for the next slice */
  int64_t step;       /* between its copies */
  int64_t next;       /* between slices */
  int32_t bytes;      /* of a copy that lie within the long side, by length */
  int32_t copies;     /* that lie within the long side, by depth */
  int32_t depth;      /* left at its first copy */
} Operand;

/* `byDepth`: elements that follow one another in memory differ in k. */
INLINE Operand operandOf(const double *matrix, int64_t stride, int64_t first,
                         int64_t end, int32_t depth, int32_t size, bool byDepth,
                         int32_t width) {
  int32_t number = (int32_t)threadIndex(0) * width;
  int64_t along = first + (byDepth ? number / TileK : number % size);
  int32_t k = byDepth ? number % TileK : number / size;
  Operand result;
  int32_t apart = Threads * width / (byDepth ? TileK : size);
  result.from = matrix + (byDepth ? k + along * stride : along + k * stride);
  result.step = apart * stride;
  result.next = byDepth ? TileK : TileK * stride;
  int64_t left = end - along;
  result.bytes = left <= 0 ? 0 : left < width ? 8 : 8 * width;
  result.copies = left <= 0 ? 0
                            : (int32_t)((left - 1) / apart + 1 < size
                                            ? (left - 1) / apart + 1
                                            : size);
  result.depth = depth - k;
  return result;
}

INLINE void copySlice(Operand *operand, uint32_t target, int32_t size,
                      bool byDepth, int32_t width) {
  int32_t number = (int32_t)threadIndex(0) * width;
  int32_t apart = Threads * width / (byDepth ? TileK : size);
  UNROLL for (int32_t i = 0; i < size * TileK / (Threads * width); ++i) {
    int32_t along = byDepth ? number / TileK + i * apart : number % size;
    int32_t k = byDepth ? number % TileK : number / size + i * apart;
    int32_t bytes = operand->bytes;
    if (byDepth) {
      bytes = operand->depth <= 0 ? 0 : operand->depth < width ? 8 : 8 * width;
      if (i >= operand->copies)
        bytes = 0;
    } else if (i * apart >= operand->depth) {
      bytes = 0;
    }
    uint32_t to = target + 8 * (uint32_t)placeOf(along, k, size, byDepth);
    const double *from = operand->from + i * operand->step;
    /* What is not copied is zero. */
    if (width == 2)
      __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                       :
                       : "r"(to), "l"(from), "r"(bytes)
                       : "memory");
    else
      __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                       :
                       : "r"(to), "l"(from), "r"(bytes)
                       : "memory");
  }
  operand->from += operand->next;
  operand->depth -= TileK;
}

/* sum += b*a, with 16 columns and 8 rows of C. */
INLINE void multiply(double *sum, const double *b, const double *a) {
  if (__warpdev_compute_capability() >= 90) {
    __asm__("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
            : "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]), "d"(a[0]), "d"(a[1]));
    return;
  }
  UNROLL for (int32_t k = 0; k < 2; ++k)
      UNROLL for (int32_t half = 0; half < 2; ++half) __asm__(
          "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
          "{%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(sum[2 * half]),
          "+d"(sum[2 *half + 1]) : "d"(b[2 * k + half]), "d"(a[k]));
}

INLINE void multiplySlice(double sums[PartsN][PartsM][4],
                          const SHARED double *a, int32_t firstM,
                          int32_t firstN, bool aByDepth, bool bByDepth) {
  const SHARED double *b = a + TileK * TileM;
  int32_t lane = (int32_t)threadIndex(0) % 32;
  int32_t group = lane / 4, inGroup = lane % 4;
  UNROLL for (int32_t depth = 0; depth < TileK; depth += 8) {
    double ofA[PartsM][2], ofB[PartsN][4];
    UNROLL for (int32_t i = 0; i < PartsM; ++i)
        UNROLL for (int32_t x = 0; x < 2; ++x) ofA[i][x] = a[placeOf(
            firstM + 8 * i + group, depth + inGroup + 4 * x, TileM, aByDepth)];
    UNROLL for (int32_t j = 0; j < PartsN; ++j)
        UNROLL for (int32_t x = 0; x < 4; ++x) ofB[j][x] =
            b[placeOf(firstN + 16 * j + group + 8 * (x % 2),
                      depth + inGroup + 4 * (x / 2), TileN, bByDepth)];
    UNROLL for (int32_t j = 0; j < PartsN; ++j)
        UNROLL for (int32_t i = 0; i < PartsM; ++i)
            multiply(sums[j][i], ofB[j], ofA[i]);
  }
}

typedef struct {
  int32_t m, n, k, lda, ldb, ldc;
  double alpha, beta;
  const double *a, *b;
  double *c;
} Product;

INLINE void storeTile(const Product *p, double sums[PartsN][PartsM][4],
                      int64_t firstM, int64_t firstN) {
  int32_t lane = (int32_t)threadIndex(0) % 32;
  UNROLL for (int32_t j = 0; j < PartsN; ++j)
      UNROLL for (int32_t i = 0; i < PartsM; ++i)
          UNROLL for (int32_t x = 0; x < 4; ++x) {
    int64_t row = firstM + 8 * i + 2 * (lane % 4) + x % 2;
    int64_t column = firstN + 16 * j + lane / 4 + 8 * (x / 2);
    if (row >= p->m || column >= p->n)
      continue;
    double *c = p->c + row + column * p->ldc;
    /* With beta = 0, C need not hold numbers. */
    *c = p->beta == 0 ? p->alpha * sums[j][i][x]
                      : p->alpha * sums[j][i][x] + p->beta * *c;
  }
}

INLINE void multiplyTile(const Product *p, bool aByDepth, bool bByDepth,
                         int32_t width) {
  int64_t firstM = (int64_t)blockIndex(0) * TileM;
  int64_t firstN = (int64_t)blockIndex(1) * TileN;
  int32_t warp = (int32_t)threadIndex(0) / 32;
  int32_t warpM = warp % (TileM / WarpM) * WarpM;
  int32_t warpN = warp / (TileM / WarpM) * WarpN;
  uint32_t shared = (uint32_t)(uintptr_t)stages;
  int32_t slices = p->k <= 0 ? 0 : (p->k - 1) / TileK + 1;
  Operand a =
      operandOf(p->a, p->lda, firstM, p->m, p->k, TileM, aByDepth, width);
  Operand b =
      operandOf(p->b, p->ldb, firstN, p->n, p->k, TileN, bByDepth, width);
  double sums[PartsN][PartsM][4];
  UNROLL for (int32_t j = 0; j < PartsN; ++j)
      UNROLL for (int32_t i = 0; i < PartsM; ++i)
          UNROLL for (int32_t x = 0; x < 4; ++x) sums[j][i][x] = 0;
  for (int32_t slice = 1 - Stages; slice < slices; ++slice) {
    if (slice >= 0) {
      /* The oldest copies are done, and all threads with the slice before. */
      __asm__ volatile("cp.async.wait_group %0;"
                       :
                       : "n"(Stages - 2)
                       : "memory");
      __syncthreads();
    }
    int32_t coming = slice + Stages - 1;
    if (coming < slices) {
      uint32_t target = shared + 8 * StageSize * ((uint32_t)coming % Stages);
      copySlice(&a, target, TileM, aByDepth, width);
      copySlice(&b, target + 8 * TileK * TileM, TileN, bByDepth, width);
    }
    __asm__ volatile("cp.async.commit_group;" : : : "memory");
    if (slice >= 0)
      multiplySlice(sums, stages + slice % Stages * StageSize, warpM, warpN,
                    aByDepth, bByDepth);
  }
  storeTile(p, sums, firstM + warpM, firstN + warpN);
}

INLINE void multiplyByLayout(const Product *p, bool transA, bool transB,
                             int32_t width) {
  if (transA)
    transB ? multiplyTile(p, true, false, width)
           : multiplyTile(p, true, true, width);
  else
    transB ? multiplyTile(p, false, false, width)
           : multiplyTile(p, false, true, width);
}

/* Whether the functions below may be called: not on the CPU. */
int32_t
warpdev_has_matrix_product(void) __asm__("_QPwarpdev_has_matrix_product");
int32_t warpdev_has_matrix_product(void) {
  return !__warpdev_target_is_cpu() && __warpdev_compute_capability() >= 80;
}

/* C = alpha*A*B + beta*C, as dgemm, by blocks of Threads threads for TileM x
 * TileN elements. Inlined, so that the kernel gets the registers. */
__attribute__((always_inline)) void
warpdev_multiply_matrices(int32_t transA, int32_t transB, int32_t m, int32_t n,
                          int32_t k, double alpha, const double *a, int32_t lda,
                          const double *b, int32_t ldb, double beta, double *c,
                          int32_t ldc) __asm__("_QPwarpdev_multiply_matrices");
void warpdev_multiply_matrices(int32_t transA, int32_t transB, int32_t m,
                               int32_t n, int32_t k, double alpha,
                               const double *a, int32_t lda, const double *b,
                               int32_t ldb, double beta, double *c,
                               int32_t ldc) {
  if (!warpdev_has_matrix_product())
    return;
  Product p = {m, n, k, lda, ldb, ldc, alpha, beta, a, b, c};
  bool isWide =
      (((uintptr_t)a | (uintptr_t)b) % 16 | (uint32_t)(lda | ldb) % 2) == 0;
  if (isWide)
    multiplyByLayout(&p, transA, transB, 2);
  else
    multiplyByLayout(&p, transA, transB, 1);
}
