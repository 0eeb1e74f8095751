//===-- SmallLaunches.cpp - Small grids in the launching thread -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch costs more than a small grid does (arXiv 2201.02789 calls this
// thresholding). With -fnested-threshold=N a launch in device code
//
//   launch<<<grid, block, bytes, stream>>>(arguments)
//
// becomes
//
//   if (threads(grid, block) <= N && mayRunHere)
//     for (each thread of each block)
//       kernel.thread(its indices, arguments);
//   else {
//     hasLaunched = true;
//     launch<<<grid, block, bytes, stream>>>(arguments)
//   }
//
// The kernel must be one whose threads need nothing of each other: no barrier,
// no operation of a warp, no shared memory.
//
// A grid may begin as soon as it is launched, so running it at once is right
// but for the order in its stream. Kernels in cudaStreamFireAndForget have no
// order, those in cudaStreamTailLaunch come after the parent grid. In other
// streams a small grid must not overtake one that was launched before: by the
// same thread, which `hasLaunched` tells, or by other threads of the block,
// which takes a barrier. So the launching procedure must be a kernel without
// barriers which calls nothing that launches.
//
//===----------------------------------------------------------------------===//
#include "SmallLaunches.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "warprt/DeviceLaunch.h"
#include "warprt/DeviceLibrary.h"
#include "warprt/Image.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <optional>

using namespace llvm;

namespace warpfort {

/// Values of a launch: grid and block, bytes of shared memory, stream.
static constexpr unsigned NumExtents = 6, StreamValue = 7, FirstArgument = 8;
/// A thread's indices: in its block, of its block.
static constexpr unsigned NumIndices = 6;
/// A block has no more threads along the third dimension.
static constexpr unsigned MostInDepth = 64;
static constexpr unsigned SharedSpace = 3;

namespace {

/// What a function, and what it calls, does that concerns other threads.
struct Behaviour {
  bool Launches = false;     ///< kernels or copies
  bool Synchronizes = false; ///< with other threads, as far as it is known
  bool HasIndices = false;   ///< asks which thread it runs in
  bool Waits = false;        ///< for launches, or has streams
};

class Inspector {
public:
  Behaviour inspect(Function &F) {
    Visited.insert(&F);
    for (Instruction &I : instructions(F))
      inspect(I);
    return Result;
  }

private:
  void inspect(Instruction &I);
  void inspectCall(CallBase &Call);
  void inspectConstant(Constant &C);

  Behaviour Result;
  SmallPtrSet<const Value *, 32> Visited;
};

} // namespace

/// The place of a special register among the parameters of a thread's function
/// (its indices, then the extents of the launch), or nothing.
static std::optional<unsigned> placeOfRegister(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return 0;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return 1;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return 2;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return 3;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return 4;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return 5;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return 6;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return 7;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return 8;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return 9;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return 10;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return 11;
  default:
    return std::nullopt;
  }
}

/// Functions of the device library and others without a body that concern the
/// calling thread alone.
static bool isOwnAffair(const Function &F) {
  StringRef Name = F.getName();
  return isNVPTXMathFunction(Name) || Name.starts_with("_FortranA") ||
         StringSwitch<bool>(Name)
             .Cases({WARPDEV_ALLOCATE, WARPDEV_RELEASE}, true)
             .Default(false);
}

/// Those that only the launching kernel may call.
static bool isOfLauncher(const Function &F) {
  return StringSwitch<bool>(F.getName())
      .Cases({"warprt_cudaGetLastError", "warprt_cudaPeekAtLastError",
              "warprt_cudaDeviceSynchronize",
              "warprt_cudaStreamCreateWithFlags", "warprt_cudaStreamDestroy"},
             true)
      .Default(false);
}

void Inspector::inspectConstant(Constant &C) {
  if (!Visited.insert(&C).second)
    return;
  if (auto *G = dyn_cast<GlobalVariable>(&C)) {
    Result.Synchronizes |= G->getAddressSpace() == SharedSpace;
    return;
  }
  for (Value *Operand : C.operands())
    if (auto *Part = dyn_cast<Constant>(Operand))
      inspectConstant(*Part);
}

