/*===-- Kernels.c - The test kernels ---------------------------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * One construct each, without data races, so that every order of execution that
 * the barriers allow gives the same result.
 *
 *===----------------------------------------------------------------------===*/
#include "KernelList.h"
#include "Thread.h"

#define UNUSED (void)in, (void)reals, (void)n

/*===-- Without barriers --------------------------------------------------===*/

KERNEL indices(TEST_KERNEL_PARAMS) {
  UNUSED;
  out[GLOBAL()] = tid(0) + 10 * tid(1) + 100 * tid(2) + 1000 * bid(0) +
                  3000 * bid(1) + 7000 * bid(2) + 11 * bdim(0) + gdim(0);
}

KERNEL guarded(TEST_KERNEL_PARAMS) {
  int i = GLOBAL();
  if (i < n) {
    out[i] = in[i] * 3 + 1;
    reals[i] = reals[i] * 0.5 + in[i];
  }
}

/* Between barriers, each guard has a loop over threads of its own. */
KERNEL guards(TEST_KERNEL_PARAMS) {
  int t = tid(0), i = GLOBAL(), width = bdim(0);
  if (t > 2 && t < n % 40 + 3)
    out[i] = in[i];
  barrier();
  if (!(t < 5 || t >= width - 1))
    reals[i] += 2 + t;
  barrier();
  if (t == n % 7)
    reals[i] = reals[i] * 3 + 1;
  barrier();
  if ((unsigned)(t - 4) < 9u && width > 6)
    out[i] = out[i] * 5 + t;
  barrier();
  if (t + 1 <= n - 7 && (in[i] & 1))
    reals[i] -= in[i];
  barrier();
  if (t - 3 >= 0 && width == 7)
    out[i] += 1000;
  barrier();
  for (int k = 1; k < width; k *= 2)
    if (t >= k && t < width - k)
      out[i] += k;
}

/* Numbers that grow by a step of any sign, by none, or wrap around. */
KERNEL guardsWithSteps(TEST_KERNEL_PARAMS) {
  int t = tid(0), i = GLOBAL(), width = bdim(0), step = n % 5 - 1;
  for (int w = 1; w < width; w *= 2) {
    if (2 * w * (t + 1) <= width)
      out[i] += w;
    barrier();
  }
  if (step * t < n % 17)
    reals[i] += 1;
  barrier();
  if (step * t + 3 > n % 13)
    out[i] += in[i];
  barrier();
  if (n % 11 <= step * t)
    out[i] ^= 5;
  else
    out[i] -= 7;
  barrier();
  if (step * t == 6 || step * t - 2 >= n % 7)
    reals[i] *= 0.5;
  barrier();
  if ((unsigned)step * (unsigned)t <= 9u)
    reals[i] += 2;
  barrier();
  if ((int)(0x10000001u * (unsigned)t) < 1000)
    out[i] -= 3;
  barrier();
  if (0x90000001u * (unsigned)t < 0x20000000u)
    out[i] += 11;
  barrier();
  if (3 * t <= width && 5 * t > 20)
    out[i] += 3 * t;
  barrier();
  for (int w = width; w > 0; w /= 3)
    if ((int64_t)w * t < n % 100)
      reals[i] += w;
  barrier();
  for (unsigned w = width; w > 1; w /= 2)
    if ((w & 2046) * (t + 1u) <= (unsigned)width)
      out[i] += (int)w;
  barrier();
  int64_t far = INT64_MAX - n % 50;
  if ((int64_t)((uint64_t)far + (uint64_t)t) > far)
    out[i] ^= 9;
  barrier();
  if ((int64_t)((uint64_t)t << 58) >= 5 - n % 3)
    reals[i] -= 3;
}

/* From the 16th thread on, the number has wrapped around. */
KERNEL guardThatWraps(TEST_KERNEL_PARAMS) {
  UNUSED;
  int most = 0x7FFFFFF0;
  if ((int)(0x7FFFFFF0u + (unsigned)tid(0)) >= most)
    out[GLOBAL()] = in[GLOBAL()];
  barrier();
  if ((int)(0x7FFFFFF0u + (unsigned)tid(0)) < most)
    out[GLOBAL()] -= 5;
}

