//===-- unittests/Runtime/ConformanceTests.cpp - What every back end must do
//===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One suite for all back ends. The null back end checks nothing, so the tests
// of refusals are a suite of their own without it; "cuda" is there where the
// machine has a GPU.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using namespace warprt;
using namespace warprt::test;

namespace {

class Conformance : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    B = makeBackend(GetParam());
    ASSERT_TRUE(B);
    ASSERT_EQ(B->device(0, &D), Error::Success);
    ASSERT_EQ(D->makeCurrent(), Error::Success);
  }
  void *allocate(size_t Bytes, MemoryKind Kind = MemoryKind::Device) {
    void *P = nullptr;
    EXPECT_EQ(D->allocate(Kind, Bytes, &P), Error::Success);
    return P;
  }
  Error copy(void *Dst, const void *Src, size_t Bytes, CopyKind Kind,
             Queue *Q = nullptr, bool Async = false) {
    CopyShape S;
    S.Width = Bytes;
    return D->copy(Dst, Src, S, Kind, Q, Async);
  }

  std::unique_ptr<Backend> B;
  Device *D = nullptr;
};

using Refusals = Conformance;

std::string nameOf(const testing::TestParamInfo<const char *> &Info) {
  return Info.param;
}

TEST_P(Conformance, PropertiesMakeSense) {
  const DeviceProperties &P = D->properties();
  EXPECT_FALSE(P.Name.empty());
  EXPECT_EQ(P.WarpSize, 32u);
  EXPECT_EQ(P.MaxThreadsPerBlock, 1024u);
  EXPECT_GE(P.Multiprocessors, 1u);
  EXPECT_GE(P.SharedPerBlockOptIn, P.SharedPerBlock);
  EXPECT_EQ(B->device(B->deviceCount(), &D), Error::InvalidDevice);
  EXPECT_EQ(B->device(-1, &D), Error::InvalidDevice);
}

TEST_P(Conformance, CopiesThereAndBack) {
  std::vector<int> In(100000), Out(100000);
  std::iota(In.begin(), In.end(), 1);
  size_t Bytes = In.size() * sizeof(int);
  void *A = allocate(Bytes), *C = allocate(Bytes);
  EXPECT_EQ(copy(A, In.data(), Bytes, CopyKind::HostToDevice), Error::Success);
  EXPECT_EQ(copy(C, A, Bytes, CopyKind::DeviceToDevice), Error::Success);
  EXPECT_EQ(copy(Out.data(), C, Bytes, CopyKind::Infer), Error::Success);
  EXPECT_EQ(In, Out);
  EXPECT_EQ(D->release(MemoryKind::Device, A), Error::Success);
  EXPECT_EQ(D->release(MemoryKind::Device, C), Error::Success);
}

TEST_P(Conformance, CopiesRows) {
  constexpr size_t Pitch = 48, Width = 20, Rows = 7;
  std::vector<char> In(Pitch * Rows), Out(Pitch * Rows, 0);
  std::iota(In.begin(), In.end(), 0);
  void *A = allocate(64 * Rows);
  CopyShape S{64, Pitch, Width, Rows};
  ASSERT_EQ(D->copy(A, In.data(), S, CopyKind::HostToDevice, nullptr, false),
            Error::Success);
  CopyShape R{Pitch, 64, Width, Rows};
  ASSERT_EQ(D->copy(Out.data(), A, R, CopyKind::DeviceToHost, nullptr, false),
            Error::Success);
  for (size_t I = 0; I < Out.size(); ++I)
    EXPECT_EQ(Out[I], I % Pitch < Width ? In[I] : 0) << I;
  EXPECT_EQ(D->release(MemoryKind::Device, A), Error::Success);
}

