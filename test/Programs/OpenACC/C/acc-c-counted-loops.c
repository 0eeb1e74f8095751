//===-- acc-c-counted-loops.c - What loops of routines count --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops without a directive whose bound or variable pointers or functions
// change, which compare a signed variable as an unsigned number, whose bound is
// the first or last number of its type, whose narrow variable wraps, and whose
// unsigned step counts down; bounds at the ends of types in constructs, too.
//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain
// RUN: %run %t.dir/plain | %{check-pass}
//
//===----------------------------------------------------------------------===//

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int limit;
#pragma acc declare create(limit)

#pragma acc routine seq
static void lower(void) { limit -= 2; }

#pragma acc routine seq
static void store(int *to, int value) { *to = value; }

static int boundByPointer(int n) {
  int sum = 0, *p = &n;
  for (int i = 0; i < n; i++) {
    sum += i;
    if (i == 2)
      *p = 5;
  }
  return sum;
}

static int boundByBytes(int n) {
  int sum = 0;
  unsigned char *p = (unsigned char *)&n;
  for (int i = 0; i < n; i++) {
    sum += i;
    if (i == 2)
      p[0] = 4;
  }
  return sum;
}

static int boundByCall(int n) {
  int sum = 0, *p = &n;
  for (int i = 0; i < n; i++) {
    sum += i;
    if (i == 2)
      store(p, 6);
  }
  return sum;
}

static int boundOfProgram(int n) {
  int count = 0;
  limit = n;
  for (int i = 0; i < limit; i++) {
    ++count;
    lower();
  }
  return count;
}

static int boundOfProgramByPointer(int n, int *p) {
  int count = 0;
  limit = n;
  for (int i = 0; i < limit; i++) {
    ++count;
    *p = 3;
  }
  return count;
}

static int stepByPointer(int n) {
  int sum = 0, s = 1, *p = &s;
  for (int i = 0; i < n; i += s) {
    sum += i;
    *p = 3;
  }
  return sum;
}

static int variableByPointer(int n) {
  int sum = 0, i, *p = &i;
  for (i = 0; i < n; i++) {
    sum += i;
    if (*p == 3)
      *p = 7;
  }
  return sum;
}

static int variableRead(int n) {
  int sum = 0, i, *p = &i;
  for (i = 0; i < n; i++)
    sum += *p;
  return sum;
}

static int up(int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count++;
  return count;
}

static int down(int n) {
  int count = 0;
  for (int i = 0; i > n; i--)
    count++;
  return count;
}

static int wideUp(int64_t from, int64_t n) {
  int count = 0;
  for (int64_t i = from; i < n; i++)
    count++;
  return count;
}

static int wideDown(int64_t from, int64_t n) {
  int64_t i;
  int count = 0;
  for (i = from; i > n; i--)
    count++;
  return count + (i != from - count);
}

static int asUnsigned(int from, unsigned n) {
  int count = 0;
  for (int i = from; i < n; i++)
    count++;
  return count;
}

static int asSize(int from, size_t n) {
  int i, count = 0;
  for (i = from; i < n; i++)
    count++;
  return count + 1000 * (i - from);
}

static int asSizeInclusive(int from, int n) {
  int count = 0;
  for (int i = from; i <= (size_t)n; i++)
    count++;
  return count;
}

static int narrowDown(int from) {
  int count = 0;
  for (uint8_t i = from; i > 0; i -= 3)
    count++;
  return count;
}

static int narrowUp(int n) {
  int count = 0;
  for (uint8_t i = 250; i <= n; i += 3)
    count++;
  return count;
}

static int narrowSigned(int n) {
  int count = 0;
  for (int16_t i = 32000; i < n; i += 500)
    ++count;
  return count;
}

static int narrowByOne(int from) {
  int sum = 0;
  for (uint8_t i = from; i > 0; i--)
    sum += i;
  return sum;
}

