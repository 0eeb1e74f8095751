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
#include "Places.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
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

/// Makes a construct compute the addresses itself that it uses, of scalars and
/// of parts of variables: where the host has the same computation, optimisation
/// has left one, and to look at addresses in the construct would not show the
/// variable.
void computeInside(Operation *Construct) {
  Region &Body = Construct->getRegion(0);
  // A kernel loop is given addresses of parts.
  unsigned Steps = isa<cuf::KernelOp>(Construct)
                       ? ConversionStep
                       : ConversionStep | ComponentStep | ElementStep;
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Body, Used);
  for (unsigned I = 0; I < Used.size(); ++I) {
    Value V = Used[I], From;
    if (!(stepBack(V, From) & Steps) || !fir::isa_ref_type(V.getType()) ||
        !fir::isa_ref_type(From.getType()) ||
        llvm::any_of(V.getUsers(), [](Operation *User) {
          return isa<ACC_DATA_ENTRY_OPS>(User);
        }))
      continue;
    for (OpOperand &Use : llvm::make_early_inc_range(V.getUses()))
      if (Body.isAncestor(Use.getOwner()->getParentRegion()))
        Use.set(
            OpBuilder(Use.getOwner()).clone(*V.getDefiningOp())->getResult(0));
    Used.insert(From);
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
      Region &Body = Op->getRegion(0);
      bool IsCopy =
          isa<acc::PrivateOp, acc::FirstprivateOp, acc::ReductionOp>(Entry);
      for (Value V : namesIn(Body))
        if (isSame(V, Operand))
          replace(V, Operand, Body);
        else if (IsCopy || bytesOf(V))
          computeFrom(Operand, V, Body, IsCopy || isa<acc::SerialOp>(Op));
      if (IsCopy && !place(Operand).Path.empty())
        nameInside(Operand, Body);
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

  /// Lets a construct that has names for a variable and for a scalar part of it
  /// compute the latter from the former, if they may meet.
  void joinParts(Operation *Construct) {
    Region &Body = Construct->getRegion(0);
    llvm::SetVector<Value> Names = namesIn(Body);
    for (Value V : Names)
      if (bytesOf(V))
        for (Value Of : Names)
          if (Of != V && computeFrom(Of, V, Body, /*IsOf=*/false))
            break;
  }

private:
  /// Computes \p V in \p Body, if it is a part of what \p Of names: because the
  /// body may have both, or \p IsOf says so. What a component's descriptor
  /// leads to need not be on the device unless the body uses it.
  bool computeFrom(Value Of, Value V, Region &Body, bool IsOf) {
    llvm::SmallVector<Operation *> Way;
    Value At = V, From;
    bool IsLoaded = false;
    while (unsigned Step = stepBack(At, From) & ReachedSteps) {
      // A pointer may lead elsewhere by now.
      if (isPointer(At.getType()))
        return false;
      IsLoaded |= Step == DescriptorStep;
      Way.push_back(At.getDefiningOp());
      At = From;
      if (At.getType() == Of.getType() && place(At).isSame(place(Of)))
        break;
    }
    if (Way.empty() || At.getType() != Of.getType() ||
        !place(At).isSame(place(Of)) || place(V).isSame(place(Of)) ||
        ((IsLoaded || !IsOf) && !isUsedBeside(V, Body)))
      return false;
    for (OpOperand *Use : usesIn(V, Body)) {
      OpBuilder Builder(Use->getOwner());
      IRMapping Map;
      Map.map(At, Of);
      for (Operation *Op : llvm::reverse(Way))
        Builder.clone(*Op, Map);
      Use->set(Map.lookup(V));
    }
    return true;
  }

  /// Whether a body may access the memory at \p V by another name.
  bool isUsedBeside(Value V, Region &Body) {
    return Body
        .walk([&](Operation *Op) {
          Value From;
          if (isa<acc::LoopOp>(Op) || isMemoryEffectFree(Op) ||
              (Op->getNumResults() == 1 && stepBack(Op->getResult(0), From)))
            return WalkResult::advance();
          return llvm::any_of(
                     Op->getOperands(),
                     [&](Value Address) { return isOther(Address, V); })
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Whether \p Address does not go by the name \p V but may be of its memory.
  bool isOther(Value Address, Value V) {
    if (fir::isa_trivial(Address.getType()))
      return false;
    for (Value At = Address, From; At; At = From) {
      if (At == V)
        return false;
      if (!(stepBack(At, From) & ReachedSteps))
        break;
    }
    return place(V).mayShare(findPlace(Address));
  }

  /// Makes the addresses of \p Body that are the same part of a variable as
  /// \p Copy those of the copy.
  void nameInside(Value Copy, Region &Body) {
    llvm::SmallVector<Value> Same;
    Body.walk([&](Operation *Op) {
      if (Op->getNumResults() == 1 && bytesOf(Op->getResult(0)) &&
          isSame(Op->getResult(0), Copy))
        Same.push_back(Op->getResult(0));
    });
    for (Value V : Same)
      if (isOther(V, Copy))
        replace(V, Copy, Body);
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
      computeInside(Op);
  // From the inside: what an inner clause names is of the outer one, too.
  for (Operation *Op : Regions) {
    Joiner.joinToClauses(Op);
    if (isa<acc::LoopOp>(Op))
      continue;
    Joiner.joinInside(Op);
    if (!isa<cuf::KernelOp>(Op))
      Joiner.joinParts(Op);
  }
}

} // namespace warpfort
