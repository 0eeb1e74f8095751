//===-- CUFOutlineKernelLoops.cpp - Kernels from kernel loops -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns `!$cuf kernel do` (cuf.kernel) into a kernel and a launch. For
///
///     !$cuf kernel do(2) <<<*, *>>>
///     do j = lj, uj, sj; do i = li, ui, si; BODY; end do; end do
///
/// the kernel is, as pseudo-code, one iteration number a loop:
///
///     kernel(captured..., lj, sj, nj, li, si, ni, [slots, scratch]):
///       acc = neutral element                     (a reduction each)
///       for (y = loop_begin(1, nj); y < loop_end(1, nj); y += loop_stride(1))
///         for (x = loop_begin(0, ni); x < loop_end(0, ni); x += ...)
///           j = lj + y*sj; i = li + x*si; BODY
///       __warpdev_reduce_add_f64(acc, slots + 16*k, scratch, k, count)
///
/// and the host calls warprt_launch_loops(kernel, 2, {ni, nj}, ...). The
/// iteration space functions are the device library's: grid-stride on a GPU,
/// contiguous chunks on the CPU.
///
/// A scalar that the code behind the loop may read gets its last value
/// (LastValues.h). One that only a condition keeps from being read before it
/// is assigned begins each iteration with its value from before the loop.
///
/// A nest that only reduces is one loop over all iterations on a GPU, shared by
/// all threads of the grid in their order, since the loops of the nest often
/// have one iteration a thread, and one element under way then:
///
///       if (__warpdev_nests_are_joined())
///         for (n = loop_begin(all, ni*nj); ...) { y = n / ni; x = n % ni; ...
///         }
///       else the nest
///
/// Where the threads of a block share loops of the body (SharedLoopAttr), their
/// dimension has no loop in the kernel; the others have iterations for whole
/// blocks, and warprt_launch_shared chooses the block:
///
///       for (y = loop_begin(1, shared_trips(1, ni)); ...) { i = li + y; BODY }
///
/// Where the threads of a block compute tiles (TileColumnsAttr), the loops have
/// a thread's iteration for each tile, tile_trips(1, ni, 4), and
/// warprt_launch_tiled chooses the block.
///
/// More than three loops share the grid's three dimensions: the outer ones are
/// one loop over all their iterations.
///
/// What the kernel gets of what stands outside the loop:
/// KernelLoopCaptures.cpp.
///
//===----------------------------------------------------------------------===//
#include "KernelLoopOutliner.h"
#include "LaunchPlace.h"
#include "LoopVariables.h"
#include "Transforms/Common/LoopKernel.h"
#include "Transforms/Common/UnaliasedParameters.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/Common/SharedNames.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/Complex.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFOUTLINEKERNELLOOPSPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

constexpr unsigned MaxDimensions = 3;
/// One counter each in the header of the scratch memory.
constexpr unsigned MaxReductions = WARPRT_REDUCTION_HEADER / sizeof(uint32_t);

LogicalResult KernelLoopOutliner::refuse(Value V, llvm::StringRef Why) {
  return emitUserError(Kernel, "'" + variableName(V) + "' " + Why.str());
}

LogicalResult KernelLoopOutliner::checkShape() {
  NumLoops = Kernel.getUpperbound().size();
  NumDimensions = std::min(NumLoops, MaxDimensions);
  if (NumLoops == 0)
    return emitUserError(Kernel, "a kernel loop directive without loops");
  if (Kernel.getGrid().size() > MaxDimensions ||
      Kernel.getBlock().size() > MaxDimensions)
    return emitUserError(Kernel,
                         "the launch shape of this kernel loop has more "
                         "entries than dimensions");
  return success();
}

