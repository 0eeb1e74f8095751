//===-- ACCLowerKernels.cpp - Loops over gangs, workers and lanes ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers what ACCOutline left in kernels. Every thread of a gang runs the
/// code between the loops, on its own copies of private scalars, which are
/// equal in all of them; a store to memory that others see is done by the first
/// thread, between two barriers. A distributed loop asks the device library
/// for its iterations; reductions are combined when it ends.
///
/// On the CPU a gang is one thread: barriers and questions vanish there.
///
//===----------------------------------------------------------------------===//
#include "../CUF/LoopKernel.h"
#include "ArrayReductions.h"
#include "AtomicOps.h"
#include "LaunchMemory.h"
#include "LoopPlan.h"
#include "PrivateVariables.h"
#include "Routines.h"
#include "RuntimeData.h"
#include "SharedScalars.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warpfort/Transforms/OpenACC/Passes.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/Complex.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace warpfort::openacc {

namespace {

constexpr unsigned Gang = WARPDEV_ACC_GANG, Worker = WARPDEV_ACC_WORKER,
                   Vector = WARPDEV_ACC_VECTOR;
/// Counters in the scratch memory of a launch.
constexpr unsigned MaxGridReductions =
    WARPRT_REDUCTION_HEADER / sizeof(uint32_t);

class KernelLowering {
public:
  KernelLowering(ModuleOp Module, func::FuncOp Function)
      : Module(Module), Function(Function), Plain(Module.getContext()),
        Builder(Plain, Module), IsKernel(Function->hasAttr(AccKernelAttr)) {}
  /// \p Active levels are taken before the code starts; \p Levels is what a
  /// routine's callers bring; \p UsedLevels those of its loops and calls.
  LogicalResult run(unsigned Active, unsigned Levels, unsigned UsedLevels);

private:
  struct Reduction {
    acc::ReductionOp Op;
    ReductionKind Kind;
    Type Element;
    Value Accumulator, Target;
    /// Null for a scalar.
    fir::SequenceType Array;
  };

  LogicalResult makePrivate(acc::PrivateOp Op);
  Value placeArray(acc::PrivateOp Op, Type Wanted, Value Original);
  LogicalResult findReduction(Value Operand, Reduction &Result);
  LogicalResult lowerBlocks(Region &Body, unsigned Active);
  LogicalResult lowerOperation(Operation *Op, unsigned Active);
  LogicalResult lowerLoop(acc::LoopOp Loop, unsigned Active);
  LogicalResult lowerContainer(acc::LoopOp Loop, unsigned Active);
  Value tripCount(acc::LoopOp Loop, unsigned Dimension, Location Loc);
  void startReduction(Location Loc, Reduction &R);
  LogicalResult endReduction(Location Loc, Reduction &R, unsigned Levels,
                             unsigned Active, bool IsOnce);
  LogicalResult
  forEachElement(Location Loc, Reduction &R,
                 llvm::function_ref<LogicalResult(Reduction &)> Body);
  void replaceByAccumulator(Reduction &R, Operation *Except);
  void reduceOverGangs(Location Loc, Reduction &R, unsigned Contributing,
                       bool IsOnce);
  void combineForCaller(Location Loc, Reduction &R, unsigned Active);
  void combineInto(Location Loc, Reduction &R, Value Target);
  Value maskedAccumulator(Location Loc, Reduction &R, unsigned Contributing);
  void guard(Operation *Op, unsigned Active);
  LogicalResult captureForAll(Operation *Op, unsigned Active);
  void repeat(Operation *Op, unsigned Active);
  LogicalResult lowerCall(fir::CallOp Call, unsigned Active);
  void shareArrays();
  bool isOwn(Value Address);
  /// Levels whose threads all run this code, of those that the block has.
  unsigned idle(unsigned Active) const {
    return Used & ~Active & (Worker | Vector);
  }
  Value call(llvm::StringRef Name, Type Result, llvm::ArrayRef<Value> Args,
             Location Loc);
  Value i32(int64_t N, Location Loc) {
    return Builder.createIntegerConstant(Loc, Builder.getI32Type(), N);
  }
  void sync(Location Loc, unsigned Active) {
    if (Used & (Worker | Vector))
      call(WARPDEV_ACC_PREFIX "sync", {}, {i32(rowOnly(Active), Loc)}, Loc);
  }
  static bool rowOnly(unsigned Active) { return (Active & Worker) != 0; }
  Value entryAlloca(Type T, Location Loc) {
    auto Guard = OpBuilder::InsertionGuard(Builder);
    Builder.setInsertionPointToStart(&Function.getBody().front());
    return fir::AllocaOp::create(Builder, Loc, T);
  }
  std::string typedName(llvm::StringRef Prefix, const Reduction &R) {
    return (WARPDEV_ACC_PREFIX + Prefix + getReductionName(R.Kind) + "_" +
            getReductionTypeSuffix(Builder, R.Kind, R.Element))
        .str();
  }
  /// A condition, in which the builder continues: true in one thread of the
  /// levels, or in all others.
  fir::IfOp ifFirst(Location Loc, unsigned Levels, bool Others = false);
  Value scratch();
  /// Makes the runtime launch no more gangs than are good for sums.
  void wantFewGangs() { WantsFewGangs = IsKernel; }

