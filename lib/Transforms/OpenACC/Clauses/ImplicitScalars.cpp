//===-- ImplicitScalars.cpp - Scalars that no clause names ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ImplicitScalars.h.
///
//===----------------------------------------------------------------------===//
#include "ImplicitScalars.h"
#include "SharedScalars.h"
#include "Transforms/Common/KernelLoopScalars.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/Common/SharedNames.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// Whether a scalar is device data, or a constant, by its declaration.
bool isDeclared(ModuleOp Module, Value V) {
  if (auto Declare = V.getDefiningOp<fir::DeclareOp>();
      Declare && Declare.getDataAttr())
    return true;
  auto Address = rootOf(V).getDefiningOp<fir::AddrOfOp>();
  auto Global = Address
                    ? Module.lookupSymbol<fir::GlobalOp>(Address.getSymbol())
                    : fir::GlobalOp();
  return Global && (Global->hasAttr(acc::getDeclareAttrName()) ||
                    Global.getConstant().value_or(false));
}

/// Whether the body of a construct uses a scalar as its own: no reduction of a
/// loop in it, with or without a clause, is the owner's.
bool isOwnCopy(Value V, Region &Body) {
  bool Uses = false;
  for (Operation *User : V.getUsers()) {
    if (!Body.isAncestor(User->getParentRegion()))
      continue;
    if (isa<acc::ReductionOp>(User))
      return false;
    Uses |= !isa<acc::PrivateOp>(User);
  }
  if (!Uses)
    return false;
  bool SumsUp = false;
  Body.walk([&](acc::LoopOp Loop) {
    SumsUp |= Loop.isLoopLike() && !isSeq(Loop) &&
              classifyScalar(V, Loop.getRegion()).Use == ScalarUse::Reduction;
  });
  return !SumsUp;
}

/// A recipe for scalars of type \p T, which is a reference.
StringRef getRecipe(ModuleOp Module, Type T) {
  std::string Name =
      acc::getRecipeName(acc::RecipeKind::firstprivate_recipe, T);
  if (auto Known = Module.lookupSymbol<acc::FirstprivateRecipeOp>(Name))
    return Known.getSymName();
  OpBuilder Builder = OpBuilder::atBlockBegin(Module.getBody());
  Location Loc = Module.getLoc();
  auto Recipe = acc::FirstprivateRecipeOp::create(Builder, Loc, Name, T);
  Builder.createBlock(&Recipe.getInitRegion(), {}, {T}, {Loc});
  Value Own = fir::AllocaOp::create(Builder, Loc, fir::unwrapRefType(T));
  if (Own.getType() != T)
    Own = fir::ConvertOp::create(Builder, Loc, T, Own);
  acc::YieldOp::create(Builder, Loc, Own);
  Block *Copy =
      Builder.createBlock(&Recipe.getCopyRegion(), {}, {T, T}, {Loc, Loc});
  fir::StoreOp::create(Builder, Loc,
                       fir::LoadOp::create(Builder, Loc, Copy->getArgument(0)),
                       Copy->getArgument(1));
  acc::TerminatorOp::create(Builder, Loc);
  return Recipe.getSymName();
}

template <typename Construct> void addFirstPrivate(Construct Op) {
  Region &Body = Op.getRegion();
  auto Module = Op->template getParentOfType<ModuleOp>();
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Body, Used);
  DominanceInfo Dominance;
  PostDominanceInfo PostDominance;
  llvm::SmallVector<Value> Clauses =
      acc::getDominatingDataClauses(Op, Dominance, PostDominance);
  for (Value V : Used) {
    Type T = fir::unwrapRefType(V.getType());
    if (!fir::isa_ref_type(V.getType()) || !fir::isa_trivial(T))
      continue;
    bool IsPart = V.getDefiningOp<fir::DeclareOp>() &&
                  isa_and_nonnull<fir::CoordinateOp>(
                      goBack(V, NameSteps).getDefiningOp());
    Operation *Definer = V.getDefiningOp();
    bool IsOptional = isOptional(V);
    if ((!IsPart && !IsOptional && !Op.getIfCond()) ||
        (Definer &&
         !isa<fir::DeclareOp, fir::AllocaOp, fir::AddrOfOp>(Definer)) ||
        isDeclared(Module, V) || !isOwnCopy(V, Body) ||
        llvm::any_of(Clauses, [&](Value Clause) {
          return isSameVariable(acc::getVar(Clause.getDefiningOp()), V);
        }))
      continue;
    OpBuilder Plain(Op);
    fir::FirOpBuilder Builder(Plain, Module);
    Value IsPresent;
    Value From = IsOptional ? orNothing(Builder, Op.getLoc(), V, IsPresent) : V;
    auto Clause =
        acc::FirstprivateOp::create(Builder, Op.getLoc(), From,
                                    /*structured=*/true,
                                    /*implicit=*/true, sourceNameOf(V));
    Clause.setRecipeAttr(
        SymbolRefAttr::get(Op.getContext(), getRecipe(Module, V.getType())));
    Op.getFirstprivateOperandsMutable().append(Clause.getAccVar());
    V.replaceUsesWithIf(Clause.getAccVar(), [&](OpOperand &Use) {
      return Body.isAncestor(Use.getOwner()->getParentRegion());
    });
    if (IsOptional) {
      answerPresence(Clause.getAccVar(), IsPresent, Body);
      passPresence(Clause.getAccVar(), IsPresent, Body);
    }
  }
}