LogicalResult KernelLoopOutliner::collectReductions() {
  if (auto Attrs = Kernel.getReduceAttrs())
    for (auto [Operand, Attr] :
         llvm::zip_equal(Kernel.getReduceOperands(), *Attrs)) {
      Type Element = fir::unwrapRefType(Operand.getType());
      auto Kind = getReductionKind(Attr);
      if (!Kind || getReductionTypeSuffix(Host, *Kind, Element).empty())
        return refuse(Operand, "has a type that its reduction operator does "
                               "not take");
      Reductions.push_back(
          {Operand, *Kind, Element, isOnDevice(dataAttribute(Operand))});
    }
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Kernel.getRegion(), Used);
  for (Value V : Used) {
    if (!fir::isa_ref_type(V.getType()) ||
        !fir::isa_trivial(fir::unwrapRefType(V.getType())))
      continue;
    if (llvm::any_of(Reductions,
                     [&](const LoopReduction &R) { return R.Target == V; }))
      continue;
    // Only variables; addresses of array elements are not scalars.
    if (!V.getDefiningOp<fir::DeclareOp>() && !isa<BlockArgument>(V))
      continue;
    bool OnDevice = isOnDevice(dataAttribute(V));
    // Atomic functions and procedures may share a device scalar as they like.
    if (OnDevice && llvm::any_of(V.getUsers(), [&](Operation *User) {
          return Kernel.getRegion().isAncestor(User->getParentRegion()) &&
                 !isa<fir::LoadOp, fir::StoreOp>(User);
        }))
      continue;
    ScalarInfo Info =
        classifyScalar(V, Kernel.getRegion(), /*IsCopied=*/!OnDevice);
    if (Info.IsAssumed && !OnDevice)
      Assumed[V] = Info.IsKnown;
    if (Info.IsGuarded && !OnDevice)
      Guarded.insert(V);
    Type Element = fir::unwrapRefType(V.getType());
    if (Info.Use == ScalarUse::Reduction) {
      if (getReductionTypeSuffix(Host, Info.Kind, Element).empty())
        return refuse(V, "is a reduction of a type that is not supported");
      Reductions.push_back({V, Info.Kind, Element, OnDevice});
    } else if (Info.Use == ScalarUse::Carried) {
      return emitUserError(Info.Loc)
             << "scalar '" << variableName(V)
             << "' carries a value from one iteration of the kernel loop to "
                "another and is not a reduction that can be recognised";
    }
  }
  if (Reductions.size() > MaxReductions)
    return emitUserError(Kernel, "a kernel loop with more than ")
           << MaxReductions << " reductions is not supported";
  return success();
}

void KernelLoopOutliner::chooseLastValues() {
  for (const LastValue &Last : LastValues) {
    if (Last.Loop)
      continue;
    bool BeginsAnew = Guarded.contains(Last.Target);
    if (Reductions.size() + Keeper.numParts() +
            Keeper.numPartsOf(Last.Target, BeginsAnew) <=
        MaxReductions)
      Keeper.add(Last.Target, BeginsAnew);
    else
      emitUserWarning(Kernel,
                      "the value that this kernel loop assigns to '" +
                          variableName(Last.Target) +
                          "' is lost: it has too many reductions and scalars "
                          "that are used after it");
  }
}

Value KernelLoopOutliner::tripCount(unsigned Loop) {
  // max(0, (ub - lb + step) / step)
  Type I64 = Host.getI64Type();
  Value Lb = Host.createConvert(Loc, I64, Kernel.getLowerbound()[Loop]);
  Value Ub = Host.createConvert(Loc, I64, Kernel.getUpperbound()[Loop]);
  Value Step = Host.createConvert(Loc, I64, Kernel.getStep()[Loop]);
  Value Distance = arith::AddIOp::create(
      Host, Loc, arith::SubIOp::create(Host, Loc, Ub, Lb), Step);
  Value Count = arith::DivSIOp::create(Host, Loc, Distance, Step);
  return arith::MaxSIOp::create(Host, Loc, Count,
                                Host.createIntegerConstant(Loc, I64, 0));
}

Value KernelLoopOutliner::callLibrary(llvm::StringRef Callee, Type Result,
                                      llvm::ArrayRef<Value> Args) {
  llvm::SmallVector<Type> Types;
  for (Value Arg : Args)
    Types.push_back(Arg.getType());
  auto Type = FunctionType::get(Device.getContext(), Types,
                                Result ? TypeRange(Result) : TypeRange());
  auto Fn = getOrDeclareFunction(Device, Loc, Callee, Type);
  auto Call = fir::CallOp::create(Device, Loc, Fn, Args);
  return Result ? Call.getResult(0) : Value();
}

/// Makes what the kernel computes as the host does, and its own variables.
void KernelLoopOutliner::cloneCaptured() {
  for (auto &[V, Kind] : Captured) {
    if (Kind == CaptureKind::Private)
      Device.clone(*V.getDefiningOp(), Map);
    if (Kind != CaptureKind::Clone || Map.contains(V))
      continue;
    Operation *Op = V.getDefiningOp();
    // A declaration adds nothing here but its operand's value.
    if (auto Declare = dyn_cast<fir::DeclareOp>(Op)) {
      Operation *Address =
          Device.clone(*Declare.getMemref().getDefiningOp(), Map);
      Map.map(V, Device.createConvert(Loc, V.getType(), Address->getResult(0)));
      continue;
    }
    Device.clone(*Op, Map);
  }
}