  ModuleOp Module;
  func::FuncOp Function;
  OpBuilder Plain;
  fir::FirOpBuilder Builder;
  unsigned Used = 0;
  unsigned Above = 0;
  bool IsRoutine = false;
  bool IsKernel;
  unsigned NumGridReductions = 0;
  bool WantsFewGangs = false;
  /// Reductions of the construct itself.
  llvm::SmallVector<Reduction> Whole;
};

Value KernelLowering::call(llvm::StringRef Name, Type Result,
                           llvm::ArrayRef<Value> Args, Location Loc) {
  llvm::SmallVector<Type> Types;
  for (Value Arg : Args)
    Types.push_back(Arg.getType());
  auto Type = FunctionType::get(Builder.getContext(), Types,
                                Result ? TypeRange(Result) : TypeRange());
  auto Fn = getOrDeclareFunction(Builder, Loc, Name, Type);
  auto Call = fir::CallOp::create(Builder, Loc, Fn, Args);
  return Result ? Call.getResult(0) : Value();
}

/// Whether an address is of a variable that each thread has for itself.
bool KernelLowering::isOwn(Value Address) {
  auto OwnRoot = [](Value V) {
    Operation *Root = rootOf(V).getDefiningOp();
    return isa_and_nonnull<fir::AllocaOp, fir::AllocMemOp>(Root) ||
           (Root && Root->hasAttr(OwnMemoryAttr));
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

/// What gives the variable that \p Definer makes in a kernel's entry its value
/// before \p Use: the store of a parameter.
static Operation *lastStore(Operation *Definer, Operation *Use) {
  Operation *Last = Definer;
  Operation *End = Definer->getBlock()->findAncestorOpInBlock(*Use);
  for (Operation *User : Definer->getUsers())
    if (isa<fir::StoreOp>(User) && User->getBlock() == Last->getBlock() &&
        Last->isBeforeInBlock(User) && End && User->isBeforeInBlock(End))
      Last = User;
  return Last;
}

/// Makes the array of a private clause where ACCOutline decided.
Value KernelLowering::placeArray(acc::PrivateOp Op, Type Wanted,
                                 Value Original) {
  Location Loc = Op.getLoc();
  Block &Entry = Function.getBody().front();
  int64_t Parameter =
      Op->getAttrOfType<IntegerAttr>(MemoryParameterAttr).getInt();
  int64_t Levels = Op->getAttrOfType<IntegerAttr>(MemoryLevelsAttr).getInt();
  Value Memory;
  if (Parameter < 0) {
    Memory = fir::AllocaOp::create(Builder, Loc, arrayOf(Wanted));
  } else {
    Memory = call(WARPDEV_ACC_PREFIX "private",
                  getAbiPointerType(Builder.getContext()),
                  {Entry.getArgument(Parameter),
                   Entry.getArgument(Parameter + 1), i32(Levels, Loc)},
                  Loc);
    if (Levels & Vector)
      Memory.getDefiningOp()->setAttr(OwnMemoryAttr, Builder.getUnitAttr());
  }
  return createArrayAt(Builder, Loc, Memory, Wanted, Original);
}

LogicalResult KernelLowering::makePrivate(acc::PrivateOp Op) {
  auto Recipe = SymbolTable::lookupNearestSymbolFrom<acc::PrivateRecipeOp>(
      Function, acc::getRecipe(Op));
  if (!Recipe)
    return Op->emitError("internal: no recipe for a private variable");
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Operation *Definer = acc::getVar(Op).getDefiningOp();
  Block &Entry = Function.getBody().front();
  // The variable is made once a thread, at the top.
  acc::LoopOp Loop;
  if (!IsKernel)
    for (Operation *User : Op.getAccVar().getUsers())
      if (auto L = dyn_cast<acc::LoopOp>(User))
        Loop = L;
  if (Loop)
    // Any block of host code.
    Builder.setInsertionPoint(Op);
  else if (Definer && Definer->getBlock() == &Entry)
    Builder.setInsertionPointAfter(lastStore(Definer, Op));
  else if (Op->getBlock() == &Entry)
    Builder.setInsertionPoint(Op);
  else
    Builder.setInsertionPointToStart(&Entry);
  Block &Init = Recipe.getInitRegion().front();
  auto Unsupported = [&] {
    return Op->emitError("the private variable '")
           << acc::getVarName(Op).value_or("?")
           << "' has a type that is not supported yet";
  };
  if (!llvm::hasSingleElement(Recipe.getInitRegion()))
    return Unsupported();
  // Recipes of descriptors take and give addresses of them.
  Value Original = acc::getVar(Op);
  bool ByAddress = Init.getArgument(0).getType() != Original.getType() &&
                   isa<fir::BaseBoxType>(Original.getType());
  if (ByAddress) {
    Value Slot = entryAlloca(Original.getType(), Op.getLoc());
    fir::StoreOp::create(Builder, Op.getLoc(), Original, Slot);
    Original = Slot;
  }
  if (Init.getNumArguments() > 1)
    return Op->emitError("the private section '")
           << acc::getVarName(Op).value_or("?") << "' is not supported yet";
  if (!givesOriginal(Recipe.getInitRegion()) &&
      !Init.getArgument(0).use_empty() &&
      isa_and_nonnull<fir::UndefOp>(Definer))
    return Unsupported();
  Type Wanted = Init.getArgument(0).getType();
  bool IsPlaced = IsKernel && Op->hasAttr(MemoryParameterAttr);
  Value Made = IsPlaced
                   ? placeArray(Op, Wanted, Original)
                   : makeVariable(Builder, Op.getLoc(), Recipe.getInitRegion(),
                                  Original, Wanted, Module);
  if (!Made)
    return Unsupported();
  Value Result = Made;
  if (ByAddress)
    Result = fir::LoadOp::create(Builder, Op.getLoc(), Made);
  if (Type Wanted = Op.getAccVar().getType();
      fir::isa_volatile_type(Wanted) !=
      fir::isa_volatile_type(Result.getType()))
    Result = fir::VolatileCastOp::create(Builder, Op.getLoc(), Wanted, Result);
  if (!IsPlaced && !Recipe.getDestroyRegion().empty()) {
    if (Loop)
      Builder.setInsertionPointAfter(Loop);
    else
      Builder.setInsertionPoint(Function.getBody().back().getTerminator());
    inlineRecipe(Builder, Recipe.getDestroyRegion(), {Original, Made});
  }
  Op.getAccVar().replaceAllUsesWith(Result);
  return success();
}

LogicalResult KernelLowering::findReduction(Value Operand, Reduction &Result) {
  Result.Op = Operand.getDefiningOp<acc::ReductionOp>();
  if (!Result.Op)
    return Function.emitError("internal: reduction without an operation");
  Type T = fir::unwrapRefType(Operand.getType());
  Result.Array = dyn_cast<fir::SequenceType>(T);
  Result.Element = fir::unwrapSequenceType(T);
  std::optional<ReductionKind> Kind = getLibraryReduction(Result.Op);
  if (!Kind)
    return Result.Op->emitError("reduction of '")
           << acc::getVarName(Result.Op).value_or("?")
           << "': its type is not supported yet";
  Result.Kind = *Kind;
  Result.Target = acc::getVar(Result.Op);
  return success();
}

Value KernelLowering::scratch() {
  Type Pointer = getAbiPointerType(Builder.getContext());
  Block &Entry = Function.getBody().front();
  if (NumGridReductions++ > 0)
    return Entry.getArgument(Entry.getNumArguments() - 1);
  Value Parameter = Entry.addArgument(Pointer, Function.getLoc());
  llvm::SmallVector<Type> Types(Function.getArgumentTypes());
  Types.push_back(Pointer);
  Function.setType(FunctionType::get(Builder.getContext(), Types, {}));
  return Parameter;
}

/// Runs \p Body for the scalar, or in a loop over the elements of the arrays,
/// behind which the builder continues.
LogicalResult KernelLowering::forEachElement(
    Location Loc, Reduction &R,
    llvm::function_ref<LogicalResult(Reduction &)> Body) {
  Reduction One = R;
  if (!R.Array)
    return Body(One);
  Type Index = Builder.getIndexType();
  int64_t Count = R.Array.getConstantArraySize();
  auto Loop = scf::ForOp::create(
      Builder, Loc, Builder.createIntegerConstant(Loc, Index, 0),
      Builder.createIntegerConstant(Loc, Index, Count),
      Builder.createIntegerConstant(Loc, Index, 1));
  Builder.setInsertionPointToStart(Loop.getBody());
  auto At = [&](Value Array) -> Value {
    Type Flat =
        Builder.getRefType(fir::SequenceType::get({Count}, R.Array.getEleTy()));
    return fir::CoordinateOp::create(Builder, Loc,
                                     Builder.getRefType(R.Element),
                                     Builder.createConvert(Loc, Flat, Array),
                                     ValueRange{Loop.getInductionVar()});
  };
  One.Accumulator = At(R.Accumulator);
  One.Target = At(R.Target);
  LogicalResult Result = Body(One);
  Builder.setInsertionPointAfter(Loop);
  return Result;
}

void KernelLowering::startReduction(Location Loc, Reduction &R) {
  R.Accumulator = entryAlloca(R.Array ? Type(R.Array) : R.Element, Loc);
  (void)forEachElement(Loc, R, [&](Reduction &One) {
    fir::StoreOp::create(Builder, Loc,
                         createIdentity(Builder, Loc, R.Kind, R.Element),
                         One.Accumulator);
    return success();
  });
}

/// Lets the code use it, but for \p Except, which names the clause.
void KernelLowering::replaceByAccumulator(Reduction &R, Operation *Except) {
  Value Operand = R.Op.getAccVar();
  Value Own =
      Builder.createConvert(R.Op.getLoc(), Operand.getType(), R.Accumulator);
  if (Except)
    Operand.replaceAllUsesExcept(Own, Except);
  else
    Operand.replaceAllUsesWith(Own);
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

/// The address of the accumulator, or of the neutral element in threads that
/// only repeat what others did.
Value KernelLowering::maskedAccumulator(Location Loc, Reduction &R,
                                        unsigned Contributing) {
  unsigned Repeated = Used & ~Contributing & (Worker | Vector);
  if (!Repeated)
    return R.Accumulator;
  fir::IfOp If = ifFirst(Loc, Repeated, /*Others=*/true);
  fir::StoreOp::create(Builder, Loc,
                       createIdentity(Builder, Loc, R.Kind, R.Element),
                       R.Accumulator);
  Builder.setInsertionPointAfter(If);
  return R.Accumulator;
}

/// Combines what the gangs have with the target, which they share. Where all of
/// them do that once, at the end, in a fixed order; else whenever they come.
void KernelLowering::reduceOverGangs(Location Loc, Reduction &R,
                                     unsigned Contributing, bool IsOnce) {
  Value Address = maskedAccumulator(Loc, R, Contributing);
  Type Pointer = getAbiPointerType(Builder.getContext());
  Value Local = Builder.createConvert(Loc, Pointer, Address);
  Value Target = Builder.createConvert(Loc, Pointer, R.Target);
  int64_t Index = NumGridReductions;
  if (IsOnce && Index < MaxGridReductions) {
    Value Scratch = scratch();
    call(typedName("grid_", R), {}, {Local, Target, Scratch, i32(Index, Loc)},
         Loc);
    return;
  }
  wantFewGangs();
  call(typedName("team_", R), {}, {Local, i32(/*row=*/0, Loc)}, Loc);
  fir::IfOp If = ifFirst(Loc, Worker | Vector);
  call(typedName("atomic_", R), {}, {Target, Local}, Loc);
  Builder.setInsertionPointAfter(If);
}

/// target = target op accumulator.
void KernelLowering::combineInto(Location Loc, Reduction &R, Value Target) {
  Type Pointer = getAbiPointerType(Builder.getContext());
  call(typedName("combine_", R), {},
       {Builder.createConvert(Loc, Pointer, Target),
        Builder.createConvert(Loc, Pointer, R.Accumulator)},
       Loc);
}

/// The same in a routine, which does not know whether its dummy is the caller's
/// own copy in each thread: all store the result, after all have read.
void KernelLowering::combineForCaller(Location Loc, Reduction &R,
                                      unsigned Active) {
  Value Target = Builder.createConvert(Loc, Builder.getRefType(R.Element),
                                       acc::getVar(R.Op));
  Value Result = entryAlloca(R.Element, Loc);
  fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, Target),
                       Result);
  combineInto(Loc, R, Result);
  sync(Loc, Active);
  fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, Result),
                       Target);
}

