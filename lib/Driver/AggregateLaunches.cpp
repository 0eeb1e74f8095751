//===-- AggregateLaunches.cpp - One grid for several launches -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch in device code costs more than a small grid does. Two of the
// remedies of arXiv 2201.02789; SmallLaunches has the third.
//
// Aggregation (-fnested-aggregate=): a launch in a kernel only notes its grid
// and arguments,
//
//   launch<<<grid, block, bytes, stream>>>(arguments)
//     => slot = {1, grid, block, bytes, arguments}
//
// and at the end of the kernel the threads of a block, or of a warp, meet and
// launch one grid that has the blocks of all:
//
//   place = collect(slot)             // a record of this thread, or null
//   if (slot.held)
//     if (place) *place = slot
//     else launch kernel<<<..>>>(slot's arguments)    // the only one, large,
//     ..
//   if (all = ready())                // in the first thread of the block
//     launch kernel$combined<<<all.blocks, all.threads, all.bytes,
//     stream>>>(all)
//
//   kernel$combined(all):
//     record = find(all, blockIdx.x)  // by binary search
//     arguments = record.arguments
//     release(all)                    // a barrier; frees what all have read
//     if (threadIdx.x < threads of record.block)
//       kernel.thread(indices in record.grid, arguments)
//
// A launched grid may begin at any time after the launch, so that a later one
// is right where the thread does not wait for it, and where the order in the
// stream is kept: all launches of a kernel in a stream are combined, or none,
// in the order in which each thread comes to them. Blocks keep their size,
// shared memory and warps, threads their indices.
//
// Where a launch stands in a loop, each thread of the kernel keeps a list,
//
//   if (slot = hold(list, site)) *slot = {1, grid, ..}
//   else launch all of the list, then this one        // there is no memory
//
// and at the end the threads meet again and again. They combine what has the
// least site, in the order of the code, among those that are first in the
// lists:
//
//   while ((site = next(list)) != none)
//     combine(first(list, site)), drop(list, site)
//
// Coarsening (-fnested-coarsen=N): a block does the work of N blocks, one after
// the other. The kernel must be one whose threads need nothing of each other.
//
//===----------------------------------------------------------------------===//
#include "AggregateLaunches.h"
#include "KernelBehaviour.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "warpfort/Target/Embed/Embed.h"
#include "warprt/DeviceLaunch.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace warpfort {

/// Members of a record and of a slot (WarpdevHeldLaunch), then the arguments.
enum RecordMember : unsigned { State, Grid, Block, Bytes, FirstValue };
/// Members of WarpdevCombinedLaunch.
enum CombinedMember : unsigned { NumBlocks = 1, NumThreads, NumBytes };
static constexpr uint64_t RecordAlignment = 16;

/// The blocks in an order in which a thread comes to them, loops as a whole:
/// what is behind a loop comes after all that is in it.
static SmallVector<BasicBlock *> inOrder(Function &F) {
  DenseMap<BasicBlock *, unsigned> Number;
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F))
    Number.try_emplace(Block, Number.size());
  SmallVector<BasicBlock *> Blocks;
  for (auto Loop = scc_begin(&F); !Loop.isAtEnd(); ++Loop) {
    SmallVector<BasicBlock *> Part(Loop->begin(), Loop->end());
    sort(Part, [&](BasicBlock *A, BasicBlock *B) {
      return Number.lookup(A) > Number.lookup(B);
    });
    append_range(Blocks, Part);
  }
  std::reverse(Blocks.begin(), Blocks.end());
  return Blocks;
}

static bool isInLoop(const Instruction &I) {
  return any_of(successors(I.getParent()), [&](const BasicBlock *Next) {
    return isPotentiallyReachable(Next, I.getParent());
  });
}

//===----------------------------------------------------------------------===//
// Which launches
//===----------------------------------------------------------------------===//

/// Why the threads of a block cannot meet at the end of \p Parent, or nothing.
static StringRef whyNoMeeting(Function &Parent) {
  PostDominatorTree Ends(Parent);
  for (Instruction &I : instructions(Parent)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || launchedKernel(I))
      continue;
    Function *Callee = Call->getCalledFunction();
    Behaviour B;
    if (!Callee)
      return "the launching kernel calls a procedure pointer";
    if (Callee->isIntrinsic())
      B.Synchronizes = Callee->isConvergent();
    else if (!Callee->isDeclaration())
      B = inspectBehaviour(*Callee);
    else if (isOfLauncher(*Callee))
      B.Waits = true;
    else if (!isOwnAffair(*Callee))
      B.CallsUnknown = true;
    if (B.CallsUnknown)
      return "the launching kernel calls what is not known well enough";
    if (B.Waits)
      return "the launching kernel waits for launches, has streams or asks for "
             "errors";
    if (B.Launches)
      return "the launching kernel calls procedures that launch";
    // Threads that end early would wait for those at the barrier, and these for
    // them.
    if (B.Synchronizes &&
        (!Ends.dominates(I.getParent(), &Parent.getEntryBlock()) ||
         isInLoop(I)))
      return "the launching kernel has a barrier, or an operation of a warp, "
             "that some of its threads may not come to";
  }
  return "";
}

