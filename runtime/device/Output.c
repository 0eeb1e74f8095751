/*===-- Output.c - PRINT, WRITE and STOP in device code --------- -*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * The part of Flang's input/output interface that device code may use; see
 * warprt/DeviceOutput.h. The cookie of a statement is its first chunk, null for
 * a statement that found no room.
 *
 *===----------------------------------------------------------------------===*/
#include "Device.h"
#include "warprt/DeviceLibrary.h"
#include "warprt/DeviceOutput.h"
#include <stddef.h>

/* Set by the runtime. Volatile: nothing may be concluded from the null here. */
WarprtOutput *volatile __warpdev_output;

/* Called, not inlined: a program may have hundreds of statements, and each call
 * takes microseconds whatever is done here. */
#define ENTRY __attribute__((noinline))

#define CHUNK_WORDS WARPRT_OUTPUT_CHUNK_WORDS
#define LOST UINT64_MAX

INLINE uint64_t add(uint64_t *counter, uint64_t amount) {
  return __scoped_atomic_fetch_add(counter, amount, __ATOMIC_RELAXED,
                                   __MEMORY_SCOPE_DEVICE);
}
INLINE uint64_t look(const uint64_t *word) {
  return *(const volatile uint64_t *)word;
}

/* Without a runtime that knows of output there is no way to say anything. */
INLINE WarprtOutput *output(void) {
  WarprtOutput *out = __warpdev_output;
  if (!out)
    __builtin_trap();
  return out;
}

/*===-- Chunks ------------------------------------------------------------===*/

/* The number of a free chunk, or LOST. Only who is granted a claim takes a
 * number, so that numbers are never ahead of what the host has given back. */
static uint64_t takeChunk(WarprtOutput *out) {
  uint64_t *counters = out->counters;
  uint64_t limit = look(&out->released) + out->numChunks;
  if (look(&counters[WARPRT_OUTPUT_CLAIMED]) >= limit)
    return LOST;
  if (add(&counters[WARPRT_OUTPUT_CLAIMED], 1) >= limit) {
    add(&counters[WARPRT_OUTPUT_CLAIMED], (uint64_t)-1);
    return LOST;
  }
  return add(&counters[WARPRT_OUTPUT_TAKEN], 1) % out->numChunks;
}

static void countLost(WarprtOutput *out) {
  add(&out->counters[WARPRT_OUTPUT_LOST], 1);
  *(volatile uint64_t *)&out->anyLost = 1;
}

static WarprtOutputChunk *newChunk(WarprtOutput *out, uint64_t number) {
  WarprtOutputChunk *chunk = &out->chunks[number];
  chunk->used = 0;
  chunk->next = 0;
  chunk->last = number;
  return chunk;
}

/* Where the next word of a statement goes; kept in registers meanwhile. */
typedef struct Cursor {
  WarprtOutput *out;
  WarprtOutputChunk *first, *chunk;
  uint64_t used;
} Cursor;

INLINE Cursor resume(WarprtOutputChunk *first) {
  Cursor c = {output(), first, 0, 0};
  uint64_t last = first ? first->last : LOST;
  if (last != LOST) {
    c.chunk = &c.out->chunks[last];
    c.used = c.chunk->used;
  }
  return c;
}

INLINE void suspend(Cursor *c) {
  if (c->chunk)
    c->chunk->used = c->used;
}

static void nextChunk(Cursor *c) {
  uint64_t number = takeChunk(c->out);
  c->chunk->used = c->used;
  if (number == LOST) {
    countLost(c->out);
    c->chunk = 0;
  } else {
    c->chunk->next = number + 1;
    c->chunk = newChunk(c->out, number);
    c->used = 0;
  }
  c->first->last = number;
}

INLINE void put(Cursor *c, uint64_t word) {
  if (c->chunk && c->used == CHUNK_WORDS)
    nextChunk(c);
  if (c->chunk)
    c->chunk->data[c->used++] = word;
}

/* Up to eight bytes of whatever alignment as one word. */
INLINE uint64_t wordOf(const unsigned char *bytes, uint64_t count) {
  uint64_t word = 0;
  for (uint64_t i = 0; i < 8 && i < count; ++i)
    word |= (uint64_t)bytes[i] << (8 * i);
  return word;
}