LogicalResult KernelLowering::endReduction(Location Loc, Reduction &R,
                                           unsigned Levels, unsigned Active,
                                           bool IsOnce) {
  allowAnyOrder(R.Accumulator);
  Value Target = R.Target;
  bool Own = isOwn(Target);
  if ((Levels & Gang) && !Own) {
    reduceOverGangs(Loc, R, Levels | Active, IsOnce && IsKernel);
    return success();
  }
  if ((Levels & Gang) && IsRoutine)
    return R.Op.emitError("the reduction over gangs of '")
           << acc::getVarName(R.Op).value_or("?")
           << "', which each gang has for itself, is not supported";
  if (Levels & (Worker | Vector)) {
    Type Pointer = getAbiPointerType(Builder.getContext());
    Value Address = maskedAccumulator(Loc, R, Levels | Active);
    call(typedName("team_", R), {},
         {Builder.createConvert(Loc, Pointer, Address),
          i32(rowOnly(Active), Loc)},
         Loc);
  }
  if (Own || !idle(Active)) {
    combineInto(Loc, R, Target);
    return success();
  }
  if (IsRoutine) {
    combineForCaller(Loc, R, Active);
    return success();
  }
  sync(Loc, Active);
  fir::IfOp If = ifFirst(Loc, idle(Active));
  // Other gangs or workers may be about the same variable.
  if (Active & (Gang | Worker)) {
    Type Pointer = getAbiPointerType(Builder.getContext());
    call(typedName("atomic_", R), {},
         {Builder.createConvert(Loc, Pointer, Target),
          Builder.createConvert(Loc, Pointer, R.Accumulator)},
         Loc);
  } else {
    combineInto(Loc, R, Target);
  }
  Builder.setInsertionPointAfter(If);
  sync(Loc, Active);
  return success();
}

