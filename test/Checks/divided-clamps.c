// An index kept within bounds whose first value is a quotient that cannot be
// computed before the loop: it is left as it is, with all that is made of it.
// REQUIRES: device-cpu
// RUN: %{fresh-folder} && %{compile} -O2 -acc -gpu=check %s -o %t.dir/program
// RUN: %run %t.dir/program 2>&1 | FileCheck %s
// CHECK-NOT: warprt:
// CHECK: right
#include <stdio.h>

int main(int argc, char **argv) {
  enum { N = 1000 };
  int a[N], b[N], wrong = 0;
  unsigned m = argc + 6;
  for (int i = 0; i < N; ++i)
    a[i] = i, b[i] = 0;
#pragma acc parallel loop gang copyin(a) copy(b) vector_length(128)
  for (int g = 0; g < 10; ++g) {
    unsigned start = (unsigned)(g * 700) / m;
#pragma acc loop vector
    for (int t = 0; t < 100; ++t) {
      int k = (int)(start + t);
      k = k < N - 101 ? k : N - 101;
      k = k > 5 ? k : 5;
      b[g * 100 + t] = a[k];
    }
  }
  for (int i = 0; i < N; ++i)
    wrong += b[i] != (i < 5 ? 5 : i < N - 101 ? i : N - 101);
  puts(wrong ? "WRONG" : "right");
}