/// Why blocks of \p Kernel cannot be blocks of another grid, or nothing.
static StringRef whyNoOtherGrid(Function &Kernel) {
  Behaviour B = inspectBehaviour(Kernel);
  if (B.CallsUnknown)
    return "the kernel calls what is not known well enough";
  if (B.Waits)
    return "the kernel waits for launches, has streams or asks for errors";
  if (B.AsksForGrid)
    return "the kernel asks for the size of its shared memory or for its "
           "cluster";
  if (calleesHaveIndices(Kernel))
    return "the kernel calls a procedure that asks for indices";
  return "";
}

/// Why \p F, which launches, has not become part of kernels.
static StringRef whyNoPart(Function &F) {
  if (callsItself(F))
    return "it stands in a device procedure that calls itself";
  if (F.hasAddressTaken())
    return "it stands in a device procedure that a pointer may call";
  if (inspectBehaviour(F).CallsUnknown)
    return "it stands in a device procedure that calls what is not known well "
           "enough";
  return F.use_empty() ? "it stands in a device procedure that no kernel calls"
                       : "it stands in a device procedure whose callers are "
                         "not part of a kernel";
}

StringRef LaunchAggregation::whyNotCombined(const CallInst &Launch,
                                            Function &Kernel) const {
  if (!knownStream(Launch))
    return "its stream is a variable";
  return whyNoOtherGrid(Kernel);
}

void LaunchAggregation::chooseSites(Function &Parent) {
  SmallVector<Site, 2> Sites;
  for (BasicBlock *Block : inOrder(Parent))
    for (Instruction &I : *Block)
      if (Function *Kernel = launchedKernel(I))
        Sites.push_back({cast<CallInst>(&I), Kernel});
  if (Sites.empty())
    return;
  StringRef NoMeeting = whyNoMeeting(Parent);
  // Streams whose order would be lost, all where one is not known.
  SmallVector<uint64_t> Broken;
  bool AllBroken = false;
  auto IsLost = [&](const Site &S) {
    uint64_t Stream = *knownStream(*S.Launch);
    return Stream != WARPDEV_STREAM_FIRE_AND_FORGET &&
           (AllBroken || is_contained(Broken, Stream));
  };
  erase_if(Sites, [&](const Site &S) {
    StringRef Reason =
        NoMeeting.empty() ? whyNotCombined(*S.Launch, *S.Kernel) : NoMeeting;
    if (Reason.empty())
      return false;
    Note(*S.Launch, Reason);
    if (std::optional<uint64_t> Stream = knownStream(*S.Launch))
      Broken.push_back(*Stream);
    else
      AllBroken = true;
    return true;
  });
  erase_if(Sites, [&](const Site &S) {
    if (!IsLost(S))
      return false;
    Note(*S.Launch, "another launch in its stream cannot be combined");
    return true;
  });
  if (!Sites.empty())
    Parents[&Parent] = Sites;
}