TEST_P(Conformance, FillsUnits) {
  std::vector<uint32_t> Out(64);
  void *A = allocate(256);
  EXPECT_EQ(D->fill(A, 0, 0x01020304, 4, 64, 1, nullptr, false),
            Error::Success);
  EXPECT_EQ(D->fill(A, 0, 0xabcd, 2, 2, 1, nullptr, false), Error::Success);
  EXPECT_EQ(
      D->fill(static_cast<char *>(A) + 8, 16, 0x7f, 1, 3, 2, nullptr, true),
      Error::Success);
  EXPECT_EQ(copy(Out.data(), A, 256, CopyKind::DeviceToHost), Error::Success);
  EXPECT_EQ(Out[0], 0xabcdabcdu);
  EXPECT_EQ(Out[1], 0x01020304u);
  EXPECT_EQ(Out[2], 0x017f7f7fu);
  EXPECT_EQ(Out[6], 0x017f7f7fu);
  EXPECT_EQ(Out[63], 0x01020304u);
  EXPECT_EQ(D->release(MemoryKind::Device, A), Error::Success);
}

TEST_P(Conformance, FillsElementsApart) {
  const size_t Pitch = 24, Rows = 41;
  for (unsigned Unit : {1u, 2u, 4u})
    for (size_t Width = 1; Width * Unit <= Pitch; ++Width) {
      std::vector<unsigned char> Out(Pitch * Rows);
      void *A = allocate(Out.size());
      EXPECT_EQ(D->fill(A, 0, 0x55, 1, Out.size(), 1, nullptr, false),
                Error::Success);
      EXPECT_EQ(
          D->fill(A, Pitch, 0x01020304, Unit, Width, Rows, nullptr, false),
          Error::Success);
      EXPECT_EQ(copy(Out.data(), A, Out.size(), CopyKind::DeviceToHost),
                Error::Success);
      for (size_t I = 0; I < Out.size(); ++I)
        ASSERT_EQ(Out[I],
                  I % Pitch < Width * Unit ? 4 - I % Pitch % Unit : 0x55)
            << Unit << " " << Width << " " << I;
      EXPECT_EQ(D->release(MemoryKind::Device, A), Error::Success);
    }
}

TEST_P(Conformance, ManagedAndPinnedAreTheHostsToo) {
  for (MemoryKind Kind : {MemoryKind::Managed, MemoryKind::Pinned}) {
    auto *P = static_cast<int *>(allocate(sizeof(int), Kind));
    *P = 42;
    int Out = 0;
    void *A = allocate(sizeof(int));
    EXPECT_EQ(copy(A, P, sizeof(int), CopyKind::Infer), Error::Success);
    EXPECT_EQ(copy(&Out, A, sizeof(int), CopyKind::Infer), Error::Success);
    EXPECT_EQ(Out, 42);
    EXPECT_NE(D->pointerInfo(P).DeviceAddress, nullptr);
    EXPECT_EQ(D->release(Kind, P), Error::Success);
    EXPECT_EQ(D->release(MemoryKind::Device, A), Error::Success);
  }
}

TEST_P(Refusals, CopiesBoxesOfArrays) {
  ArrayShape Shape;
  Shape.Kind = ChannelKind::Float;
  Shape.Channels = 2;
  Shape.ChannelBits = 32;
  Shape.Width = 6;
  Shape.Height = 4;
  Shape.Depth = 3;
  Array *A = nullptr;
  ASSERT_EQ(D->createArray(Shape, &A), Error::Success);
  ArrayShape Seen;
  ASSERT_EQ(D->arrayShape(A, Seen), Error::Success);
  EXPECT_EQ(Seen.Kind, ChannelKind::Float);
  EXPECT_EQ(Seen.elementBytes(), 8u);
  EXPECT_EQ(Seen.Width * Seen.Height * Seen.Depth, 72u);
  // All of it, then a box back: 2 elements, 3 rows, 2 slices.
  std::vector<float> In(144), Out(24);
  std::iota(In.begin(), In.end(), 1.f);
  BoxCopy Copy;
  Copy.Dst.From = A;
  Copy.Src.Address = reinterpret_cast<char *>(In.data());
  Copy.Src.Pitch = Copy.Width = 48;
  Copy.Src.Rows = Copy.Height = 4;
  Copy.Depth = 3;
  EXPECT_EQ(D->copyBox(Copy, CopyKind::HostToDevice, nullptr, false),
            Error::Success);
  Queue *Q = nullptr;
  ASSERT_EQ(D->createQueue(0, 0, &Q), Error::Success);
  Copy = BoxCopy();
  Copy.Src.From = A;
  Copy.Src.X = 24;
  Copy.Src.Y = Copy.Src.Z = 1;
  Copy.Dst.Address = reinterpret_cast<char *>(Out.data());
  Copy.Dst.Pitch = Copy.Width = 16;
  Copy.Dst.Rows = Copy.Height = 3;
  Copy.Depth = 2;
  EXPECT_EQ(D->copyBox(Copy, CopyKind::DeviceToHost, Q, false), Error::Success);
  for (int Z = 0; Z < 2; ++Z)
    for (int Y = 0; Y < 3; ++Y)
      for (int X = 0; X < 4; ++X)
        EXPECT_EQ(Out[(Z * 3 + Y) * 4 + X],
                  In[((Z + 1) * 4 + Y + 1) * 12 + 6 + X]);
  Copy.Src.X = 40;
  EXPECT_EQ(D->copyBox(Copy, CopyKind::DeviceToHost, nullptr, false),
            Error::InvalidValue);
  EXPECT_EQ(D->destroyQueue(Q), Error::Success);
  EXPECT_EQ(D->destroyArray(A), Error::Success);
  Shape.Width = 0;
  EXPECT_EQ(D->createArray(Shape, &A), Error::InvalidValue);
}

