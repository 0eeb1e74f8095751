//===-- unittests/Runtime/LaunchTests.cpp - Launches of kernels and kernel loops
//===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Codes for wrong shapes, arguments copied at the launch, shared memory, loop
// shapes for both kinds of device, and reductions.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "TestImage.h"
#include "core/Diagnostics.h"
#include "core/LoopShape.h"
#include "core/Runtime.h"
#include <atomic>
#include <csignal>
#include <gtest/gtest.h>
#include <numeric>

using namespace warprt;
using namespace warprt::test;

extern "C" int warprt_cudaFuncSetAttribute(void *, int, int);

namespace {

/// a(i) = value for every thread of the grid.
void fillAll(void *const *Args, const WarprtCpuGrid *G, uint64_t First,
             uint64_t End, void *, void *) {
  int *A = argument<int *>(Args, 0);
  int Value = argument<int>(Args, 1);
  for (uint64_t B = First; B < End; ++B)
    for (uint32_t T = 0; T < G->block[0]; ++T)
      A[B * G->block[0] + T] = Value;
}

/// Uses all of its shared memory and context; adds what it finds is wrong.
void touchShared(void *const *Args, const WarprtCpuGrid *G, uint64_t First,
                 uint64_t End, void *Shared, void *Context) {
  auto *Wrong = argument<std::atomic<int> *>(Args, 0);
  size_t Bytes = 112 + G->dynamicSharedBytes;
  if (reinterpret_cast<uintptr_t>(Shared) % 64 ||
      reinterpret_cast<uintptr_t>(Context) % 64)
    ++*Wrong;
  auto *S = static_cast<unsigned char *>(Shared);
  auto *C = static_cast<unsigned char *>(Context);
  for (uint64_t B = First; B < End; ++B) {
    for (size_t I = 0; I < Bytes; ++I)
      S[I] = static_cast<unsigned char>(B);
    for (size_t I = 0; I < 1000; ++I)
      C[I] = static_cast<unsigned char>(B);
    for (size_t I = 0; I < Bytes; ++I)
      if (S[I] != static_cast<unsigned char>(B))
        ++*Wrong;
  }
}

/// a(i,j) += 1, two loops, as the compiler partitions them.
void incrementLoop(void *const *Args, const WarprtCpuGrid *G, uint64_t First,
                   uint64_t End, void *, void *) {
  int *A = argument<int *>(Args, 0);
  auto N0 = argument<int64_t>(Args, 1), N1 = argument<int64_t>(Args, 2);
  forBlocks(*G, First, End, [&](const uint32_t *B) {
    for (int64_t J = loopBegin(*G, B, 1, N1); J < loopEnd(*G, B, 1, N1); ++J)
      for (int64_t I = loopBegin(*G, B, 0, N0); I < loopEnd(*G, B, 0, N0); ++I)
        ++A[I + J * N0];
  });
}

/// s = s + i, m = max(m, i): partial results in scratch, the last block
/// combines them and leaves the header zero.
void reduceLoop(void *const *Args, const WarprtCpuGrid *G, uint64_t First,
                uint64_t End, void *, void *) {
  auto N = argument<int64_t>(Args, 0);
  char *Slots = argument<char *>(Args, 1);
  char *Scratch = argument<char *>(Args, 2);
  auto *Counter = reinterpret_cast<std::atomic<uint32_t> *>(Scratch);
  uint64_t Blocks = uint64_t(G->grid[0]) * G->grid[1] * G->grid[2];
  char *Partials = Scratch + WARPRT_REDUCTION_HEADER;
  auto partial = [&](int R, uint64_t B) -> int64_t & {
    return *reinterpret_cast<int64_t *>(Partials + (R * Blocks + B) *
                                                       WARPRT_REDUCTION_SLOT);
  };
  for (uint64_t B = First; B < End; ++B) {
    uint32_t Index[3] = {static_cast<uint32_t>(B), 0, 0};
    int64_t Sum = 0, Max = -1;
    for (int64_t I = loopBegin(*G, Index, 0, N); I < loopEnd(*G, Index, 0, N);
         ++I) {
      Sum += I;
      Max = std::max(Max, I);
    }
    partial(0, B) = Sum;
    partial(1, B) = Max;
    if (++*Counter != Blocks)
      continue;
    auto &S = *reinterpret_cast<int64_t *>(Slots);
    auto &M = *reinterpret_cast<int64_t *>(Slots + WARPRT_REDUCTION_SLOT);
    for (uint64_t P = 0; P < Blocks; ++P) {
      S += partial(0, P);
      M = std::max(M, partial(1, P));
    }
    *Counter = 0;
  }
}

void crash(void *const *Args, const WarprtCpuGrid *, uint64_t, uint64_t, void *,
           void *) {
  *argument<volatile int *>(Args, 0) = 1;
}

class Launches : public testing::Test {
protected:
  void SetUp() override {
    useBackend(makeBackend("cpu"));
    Fill = &I.addKernel("fill", fillAll, {8, 4});
    Touch = &I.addKernel("touch", touchShared, {8}, 0, 100, 1000);
    Increment =
        &I.addKernel("increment", incrementLoop, {8, 8, 8}, WARPRT_KERNEL_LOOP);
    Crash = &I.addKernel("m::crash", crash, {8});
    Reduce = &I.addKernel("reduce", reduceLoop, {8, 8, 8}, WARPRT_KERNEL_LOOP);
    warprt_register_image(&I.finish());
    EXPECT_EQ(currentDevice(D), Error::Success);
  }
  void TearDown() override {
    warprt_unregister_image(&I.image());
    useBackend(nullptr);
  }
  template <typename T> T *deviceArray(size_t N) {
    void *P = nullptr;
    EXPECT_EQ(D->allocate(MemoryKind::Device, N * sizeof(T), &P),
              Error::Success);
    Owned.push_back(P);
    return static_cast<T *>(P);
  }
  Error code(int GX, int GY, int GZ, int BX, int BY, int BZ, int Shared = 0) {
    std::atomic<int> *Null = nullptr;
    static std::atomic<int> Wrong;
    Null = &Wrong;
    void *Args[] = {&Null};
    warprt_launch_kernel(Touch, GX, GY, GZ, BX, BY, BZ, Shared, nullptr, Args);
    EXPECT_EQ(D->synchronize(), Error::Success);
    EXPECT_EQ(Wrong, 0);
    return takeLastError();
  }
  int64_t sumTo(int64_t N) { return N * (N - 1) / 2; }