void LaunchAggregation::prepare() {
  SmallVector<std::pair<CallInst *, Function *>> Launches;
  for (Function &F : M) {
    if (Combines && isDeviceKernel(F) && inspectBehaviour(F).Launches)
      chooseSites(F);
    for (Instruction &I : instructions(F))
      if (Function *Kernel = launchedKernel(I)) {
        Launches.push_back({cast<CallInst>(&I), Kernel});
        if (Combines && !isDeviceKernel(F))
          Note(cast<CallInst>(I), whyNoPart(F));
      }
  }
  if (Coarsening < 2)
    return;
  // Blocks of kernels that combine launches meet.
  for (auto [Launch, Kernel] : Launches)
    Serial[Kernel] = !Parents.count(Kernel) && isSerial(*Kernel) &&
                     whyNoOtherGrid(*Kernel).empty();
  for (auto [Launch, Kernel] : Launches) {
    bool IsHeld = any_of(Parents, [L = Launch](const auto &Parent) {
      return any_of(Parent.second,
                    [&](const Site &S) { return S.Launch == L; });
    });
    if (!IsHeld && Serial[Kernel])
      ToCoarsen.push_back({Launch, Kernel});
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// {i32 state, grid, block, i32 bytes, arguments}
StructType *LaunchAggregation::recordType(const Function &Kernel) const {
  Type *I32 = Type::getInt32Ty(M.getContext());
  ArrayType *Extents = ArrayType::get(I32, NumExtents / 2);
  SmallVector<Type *> Types = {I32, Extents, Extents, I32};
  for (const Argument &Arg : Kernel.args())
    Types.push_back(Arg.hasByValAttr() ? Arg.getParamByValType()
                                       : Arg.getType());
  return StructType::get(M.getContext(), Types);
}

uint32_t LaunchAggregation::recordBytes(const Function &Kernel) const {
  uint64_t Size =
      M.getDataLayout().getTypeAllocSize(recordType(Kernel)).getFixedValue();
  return alignTo(Size, RecordAlignment);
}

static Value *extentAddress(IRBuilder<> &B, StructType *T, Value *Record,
                            unsigned Extent) {
  constexpr unsigned Dimensions = NumExtents / 2;
  return B.CreateInBoundsGEP(T, Record,
                             {B.getInt32(0),
                              B.getInt32(Extent < Dimensions ? Grid : Block),
                              B.getInt32(Extent % Dimensions)});
}

/// A function that launches \p Kernel, to be expanded as that of a call in the
/// source is. The kernel need not have a body yet.
Function *LaunchAggregation::launchStub(Function &Kernel) {
  std::string Name = (WARPDEV_LAUNCH_PREFIX + Kernel.getName()).str();
  for (Function &F : M)
    if (F.isDeclaration() &&
        F.getFnAttribute(bitcode::LaunchOfAttr).getValueAsString() ==
            Kernel.getName())
      return &F;
  Type *I32 = Type::getInt32Ty(M.getContext());
  SmallVector<Type *> Types(NumExtents + 1, I32);
  Types.push_back(Type::getInt64Ty(M.getContext()));
  append_range(Types, Kernel.getFunctionType()->params());
  Function *Stub = Function::Create(
      FunctionType::get(Type::getVoidTy(M.getContext()), Types, false),
      GlobalValue::ExternalLinkage, Name, M);
  Stub->addFnAttr(bitcode::LaunchOfAttr, Kernel.getName());
  return Stub;
}

/// A slot of the calling thread that holds nothing.
Value *LaunchAggregation::makeSlot(const Site &S) {
  Function &Parent = *S.Launch->getFunction();
  IRBuilder<> B(&Parent.getEntryBlock(), Parent.getEntryBlock().begin());
  AllocaInst *Slot =
      B.CreateAlloca(recordType(*S.Kernel), nullptr, "held_launch");
  Slot->setAlignment(Align(RecordAlignment));
  B.CreateStore(B.getInt32(0), Slot);
  return Slot;
}

/// Stores the launch where \p Slot says.
void LaunchAggregation::hold(IRBuilder<> &B, const Site &S, Value *Slot) {
  StructType *T = recordType(*S.Kernel);
  B.CreateStore(B.getInt32(1), Slot);
  for (unsigned I = 0; I < NumExtents; ++I)
    B.CreateStore(S.Launch->getArgOperand(I), extentAddress(B, T, Slot, I));
  B.CreateStore(S.Launch->getArgOperand(BytesValue),
                B.CreateStructGEP(T, Slot, Bytes));
  for (Argument &Arg : S.Kernel->args()) {
    unsigned Number = Arg.getArgNo();
    Value *Given = S.Launch->getArgOperand(FirstArgument + Number);
    Value *To = B.CreateStructGEP(T, Slot, FirstValue + Number);
    if (Arg.hasByValAttr())
      B.CreateMemCpy(To, MaybeAlign(), Given, MaybeAlign(),
                     M.getDataLayout()
                         .getTypeAllocSize(Arg.getParamByValType())
                         .getFixedValue());
    else
      B.CreateStore(Given, To);
  }
}

static Value *readRegister(IRBuilder<> &B, Intrinsic::ID ID) {
  return B.CreateIntrinsic(B.getInt32Ty(), ID, {});
}

/// The number of the calling thread in its block.
static Value *linearThread(IRBuilder<> &B) {
  Value *Thread = readRegister(B, Intrinsic::nvvm_read_ptx_sreg_tid_z);
  Thread = B.CreateMul(Thread,
                       readRegister(B, Intrinsic::nvvm_read_ptx_sreg_ntid_y));
  Thread =
      B.CreateAdd(Thread, readRegister(B, Intrinsic::nvvm_read_ptx_sreg_tid_y));
  Thread = B.CreateMul(Thread,
                       readRegister(B, Intrinsic::nvvm_read_ptx_sreg_ntid_x));
  return B.CreateAdd(Thread,
                     readRegister(B, Intrinsic::nvvm_read_ptx_sreg_tid_x));
}

/// The launch that a slot holds, by itself.
void LaunchAggregation::launchAlone(IRBuilder<> &B, const Site &S) {
  StructType *T = recordType(*S.Kernel);
  SmallVector<Value *> Values;
  for (unsigned I = 0; I < NumExtents; ++I)
    Values.push_back(
        B.CreateLoad(B.getInt32Ty(), extentAddress(B, T, S.Slot, I)));
  Values.push_back(
      B.CreateLoad(B.getInt32Ty(), B.CreateStructGEP(T, S.Slot, Bytes)));
  Values.push_back(S.Launch->getArgOperand(StreamValue));
  for (Argument &Arg : S.Kernel->args()) {
    Value *From = B.CreateStructGEP(T, S.Slot, FirstValue + Arg.getArgNo());
    Values.push_back(Arg.hasByValAttr() ? From
                                        : B.CreateLoad(Arg.getType(), From));
  }
  B.CreateCall(S.Launch->getCalledFunction(), Values);
}

/// The launch of what the records of \p All hold.
void LaunchAggregation::launchCombined(IRBuilder<> &B, const Site &S,
                                       Value *All) {
  auto Member = [&](unsigned Number) -> Value * {
    return B.CreateLoad(B.getInt32Ty(), B.CreateConstInBoundsGEP1_64(
                                            B.getInt32Ty(), All, Number));
  };
  Value *Blocks = Member(NumBlocks);
  if (Serial.lookup(S.Kernel))
    Blocks = B.CreateUDiv(B.CreateAdd(Blocks, B.getInt32(Coarsening - 1)),
                          B.getInt32(Coarsening));
  Value *One = B.getInt32(1);
  B.CreateCall(launchStub(*Combined.lookup(S.Kernel)),
               {Blocks, One, One, Member(NumThreads), One, One,
                Member(NumBytes), S.Launch->getArgOperand(StreamValue), All});
}

/// A function for the threads that meet.
FunctionCallee LaunchAggregation::ofUnit(StringRef Name, Type *Result,
                                         ArrayRef<Type *> Types) {
  std::string Full = Name.str();
  if (Unit == LaunchUnit::Warp)
    Full += WARPDEV_COMBINE_OF_WARP;
  return M.getOrInsertFunction(Full, FunctionType::get(Result, Types, false));
}

/// Launches what threads of the block hold for \p S.
void LaunchAggregation::combine(const Site &S, Instruction *Before) {
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(S.Launch->getDebugLoc());
  const DataLayout &DL = M.getDataLayout();
  uint64_t Size = DL.getTypeAllocSize(recordType(*S.Kernel)).getFixedValue();
  Value *Thread = linearThread(B);
  Value *Place =
      B.CreateCall(ofUnit(WARPDEV_COMBINE_COLLECT, B.getPtrTy(),
                          {B.getPtrTy(), B.getInt32Ty(), B.getInt32Ty()}),
                   {S.Slot, B.getInt32(recordBytes(*S.Kernel)), Thread});
  Value *IsHeld =
      B.CreateICmpNE(B.CreateLoad(B.getInt32Ty(), S.Slot), B.getInt32(0));
  Instruction *Held = SplitBlockAndInsertIfThen(IsHeld, Before, false);
  B.SetInsertPoint(Held);
  Instruction *Joins, *Alone;
  SplitBlockAndInsertIfThenElse(B.CreateIsNotNull(Place), Held, &Joins, &Alone);
  // The state of a record is its first block, which is there already.
  B.SetInsertPoint(Joins);
  uint64_t Skipped = DL.getTypeAllocSize(B.getInt32Ty()).getFixedValue();
  auto After = [&](Value *Record) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Record, Skipped);
  };
  B.CreateMemCpy(After(Place), Align(Skipped), After(S.Slot), Align(Skipped),
                 Size - Skipped);
  B.SetInsertPoint(Alone);
  launchAlone(B, S);
  B.SetInsertPoint(Before);
  Value *All = B.CreateCall(
      ofUnit(WARPDEV_COMBINE_READY, B.getPtrTy(), {B.getInt32Ty()}), {Thread});
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(B.CreateIsNotNull(All), Before, false));
  launchCombined(B, S, All);
}

