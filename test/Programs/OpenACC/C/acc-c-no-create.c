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

// A data construct's section, of which compute constructs inside use the whole,
// whatever else of the object is present, or its bounds become.
static int sections(int *array, int first) {
  int bad = 0, table[N], rows[4][8];
  int *seen[4];
#pragma acc enter data create(array[first:5], table[8:4], rows[1:2][0:8])
#pragma acc data no_create(array[0:first / 2], table[12:first])
  {
#pragma acc parallel copyout(seen)
    {
      seen[0] = &array[2];
      seen[1] = &table[13];
    }
    bad += seen[0] != &array[2] || seen[1] != &table[13];
  }
#pragma acc data no_create(array[first + 1:3], table[8:first - 6], rows[1:2])
  {
    int *present = acc_deviceptr(array + first + 1);
    first = 0;
#pragma acc parallel copyout(seen)
    {
      seen[0] = &array[11];
      seen[1] = &table[9];
      seen[2] = rows[2];
    }
    bad += seen[0] != present || seen[1] != acc_deviceptr(table + 9);
    bad += seen[2] != acc_deviceptr(rows[2]);
#pragma acc parallel loop
    for (int i = 8; i < 12; ++i)
      table[i] = i;
  }
#pragma acc exit data delete(array[10:5], rows[1:2][0:8]) copyout(table[8:4])
  struct {
    int a[N], b[N];
  } s;
  int from = 4;
#pragma acc enter data create(s.a[8:4], s.b[0:4])
#pragma acc data no_create(s.a[0:from], s.b[0:from])
  {
    from = N;
#pragma acc parallel copyout(seen)
    {
      seen[0] = &s.a[1];
      seen[1] = &s.b[1];
    }
    bad += seen[0] != &s.a[1] || seen[1] != acc_deviceptr(s.b + 1);
  }
#pragma acc exit data delete(s.a[8:4], s.b[0:4])
  for (int i = 8; i < 12; ++i)
    bad += table[i] != i;
  return bad;
}

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
  bad += sections(array, 10);
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  free(array);
  return bad != 0;
}
