//===-- CollapseNests.cpp - One loop of nested ones -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See CollapseNests.h. Beside the inner loop, the body of the outer one sets
/// its variable and computes the inner bounds. The latter moves in front of the
/// loops, so it must give the same there, and must not read what need not be
/// there if the outer loop has no iteration: variables of the construct, and
/// descriptors, are. What the inner loop reduces to the copy of the outer one
/// it reduces to the latter's variable then.
///
//===----------------------------------------------------------------------===//
#include "CollapseNests.h"
#include "Transforms/Common/OperationAccesses.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/OpenACC/Clauses/ArrayReductions.h"
#include "Transforms/OpenACC/Clauses/LoopIndependence.h"
#include "Transforms/OpenACC/Clauses/ReductionKinds.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

bool isScalar(Value Variable) {
  return fir::isa_trivial(fir::unwrapRefType(Variable.getType()));
}

/// Whether a loop has no clauses but of private scalars and of reductions of
/// scalars that the device library has.
bool isPlain(acc::LoopOp Loop) {
  return Loop->getNumOperands() == 3 * Loop.getLowerbound().size() +
                                       Loop.getPrivateOperands().size() +
                                       Loop.getReductionOperands().size() &&
         Loop->getNumResults() == 0 && Loop.getRegion().hasOneBlock() &&
         llvm::all_of(Loop.getPrivateOperands(),
                      [](Value Own) {
                        return Own.getDefiningOp<acc::PrivateOp>() &&
                               isScalar(Own);
                      }) &&
         llvm::all_of(Loop.getReductionOperands(), [](Value Own) {
           auto Op = Own.getDefiningOp<acc::ReductionOp>();
           return Op && isScalar(Own) &&
                  getArrayReduction(Op) == ArrayReduction::None &&
                  getLibraryReduction(Op);
         });
}

} // namespace

/// Whether what is at an address that the construct has in any case is the same
/// before and in the outer loop.
bool TightNest::isConstant(fir::LoadOp Load) {
  Value Address = Load.getMemref();
  Operation *Clause = Address.getDefiningOp();
  if (!isa_and_nonnull<ACC_DATA_ENTRY_OPS>(Clause) || !isOutside(Address) ||
      isa<acc::PrivateOp, acc::ReductionOp>(Clause) || mayBeAbsent(Address) ||
      !(fir::isa_trivial(Load.getType()) ||
        isa<fir::BaseBoxType>(Load.getType())))
    return false;
  // A copy of the construct's own, which nothing else knows.
  bool IsOwn =
      isa<acc::FirstprivateOp>(Clause) &&
      llvm::all_of(Address.getUsers(), [](Operation *User) {
        return isa<fir::LoadOp>(User) || isa<ACC_COMPUTE_CONSTRUCT_OPS>(User);
      });
  return IsOwn || (!HasCalls && llvm::none_of(accessesOf(Load).All,
                                              [&](const OperationAccess &Read) {
                                                return mayChange(Outer, Read);
                                              }));
}

/// Whether nothing uses a variable but clauses that give each iteration one of
/// its own: the index of an inner DO CONCURRENT.
static bool isOnlyCopied(fir::AllocaOp Variable) {
  auto IsClause = [](Operation *User) { return isa<acc::PrivateOp>(User); };
  return Variable->getNumOperands() == 0 &&
         llvm::all_of(Variable->getUsers(), [&](Operation *User) {
           return IsClause(User) || (isa<fir::DeclareOp>(User) &&
                                     llvm::all_of(User->getUsers(), IsClause));
         });
}

bool TightNest::takeOut(Value V) {
  if (isOutside(V))
    return !isa<fir::BaseBoxType>(V.getType()) || !mayBeAbsent(V);
  Operation *Op = V.getDefiningOp();
  return Op && Op->getBlock() == &Outer.getBody() && takeOut(Op);
}

/// Notes that an operation moves in front of the loops, if it can.
bool TightNest::takeOut(Operation *Op) {
  if (Moved.contains(Op))
    return true;
  auto Load = dyn_cast<fir::LoadOp>(Op);
  auto Variable = dyn_cast<fir::AllocaOp>(Op);
  bool MayMove = Load ? isConstant(Load)
                      : isa<acc::PrivateOp>(Op) ||
                            (Variable && isOnlyCopied(Variable)) ||
                            (Op->getNumRegions() == 0 &&
                             isMemoryEffectFree(Op) && !mayTrap(Op));
  if (!MayMove || !llvm::all_of(Op->getOperands(),
                                [&](Value From) { return takeOut(From); }))
    return false;
  Moved.insert(Op);
  return true;
}

/// Whether an operation in front of the inner loop can as well be done in each
/// iteration of both.
bool TightNest::mayStay(Operation *Op) {
  if (auto Store = dyn_cast<fir::StoreOp>(Op)) {
    Value Number = Store.getValue();
    if (auto Convert = Number.getDefiningOp<fir::ConvertOp>())
      Number = Convert.getValue();
    auto Argument = dyn_cast<BlockArgument>(Number);
    return Argument && Argument.getOwner() == &Outer.getBody() &&
           llvm::is_contained(Outer.getPrivateOperands(), Store.getMemref());
  }
  if (auto Load = dyn_cast<fir::LoadOp>(Op))
    return isConstant(Load);
  // (A scope of dummy arguments has an effect on what debuggers see.)
  return isa<fir::DummyScopeOp>(Op) ||
         (Op->getNumRegions() == 0 && isMemoryEffectFree(Op));
}