TEST_P(Refusals, RefusesBadMemory) {
  int Host[16] = {};
  void *A = allocate(64), *P = nullptr;
  EXPECT_EQ(copy(A, Host, 65, CopyKind::HostToDevice), Error::InvalidValue);
  EXPECT_EQ(copy(static_cast<char *>(A) + 60, Host, 8, CopyKind::HostToDevice),
            Error::InvalidValue);
  EXPECT_EQ(copy(Host, Host, 4, CopyKind::HostToDevice), Error::InvalidValue);
  EXPECT_EQ(copy(Host, Host, 4, CopyKind::DeviceToHost), Error::InvalidValue);
  EXPECT_EQ(D->release(MemoryKind::Device, Host), Error::InvalidValue);
  EXPECT_EQ(D->allocate(MemoryKind::Device, size_t(1) << 60, &P),
            Error::MemoryAllocation);
  EXPECT_EQ(P, nullptr);
  EXPECT_EQ(D->release(MemoryKind::Device, A), Error::Success);
  EXPECT_EQ(D->release(MemoryKind::Device, A), Error::InvalidValue);
}

TEST_P(Refusals, SaysWhereAddressesLie) {
  int Host = 0;
  void *A = allocate(64), *M = allocate(64, MemoryKind::Managed);
  EXPECT_EQ(D->pointerInfo(&Host).Place, PointerPlace::Unregistered);
  PointerInfo Info = D->pointerInfo(static_cast<char *>(A) + 8);
  EXPECT_EQ(Info.Place, PointerPlace::Device);
  EXPECT_EQ(Info.Base, A);
  EXPECT_GE(Info.Size, 64u);
  EXPECT_EQ(D->pointerInfo(M).Place, PointerPlace::Managed);
  EXPECT_EQ(D->release(MemoryKind::Device, A), Error::Success);
  EXPECT_EQ(D->release(MemoryKind::Managed, M), Error::Success);
  EXPECT_EQ(D->pointerInfo(A).Place, PointerPlace::Unregistered);
}

TEST_P(Refusals, RegistersHostMemory) {
  std::vector<char> Host(1 << 16);
  EXPECT_EQ(D->registerHost(Host.data(), Host.size()), Error::Success);
  EXPECT_EQ(D->registerHost(Host.data(), Host.size()),
            Error::HostMemoryAlreadyRegistered);
  EXPECT_EQ(D->pointerInfo(Host.data()).Place, PointerPlace::Host);
  EXPECT_EQ(D->unregisterHost(Host.data()), Error::Success);
  EXPECT_EQ(D->unregisterHost(Host.data()), Error::HostMemoryNotRegistered);
}