/// The addresses in an allocatable's copy, whose descriptor is at \p V, if all
/// that is done is to read there.
bool findReads(Value V, Operation *Construct,
               llvm::SmallVectorImpl<fir::BoxAddrOp> &Found) {
  return llvm::all_of(V.getUsers(), [&](Operation *User) {
    if (User == Construct)
      return true;
    if (isa<fir::DeclareOp>(User))
      return findReads(User->getResult(0), Construct, Found);
    if (!isa<fir::LoadOp>(User))
      return false;
    for (Operation *Use : User->getUsers()) {
      auto Address = dyn_cast<fir::BoxAddrOp>(Use);
      if (!Address ||
          !llvm::all_of(Address->getUsers(), llvm::IsaPred<fir::LoadOp>))
        return false;
      Found.push_back(Address);
    }
    return true;
  });
}

/// The value of the allocatable that \p Box describes, in a variable of the
/// host; none has no value.
Value copyValue(fir::FirOpBuilder &Builder, Location Loc, Value Box, Type T) {
  Value Copy = Builder.createTemporary(Loc, T);
  Value Described = fir::LoadOp::create(Builder, Loc, Box);
  Value Address = fir::BoxAddrOp::create(Builder, Loc, Described);
  Builder.genIfThen(Loc, Builder.genIsNotNullAddr(Loc, Address))
      .genThen([&] {
        Value V = fir::LoadOp::create(Builder, Loc, Address);
        fir::StoreOp::create(Builder, Loc, V, Copy);
      })
      .end();
  return Copy;
}

/// Erases what names or loads the descriptor of \p V, which nothing uses.
void eraseUnused(Value V) {
  for (Operation *User : llvm::make_early_inc_range(V.getUsers())) {
    for (Value Result : User->getResults())
      eraseUnused(Result);
    User->erase();
  }
}

template <typename Construct> void passFirstPrivateValues(Construct Op) {
  auto Module = Op->template getParentOfType<ModuleOp>();
  for (unsigned I = Op.getFirstprivateOperands().size(); I-- > 0;) {
    Value Operand = Op.getFirstprivateOperands()[I];
    auto Clause = Operand.getDefiningOp<acc::FirstprivateOp>();
    auto Box = dyn_cast<fir::BoxType>(fir::unwrapRefType(Operand.getType()));
    auto Heap = Box ? dyn_cast<fir::HeapType>(Box.getEleTy()) : fir::HeapType();
    llvm::SmallVector<fir::BoxAddrOp> Addresses;
    if (!Clause || !Heap || !fir::isa_ref_type(Operand.getType()) ||
        !fir::isa_trivial(Heap.getEleTy()) ||
        !findReads(Operand, Op, Addresses))
      continue;
    OpBuilder Plain(Clause);
    fir::FirOpBuilder Builder(Plain, Module);
    Location Loc = Clause.getLoc();
    Value Copy = copyValue(Builder, Loc, acc::getVar(Clause), Heap.getEleTy());
    auto Own = acc::FirstprivateOp::create(
        Builder, Loc, Copy, /*structured=*/true, Clause.getImplicit(),
        acc::getVarName(Clause).value_or(""));
    Own.setRecipeAttr(
        SymbolRefAttr::get(Op.getContext(), getRecipe(Module, Copy.getType())));
    for (fir::BoxAddrOp Address : Addresses) {
      Builder.setInsertionPoint(Address);
      Address.replaceAllUsesWith(
          fir::ConvertOp::create(Builder, Loc, Heap, Own.getAccVar())
              .getResult());
    }
    Op.getFirstprivateOperandsMutable().erase(I);
    Op.getFirstprivateOperandsMutable().append(Own.getAccVar());
    eraseUnused(Operand);
    Clause.erase();
  }
}

