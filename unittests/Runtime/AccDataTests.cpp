//===-- unittests/Runtime/AccDataTests.cpp - OpenACC data, queues and shapes
//-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The present table's counters, sections, attachments, what is missing, memory
// that is kept, queues, and the shapes of launches.
//
//===----------------------------------------------------------------------===//
#include "TestBackends.h"
#include "TestImage.h"
#include "core/AccData.h"
#include "core/AccDevice.h"
#include "core/AccMemory.h"
#include "core/AccPrivates.h"
#include "core/AccShape.h"
#include "core/Memory.h"
#include "core/Runtime.h"
#include "warprt/DeviceLibrary.h"
#include "warprt/PointerData.h"
#include <atomic>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>

using namespace warprt;
using namespace warprt::test;

namespace {

constexpr int64_t Sync = WARPRT_ACC_ASYNC_SYNC;

template <typename T> AccSection whole(std::vector<T> &A) {
  return AccSection(ArrayView(A.data(), sizeof(T), A.size()));
}

AccPlace named(const char *Name) {
  AccPlace Place;
  Place.Name = Name;
  Place.Where = {"a.f90", 12};
  return Place;
}

AccClause clause(const AccSection &S, const char *Name, int32_t Flags = 0,
                 int64_t Async = Sync) {
  return {S, named(Name), Flags, Async, nullptr, nullptr};
}

class AccData : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    useBackend(makeBackend(GetParam()));
    ASSERT_EQ(currentDevice(D), Error::Success);
  }
  void TearDown() override {
    accReleaseData(*D);
    releaseAccQueues(*D);
    EXPECT_EQ(trimAccMemory(*D), Error::Success);
    useBackend(nullptr);
  }
  void *enter(int32_t How, const AccSection &S, int32_t Flags = 0,
              int64_t Async = Sync, void *Descriptor = nullptr,
              void *Address = nullptr) {
    AccClause C = clause(S, "a", Flags, Async);
    C.Descriptor = Descriptor;
    C.DescriptorAddress = Address;
    return accEnter(C, How);
  }
  void exit(int32_t How, const AccSection &S, int32_t Flags = 0,
            int64_t Async = Sync, void *Address = nullptr) {
    AccClause C = clause(S, "a", Flags, Async);
    C.DescriptorAddress = Address;
    accExit(C, How);
  }
  void updateDevice(const AccSection &S, int32_t Flags = 0) {
    accUpdateDevice(clause(S, "a", Flags));
  }
  void updateHost(const AccSection &S, int32_t Flags = 0) {
    accUpdateHost(clause(S, "a", Flags));
  }
  template <typename T> std::vector<T> onDevice(const void *Host, size_t N) {
    std::vector<T> Result(N);
    CopyShape Shape;
    Shape.Width = N * sizeof(T);
    EXPECT_EQ(D->copy(Result.data(), accDevicePointer(Host), Shape,
                      CopyKind::DeviceToHost, nullptr, false),
              Error::Success);
    return Result;
  }

  Device *D = nullptr;
};

TEST_P(AccData, CountersKeepDataUntilTheLastExit) {
  std::vector<int> A(100);
  std::iota(A.begin(), A.end(), 0);
  auto Before = A;
  enter(WARPRT_ACC_COPYIN, whole(A), WARPRT_ACC_STRUCTURED);
  std::fill(A.begin(), A.end(), -1);
  enter(WARPRT_ACC_COPYIN, whole(A));
  exit(WARPRT_ACC_COPYOUT, whole(A));
  EXPECT_EQ(A[7], -1) << "the structured region still holds it";
  // More exits than entries change nothing.
  exit(WARPRT_ACC_DELETE, whole(A));
  EXPECT_TRUE(accIsPresent(whole(A)));
  exit(WARPRT_ACC_COPYOUT, whole(A), WARPRT_ACC_STRUCTURED);
  EXPECT_EQ(A, Before);
  EXPECT_FALSE(accIsPresent(whole(A)));
}

TEST_P(AccData, FinalizeEndsDynamicEntriesOnly) {
  std::vector<int> A(10, 1);
  enter(WARPRT_ACC_CREATE, whole(A), WARPRT_ACC_STRUCTURED);
  for (int I = 0; I < 5; ++I)
    enter(WARPRT_ACC_CREATE, whole(A));
  exit(WARPRT_ACC_DELETE, whole(A), WARPRT_ACC_FINALIZE);
  EXPECT_TRUE(accIsPresent(whole(A)));
  exit(WARPRT_ACC_DELETE, whole(A), WARPRT_ACC_STRUCTURED);
  EXPECT_FALSE(accIsPresent(whole(A)));
}

TEST_P(AccData, CopiesOutWithinRegionsThatOnlyAsk) {
  std::vector<int> A(10, 1);
  enter(WARPRT_ACC_COPYIN, whole(A));
  enter(WARPRT_ACC_PRESENT, whole(A), WARPRT_ACC_STRUCTURED);
  std::fill(A.begin(), A.end(), 2);
  exit(WARPRT_ACC_COPYOUT, whole(A));
  EXPECT_EQ(A[3], 1);
  EXPECT_TRUE(accIsPresent(whole(A)));
  A[3] = 5;
  exit(WARPRT_ACC_DELETE, whole(A), WARPRT_ACC_STRUCTURED);
  EXPECT_FALSE(accIsPresent(whole(A)));
  EXPECT_EQ(A[3], 5);
}