/// Where all threads of \p Parent come at its end.
static Instruction *makeEnd(Function &Parent) {
  BasicBlock *End = BasicBlock::Create(Parent.getContext(), "combine", &Parent);
  for (BasicBlock &Block : Parent)
    if (auto *Return = dyn_cast_or_null<ReturnInst>(Block.getTerminator())) {
      BranchInst::Create(End, Return->getIterator())
          ->setDebugLoc(Return->getDebugLoc());
      Return->eraseFromParent();
    }
  return ReturnInst::Create(Parent.getContext(), End);
}

/// Each thread comes to each launch once at most.
void LaunchAggregation::combineSlots(Function &Parent,
                                     MutableArrayRef<Site> Sites) {
  for (Site &S : Sites) {
    S.Slot = makeSlot(S);
    IRBuilder<> B(S.Launch);
    hold(B, S, S.Slot);
  }
  Instruction *Return = makeEnd(Parent);
  for (const Site &S : Sites) {
    combine(S, Return);
    S.Launch->eraseFromParent();
  }
}

//===----------------------------------------------------------------------===//
// Launches in loops
//===----------------------------------------------------------------------===//

CallInst *LaunchAggregation::callList(IRBuilder<> &B, StringRef Name,
                                      Type *Result, Value *List,
                                      unsigned Site) {
  return B.CreateCall(
      M.getOrInsertFunction(Name, Result, B.getPtrTy(), B.getInt32Ty()),
      {List, B.getInt32(Site)});
}

