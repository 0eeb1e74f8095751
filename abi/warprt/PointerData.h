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
 * `float **x`. They do with what the pointers point to what the calls of the
 * same names in EntryPoints.h do with a variable.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_POINTERDATA_H
#define WARPRT_POINTERDATA_H

#include "warprt/EntryPoints.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What pointers on the host point to enters, and where a pointer is present
 * itself, its device copy is attached. Null pointers are left alone. Of
 * WarprtAccData:
 *   base          the first pointer, whose own array is no concern of this call
 *   rank          sections: 1 has the pointers only, which are attached or
 *                 detached; with 2 these point to data; with 3 to pointers to
 *                 data; and so on
 *   section       of each, the first element and the number of elements
 *   elementBytes  of an element of the last one */
void warprt_acc_enter_pointers(const WarprtAccData *data, int32_t how);
void warprt_acc_exit_pointers(const WarprtAccData *data, int32_t how);
void warprt_acc_update_device_pointers(const WarprtAccData *data);
void warprt_acc_update_host_pointers(const WarprtAccData *data);
void warprt_acc_attach_pointers(const WarprtAccData *data);
void warprt_acc_detach_pointers(const WarprtAccData *data);

#ifdef __cplusplus
}
#endif
#endif /* WARPRT_POINTERDATA_H */