/* Places are known by bid*bdim + tid only: blocks of a row run as one. */
KERNEL sumsOfIndices(TEST_KERNEL_PARAMS) {
  int i = bid(0) * bdim(0) + tid(0), j = tid(1) + bdim(1) * bid(1);
  int64_t k = (int64_t)bid(2) * bdim(2) + (tid(2) + 1) - 1;
  int width = gdim(0) * bdim(0), height = gdim(1) * bdim(1);
  int at = ((int)k * height + j) * width + i;
  if (at >= n)
    return;
  out[at] = in[at] * 3 - i + 7 * j;
  reals[at] = reals[at] * 0.5 + gdim(0);
}

/* The same place, but other uses of what it is made of. */
KERNEL differencesOfIndices(TEST_KERNEL_PARAMS) {
  UNUSED;
  int start = bid(0) * bdim(0), i = start + tid(0), j = bid(1) * bdim(1);
  int width = gdim(0) * bdim(0);
  int at =
      ((bid(2) * bdim(2) + tid(2)) * gdim(1) * bdim(1) + j + tid(1)) * width +
      i;
  out[at] = in[at] + (start - tid(0)) + (i == start ? 1000 : 0);
}

KERNEL privateArray(TEST_KERNEL_PARAMS) {
  UNUSED;
  int own[13], i = GLOBAL();
  for (int k = 0; k < 13; ++k)
    own[k] = in[i] + k * k;
  int sum = 0;
  for (int k = 0; k < (i & 15); ++k)
    sum += own[(i + k * 5) % 13] - own[k % 13];
  out[i] = sum;
}

/* Neighbours read neighbouring elements in a loop, behind a guard that cuts off
 * the ends of rows: the loop changes places with that over the threads. */
KERNEL loopAlongColumns(TEST_KERNEL_PARAMS) {
  UNUSED;
  int base = BLOCK() * THREADS(), width = bdim(0), x = tid(0);
  if (x >= width - BLOCK() % 3 && x > 0)
    return;
  int sum = 0, previous = 1;
  double mean = 0;
  for (int k = 0; k < bdim(1); ++k) {
    int v = in[base + k * width + x];
    sum += v * previous;
    previous = v;
    mean = mean * 0.5 + v;
  }
  out[GLOBAL()] = sum;
  reals[GLOBAL()] = mean;
}

/* Rows of the whole grid's width, by the threads of the first one: whole tiles
   of blocks go from row to row. */
#define WIDTH() (gdim(0) * bdim(0))
#define ROWS() (gdim(1) * gdim(2) * bdim(1) * bdim(2))
#define IS_IN_FIRST_ROW() (!bid(1) && !bid(2) && !tid(1) && !tid(2))

KERNEL marching(TEST_KERNEL_PARAMS) {
  int i = bid(0) * bdim(0) + tid(0), width = WIDTH();
  if (!IS_IN_FIRST_ROW() || i >= n)
    return;
  for (int64_t k = 1; k < ROWS(); ++k) {
    out[k * width + i] = in[k * width + i] + (int)k;
    reals[k * width + i] += 0.5 * reals[(k - 1) * width + i];
  }
}

/* The loop changes what is read before it, by the same thread. */
KERNEL marchingOverStart(TEST_KERNEL_PARAMS) {
  int i = bid(0) * bdim(0) + tid(0), width = WIDTH();
  if (!IS_IN_FIRST_ROW() || i >= n)
    return;
  double first = reals[i];
  for (int64_t k = 0; k < ROWS(); ++k) {
    out[k * width + i] = in[k * width + i];
    reals[k * width + i] = first + 3 * k;
  }
}

/* From another row on for every other thread. */
KERNEL marchingFromOwnRow(TEST_KERNEL_PARAMS) {
  int i = bid(0) * bdim(0) + tid(0), width = WIDTH(), rows = ROWS();
  if (!IS_IN_FIRST_ROW() || i >= n)
    return;
  for (int k = i & 1; k < rows - 1 + (i & 1); ++k)
    out[(int64_t)k * width + i] = in[(int64_t)k * width + i] - k;
  (void)reals;
}

KERNEL loopInBranch(TEST_KERNEL_PARAMS) {
  UNUSED;
  int base = BLOCK() * THREADS(), width = bdim(0), sum = 0;
  if (in[GLOBAL()] & 1)
    for (int k = 0; k < bdim(1); ++k)
      sum += in[base + k * width + tid(0)];
  for (int k = 0; k < bdim(1); ++k)
    sum -= in[base + k * width + tid(0)] >> 1;
  out[GLOBAL()] = sum;
}

