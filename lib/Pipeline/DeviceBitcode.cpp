//===-- DeviceBitcode.cpp - Device module before embedding ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What LLVM IR says better than FIR: constant memory's address space, no
/// alias claims (docs: a Fortran dummy's noalias does not hold across a
/// barrier; of a kernel's dummies a weaker one is kept), and that the
/// iterations of a kernel loop are independent.
///
//===----------------------------------------------------------------------===//
#include "DeviceBitcode.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warprt/DeviceLibrary.h"
#include "warprt/Image.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {

static constexpr unsigned ConstantAddressSpace = 4;

/// Moves a constant-memory variable to its address space; uses see a generic
/// address, which LLVM narrows again.
static void moveToConstantMemory(Module &Device, StringRef Name) {
  GlobalVariable *Old = Device.getNamedGlobal(Name);
  if (!Old || Old->getAddressSpace() == ConstantAddressSpace)
    return;
  auto *New = new GlobalVariable(
      Device, Old->getValueType(), /*isConstant=*/false, Old->getLinkage(),
      Old->hasInitializer() ? Old->getInitializer() : nullptr, "", Old,
      Old->getThreadLocalMode(), ConstantAddressSpace,
      /*isExternallyInitialized=*/true);
  New->copyAttributesFrom(Old);
  // What C calls common is for variables that are no constants.
  if (New->hasCommonLinkage())
    New->setLinkage(GlobalValue::ExternalLinkage);
  New->setExternallyInitialized(true);
  New->takeName(Old);
  Old->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(New, Old->getType()));
  Old->eraseFromParent();
}

static void dropAliasClaims(Function &F) {
  bool IsKernel = F.getCallingConv() == CallingConv::PTX_Kernel;
  for (Argument &Arg : F.args()) {
    if (IsKernel && Arg.hasAttribute(Attribute::NoAlias))
      Arg.addAttr(Attribute::get(F.getContext(), bitcode::UnaliasedAttr));
    Arg.removeAttr(Attribute::NoAlias);
  }
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    I.setMetadata(LLVMContext::MD_noalias, nullptr);
    I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
    I.setMetadata(LLVMContext::MD_tbaa, nullptr);
  }
}

/// CUDA's atomic functions are relaxed and reach the whole device; Flang makes
/// them sequentially consistent for the whole system, with costly fences.
static void relaxAtomics(Function &F) {
  SyncScope::ID Device = F.getContext().getOrInsertSyncScopeID("device");
  for (Instruction &I : instructions(F)) {
    if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
      RMW->setOrdering(AtomicOrdering::Monotonic);
      RMW->setSyncScopeID(Device);
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      Exchange->setSuccessOrdering(AtomicOrdering::Monotonic);
      Exchange->setFailureOrdering(AtomicOrdering::Monotonic);
      Exchange->setSyncScopeID(Device);
    }
  }
}

/// Where a thread begins a loop that the directive shares out. Of the loops of
/// OpenACC's gangs, those that the lanes share: what an iteration has for
/// itself belongs to its lane there. An iteration of gangs or workers alone has
/// memory that the next one uses again.
static bool isLoopBegin(const Value *V) {
  const auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return false;
  if (Callee->getName() == WARPDEV_ACC_PREFIX "begin") {
    auto *Levels = dyn_cast<ConstantInt>(Call->getArgOperand(0));
    return Levels && (Levels->getZExtValue() & WARPDEV_ACC_VECTOR);
  }
  return Callee->getName() == WARPDEV_LOOP_BEGIN;
}

/// Whether \p V is where a thread begins a loop that all of the grid share.
static bool isFlatBegin(const Value *V) {
  return isLoopBegin(V) &&
         match(cast<CallInst>(V)->getArgOperand(0),
               m_SpecificInt(WARPDEV_ALL_DIMENSIONS)) &&
         cast<CallInst>(V)->getCalledFunction()->getName() ==
             WARPDEV_LOOP_BEGIN;
}

