//===-- ACCSections.cpp - Several sections of one array -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Device code finds an array at one address, but its sections in clauses may
/// be in several places of device memory:
///
///     !$acc data copy(a(2:3), a(8:9))      !$acc serial copy(a(2:3), a(8:9))
///     !$acc serial                         a(8) = a(2)
///     a(8) = a(2)                          !$acc end serial
///
/// Upstream takes one of the sections for all that the construct uses. Here,
/// the construct asks for the array, of which a part that is present will do,
/// if it is the only one: sections in two places end the program with a
/// message.
///
//===----------------------------------------------------------------------===//
#include "RecordClauses.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCSECTIONSPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"

namespace {

using Entries = llvm::SmallVector<Operation *>;

/// Whether the clause gives a variable a place in device memory, or asks for
/// it.
bool placesVariable(Operation *Entry) {
  return isa_and_nonnull<acc::CopyinOp, acc::CreateOp, acc::PresentOp,
                         acc::NoCreateOp>(Entry);
}

/// The same constant, or value.
bool isSame(Value A, Value B) {
  if (A == B)
    return true;
  Attribute First, Second;
  return A && B && matchPattern(A, m_Constant(&First)) &&
         matchPattern(B, m_Constant(&Second)) && First == Second;
}

bool isSameSection(Operation *A, Operation *B) {
  auto Of = acc::getBounds(A), Other = acc::getBounds(B);
  return llvm::equal(Of, Other, [](Value Left, Value Right) {
    auto L = Left.getDefiningOp<acc::DataBoundsOp>();
    auto R = Right.getDefiningOp<acc::DataBoundsOp>();
    return Left == Right ||
           (L && R && isSame(L.getLowerbound(), R.getLowerbound()) &&
            isSame(L.getUpperbound(), R.getUpperbound()) &&
            isSame(L.getExtent(), R.getExtent()));
  });
}

bool areSections(llvm::ArrayRef<Operation *> Of) {
  return Of.size() > 1 && llvm::any_of(Of.drop_front(), [&](Operation *Entry) {
           return !isSameSection(Entry, Of.front());
         });
}

/// The entries of data constructs around \p Op for \p Var.
Entries entriesAround(Operation *Op, Value Var) {
  Entries Result;
  for (auto Data = Op->getParentOfType<acc::DataOp>(); Data;
       Data = Data->getParentOfType<acc::DataOp>())
    for (Value Operand : Data.getDataClauseOperands())
      if (Operation *Entry = Operand.getDefiningOp();
          placesVariable(Entry) && acc::getVar(Entry) == Var)
        Result.push_back(Entry);
  return Result;
}

/// Has an implicit clause, and what ends it, ask for the whole variable.
void forgetSection(acc::PresentOp Entry) {
  Entry.getBoundsMutable().clear();
  PartPresentAttr.set(Entry);
  for (Operation *User : Entry.getAccVar().getUsers())
    if (auto Exit = dyn_cast<acc::DeleteOp>(User)) {
      Exit.getBoundsMutable().clear();
      PartPresentAttr.set(Exit);
    }
}

/// Has the construct ask for the array that \p Of are sections of.
template <typename Construct>
void askForArray(Construct Op, llvm::ArrayRef<Operation *> Of) {
  OpBuilder Builder(Op);
  Value Var = acc::getVar(Of.front());
  auto Name = acc::getVarName(Of.front()).value_or("").split('(').first;
  Value Array =
      openacc::addClause(Builder, Op, Var, /*MustBePresent=*/true, Name.str());
  PartPresentAttr.set(Array.getDefiningOp());
  for (Operation *User : Array.getUsers())
    if (isa<acc::DeleteOp>(User))
      PartPresentAttr.set(User);
  for (Operation *Entry : Of)
    replaceAllUsesInRegionWith(acc::getAccVar(Entry), Array, Op.getRegion());
  replaceAllUsesInRegionWith(Var, Array, Op.getRegion());
}

template <typename Construct> void placeArrays(Construct Op) {
  llvm::MapVector<Value, Entries> Named;
  for (Value Operand : Op.getDataClauseOperands())
    if (Operation *Entry = Operand.getDefiningOp(); placesVariable(Entry))
      Named[acc::getVar(Entry)].push_back(Entry);
  for (auto &[Var, Of] : Named) {
    auto Implicit = dyn_cast<acc::PresentOp>(Of.front());
    if (areSections(Of))
      askForArray(Op, Of);
    else if (Implicit && Implicit.getImplicit() &&
             !Implicit.getBounds().empty() &&
             areSections(entriesAround(Op, Var)))
      forgetSection(Implicit);
  }
}

struct ACCSections : impl::ACCSectionsPassBase<ACCSections> {
  void runOnOperation() override {
    openacc::forEachComputeConstruct(getOperation(),
                                     [](auto Op) { placeArrays(Op); });
  }
};

} // namespace

} // namespace warpfort
