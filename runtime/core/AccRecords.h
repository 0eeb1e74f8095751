//===-- runtime/core/AccRecords.h - Records with data elsewhere -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compute construct uses records that have allocatable and pointer
// components. The records themselves are present; what their components
// describe enters here, and is attached, by what Flang knows of the type.
// What is present and attached already stays as it is. If that is all of it,
// the next construct that uses the same records only looks whether the host has
// changed a component.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCRECORDS_H
#define WARPRT_CORE_ACCRECORDS_H

#include "core/AccData.h"
#include "core/Descriptor.h"

namespace warprt {

/// What a construct has brought to the device.
class AccRecords;

/// `Uses` as in warprt_acc_enter_records(), `How` as in
/// warprt_acc_enter_data(). Null where there is nothing to do at the end.
AccRecords *accEnterRecords(int32_t How, const Descriptor &Records,
                            const int64_t *Uses, int64_t Async,
                            const AccPlace &Place);
void accExitRecords(AccRecords *Entered, int64_t Async, const AccPlace &Place);

} // namespace warprt

#endif // WARPRT_CORE_ACCRECORDS_H
