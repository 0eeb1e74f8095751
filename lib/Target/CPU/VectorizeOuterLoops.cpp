//===-- VectorizeOuterLoops.cpp - Vectors over loops with loops inside
//------===//
//-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a matrix product with one element an iteration,
//
//     do i = 1, n             ! independent
//       s = 0
//       do k = 1, m
//         s = s + a(i,k)*b(k)
//       end do
//       c(i) = s
//     end do
//
// LLVM vectorises the inner loop only, which may not reorder the sum and walks
// through memory row by row. Here several iterations of the outer loop run side
// by side: what differs among them is a vector, and what is the same in all of
// them (bounds and variables of inner loops, addresses apart from the lane)
// stays scalar. The loop must say by llvm.loop.parallel_accesses that its
// iterations do not depend on each other, and all branches but the loop's own
// must be the same in all iterations.
//
// Accesses are to neighbouring elements or to the same one. Elements at another
// distance, as those of a(k,i), are accessed one by one: outside of the
// innermost loops, and once for each sum that an innermost loop forms and that
// LLVM may not reorder. There the terms of several sums need not wait for each
// other, which is worth more than what it costs to put vectors together.
//
// What is left over at the end is done by vectors of one register, and what
// these leave by the loop as it was.
//
//===----------------------------------------------------------------------===//
#include "VectorizeOuterLoops.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// Of a loop that does what wide vectors have left.
constexpr StringLiteral RestOfLoop = "warpfort.loop.rest";

/// What VectorMath.cpp has for reals of any size.
constexpr unsigned ShortestMath = 4;

/// How a value of one iteration relates to those of its neighbours.
enum class Kind {
  Same,   ///< the same in all
  Scalar, ///< differs, computed without memory or reals: an address, an index
  Vector  ///< differs in any way
};

/// The value of an expression in the next iteration of a loop.
struct NextIteration : SCEVRewriteVisitor<NextIteration> {
  NextIteration(ScalarEvolution &SE, const Loop &L)
      : SCEVRewriteVisitor(SE), L(L) {}
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *E) {
    if (E->getLoop() == &L)
      return E->getPostIncExpr(SE);
    return SCEVRewriteVisitor::visitAddRecExpr(E);
  }
  const SCEV *visitUnknown(const SCEVUnknown *U) {
    auto *I = dyn_cast<Instruction>(U->getValue());
    Unclear |= I && L.contains(I);
    return U;
  }
  const Loop &L;
  bool Unclear = false;
};

class OuterLoop {
public:
  OuterLoop(Loop &L, LoopInfo &LI, ScalarEvolution &SE,
            const TargetTransformInfo &TTI, const TargetLibraryInfo &TLI,
            bool Apart)
      : L(L), LI(LI), SE(SE), TTI(TTI), TLI(TLI), Apart(Apart),
        DL(L.getHeader()->getModule()->getDataLayout()) {}

  /// Whether the loop can and should be vectorised.
  bool analyze();
  void transform();

private:
  bool hasForm();
  void classify();
  Kind kindOf(const Value *V) const;
  Kind kindOfResult(const Instruction &I) const;
  bool canWiden(const Instruction &I) const;
  StringRef vectorFunction(const CallBase &Call, unsigned Length) const;
  bool canAccess(Instruction &I);
  unsigned countOrderedSums(const Loop &Inner) const;
  bool canBranchAndAccess();
  bool needsVector();
  bool chooseLanes();

  void widen(Instruction &I);
  void widenPhi(PHINode &Phi, FixedVectorType *VT);
  void widenStore(StoreInst &Store);
  void widenLoad(LoadInst &Load, FixedVectorType *VT);
  Value *elementAddress(Instruction &Access, unsigned Lane);
  Value *widenCall(CallInst &Call, ArrayRef<Value *> Operands,
                   FixedVectorType *VT);
  Value *widenOperation(Instruction &I, FixedVectorType *VT);
  Value *scalar(Value *V) const;
  Value *vector(Value *V);
  void makeLaneOffsets(SCEVExpander &Expander);
  void makeCounters(BasicBlock *Before);
  void widenBlocks();
  void stepCounters(BasicBlock *WideBefore);
  void finishPhis();
  void resumeAt(BasicBlock *Rest, BasicBlock *Before, BasicBlock *WideExit);