/* All threads take part in the first rounds, in the last one some. Sums tell
 * the order of the rounds. */
KERNEL strideLoops(TEST_KERNEL_PARAMS) {
  int begin = bid(0) * bdim(0) + tid(0), stride = bdim(0) * gdim(0);
  int small = (bdim(0) + 1) / 2, width = bdim(0), sum = 0;
  double mean = 0;
  for (int i = begin; i < n; i += stride) {
    sum = sum * 31 + in[i];
    mean = mean * 0.5 + in[i];
  }
  for (int64_t i = tid(0); i <= n - 1; i += width)
    sum = sum * 7 - in[i];
  for (int i = tid(0) + 3; i < n; i += small)
    sum ^= in[i] + i;
  out[GLOBAL()] = sum;
  reals[GLOBAL()] = mean;
}

/* From the 32nd thread on, the index has wrapped around. */
KERNEL strideLoopThatWraps(TEST_KERNEL_PARAMS) {
  UNUSED;
  int least = 0x7FFFFFE0, sum = 0;
  for (int i = (int)(0x7FFFFFE0u + (unsigned)tid(0)); i >= least;
       i = (int)((unsigned)i + 16u))
    sum = sum * 31 + in[(i - least) % n] + 1;
  out[GLOBAL()] = sum;
}

KERNEL strideLoopWithGather(TEST_KERNEL_PARAMS) {
  int stride = bdim(0), sum = 0;
  double mean = 0;
  for (int i = tid(0); i < n; i += stride) {
    int from = (in[i] + 300) % n;
    if (from & 1)
      sum += in[from] * i;
    mean = mean * 0.25 + in[from];
  }
  out[GLOBAL()] = sum;
  reals[GLOBAL()] = mean;
}

KERNEL strideLoopsAndBarriers(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 1024);
  SHARED_ARRAY(int, counts, 16);
  int threads = THREADS(), t = LINEAR(), width = bdim(0), sum = 0;
  for (int i = tid(0); i < 16; i += width)
    counts[i] = 0;
  for (int i = tid(0); i < threads; i += width)
    s[i] = in[i] * 3 + 1;
  barrier();
  for (int round = 0; round < 2; ++round) {
    for (int i = tid(0); i < n; i += width)
      __atomic_fetch_add(&counts[in[i] & 15], i + round, __ATOMIC_RELAXED);
    for (int i = tid(0) + round; i < threads; i += width)
      sum = sum * 5 + s[i];
    barrier();
    sum += counts[t & 15];
    barrier();
  }
  out[GLOBAL()] = sum;
}

KERNEL strideLoopAndShuffles(TEST_KERNEL_PARAMS) {
  UNUSED;
  int width = bdim(0), sum = 0;
  for (int i = tid(0); i < n; i += width)
    sum = sum * 3 + in[i];
  uint32_t members =
      THREADS() - LINEAR() / 32 * 32 >= 32 ? ALL : (1u << THREADS() % 32) - 1u;
  for (int d = 16; d > 0; d /= 2) {
    int other = shuffleDown(members, sum, d, 32);
    if (LINEAR() % 32 + d < 32 && LINEAR() + d < THREADS())
      sum += other;
  }
  for (int i = tid(0); i < n; i += width)
    sum = sum * 3 - in[i];
  out[GLOBAL()] = sum;
}

KERNEL strideLoopInBranch(TEST_KERNEL_PARAMS) {
  UNUSED;
  int width = bdim(0), sum = 0;
  if (in[GLOBAL()] & 1)
    for (int i = tid(0); i < n; i += width)
      sum += in[i];
  for (int k = 0; k < (in[GLOBAL()] & 3); ++k)
    for (int i = tid(0) + k; i < n; i += width)
      sum -= in[i] >> 1;
  out[GLOBAL()] = sum;
}

KERNEL loopsAndBarriers(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), width = bdim(0), sum = 0;
  for (int round = 0; round < 3; ++round) {
    s[t] = in[GLOBAL()] + sum;
    int count = barrierCount(s[t] & 1);
    for (int k = 0; k < bdim(1); ++k)
      sum += s[(tid(2) * bdim(1) + k) * width + tid(0)] * (k + count);
    barrier();
  }
  out[GLOBAL()] = sum;
}

/*===-- Barriers ----------------------------------------------------------===*/

