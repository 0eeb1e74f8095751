//===-- KernelLowering.cpp - Loops over gangs, workers and lanes ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every thread of a gang runs the code between the loops, on its own copies of
/// private scalars, which are equal in all of them; a store to memory that
/// others see is done by the first thread, between two barriers. Loops are in
/// KernelLoops.cpp.
///
/// On the CPU a gang is one thread: barriers and questions vanish there.
///
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "AtomicOps.h"
#include "Transforms/Common/LoopKernel.h"
#include "Transforms/Common/OperationAccesses.h"
#include "Transforms/OpenACC/Clauses/ArrayReductions.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "Transforms/OpenACC/Plan/LaunchMemory.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace warpfort::openacc {

Value KernelLowering::call(llvm::StringRef Name, Type Result,
                           llvm::ArrayRef<Value> Args, Location Loc) {
  llvm::SmallVector<Type> Types;
  for (Value Arg : Args)
    Types.push_back(Arg.getType());
  auto Type = FunctionType::get(Builder.getContext(), Types,
                                Result ? TypeRange(Result) : TypeRange());
  // Looked up in the module, each call would go through all of it.
  func::FuncOp &Fn = Library[Name];
  if (!Fn)
    Fn = getOrDeclareFunction(Builder, Loc, Name, Type);
  auto Call = fir::CallOp::create(Builder, Loc, Fn, Args);
  return Result ? Call.getResult(0) : Value();
}

/// Whether an address is of a variable that each thread has for itself.
bool KernelLowering::isOwn(Value Address) {
  auto OwnRoot = [](Value V) {
    Operation *Root = rootOf(V).getDefiningOp();
    return isa_and_nonnull<fir::AllocaOp, fir::AllocMemOp>(Root) ||
           (Root && OwnMemoryAttr.isOn(Root));
  };
  if (OwnRoot(Address))
    return true;
  Operation *Root = rootOf(Address).getDefiningOp();
  // What a descriptor of the thread's own describes.
  auto Load = dyn_cast_or_null<fir::LoadOp>(Root);
  if (!Load || !isa<fir::BaseBoxType>(Load.getType()))
    return false;
  auto Slot = rootOf(Load.getMemref()).getDefiningOp<fir::AllocaOp>();
  if (!Slot)
    return false;
  bool Any = false;
  for (Operation *User : Slot->getUsers())
    if (auto Store = dyn_cast<fir::StoreOp>(User)) {
      if (!OwnRoot(Store.getValue()))
        return false;
      Any = true;
    } else if (!isa<fir::LoadOp>(User)) {
      return false;
    }
  return Any;
}

fir::IfOp KernelLowering::ifFirst(Location Loc, unsigned Levels, bool Others) {
  Value First = call(WARPDEV_ACC_PREFIX "first", Builder.getI32Type(),
                     {i32(Levels, Loc)}, Loc);
  Value Is = arith::CmpIOp::create(Builder, Loc,
                                   Others ? arith::CmpIPredicate::eq
                                          : arith::CmpIPredicate::ne,
                                   First, i32(0, Loc));
  auto If = fir::IfOp::create(Builder, Loc, TypeRange{}, Is, false);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  return If;
}

/// A store or the like, where other threads run the same code: the first of
/// those that share \p Levels does it.
void KernelLowering::guard(Operation *Op, unsigned Active, unsigned Levels) {
  Location Loc = Op->getLoc();
  Builder.setInsertionPoint(Op);
  sync(Loc, Active);
  fir::IfOp If = ifFirst(Loc, Levels);
  Op->moveBefore(&If.getThenRegion().front(),
                 If.getThenRegion().front().begin());
  Builder.setInsertionPointAfter(If);
  sync(Loc, Active);
}

/// Has each thread copy a text that is assigned to a part of itself first.
void KernelLowering::copyText(LLVM::MemmoveOp Move) {
  Value To = rootOf(assignedAddress(Move)), From = rootOf(readAddress(Move));
  if (To != From &&
      !(To.getDefiningOp<fir::LoadOp>() && From.getDefiningOp<fir::LoadOp>()))
    return;
  Location Loc = Move.getLoc();
  auto Text = dyn_cast<fir::CharacterType>(
      fir::unwrapRefType(assignedAddress(Move).getType()));
  Value Copy;
  if (Text && Text.hasConstantLen())
    Copy = entryAlloca(Text, Loc);
  else
    Copy = fir::AllocaOp::create(
        Builder, Loc,
        fir::CharacterType::getUnknownLen(Builder.getContext(), 1),
        Builder.createConvert(Loc, Builder.getIndexType(), Move.getLen()));
  Value Pointer = Builder.createConvert(Loc, Move.getSrc().getType(), Copy);
  LLVM::MemmoveOp::create(Builder, Loc, Pointer, Move.getSrc(), Move.getLen(),
                          /*isVolatile=*/false);
  Move.getSrcMutable().assign(Pointer);
}