  Loop &L;
  LoopInfo &LI;
  ScalarEvolution &SE;
  const TargetTransformInfo &TTI;
  const TargetLibraryInfo &TLI;
  bool Apart; ///< elements may be apart from each other
  const DataLayout &DL;
  SmallVector<BasicBlock *> Blocks; ///< in reverse post-order
  const SCEV *Trips = nullptr;      ///< how often the latch branches back
  DenseMap<const Value *, Kind> Kinds;
  DenseSet<const Value *> Vectors; ///< wanted as such
  /// Of accesses lane by lane: the distance between lanes, in bytes.
  MapVector<const Instruction *, const SCEV *> Distances;
  DenseMap<const Loop *, unsigned> StridedAccesses; ///< of innermost loops

  /// A PHI of the header, which grows by a constant step.
  struct Counter {
    PHINode *Phi;
    Value *Start;
    const APInt *Step;
    Value *End = nullptr; ///< behind the wide loop
  };

  unsigned Lanes = 0;
  bool IsLast = false; ///< vectors of one register
  SmallVector<Counter> Counters;
  /// Distances of the lanes from the first one, in bytes, by that of the
  /// second.
  DenseMap<const SCEV *, SmallVector<Value *>> LaneOffsets;
  DenseMap<const Value *, Value *> Scalars, Wide;
  DenseMap<const BasicBlock *, BasicBlock *> Copies;
  IRBuilder<> *Builder = nullptr;
};

/// One latch that alone leaves the loop, counters in the header, no value for
/// what follows.
bool OuterLoop::hasForm() {
  BasicBlock *Latch = L.getLoopLatch(), *Exit = L.getExitBlock();
  if (!L.getLoopPreheader() || !Latch || L.getExitingBlock() != Latch ||
      !Exit || !Exit->phis().empty())
    return false;
  Trips = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Trips) || !Trips->getType()->isIntegerTy())
    return false;
  for (PHINode &Phi : L.getHeader()->phis()) {
    auto *Counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    if (!Counter || Counter->getLoop() != &L || !Counter->isAffine() ||
        !Phi.getType()->isIntegerTy() ||
        !isa<SCEVConstant>(Counter->getStepRecurrence(SE)))
      return false;
  }
  LoopBlocksRPO Order(&L);
  Order.perform(&LI);
  append_range(Blocks, Order);
  return all_of(Blocks, [](BasicBlock *BB) {
    return isa<BranchInst>(BB->getTerminator());
  });
}

Kind OuterLoop::kindOf(const Value *V) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return Kind::Same;
  auto Found = Kinds.find(V);
  return Found == Kinds.end() ? Kind::Same : Found->second;
}

Kind OuterLoop::kindOfResult(const Instruction &I) const {
  if (isa<PHINode>(I) && I.getParent() == L.getHeader())
    return Kind::Scalar;
  Kind Result = Kind::Same;
  for (const Value *Operand : I.operands())
    Result = std::max(Result, kindOf(Operand));
  bool IsAddress = !I.mayReadFromMemory() && !I.getType()->isFloatingPointTy();
  return Result == Kind::Same || IsAddress ? Result : Kind::Vector;
}

/// All values are the same until one is found to differ.
void OuterLoop::classify() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Blocks)
      for (Instruction &I : *BB) {
        Kind New = kindOfResult(I);
        if (New != kindOf(&I)) {
          Kinds[&I] = New;
          Changed = true;
        }
      }
  }
}

/// Whether LLVM's intrinsic \p ID takes vectors, without calls.
static bool hasVectorForm(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::sqrt:
  case Intrinsic::fabs:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
    return true;
  default:
    return false;
  }
}

/// The name of what computes \p Length results of \p Call, a function of
/// mathematics; empty if there is nothing of the kind.
StringRef OuterLoop::vectorFunction(const CallBase &Call,
                                    unsigned Length) const {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Call.isNoBuiltin() || !Call.doesNotAccessMemory())
    return {};
  return TLI.getVectorizedFunction(
      Callee->getName(), ElementCount::getFixed(Length), /*Masked=*/false);
}