/// `for (;;) switch (site) { case 0: .. continue; .. default: break; }`, where
/// \p Next builds the number of the site, and \p Run what is done for one in
/// front of an instruction. Returns what comes after it.
static BasicBlock *
forEachSite(IRBuilder<> &B, unsigned NumSites, function_ref<Value *()> Next,
            function_ref<void(unsigned Site, Instruction *Before)> Run) {
  LLVMContext &Context = B.getContext();
  Function *F = B.GetInsertBlock()->getParent();
  BasicBlock *Loop = BasicBlock::Create(Context, "held", F);
  BasicBlock *After = BasicBlock::Create(Context, "", F);
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  SwitchInst *Switch = B.CreateSwitch(Next(), After, NumSites);
  for (unsigned Site = 0; Site < NumSites; ++Site) {
    BasicBlock *Block = BasicBlock::Create(Context, "", F, After);
    Switch->addCase(B.getInt32(Site), Block);
    Run(Site, BranchInst::Create(Loop, Block));
  }
  return After;
}

/// void parent.held(list): launches all that the calling thread holds.
Function *LaunchAggregation::makeLaunchHeld(Function &Parent,
                                            ArrayRef<Site> Sites) {
  Type *Ptr = PointerType::getUnqual(M.getContext());
  Function *F = Function::Create(
      FunctionType::get(Type::getVoidTy(M.getContext()), {Ptr}, false),
      GlobalValue::InternalLinkage, Parent.getName() + ".held", M);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  Value *List = F->getArg(0);
  BasicBlock *After = forEachSite(
      B, Sites.size(),
      [&]() -> Value * {
        return B.CreateCall(
            M.getOrInsertFunction(WARPDEV_COMBINE_SITE, B.getInt32Ty(), Ptr),
            {List});
      },
      [&](unsigned Number, Instruction *Before) {
        IRBuilder<> InCase(Before);
        Site S = Sites[Number];
        S.Slot = callList(InCase, WARPDEV_COMBINE_FIRST, Ptr, List, Number);
        launchAlone(InCase, S);
        callList(InCase, WARPDEV_COMBINE_DROP, InCase.getVoidTy(), List,
                 Number);
      });
  ReturnInst::Create(M.getContext(), After);
  return F;
}

