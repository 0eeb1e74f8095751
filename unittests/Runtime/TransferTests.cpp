//===-- unittests/Runtime/TransferTests.cpp - Copies of Fortran arrays ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random shapes, strides and directions against a simple reference, on the CPU
// and on the mock driver (which refuses what the driver refuses), and on a GPU
// where there is one, and the
// assignments that compiled code calls.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "core/Memory.h"
#include "core/Runtime.h"
#include "core/Transfer.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

using namespace warprt;
using namespace warprt::test;

extern "C" {
void _FortranACUFDataTransferDescDesc(Descriptor *, Descriptor *, unsigned,
                                      const char *, int);
void _FortranACUFDataTransferDescDescNoRealloc(Descriptor *, Descriptor *,
                                               unsigned, const char *, int);
void _FortranACUFDataTransferPtrDesc(void *, Descriptor *, size_t, unsigned,
                                     const char *, int);
void _FortranACUFDataTransferPtrPtr(void *, void *, size_t, unsigned,
                                    const char *, int);
void _FortranACUFMemsetDescriptor(Descriptor *, void *, const char *, int);
int _FortranACUFAllocatableAllocate(Descriptor &, int64_t *, bool *, bool,
                                    const Descriptor *, const char *, int,
                                    bool);
int _FortranACUFAllocatableDeallocate(Descriptor &, bool, const Descriptor *,
                                      const char *, int);
void *warprt_mem_alloc(uint64_t, uint32_t, const char *, int);
void _FortranACUFMemFree(void *, unsigned, const char *, int);
Descriptor *_FortranACUFAllocDescriptor(size_t, const char *, int);
void _FortranACUFFreeDescriptor(Descriptor *, const char *, int);
}

namespace {

/// Walks all elements in Fortran's order.
template <typename F> void forElements(const ArrayView &A, F Body) {
  std::vector<int64_t> I(static_cast<size_t>(A.Rank), 0);
  for (size_t N = A.count(); N; --N) {
    int64_t Offset = 0;
    for (int D = 0; D < A.Rank; ++D)
      Offset += I[static_cast<size_t>(D)] * A.Stride[D];
    Body(A.Base + Offset);
    for (int D = 0; D < A.Rank; ++D) {
      if (++I[static_cast<size_t>(D)] < A.Extent[D])
        break;
      I[static_cast<size_t>(D)] = 0;
    }
  }
}

class Transfers : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    useBackend(makeBackend(GetParam()));
    ASSERT_EQ(currentDevice(D), Error::Success);
  }
  void TearDown() override {
    for (void *P : Owned)
      EXPECT_EQ(D->release(MemoryKind::Device, P), Error::Success);
    useBackend(nullptr);
  }

  /// A section of a fresh array: random steps, some backwards.
  ArrayView section(const std::vector<int64_t> &Extent, size_t Element,
                    bool OnDevice, std::vector<std::vector<char>> &Host) {
    ArrayView V;
    V.ElementBytes = Element;
    V.Rank = static_cast<int>(Extent.size());
    auto Stride = static_cast<int64_t>(Element);
    int64_t Start = 0;
    for (int I = 0; I < V.Rank; ++I) {
      auto D = static_cast<size_t>(I);
      int64_t Step = pick(0, 2) ? 1 : pick(1, 3);
      V.Extent[I] = Extent[D];
      V.Stride[I] = Stride * Step;
      Stride *= Extent[D] * Step + (pick(0, 1) ? 0 : 2);
      if (pick(0, 3) == 0) {
        Start += V.Stride[I] * (Extent[D] - 1);
        V.Stride[I] = -V.Stride[I];
      }
    }
    auto Bytes = static_cast<size_t>(Stride) + Element;
    if (OnDevice) {
      void *P = deviceMemory(Bytes);
      V.Base = static_cast<char *>(P) + Start;
      std::memset(P, 0x55, Bytes);
    } else {
      Host.emplace_back(Bytes, 0x55);
      V.Base = Host.back().data() + Start;
    }
    return V;
  }
  /// Device memory that the test can look at: on a GPU it is managed.
  void *deviceMemory(size_t Bytes) {
    bool Gpu = std::string(GetParam()) == "cuda";
    void *P = nullptr;
    EXPECT_EQ(
        D->allocate(Gpu ? MemoryKind::Managed : MemoryKind::Device, Bytes, &P),
        Error::Success);
    Owned.push_back(P);
    return P;
  }
  int pick(int From, int To) {
    return std::uniform_int_distribution<int>(From, To)(Random);
  }
  /// A contiguous rank-one descriptor.
  Descriptor &vector(DescriptorStorage &S, void *Base, int64_t N,
                     size_t Element, Allocator A = Allocator::Default,
                     CFI_attribute_t Attribute = CFI_attribute_other) {
    Descriptor &V = S.get();
    V.base_addr = Base;
    V.elem_len = Element;
    V.version = CFI_VERSION;
    V.rank = 1;
    V.type = CFI_type_int32_t;
    V.attribute = Attribute;
    V.extra = 0;
    setAllocator(V, A);
    V.dim[0] = {1, N, static_cast<CFI_index_t>(Element)};
    return V;
  }

  Device *D = nullptr;
  std::vector<void *> Owned;
  std::mt19937 Random{12345};
};