bool OuterLoop::canWiden(const Instruction &I) const {
  auto IsElement = [](Type *T) {
    return T->isIntegerTy(1) || T->isIntegerTy(8) || T->isIntegerTy(16) ||
           T->isIntegerTy(32) || T->isIntegerTy(64) || T->isFloatTy() ||
           T->isDoubleTy();
  };
  if (!IsElement(I.getType()))
    return false;
  if (auto *Call = dyn_cast<CallInst>(&I))
    return hasVectorForm(Call->getIntrinsicID()) ||
           !vectorFunction(*Call, ShortestMath).empty();
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return IsElement(Cast->getSrcTy()) && !isa<BitCastInst>(Cast);
  if (auto *Compare = dyn_cast<CmpInst>(&I))
    return IsElement(Compare->getOperand(0)->getType());
  return isa<PHINode, BinaryOperator, UnaryOperator, SelectInst, FreezeInst,
             LoadInst>(I);
}

/// How many sums of reals \p Inner forms in an order that LLVM must keep.
unsigned OuterLoop::countOrderedSums(const Loop &Inner) const {
  BasicBlock *Latch = Inner.getLoopLatch();
  return !Latch
             ? 0
             : count_if(Inner.getHeader()->phis(), [&](const PHINode &Phi) {
                 if (!Phi.getType()->isFloatingPointTy() ||
                     kindOf(&Phi) != Kind::Vector)
                   return false;
                 auto *Next =
                     dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Latch));
                 return Next && isa<FPMathOperator>(Next) &&
                        !Next->hasAllowReassoc();
               });
}

/// Loads and stores of the same element, of neighbouring ones, or of elements
/// at a distance that does not change, in memory without attributes of its own.
bool OuterLoop::canAccess(Instruction &I) {
  Value *Pointer = getLoadStorePointerOperand(&I);
  Type *T = getLoadStoreType(&I);
  bool IsSimple = isa<LoadInst>(I) ? cast<LoadInst>(I).isSimple()
                                   : cast<StoreInst>(I).isSimple();
  if (!IsSimple || kindOf(Pointer) == Kind::Vector)
    return false;
  if (kindOf(Pointer) == Kind::Same)
    return isa<LoadInst>(I);
  if (DL.getTypeStoreSizeInBits(T) != T->getPrimitiveSizeInBits() ||
      !(T->isIntegerTy() || T->isFloatTy() || T->isDoubleTy()))
    return false;
  NextIteration Next(SE, L);
  const SCEV *Here = SE.getSCEV(Pointer), *There = Next.visit(Here);
  const SCEV *Step = SE.getMinusSCEV(There, Here);
  if (Next.Unclear || isa<SCEVCouldNotCompute>(Step) || Step->isZero())
    return false;
  if (auto *Constant = dyn_cast<SCEVConstant>(Step);
      Constant &&
      Constant->getAPInt() == DL.getTypeStoreSize(T).getFixedValue())
    return true;
  BasicBlock *Before = L.getLoopPreheader();
  if (!Apart || !SE.isLoopInvariant(Step, &L) ||
      !Step->getType()->isIntegerTy(64) ||
      !SCEVExpander(SE, "").isSafeToExpandAt(Step, Before->getTerminator()))
    return false;
  const Loop *Inner = LI.getLoopFor(I.getParent());
  if (Inner != &L && Inner->isInnermost() &&
      ++StridedAccesses[Inner] > countOrderedSums(*Inner))
    return false;
  Distances[&I] = Step;
  return true;
}

/// Finds what must be a vector: what is stored, and what that is made of.
/// False if one of them cannot be one.
bool OuterLoop::needsVector() {
  SmallVector<const Value *> Work;
  auto Want = [&](const Value *V) {
    if (kindOf(V) != Kind::Same && Vectors.insert(V).second)
      Work.push_back(V);
  };
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Want(Store->getValueOperand());
  while (!Work.empty()) {
    auto *I = cast<Instruction>(Work.pop_back_val());
    if (!canWiden(*I))
      return false;
    if (isa<LoadInst>(I) ||
        (isa<PHINode>(I) && I->getParent() == L.getHeader()))
      continue;
    for (const Value *Operand : I->operands())
      if (!isa<Function>(Operand))
        Want(Operand);
  }
  return true;
}