  TestImage I;
  WarprtKernel *Fill, *Touch, *Increment, *Reduce, *Crash;
  Device *D = nullptr;
  std::vector<void *> Owned;
};

TEST_F(Launches, GivesCudasCodesForShapes) {
  EXPECT_EQ(code(1, 1, 1, 1024, 1, 1), Error::Success);
  EXPECT_EQ(code(1, 1, 1, 16, 8, 8), Error::Success);
  EXPECT_EQ(code(1, 1, 1, 1025, 1, 1), Error::InvalidConfiguration);
  EXPECT_EQ(code(1, 1, 1, 32, 32, 2), Error::InvalidConfiguration);
  EXPECT_EQ(code(1, 1, 1, 1, 1, 65), Error::InvalidConfiguration);
  EXPECT_EQ(code(0, 1, 1, 32, 1, 1), Error::InvalidConfiguration);
  EXPECT_EQ(code(1, 1, 1, 0, 1, 1), Error::InvalidConfiguration);
  EXPECT_EQ(code(-1, 1, 1, 32, 1, 1), Error::InvalidConfiguration);
  EXPECT_EQ(code(1, 65535, 1, 1, 1, 1), Error::Success);
  EXPECT_EQ(code(1, 65536, 1, 1, 1, 1), Error::InvalidConfiguration);
  EXPECT_EQ(code(1, 1, 65536, 1, 1, 1), Error::InvalidConfiguration);
  // 100 bytes are static.
  EXPECT_EQ(code(1, 1, 1, 1, 1, 1, 48 * 1024 - 100), Error::Success);
  EXPECT_EQ(code(1, 1, 1, 1, 1, 1, 48 * 1024 - 99), Error::InvalidValue);
  EXPECT_EQ(code(1, 1, 1, 1, 1, 1, -4), Error::InvalidValue);
}

TEST_F(Launches, SharedMemoryCanBeOptedInto) {
  constexpr int MaxDynamicShared = 8;
  EXPECT_EQ(code(1, 1, 1, 1, 1, 1, 100000), Error::InvalidValue);
  EXPECT_EQ(warprt_cudaFuncSetAttribute(Touch, MaxDynamicShared, 100000), 0);
  EXPECT_EQ(code(8, 1, 1, 1, 1, 1, 100000), Error::Success);
  EXPECT_EQ(code(1, 1, 1, 1, 1, 1, 100001), Error::InvalidValue);
  EXPECT_EQ(warprt_cudaFuncSetAttribute(Touch, MaxDynamicShared, 232448), 1);
  EXPECT_EQ(warprt_cudaFuncSetAttribute(&I, MaxDynamicShared, 1), 98);
  (void)takeLastError();
}

TEST_F(Launches, RunsEveryBlock) {
  constexpr int Blocks = 1000, Threads = 64;
  int *A = deviceArray<int>(Blocks * Threads);
  int Value = 1;
  void *Args[] = {&A, &Value};
  for (Value = 1; Value <= 20; ++Value) // the value is copied at the launch
    warprt_launch_kernel(Fill, Blocks, 1, 1, Threads, 1, 1, 0, nullptr, Args);
  Value = 77;
  EXPECT_EQ(D->synchronize(), Error::Success);
  for (int J = 0; J < Blocks * Threads; ++J)
    ASSERT_EQ(A[J], 20);
}

/// The processor could read host memory, a GPU could not.
TEST_F(Launches, RefusesAddressesOfTheHost) {
  static const uint8_t Kinds[] = {WARPRT_PARAM_ADDRESS, WARPRT_PARAM_VALUE};
  Fill->paramKinds = Kinds;
  int *A = deviceArray<int>(4);
  int OnHost[4] = {}, Value = 3;
  void *Args[] = {&A, &Value};
  warprt_launch_kernel(Fill, 1, 1, 1, 4, 1, 1, 0, nullptr, Args);
  EXPECT_EQ(D->synchronize(), Error::Success);
  EXPECT_EQ(A[3], 3);
  A = nullptr; // an absent argument
  warprt_launch_kernel(Fill, 1, 1, 1, 0, 1, 1, 0, nullptr, Args);
  EXPECT_EQ(takeLastError(), Error::InvalidConfiguration);
  A = OnHost;
  warprt_launch_kernel(Fill, 1, 1, 1, 4, 1, 1, 0, nullptr, Args);
  EXPECT_EQ(takeLastError(), Error::IllegalAddress);
  EXPECT_EQ(OnHost[0], 0);
}

TEST_F(Launches, ACrashNamesTheKernel) {
#ifdef WARPRT_SANITIZED
  GTEST_SKIP() << "sanitizers report it their own way";
#endif
  auto run = [&] {
    volatile int *Bad = reinterpret_cast<volatile int *>(uintptr_t(64));
    void *Args[] = {&Bad};
    warprt_launch_kernel(Crash, 1, 1, 1, 1, 1, 1, 0, nullptr, Args);
    (void)noteResult(D->synchronize());
  };
  EXPECT_EXIT(run(), testing::KilledBySignal(SIGSEGV),
              "kernel 'm::crash' made an access to memory that is not there");
}

TEST_F(Launches, UsesTheStreamItNames) {
  Queue *Q = nullptr;
  ASSERT_EQ(D->createQueue(QueueNonBlocking, 0, &Q), Error::Success);
  auto Handle = reinterpret_cast<int64_t>(Q);
  int *A = deviceArray<int>(32);
  int Value = 3;
  void *Args[] = {&A, &Value};
  warprt_launch_kernel(Fill, 1, 1, 1, 32, 1, 1, 0, &Handle, Args);
  EXPECT_EQ(D->synchronizeQueue(Q), Error::Success);
  EXPECT_EQ(A[31], 3);
  int64_t Bad = 0x4242;
  warprt_launch_kernel(Fill, 1, 1, 1, 32, 1, 1, 0, &Bad, Args);
  EXPECT_EQ(takeLastError(), Error::InvalidResourceHandle);
}

TEST_F(Launches, LoopsCoverEveryIterationOnce) {
  for (auto [N0, N1] : std::vector<std::pair<int64_t, int64_t>>{
           {1, 1}, {5, 3}, {1000, 1000}, {1, 100000}, {100000, 1}, {7, 4001}}) {
    int *A = deviceArray<int>(static_cast<size_t>(N0 * N1));
    std::fill(A, A + N0 * N1, 0);
    void *Args[] = {&A, &N0, &N1};
    int64_t Trips[] = {N0, N1};
    int32_t Zero[] = {0, 0};
    warprt_launch_loops(Increment, 2, Trips, Zero, Zero, nullptr, Args, 0,
                        nullptr, "f", 1);
    ASSERT_EQ(takeLastError(), Error::Success);
    ASSERT_EQ(D->synchronize(), Error::Success);
    for (int64_t J = 0; J < N0 * N1; ++J)
      ASSERT_EQ(A[J], 1) << N0 << " " << N1 << " " << J;
  }
}

TEST_F(Launches, LoopsThatNeverRunAreNoError) {
  int64_t Trips[] = {10, 0};
  int32_t Zero[] = {0, 0};
  warprt_launch_loops(Increment, 2, Trips, Zero, Zero, nullptr, nullptr, 0,
                      nullptr, "f", 1);
  EXPECT_EQ(takeLastError(), Error::Success);
}

TEST_F(Launches, LoopsThatCannotBeLaunchedEndTheProgram) {
  int64_t Trips[] = {10, 10};
  int32_t Zero[] = {0, 0}, Big[] = {64, 32}, Negative[] = {-1, 0};
  int *A = deviceArray<int>(100);
  void *Args[] = {&A, &Trips[0], &Trips[1]};
  auto launch = [&](int32_t *Grid, int32_t *Block, const int64_t *Stream) {
    warprt_launch_loops(Increment, 2, Trips, Grid, Block, Stream, Args, 0,
                        nullptr, "a.cuf", 17);
  };
  const char *Shape = "a.cuf:17: error: launch of kernel loop 'increment': "
                      "invalid configuration argument";
  EXPECT_EXIT(launch(Zero, Big, nullptr), testing::ExitedWithCode(1), Shape);
  EXPECT_EXIT(launch(Negative, Zero, nullptr), testing::ExitedWithCode(1),
              Shape);
  int64_t NoStream = 0x4242;
  EXPECT_EXIT(launch(Zero, Zero, &NoStream), testing::ExitedWithCode(1),
              "a.cuf:17: error: launch of kernel loop 'increment': invalid "
              "resource handle");
}

TEST_F(Launches, LoopsRunWithTheLargestGrid) {
  int64_t Trips[] = {3, 70000};
  int32_t Zero[] = {0, 0}, Wide[] = {1, 70000}, One[] = {1, 1};
  for (int32_t *Block : {Zero, One}) {
    int *A = deviceArray<int>(3 * 70000);
    std::fill(A, A + 3 * 70000, 0);
    void *Args[] = {&A, &Trips[0], &Trips[1]};
    warprt_launch_loops(Increment, 2, Trips, Wide, Block, nullptr, Args, 0,
                        nullptr, "f", 1);
    EXPECT_EQ(D->synchronize(), Error::Success);
    EXPECT_EQ(std::count(A, A + 3 * 70000, 1), 3 * 70000);
  }
}

TEST_F(Launches, ReducesIntoHostScalars) {
  int32_t Zero[] = {0};
  for (int64_t N : {1, 3, 1000, 100000, 3, 2000000}) {
    int64_t Sum = 5, Max = 2;
    WarprtReduction R[] = {{&Sum, 8, 0}, {&Max, 8, 0}};
    void *Args[] = {&N};
    warprt_launch_loops(Reduce, 1, &N, Zero, Zero, nullptr, Args, 2, R, "f", 1);
    EXPECT_EQ(takeLastError(), Error::Success);
    EXPECT_EQ(Sum, 5 + sumTo(N));
    EXPECT_EQ(Max, std::max<int64_t>(2, N - 1));
  }
}

TEST_F(Launches, ReducesIntoDeviceScalars) {
  int32_t Zero[] = {0};
  int64_t N = 300000, Max = 0;
  auto *Sum = deviceArray<int64_t>(1);
  *Sum = 1;
  void *Args[] = {&N};
  WarprtReduction Mixed[] = {{Sum, 8, 1}, {&Max, 8, 0}};
  warprt_launch_loops(Reduce, 1, &N, Zero, Zero, nullptr, Args, 2, Mixed, "f",
                      1);
  EXPECT_EQ(takeLastError(), Error::Success);
  EXPECT_EQ(Max, N - 1);
  auto *DeviceMax = deviceArray<int64_t>(1);
  *DeviceMax = 0;
  WarprtReduction OnDevice[] = {{Sum, 8, 1}, {DeviceMax, 8, 1}};
  for (int J = 0; J < 10; ++J)
    warprt_launch_loops(Reduce, 1, &N, Zero, Zero, nullptr, Args, 2, OnDevice,
                        "f", 1);
  EXPECT_EQ(D->synchronize(), Error::Success);
  EXPECT_EQ(*Sum, 1 + 11 * sumTo(N));
  EXPECT_EQ(*DeviceMax, N - 1);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

std::string gpuShape(std::vector<int64_t> Trips, std::vector<int32_t> Grid,
                     std::vector<int32_t> Block, bool Reducing = false,
                     uint32_t HostThreads = 0, uint32_t Registers = 0) {
  DeviceProperties P;
  P.Multiprocessors = 132;
  P.HostThreads = HostThreads;
  LaunchShape S;
  if (Error E =
          chooseGpuShape(static_cast<int>(Trips.size()), Trips.data(),
                         Grid.data(), Block.data(), Reducing, Registers, P, S);
      failed(E))
    return errorName(E);
  std::string Text;
  for (uint32_t *V : {S.Grid, S.Block})
    Text += std::to_string(V[0]) + "x" + std::to_string(V[1]) + "x" +
            std::to_string(V[2]) + (V == S.Grid ? " " : "");
  return Text;
}

TEST(LoopShape, OnGpus) {
  EXPECT_EQ(gpuShape({1000}, {0}, {0}), "8x1x1 128x1x1");
  // Threads of a long loop take several iterations; not where the grid is
  // given.
  EXPECT_EQ(gpuShape({1 << 27}, {0}, {0}), "262144x1x1 128x1x1");
  EXPECT_EQ(gpuShape({1 << 27}, {1 << 20}, {0}), "1048576x1x1 128x1x1");
  EXPECT_EQ(gpuShape({128000}, {0}, {0}), "1000x1x1 128x1x1");
  EXPECT_EQ(gpuShape({1000}, {0}, {256}), "4x1x1 256x1x1");
  EXPECT_EQ(gpuShape({1000}, {5}, {0}), "5x1x1 128x1x1");
  EXPECT_EQ(gpuShape({100, 100}, {0, 0}, {0, 0}), "4x25x1 32x4x1");
  EXPECT_EQ(gpuShape({100, 100}, {0, 0}, {16, 16}), "7x7x1 16x16x1");
  EXPECT_EQ(gpuShape({100, 100}, {0, 0}, {128, 0}), "1x100x1 128x1x1");
  EXPECT_EQ(gpuShape({100, 100}, {0, 0}, {0, 16}), "4x7x1 32x16x1");
  EXPECT_EQ(gpuShape({100, 100}, {0, 0}, {0, 512}), "50x1x1 2x512x1");
  EXPECT_EQ(gpuShape({100, 100, 100}, {0, 0, 0}, {0, 0, 0}), "4x25x100 32x4x1");
  EXPECT_EQ(gpuShape({100, 1, 100}, {0, 0, 0}, {0, 0, 0}), "4x1x25 32x1x4");
  // Short loops leave threads to others, in whole warps.
  EXPECT_EQ(gpuShape({1, 1000000}, {0, 0}, {0, 0}), "1x7813x1 1x128x1");
  EXPECT_EQ(gpuShape({3, 100}, {0, 0}, {0, 0}), "1x4x1 4x32x1");
  EXPECT_EQ(gpuShape({8, 8, 1000}, {0, 0, 0}, {0, 0, 0}), "1x1x500 8x8x2");
  EXPECT_EQ(gpuShape({8, 8, 1 << 20}, {0, 0, 0}, {0, 0, 0}), "1x1x65535 8x8x2");
  EXPECT_EQ(gpuShape({2, 2, 2}, {0, 0, 0}, {0, 0, 0}), "1x1x1 8x2x2");
  EXPECT_EQ(gpuShape({5, 4}, {0, 0}, {0, 0}, true), "1x1x1 8x4x1");
  EXPECT_EQ(gpuShape({int64_t(1) << 50}, {0}, {0}), "2147483647x1x1 128x1x1");
  EXPECT_EQ(gpuShape({10}, {-2}, {0}), "cudaErrorInvalidConfiguration");
  // Threads of large nests that have little to do.
  auto OfRegisters = [](std::vector<int64_t> Trips, uint32_t Registers) {
    std::vector<int32_t> Open(Trips.size(), 0);
    return gpuShape(Trips, Open, Open, false, 0, Registers);
  };
  EXPECT_EQ(OfRegisters({3200, 3200}, 24), "100x400x1 32x8x1");
  EXPECT_EQ(OfRegisters({3200, 3200}, 25), "100x800x1 32x4x1");
  EXPECT_EQ(OfRegisters({100, 100}, 16), "4x25x1 32x4x1");
  EXPECT_EQ(OfRegisters({1 << 27}, 16), "262144x1x1 128x1x1");
  EXPECT_EQ(gpuShape({100000000}, {0}, {0}, true), "2112x1x1 128x1x1");
  EXPECT_EQ(gpuShape({100000000}, {50000}, {0}, true), "50000x1x1 128x1x1");
  EXPECT_EQ(gpuShape({3200, 3200}, {0, 0}, {0, 0}, true), "100x21x1 32x4x1");
  // On the CPU, rounds go along rows.
  EXPECT_EQ(gpuShape({3200, 3200}, {0, 0}, {0, 0}, true, 16), "2x800x1 32x4x1");
  // Grids that no device has.
  EXPECT_EQ(gpuShape({3, 70000}, {1, 70000}, {1, 1}), "1x65535x1 1x1x1");
  EXPECT_EQ(gpuShape({3, 3, 70000}, {1, 1, 70000}, {1, 1, 1}),
            "1x1x65535 1x1x1");
  EXPECT_EQ(gpuShape({1000}, {INT32_MAX}, {32}, true), "32x1x1 32x1x1");
}

std::string sharedShape(std::vector<int64_t> Trips, int Shared,
                        uint32_t MaxThreads = 1024) {
  DeviceProperties P;
  P.Multiprocessors = 132;
  LaunchShape S;
  chooseSharedShape(static_cast<int>(Trips.size()), Trips.data(), Shared,
                    MaxThreads, P, S);
  std::string Text;
  for (uint32_t *V : {S.Grid, S.Block})
    Text += std::to_string(V[0]) + "x" + std::to_string(V[1]) + "x" +
            std::to_string(V[2]) + (V == S.Grid ? " " : "");
  return Text;
}

TEST(LoopShape, OfSharedLoops) {
  // In x: a warp has a result, or a block where there are few.
  EXPECT_EQ(sharedShape({8192, 8192}, 0), "1x1024x1 32x8x1");
  EXPECT_EQ(sharedShape({1 << 20, 100}, 0), "1x100x1 1024x1x1");
  EXPECT_EQ(sharedShape({1 << 20, 100}, 0, 640), "1x100x1 512x1x1");
  EXPECT_EQ(sharedShape({3, 1 << 20}, 0), "1x16384x1 4x64x1");
  EXPECT_EQ(sharedShape({1, 1}, 0), "1x1x1 1x32x1");
  EXPECT_EQ(sharedShape({3, 5, 1000}, 0), "1x1x125 4x8x8");
  EXPECT_EQ(sharedShape({100, 1 << 30}, 0), "1x65535x1 32x8x1");
  // In y: neighbours have neighbouring results.
  EXPECT_EQ(sharedShape({16384, 16384}, 1), "512x1x1 32x16x1");
  EXPECT_EQ(sharedShape({1 << 20, 100}, 1), "4096x1x1 256x1x1");
  EXPECT_EQ(sharedShape({2, 1 << 20}, 1), "1x1x1 2x512x1");
  EXPECT_EQ(sharedShape({1, 1}, 1), "1x1x1 32x1x1");
  EXPECT_EQ(sharedShape({6, 10, 1 << 20}, 1), "1x1x32768 8x1x32");
}

std::string tiledShape(int64_t X, int64_t Y, int Columns,
                       uint32_t MaxThreads = 1024) {
  DeviceProperties P;
  P.Multiprocessors = 132;
  LaunchShape S;
  const int64_t Trips[] = {X, Y};
  chooseTiledShape(Trips, Columns, MaxThreads, P, S);
  std::string Text;
  for (uint32_t *V : {S.Grid, S.Block})
    Text += std::to_string(V[0]) + "x" + std::to_string(V[1]) + "x" +
            std::to_string(V[2]) + (V == S.Grid ? " " : "");
  return Text;
}

TEST(LoopShape, OfTiles) {
  EXPECT_EQ(tiledShape(1024, 1025, 4), "16x17x1 16x16x1");
  // Few tiles, or many registers: small ones.
  EXPECT_EQ(tiledShape(512, 600, 4), "16x19x1 8x8x1");
  EXPECT_EQ(tiledShape(4096, 4096, 4, 128), "128x128x1 8x8x1");
  EXPECT_EQ(tiledShape(6144, 33, 1), "192x2x1 32x8x1");
  EXPECT_EQ(tiledShape(1, int64_t(1) << 40, 1), "1x65535x1 32x8x1");
}

std::string cpuShape(std::vector<int64_t> Trips, unsigned Threads) {
  LaunchShape S =
      chooseCpuShape(static_cast<int>(Trips.size()), Trips.data(), Threads);
  EXPECT_EQ(S.Block[0] * S.Block[1] * S.Block[2], 1u);
  return std::to_string(S.Grid[0]) + "x" + std::to_string(S.Grid[1]) + "x" +
         std::to_string(S.Grid[2]);
}

TEST(LoopShape, OnCpus) {
  EXPECT_EQ(cpuShape({1000000}, 8), "32x1x1");
  EXPECT_EQ(cpuShape({1000000}, 1), "1x1x1");
  EXPECT_EQ(cpuShape({4096}, 8), "32x1x1");
  EXPECT_EQ(cpuShape({1000}, 8), "15x1x1"); // too short for 32
  EXPECT_EQ(cpuShape({200}, 8), "8x1x1");   // a chunk for each thread
  EXPECT_EQ(cpuShape({40}, 8), "2x1x1");
  EXPECT_EQ(cpuShape({20}, 8), "1x1x1");
  EXPECT_EQ(cpuShape({1000, 1000}, 8), "1x32x1");
  EXPECT_EQ(cpuShape({100000, 3}, 8), "11x3x1");
  EXPECT_EQ(cpuShape({1000, 1000, 1}, 8), "1x32x1");
  EXPECT_EQ(cpuShape({1000, 2, 5}, 8), "4x2x5");
}

} // namespace
