//===-- CoveredLoops.cpp - Kernels of grids that cover their loops --------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of a nest over the grid go from the thread's number in steps of the
// number of threads. Nearly always there are as many threads as iterations, and
// then the loops themselves are what costs: a three-dimensional stencil of
// nvcc's takes 1.5 times as long with them (H200), for their registers, their
// branches and what LLVM moves in front of them. So each such kernel has a
// covered version without the way back from the end of a loop to its head; the
// runtime, which knows the iterations and the grid, chooses.
//
// The innermost loop of a stencil leaves out the border, so it begins at 2:
// each warp would read eight bytes of a further sector. The threads of the
// covered version begin that many elements before the loop (its lead), the
// first of them idle; the runtime, which WarprtCoveredKernel tells, then needs
// a thread or two more. (A seven-point stencil of 512^3 real(8) on an H200:
// 0.68 ms without, 0.65 ms.)
//
// Where a loop of the thread's own is inside, as in a matrix product, a third
// version has threads that take two neighbouring iterations of the loop along
// y: JamRows.cpp makes one loop of theirs, or drops that version.
//
// Both are for descriptors with numbers of 32 bits (NarrowDescriptors.cpp).
//
//===----------------------------------------------------------------------===//
#include "CoveredLoops.h"
#include "NarrowDescriptors.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "warprt/DeviceLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {

/// Longer bodies do not notice their loops, and take ptxas twice as long.
static constexpr unsigned MostInstructions = 4000;

/// Elements of a sector before a loop's first one that are worth idle threads.
static constexpr unsigned MaxLead = 3;

/// The dimension of a grid's rows, and how many of them a thread takes.
static constexpr uint64_t RowDimension = 1;
static constexpr unsigned Rows = 2;

/// The way back of a loop: `Latch` branches to `Header`, whose other successor
/// is `Body` while iterations are left and `Exit` then. `Counter` begins with
/// what `Begin` returns.
struct WayBack {
  BasicBlock *Latch, *Header, *Exit;
  PHINode *Counter;
  CallInst *Begin, *Stride;

  uint64_t dimension() const {
    return cast<ConstantInt>(Begin->getArgOperand(0))->getZExtValue();
  }
};

/// The function that \p I calls; empty if it calls none that is known.
static StringRef calleeName(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? Callee->getName() : StringRef();
}

static bool isStride(const Instruction &I) {
  return calleeName(I) == WARPDEV_LOOP_STRIDE;
}

/// Partial results are one a block: such a grid is small. So it is where all
/// threads share a loop, which is a reduction's. Where the threads of a block
/// share one, all of them must have each iteration: none may be idle.
static bool reduces(const Instruction &I) {
  StringRef Name = calleeName(I);
  if (Name.starts_with(WARPDEV_SHARED_PREFIX) ||
      Name.starts_with(WARPDEV_TILE_PREFIX))
    return true;
  if (Name == WARPDEV_LOOP_BEGIN)
    return match(cast<CallInst>(I).getArgOperand(0),
                 m_SpecificInt(WARPDEV_ALL_DIMENSIONS));
  return Name.starts_with(WARPDEV_REDUCE_PREFIX) ||
         Name.starts_with(WARPDEV_ACC_PREFIX "grid_");
}

/// The loop that goes on by \p Stride: counter + stride is the value with which
/// an unconditional branch returns to the counter's block.
static bool findWayBack(CallInst *Stride, const DominatorTree &Tree,
                        WayBack &Result) {
  for (User *U : Stride->users()) {
    auto *Next = dyn_cast<BinaryOperator>(U);
    if (!Next || Next->getOpcode() != Instruction::Add)
      continue;
    for (User *V : Next->users()) {
      auto *Counter = dyn_cast<PHINode>(V);
      if (!Counter || !is_contained(Next->operands(), Counter) ||
          Counter->getNumIncomingValues() != 2)
        continue;
      BasicBlock *Header = Counter->getParent();
      unsigned Again = Counter->getIncomingValue(0) == Next ? 0 : 1;
      BasicBlock *Latch = Counter->getIncomingBlock(Again);
      auto *Begin = dyn_cast<CallInst>(Counter->getIncomingValue(1 - Again));
      if (!Begin || calleeName(*Begin) != WARPDEV_LOOP_BEGIN ||
          !isa<ConstantInt>(Begin->getArgOperand(0)))
        continue;
      auto *Back = dyn_cast<BranchInst>(Latch->getTerminator());
      auto *Test = dyn_cast<BranchInst>(Header->getTerminator());
      if (!Back || Back->isConditional() || !Test || !Test->isConditional())
        continue;
      BasicBlock *Body = Test->getSuccessor(0), *Exit = Test->getSuccessor(1);
      if (Body == Exit || !Tree.dominates(Body, Latch) ||
          Tree.dominates(Exit, Latch))
        continue;
      Result = {Latch, Header, Exit, Counter, Begin, Stride};
      return true;
    }
  }
  return false;
}

