//===-- CheckSubstrings.cpp - Substrings that are out of bounds -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -Mbounds. FIR has only the address of a substring and its length:
///
///     hlfir.designate %c substr %i, %j
///  -> %bad = %i <= %j and (%i < 1 or %j > length of %c)
///     fir.if %bad { call warprt_report_substring(...) }
///     hlfir.designate %c substr %i, %j
///
/// The calls in device code become the device's in `warpfort-check-bounds`. In
/// constructs that become kernels, branches and calls without a result would
/// decide about what can run in parallel. There the runtime compares:
///
///     %zero = call warprt_report_outside(..., %i, %j, length of %c)
///
//===----------------------------------------------------------------------===//
#include "RunTimeChecks.h"
#include "warpfort/Pipeline/Passes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Transforms/Common/DeviceCode.h"
#include "warprt/BoundsCheck.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CHECKSUBSTRINGSPASS
#include "warpfort/Pipeline/Passes.h.inc"

namespace {

/// How many characters there are; null where that is not known here.
Value lengthOf(fir::FirOpBuilder &Builder, hlfir::DesignateOp Op) {
  Location Loc = Op.getLoc();
  if (!Op.getComponent())
    return hlfir::genCharLength(Loc, Builder, hlfir::Entity(Op.getMemref()));
  Type Of = hlfir::getFortranElementType(Op.getMemref().getType());
  auto Record = dyn_cast<fir::RecordType>(Of);
  Type Part = Record ? Record.getType(*Op.getComponent()) : Type();
  auto Characters = dyn_cast_or_null<fir::CharacterType>(
      Part ? hlfir::getFortranElementType(Part) : Type());
  if (!Characters || !Characters.hasConstantLen())
    return {};
  return Builder.createIntegerConstant(Loc, Builder.getIndexType(),
                                       Characters.getLen());
}

enum class Surroundings { Statements, Expression, Construct };

/// Masks and the like are evaluated where no other statement may be.
Surroundings surroundingsOf(Operation *Op) {
  bool InExpression = false;
  for (Operation *Around = Op->getParentOp();
       !isa_and_nonnull<func::FuncOp>(Around); Around = Around->getParentOp()) {
    if (!Around)
      return Surroundings::Expression;
    if (isDeviceConstruct(Around))
      return Surroundings::Construct;
    InExpression |= isa<hlfir::OrderedAssignmentTreeOpInterface,
                        hlfir::ElementalOp, hlfir::ElementalAddrOp>(Around);
  }
  return InExpression ? Surroundings::Expression : Surroundings::Statements;
}

void check(hlfir::DesignateOp Op, StringRef Name, bool InConstruct) {
  fir::FirOpBuilder Builder(
      Op, fir::getKindMapping(Op->getParentOfType<ModuleOp>()));
  Location Loc = Op.getLoc();
  Value Characters = lengthOf(Builder, Op);
  if (!Characters)
    return;
  Type I64 = Builder.getI64Type();
  auto Integer = [&](Value V) { return Builder.createConvert(Loc, I64, V); };
  auto Compare = [&](arith::CmpIPredicate P, Value A, Value B) -> Value {
    return arith::CmpIOp::create(Builder, Loc, P, A, B);
  };
  Value First = Integer(Op.getSubstring()[0]);
  Value Last = Integer(Op.getSubstring()[1]);
  Value Length = Integer(Characters);
  if (InConstruct) {
    callReport(
        Builder, Loc, "outside",
        AbiFunction<decltype(warprt_report_outside)>::get(Builder.getContext()),
        ReportPlace(), Name, {First, Last, Length});
    return;
  }
  Value One = Builder.createIntegerConstant(Loc, I64, 1);
  using arith::CmpIPredicate;
  Value IsOutside = arith::OrIOp::create(
      Builder, Loc, Compare(CmpIPredicate::slt, First, One),
      Compare(CmpIPredicate::sgt, Last, Length));
  Value Bad = arith::AndIOp::create(
      Builder, Loc, Compare(CmpIPredicate::sle, First, Last), IsOutside);
  Builder.genIfThen(Loc, Bad)
      .genThen([&] {
        callReport(Builder, Loc, "substring",
                   AbiFunction<decltype(warprt_report_substring)>::get(
                       Builder.getContext()),
                   ReportPlace(), Name, {First, Last, Length});
      })
      .end();
}

struct CheckSubstrings : impl::CheckSubstringsPassBase<CheckSubstrings> {
  void runOnOperation() override {
    llvm::SmallVector<std::pair<hlfir::DesignateOp, Surroundings>> Substrings;
    for (auto Function : getOperation().getOps<func::FuncOp>())
      Function.walk([&](hlfir::DesignateOp Op) {
        Surroundings In = surroundingsOf(Op);
        if (Op.getSubstring().size() == 2 && In != Surroundings::Expression)
          Substrings.push_back({Op, In});
      });
    for (auto [Op, In] : Substrings)
      if (std::string Name = nameOfVariable(Op); !Name.empty())
        check(Op, Name, In == Surroundings::Construct);
  }
};

} // namespace

} // namespace warpfort
