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

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
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

private:
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

  /// \p By may have another type: it is converted at each use, as parts of a
  /// kernels construct become kernels of their own.
  static void replace(Value V, Value By, Region &Body) {
    for (OpOperand &Use : llvm::make_early_inc_range(V.getUses())) {
      Operation *User = Use.getOwner();
      if (!Body.isAncestor(User->getParentRegion()))
        continue;
      OpBuilder Builder(User);
      Use.set(
          V.getType() == By.getType()
              ? By
              : fir::ConvertOp::create(Builder, User->getLoc(), V.getType(), By)
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
      convertInside(Op);
  // From the inside: what an inner clause names is of the outer one, too.
  for (Operation *Op : Regions) {
    Joiner.joinToClauses(Op);
    if (!isa<acc::LoopOp>(Op))
      Joiner.joinInside(Op);
  }
}

} // namespace warpfort