Value KernelLowering::tripCount(acc::LoopOp Loop, unsigned D, Location Loc) {
  Type I64 = Builder.getI64Type();
  Value Lb = Builder.createConvert(Loc, I64, Loop.getLowerbound()[D]);
  Value Ub = Builder.createConvert(Loc, I64, Loop.getUpperbound()[D]);
  Value Step = Builder.createConvert(Loc, I64, Loop.getStep()[D]);
  auto Inclusive = Loop.getInclusiveUpperbound();
  Value Distance = arith::SubIOp::create(Builder, Loc, Ub, Lb);
  auto Constant = fir::getIntIfConstant(Loop.getStep()[D]);
  bool IsInclusive = !Inclusive || (*Inclusive)[D];
  if (!IsInclusive) {
    // distance - sign(step) is the inclusive one.
    Value Zero = Builder.createIntegerConstant(Loc, I64, 0);
    Value One = Builder.createIntegerConstant(Loc, I64, 1);
    Value Minus = Builder.createIntegerConstant(Loc, I64, -1);
    Value Negative = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::slt, Step, Zero);
    Distance = arith::SubIOp::create(
        Builder, Loc, Distance,
        arith::SelectOp::create(Builder, Loc, Negative, Minus, One));
  }
  Value Count = arith::AddIOp::create(Builder, Loc, Distance, Step);
  if (!Constant || *Constant != 1)
    Count = arith::DivSIOp::create(Builder, Loc, Count, Step);
  return arith::MaxSIOp::create(Builder, Loc, Count,
                                Builder.createIntegerConstant(Loc, I64, 0));
}

