// Breakpoints in OpenACC constructs and routines of C on the CPU.
// REQUIRES: gdb, device-cpu
// RUN: %{fresh-folder} && %{compile} -g -acc -target=cpu %s -o %t.dir/program
// RUN: %{gdb} -x %S/Inputs/constructs.gdb %t.dir/program | FileCheck %s
// RUN: %run %t.dir/program | FileCheck %s --check-prefix=RESULT
#include <stdio.h>
#define SCALE(x) (3 * (x))

#pragma acc routine seq
static int twice(int i) {
  return 2 * i; // line 11
}

int main(void) {
  int x[4];
#pragma acc parallel loop copyout(x)
  for (int i = 0; i < 4; ++i) {
    x[i] = SCALE(i); // line 18
    x[i] += twice(i);
  }
  printf("%d\n", x[3]); // line 21
}

// CHECK: Breakpoint 1, {{.*}}main$acc1_acc_0 {{.*}}constructs.c:18
// CHECK: 18 {{.*}}x[i] = SCALE(i);
// CHECK: Breakpoint 2{{.*}}twice{{.*}}constructs.c:11
// CHECK: Breakpoint 3, main {{.*}}constructs.c:21
// RESULT: 15
