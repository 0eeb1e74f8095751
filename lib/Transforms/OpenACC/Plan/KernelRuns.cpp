//===-- KernelRuns.cpp - Parts of kernels constructs ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See KernelRuns.h.
//
//===----------------------------------------------------------------------===//
#include "KernelRuns.h"
#include "LoopPlan.h"
#include "Transforms/Common/OperationAccesses.h"
#include "Transforms/OpenACC/Clauses/LoopIndependence.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort::openacc {

/// Whether \p Op is a call that gives a value and does nothing else.
static bool givesValue(Operation *Op) {
  auto Call = dyn_cast<fir::CallOp>(Op);
  return Call && Call.getNumResults() > 0 && isRepeatable(Call);
}

bool needsKernel(llvm::ArrayRef<Operation *> Ops) {
  return llvm::any_of(Ops, [](Operation *Op) {
    return !isMemoryEffectFree(Op) && !givesValue(Op) &&
           !isa<fir::LoadOp, fir::DeclareOp, fir::DummyScopeOp, acc::PrivateOp,
                acc::ReductionOp, fir::AllocaOp>(Op);
  });
}

/// Where the memory that \p Op allocates is freed, if in the same block.
static Operation *freeOf(fir::AllocMemOp Op) {
  for (Operation &Later : *Op->getBlock())
    if (auto Free = dyn_cast<fir::FreeMemOp>(Later);
        Free && rootOf(Free.getHeapref()) == Op.getResult())
      return Free;
  return nullptr;
}

/// The variable and its other names.
static llvm::SmallPtrSet<void *, 4> namesOf(Value Variable) {
  llvm::SmallPtrSet<void *, 4> Names;
  llvm::SmallVector<Value> Work = {Variable};
  while (!Work.empty()) {
    Value Name = Work.pop_back_val();
    Names.insert(Name.getAsOpaquePointer());
    for (Operation *User : Name.getUsers())
      if (isa<fir::DeclareOp, fir::ConvertOp>(User))
        Work.push_back(User->getResult(0));
  }
  return Names;
}

/// Whether a run may assign a local variable of the construct's body.
static bool mayAssign(Value Variable, llvm::ArrayRef<Operation *> Ops) {
  auto Names = namesOf(Variable);
  bool Result = false;
  for (Operation *Op : Ops)
    Op->walk([&](Operation *Inner) {
      if (!isa<fir::LoadOp, fir::DeclareOp, fir::ConvertOp>(Inner) &&
          !givesValue(Inner))
        for (Value Operand : Inner->getOperands())
          Result |= Names.contains(Operand.getAsOpaquePointer());
    });
  return Result;
}

/// Whether it may use what another run assigned.
static bool mayUseFormer(Value Variable, llvm::ArrayRef<Operation *> Ops) {
  auto Names = namesOf(Variable);
  for (Operation *Op : Ops) {
    if (isa<fir::DeclareOp, fir::ConvertOp>(Op))
      continue;
    if (auto Store = dyn_cast<fir::StoreOp>(Op);
        Store && Names.contains(Store.getMemref().getAsOpaquePointer()))
      return false;
    bool Uses = false;
    Op->walk([&](Operation *Inner) {
      for (Value Operand : Inner->getOperands())
        Uses |= Names.contains(Operand.getAsOpaquePointer());
    });
    if (Uses)
      return true;
  }
  return false;
}

/// A run behind what it needs of other operations of its block, as far as that
/// can be done again: it may load a local variable again.
static Run withDefiners(Block &Body, llvm::ArrayRef<Operation *> Ops) {
  llvm::SetVector<Operation *> Definers;
  llvm::SmallPtrSet<Operation *, 16> Own(Ops.begin(), Ops.end());
  llvm::SmallVector<Operation *> Work(Ops);
  while (!Work.empty())
    Work.pop_back_val()->walk([&](Operation *Inner) {
      for (Value Operand : Inner->getOperands())
        if (Operation *Definer = Operand.getDefiningOp();
            Definer && Definer->getBlock() == &Body && !Own.contains(Definer) &&
            !needsKernel(Definer) && Definers.insert(Definer))
          Work.push_back(Definer);
    });
  Run Result(Definers.begin(), Definers.end());
  Result.append(Ops.begin(), Ops.end());
  return Result;
}

