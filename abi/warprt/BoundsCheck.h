/*===-- warprt/BoundsCheck.h - Wrong subscripts and pointers -------- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What code calls that was compiled with -Mbounds or -Mchkptr. These functions
 * end the program:
 *
 *   bounds     subscript number `dimension` of `variable`, an array with the
 *              bounds lower:upper in it, is `index`
 *   substring  the substring first:last of `variable`, which has `length`
 *              characters
 *   pointer    `variable`, a pointer or an allocatable, has no target or memory
 *
 * This one does if the substring is outside, and returns 0 otherwise. It takes
 * values and gives one, so that passes know the call to change nothing:
 *
 *   outside    the substring first:last of `variable`
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_BOUNDSCHECK_H
#define WARPRT_BOUNDSCHECK_H

#include <stdint.h>

/* The device library has each function, with the same parameters, under a name
 * that begins so; for kernels another one, which ends so and says block and
 * thread. */
#define WARPDEV_REPORT_PREFIX "__warpdev_report_"
#define WARPRT_REPORT_PREFIX "warprt_report_"
#define WARPDEV_REPORT_OF_THREAD "_of_thread"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the runtime, for host code. */
void warprt_report_bounds(const char *variable, const char *file, int32_t line,
                          int32_t dimension, int64_t index, int64_t lower,
                          int64_t upper);
void warprt_report_substring(const char *variable, const char *file,
                             int32_t line, int64_t first, int64_t last,
                             int64_t length);
int32_t warprt_report_outside(const char *variable, const char *file,
                              int32_t line, int64_t first, int64_t last,
                              int64_t length);
void warprt_report_pointer(const char *variable, const char *file, int32_t line,
                           int32_t isAllocatable);

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_BOUNDSCHECK_H */
