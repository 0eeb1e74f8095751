/*===-- warprt/DeviceOutput.h - What device code prints -----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * PRINT, WRITE and STOP of device code. The device does not format: the device
 * library writes the calls that a statement makes of Flang's runtime into host
 * memory, and the runtime makes the same calls on the host.
 *
 * The memory is divided into chunks of one size. A statement takes chunks as it
 * needs them, chained by `next`, and becomes visible as a whole when the state
 * of its first chunk says so. Chunks are taken in the order of a counter and
 * given back in that order. Where none is free the statement is lost, and
 * counted.
 *
 * STOP has a record of its own, so that it is never lost. The first one counts.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_DEVICEOUTPUT_H
#define WARPRT_DEVICEOUTPUT_H

#include <stdint.h>

/* The device's pointer to its WarprtOutput. Device code that prints has this
 * variable; the runtime sets it when it loads the code. */
#define WARPDEV_OUTPUT_VARIABLE "__warpdev_output"

#define WARPRT_OUTPUT_CHUNK_WORDS 61u
#define WARPRT_OUTPUT_STOP_WORDS 128u

typedef struct WarprtOutputChunk {
  uint64_t used; /* words of `data` */
  uint64_t next; /* number of the chunk that follows, plus 1; 0: none */
  uint64_t last; /* the device's own, in a first chunk: the newest of its chain
                    while the statement is written, all ones when it is lost */
  uint64_t data[WARPRT_OUTPUT_CHUNK_WORDS];
} WarprtOutputChunk;

/* State of a chunk. */
enum {
  WARPRT_OUTPUT_FREE = 0,     /* or being written, or not the first */
  WARPRT_OUTPUT_COMPLETE = 1, /* first chunk of a complete statement */
  WARPRT_OUTPUT_DROPPED = 2,  /* first chunk of a statement that was lost */
  WARPRT_OUTPUT_DONE = 3      /* the host's: read */
};

/* Counters, in the device's memory. */
enum {
  WARPRT_OUTPUT_CLAIMED = 0, /* chunks asked for and granted */
  WARPRT_OUTPUT_TAKEN = 1,   /* number of the next chunk */
  WARPRT_OUTPUT_LOST = 2,    /* statements */
  WARPRT_OUTPUT_STOPPING = 3,
  WARPRT_OUTPUT_NUM_COUNTERS = 4
};

/* In host memory that the device sees at the same address, as the chunks and
 * their states are. */
typedef struct WarprtOutput {
  uint64_t numChunks;
  uint64_t *counters;
  uint8_t *states;
  WarprtOutputChunk *chunks;
  uint64_t released;  /* written by the host: chunks given back so far */
  uint64_t anyLost;   /* written by the device */
  uint64_t stopState; /* WARPRT_OUTPUT_COMPLETE when `stop` is filled */
  void (*trap)(void); /* ends the calling kernel; null where there is an
                         instruction that does */
  uint64_t stop[WARPRT_OUTPUT_STOP_WORDS];
} WarprtOutput;

/* What the words of a statement mean. Each item is one of these, then its
 * operands; values narrower than a word stand in its low bytes. A text is its
 * length in bytes and then the bytes, padded to whole words. */
enum {
  WARPRT_OUTPUT_LIST = 1,  /* unit, line, text: source file */
  WARPRT_OUTPUT_FORMATTED, /* unit, line, text: source file, text: format */
  WARPRT_OUTPUT_SET,       /* WARPRT_OUTPUT_SET_*, text */
  WARPRT_OUTPUT_INTEGER8,
  WARPRT_OUTPUT_INTEGER16,
  WARPRT_OUTPUT_INTEGER32,
  WARPRT_OUTPUT_INTEGER64,
  WARPRT_OUTPUT_INTEGER128, /* low word, high word */
  WARPRT_OUTPUT_REAL32,
  WARPRT_OUTPUT_REAL64,
  WARPRT_OUTPUT_COMPLEX32, /* real part, imaginary part */
  WARPRT_OUTPUT_COMPLEX64,
  WARPRT_OUTPUT_LOGICAL,
  WARPRT_OUTPUT_ASCII,     /* text */
  WARPRT_OUTPUT_CHARACTER, /* kind, text */
  WARPRT_OUTPUT_ARRAY,     /* type (CFI_type_t), element's bytes, rank, extents,
                              elements, each padded to whole words */
  /* In `stop` only. */
  WARPRT_OUTPUT_STOP,      /* code, is ERROR STOP, is quiet */
  WARPRT_OUTPUT_STOP_TEXT, /* is ERROR STOP, is quiet, text */
  WARPRT_OUTPUT_EXIT,      /* status */
  WARPRT_OUTPUT_ABORT,
  WARPRT_OUTPUT_FAIL /* line, text: message, text: source file */
};

enum {
  WARPRT_OUTPUT_SET_ADVANCE = 1,
  WARPRT_OUTPUT_SET_DECIMAL,
  WARPRT_OUTPUT_SET_DELIM,
  WARPRT_OUTPUT_SET_ROUND,
  WARPRT_OUTPUT_SET_SIGN
};

#endif /* WARPRT_DEVICEOUTPUT_H */
