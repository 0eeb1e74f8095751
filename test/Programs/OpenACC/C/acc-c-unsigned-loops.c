//===-- acc-c-unsigned-loops.c - Loops beyond the signed numbers ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An unsigned variable of a loop may be beyond the greatest signed number: what
// is known of the loop's count must not make it negative.
//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain
// RUN: %run %t.dir/plain | %{check-pass}
// RUN: cd %t.dir && %{compile} -acc -target=cpu -gpu=keep -c %s
// RUN: FileCheck %s < acc-c-unsigned-loops.device.ll
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

// CHECK-LABEL: define ptx_kernel void @{{.*}}whole
// CHECK: trunc i64 %{{.*}} to i32
// CHECK-NOT: trunc nsw
// CHECK-LABEL: define ptx_kernel void @{{.*}}lanes
// CHECK-NOT: trunc nsw
static int whole(unsigned first, unsigned end) {
  unsigned long found[1000];
#pragma acc parallel loop copyout(found)
  for (unsigned i = first; i < end; ++i)
    found[i - first] = (unsigned long)i + 1;
  int wrong = 0;
  for (unsigned i = 0; i < end - first; ++i)
    wrong += found[i] != (unsigned long)first + i + 1;
  return wrong;
}

static int lanes(unsigned first, unsigned end, unsigned char low) {
  static unsigned long found[10][200];
#pragma acc parallel loop gang copyout(found)
  for (unsigned i = first; i < end; ++i)
#pragma acc loop vector
    for (unsigned char k = low; k < 200; ++k)
      found[i - first][k] = (unsigned long)i * 1000 + k;
  int wrong = 0;
  for (unsigned i = 0; i < end - first; ++i)
    for (unsigned k = low; k < 200; ++k)
      wrong += found[i][k] != ((unsigned long)first + i) * 1000 + k;
  return wrong;
}

int main(void) {
  int wrong = whole(2147483000u, 2147484000u) +
              whole(4294966000u, 4294967000u) +
              lanes(4294967000u, 4294967010u, 100);
  if (wrong)
    printf("FAIL: %d values\n", wrong);
  else
    printf("PASS\n");
  return wrong != 0;
}
