/*===-- warprt/Checksum.h - Checksums of device code --------------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * What compiler and runtime check before they read device code that was stored
 * in a file. It finds damage, not malice: whatever one bit or one aligned word
 * is changed to, the sum is another.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_CHECKSUM_H
#define WARPRT_CHECKSUM_H

#include <stdint.h>
#include <string.h>

/* Each step is a bijection of the sum so far, and of the word. */
static inline uint64_t warprtChecksumStep(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
  return sum ^ (sum >> 32);
}

static inline uint64_t warprtChecksum(const void *data, uint64_t size) {
  const char *at = (const char *)data;
  uint64_t sum = size, word;
  for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    sum = warprtChecksumStep(sum, word);
  }
  word = 0;
  memcpy(&word, at, size);
  return warprtChecksumStep(sum, word);
}

#endif /* WARPRT_CHECKSUM_H */