KERNEL reverseInShared(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR();
  s[t] = in[GLOBAL()];
  barrier();
  out[GLOBAL()] = s[THREADS() - 1 - t];
}

KERNEL treeReduction(TEST_KERNEL_PARAMS) {
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), i = GLOBAL();
  UNUSED;
  s[t] = i < n ? in[i] : 0;
  barrier();
  for (int half = 512; half > 0; half >>= 1) {
    if (t < half && t + half < THREADS())
      s[t] += s[t + half];
    barrier();
  }
  out[i] = s[0] + t;
}

KERNEL earlyReturn(TEST_KERNEL_PARAMS) {
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), i = GLOBAL();
  UNUSED;
  s[t] = 7;
  if (i >= n)
    return;
  int limit = n - BLOCK() * THREADS();
  limit = limit < THREADS() ? limit : THREADS();
  s[t] = in[i];
  int acc = 0;
  for (int k = 0; k < 5; ++k) {
    barrier();
    acc += s[(t + 1) % limit] * (k + 1);
    barrier();
    s[t] += acc & 7;
  }
  out[i] = acc;
}

KERNEL earlyReturnInLoop(TEST_KERNEL_PARAMS) {
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), i = GLOBAL();
  UNUSED;
  s[t] = 1;
  for (int k = 0; k < 9; ++k) {
    barrier();
    int left = s[t > 0 ? t - 1 : THREADS() - 1];
    barrier();
    s[t] = left + k;
    if ((in[i] & 7) == k) {
      out[i] = left * 100 + k;
      return;
    }
  }
  out[i] = -s[t];
}

KERNEL barrierInLoop(TEST_KERNEL_PARAMS) {
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), v = in[GLOBAL()], previous = 0;
  UNUSED;
  for (int k = 0; k < 3 + (n & 3); ++k) {
    s[t] = v + k;
    barrier();
    previous = v;
    v = s[(t + 1) % THREADS()] ^ previous;
    barrier();
  }
  out[GLOBAL()] = v + previous;
}

NOINLINE int neighbours(int *x, int t, int count) {
  int left = x[t > 0 ? t - 1 : count - 1], right = x[t < count - 1 ? t + 1 : 0];
  barrier();
  x[t] += left - right;
  barrier();
  return left + right;
}

KERNEL barrierInCall(TEST_KERNEL_PARAMS) {
  UNUSED;
  int base = BLOCK() * THREADS(), t = LINEAR(), sum = 0;
  out[base + t] = in[base + t];
  barrier();
  for (int k = 0; k < 4; ++k)
    sum += neighbours(out + base, t, THREADS());
  out[base + t] += sum;
}

KERNEL divergentBarriers(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), half = THREADS() / 2;
  s[t] = t;
  int r;
  if (t < half) {
    barrier();
    r = s[t + half] + 1;
    barrier();
    s[t] = r;
  } else {
    r = s[t];
    barrier();
    r += s[t - half];
    barrier();
    r *= 2;
  }
  barrier();
  out[GLOBAL()] = r + s[t % (half ? half : 1)];
}

/* Barriers in some iterations, as many for every thread, but not the same. */
KERNEL divergentBarrierCounts(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), sum = 0;
  s[t] = 0;
  for (int k = 0; k < 12; ++k)
    if ((k + t) % 3 == 0) {
      barrier();
      int other = s[(t + 1) % THREADS()];
      barrier();
      s[t] = other + k;
      sum += k * k;
    }
  barrier();
  out[GLOBAL()] = sum + s[THREADS() - 1 - t];
}

KERNEL divergentSwitch(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), i = GLOBAL(), r = 0;
  for (int round = 0; round < 3; ++round) {
    switch ((in[i] + round) & 3) {
    case 0:
      s[t] = r + 1;
      barrier();
      break;
    case 1:
      barrier();
      s[t] = r + 2;
      break;
    case 2:
      s[t] = r;
      barrier();
      s[t] += 3;
      break;
    default:
      barrier();
      s[t] = 4 * round;
    }
    barrier();
    r += s[(t * 7 + round) % THREADS()];
    barrier();
  }
  out[i] = r;
}

