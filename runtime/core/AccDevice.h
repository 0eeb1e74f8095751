//===-- runtime/core/AccDevice.h - Devices of OpenACC -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device types and numbers. An NVIDIA GPU is one; the CPU back end is another,
// in one of two ways: in the place of a GPU, with memory of its own, so that
// what a program forgets to copy is missing there too; or as the host
// (ACC_DEVICE_TYPE=host or multicore, -acc=multicore), where data clauses have
// nothing to do.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_CORE_ACCDEVICE_H
#define WARPRT_CORE_ACCDEVICE_H

#include "core/Environment.h"
#include "hal/Device.h"

namespace warprt {

/// True where compute constructs work on the host's own memory.
bool accSharesMemory();

/// What compute constructs run on.
AccDeviceType accDeviceType();
int accDeviceCount(AccDeviceType Type);

/// Chooses what runs from now on. InvalidDevice where there is none of the
/// type, NotSupported where a GPU is in use already and the host is asked for.
Error setAccDeviceType(AccDeviceType Type);

/// Makes the device with this number the calling thread's. The CPU is one
/// device, of which each rank of an MPI has threads of its own: ranks that ask
/// for one each get it, with a warning.
Error setAccDeviceNumber(int Number);

/// A program that was compiled for the host alone asks for it; what the
/// environment says counts more.
void preferHostForAcc();
/// True if the back end shall be the CPU's for OpenACC's sake.
bool hostIsWantedForAcc();

/// Forgets what was chosen, for tests that replace the back end.
void resetAccDeviceForTesting(AccDeviceType Type = AccDeviceType::Default);

} // namespace warprt

#endif // WARPRT_CORE_ACCDEVICE_H