static void putBytes(Cursor *c, const char *bytes, uint64_t count) {
  for (uint64_t i = 0; i < count; i += 8)
    put(c, wordOf((const unsigned char *)bytes + i, count - i));
}

ENTRY static void putText(Cursor *c, const char *text, uint64_t length) {
  put(c, length);
  putBytes(c, text, length);
}

static uint64_t lengthOf(const char *text) {
  uint64_t length = 0;
  while (text && text[length])
    ++length;
  return length;
}

/*===-- Statements --------------------------------------------------------===*/

static WarprtOutputChunk *begin(Cursor *c) {
  WarprtOutput *out = output();
  uint64_t number = takeChunk(out);
  *c = (Cursor){out, 0, 0, 0};
  if (number == LOST)
    countLost(out);
  else
    c->first = c->chunk = newChunk(out, number);
  return c->first;
}

ENTRY void *_FortranAioBeginExternalListOutput(int unit, const char *file,
                                               int line) {
  Cursor c;
  WarprtOutputChunk *first = begin(&c);
  put(&c, WARPRT_OUTPUT_LIST);
  put(&c, (uint32_t)unit);
  put(&c, (uint32_t)line);
  putText(&c, file, lengthOf(file));
  suspend(&c);
  return first;
}

ENTRY void *_FortranAioBeginExternalFormattedOutput(const char *format,
                                                    size_t length,
                                                    const void *descriptor,
                                                    int unit, const char *file,
                                                    int line) {
  Cursor c;
  (void)descriptor; /* the compiler refuses formats that are arrays */
  WarprtOutputChunk *first = begin(&c);
  put(&c, WARPRT_OUTPUT_FORMATTED);
  put(&c, (uint32_t)unit);
  put(&c, (uint32_t)line);
  putText(&c, file, lengthOf(file));
  putText(&c, format, length);
  suspend(&c);
  return first;
}

/* The compiler takes constants of standard output and standard error only. */
int _FortranAioCheckUnitNumberInRange64(int64_t unit, bool handle_error,
                                        char *message, size_t length,
                                        const char *file, int line) {
  (void)unit, (void)handle_error, (void)message, (void)length;
  (void)file, (void)line;
  return 0;
}

ENTRY int _FortranAioEndIoStatement(void *cookie) {
  WarprtOutputChunk *first = cookie;
  if (!first)
    return 0;
  WarprtOutput *out = output();
  uint8_t state =
      first->last == LOST ? WARPRT_OUTPUT_DROPPED : WARPRT_OUTPUT_COMPLETE;
  __nvvm_membar_sys();
  ((volatile uint8_t *)out->states)[first - out->chunks] = state;
  return 0;
}

INLINE bool putItem(void *cookie, uint64_t op, int operands, uint64_t a,
                    uint64_t b) {
  Cursor c = resume(cookie);
  put(&c, op);
  put(&c, a);
  if (operands > 1)
    put(&c, b);
  suspend(&c);
  return true;
}

INLINE bool putTextItem(void *cookie, uint64_t op, bool hasOperand,
                        uint64_t operand, const char *text, uint64_t length) {
  Cursor c = resume(cookie);
  put(&c, op);
  if (hasOperand)
    put(&c, operand);
  putText(&c, text, length);
  suspend(&c);
  return true;
}

#define SET(NAME, WHICH)                                                       \
  ENTRY bool _FortranAioSet##NAME(void *cookie, const char *text,              \
                                  size_t length) {                             \
    return putTextItem(cookie, WARPRT_OUTPUT_SET, true,                        \
                       WARPRT_OUTPUT_SET_##WHICH, text, length);               \
  }
SET(Advance, ADVANCE)
SET(Decimal, DECIMAL)
SET(Delim, DELIM)
SET(Round, ROUND)
SET(Sign, SIGN)

/*===-- Items -------------------------------------------------------------===*/

#define INTEGER(BITS)                                                          \
  ENTRY bool _FortranAioOutputInteger##BITS(void *cookie,                      \
                                            int##BITS##_t value) {             \
    return putItem(cookie, WARPRT_OUTPUT_INTEGER##BITS, 1, (uint64_t)value,    \
                   0);                                                         \
  }
INTEGER(8)
INTEGER(16)
INTEGER(32)
INTEGER(64)