void Inspector::inspectCall(CallBase &Call) {
  Function *Callee = Call.getCalledFunction();
  if (!Callee) {
    Result.Synchronizes = Result.Launches = Result.HasIndices = true;
  } else if (Callee->hasFnAttribute(bitcode::LaunchOfAttr)) {
    Result.Launches = true;
  } else if (Callee->isIntrinsic()) {
    bool IsRegister = placeOfRegister(Callee->getIntrinsicID()).has_value();
    Result.HasIndices |= IsRegister;
    Result.Synchronizes |=
        Callee->isConvergent() ||
        (!IsRegister && Callee->getName().starts_with("llvm.nvvm.read.ptx"));
  } else if (!Callee->isDeclaration()) {
    if (Visited.insert(Callee).second)
      for (Instruction &I : instructions(*Callee))
        inspect(I);
  } else if (!isOwnAffair(*Callee) && !isOfLauncher(*Callee)) {
    Result.Synchronizes = Result.Launches = Result.HasIndices = true;
  } else {
    Result.Waits |= isOfLauncher(*Callee);
  }
}

void Inspector::inspect(Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    inspectCall(*Call);
  for (Value *Operand : I.operands())
    if (auto *C = dyn_cast<Constant>(Operand))
      if (!isa<Function>(C))
        inspectConstant(*C);
}

/// Whether a kernel's threads can run one after the other. What it calls must
/// not ask for indices: only its own code gets those of its thread.
static bool isSerial(Function &Kernel) {
  Behaviour B = Inspector().inspect(Kernel);
  if (B.Synchronizes || B.Waits)
    return false;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && !Callee->isDeclaration() &&
          Inspector().inspect(*Callee).HasIndices)
        return false;
  return true;
}

/// Whether one thread of the kernel sees to it that a small grid does not
/// overtake one that was launched before.
static bool knowsOrder(Function &Kernel) {
  if (!isDeviceKernel(Kernel))
    return false;
  for (Instruction &I : instructions(Kernel)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return false;
    if (Callee->hasFnAttribute(bitcode::LaunchOfAttr) || isOfLauncher(*Callee))
      continue;
    if (Callee->isIntrinsic()     ? Callee->isConvergent()
        : Callee->isDeclaration() ? !isOwnAffair(*Callee)
                                  : [](const Behaviour &B) {
                                      return B.Launches || B.Synchronizes ||
                                             B.Waits;
                                    }(Inspector().inspect(*Callee)))
      return false;
  }
  return true;
}

/// A function of a thread's indices, the extents of the launch and the
/// arguments that is the kernel's code.
Function *SmallLaunches::serialVersion(Function &Kernel) {
  Type *I32 = Type::getInt32Ty(M.getContext());
  SmallVector<Type *> Types(NumIndices + NumExtents, I32);
  append_range(Types, Kernel.getFunctionType()->params());
  Function *New = Function::Create(
      FunctionType::get(Kernel.getReturnType(), Types, false),
      GlobalValue::InternalLinkage, Kernel.getName() + ".thread", M);
  ValueToValueMapTy Map;
  for (Argument &Arg : Kernel.args())
    Map[&Arg] = New->getArg(NumIndices + NumExtents + Arg.getArgNo());
  SmallVector<ReturnInst *> Returns;
  CloneFunctionInto(New, &Kernel, Map,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  New->setCallingConv(CallingConv::C);
  New->setDSOLocal(true);
  // What holds for a kernel holds while nothing else runs in its thread.
  AttributeMask OfKernels;
  OfKernels.addAttribute(bitcode::UnaliasedAttr);
  OfKernels.addAttribute(Attribute::NoAlias);
  OfKernels.addAttribute("nvvm.grid_constant");
  for (Argument &Arg : New->args())
    Arg.removeAttrs(OfKernels);
  AttributeMask Limits;
  for (Attribute A : New->getAttributes().getFnAttrs())
    if (A.isStringAttribute() && A.getKindAsString().starts_with("nvvm."))
      Limits.addAttribute(A.getKindAsString());
  New->removeFnAttrs(Limits);
  for (Instruction &I : make_early_inc_range(instructions(*New)))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I))
      if (std::optional<unsigned> Place =
              placeOfRegister(Call->getIntrinsicID())) {
        Call->replaceAllUsesWith(New->getArg(*Place));
        Call->eraseFromParent();
      }
  return New;
}

