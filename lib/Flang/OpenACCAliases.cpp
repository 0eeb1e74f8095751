//===-- OpenACCAliases.cpp - What variables of clauses are ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inside a compute construct the variables of its data clauses are results of
/// acc operations, of which Flang's alias analysis knows nothing: every array
/// assignment there had a temporary or was a call, which one thread runs. Two
/// variables that cannot be one on the host have device copies that are not one
/// either, so that these functions, which the linker option --wrap puts before
/// Flang's (CMakeLists.txt), follow the clause to the host's variable. What
/// Flang's analysis gets wrong elsewhere is put right here, too.
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "flang/Optimizer/Analysis/AliasAnalysis.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using Source = fir::AliasAnalysis::Source;

/// The operation of a data clause that \p Origin is the result of, if so.
static Operation *clauseOf(Value Origin) {
  Operation *Op = Origin.getDefiningOp();
  return Op && isa<ACC_DATA_ENTRY_OPS>(Op) &&
                 !isa<acc::PrivateOp, acc::FirstprivateOp, acc::ReductionOp>(Op)
             ? Op
             : nullptr;
}

/// The source of \p V, beyond the clauses of constructs around it; \p Followed
/// if there were any.
static Source sourceOf(fir::AliasAnalysis &Analysis, Value V, bool &Followed) {
  Source Result = Analysis.getSource(V);
  auto Origin = llvm::dyn_cast_if_present<Value>(Result.origin.u);
  if (!Origin)
    return Result;
  Source Variable;
  if (Operation *Clause = clauseOf(Origin)) {
    Variable = sourceOf(Analysis, acc::getVar(Clause), Followed);
    // Data of the box that the clause names, or of what has no box.
    Variable.origin.isData |= Result.origin.isData;
    Followed = true;
  } else if (auto Load = Origin.getDefiningOp<fir::LoadOp>();
             Load && isa<fir::BaseBoxType>(Load.getType())) {
    // What an allocatable or a pointer is allocated or associated with.
    bool IsClause = false;
    Variable = sourceOf(Analysis, Load.getMemref(), IsClause);
    if (!IsClause)
      return Result;
    Variable.origin.isData = true;
    Followed = true;
  } else {
    return Result;
  }
  Variable.attributes |= Result.attributes;
  // Sections of one array have results of their own: never the same place.
  Variable.approximateSource = true;
  Variable.isCapturedInInternalProcedure |=
      Result.isCapturedInInternalProcedure;
  return Variable;
}

/// The name of the allocatable component whose elements \p V is of; empty where
/// it is of something else.
static llvm::StringRef allocatableOf(Value V) {
  bool IsElement = false;
  while (Operation *Op = V.getDefiningOp()) {
    if (isa<ACC_DATA_ENTRY_OPS>(Op)) {
      V = acc::getVar(Op);
    } else if (auto Load = dyn_cast<fir::LoadOp>(Op)) {
      auto Box = dyn_cast<fir::BaseBoxType>(Load.getType());
      if (!Box || IsElement || !isa<fir::HeapType>(Box.getEleTy()))
        return {};
      IsElement = true;
      V = Load.getMemref();
    } else if (auto Part = dyn_cast<hlfir::DesignateOp>(Op)) {
      if (IsElement) {
        mlir::StringAttr Name = Part.getComponentAttr();
        return Name && Part.getIndices().empty() ? Name.getValue()
                                                 : llvm::StringRef();
      }
      V = Part.getMemref();
    } else if (isa<hlfir::DeclareOp, fir::BoxAddrOp, fir::ConvertOp,
                   fir::ReboxOp>(Op)) {
      V = Op->getOperand(0);
    } else {
      return {};
    }
  }
  return {};
}

