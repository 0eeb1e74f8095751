//===-- SplitKernels.cpp - Kernels that wait for launches -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SplitKernels.h; what the phases call is in runtime/device/Phases.c.
//
// A kernel has places where a thread leaves a phase: where it waits, and its
// barriers, at which others of its block may not arrive in this phase. Values
// that live across such a place are stored there and loaded where the thread
// goes on. Variables on the stack and copies of arguments are in the frame all
// the time, because there may be addresses of them anywhere.
//
//===----------------------------------------------------------------------===//
#include "SplitKernels.h"
#include "WaitingKernels.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warprt/DeviceLaunch.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace warpfort {

/// A call of what runtime/device/Phases.c has.
static CallInst *emitCall(IRBuilder<> &B, Module &M, StringRef Name,
                          Type *Result, ArrayRef<Value *> Args) {
  SmallVector<Type *> Types;
  for (Value *V : Args)
    Types.push_back(V->getType());
  CallInst *Call = B.CreateCall(
      M.getOrInsertFunction(Name, FunctionType::get(Result, Types, false)),
      Args);
  Call->setConvergent();
  return Call;
}

/// Streams of device code are those of one grid: here they are those of all
/// phases. \p Frame is null in \p F that is no phase, which may be given one.
static void replaceStreams(Function &F, Value *Frame) {
  Module &M = *F.getParent();
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && takesStream(*Callee))
        Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    IRBuilder<> B(Call);
    auto Replacement = [&](StringRef Name, Type *Result, ArrayRef<Value *> A) {
      SmallVector<Value *> Args = {Frame};
      append_range(Args, A);
      return emitCall(B, M, Name, Result, Args);
    };
    StringRef Name = Call->getCalledFunction()->getName();
    if (!Name.contains("Stream")) {
      unsigned Last = Call->arg_size() - 1;
      if (Value *Stream = Call->getArgOperand(Last); !isa<Constant>(Stream))
        Call->setArgOperand(
            Last, Replacement(WARPDEV_PHASE_STREAM, B.getInt64Ty(), Stream));
      continue;
    }
    bool Creates = Name.contains("Create");
    if (Creates && isa<Constant>(Frame))
      continue;
    Call->replaceAllUsesWith(Replacement(
        Creates ? WARPDEV_PHASE_CREATE_STREAM : WARPDEV_PHASE_DESTROY_STREAM,
        B.getInt32Ty(), SmallVector<Value *>(Call->args())));
    Call->eraseFromParent();
  }
}

namespace {

/// States of a thread; further ones are those of the places, in their order.
enum : unsigned { AtStart = 0, AtEnd = 1, FirstPlace = 2 };

/// What threads of a block tell each other when they meet.
enum : unsigned { Nothing = 0, Leaves = 1, IsAtBarrier = 2 };

/// Where a thread may leave a phase.
struct Place {
  BasicBlock *GoOn;     ///< what follows, begins with the barrier if any
  Instruction *Barrier; ///< null: the thread waits for launches
  BasicBlock *Leave = nullptr, *Enter = nullptr;
};

class Splitter {
public:
  explicit Splitter(Function &Kernel)
      : Kernel(Kernel), M(*Kernel.getParent()), C(M.getContext()),
        Callees(definedCallees(Kernel)) {}

  void run();

private:
  void moveBody();
  void splitBlocks();
  void findLive();
  void keepVariables(IRBuilder<> &B, IRBuilder<> &Start);
  void keepShared();
  void makeEnd();
  void makeDone(BasicBlock *Done);
  void makePlace(unsigned Index);
  void restoreValues();
  void dispatch();
  void launch(IRBuilder<> &B, Function &From, Value *Frame, Value *First);
  void emitKernel();
  void copyShared(IRBuilder<> &B, bool ToFrame);
  uint64_t reserve(Type *T, Align A);

  CallInst *call(IRBuilder<> &B, StringRef Name, Type *Result,
                 ArrayRef<Value *> Args) {
    return emitCall(B, M, Name, Result, Args);
  }
  Value *meet(IRBuilder<> &B, Value *Says);
  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(C, Name, Phase);
  }

  Function &Kernel, *Phase = nullptr;
  Module &M;
  LLVMContext &C;
  SmallSetVector<Function *, 8> Callees; ///< not what phases call
  SmallVector<GlobalVariable *> Shared;
  GlobalVariable *DynamicShared = nullptr;
  uint64_t SharedBytes = 0;
  uint64_t ThreadBytes = sizeof(uint32_t);
  Argument *Frame = nullptr, *First = nullptr;
  Value *Thread = nullptr;
  AllocaInst *Meetings = nullptr; ///< in this phase, so far
  BasicBlock *Body = nullptr, *Start = nullptr, *End = nullptr;
  PHINode *State = nullptr;
  bool HasBarriers = false;
  SmallVector<Place> Places;
  SmallVector<ReturnInst *> Returns;
  MapVector<Instruction *, SmallVector<unsigned>> Live; ///< at which places
};

} // namespace

