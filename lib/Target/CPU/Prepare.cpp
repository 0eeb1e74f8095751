//===-- Prepare.cpp - Device program before it leaves NVPTX ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three things happen here:
//   1. Promises and hints that are wrong on the CPU go: `noalias` (LLVM would
//      move memory accesses across barriers), `noinline`, unroll.disable.
//   2. Functions that look at their thread (indices, barriers, warp
//      operations, shared memory) are inlined into the kernels. Where that is
//      impossible (recursion, calls through pointers) the program is refused.
//   3. The usual simplifications run with NVPTX's costs, so that private
//      arrays become registers and small loops vanish before splitting.
//
//===----------------------------------------------------------------------===//
#include "Prepare.h"
#include "ConstantLoops.h"
#include "DebugInfo.h"
#include "InvariantDescriptors.h"
#include "SyncOps.h"
#include "TargetMachines.h"
#include "VectorMath.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Support/TrappingMath.h"
#include "warpfort/Target/CPU/CPUCodeGen.h"
#include "warprt/DeviceLibrary.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace warpfort::cpu {

Error kernelError(const Function &F, const Twine &Message) {
  bool IsKernel = F.getCallingConv() == CallingConv::PTX_Kernel;
  return createStringError(Twine(IsKernel ? "kernel '" : "device procedure '") +
                           F.getName() + "': " + Message);
}

static bool isKernel(const Function &F) {
  return F.getCallingConv() == CallingConv::PTX_Kernel;
}

//===-- 1. Promises and hints ---------------------------------------------===//

/// Drops loop metadata `Name` from the loop of `Branch`.
static void dropLoopHint(Instruction &Branch, StringRef Name) {
  MDNode *Loop = Branch.getMetadata(LLVMContext::MD_loop);
  if (!Loop)
    return;
  SmallVector<Metadata *, 4> Kept{nullptr};
  for (const MDOperand &Op : drop_begin(Loop->operands())) {
    auto *Node = dyn_cast<MDNode>(Op);
    auto *Key = Node && Node->getNumOperands()
                    ? dyn_cast<MDString>(Node->getOperand(0))
                    : nullptr;
    if (!Key || Key->getString() != Name)
      Kept.push_back(Op);
  }
  if (Kept.size() == Loop->getNumOperands())
    return;
  MDNode *New = nullptr;
  if (Kept.size() > 1) {
    New = MDNode::getDistinct(Branch.getContext(), Kept);
    New->replaceOperandWith(0, New);
  }
  Branch.setMetadata(LLVMContext::MD_loop, New);
}

static void stripPromises(Function &F) {
  for (Argument &Arg : F.args())
    Arg.removeAttr(Attribute::NoAlias);
  F.removeRetAttr(Attribute::NoAlias);
  // The Fortran run-time library looks at no thread: it may stay a call.
  if (!F.getName().starts_with("_FortranA"))
    F.removeFnAttr(Attribute::NoInline);
  F.removeFnAttr(Attribute::OptimizeNone);
  F.removeFnAttr("target-cpu");
  F.removeFnAttr("target-features");
  F.removeFnAttr("tune-cpu");
  F.setComdat(nullptr);
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (isa<NoAliasScopeDeclInst>(I)) {
      I.eraseFromParent();
      continue;
    }
    I.setMetadata(LLVMContext::MD_noalias, nullptr);
    I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      Call->removeFnAttr(Attribute::NoInline);
      for (unsigned Arg = 0; Arg < Call->arg_size(); ++Arg)
        Call->removeParamAttr(Arg, Attribute::NoAlias);
    }
    if (I.isTerminator())
      dropLoopHint(I, "llvm.loop.unroll.disable");
  }
}

/// What the answer rules out goes at once: it may be PTX.
static void replaceQuestion(Module &M, StringRef Name, int Answer) {
  Function *Question = M.getFunction(Name);
  if (!Question)
    return;
  SmallSetVector<Function *, 16> Askers;
  for (User *U : make_early_inc_range(Question->users()))
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledFunction() == Question) {
      Askers.insert(Call->getFunction());
      replaceAndRecursivelySimplify(Call,
                                    ConstantInt::get(Call->getType(), Answer));
      Call->eraseFromParent();
    }
  for (Function *Asker : Askers)
    removeUnreachableBlocks(*Asker);
  if (Question->use_empty())
    Question->eraseFromParent();
}