TEST_P(AccData, SkipsWhatAConditionTurnsOff) {
  std::vector<int> A(10, 1);
  EXPECT_EQ(enter(WARPRT_ACC_COPYIN, whole(A), WARPRT_ACC_SKIP), A.data());
  EXPECT_EQ(enter(WARPRT_ACC_PRESENT, whole(A), WARPRT_ACC_SKIP), A.data());
  EXPECT_FALSE(accIsPresent(whole(A)));
  updateHost(whole(A), WARPRT_ACC_SKIP);
  updateHost(whole(A), WARPRT_ACC_IF_PRESENT);
  updateDevice(whole(A), WARPRT_ACC_IF_PRESENT);
  EXPECT_EQ(enter(WARPRT_ACC_NO_CREATE, whole(A), WARPRT_ACC_STRUCTURED),
            A.data());
  exit(WARPRT_ACC_DELETE, whole(A), WARPRT_ACC_STRUCTURED);
}

TEST_P(AccData, AddressesWithinSections) {
  std::vector<int> A(50);
  std::iota(A.begin(), A.end(), 0);
  int64_t Words[3] = {10, 20, 4};
  AccSection S(A.data(), 4, 1, Words);
  auto *Base = static_cast<char *>(enter(WARPRT_ACC_COPYIN, S));
  // The address is the variable's, though only a part of it is there.
  EXPECT_EQ(Base + 40, accDevicePointer(&A[10]));
  EXPECT_EQ(accHostPointer(Base + 44), &A[11]);
  EXPECT_EQ(accDevicePointer(&A[9]), nullptr);
  EXPECT_EQ(accDevicePointer(&A[30]), nullptr);
  EXPECT_EQ(onDevice<int>(&A[10], 20)[19], 29);
  // A part of what is present is present.
  int64_t Part[3] = {12, 3, 4};
  EXPECT_EQ(enter(WARPRT_ACC_PRESENT, AccSection(A.data(), 4, 1, Part)), Base);
}

TEST_P(AccData, CopiesNothingBetweenStrides) {
  std::vector<int> A(100, 0);
  enter(WARPRT_ACC_COPYIN, whole(A));
  std::iota(A.begin(), A.end(), 1);
  // (2:8:3, 9:1:-4) of 10 by 10.
  int64_t Words[6] = {1, 3, 12, 8, 3, -160};
  Words[3] = 0;
  AccSection S(A.data() + 80, 4, 2, Words);
  updateDevice(S);
  auto There = onDevice<int>(A.data(), 100);
  for (int J = 0; J < 10; ++J)
    for (int I = 0; I < 10; ++I) {
      bool In = (J == 8 || J == 4 || J == 0) && (I == 3 || I == 6 || I == 9);
      EXPECT_EQ(There[J * 10 + I], In ? A[J * 10 + I] : 0) << I << "," << J;
    }
}

TEST_P(AccData, FillsWithZero) {
  std::vector<int> A(1000, 3);
  for (int I = 0; I < 2; ++I) {
    enter(WARPRT_ACC_COPYIN, whole(A));
    exit(WARPRT_ACC_DELETE, whole(A));
  }
  enter(WARPRT_ACC_CREATE, whole(A), WARPRT_ACC_ZERO);
  EXPECT_EQ(onDevice<int>(A.data(), 1000), std::vector<int>(1000, 0));
}

TEST_P(AccData, EmptyAndUnallocatedAreNothing) {
  std::vector<int> A(10);
  int64_t Words[3] = {3, 0, 4};
  EXPECT_EQ(enter(WARPRT_ACC_PRESENT, AccSection(A.data(), 4, 1, Words)),
            A.data());
  EXPECT_EQ(enter(WARPRT_ACC_COPYIN, AccSection(nullptr, 4, 0, nullptr)),
            nullptr);
  exit(WARPRT_ACC_COPYOUT, AccSection(nullptr, 4, 0, nullptr));
  EXPECT_FALSE(accIsPresent(whole(A)));
}

/// A descriptor of one dimension inside of a record.
struct Record {
  int Tag = 7;
  alignas(8) char Storage[sizeof(Descriptor) + sizeof(CFI_dim_t)];
  int Behind = 8;
  Descriptor &pointer() { return *reinterpret_cast<Descriptor *>(Storage); }
  explicit Record(std::vector<int> &A) {
    std::memset(Storage, 0, sizeof Storage);
    Descriptor &P = pointer();
    P.base_addr = A.data();
    P.elem_len = 4;
    P.rank = 1;
    P.dim[0].extent = static_cast<CFI_index_t>(A.size());
    P.dim[0].sm = 4;
  }
};

TEST_P(AccData, AttachesDescriptorsInPresentData) {
  std::vector<int> A(10, 1);
  Record R(A);
  AccSection Parent(ArrayView(&R, sizeof R, 1));
  enter(WARPRT_ACC_COPYIN, Parent);
  auto There = [&] {
    auto Bytes = onDevice<char>(&R, sizeof R);
    return reinterpret_cast<Record *>(Bytes.data())->pointer().base_addr;
  };
  EXPECT_EQ(There(), A.data());
  void *Address =
      enter(WARPRT_ACC_COPYIN, whole(A), 0, Sync, nullptr, &R.pointer());
  EXPECT_EQ(There(), Address);
  enter(WARPRT_ACC_PRESENT, whole(A), WARPRT_ACC_STRUCTURED, Sync, nullptr,
        &R.pointer());
  // Updates leave each side its own address.
  R.Tag = 9;
  updateDevice(Parent);
  EXPECT_EQ(There(), Address);
  R.Tag = 0;
  updateHost(Parent);
  EXPECT_EQ(R.Tag, 9);
  EXPECT_EQ(R.pointer().base_addr, A.data());
  exit(WARPRT_ACC_DELETE, whole(A), WARPRT_ACC_STRUCTURED, Sync, &R.pointer());
  EXPECT_EQ(There(), Address);
  exit(WARPRT_ACC_DELETE, whole(A), 0, Sync, &R.pointer());
  EXPECT_EQ(There(), A.data());
  exit(WARPRT_ACC_COPYOUT, Parent);
  EXPECT_EQ(R.Behind, 8);
}

