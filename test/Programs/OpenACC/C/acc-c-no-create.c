//===-- acc-c-no-create.c - What no_create leaves on the host -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -O0 %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// What is not present keeps the host's address, what is has the device's.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64

int main(void) {
  int bad = 0, variable = 3, *array = malloc(N * sizeof *array), table[N];
  int *seen[3];
#pragma acc parallel no_create(variable, array[0:N], table) copyout(seen)
  {
    seen[0] = &variable;
    seen[1] = &array[2];
    seen[2] = &table[1];
  }
  bad += seen[0] != &variable || seen[1] != &array[2] || seen[2] != &table[1];
#pragma acc data no_create(variable, array[2:N - 2], table[0:N])
  {
    bad += acc_deviceptr(&variable) || acc_deviceptr(array) || acc_deviceptr(table);
#pragma acc parallel copyout(seen)
    {
      seen[0] = &variable;
      seen[1] = &array[2];
      seen[2] = &table[1];
    }
    bad += seen[0] != &variable || seen[1] != &array[2] || seen[2] != &table[1];
  }
  // Present, in part or as a whole.
#pragma acc data copyin(variable) create(array[0:N])
  {
#pragma acc parallel no_create(variable, array[4:8], table) copyout(seen)
    {
      seen[0] = &variable;
      seen[1] = &array[5];
      seen[2] = table;
    }
    bad += seen[0] != acc_deviceptr(&variable) || seen[1] != acc_deviceptr(array + 5);
    bad += seen[2] != table;
  }
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  free(array);
  return bad != 0;
}
