//===-- runtime/core/AccMemory.h - Device memory of OpenACC data -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data regions come and go in inner loops: what they free is kept and handed
// out again. Memory that an asynchronous region gives back is free for other
// queues only when its own has got there.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCMEMORY_H
#define WARPRT_CORE_ACCMEMORY_H

#include "hal/Device.h"

namespace warprt {

/// Device memory for what `Q` does from now on.
Error allocateAccMemory(Device &D, size_t Bytes, Queue *Q, void **Result);

/// Gives back what allocateAccMemory() gave. With `Async` work that is in `Q`
/// already may still use it. False for other memory.
bool freeAccMemory(Device &D, void *Address, Queue *Q, bool Async);

/// A slot holds a scalar of at most this many bytes.
constexpr size_t AccSlotBytes = 32;

/// Memory of the host that device code may use as well. Copies to and from it
/// need no device.
Error allocateAccSlot(Device &D, void **Result);

/// Gives back what allocateAccSlot() gave, when nothing uses it any more.
void freeAccSlot(Device &D, void *Address);

/// Hands back to the device what is kept, after waiting for what uses it.
Error trimAccMemory(Device &D);

/// Bytes that are kept for later.
size_t keptAccMemory(Device &D);

/// Forgets all, for tests that replace the back end.
void dropAccMemory();

} // namespace warprt

#endif // WARPRT_CORE_ACCMEMORY_H