TEST_P(Transfers, AnyShapeAnyDirection) {
  for (int Round = 0; Round < 400; ++Round) {
    std::vector<int64_t> Extent;
    for (int R = pick(0, 4); R; --R)
      Extent.push_back(pick(0, 9) ? pick(1, 6) : 0);
    size_t Element = std::vector<size_t>{
        1, 2, 4, 8, 16, 12}[static_cast<size_t>(pick(0, 5))];
    int Way = pick(0, 2);
    std::vector<std::vector<char>> Host;
    ArrayView Src = section(Extent, Element, Way != 0, Host);
    ArrayView Dst = section(Extent, Element, Way != 1, Host);
    char Next = 1;
    forElements(Src, [&](char *E) { std::memset(E, Next++, Element); });
    CopyKind Kind = Way == 0   ? CopyKind::HostToDevice
                    : Way == 1 ? CopyKind::DeviceToHost
                               : CopyKind::DeviceToDevice;
    ASSERT_EQ(copyArray(*D, Dst, Src, Kind, nullptr), Error::Success);
    ASSERT_EQ(D->synchronize(), Error::Success);
    Next = 1;
    forElements(Dst, [&](char *E) {
      for (size_t I = 0; I < Element; ++I)
        ASSERT_EQ(E[I], Next) << "round " << Round;
      ++Next;
    });
    // Gaps stay as they were.
    size_t Touched = 0;
    for (auto &H : Host)
      for (char C : H)
        Touched += C != 0x55;
    if (Way == 1) {
      EXPECT_LE(Touched, Dst.count() * Element);
    }
  }
}

TEST_P(Transfers, FillsAnyShape) {
  for (int Round = 0; Round < 200; ++Round) {
    std::vector<int64_t> Extent;
    for (int R = pick(0, 3); R; --R)
      Extent.push_back(pick(1, 7));
    size_t Element = std::vector<size_t>{
        1, 2, 4, 8, 16, 12}[static_cast<size_t>(pick(0, 5))];
    std::vector<std::vector<char>> Host;
    ArrayView Dst = section(Extent, Element, true, Host);
    std::vector<char> Value(Element);
    bool Uniform = pick(0, 1);
    for (size_t I = 0; I < Element; ++I)
      Value[I] = Uniform ? 9 : static_cast<char>(I + 1);
    ASSERT_EQ(fillArray(*D, Dst, Value.data(), nullptr), Error::Success);
    ASSERT_EQ(D->synchronize(), Error::Success);
    forElements(Dst, [&](char *E) {
      ASSERT_EQ(std::memcmp(E, Value.data(), Element), 0) << Round;
    });
  }
}

TEST_P(Transfers, LargeFillsOfAnyValue) {
  constexpr size_t N = 100001;
  void *P = deviceMemory(N * 8);
  double Value = 3.25;
  ASSERT_EQ(fillArray(*D, ArrayView(P, 8, N), &Value, nullptr), Error::Success);
  ASSERT_EQ(D->synchronize(), Error::Success);
  for (size_t I = 0; I < N; ++I)
    ASSERT_EQ(static_cast<double *>(P)[I], 3.25);
}

TEST_P(Transfers, OverlappingDeviceSections) {
  void *P = deviceMemory(40);
  auto *A = static_cast<int *>(P);
  for (int I = 0; I < 10; ++I)
    A[I] = I;
  ASSERT_EQ(copyArray(*D, ArrayView(A + 1, 4, 9), ArrayView(A, 4, 9),
                      CopyKind::DeviceToDevice, nullptr),
            Error::Success);
  ASSERT_EQ(D->synchronize(), Error::Success);
  for (int I = 1; I < 10; ++I)
    EXPECT_EQ(A[I], I - 1);
}

