//===-- unittests/Runtime/GpuTests.cpp - Kernels on a real GPU ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only where the machine has a GPU: kernels written in PTX (which the driver
// compiles, so no toolkit is needed) with variables, streams, reductions, and a
// kernel that faults.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "TestImage.h"
#include "core/Diagnostics.h"
#include "core/ImageRegistry.h"
#include "core/Runtime.h"
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>

using namespace warprt;
using namespace warprt::test;

namespace {

/// store(out): out[0] = scalar + *managed; out[1] = first word of desc
/// fill(a, v): a[thread] = v
/// fault(p):   *p = 1
/// sum(n, slots, scratch): slot 0 += n, slot 1 = n, by one thread
const char Ptx[] = R"(
.version 6.3
.target sm_70
.address_size 64
.visible .global .align 4 .u32 scalar = 11;
.visible .global .align 8 .u64 managed;
.visible .global .align 8 .b8 desc[48];

.visible .entry store(.param .u64 out) {
  .reg .b32 %r<4>;
  .reg .b64 %d<5>;
  ld.param.u64 %d1, [out];
  ld.global.u32 %r1, [scalar];
  ld.global.u64 %d2, [managed];
  ld.u32 %r2, [%d2];
  add.s32 %r3, %r1, %r2;
  st.u32 [%d1], %r3;
  ld.global.u32 %r1, [desc];
  st.u32 [%d1+4], %r1;
  ret;
}

.visible .entry fill(.param .u64 a, .param .u32 v) {
  .reg .b32 %r<5>;
  .reg .b64 %d<4>;
  ld.param.u64 %d1, [a];
  ld.param.u32 %r1, [v];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r4, %r2, %r3, %r4;
  mul.wide.u32 %d2, %r4, 4;
  add.s64 %d3, %d1, %d2;
  st.u32 [%d3], %r1;
  ret;
}

.visible .entry fault(.param .u64 p) {
  .reg .b32 %r<2>;
  .reg .b64 %d<2>;
  ld.param.u64 %d1, [p];
  mov.u32 %r1, 1;
  st.global.u32 [%d1], %r1;
  ret;
}

.visible .entry sum(.param .u64 n, .param .u64 slots, .param .u64 scratch) {
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .b64 %d<5>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  or.b32 %r3, %r1, %r2;
  setp.ne.u32 %p1, %r3, 0;
  @%p1 bra DONE;
  ld.param.u64 %d1, [n];
  ld.param.u64 %d2, [slots];
  ld.u64 %d3, [%d2];
  add.s64 %d3, %d3, %d1;
  st.u64 [%d2], %d3;
  st.u64 [%d2+16], %d1;
DONE:
  ret;
}
)";

int Managed = 7;
int Shadow = 99;
int HostDescriptor[12] = {1234};

class Gpu : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    useBackend(makeBackend(GetParam()));
    Store = &I.addKernel("store", nullptr, {8});
    Fill = &I.addKernel("fill", nullptr, {8, 4});
    Fault = &I.addKernel("fault", nullptr, {8});
    Sum = &I.addKernel("sum", nullptr, {8, 8, 8}, WARPRT_KERNEL_LOOP);
    I.addVariable("scalar", &Shadow, nullptr, 4, WARPRT_VAR_DEVICE);
    I.addVariable("managed", &Managed, nullptr, 4, WARPRT_VAR_MANAGED);
    I.addVariable("desc", HostDescriptor, nullptr, 48, WARPRT_VAR_DESCRIPTOR);
    I.addCode(WARPRT_CODE_PTX, 70, Ptx, sizeof Ptx);
    warprt_register_image(&I.finish(false));
    ASSERT_EQ(currentDevice(D), Error::Success);
  }
  void TearDown() override {
    warprt_unregister_image(&I.image());
    useBackend(nullptr);
  }
  Error copy(void *Dst, const void *Src, size_t Bytes) {
    CopyShape S;
    S.Width = Bytes;
    return D->copy(Dst, Src, S, CopyKind::Infer, nullptr, false);
  }
  void *allocate(size_t Bytes) {
    void *P = nullptr;
    EXPECT_EQ(D->allocate(MemoryKind::Device, Bytes, &P), Error::Success);
    return P;
  }
  /// In a process of its own: a fault ends the context for good.
  [[noreturn]] void faultAndExit(bool Synchronize) {
    void *Null = nullptr;
    void *Args[] = {&Null};
    warprt_launch_kernel(Fault, 1, 1, 1, 1, 1, 1, 0, nullptr, Args);
    if (failed(takeLastError()))
      std::_Exit(2);
    if (Synchronize && noteResult(D->synchronize()) != Error::IllegalAddress)
      std::_Exit(3);
    if (Synchronize && takeLastError() != Error::IllegalAddress)
      std::_Exit(4);
    std::exit(0);
  }

  TestImage I;
  WarprtKernel *Store, *Fill, *Fault, *Sum;
  Device *D = nullptr;
};

