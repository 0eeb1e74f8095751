//===-- KeepStoreOrderTest.cpp - Order within an iteration ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops whose iterations are independent access two or three elements of a
/// record each. Where the order of these accesses counts, the loop must not
/// promise that its accesses are parallel.
///
//===----------------------------------------------------------------------===//
#include "KeepStoreOrder.h"
#include "CompiledFunction.h"
#include <string>

using namespace warpfort;

namespace {

/// A loop over `t`, whose record is \p Stride bytes behind the last one's, with
/// what an iteration does before, under a condition, and behind it. `%p` and
/// `%q` are the record's first and second elements.
std::string loop(int Stride, const std::string &Before, const std::string &Then,
                 const std::string &Behind) {
  return "define void @f(ptr %a, i64 %n, i1 %c, ptr noalias %b) {\n"
         "entry:\n"
         "  br label %head\n"
         "head:\n"
         "  %t = phi i64 [ 0, %entry ], [ %next, %latch ]\n"
         "  %o = mul i64 %t, " +
         std::to_string(Stride) +
         "\n"
         "  %p = getelementptr i8, ptr %a, i64 %o\n"
         "  %q = getelementptr i8, ptr %p, i64 8\n" +
         Before + "  br i1 %c, label %then, label %latch\nthen:\n" + Then +
         "  br label %latch\nlatch:\n" + Behind +
         "  %next = add i64 %t, 1\n"
         "  %more = icmp slt i64 %next, %n\n"
         "  br i1 %more, label %head, label %exit, !llvm.loop !0\n"
         "exit:\n"
         "  ret void\n"
         "}\n"
         "!0 = distinct !{!0, !2}\n"
         "!1 = distinct !{}\n"
         "!2 = !{!\"llvm.loop.parallel_accesses\", !1}\n";
}

std::string store(const char *Value, const char *Address) {
  return std::string("  store double ") + Value + ", ptr " + Address +
         ", !llvm.access.group !1\n";
}

/// Copies an element to an array that is nobody else's.
std::string load(const char *Name, const char *Address) {
  return std::string("  ") + Name + " = load double, ptr " + Address +
         ", !llvm.access.group !1\n  store double " + Name +
         ", ptr %b, !llvm.access.group !1\n";
}

bool keepsPromise(const std::string &Text) {
  CompiledModule M(Text, cpu::KeepStoreOrderPass());
  bool Keeps = M.IR.find("llvm.loop.parallel_accesses") != std::string::npos;
  EXPECT_NE(M.Changed, Keeps) << M.IR;
  return Keeps;
}

/// The first element is stored to twice, the second one last: a wide store of
/// both would come behind the one between.
std::string storesTwice(int Stride) {
  return loop(Stride, store("0.0", "%p"), store("5.0", "%p"),
              store("1.0", "%q"));
}

/// The first element is stored to between loads of both: a wide load would come
/// before the store.
std::string loadsBetween(int Stride) {
  return loop(Stride, load("%x", "%q"), store("5.0", "%p"), load("%y", "%p"));
}

TEST(KeepStoreOrder, KeepsTheOrderOfStores) {
  EXPECT_FALSE(keepsPromise(storesTwice(16)));
  EXPECT_FALSE(keepsPromise(storesTwice(32)));
}

TEST(KeepStoreOrder, KeepsTheOrderOfStoresGoingDown) {
  EXPECT_FALSE(keepsPromise(storesTwice(-16)));
  EXPECT_FALSE(keepsPromise(storesTwice(-32)));
}

TEST(KeepStoreOrder, KeepsLoadsBehindStores) {
  EXPECT_FALSE(keepsPromise(loadsBetween(16)));
  EXPECT_FALSE(keepsPromise(loadsBetween(-16)));
}

TEST(KeepStoreOrder, LetsRecordsWithoutGapsBe) {
  EXPECT_TRUE(keepsPromise(storesTwice(8)));
  EXPECT_TRUE(keepsPromise(storesTwice(-8)));
}

TEST(KeepStoreOrder, LetsElementsThatAreStoredOnceBe) {
  for (int Stride : {16, -16})
    EXPECT_TRUE(
        keepsPromise(loop(Stride, store("0.0", "%p"), "", store("1.0", "%q"))));
}

} // namespace
