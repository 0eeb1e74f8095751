//===-- PlacesTest.cpp - Which variable an address belongs to -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each test compares addresses that `@body` names by the `uniq_name` of a
/// declaration.
///
//===----------------------------------------------------------------------===//
#include "Transforms/Common/Places.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Pipeline/Pipeline.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace warpfort;

namespace {

class PlacesTest : public testing::Test {
protected:
  PlacesTest() {
    DialectRegistry Registry;
    registerDialects(Registry);
    Context.appendDialectRegistry(Registry);
    Context.loadAllAvailableDialects();
  }

  void parse(llvm::StringRef Text) {
    std::string Source = R"(
      !t = !fir.type<t{x:i32,a:!fir.array<9xi32>,p:!fir.box<!fir.ptr<i32>>,q:!fir.box<!fir.ptr<i32>>}>
      func.func @body(%r: !fir.ref<!t>, %n: index,
                      %al: !fir.ref<!fir.box<!fir.heap<i32>>>,
                      %pt: !fir.ref<!fir.box<!fir.ptr<i32>>>,
                      %z: !fir.ref<complex<f32>>,
                      %v: !fir.ref<!fir.array<9xi32>>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c3 = arith.constant 3 : index
        %c5 = arith.constant 5 : index
        %c9 = arith.constant 9 : index
        %shape = fir.shape %c9 : (index) -> !fir.shape<1>
      )" + Text.str() + "\nreturn }\n";
    Module = parseSourceString<ModuleOp>(Source, &Context);
    ASSERT_TRUE(Module) << Source;
  }

  Place at(llvm::StringRef Name) {
    Value Found;
    Module->walk([&](fir::DeclareOp Declare) {
      if (Declare.getUniqName() == Name)
        Found = Declare;
    });
    EXPECT_TRUE(Found) << Name.str();
    return findPlace(Found);
  }

  MLIRContext Context;
  OwningOpRef<ModuleOp> Module;
};

TEST_F(PlacesTest, AllocatableIsWhatItsNamesLeadTo) {
  parse(R"(
    %0 = fir.load %al : !fir.ref<!fir.box<!fir.heap<i32>>>
    %1 = fir.box_addr %0 : (!fir.box<!fir.heap<i32>>) -> !fir.heap<i32>
    %2 = fir.declare %1 {uniq_name = "a"} : (!fir.heap<i32>) -> !fir.heap<i32>
    %3 = fir.load %al : !fir.ref<!fir.box<!fir.heap<i32>>>
    %4 = fir.box_addr %3 : (!fir.box<!fir.heap<i32>>) -> !fir.heap<i32>
    %5 = fir.declare %4 {uniq_name = "b"} : (!fir.heap<i32>) -> !fir.heap<i32>
  )");
  EXPECT_TRUE(at("a").isSame(at("b")));
  EXPECT_FALSE(at("a").ThroughPointer);
}

TEST_F(PlacesTest, PointerMayLeadElsewhereByThen) {
  parse(R"(
    %0 = fir.load %pt : !fir.ref<!fir.box<!fir.ptr<i32>>>
    %1 = fir.box_addr %0 : (!fir.box<!fir.ptr<i32>>) -> !fir.ptr<i32>
    %2 = fir.declare %1 {uniq_name = "a"} : (!fir.ptr<i32>) -> !fir.ptr<i32>
    %3 = fir.load %pt : !fir.ref<!fir.box<!fir.ptr<i32>>>
    %4 = fir.box_addr %3 : (!fir.box<!fir.ptr<i32>>) -> !fir.ptr<i32>
    %5 = fir.declare %4 {uniq_name = "b"} : (!fir.ptr<i32>) -> !fir.ptr<i32>
  )");
  EXPECT_FALSE(at("a").isSame(at("b")));
  EXPECT_TRUE(at("a").mayShare(at("b")));
  EXPECT_TRUE(at("a").ThroughPointer);
}

