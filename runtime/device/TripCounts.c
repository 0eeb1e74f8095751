/*===-- TripCounts.c - Loops that the host counts differently ---- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What kernels call that were compiled with -gpu=tripcount:check or
 * -gpu=tripcount:warn, before anything else. All threads find the same, and the
 * first one of the grid reports it.
 *
 *===----------------------------------------------------------------------===*/
#include "Message.h"

void *_FortranAioBeginExternalFormattedOutput(const char *format, size_t length,
                                              const void *descriptor, int unit,
                                              const char *file, int line);
bool _FortranAioOutputAscii(void *cookie, const char *text, size_t length);
int _FortranAioEndIoStatement(void *cookie);

#define STANDARD_ERROR 0 /* the unit's number */

__attribute__((noinline)) static void makeMessage(Message *to, int64_t device,
                                                  int64_t host) {
  addText(to, "the trip count of the loop is ", NAME_BYTES);
  addNumber(to, device);
  addText(to, " with the values on the device, and ", NAME_BYTES);
  addNumber(to, host);
  addText(to, " with those of the host", NAME_BYTES);
}

static void warn(const char *file, int32_t line, int64_t device, int64_t host) {
  Message message = {{0}, 0};
  addText(&message, "warprt: ", NAME_BYTES);
  addText(&message, file, NAME_BYTES);
  addText(&message, ":", NAME_BYTES);
  addNumber(&message, line);
  addText(&message, ": warning: ", NAME_BYTES);
  makeMessage(&message, device, host);
  void *statement = _FortranAioBeginExternalFormattedOutput(
      "(a)", 3, 0, STANDARD_ERROR, file, line);
  _FortranAioOutputAscii(statement, message.text, message.used);
  _FortranAioEndIoStatement(statement);
}

static bool isFirstThread(void) {
  uint64_t sum = 0;
  for (int d = 0; d < 3; ++d)
    sum |= (uint64_t)blockIndex(d) | (uint64_t)threadIndex(d);
  return sum == 0;
}

__attribute__((cold)) void
__warpdev_acc_compare_trips(const char *file, int32_t line, int64_t device,
                            int64_t host, int32_t ends) {
  if (device == host || !isFirstThread())
    return;
  if (!ends) {
    warn(file, line, device, host);
    return;
  }
  Message message = {{0}, 0};
  makeMessage(&message, device, host);
  __warpdev_fail(message.text, file, line);
}