/// Lists of functions that only code ruled out had.
static void dropUnusedLists(Module &M) {
  for (GlobalVariable &G : make_early_inc_range(M.globals())) {
    G.removeDeadConstantUsers();
    if (G.hasLocalLinkage() && G.use_empty())
      G.eraseFromParent();
  }
  for (Function &F : M)
    F.removeDeadConstantUsers();
}

/// Kernel loops are known by the device library's functions that they call.
static void markKernelLoops(Module &M) {
  for (StringRef Name : {WARPDEV_LOOP_BEGIN, WARPDEV_ACC_PREFIX "begin",
                         WARPDEV_ACC_PREFIX "sync"})
    if (Function *F = M.getFunction(Name))
      for (User *U : F->users())
        if (auto *Call = dyn_cast<CallBase>(U))
          Call->getFunction()->addFnAttr(bitcode::ChunkedLoopAttr);
}

//===-- 2. Inlining -------------------------------------------------------===//

/// Does `I` itself depend on which thread, block or warp executes it?
static bool looksAtThread(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (classifySync(*Call))
    return true;
  const Function *Callee = Call->getCalledFunction();
  return Callee && (Callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.") ||
                    Callee->getIntrinsicID() == Intrinsic::nvvm_exit);
}

/// Shared memory needs the block's base address, which kernels alone have.
static void collectSharedUsers(Module &M, SetVector<Function *> &Users) {
  SmallVector<Constant *> Shared;
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == 3)
      Shared.push_back(&G);
  convertUsersOfConstantsToInstructions(Shared);
  for (Constant *G : Shared)
    for (User *U : G->users())
      if (auto *I = dyn_cast<Instruction>(U))
        Users.insert(I->getFunction());
}

/// Where no call goes through a pointer, the addresses in types' tables of
/// bindings are of no use.
static void dropUnusedAddresses(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall())
        return;
  for (Function &F : M)
    if (!isKernel(F))
      F.replaceUsesWithIf(Constant::getNullValue(F.getType()),
                          [](Use &U) { return isa<Constant>(U.getUser()); });
}

/// Marks for inlining every function from which thread state can be reached.
static Error inlineThreadState(Module &M) {
  dropUnusedAddresses(M);
  SetVector<Function *> Reaching;
  collectSharedUsers(M, Reaching);
  for (Function &F : M)
    if (any_of(instructions(F), looksAtThread))
      Reaching.insert(&F);
  for (size_t Next = 0; Next < Reaching.size(); ++Next)
    for (User *U : Reaching[Next]->users())
      // A launch has a kernel as an argument.
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && !isKernel(*Reaching[Next]))
        Reaching.insert(Call->getFunction());

  const char *What = "uses thread indices, barriers, warp operations or shared "
                     "memory";
  for (Function *F : Reaching) {
    if (isKernel(*F))
      continue;
    for (User *U : F->users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledOperand() != F)
        return kernelError(*F, Twine("it ") + What +
                                   " and its address is taken, which the CPU "
                                   "target does not support");
    }
    // A cycle among these functions can never be inlined away.
    SetVector<Function *> Called;
    auto AddCallees = [&](Function &From) {
      for (Instruction &I : instructions(From))
        if (auto *Call = dyn_cast<CallBase>(&I))
          if (Function *Callee = Call->getCalledFunction())
            if (Reaching.contains(Callee))
              Called.insert(Callee);
    };
    AddCallees(*F);
    for (size_t Next = 0; Next < Called.size(); ++Next)
      AddCallees(*Called[Next]);
    if (Called.contains(F))
      return kernelError(*F, Twine("it is recursive and ") + What +
                                 ", which the CPU target does not support");
    F->removeFnAttr(Attribute::OptimizeNone);
    F->removeFnAttr(Attribute::NoInline);
    F->addFnAttr(Attribute::AlwaysInline);
  }
  return Error::success();
}