/// The variables that a kernel has for itself: those of a construct's body, and
/// first-private ones.
static llvm::SmallVector<Value> ownVariables(Block &Body) {
  llvm::SmallVector<Value> Result;
  for (auto Variable : Body.getOps<fir::AllocaOp>())
    Result.push_back(Variable);
  if (auto Parallel = dyn_cast<acc::ParallelOp>(Body.getParentOp()))
    llvm::append_range(Result, Parallel.getFirstprivateOperands());
  return Result;
}

/// Joins runs that share a variable which is a kernel's own.
static void joinRuns(Block &Body, llvm::SmallVectorImpl<Run> &Runs) {
  for (Value Variable : ownVariables(Body))
    for (unsigned I = 0; I < Runs.size(); ++I) {
      if (!mayAssign(Variable, Runs[I]))
        continue;
      unsigned Last = I;
      for (unsigned J = I + 1; J < Runs.size(); ++J)
        if (mayUseFormer(Variable, withDefiners(Body, Runs[J])))
          Last = J;
      for (unsigned J = I + 1; J <= Last; ++J)
        Runs[I].append(Runs[J]);
      Runs.erase(Runs.begin() + I + 1, Runs.begin() + Last + 1);
    }
}

/// Whether it may run as a kernel that is parallel: a loop, or a condition that
/// loops are under.
static bool isLoop(Operation *Op) {
  if (Op->getNumResults())
    return false;
  return isa<acc::LoopOp, fir::DoLoopOp>(Op) ||
         (isa<fir::IfOp>(Op) && Op->walk([](acc::LoopOp) {
                                    return WalkResult::interrupt();
                                  }).wasInterrupted());
}

void splitBlock(Block &Body, llvm::SmallVectorImpl<Run> &Runs) {
  Runs.emplace_back();
  llvm::SmallPtrSet<Operation *, 4> Frees;
  for (Operation &Op : Body.without_terminator()) {
    if (auto Alloc = dyn_cast<fir::AllocMemOp>(Op)) {
      if (Frees.empty() && needsKernel(Runs.back()))
        Runs.emplace_back();
      Frees.insert(freeOf(Alloc));
    } else if (Frees.erase(&Op) && Frees.empty()) {
      Runs.back().push_back(&Op);
      Runs.emplace_back();
      continue;
    }
    if (isLoop(&Op) && Frees.empty()) {
      if (needsKernel(Runs.back()))
        Runs.emplace_back();
      Runs.back().push_back(&Op);
      Runs.emplace_back();
      continue;
    }
    Runs.back().push_back(&Op);
  }
  if (Runs.back().empty())
    Runs.pop_back();
  joinRuns(Body, Runs);
}

/// Whether the host can do in advance what a kernels construct does.
static bool isHostOperation(Operation *Op) {
  return !Op->getNumRegions() && Op->getNumResults() == 1 &&
         (Op->hasTrait<OpTrait::ConstantLike>() || isa<fir::ConvertOp>(Op) ||
          isa_and_nonnull<arith::ArithDialect>(Op->getDialect()));
}

Value computeOnHost(OpBuilder &Builder, Value V, Operation *Construct,
                    unsigned Depth) {
  if (!Construct->getRegion(0).isAncestor(V.getParentRegion()))
    return V;
  Operation *Op = V.getDefiningOp();
  if (!Op || Depth > 16 || !isHostOperation(Op))
    return {};
  IRMapping Map;
  for (Value Operand : Op->getOperands()) {
    Value Known = computeOnHost(Builder, Operand, Construct, Depth + 1);
    if (!Known)
      return {};
    Map.map(Operand, Known);
  }
  return Builder.clone(*Op, Map)->getResult(0);
}

/// Same question, without making anything.
static bool isKnownOnHost(Value V, Operation *Construct, unsigned Depth = 0) {
  if (!Construct->getRegion(0).isAncestor(V.getParentRegion()))
    return true;
  if (auto Argument = dyn_cast<BlockArgument>(V))
    // The variable of a loop around that the host runs.
    return isa<acc::LoopOp>(Argument.getOwner()->getParentOp());
  Operation *Op = V.getDefiningOp();
  if (Depth > 16 || !isHostOperation(Op))
    return false;
  return llvm::all_of(Op->getOperands(), [&](Value Operand) {
    return isKnownOnHost(Operand, Construct, Depth + 1);
  });
}