TEST_P(Transfers, RefusesDifferentShapes) {
  int Host[4] = {};
  ArrayView A(Host, 4, 4), B(Host, 4, 3), C(Host, 8, 4);
  EXPECT_EQ(copyArray(*D, A, B, CopyKind::HostToDevice, nullptr),
            Error::InvalidValue);
  EXPECT_EQ(copyArray(*D, A, C, CopyKind::HostToDevice, nullptr),
            Error::InvalidValue);
}

TEST_P(Transfers, ManagedMemoryIsKnownByItsAddress) {
  void *Managed = nullptr, *Other = nullptr, *Host = std::malloc(8);
  ASSERT_EQ(allocateMemory(Allocator::Managed, 8, &Managed), Error::Success);
  ASSERT_EQ(allocateMemory(Allocator::Managed, 8, &Other), Error::Success);
  Error Cause = Error::Success;
  EXPECT_FALSE(freeManagedMemory(Host, Cause));
  EXPECT_TRUE(freeManagedMemory(Managed, Cause));
  EXPECT_EQ(Cause, Error::Success);
  EXPECT_FALSE(freeManagedMemory(Managed, Cause));
  // Memory of one kind in a variable that is of the other.
  EXPECT_EQ(freeMemory(Allocator::Default, Other), Error::Success);
  EXPECT_EQ(freeMemory(Allocator::Managed, Host), Error::Success);
}

TEST_P(Transfers, AssignmentAllocatesTheLeftHandSide) {
  std::vector<int> Host{1, 2, 3, 4, 5}, Out(5);
  DescriptorStorage A, B, C;
  Descriptor &Left =
      vector(A, nullptr, 0, 4, Allocator::Device, CFI_attribute_allocatable);
  Descriptor &Right = vector(B, Host.data(), 5, 4);
  Right.dim[0].lower_bound = -2;
  _FortranACUFDataTransferDescDesc(&Left, &Right, 0, "a.cuf", 1);
  EXPECT_EQ(Left.dim[0].extent, 5);
  EXPECT_EQ(Left.dim[0].lower_bound, -2);
  void *Before = Left.base_addr;
  ASSERT_NE(Before, nullptr);
  // The same shape keeps the allocation and its bounds.
  Right.dim[0].lower_bound = 7;
  _FortranACUFDataTransferDescDesc(&Left, &Right, 0, "a.cuf", 1);
  EXPECT_EQ(Left.base_addr, Before);
  EXPECT_EQ(Left.dim[0].lower_bound, -2);
  Descriptor &Back = vector(C, Out.data(), 5, 4);
  _FortranACUFDataTransferDescDescNoRealloc(&Back, &Left, 1, "a.cuf", 1);
  EXPECT_EQ(Out, Host);
  // Another shape takes a new one.
  Right.dim[0].extent = 2;
  _FortranACUFDataTransferDescDesc(&Left, &Right, 0, "a.cuf", 1);
  EXPECT_EQ(Left.dim[0].extent, 2);
  EXPECT_EQ(_FortranACUFAllocatableDeallocate(Left, false, nullptr, "a.cuf", 1),
            0);
  EXPECT_EQ(Left.base_addr, nullptr);
}

TEST_P(Transfers, ScalarsFillArraysBothWays) {
  int Seven = 7;
  std::vector<int> Out(6, 0);
  DescriptorStorage A, B, C;
  void *P = warprt_mem_alloc(24, 0, "a.cuf", 1);
  Descriptor &Array = vector(A, P, 6, 4);
  Descriptor &Scalar = vector(B, &Seven, 1, 4);
  Scalar.rank = 0;
  _FortranACUFDataTransferDescDescNoRealloc(&Array, &Scalar, 0, "a.cuf", 1);
  _FortranACUFDataTransferPtrPtr(Out.data(), P, 24, 1, "a.cuf", 1);
  EXPECT_EQ(Out, std::vector<int>(6, 7));
  int Nine = 9;
  _FortranACUFMemsetDescriptor(&Array, &Nine, "a.cuf", 1);
  Scalar.base_addr = P;
  Descriptor &Host = vector(C, Out.data(), 6, 4);
  _FortranACUFDataTransferDescDescNoRealloc(&Host, &Scalar, 1, "a.cuf", 1);
  EXPECT_EQ(Out, std::vector<int>(6, 9));
  std::vector<int> More{1, 2, 3, 4, 5, 6};
  Descriptor &Every = vector(B, More.data(), 3, 4);
  Every.dim[0].sm = 8;
  _FortranACUFDataTransferPtrDesc(P, &Every, 12, 0, "a.cuf", 1);
  _FortranACUFDataTransferPtrPtr(Out.data(), P, 12, 1, "a.cuf", 1);
  EXPECT_EQ(Out[1], 3);
  EXPECT_EQ(Out[2], 5);
  _FortranACUFMemFree(P, 0, "a.cuf", 1);
}