/// Whether \p V, what is computed from it, or a variable that either is kept in
/// is used as an unsigned number, as C's may be.
static bool isUsedAsUnsigned(const Value *V,
                             SmallPtrSetImpl<const Value *> &Seen) {
  return Seen.insert(V).second && any_of(V->users(), [&](const User *U) {
           if (isa<ZExtInst, UIToFPInst>(U))
             return true;
           if (auto *Compare = dyn_cast<ICmpInst>(U))
             return Compare->isUnsigned();
           if (auto *Op = dyn_cast<BinaryOperator>(U))
             return Op->getOpcode() == Instruction::UDiv ||
                    Op->getOpcode() == Instruction::URem ||
                    Op->getOpcode() == Instruction::LShr ||
                    isUsedAsUnsigned(Op, Seen);
           auto *Store = dyn_cast<StoreInst>(U);
           const Value *Kept =
               Store && Store->getValueOperand() == V
                   ? getUnderlyingObject(Store->getPointerOperand())
                   : nullptr;
           return isa_and_nonnull<AllocaInst>(Kept) &&
                  any_of(Kept->users(), [&](const User *Read) {
                    return isa<LoadInst>(Read) && isUsedAsUnsigned(Read, Seen);
                  });
         });
}

/// The loop variable holds every index that the loop reaches: narrowing the
/// 64-bit index to its type loses nothing, and subscripts stay linear. It is a
/// signed number in Fortran. The counter of several loops is divided for theirs
/// (\p IsDivided); so may be a 64-bit variable of C, but then a step and a
/// lower bound come first, not last.
static void markLoopVariable(Value *Index, const PHINode &Counter,
                             unsigned Depth = 0, bool IsDivided = false) {
  constexpr unsigned Whole = 2;
  for (User *U : Index->users()) {
    if (auto *Narrow = dyn_cast<TruncInst>(U)) {
      SmallPtrSet<const Value *, 16> Seen;
      if ((!IsDivided || Depth == Whole) && !isUsedAsUnsigned(Narrow, Seen))
        Narrow->setHasNoSignedWrap(true);
      continue;
    }
    if (Depth == 0 &&
        match(U, m_CombineOr(m_UDiv(m_Specific(Index), m_Value()),
                             m_URem(m_Specific(Index), m_Value())))) {
      markLoopVariable(U, Counter, Depth, /*IsDivided=*/true);
      continue;
    }
    // Counter times step plus lower bound; not counter plus stride.
    auto *Linear = dyn_cast<OverflowingBinaryOperator>(U);
    if (Linear && Linear->hasNoSignedWrap() && Depth < Whole &&
        !is_contained(Counter.incoming_values(), U))
      markLoopVariable(U, Counter, Depth + 1, IsDivided);
  }
}

/// The counter of a loop that the directive names, or null.
static PHINode *directiveCounter(const Loop &L) {
  for (PHINode &Phi : L.getHeader()->phis())
    if (any_of(Phi.incoming_values(), [](Value *V) { return isLoopBegin(V); }))
      return &Phi;
  return nullptr;
}

/// Whether an access at \p Address may be one of a thread's own variable, or of
/// memory that a block shares, which iterations that one thread runs use one
/// after the other. \p IsDescribed says that descriptors may give the addresses
/// of some.
static bool mayBeOwn(const Value *Address, bool IsDescribed) {
  const Value *Object = getUnderlyingObject(Address);
  if (isa<AllocaInst, CallBase>(Object))
    return true;
  constexpr unsigned SharedAddressSpace = 3;
  if (const auto *Global = dyn_cast<GlobalVariable>(Object))
    if (Global->getAddressSpace() == SharedAddressSpace)
      return true;
  return IsDescribed && !isa<Argument, Constant>(Object);
}

/// Whether \p I may put the address of a thread's own variable where it is read
/// again: of one that it allocates, as private arrays of variable size are, or
/// of one that is written to memory, as that of a section is.
static bool mayDescribeOwn(const Instruction &I) {
  if (isa<CallBase>(I))
    return !isa<IntrinsicInst>(I) && I.getType()->isPointerTy();
  const Value *Kept = nullptr;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    Kept = Store->getValueOperand();
  else if (const auto *Insert = dyn_cast<InsertValueInst>(&I))
    Kept = Insert->getInsertedValueOperand();
  return Kept && Kept->getType()->isPointerTy() &&
         isa<AllocaInst>(getUnderlyingObject(Kept));
}