/// A store or the like, where other threads run the same code: one does it.
void KernelLowering::guard(Operation *Op, unsigned Active) {
  Location Loc = Op->getLoc();
  Builder.setInsertionPoint(Op);
  sync(Loc, Active);
  fir::IfOp If = ifFirst(Loc, idle(Active));
  Op->moveBefore(&If.getThenRegion().front(),
                 If.getThenRegion().front().begin());
  Builder.setInsertionPointAfter(If);
  sync(Loc, Active);
}

/// A store that all threads do, of the same value, after they all have read
/// what it depends on.
void KernelLowering::repeat(Operation *Op, unsigned Active) {
  Builder.setInsertionPoint(Op);
  sync(Op->getLoc(), Active);
  Builder.setInsertionPointAfter(Op);
  sync(Op->getLoc(), Active);
}

LogicalResult KernelLowering::lowerCall(fir::CallOp Call, unsigned Active) {
  // What placeArray() made.
  if (auto Name = Call.getCallee();
      Name && Name->getRootReference() == WARPDEV_ACC_PREFIX "private")
    return success();
  unsigned Together = teamLevels(Call, Active);
  if (!Together || (Together & ~Used & (Worker | Vector))) {
    if (!idle(Active) || isRepeatable(Call))
      return success();
    return Call.emitError("a procedure call outside of the innermost parallel "
                          "loop is not supported here");
  }
  Location Loc = Call.getLoc();
  func::FuncOp Callee = getCallee(Call);
  std::optional<Routine> R = getRoutine(Callee);
  bool IsBound = !R->Bind.empty();
  std::string Name = getTeamName(IsBound ? R->Bind : Callee.getSymName());
  auto Team = Module.lookupSymbol<func::FuncOp>(Name);
  if (!Team && IsBound)
    return Call.emitError("the bind clause of '")
           << demangleName(Callee.getSymName())
           << "' names a procedure that is no acc routine of the same level";
  if (!Team)
    return Call.emitError("internal: routine without its parallel form");
  if (IsBound)
    Call->setAttr(BindAttr, FlatSymbolRefAttr::get(Call.getContext(), Name));
  else
    Call.setCalleeAttr(SymbolRefAttr::get(Call.getContext(), Name));
  Builder.setInsertionPoint(Call);
  sync(Loc, Active);
  Builder.setInsertionPointAfter(Call);
  sync(Loc, Active);
  return success();
}

