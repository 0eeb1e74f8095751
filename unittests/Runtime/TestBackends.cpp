//===-- unittests/Runtime/TestBackends.cpp - Back ends that tests run on --===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TestBackends.h.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "backends/cpu/CpuBackend.h"
#include "backends/cuda/CudaBackend.h"
#include "backends/null/NullBackend.h"
#include "core/Diagnostics.h"
#include "core/Memory.h"
#include "core/Reductions.h"
#include "core/Runtime.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <gtest/gtest.h>

using namespace warprt;
using namespace warprt::test;

namespace {
/// Tests of what ends a program start it anew: the pool's threads do not
/// survive a fork.
struct DeathTestStyle : testing::Environment {
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};
testing::Environment *const Style =
    testing::AddGlobalTestEnvironment(new DeathTestStyle);
} // namespace

std::unique_ptr<Backend> test::makeBackend(const std::string &Name) {
  std::string Reason;
  if (Name == "cpu")
    return cpu::createBackend(4);
  if (Name == "null")
    return null::createBackend({});
  if (Name == "mock") {
    mock().Reset();
    return cuda::createBackend(mockDriverPath(), Reason);
  }
  return cuda::createBackend("libcuda.so.1", Reason);
}

std::vector<const char *> test::withGpu(std::vector<const char *> Names) {
  if (makeBackend("cuda"))
    Names.push_back("cuda");
  return Names;
}

void test::useBackend(std::unique_ptr<Backend> B) {
  dropReductionBuffers();
  dropDescriptorStorage();
  replaceBackendForTesting(std::move(B));
  (void)takeLastError();
}

const char *test::mockDriverPath() { return WARPRT_MOCK_DRIVER; }

const MockControl &test::mock() {
  static const MockControl Control = [] {
    void *Library = dlopen(mockDriverPath(), RTLD_NOW | RTLD_LOCAL);
    if (!Library) {
      std::fprintf(stderr, "%s\n", dlerror());
      std::abort();
    }
    MockControl C;
    auto find = [&](const char *Name, auto &Function) {
      Function = reinterpret_cast<std::remove_reference_t<decltype(Function)>>(
          dlsym(Library, Name));
      if (!Function)
        std::abort();
    };
    find("mockReset", C.Reset);
    find("mockFail", C.Fail);
    find("mockFailAlways", C.FailAlways);
    find("mockCalls", C.Calls);
    find("mockDevices", C.Devices);
    find("mockJitLog", C.JitLog);
    find("mockNodeType", C.NodeType);
    find("mockLastLaunch", C.LastLaunch);
    find("mockLastModule", C.LastModule);
    find("mockLastLimit", C.LastLimit);
    find("mockLaunchedCovered", C.LaunchedCovered);
    find("mockLaunchedRows", C.LaunchedRows);
    return C;
  }();
  return Control;
}