void KernelLoopOutliner::createKernel() {
  llvm::SmallVector<Type> Types;
  for (Value V : Parameters) {
    Type T = V.getType();
    Types.push_back(Captured[V] == CaptureKind::Value ? T
                                                      : fir::unwrapRefType(T));
  }
  Type I64 = Device.getI64Type();
  FirstLoopParameter = Types.size();
  Types.append(3 * NumLoops, I64);
  Type Pointer = getAbiPointerType(Device.getContext());
  bool Reduces = !Reductions.empty() || Keeper.numParts();
  if (Reduces)
    Types.append(2, Pointer);

  auto Parent = Kernel->getParentOfType<func::FuncOp>();
  Name = kernelSymbol(Parent, "_kernel_loop_" + Twine(Number));
  Function = createLoopKernel(Device, Module, Loc, Name, Types, Parent);
  Block *Entry = &Function.getBody().front();
  mapParameters(
      Device, Function, Parameters,
      [&](Value V) { return Captured[V] == CaptureKind::Value; }, Map);
  // Addresses of records, not records that the launch copies.
  auto OnDevice = cuf::DataAttributeAttr::get(Device.getContext(),
                                              cuf::DataAttribute::Device);
  for (auto [Index, V] : llvm::enumerate(Parameters))
    if (Captured[V] == CaptureKind::Value && fir::isa_ref_type(V.getType()) &&
        isa<fir::RecordType>(fir::unwrapRefType(V.getType())))
      Function.setArgAttr(Index, cuf::getDataAttrName(), OnDevice);
  for (const LoopReduction &R : Reductions) {
    Value Accumulator = fir::AllocaOp::create(Device, Loc, R.ElementType);
    nameVariable(Accumulator, nameInSource(R.Target));
    fir::StoreOp::create(Device, Loc,
                         createIdentity(Device, Loc, R.Kind, R.ElementType),
                         Accumulator);
    Accumulators.push_back(Accumulator);
    Map.map(R.Target,
            Device.createConvert(Loc, R.Target.getType(), Accumulator));
  }
  cloneCaptured();
  Keeper.createMarks(Map);
  createLoops(Entry);
  if (Reduces) {
    unsigned Last = Entry->getNumArguments();
    createReductionCalls(Entry->getArgument(Last - 2),
                         Entry->getArgument(Last - 1));
  }
  func::ReturnOp::create(Device, Loc);
  markUnaliasedParameters(Function, Parameters);
}

/// Lower bound or step of a loop in the kernel. A constant stays one: the code
/// for `a(i)` with a step that is only known at run time is a gather.
Value KernelLoopOutliner::constantOr(Value Bound, Value Parameter) {
  if (auto Constant = fir::getIntIfConstant(Bound))
    return Device.createIntegerConstant(Loc, Device.getI64Type(), *Constant);
  return Parameter;
}

Value KernelLoopOutliner::loopParameter(unsigned Loop, unsigned Which) {
  return Function.getBody().front().getArgument(FirstLoopParameter + 3 * Loop +
                                                Which);
}

/// Maps the index of a loop to what it is in iteration \p Counter.
void KernelLoopOutliner::setIndex(unsigned Loop, Value Counter) {
  BlockArgument Argument = Kernel.getRegion().front().getArgument(Loop);
  Value Lb = constantOr(Kernel.getLowerbound()[Loop], loopParameter(Loop, 0));
  Value Step = constantOr(Kernel.getStep()[Loop], loopParameter(Loop, 1));
  auto NoWrap = arith::IntegerOverflowFlags::nsw;
  Value Index = arith::AddIOp::create(
      Device, Loc, Lb,
      arith::MulIOp::create(Device, Loc, Counter, Step, NoWrap), NoWrap);
  Map.map(Argument, Device.createConvert(Loc, Argument.getType(), Index));
}