/// Threads come to launches any number of times.
void LaunchAggregation::combineLists(Function &Parent,
                                     MutableArrayRef<Site> Sites) {
  IRBuilder<> B(&Parent.getEntryBlock(), Parent.getEntryBlock().begin());
  Type *Ptr = B.getPtrTy();
  StructType *ListType = StructType::get(Ptr, Ptr);
  AllocaInst *List = B.CreateAlloca(ListType, nullptr, "held_launches");
  B.CreateStore(ConstantAggregateZero::get(ListType), List);
  Function *LaunchHeld = makeLaunchHeld(Parent, Sites);
  SmallVector<Value *> Empty;
  for (auto [Number, S] : enumerate(Sites)) {
    Empty.push_back(makeSlot(S));
    B.SetInsertPoint(S.Launch);
    B.SetCurrentDebugLocation(S.Launch->getDebugLoc());
    Value *Slot = B.CreateCall(
        M.getOrInsertFunction(WARPDEV_COMBINE_HOLD, Ptr, Ptr, B.getInt32Ty(),
                              B.getInt32Ty()),
        {List, B.getInt32(Number), B.getInt32(recordBytes(*S.Kernel))});
    Instruction *Held, *Now;
    SplitBlockAndInsertIfThenElse(B.CreateIsNotNull(Slot), S.Launch, &Held,
                                  &Now);
    B.SetInsertPoint(Held);
    hold(B, S, Slot);
    B.SetInsertPoint(Now);
    B.CreateCall(LaunchHeld, {List});
    S.Launch->moveBefore(Now->getIterator());
  }
  Instruction *Return = makeEnd(Parent);
  BasicBlock *End = Return->getParent();
  Return->removeFromParent();
  B.SetInsertPoint(End);
  B.SetCurrentDebugLocation(DebugLoc());
  BasicBlock *After = forEachSite(
      B, Sites.size(),
      [&]() -> Value * {
        Value *Thread = linearThread(B);
        return B.CreateCall(
            ofUnit(WARPDEV_COMBINE_NEXT, B.getInt32Ty(), {Ptr, B.getInt32Ty()}),
            {List, Thread});
      },
      [&](unsigned Number, Instruction *Before) {
        IRBuilder<> InCase(Before);
        Site S = Sites[Number];
        Value *First =
            callList(InCase, WARPDEV_COMBINE_FIRST, Ptr, List, Number);
        S.Slot = InCase.CreateSelect(InCase.CreateIsNull(First), Empty[Number],
                                     First);
        combine(S, Before);
        InCase.SetInsertPoint(Before);
        callList(InCase, WARPDEV_COMBINE_DROP, InCase.getVoidTy(), List,
                 Number);
      });
  Return->insertInto(After, After->end());
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Function *LaunchAggregation::threadFunction(Function &Kernel) {
  Function *&Thread = Threads[&Kernel];
  if (!Thread)
    Thread = makeThreadFunction(Kernel, ".of_block");
  return Thread;
}

/// Indices along three dimensions of extents from a linear one, x fastest.
static SmallVector<Value *, 3> unfold(IRBuilder<> &B, Value *Linear,
                                      ArrayRef<Value *> Extents) {
  Value *Rest = B.CreateUDiv(Linear, Extents[0]);
  return {B.CreateURem(Linear, Extents[0]), B.CreateURem(Rest, Extents[1]),
          B.CreateUDiv(Rest, Extents[1])};
}

namespace {

/// for (block = first; block < min(first + N, blocks); ++block), where first is
/// that of the calling block.
class BlockLoop {
public:
  BlockLoop(IRBuilder<> &B, unsigned Number, Value *Blocks) : B(B) {
    Value *First = B.CreateMul(
        B.CreateIntrinsic(B.getInt32Ty(), Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
                          {}),
        B.getInt32(Number));
    // Blocks may be close to the greatest number.
    Value *Left = B.CreateSub(Blocks, First);
    Value *Count = B.CreateSelect(B.CreateICmpULT(Left, B.getInt32(Number)),
                                  Left, B.getInt32(Number));
    Last = B.CreateAdd(First, Count);
    BasicBlock *Before = B.GetInsertBlock();
    Body = BasicBlock::Create(B.getContext(), "", Before->getParent());
    B.CreateBr(Body);
    B.SetInsertPoint(Body);
    Index = B.CreatePHI(B.getInt32Ty(), 2);
    Index->addIncoming(First, Before);
  }
  Value *index() const { return Index; }
  void close() {
    Value *Next = B.CreateAdd(Index, B.getInt32(1));
    Index->addIncoming(Next, B.GetInsertBlock());
    BasicBlock *After =
        BasicBlock::Create(B.getContext(), "", Body->getParent());
    B.CreateCondBr(B.CreateICmpULT(Next, Last), Body, After);
    B.SetInsertPoint(After);
  }

private:
  IRBuilder<> &B;
  Value *Last;
  BasicBlock *Body;
  PHINode *Index;
};

} // namespace

/// A kernel whose blocks are as large as those of \p Kernel: registers that its
/// launch bounds leave are all there are.
static Function *makeKernel(Function &Kernel, StringRef Suffix,
                            ArrayRef<Type *> Types) {
  LLVMContext &Context = Kernel.getContext();
  Function *F = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), Types, false),
      GlobalValue::ExternalLinkage, Kernel.getName() + Suffix,
      Kernel.getParent());
  F->setCallingConv(CallingConv::PTX_Kernel);
  for (StringRef Bound : {"nvvm.maxntid", "nvvm.minctasm", "nvvm.maxnreg"})
    if (Kernel.hasFnAttribute(Bound))
      F->addFnAttr(Kernel.getFnAttribute(Bound));
  return F;
}