TEST_P(AccData, AttachClausesHoldNothing) {
  std::vector<int> A(10, 1);
  Record R(A);
  AccSection Parent(ArrayView(&R, sizeof R, 1));
  enter(WARPRT_ACC_COPYIN, Parent);
  void *Address = enter(WARPRT_ACC_COPYIN, whole(A));
  auto There = [&] {
    auto Bytes = onDevice<char>(&R, sizeof R);
    return reinterpret_cast<Record *>(Bytes.data())->pointer().base_addr;
  };
  AccClause C = clause(whole(A), "a");
  C.DescriptorAddress = &R.pointer();
  EXPECT_EQ(accAttach(C), Address);
  EXPECT_EQ(There(), Address);
  accDetach(C);
  EXPECT_EQ(There(), A.data());
  EXPECT_EQ(accLookUp(C), Address);
  EXPECT_EQ(There(), A.data());
  exit(WARPRT_ACC_DELETE, whole(A));
  EXPECT_FALSE(accIsPresent(whole(A)));
  exit(WARPRT_ACC_DELETE, Parent);
}

/// A section of whole numbers, as compiled code describes it.
struct Described {
  explicit Described(int *Base, int64_t Count) : Words{0, Count, 4} {
    Data.flags = WARPRT_ACC_STRUCTURED;
    Data.async = Sync;
    Data.name = "a";
    Data.base = Base;
    Data.elementBytes = 4;
    Data.rank = 1;
    Data.section = Words;
  }
  Described(const Described &) = delete;
  int64_t Words[3];
  WarprtAccData Data = {};
};

TEST_P(AccData, ExpectedDataThatOverlapShareMemory) {
  std::vector<int> A(10, 1);
  Described Left(&A[0], 6), Right(&A[4], 6), Alone(&A[9] + 1, 0);
  const WarprtAccData *All[] = {&Left.Data, &Right.Data, &Alone.Data};
  warprt_acc_expect_data(3, All);
  auto *L =
      static_cast<char *>(warprt_acc_enter_data(&Left.Data, WARPRT_ACC_COPYIN));
  auto *R = static_cast<char *>(
      warprt_acc_enter_data(&Right.Data, WARPRT_ACC_COPYIN));
  EXPECT_EQ(R - L, 16);
  EXPECT_TRUE(accIsPresent(whole(A)));
  A.assign(10, 2);
  updateDevice(whole(A));
  A.assign(10, 3);
  // The last one leaves without a copy.
  warprt_acc_leave_together(2, All, 1);
  warprt_acc_exit_data(&Left.Data, WARPRT_ACC_COPYOUT);
  warprt_acc_exit_data(&Right.Data, WARPRT_ACC_DELETE);
  EXPECT_EQ(A, (std::vector<int>{2, 2, 2, 2, 2, 2, 3, 3, 3, 3}));
  EXPECT_FALSE(accIsPresent(AccSection(ArrayView(&A[0], 4, 1))));
}

TEST_P(AccData, WhatLeavesLaterIsNotCopiedForWhatLeftBefore) {
  std::vector<int> A(10, 1);
  Described Whole(&A[0], 10), Part(&A[2], 3);
  const WarprtAccData *All[] = {&Whole.Data, &Part.Data};
  for (const WarprtAccData *Data : All)
    warprt_acc_enter_data(Data, WARPRT_ACC_COPYIN);
  A.assign(10, 2);
  updateDevice(whole(A));
  A.assign(10, 3);
  enter(WARPRT_ACC_COPYIN, whole(A));
  warprt_acc_leave_together(2, All, 2);
  for (const WarprtAccData *Data : All)
    warprt_acc_exit_data(Data, WARPRT_ACC_COPYOUT);
  EXPECT_EQ(A, std::vector<int>(10, 3));
  exit(WARPRT_ACC_DELETE, whole(A));
  EXPECT_EQ(A, std::vector<int>(10, 3));
  EXPECT_FALSE(accIsPresent(whole(A)));
}

TEST_P(AccData, TellsWhetherDataAreApart) {
  std::vector<int> A(10, 1), B(10, 2);
  auto Clause = [](const AccSection &S, int64_t Flags = 0) {
    AccClause C;
    C.Section = S;
    C.Flags = Flags;
    return C;
  };
  auto Section = [](std::vector<int> &Of, int64_t First, int64_t Count) {
    int64_t Words[] = {First, Count, int64_t(sizeof(int))};
    return AccSection(Of.data(), sizeof(int), 1, Words);
  };
  // Nothing is known of what is not present.
  EXPECT_FALSE(accAreApart(Clause(whole(A)), Clause(whole(B))));
  enter(WARPRT_ACC_COPYIN, whole(A));
  EXPECT_FALSE(accAreApart(Clause(whole(A)), Clause(whole(B))));
  enter(WARPRT_ACC_COPYIN, whole(B));
  EXPECT_TRUE(accAreApart(Clause(whole(A)), Clause(whole(B))));
  EXPECT_FALSE(accAreApart(Clause(whole(A)), Clause(whole(A))));
  // More than the clauses name may be in use.
  EXPECT_FALSE(accAreApart(Clause(Section(A, 0, 5)), Clause(Section(A, 5, 5))));
  EXPECT_FALSE(
      accAreApart(Clause(whole(A), WARPRT_ACC_SKIP), Clause(whole(B))));
  exit(WARPRT_ACC_DELETE, whole(A));
  // A section is not where its variable begins.
  enter(WARPRT_ACC_COPYIN, Section(A, 5, 5));
  EXPECT_TRUE(accAreApart(Clause(Section(A, 5, 5)), Clause(whole(B))));
  EXPECT_TRUE(
      accAreApart(Clause(Section(A, 0, 1), WARPRT_ACC_PART), Clause(whole(B))));
  EXPECT_FALSE(accAreApart(Clause(whole(A)), Clause(whole(B))));
  exit(WARPRT_ACC_DELETE, Section(A, 5, 5));
  exit(WARPRT_ACC_DELETE, whole(B));
}