/// What this thread does of each dimension, the outermost first. All of them
/// are before the first loop: its test is one with the others' then.
void KernelLoopOutliner::createRanges() {
  Type I64 = Device.getI64Type(), I32 = Device.getI32Type();
  std::optional<int32_t> Shared = SharedLoopAttr.get(Kernel);
  std::optional<int32_t> TileColumns = TileColumnsAttr.get(Kernel);
  for (unsigned D = NumDimensions; D-- > 0;) {
    bool IsLast = D == NumDimensions - 1;
    DeviceLoop Loop;
    Loop.Trips = loopParameter(NumLoops - 1 - D, 2);
    for (unsigned Outer = 0; IsLast && Outer + 1 < numShared(); ++Outer)
      Loop.Trips = arith::MulIOp::create(Device, Loc, Loop.Trips,
                                         loopParameter(Outer, 2));
    Value Dim = Device.createIntegerConstant(Loc, I32, D);
    if (Shared && D == unsigned(*Shared)) {
      Loop.Begin = Device.createIntegerConstant(Loc, I64, 0);
      Loop.End = Loop.Stride = Device.createIntegerConstant(Loc, I64, 1);
      DeviceLoops.push_back(Loop);
      continue;
    }
    if (Shared)
      Loop.Trips =
          callLibrary(WARPDEV_SHARED_PREFIX "trips", I64, {Dim, Loop.Trips});
    else if (TileColumns)
      Loop.Trips = callLibrary(
          WARPDEV_TILE_PREFIX "trips", I64,
          {Dim, Loop.Trips,
           Device.createIntegerConstant(
               Loc, I64, D == 0 ? *TileColumns : WARPDEV_TILE_ROWS)});
    Loop.Begin = callLibrary(WARPDEV_LOOP_BEGIN, I64, {Dim, Loop.Trips});
    Loop.End = callLibrary(WARPDEV_PREFIX "loop_end", I64, {Dim, Loop.Trips});
    Loop.Stride = callLibrary(WARPDEV_PREFIX "loop_stride", I64, {Dim});
    DeviceLoops.push_back(Loop);
  }
}

/// A loop's blocks; what follows goes into its body.
void KernelLoopOutliner::createHeader(DeviceLoop &Loop) {
  Region &Body = Function.getBody();
  Type I64 = Device.getI64Type();
  Block *Before = Device.getInsertionBlock();
  Loop.Header = Device.createBlock(&Body, Body.end(), {I64}, {Loc});
  Block *LoopBody = Device.createBlock(&Body, Body.end());
  Loop.Exit = new Block();
  Body.push_back(Loop.Exit);
  Device.setInsertionPointToEnd(Before);
  cf::BranchOp::create(Device, Loc, Loop.Header, ValueRange{Loop.Begin});
  Device.setInsertionPointToEnd(Loop.Header);
  Loop.Counter = Loop.Header->getArgument(0);
  Value More = arith::CmpIOp::create(Device, Loc, arith::CmpIPredicate::slt,
                                     Loop.Counter, Loop.End);
  cf::CondBranchOp::create(Device, Loc, More, LoopBody, Loop.Exit);
  Device.setInsertionPointToEnd(LoopBody);
}

void KernelLoopOutliner::createLatch(const DeviceLoop &Loop) {
  Value Next = arith::AddIOp::create(Device, Loc, Loop.Counter, Loop.Stride,
                                     arith::IntegerOverflowFlags::nsw);
  cf::BranchOp::create(Device, Loc, Loop.Header, ValueRange{Next});
}

/// The body: its blocks behind the innermost loop's first block. \p Iteration
/// is what the loops' sequence counts.
void KernelLoopOutliner::createBody(Value Iteration) {
  Region &Body = Function.getBody();
  Block *Current = Device.getInsertionBlock();
  llvm::SmallVector<Block *> Copies;
  for (Block &B : Kernel.getRegion()) {
    Block *Copy = Current;
    if (!B.isEntryBlock()) {
      Copy = new Block();
      Body.getBlocks().insert(DeviceLoops.back().Exit->getIterator(), Copy);
      for (BlockArgument Arg : B.getArguments())
        Map.map(Arg, Copy->addArgument(Arg.getType(), Arg.getLoc()));
    }
    Map.map(&B, Copy);
    Copies.push_back(Copy);
  }
  for (auto [B, Copy] : llvm::zip(Kernel.getRegion(), Copies)) {
    Device.setInsertionPointToEnd(Copy);
    for (Operation &Op : B) {
      if (isa<fir::FirEndOp>(Op)) {
        Keeper.keepAssigned(Iteration);
        createLatch(DeviceLoops.back());
        continue;
      }
      Device.clone(Op, Map);
    }
  }
}