/// Looks at each instruction. False too where vectors gain nothing.
bool OuterLoop::canBranchAndAccess() {
  bool Gains = false;
  for (BasicBlock *BB : Blocks) {
    bool IsLatch = BB == L.getLoopLatch(), IsInside = LI.getLoopFor(BB) != &L;
    for (Instruction &I : *BB) {
      if (auto *Branch = dyn_cast<BranchInst>(&I)) {
        if (!IsLatch && Branch->isConditional() &&
            kindOf(Branch->getCondition()) != Kind::Same)
          return false;
      } else if (isa<LoadInst, StoreInst>(I)) {
        if (!canAccess(I))
          return false;
        Gains |= IsInside && isa<LoadInst>(I) && kindOf(&I) != Kind::Same;
      } else if (auto *Call = dyn_cast<CallBase>(&I)) {
        auto *II = dyn_cast<IntrinsicInst>(Call);
        if (!(II && II->isAssumeLikeIntrinsic()) &&
            (Call->mayReadOrWriteMemory() || !canWiden(I)))
          return false;
      } else if (I.mayReadOrWriteMemory() || isa<AllocaInst>(I)) {
        return false;
      }
      Gains |= IsInside && isa<FPMathOperator>(I) && kindOf(&I) == Kind::Vector;
      for (const User *U : I.users())
        if (!L.contains(cast<Instruction>(U)))
          return false;
    }
  }
  return Gains;
}

bool OuterLoop::analyze() {
  if (!hasForm())
    return false;
  classify();
  return canBranchAndAccess() && needsVector() && chooseLanes();
}

/// Several registers for each value, so that sums do not wait for each other,
/// unless many values live through the inner loops. One where each lane walks
/// through lines of its own, which the cache has to hold. False if there are no
/// such vectors.
bool OuterLoop::chooseLanes() {
  unsigned Bits =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  unsigned Widest = 32, Live = 0;
  for (const Value *V : Vectors) {
    Widest = std::max(Widest, V->getType()->getScalarSizeInBits());
    Live += isa<PHINode>(V) && cast<PHINode>(V)->getParent() != L.getHeader();
  }
  unsigned Registers = Live <= 2 ? 4 : Live <= 4 ? 2 : 1;
  if (!StridedAccesses.empty() || getBooleanLoopAttribute(&L, RestOfLoop))
    Registers = 1;
  Lanes = Bits / Widest * Registers;
  IsLast = Registers == 1;
  return Lanes > 1 && all_of(Vectors, [&](const Value *V) {
           auto *Call = dyn_cast<CallInst>(V);
           return !Call || hasVectorForm(Call->getIntrinsicID()) ||
                  !vectorFunction(*Call, Lanes).empty();
         });
}

Value *OuterLoop::scalar(Value *V) const {
  auto Found = Scalars.find(V);
  if (Found != Scalars.end())
    return Found->second;
  auto *I = dyn_cast<Instruction>(V);
  return I && L.contains(I) ? nullptr : V;
}

Value *OuterLoop::vector(Value *V) {
  if (Value *Found = Wide.lookup(V))
    return Found;
  return Builder->CreateVectorSplat(Lanes, scalar(V));
}

static void copyFacts(Instruction &To, const Instruction &From) {
  static const unsigned Facts[] = {
      LLVMContext::MD_access_group, LLVMContext::MD_alias_scope,
      LLVMContext::MD_noalias, LLVMContext::MD_tbaa};
  To.copyMetadata(From, Facts);
}

void OuterLoop::widenPhi(PHINode &Phi, FixedVectorType *VT) {
  if (Phi.getParent() == L.getHeader())
    return;
  if (kindOf(&Phi) != Kind::Vector)
    Scalars[&Phi] =
        Builder->CreatePHI(Phi.getType(), Phi.getNumIncomingValues());
  if (Vectors.contains(&Phi))
    Wide[&Phi] = Builder->CreatePHI(VT, Phi.getNumIncomingValues());
}

/// Where \p Lane accesses an element of its own.
Value *OuterLoop::elementAddress(Instruction &Access, unsigned Lane) {
  Value *First = scalar(getLoadStorePointerOperand(&Access));
  if (Lane == 0)
    return First;
  return Builder->CreatePtrAdd(First,
                               LaneOffsets.at(Distances.at(&Access))[Lane]);
}

void OuterLoop::widenStore(StoreInst &Store) {
  Value *V = vector(Store.getValueOperand());
  if (!Distances.contains(&Store)) {
    copyFacts(*Builder->CreateAlignedStore(V, scalar(Store.getPointerOperand()),
                                           Store.getAlign()),
              Store);
    return;
  }
  for (unsigned Lane = 0; Lane < Lanes; ++Lane)
    copyFacts(*Builder->CreateAlignedStore(
                  Builder->CreateExtractElement(V, Lane),
                  elementAddress(Store, Lane), Store.getAlign()),
              Store);
}

