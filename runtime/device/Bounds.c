/*===-- Bounds.c - Subscripts out of bounds --------------------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What device code calls that was compiled with -Mbounds. The message is made
 * here, where the thread is known; runtime/entry/Bounds.cpp has the host's.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"

_Noreturn void __warpdev_fail(const char *message, const char *file, int line);

/* Longer names are cut. */
#define NAME_BYTES 128
#define MESSAGE_BYTES 384

typedef struct Message {
  char text[MESSAGE_BYTES];
  uint32_t used;
} Message;

INLINE void addText(Message *to, const char *text, uint32_t most) {
  for (uint32_t i = 0; i < most && text[i]; ++i)
    to->text[to->used++] = text[i];
  to->text[to->used] = 0;
}

INLINE void addNumber(Message *to, int64_t value) {
  char digits[20];
  uint32_t count = 0;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
  do {
    digits[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (value < 0)
    to->text[to->used++] = '-';
  while (count)
    to->text[to->used++] = digits[--count];
  to->text[to->used] = 0;
}

static void addTriple(Message *to, const char *before, const int64_t *triple) {
  addText(to, before, NAME_BYTES);
  for (int d = 0; d < 3; ++d) {
    addNumber(to, triple[d]);
    addText(to, d < 2 ? "," : ")", 1);
  }
}

/* `place`: block and thread, counted from 1, or null. */
__attribute__((noinline, cold)) static _Noreturn void
report(const char *variable, const char *file, int32_t line, int32_t dimension,
       int64_t index, int64_t lower, int64_t upper, const int64_t *place) {
  Message message = {{0}, 0};
  addText(&message, "subscript ", NAME_BYTES);
  addNumber(&message, dimension);
  addText(&message, " of '", NAME_BYTES);
  addText(&message, variable, NAME_BYTES);
  addText(&message, "' is ", NAME_BYTES);
  addNumber(&message, index);
  addText(&message, ", which is outside of ", NAME_BYTES);
  addNumber(&message, lower);
  addText(&message, ":", NAME_BYTES);
  addNumber(&message, upper);
  if (place) {
    addTriple(&message, ", in block (", place);
    addTriple(&message, ", thread (", place + 3);
  }
  __warpdev_fail(message.text, file, line);
}

_Noreturn void __warpdev_report_bounds(const char *variable, const char *file,
                                       int32_t line, int32_t dimension,
                                       int64_t index, int64_t lower,
                                       int64_t upper) {
  report(variable, file, line, dimension, index, lower, upper, 0);
}

_Noreturn void __warpdev_report_bounds_of_thread(const char *variable,
                                                 const char *file, int32_t line,
                                                 int32_t dimension,
                                                 int64_t index, int64_t lower,
                                                 int64_t upper) {
  int64_t place[6];
  for (int d = 0; d < 3; ++d) {
    place[d] = (int64_t)blockIndex(d) + 1;
    place[3 + d] = (int64_t)threadIndex(d) + 1;
  }
  report(variable, file, line, dimension, index, lower, upper, place);
}