/// What a thread of kernel$combined does of the launch that \p Record holds: it
/// is thread \p Thread of block \p Number of all.
void LaunchAggregation::runRecord(IRBuilder<> &B, Function &Kernel,
                                  Value *Record, Value *Number, Value *Thread,
                                  ArrayRef<Value *> Copies,
                                  function_ref<void()> WhenRead) {
  StructType *T = recordType(Kernel);
  Value *Block = B.CreateSub(Number, B.CreateLoad(B.getInt32Ty(), Record));
  SmallVector<Value *> Extents, Arguments;
  for (unsigned I = 0; I < NumExtents; ++I)
    Extents.push_back(
        B.CreateLoad(B.getInt32Ty(), extentAddress(B, T, Record, I)));
  for (Argument &Arg : Kernel.args()) {
    unsigned I = Arg.getArgNo();
    Value *From = B.CreateStructGEP(T, Record, FirstValue + I);
    if (Arg.hasByValAttr())
      B.CreateMemCpy(Copies[I], MaybeAlign(), From, MaybeAlign(),
                     M.getDataLayout()
                         .getTypeAllocSize(Arg.getParamByValType())
                         .getFixedValue());
    Arguments.push_back(Arg.hasByValAttr() ? Copies[I]
                                           : B.CreateLoad(Arg.getType(), From));
  }
  WhenRead();
  Value *NumThreads =
      B.CreateMul(B.CreateMul(Extents[3], Extents[4]), Extents[5]);
  Function *F = B.GetInsertBlock()->getParent();
  BasicBlock *Run = BasicBlock::Create(M.getContext(), "", F);
  BasicBlock *Next = BasicBlock::Create(M.getContext(), "", F);
  B.CreateCondBr(B.CreateICmpULT(Thread, NumThreads), Run, Next);
  B.SetInsertPoint(Run);
  ArrayRef<Value *> All(Extents);
  SmallVector<Value *, 3> Indices =
      unfold(B, Thread, All.drop_front(NumExtents / 2));
  append_range(Indices, unfold(B, Block, All.take_front(NumExtents / 2)));
  callThreadFunction(B, *threadFunction(Kernel), Kernel, Indices, Extents,
                     Arguments);
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
}

/// The code of kernel$combined, which was declared before: by now the kernel
/// combines launches of its own.
void LaunchAggregation::combinedKernel(Function &Kernel) {
  Function *F = Combined.lookup(&Kernel);
  Value *All = F->getArg(0);
  BasicBlock *Entry = &F->getEntryBlock();
  Entry->getTerminator()->eraseFromParent();
  IRBuilder<> B(Entry);
  Value *Thread = readRegister(B, Intrinsic::nvvm_read_ptx_sreg_tid_x);
  SmallVector<Value *> Copies(Kernel.arg_size());
  for (Argument &Arg : Kernel.args())
    if (Arg.hasByValAttr()) {
      AllocaInst *Copy = B.CreateAlloca(Arg.getParamByValType());
      Copy->setAlignment(
          std::max(Copy->getAlign(), Arg.getParamAlign().valueOrOne()));
      Copies[Arg.getArgNo()] = Copy;
    }
  auto Find = [&](Value *Number) {
    return B.CreateCall(M.getOrInsertFunction(WARPDEV_COMBINE_FIND,
                                              B.getPtrTy(), B.getPtrTy(),
                                              B.getInt32Ty()),
                        {All, Number});
  };
  auto Release = [&] {
    B.CreateCall(M.getOrInsertFunction(WARPDEV_COMBINE_RELEASE, B.getVoidTy(),
                                       B.getPtrTy(), B.getInt32Ty()),
                 {All, Thread});
  };
  if (Serial.lookup(&Kernel)) {
    BlockLoop Loop(B, Coarsening,
                   B.CreateLoad(B.getInt32Ty(),
                                B.CreateConstInBoundsGEP1_64(B.getInt32Ty(),
                                                             All, NumBlocks)));
    runRecord(B, Kernel, Find(Loop.index()), Loop.index(), Thread, Copies,
              [] {});
    Loop.close();
    Release();
  } else {
    // Later, threads could be at barriers of the kernel, or have left it.
    Value *Number = readRegister(B, Intrinsic::nvvm_read_ptx_sreg_ctaid_x);
    runRecord(B, Kernel, Find(Number), Number, Thread, Copies, Release);
  }
  B.CreateRetVoid();
}

