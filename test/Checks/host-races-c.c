/* -gpu=check for host code of C: lines, no names of variables.
 * RUN: %{fresh-folder} && %{compile} -acc -gpu=check %s -o %t.dir/program
 * RUN: not %run %t.dir/program 2>&1 | FileCheck %s
 * RUN: %run %t.dir/program wait 2>&1 | FileCheck %s --check-prefix=WAIT
 * WAIT-NOT: warprt
 * WAIT: done
 */
#include <stdio.h>

int main(int argc, char **argv) {
  (void)argv;
  static int x[100], y[100];
#pragma acc data copyin(x) create(y)
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < 100; ++i)
      y[i] = x[i] + i;
#pragma acc update self(y) async(1)
    if (argc > 1) {
#pragma acc wait(1)
    }
    // CHECK: warprt: {{.*}}host-races-c.c:[[#@LINE+1]]: race: the host reads memory, which an asynchronous copy writes, without having waited for its queue
    if (y[7] != 7)
      printf("wrong\n");
  }
  printf("done\n");
}
