/*===-- warprt/PointerData.h - Data behind pointers of C ----------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Runtime calls of OpenACC C for data that pointers in memory point to: a
 * member of a structure, as in `s.p[0:n]`, or rows, as in `x[0:n][0:m]` of
 * `float **x`. Actions and flags are those of EntryPoints.h.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_POINTERDATA_H
#define WARPRT_POINTERDATA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What pointers on the host point to enters, and where a pointer is present
 * itself, its device copy is attached.
 *   pointers  the first pointer, whose own array is no concern of this call
 *   levels    sections: 1 has the pointers only, which are attached or
 *             detached; with 2 these point to data; with 3 to pointers to
 *             data; and so on
 *   sections  of each level, the first element and the number of elements
 *   bytes     of an element of the last level
 * Null pointers are left alone. */
void warprt_acc_enter_pointers(int32_t action, int32_t flags, void *pointers,
                               int32_t levels, const int64_t *sections,
                               int64_t bytes, int64_t async, const char *name,
                               const char *file, const char *function,
                               int32_t line);
void warprt_acc_exit_pointers(int32_t action, int32_t flags, void *pointers,
                              int32_t levels, const int64_t *sections,
                              int64_t bytes, int64_t async, const char *name,
                              const char *file, const char *function,
                              int32_t line);

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_POINTERDATA_H */