TEST_P(AccData, EntryPointsTakeTheStruct) {
  std::vector<int> A(10, 1);
  int64_t Words[3] = {2, 5, 4};
  WarprtAccData Data = {};
  Data.flags = WARPRT_ACC_STRUCTURED;
  Data.async = Sync;
  Data.name = "a";
  Data.file = "a.f90";
  Data.line = 12;
  Data.base = A.data();
  Data.elementBytes = 4;
  Data.rank = 1;
  Data.section = Words;
  void *Copy = A.data();
  Data.descriptor = &Copy;
  void *Address = warprt_acc_enter_data(&Data, WARPRT_ACC_COPYIN);
  EXPECT_EQ(Copy, Address);
  EXPECT_EQ(accDevicePointer(&A[2]), static_cast<int *>(Address) + 2);
  EXPECT_EQ(accDevicePointer(&A[7]), nullptr);
  EXPECT_EQ(warprt_acc_look_up_data(&Data), Address);
  A[3] = 5;
  warprt_acc_update_device_data(&Data);
  A[3] = 6;
  warprt_acc_update_host_data(&Data);
  EXPECT_EQ(A[3], 5);
  A[3] = 7;
  warprt_acc_exit_data(&Data, WARPRT_ACC_COPYOUT);
  EXPECT_EQ(A[3], 5);
  EXPECT_EQ(accDevicePointer(&A[2]), nullptr);
  EXPECT_EXIT(warprt_acc_enter_data(&Data, WARPRT_ACC_PRESENT),
              testing::ExitedWithCode(1),
              "data in PRESENT clause was not found on device 1: name=a .*\n "
              "file:a.f90 line:12");
}

TEST_P(AccData, FollowsPointersLevelByLevel) {
  std::vector<int> Rows[2] = {{1, 2, 3}, {4, 5, 6}};
  int *Pointers[3] = {Rows[0].data(), nullptr, Rows[1].data()};
  AccSection Parent(ArrayView(Pointers, sizeof Pointers, 1));
  int64_t Sections[4] = {0, 3, 1, 2};
  WarprtAccData Data = {};
  Data.async = Sync;
  Data.name = "p";
  Data.base = Pointers;
  Data.elementBytes = 4;
  Data.rank = 2;
  Data.section = Sections;
  enter(WARPRT_ACC_COPYIN, Parent);
  warprt_acc_enter_pointers(&Data, WARPRT_ACC_COPYIN);
  EXPECT_EQ(accDevicePointer(&Rows[0][0]), nullptr);
  auto *Row = static_cast<int *>(accDevicePointer(&Rows[1][1]));
  ASSERT_NE(Row, nullptr);
  auto There = [&] { return onDevice<int *>(Pointers, 3); };
  // The pointer is to the row's first element, which is not there.
  EXPECT_EQ(There()[2], Row - 1);
  EXPECT_EQ(There()[1], nullptr);
  Rows[1][2] = 60;
  warprt_acc_update_device_pointers(&Data);
  Rows[1][2] = 61;
  warprt_acc_update_host_pointers(&Data);
  EXPECT_EQ(Rows[1][2], 60);
  warprt_acc_detach_pointers(&Data);
  EXPECT_EQ(There()[2], Rows[1].data());
  warprt_acc_attach_pointers(&Data);
  EXPECT_EQ(There()[2], Row - 1);
  warprt_acc_exit_pointers(&Data, WARPRT_ACC_DELETE);
  EXPECT_EQ(There()[2], Rows[1].data());
  EXPECT_EQ(accDevicePointer(&Rows[1][1]), nullptr);
  exit(WARPRT_ACC_DELETE, Parent);
}

TEST_P(AccData, PresentChecksWhatPointersWithoutASectionPointTo) {
  std::vector<int> Row = {1, 2, 3};
  int *Pointers[2] = {Row.data(), nullptr};
  AccSection Parent(ArrayView(Pointers, sizeof Pointers, 1));
  int64_t Sections[2] = {0, 2};
  WarprtAccData Data = {};
  Data.async = Sync;
  Data.name = "s->p";
  Data.file = "a.c";
  Data.line = 12;
  Data.base = Pointers;
  Data.rank = 1;
  Data.section = Sections;
  enter(WARPRT_ACC_COPYIN, Parent);
  EXPECT_EXIT(warprt_acc_enter_pointers(&Data, WARPRT_ACC_PRESENT),
              testing::ExitedWithCode(1),
              "data in PRESENT clause was not found on device 1: name=s->p .*"
              "\n file:a.c line:12");
  enter(WARPRT_ACC_COPYIN, whole(Row));
  warprt_acc_enter_pointers(&Data, WARPRT_ACC_PRESENT);
  warprt_acc_exit_pointers(&Data, WARPRT_ACC_DELETE);
  EXPECT_NE(accDevicePointer(Row.data()), nullptr);
  exit(WARPRT_ACC_DELETE, whole(Row));
  EXPECT_EQ(accDevicePointer(Row.data()), nullptr);
  exit(WARPRT_ACC_DELETE, Parent);
}

TEST_P(AccData, DetachesNestedPointersAndCountsNothing) {
  std::vector<int> Row = {1, 2, 3};
  int *Inner[1] = {Row.data()};
  int **Outer[1] = {Inner};
  AccSection OfOuter(ArrayView(Outer, sizeof Outer, 1)),
      OfInner(ArrayView(Inner, sizeof Inner, 1));
  int64_t Sections[6] = {0, 1, 0, 1, 0, 3};
  WarprtAccData Data = {};
  Data.async = Sync;
  Data.name = "p";
  Data.base = Outer;
  Data.elementBytes = 4;
  Data.rank = 3;
  Data.section = Sections;
  enter(WARPRT_ACC_COPYIN, OfOuter);
  enter(WARPRT_ACC_COPYIN, OfInner);
  enter(WARPRT_ACC_COPYIN, whole(Row));
  warprt_acc_attach_pointers(&Data);
  EXPECT_EQ(onDevice<int *>(Inner, 1)[0], accDevicePointer(Row.data()));
  warprt_acc_detach_pointers(&Data);
  EXPECT_EQ(onDevice<int *>(Inner, 1)[0], Row.data());
  EXPECT_EQ(onDevice<int **>(Outer, 1)[0], Inner);
  exit(WARPRT_ACC_DELETE, whole(Row));
  exit(WARPRT_ACC_DELETE, OfInner);
  exit(WARPRT_ACC_DELETE, OfOuter);
}

