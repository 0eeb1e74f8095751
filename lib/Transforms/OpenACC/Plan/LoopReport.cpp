//===-- LoopReport.cpp - What -Minfo=accel says of loops ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lines of the reference: whether a loop is parallelizable or why not, and
/// which levels it got.
///
//===----------------------------------------------------------------------===//
#include "LoopPlan.h"
#include "Transforms/OpenACC/Clauses/LoopIndependence.h"
#include "Transforms/OpenACC/Clauses/ReductionKinds.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warprt/AccBlock.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

constexpr int64_t Warp = 32;

/// A size that a clause gives, or the runtime's choice.
int64_t sizeOf(Value Given, int64_t Usual) {
  if (Given)
    if (auto Known = fir::getIntIfConstant(Given))
      return *Known;
  return Usual;
}

/// What \p Query finds at the construct, if it can have sizes.
template <typename Query> Value ofConstruct(Operation *Construct, Query Ask) {
  if (auto Parallel = dyn_cast<acc::ParallelOp>(Construct))
    return forDevice([&](acc::DeviceType T) { return Ask(Parallel, T); });
  if (auto Kernels = dyn_cast<acc::KernelsOp>(Construct))
    return forDevice([&](acc::DeviceType T) { return Ask(Kernels, T); });
  return {};
}

/// How many workers a clause asks for: null where none does.
Value numWorkers(Operation *Construct, acc::LoopOp Loop) {
  Value Given =
      forDevice([&](acc::DeviceType T) { return Loop.getWorkerValue(T); });
  return Given ? Given : ofConstruct(Construct, [](auto Op, acc::DeviceType T) {
    return Op.getNumWorkersValue(T);
  });
}

/// Whether there are more workers than those that may have several warps each.
bool hasManyWorkers(Operation *Construct, acc::LoopOp Loop) {
  return sizeOf(numWorkers(Construct, Loop), 0) > WARPRT_MOST_WIDE_WORKERS;
}

int64_t vectorLength(Operation *Construct, acc::LoopOp Loop, bool HasWorkers,
                     const LoopPlan &Plan) {
  Value Given =
      forDevice([&](acc::DeviceType T) { return Loop.getVectorValue(T); });
  if (!Given)
    Given = ofConstruct(Construct, [](auto Op, acc::DeviceType T) {
      return Op.getVectorLengthValue(T);
    });
  if (!HasWorkers)
    return sizeOf(Given, Plan.Lanes ? Plan.Lanes : WARPRT_DEFAULT_VECTOR);
  int64_t Length = sizeOf(Given, Warp);
  return hasManyWorkers(Construct, Loop) ? std::min(Length, Warp) : Length;
}

/// `#pragma acc loop gang, vector(128) /* blockIdx.x threadIdx.x */`
std::string describeInC(llvm::StringRef Fortran) {
  Fortran.consume_front("!$");
  auto [Clauses, Where] = Fortran.split(" !");
  std::string Text = ("#pragma " + Clauses).str();
  if (Where.empty())
    return Text;
  Text += " /*";
  for (auto [Index, Name] :
       {std::pair("blockidx", "blockIdx"), std::pair("threadidx", "threadIdx")})
    while (Where.consume_front((" " + llvm::Twine(Index) + "%").str())) {
      Text += (" " + llvm::Twine(Name) + "." + Where.take_front(1)).str();
      Where = Where.drop_front(1);
    }
  return Text + " */";
}

/// `!$acc loop gang, vector(128) ! blockidx%x threadidx%x`
std::string describe(Operation *Construct, acc::LoopOp Loop, bool HasWorkers,
                     const LoopPlan &Plan) {
  unsigned Levels = levelsOf(Loop);
  bool IsRoutine = isa<func::FuncOp>(Construct);
  std::string Text = "!$acc loop", Where;
  const char *Separator = " ";
  auto Add = [&](const std::string &Level, const char *Index) {
    Text += Separator + Level;
    Where += std::string(" ") + Index;
    Separator = ", ";
  };
  if (!Levels)
    return Text + " seq";
  if (unsigned Dims = dimsOf(Loop); (Levels & WARPDEV_ACC_GANG) && Dims) {
    const char *Indices[] = {"blockidx%x", "blockidx%y", "blockidx%z"};
    unsigned Dim = llvm::countr_zero(Dims);
    Add("gang(dim:" + std::to_string(Dim + 1) + ")", Indices[Dim]);
  } else if (Levels & WARPDEV_ACC_GANG) {
    Add("gang", "blockidx%x");
  }
  // Its callers choose the sizes.
  if (IsRoutine && (Levels & WARPDEV_ACC_VECTOR))
    Add("vector", "threadidx%x");
  // Without a clause a gang has one row of threads, if lanes are in it.
  Value Workers = numWorkers(Construct, Loop);
  bool OwnWorkers = (Levels & WARPDEV_ACC_WORKER) &&
                    (IsRoutine || HasWorkers || sizeOf(Workers, 1) > 1 ||
                     (Workers && !fir::getIntIfConstant(Workers)) ||
                     !(Levels & WARPDEV_ACC_VECTOR));
  if (int64_t Known = sizeOf(Workers, 0); OwnWorkers)
    Add(Known ? "worker(" + std::to_string(Known) + ")" : "worker",
        "threadidx%y");
  if (!IsRoutine && (Levels & WARPDEV_ACC_VECTOR))
    Add("vector(" +
            std::to_string(vectorLength(Construct, Loop, HasWorkers, Plan)) +
            ")",
        "threadidx%x");
  if (Loop.getLowerbound().size() > 1)
    Text += " collapse(" + std::to_string(Loop.getLowerbound().size()) + ")";
  return Text + " !" + Where;
}

