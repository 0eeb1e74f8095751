//===-- ACCSeparatePointers.cpp - Versions for pointers that are apart ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pointers of C without `restrict`, and those of Fortran, may lead to the same
/// data, which keeps loops in order that nothing else does. Nearly always they
/// do not; the runtime knows when a kernel is launched. A construct with such
/// loops gets two versions.
///
//===----------------------------------------------------------------------===//
#include "Transforms/OpenACC/Clauses/LoopIndependence.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_ACCSEPARATEPOINTERSPASS
#include "warpfort/Transforms/OpenACC/Passes.h.inc"
} // namespace warpfort

namespace warpfort::openacc {

namespace {

/// Each pair is a call of the runtime before the launch.
constexpr size_t MostPairs = 8;

/// Whether it is the compiler's to find out if iterations of a loop are
/// independent, and worth its while.
bool isOpen(acc::LoopOp Loop, Operation *Construct) {
  // Short loops stay in order anyway.
  if (!Loop.isLoopLike() || isSeq(Loop) ||
      !leavesIndependence(Loop, Construct) || isShort(Loop))
    return false;
  // No level is left.
  for (auto Outer = Loop->getParentOfType<acc::LoopOp>(); Outer;
       Outer = Outer->getParentOfType<acc::LoopOp>())
    if (writtenLevels(Outer) & WARPDEV_ACC_VECTOR)
      return false;
  return true;
}

/// A loop of the construct, the first, that is parallel if \p Pairs are apart.
acc::LoopOp findLoop(Operation *Construct, DataPairs &Pairs) {
  acc::LoopOp First;
  Construct->walk<WalkOrder::PreOrder>([&](acc::LoopOp Loop) {
    if (!isOpen(Loop, Construct) || !findDependence(Loop))
      return;
    DataPairs Needed = findPairsToSeparate(Loop);
    if (Needed.empty())
      return;
    Pairs.insert_range(Needed);
    if (!First)
      First = Loop;
  });
  return First;
}

/// The name of a clause's variable, without its section.
std::string nameOf(Value Data) {
  auto Name = acc::getVarName(Data.getDefiningOp());
  return Name.value_or("?").split('[').first.split('(').first.str();
}

void report(Operation *Construct, acc::LoopOp Loop, const DataPairs &Pairs) {
  llvm::SmallVector<std::string> Names;
  for (auto [Left, Right] : Pairs)
    for (Value Data : {Left, Right})
      if (std::string Name = nameOf(Data); !llvm::is_contained(Names, Name))
        Names.push_back(Name);
  addAccMessage(Construct, getLoopLocation(Loop),
                "Two versions: loops are parallel if no two of " +
                    llvm::join(Names, ", ") + " share memory at launch");
}

/// i1: whether all of \p Pairs are apart; null, after a message, if something
/// in them cannot be described.
Value createTest(fir::FirOpBuilder &Builder, Operation *Construct,
                 const DataPairs &Pairs) {
  Location Loc = Construct->getLoc();
  llvm::MapVector<Value, HostVariable> Variables;
  auto Describe = [&](Value Data) -> const HostVariable * {
    auto [It, IsNew] = Variables.try_emplace(Data);
    if (!IsNew)
      return &It->second;
    Operation *Entry = Data.getDefiningOp();
    auto Known = describeVariable(Builder, Loc, Entry, acc::getVar(Entry),
                                  acc::getBounds(Entry), nameOf(Data));
    if (!Known)
      return nullptr;
    It->second = *Known;
    return &It->second;
  };
  Value Result;
  for (auto [Left, Right] : Pairs) {
    if (!Describe(Left) || !Describe(Right))
      return {};
    Value AreApart = createAreApart(Builder, Loc, Variables.lookup(Left),
                                    Variables.lookup(Right));
    Result =
        Result
            ? arith::AndIOp::create(Builder, Loc, Result, AreApart).getResult()
            : AreApart;
  }
  return Result;
}

class ACCSeparatePointers
    : public impl::ACCSeparatePointersPassBase<ACCSeparatePointers> {
public:
  void runOnOperation() override {
    llvm::SmallVector<Operation *> Constructs;
    getOperation().walk([&](Operation *Op) {
      if (isa<acc::ParallelOp, acc::KernelsOp>(Op))
        Constructs.push_back(Op);
    });
    for (Operation *Construct : Constructs) {
      DataPairs Pairs;
      acc::LoopOp Loop = findLoop(Construct, Pairs);
      if (!Loop || Pairs.size() > MostPairs)
        continue;
      fir::FirOpBuilder Builder(Construct, fir::getKindMapping(getOperation()));
      Value AreApart = createTest(Builder, Construct, Pairs);
      if (!AreApart)
        return signalPassFailure();
      report(Construct, Loop, Pairs);
      auto If = scf::IfOp::create(Builder, Construct->getLoc(), AreApart,
                                  /*withElseRegion=*/true);
      Operation *Apart = Construct->clone();
      PointersApartAttr.set(Apart);
      If.thenBlock()->getOperations().insert(If.thenYield()->getIterator(),
                                             Apart);
      Construct->moveBefore(If.elseYield());
      OtherVersionAttr.set(Construct);
    }
  }
};

} // namespace
} // namespace warpfort::openacc
