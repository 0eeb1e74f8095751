//===-- runtime/core/AccDeclared.h - Data of declare directives -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A declared allocatable is present on the device as long as the host has it
// allocated. The runtime compares the host's descriptors with what it made of
// them before it looks anything up: ALLOCATE, assignments, MOVE_ALLOC and the
// run-time library change them in ways that compiled code does not report.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCDECLARED_H
#define WARPRT_CORE_ACCDECLARED_H

#include "hal/Device.h"

namespace warprt {

struct PresentData;

/// Whether the declared allocatable that an entry was made for, if it was made
/// for one, is still where it was.
bool isCurrent(Device &D, const PresentData &P);

/// Gives declared allocatables memory on the device, and takes that of former
/// ones away. The present table's lock is held. Needed where data are not
/// found, or are not current: what a program deallocates and allocates nobody
/// tells.
void refreshDeclared(Device &D);

/// All of the device's entries are gone.
void forgetDeclared(Device &D);

} // namespace warprt

#endif // WARPRT_CORE_ACCDECLARED_H
