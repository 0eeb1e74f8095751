//===-- acc-c-profiling.c - Callbacks of acc_prof.h -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %{fresh-folder} && %{compile} -acc %s -o %t.dir/program
// RUN: %run %t.dir/program | %{check-pass}
// RUN: %{compile} -acc -DTOOL -fPIC -shared %s -o %t.dir/libtool.so
// RUN: %{compile} -acc -DPLAIN %s -o %t.dir/plain
// RUN: env ACC_PROFLIB=%t.dir/libtool.so %run %t.dir/plain | FileCheck %s --check-prefix=TOOL
// TOOL: launches: 3
//
// A tool in the program, and one in a library. Events come in pairs, with what
// they are about.
//
//===----------------------------------------------------------------------===//
#include <acc_prof.h>
#include <stdio.h>
#include <string.h>

#define N 100

#ifndef PLAIN
static int counts[acc_ev_last];
static int bad;

static void count(acc_prof_info *prof, acc_event_info *event, acc_api_info *api) {
  acc_event_t kind = prof->event_type;
  ++counts[kind];
  bad += event->event_type != kind || prof->version != 201711;
  bad += api->device_type != prof->device_type;
  bad += prof->valid_bytes != sizeof *prof || api->valid_bytes != sizeof *api;
}
#endif

#ifdef TOOL
static void report(acc_prof_info *prof, acc_event_info *event, acc_api_info *api) {
  printf("launches: %d\n", counts[acc_ev_enqueue_launch_start]);
}
void acc_register_library(acc_prof_reg add, acc_prof_reg drop, acc_prof_lookup_func lookup) {
  add(acc_ev_enqueue_launch_start, count, acc_reg);
  add(acc_ev_runtime_shutdown, report, acc_reg);
}
#else

#ifndef PLAIN
static int x[N];
static int uploads, downloads, mark;

static void transfer(acc_prof_info *prof, acc_event_info *event, acc_api_info *api) {
  const acc_data_event_info *data = &event->data_event;
  if (data->host_ptr != x)
    return;
  bad += data->bytes != sizeof x || !data->device_ptr || !strstr(data->var_name, "x");
  bad += !strstr(prof->src_file, "profiling") || strcmp(prof->func_name, "work") != 0;
  ++*(prof->event_type == acc_ev_enqueue_upload_end ? &uploads : &downloads);
}

static void before(acc_prof_info *prof, acc_event_info *event, acc_api_info *api) {
  event->launch_event.tool_info = &mark;
}
static void after(acc_prof_info *prof, acc_event_info *event, acc_api_info *api) {
  const acc_launch_event_info *launch = &event->launch_event;
  bad += launch->tool_info != &mark || !launch->kernel_name;
  // The CPU has a shape of its own.
  bad += launch->num_gangs < 1 || launch->num_workers < 1 || launch->vector_length < 1;
}

void acc_register_library(acc_prof_reg add, acc_prof_reg drop, acc_prof_lookup_func lookup) {
  for (int event = acc_ev_none + 1; event < acc_ev_last; ++event)
    add(event, count, acc_reg);
  bad += lookup("nothing") != NULL;
}
#else
static int x[N];
#endif

static void work(void) {
#pragma acc data copy(x)
  {
    for (int step = 0; step < 3; ++step)
#pragma acc parallel loop num_gangs(5) vector_length(32)
      for (int i = 0; i < N; ++i)
        x[i] += i;
#pragma acc update self(x)
  }
#pragma acc wait
}

int main(void) {
#ifdef PLAIN
  work();
#else
  acc_prof_register(acc_ev_enqueue_upload_end, transfer, acc_reg);
  acc_prof_register(acc_ev_enqueue_download_end, transfer, acc_reg);
  acc_prof_register(acc_ev_enqueue_launch_start, before, acc_reg);
  acc_prof_register(acc_ev_enqueue_launch_end, after, acc_reg);
  work();
  bad += uploads != 1 || downloads != 2;
  bad += counts[acc_ev_device_init_start] != 1 || counts[acc_ev_device_init_end] != 1;
  bad += counts[acc_ev_enqueue_launch_start] != 3 || counts[acc_ev_enqueue_launch_end] != 3;
  bad += counts[acc_ev_compute_construct_start] != 3;
  bad += counts[acc_ev_create] != 1 || counts[acc_ev_alloc] != 1;
  bad += counts[acc_ev_delete] != 1 || counts[acc_ev_free] != 1;
  bad += counts[acc_ev_update_start] != 1 || counts[acc_ev_update_end] != 1;
  bad += counts[acc_ev_wait_start] != 1 || counts[acc_ev_wait_end] != 1;
  bad += counts[acc_ev_enter_data_start] != counts[acc_ev_enter_data_end];
  bad += counts[acc_ev_exit_data_start] != counts[acc_ev_exit_data_end];
  bad += counts[acc_ev_enter_data_start] < 1 || counts[acc_ev_exit_data_start] < 1;

  // What is paused, and what is taken back.
  acc_prof_unregister(acc_ev_none, NULL, acc_toggle_per_thread);
  work();
  acc_prof_register(acc_ev_none, NULL, acc_toggle_per_thread);
  acc_prof_unregister(acc_ev_enqueue_launch_start, count, acc_toggle);
  acc_prof_unregister(acc_ev_enqueue_upload_end, transfer, acc_reg);
  work();
  bad += counts[acc_ev_enqueue_launch_start] != 3 || counts[acc_ev_enqueue_launch_end] != 6;
  bad += uploads != 1 || downloads != 4;
  for (int i = 0; i < N; ++i)
    bad += x[i] != 9 * i;
  printf(bad ? "FAIL: %d\n" : "PASS\n", bad);
  return bad != 0;
#endif
}
#endif
