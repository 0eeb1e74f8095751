/*===-- warprt/BoundsCheck.h - Subscripts out of bounds ------------- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * What code calls that was compiled with -Mbounds. Each function ends the
 * program: subscript number `dimension` of `variable`, an array with the bounds
 * lower:upper in it, is `index`.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_BOUNDSCHECK_H
#define WARPRT_BOUNDSCHECK_H

#include <stdint.h>

/* Of the device library, with the parameters of warprt_report_bounds(). The
 * second one, for kernels, says block and thread. */
#define WARPDEV_REPORT_BOUNDS "__warpdev_report_bounds"
#define WARPDEV_REPORT_BOUNDS_OF_THREAD "__warpdev_report_bounds_of_thread"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the runtime, for host code. */
void warprt_report_bounds(const char *variable, const char *file, int32_t line,
                          int32_t dimension, int64_t index, int64_t lower,
                          int64_t upper);

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_BOUNDSCHECK_H */
