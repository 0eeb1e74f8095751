/*===-- warprt/DeviceMessages.h - What ends a kernel ------------*- C -*-===//
 *
 * Part of the Warpfort project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for licence information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Messages that both the device library and the CPU back end have: which of
 * them sees the fault first depends on where the memory is.
 *
 *===----------------------------------------------------------------------===*/
#ifndef WARPRT_DEVICEMESSAGES_H
#define WARPRT_DEVICEMESSAGES_H

#define WARPRT_HOST_ALLOCATABLE_MESSAGE                                        \
  "an allocatable that the host has allocated is deallocated or allocated "    \
  "anew on the device"

#endif /* WARPRT_DEVICEMESSAGES_H */