TEST_P(AccData, WritesTheDeviceAddressToDescriptors) {
  std::vector<int> A(10, 1);
  Record Copy(A);
  void *Address = enter(WARPRT_ACC_COPYIN, whole(A), 0, Sync, &Copy.pointer());
  EXPECT_EQ(Copy.pointer().base_addr, Address);
  EXPECT_NE(Address, A.data());
}

TEST_P(AccData, ReadsScalarsThatArePresent) {
  std::vector<int> X(1, 5);
  int Value = 3;
  accRead(X.data(), 4, Sync, &Value);
  EXPECT_EQ(Value, 3);
  enter(WARPRT_ACC_COPYIN, whole(X));
  X[0] = 6;
  accRead(X.data(), 4, Sync, &Value);
  EXPECT_EQ(Value, 5);
}

TEST_P(AccData, ResultsAreInMemoryOfTheHost) {
  constexpr int32_t Flags = WARPRT_ACC_RESULT | WARPRT_ACC_STRUCTURED;
  double X = 5;
  AccSection S(&X, sizeof X, 0, nullptr);
  auto *Slot = static_cast<double *>(enter(WARPRT_ACC_COPYIN, S, Flags));
  EXPECT_NE(Slot, &X);
  EXPECT_EQ(D->pointerInfo(Slot).Place, PointerPlace::Host);
  EXPECT_TRUE(accIsPresent(S));
  EXPECT_EQ(*Slot, 5);
  *Slot = 6;
  exit(WARPRT_ACC_COPYOUT, S, Flags);
  EXPECT_EQ(X, 6);
  EXPECT_FALSE(accIsPresent(S));
  // Two at a time, and memory that is used again.
  double Y = 7;
  AccSection Other(&Y, sizeof Y, 0, nullptr);
  EXPECT_EQ(enter(WARPRT_ACC_COPYIN, S, Flags), Slot);
  EXPECT_NE(enter(WARPRT_ACC_COPYIN, Other, Flags), Slot);
  exit(WARPRT_ACC_COPYOUT, S, Flags);
  exit(WARPRT_ACC_DELETE, Other, Flags);
  EXPECT_EQ(Y, 7);
  // What is present, or in a queue, is where other data are.
  enter(WARPRT_ACC_COPYIN, S);
  void *Present = enter(WARPRT_ACC_COPYIN, S, Flags);
  EXPECT_EQ(D->pointerInfo(Present).Place, PointerPlace::Device);
  exit(WARPRT_ACC_COPYOUT, S, Flags);
  exit(WARPRT_ACC_DELETE, S);
  void *Queued = enter(WARPRT_ACC_COPYIN, S, Flags, 1);
  EXPECT_EQ(D->pointerInfo(Queued).Place, PointerPlace::Device);
  exit(WARPRT_ACC_COPYOUT, S, Flags, 1);
}

TEST_P(AccData, UsesTheHostsMemoryWhereItMay) {
  std::vector<int32_t> A(100);
  constexpr int32_t Flags = WARPRT_ACC_STRUCTURED | WARPRT_ACC_OR_HOST;
  AccSection First(A.data(), sizeof A[0], 0, nullptr);
  if (D->properties().PageableMemoryAccess)
    EXPECT_EQ(enter(WARPRT_ACC_PRESENT, First, Flags), A.data());
  else
    EXPECT_EXIT(enter(WARPRT_ACC_PRESENT, First, Flags),
                testing::ExitedWithCode(1),
                "nobody knows how much of it to copy");
  // It has no effect on what is present.
  exit(WARPRT_ACC_DELETE, First, Flags);
  void *Copy = enter(WARPRT_ACC_COPYIN, whole(A));
  EXPECT_EQ(enter(WARPRT_ACC_PRESENT, First, Flags), Copy);
  exit(WARPRT_ACC_DELETE, First, Flags);
  EXPECT_TRUE(accIsPresent(whole(A)));
  exit(WARPRT_ACC_DELETE, whole(A));
}

TEST_P(AccData, KeepsMemoryForLater) {
  std::vector<char> A(100000);
  void *First = enter(WARPRT_ACC_CREATE, whole(A));
  exit(WARPRT_ACC_DELETE, whole(A));
  EXPECT_GE(keptAccMemory(*D), A.size());
  EXPECT_EQ(enter(WARPRT_ACC_CREATE, whole(A)), First);
  // In a queue, the memory is that queue's until it got there.
  exit(WARPRT_ACC_DELETE, whole(A), 0, 3);
  EXPECT_EQ(enter(WARPRT_ACC_CREATE, whole(A), 0, 3), First);
  exit(WARPRT_ACC_DELETE, whole(A));
  EXPECT_EQ(trimAccMemory(*D), Error::Success);
  EXPECT_EQ(keptAccMemory(*D), 0u);
}

/// Work that takes until the test lets it end.
struct Gate {
  std::atomic<bool> Open{false};
  static void wait(void *Data) {
    while (!static_cast<Gate *>(Data)->Open)
      std::this_thread::yield();
  }
};