namespace {

/// `for (i32 i = 0; i < extent; ++i)` around what is built next.
class LoopNest {
public:
  explicit LoopNest(IRBuilder<> &B) : B(B) {}

  Value *open(Value *Extent) {
    BasicBlock *Before = B.GetInsertBlock();
    Function *F = Before->getParent();
    BasicBlock *Body = BasicBlock::Create(B.getContext(), "", F);
    BasicBlock *After = BasicBlock::Create(B.getContext(), "", F);
    B.CreateBr(Body);
    B.SetInsertPoint(Body);
    PHINode *Index = B.CreatePHI(B.getInt32Ty(), 2);
    Index->addIncoming(B.getInt32(0), Before);
    Loops.push_back({Index, Extent, Body, After});
    return Index;
  }
  void closeAll() {
    for (Loop &L : reverse(Loops)) {
      Value *Next = B.CreateAdd(L.Index, B.getInt32(1));
      L.Index->addIncoming(Next, B.GetInsertBlock());
      B.CreateCondBr(B.CreateICmpULT(Next, L.Extent), L.Body, L.After);
      B.SetInsertPoint(L.After);
    }
  }

private:
  struct Loop {
    PHINode *Index;
    Value *Extent;
    BasicBlock *Body, *After;
  };
  IRBuilder<> &B;
  SmallVector<Loop> Loops;
};

} // namespace

/// void kernel.grid(grid, block, arguments): all threads, block by block.
Function *SmallLaunches::makeGridFunction(Function &Kernel) {
  Function *Thread = serialVersion(Kernel);
  Type *I32 = Type::getInt32Ty(M.getContext());
  SmallVector<Type *> Types(NumExtents, I32);
  append_range(Types, Kernel.getFunctionType()->params());
  Type *Void = Type::getVoidTy(M.getContext());
  Function *Grid = Function::Create(FunctionType::get(Void, Types, false),
                                    GlobalValue::InternalLinkage,
                                    Kernel.getName() + ".grid", M);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", Grid));
  LoopNest Loops(B);
  // Grid, then block, both from the last dimension to the first.
  Value *Indices[NumIndices];
  for (unsigned Extent : {2, 1, 0, 5, 4, 3})
    Indices[(Extent + 3) % NumIndices] = Loops.open(Grid->getArg(Extent));
  SmallVector<Value *> Values(std::begin(Indices), std::end(Indices));
  for (Argument &Arg : Grid->args())
    Values.push_back(&Arg);
  CallInst *Call = B.CreateCall(Thread, Values);
  for (Argument &Arg : Kernel.args())
    if (Arg.hasByValAttr()) {
      Call->addParamAttr(NumIndices + NumExtents + Arg.getArgNo(),
                         Arg.getAttribute(Attribute::ByVal));
      if (MaybeAlign Alignment = Arg.getParamAlign())
        Call->addParamAttr(
            NumIndices + NumExtents + Arg.getArgNo(),
            Attribute::getWithAlignment(M.getContext(), *Alignment));
    }
  Loops.closeAll();
  B.CreateRetVoid();
  return Grid;
}

void SmallLaunches::prepare() {
  if (!Threshold)
    return;
  SmallVector<Function *> Kernels, Launchers;
  for (Function &F : M) {
    if (F.isDeclaration() && F.hasFnAttribute(bitcode::LaunchOfAttr)) {
      Function *Kernel = M.getFunction(
          F.getFnAttribute(bitcode::LaunchOfAttr).getValueAsString());
      if (Kernel && isDeviceKernel(*Kernel) && isSerial(*Kernel))
        Kernels.push_back(Kernel);
    } else if (!F.isDeclaration() && Inspector().inspect(F).Launches) {
      Launchers.push_back(&F);
    }
  }
  for (Function *F : Launchers) {
    Value *Flag = nullptr;
    if (knowsOrder(*F)) {
      IRBuilder<> B(&F->getEntryBlock(), F->getEntryBlock().begin());
      Flag = B.CreateAlloca(B.getInt1Ty(), nullptr, "has_launched");
      B.CreateStore(B.getFalse(), Flag);
    }
    Flags[F] = Flag;
  }
  for (Function *Kernel : Kernels)
    if (!GridFunctions.contains(Kernel))
      GridFunctions[Kernel] = makeGridFunction(*Kernel);
}