static int boundOfUnion(int n) {
  union {
    int i;
    float f;
  } u;
  u.i = n;
  int count = 0;
  for (int i = 0; i < u.i; i++) {
    count++;
    if (i == 2)
      u.f = 0;
  }
  return count;
}

static int beyondSigned(unsigned long from) {
  int count = 0;
  for (unsigned long i = from; i > 18446744073709551610ul; i--)
    count++;
  return count;
}

static int beyondNarrow(int from) {
  int count = 0;
  for (signed char i = from; i > ULONG_MAX; i--)
    count++;
  return count;
}

static int aroundSigned(unsigned long from, unsigned long n) {
  int count = 0;
  for (unsigned long i = from; i < n; i++)
    count++;
  return count;
}

static int fromLast(unsigned long from, unsigned long last) {
  int count = 0;
  for (unsigned long i = from; i <= last; i++)
    count++;
  return count;
}

static int toConstant(unsigned long from) {
  int count = 0;
  for (unsigned long i = from; i < 10; i++)
    count++;
  return count;
}

static int largeSteps(int from) {
  int count = 0;
  for (int i = from; i < 10; i -= (unsigned long)-2)
    count++;
  for (int i = from; i > -20; i += 4294967292u)
    count += 100;
  for (unsigned long i = from; i < 0xF000000000000000; i += 0x1000000000000000)
    count += 10000;
  return count;
}

enum { Count = 39 };
static void all(int *r, int zero) {
  int k = 0, other = 0;
  r[k++] = boundByPointer(10 + zero);
  r[k++] = boundByBytes(10 + zero);
  r[k++] = boundByCall(10 + zero);
  r[k++] = boundOfProgram(10 + zero);
  r[k++] = boundOfProgramByPointer(10 + zero, &limit);
  r[k++] = boundOfProgramByPointer(10 + zero, &other);
  r[k++] = stepByPointer(10 + zero);
  r[k++] = variableByPointer(10 + zero);
  r[k++] = variableRead(10 + zero);
  r[k++] = up(INT_MIN + zero);
  r[k++] = up(7 + zero);
  r[k++] = down(INT_MAX + zero);
  r[k++] = down(-7 + zero);
  r[k++] = wideUp(5, INT64_MIN + zero);
  r[k++] = wideUp(INT64_MIN + zero, INT64_MIN + zero);
  r[k++] = wideUp(INT64_MIN + zero, INT64_MIN + 3 + zero);
  r[k++] = wideDown(5, INT64_MAX + zero);
  r[k++] = wideDown(INT64_MAX + zero, INT64_MAX + zero);
  r[k++] = wideDown(5, 2 + zero);
  r[k++] = asUnsigned(-5 + zero, 10);
  r[k++] = asUnsigned(4 + zero, 10);
  r[k++] = asSize(-5 + zero, 10);
  r[k++] = asSize(4 + zero, 10);
  r[k++] = asSizeInclusive(-5 + zero, 10);
  r[k++] = narrowDown(11 + zero);
  r[k++] = narrowUp(254 + zero);
  r[k++] = narrowSigned(32600 + zero);
  r[k++] = narrowByOne(4 + zero);
  r[k++] = boundOfUnion(10 + zero);
  r[k++] = beyondSigned(11 + zero);
  r[k++] = beyondSigned(18446744073709551613ul + zero);
  r[k++] = beyondNarrow(127 + zero);
  r[k++] = aroundSigned(LONG_MAX - 5ul, LONG_MAX + 5ul + zero);
  r[k++] = fromLast(ULONG_MAX + zero, 10);
  r[k++] = fromLast(LONG_MAX - 5ul + zero, LONG_MAX + 5ul);
  r[k++] = fromLast(3 + zero, 5);
  r[k++] = toConstant(ULONG_MAX + zero);
  r[k++] = toConstant(4 + zero);
  r[k++] = largeSteps(zero);
}
#pragma acc routine(all) seq