TEST_P(AccData, KeepsMemoryFromOthersWhileQueuesWork) {
  if (std::string(GetParam()) != "cpu")
    GTEST_SKIP() << "the mock driver does everything at once";
  std::vector<char> A(100000);
  AccQueue Q;
  ASSERT_EQ(accQueue(*D, 1, Q), Error::Success);
  void *First = enter(WARPRT_ACC_CREATE, whole(A));
  Gate Work;
  ASSERT_EQ(D->hostCall(Q.Q, Gate::wait, &Work), Error::Success);
  exit(WARPRT_ACC_DELETE, whole(A));
  EXPECT_NE(enter(WARPRT_ACC_CREATE, whole(A)), First);
  exit(WARPRT_ACC_DELETE, whole(A));
  Work.Open = true;
  EXPECT_EQ(waitForAccQueue(*D, 1, Sync), Error::Success);
  EXPECT_EQ(D->synchronize(), Error::Success);
  void *Again = enter(WARPRT_ACC_CREATE, whole(A));
  EXPECT_NE(Again, nullptr);
}

TEST_P(AccData, GivesKeptMemoryToOthers) {
  size_t Free = 0, Total = 0;
  ASSERT_EQ(D->memoryInfo(Free, Total), Error::Success);
  std::vector<char> A(1000);
  enter(WARPRT_ACC_CREATE, whole(A));
  exit(WARPRT_ACC_DELETE, whole(A));
  ASSERT_GT(keptAccMemory(*D), 0u);
  // More than there is: what was kept is given back before it fails.
  void *P = nullptr;
  EXPECT_EQ(allocateMemory(Allocator::Device, Total + 1, &P),
            Error::MemoryAllocation);
  EXPECT_EQ(keptAccMemory(*D), 0u);
}

TEST_P(AccData, MissingDataEndTheProgram) {
  std::vector<int> A(10), B(10);
  enter(WARPRT_ACC_COPYIN, whole(A));
  EXPECT_EXIT(accEnter(clause(whole(B), "b"), WARPRT_ACC_PRESENT),
              testing::ExitedWithCode(1),
              "Present table dump for device\\[1\\].*\n.*name:a "
              "file:a.f90\nFATAL ERROR: data in PRESENT clause was not found "
              "on device 1: name=b host:0x[0-9a-f]+\n file:a.f90 line:12");
  auto Ends = [&](auto Work, const char *Message) {
    EXPECT_EXIT(Work(clause(whole(B), "b")), testing::ExitedWithCode(1),
                Message);
  };
  Ends(accUpdateHost, "data in update host clause was not found");
  Ends(accUpdateDevice, "data in update device clause was not found");
  Ends(accLookUp, "data in use_device clause was not found");
  // Where it is not present there is nothing to attach or detach.
  EXPECT_EQ(accAttach(clause(whole(B), "b")), B.data());
  accDetach(clause(whole(B), "b"));
}

TEST_P(AccData, PartlyPresentDataEndTheProgram) {
  std::vector<int> A(20);
  int64_t Words[3] = {0, 10, 4};
  enter(WARPRT_ACC_COPYIN, AccSection(A.data(), 4, 1, Words));
  EXPECT_EXIT(enter(WARPRT_ACC_COPYIN, whole(A)), testing::ExitedWithCode(1),
              "variable in COPYIN clause is partially present on device 1: "
              "name=a host:0x[0-9a-f]+ size:80");
}

TEST_P(AccData, QueuesByNumber) {
  AccQueue One, Again, Two, None, Default;
  EXPECT_EQ(accQueue(*D, 1, One), Error::Success);
  EXPECT_EQ(accQueue(*D, 1, Again), Error::Success);
  EXPECT_EQ(accQueue(*D, 2, Two), Error::Success);
  EXPECT_EQ(accQueue(*D, Sync, None), Error::Success);
  EXPECT_EQ(accQueue(*D, WARPRT_ACC_ASYNC_NOVAL, Default), Error::Success);
  EXPECT_EQ(One.Q, Again.Q);
  EXPECT_NE(One.Q, Two.Q);
  EXPECT_NE(Default.Q, One.Q);
  EXPECT_FALSE(None.Async);
  setDefaultAsync(2);
  EXPECT_EQ(accQueue(*D, WARPRT_ACC_ASYNC_NOVAL, Default), Error::Success);
  EXPECT_EQ(Default.Q, Two.Q);
  setDefaultAsync(Sync);
  EXPECT_EQ(accQueue(*D, WARPRT_ACC_ASYNC_NOVAL, Default), Error::Success);
  EXPECT_FALSE(Default.Async);
  setDefaultAsync(WARPRT_ACC_ASYNC_NOVAL);
  EXPECT_EQ(accQueue(*D, -9, One), Error::InvalidValue);
  bool Done = false;
  EXPECT_EQ(waitForAccQueue(*D, 1, 2), Error::Success);
  EXPECT_EQ(waitForAccQueue(*D, WARPRT_ACC_ASYNC_ALL, Sync), Error::Success);
  EXPECT_EQ(testAccQueue(*D, WARPRT_ACC_ASYNC_ALL, Done), Error::Success);
  EXPECT_TRUE(Done);
}

// The mock driver stands for the CUDA back end.
INSTANTIATE_TEST_SUITE_P(BackEnds, AccData, testing::Values("cpu", "mock"));

//===----------------------------------------------------------------------===//
// Memory that host and device share
//===----------------------------------------------------------------------===//

TEST(AccHost, DataClausesDoNothing) {
  useBackend(makeBackend("cpu"));
  resetAccDeviceForTesting(AccDeviceType::Host);
  std::vector<int> A(10, 1);
  EXPECT_TRUE(accSharesMemory());
  EXPECT_TRUE(accIsPresent(whole(A)));
  AccClause C = clause(whole(A), "a");
  for (int How : {WARPRT_ACC_COPYIN, WARPRT_ACC_PRESENT})
    EXPECT_EQ(accEnter(C, How), A.data());
  EXPECT_EQ(accLookUp(C), A.data());
  EXPECT_EQ(accAttach(C), A.data());
  accUpdateDevice(C);
  accUpdateHost(C);
  accDetach(C);
  accExit(C, WARPRT_ACC_COPYOUT);
  EXPECT_EQ(accDevicePointer(A.data()), A.data());
  Device *D = nullptr;
  ASSERT_EQ(currentDevice(D), Error::Success);
  EXPECT_TRUE(presentTable(*D).entries().empty());
  resetAccDeviceForTesting();
  EXPECT_FALSE(accSharesMemory());
  useBackend(nullptr);
}