fir::StoreOp storeOfIndex(acc::LoopOp Loop) {
  Value IV = Loop.getRegion().front().getArgument(0);
  fir::StoreOp Only;
  for (Operation *User : IV.getUsers())
    if (auto Store = dyn_cast<fir::StoreOp>(User);
        Store && Store->getBlock() == &Loop.getRegion().front()) {
      if (Only)
        return {};
      Only = Store;
    }
  if (!Only)
    return {};
  for (Operation *User : Only.getMemref().getUsers())
    if (User != Only && User != Loop.getOperation() && !isa<fir::LoadOp>(User))
      return {};
  return Only;
}

/// Fewer iterations than a warp has lanes are not worth a launch.
constexpr int64_t FewIterations = 32;

static bool hasFewIterations(acc::LoopOp Loop) {
  return hasAtMost(Loop, FewIterations - 1).value_or(false);
}

bool isHostLoop(Operation *Op, Operation *Construct) {
  auto Loop = dyn_cast_or_null<acc::LoopOp>(Op);
  if (!Loop || !Loop.isLoopLike() || Loop.getLowerbound().size() != 1 ||
      !llvm::hasSingleElement(Loop.getRegion()) ||
      !Loop.getReductionOperands().empty() ||
      Loop.getPrivateOperands().size() != 1 || !keepsOrder(Loop))
    return false;
  // Something must be gained by it.
  bool HasParallel =
      llvm::any_of(Loop.getRegion().front(), [&](Operation &Inner) {
        auto L = dyn_cast<acc::LoopOp>(Inner);
        return L && (keepsOrder(L) ? isHostLoop(L, Construct)
                                   : !hasFewIterations(L));
      });
  fir::StoreOp Index = HasParallel ? storeOfIndex(Loop) : fir::StoreOp();
  if (!Index || Index.getMemref() != Loop.getPrivateOperands()[0])
    return false;
  return isKnownOnHost(Loop.getLowerbound()[0], Construct) &&
         isKnownOnHost(Loop.getUpperbound()[0], Construct) &&
         isKnownOnHost(Loop.getStep()[0], Construct);
}