ENTRY bool _FortranAioOutputInteger128(void *cookie, __int128 value) {
  return putItem(cookie, WARPRT_OUTPUT_INTEGER128, 2, (uint64_t)value,
                 (uint64_t)(value >> 64));
}

INLINE uint64_t bitsOf32(float value) {
  return __builtin_bit_cast(uint32_t, value);
}
INLINE uint64_t bitsOf64(double value) {
  return __builtin_bit_cast(uint64_t, value);
}

ENTRY bool _FortranAioOutputReal32(void *cookie, float value) {
  return putItem(cookie, WARPRT_OUTPUT_REAL32, 1, bitsOf32(value), 0);
}
ENTRY bool _FortranAioOutputReal64(void *cookie, double value) {
  return putItem(cookie, WARPRT_OUTPUT_REAL64, 1, bitsOf64(value), 0);
}
ENTRY bool _FortranAioOutputComplex32(void *cookie, float re, float im) {
  return putItem(cookie, WARPRT_OUTPUT_COMPLEX32, 2, bitsOf32(re),
                 bitsOf32(im));
}
ENTRY bool _FortranAioOutputComplex64(void *cookie, double re, double im) {
  return putItem(cookie, WARPRT_OUTPUT_COMPLEX64, 2, bitsOf64(re),
                 bitsOf64(im));
}
ENTRY bool _FortranAioOutputLogical(void *cookie, bool value) {
  return putItem(cookie, WARPRT_OUTPUT_LOGICAL, 1, value, 0);
}
ENTRY bool _FortranAioOutputAscii(void *cookie, const char *text,
                                  size_t length) {
  return putTextItem(cookie, WARPRT_OUTPUT_ASCII, false, 0, text, length);
}
ENTRY bool _FortranAioOutputCharacter(void *cookie, const char *text,
                                      size_t length, int kind) {
  return putTextItem(cookie, WARPRT_OUTPUT_CHARACTER, true, (uint64_t)kind,
                     text, length * (uint64_t)kind);
}

/* Flang's descriptor, which is the standard's CFI_cdesc_t. */
typedef struct Dimension {
  int64_t lower, extent, stride; /* the stride in bytes */
} Dimension;
typedef struct Descriptor {
  char *base;
  uint64_t elementBytes;
  int32_t version;
  uint8_t rank;
  int8_t type;
  uint8_t attribute, extra;
  Dimension dim[];
} Descriptor;

#define MAX_RANK 15

ENTRY bool _FortranAioOutputDescriptor(void *cookie, const Descriptor *array) {
  Cursor c = resume(cookie);
  uint64_t count = 1;
  int64_t index[MAX_RANK];
  put(&c, WARPRT_OUTPUT_ARRAY);
  put(&c, (uint8_t)array->type);
  put(&c, array->elementBytes);
  put(&c, array->rank);
  for (int i = 0; i < array->rank; ++i) {
    int64_t extent = array->dim[i].extent > 0 ? array->dim[i].extent : 0;
    put(&c, (uint64_t)extent);
    count *= (uint64_t)extent;
    index[i] = 0;
  }
  const char *at = array->base;
  for (; count > 0 && c.chunk; --count) {
    putBytes(&c, at, array->elementBytes);
    for (int i = 0; i < array->rank; ++i) {
      at += array->dim[i].stride;
      if (++index[i] < array->dim[i].extent)
        break;
      at -= array->dim[i].stride * array->dim[i].extent;
      index[i] = 0;
    }
  }
  suspend(&c);
  return true;
}

/*===-- The end of the program --------------------------------------------===*/

/* True for the one thread that writes the record. The others may not end the
 * kernel before the record is complete. */
static bool claimStop(WarprtOutput *out) {
  if (add(&out->counters[WARPRT_OUTPUT_STOPPING], 1) == 0)
    return true;
  while (look(&out->stopState) != WARPRT_OUTPUT_COMPLETE)
    ;
  return false;
}

static _Noreturn void endKernel(WarprtOutput *out) {
  if (__warpdev_target_is_cpu() && out->trap)
    out->trap();
  __builtin_trap();
}

static _Noreturn void commitStop(WarprtOutput *out) {
  __nvvm_membar_sys();
  *(volatile uint64_t *)&out->stopState = WARPRT_OUTPUT_COMPLETE;
  __nvvm_membar_sys();
  endKernel(out);
}