/// Whether \p V is the storage of a local variable that is a target. The pass
/// that orders WHERE and FORALL asks for storage, and only the declaration of a
/// local variable knows: without this, such an assignment through a pointer had
/// no temporary.
static bool isLocalTarget(Value V) {
  if (!llvm::isa_and_nonnull<fir::AllocaOp, fir::AllocMemOp, cuf::AllocOp>(
          V.getDefiningOp()))
    return false;
  return llvm::any_of(V.getUsers(), [](Operation *User) {
    auto Variable = dyn_cast<fir::FortranVariableOpInterface>(User);
    return Variable && Variable.isTarget();
  });
}

// fir::AliasAnalysis::alias(mlir::Value, mlir::Value)
WARPFORT_WRAP(AliasResult, Alias,
              "_ZN3fir13AliasAnalysis5aliasEN4mlir5ValueES2_",
              (fir::AliasAnalysis * Analysis, Value A, Value B)) {
  AliasResult Known = realAlias(Analysis, A, B);
  if (bool TargetA = isLocalTarget(A), TargetB = isLocalTarget(B);
      Known.isNo() && (TargetA || TargetB)) {
    Source SourceA = Analysis->getSource(A), SourceB = Analysis->getSource(B);
    if (TargetA)
      SourceA.attributes.set(fir::AliasAnalysis::Attribute::Target);
    if (TargetB)
      SourceB.attributes.set(fir::AliasAnalysis::Attribute::Target);
    return Analysis->alias(SourceA, SourceB, A, B);
  }
  if (!Known.isMay())
    return Known;
  // Two allocatable components with names of their own are two, whatever they
  // are components of.
  llvm::StringRef NameA = allocatableOf(A), NameB = allocatableOf(B);
  if (!NameA.empty() && !NameB.empty() && NameA != NameB)
    return AliasResult::NoAlias;
  bool Followed = false;
  Source SourceA = sourceOf(*Analysis, A, Followed);
  Source SourceB = sourceOf(*Analysis, B, Followed);
  if (!Followed)
    return Known;
  AliasResult Result = Analysis->alias(SourceA, SourceB, A, B);
  return Result.isNo() ? Result : Known;
}

// fir::AliasAnalysis::getModRef(mlir::Operation *, mlir::Value)
WARPFORT_WRAP(ModRefResult, ModRef,
              "_ZN3fir13AliasAnalysis9getModRefEPN4mlir9OperationENS1_5ValueE",
              (fir::AliasAnalysis * Analysis, Operation *Op, Value Location)) {
  ModRefResult Result = realModRef(Analysis, Op, Location);
  auto Effects = dyn_cast<MemoryEffectOpInterface>(Op);
  if (Result.isNoModRef() || !Effects || isa<CallOpInterface>(Op) ||
      Op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return Result;
  llvm::SmallVector<MemoryEffects::EffectInstance> Instances;
  Effects.getEffects(Instances);
  // Some effect of those that Flang's function found may be on another
  // variable.
  for (const MemoryEffects::EffectInstance &Effect : Instances)
    if (!isa<MemoryEffects::Allocate, MemoryEffects::Free>(
            Effect.getEffect()) &&
        (!Effect.getValue() ||
         !wrapAlias(Analysis, Effect.getValue(), Location).isNo()))
      return Result;
  return ModRefResult::getNoModRef();
}

// fir::AliasAnalysis::getModRef(mlir::Region &, mlir::Value)
WARPFORT_WRAP(ModRefResult, RegionModRef,
              "_ZN3fir13AliasAnalysis9getModRefERN4mlir6RegionENS1_5ValueE",
              (fir::AliasAnalysis * Analysis, Region &Body, Value Location)) {
  ModRefResult Result = ModRefResult::getNoModRef();
  for (Operation &Op : Body.getOps()) {
    if (Op.hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      for (Region &Inner : Op.getRegions())
        Result = Result.merge(wrapRegionModRef(Analysis, Inner, Location));
    else
      Result = Result.merge(wrapModRef(Analysis, &Op, Location));
    if (Result.isModAndRef())
      break;
  }
  return Result;
}
