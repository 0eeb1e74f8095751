//===-- unittests/Runtime/MockCudaDriver.h - Control of the mock driver *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared library with the driver's functions that works on host memory,
// counts calls and fails any of them on request. Tests load it as the CUDA
// driver and reach these functions in the same copy of it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_UNITTESTS_MOCKCUDADRIVER_H
#define WARPRT_UNITTESTS_MOCKCUDADRIVER_H

#include <cstddef>

#define MOCK_EXPORT extern "C" __attribute__((visibility("default")))

/// Back to one device of compute capability 9.0, no failures, no counts.
MOCK_EXPORT void mockReset();
/// The next call of `Function` (after `Skip` calls) fails with `Code`.
MOCK_EXPORT void mockFail(const char *Function, int Code, int Skip);
/// Every call of `Function` fails with `Code` from now on.
MOCK_EXPORT void mockFailAlways(const char *Function, int Code);
MOCK_EXPORT int mockCalls(const char *Function);
MOCK_EXPORT void mockDevices(int Count, int Major, int Minor);
/// What the driver's compiler says when loading fails.
MOCK_EXPORT void mockJitLog(const char *Text);
/// What every operation of a graph is from now on.
MOCK_EXPORT void mockNodeType(int Kind);
/// The last launch: grid, block, shared bytes (7 values).
MOCK_EXPORT void mockLastLaunch(unsigned *Values);
/// The address that was loaded as a module last.
MOCK_EXPORT const void *mockLastModule();
/// The last value of a limit that was set.
MOCK_EXPORT size_t mockLastLimit();
/// Whether the last launch was of the kernel "covered", and of "rows".
MOCK_EXPORT bool mockLaunchedCovered();
MOCK_EXPORT bool mockLaunchedRows();

#endif // WARPRT_UNITTESTS_MOCKCUDADRIVER_H
