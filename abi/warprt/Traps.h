/*===-- warprt/Traps.h - How programs end that crash ---------------- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What compiled code calls when the program starts: -traceback and -Mchkstk in
 * a constructor of each object, -Ktrap= in the main program. The functions are
 * in libwarprt_start.a; a program that asks for none has none of this code.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_TRAPS_H
#define WARPRT_TRAPS_H

#include <stdint.h>

/* Exceptions that -Ktrap= names: the bits that x86 has for them. */
#define WARPRT_TRAP_INVALID 1
#define WARPRT_TRAP_DENORMAL 2
#define WARPRT_TRAP_ZERO_DIVIDE 4
#define WARPRT_TRAP_OVERFLOW 8
#define WARPRT_TRAP_UNDERFLOW 16
#define WARPRT_TRAP_INEXACT 32

/* What start functions hand to the runtime, where a program has one. */
typedef struct WarprtCrashHooks {
  /* Prints the calls that led here, behind the message of an error that ends
   * the program; null: nothing is printed. */
  void (*printCalls)(void);
  /* A thread begins that may run code of the user. */
  void (*startThread)(void);
} WarprtCrashHooks;

#ifdef __cplusplus
extern "C" {
#endif

void warprt_start_traceback(void);
void warprt_start_stack_check(void);
void warprt_enable_traps(int32_t exceptions);

/* Of the runtime. */
void warprt_set_crash_hooks(const WarprtCrashHooks *hooks);

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_TRAPS_H */