/// A store that all threads do, of the same value, after they all have read
/// what it depends on.
void KernelLowering::repeat(Operation *Op, unsigned Active) {
  Builder.setInsertionPoint(Op);
  if (auto Move = dyn_cast<LLVM::MemmoveOp>(Op))
    copyText(Move);
  sync(Op->getLoc(), Active);
  Builder.setInsertionPointAfter(Op);
  sync(Op->getLoc(), Active);
}

/// Whether a variable for which the library is called is made by each thread,
/// or an array in a descriptor that is.
static bool isOwnRecord(Value Argument) {
  Operation *Root = rootOf(Argument).getDefiningOp();
  if (auto Load = dyn_cast_or_null<fir::LoadOp>(Root))
    Root = rootOf(Load.getMemref()).getDefiningOp();
  return isa_and_nonnull<fir::AllocaOp, fir::AllocMemOp>(Root);
}

LogicalResult KernelLowering::lowerCall(fir::CallOp Call, unsigned Active) {
  // What placeArray() and shareArrays() made, and what recipes of private
  // records do.
  llvm::StringRef Called =
      Call.getCallee() ? Call.getCallee()->getRootReference().getValue() : "";
  if (Called.starts_with(WARPDEV_ACC_PREFIX))
    return success();
  if ((Called == "_FortranAInitialize" || Called == "_FortranADestroy") &&
      !(IsRoutine && Active == Above) && isOwnRecord(Call.getArgs().front()))
    return success();
  unsigned Together = teamLevels(Call, Active);
  if (!Together || (Together & ~Used & (Worker | Vector))) {
    if (!idle(Active))
      return success();
    // All threads would leave theirs in one array.
    if (IsRoutine && savedResult(Call) && isRepeatable(Call))
      return callByFirst(Call, Active, idle(Active), /*IsRoutineCall=*/false);
    if (isRepeatable(Call))
      return success();
    if (IsRoutine && isLibraryForTeam(Call))
      return callLibrary(Call, Active);
    if (!isProgramCall(Call))
      return emitUserError(Call,
                           "a procedure call outside of the innermost parallel "
                           "loop is not supported here");
    func::FuncOp Callee = getCallee(Call);
    return callByFirst(Call, Active, idle(Active),
                       /*IsRoutineCall=*/Callee && getRoutine(Callee));
  }
  if (failed(shareScalars(Call, Active)))
    return failure();
  Location Loc = Call.getLoc();
  func::FuncOp Callee = getCallee(Call);
  std::optional<Routine> R = getRoutine(Callee);
  bool IsBound = !R->Bind.empty();
  std::string Name = getTeamName(IsBound ? R->Bind : Callee.getSymName());
  auto Team = Module.lookupSymbol<func::FuncOp>(Name);
  if (!Team && IsBound)
    return emitUserError(Call, "the bind clause of '")
           << demangleName(Callee.getSymName())
           << "' names a procedure that is no acc routine of the same level";
  if (!Team)
    return Call.emitError("internal: routine without its parallel form");
  if (IsBound)
    BindAttr.set(Call, Name);
  else
    Call.setCalleeAttr(SymbolRefAttr::get(Call.getContext(), Name));
  if (!(Together & Worker) && (idle(Active) & Worker))
    return callByFirst(Call, Active, Worker, /*IsRoutineCall=*/true);
  Builder.setInsertionPoint(Call);
  sync(Loc, Active);
  Builder.setInsertionPointAfter(Call);
  sync(Loc, Active);
  return success();
}

/// All threads store the first one's value of a scalar.
LogicalResult KernelLowering::takeFromFirst(Value Address, Operation *For,
                                            unsigned Active) {
  Location Loc = For->getLoc();
  Reduction R;
  R.Element = fir::unwrapRefType(Address.getType());
  R.Kind = isa<fir::LogicalType>(R.Element) ? ReductionKind::LOr
                                            : ReductionKind::Add;
  if (getReductionTypeSuffix(Builder, R.Kind, R.Element).empty())
    return emitUserError(For,
                         "an argument or result of this type is not supported "
                         "where one thread calls for others");
  startReduction(Loc, R);
  {
    OpBuilder::InsertionGuard Guard(Builder);
    ifFirst(Loc, idle(Active));
    fir::StoreOp::create(Builder, Loc,
                         fir::LoadOp::create(Builder, Loc, Address),
                         R.Accumulator);
  }
  spreadSum(Loc, R, Active);
  fir::StoreOp::create(
      Builder, Loc, fir::LoadOp::create(Builder, Loc, R.Accumulator), Address);
  // A routine does not know whether the variable is one for all.
  if (IsRoutine)
    sync(Loc, Active);
  return success();
}