/// kernel$coarse(arguments, grid): a block does the work of several.
Function *LaunchAggregation::coarseKernel(Function &Kernel) {
  Function *&F = Coarse[&Kernel];
  if (F)
    return F;
  SmallVector<Type *> Types(Kernel.getFunctionType()->params());
  Types.append(NumExtents / 2, Type::getInt32Ty(M.getContext()));
  F = makeKernel(Kernel, "$coarse", Types);
  SmallVector<Value *> Arguments, Extents;
  for (Argument &Arg : Kernel.args()) {
    Argument *Own = F->getArg(Arg.getArgNo());
    Arguments.push_back(Own);
    if (!Arg.hasByValAttr())
      continue;
    Own->addAttr(Arg.getAttribute(Attribute::ByVal));
    if (MaybeAlign Alignment = Arg.getParamAlign())
      Own->addAttr(Attribute::getWithAlignment(M.getContext(), *Alignment));
  }
  for (unsigned I = Kernel.arg_size(); I < F->arg_size(); ++I)
    Extents.push_back(F->getArg(I));
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  SmallVector<Value *> Indices;
  for (Intrinsic::ID ID : {Intrinsic::nvvm_read_ptx_sreg_tid_x,
                           Intrinsic::nvvm_read_ptx_sreg_tid_y,
                           Intrinsic::nvvm_read_ptx_sreg_tid_z})
    Indices.push_back(B.CreateIntrinsic(B.getInt32Ty(), ID, {}));
  for (Intrinsic::ID ID : {Intrinsic::nvvm_read_ptx_sreg_ntid_x,
                           Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                           Intrinsic::nvvm_read_ptx_sreg_ntid_z})
    Extents.push_back(B.CreateIntrinsic(B.getInt32Ty(), ID, {}));
  Value *Blocks = B.CreateMul(B.CreateMul(Extents[0], Extents[1]), Extents[2]);
  BlockLoop Loop(B, Coarsening, Blocks);
  append_range(Indices, unfold(B, Loop.index(),
                               ArrayRef(Extents).take_front(NumExtents / 2)));
  callThreadFunction(B, *threadFunction(Kernel), Kernel, Indices, Extents,
                     Arguments);
  Loop.close();
  B.CreateRetVoid();
  return F;
}

/// Launches with errors, and grids of one block, stay as they are.
void LaunchAggregation::coarsen(CallInst &Launch, Function &Kernel) {
  constexpr uint32_t MostAlongX = INT32_MAX, MostAlongOthers = 65535;
  IRBuilder<> B(&Launch);
  Value *Blocks = B.getInt64(1), *IsFit = B.getTrue();
  for (unsigned I = 0; I < NumExtents / 2; ++I) {
    Value *Extent = Launch.getArgOperand(I);
    Value *InRange =
        B.CreateICmpULT(B.CreateSub(Extent, B.getInt32(1)),
                        B.getInt32(I == 0 ? MostAlongX : MostAlongOthers));
    IsFit = B.CreateAnd(IsFit, InRange);
    Blocks = B.CreateMul(Blocks, B.CreateZExt(Extent, B.getInt64Ty()));
  }
  IsFit = B.CreateAnd(IsFit, B.CreateICmpUGT(Blocks, B.getInt64(1)));
  IsFit = B.CreateAnd(IsFit, B.CreateICmpULE(Blocks, B.getInt64(MostAlongX)));
  Instruction *Then, *Else;
  SplitBlockAndInsertIfThenElse(IsFit, &Launch, &Then, &Else);
  B.SetInsertPoint(Then);
  B.SetCurrentDebugLocation(Launch.getDebugLoc());
  SmallVector<Value *> Values(Launch.args());
  Value *Fewer = B.CreateUDiv(B.CreateAdd(Blocks, B.getInt64(Coarsening - 1)),
                              B.getInt64(Coarsening));
  Values[0] = B.CreateTrunc(Fewer, B.getInt32Ty());
  Values[1] = Values[2] = B.getInt32(1);
  for (unsigned I = 0; I < NumExtents / 2; ++I)
    Values.push_back(Launch.getArgOperand(I));
  B.CreateCall(launchStub(*coarseKernel(Kernel)), Values);
  Launch.moveBefore(Else->getIterator());
}

void LaunchAggregation::run() {
  // Kernels that are launched combined may launch so themselves: calls first.
  SmallVector<Function *> Kernels;
  for (auto &[Parent, Sites] : Parents)
    for (Site &S : Sites) {
      if (Combined.contains(S.Kernel))
        continue;
      Function *F = makeKernel(*S.Kernel, "$combined",
                               {PointerType::getUnqual(M.getContext())});
      ReturnInst::Create(M.getContext(),
                         BasicBlock::Create(M.getContext(), "", F));
      Combined[S.Kernel] = F;
      Kernels.push_back(S.Kernel);
    }
  for (auto &[Parent, Sites] : Parents)
    if (any_of(Sites, [](const Site &S) { return isInLoop(*S.Launch); }))
      combineLists(*Parent, Sites);
    else
      combineSlots(*Parent, Sites);
  for (auto [Launch, Kernel] : ToCoarsen)
    coarsen(*Launch, *Kernel);
  for (Function *Kernel : Kernels)
    combinedKernel(*Kernel);
}

} // namespace warpfort
