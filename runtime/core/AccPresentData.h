//===-- runtime/core/AccPresentData.h - Data that are there -----*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How data clauses and directives (AccData.cpp) find present data, copy them
// and attach pointers to them. What fails ends the program, with a message that
// names the place. Callers hold presentLock().
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCPRESENTDATA_H
#define WARPRT_CORE_ACCPRESENTDATA_H

#include "core/AccData.h"
#include "core/AccMemory.h"
#include "core/AccProfile.h"
#include <string>

namespace warprt::present {

std::string nameOf(const AccPlace &Place);
/// Ends the program if there is an error.
void check(Error E, const AccPlace &Place, const char *What);
AccQueue queueOfClause(Device &D, int64_t Async, const AccPlace &Place);
/// The message for what must be present; ends the program. \p Clause: what
/// messages call it, unless the place says so.
[[noreturn]] void failMissing(Device &D, const AccSection &S,
                              const char *Clause, const AccPlace &Place,
                              const PresentData *Partial);

/// Memory that the device reads as it is: the program's own device or managed
/// memory.
bool isDeviceMemory(Device &D, const void *Address);
bool isManagedMemory(Device &D, const void *Address);
/// True if there is nothing to do for data that host and device share. What
/// device code has by name is a copy even then.
bool isShared(const AccSection &S);
PresentData *findPresent(Device &D, uintptr_t Low, size_t Bytes, bool &Partial);

/// What an event of the profiling interface says of present data.
AccWork workOn(const PresentData &P);

Error copyBytes(Device &D, void *Dst, const void *Src, size_t Bytes,
                CopyKind Kind, Queue *Q, bool Async);
void copyToDevice(Device &D, const AccSection &S, PresentData &P,
                  const AccQueue &Q, const AccPlace &Place);
void copyToHost(Device &D, const AccSection &S, PresentData &P,
                const AccQueue &Q, const AccPlace &Place);
void waitIfSync(Device &D, const AccQueue &Q, const AccPlace &Place);

/// Points the device's copy of a descriptor (or, with `Bytes`, of a pointer) to
/// the device's data. One that pointed to others is counted anew, unless for a
/// region that ends and leaves the count to those who counted before.
void attach(Device &D, void *DescriptorAddress, void *Target, const AccQueue &Q,
            const AccPlace &Place, bool Structured, size_t Bytes = 0);
void detach(Device &D, void *DescriptorAddress, bool Finalize,
            const AccQueue &Q, const AccPlace &Place);
/// Gives the device's copy of a declared record the descriptor of data that
/// host and device share.
void copyDescriptor(Device &D, void *DescriptorAddress, const AccQueue &Q,
                    const AccPlace &Place);

} // namespace warprt::present

#endif // WARPRT_CORE_ACCPRESENTDATA_H
