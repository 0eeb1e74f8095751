//===-- unittests/Runtime/TestBackends.h - Back ends that tests run on *- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates a back end by name: "cpu", "null", "mock" (the CUDA back end on the
// mock driver) and "cuda" (on the machine's driver, null where there is none).
//
//===----------------------------------------------------------------------===//
#ifndef WARPRT_UNITTESTS_TESTBACKENDS_H
#define WARPRT_UNITTESTS_TESTBACKENDS_H

#include "hal/Device.h"
#include <string>
#include <vector>

namespace warprt::test {

std::unique_ptr<Backend> makeBackend(const std::string &Name);

/// The names, and "cuda" where the machine has a GPU.
std::vector<const char *> withGpu(std::vector<const char *> Names);

/// Makes it the runtime's own, with everything else as in a fresh process.
void useBackend(std::unique_ptr<Backend> B);

/// The mock driver's control functions, from the copy the back end loads.
struct MockControl {
  void (*Reset)();
  void (*Fail)(const char *Function, int Code, int Skip);
  void (*FailAlways)(const char *Function, int Code);
  int (*Calls)(const char *Function);
  void (*Devices)(int Count, int Major, int Minor);
  void (*JitLog)(const char *Text);
  void (*NodeType)(int Kind);
  void (*LastLaunch)(unsigned *Values);
  const void *(*LastModule)();
  size_t (*LastLimit)();
  bool (*LaunchedCovered)();
  bool (*LaunchedRows)();
};
const MockControl &mock();
const char *mockDriverPath();

} // namespace warprt::test

#endif // WARPRT_UNITTESTS_TESTBACKENDS_H
