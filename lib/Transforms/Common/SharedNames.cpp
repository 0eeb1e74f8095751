//===-- SharedNames.cpp - Scalars with two names --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See SharedNames.h.
///
//===----------------------------------------------------------------------===//
#include "SharedNames.h"
#include "OperationAccesses.h"
#include "Places.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {
bool isSameVariable(Value A, Value B) {
  return findPlace(A).isSame(findPlace(B));
}

bool areInSameMemory(Value A, Value B) {
  return findPlace(A).Memory == findPlace(B).Memory;
}

namespace {

/// Makes a construct convert what it uses of a scalar itself: where the host
/// has the same conversion, optimisation has left one, and to look at addresses
/// in the construct would not show its variable.
void convertInside(Operation *Construct) {
  Region &Body = Construct->getRegion(0);
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Body, Used);
  for (unsigned I = 0; I < Used.size(); ++I) {
    Value V = Used[I];
    auto Convert = V.getDefiningOp<fir::ConvertOp>();
    if (!Convert || !fir::isa_ref_type(V.getType()) ||
        !fir::isa_ref_type(Convert.getValue().getType()))
      continue;
    for (OpOperand &Use : llvm::make_early_inc_range(V.getUses()))
      if (Body.isAncestor(Use.getOwner()->getParentRegion()))
        Use.set(OpBuilder(Use.getOwner())
                    .clone(*Convert.getOperation())
                    ->getResult(0));
    Used.insert(Convert.getValue());
  }
}

class NameJoiner {
public:
  explicit NameJoiner(ModuleOp Module)
      : Layout(Module), Kinds(fir::getKindMapping(Module)) {}

  /// Makes all names of what a clause of \p Op names those of its copy; the
  /// variable's own name, too, by which internal procedures get it.
  void joinToClauses(Operation *Op) {
    for (Value Operand : llvm::to_vector(Op->getOperands())) {
      Operation *Entry = Operand.getDefiningOp();
      if (!Entry || !isa<ACC_DATA_ENTRY_OPS>(Entry) ||
          isa<acc::CacheOp>(Entry) || !acc::getVar(Entry))
        continue;
      for (Value V : namesIn(Op->getRegion(0)))
        if (isSame(V, Operand))
          replace(V, Operand, Op->getRegion(0));
    }
  }

  /// Makes the first of the names in a construct stand for the others, or the
  /// one that a kernel loop reduces.
  void joinInside(Operation *Construct) {
    llvm::SetVector<Value> Names = namesIn(Construct->getRegion(0));
    llvm::SmallVector<Value> First(Construct->getOperands());
    for (Value V : Names) {
      auto Known = llvm::find_if(First, [&](Value F) { return isSame(V, F); });
      if (Known == First.end())
        First.push_back(V);
      else if (V != *Known)
        replace(V, *Known, Construct->getRegion(0));
    }
  }

  /// Computes scalar parts of variables in \p Construct from the variables, if
  /// it uses them by other names, too.
  void joinParts(Operation *Construct) {
    Region &Body = Construct->getRegion(0);
    for (Value V : namesIn(Body))
      if (bytesOf(V) && !place(V).Path.empty() && !isInClause(V, Body) &&
          isUsedBeside(V, Construct))
        computeInside(V, Construct);
  }

private:
  /// Whether a clause in \p Body names \p V: it makes a copy of that name.
  static bool isInClause(Value V, Region &Body) {
    return llvm::any_of(usesIn(V, Body), [](OpOperand *Use) {
      return isa<ACC_DATA_ENTRY_OPS>(Use->getOwner());
    });
  }

  /// Whether a construct may access the memory of the name \p V by another one,
  /// and assign it by one of them.
  bool isUsedBeside(Value V, Operation *Construct) {
    // What a clause copies is used behind the construct.
    bool IsAssigned = false;
    bool IsUsed = llvm::any_of(Construct->getOperands(), [&](Value Operand) {
      return isa_and_nonnull<ACC_DATA_ENTRY_OPS>(Operand.getDefiningOp()) &&
             mayBeOf(Operand, V);
    });
    auto Note = [&](Value Address, bool Writes) {
      bool GoesByName = goesBy(Address, V);
      bool IsOther = !GoesByName && mayBeOf(Address, V);
      IsUsed |= IsOther;
      IsAssigned |= Writes && (GoesByName || IsOther);
    };
    Construct->getRegion(0).walk([&](Operation *Op) {
      OperationAccesses Accesses = accessesOf(Op);
      for (const OperationAccess &A : Accesses.All)
        if (!A.IsDescriptor)
          Note(A.Address, A.Writes);
      if (Accesses.WritesOthers && !isa<fir::CallOp>(Op))
        for (Value Operand : Op->getOperands())
          Note(Operand, /*Writes=*/true);
    });
    return IsUsed && IsAssigned;
  }

  static bool goesBy(Value Address, Value V) {
    for (Value At = Address, From;; At = From) {
      if (At == V)
        return true;
      if (!(stepBack(At, From) & (ReachedSteps | ClauseStep)))
        return false;
    }
  }

  bool mayBeOf(Value Address, Value V) {
    return !fir::isa_trivial(Address.getType()) &&
           place(V).mayShare(findPlace(Address));
  }