TEST_P(AccData, PrivateArraysKeepOpenGridsSmall) {
  int64_t OfGang = 1 << 20, OfRow = (1 << 10) | WARPDEV_ACC_WORKER,
          OfThread = (1 << 12) | WARPDEV_ACC_WORKER | WARPDEV_ACC_VECTOR;
  int Other = 7;
  void *None = nullptr;
  void *Given[] = {&Other, &None, &OfGang, &None, &OfRow, &None, &OfThread};
  WarprtAccLaunch Launch = {};
  Launch.numPrivates = 3;
  Launch.firstPrivate = 1;
  LaunchShape Shape;
  Shape.Grid[0] = 1 << 20;
  Shape.Block[0] = 32;
  Shape.Block[1] = 4;
  {
    AccPrivates P(*D, nullptr);
    void **Args = Given;
    ASSERT_EQ(P.allocate(Launch, 7, Shape, Args), Error::Success);
    EXPECT_LE(Shape.Grid[0], 512u);
    EXPECT_GE(Shape.Grid[0], 1u);
    EXPECT_EQ(Args[0], &Other);
    EXPECT_EQ(Args[4], &OfRow);
    auto At = [&](int I) { return *static_cast<char **>(Args[I]); };
    EXPECT_EQ(At(3) - At(1), OfGang * int64_t(Shape.Grid[0]));
    EXPECT_EQ(At(5) - At(3), (1 << 10) * 4 * int64_t(Shape.Grid[0]));
    EXPECT_EQ(None, nullptr) << "the program's arguments stay";
  }
  EXPECT_GT(keptAccMemory(*D), 0u);
  // The program's number of gangs is kept.
  Launch.gangs[0] = Shape.Grid[0] = 3;
  AccPrivates P(*D, nullptr);
  void **Args = Given;
  ASSERT_EQ(P.allocate(Launch, 7, Shape, Args), Error::Success);
  EXPECT_EQ(Shape.Grid[0], 3u);
  Launch.numPrivates = 4;
  AccPrivates Q(*D, nullptr);
  EXPECT_EQ(Q.allocate(Launch, 7, Shape, Args), Error::InvalidValue);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

class AccShapes : public testing::Test {
protected:
  AccShapes() {
    Gpu.Multiprocessors = 100;
    Cpu.HostThreads = 8;
  }
  LaunchShape gpu(bool Reducing = false, uint32_t Threads = 1024) {
    return chooseAccGpuShape(Launch, Reducing, Threads, /*Registers=*/0, Gpu);
  }
  LaunchShape cpu() { return chooseAccCpuShape(Launch, Cpu); }
  WarprtAccLaunch Launch = {};
  DeviceProperties Gpu, Cpu;
};

void expectShape(const LaunchShape &S, std::array<uint32_t, 3> Grid,
                 std::array<uint32_t, 3> Block) {
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(S.Grid[I], Grid[I]) << "grid " << I;
    EXPECT_EQ(S.Block[I], Block[I]) << "block " << I;
  }
}

TEST_F(AccShapes, OneLoopOverTheGrid) {
  Launch.numLoops = 1;
  Launch.trips[0] = 409600;
  Launch.used = WARPDEV_ACC_GANG | WARPDEV_ACC_VECTOR;
  expectShape(gpu(), {3200, 1, 1}, {128, 1, 1});
  Launch.vectorLength = 256;
  expectShape(gpu(), {1600, 1, 1}, {256, 1, 1});
  Launch.gangs[0] = 10;
  expectShape(gpu(), {10, 1, 1}, {256, 1, 1});
  // More than a block can have.
  Launch.vectorLength = 100000;
  expectShape(gpu(), {10, 1, 1}, {1024, 1, 1});
  expectShape(gpu(false, 256), {10, 1, 1}, {256, 1, 1});
}

TEST_F(AccShapes, ThreadsOfLongLoopsTakeSeveralIterations) {
  Launch.numLoops = 1;
  Launch.used = WARPDEV_ACC_GANG | WARPDEV_ACC_WORKER | WARPDEV_ACC_VECTOR;
  Launch.trips[0] = int64_t(1) << 27;
  expectShape(gpu(), {1u << 18, 1, 1}, {128, 1, 1});
  Launch.trips[0] = 128000;
  expectShape(gpu(), {1000, 1, 1}, {128, 1, 1});
}

TEST_F(AccShapes, ReductionsKeepTheGridSmall) {
  Launch.numLoops = 1;
  Launch.trips[0] = int64_t(1) << 40;
  LaunchShape S = gpu(/*Reducing=*/true);
  EXPECT_LE(S.Grid[0], 1600u);
  Launch.numLoops = 0;
  Launch.trips[1] = Launch.used = WARPDEV_ACC_GANG | WARPDEV_ACC_VECTOR;
  S = gpu(/*Reducing=*/true);
  EXPECT_LE(S.Grid[0], 1600u);
}

