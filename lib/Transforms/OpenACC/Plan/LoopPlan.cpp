//===-- LoopPlan.cpp - Which loop runs on what ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The mapping: explicit levels are kept; of loops that name none, the
/// outermost gets gang, one without parallel loops inside gets vector too;
/// nested with nothing between, they are one loop over up to three variables. A
/// loop with gang or worker but no parallel loop inside runs on vector lanes as
/// well. `vector` outside of a worker loop means workers and lanes.
///
/// What one thread of a gang would have to do for all of it (calls, private
/// arrays that the gang shares) makes a loop take all levels: its inner loops
/// are then sequential in each lane. Where not even that is right, one thread
/// runs the whole construct.
///
//===----------------------------------------------------------------------===//
#include "LoopPlan.h"
#include "CollapseNests.h"
#include "LackingReductions.h"
#include "LastValues.h"
#include "LaunchMemory.h"
#include "Transforms/Common/OperationAccesses.h"
#include "Transforms/OpenACC/Clauses/ArrayReductions.h"
#include "Transforms/OpenACC/Clauses/LoopIndependence.h"
#include "Transforms/OpenACC/Clauses/PrivateVariables.h"
#include "Transforms/OpenACC/Clauses/ReductionKinds.h"
#include "Transforms/OpenACC/Clauses/SharedScalars.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warprt/AccBlock.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace warpfort::openacc {

/// Dimensions of the grid, in a set of active levels.
static constexpr unsigned DimsShift = WARPDEV_ACC_DIMS_SHIFT,
                          AllDims = 7 << DimsShift;
static unsigned dimBit(acc::LoopOp Loop) {
  return 1u << (DimsShift + gangDim(Loop).value_or(1) - 1);
}

/// Dimensions that a grid has.
static constexpr size_t MostDims = 3;

