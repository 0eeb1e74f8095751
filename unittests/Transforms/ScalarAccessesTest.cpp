//===-- ScalarAccessesTest.cpp - What code does with a scalar -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each test looks at the variable `%s` of a procedure `@body`, whose body
/// stands for a loop's.
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/ScalarAccesses.h"
#include "warpfort/Pipeline/Pipeline.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <optional>

using namespace mlir;
using namespace warpfort;

namespace {

constexpr unsigned Whole = ScalarAccess::Whole;

class ScalarAccessesTest : public testing::Test {
protected:
  ScalarAccessesTest() {
    DialectRegistry Registry;
    registerDialects(Registry);
    Context.appendDialectRegistry(Registry);
    Context.loadAllAvailableDialects();
  }

  /// \p Text is the code of `@body(%s: !fir.ref<T>, %c: i1, %v: T)`.
  ScalarAccesses &parse(llvm::StringRef T, llvm::StringRef Text,
                        llvm::StringRef Others = "") {
    std::string Source =
        ("func.func @body(%s: !fir.ref<" + T + ">, %c: i1, %v: " + T + ") {\n" +
         Text + "\n}\n" + Others)
            .str();
    Module = parseSourceString<ModuleOp>(Source, &Context);
    EXPECT_TRUE(Module) << Source;
    Body = Module->lookupSymbol<func::FuncOp>("body");
    Record.emplace(Body.getArgument(0), &Body.getBody());
    return *Record;
  }

  MLIRContext Context;
  OwningOpRef<ModuleOp> Module;
  func::FuncOp Body;
  std::optional<ScalarAccesses> Record;
};

TEST_F(ScalarAccessesTest, BranchesAssignTogether) {
  auto &A = parse("i32", R"(
    fir.if %c { fir.store %v to %s : !fir.ref<i32> }
    else { fir.store %v to %s : !fir.ref<i32> }
    %0 = fir.load %s : !fir.ref<i32>
    return)");
  EXPECT_EQ(A.all().size(), 3u);
  EXPECT_EQ(A.assignments().size(), 2u);
  EXPECT_TRUE(A.isAlwaysAssigned());
  EXPECT_FALSE(A.follow().FirstRead);
}

TEST_F(ScalarAccessesTest, OneBranchIsNoPromise) {
  auto &A = parse("i32", R"(
    fir.if %c { fir.store %v to %s : !fir.ref<i32> }
    %0 = fir.load %s : !fir.ref<i32>
    return)");
  EXPECT_FALSE(A.isAlwaysAssigned());
  EXPECT_TRUE(isa<fir::LoadOp>(A.follow().FirstRead));
  EXPECT_FALSE(A.follow(ScalarAccesses::Trust::Branches).FirstRead);
}

TEST_F(ScalarAccessesTest, StopIsNoWayThrough) {
  auto &A = parse("i32", R"(
    cf.cond_br %c, ^stop, ^go
  ^stop:
    fir.unreachable
  ^go:
    fir.store %v to %s : !fir.ref<i32>
    return)");
  EXPECT_TRUE(A.isAlwaysAssigned());
}

constexpr llvm::StringLiteral Parts = R"(
    %i0 = arith.constant 0 : i32
    %i1 = arith.constant 1 : i32
    %x = arith.constant 1.0 : f32
    %re = fir.coordinate_of %s, %i0 : (!fir.ref<complex<f32>>, i32) -> !fir.ref<f32>
    %im = fir.coordinate_of %s, %i1 : (!fir.ref<complex<f32>>, i32) -> !fir.ref<f32>
)";

TEST_F(ScalarAccessesTest, PartsMakeTheWhole) {
  auto &A = parse("complex<f32>", (Parts + R"(
    fir.store %x to %re : !fir.ref<f32>
    %0 = fir.load %re : !fir.ref<f32>
    fir.store %x to %im : !fir.ref<f32>
    %1 = fir.load %s : !fir.ref<complex<f32>>
    return)")
                                      .str());
  EXPECT_EQ(A.all().size(), 4u);
  EXPECT_TRUE(A.isAlwaysAssigned());
  EXPECT_FALSE(A.follow().FirstRead);
}

TEST_F(ScalarAccessesTest, TheOtherPartIsRead) {
  auto &A = parse("complex<f32>", (Parts + R"(
    fir.store %x to %re : !fir.ref<f32>
    %1 = fir.load %im : !fir.ref<f32>
    return)")
                                      .str());
  EXPECT_EQ(A.follow().Surely, 1u);
  EXPECT_TRUE(A.follow().FirstRead);
}