KERNEL privateAcrossBarrier(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), own[9];
  double wide[3] = {t * 0.5, t * 0.25, t * 0.125};
  for (int k = 0; k < 9; ++k)
    own[k] = in[GLOBAL()] * k;
  for (int k = 0; k < n % 5 + 2; ++k) {
    s[t] = own[(t + k) % 9];
    barrier();
    own[(k * 4) % 9] += s[(t + k) % THREADS()];
    wide[k % 3] += own[k % 9];
    barrier();
  }
  out[GLOBAL()] = own[t % 9];
  reals[GLOBAL()] = wide[t % 3];
}

KERNEL nestedLoops(TEST_KERNEL_PARAMS) {
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), acc = 0;
  UNUSED;
  for (int a = 0; a < 3; ++a) {
    int part = a;
    for (int b = a; b < 4; ++b) {
      s[t] = acc + b;
      barrier();
      for (int c = 0; c < n % 7 + 1; ++c)
        part += s[(t + c) % THREADS()];
      barrier();
    }
    acc += part * (a + 1);
  }
  out[GLOBAL()] = acc;
}

/* The counter is the same for all in the loop, and not behind it. */
KERNEL uniformAfterDivergentLoop(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), i = GLOBAL(), k = 0;
  s[t] = 0;
  while (k < (in[i] & 7)) {
    s[t] += k;
    barrier();
    ++k;
  }
  int mine = k * 10;
  barrier();
  barrier();
  out[i] = mine + k + s[t];
}

KERNEL pointerAcrossBarrier(TEST_KERNEL_PARAMS) {
  UNUSED;
  int base = BLOCK() * THREADS(), t = LINEAR();
  int *p = in[base + t] & 1 ? out + base + t : (int *)(reals + base + t);
  *p = 5;
  barrier();
  for (int k = 0; k < 3; ++k) {
    *p += k + t;
    barrier();
    p = k & 1 ? p : out + base + t;
    *p = in[base + (t + k) % THREADS()];
    barrier();
  }
  out[base + t] += 1;
  reals[base + t] = 1.0;
}

KERNEL reducingBarriers(TEST_KERNEL_PARAMS) {
  UNUSED;
  int v = in[GLOBAL()], sum = 0;
  for (int k = 0; k < 3; ++k) {
    int count = barrierCount((v >> k) & 1);
    int all = barrierAnd(v > -100000 + k), any = barrierOr(v == k);
    sum = sum * 7 + count * 4 + (all != 0) * 2 + (any != 0);
  }
  out[GLOBAL()] = sum;
}

KERNEL reducingAfterReturn(TEST_KERNEL_PARAMS) {
  int i = GLOBAL();
  UNUSED;
  if (in[i] % 3 == 0)
    return;
  int count = barrierCount(in[i] & 1);
  if (in[i] % 3 == 1)
    return;
  out[i] = count * 1000 + barrierCount(1);
}

KERNEL dynamicAndStatic(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(char, odd, 7);
  SHARED_ARRAY(double, wide, 1024);
  int t = LINEAR();
  if (t < 7)
    odd[t] = (char)(t + 1);
  DYNAMIC_ARRAY(int)[t] = in[GLOBAL()];
  wide[t] = t * 0.5;
  barrier();
  out[GLOBAL()] = DYNAMIC_ARRAY(int)[THREADS() - 1 - t] +
                  odd[(THREADS() < 7 ? THREADS() : 7) - 1] +
                  (int)wide[(t + 1) % THREADS()];
}

KERNEL atomics(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 8);
  int t = LINEAR(), v = in[GLOBAL()];
  if (t == 0)
    for (int k = 0; k < 8; ++k)
      s[k] = k == 3 ? 1 << 30 : 0;
  barrier();
  __atomic_fetch_add(&s[0], v, __ATOMIC_RELAXED);
  __atomic_fetch_or(&s[1], 1 << (t & 31), __ATOMIC_RELAXED);
  __atomic_fetch_max(&s[2], v, __ATOMIC_RELAXED);
  __atomic_fetch_min(&s[3], v, __ATOMIC_RELAXED);
  __atomic_fetch_xor(&s[4], v, __ATOMIC_RELAXED);
  int expected = 0;
  if (__atomic_compare_exchange_n(&s[5], &expected, 1, 0, __ATOMIC_RELAXED,
                                  __ATOMIC_RELAXED))
    __atomic_fetch_add(&s[6], 1, __ATOMIC_RELAXED);
  barrier();
  out[GLOBAL()] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6];
}

NOINLINE void endIf(int condition) {
  if (condition)
    endThread();
}