  /// Computes \p V in a construct from the variable that it is a part of, or
  /// from the copy of the variable that a clause makes; likewise what the host
  /// has computed of that variable for both. A pointer may lead elsewhere by
  /// now.
  void computeInside(Value V, Operation *Construct) {
    Value Variable;
    for (Value At = V, From; stepBack(At, From) & ReachedSteps; At = From) {
      if (isPointer(At.getType()))
        return;
      if (From.getDefiningOp<fir::DeclareOp>())
        Variable = From;
    }
    if (!Variable)
      return;
    Value Copy = Variable;
    for (Value Operand : Construct->getOperands())
      if (Operand.getType() == Variable.getType() &&
          place(Operand).isSame(place(Variable)))
        Copy = Operand;
    Region &Body = Construct->getRegion(0);
    llvm::SetVector<Value> Used;
    getUsedValuesDefinedAbove(Body, Used);
    for (Value Address : Used)
      if (Address == V ||
          (bytesOf(Address) && !goesBy(Address, V) && mayBeOf(Address, V)))
        computeFrom(Variable, Copy, Address, Body);
  }

  /// Computes \p Address in \p Body as it is computed from \p Variable, but
  /// from \p Copy.
  static void computeFrom(Value Variable, Value Copy, Value Address,
                          Region &Body) {
    llvm::SmallVector<Operation *> Way;
    for (Value At = Address, From; At != Variable; At = From) {
      if (!(stepBack(At, From) & ReachedSteps))
        return;
      Way.push_back(At.getDefiningOp());
    }
    for (OpOperand *Use : usesIn(Address, Body)) {
      OpBuilder Builder(Use->getOwner());
      IRMapping Map;
      Map.map(Variable, Copy);
      for (Operation *Op : llvm::reverse(Way))
        Builder.clone(*Op, Map);
      Use->set(Map.lookup(Address));
    }
  }

  llvm::SetVector<Value> namesIn(Region &Body) const {
    llvm::SetVector<Value> Used;
    getUsedValuesDefinedAbove(Body, Used);
    Used.remove_if([](Value V) { return !V.getDefiningOp<fir::DeclareOp>(); });
    return Used;
  }

  /// Whether two addresses are those of one variable, and of the same bytes.
  bool isSame(Value A, Value B) {
    uint64_t Bytes = bytesOf(A);
    return (A.getType() == B.getType() || (Bytes && Bytes == bytesOf(B))) &&
           place(A).isSame(place(B));
  }

  const Place &place(Value V) {
    std::unique_ptr<Place> &Known = Places[V];
    if (!Known)
      Known = std::make_unique<Place>(findPlace(V));
    return *Known;
  }

  /// The bytes of a scalar of intrinsic type; 0 for all else.
  uint64_t bytesOf(Value V) const {
    Type T = V.getType();
    if (!fir::isa_ref_type(T) || !fir::isa_trivial(fir::unwrapRefType(T)))
      return 0;
    return fir::getTypeSizeAndAlignmentOrCrash(
               V.getLoc(), fir::unwrapRefType(T), Layout, Kinds)
        .first;
  }

  static llvm::SmallVector<OpOperand *> usesIn(Value V, Region &Body) {
    llvm::SmallVector<OpOperand *> Result;
    for (OpOperand &Use : V.getUses())
      if (Body.isAncestor(Use.getOwner()->getParentRegion()))
        Result.push_back(&Use);
    return Result;
  }

  /// \p By may have another type: it is converted at each use, as parts of a
  /// kernels construct become kernels of their own.
  static void replace(Value V, Value By, Region &Body) {
    for (OpOperand *Use : usesIn(V, Body)) {
      OpBuilder Builder(Use->getOwner());
      Use->set(V.getType() == By.getType()
                   ? By
                   : fir::ConvertOp::create(Builder, Use->getOwner()->getLoc(),
                                            V.getType(), By)
                         .getResult());
    }
  }

  DataLayout Layout;
  fir::KindMapping Kinds;
  llvm::DenseMap<Value, std::unique_ptr<Place>> Places;
};

/// Whether a construct does what the program does without directives: its
/// scalars are the host's, or it runs on one thread. Where iterations are said
/// to be independent, each has a scalar for itself.
bool keepsScalars(Operation *Construct) {
  return isa<acc::SerialOp>(Construct) ||
         (isa<acc::KernelsOp>(Construct) &&
          !Construct
               ->walk([](acc::LoopOp Loop) {
                 return Loop.getIndependentAttr() ? WalkResult::interrupt()
                                                  : WalkResult::advance();
               })
               .wasInterrupted());
}

} // namespace

void joinSharedNames(ModuleOp Module) {
  NameJoiner Joiner(Module);
  llvm::SmallVector<Operation *> Regions;
  Module.walk([&](Operation *Op) {
    if (isa<ACC_COMPUTE_CONSTRUCT_OPS, acc::LoopOp, cuf::KernelOp>(Op))
      Regions.push_back(Op);
  });
  for (Operation *Op : Regions)
    if (!isa<acc::LoopOp>(Op))
      convertInside(Op);
  // From the inside: what an inner clause names is of the outer one, too.
  for (Operation *Op : Regions) {
    Joiner.joinToClauses(Op);
    if (!isa<acc::LoopOp>(Op))
      Joiner.joinInside(Op);
    if (keepsScalars(Op))
      Joiner.joinParts(Op);
  }
}

} // namespace warpfort