/// `Generating reduction(+:s)` for each reduction of a loop.
void reportReductions(Operation *Construct, Location Kernel, acc::LoopOp Loop) {
  for (Value Operand : Loop.getReductionOperands()) {
    auto Op = Operand.getDefiningOp<acc::ReductionOp>();
    if (!Op || (acc::getImplicitFlag(Op) && !levelsOf(Loop)))
      continue;
    std::string Clause = getReductionText(Op);
    if (!Clause.empty())
      addAccLoopMessage(
          Construct, Kernel, std::nullopt,
          "    Generating " +
              llvm::Twine(acc::getImplicitFlag(Op) ? "implicit " : "") +
              Clause);
  }
}

/// The innermost of the parallel loops that are nested with nothing between:
/// what is said of their kernel is said there.
acc::LoopOp innermost(acc::LoopOp Outer) {
  while (levelsOf(Outer)) {
    acc::LoopOp Inner;
    bool IsOnly = true;
    for (Operation &Op : Outer.getRegion().front())
      if (auto Loop = dyn_cast<acc::LoopOp>(Op)) {
        IsOnly &= !Inner;
        Inner = Loop;
      }
    if (!Inner || !IsOnly || !levelsOf(Inner))
      break;
    Outer = Inner;
  }
  return Outer;
}

} // namespace

static void reportDependence(Operation *Construct, Location Loc,
                             std::string Why) {
  Why[0] = llvm::toUpper(Why[0]);
  addAccMessage(Construct, Loc, Why + " prevents parallelization");
}

/// A loop with branches in a kernels construct, which no directive names, is
/// blocks in one of \p Ops. True if there is one.
static bool reportBlockLoops(Operation *Construct,
                             llvm::ArrayRef<Operation *> Ops) {
  llvm::SmallPtrSet<Block *, 16> Before;
  llvm::SetVector<Block *> Headers;
  for (Operation *Op : Ops)
    Op->walk<WalkOrder::PreOrder>([&](Block *B) {
      Before.insert(B);
      for (Block *Next : B->getSuccessors())
        if (Before.contains(Next))
          Headers.insert(Next);
    });
  for (Block *Header : Headers)
    reportDependence(Construct, Header->getTerminator()->getLoc(),
                     BranchesInBody.str());
  return !Headers.empty();
}

void reportHostLoop(Operation *Construct, acc::LoopOp Loop) {
  Location Loc = getLoopLocation(Loop);
  if (auto Why = findDependence(Loop))
    reportDependence(Construct, Loc, *Why);
  addAccMessage(Construct, Loc, "Sequential loop scheduled on host");
}

/// Warns of what the program asks for and does not get.
static void warnOfMapping(Operation *Construct,
                          llvm::ArrayRef<acc::LoopOp> Loops,
                          const LoopPlan &Plan) {
  if (OtherVersionAttr.isOn(Construct))
    return;
  if (Plan.Serial) {
    if (llvm::any_of(Loops, isSaidParallel))
      emitUserWarning(Construct,
                      "one thread runs this construct, in spite of its "
                      "parallel loops: ")
          << Plan.SerialReason;
    return;
  }
  constexpr unsigned Rows = WARPDEV_ACC_WORKER | WARPDEV_ACC_VECTOR;
  if ((Plan.Used & Rows) != Rows ||
      llvm::any_of(Loops, [](acc::LoopOp Loop) { return GridAttr.isOn(Loop); }))
    return;
  bool HasMany = llvm::any_of(
      Loops, [&](acc::LoopOp Loop) { return hasManyWorkers(Construct, Loop); });
  auto Check = [&](Operation *At, Value Given) {
    int64_t Length = sizeOf(Given, Warp);
    if (HasMany && Length > Warp)
      emitUserWarning(At, "a vector length of ")
          << Length << " is taken as " << Warp << ": more than "
          << WARPRT_MOST_WIDE_WORKERS << " workers have at most as many lanes";
  };
  Check(Construct, ofConstruct(Construct, [](auto Op, acc::DeviceType T) {
          return Op.getVectorLengthValue(T);
        }));
  for (acc::LoopOp Loop : Loops)
    Check(Loop,
          forDevice([&](acc::DeviceType T) { return Loop.getVectorValue(T); }));
}