/// Elements between the last multiple of a sector and the first iteration of a
/// loop along x, from arrays whose first subscript is 1: of the counter only
/// `first + counter` is made, with a constant. 0 if that is not so.
static unsigned findLead(const WayBack &Way) {
  if (Way.dimension() != 0 || !Way.Begin->hasOneUse())
    return 0;
  Value *Counter = Way.Counter;
  std::optional<uint64_t> First;
  for (User *U : Counter->users()) {
    if (match(U, m_Mul(m_Specific(Counter), m_One())) && U->hasOneUse())
      U = *U->user_begin();
    const APInt *C;
    if (!match(U, m_c_Add(m_Value(), m_APInt(C))))
      continue;
    if (First && *First != C->getZExtValue())
      return 0;
    First = C->getZExtValue();
  }
  return First && *First > 1 && *First - 1 <= MaxLead
             ? static_cast<unsigned>(*First - 1)
             : 0;
}

/// The thread's number along a dimension. There are no more than INT32_MAX in a
/// grid that covers its loops.
static Value *threadNumber(IRBuilder<> &B, uint64_t Dimension) {
  static constexpr Intrinsic::ID Registers[3][3] = {
      {Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
       Intrinsic::nvvm_read_ptx_sreg_ntid_x,
       Intrinsic::nvvm_read_ptx_sreg_tid_x},
      {Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
       Intrinsic::nvvm_read_ptx_sreg_ntid_y,
       Intrinsic::nvvm_read_ptx_sreg_tid_y},
      {Intrinsic::nvvm_read_ptx_sreg_ctaid_z,
       Intrinsic::nvvm_read_ptx_sreg_ntid_z,
       Intrinsic::nvvm_read_ptx_sreg_tid_z}};
  Value *Parts[3];
  for (unsigned I = 0; I < 3; ++I)
    Parts[I] = B.CreateIntrinsic(Registers[Dimension][I], {});
  return B.CreateNUWAdd(B.CreateNUWMul(Parts[0], Parts[1]), Parts[2]);
}

/// Whether the test of \p Way asks for the end of the iterations alone: all
/// else that the header carries begins as true.
static bool asksForEndOnly(const WayBack &Way) {
  return all_of(Way.Header->phis(), [&](PHINode &Phi) {
    if (&Phi == Way.Counter || !Phi.getType()->isIntegerTy(1))
      return true;
    for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I)
      if (Phi.getIncomingBlock(I) != Way.Latch &&
          !match(Phi.getIncomingValue(I), m_One()))
        return false;
    return true;
  });
}

/// Makes the loop's only iteration that of the thread, \p Lead before it, and
/// its test one of 32 bits.
static void startAtThread(const WayBack &Way, unsigned Lead) {
  IRBuilder<> B(Way.Begin);
  Value *Number = threadNumber(B, Way.dimension());
  if (Lead)
    Number = B.CreateNSWSub(Number, B.getInt32(Lead));
  Value *Goes = B.CreateICmpULT(
      Number, B.CreateTrunc(Way.Begin->getArgOperand(1), B.getInt32Ty()));
  Value *Wide = Lead ? B.CreateSExt(Number, B.getInt64Ty())
                     : B.CreateZExt(Number, B.getInt64Ty(), "", true);
  Way.Begin->replaceAllUsesWith(Wide);
  Way.Begin->eraseFromParent();
  auto *Test = cast<BranchInst>(Way.Header->getTerminator());
  if (!asksForEndOnly(Way)) {
    B.SetInsertPoint(Test);
    Goes = B.CreateAnd(Test->getCondition(), Goes);
  }
  Test->setCondition(Goes);
}