/// Gives every thread the sum of what the threads have in their accumulators.
void KernelLowering::spreadSum(Location Loc, Reduction &R, unsigned Active) {
  Type Pointer = getAbiPointerType(Builder.getContext());
  call(typedName("team_", R), {},
       {Builder.createConvert(Loc, Pointer, R.Accumulator),
        i32(rowOnly(Active), Loc)},
       Loc);
}

/// One thread reads or captures; what it found is the others' as well, which
/// add nothing to it. Each for itself might find something else.
LogicalResult KernelLowering::captureForAll(Operation *Op, unsigned Active) {
  Location Loc = Op->getLoc();
  auto Read = dyn_cast<acc::AtomicReadOp>(Op);
  if (auto Capture = dyn_cast<acc::AtomicCaptureOp>(Op))
    Capture.walk([&](acc::AtomicReadOp Inner) { Read = Inner; });
  Value V = Read ? Read.getV() : Value();
  // A routine does not know whether its dummy is the caller's own.
  if (isa<acc::AtomicReadOp>(Op) && IsRoutine && !isOwn(V))
    return lowerAtomic(Builder, Op);
  Reduction R;
  if (V) {
    R.Element = fir::unwrapRefType(V.getType());
    R.Kind = isa<fir::LogicalType>(R.Element) ? ReductionKind::LOr
                                              : ReductionKind::Add;
  }
  if (!V || (IsRoutine && !isOwn(V)) ||
      getReductionTypeSuffix(Builder, R.Kind, R.Element).empty())
    return emitUserError(Op, "atomic read or capture outside of the innermost "
                             "parallel loop is not supported here");
  if (!isOwn(V)) {
    guard(Op, Active, idle(Active));
    return lowerAtomic(Builder, Op);
  }
  Builder.setInsertionPoint(Op);
  startReduction(Loc, R);
  Read.getVMutable().assign(
      Builder.createConvert(Loc, V.getType(), R.Accumulator));
  guard(Op, Active, idle(Active));
  spreadSum(Loc, R, Active);
  fir::StoreOp::create(Builder, Loc,
                       fir::LoadOp::create(Builder, Loc, R.Accumulator), V);
  return lowerAtomic(Builder, Op);
}

LogicalResult KernelLowering::lowerOperation(Operation *Op, unsigned Active) {
  if (auto Loop = dyn_cast<acc::LoopOp>(Op))
    return Loop.isLoopLike() ? lowerLoop(Loop, Active)
                             : lowerContainer(Loop, Active);
  if (isa<acc::AtomicReadOp, acc::AtomicWriteOp, acc::AtomicUpdateOp,
          acc::AtomicCaptureOp>(Op)) {
    if (idle(Active)) {
      if (isa<acc::AtomicReadOp, acc::AtomicCaptureOp>(Op))
        return captureForAll(Op, Active);
      guard(Op, Active, idle(Active));
    }
    return lowerAtomic(Builder, Op);
  }
  if (Value Assigned = assignedAddress(Op)) {
    if (idle(Active) && !isOwn(Assigned)) {
      // A routine does not know whether its dummy is the caller's own copy in
      // each thread.
      if (IsRoutine)
        repeat(Op, Active);
      else
        guard(Op, Active, idle(Active));
    }
    return success();
  }
  if (auto Call = dyn_cast<fir::CallOp>(Op))
    return lowerCall(Call, Active);
  for (Region &Inner : Op->getRegions())
    if (failed(lowerBlocks(Inner, Active)))
      return failure();
  return success();
}

LogicalResult KernelLowering::lowerBlocks(Region &Body, unsigned Active) {
  llvm::SmallVector<Operation *> Ops;
  for (Block &B : Body)
    for (Operation &Op : B)
      Ops.push_back(&Op);
  for (Operation *Op : Ops)
    if (failed(lowerOperation(Op, Active)))
      return failure();
  return success();
}