/// Whether the launch has 1 to Threshold threads, in extents that CUDA takes:
/// others are errors of the launch.
Value *SmallLaunches::isSmall(CallInst &Call, Instruction *Before) {
  IRBuilder<> B(Before);
  Value *Result = B.getTrue();
  // Both factors are small, so that no product overflows.
  auto Count = [&](unsigned First, unsigned Most) {
    Value *Threads = B.getInt64(1);
    for (unsigned I = First; I < First + NumExtents / 2; ++I) {
      Value *Extent = Call.getArgOperand(I);
      Value *InRange =
          B.CreateICmpULT(B.CreateSub(Extent, B.getInt32(1)), B.getInt32(Most));
      Threads = B.CreateMul(Threads, B.CreateZExt(Extent, B.getInt64Ty()));
      Result = B.CreateAnd(Result, InRange);
      Result = B.CreateAnd(Result, B.CreateICmpULE(Threads, B.getInt64(Most)));
      Threads = B.CreateSelect(Result, Threads, B.getInt64(1));
    }
    return Threads;
  };
  Value *Blocks = Count(0, Threshold);
  Value *OfBlock =
      Count(NumExtents / 2, std::min(Threshold, WARPRT_MAX_BLOCK_THREADS));
  Result = B.CreateAnd(Result, B.CreateICmpULE(B.CreateMul(Blocks, OfBlock),
                                               B.getInt64(Threshold)));
  return B.CreateAnd(Result, B.CreateICmpULE(Call.getArgOperand(NumExtents - 1),
                                             B.getInt32(MostInDepth)));
}

/// Whether the order in the stream allows it.
Value *SmallLaunches::mayRunHere(CallInst &Call, Instruction *Before) {
  IRBuilder<> B(Before);
  Value *Stream = Call.getArgOperand(StreamValue);
  Value *HasNoOrder =
      B.CreateICmpEQ(Stream, B.getInt64(WARPDEV_STREAM_FIRE_AND_FORGET));
  Value *Flag = Flags.lookup(Call.getFunction());
  if (!Flag)
    return HasNoOrder;
  Value *IsNext = B.CreateAnd(
      B.CreateNot(B.CreateLoad(B.getInt1Ty(), Flag)),
      B.CreateICmpNE(Stream, B.getInt64(WARPDEV_STREAM_TAIL_LAUNCH)));
  return B.CreateOr(HasNoOrder, IsNext);
}

void SmallLaunches::guard(CallInst &Call, Function &Kernel) {
  Function *Grid = GridFunctions.lookup(&Kernel);
  // Launches in what runs in place are launches: recursion would need a stack.
  if (!Grid || !Flags.contains(Call.getFunction()))
    return;
  Value *IsHere = IRBuilder<>(&Call).CreateAnd(isSmall(Call, &Call),
                                               mayRunHere(Call, &Call));
  Instruction *Here, *Else;
  SplitBlockAndInsertIfThenElse(IsHere, &Call, &Here, &Else);
  IRBuilder<> B(Here);
  SmallVector<Value *> Values;
  for (unsigned I = 0; I < NumExtents; ++I)
    Values.push_back(Call.getArgOperand(I));
  for (unsigned I = FirstArgument; I < Call.arg_size(); ++I)
    Values.push_back(Call.getArgOperand(I));
  B.CreateCall(Grid, Values)->setDebugLoc(Call.getDebugLoc());
  Call.moveBefore(Else->getIterator());
  Value *Flag = Flags.lookup(Call.getFunction());
  if (!Flag)
    return;
  if (Inspector().inspect(*Grid).Launches)
    B.CreateStore(B.getTrue(), Flag);
  // Grids without an order are nothing to wait for.
  B.SetInsertPoint(Else);
  Value *HasOrder = B.CreateICmpNE(Call.getArgOperand(StreamValue),
                                   B.getInt64(WARPDEV_STREAM_FIRE_AND_FORGET));
  B.CreateStore(B.CreateOr(B.CreateLoad(B.getInt1Ty(), Flag), HasOrder), Flag);
}

} // namespace warpfort