/// Local arrays of a routine, of which each thread would have its own, although
/// its loops share them.
void KernelLowering::shareArrays() {
  llvm::SmallVector<fir::AllocaOp> Arrays;
  Function.walk([&](fir::AllocaOp Op) {
    if (isa<fir::SequenceType>(Op.getInType()) &&
        !Op->getParentOfType<acc::LoopOp>())
      Arrays.push_back(Op);
  });
  if (Arrays.empty())
    return;
  Type Pointer = getAbiPointerType(Builder.getContext());
  llvm::SmallVector<Value> Memory;
  Value Row = {};
  for (fir::AllocaOp Op : Arrays) {
    Location Loc = Op.getLoc();
    Builder.setInsertionPoint(Op);
    Value Bytes = createElementBytes(Builder, Loc,
                                     fir::unwrapSequenceType(Op.getInType()));
    auto Type = cast<fir::SequenceType>(Op.getInType());
    for (auto Extent : Type.getShape())
      if (Extent != fir::SequenceType::getUnknownExtent())
        Bytes = arith::MulIOp::create(
            Builder, Loc, Bytes,
            Builder.createIntegerConstant(Loc, Bytes.getType(), Extent));
    for (Value Extent : Op.getShape())
      Bytes = arith::MulIOp::create(
          Builder, Loc, Bytes,
          Builder.createConvert(Loc, Bytes.getType(), Extent));
    Row = i32(rowOnly(Above), Loc);
    Value Shared =
        call(WARPDEV_ACC_PREFIX "allocate", Pointer, {Bytes, Row}, Loc);
    Value Typed = Builder.createConvert(Loc, Op.getType(), Shared);
    Op.replaceAllUsesWith(Typed);
    Op.erase();
    // Given back at every end, from the top of the stack.
    bool AtEntry = Shared.getParentBlock() == &Function.getBody().front();
    if (AtEntry)
      Memory.push_back(Shared);
  }
  for (Block &B : Function.getBody())
    if (auto Return = dyn_cast<func::ReturnOp>(B.getTerminator())) {
      Builder.setInsertionPoint(Return);
      for (Value Shared : llvm::reverse(Memory))
        call(WARPDEV_ACC_PREFIX "release", {},
             {Shared, i32(rowOnly(Above), Return.getLoc())}, Return.getLoc());
    }
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
    return Op->emitError("atomic read or capture outside of the innermost "
                         "parallel loop is not supported here");
  if (!isOwn(V)) {
    guard(Op, Active);
    return lowerAtomic(Builder, Op);
  }
  Builder.setInsertionPoint(Op);
  startReduction(Loc, R);
  Read.getVMutable().assign(
      Builder.createConvert(Loc, V.getType(), R.Accumulator));
  guard(Op, Active);
  Type Pointer = getAbiPointerType(Builder.getContext());
  call(typedName("team_", R), {},
       {Builder.createConvert(Loc, Pointer, R.Accumulator),
        i32(rowOnly(Active), Loc)},
       Loc);
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
      guard(Op, Active);
    }
    return lowerAtomic(Builder, Op);
  }
  if (auto Store = dyn_cast<fir::StoreOp>(Op)) {
    if (idle(Active) && !isOwn(Store.getMemref())) {
      // A routine does not know whether its dummy is the caller's own copy in
      // each thread.
      if (IsRoutine)
        repeat(Op, Active);
      else
        guard(Op, Active);
    }
    return success();
  }
  if (auto Call = dyn_cast<fir::CallOp>(Op))
    return lowerCall(Call, Active);
  if (auto Cache = dyn_cast<acc::CacheOp>(Op)) {
    Cache.getAccVar().replaceAllUsesWith(acc::getVar(Op));
    return success();
  }
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