/// Inline assembly is PTX; nothing can be made of it.
static Error checkInstructions(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        if (Call->isInlineAsm())
          return kernelError(F, "inline PTX is not supported on the CPU");
        if (isa<InvokeInst, CallBrInst>(Call))
          return kernelError(F, "exception handling is not supported");
        if (const Function *Callee = Call->getCalledFunction();
            Callee && isKernel(*Callee))
          return kernelError(F, "it calls the kernel '" + Callee->getName() +
                                    "' as a procedure");
      }
      if (I.isTerminator() &&
          !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(I))
        return kernelError(F, Twine("control flow '") + I.getOpcodeName() +
                                  "' is not supported on the CPU");
    }
  return Error::success();
}

//===-- 3. Simplification -------------------------------------------------===//

static Error simplify(Module &M, TargetMachine &TM) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassInstrumentationCallbacks Callbacks;
  respectVariables(Callbacks);
  PassBuilder PB(&TM, PipelineTuningOptions(), std::nullopt, &Callbacks);
  nameCPUPasses(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);

  auto Run = [&](StringRef Pipeline) -> Error {
    ModulePassManager MPM;
    if (Error E = PB.parsePassPipeline(MPM, Pipeline))
      return E;
    MPM.run(M, MAM);
    return Error::success();
  };
  if (Error E = Run("always-inline,globaldce,"
                    "function(sroa,early-cse,warpfort-widen-indices,early-cse,"
                    "simplifycfg,instcombine<no-verify-fixpoint>,"
                    "loop-simplify,lcssa),"
                    "function(warpfort-compare-loop-indices,"
                    "warpfort-even-rounds,"
                    "warpfort-split-stride-loops)"))
    return E;
  {
    ModulePassManager MPM;
    MPM.addPass(PB.buildInlinerPipeline(OptimizationLevel::O2,
                                        ThinOrFullLTOPhase::None));
    MPM.run(M, MAM);
  }
  // Also what keeps the loop over threads from being innermost; kernel loops
  // have none. What each barrier ends becomes a loop over the threads that
  // takes what others left: hundreds of them take minutes to compile.
  constexpr unsigned BarrierSize = 40;
  for (Function &F : M)
    if (!F.isDeclaration() && !F.hasFnAttribute(bitcode::ChunkedLoopAttr) &&
        !keepsVariables(F))
      unrollConstantLoops(F, FAM, BarrierSize);
  return Run("globaldce,function(loop(loop-unroll-full),"
             "infer-address-spaces,sroa,early-cse<memssa>,gvn,"
             "instcombine<no-verify-fixpoint>,simplifycfg,dce),globaldce");
}

Error prepareDeviceModule(Module &M, bool LoopsUseThreads,
                          bool NestsAreJoined) {
  replaceQuestion(M, WARPDEV_TARGET_IS_CPU, 1);
  replaceQuestion(M, WARPDEV_LOOPS_USE_THREADS, LoopsUseThreads);
  replaceQuestion(M, WARPDEV_NESTS_ARE_JOINED, NestsAreJoined);
  replaceQuestion(M, WARPDEV_COMPUTE_CAPABILITY, 0);
  dropUnusedLists(M);
  if (!LoopsUseThreads)
    markKernelLoops(M);
  bool AnyKernel = false;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    stripPromises(F);
    AnyKernel |= isKernel(F);
    if (isKernel(F))
      F.setLinkage(GlobalValue::ExternalLinkage);
    else
      F.setLinkage(GlobalValue::InternalLinkage);
    F.setVisibility(GlobalValue::DefaultVisibility);
  }
  keepExactMath(M);
  // Of all, for LLVM inlines no such code into other code.
  if (any_of(M, [](const Function &F) {
        return F.hasFnAttribute(bitcode::TrappingMathAttr);
      }))
    keepExceptions(M);
  // Must run after optnone is gone, which it sets anew.
  prepareDebugInfo(M);
  if (Error E = checkInstructions(M))
    return E;
  if (Error E = inlineThreadState(M))
    return E;
  if (!AnyKernel)
    return Error::success();
  Expected<std::unique_ptr<TargetMachine>> TM = createNVPTXTargetMachine();
  if (!TM)
    return TM.takeError();
  M.setTargetTriple((*TM)->getTargetTriple());
  M.setDataLayout((*TM)->createDataLayout());
  if (Error E = simplify(M, **TM))
    return E;
  dropStaleVariables(M);
  markInvariantDescriptors(M);
  return Error::success();
}

} // namespace warpfort::cpu