TEST_F(PlacesTest, PartsOfNumbersAndRecords) {
  parse(R"(
    %0 = fir.coordinate_of %z, %c0 : (!fir.ref<complex<f32>>, index) -> !fir.ref<f32>
    %1 = fir.declare %0 {uniq_name = "re"} : (!fir.ref<f32>) -> !fir.ref<f32>
    %2 = fir.coordinate_of %z, %c0 : (!fir.ref<complex<f32>>, index) -> !fir.ref<f32>
    %3 = fir.declare %2 {uniq_name = "re2"} : (!fir.ref<f32>) -> !fir.ref<f32>
    %4 = fir.coordinate_of %z, %c1 : (!fir.ref<complex<f32>>, index) -> !fir.ref<f32>
    %5 = fir.declare %4 {uniq_name = "im"} : (!fir.ref<f32>) -> !fir.ref<f32>
    %6 = fir.coordinate_of %r, x : (!fir.ref<!t>) -> !fir.ref<i32>
    %7 = fir.declare %6 {uniq_name = "x"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %8 = fir.coordinate_of %r, p : (!fir.ref<!t>) -> !fir.ref<!fir.box<!fir.ptr<i32>>>
    %9 = fir.declare %8 {uniq_name = "p"} : (!fir.ref<!fir.box<!fir.ptr<i32>>>) -> !fir.ref<!fir.box<!fir.ptr<i32>>>
    %10 = fir.coordinate_of %r, q : (!fir.ref<!t>) -> !fir.ref<!fir.box<!fir.ptr<i32>>>
    %11 = fir.declare %10 {uniq_name = "q"} : (!fir.ref<!fir.box<!fir.ptr<i32>>>) -> !fir.ref<!fir.box<!fir.ptr<i32>>>
    %12 = fir.declare %r {uniq_name = "r"} : (!fir.ref<!t>) -> !fir.ref<!t>
  )");
  EXPECT_TRUE(at("re").isSame(at("re2")));
  EXPECT_TRUE(at("re").isApart(at("im")));
  EXPECT_TRUE(at("x").mayShare(at("r")));
  // They may have one target.
  EXPECT_TRUE(at("p").mayShare(at("q")));
}

TEST_F(PlacesTest, ElementsCountFromTheFirstOfTheirArray) {
  parse(R"(
    %0 = fir.array_coor %v(%shape) %c3 : (!fir.ref<!fir.array<9xi32>>, !fir.shape<1>, index) -> !fir.ref<i32>
    %1 = fir.declare %0 {uniq_name = "v3"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %2 = fir.shape_shift %c0, %c9 : (index, index) -> !fir.shapeshift<1>
    %3 = fir.array_coor %v(%2) %c2 : (!fir.ref<!fir.array<9xi32>>, !fir.shapeshift<1>, index) -> !fir.ref<i32>
    %4 = fir.declare %3 {uniq_name = "w2"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %5 = fir.array_coor %v(%shape) %c2 : (!fir.ref<!fir.array<9xi32>>, !fir.shape<1>, index) -> !fir.ref<i32>
    %6 = fir.declare %5 {uniq_name = "v2"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %7 = fir.array_coor %v(%shape) %n : (!fir.ref<!fir.array<9xi32>>, !fir.shape<1>, index) -> !fir.ref<i32>
    %8 = fir.declare %7 {uniq_name = "vn"} : (!fir.ref<i32>) -> !fir.ref<i32>
  )");
  EXPECT_TRUE(at("v3").isSame(at("w2")));
  EXPECT_TRUE(at("v3").isApart(at("v2")));
  EXPECT_FALSE(at("vn").isSame(at("vn")));
  EXPECT_TRUE(at("vn").mayShare(at("v2")));
}

TEST_F(PlacesTest, ElementsOfSections) {
  // s => v(3:5), t => v(1:9:2); the second element of each is v(4) and v(3).
  parse(R"(
    %three = fir.shape %c3 : (index) -> !fir.shape<1>
    %0 = fir.array_coor %v(%shape) %c3 : (!fir.ref<!fir.array<9xi32>>, !fir.shape<1>, index) -> !fir.ref<i32>
    %1 = fir.convert %0 : (!fir.ref<i32>) -> !fir.ref<!fir.array<3xi32>>
    %2 = fir.volatile_cast %1 : (!fir.ref<!fir.array<3xi32>>) -> !fir.ref<!fir.array<3xi32>, volatile>
    %3 = fir.volatile_cast %2 : (!fir.ref<!fir.array<3xi32>, volatile>) -> !fir.ref<!fir.array<3xi32>>
    %4 = fir.array_coor %3(%three) %c2 : (!fir.ref<!fir.array<3xi32>>, !fir.shape<1>, index) -> !fir.ref<i32>
    %5 = fir.declare %4 {uniq_name = "s2"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %slice = fir.slice %c1, %c9, %c2 : (index, index, index) -> !fir.slice<1>
    %6 = fir.embox %v(%shape) [%slice] : (!fir.ref<!fir.array<9xi32>>, !fir.shape<1>, !fir.slice<1>) -> !fir.box<!fir.array<5xi32>>
    %7 = fir.array_coor %6 %c2 : (!fir.box<!fir.array<5xi32>>, index) -> !fir.ref<i32>
    %8 = fir.declare %7 {uniq_name = "t2"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %9 = fir.declare %0 {uniq_name = "v3"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %10 = fir.array_coor %v(%shape) %c5 : (!fir.ref<!fir.array<9xi32>>, !fir.shape<1>, index) -> !fir.ref<i32>
    %11 = fir.declare %10 {uniq_name = "v5"} : (!fir.ref<i32>) -> !fir.ref<i32>
  )");
  EXPECT_TRUE(at("t2").mayShare(at("v3")));
  EXPECT_TRUE(at("s2").mayShare(at("v5")));
  EXPECT_TRUE(at("s2").mayShare(at("t2")));
  EXPECT_FALSE(at("s2").isSame(at("t2")));
}

TEST_F(PlacesTest, StorageTellsPartsOfBlocksApart) {
  parse(R"(
    %0 = fir.alloca !fir.array<12xi8>
    %1 = fir.coordinate_of %0, %c0 : (!fir.ref<!fir.array<12xi8>>, index) -> !fir.ref<i8>
    %2 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<i32>
    %3 = fir.declare %2 storage(%0[0]) {uniq_name = "a"} : (!fir.ptr<i32>, !fir.ref<!fir.array<12xi8>>) -> !fir.ptr<i32>
    %4 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<f32>
    %5 = fir.declare %4 storage(%0[0]) {uniq_name = "b"} : (!fir.ptr<f32>, !fir.ref<!fir.array<12xi8>>) -> !fir.ptr<f32>
    %6 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<i32>
    %7 = fir.declare %6 storage(%0[4]) {uniq_name = "c"} : (!fir.ptr<i32>, !fir.ref<!fir.array<12xi8>>) -> !fir.ptr<i32>
    %8 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<f64>
    %9 = fir.declare %8 storage(%0[0]) {uniq_name = "d"} : (!fir.ptr<f64>, !fir.ref<!fir.array<12xi8>>) -> !fir.ptr<f64>
  )");
  EXPECT_TRUE(at("a").isSame(at("b")));
  EXPECT_FALSE(at("a").mayShare(at("c")));
  EXPECT_TRUE(at("c").mayShare(at("d")));
}

TEST_F(PlacesTest, NamesOfOneStorageAreComparedByTheirSteps) {
  // c(2,8) and d(8,2) are equivalent, and so is e(2,6): c(1,2) is the third
  // element as e(1,2) and d(3,1), d(1,2) the ninth, x%a the first one as y%b.
  parse(R"(
    %c8 = arith.constant 8 : index
    %c6 = arith.constant 6 : index
    %0 = fir.alloca !fir.array<64xi8>
    %1 = fir.coordinate_of %0, %c0 : (!fir.ref<!fir.array<64xi8>>, index) -> !fir.ref<i8>
    %s28 = fir.shape %c2, %c8 : (index, index) -> !fir.shape<2>
    %s82 = fir.shape %c8, %c2 : (index, index) -> !fir.shape<2>
    %s26 = fir.shape %c2, %c6 : (index, index) -> !fir.shape<2>
    %2 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<!fir.array<2x8xi32>>
    %c = fir.declare %2(%s28) storage(%0[0]) {uniq_name = "c"} : (!fir.ptr<!fir.array<2x8xi32>>, !fir.shape<2>, !fir.ref<!fir.array<64xi8>>) -> !fir.ptr<!fir.array<2x8xi32>>
    %3 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<!fir.array<8x2xi32>>
    %d = fir.declare %3(%s82) storage(%0[0]) {uniq_name = "d"} : (!fir.ptr<!fir.array<8x2xi32>>, !fir.shape<2>, !fir.ref<!fir.array<64xi8>>) -> !fir.ptr<!fir.array<8x2xi32>>
    %4 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<!fir.array<2x6xi32>>
    %e = fir.declare %4(%s26) storage(%0[0]) {uniq_name = "e"} : (!fir.ptr<!fir.array<2x6xi32>>, !fir.shape<2>, !fir.ref<!fir.array<64xi8>>) -> !fir.ptr<!fir.array<2x6xi32>>
    %5 = fir.array_coor %c(%s28) %c1, %c2 : (!fir.ptr<!fir.array<2x8xi32>>, !fir.shape<2>, index, index) -> !fir.ref<i32>
    %6 = fir.declare %5 {uniq_name = "c12"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %7 = fir.array_coor %d(%s82) %c1, %c2 : (!fir.ptr<!fir.array<8x2xi32>>, !fir.shape<2>, index, index) -> !fir.ref<i32>
    %8 = fir.declare %7 {uniq_name = "d12"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %9 = fir.array_coor %d(%s82) %c3, %c1 : (!fir.ptr<!fir.array<8x2xi32>>, !fir.shape<2>, index, index) -> !fir.ref<i32>
    %10 = fir.declare %9 {uniq_name = "d31"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %11 = fir.array_coor %e(%s26) %c1, %c2 : (!fir.ptr<!fir.array<2x6xi32>>, !fir.shape<2>, index, index) -> !fir.ref<i32>
    %12 = fir.declare %11 {uniq_name = "e12"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %13 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<!fir.type<t1{a:i32,b:i32}>>
    %x = fir.declare %13 storage(%0[0]) {uniq_name = "x"} : (!fir.ptr<!fir.type<t1{a:i32,b:i32}>>, !fir.ref<!fir.array<64xi8>>) -> !fir.ptr<!fir.type<t1{a:i32,b:i32}>>
    %14 = fir.convert %1 : (!fir.ref<i8>) -> !fir.ptr<!fir.type<t2{a:i16,b:i16}>>
    %y = fir.declare %14 storage(%0[0]) {uniq_name = "y"} : (!fir.ptr<!fir.type<t2{a:i16,b:i16}>>, !fir.ref<!fir.array<64xi8>>) -> !fir.ptr<!fir.type<t2{a:i16,b:i16}>>
    %15 = fir.coordinate_of %x, a : (!fir.ptr<!fir.type<t1{a:i32,b:i32}>>) -> !fir.ref<i32>
    %16 = fir.declare %15 {uniq_name = "xa"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %17 = fir.coordinate_of %y, b : (!fir.ptr<!fir.type<t2{a:i16,b:i16}>>) -> !fir.ref<i16>
    %18 = fir.declare %17 {uniq_name = "yb"} : (!fir.ref<i16>) -> !fir.ref<i16>
  )");
  EXPECT_FALSE(at("c12").isSame(at("d12")));
  EXPECT_FALSE(at("c12").isApart(at("d31")));
  EXPECT_TRUE(at("c12").mayShare(at("d31")));
  EXPECT_TRUE(at("c12").isSame(at("e12")));
  EXPECT_TRUE(at("d12").isApart(at("d31")));
  EXPECT_TRUE(at("xa").mayShare(at("yb")));
}

TEST_F(PlacesTest, InheritedComponentsHaveTwoWays) {
  parse(R"(
    %0 = fir.alloca !fir.class<!fir.type<parent{x:i32,y:i32}>>
    %1 = fir.load %0 : !fir.ref<!fir.class<!fir.type<parent{x:i32,y:i32}>>>
    %2 = fir.convert %1 : (!fir.class<!fir.type<parent{x:i32,y:i32}>>) -> !fir.box<!fir.type<child{parent:!fir.type<parent{x:i32,y:i32}>,z:i32}>>
    %3 = fir.box_addr %2 : (!fir.box<!fir.type<child{parent:!fir.type<parent{x:i32,y:i32}>,z:i32}>>) -> !fir.ref<!fir.type<child{parent:!fir.type<parent{x:i32,y:i32}>,z:i32}>>
    %4 = fir.coordinate_of %3, parent, y : (!fir.ref<!fir.type<child{parent:!fir.type<parent{x:i32,y:i32}>,z:i32}>>) -> !fir.ref<i32>
    %5 = fir.declare %4 {uniq_name = "child's"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %6 = fir.coordinate_of %1, y : (!fir.class<!fir.type<parent{x:i32,y:i32}>>) -> !fir.ref<i32>
    %7 = fir.declare %6 {uniq_name = "parent's"} : (!fir.ref<i32>) -> !fir.ref<i32>
    %8 = fir.coordinate_of %3, parent, x : (!fir.ref<!fir.type<child{parent:!fir.type<parent{x:i32,y:i32}>,z:i32}>>) -> !fir.ref<i32>
    %9 = fir.declare %8 {uniq_name = "child's x"} : (!fir.ref<i32>) -> !fir.ref<i32>
  )");
  EXPECT_FALSE(at("child's").isApart(at("parent's")));
  EXPECT_TRUE(at("child's").mayShare(at("parent's")));
  EXPECT_TRUE(at("child's").isApart(at("child's x")));
}

TEST_F(PlacesTest, ClauseIsOfTheHostsVariable) {
  parse(R"(
    %0 = fir.declare %v(%shape) {fortran_attrs = #fir.var_attrs<target>, uniq_name = "v"} : (!fir.ref<!fir.array<9xi32>>, !fir.shape<1>) -> !fir.ref<!fir.array<9xi32>>
    %1 = acc.copyin varPtr(%0 : !fir.ref<!fir.array<9xi32>>) -> !fir.ref<!fir.array<9xi32>>
    %2 = fir.declare %1(%shape) {uniq_name = "copy"} : (!fir.ref<!fir.array<9xi32>>, !fir.shape<1>) -> !fir.ref<!fir.array<9xi32>>
  )");
  EXPECT_TRUE(at("copy").isSame(at("v")));
  EXPECT_TRUE(at("copy").IsTarget);
  EXPECT_TRUE(at("copy").IsAssociateName);
}

} // namespace
