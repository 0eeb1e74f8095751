/*===-- Bounds.c - Wrong subscripts and pointers ---------------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What device code calls that was compiled with -Mbounds or -Mchkptr. The
 * message is made here, where the thread is known; runtime/entry/Bounds.cpp has
 * the host's.
 *
 *===----------------------------------------------------------------------===*/
#include "Message.h"

static void addTriple(Message *to, const char *before, const int64_t *triple) {
  addText(to, before, NAME_BYTES);
  for (int d = 0; d < 3; ++d) {
    addNumber(to, triple[d]);
    addText(to, d < 2 ? "," : ")", 1);
  }
}

/* Block and thread, counted from 1. */
static void addPlace(Message *to) {
  int64_t block[3], thread[3];
  for (int d = 0; d < 3; ++d) {
    block[d] = (int64_t)blockIndex(d) + 1;
    thread[d] = (int64_t)threadIndex(d) + 1;
  }
  addTriple(to, ", in block (", block);
  addTriple(to, ", thread (", thread);
}

/* A function, and the one for kernels: the message is made by MAKE. */
#define REPORT(NAME, PARAMETERS, MAKE)                                         \
  __attribute__((cold)) _Noreturn void __warpdev_report_##NAME PARAMETERS {    \
    Message message = {{0}, 0};                                                \
    MAKE;                                                                      \
    __warpdev_fail(message.text, file, line);                                  \
  }                                                                            \
  __attribute__((cold)) _Noreturn void                                         \
      __warpdev_report_##NAME##_of_thread PARAMETERS {                         \
    Message message = {{0}, 0};                                                \
    MAKE;                                                                      \
    addPlace(&message);                                                        \
    __warpdev_fail(message.text, file, line);                                  \
  }

__attribute__((noinline)) static void
makeBounds(Message *to, const char *variable, int32_t dimension, int64_t index,
           int64_t lower, int64_t upper) {
  addText(to, "subscript ", NAME_BYTES);
  addNumber(to, dimension);
  addText(to, " of '", NAME_BYTES);
  addText(to, variable, NAME_BYTES);
  addText(to, "' is ", NAME_BYTES);
  addNumber(to, index);
  addText(to, ", which is outside of ", NAME_BYTES);
  addNumber(to, lower);
  addText(to, ":", NAME_BYTES);
  addNumber(to, upper);
}
REPORT(bounds,
       (const char *variable, const char *file, int32_t line, int32_t dimension,
        int64_t index, int64_t lower, int64_t upper),
       makeBounds(&message, variable, dimension, index, lower, upper))

__attribute__((noinline)) static void makeSubstring(Message *to,
                                                    const char *variable,
                                                    int64_t first, int64_t last,
                                                    int64_t length) {
  addText(to, "substring ", NAME_BYTES);
  addNumber(to, first);
  addText(to, ":", NAME_BYTES);
  addNumber(to, last);
  addText(to, " of '", NAME_BYTES);
  addText(to, variable, NAME_BYTES);
  addText(to, "' is outside of 1:", NAME_BYTES);
  addNumber(to, length);
}
REPORT(substring,
       (const char *variable, const char *file, int32_t line, int64_t first,
        int64_t last, int64_t length),
       makeSubstring(&message, variable, first, last, length))

/* Of substrings in constructs, see warprt/BoundsCheck.h. */
#define CHECK_SUBSTRING(SUFFIX)                                                \
  int32_t __warpdev_report_outside##SUFFIX(                                    \
      const char *variable, const char *file, int32_t line, int64_t first,     \
      int64_t last, int64_t length) {                                          \
    if (first <= last && (first < 1 || last > length))                         \
      __warpdev_report_substring##SUFFIX(variable, file, line, first, last,    \
                                         length);                              \
    return 0;                                                                  \
  }
CHECK_SUBSTRING()
CHECK_SUBSTRING(_of_thread)

__attribute__((noinline)) static void
makePointer(Message *to, const char *variable, int32_t isAllocatable) {
  addText(to, isAllocatable ? "allocatable '" : "pointer '", NAME_BYTES);
  addText(to, variable, NAME_BYTES);
  addText(to, "' is used, which is not ", NAME_BYTES);
  addText(to, isAllocatable ? "allocated" : "associated", NAME_BYTES);
}
REPORT(pointer,
       (const char *variable, const char *file, int32_t line,
        int32_t isAllocatable),
       makePointer(&message, variable, isAllocatable))