/// The kernel's body becomes that of `k$phase`.
void Splitter::moveBody() {
  SmallVector<Type *> Types(Kernel.getFunctionType()->params());
  Types.push_back(PointerType::getUnqual(C));
  Types.push_back(Type::getInt32Ty(C));
  Phase = Function::Create(FunctionType::get(Type::getVoidTy(C), Types, false),
                           GlobalValue::ExternalLinkage,
                           Kernel.getName() + "$phase", M);
  for (Function *F : {&Kernel, Phase}) {
    if (F == Phase)
      F->copyAttributesFrom(&Kernel);
    for (Attribute::AttrKind Kind :
         {Attribute::Memory, Attribute::NoSync, Attribute::NoFree,
          Attribute::NoRecurse, Attribute::WillReturn})
      F->removeFnAttr(Kind);
    for (unsigned I = 0; I < Kernel.arg_size(); ++I)
      for (Attribute::AttrKind Kind :
           {Attribute::ReadOnly, Attribute::ReadNone, Attribute::WriteOnly,
            Attribute::Captures, Attribute::NoAlias, Attribute::NoFree})
        F->removeParamAttr(I, Kind);
  }
  Phase->setSubprogram(Kernel.getSubprogram());
  Kernel.setSubprogram(nullptr);
  Phase->splice(Phase->begin(), &Kernel);
  for (auto [Old, New] : zip(Kernel.args(), Phase->args())) {
    New.takeName(&Old);
    Old.replaceAllUsesWith(&New);
  }
  Frame = Phase->getArg(Kernel.arg_size());
  First = Phase->getArg(Kernel.arg_size() + 1);
  Body = &Phase->getEntryBlock();
}

/// A block begins at each place. Also notes where the kernel returns.
void Splitter::splitBlocks() {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(*Phase))
    if (auto *Return = dyn_cast<ReturnInst>(&I))
      Returns.push_back(Return);
    else if (auto *Call = dyn_cast<CallInst>(&I);
             Call && (isWait(*Call) || isBarrier(*Call)))
      Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    BasicBlock *Rest = Call->getParent()->splitBasicBlock(Call, "goon");
    bool Waits = isWait(*Call);
    Places.push_back({Rest, Waits ? nullptr : Call});
    HasBarriers |= !Waits;
    if (Waits)
      Call->eraseFromParent();
  }
}

/// Which values are needed behind which place.
void Splitter::findLive() {
  DenseMap<BasicBlock *, unsigned> PlaceOf;
  for (auto [Index, P] : enumerate(Places))
    PlaceOf[P.GoOn] = Index;
  for (Instruction &V : instructions(*Phase)) {
    if (V.use_empty() || isa<AllocaInst>(V))
      continue;
    SmallPtrSet<BasicBlock *, 16> LiveIn;
    SmallVector<BasicBlock *> Work;
    for (Use &U : V.uses()) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      BasicBlock *At = Phi ? Phi->getIncomingBlock(U) : User->getParent();
      if (At != V.getParent())
        Work.push_back(At);
    }
    while (!Work.empty()) {
      BasicBlock *At = Work.pop_back_val();
      if (!LiveIn.insert(At).second)
        continue;
      for (BasicBlock *Before : predecessors(At))
        if (Before != V.getParent())
          Work.push_back(Before);
    }
    SmallVector<unsigned> Where;
    for (BasicBlock *At : LiveIn)
      if (auto It = PlaceOf.find(At); It != PlaceOf.end())
        Where.push_back(It->second);
    llvm::sort(Where);
    if (!Where.empty())
      Live[&V] = std::move(Where);
  }
}

uint64_t Splitter::reserve(Type *T, Align A) {
  A = std::min(std::max(A, M.getDataLayout().getABITypeAlign(T)), Align(16));
  uint64_t Offset = alignTo(ThreadBytes, A);
  ThreadBytes = Offset + M.getDataLayout().getTypeAllocSize(T);
  return Offset;
}