LogicalResult KernelLowering::lowerLoop(acc::LoopOp Loop, unsigned Active) {
  Location Loc = Loop.getLoc();
  unsigned Levels = levelsOf(Loop);
  if (!llvm::hasSingleElement(Loop.getRegion()))
    return Loop.emitError("branches in the body of this loop are not "
                          "supported yet");
  Builder.setInsertionPoint(Loop);
  llvm::SmallVector<Reduction> Reductions;
  for (Value Operand : Loop.getReductionOperands()) {
    auto Op = Operand.getDefiningOp<acc::ReductionOp>();
    if (Op && (!Levels || getArrayReduction(Op) == ArrayReduction::Atomic)) {
      Operand.replaceAllUsesExcept(acc::getVar(Op), Loop);
      continue;
    }
    Reduction R;
    if (failed(findReduction(Operand, R)))
      return failure();
    startReduction(Loc, R);
    replaceByAccumulator(R, Loop);
    Reductions.push_back(R);
  }
  // What the code before this loop wrote and read is settled.
  if (Levels & (Worker | Vector) && (!(Levels & Gang) || (Active & Gang)))
    sync(Loc, Active);

  Type I64 = Builder.getI64Type(), Index = Builder.getIndexType();
  unsigned NumLoops = Loop.getLowerbound().size();
  auto NoWrap = arith::IntegerOverflowFlags::nsw;
  llvm::SmallVector<Value> Trips, Counters;
  for (unsigned D = 0; D < NumLoops; ++D)
    Trips.push_back(tripCount(Loop, D, Loc));
  auto For = [&](Value Begin, Value End, Value Stride) {
    auto Op = scf::ForOp::create(Builder, Loc,
                                 Builder.createConvert(Loc, Index, Begin),
                                 Builder.createConvert(Loc, Index, End),
                                 Builder.createConvert(Loc, Index, Stride));
    Builder.setInsertionPointToStart(Op.getBody());
    return Builder.createConvert(Loc, I64, Op.getInductionVar());
  };
  Operation *Outermost = nullptr;
  auto Note = [&](Value Counter) {
    if (!Outermost)
      Outermost = Builder.getInsertionBlock()->getParentOp();
    return Counter;
  };
  if (Loop->hasAttr(GridAttr)) {
    // All before the first loop: its test is one with the others' then.
    llvm::SmallVector<std::array<Value, 3>> Ranges;
    for (unsigned D = 0; D < NumLoops; ++D) {
      Value Dim = i32(NumLoops - 1 - D, Loc);
      Ranges.push_back(
          {call(WARPDEV_LOOP_BEGIN, I64, {Dim, Trips[D]}, Loc),
           call(WARPDEV_PREFIX "loop_end", I64, {Dim, Trips[D]}, Loc),
           call(WARPDEV_PREFIX "loop_stride", I64, {Dim}, Loc)});
    }
    for (auto [Begin, End, Stride] : Ranges) {
      Counters.push_back(Note(For(Begin, End, Stride)));
      Builder.getInsertionBlock()->getParentOp()->setAttr(
          FewIterationsAttr, Builder.getUnitAttr());
    }
  } else if (Levels) {
    Value Total = Trips[0];
    for (unsigned D = 1; D < NumLoops; ++D)
      Total = arith::MulIOp::create(Builder, Loc, Total, Trips[D], NoWrap);
    Value Over = i32(Levels | dimsOf(Loop) << WARPDEV_ACC_DIMS_SHIFT, Loc);
    Value Begin = call(WARPDEV_ACC_PREFIX "begin", I64, {Over, Total}, Loc);
    Value End = call(WARPDEV_ACC_PREFIX "end", I64, {Over, Total}, Loc);
    Value Stride = call(WARPDEV_ACC_PREFIX "stride", I64, {Over}, Loc);
    Value Linear = Note(For(Begin, End, Stride));
    Counters.resize(NumLoops);
    for (unsigned D = NumLoops; D-- > 1;) {
      Counters[D] = arith::RemUIOp::create(Builder, Loc, Linear, Trips[D]);
      Linear = arith::DivUIOp::create(Builder, Loc, Linear, Trips[D]);
    }
    Counters[0] = Linear;
  } else {
    Value Zero = Builder.createIntegerConstant(Loc, I64, 0);
    Value One = Builder.createIntegerConstant(Loc, I64, 1);
    for (unsigned D = 0; D < NumLoops; ++D)
      Counters.push_back(Note(For(Zero, Trips[D], One)));
  }

  Block &Body = Loop.getRegion().front();
  for (unsigned D = 0; D < NumLoops; ++D) {
    Value Lb = Builder.createConvert(Loc, I64, Loop.getLowerbound()[D]);
    Value Step = Builder.createConvert(Loc, I64, Loop.getStep()[D]);
    Value At = arith::AddIOp::create(
        Builder, Loc, Lb,
        arith::MulIOp::create(Builder, Loc, Counters[D], Step, NoWrap), NoWrap);
    Body.getArgument(D).replaceAllUsesWith(
        Builder.createConvert(Loc, Body.getArgument(D).getType(), At));
  }
  Block *Inner = Builder.getInsertionBlock();
  llvm::SmallVector<Operation *> Ops;
  for (Operation &Op : Body.without_terminator())
    Ops.push_back(&Op);
  for (Operation *Op : Ops)
    Op->moveBefore(Inner->getTerminator());
  Builder.setInsertionPointAfter(Outermost);
  bool IsOnce = Loop->getBlock() == &Function.getBody().front();
  for (Reduction &R : Reductions)
    if (failed(forEachElement(Loc, R, [&](Reduction &One) {
          return endReduction(Loc, One, Levels, Active, IsOnce && !R.Array);
        })))
      return failure();
  if (Levels & (Worker | Vector) && !Loop->hasAttr(GridAttr))
    sync(Loc, Active);
  Loop.erase();
  for (Operation *Op : Ops)
    if (failed(lowerOperation(Op, Active | Levels)))
      return failure();
  return success();
}