KERNEL threadEnds(TEST_KERNEL_PARAMS) {
  UNUSED;
  int i = GLOBAL();
  out[i] = 1;
  barrier();
  endIf((in[i] & 3) == 0);
  out[i] = 2;
  barrier();
  endIf((in[i] & 3) == 1);
  out[i] = 3;
}

KERNEL registers(TEST_KERNEL_PARAMS) {
  UNUSED;
  out[GLOBAL()] = laneId() + 100 * warpId() + (int)lanesBelow();
}

/*===-- Warp operations ---------------------------------------------------===*/

/* Whether lane `lane` of this warp exists. */
static inline int exists(int lane) {
  return lane >= 0 && lane < 32 && warpId() * 32 + lane < THREADS();
}

KERNEL shuffles(TEST_KERNEL_PARAMS) {
  UNUSED;
  int v = in[GLOBAL()], lane = laneId(), sum = 0, r;
  r = shuffle(ALL, v, 3, 32);
  sum += exists(3) ? r : 0;
  r = shuffle(ALL, v, lane ^ 5, 16);
  sum += exists((lane & 16) | ((lane ^ 5) & 15)) ? 3 * r : 0;
  r = shuffleUp(ALL, v, 3, 32);
  sum += 5 * r;
  r = shuffleUp(ALL, v, 2, 8);
  sum += 7 * r;
  r = shuffleDown(ALL, v, 9, 32);
  sum += exists(lane + 9) || lane + 9 > 31 ? 11 * r : 0;
  r = shuffleDown(ALL, v, 1, 4);
  sum += exists(lane + 1) || (lane & 3) == 3 ? 13 * r : 0;
  r = shuffleXor(ALL, v, 8, 32);
  sum += exists(lane ^ 8) ? 17 * r : 0;
  r = shuffleXor(ALL, v, 31, 32);
  sum += exists(lane ^ 31) ? 19 * r : 0;
  out[GLOBAL()] = sum;
}

KERNEL shuffleVariable(TEST_KERNEL_PARAMS) {
  UNUSED;
  int v = in[GLOBAL()], lane = laneId(), sum = 0;
  for (int d = 1; d < 32; d += 3) {
    int r = shuffleDown(ALL, v + d, d, 32);
    sum += exists(lane + d) ? r : 1;
    r = shuffle(ALL, v, v & 31, 32);
    sum ^= exists(v & 31) ? r : 1;
    r = shuffleUp(ALL, sum, d, 1 << (d % 6));
    sum += r;
  }
  out[GLOBAL()] = sum;
}

KERNEL shuffleHalfWarps(TEST_KERNEL_PARAMS) {
  UNUSED;
  int v = in[GLOBAL()], lane = laneId(), r;
  if (lane < 16) {
    r = shuffleXor(0xFFFF, v, 5, 16);
    r = exists(lane ^ 5) ? r : 0;
    v += r;
    r = shuffle(0xFFFF, v, 0, 16);
  } else {
    r = shuffle(0xFFFF0000, v, 16, 32) * 2;
    v += r;
  }
  unsigned b = ballot(ALL, v & 1);
  out[GLOBAL()] = v + r + (int)(b & 0xFFFF);
}

KERNEL shuffleAfterReturn(TEST_KERNEL_PARAMS) {
  int i = GLOBAL(), v = in[i];
  UNUSED;
  if ((v & 3) == 0)
    return;
  unsigned here = ballot(ALL, 1);
  int first = __builtin_ctz(here);
  int r = shuffle(here, v, first, 32);
  barrier();
  if (v & 1) {
    unsigned odd = ballot(here & 0xFFFFFFFF, 1);
    r += (int)odd;
  } else {
    r += (int)ballot(here, 0);
  }
  out[i] = r + first;
}

KERNEL warpReduction(TEST_KERNEL_PARAMS) {
  SHARED_ARRAY(int, s, 32);
  int i = GLOBAL(), t = LINEAR(), v = i < n ? in[i] : 0;
  UNUSED;
  for (int d = 16; d > 0; d >>= 1) {
    int r = shuffleDown(ALL, v, d, 32);
    if (exists(laneId() + d))
      v += r;
  }
  if (laneId() == 0)
    s[warpId()] = v;
  barrier();
  if (t < 32) {
    v = t < (THREADS() + 31) / 32 ? s[t] : 0;
    for (int d = 16; d > 0; d >>= 1) {
      int r = shuffleDown(ALL, v, d, 32);
      if (exists(laneId() + d))
        v += r;
    }
  }
  out[i] = v;
}

