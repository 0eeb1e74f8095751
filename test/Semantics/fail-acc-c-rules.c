//===-- fail-acc-c-rules.c - Levels, default(none), private variables -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: not %warpfort -acc -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
//
// Rules that Clang does not check.
//
//===----------------------------------------------------------------------===//
#pragma acc routine gang
void gangs(int n, float *x);
#pragma acc routine worker
void workers(int n, float *x);
#pragma acc routine vector
void lanes(int n, float *x) {
// CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:1: error: a worker loop may not be in a vector routine
#pragma acc loop worker vector
  for (int i = 0; i < n; ++i)
    x[i] += 1;
  // CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:3: error: a vector routine may not call the worker routine 'workers'
  workers(n, x);
}

#pragma acc routine seq
void sequential(int n, float *x) {
  // CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:3: error: a seq routine may not call the vector routine 'lanes'
  lanes(n, x);
// CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:1: error: the acc routine 'sequential' may not have this directive, which is the host's
#pragma acc update self(x[0:n])
// CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:1: error: the acc routine 'sequential' may not have this directive, which is the host's
#pragma acc parallel loop copy(x[0:n])
  for (int i = 0; i < n; ++i)
    x[i] += 1;
}

void calls(int n, float *x) {
#pragma acc parallel copy(x[0:n])
  {
#pragma acc loop gang
    for (int i = 0; i < n; ++i) {
      // CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:7: error: a gang routine may not be called in a gang loop: 'gangs'
      gangs(n, x);
      workers(n, x);
#pragma acc loop vector
      for (int j = 0; j < n; ++j)
        // CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:9: error: a vector routine may not be called in a vector loop: 'lanes'
        lanes(n, x);
    }
  }
#pragma acc parallel loop vector copy(x[0:n])
  for (int i = 0; i < n; ++i)
    // CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:5: error: a worker routine may not be called in a vector loop: 'workers'
    workers(n, x);
}

struct Field {
  int n;
  float *values;
};

void names(int n, float *x, struct Field *f) {
  float list[4], factor = 2, sum = 0;
  static const int two = 2;
  int j;
// Scalars need no clause.
// CHECK: fail-acc-c-rules.c:[[#@LINE+2]]:45: error: the clause 'default(none)' wants a clause that names 'list'
// CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:45: error: the clause 'default(none)' wants a clause that names 'f'
#pragma acc parallel loop copy(x[0:n], sum) default(none)
  for (int i = 0; i < 4; ++i)
    for (j = 0; j < two; ++j)
      x[i] += factor * list[j] + f->n;
#pragma acc data copyin(list)
  {
#pragma acc parallel loop default(none) copy(x[0:n], f->values[0:n]) firstprivate(factor)
    for (int i = 0; i < n; ++i) {
      float local = factor;
#pragma acc loop seq private(sum)
      for (int k = 0; k < 4; ++k) {
        sum = list[k];
        f->values[i] += sum * local;
      }
    }
  }
}

void twice(int n, float *x) {
  float sum = 0;
// CHECK: fail-acc-c-rules.c:[[#@LINE+1]]:54: error: 'sum' is in two clauses of one directive that make it private
#pragma acc parallel loop reduction(+ : sum) private(sum) copy(x[0:n])
  for (int i = 0; i < n; ++i)
    sum += x[i];
}
