//===-- ConstantAssignments.cpp - Constants to small arrays ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tables are often filled by thousands of assignments like
///
///     table(:, i, j) = (/ 1.0, 2.0, 3.0 /)     or     table(1:3, i, j) = 0
///
/// A loop for each of them makes LLVM slow, which is quadratic in the loops of
/// a procedure. Here the first is one copy, and the second, or the first where
/// the section may have holes, a few stores. What is assigned is a constant or
/// a scalar, so nothing overlaps.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Pipeline/Passes.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_EXPANDCONSTANTASSIGNMENTSPASS
#include "warpfort/Pipeline/Passes.h.inc"

namespace {

/// Of more elements a loop is made.
constexpr int64_t MostStores = 8;

class ExpandConstantAssignments
    : public impl::ExpandConstantAssignmentsPassBase<
          ExpandConstantAssignments> {
public:
  void runOnOperation() override;
};

/// The array of constant shape that an assignment goes to; null if it has
/// another one, or may not be what it seems.
fir::SequenceType plainArray(Value Array) {
  Type T = Array.getType();
  if (fir::isa_volatile_type(T))
    return {};
  Type Object;
  if (auto Reference = dyn_cast<fir::ReferenceType>(T))
    Object = Reference.getEleTy();
  else if (auto Box = dyn_cast<fir::BoxType>(T))
    Object = Box.getEleTy();
  auto Sequence = dyn_cast_or_null<fir::SequenceType>(Object);
  if (!Sequence || Sequence.hasDynamicExtents() || Sequence.hasUnknownShape() ||
      Sequence.getConstantArraySize() == 0 ||
      !fir::isa_trivial(Sequence.getEleTy()))
    return {};
  return Sequence;
}

/// Whether a value is a named constant, as array constructors are.
bool isConstantArray(Value Array) {
  auto Declare = Array.getDefiningOp<hlfir::DeclareOp>();
  return Declare && isa<fir::ReferenceType>(Array.getType()) &&
         Declare.getFortranAttrs() &&
         bitEnumContainsAny(*Declare.getFortranAttrs(),
                            fir::FortranVariableFlagsEnum::parameter);
}

/// The element of a number, from 1: components and named constants have lower
/// bounds of their own.
hlfir::Entity element(fir::FirOpBuilder &Builder, Location Loc, Value Array,
                      int64_t At) {
  Value Index = arith::ConstantIndexOp::create(Builder, Loc, At);
  return hlfir::getElementAt(Loc, Builder, hlfir::Entity{Array},
                             ValueRange{Index});
}

void expand(hlfir::AssignOp Assign) {
  Value To = Assign.getLhs(), From = Assign.getRhs();
  fir::SequenceType Array = plainArray(To);
  if (!Array || Assign.isAllocatableAssignment() || Assign.getTemporaryLhs())
    return;
  Type Element = Array.getEleTy();
  bool IsArray = isConstantArray(From) && plainArray(From) == Array;
  if (!IsArray && From.getType() != Element)
    return;
  OpBuilder Here(Assign);
  fir::FirOpBuilder Builder(Here, Assign->getParentOfType<ModuleOp>());
  Location Loc = Assign.getLoc();
  if (IsArray && isa<fir::ReferenceType>(To.getType())) {
    fir::CopyOp::create(Builder, Loc, From, To, /*noOverlap=*/true);
    Assign.erase();
    return;
  }
  int64_t Size = Array.getConstantArraySize();
  if (Array.getDimension() != 1 || Size > MostStores ||
      !To.getDefiningOp<hlfir::DesignateOp>())
    return;
  for (int64_t I = 1; I <= Size; ++I) {
    Value One = From;
    if (IsArray)
      One = fir::LoadOp::create(Builder, Loc, element(Builder, Loc, From, I));
    hlfir::AssignOp::create(Builder, Loc, One, element(Builder, Loc, To, I));
  }
  Assign.erase();
}

void ExpandConstantAssignments::runOnOperation() {
  func::FuncOp Function = getOperation();
  // In device code a loop is what threads share.
  if (Function->hasAttr(acc::getRoutineInfoAttrName()))
    return;
  SmallVector<hlfir::AssignOp> Assignments;
  walkHostCode(Function, [&](Operation *Op) {
    if (auto Assign = dyn_cast<hlfir::AssignOp>(Op))
      Assignments.push_back(Assign);
  });
  llvm::for_each(Assignments, expand);
}

} // namespace

} // namespace warpfort
