//===-- pass-acc-c-unknown-functions.c - Who assigns a scalar -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc -target=cpu -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning %s
//
// A function of another file that gets the address of a scalar of an
// independent loop is taken to assign it, unless it is an address of what is
// constant.
//
//===----------------------------------------------------------------------===//
#pragma acc routine seq
void give(int i, double *to);
#pragma acc routine seq
double take(const double *from);

double use(int n, double *out) {
  double s = 1, t = 3;
#pragma acc kernels loop independent copyout(out[0 : n])
  for (int i = 0; i < n; i++) {
    // CHECK: [[@LINE+1]]:5: warning: iterations of an independent loop have 's' for themselves, which 'give' may assign: write copy(s) if they share it
    give(i, &s);
    out[i] = s + take(&t);
  }
  return s;
}