/// The same in the construct itself.
static int inConstruct(int n) {
  int sum = 0, same = 0;
#pragma acc serial copy(sum, same)
  {
    int bound = n, i, *p = &bound, *q = &i;
    for (int k = 0; k < bound; k++) {
      sum += k;
      if (k == 2)
        *p = 5;
    }
    for (i = 0; i < n; i++)
      same += *q;
    limit = n;
    for (int k = 0; k < limit; k++) {
      sum += 100;
      lower();
    }
    for (int k = -5; k < (unsigned)n; k++)
      sum += 10000;
    for (uint8_t k = 11; k > 0; k -= 3)
      same += 1000;
  }
  return sum == 10 + 400 && same == 45 + 89 * 1000;
}

/// Bounds at the ends of their types, without directives and with them.
static int atEnds(int least, int greatest, unsigned long last) {
  int count = 0, d[12] = {0};
#pragma acc serial copy(count)
  {
    for (int i = 0; i < least; i++)
      count++;
    for (int i = least; i < least; i++)
      count++;
    for (int i = 0; i > greatest; i--)
      count++;
    for (long i = 5; i < LONG_MIN + (least - INT_MIN); i++)
      count++;
    for (unsigned long i = last; i < 10; i++)
      count++;
    for (unsigned long i = last; i <= last - 10; i++)
      count++;
    for (unsigned long i = 3; i > last; i--)
      count++;
    int k, m;
    for (k = 7; k < least; k++)
      count++;
    for (m = greatest - 3; m < greatest; m++)
      count += 100;
    count += 1000 * (k == 7) + 10000 * (m == greatest);
  }
#pragma acc parallel loop copy(d)
  for (int i = 0; i < least; i++)
    d[i & 7]++;
#pragma acc parallel loop copy(d)
  for (int i = 2; i > greatest; i--)
    d[i & 7]++;
#pragma acc parallel loop copy(d)
  for (unsigned long i = last; i < last - 3; i++)
    d[i & 7]++;
#pragma acc kernels loop copy(d)
  for (unsigned long i = last - 8; i < last; i += 2)
    d[i & 7] += 2;
#pragma acc parallel loop reduction(+ : count)
  for (int i = least - INT_MIN - 3; i != (unsigned)INT_MAX - greatest + 2; i++)
    count += 100000;
#pragma acc parallel loop reduction(+ : count)
  for (unsigned long i = 0; i < 10000000; i += 1048576)
    count += 1000000;
#pragma acc parallel loop reduction(+ : count)
  for (int i = 9; i != 2; i -= 1)
    count += 10000000;
#pragma acc parallel loop reduction(+ : count)
  for (unsigned i = 1; i != 4; i = i + 1)
    count += 100000000;
#pragma acc parallel loop collapse(2) copy(d)
  for (int i = greatest; i > greatest - 4; i--)
    for (int j = least; j < least + 2; j++)
      d[8 + (greatest - i)] += 1 + (j - least);
  for (int i = 0; i < 12; i++)
    if (d[i] != (i >= 8 ? 3 : i % 2 ? 2 : 0))
      return 0;
  return count == 380511300;
}

int main(void) {
  int r[Count];
  static const int want[Count] = {10, 6, 15,   4, 3,  10, 18,  23, 45,    0,
                                  7,  0, 7,    0, 0,  3,  0,   0,  3,     0,
                                  6,  0, 6006, 0, 89, 87, 919, 10, 3,     0,
                                  3,  0, 10,   0, 11, 3,  0,   6,  150505};
  int wrong = !inConstruct(10);
  if (wrong)
    printf("FAIL: in a construct\n");
  if (!atEnds(INT_MIN, INT_MAX, ULONG_MAX)) {
    printf("FAIL: ends of types\n");
    wrong = 1;
  }
#pragma acc serial copyout(r)
  all(r, 0);
  for (int i = 0; i < Count; i++)
    if (r[i] != want[i]) {
      printf("FAIL: %d: %d, not %d\n", i, r[i], want[i]);
      wrong = 1;
    }
  if (!wrong)
    printf("PASS\n");
  return wrong;
}
