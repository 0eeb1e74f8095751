//===-- pass-acc-c-elements.c - Elements in data clauses ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc -target=cpu -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning %s
//
// z[n] in a clause of a construct is one element of what z points to, which
// those who mean n elements are told. Directives that take elements one by one
// and constants say what is meant.
//
//===----------------------------------------------------------------------===//
void copies(int n, double *z, double **rows, double a[10][10]) {
  double sum = 0, whole[10];
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: 'z[n+1]' is one element: write 'z[0:n+1]' for the elements before it
#pragma acc parallel loop copyin(z[n + 1]) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += z[i];
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: warning: 'z[n]' is one element: write 'z[0:n]' for the elements before it
#pragma acc data copy(z[n])
  sum += 1;
#pragma acc enter data copyin(z[n])
#pragma acc update self(z[n])
#pragma acc exit data delete(z[n])
#pragma acc data copy(z[0], z[0 : n], z[n : 1], whole[n % 10], rows[0 : n][0 : n])
  sum += 1;
  z[0] = sum + whole[0] + a[0][0];
}
