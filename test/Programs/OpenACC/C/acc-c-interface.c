//===-- acc-c-interface.c - The functions of openacc.h --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
//
// Data, copies, pointers and queues by calls alone; constructs look at what is
// on the device.
//
//===----------------------------------------------------------------------===//
#include <openacc.h>
#include <stdio.h>
#include <string.h>

#if _OPENACC != 201711
#error another version of OpenACC
#endif

#define N 100
#define BYTES (N * sizeof(int))

static int bad;

static void want(int right, const char *what) {
  if (!right) {
    printf("wrong: %s\n", what);
    ++bad;
  }
}

static void add(int *x, int value) {
#pragma acc parallel loop present(x[0 : N])
  for (int i = 0; i < N; ++i)
    x[i] += value;
}

static void fill(int *x, int value) {
  for (int i = 0; i < N; ++i)
    x[i] = value;
}

static int all(const int *x, int value) {
  for (int i = 0; i < N; ++i)
    if (x[i] != value)
      return 0;
  return 1;
}

static void data(void) {
  int x[N];
  fill(x, 1);
  want(!acc_is_present(x, BYTES), "not there at first");
  int *device = acc_copyin(x, BYTES);
  want(device && acc_is_present(x, BYTES), "copied in");
  want(acc_deviceptr(x) == device && acc_hostptr(device) == x, "addresses");
  want(acc_deviceptr(x + 3) == device + 3, "an address inside");
  add(x, 2);
  want(acc_pcopyin(x, BYTES) == device, "there already");
  acc_update_self(x, BYTES);
  want(all(x, 3), "update_self");
  fill(x, 10);
  acc_update_device(x, BYTES);
  add(x, 1);
  acc_copyout(x, BYTES);
  want(acc_is_present(x, BYTES), "counted twice");
  acc_copyout(x, BYTES);
  want(!acc_is_present(x, BYTES) && all(x, 11), "copied out");

  acc_create(x, BYTES);
  acc_present_or_create(x, BYTES);
  acc_delete_finalize(x, BYTES);
  want(!acc_is_present(x, BYTES), "deleted at once");
  acc_present_or_copyin(x, BYTES);
  acc_pcreate(x, BYTES);
  add(x, 1);
  acc_copyout_finalize(x, BYTES);
  want(!acc_is_present(x, BYTES) && all(x, 12), "copied out at once");
  acc_create(x, BYTES);
  acc_delete(x, BYTES);
  want(!acc_is_present(x, BYTES), "deleted");
}

static void queues(void) {
  int x[N], y[N];
  fill(x, 1);
  fill(y, 5);
  acc_copyin_async(x, BYTES, 1);
  acc_create_async(y, BYTES, 2);
  acc_update_device_async(y, BYTES, 2);
  acc_wait_async(1, 2);
#pragma acc parallel loop present(x, y) async(2)
  for (int i = 0; i < N; ++i)
    y[i] += x[i];
  acc_update_self_async(y, BYTES, 2);
  acc_wait(2);
  want(acc_async_test(2) && all(y, 6), "update_self_async");
  acc_copyout_async(x, BYTES, 1);
  acc_delete_async(y, BYTES, 1);
  acc_wait_all();
  want(acc_async_test_all() && !acc_is_present(x, BYTES), "copyout_async");
  want(!acc_is_present(y, BYTES), "delete_async");
  acc_copyin_async(x, BYTES, 3);
  acc_copyout_finalize_async(x, BYTES, 3);
  acc_create_async(y, BYTES, 3);
  acc_delete_finalize_async(y, BYTES, 3);
  acc_wait_all_async(4);
  acc_wait(4);
  want(!acc_is_present(x, BYTES) && !acc_is_present(y, BYTES), "finalize");
  int before = acc_get_default_async();
  acc_set_default_async(7);
  want(acc_get_default_async() == 7, "default_async");
  acc_set_default_async(before);
  int some[2] = {3, 4};
  int which = acc_wait_any(2, some);
  want(which == 0 || which == 1, "wait_any");
}

static void memory(void) {
  int x[N], y[N];
  fill(x, 4);
  int *a = acc_malloc(BYTES), *b = acc_malloc(BYTES);
  acc_memcpy_to_device(a, x, BYTES);
  acc_memcpy_device(b, a, BYTES);
#pragma acc parallel loop deviceptr(b)
  for (int i = 0; i < N; ++i)
    b[i] *= 2;
  acc_memcpy_from_device(y, b, BYTES);
  want(all(y, 8), "memcpy");
  acc_memcpy_to_device_async(b, y, BYTES, 1);
  acc_memcpy_device_async(a, b, BYTES, 1);
  acc_memcpy_from_device_async(x, a, BYTES, 1);
  acc_wait(1);
  want(all(x, 8), "memcpy_async");
  acc_map_data(x, a, BYTES);
  want(acc_is_present(x, BYTES) && acc_deviceptr(x) == a, "map_data");
  add(x, 1);
  acc_update_self(x, BYTES);
  want(all(x, 9), "mapped data");
  acc_unmap_data(x);
  want(!acc_is_present(x, BYTES), "unmap_data");
  acc_free(a);
  acc_free(b);
}

struct List {
  int n, *values;
};

static void pointers(void) {
  int x[N];
  struct List list = {N, x};
  fill(x, 1);
  acc_copyin(&list, sizeof list);
  acc_copyin(x, BYTES);
  acc_attach((void **)&list.values);
#pragma acc parallel loop present(list)
  for (int i = 0; i < N; ++i)
    list.values[i] += i < list.n;
  acc_detach((void **)&list.values);
  acc_update_self(&list, sizeof list);
  want(list.values == x && list.n == N, "detach");
  acc_attach_async((void **)&list.values, 1);
  acc_attach((void **)&list.values);
  acc_detach_finalize_async((void **)&list.values, 1);
  acc_wait(1);
  acc_update_self(&list, sizeof list);
  want(list.values == x, "detach_finalize");
  acc_copyout(x, BYTES);
  want(all(x, 2), "attach");
  acc_delete(&list, sizeof list);
}

static void devices(void) {
  acc_device_t type = acc_get_device_type();
  int number = acc_get_device_num(type);
  want(acc_get_num_devices(acc_device_host) == 1, "one host");
  want(number >= 0 && number < acc_get_num_devices(type), "device_num");
  acc_set_device_num(number, type);
  acc_init(type);
  acc_init_device(number, type);
  want(acc_get_property(number, type, acc_property_memory) >=
           acc_get_property(number, type, acc_property_free_memory),
       "memory");
  want(acc_get_memory() >= acc_get_free_memory(), "get_memory");
  want(strlen(acc_get_property_string(number, type, acc_property_name)) > 0,
       "name");
  want(!acc_on_device(acc_device_not_host) && acc_on_device(acc_device_host),
       "on the host");
  acc_clear_freelists();
  acc_shutdown_device(number, type);
  acc_set_device_type(type);
  data();
  acc_shutdown(type);
}

int main(void) {
  data();
  queues();
  memory();
  pointers();
  devices();
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
