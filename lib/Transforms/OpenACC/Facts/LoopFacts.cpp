//===-- LoopFacts.cpp - What is known of loops and addresses --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LoopFacts.h.
///
//===----------------------------------------------------------------------===//
#include "LoopFacts.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace warpfort::openacc {

void eraseUnused(Region &Body, llvm::function_ref<bool(Operation *)> May) {
  llvm::SmallVector<Operation *> Ops;
  Body.walk([&](Operation *Op) { Ops.push_back(Op); });
  // Users come after what they use.
  for (Operation *Op : llvm::reverse(Ops))
    if (Op->use_empty() && May(Op))
      Op->erase();
}

Value rootOf(Value V) { return goBack(V, PartSteps); }

bool isClosed(acc::LoopOp Loop, unsigned D) {
  auto Inclusive = Loop.getInclusiveUpperbound();
  return !Inclusive || (*Inclusive)[D];
}

std::optional<int64_t> constantTrips(acc::LoopOp Loop, unsigned D) {
  auto First = fir::getIntIfConstant(Loop.getLowerbound()[D]);
  auto Limit = fir::getIntIfConstant(Loop.getUpperbound()[D]);
  auto Step = fir::getIntIfConstant(Loop.getStep()[D]);
  constexpr int64_t Most = int64_t(1) << 62;
  int64_t Distance;
  if (!First || !Limit || !Step || *Step == 0 ||
      llvm::SubOverflow(*Limit, *First, Distance) || Distance > Most ||
      Distance < -Most)
    return std::nullopt;
  if (Distance != 0 && (Distance < 0) != (*Step < 0))
    return 0;
  if (isClosed(Loop, D))
    return Distance / *Step + 1;
  return Distance / *Step + (Distance % *Step != 0);
}

std::optional<bool> hasAtMost(acc::LoopOp Loop, int64_t Most) {
  int64_t Trips = 1;
  for (unsigned D = 0; D < Loop.getLowerbound().size(); ++D) {
    std::optional<int64_t> Known = constantTrips(Loop, D);
    if (!Known)
      return std::nullopt;
    Trips = std::min(Trips * std::min(*Known, Most + 1), Most + 1);
  }
  return Trips <= Most;
}

bool isShort(acc::LoopOp Loop) {
  constexpr int64_t MostShortTrips = 16;
  return hasAtMost(Loop, MostShortTrips).value_or(false);
}

Type numberTypeOf(acc::LoopOp Loop, unsigned D) {
  Type T = Loop.getBody().getArgument(D).getType();
  return T.isInteger() && T.getIntOrFloatBitWidth() > 64
             ? T
             : IntegerType::get(Loop.getContext(), 64);
}

unsigned levelsAround(Operation *Op) {
  unsigned Levels = 0;
  for (auto Loop = Op->getParentOfType<acc::LoopOp>(); Loop;
       Loop = Loop->getParentOfType<acc::LoopOp>())
    Levels |= levelsOf(Loop);
  return Levels;
}

llvm::SmallVector<fir::StoreOp> storesTo(Value Variable) {
  llvm::SmallVector<fir::StoreOp> Result;
  llvm::SmallVector<Value> Names = {Variable};
  while (!Names.empty()) {
    Value Name = Names.pop_back_val();
    for (Operation *User : Name.getUsers())
      if (auto Store = dyn_cast<fir::StoreOp>(User);
          Store && Store.getMemref() == Name)
        Result.push_back(Store);
      else if (isa<fir::DeclareOp, fir::ConvertOp>(User))
        Names.push_back(User->getResult(0));
  }
  return Result;
}

/// Whether memory is given back under the name that it got, and is no
/// allocatable variable's or pointer's.
static bool isTemporary(fir::AllocMemOp Memory) {
  return Memory->getParentOfType<func::FuncOp>()
      .walk([&](fir::FreeMemOp Free) {
        return rootOf(Free.getHeapref()) == Memory.getResult()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool isArrayOfRoutine(Operation *Op) {
  if (levelsAround(Op))
    return false;
  if (auto Alloca = dyn_cast<fir::AllocaOp>(Op))
    return isa<fir::SequenceType>(Alloca.getInType());
  auto Memory = dyn_cast<fir::AllocMemOp>(Op);
  if (!Memory || !isTemporary(Memory))
    return Memory != nullptr;
  return isa<fir::SequenceType>(Memory.getInType());
}

bool isPrivateOfRoutine(acc::PrivateOp Op) {
  return !levelsAround(Op) &&
         llvm::all_of(Op.getAccVar().getUsers(), [](Operation *User) {
           auto Loop = dyn_cast<acc::LoopOp>(User);
           return !Loop || !(levelsOf(Loop) | levelsAround(Loop));
         });
}

bool isReleaseOfRoutine(fir::FreeMemOp Op) {
  if (levelsAround(Op))
    return false;
  Operation *Root = rootOf(Op.getHeapref()).getDefiningOp();
  return !isa_and_nonnull<fir::AllocMemOp>(Root) || isArrayOfRoutine(Root);
}

unsigned levelsOf(acc::LoopOp Loop) { return LevelsAttr.get(Loop).value_or(0); }

bool isSeq(acc::LoopOp Loop) {
  return forDevice([&](acc::DeviceType T) { return Loop.hasSeq(T); });
}

bool isSaidIndependent(acc::LoopOp Loop) {
  return forDevice([&](acc::DeviceType T) { return Loop.hasIndependent(T); });
}

unsigned writtenLevels(acc::LoopOp Loop) {
  unsigned Levels = 0;
  if (forDevice([&](acc::DeviceType T) {
        return Loop.hasGang(T) || Loop.getGangValue(acc::GangArgType::Num, T) ||
               Loop.getGangValue(acc::GangArgType::Dim, T) ||
               Loop.getGangValue(acc::GangArgType::Static, T);
      }))
    Levels |= Gang;
  if (forDevice([&](acc::DeviceType T) {
        return Loop.hasWorker(T) || Loop.getWorkerValue(T);
      }))
    Levels |= Worker;
  if (forDevice([&](acc::DeviceType T) {
        return Loop.hasVector(T) || Loop.getVectorValue(T);
      }))
    Levels |= Vector;
  return Levels;
}

bool isSaidParallel(acc::LoopOp Loop) {
  return writtenLevels(Loop) || isSaidIndependent(Loop);
}

bool leavesIndependence(acc::LoopOp Loop, Operation *Construct) {
  return forDevice([&](acc::DeviceType T) { return Loop.hasAuto(T); }) ||
         (isa<acc::KernelsOp>(Construct) && !isSaidIndependent(Loop));
}

unsigned dimsOf(acc::LoopOp Loop) { return DimsAttr.get(Loop).value_or(0); }

std::optional<int64_t> gangDim(acc::LoopOp Loop) {
  Value Dim = forDevice([&](acc::DeviceType T) {
    return Loop.getGangValue(acc::GangArgType::Dim, T);
  });
  return Dim ? fir::getIntIfConstant(Dim) : std::optional<int64_t>(1);
}

Value staticSize(acc::LoopOp Loop) {
  return forDevice([&](acc::DeviceType T) {
    return Loop.getGangValue(acc::GangArgType::Static, T);
  });
}

} // namespace warpfort::openacc