TEST_P(Gpu, KernelsSeeVariables) {
  void *Out = allocate(8);
  void *Args[] = {&Out};
  warprt_launch_kernel(Store, 1, 1, 1, 1, 1, 1, 0, nullptr, Args);
  EXPECT_EQ(takeLastError(), Error::Success);
  int Host[2] = {};
  EXPECT_EQ(copy(Host, Out, 8), Error::Success);
  EXPECT_EQ(Host[0], 18);
  EXPECT_EQ(Host[1], 1234);
  void *P = nullptr;
  ASSERT_EQ(ImageRegistry::get().deviceAddress(&Shadow, *D, P), Error::Success);
  int Value = 0;
  EXPECT_EQ(copy(&Value, P, 4), Error::Success);
  EXPECT_EQ(Value, 11);
  HostDescriptor[0] = 4321;
  EXPECT_EQ(ImageRegistry::get().syncDescriptor(HostDescriptor, *D),
            Error::Success);
  warprt_launch_kernel(Store, 1, 1, 1, 1, 1, 1, 0, nullptr, Args);
  EXPECT_EQ(copy(Host, Out, 8), Error::Success);
  EXPECT_EQ(Host[1], 4321);
  HostDescriptor[0] = 1234;
  EXPECT_EQ(D->release(MemoryKind::Device, Out), Error::Success);
}

TEST_P(Gpu, StreamsAndEvents) {
  constexpr int N = 1 << 20;
  void *A = allocate(N * 4);
  int Value = 5;
  void *Args[] = {&A, &Value};
  Queue *Q = nullptr;
  Event *From = nullptr, *To = nullptr;
  ASSERT_EQ(D->createQueue(QueueNonBlocking, 0, &Q), Error::Success);
  ASSERT_EQ(D->createEvent(0, &From), Error::Success);
  ASSERT_EQ(D->createEvent(0, &To), Error::Success);
  auto Handle = reinterpret_cast<int64_t>(Q);
  EXPECT_EQ(D->recordEvent(From, Q), Error::Success);
  for (Value = 1; Value <= 5; ++Value)
    warprt_launch_kernel(Fill, N / 256, 1, 1, 256, 1, 1, 0, &Handle, Args);
  EXPECT_EQ(D->recordEvent(To, Q), Error::Success);
  EXPECT_EQ(D->synchronizeEvent(To), Error::Success);
  float Ms = 0;
  EXPECT_EQ(D->elapsed(From, To, Ms), Error::Success);
  EXPECT_GT(Ms, 0.0f);
  std::vector<int> Host(N);
  EXPECT_EQ(copy(Host.data(), A, N * 4), Error::Success);
  for (int J = 0; J < N; ++J)
    ASSERT_EQ(Host[static_cast<size_t>(J)], 5);
  EXPECT_EQ(takeLastError(), Error::Success);
  warprt_launch_kernel(Fill, 1, 1, 1, 2048, 1, 1, 0, &Handle, Args);
  EXPECT_EQ(takeLastError(), Error::InvalidConfiguration);
  EXPECT_EQ(D->destroyEvent(From), Error::Success);
  EXPECT_EQ(D->destroyEvent(To), Error::Success);
  EXPECT_EQ(D->destroyQueue(Q), Error::Success);
  EXPECT_EQ(D->release(MemoryKind::Device, A), Error::Success);
}

TEST_P(Gpu, Reductions) {
  int64_t N = 1000000, First = 5, Second = 0;
  int32_t Zero[] = {0};
  void *Args[] = {&N};
  WarprtReduction Host[] = {{&First, 8, 0}, {&Second, 8, 0}};
  for (int J = 0; J < 3; ++J)
    warprt_launch_loops(Sum, 1, &N, Zero, Zero, nullptr, Args, 2, Host, "f", 1);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(First, 5 + 3 * N);
  EXPECT_EQ(Second, N);
  void *OnDevice = allocate(8);
  EXPECT_EQ(copy(OnDevice, &First, 8), Error::Success);
  Second = 0;
  WarprtReduction Mixed[] = {{OnDevice, 8, 1}, {&Second, 8, 0}};
  warprt_launch_loops(Sum, 1, &N, Zero, Zero, nullptr, Args, 2, Mixed, "f", 1);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(Second, N);
  EXPECT_EQ(copy(&First, OnDevice, 8), Error::Success);
  EXPECT_EQ(First, 5 + 4 * N);
  EXPECT_EQ(D->release(MemoryKind::Device, OnDevice), Error::Success);
}

TEST_P(Gpu, FaultsComeOutOfTheNextSynchronisation) {
  EXPECT_EXIT(faultAndExit(true), testing::ExitedWithCode(0), "");
}

TEST_P(Gpu, FaultsNobodyWaitedForArePrintedAtExit) {
  // The process's own back end is used, so that its end is the usual one.
  EXPECT_EXIT(
      {
        warprt_unregister_image(&I.image());
        useBackend(nullptr);
        setenv("WARPFORT_DEVICE", "cuda", 1);
        warprt_register_image(&I.image());
        faultAndExit(false);
      },
      // A status of its own tells of it, where the program has none.
      testing::ExitedWithCode(1), "an illegal memory access was encountered");
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Gpu);
INSTANTIATE_TEST_SUITE_P(Backends, Gpu, testing::ValuesIn(withGpu({})),
                         [](const auto &Info) {
                           return std::string(Info.param);
                         });

} // namespace
