//===-- pass-acc-c-reduction-updates.c - Updates that do not match --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc -target=cpu -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning %s
//
// The rule of Fortran's reductions (pass-acc-reduction-updates.f90) in C.
//
//===----------------------------------------------------------------------===//
double updates(int n, int *out) {
  int s = 0, m = 0;
  unsigned u = 1;
  double d = 0;
#pragma acc parallel loop reduction(+ : s) reduction(max : m) reduction(+ : d)
  for (int i = 0; i < n; i++) {
    // CHECK: [[@LINE+1]]:5: warning: 's' is updated by the operator '*', but its REDUCTION clause combines the results of threads by '+'
    s *= i;
    // CHECK: [[@LINE+1]]:5: warning: 'm' is updated by the operator 'min', but its REDUCTION clause combines the results of threads by 'max'
    m = m < i ? m : i;
    // CHECK: [[@LINE+1]]:5: warning: 'd' is updated by the operator 'max', but its REDUCTION clause combines the results of threads by '+'
    d = d > i ? d : i;
  }
#pragma acc parallel loop reduction(+ : s) reduction(max : m, u)
  for (int i = 0; i < n; i++) {
    s += i;
    s -= 2;
    s++;
    m = m < i ? i : m;
    if (i > m)
      m = i;
    if (u < (unsigned)i)
      u = i;
  }
  *out = s + m;
  return d + u;
}