/// A loop without its control, whose region holds the whole loop.
LogicalResult KernelLowering::lowerContainer(acc::LoopOp Loop,
                                             unsigned Active) {
  if (failed(lowerBlocks(Loop.getRegion(), Active)))
    return failure();
  for (Value Operand : Loop.getReductionOperands())
    if (auto Op = Operand.getDefiningOp<acc::ReductionOp>())
      Operand.replaceAllUsesExcept(acc::getVar(Op), Loop);
  Builder.setInsertionPoint(Loop);
  auto Execute =
      scf::ExecuteRegionOp::create(Builder, Loop.getLoc(), TypeRange{});
  Execute.getRegion().takeBody(Loop.getRegion());
  for (Block &B : Execute.getRegion())
    if (auto Yield = dyn_cast<acc::YieldOp>(B.getTerminator())) {
      Builder.setInsertionPoint(Yield);
      scf::YieldOp::create(Builder, Yield.getLoc());
      Yield.erase();
    }
  Loop.erase();
  return success();
}

LogicalResult
KernelLowering::makePrivates(llvm::function_ref<bool(acc::PrivateOp)> Which) {
  llvm::SmallVector<acc::PrivateOp> Privates;
  Function.walk([&](acc::PrivateOp Private) {
    if (!Private->use_empty() && Which(Private))
      Privates.push_back(Private);
  });
  for (acc::PrivateOp Private : Privates)
    if (failed(makePrivate(Private)))
      return failure();
  return success();
}

/// Begins the reductions of the construct, which no loop of it has.
LogicalResult KernelLowering::startWholeReductions() {
  llvm::SmallPtrSet<Operation *, 8> OfLoops;
  Function.walk([&](acc::LoopOp Loop) {
    for (Value Operand : Loop.getReductionOperands())
      OfLoops.insert(Operand.getDefiningOp());
  });
  Function.walk([&](acc::ReductionOp Op) {
    // Host code still has those of the constructs that were in it.
    if (!IsKernel || OfLoops.contains(Op))
      return;
    if (getArrayReduction(Op) == ArrayReduction::Atomic) {
      Op.getAccVar().replaceAllUsesWith(acc::getVar(Op));
    } else {
      Whole.emplace_back();
      Whole.back().Op = Op;
    }
  });
  for (Reduction &R : Whole) {
    if (failed(findReduction(R.Op.getAccVar(), R)))
      return failure();
    Builder.setInsertionPointAfter(R.Op);
    startReduction(R.Op.getLoc(), R);
    replaceByAccumulator(R, nullptr);
  }
  return success();
}

void KernelLowering::finishWholeReductions() {
  Builder.setInsertionPoint(Function.getBody().back().getTerminator());
  for (Reduction &R : Whole)
    (void)forEachElement(R.Op.getLoc(), R, [&](Reduction &One) {
      reduceOverGangs(R.Op.getLoc(), One, 0, /*IsOnce=*/!R.Array);
      return success();
    });
  if (WantsFewGangs && !NumGridReductions)
    scratch();
}

/// One variable a thread, not one an iteration.
void KernelLowering::hoistVariables() {
  llvm::SmallVector<fir::AllocaOp> Allocas;
  Function.walk([&](fir::AllocaOp Op) {
    if (Op->getNumOperands() == 0)
      Allocas.push_back(Op);
  });
  for (fir::AllocaOp Op : llvm::reverse(Allocas))
    Op->moveBefore(&Function.getBody().front(),
                   Function.getBody().front().begin());
}

/// Host code has data clauses that ACCLowerData needs.
void KernelLowering::eraseClauses() {
  llvm::SmallVector<Operation *> Dead;
  Function.walk([&](Operation *Op) {
    if (isa<acc::PrivateOp, acc::ReductionOp, acc::DataBoundsOp>(Op))
      Dead.push_back(Op);
  });
  for (Operation *Op : llvm::reverse(Dead))
    if (IsKernel || Op->use_empty())
      Op->erase();
}

LogicalResult KernelLowering::run(unsigned Active, unsigned Levels,
                                  unsigned UsedLevels) {
  Above = Active;
  IsRoutine = Levels != 0;
  Used = Levels | UsedLevels;
  if (IsRoutine) {
    if (failed(makePrivates(isPrivateOfRoutine)))
      return failure();
    shareArrays();
  }
  if (failed(makePrivates([](acc::PrivateOp) { return true; })) ||
      failed(startWholeReductions()) ||
      failed(lowerBlocks(Function.getBody(), Active)))
    return failure();
  finishWholeReductions();
  hoistVariables();
  eraseClauses();
  if (NumGridReductions)
    AccReductionsAttr.set(Function, NumGridReductions);
  return success();
}

} // namespace warpfort::openacc