void OuterLoop::widenLoad(LoadInst &Load, FixedVectorType *VT) {
  if (!Distances.contains(&Load)) {
    LoadInst *Made = Builder->CreateAlignedLoad(
        VT, scalar(Load.getPointerOperand()), Load.getAlign());
    copyFacts(*Made, Load);
    Wide[&Load] = Made;
    return;
  }
  Value *V = PoisonValue::get(VT);
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    LoadInst *Element = Builder->CreateAlignedLoad(
        Load.getType(), elementAddress(Load, Lane), Load.getAlign());
    copyFacts(*Element, Load);
    V = Builder->CreateInsertElement(V, Element, Lane);
  }
  Wide[&Load] = V;
}

/// The vector of what an instruction computes, and what it computes in the
/// first lane if addresses may need it.
void OuterLoop::widen(Instruction &I) {
  if (isa<BranchInst>(I) ||
      (isa<IntrinsicInst>(I) && cast<IntrinsicInst>(I).isAssumeLikeIntrinsic()))
    return;
  auto *VT = I.getType()->isVoidTy() || I.getType()->isPointerTy()
                 ? nullptr
                 : FixedVectorType::get(I.getType(), Lanes);
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return widenPhi(*Phi, VT);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return widenStore(*Store);
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && kindOf(&I) != Kind::Same)
    return widenLoad(*Load, VT);
  if (kindOf(&I) != Kind::Vector) {
    Instruction *Copy = I.clone();
    for (Use &Operand : Copy->operands())
      if (Value *Known = scalar(Operand.get()))
        Operand.set(Known);
    Builder->Insert(Copy);
    Scalars[&I] = Copy;
  }
  if (Vectors.contains(&I))
    Wide[&I] = widenOperation(I, VT);
}