KERNEL votes(TEST_KERNEL_PARAMS) {
  UNUSED;
  int v = in[GLOBAL()], lane = laneId();
  int r = (int)ballot(ALL, v & 1);
  r += voteAll(ALL, v > -1000000) ? 3 : 0;
  r += voteAny(ALL, v == 5) ? 5 : 0;
  r += voteUni(ALL, v & 1) ? 7 : 0;
  unsigned mine = lane & 1 ? 0xAAAAAAAA : 0x55555555;
  r ^= (int)ballot(mine, v & 2);
  r += voteAll(mine, v & 4) ? 11 : 0;
  out[GLOBAL()] = r;
}

KERNEL voteLoop(TEST_KERNEL_PARAMS) {
  UNUSED;
  int v = in[GLOBAL()] & 15, rounds = 0, sum = 0;
  while (voteAny(ALL, v > 0)) {
    sum += v * rounds;
    v -= 1 + (laneId() & 1);
    ++rounds;
    if (voteAll(ALL, v < 3))
      sum += 1000;
  }
  out[GLOBAL()] = sum + rounds;
}

KERNEL matches(TEST_KERNEL_PARAMS) {
  UNUSED;
  int v = in[GLOBAL()] & 3, flag = 0;
  int r = (int)matchAny(ALL, v);
  r ^= (int)matchAny64(ALL, ((int64_t)v << 40) + 1) * 3;
  r += (int)matchAll(ALL, v, &flag) * 5;
  r += flag ? 1 : 0;
  r += (int)matchAll(ALL, 17, &flag) * 7;
  r += flag ? 2 : 0;
  out[GLOBAL()] = r;
}

KERNEL redux(TEST_KERNEL_PARAMS) {
  UNUSED;
  int v = in[GLOBAL()];
  out[GLOBAL()] = reduxAdd(ALL, v) + 3 * reduxMin(ALL, v) +
                  5 * (int)reduxMaxU(ALL, (unsigned)v) + 7 * reduxXor(ALL, v);
}

KERNEL activeMasks(TEST_KERNEL_PARAMS) {
  UNUSED;
  int r = (int)activeMask();
  barrier();
  out[GLOBAL()] = r ^ (int)activeMask() * 3;
}

KERNEL warpAndBlock(TEST_KERNEL_PARAMS) {
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), v = in[GLOBAL()], uniform = n;
  UNUSED;
  for (int k = 0; k < 4; ++k) {
    s[t] = v;
    barrier();
    int other = s[(t + 33) % THREADS()];
    int r = shuffleXor(ALL, other, 1, 32);
    v += exists(laneId() ^ 1) ? r : k;
    uniform = uniform * 3 + k;
    if ((ballot(ALL, v & 1) & 1) == 1)
      v += uniform;
    barrier();
  }
  out[GLOBAL()] = v + uniform;
}

KERNEL warpBarriers(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(int, s, 1024);
  int t = LINEAR(), lane = laneId(), w = warpId() * 32;
  s[t] = in[GLOBAL()];
  for (int k = 0; k < 5; ++k) {
    warpBarrier(ALL);
    int r = exists(lane ^ (1 << k)) ? s[w + (lane ^ (1 << k))] : k;
    warpBarrier(ALL);
    if (t & 32)
      s[t] += r;
    else
      s[t] ^= r;
  }
  out[GLOBAL()] = s[t];
}

/* Square blocks of 16 x 16 alone make sense; others compute something, too. */
KERNEL matrixTiles(TEST_KERNEL_PARAMS) {
  UNUSED;
  SHARED_ARRAY(double, a, 1024);
  SHARED_ARRAY(double, b, 1024);
  int t = LINEAR(), width = bdim(0);
  double acc = 0;
  for (int tile = 0; tile < 3; ++tile) {
    a[t] = in[GLOBAL()] + tile;
    b[t] = in[GLOBAL()] * 0.5 - tile;
    barrier();
    for (int k = 0; k < 16; ++k)
      acc += a[(tid(1) * width + k) % THREADS()] *
             b[(k * width + tid(0)) % THREADS()];
    barrier();
  }
  reals[GLOBAL()] = acc;
  out[GLOBAL()] = (int)acc;
}
