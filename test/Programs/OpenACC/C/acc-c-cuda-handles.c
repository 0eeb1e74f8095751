//===-- acc-c-cuda-handles.c - Handles of CUDA ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc=multicore %s -o %t.dir/multicore && %run %t.dir/multicore | %{check-pass}
// RUN: %{compile} -acc -gpu=cc90 %s -o %t.dir/gpu
//
// The device, its context and streams of queues. On the CPU there is no
// context.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int bad = 0, x[10];
  const char *backend = getenv("WARPFORT_DEVICE");
  acc_init(acc_get_device_type());
  void *device = acc_get_current_cuda_device(), *context = acc_get_current_cuda_context();
  bad += device != acc_get_current_cuda_device() || context != acc_get_current_cuda_context();
  if (backend && backend[0] == 'c' && backend[1] == 'p')
    bad += device || context;
  // Work of one queue goes to the stream of another.
  void *stream = acc_get_cuda_stream(3);
  bad += stream != acc_get_cuda_stream(3);
  acc_set_cuda_stream(5, stream);
  bad += acc_get_cuda_stream(5) != stream;
#pragma acc parallel loop copyout(x) async(5)
  for (int i = 0; i < 10; ++i)
    x[i] = i;
  acc_wait(3);
  for (int i = 0; i < 10; ++i)
    bad += x[i] != i;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
}