/// Whether \p Later uses or assigns what \p Former may assign.
static bool mayUseResults(Operation *Later, acc::LoopOp Former) {
  bool CallsOthers = Later
                         ->walk([](fir::CallOp Call) {
                           return mayReadOthers(Call) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
  return (CallsOthers && mayChangeOthers(Former)) ||
         anyAccess(Later, [&](Operation *, const OperationAccess &A) {
           return mayChange(Former, A);
         });
}

/// Procedures may assign what they are given.
static bool hasCalls(acc::LoopOp Loop) {
  return Loop
      .walk([](fir::CallOp Call) {
        return isRepeatable(Call) ? WalkResult::advance()
                                  : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Whether an operation between loops assigns a variable that is each kernel's
/// own, for what follows (joinRuns).
static bool assignsOwn(Operation *Op) {
  auto Store = dyn_cast<fir::StoreOp>(Op);
  if (!Store)
    return false;
  Value Root = rootOf(Store.getMemref());
  return llvm::is_contained(ownVariables(*Op->getBlock()), Root);
}

bool passesDataOn(acc::ParallelOp Construct) {
  Region &Body = Construct.getRegion();
  // What gangs keep for themselves from one loop to the next stays theirs.
  if (!llvm::hasSingleElement(Body) || !Construct.getPrivateOperands().empty())
    return false;
  for (Value Copy : Construct.getReductionOperands())
    for (Operation *User : Copy.getUsers())
      if (isa<fir::LoadOp>(User) && User->getParentRegion() == &Body)
        return false;
  auto Gangs = Construct.getNumGangs();
  if (Gangs.size() == 1 && fir::getIntIfConstant(Gangs[0]) == 1)
    return false;
  llvm::SmallVector<acc::LoopOp> Loops;
  bool MayUse = false;
  for (Operation &Op : Body.front().without_terminator()) {
    auto Loop = dyn_cast<acc::LoopOp>(Op);
    if (Loop ? !Loop.isLoopLike() || staticSize(Loop) ||
                   PrivateCopyAttr.isOn(Loop) || isHostLoop(Loop, Construct)
             : needsKernel(&Op) && !assignsOwn(&Op))
      return false;
    // Of other operations, bounds of the next loop are made.
    MayUse |= llvm::any_of(Loops, [&](acc::LoopOp Former) {
      return mayUseResults(&Op, Former) ||
             (Loop && (mayUseResults(Former, Loop) || hasCalls(Former) ||
                       hasCalls(Loop)));
    });
    if (Loop)
      Loops.push_back(Loop);
  }
  return MayUse;
}

/// Whether \p Op may assign what is behind \p Root.
static bool mayAssignRoot(Operation *Op, Value Root) {
  return Op->walk([&](Operation *Inner) {
             bool IsUnknown =
                 isa<fir::CallOp, acc::AtomicUpdateOp, acc::AtomicWriteOp,
                     acc::AtomicCaptureOp>(Inner) ||
                 accessesOf(Inner).WritesOthers;
             return IsUnknown ? WalkResult::interrupt() : WalkResult::advance();
           }).wasInterrupted() ||
         anyAccess(Op, [&](Operation *, const OperationAccess &A) {
           return A.Writes && rootOf(A.Address) == Root;
         });
}

namespace {

/// Makes each run compute what it uses of others.
class RunCompleter {
public:
  RunCompleter(llvm::SmallVectorImpl<Run> &Runs, bool InLoop)
      : Runs(Runs), InLoop(InLoop) {
    for (auto [Index, Run] : llvm::enumerate(Runs))
      for (Operation *Op : Run) {
        RunOf[Op] = Index;
        Place.insert({Op, Place.size()});
      }
  }
  LogicalResult complete(unsigned Index);

private:
  bool findNeeded(unsigned Index, llvm::SetVector<Operation *> &Needed);
  bool findsSame(Operation *Value, unsigned Index);

  llvm::SmallVectorImpl<Run> &Runs;
  bool InLoop;
  llvm::DenseMap<Operation *, unsigned> RunOf;
  // The operations of the first run may be of several blocks, outermost first.
  llvm::DenseMap<Operation *, unsigned> Place;
};

} // namespace

/// What run \p Index uses of others; false if that needs a kernel.
bool RunCompleter::findNeeded(unsigned Index,
                              llvm::SetVector<Operation *> &Needed) {
  llvm::SmallVector<Operation *> Work(Runs[Index]);
  while (!Work.empty()) {
    Operation *Op = Work.pop_back_val();
    bool Ok = true;
    Op->walk([&](Operation *Inner) {
      for (Value Operand : Inner->getOperands()) {
        Operation *Definer = Operand.getDefiningOp();
        auto It = Definer ? RunOf.find(Definer) : RunOf.end();
        if (It == RunOf.end() || It->second == Index ||
            Needed.contains(Definer))
          continue;
        Ok &= !needsKernel(Definer);
        Needed.insert(Definer);
        Work.push_back(Definer);
      }
    });
    if (!Ok)
      return false;
  }
  return true;
}

/// Whether a load or a call that is made again in run \p Index finds what it
/// found the first time. A procedure may read anything.
bool RunCompleter::findsSame(Operation *Op, unsigned Index) {
  auto Load = dyn_cast<fir::LoadOp>(Op);
  unsigned End = InLoop ? Runs.size() : Index;
  for (unsigned Former = RunOf[Op]; Former < End; ++Former)
    for (Operation *Other : Runs[Former]) {
      if (!InLoop && Former == RunOf[Op] &&
          Place.lookup(Other) < Place.lookup(Op))
        continue;
      if (Load ? mayAssignRoot(Other, rootOf(Load.getMemref()))
               : needsKernel(Other))
        return false;
    }
  return true;
}

LogicalResult RunCompleter::complete(unsigned Index) {
  llvm::SetVector<Operation *> Needed;
  if (!findNeeded(Index, Needed))
    return failure();
  for (Operation *Op : Needed)
    if ((isa<fir::LoadOp>(Op) || givesValue(Op)) && !findsSame(Op, Index))
      return failure();
  llvm::SmallVector<Operation *> Sorted(Needed.begin(), Needed.end());
  llvm::sort(Sorted, [&](Operation *A, Operation *B) {
    return Place.lookup(A) < Place.lookup(B);
  });
  Sorted.append(Runs[Index]);
  for (Operation *Op : Needed) {
    auto Variable = dyn_cast<fir::AllocaOp>(Op);
    if (!Variable || !mayUseFormer(Variable, Sorted))
      continue;
    for (auto [Other, Ops] : llvm::enumerate(Runs))
      if ((InLoop || Other < Index) && mayAssign(Variable, Ops))
        return failure();
  }
  Runs[Index] = std::move(Sorted);
  return success();
}

LogicalResult completeRuns(llvm::SmallVectorImpl<Run> &Runs, bool InLoop) {
  RunCompleter Completer(Runs, InLoop);
  for (unsigned Index = 0; Index < Runs.size(); ++Index)
    if (failed(Completer.complete(Index)))
      return failure();
  return success();
}

} // namespace warpfort::openacc