TEST_P(Transfers, AllocationStatus) {
  DescriptorStorage A, M;
  char Text[24];
  Descriptor &Message = vector(M, Text, 1, sizeof Text);
  Message.rank = 0;
  Message.type = CFI_type_char;
  Descriptor &X = vector(A, nullptr, int64_t(1) << 58, 4, Allocator::Device,
                         CFI_attribute_allocatable);
  EXPECT_EQ(_FortranACUFAllocatableAllocate(X, nullptr, nullptr, true, &Message,
                                            "a.cuf", 1, false),
            CFI_ERROR_MEM_ALLOCATION);
  EXPECT_EQ(std::string(Text, sizeof Text), "allocating 1152921504606");
  EXPECT_EQ(_FortranACUFAllocatableDeallocate(X, true, nullptr, "a.cuf", 1),
            CFI_ERROR_BASE_ADDR_NULL);
  X.dim[0].extent = 0; // a zero-sized array is allocated
  EXPECT_EQ(_FortranACUFAllocatableAllocate(X, nullptr, nullptr, true, nullptr,
                                            "a.cuf", 1, false),
            0);
  EXPECT_NE(X.base_addr, nullptr);
  EXPECT_EQ(_FortranACUFAllocatableAllocate(X, nullptr, nullptr, true, nullptr,
                                            "a.cuf", 1, false),
            CFI_ERROR_BASE_ADDR_NOT_NULL);
  EXPECT_EQ(_FortranACUFAllocatableDeallocate(X, true, nullptr, "a.cuf", 1), 0);
}

TEST_P(Transfers, DescriptorStorageIsReused) {
  Descriptor *A = _FortranACUFAllocDescriptor(48, "a.cuf", 1);
  std::memset(static_cast<void *>(A), 1, 48);
  _FortranACUFFreeDescriptor(A, "a.cuf", 1);
  Descriptor *B = _FortranACUFAllocDescriptor(48, "a.cuf", 1);
  EXPECT_EQ(A, B);
  EXPECT_EQ(B->base_addr, nullptr);
  _FortranACUFFreeDescriptor(B, "a.cuf", 1);
}

INSTANTIATE_TEST_SUITE_P(Backends, Transfers,
                         testing::ValuesIn(withGpu({"cpu", "mock"})),
                         [](const auto &Info) {
                           return std::string(Info.param);
                         });

using TransferDeath = Transfers;

TEST_P(TransferDeath, EndsTheProgramWithThePlace) {
  DescriptorStorage A, B;
  int Host[4] = {};
  Descriptor &Three = vector(A, Host, 3, 4), &Four = vector(B, Host, 4, 4);
  EXPECT_EXIT(
      _FortranACUFDataTransferDescDescNoRealloc(&Three, &Four, 0, "a.cuf", 12),
      testing::ExitedWithCode(1),
      "warprt: a.cuf:12: error: shapes differ in an assignment: \\(3\\) = "
      "\\(4\\)");
  EXPECT_EXIT(_FortranACUFDataTransferPtrPtr(Host, Host, 16, 0, "b.cuf", 3),
              testing::ExitedWithCode(1),
              "b.cuf:3: error: copying 16 bytes from the host to the device: "
              "invalid argument \\(cudaErrorInvalidValue, 1\\)");
  EXPECT_EXIT(warprt_mem_alloc(size_t(1) << 60, 0, "c.cuf", 4),
              testing::ExitedWithCode(1),
              "c.cuf:4: error: allocating .* of device memory: out of memory");
  Four.dim[0].sm = 8;
  Four.base_addr = nullptr;
  EXPECT_EXIT(
      _FortranACUFDataTransferDescDescNoRealloc(&Four, &Four, 0, "d.cuf", 5),
      testing::ExitedWithCode(1), "left-hand side .* is not allocated");
}

INSTANTIATE_TEST_SUITE_P(Backends, TransferDeath, testing::Values("cpu"));

} // namespace
