//===-- ReductionKinds.cpp - What reduction clauses say -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ReductionKinds.h.
///
//===----------------------------------------------------------------------===//
#include "ReductionKinds.h"
#include "ArrayReductions.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"

using namespace mlir;

namespace warpfort::openacc {

static std::optional<ReductionKind>
getReductionKind(acc::ReductionOperator Operator) {
  using Op = acc::ReductionOperator;
  switch (Operator) {
  case Op::AccAdd:
    return ReductionKind::Add;
  case Op::AccMul:
    return ReductionKind::Mul;
  case Op::AccMax:
    return ReductionKind::Max;
  case Op::AccMin:
    return ReductionKind::Min;
  case Op::AccIand:
    return ReductionKind::IAnd;
  case Op::AccIor:
    return ReductionKind::IOr;
  case Op::AccXor:
    return ReductionKind::IEor;
  case Op::AccEqv:
    return ReductionKind::LEqv;
  case Op::AccNeqv:
    return ReductionKind::LNeqv;
  case Op::AccLand:
    return ReductionKind::LAnd;
  case Op::AccLor:
    return ReductionKind::LOr;
  default:
    return std::nullopt;
  }
}

acc::ReductionRecipeOp getReductionRecipe(acc::ReductionOp Op) {
  if (!Op.getRecipe())
    return {};
  return SymbolTable::lookupNearestSymbolFrom<acc::ReductionRecipeOp>(
      Op, *Op.getRecipe());
}

std::optional<ReductionKind> getReductionKind(acc::ReductionOp Op) {
  acc::ReductionRecipeOp Recipe = getReductionRecipe(Op);
  if (!Recipe)
    return std::nullopt;
  std::optional<ReductionKind> Kind =
      getReductionKind(Recipe.getReductionOperator());
  if (UnsignedAttr.isOn(Recipe))
    return Kind == ReductionKind::Max ? ReductionKind::UMax
                                      : ReductionKind::UMin;
  return Kind;
}

std::optional<ReductionKind> getLibraryReduction(acc::ReductionOp Op) {
  std::optional<ReductionKind> Kind = getReductionKind(Op);
  if (!Kind)
    return std::nullopt;
  fir::FirOpBuilder Builder(
      Op, fir::getKindMapping(Op->getParentOfType<ModuleOp>()));
  Type Element = fir::unwrapRefType(Op.getAccVar().getType());
  if (getArrayReduction(Op) == ArrayReduction::Private)
    Element = fir::unwrapSequenceType(Element);
  if (getReductionTypeSuffix(Builder, *Kind, Element).empty())
    return std::nullopt;
  return Kind;
}

/// As a reduction clause of the program's language has it; empty if unknown.
static llvm::StringRef nameOf(acc::ReductionOperator Operator, bool IsC) {
  using Op = acc::ReductionOperator;
  switch (Operator) {
  case Op::AccAdd:
    return "+";
  case Op::AccMul:
    return "*";
  case Op::AccMax:
    return "max";
  case Op::AccMin:
    return "min";
  case Op::AccIand:
    return IsC ? "&" : "iand";
  case Op::AccIor:
    return IsC ? "|" : "ior";
  case Op::AccXor:
    return IsC ? "^" : "ieor";
  case Op::AccEqv:
    return ".eqv.";
  case Op::AccNeqv:
    return ".neqv.";
  case Op::AccLand:
    return IsC ? "&&" : ".and.";
  case Op::AccLor:
    return IsC ? "||" : ".or.";
  case Op::AccNone:
    return "";
  }
  return "";
}

std::string getReductionText(acc::ReductionOp Op) {
  acc::ReductionRecipeOp Recipe = getReductionRecipe(Op);
  std::string Name = acc::getVarName(Op).value_or("").str();
  if (!Recipe || Name.empty())
    return "";
  bool IsC = CSourceAttr.isOn(Op->getParentOfType<ModuleOp>());
  llvm::StringRef Sign = nameOf(Recipe.getReductionOperator(), IsC);
  return Sign.empty() ? "" : ("reduction(" + Sign + ":" + Name + ")").str();
}

} // namespace warpfort::openacc