/// Whether the kernel is a nest whose iterations only add to reductions.
bool KernelLoopOutliner::onlyReduces() {
  if (NumLoops < 2 || NumLoops != NumDimensions || Reductions.empty() ||
      Keeper.numParts() || !Guarded.empty() || !Optionals.empty() ||
      !Assumed.empty() || !Kernel.getRegion().hasOneBlock())
    return false;
  return !Kernel.getRegion()
              .walk([&](Operation *Op) {
                auto Store = dyn_cast<fir::StoreOp>(Op);
                bool Reduces =
                    Store && llvm::any_of(Reductions, [&](LoopReduction &R) {
                      return R.Target == Store.getMemref();
                    });
                // Asks for a constant.
                if (auto Call = dyn_cast<fir::CallOp>(Op);
                    Call && Call.getCallee() &&
                    Call.getCallee()->getRootReference() ==
                        WARPDEV_LOOPS_USE_THREADS)
                  return WalkResult::advance();
                bool IsPlain = isa<fir::LoadOp, fir::IfOp, fir::DoLoopOp,
                                   fir::ResultOp, fir::FirEndOp>(Op) ||
                               isMemoryEffectFree(Op);
                return Reduces || IsPlain ? WalkResult::advance()
                                          : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// One loop over all iterations.
void KernelLoopOutliner::createFlatLoop() {
  Type I64 = Device.getI64Type(), I32 = Device.getI32Type();
  DeviceLoop All;
  llvm::SmallVector<Value> Trips;
  // LLVM has to know that they are not negative to step the quotients.
  Value Zero = Device.createIntegerConstant(Loc, I64, 0);
  for (unsigned Loop = 0; Loop < NumLoops; ++Loop) {
    Trips.push_back(
        arith::MaxSIOp::create(Device, Loc, loopParameter(Loop, 2), Zero));
    All.Trips = Loop
                    ? arith::MulIOp::create(Device, Loc, All.Trips, Trips[Loop],
                                            arith::IntegerOverflowFlags::nsw)
                          .getResult()
                    : Trips[Loop];
  }
  Value Dim = Device.createIntegerConstant(Loc, I32, WARPDEV_ALL_DIMENSIONS);
  All.Begin = callLibrary(WARPDEV_LOOP_BEGIN, I64, {Dim, All.Trips});
  All.End = callLibrary(WARPDEV_PREFIX "loop_end", I64, {Dim, All.Trips});
  All.Stride = callLibrary(WARPDEV_LOOP_STRIDE, I64, {Dim});
  createHeader(All);
  DeviceLoops = {All};
  Value Counter = All.Counter;
  for (unsigned Loop = NumLoops; Loop-- > 1;) {
    setIndex(Loop, arith::RemUIOp::create(Device, Loc, Counter, Trips[Loop]));
    Counter = arith::DivUIOp::create(Device, Loc, Counter, Trips[Loop]);
  }
  setIndex(0, Counter);
  createBody(/*Iteration=*/{});
  Device.setInsertionPointToEnd(All.Exit);
  DeviceLoops.clear();
}

void KernelLoopOutliner::createLoops(Block *Entry) {
  if (!onlyReduces())
    return createNest(Entry);
  Region &Body = Function.getBody();
  Value Answer = callLibrary(WARPDEV_NESTS_ARE_JOINED, Device.getI32Type(), {});
  Value IsJoined = arith::CmpIOp::create(
      Device, Loc, arith::CmpIPredicate::ne, Answer,
      Device.createIntegerConstant(Loc, Device.getI32Type(), 0));
  Block *Before = Device.getInsertionBlock();
  Block *Flat = Device.createBlock(&Body, Body.end());
  createFlatLoop();
  Block *FlatEnd = Device.getInsertionBlock();
  Block *Nest = Device.createBlock(&Body, Body.end());
  createNest(Entry);
  Block *NestEnd = Device.getInsertionBlock();
  Block *End = Device.createBlock(&Body, Body.end());
  for (Block *Last : {FlatEnd, NestEnd}) {
    Device.setInsertionPointToEnd(Last);
    cf::BranchOp::create(Device, Loc, End);
  }
  Device.setInsertionPointToEnd(Before);
  cf::CondBranchOp::create(Device, Loc, IsJoined, Flat, Nest);
  Device.setInsertionPointToEnd(End);
}

void KernelLoopOutliner::createNest(Block *Entry) {
  llvm::SmallVector<Value> FromBefore;
  for (Value V : Guarded)
    FromBefore.push_back(fir::LoadOp::create(Device, Loc, Map.lookup(V)));
  createRanges();
  // From the outermost dimension inwards: header, then its body is the current
  // block. The innermost loop is x.
  Value Iteration; // as the loops' sequence counts them
  for (auto [Outer, D] : llvm::enumerate(DeviceLoops)) {
    createHeader(D);
    Value Counter = D.Counter;
    if (Keeper.numParts())
      Iteration =
          Iteration
              ? arith::AddIOp::create(
                    Device, Loc, Counter,
                    arith::MulIOp::create(Device, Loc, Iteration, D.Trips))
                    .getResult()
              : Counter;
    unsigned Loop = NumLoops - NumDimensions + Outer;
    // The counter of several loops, the innermost of them fastest.
    for (; Outer == 0 && Loop > 0; --Loop) {
      Value OwnTrips = loopParameter(Loop, 2);
      setIndex(Loop, arith::RemSIOp::create(Device, Loc, Counter, OwnTrips));
      Counter = arith::DivSIOp::create(Device, Loc, Counter, OwnTrips);
    }
    setIndex(Loop, Counter);
  }
  Operation *LastOfIndices = &Device.getInsertionBlock()->back();
  createBody(Iteration);
  Keeper.markAssignments(Entry, Iteration);
  // Behind that, which knows the variable of a call by its address.
  for (auto [Own, IsPresent] : Optionals)
    passPresence(Map.lookup(Own), Map.lookup(IsPresent), *Entry->getParent());
  Device.setInsertionPointAfter(LastOfIndices);
  for (auto [V, Old] : llvm::zip(Guarded, FromBefore))
    fir::StoreOp::create(Device, Loc, Old, Map.lookup(V));
  for (Value V : Parameters)
    if (Assumed.contains(V))
      createCheckMark(V, Map.lookup(V));
  for (unsigned D = NumDimensions; D-- > 1;) {
    Device.setInsertionPointToEnd(DeviceLoops[D].Exit);
    createLatch(DeviceLoops[D - 1]);
  }
  Device.setInsertionPointToEnd(DeviceLoops.front().Exit);
}

void KernelLoopOutliner::createReductionCalls(Value Slots, Value Scratch) {
  Type I32 = Device.getI32Type(), I64 = Device.getI64Type();
  unsigned NumAll = Reductions.size() + Keeper.numParts();
  Value Count = Device.createIntegerConstant(Loc, I32, NumAll);
  for (auto [Index, R] : llvm::enumerate(Reductions)) {
    std::string Callee =
        (llvm::StringRef(WARPDEV_REDUCE_PREFIX) + getReductionName(R.Kind) +
         "_" + getReductionTypeSuffix(Device, R.Kind, R.ElementType))
            .str();
    allowAnyOrder(Accumulators[Index]);
    Value Local = fir::LoadOp::create(Device, Loc, Accumulators[Index]);
    llvm::SmallVector<Value> Args;
    if (isa<ComplexType>(R.ElementType)) {
      fir::factory::Complex Parts(Device, Loc);
      Args.push_back(Parts.extractComplexPart(Local, /*isImagPart=*/false));
      Args.push_back(Parts.extractComplexPart(Local, /*isImagPart=*/true));
    } else if (auto Logical = dyn_cast<fir::LogicalType>(R.ElementType)) {
      unsigned Bits = Device.getKindMap().getLogicalBitsize(Logical.getFKind());
      Args.push_back(
          Device.createConvert(Loc, Device.getIntegerType(Bits), Local));
    } else {
      Args.push_back(Local);
    }
    Value Base = Device.createConvert(Loc, I64, Slots);
    Value Slot = arith::AddIOp::create(
        Device, Loc, Base,
        Device.createIntegerConstant(Loc, I64, Index * WARPRT_REDUCTION_SLOT));
    Args.push_back(Device.createConvert(Loc, Slots.getType(), Slot));
    Args.push_back(Scratch);
    Args.push_back(Device.createIntegerConstant(Loc, I32, Index));
    Args.push_back(Count);
    callLibrary(Callee, Type(), Args);
  }
  if (Keeper.numParts())
    Keeper.createReductions(Slots, Scratch, Reductions.size(), NumAll);
}

/// Entries of a grid or block. `*` is 0; a dimension that the source does not
/// give is left to the runtime too. The last dimension has what is given for
/// more of them.
Value KernelLoopOutliner::createShape(OperandRange Given) {
  Type I32 = Host.getI32Type();
  llvm::SmallVector<Value> Entries(NumDimensions,
                                   Host.createIntegerConstant(Loc, I32, 0));
  bool AnyGiven = !Given.empty();
  for (unsigned D = 0; D < NumDimensions; ++D) {
    if (D < Given.size())
      Entries[D] = Given[D];
    else if (AnyGiven)
      Entries[D] = Host.createIntegerConstant(Loc, I32, 1);
  }
  for (Value More :
       Given.drop_front(std::min<std::size_t>(Given.size(), NumDimensions)))
    Entries.back() = arith::MulIOp::create(Host, Loc, Entries.back(), More);
  return createValueArray(Host, Loc, I32, Entries);
}

/// struct WarprtReduction { void *target; uint32_t bytes, isDevice; } of each
/// reduction, laid out as two 64-bit words (little endian).
llvm::SmallVector<Value> KernelLoopOutliner::reductionWords() {
  Type I64 = Host.getI64Type();
  llvm::SmallVector<Value> Words;
  for (const LoopReduction &R : Reductions) {
    Words.push_back(Host.createConvert(Loc, I64, R.Target));
    Type Element = R.ElementType;
    uint64_t Bytes = 0;
    if (auto Complex = dyn_cast<ComplexType>(Element))
      Bytes = 2 * (Complex.getElementType().getIntOrFloatBitWidth() / 8);
    else if (auto Logical = dyn_cast<fir::LogicalType>(Element))
      Bytes = Host.getKindMap().getLogicalBitsize(Logical.getFKind()) / 8;
    else
      Bytes = Element.getIntOrFloatBitWidth() / 8;
    uint64_t Word = Bytes | (R.OnDevice ? uint64_t(1) << 32 : 0);
    Words.push_back(Host.createIntegerConstant(Loc, I64, Word));
  }
  static_assert(sizeof(WarprtReduction) == 16, "two words a reduction");
  Keeper.createPairs(Words);
  return Words;
}

void KernelLoopOutliner::createLaunch() {
  Host.setInsertionPoint(Kernel);
  Type I32 = Host.getI32Type(), I64 = Host.getI64Type();
  llvm::SmallVector<Value> Args;
  for (Value V : Parameters)
    Args.push_back(hostValueOf(V, Captured[V]));
  llvm::SmallVector<Value> Trips(NumDimensions);
  for (unsigned Loop = 0; Loop < NumLoops; ++Loop) {
    Value Trip = tripCount(Loop);
    Value &InDimension =
        Trips[std::min(NumLoops - 1 - Loop, NumDimensions - 1)];
    InDimension =
        InDimension
            ? arith::MulIOp::create(Host, Loc, InDimension, Trip).getResult()
            : Trip;
    Args.push_back(Host.createConvert(Loc, I64, Kernel.getLowerbound()[Loop]));
    Args.push_back(Host.createConvert(Loc, I64, Kernel.getStep()[Loop]));
    Args.push_back(Trip);
  }
  Value Grid = createShape(Kernel.getGrid());
  Value Block = createShape(Kernel.getBlock());
  llvm::SmallVector<Value> Words = reductionWords();

  addAccMessage(Kernel, Loc, "CUDA kernel generated: " + demangleName(Name));
  addAccLoopMessage(Kernel, Loc, Loc,
                    "!$cuf kernel do <<<" + shapeText(Kernel.getGrid()) + ", " +
                        shapeText(Kernel.getBlock()) + ">>>");
  createLaunchPlace(Host, Loc, Kernel);
  if (auto Shared = SharedLoopAttr.get(Kernel)) {
    callRuntime(Host, Loc,
                WARPFORT_RUNTIME_FUNCTION(Host, Loc, warprt_launch_shared),
                {createKernelHandle(Host, Loc, Name),
                 Host.createIntegerConstant(Loc, I32, NumDimensions),
                 createValueArray(Host, Loc, I64, Trips),
                 Host.createIntegerConstant(Loc, I32, *Shared),
                 createStreamArgument(Host, Loc, Kernel.getStream()),
                 createArgumentArray(Host, Loc, Args),
                 fir::factory::locationToFilename(Host, Loc),
                 fir::factory::locationToLineNo(Host, Loc, I32)});
    return;
  }
  if (auto Columns = TileColumnsAttr.get(Kernel)) {
    callRuntime(Host, Loc,
                WARPFORT_RUNTIME_FUNCTION(Host, Loc, warprt_launch_tiled),
                {createKernelHandle(Host, Loc, Name),
                 createValueArray(Host, Loc, I64, Trips),
                 Host.createIntegerConstant(Loc, I32, *Columns),
                 createStreamArgument(Host, Loc, Kernel.getStream()),
                 createArgumentArray(Host, Loc, Args),
                 fir::factory::locationToFilename(Host, Loc),
                 fir::factory::locationToLineNo(Host, Loc, I32)});
    return;
  }
  callRuntime(Host, Loc,
              WARPFORT_RUNTIME_FUNCTION(Host, Loc, warprt_launch_loops),
              {createKernelHandle(Host, Loc, Name),
               Host.createIntegerConstant(Loc, I32, NumDimensions),
               createValueArray(Host, Loc, I64, Trips), Grid, Block,
               createStreamArgument(Host, Loc, Kernel.getStream()),
               createArgumentArray(Host, Loc, Args),
               Host.createIntegerConstant(Loc, I32, Words.size() / 2),
               createValueArray(Host, Loc, I64, Words),
               fir::factory::locationToFilename(Host, Loc),
               fir::factory::locationToLineNo(Host, Loc, I32)});
  Keeper.storeResults();
  setIndices();
}

/// The indices as the loops leave them.
void KernelLoopOutliner::setIndices() {
  Type I64 = Host.getI64Type();
  for (const LastValue &Last : LastValues) {
    if (!Last.Loop)
      continue;
    Type T = fir::unwrapRefType(Last.Target.getType());
    // An inner loop begins with the first iteration of the outer ones.
    Value Begins = Host.createBool(Loc, true);
    for (unsigned Outer = 0; Outer < *Last.Loop; ++Outer)
      Begins = arith::AndIOp::create(
          Host, Loc, Begins,
          arith::CmpIOp::create(Host, Loc, arith::CmpIPredicate::sgt,
                                tripCount(Outer),
                                Host.createIntegerConstant(Loc, I64, 0)));
    Value Lb = Host.createConvert(Loc, I64, Kernel.getLowerbound()[*Last.Loop]);
    Value Step = Host.createConvert(Loc, I64, Kernel.getStep()[*Last.Loop]);
    Value End = arith::AddIOp::create(
        Host, Loc, Lb,
        arith::MulIOp::create(Host, Loc, tripCount(*Last.Loop), Step));
    Value Old = fir::LoadOp::create(Host, Loc, Last.Target);
    Value New = arith::SelectOp::create(Host, Loc, Begins,
                                        Host.createConvert(Loc, T, End), Old);
    fir::StoreOp::create(Host, Loc, New, Last.Target);
  }
}

LogicalResult KernelLoopOutliner::run() {
  if (failed(checkShape()))
    return failure();
  provideOptionals();
  hoistRecords();
  if (failed(collectReductions()))
    return failure();
  chooseLastValues();
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Kernel.getRegion(), Used);
  for (Value V : Used) {
    if (llvm::any_of(Reductions,
                     [&](const LoopReduction &R) { return R.Target == V; }))
      continue;
    if (failed(capture(V)))
      return failure();
  }
  createKernel();
  createLaunch();
  Kernel.erase();
  return success();
}

namespace {

class CUFOutlineKernelLoops
    : public impl::CUFOutlineKernelLoopsPassBase<CUFOutlineKernelLoops> {
public:
  void runOnOperation() override {
    joinSharedNames(getOperation());
    llvm::SmallVector<cuf::KernelOp> Kernels;
    getOperation().walk([&](cuf::KernelOp K) { Kernels.push_back(K); });
    for (cuf::KernelOp K : Kernels) {
      privatizeLoopVariables(K);
      passOptionalsOn(K);
    }
    // What is behind a loop may be another one: before any becomes a launch.
    auto IsOnDevice = [](Value V) { return isOnDevice(dataAttribute(V)); };
    llvm::SmallVector<llvm::SmallVector<LastValue>> LastValues;
    for (cuf::KernelOp K : Kernels)
      LastValues.push_back(findLastValues(K, IsOnDevice));
    bool Failed = false;
    for (auto [Number, K] : llvm::enumerate(Kernels))
      Failed |= failed(
          KernelLoopOutliner(getOperation(), K, Number, LastValues[Number])
              .run());
    if (Failed)
      signalPassFailure();
  }
};

} // namespace

} // namespace warpfort
