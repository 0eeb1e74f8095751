//===-- acc-c-narrow-arguments.c - Arguments that are narrower than int ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc -c -DROUTINES %s -o %t.dir/routines.o
// RUN: %{compile} -acc %s %t.dir/routines.o -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
//
// Callers of C extend them: by zero, if they are unsigned. A construct whose condition is false calls
// the host's versions, which Clang has made.
//
//===----------------------------------------------------------------------===//
#include <stdio.h>

#pragma acc routine seq
long ofUnsignedChar(unsigned char a);
#pragma acc routine seq
long ofUnsignedShort(unsigned short a);
#pragma acc routine seq
long ofSigned(signed char a, short b);
#pragma acc routine seq
_Bool toBool(int a);
#pragma acc routine seq
unsigned char toUnsignedChar(int a);

#ifdef ROUTINES

long ofUnsignedChar(unsigned char a) { return a; }
long ofUnsignedShort(unsigned short a) { return a; }
long ofSigned(signed char a, short b) { return a * 100 + b; }
_Bool toBool(int a) { return a; }
unsigned char toUnsignedChar(int a) { return a; }

#else

#define N 300

int main(void) {
  int wrong = 0;
  long result[N];
  for (int onHost = 0; onHost < 2; ++onHost) {
#pragma acc parallel loop copyout(result) if (!onHost)
    for (int i = 0; i < N; ++i)
      result[i] = ofUnsignedChar(i * 3) + ofUnsignedShort(i * 1000) + ofSigned(i * 7, i * 1001) +
                  toBool(i & 256) * 7 + toUnsignedChar(i * 5);
    for (int i = 0; i < N; ++i)
      wrong += result[i] != (unsigned char)(i * 3) + (unsigned short)(i * 1000) +
                                (signed char)(i * 7) * 100 + (short)(i * 1001) + !!(i & 256) * 7 +
                                (unsigned char)(i * 5);
  }
  if (wrong)
    printf("FAIL: %d elements are wrong\n", wrong);
  else
    printf("PASS\n");
  return wrong != 0;
}

#endif