bool TightNest::hasOnlyInner() {
  for (Operation &Op : Outer.getBody().without_terminator())
    if (auto Loop = dyn_cast<acc::LoopOp>(Op)) {
      if (Inner)
        return false;
      Inner = Loop;
    } else if (Inner) {
      return false;
    }
  return Inner && isPlain(Inner);
}

/// Whether both loops reduce the same variables, and only the inner one does
/// something to them.
bool TightNest::hasSameReductions() {
  OperandRange OfOuter = Outer.getReductionOperands();
  if (OfOuter.size() != Inner.getReductionOperands().size())
    return false;
  llvm::SmallPtrSet<Operation *, 4> Both;
  for (Value Own : Inner.getReductionOperands()) {
    auto Op = Own.getDefiningOp<acc::ReductionOp>();
    Value Around = acc::getVar(Op);
    auto OpAround = Around.getDefiningOp<acc::ReductionOp>();
    if (Op->getBlock() != &Outer.getBody() || !OpAround ||
        !llvm::is_contained(OfOuter, Around) ||
        getLibraryReduction(Op) != getLibraryReduction(OpAround) ||
        !Both.insert(OpAround).second ||
        llvm::any_of(Around.getUsers(), [&](Operation *User) {
          return User != Op && Outer->isProperAncestor(User);
        }))
      return false;
  }
  return true;
}

bool TightNest::analyze() {
  if (!isPlain(Outer) || !hasOnlyInner() || !hasSameReductions())
    return false;
  // Where the outer loop has no iteration, the inner step may be zero, by which
  // the number of iterations is divided.
  for (Value Step : Inner.getStep())
    if (fir::getIntIfConstant(Step).value_or(0) == 0)
      return false;
  HasCalls =
      Outer
          ->walk([](Operation *Op) {
            auto Call = dyn_cast<fir::CallOp>(Op);
            return (Call && !isRepeatable(Call)) || isa<fir::DispatchOp>(Op)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  auto IsReduced = [&](Value V) {
    return llvm::is_contained(Inner.getReductionOperands(), V);
  };
  for (Value Operand : Inner->getOperands())
    if (!IsReduced(Operand) && !takeOut(Operand))
      return false;
  for (Operation &Op : Outer.getBody()) {
    if (&Op == Inner.getOperation())
      break;
    if (!Moved.contains(&Op) && !mayStay(&Op) &&
        !(isa<acc::ReductionOp>(Op) && IsReduced(Op.getResult(0))))
      return false;
  }
  return true;
}

std::optional<TightNest> TightNest::find(acc::LoopOp Outer) {
  TightNest Nest(Outer);
  return Nest.analyze() ? std::optional(std::move(Nest)) : std::nullopt;
}

llvm::SmallVector<Operation *> TightNest::collapse(bool OuterLast) {
  Block &Body = Outer.getBody();
  llvm::SmallVector<Operation *> InOrder;
  for (Operation &Op : llvm::make_early_inc_range(Body))
    if (Moved.contains(&Op)) {
      Op.moveBefore(Outer);
      InOrder.push_back(&Op);
    }

  Block &InnerBody = Inner.getBody();
  unsigned At = OuterLast ? 0 : Body.getNumArguments();
  for (BlockArgument Old : InnerBody.getArguments())
    Old.replaceAllUsesWith(
        Body.insertArgument(At++, Old.getType(), Old.getLoc()));
  llvm::SmallVector<Operation *> Reduced;
  for (Value Own : Inner.getReductionOperands())
    Reduced.push_back(Own.getDefiningOp());
  InnerBody.getTerminator()->erase();
  Body.getOperations().splice(Inner->getIterator(), InnerBody.getOperations());

  auto Join = [&](MutableOperandRange To, OperandRange OfInner) {
    OperandRange OfOuter = To;
    llvm::SmallVector<Value> Both(OfInner);
    Both.insert(OuterLast ? Both.end() : Both.begin(), OfOuter.begin(),
                OfOuter.end());
    To.assign(Both);
  };
  auto Closed = [](acc::LoopOp Loop) {
    llvm::SmallVector<bool> Dimensions;
    for (unsigned D = 0; D < Loop.getLowerbound().size(); ++D)
      Dimensions.push_back(isClosed(Loop, D));
    return Dimensions;
  };
  llvm::SmallVector<bool> AreClosed = Closed(Inner), OfOuter = Closed(Outer);
  AreClosed.insert(OuterLast ? AreClosed.end() : AreClosed.begin(),
                   OfOuter.begin(), OfOuter.end());
  Join(Outer.getLowerboundMutable(), Inner.getLowerbound());
  Join(Outer.getUpperboundMutable(), Inner.getUpperbound());
  Join(Outer.getStepMutable(), Inner.getStep());
  Outer.getPrivateOperandsMutable().append(Inner.getPrivateOperands());
  Outer.setInclusiveUpperbound(AreClosed);
  Builder B(Outer.getContext());
  Outer.setCollapseAttr(
      B.getI64ArrayAttr({static_cast<int64_t>(AreClosed.size())}));
  Outer.setCollapseDeviceTypeAttr(B.getArrayAttr(
      acc::DeviceTypeAttr::get(Outer.getContext(), acc::DeviceType::None)));
  Inner.erase();
  for (Operation *Op : Reduced) {
    Op->getResult(0).replaceAllUsesWith(acc::getVar(Op));
    Op->erase();
  }
  return InOrder;
}

} // namespace warpfort::openacc