TEST_F(ScalarAccessesTest, StoreOfAnotherType) {
  auto &A = parse("i32", R"(
    %b = arith.trunci %v : i32 to i8
    %p = fir.convert %s : (!fir.ref<i32>) -> !fir.ref<i8>
    fir.store %b to %p : !fir.ref<i8>
    return)");
  EXPECT_EQ(A.assignments().size(), 1u);
  EXPECT_FALSE(A.isAlwaysAssigned());
}

TEST_F(ScalarAccessesTest, Atomics) {
  auto &A = parse("i32", R"(
    "acc.atomic.write"(%s, %v) : (!fir.ref<i32>, i32) -> ()
    return)");
  EXPECT_TRUE(A.all()[0].IsAtomic);
  EXPECT_TRUE(A.follow().FirstRead);
  auto &B = parse("i32", R"(
    %x = fir.alloca i32
    "acc.atomic.read"(%x, %s) <{element_type = i32}> : (!fir.ref<i32>, !fir.ref<i32>) -> ()
    return)");
  EXPECT_FALSE(B.all()[0].IsAtomic);
  EXPECT_TRUE(B.isAlwaysAssigned());
}

TEST_F(ScalarAccessesTest, PrivateOfALoopInsideIsAnotherVariable) {
  auto &A = parse("i32", R"(
    %p = acc.private varPtr(%s : !fir.ref<i32>) -> !fir.ref<i32> {name = "s"}
    return)");
  EXPECT_TRUE(A.all().empty());
}

constexpr llvm::StringLiteral Call = R"(
    fir.call @f(%s) : (!fir.ref<i32>) -> ()
    return)";

TEST_F(ScalarAccessesTest, ProcedureThatMayAssign) {
  auto &A = parse("i32", Call, R"(
    func.func @f(%a: !fir.ref<i32>) { fir.call @g(%a) : (!fir.ref<i32>) -> () return }
    func.func @g(%a: !fir.ref<i32>) {
      %v = arith.constant 1 : i32
      %c = arith.constant true
      fir.if %c { fir.store %v to %a : !fir.ref<i32> }
      return
    })");
  EXPECT_TRUE(A.all()[0].mayLeave());
  EXPECT_FALSE(A.all()[0].IsUnknown);
  EXPECT_EQ(A.all()[0].Reads, 0u);
  // The procedures that mark what they assign.
  OpBuilder Builder(&Body.getBody().front().front());
  Value One = arith::ConstantIntOp::create(Builder, Body.getLoc(), 1, 64);
  Value Mark =
      fir::AllocaOp::create(Builder, Body.getLoc(), Builder.getI64Type());
  A.mark(Whole, Mark, One);
  auto G = Module->lookupSymbol<func::FuncOp>("g_marks_0_3");
  ASSERT_TRUE(Module->lookupSymbol("f_marks_0_3"));
  ASSERT_TRUE(G);
  unsigned Stores = 0;
  G.walk([&](fir::StoreOp Store) {
    Stores += Store.getMemref() == G.getArgument(1) &&
              isa<fir::IfOp>(Store->getParentOp());
  });
  EXPECT_EQ(Stores, 1u);
}

TEST_F(ScalarAccessesTest, ProcedureThatCallsItself) {
  // It reads what a call of itself leaves as it was.
  auto &A = parse("i32", Call, R"(
    func.func @f(%a: !fir.ref<i32>) {
      %v = arith.constant 1 : i32
      %c = arith.constant true
      fir.if %c {
        fir.call @f(%a) : (!fir.ref<i32>) -> ()
        %x = fir.load %a : !fir.ref<i32>
        fir.store %v to %a : !fir.ref<i32>
      }
      return
    })");
  EXPECT_FALSE(A.all()[0].IsUnknown);
  EXPECT_EQ(A.all()[0].Reads, Whole);
  EXPECT_TRUE(A.all()[0].mayLeave());
}

TEST_F(ScalarAccessesTest, ProcedureOfAnotherFile) {
  constexpr llvm::StringLiteral Declared =
      "func.func private @f(!fir.ref<i32>)";
  EXPECT_TRUE(parse("i32", Call, Declared).all()[0].IsUnknown);
  auto With = [&](llvm::StringRef Intent) -> const ScalarAccess & {
    return parse("i32", Call,
                 (Declared + " attributes {warpfort.intents = [\"" + Intent +
                  "\"]}")
                     .str())
        .all()[0];
  };
  EXPECT_EQ(With("in").Assigns, 0u);
  EXPECT_EQ(With("out").Surely, Whole);
  EXPECT_EQ(With("out").Reads, 0u);
  EXPECT_EQ(With("inout").Reads, Whole);
  EXPECT_TRUE(With("inout").mayLeave());
}

} // namespace