/// Whether basic blocks in the body of a loop get addresses from others:
/// nothing tells which variables these are of.
static bool passesAddresses(acc::LoopOp Loop) {
  return Loop.getRegion()
      .walk([](Block *B) {
        return !B->isEntryBlock() &&
                       llvm::any_of(B->getArgumentTypes(),
                                    [](Type T) { return !fir::isa_trivial(T); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static std::optional<std::string> whyDependent(acc::LoopOp Loop) {
  if (passesAddresses(Loop))
    return BranchesInBody.str();
  if (std::optional<std::string> Why = findDependence(Loop))
    return Why;
  for (Value Scalar : getPrivateScalars(Loop))
    if (!isAlwaysAssigned(Loop, Scalar) && isLiveAfter(Loop, Scalar))
      return "scalar last value needed after loop for " +
             acc::getVarName(Scalar.getDefiningOp()).value_or("?").str();
  return std::nullopt;
}

namespace {

class Planner {
public:
  Planner(Operation *Construct, LoopPlan &Plan, bool AreMany)
      : Construct(Construct), Plan(Plan), AreMany(AreMany) {}
  void run(llvm::ArrayRef<Operation *> Ops, unsigned Active);

private:
  void serial(llvm::StringRef Reason) {
    if (!Plan.Serial)
      Plan.SerialReason = Reason;
    Plan.Serial = true;
  }
  bool isParallel(acc::LoopOp Loop);
  bool isIndependent(acc::LoopOp Loop);
  bool isSharedByGang(acc::LoopOp Loop, unsigned Active);
  bool callsTeam(acc::LoopOp Loop, unsigned Active);
  bool isLeaf(acc::LoopOp Loop);
  bool leavesLanes(acc::LoopOp Loop, acc::LoopOp Inner, unsigned Active,
                   bool HasMany);
  bool areAllShortInside(acc::LoopOp Loop);
  bool areLeavesInside(acc::LoopOp Loop,
                       llvm::function_ref<bool(acc::LoopOp)> Holds);
  bool takesLanes(acc::LoopOp Loop, unsigned Active, bool HasMany);
  bool takesWorkers(acc::LoopOp Loop);
  bool hasRows(acc::LoopOp Loop);
  bool sumsUpRows(acc::LoopOp Loop);
  void chooseLanes(llvm::ArrayRef<Operation *> Ops);
  void askForMany(acc::LoopOp Loop, int64_t Many) {
    Plan.IfMany = Loop;
    Plan.Many = Many;
  }
  bool standsAlone(acc::LoopOp Loop);
  std::optional<TightNest> findNest(acc::LoopOp Loop);
  void collapseNest(acc::LoopOp Loop);
  bool isRepeated(acc::LoopOp Loop);
  void checkEarlyReads(acc::LoopOp Loop);
  bool canBeShared(Value Variable);
  bool isOneForAll(Value Variable);
  bool changesArrayOfGang(acc::LoopOp Loop);
  void checkTemporary(Value Array, unsigned Here);
  bool isForAll(Value Root);
  bool canCallForAll(fir::CallOp Call);
  void checkCalls(Operation *Op, unsigned Active);
  void warnOfCarriedScalars(llvm::ArrayRef<Operation *> Ops);
  void findLimits(llvm::ArrayRef<Operation *> Ops, unsigned Active);
  void checkTemporaries(llvm::ArrayRef<Operation *> Ops, unsigned Active);
  void checkAtomic(Operation *Atomic);
  unsigned wantedLevels(acc::LoopOp Loop, unsigned Active);
  void assign(acc::LoopOp Loop, unsigned Active);
  void assignInner(Operation *Op, unsigned Active);
  void set(acc::LoopOp Loop, unsigned Levels) {
    LevelsAttr.set(Loop, Levels);
    Plan.Used |= Levels;
  }
  bool isGangLoop(acc::LoopOp Loop) {
    return isParallel(Loop) && (writtenLevels(Loop) & Gang);
  }
  unsigned dimsInside(acc::LoopOp Loop);
  bool canUseDims(acc::LoopOp Loop);
  void setDims(acc::LoopOp Loop, unsigned Active);
  bool hasWorkers(llvm::ArrayRef<Operation *> Ops, unsigned Active);
  bool givesLanes(llvm::ArrayRef<Operation *> Ops);
  void chooseGrid(llvm::ArrayRef<Operation *> Ops);

  Operation *Construct;
  LoopPlan &Plan;
  const bool AreMany;
  bool NoWorkers = false;
  llvm::SmallPtrSet<Operation *, 16> Top;
  llvm::DenseMap<Operation *, bool> Parallel;
};

bool Planner::isIndependent(acc::LoopOp Loop) {
  std::optional<std::string> Why = whyDependent(Loop);
  if (Why)
    DependenceAttr.set(Loop, *Why);
  return !Why;
}

bool Planner::isParallel(acc::LoopOp Loop) {
  auto [It, New] = Parallel.insert({Loop, false});
  if (!New)
    return It->second;
  bool Result = Loop.isLoopLike() && !isSeq(Loop) &&
                (!leavesIndependence(Loop, Construct) || isIndependent(Loop));
  Parallel[Loop] = Result;
  return Result;
}

/// A parallel loop without another inside.
bool Planner::isLeaf(acc::LoopOp Loop) {
  bool Leaf = true;
  Loop.getRegion().walk([&](acc::LoopOp Inner) { Leaf &= !isParallel(Inner); });
  return Leaf;
}

/// Whether all threads of a gang or worker call a routine together in the loop,
/// outside of parallel loops in it.
bool Planner::callsTeam(acc::LoopOp Loop, unsigned Active) {
  bool Result = false;
  Loop.getRegion().walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (auto Inner = dyn_cast<acc::LoopOp>(Op); Inner && isParallel(Inner))
      return WalkResult::skip();
    if (auto Call = dyn_cast<fir::CallOp>(Op))
      Result |= teamLevels(Call, Active) != 0;
    return WalkResult::advance();
  });
  return Result;
}

static bool hasPrivateArray(acc::LoopOp Loop) {
  return llvm::any_of(Loop.getPrivateOperands(), [](Value Private) {
    return !fir::isa_trivial(fir::unwrapRefType(Private.getType()));
  });
}

/// Whether a private variable can be one that the threads of a gang have
/// together. Gangs of several dimensions cannot.
bool Planner::canBeShared(Value Variable) {
  auto Op = Variable.getDefiningOp<acc::PrivateOp>();
  return Op && !Plan.UsesDims && canLieInLaunchMemory(Op, Construct);
}

/// Whether the program has a directive for a parallel loop in \p Loop.
static bool hasDirectedLoop(acc::LoopOp Loop) {
  return Loop.getRegion()
      .walk([](acc::LoopOp Inner) {
        bool IsPlain = forDevice([&](acc::DeviceType T) {
          return Inner.hasAuto(T) || Inner.hasSeq(T);
        });
        return IsPlain ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Loops over the elements of private arrays up to this size are not worth the
/// lanes of a gang, unless the program says so.
static constexpr uint64_t MostSmallBytes = 1024;

/// Whether the threads of a routine, or of a gang, have \p Variable together;
/// the loops have their levels.
bool Planner::isOneForAll(Value Variable) {
  Operation *Op = Variable.getDefiningOp();
  if (!isa<func::FuncOp>(Construct))
    return canBeShared(Variable);
  auto Own = dyn_cast_or_null<acc::PrivateOp>(Op);
  return Own ? isPrivateOfRoutine(Own) : Op && isArrayOfRoutine(Op);
}

/// Whether \p Loop changes \p Array, also by its descriptors.
static bool changes(acc::LoopOp Loop, Value Array) {
  llvm::SmallVector<Value> Names = {Array};
  llvm::SmallPtrSet<void *, 8> Seen;
  while (!Names.empty()) {
    Value Name = Names.pop_back_val();
    if (!Seen.insert(Name.getAsOpaquePointer()).second)
      continue;
    for (Operation *User : Name.getUsers()) {
      auto Store = dyn_cast<fir::StoreOp>(User);
      if (Store && Store.getValue() == Name)
        Names.push_back(Store.getMemref());
      else if (isa<fir::DeclareOp, fir::ConvertOp, fir::CoordinateOp,
                   fir::ArrayCoorOp, fir::BoxAddrOp, fir::EmboxOp, fir::ReboxOp,
                   fir::EmboxCharOp, fir::UnboxCharOp>(User) ||
               (isa<fir::LoadOp>(User) &&
                isa<fir::BaseBoxType>(User->getResult(0).getType())))
        Names.append(User->result_begin(), User->result_end());
      else if (Loop->isProperAncestor(User) &&
               (isa<fir::CallOp>(User) || assignedAddress(User)))
        return true;
    }
  }
  return false;
}

/// Whether \p Loop changes an array, or the like, of which a gang has one.
/// Lanes that ran its iterations would mix up what each of them needs. (What no
/// gang can have together, and a first-private array, which goes by value, is
/// each thread's own.)
bool Planner::changesArrayOfGang(acc::LoopOp Loop) {
  auto IsChanged = [&](acc::PrivateOp Own) {
    Value Array = Own.getAccVar();
    return !fir::isa_trivial(fir::unwrapRefType(Array.getType())) &&
           canBeShared(Array) &&
           llvm::none_of(
               Array.getUsers(),
               [](Operation *User) { return isa<acc::LoopOp>(User); }) &&
           changes(Loop, Array);
  };
  for (Value Operand : Construct->getOperands())
    if (auto Own = Operand.getDefiningOp<acc::PrivateOp>();
        Own && IsChanged(Own))
      return true;
  return Construct
      ->walk([&](acc::PrivateOp Own) {
        return IsChanged(Own) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the body of a gang or worker loop does something outside of its
/// inner loops that its lanes cannot do for themselves.
bool Planner::isSharedByGang(acc::LoopOp Loop, unsigned Active) {
  for (Value Private : Loop.getPrivateOperands()) {
    if (fir::isa_trivial(fir::unwrapRefType(Private.getType())))
      continue;
    if (!canBeShared(Private))
      return true;
    std::optional<uint64_t> Bytes =
        constantBytes(Private.getDefiningOp<acc::PrivateOp>());
    if (Bytes && *Bytes <= MostSmallBytes && !hasDirectedLoop(Loop))
      return true;
  }
  // Where the program names the loops for the lanes, one thread calls for them.
  bool IsDirected = hasDirectedLoop(Loop), Shared = false;
  Loop.getRegion().walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (auto Inner = dyn_cast<acc::LoopOp>(Op);
        Inner && isParallel(Inner) && isLeaf(Inner))
      return WalkResult::skip();
    else if (Inner)
      Shared |=
          !Inner.isLoopLike() || (isa<func::FuncOp>(Construct) &&
                                  !isParallel(Inner) && hasPrivateArray(Inner));
    else
      Shared |= isa<scf::ExecuteRegionOp>(Op);
    if (auto Call = dyn_cast<fir::CallOp>(Op))
      Shared |= !isRepeatable(Call) && !teamLevels(Call, Active) &&
                !(IsDirected && isProgramCall(Call) && canCallForAll(Call));
    else if (auto Alloca = dyn_cast<fir::AllocaOp>(Op))
      Shared |= !fir::isa_trivial(Alloca.getInType());
    else if (isa<fir::DispatchOp, fir::AllocMemOp>(Op))
      Shared = true;
    return WalkResult::advance();
  });
  return Shared;
}

/// Whether the lanes serve the loop around better than \p Inner, the only
/// parallel loop there: it is short, or neighbouring iterations of \p Loop
/// access elements that are not far from each other, and those of \p Inner have
/// nothing that speaks for them. The latter if there are enough iterations to
/// fill a GPU: as \p HasMany says, or, if nobody can know, in nests of
/// two dimensions whose inner loops sum up what lies far apart. Where there are
/// a few thousand, more threads are worth more than their order.
bool Planner::leavesLanes(acc::LoopOp Loop, acc::LoopOp Inner, unsigned Active,
                          bool HasMany) {
  if (isShort(Inner))
    return true;
  bool IsNest = (Active & Gang) || Loop.getLowerbound().size() > 1;
  return (HasMany || (IsNest && !Inner.getReductionOperands().empty() &&
                      findStrides(Loop, Inner, Inner).Far > 0)) &&
         findStrides(Loop, Inner, Loop).Far == 0;
}

/// Whether the parallel loops inside of \p Loop name no level and are short:
/// whichever gets the lanes leaves most of them idle.
bool Planner::areAllShortInside(acc::LoopOp Loop) {
  return !Loop.getRegion()
              .walk([&](acc::LoopOp Inner) {
                return !isParallel(Inner) ||
                               (writtenLevels(Inner) == 0 && isShort(Inner))
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Whether the parallel loops inside name no level, have none inside
/// themselves but short ones, and \p Holds for each that is in no other.
bool Planner::areLeavesInside(acc::LoopOp Loop,
                              llvm::function_ref<bool(acc::LoopOp)> Holds) {
  return !Loop.getRegion()
              .walk<WalkOrder::PreOrder>([&](acc::LoopOp Inner) {
                if (!isParallel(Inner))
                  return WalkResult::advance();
                return writtenLevels(Inner) == 0 && areAllShortInside(Inner) &&
                               Holds(Inner)
                           ? WalkResult::skip()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Whether a loop takes the lanes of the loops inside.
bool Planner::takesLanes(acc::LoopOp Loop, unsigned Active, bool HasMany) {
  return areLeavesInside(Loop, [&](acc::LoopOp Inner) {
    return leavesLanes(Loop, Inner, Active, HasMany);
  });
}

/// So many threads keep a GPU busy, each with a loop of its own.
static constexpr int64_t ManyIterations = 65536;

/// Matrices with so many rows have short ones, mostly; groups of lanes for them
/// keep a GPU busy.
static constexpr int64_t ManyRows = 1 << 20;
static constexpr int64_t LanesOfRow = 8, RowsOfGang = 16;
static constexpr int64_t LanesOfWarp = 32, WarpsOfGang = WARPRT_DEFAULT_WORKERS;

/// Loops of up to this many iterations leave most threads of a gang idle.
static constexpr int64_t MostTripsOfWarp = 64;

/// Whether each of the loops inside gets a warp rather than a gang: they are
/// short, or their lengths come from data, as those of the rows of a sparse
/// matrix, and are mostly short.
bool Planner::takesWorkers(acc::LoopOp Loop) {
  return areLeavesInside(Loop, [&](acc::LoopOp Inner) {
    return hasAtMost(Inner, MostTripsOfWarp).value_or(false) ||
           hasBoundsOfData(Loop, Inner);
  });
}

/// With so many rows a warp for each fills a GPU. Rows of up to so many
/// elements are summed up in less time by a warp than threads of a gang wait
/// for each other.
static constexpr int64_t ManyWarps = 16384, MostSumOfWarp = 1024;

/// Whether the loops inside sum up rows of a known length, which would do for a
/// warp.
bool Planner::sumsUpRows(acc::LoopOp Loop) {
  return areLeavesInside(Loop, [](acc::LoopOp Inner) {
    return !Inner.getReductionOperands().empty() &&
           hasAtMost(Inner, MostSumOfWarp).value_or(false);
  });
}

/// Whether the loops inside are rows whose lengths come from data.
bool Planner::hasRows(acc::LoopOp Loop) {
  return areLeavesInside(
      Loop, [&](acc::LoopOp Inner) { return hasBoundsOfData(Loop, Inner); });
}

/// Whether the kernel does nothing but the one loop, under conditions.
bool Planner::standsAlone(acc::LoopOp Loop) {
  for (Operation *P = Loop; !Top.contains(P);) {
    P = P->getParentOp();
    if (!isa<fir::IfOp>(P))
      return false;
  }
  bool Alone = true;
  for (Operation *Op : Top)
    Op->walk<WalkOrder::PreOrder>([&](Operation *Inner) {
      if (Inner == Loop.getOperation())
        return WalkResult::skip();
      Alone &= !isa<fir::CallOp, acc::LoopOp, acc::AtomicCaptureOp>(Inner) &&
               !assignedAddress(Inner);
      return WalkResult::advance();
    });
  return Alone;
}

/// Whether a sequential loop of the construct is around the loop. What one gang
/// does in an iteration of that, another one's next may need, and gangs do not
/// wait for each other.
bool Planner::isRepeated(acc::LoopOp Loop) {
  for (Operation *P = Loop; !Top.contains(P);) {
    P = P->getParentOp();
    if (isa<LoopLikeOpInterface>(P) &&
        (!isa<acc::LoopOp>(P) || levelsOf(cast<acc::LoopOp>(P)) == 0))
      return true;
  }
  return false;
}

/// Rows of so many elements are of several sectors of memory, mostly.
static constexpr int64_t LeastWideRow = 8;

/// The loop inside of a gang loop that becomes part of it: two that name no
/// level, with nothing between. Threads of one gang would leave most lanes idle
/// where rows are short, and most multiprocessors where there are few.
std::optional<TightNest> Planner::findNest(acc::LoopOp Loop) {
  auto NamesNone = [&](acc::LoopOp Each) {
    return Each.isLoopLike() && isParallel(Each) && writtenLevels(Each) == 0 &&
           !callsTeam(Each, 0);
  };
  if (!NamesNone(Loop) || changesArrayOfGang(Loop))
    return std::nullopt;
  std::optional<TightNest> Nest = TightNest::find(Loop);
  if (!Nest)
    return std::nullopt;
  acc::LoopOp Inner = Nest->inner();
  // A thread runs short loops itself, but where its lanes would access what
  // lies apart while a row is worth several accesses to memory, or sum up a few
  // elements each, or a longer loop is inside.
  bool HasWideRows = !hasAtMost(Inner, LeastWideRow - 1).value_or(true) &&
                     findStrides(Loop, Inner, Inner).Far == 0;
  bool IsRead = (!Inner.getReductionOperands().empty() || HasWideRows) &&
                findStrides(Loop, Inner, Loop).Far > 0;
  if (!NamesNone(Inner) ||
      (isShort(Inner) && areAllShortInside(Inner) && !IsRead) ||
      Loop.getLowerbound().size() + Inner.getLowerbound().size() > MostDims)
    return std::nullopt;
  unsigned Below = 0;
  Inner.getRegion().walk(
      [&](acc::LoopOp Each) { Below |= writtenLevels(Each); });
  return Below & Gang ? std::nullopt : std::move(Nest);
}

/// Makes one loop of the nest that begins with \p Loop.
void Planner::collapseNest(acc::LoopOp Loop) {
  if (isRepeated(Loop) ||
      (isa<acc::KernelsOp>(Construct) && !standsAlone(Loop)))
    return;
  while (std::optional<TightNest> Nest = findNest(Loop)) {
    acc::LoopOp Inner = Nest->inner();
    // The last variable is that of the lanes.
    bool OuterLast = findStrides(Loop, Inner, Inner).Far > 0 &&
                     findStrides(Loop, Inner, Loop).Far == 0;
    Plan.Collapsed[Loop].push_back(getLoopLocation(Inner));
    Parallel.erase(Inner);
    llvm::SmallVector<Operation *> Moved = Nest->collapse(OuterLast);
    if (Top.contains(Loop)) {
      Plan.Ops.insert(llvm::find(Plan.Ops, Loop.getOperation()), Moved.begin(),
                      Moved.end());
      Top.insert(Moved.begin(), Moved.end());
    }
  }
}

/// What a kernels construct computes before a loop, each thread of its kernel
/// computes for itself, while those of other gangs may be in the loop already.
void Planner::checkEarlyReads(acc::LoopOp Loop) {
  for (Operation *Op : Top)
    Op->walk<WalkOrder::PreOrder>([&](Operation *Inner) {
      if (Inner == Loop.getOperation())
        return WalkResult::skip();
      for (const OperationAccess &A : accessesOf(Inner).All)
        if (A.Reads && !A.IsDescriptor && !A.IsKept && mayChange(Loop, A))
          serial("a value that the loop may change is read before it");
      return WalkResult::advance();
    });
}

/// Whether the device library can do the reductions of a loop.
static bool reductionsFit(acc::LoopOp Loop) {
  return llvm::all_of(Loop.getReductionOperands(), [](Value Operand) {
    auto Op = Operand.getDefiningOp<acc::ReductionOp>();
    return Op && (getLibraryReduction(Op) ||
                  getArrayReduction(Op) == ArrayReduction::Atomic);
  });
}

/// Whether a routine's loop does nothing but sum up in variables of the
/// routine: each gang can do that for itself. OpenACC has no reductions over
/// gangs there.
static bool onlySumsUpLocally(acc::LoopOp Loop) {
  auto IsLocal = [](Value Address) {
    return isa_and_nonnull<fir::AllocaOp, acc::PrivateOp, acc::ReductionOp>(
        rootOf(Address).getDefiningOp());
  };
  if (Loop.getReductionOperands().empty())
    return false;
  for (Value Operand : Loop.getReductionOperands())
    if (!IsLocal(acc::getVar(Operand.getDefiningOp())))
      return false;
  return !Loop.getRegion()
              .walk([&](Operation *Op) {
                Value Assigned = assignedAddress(Op);
                auto Call = dyn_cast<fir::CallOp>(Op);
                bool Changes = (Assigned && !IsLocal(Assigned)) ||
                               (Call ? !isRepeatable(Call)
                                     : accessesOf(Op).WritesOthers) ||
                               isa<acc::AtomicUpdateOp, acc::AtomicWriteOp,
                                   acc::AtomicCaptureOp>(Op);
                return Changes ? WalkResult::interrupt()
                               : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Dimensions that gang loops in a loop take.
unsigned Planner::dimsInside(acc::LoopOp Loop) {
  unsigned Dims = 0;
  Loop.getRegion().walk([&](acc::LoopOp Inner) {
    if (isGangLoop(Inner))
      Dims |= dimBit(Inner);
  });
  return Dims;
}

/// Whether the reductions of a gang loop allow that gangs of one dimension
/// repeat what is beside the loops over those of another.
bool Planner::canUseDims(acc::LoopOp Loop) {
  acc::LoopOp Around;
  for (auto P = Loop->getParentOfType<acc::LoopOp>(); P && !Around;
       P = P->getParentOfType<acc::LoopOp>())
    if (isGangLoop(P))
      Around = P;
  bool HasInside = dimsInside(Loop) != 0;
  for (Value Operand : Loop.getReductionOperands()) {
    // A gang's own variable would get a part of the sum only.
    if (Around) {
      Operation *Outer = acc::getVar(Operand.getDefiningOp()).getDefiningOp();
      bool IsOfLoop = isa_and_nonnull<acc::ReductionOp>(Outer) &&
                      llvm::any_of(Outer->getUsers(), [](Operation *User) {
                        return isa<acc::LoopOp>(User);
                      });
      if (!isa_and_nonnull<ACC_DATA_ENTRY_OPS>(Outer) ||
          isa<acc::PrivateOp, acc::FirstprivateOp>(Outer) ||
          (IsOfLoop && !llvm::is_contained(Around.getReductionOperands(),
                                           Outer->getResult(0))))
        return false;
    }
    if (!HasInside)
      continue;
    // What is summed up beside the inner loops would count several times.
    for (Operation *User : Operand.getUsers()) {
      if (!Loop.getRegion().isAncestor(User->getParentRegion()))
        continue;
      bool IsOfGangLoop =
          isa<acc::ReductionOp>(User) &&
          llvm::all_of(User->getResult(0).getUsers(), [&](Operation *Of) {
            auto Inner = dyn_cast<acc::LoopOp>(Of);
            return !Inner || isGangLoop(Inner);
          });
      if (!IsOfGangLoop)
        return false;
    }
  }
  return true;
}

/// A gang loop takes its dimension and those that no loop around or inside
/// takes, so that no iteration is run twice.
void Planner::setDims(acc::LoopOp Loop, unsigned Active) {
  unsigned Inside = levelsOf(Loop) & Vector ? 0 : dimsInside(Loop);
  unsigned Dims = dimBit(Loop) | (AllDims & ~Active & ~Inside);
  DimsAttr.set(Loop, Dims >> DimsShift);
}

void Planner::assignInner(Operation *Op, unsigned Active) {
  Op->walk<WalkOrder::PreOrder>([&](acc::LoopOp Inner) {
    if (Inner.getOperation() == Op)
      return WalkResult::advance();
    assign(Inner, Active);
    return WalkResult::skip();
  });
}

/// The levels that the loop asks for, or gangs where it leaves the choice.
unsigned Planner::wantedLevels(acc::LoopOp Loop, unsigned Active) {
  unsigned Below = 0;
  Loop.getRegion().walk([&](acc::LoopOp Inner) {
    if (isParallel(Inner))
      Below |= writtenLevels(Inner);
  });
  unsigned Levels = writtenLevels(Loop) & ~Active;
  // gang(dim:1) in gang(dim:2)
  if (Plan.UsesDims && (writtenLevels(Loop) & Gang) && !(Active & dimBit(Loop)))
    Levels |= Gang;
  bool Auto = writtenLevels(Loop) == 0;
  if (Auto && !(Active & Gang) && !(Below & Gang) && !isRepeated(Loop) &&
      !(isa<func::FuncOp>(Construct) && onlySumsUpLocally(Loop)))
    Levels |= Gang;
  // Gangs wait for each other only at the end of a kernel.
  if (isa<acc::KernelsOp>(Construct) && !standsAlone(Loop))
    Levels &= ~Gang;
  return Levels;
}

void Planner::assign(acc::LoopOp Loop, unsigned Active) {
  // What each lane runs for itself may branch as it likes, and so may what all
  // threads of a routine repeat, as loops without a directive do there.
  if (!Loop.isLoopLike() && !(Active & Vector) && !isa<func::FuncOp>(Construct))
    serial("a loop with branches out of it or other unusual control flow");
  if (!isParallel(Loop)) {
    set(Loop, 0);
    assignInner(Loop, Active);
    return;
  }
  bool AnyInside = !isLeaf(Loop);
  unsigned Levels = wantedLevels(Loop, Active);
  bool ChangesArray = changesArrayOfGang(Loop);
  if (AnyInside && !(Active & Vector) && ((Levels | Active) & Gang) &&
      !ChangesArray) {
    // The program may say how many iterations there are, or only its data.
    std::optional<bool> HasFew = hasAtMost(Loop, ManyIterations - 1);
    bool MayBeMany = Top.contains(Loop) && (Levels & Gang) &&
                     writtenLevels(Loop) == 0 && !HasFew.value_or(false);
    if (takesLanes(Loop, Active, MayBeMany && (AreMany || HasFew)))
      AnyInside = false;
    else if (MayBeMany && takesLanes(Loop, Active, /*HasMany=*/true))
      askForMany(Loop, ManyIterations);
    bool CanTakeWorkers = AnyInside && !((Levels | Active) & Worker) &&
                          !NoWorkers && !hasPrivateArray(Loop);
    if (CanTakeWorkers && takesWorkers(Loop)) {
      Levels |= Worker;
      if (MayBeMany && hasRows(Loop)) {
        if (AreMany)
          Plan.Lanes = LanesOfRow, Plan.Workers = RowsOfGang;
        else if (!Plan.IfMany)
          askForMany(Loop, ManyRows);
      }
    } else if (CanTakeWorkers && MayBeMany && sumsUpRows(Loop)) {
      if (AreMany || HasFew) {
        Levels |= Worker;
        Plan.Lanes = LanesOfWarp, Plan.Workers = WarpsOfGang;
      } else if (!Plan.IfMany)
        askForMany(Loop, ManyWarps);
    }
  }
  AnyInside |= Levels && callsTeam(Loop, Active | Levels);
  if (!AnyInside && !(Active & Vector) && !((Levels & Gang) && ChangesArray))
    Levels |= Vector;
  if (Levels && AnyInside && isSharedByGang(Loop, Active | Levels) &&
      !ChangesArray) {
    Levels |= Vector & ~Active;
    AnyInside = false;
  }
  if ((Levels & Vector) && !(Active & Worker) && !NoWorkers)
    Levels |= Worker;
  if (Levels && !reductionsFit(Loop)) {
    if (Levels & Gang)
      serial("a reduction of a type, or of an array, for which there is no "
             "parallel form");
    Levels = 0;
  }
  set(Loop, Levels);
  if (Plan.UsesDims && (Levels & Gang)) {
    setDims(Loop, Active);
    Active |= dimsOf(Loop) << DimsShift;
  }
  // With lanes taken, what is inside is sequential.
  if (Levels & Vector)
    assignInner(Loop, Gang | Worker | Vector | AllDims);
  else
    assignInner(Loop, Active | Levels);
}

/// Whether the variable \p Root is one for all threads of a gang, or one that
/// the others can get from the thread that calls for them.
bool Planner::isForAll(Value Root) {
  // C passes the address of a scalar as that of an array.
  if (fir::isa_trivial(fir::unwrapRefType(Root.getType())))
    return true;
  Operation *Op = Root.getDefiningOp();
  if (isa_and_nonnull<acc::PrivateOp, acc::FirstprivateOp>(Op))
    return isOneForAll(Root);
  // What a descriptor describes.
  if (auto Load = dyn_cast_or_null<fir::LoadOp>(Op);
      Load && isa<fir::BaseBoxType>(Load.getType())) {
    Value Slot = rootOf(Load.getMemref());
    if (!Slot.getDefiningOp<fir::AllocaOp>())
      return isForAll(Slot);
    return llvm::all_of(storesTo(Slot), [&](fir::StoreOp Store) {
      Value Of = rootOf(Store.getValue());
      return Of.getDefiningOp<fir::LoadOp>() || isForAll(Of);
    });
  }
  // Of a routine's variables the bytes are handed on.
  if (isOneForAll(Root) ||
      (isa<func::FuncOp>(Construct) && isa_and_nonnull<fir::AllocaOp>(Op)))
    return true;
  return !isa_and_nonnull<fir::AllocaOp, fir::AllocMemOp, acc::ReductionOp>(Op);
}

/// Whether one thread or row of threads can call for all of the gang: what the
/// call may change of the threads' own variables, the others must be able to
/// get from there.
bool Planner::canCallForAll(fir::CallOp Call) {
  // A result that has a sum, which hands it on, or one in a variable.
  if (!llvm::all_of(Call.getResults(), [&](Value Result) {
        Type T = Result.getType();
        return Result.use_empty() || fir::isa_ref_type(T) ||
               (isa<IntegerType, FloatType>(T) &&
                T.getIntOrFloatBitWidth() <= 64) ||
               (isa<func::FuncOp>(Construct) && savedResult(Call));
      }))
    return false;
  return llvm::all_of(Call.getArgs(), [&](Value Arg) {
    return fir::isa_trivial(fir::unwrapRefType(Arg.getType())) ||
           isForAll(rootOf(Arg));
  });
}

/// A first-private scalar that an iteration reads and then changes is handed on
/// to those that the same thread runs next.
void Planner::warnOfCarriedScalars(llvm::ArrayRef<Operation *> Ops) {
  for (Value Copy : Construct->getOperands()) {
    auto Own = Copy.getDefiningOp<acc::FirstprivateOp>();
    if (!Own || !fir::isa_trivial(fir::unwrapRefType(Copy.getType())))
      continue;
    for (Operation *Op : Ops)
      Op->walk<WalkOrder::PreOrder>([&](acc::LoopOp Loop) {
        if (!levelsOf(Loop))
          return WalkResult::advance();
        if (classifyScalar(Copy, Loop.getRegion(), /*IsCopied=*/true).Use ==
            ScalarUse::Carried)
          emitUserWarning(Loop, "'")
              << acc::getVarName(Own).value_or("?")
              << "' is first-private, and iterations of this parallel loop "
                 "read what others made of it: which others depends on the "
                 "number of gangs and threads that run it";
        return WalkResult::skip();
      });
  }
}

/// Calls in what all threads of a gang run: each must be one that they may
/// repeat, or enter together.
void Planner::checkCalls(Operation *Op, unsigned Active) {
  if (auto Loop = dyn_cast<acc::LoopOp>(Op))
    Active |= levelsOf(Loop);
  Op->walk<WalkOrder::PreOrder>([&](Operation *Inner) {
    if (auto Loop = dyn_cast<acc::LoopOp>(Inner); Loop && Inner != Op) {
      checkCalls(Loop, Active);
      return WalkResult::skip();
    }
    auto Call = dyn_cast<fir::CallOp>(Inner);
    if (!Call)
      return WalkResult::advance();
    if (unsigned Team = teamLevels(Call, Active)) {
      Plan.Used |= Team;
      // Rows of threads that a vector routine does not know of.
      if (!(Team & Worker) && !(Active & Worker) && (Plan.Used & Worker) &&
          !canCallForAll(Call))
        serial("a call of a vector routine beside loops over workers, with a "
               "result or an argument of which each thread has its own");
    } else if (!isRepeatable(Call) &&
               !(isa<func::FuncOp>(Construct) && isLibraryForTeam(Call)) &&
               !(isProgramCall(Call) && canCallForAll(Call)) &&
               (Plan.Used & ~Active & (Worker | Vector))) {
      serial("a procedure call outside of the parallel loops");
    }
    return WalkResult::advance();
  });
}

static bool isArrayOfThread(Operation *Op) {
  auto Alloca = dyn_cast<fir::AllocaOp>(Op);
  return isa<fir::AllocMemOp>(Op) ||
         (Alloca && isa<fir::SequenceType>(Alloca.getInType()));
}

/// An array of which each thread has its own, although threads that share a
/// loop assign it together.
void Planner::checkTemporary(Value Array, unsigned Here) {
  llvm::SmallVector<Value> Names = {Array};
  bool Shared = false;
  while (!Names.empty()) {
    Value Name = Names.pop_back_val();
    for (Operation *User : Name.getUsers()) {
      auto Store = dyn_cast<fir::StoreOp>(User);
      bool Changes = isa<fir::CallOp>(User) || accessesOf(User).writesAny();
      // Its threads have arrays of their own.
      if (auto Op = dyn_cast<acc::ReductionOp>(User);
          Op && getArrayReduction(Op) == ArrayReduction::Private)
        continue;
      // A descriptor may be loaded anywhere.
      if (isa<ACC_COMPUTE_CONSTRUCT_OPS>(User))
        continue;
      if (Store && Store.getValue() == Name)
        Shared |= (Plan.Used & ~Here) != 0;
      else if (Changes)
        Shared |= (levelsAround(User) & ~Here) != 0;
      else if (!isa<fir::LoadOp>(User) ||
               isa<fir::BaseBoxType>(User->getResult(0).getType()))
        Names.append(User->result_begin(), User->result_end());
    }
  }
  if (Shared)
    serial("a temporary array that several loops use");
}

/// Whether all threads of a grid best share the iterations of a loop over
/// several variables in their order in memory: a reduction's grid is small, so
/// that each has several, and none is idle then, however short the loops are.
/// The body must not be too large for having it twice.
static bool isBestFlat(acc::LoopOp Loop) {
  constexpr unsigned MostOperations = 500;
  unsigned Operations = 0;
  Loop.getRegion().walk([&](Operation *) { ++Operations; });
  return Loop.getLowerbound().size() > 1 &&
         !Loop.getReductionOperands().empty() && Operations <= MostOperations;
}

/// One parallel loop and nothing else: its iterations make the grid.
void Planner::chooseGrid(llvm::ArrayRef<Operation *> Ops) {
  acc::LoopOp Only;
  unsigned Count = 0;
  for (Operation *Op : Ops) {
    if (auto Loop = dyn_cast<acc::LoopOp>(Op)) {
      Only = Loop;
      ++Count;
    } else if (Op->getNumRegions()) {
      return;
    }
  }
  if (Count != 1 || (levelsOf(Only) | Worker) != (Gang | Worker | Vector) ||
      Only.getLowerbound().size() > MostDims || staticSize(Only))
    return;
  GridAttr.set(Only);
  if (isBestFlat(Only))
    FlatAttr.set(Only);
}

/// Whether the program gives the construct a number of workers, or code for
/// them; those of a routine call it together.
bool Planner::hasWorkers(llvm::ArrayRef<Operation *> Ops, unsigned Active) {
  bool Result = isa<func::FuncOp>(Construct) && !(Active & Worker);
  auto TakeSize = [&](auto Op) {
    Result |= !!forDevice(
        [&](acc::DeviceType T) { return Op.getNumWorkersValue(T); });
  };
  if (auto Parallel = dyn_cast<acc::ParallelOp>(Construct))
    TakeSize(Parallel);
  else if (auto Kernels = dyn_cast<acc::KernelsOp>(Construct))
    TakeSize(Kernels);
  for (Operation *Op : Ops)
    Op->walk([&](Operation *Inner) {
      if (auto Call = dyn_cast<fir::CallOp>(Inner))
        Result |= (teamLevels(Call, Active) & Worker) != 0;
      else if (auto Loop = dyn_cast<acc::LoopOp>(Inner))
        Result |= (writtenLevels(Loop) & Worker) != 0;
    });
  return Result;
}

/// Whether the program gives the construct a vector length.
bool Planner::givesLanes(llvm::ArrayRef<Operation *> Ops) {
  bool Result = false;
  auto TakeSize = [&](auto Op) {
    Result |= !!forDevice(
        [&](acc::DeviceType T) { return Op.getVectorLengthValue(T); });
  };
  if (auto Parallel = dyn_cast<acc::ParallelOp>(Construct))
    TakeSize(Parallel);
  else if (auto Kernels = dyn_cast<acc::KernelsOp>(Construct))
    TakeSize(Kernels);
  for (Operation *Op : Ops)
    Op->walk([&](acc::LoopOp Loop) {
      Result |= !!forDevice(
          [&](acc::DeviceType T) { return Loop.getVectorValue(T); });
    });
  return Result;
}

/// What the whole construct says of dimensions of gangs and of workers.
void Planner::findLimits(llvm::ArrayRef<Operation *> Ops, unsigned Active) {
  // A kernels construct runs its loops one after the other.
  bool AllCan = !isa<acc::KernelsOp>(Construct);
  for (Operation *Op : Ops)
    Op->walk([&](acc::LoopOp Loop) {
      Plan.UsesDims |= gangDim(Loop) != 1;
      AllCan = AllCan && (!isGangLoop(Loop) || canUseDims(Loop));
    });
  Plan.UsesDims &= AllCan;
  // Where a vector routine is called, or the program says how many lanes a gang
  // has, and nothing of workers, loops do not take workers of themselves.
  NoWorkers = givesLanes(Ops);
  for (Operation *Op : Ops)
    Op->walk([&](fir::CallOp Call) {
      NoWorkers |= teamLevels(Call, Active) == Vector;
    });
  NoWorkers &= !hasWorkers(Ops, Active);
}

/// What each thread would have for itself although the threads of a gang work
/// on it together.
void Planner::checkTemporaries(llvm::ArrayRef<Operation *> Ops,
                               unsigned Active) {
  bool IsRoutine = isa<func::FuncOp>(Construct);
  for (Operation *Op : Ops)
    Op->walk([&](Operation *Inner) {
      if (isArrayOfThread(Inner) && !isOneForAll(Inner->getResult(0)))
        checkTemporary(Inner->getResult(0), Active | levelsAround(Inner));
    });
  // Likewise what is private to the gang.
  if (!IsRoutine)
    for (Value Operand : Construct->getOperands())
      if (isa_and_nonnull<acc::PrivateOp, acc::FirstprivateOp>(
              Operand.getDefiningOp()) &&
          !fir::isa_trivial(fir::unwrapRefType(Operand.getType())) &&
          !canBeShared(Operand) &&
          (isa<acc::PrivateOp>(Operand.getDefiningOp()) ||
           isChangedTogether(Construct, Operand)))
        checkTemporary(Operand, Active | Gang);
  // Of loops, and what copyFirstPrivateArrays() made.
  for (Operation *Op : Ops)
    Op->walk([&](acc::PrivateOp Own) {
      if (fir::isa_trivial(fir::unwrapRefType(Own.getType())) ||
          isOneForAll(Own.getAccVar()))
        return;
      unsigned Here = Active | Gang;
      for (Operation *User : Own->getUsers())
        if (auto Loop = dyn_cast<acc::LoopOp>(User);
            Loop &&
            llvm::is_contained(Loop.getPrivateOperands(), Own.getAccVar()))
          Here |= levelsOf(Loop) | levelsAround(Loop);
      checkTemporary(Own.getAccVar(), Here);
    });
}

/// Atomic updates of what a thread has for itself would update its own copy.
void Planner::checkAtomic(Operation *Atomic) {
  Value Address;
  if (auto Update = dyn_cast<acc::AtomicUpdateOp>(Atomic))
    Address = Update.getX();
  else if (auto Write = dyn_cast<acc::AtomicWriteOp>(Atomic))
    Address = Write.getX();
  else
    return;
  Operation *Root = rootOf(Address).getDefiningOp();
  if (isa_and_nonnull<acc::PrivateOp, acc::FirstprivateOp, acc::ReductionOp,
                      fir::AllocaOp>(Root) &&
      !isOneForAll(Root->getResult(0)))
    serial("an atomic operation on a private variable");
  if (isa_and_nonnull<acc::FirstprivateOp>(Root) && acc::getImplicitFlag(Root))
    emitUserWarning(Atomic, "'")
        << acc::getVarName(Root).value_or("?")
        << "' is first-private for want of a clause: this atomic operation "
           "does not change the variable outside of the construct";
}

/// Gangs whose loops for the lanes alone are short get as many lanes as these
/// have iterations, where the program does not say how many there are.
void Planner::chooseLanes(llvm::ArrayRef<Operation *> Ops) {
  bool AreShort = !Plan.Lanes;
  int64_t Most = 0;
  for (Operation *Op : Ops)
    Op->walk([&](Operation *Inner) {
      if (auto Call = dyn_cast<fir::CallOp>(Inner))
        AreShort &= teamLevels(Call, 0) == 0;
      auto Loop = dyn_cast<acc::LoopOp>(Inner);
      if (!Loop || !(levelsOf(Loop) & (Worker | Vector)))
        return;
      AreShort &= (levelsOf(Loop) & (Gang | Vector)) == Vector &&
                  !(writtenLevels(Loop) & Worker) &&
                  hasAtMost(Loop, MostTripsOfWarp).value_or(false);
      int64_t Trips = 1;
      for (unsigned D = 0; AreShort && D < Loop.getLowerbound().size(); ++D)
        Trips *= *constantTrips(Loop, D);
      Most = std::max(Most, Trips);
    });
  if (AreShort && Most)
    Plan.Lanes = llvm::alignTo<LanesOfWarp>(Most), Plan.Workers = 1;
}

void Planner::run(llvm::ArrayRef<Operation *> Ops, unsigned Active) {
  Plan.Ops.assign(Ops.begin(), Ops.end());
  Top.insert(Ops.begin(), Ops.end());
  if (!isa<func::FuncOp>(Construct))
    for (Operation *Op : Ops)
      Op->walk<WalkOrder::PreOrder>([&](acc::LoopOp Loop) {
        collapseNest(Loop);
        return WalkResult::skip();
      });
  findLimits(Ops, Active);
  for (Operation *Op : Ops) {
    if (auto Loop = dyn_cast<acc::LoopOp>(Op))
      assign(Loop, Active);
    else
      assignInner(Op, Active);
  }
  if (isa<acc::KernelsOp>(Construct))
    for (Operation *Op : Ops)
      Op->walk([&](acc::LoopOp Loop) {
        if (levelsOf(Loop) & Gang)
          checkEarlyReads(Loop);
      });
  // The levels that calls add count for those before them as well.
  for (int Round = 0; Round < 2; ++Round)
    for (Operation *Op : Ops)
      checkCalls(Op, Active);
  checkTemporaries(Ops, Active);
  for (Operation *Op : Ops)
    Op->walk([&](Operation *Inner) { checkAtomic(Inner); });
  if (Plan.Serial) {
    for (Operation *Op : Ops)
      Op->walk([&](acc::LoopOp Loop) { set(Loop, 0); });
    Plan.Used = 0;
    return;
  }
  if (isa<acc::ParallelOp>(Construct))
    warnOfCarriedScalars(Ops);
  warnOfLackingReductions(Construct, Ops);
  if (!isa<func::FuncOp>(Construct)) {
    chooseGrid(Ops);
    chooseLanes(Ops);
  }
  for (Operation *Op : Ops)
    Op->walk<WalkOrder::PreOrder>([&](acc::LoopOp Loop) {
      if (levelsOf(Loop))
        makePrivate(Loop);
    });
}

} // namespace

bool keepsOrder(acc::LoopOp Loop) {
  if (isSeq(Loop))
    return true;
  return !isSaidParallel(Loop) && whyDependent(Loop).has_value();
}

LoopPlan planLoops(Operation *Construct, llvm::ArrayRef<Operation *> Ops,
                   unsigned Active, bool AreMany) {
  LoopPlan Plan;
  Planner(Construct, Plan, AreMany).run(Ops, Active);
  return Plan;
}

} // namespace warpfort::openacc
