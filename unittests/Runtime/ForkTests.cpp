//===-- unittests/Runtime/ForkTests.cpp - Processes that fork -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A child whose parent used the device gets CUDA's error for every use of its
// own and ends as usual, whatever the parent's threads did at that moment. A
// child whose parent did not has a device.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "TestImage.h"
#include "core/Diagnostics.h"
#include "core/Runtime.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace warprt;
using namespace warprt::test;

extern "C" {
int warprt_cudaMalloc_ptr_i8(void **, int64_t);
int warprt_cudaFree_ptr(void **);
int warprt_cudaGetDeviceCount(int *);
int warprt_cudaSetDevice(int);
int warprt_cudaDeviceSynchronize();
}

/// A child has not the threads that hold the parent's tasks: LeakSanitizer would
/// take these for lost. It asks this function at exit.
static bool IsChild = false;
extern "C" int __lsan_is_turned_off() { return IsChild; }

namespace {

void fillOnes(void *const *Args, const WarprtCpuGrid *G, uint64_t First,
              uint64_t End, void *, void *) {
  forBlocks(*G, First, End, [&](const uint32_t *Index) {
    argument<int *>(Args, 0)[Index[0]] = 1;
  });
}

/// What a child ends with, -1 where it hung.
int statusOf(pid_t Child) {
  int Status = 0;
  for (int I = 0; I < 1000; ++I) {
    if (waitpid(Child, &Status, WNOHANG) == Child)
      return WIFEXITED(Status) ? WEXITSTATUS(Status) : 1000 + Status;
    usleep(10000);
  }
  kill(Child, SIGKILL);
  waitpid(Child, &Status, 0);
  return -1;
}

class Fork : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    K = &I.addKernel("ones", fillOnes, {8});
    I.addCode(WARPRT_CODE_CUBIN, 90, "x", 1);
    warprt_register_image(&I.finish());
  }
  void TearDown() override {
    warprt_unregister_image(&I.image());
    useBackend(nullptr);
  }
  void launch(void *Data) {
    void *Args[] = {&Data};
    warprt_launch_kernel(K, 1000, 1, 1, 1, 1, 1, 0, nullptr, Args);
  }
  TestImage I;
  WarprtKernel *K = nullptr;
};

INSTANTIATE_TEST_SUITE_P(Backends, Fork, testing::Values("cpu", "mock"));

TEST_P(Fork, ChildrenOfAUserGetCudasErrorAndEnd) {
  useBackend(makeBackend(GetParam()));
  void *Data = nullptr;
  ASSERT_EQ(warprt_cudaMalloc_ptr_i8(&Data, 4000), 0);
  recordError(Error::InvalidValue, "the parent's own error");
  for (int Round = 0; Round < 60; ++Round) {
    // The pool is at work, and its locks are in use.
    for (int L = 0; L < 20; ++L)
      launch(Data);
    pid_t Child = fork();
    ASSERT_GE(Child, 0);
    if (Child == 0) {
      IsChild = true;
      // The message is not what is tested here.
      if (!std::freopen("/dev/null", "w", stderr))
        _exit(5);
      if (Round % 2)
        std::exit(unaskedError().empty() ? 17 : 1);
      (void)takeLastError();
      launch(Data);
      if (takeLastError() != Error::InitializationError)
        _exit(2);
      int Count = -1;
      void *More = nullptr;
      if (warprt_cudaMalloc_ptr_i8(&More, 4) != 3 ||
          warprt_cudaFree_ptr(&Data) != 3 ||
          warprt_cudaGetDeviceCount(&Count) != 3 || Count != 0 ||
          warprt_cudaSetDevice(0) != 3 || warprt_cudaDeviceSynchronize() != 3)
        _exit(3);
      (void)takeLastError();
      std::exit(17);
    }
    ASSERT_EQ(statusOf(Child), 17) << "round " << Round;
  }
  EXPECT_EQ(warprt_cudaDeviceSynchronize(), 0);
  EXPECT_EQ(warprt_cudaFree_ptr(&Data), 0);
  EXPECT_FALSE(unaskedError().empty());
  (void)takeLastError();
}

TEST(ForkBeforeUse, ChildrenHaveADevice) {
  setenv("WARPFORT_DEVICE", "cpu", 1);
  useBackend(nullptr);
  pid_t Child = fork();
  ASSERT_GE(Child, 0);
  if (Child == 0) {
    TestImage I;
    WarprtKernel &K = I.addKernel("ones", fillOnes, {8});
    warprt_register_image(&I.finish());
    void *Data = nullptr;
    if (warprt_cudaMalloc_ptr_i8(&Data, 4000) != 0)
      _exit(2);
    void *Args[] = {&Data};
    warprt_launch_kernel(&K, 1000, 1, 1, 1, 1, 1, 0, nullptr, Args);
    if (warprt_cudaDeviceSynchronize() != 0)
      _exit(3);
    for (int Index = 0; Index < 1000; ++Index)
      if (static_cast<int *>(Data)[Index] != 1)
        _exit(4);
    warprt_unregister_image(&I.image());
    _exit(17);
  }
  EXPECT_EQ(statusOf(Child), 17);
  unsetenv("WARPFORT_DEVICE");
}

} // namespace