Value *OuterLoop::widenCall(CallInst &Call, ArrayRef<Value *> Operands,
                            FixedVectorType *VT) {
  if (hasVectorForm(Call.getIntrinsicID()))
    return Builder->CreateIntrinsic(VT, Call.getIntrinsicID(), Operands);
  SmallVector<Type *, 2> Types(Operands.size(), VT);
  FunctionCallee Callee = Call.getModule()->getOrInsertFunction(
      vectorFunction(Call, Lanes), FunctionType::get(VT, Types, false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  return Builder->CreateCall(Callee, Operands);
}

/// An instruction without memory, on vectors.
Value *OuterLoop::widenOperation(Instruction &I, FixedVectorType *VT) {
  SmallVector<Value *> Operands;
  for (Value *Operand : I.operands())
    if (!isa<Function>(Operand))
      Operands.push_back(vector(Operand));
  Value *Made;
  if (auto *Call = dyn_cast<CallInst>(&I))
    Made = widenCall(*Call, Operands, VT);
  else if (auto *Cast = dyn_cast<CastInst>(&I))
    Made = Builder->CreateCast(Cast->getOpcode(), Operands[0], VT);
  else if (auto *Compare = dyn_cast<CmpInst>(&I))
    Made =
        Builder->CreateCmp(Compare->getPredicate(), Operands[0], Operands[1]);
  else if (isa<SelectInst>(I))
    Made = Builder->CreateSelect(Operands[0], Operands[1], Operands[2]);
  else if (isa<FreezeInst>(I))
    Made = Builder->CreateFreeze(Operands[0]);
  else
    Made = Builder->CreateNAryOp(I.getOpcode(), Operands);
  if (auto *Op = dyn_cast<Instruction>(Made))
    Op->copyIRFlags(&I);
  return Made;
}

/// Phis of inner loops and joins, once all values are there.
void OuterLoop::finishPhis() {
  for (BasicBlock *BB : Blocks) {
    if (BB == L.getHeader())
      continue;
    for (PHINode &Phi : BB->phis())
      for (auto [From, V] : zip(Phi.blocks(), Phi.incoming_values())) {
        BasicBlock *Block = Copies.lookup(From);
        if (Value *Made = Scalars.lookup(&Phi))
          cast<PHINode>(Made)->addIncoming(scalar(V), Block);
        if (Value *Made = Wide.lookup(&Phi)) {
          Builder->SetInsertPoint(Block->getTerminator());
          cast<PHINode>(Made)->addIncoming(vector(V), Block);
        }
      }
  }
}

/// The counters of the wide loop: in the first lane, and as vectors where they
/// are wanted. \p Before was the loop's preheader.
void OuterLoop::makeCounters(BasicBlock *Before) {
  BasicBlock *Header = L.getHeader();
  for (PHINode &Phi : Header->phis()) {
    auto *Number = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    Counters.push_back(
        {&Phi, Phi.getIncomingValueForBlock(Before),
         &cast<SCEVConstant>(Number->getStepRecurrence(SE))->getAPInt()});
    Scalars[&Phi] = Builder->CreatePHI(Phi.getType(), 2, Phi.getName());
  }
  for (const Counter &C : Counters) {
    if (!Vectors.contains(C.Phi))
      continue;
    SmallVector<Constant *> Offsets;
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      Offsets.push_back(ConstantInt::get(C.Phi->getType(), *C.Step * Lane));
    Wide[C.Phi] =
        Builder->CreateAdd(Builder->CreateVectorSplat(Lanes, Scalars[C.Phi]),
                           ConstantVector::get(Offsets));
  }
}

/// Fills the copies of the blocks; that of the latch has no branch yet.
void OuterLoop::widenBlocks() {
  for (BasicBlock *BB : Blocks) {
    Builder->SetInsertPoint(Copies[BB]);
    for (Instruction &I : *BB)
      widen(I);
    if (BB == L.getLoopLatch())
      continue;
    auto *Branch = cast<BranchInst>(BB->getTerminator());
    if (Branch->isConditional()) {
      BranchInst *Made = Builder->CreateCondBr(scalar(Branch->getCondition()),
                                               Copies[Branch->getSuccessor(0)],
                                               Copies[Branch->getSuccessor(1)]);
      Made->copyMetadata(*Branch, {LLVMContext::MD_prof});
    } else {
      Builder->CreateBr(Copies[Branch->getSuccessor(0)]);
    }
  }
}

/// Steps of the counters in the wide loop's latch, where the builder is.
void OuterLoop::stepCounters(BasicBlock *WideBefore) {
  BasicBlock *WideLatch = Copies[L.getLoopLatch()];
  for (Counter &C : Counters) {
    auto *First = cast<PHINode>(Scalars[C.Phi]);
    C.End = Builder->CreateAdd(
        First, ConstantInt::get(C.Phi->getType(), *C.Step * Lanes));
    First->addIncoming(C.Start, WideBefore);
    First->addIncoming(C.End, WideLatch);
  }
}

/// Has the loop as it was begin at \p Rest, which is reached from \p Before
/// and, when the wide loop has done its part, from \p WideExit.
void OuterLoop::resumeAt(BasicBlock *Rest, BasicBlock *Before,
                         BasicBlock *WideExit) {
  Builder->SetInsertPoint(Rest);
  for (const Counter &C : Counters) {
    PHINode *Resume = Builder->CreatePHI(C.Phi->getType(), 2);
    Resume->addIncoming(C.Start, Before);
    Resume->addIncoming(C.End, WideExit);
    C.Phi->setIncomingValueForBlock(Before, Resume);
    C.Phi->replaceIncomingBlockWith(Before, Rest);
  }
  Builder->CreateBr(L.getHeader());
}

/// Gives the loop of \p Latch one more attribute, which is true.
static void markLoop(Instruction &Latch, StringRef Attribute) {
  LLVMContext &Context = Latch.getContext();
  MDNode *Mark = MDNode::get(Context, {MDString::get(Context, Attribute),
                                       ConstantAsMetadata::get(ConstantInt::get(
                                           Type::getInt32Ty(Context), 1))});
  Latch.setMetadata(
      LLVMContext::MD_loop,
      makePostTransformationMetadata(
          Context, Latch.getMetadata(LLVMContext::MD_loop), {}, {Mark}));
}

/// So that no loop is vectorised twice.
constexpr StringLiteral Vectorized = "llvm.loop.isvectorized";

/// Computes the distances of lanes from the first one before the loop.
void OuterLoop::makeLaneOffsets(SCEVExpander &Expander) {
  for (auto [Access, Distance] : Distances) {
    SmallVector<Value *> &Offsets = LaneOffsets[Distance];
    if (!Offsets.empty())
      continue;
    Value *Step = Expander.expandCodeFor(Distance, Builder->getInt64Ty(),
                                         &*Builder->GetInsertPoint());
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      Offsets.push_back(Builder->CreateMul(Step, Builder->getInt64(Lane)));
  }
}

/// preheader -> wide preheader -> wide loop -> wide exit -> exit or loop.
void OuterLoop::transform() {
  BasicBlock *Before = L.getLoopPreheader(), *Header = L.getHeader();
  BasicBlock *Latch = L.getLoopLatch(), *Exit = L.getExitBlock();
  auto MakeBlock = [&](const Twine &Name) {
    return BasicBlock::Create(Header->getContext(), Name, Header->getParent(),
                              Header);
  };
  IRBuilder<> B(Before->getTerminator());
  Builder = &B;

  SCEVExpander Expander(SE, "outer");
  Type *T = Trips->getType();
  Value *Count =
      B.CreateAdd(Expander.expandCodeFor(Trips, T, Before->getTerminator()),
                  ConstantInt::get(T, 1), "trips");
  Value *Turns = B.CreateUDiv(Count, ConstantInt::get(T, Lanes), "wide.trips");
  Value *Done = B.CreateMul(Turns, ConstantInt::get(T, Lanes), "wide.done");
  makeLaneOffsets(Expander);
  BasicBlock *WideBefore = MakeBlock("wide.preheader"),
             *Rest = MakeBlock("rest.preheader");
  B.CreateCondBr(B.CreateICmpEQ(Turns, ConstantInt::get(T, 0)), Rest,
                 WideBefore);
  Before->getTerminator()->eraseFromParent();

  for (BasicBlock *BB : Blocks)
    Copies[BB] = MakeBlock("wide." + BB->getName());
  BasicBlock *WideExit = MakeBlock("wide.exit"), *WideLatch = Copies[Latch];
  B.SetInsertPoint(WideBefore);
  B.CreateBr(Copies[Header]);
  B.SetInsertPoint(Copies[Header]);
  PHINode *Turn = B.CreatePHI(T, 2, "turn");
  Turn->addIncoming(ConstantInt::get(T, 0), WideBefore);
  makeCounters(Before);
  widenBlocks();
  B.SetInsertPoint(WideLatch);
  Value *NextTurn = B.CreateAdd(Turn, ConstantInt::get(T, 1));
  Turn->addIncoming(NextTurn, WideLatch);
  stepCounters(WideBefore);
  BranchInst *Back =
      B.CreateCondBr(B.CreateICmpEQ(NextTurn, Turns), WideExit, Copies[Header]);
  finishPhis();

  B.SetInsertPoint(WideExit);
  B.CreateCondBr(B.CreateICmpEQ(Done, Count), Exit, Rest);
  resumeAt(Rest, Before, WideExit);
  markLoop(*Back, Vectorized);
  markLoop(*Latch->getTerminator(), IsLast ? Vectorized : RestOfLoop);
}

} // namespace

static bool canBeOuter(const Loop &L) {
  auto IsDone = [](const Loop *Inner) {
    return getBooleanLoopAttribute(Inner, Vectorized);
  };
  return !L.isInnermost() && L.isAnnotatedParallel() &&
         none_of(L.getLoopsInPreorder(), IsDone);
}

/// Vectorises one loop of \p F, if there is one left.
static bool vectorizeOne(Function &F, FunctionAnalysisManager &FAM, bool Apart,
                         bool &Changed) {
  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  SmallVector<Loop *, 8> Loops = LI.getLoopsInPreorder();
  if (Apart)
    std::reverse(Loops.begin(), Loops.end());
  for (Loop *L : Loops) {
    if (!canBeOuter(*L))
      continue;
    Changed |= simplifyLoop(L, &DT, &LI, &SE, &AC, /*MSSAU=*/nullptr,
                            /*PreserveLCSSA=*/false);
    OuterLoop Outer(*L, LI, SE, FAM.getResult<TargetIRAnalysis>(F),
                    FAM.getResult<TargetLibraryAnalysis>(F), Apart);
    if (!Outer.analyze())
      continue;
    Outer.transform();
    F.addFnAttr(WideThreads);
    FAM.invalidate(F, PreservedAnalyses::none());
    return Changed = true;
  }
  return false;
}

PreservedAnalyses VectorizeOuterLoopsPass::run(Function &F,
                                               FunctionAnalysisManager &FAM) {
  bool Changed = false;
  // First the loops whose iterations access neighbours, from outside; they may
  // be inside of others that can only access elements apart from each other.
  for (bool Apart : {false, true})
    while (vectorizeOne(F, FAM, Apart, Changed))
      ;
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace warpfort::cpu