/// Makes the loop one of the thread's neighbouring iterations.
static void startAtRows(const WayBack &Way) {
  IRBuilder<> B(Way.Begin);
  Value *First = B.CreateZExt(
      B.CreateNUWMul(threadNumber(B, RowDimension), B.getInt32(Rows)),
      B.getInt64Ty());
  Value *End = B.CreateBinaryIntrinsic(Intrinsic::umin,
                                       B.CreateNUWAdd(First, B.getInt64(Rows)),
                                       Way.Begin->getArgOperand(1));
  Way.Begin->replaceAllUsesWith(First);
  Way.Begin->eraseFromParent();
  Way.Stride->replaceAllUsesWith(B.getInt64(1));
  Way.Stride->eraseFromParent();
  auto *Test = cast<BranchInst>(Way.Header->getTerminator());
  B.SetInsertPoint(Test);
  Test->setCondition(B.CreateICmpULT(Way.Counter, End));
}

/// The ways back of all loops of \p F over the grid; false if one is not found.
static bool findWaysBack(Function &F, SmallVectorImpl<WayBack> &Ways) {
  DominatorTree Tree(F);
  for (Instruction &I : instructions(F))
    if (isStride(I) &&
        !findWayBack(cast<CallInst>(&I), Tree, Ways.emplace_back()))
      return false;
  return true;
}

/// Cuts every way back of a loop over the grid, but with \p HasRows that of
/// the rows' loop, which there is (mayHaveRows), and sets \p Lead; false if one
/// is not found.
static bool cutLoops(Function &F, bool HasRows, unsigned &Lead) {
  SmallVector<WayBack> Ways;
  if (!findWaysBack(F, Ways))
    return false;
  if (HasRows) {
    auto *OfRows = find_if(Ways, [](const WayBack &Way) {
      return Way.dimension() == RowDimension;
    });
    startAtRows(*OfRows);
    Ways.erase(OfRows);
  }
  Lead = 0;
  for (const WayBack &Way : Ways) {
    unsigned Own = findLead(Way);
    Lead = std::max(Lead, Own);
    startAtThread(Way, Own);
  }
  // Values that cross the blocks whose predecessors change go through memory;
  // SROA makes values of them again.
  SetVector<PHINode *> Crossing;
  for (const WayBack &Way : Ways) {
    for (PHINode &Phi : Way.Header->phis())
      Crossing.insert(&Phi);
    for (PHINode &Phi : Way.Exit->phis())
      Crossing.insert(&Phi);
  }
  for (PHINode *Phi : Crossing)
    DemotePHIToStack(Phi, F.getEntryBlock().begin());
  for (const WayBack &Way : Ways) {
    SmallVector<Instruction *> Used;
    for (Instruction &I : *Way.Header)
      if (I.isUsedOutsideOfBlock(Way.Header))
        Used.push_back(&I);
    for (Instruction *I : Used)
      DemoteRegToStack(*I, /*VolatileLoads=*/false, F.getEntryBlock().begin());
    Way.Latch->getTerminator()->replaceSuccessorWith(Way.Header, Way.Exit);
  }
  return true;
}

/// Where \p BB leads to if it does nothing else.
static BasicBlock *throughEmpty(BasicBlock *BB) {
  for (unsigned Steps = 0; Steps < 8; ++Steps) {
    auto *Branch = dyn_cast<BranchInst>(&BB->front());
    if (!Branch || Branch->isConditional() ||
        isa<PHINode>(Branch->getSuccessor(0)->front()))
      break;
    BB = Branch->getSuccessor(0);
  }
  return BB;
}

/// Makes one branch of two that leave for the same block, where nothing but
/// arithmetic is between them.
static bool mergeGuard(BasicBlock &First) {
  auto *Outer = dyn_cast<BranchInst>(First.getTerminator());
  if (!Outer || !Outer->isConditional())
    return false;
  for (unsigned Inside : {0u, 1u}) {
    BasicBlock *Next = Outer->getSuccessor(Inside);
    BasicBlock *Exit = throughEmpty(Outer->getSuccessor(1 - Inside));
    auto *Inner = dyn_cast<BranchInst>(Next->getTerminator());
    if (Next == Exit || Next->getSinglePredecessor() != &First || !Inner ||
        !Inner->isConditional() || isa<PHINode>(Exit->front()) ||
        isa<PHINode>(Next->front()))
      continue;
    unsigned Onwards = throughEmpty(Inner->getSuccessor(0)) == Exit;
    BasicBlock *Body = Inner->getSuccessor(Onwards);
    if (throughEmpty(Inner->getSuccessor(1 - Onwards)) != Exit ||
        throughEmpty(Body) == Exit || isa<PHINode>(Body->front()) ||
        !all_of(drop_end(*Next), [](const Instruction &I) {
          return isSafeToSpeculativelyExecute(&I);
        }))
      continue;
    while (&Next->front() != Inner)
      Next->front().moveBefore(Outer->getIterator());
    IRBuilder<> B(Outer);
    Value *GoesOn = Outer->getCondition();
    if (Inside == 1)
      GoesOn = B.CreateNot(GoesOn);
    Value *GoesFurther = Inner->getCondition();
    if (Onwards == 1)
      GoesFurther = B.CreateNot(GoesFurther);
    B.CreateCondBr(B.CreateLogicalAnd(GoesOn, GoesFurther), Body, Exit);
    Outer->eraseFromParent();
    Inner->eraseFromParent();
    Next->eraseFromParent();
    return true;
  }
  return false;
}