/// Of a loop, or of the innermost one that became part of it.
static Location locationOf(acc::LoopOp Loop, const LoopPlan &Plan) {
  auto Collapsed = Plan.Collapsed.lookup(Loop);
  return Collapsed.empty() ? getLoopLocation(Loop) : Collapsed.back();
}

static void reportKernel(Operation *Construct, Location Kernel,
                         llvm::ArrayRef<Operation *> Ops,
                         llvm::ArrayRef<acc::LoopOp> Loops,
                         const LoopPlan &Plan) {
  bool IsParallel =
      llvm::any_of(Loops, [](acc::LoopOp Loop) { return levelsOf(Loop) != 0; });
  bool IsInOrder = Loops.empty() && isa<acc::KernelsOp>(Construct) &&
                   reportBlockLoops(Construct, Ops);
  addAccMessage(Construct, Kernel,
                IsParallel || (Loops.empty() && !IsInOrder)
                    ? "Accelerator kernel generated"
                    : "Accelerator serial kernel generated");
  addAccMessage(Construct, Kernel, "Generating Tesla code");
  if (Plan.Serial)
    addAccMessage(Construct, Kernel,
                  "One thread runs the kernel: " + Plan.SerialReason);
}

void reportLoops(Operation *Construct, llvm::ArrayRef<Operation *> Ops,
                 const LoopPlan &Plan) {
  bool IsKernels = isa<acc::KernelsOp>(Construct);
  bool IsRoutine = isa<func::FuncOp>(Construct);
  bool IsC = CSourceAttr.isOn(Construct->getParentOfType<ModuleOp>());
  bool HasWorkers = false;
  llvm::SmallVector<acc::LoopOp> Loops;
  for (Operation *Op : Ops)
    Op->walk<WalkOrder::PreOrder>([&](acc::LoopOp Loop) {
      HasWorkers |= (levelsOf(Loop) & WARPDEV_ACC_WORKER) &&
                    !(levelsOf(Loop) & WARPDEV_ACC_VECTOR);
      if (!PrivateCopyAttr.isOn(Loop))
        Loops.push_back(Loop);
    });
  if (!IsRoutine)
    warnOfMapping(Construct, Loops, Plan);
  Location Kernel = Construct->getLoc();
  if ((IsKernels || SplitConstructAttr.isOn(Construct)) && !Loops.empty())
    Kernel = locationOf(innermost(Loops.front()), Plan);
  auto IsSaid = [&](acc::LoopOp Loop) {
    // The directives of these say so.
    bool Nested = Loop->getParentOfType<acc::LoopOp>() != nullptr;
    if (IsRoutine)
      return !(levelsOf(Loop) & WARPDEV_ACC_GANG);
    return IsKernels || Nested;
  };
  for (acc::LoopOp Loop : Loops) {
    Location Loc = getLoopLocation(Loop);
    if (auto Why = DependenceAttr.get(Loop)) {
      reportDependence(Construct, Loc, Why->str());
    } else if (levelsOf(Loop) && IsSaid(Loop) &&
               (!IsRoutine || writtenLevels(Loop))) {
      addAccMessage(Construct, Loc, "Loop is parallelizable");
    }
    for (Location Inner : Plan.Collapsed.lookup(Loop))
      addAccMessage(Construct, Inner, "Loop is parallelizable");
  }
  if (!IsRoutine)
    reportKernel(Construct, Kernel, Ops, Loops, Plan);
  for (acc::LoopOp Loop : Loops) {
    addAccLoopMessage(
        Construct, Kernel, getLoopLocation(Loop),
        IsC ? describeInC(describe(Construct, Loop, HasWorkers, Plan))
            : describe(Construct, Loop, HasWorkers, Plan));
    reportReductions(Construct, Kernel, Loop);
    for (Location Inner : Plan.Collapsed.lookup(Loop))
      addAccLoopMessage(Construct, Kernel, Inner,
                        IsC ? "  /* blockIdx.x threadIdx.x auto-collapsed */"
                            : "  ! blockidx%x threadidx%x auto-collapsed");
    if (IsRoutine && levelsOf(Loop) && !writtenLevels(Loop))
      addAccLoopMessage(Construct, Kernel, std::nullopt,
                        "Loop is parallelizable");
  }
}

void reportMany(Operation *Construct, acc::LoopOp Loop, int64_t Many,
                const LoopPlan &Plan) {
  std::string Text =
      "With " + std::to_string(Many) + " iterations or more the loop takes ";
  if (Plan.Lanes)
    Text += "gang, worker(" + std::to_string(Plan.Workers) +
            "), and those inside vector(" + std::to_string(Plan.Lanes) + ")";
  else
    Text += "gang and vector, and those inside are sequential";
  addAccMessage(Construct, getLoopLocation(Loop), Text);
}

} // namespace warpfort::openacc