TEST_P(Conformance, QueuesAndEvents) {
  Queue *Q = nullptr, *N = nullptr;
  Event *E = nullptr, *F = nullptr;
  ASSERT_EQ(D->createQueue(0, 0, &Q), Error::Success);
  ASSERT_EQ(D->createQueue(QueueNonBlocking, 0, &N), Error::Success);
  ASSERT_EQ(D->createEvent(0, &E), Error::Success);
  ASSERT_EQ(D->createEvent(0, &F), Error::Success);
  EXPECT_EQ(D->recordEvent(E, Q), Error::Success);
  EXPECT_EQ(D->waitEvent(N, E), Error::Success);
  EXPECT_EQ(D->recordEvent(F, N), Error::Success);
  EXPECT_EQ(D->synchronizeEvent(F), Error::Success);
  EXPECT_EQ(D->queryEvent(E), Error::Success);
  float Ms = -1;
  EXPECT_EQ(D->elapsed(E, F, Ms), Error::Success);
  EXPECT_GE(Ms, 0.0f);
  EXPECT_EQ(D->synchronizeQueue(Q), Error::Success);
  EXPECT_EQ(D->synchronizeQueue(nullptr), Error::Success);
  EXPECT_EQ(D->synchronizeQueue(LegacyQueue), Error::Success);
  EXPECT_EQ(D->synchronizeQueue(PerThreadQueue), Error::Success);
  EXPECT_EQ(D->queryQueue(N), Error::Success);
  EXPECT_EQ(D->destroyEvent(E), Error::Success);
  EXPECT_EQ(D->destroyEvent(F), Error::Success);
  EXPECT_EQ(D->destroyQueue(Q), Error::Success);
  EXPECT_EQ(D->destroyQueue(N), Error::Success);
  EXPECT_EQ(D->synchronize(), Error::Success);
}

TEST_P(Refusals, RefusesBadHandles) {
  // The real driver reads what a handle points to: it cannot be asked.
  if (std::string(GetParam()) == "cuda")
    return;
  auto *Q = reinterpret_cast<Queue *>(uintptr_t(0x12345));
  auto *E = reinterpret_cast<Event *>(uintptr_t(0x12345));
  EXPECT_EQ(D->synchronizeQueue(Q), Error::InvalidResourceHandle);
  EXPECT_EQ(D->queryQueue(Q), Error::InvalidResourceHandle);
  EXPECT_EQ(D->destroyQueue(Q), Error::InvalidResourceHandle);
  EXPECT_EQ(D->recordEvent(E, nullptr), Error::InvalidResourceHandle);
  EXPECT_EQ(D->waitEvent(nullptr, E), Error::InvalidResourceHandle);
  EXPECT_EQ(D->destroyEvent(E), Error::InvalidResourceHandle);
  EXPECT_EQ(D->synchronizeEvent(E), Error::InvalidResourceHandle);
  Queue *New = nullptr;
  EXPECT_EQ(D->createQueue(0x100, 0, &New), Error::InvalidValue);
}

TEST_P(Conformance, HostCallsRunInOrder) {
  std::vector<int> Order;
  struct Item {
    std::vector<int> *Order;
    int Value;
  };
  Queue *Q = nullptr;
  ASSERT_EQ(D->createQueue(0, 0, &Q), Error::Success);
  std::vector<Item> Items(20);
  for (int I = 0; I < 20; ++I) {
    Items[I] = {&Order, I};
    EXPECT_EQ(D->hostCall(
                  Q,
                  [](void *P) {
                    auto *It = static_cast<Item *>(P);
                    It->Order->push_back(It->Value);
                  },
                  &Items[I]),
              Error::Success);
  }
  EXPECT_EQ(D->synchronizeQueue(Q), Error::Success);
  ASSERT_EQ(Order.size(), 20u);
  EXPECT_TRUE(std::is_sorted(Order.begin(), Order.end()));
  EXPECT_EQ(D->destroyQueue(Q), Error::Success);
}

INSTANTIATE_TEST_SUITE_P(Backends, Conformance,
                         testing::ValuesIn(withGpu({"cpu", "null", "mock"})),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Backends, Refusals,
                         testing::ValuesIn(withGpu({"cpu", "mock"})), nameOf);

} // namespace
