/*===-- Message.h - Messages that device code makes -------------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Text that is put together on the device, where the values are known.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPFORT_RUNTIME_DEVICE_MESSAGE_H
#define WARPFORT_RUNTIME_DEVICE_MESSAGE_H

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

#endif /* WARPFORT_RUNTIME_DEVICE_MESSAGE_H */