/// Variables on the stack, and copies of arguments, which \p Start fills.
void Splitter::keepVariables(IRBuilder<> &B, IRBuilder<> &Start) {
  auto Slot = [&](Type *T, Align A) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Thread, reserve(T, A));
  };
  SmallVector<AllocaInst *> Variables;
  for (Instruction &I : instructions(*Phase))
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      Variables.push_back(Variable);
  for (AllocaInst *Variable : Variables) {
    for (User *U : make_early_inc_range(Variable->users()))
      if (auto *I = dyn_cast<IntrinsicInst>(U); I && I->isLifetimeStartOrEnd())
        I->eraseFromParent();
    Type *T = Variable->getAllocatedType();
    if (Variable->isArrayAllocation())
      T = ArrayType::get(
          T, cast<ConstantInt>(Variable->getArraySize())->getZExtValue());
    Variable->replaceAllUsesWith(Slot(T, Variable->getAlign()));
    Variable->eraseFromParent();
  }
  for (Argument &Arg : Phase->args()) {
    if (!Arg.hasByValAttr() || Arg.use_empty())
      continue;
    Type *T = Arg.getParamByValType();
    Align A = std::min(Arg.getParamAlign().valueOrOne(), Align(16));
    Value *Copy = Slot(T, A);
    Arg.replaceAllUsesWith(Copy);
    Start.CreateMemCpy(Copy, A, &Arg, A, M.getDataLayout().getTypeAllocSize(T));
  }
}

/// The shared variables of the kernel and of what it calls.
void Splitter::keepShared() {
  SmallSetVector<Function *, 8> All;
  All.insert(Phase);
  for (Function *F : Callees)
    All.insert(F);
  SmallSetVector<const Value *, 16> Seen;
  for (Function *F : All)
    for (Instruction &I : instructions(*F))
      for (Value *V : I.operands())
        if (isa<Constant>(V))
          Seen.insert(V);
  for (unsigned I = 0; I < Seen.size(); ++I) {
    const auto *G = dyn_cast<GlobalVariable>(Seen[I]);
    if (G && G->getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED) {
      auto *Variable = const_cast<GlobalVariable *>(G);
      if (G->isDeclaration())
        DynamicShared = Variable;
      else
        Shared.push_back(Variable);
      continue;
    }
    if (!isa<GlobalValue>(Seen[I]))
      for (const Value *V : cast<Constant>(Seen[I])->operands())
        if (isa<Constant>(V))
          Seen.insert(V);
  }
  for (GlobalVariable *G : Shared)
    SharedBytes += alignTo(
        M.getDataLayout().getTypeAllocSize(G->getValueType()), Align(16));
}

void Splitter::copyShared(IRBuilder<> &B, bool ToFrame) {
  uint64_t Offset = 0;
  auto Copy = [&](GlobalVariable *G, Value *Bytes) {
    call(B, WARPDEV_PHASE_COPY, B.getVoidTy(),
         {Frame, B.CreateAddrSpaceCast(G, B.getPtrTy()), B.getInt64(Offset),
          Bytes, B.getInt32(ToFrame)});
  };
  for (GlobalVariable *G : Shared) {
    uint64_t Bytes = M.getDataLayout().getTypeAllocSize(G->getValueType());
    Copy(G, B.getInt64(Bytes));
    Offset += alignTo(Bytes, Align(16));
  }
  if (DynamicShared)
    Copy(DynamicShared,
         call(B, WARPDEV_PHASE_DYNAMIC_BYTES, B.getInt64Ty(), {}));
}

/// Stores the arguments of \p From, the frame and \p First, and launches.
void Splitter::launch(IRBuilder<> &B, Function &From, Value *FrameOf,
                      Value *IsFirst) {
  const DataLayout &DL = M.getDataLayout();
  Value *Memory = call(B, WARPDEV_PHASE_PARAMETERS, B.getPtrTy(), {Phase});
  uint64_t Offset = 0;
  auto Next = [&](Type *T, Align A) {
    uint64_t At = alignTo(Offset, A);
    Offset = At + DL.getTypeAllocSize(T);
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, At);
  };
  auto Store = [&](Value *V) {
    Align A = DL.getABITypeAlign(V->getType());
    B.CreateAlignedStore(V, Next(V->getType(), A), A);
  };
  for (unsigned I = 0; I < Kernel.arg_size(); ++I) {
    Argument *Arg = From.getArg(I);
    if (!Arg->hasByValAttr()) {
      Store(Arg);
      continue;
    }
    Type *T = Arg->getParamByValType();
    Align A =
        std::max(DL.getABITypeAlign(T), Arg->getParamAlign().valueOrOne());
    B.CreateMemCpy(Next(T, A), A, Arg, A, DL.getTypeAllocSize(T));
  }
  Store(FrameOf);
  Store(IsFirst);
  call(B, WARPDEV_PHASE_LAUNCH, B.getVoidTy(), {Memory});
}