TEST_F(AccShapes, NestsOfUnknownLengthSpreadOverAllDimensions) {
  Launch.numLoops = 1;
  Launch.used = WARPDEV_ACC_GANG | WARPDEV_ACC_WORKER | WARPDEV_ACC_VECTOR;
  expectShape(gpu(), {1600, 1, 1}, {128, 1, 1});
  Launch.numLoops = 2;
  expectShape(gpu(), {16, 100, 1}, {32, 4, 1});
  expectShape(gpu(/*Reducing=*/true), {16, 100, 1}, {32, 4, 1});
  Launch.trips[1] = 8;
  expectShape(gpu(), {16, 2, 1}, {32, 4, 1});
  Launch.trips[0] = 4096;
  Launch.trips[1] = 0;
  expectShape(gpu(), {128, 12, 1}, {32, 4, 1});
  Launch.numLoops = 3;
  Launch.trips[0] = 0;
  expectShape(gpu(), {16, 100, 1}, {32, 4, 1});
  Launch.gangs[0] = 7;
  expectShape(gpu(), {7, 1, 1}, {32, 4, 1});
}

TEST_F(AccShapes, GangsWorkersAndLanes) {
  Launch.used = WARPDEV_ACC_GANG | WARPDEV_ACC_WORKER | WARPDEV_ACC_VECTOR;
  Launch.trips[0] = 500;
  Launch.trips[1] = WARPDEV_ACC_GANG;
  expectShape(gpu(), {500, 1, 1}, {32, 8, 1});
  Launch.workers = 8;
  Launch.vectorLength = 16;
  expectShape(gpu(), {500, 1, 1}, {16, 8, 1});
  // Rows of several warps have barriers of their own, of which there are 15.
  Launch.vectorLength = 128;
  expectShape(gpu(), {500, 1, 1}, {128, 8, 1});
  Launch.workers = 15;
  Launch.vectorLength = 70;
  expectShape(gpu(), {500, 1, 1}, {64, 15, 1});
  Launch.workers = 16;
  expectShape(gpu(), {500, 1, 1}, {32, 16, 1});
  Launch.workers = 8;
  // The CPU pairs threads of a warp only.
  DeviceProperties Host = Gpu;
  Host.HostThreads = 4;
  expectShape(chooseAccGpuShape(Launch, false, 1024, /*Registers=*/0, Host),
              {500, 1, 1}, {32, 8, 1});
  Launch.vectorLength = 20;
  expectShape(gpu(), {500, 1, 1}, {16, 8, 1});
  Launch.workers = 1000;
  expectShape(gpu(), {500, 1, 1}, {16, 64, 1});
  // Gang loops that take the workers as well.
  Launch.trips[1] = WARPDEV_ACC_GANG | WARPDEV_ACC_WORKER;
  Launch.workers = 8;
  expectShape(gpu(), {63, 1, 1}, {16, 8, 1});
  Launch.gangs[0] = 7;
  Launch.gangs[1] = 3;
  expectShape(gpu(), {7, 3, 1}, {16, 8, 1});
}

TEST_F(AccShapes, TeamsAreWholeWarpsOrPowersOfTwo) {
  Launch.gangs[0] = 5;
  Launch.used = WARPDEV_ACC_GANG | WARPDEV_ACC_VECTOR;
  for (auto [Asked, Given] : {std::pair(1, 1u),
                              {20, 16u},
                              {32, 32u},
                              {47, 32u},
                              {64, 64u},
                              {100, 96u},
                              {1023, 992u}}) {
    Launch.vectorLength = Asked;
    expectShape(gpu(), {5, 1, 1}, {Given, 1, 1});
  }
  Launch.used |= WARPDEV_ACC_WORKER;
  Launch.vectorLength = 16;
  Launch.workers = 3;
  expectShape(gpu(), {5, 1, 1}, {16, 2, 1});
  Launch.workers = 1;
  expectShape(gpu(), {5, 1, 1}, {16, 1, 1});
  Launch.vectorLength = 8;
  Launch.workers = 3;
  expectShape(gpu(), {5, 1, 1}, {8, 2, 1});
  Launch.workers = 7;
  expectShape(gpu(), {5, 1, 1}, {8, 4, 1});
  Launch.vectorLength = 32;
  expectShape(gpu(), {5, 1, 1}, {32, 7, 1});
  Launch.used = WARPDEV_ACC_GANG | WARPDEV_ACC_WORKER;
  expectShape(gpu(), {5, 1, 1}, {1, 4, 1});
}

TEST_F(AccShapes, WithoutLoops) {
  expectShape(gpu(), {1, 1, 1}, {1, 1, 1});
  Launch.gangs[0] = 12;
  expectShape(gpu(), {12, 1, 1}, {1, 1, 1});
  expectShape(cpu(), {12, 1, 1}, {1, 1, 1});
}

TEST_F(AccShapes, OnTheCpuGangsAreChunks) {
  Launch.used = WARPDEV_ACC_GANG | WARPDEV_ACC_VECTOR;
  Launch.trips[0] = 500;
  Launch.trips[1] = WARPDEV_ACC_GANG;
  expectShape(cpu(), {32, 1, 1}, {1, 1, 1});
  Launch.trips[0] = 3;
  expectShape(cpu(), {3, 1, 1}, {1, 1, 1});
  Launch.trips[0] = 0;
  expectShape(cpu(), {32, 1, 1}, {1, 1, 1});
  Launch.gangs[0] = 2;
  expectShape(cpu(), {2, 1, 1}, {1, 1, 1});
  Launch = {};
  Launch.numLoops = 2;
  Launch.trips[0] = 1000;
  Launch.trips[1] = 1000;
  EXPECT_GT(cpu().Grid[1], 8u);
  Launch.gangs[0] = 1;
  expectShape(cpu(), {1, 1, 1}, {1, 1, 1});
}

TEST_F(AccShapes, GangsOfEachDimensionAreWithinTheDevicesLimits) {
  Launch.used = WARPDEV_ACC_GANG;
  Launch.gangs[0] = 2;
  Launch.gangs[1] = Launch.gangs[2] = 70000;
  expectShape(cpu(), {2, 65535, 65535}, {1, 1, 1});
  EXPECT_EQ(gpu().Grid[1], 65535u);
  EXPECT_EQ(gpu().Grid[2], 65535u);
}

} // namespace
