//===-- acc-c-delete-pointers.c - Data that pointers in memory lead to ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
//
// `delete` without a section ends what is present of what a pointer points to,
// wherever the section begins.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 16

struct Holder {
  int n;
  double *whole, *part, *kept;
};

static int present(const double *x) { return acc_is_present((void *)x, sizeof *x); }

int main(void) {
  int bad = 0;
  struct Holder h = {N, malloc(N * sizeof(double)), malloc(N * sizeof(double)), malloc(N * sizeof(double))},
                *p = &h;
#pragma acc enter data copyin(h, h.whole[0:N], h.part[4:8], h.kept[0:N])
#pragma acc enter data copyin(h.kept[0:N])
  bad += !present(h.whole) || !present(h.part + 4) || !present(h.kept);
#pragma acc exit data delete(p->whole, h.part, h.kept)
  bad += present(h.whole) || present(h.part + 4) || !present(h.kept);
#pragma acc exit data delete(h.kept, h)
  bad += present(h.kept) || acc_is_present(&h, sizeof h);
#pragma acc enter data copyin(h, h.kept[0:N])
#pragma acc enter data copyin(h.kept[0:N])
#pragma acc exit data delete(h.kept, h.whole) finalize
  bad += present(h.kept);
#pragma acc exit data detach(h.part) delete(h)
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