/// All threads of the block get what any of them says.
Value *Splitter::meet(IRBuilder<> &B, Value *Says) {
  Value *Meeting = B.CreateLoad(B.getInt32Ty(), Meetings);
  B.CreateStore(B.CreateAdd(Meeting, B.getInt32(1)), Meetings);
  return call(B, WARPDEV_PHASE_MEET, B.getInt32Ty(), {Meeting, Says});
}

/// Threads come here with their state. Blocks that are not done keep their
/// shared memory.
void Splitter::makeEnd() {
  End = block("end");
  BasicBlock *Keep = block("keep"), *Count = block("count"),
             *Again = block("again"), *Exit = block("exit");
  IRBuilder<> B(End);
  State = B.CreatePHI(B.getInt32Ty(), Places.size() + 1, "state");
  B.CreateStore(State, Thread);
  Value *Unfinished =
      meet(B, B.CreateZExt(B.CreateICmpNE(State, B.getInt32(unsigned(AtEnd))),
                           B.getInt32Ty()));
  B.CreateCondBr(B.CreateIsNotNull(Unfinished), Keep, Count);
  B.SetInsertPoint(Keep);
  copyShared(B, /*ToFrame=*/true);
  B.CreateBr(Count);
  B.SetInsertPoint(Count);
  meet(B, B.getInt32(unsigned(Nothing)));
  Value *IsLast =
      call(B, WARPDEV_PHASE_LEAVE, B.getInt32Ty(), {Frame, Unfinished});
  B.CreateCondBr(B.CreateIsNotNull(IsLast), Again, Exit);
  B.SetInsertPoint(Again);
  launch(B, *Phase, Frame, B.getInt32(0));
  B.CreateBr(Exit);
  B.SetInsertPoint(Exit);
  B.CreateRetVoid();
}

/// A thread that is done takes part in the barriers of the others, until all
/// are or one leaves the phase.
void Splitter::makeDone(BasicBlock *Done) {
  IRBuilder<> B(Done);
  if (HasBarriers) {
    BasicBlock *Over = block("over");
    Value *Said = meet(B, B.getInt32(unsigned(Nothing)));
    B.CreateCondBr(B.CreateICmpEQ(Said, B.getInt32(unsigned(IsAtBarrier))),
                   Done, Over);
    B.SetInsertPoint(Over);
  }
  State->addIncoming(B.getInt32(unsigned(AtEnd)), B.GetInsertBlock());
  B.CreateBr(End);
}

void Splitter::makePlace(unsigned Index) {
  Place &P = Places[Index];
  P.Leave = block("leave");
  P.Enter = block("enter");
  IRBuilder<> B(C);
  if (P.Barrier) {
    // GoOn: if (meet(IsAtBarrier) & Leaves) leave; what follows the barrier.
    BasicBlock *After =
        P.GoOn->splitBasicBlock(std::next(P.Barrier->getIterator()), "after");
    P.GoOn->getTerminator()->eraseFromParent();
    P.Barrier->eraseFromParent();
    P.Barrier = nullptr;
    B.SetInsertPoint(P.GoOn);
    Value *Said = meet(B, B.getInt32(unsigned(IsAtBarrier)));
    B.CreateCondBr(B.CreateIsNotNull(B.CreateAnd(Said, unsigned(Leaves))),
                   P.Leave, After);
    B.SetInsertPoint(P.Leave);
  } else {
    BasicBlock *Before = P.GoOn->getSinglePredecessor();
    Before->getTerminator()->replaceSuccessorWith(P.GoOn, P.Leave);
    B.SetInsertPoint(P.Leave);
    if (HasBarriers)
      meet(B, B.getInt32(unsigned(Leaves)));
  }
  State->addIncoming(B.getInt32(FirstPlace + Index), P.Leave);
  B.CreateBr(End);
  B.SetInsertPoint(P.Enter);
  B.CreateBr(P.GoOn);
}

/// Stores what lives across the places, and gives its uses what was loaded.
void Splitter::restoreValues() {
  for (auto &[V, Where] : Live) {
    Type *T = V->getType();
    uint64_t Offset = reserve(T, Align(1));
    SSAUpdater Updater;
    Updater.Initialize(T, V->getName());
    Updater.AddAvailableValue(V->getParent(), V);
    for (unsigned Index : Where) {
      IRBuilder<> B(Places[Index].Leave->getTerminator());
      auto Slot = [&] {
        return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Thread, Offset);
      };
      B.CreateStore(V, Slot());
      B.SetInsertPoint(Places[Index].Enter->getTerminator());
      Updater.AddAvailableValue(Places[Index].Enter, B.CreateLoad(T, Slot()));
    }
    SmallVector<Use *> Uses;
    for (Use &U : V->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if (isa<PHINode>(User) || User->getParent() != V->getParent())
        Uses.push_back(&U);
    }
    for (Use *U : Uses)
      Updater.RewriteUse(*U);
  }
}