/// Whether \p Loop is at the outermost level of the construct with \p Body:
/// what it sums up is then the construct's, not that of one iteration.
bool isOutermost(acc::LoopOp Loop, Region &Body) {
  for (Operation *P = Loop->getParentOp(); P != Body.getParentOp();
       P = P->getParentOp())
    if (isa<acc::LoopOp, fir::DoLoopOp, fir::IterWhileOp>(P))
      return false;
  return true;
}

/// Whether a construct uses a variable besides reducing it.
bool hasOtherUses(Value V, Region &Body) {
  return llvm::any_of(V.getUsers(), [&](Operation *User) {
    return Body.isAncestor(User->getParentRegion()) &&
           !isa<acc::ReductionOp, acc::PrivateOp>(User);
  });
}

template <typename Construct> void copyExposedReductions(Construct Op) {
  Region &Body = Op.getRegion();
  auto Module = Op->template getParentOfType<ModuleOp>();
  llvm::SetVector<Value> Exposed;
  Body.walk([&](acc::LoopOp Loop) {
    if (!isOutermost(Loop, Body))
      return;
    for (Value Operand : Loop.getReductionOperands()) {
      auto Reduction = Operand.getDefiningOp<acc::ReductionOp>();
      if (!Reduction || !Body.isAncestor(Reduction->getParentRegion()))
        continue;
      Value V = acc::getVar(Reduction);
      Operation *Definer = V.getDefiningOp();
      if (!Body.isAncestor(V.getParentRegion()) &&
          fir::isa_ref_type(V.getType()) &&
          fir::isa_trivial(fir::unwrapRefType(V.getType())) &&
          (!Definer ||
           isa<fir::DeclareOp, fir::AllocaOp, fir::AddrOfOp>(Definer)) &&
          !isDeclared(Module, V) && hasOtherUses(V, Body))
        Exposed.insert(V);
    }
  });
  if (Exposed.empty())
    return;
  DominanceInfo Dominance;
  PostDominanceInfo PostDominance;
  llvm::SmallVector<Value> Clauses =
      acc::getDominatingDataClauses(Op, Dominance, PostDominance);
  for (Value V : Exposed) {
    if (llvm::any_of(Clauses, [&](Value Clause) {
          return isSameVariable(acc::getVar(Clause.getDefiningOp()), V);
        }))
      continue;
    OpBuilder Builder(Op);
    std::string Name = sourceNameOf(V);
    auto In =
        acc::CopyinOp::create(Builder, Op.getLoc(), V,
                              /*structured=*/true, /*implicit=*/true, Name);
    In.setDataClause(acc::DataClause::acc_copy);
    Op.getDataClauseOperandsMutable().append(In.getAccVar());
    V.replaceUsesWithIf(In.getAccVar(), [&](OpOperand &Use) {
      return Body.isAncestor(Use.getOwner()->getParentRegion());
    });
    Builder.setInsertionPointAfter(Op);
    auto Out =
        acc::CopyoutOp::create(Builder, Op.getLoc(), In.getAccVar(), V,
                               /*structured=*/true, /*implicit=*/true, Name);
    Out.setDataClause(acc::DataClause::acc_copy);
  }
}

/// Calls \p Change for each parallel and serial construct.
template <typename F> void forEachConstruct(ModuleOp Module, F Change) {
  llvm::SmallVector<Operation *> Constructs;
  Module.walk([&](Operation *Op) {
    if (isa<acc::ParallelOp, acc::SerialOp>(Op))
      Constructs.push_back(Op);
  });
  for (Operation *Op : Constructs)
    if (auto Parallel = dyn_cast<acc::ParallelOp>(Op))
      Change(Parallel);
    else
      Change(cast<acc::SerialOp>(Op));
}

} // namespace

void passFirstPrivateValues(ModuleOp Module) {
  forEachConstruct(Module, [](auto Op) { passFirstPrivateValues(Op); });
}

void addFirstPrivateScalars(ModuleOp Module) {
  forEachConstruct(Module, [](auto Op) { addFirstPrivate(Op); });
}

void copyExposedReductions(ModuleOp Module) {
  forEachConstruct(Module, [](auto Op) { copyExposedReductions(Op); });
}

} // namespace warpfort::openacc