/// The directive promises independent iterations: accesses in the loops that
/// it names are parallel, but for those of what a thread or a block has for
/// itself.
static void markParallelLoops(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  LLVMContext &Context = F.getContext();
  SmallVector<Loop *> Loops;
  for (Loop *L : LI.getLoopsInPreorder()) {
    PHINode *Counter = directiveCounter(*L);
    if (!Counter || L->getLoopID() || !L->getLoopLatch())
      continue;
    if (any_of(Counter->incoming_values(), isFlatBegin))
      F.addFnAttr(bitcode::FlatLoopAttr);
    markLoopVariable(Counter, *Counter);
    Loops.push_back(L);
  }
  if (Loops.empty())
    return;
  bool IsDescribed = any_of(instructions(F), mayDescribeOwn);
  MDNode *Group = MDNode::getDistinct(Context, {});
  for (Loop *L : Loops)
    for (BasicBlock *Block : L->blocks())
      for (Instruction &I : *Block) {
        const Value *Address = getLoadStorePointerOperand(&I);
        if (!Address || mayBeOwn(Address, IsDescribed))
          continue;
        I.setMetadata(LLVMContext::MD_access_group, Group);
      }
  for (Loop *L : Loops) {
    MDNode *Parallel = MDNode::get(
        Context,
        {MDString::get(Context, "llvm.loop.parallel_accesses"), Group});
    MDNode *ID = MDNode::getDistinct(Context, {nullptr, Parallel});
    ID->replaceOperandWith(0, ID);
    L->setLoopID(ID);
  }
}

/// What the device link and code generation ask functions for.
static void keepAttributes(Module &Device, mlir::ModuleOp From) {
  for (auto Function : From.getOps<mlir::LLVM::LLVMFuncOp>()) {
    auto Keep = [&](StringRef Name, StringRef Of) {
      Device.getFunction(Function.getSymName())->addFnAttr(Name, Of);
    };
    if (auto Of = LaunchOfAttr.get(Function))
      Keep(bitcode::LaunchOfAttr, *Of);
    if (auto Of = TeamOfAttr.get(Function))
      Keep(bitcode::TeamOfAttr, *Of);
    if (auto Of = AloneOfAttr.get(Function))
      Keep(bitcode::AloneOfAttr, *Of);
    if (auto Shape = LaunchedShapeAttr.get(Function))
      Keep(bitcode::LaunchedShapeAttr,
           join(map_range(Shape.asArrayRef(),
                          [](int32_t E) { return std::to_string(E); }),
                ","));
  }
}

void prepareDeviceBitcode(Module &Device, const DevicePart &Part) {
  for (const std::string &Name : Part.Constants)
    moveToConstantMemory(Device, Name);
  for (const DeviceVariable &Variable : Part.Variables) {
    // The host writes device variables: their initial value is no invariant.
    if (GlobalVariable *Global = Device.getNamedGlobal(Variable.Name)) {
      Global->setExternallyInitialized(true);
      if (Variable.IsTexture)
        Global->addAttribute(bitcode::TextureAttr);
      if (Variable.IsCVariable)
        Global->addAttribute(bitcode::CVariableAttr);
    }
  }
  for (Function &F : Device) {
    dropAliasClaims(F);
    relaxAtomics(F);
    if (!F.hasLocalLinkage())
      F.setDSOLocal(false);
  }
  keepAttributes(Device, Part.Module.get());
  for (const DeviceKernel &Kernel : Part.Kernels) {
    Function *F = Device.getFunction(Kernel.Name);
    if (!Kernel.HasOneThread)
      markParallelLoops(*F);
    if (Kernel.IsOutlined)
      F->addFnAttr(bitcode::OutlinedKernelAttr);
  }
}

} // namespace warpfort