void mergeGuards(Module &M) {
  for (Function &F : M)
    if (F.hasFnAttribute(bitcode::CoversAttr))
      for (auto BB = F.begin(); BB != F.end(); ++BB)
        while (mergeGuard(*BB))
          ;
}

/// Whether \p I reads and computes, or stores; JamRowsPass looks again.
static bool isPlain(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  if (!Call)
    return !I.isAtomic();
  const Function *Callee = Call->getCalledFunction();
  return isa<IntrinsicInst>(I) ||
         (Callee && (Callee->getName().starts_with(WARPDEV_LOOP_PREFIX) ||
                     isNVPTXMathFunction(Callee->getName())));
}

/// Whether \p F is one nest over the grid, with rows, around one loop of the
/// thread's own.
static bool mayHaveRows(Function &F) {
  SmallVector<WayBack> Ways;
  if (!findWaysBack(F, Ways) || !all_of(instructions(F), isPlain))
    return false;
  SmallSet<uint64_t, 4> Dimensions;
  SmallPtrSet<const BasicBlock *, 4> Headers;
  for (const WayBack &Way : Ways) {
    if (!Dimensions.insert(Way.dimension()).second ||
        (Way.dimension() == RowDimension && !asksForEndOnly(Way)))
      return false;
    Headers.insert(Way.Header);
  }
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  return Dimensions.contains(0) && Dimensions.contains(RowDimension) &&
         count_if(Loops.getLoopsInPreorder(), [&](const Loop *L) {
           return !Headers.contains(L->getHeader());
         }) == 1;
}

/// Adds a version of \p F with loops that are cut.
static void addVersion(Function &F, bool HasRows) {
  ValueToValueMapTy Values;
  Function *Version = CloneFunction(&F, Values);
  unsigned Lead;
  if (!cutLoops(*Version, HasRows, Lead)) {
    Version->eraseFromParent();
    return;
  }
  uint64_t Narrow = narrowDescriptors(*Version);
  Version->setName(F.getName() + (HasRows ? "$rows" : "$covered"));
  Version->addFnAttr(bitcode::CoversAttr, F.getName());
  Version->addFnAttr(bitcode::LeadAttr, std::to_string(Lead));
  if (Narrow)
    Version->addFnAttr(bitcode::NarrowAttr, std::to_string(Narrow));
  if (HasRows)
    Version->addFnAttr(bitcode::WantsRowsAttr, std::to_string(Rows));
}

void addCoveredLoops(Module &M) {
  SmallVector<Function *> Kernels;
  for (Function &F : M)
    if (!F.isDeclaration() && isDeviceKernel(F) &&
        F.getInstructionCount() <= MostInstructions &&
        any_of(instructions(F), isStride) && none_of(instructions(F), reduces))
      Kernels.push_back(&F);
  for (Function *F : Kernels) {
    addVersion(*F, /*HasRows=*/false);
    if (mayHaveRows(*F))
      addVersion(*F, /*HasRows=*/true);
  }
}

void dropPlainRows(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.hasFnAttribute(bitcode::WantsRowsAttr) &&
        !F.hasFnAttribute(bitcode::RowsAttr))
      F.eraseFromParent();
}

std::vector<CoveredKernel> coveredKernels(const Module &M) {
  std::vector<CoveredKernel> Result;
  for (const Function &F : M)
    if (F.hasFnAttribute(bitcode::CoversAttr))
      Result.push_back(
          {F.getFnAttribute(bitcode::CoversAttr).getValueAsString().str(),
           F.getName().str(),
           static_cast<uint32_t>(
               F.getFnAttributeAsParsedInteger(bitcode::LeadAttr)),
           static_cast<uint32_t>(
               F.getFnAttributeAsParsedInteger(bitcode::RowsAttr, 1)),
           F.getFnAttributeAsParsedInteger(bitcode::NarrowAttr, 0)});
  return Result;
}

} // namespace warpfort