/// The first phase begins at the beginning, the others where their threads
/// left.
void Splitter::dispatch() {
  BasicBlock *Entry = cast<Instruction>(Thread)->getParent();
  BasicBlock *Restore = block("restore"), *Choose = block("choose"),
             *Done = block("done");
  IRBuilder<> B(Entry);
  B.CreateCondBr(B.CreateIsNotNull(First), Start, Restore);
  B.SetInsertPoint(Restore);
  copyShared(B, /*ToFrame=*/false);
  meet(B, B.getInt32(unsigned(Nothing)));
  B.CreateBr(Choose);
  B.SetInsertPoint(Choose);
  SwitchInst *Switch =
      B.CreateSwitch(B.CreateLoad(B.getInt32Ty(), Thread), Done, Places.size());
  for (auto [Index, P] : enumerate(Places))
    Switch->addCase(B.getInt32(FirstPlace + Index), P.Enter);
  for (ReturnInst *Return : Returns) {
    BranchInst::Create(Done, Return->getIterator());
    Return->eraseFromParent();
  }
  makeDone(Done);
}

void Splitter::emitKernel() {
  BasicBlock *Entry = BasicBlock::Create(C, "entry", &Kernel);
  BasicBlock *Begin = BasicBlock::Create(C, "begin", &Kernel);
  BasicBlock *Exit = BasicBlock::Create(C, "exit", &Kernel);
  IRBuilder<> B(Entry);
  Value *IsFirst = call(B, WARPDEV_PHASE_IS_FIRST_THREAD, B.getInt32Ty(), {});
  B.CreateCondBr(B.CreateIsNotNull(IsFirst), Begin, Exit);
  B.SetInsertPoint(Begin);
  Value *New =
      call(B, WARPDEV_PHASE_FRAME, B.getPtrTy(),
           {B.getInt64(alignTo(ThreadBytes, 16)), B.getInt64(SharedBytes)});
  launch(B, Kernel, New, B.getInt32(1));
  B.CreateBr(Exit);
  B.SetInsertPoint(Exit);
  B.CreateRetVoid();
}

void Splitter::run() {
  moveBody();
  splitBlocks();
  keepShared();
  findLive();

  BasicBlock *Entry = BasicBlock::Create(C, "phases", Phase, Body);
  Start = BasicBlock::Create(C, "start", Phase, Body);
  IRBuilder<> B(Entry), AtFirst(Start);
  Thread = call(B, WARPDEV_PHASE_THREAD, B.getPtrTy(), {Frame});
  keepVariables(B, AtFirst);
  Meetings = B.CreateAlloca(B.getInt32Ty(), nullptr, "meetings");
  B.CreateStore(B.getInt32(0), Meetings);
  call(B, WARPDEV_PHASE_BEGIN, B.getVoidTy(), {});
  AtFirst.CreateBr(Body);
  makeEnd();
  for (unsigned I = 0; I < Places.size(); ++I)
    makePlace(I);
  dispatch();
  restoreValues();
  replaceStreams(*Phase, Frame);
  emitKernel();
}

std::string splitKernels(Module &M) {
  Function *Wait = M.getFunction(WARPDEV_WAIT_FOR_LAUNCHES);
  if (!Wait)
    return {};
  SetVector<Function *> Kernels;
  for (User *U : Wait->users()) {
    Function *F = cast<Instruction>(U)->getFunction();
    if (!isDeviceKernel(*F))
      return "cudaDeviceSynchronize is called in '" +
             demangleName(F->getName()) +
             "', which calls itself or is called through a pointer: no kernel "
             "can be split there for GPUs, which do not have it";
    Kernels.insert(F);
  }
  for (Function *F : Kernels)
    if (std::string What = findObstacle(*F); !What.empty())
      return "kernel '" + demangleName(F->getName()) +
             "' calls cudaDeviceSynchronize and has " + What +
             ": it cannot be split there for GPUs, which have no such function";
  SmallVector<Function *> Others;
  for (Function &F : M)
    if (!F.isDeclaration() && !Kernels.contains(&F) && !isOfPhases(F))
      Others.push_back(&F);
  for (Function *F : Others)
    replaceStreams(
        *F, ConstantPointerNull::get(PointerType::getUnqual(M.getContext())));
  for (Function *F : Kernels)
    Splitter(*F).run();
  return {};
}

} // namespace warpfort
