//===-- fail-acc-c-misspellings.c - Misspelt words of directives ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: not %warpfort -acc -fsyntax-only %s > %t.out 2>&1
// RUN: FileCheck %s --input-file=%t.out --implicit-check-not=error:
//
// The word that is wrong, at its column, and the one that is meant.
//
//===----------------------------------------------------------------------===//

int count(int n);

void work(int n, float *a) {
  float s = 0;
  // CHECK: :[[#@LINE+1]]:13: error: 'paralel' is not an OpenACC directive; did you mean 'parallel'?
#pragma acc paralel loop copyout(a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = i;
  // CHECK: :[[#@LINE+1]]:22: error: 'lop' is not an OpenACC directive; did you mean 'loop'?
#pragma acc parallel lop copyout(a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = i;
  // CHECK: :[[#@LINE+1]]:22: error: 'for' is not an OpenACC directive; did you mean 'loop'?
#pragma acc parallel for copyout(a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = i;
  // CHECK: :[[#@LINE+2]]:27: error: 'copyn' is not an OpenACC clause; did you mean 'copyin'?
  // CHECK: :[[#@LINE+1]]:43: error: 'redution' is not an OpenACC clause; did you mean 'reduction'?
#pragma acc parallel loop copyn(a[0 : n]) redution(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
  // CHECK: :[[#@LINE+1]]:19: error: 'dat' is not an OpenACC directive; did you mean 'data'?
#pragma acc enter dat copyin(a[0 : n])
  // Words of Fortran.
  // CHECK: :[[#@LINE+1]]:35: error: a section is written with brackets, as in 'a[first:count]'
#pragma acc parallel loop copyin(a(1 : n))
  for (int i = 0; i < n; i++)
    s += a[i];
  // CHECK: :[[#@LINE+1]]:13: error: 'end' is not an OpenACC directive: a construct ends with its statement
#pragma acc end parallel
  // No mistakes.
#pragma acc parallel loop num_gangs(count(n > 1 ? 2 : 1)) copyin(a[0 : n])
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma acc parallel loop vector_length(32) if (n > 1) present_or_copyin(a[0 : n]) reduction(max : s)
  for (int i = 0; i < n; i++)
    s = s > a[i] ? s : a[i];
}