/* A text at word `at`, cut where `words` end; the word after it. */
static uint64_t stopText(WarprtOutput *out, uint64_t at, uint64_t words,
                         const char *text, uint64_t length) {
  uint64_t room = (words - at - 1) * 8;
  if (length > room)
    length = room;
  out->stop[at++] = length;
  for (uint64_t i = 0; i < length; i += 8)
    out->stop[at++] = wordOf((const unsigned char *)text + i, length - i);
  return at;
}

INLINE _Noreturn void stopWith(uint64_t op, uint64_t a, uint64_t b,
                               uint64_t c) {
  WarprtOutput *out = output();
  if (!claimStop(out))
    endKernel(out);
  out->stop[0] = op;
  out->stop[1] = a;
  out->stop[2] = b;
  out->stop[3] = c;
  commitStop(out);
}

_Noreturn void _FortranAStopStatement(int code, bool isError, bool quiet) {
  stopWith(WARPRT_OUTPUT_STOP, (uint32_t)code, isError, quiet);
}

_Noreturn void _FortranAStopStatementText(const char *text, size_t length,
                                          bool isError, bool quiet) {
  WarprtOutput *out = output();
  if (!claimStop(out))
    endKernel(out);
  out->stop[0] = WARPRT_OUTPUT_STOP_TEXT;
  out->stop[1] = isError;
  out->stop[2] = quiet;
  stopText(out, 3, WARPRT_OUTPUT_STOP_WORDS, text, length);
  commitStop(out);
}

_Noreturn void _FortranAExit(int status) {
  stopWith(WARPRT_OUTPUT_EXIT, (uint32_t)status, 0, 0);
}

_Noreturn void _FortranAAbort(void) { stopWith(WARPRT_OUTPUT_ABORT, 0, 0, 0); }

_Noreturn void __warpdev_fail(const char *message, const char *file, int line) {
  WarprtOutput *out = output();
  if (!claimStop(out))
    endKernel(out);
  out->stop[0] = WARPRT_OUTPUT_FAIL;
  out->stop[1] = (uint32_t)line;
  uint64_t at = stopText(out, 2, WARPRT_OUTPUT_STOP_WORDS / 2, message,
                         lengthOf(message));
  stopText(out, at, WARPRT_OUTPUT_STOP_WORDS, file, lengthOf(file));
  commitStop(out);
}

_Noreturn void _FortranAReportFatalUserError(const char *message,
                                             const char *file, int line) {
  __warpdev_fail(message, file, line);
}

/*===-- printf() and assert() of C ----------------------------------------===*/

int vprintf(const char *format, void *arguments);
int32_t warprt_cpu_print_words(const char *format, const int64_t *words);

#define WORDS                                                                  \
  int64_t a0, int64_t a1, int64_t a2, int64_t a3, int64_t a4, int64_t a5,      \
      int64_t a6, int64_t a7, int64_t a8, int64_t a9, int64_t a10,             \
      int64_t a11, int64_t a12, int64_t a13, int64_t a14, int64_t a15

int32_t warprt_c_printf(const char *format, int64_t ints, WORDS);
int32_t warprt_c_printf(const char *format, int64_t ints, WORDS) {
  const int64_t words[WARPDEV_PRINTF_ARGUMENTS] = {
      a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15};
  if (__warpdev_target_is_cpu())
    return warprt_cpu_print_words(format, words);
  /* As nvcc lays out arguments: each with its own size and alignment. */
  int32_t packed[2 * WARPDEV_PRINTF_ARGUMENTS];
  uint32_t at = 0;
  for (uint32_t i = 0; i < WARPDEV_PRINTF_ARGUMENTS; ++i) {
    if (ints >> i & 1) {
      packed[at++] = (int32_t)words[i];
      continue;
    }
    at += at & 1;
    packed[at++] = (int32_t)words[i];
    packed[at++] = (int32_t)(words[i] >> 32);
  }
  return vprintf(format, packed);
}

void warprt_c_assertion(const char *message, const char *file, int32_t line);
void warprt_c_assertion(const char *message, const char *file, int32_t line) {
  __warpdev_fail(message, file, line);
}