LogicalResult KernelLowering::run(unsigned Active, unsigned Levels,
                                  unsigned UsedLevels) {
  Above = Active;
  IsRoutine = Levels != 0;
  Used = Levels | UsedLevels;
  if (IsRoutine)
    shareArrays();
  llvm::SmallVector<acc::PrivateOp> Privates;
  llvm::SmallVector<acc::LoopOp> Loops;
  llvm::SmallPtrSet<Operation *, 8> OfLoops;
  Function.walk([&](Operation *Op) {
    if (auto Private = dyn_cast<acc::PrivateOp>(Op);
        Private && !Private->use_empty())
      Privates.push_back(Private);
    if (auto Loop = dyn_cast<acc::LoopOp>(Op)) {
      for (Value Operand : Loop.getReductionOperands())
        OfLoops.insert(Operand.getDefiningOp());
    }
  });
  for (acc::PrivateOp Private : Privates)
    if (failed(makePrivate(Private)))
      return failure();
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
  if (failed(lowerBlocks(Function.getBody(), Active)))
    return failure();
  Builder.setInsertionPoint(Function.getBody().back().getTerminator());
  for (Reduction &R : Whole)
    (void)forEachElement(R.Op.getLoc(), R, [&](Reduction &One) {
      reduceOverGangs(R.Op.getLoc(), One, 0, /*IsOnce=*/!R.Array);
      return success();
    });
  if (WantsFewGangs && !NumGridReductions)
    scratch();
  // One variable a thread, not one an iteration.
  llvm::SmallVector<fir::AllocaOp> Allocas;
  Function.walk([&](fir::AllocaOp Op) {
    if (Op->getNumOperands() == 0)
      Allocas.push_back(Op);
  });
  for (fir::AllocaOp Op : llvm::reverse(Allocas))
    Op->moveBefore(&Function.getBody().front(),
                   Function.getBody().front().begin());
  llvm::SmallVector<Operation *> Dead;
  Function.walk([&](Operation *Op) {
    if (isa<acc::PrivateOp, acc::ReductionOp, acc::CacheOp, acc::DataBoundsOp>(
            Op))
      Dead.push_back(Op);
  });
  // Host code has data clauses that ACCLowerData needs.
  for (Operation *Op : llvm::reverse(Dead))
    if (IsKernel || Op->use_empty())
      Op->erase();
  if (NumGridReductions)
    Function->setAttr(AccReductionsAttr,
                      Builder.getI32IntegerAttr(NumGridReductions));
  return success();
}

class ACCLowerKernels
    : public PassWrapper<ACCLowerKernels, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ACCLowerKernels)

  llvm::StringRef getArgument() const override {
    return "warpfort-acc-lower-kernels";
  }
  llvm::StringRef getDescription() const override {
    return "Distribute the loops of OpenACC kernels";
  }
  void getDependentDialects(DialectRegistry &Registry) const override {
    Registry.insert<fir::FIROpsDialect, func::FuncDialect, arith::ArithDialect,
                    scf::SCFDialect, LLVM::LLVMDialect>();
  }
  void runOnOperation() override {
    // Kernels; routines; and loops of host code, which are sequential.
    llvm::SmallVector<func::FuncOp> Functions;
    for (auto Function : getOperation().getOps<func::FuncOp>())
      if (!Function.isExternal())
        Functions.push_back(Function);
    for (func::FuncOp Function : Functions) {
      unsigned Active = 0, Levels = 0, Used = 0;
      if (auto Attr = Function->getAttrOfType<IntegerAttr>(RoutineLevelsAttr)) {
        Levels = Attr.getInt();
        Active = (Gang | Worker | Vector) & ~Levels;
        dropDeclarations(Function);
        prepareArrayReductions(Function);
        llvm::SmallVector<Operation *> Ops;
        for (Block &B : Function.getBody())
          for (Operation &Op : B)
            Ops.push_back(&Op);
        LoopPlan Plan = planLoops(Function, Ops, Active);
        if (Plan.Serial) {
          Function.emitError("this acc routine cannot be run in parallel: ")
              << Plan.SerialReason;
          return signalPassFailure();
        }
        Used = Plan.Used;
        reportLoops(Function, Ops, Plan);
      } else if (auto Attr =
                     Function->getAttrOfType<IntegerAttr>(UsedLevelsAttr)) {
        Used = Attr.getInt();
      } else if (!Function->hasAttr(AccKernelAttr) &&
                 !Function
                      .walk([](Operation *Op) {
                        return isa<acc::LoopOp, acc::AtomicReadOp,
                                   acc::AtomicWriteOp, acc::AtomicUpdateOp,
                                   acc::AtomicCaptureOp, acc::CacheOp>(Op)
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted()) {
        continue;
      }
      if (failed(KernelLowering(getOperation(), Function)
                     .run(Active, Levels, Used)))
        return signalPassFailure();
    }
  }
};

} // namespace
} // namespace warpfort::openacc

std::unique_ptr<mlir::Pass> warpfort::createACCLowerKernelsPass() {
  return std::make_unique<openacc::ACCLowerKernels>();
}
