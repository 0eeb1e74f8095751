//===-- CheckAccesses.cpp - Device code that is checked -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel becomes
//
//   word = warprt_cpu_check_start(sites, block);
//   ...
//   warprt_cpu_check_access(&a[i], word | thread | WRITE | 2 << SIZE | 17);
//   a[i] = x;                                                      // site 17
//   barrier();
//   word += INTERVAL;
//   warprt_cpu_check_pass(word | thread, 18);
//
// What a block's threads have in common is kept without the thread's number, so
// that it is the same in all of them where the threads go the same way. Then
// accesses of all threads can be checked by one call (CheckLoops.cpp); reads of
// one thread at equal distances are one call before that (MergeReads.cpp).
//
// Marked are the device library's accesses, by an access group: LLVM keeps it
// where it joins two accesses that both have it. Where LLVM makes an access of
// its own of several, none remains, and the access is the program's.
//
//===----------------------------------------------------------------------===//
#include "CheckAccesses.h"
#include "MemoryAccesses.h"
#include "MergeReads.h"
#include "SyncOps.h"
#include "VariableScopes.h"
#include "warprt/CpuCheck.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace warpfort::cpu {

static constexpr StringLiteral Prefix = "warprt_cpu_check_";

Check checkOf(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee ? Callee->getName() : "";
  if (!Name.consume_front(Prefix))
    return Check::None;
  return StringSwitch<Check>(Name)
      .Cases({"access", "granted"}, Check::Read)
      .Case("atomic", Check::Atomic)
      .Case("store", Check::Write)
      .Case("reads", Check::Reads)
      .Case("pass", Check::Pass)
      .Case("place", Check::None) // it computes
      .Default(Check::Other);
}

bool isGranted(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == "warprt_cpu_check_granted";
}

void grant(CallInst &Call) {
  const bool IsMany = checkOf(Call) == Check::Reads;
  IRBuilder<> B(&Call);
  Type *Types[] = {B.getPtrTy(), B.getInt64Ty()};
  FunctionCallee Callee = Call.getModule()->getOrInsertFunction(
      "warprt_cpu_check_granted",
      FunctionType::get(B.getVoidTy(), Types, /*isVarArg=*/false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::WillReturn);
  if (!IsMany)
    B.CreateCall(Callee, {Call.getArgOperand(0), Call.getArgOperand(1)});
  Call.eraseFromParent();
}

bool dropGranted(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isGranted(I)) {
      I.eraseFromParent();
      Changed = true;
    }
  return Changed;
}

namespace {

/// The device library has no lines.
bool isOwnCode(const Function &F) {
  return !F.isDeclaration() && F.getSubprogram() &&
         !F.getName().starts_with("_FortranA");
}

/// What a plain store writes, as 64 bits; null if it is no number.
Value *storedInteger(IRBuilderBase &B, Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store || Store->isAtomic())
    return nullptr;
  Value *V = Store->getValueOperand();
  if (V->getType()->isPointerTy())
    return B.CreatePtrToInt(V, B.getInt64Ty());
  if (!V->getType()->isIntegerTy() && !V->getType()->isFloatingPointTy())
    return nullptr;
  Type *Bits = B.getIntNTy(V->getType()->getPrimitiveSizeInBits());
  return B.CreateZExt(B.CreateBitCast(V, Bits), B.getInt64Ty());
}

/// Whether a word can say of how many bytes an access is.
bool isSimpleSize(uint64_t Bytes) { return Bytes <= 8 && isPowerOf2_64(Bytes); }
uint64_t sizeBits(uint64_t Bytes) {
  return uint64_t(Log2_64(Bytes)) << WARPRT_CHECK_SIZE_SHIFT;
}

/// What the checks do to memory that compiled code sees: they look at what a
/// write replaces, at most.
MemoryEffects effectsOf(StringRef Name) {
  if (Name == "warprt_cpu_check_start" || Name == "warprt_cpu_check_warp")
    return MemoryEffects::none();
  if (Name == "warprt_cpu_check_store")
    return MemoryEffects::inaccessibleOrArgMemOnly();
  return MemoryEffects::inaccessibleMemOnly();
}

class Calls {
public:
  explicit Calls(IRBuilderBase &B) : B(B) {}
  CallInst *call(StringRef Name, Type *Result, ArrayRef<Value *> Args) {
    SmallVector<Type *, 4> Types;
    for (Value *Arg : Args)
      Types.push_back(Arg->getType());
    Module &M = *B.GetInsertBlock()->getModule();
    auto *T = FunctionType::get(Result, Types, false);
    auto *Callee = cast<Function>(M.getOrInsertFunction(Name, T).getCallee());
    Callee->addFnAttr(Attribute::NoUnwind);
    Callee->addFnAttr(Attribute::WillReturn);
    Callee->setMemoryEffects(effectsOf(Name));
    // A block's word may be asked for before its threads' guards.
    if (Name == "warprt_cpu_check_start")
      Callee->addFnAttr(Attribute::Speculatable);
    for (Argument &Arg : Callee->args())
      if (Arg.getType()->isPointerTy()) {
        Callee->addParamAttr(Arg.getArgNo(), Attribute::ReadOnly);
        Callee->addParamAttr(
            Arg.getArgNo(),
            Attribute::getWithCaptureInfo(M.getContext(), CaptureInfo::none()));
      }
    return B.CreateCall(Callee, Args);
  }

private:
  IRBuilderBase &B;
};

} // namespace

/// A thread's word: what it has in common with the others of its block, and
/// its number.
class ThreadWord {
public:
  ThreadWord(Function &F, const KernelBody *K)
      : Thread(K ? K->env(EnvLinear) : nullptr) {
    IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
    Common = B.CreateAlloca(B.getInt64Ty(), nullptr, "word");
  }
  Value *common(IRBuilderBase &B) const {
    return B.CreateLoad(B.getInt64Ty(), Common);
  }
  void setCommon(IRBuilderBase &B, Value *V) const { B.CreateStore(V, Common); }
  Value *full(IRBuilderBase &B) const {
    if (!Thread)
      return common(B);
    Value *Number = B.CreateShl(B.CreateZExt(Thread, B.getInt64Ty()),
                                WARPRT_CHECK_THREAD_SHIFT, "", true, true);
    // Of blocks that run as one, it goes on into the block's number.
    return B.CreateAdd(common(B), Number, "", /*HasNUW=*/true);
  }
  /// What a full word has in common with those of others.
  static Value *commonOf(IRBuilderBase &B, Value *Full) {
    uint64_t Number = ((uint64_t(1) << WARPRT_CHECK_THREAD_BITS) - 1)
                      << WARPRT_CHECK_THREAD_SHIFT;
    return B.CreateAnd(Full, B.getInt64(~Number));
  }
  void promote(Function &F) const {
    DominatorTree Tree(F);
    PromoteMemToReg({Common}, Tree);
  }

private:
  AllocaInst *Common;
  Value *Thread; ///< null: it is in what is stored
};

AccessChecks::AccessChecks(Module &M)
    : M(M), Library(MDNode::getDistinct(M.getContext(), {})),
      LibraryMemory(MDNode::getDistinct(M.getContext(), {})), Sites(nullptr) {}

//===-- Marks -------------------------------------------------------------===//

/// The shared variables that \p I accesses, if it accesses nothing else.
static SmallVector<GlobalVariable *, 2> sharedVariablesOf(Instruction &I) {
  SmallVector<GlobalVariable *, 2> Result;
  for (const MemoryAccess &A : accessesOf(I)) {
    auto *Variable = dyn_cast<GlobalVariable>(getUnderlyingObject(A.Pointer));
    if (!Variable ||
        Variable->getAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED)
      return {};
    Result.push_back(Variable);
  }
  return Result;
}

static void addAccessGroup(Instruction &I, MDNode *Group) {
  I.setMetadata(
      LLVMContext::MD_access_group,
      uniteAccessGroups(I.getMetadata(LLVMContext::MD_access_group), Group));
}

/// Marks what the device library alone knows of the program's memory.
constexpr StringLiteral LibraryVariable = "warpfort-library-variable";

void AccessChecks::mark() {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    // All have it, so that they can be inlined into each other. It keeps LLVM
    // from accesses that the program does not make.
    F.addFnAttr(Attribute::SanitizeThread);
    if (isOwnCode(F)) {
      F.removeFnAttr(Attribute::OptimizeNone);
      continue;
    }
    for (Instruction &I : instructions(F)) {
      if (!I.mayReadOrWriteMemory() || accessesOf(I).empty())
        continue;
      addAccessGroup(I, Library);
      for (GlobalVariable *Variable : sharedVariablesOf(I))
        if (Variable->hasLocalLinkage())
          Variable->addAttribute(LibraryVariable);
    }
  }
}

void AccessChecks::endPreparation() {
  auto IsOfLibrary = [](const GlobalVariable *Variable) {
    return Variable->hasAttribute(LibraryVariable);
  };
  for (Function &F : M) {
    F.removeFnAttr(Attribute::SanitizeThread);
    // Not before: reads that LLVM moves lose their groups.
    for (Instruction &I : instructions(F))
      if (auto Variables = sharedVariablesOf(I);
          !Variables.empty() && all_of(Variables, IsOfLibrary)) {
        addAccessGroup(I, Library);
        addAccessGroup(I, LibraryMemory);
      }
  }
  auto *Ptr = PointerType::get(M.getContext(), 0);
  auto *T = StructType::get(Ptr, Type::getInt64Ty(M.getContext()));
  Sites = new GlobalVariable(M, T, true, GlobalValue::InternalLinkage,
                             Constant::getNullValue(T), "warpfort.sites");
}

static bool isIn(const Instruction &I, const MDNode *Group) {
  const MDNode *Groups = I.getMetadata(LLVMContext::MD_access_group);
  return Groups && (Groups == Group || is_contained(Groups->operands(), Group));
}

bool AccessChecks::isOfLibrary(const Instruction &I) const {
  // Code that was compiled without lines is like it.
  return (!I.getDebugLoc() && !I.getFunction()->getSubprogram()) ||
         isIn(I, Library);
}

//===-- Places in the source ----------------------------------------------===//

/// The line of \p I in \p Of; zero if it has none. Where LLVM joins what is of
/// several scopes, it takes the procedure's own line, without a column.
static unsigned ownLine(const Instruction &I, const DISubprogram *Of) {
  const DILocation *Loc = I.getDebugLoc().get();
  if (!Loc || Loc->getScope()->getSubprogram() != Of ||
      (Loc->getColumn() == 0 && Loc->getLine() == Of->getLine()))
    return 0;
  return Loc->getLine();
}

/// Other code may have the procedure's line for want of one.
static unsigned lineWithin(const Instruction &I, const DISubprogram *Of) {
  unsigned Line = ownLine(I, Of);
  return Line == Of->getLine() ? 0 : Line;
}

/// What LLVM makes of accesses of several lines has none. It gets that of what
/// chooses what it stores, or its address, which is one of those or of the
/// condition between them, or that of what computes its address; for a load
/// that has been moved up, of its users. One value of all may be computed
/// anywhere.
static unsigned lineOfOrigin(const Instruction &I, const DISubprogram *Of) {
  constexpr unsigned Most = 32;
  auto *Load = dyn_cast<LoadInst>(&I);
  auto *Address =
      Load ? dyn_cast<Instruction>(Load->getPointerOperand()) : nullptr;
  // The address of a load of one of several ways is joined, too.
  const bool IsEarly = Load && !(Address && lineWithin(*Address, Of) == 0);
  SmallSetVector<const Value *, Most> Near;
  auto Follow = [&](const Instruction &From) {
    if (IsEarly)
      Near.insert_range(From.users());
    else if (auto *Store = dyn_cast<StoreInst>(&From)) {
      if (isa<SelectInst, PHINode>(Store->getValueOperand()))
        Near.insert(Store->getValueOperand());
      Near.insert(Store->getPointerOperand());
    } else // The condition is the first operand of a choice.
      Near.insert_range(From.operand_values());
  };
  Follow(I);
  for (unsigned N = 0; N < Near.size() && N < Most; ++N)
    if (auto *At = dyn_cast<Instruction>(Near[N])) {
      if (unsigned Line = lineWithin(*At, Of))
        return Line;
      Follow(*At);
    }
  return 0;
}

/// The nearest line before \p I; zero if there is none.
static unsigned lineBefore(const Instruction &I, const DISubprogram *Of) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  const BasicBlock *BB = I.getParent();
  for (const Instruction *At = &I; Seen.insert(BB).second;
       At = BB->getTerminator()) {
    for (; At; At = At->getPrevNode())
      if (unsigned Line = lineWithin(*At, Of))
        return Line;
    if (pred_empty(BB))
      break;
    BB = *pred_begin(BB);
  }
  return 0;
}

/// Zero: not known.
static unsigned lineOf(const Instruction &I, const DISubprogram *Of) {
  if (!Of)
    return 0;
  for (auto *Find : {ownLine, lineOfOrigin, lineBefore})
    if (unsigned Line = Find(I, Of))
      return Line;
  return Of->getLine();
}

unsigned AccessChecks::siteOf(const Instruction &I) {
  const DILocation *Loc = I.getDebugLoc().get();
  const DISubprogram *Of =
      Loc ? Loc->getScope()->getSubprogram() : I.getFunction()->getSubprogram();
  unsigned Line = lineOf(I, Of);
  if (Line == 0)
    return WARPRT_CHECK_NO_SITE;
  Site S{Of->getFilename().str(), Loc ? variableOfScope(*Loc).str() : "", Line};
  std::string Key = S.File + "\n" + S.Variable + "\n" + utostr(S.Line);
  if (auto Known = Numbers.find(Key); Known != Numbers.end())
    return Known->second;
  if (Table.size() >= WARPRT_CHECK_NO_SITE)
    return WARPRT_CHECK_NO_SITE;
  Numbers[Key] = Table.size();
  Table.push_back(std::move(S));
  return Table.size() - 1;
}

void AccessChecks::finish() {
  IRBuilder<> B(M.getContext());
  StringMap<Constant *> Texts;
  auto Text = [&](StringRef S) -> Constant * {
    Constant *&T = Texts[S];
    if (!T)
      T = B.CreateGlobalString(S, "warpfort.source", 0, &M);
    return T;
  };
  auto *Ptr = B.getPtrTy();
  auto *SiteT = StructType::get(Ptr, Ptr, B.getInt64Ty());
  SmallVector<Constant *> Records;
  for (const Site &S : Table)
    Records.push_back(ConstantStruct::get(
        SiteT, {Text(S.File), Text(S.Variable), B.getInt64(S.Line)}));
  auto *ArrayT = ArrayType::get(SiteT, Records.size());
  auto *Array = new GlobalVariable(
      M, ArrayT, true, GlobalValue::InternalLinkage,
      ConstantArray::get(ArrayT, Records), "warpfort.site.table");
  Sites->setInitializer(
      ConstantStruct::get(cast<StructType>(Sites->getValueType()),
                          {Array, B.getInt64(Records.size())}));
  FunctionCallee Enable = M.getOrInsertFunction(
      "warprt_cpu_check_enable", FunctionType::get(B.getVoidTy(), false));
  appendToGlobalCtors(M, cast<Function>(Enable.getCallee()), 65535);
}

//===-- Calls -------------------------------------------------------------===//

/// Tells of what the device library does: only what it writes has to be known.
static void noteWrite(Calls &Runtime, IRBuilderBase &B, const MemoryAccess &A) {
  if (A.Writes)
    Runtime.call("warprt_cpu_check_written", B.getVoidTy(),
                 {A.Pointer, B.CreateZExtOrTrunc(A.Bytes, B.getInt64Ty())});
}

/// Checks an access that \p I makes. \p WordOf completes the word for it.
static void
checkAccess(Calls &Runtime, IRBuilderBase &B, Instruction &I,
            const MemoryAccess &A,
            function_ref<Value *(const Instruction &, uint64_t)> WordOf) {
  Type *I64 = B.getInt64Ty(), *Void = B.getVoidTy();
  uint64_t Bits = 0;
  if (A.Writes)
    Bits |= 1u << WARPRT_CHECK_WRITE_SHIFT;
  if (A.IsAtomic)
    Bits |= 1u << WARPRT_CHECK_ATOMIC_SHIFT;
  auto *Constant = dyn_cast<ConstantInt>(A.Bytes);
  uint64_t Bytes = Constant ? Constant->getZExtValue() : 0;
  bool IsSimple = isSimpleSize(Bytes);
  if (IsSimple)
    Bits |= sizeBits(Bytes);
  Value *Full = WordOf(I, Bits);
  Value *Stored = IsSimple ? storedInteger(B, I) : nullptr;
  if (Stored)
    Runtime.call("warprt_cpu_check_store", Void, {A.Pointer, Full, Stored});
  else if (IsSimple && A.IsAtomic)
    Runtime.call("warprt_cpu_check_atomic", Void, {A.Pointer, Full});
  else if (IsSimple && !A.Writes)
    Runtime.call("warprt_cpu_check_access", Void, {A.Pointer, Full});
  else
    Runtime.call("warprt_cpu_check_range", Void,
                 {A.Pointer, B.CreateZExtOrTrunc(A.Bytes, I64), Full});
}

void AccessChecks::instrumentAccesses(Function &F, const KernelBody *K,
                                      const ThreadWord *Word) {
  IRBuilder<> B(F.getContext());
  Calls Runtime(B);
  auto IsOfKernel = [&](const Argument &Arg) {
    return K && Arg.getArgNo() < K->Params.size() &&
           K->Params[Arg.getArgNo()].ByReference;
  };
  auto WordOf = [&](const Instruction &I, uint64_t Bits) {
    return B.CreateOr(Word->full(B), B.getInt64(siteOf(I) | Bits), "checked",
                      /*IsDisjoint=*/true);
  };
  SmallPtrSet<const Instruction *, 32> Merged;
  if (Word) {
    auto SizeOf = [&](const LoadInst &Load) {
      return F.getDataLayout().getTypeStoreSize(Load.getType());
    };
    auto IsChecked = [&](LoadInst &Load) {
      return Load.isSimple() && !isOfLibrary(Load) &&
             isSimpleSize(SizeOf(Load)) &&
             !isPrivateMemory(Load.getPointerOperand(), IsOfKernel);
    };
    auto SiteOf = [&](const LoadInst &Load) { return siteOf(Load); };
    auto IsThread = [&](const Value &V) {
      auto *Arg = dyn_cast<Argument>(&V);
      return K && Arg && Arg->getArgNo() >= K->env(EnvThread)->getArgNo() &&
             Arg->getArgNo() <= K->env(EnvLinear)->getArgNo();
    };
    for (const MergedReads &Reads :
         mergeReads(F, IsChecked, SiteOf, IsThread)) {
      LoadInst &Load = *Reads.Loads.front();
      B.SetInsertPoint(Reads.At);
      Value *Full = WordOf(Load, sizeBits(SizeOf(Load)));
      Runtime.call("warprt_cpu_check_reads", B.getVoidTy(),
                   {Reads.First, Reads.Count, Reads.Step, Full});
      Merged.insert_range(Reads.Loads);
    }
  }
  SmallVector<Instruction *> All(make_pointer_range(instructions(F)));
  for (Instruction *I : All) {
    if (Merged.contains(I) || isIn(*I, LibraryMemory))
      continue;
    bool IsAtomic = isa<AtomicRMWInst, AtomicCmpXchgInst>(I);
    bool IsOwn = Word && (!isOfLibrary(*I) || IsAtomic);
    B.SetInsertPoint(I);
    for (const MemoryAccess &A : accessesOf(*I)) {
      if (isPrivateMemory(A.Pointer, IsOfKernel))
        continue;
      if (IsOwn)
        checkAccess(Runtime, B, *I, A, WordOf);
      else
        noteWrite(Runtime, B, A);
    }
  }
}

/// Barriers in shared memory release and acquire (runtime/device/Async.c).
static StringRef noteOfFence(const FenceInst &Fence) {
  switch (Fence.getOrdering()) {
  case AtomicOrdering::Release:
    return "warprt_cpu_check_arrive";
  case AtomicOrdering::Acquire:
    return "warprt_cpu_check_waited";
  default:
    return "warprt_cpu_check_fence";
  }
}

static bool isCallOfProcedure(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Call.isIndirectCall() || (Callee && isOwnCode(*Callee));
}

/// Whether blocks may get other numbers while \p F runs.
static bool mayMeetGrid(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Call && (!Callee || !Callee->isDeclaration() ||
                    Callee->getName() == "warprt_cpu_grid_barrier");
  });
}

/// Behind a barrier of the block: another interval, and no operation of the
/// warp in it.
static void passBarrier(Calls &Runtime, IRBuilderBase &B,
                        const ThreadWord &Word, Value *Site, bool MayMeetGrid) {
  if (MayMeetGrid) {
    Value *New = Runtime.call("warprt_cpu_check_barrier", B.getInt64Ty(),
                              {Word.full(B), Site});
    Word.setCommon(B, ThreadWord::commonOf(B, New));
    return;
  }
  auto Field = [](unsigned Bits, unsigned Shift) {
    return ((uint64_t(1) << Bits) - 1) << Shift;
  };
  Value *Intervals = B.getInt64(
      Field(WARPRT_CHECK_INTERVAL_BITS, WARPRT_CHECK_INTERVAL_SHIFT));
  Value *Old = Word.common(B);
  Value *IsLast = B.CreateICmpEQ(B.CreateAnd(Old, Intervals), Intervals);
  Value *One = B.getInt64(uint64_t(1) << WARPRT_CHECK_INTERVAL_SHIFT);
  Value *New = B.CreateAnd(
      B.CreateAdd(Old, B.CreateSelect(IsLast, B.getInt64(0), One)),
      B.getInt64(~Field(WARPRT_CHECK_PHASE_BITS, WARPRT_CHECK_PHASE_SHIFT)));
  Word.setCommon(B, New);
  Runtime.call("warprt_cpu_check_pass", B.getVoidTy(), {Word.full(B), Site});
}

void AccessChecks::instrument(const KernelBody &K) {
  Function &F = *K.Body;
  const bool MayMeetGrid = mayMeetGrid(F);
  IRBuilder<> B(F.getContext());
  Calls Runtime(B);
  Type *I64 = B.getInt64Ty(), *Void = B.getVoidTy();
  ThreadWord Word(F, &K);
  instrumentAccesses(F, &K, &Word);
  B.SetInsertPoint(F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto Wide = [&](unsigned Which, unsigned Dim) {
    return B.CreateZExt(K.env(Which, Dim), I64);
  };
  Value *Row = B.CreateAdd(B.CreateMul(Wide(EnvBlock, 2), Wide(EnvGridDim, 1)),
                           Wide(EnvBlock, 1));
  Value *Block =
      B.CreateAdd(B.CreateMul(Row, Wide(EnvGridDim, 0)), Wide(EnvBlock, 0));
  Word.setCommon(B,
                 Runtime.call("warprt_cpu_check_start", I64, {Sites, Block}));
  SmallVector<Instruction *> All(make_pointer_range(instructions(F)));
  for (Instruction *I : All) {
    if (auto *Fence = dyn_cast<FenceInst>(I)) {
      B.SetInsertPoint(I->getNextNode());
      Runtime.call(noteOfFence(*Fence), Void, {Word.full(B)});
      continue;
    }
    auto *Call = dyn_cast<CallInst>(I);
    if (!Call)
      continue;
    SyncOp Op = classifySync(*Call);
    if (!Op) {
      if (isCallOfProcedure(*Call)) {
        B.SetInsertPoint(I);
        Runtime.call("warprt_cpu_check_call", Void, {Word.full(B)});
      }
      continue;
    }
    B.SetInsertPoint(I->getNextNode());
    if (Op.isWarpLevel()) {
      Value *AreAll = B.getFalse();
      if (Op.Mask)
        AreAll = B.CreateICmpEQ(Op.Mask,
                                Constant::getAllOnesValue(Op.Mask->getType()));
      Word.setCommon(B, Runtime.call("warprt_cpu_check_warp", I64,
                                     {Word.common(B),
                                      B.CreateZExt(AreAll, B.getInt32Ty())}));
    } else if (Op.Kind != WARPCPU_WAIT && Op.Kind != WARPCPU_ACTIVE_MASK) {
      passBarrier(Runtime, B, Word, B.getInt32(siteOf(*I)), MayMeetGrid);
    }
  }
  Word.promote(F);
  dropVariableScopes(F);
}

void AccessChecks::instrument(Function &Procedure) {
  if (!isOwnCode(Procedure)) {
    instrumentAccesses(Procedure, nullptr, /*Word=*/nullptr);
    return;
  }
  ThreadWord Word(Procedure, nullptr);
  instrumentAccesses(Procedure, nullptr, &Word);
  BasicBlock &Entry = Procedure.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  Word.setCommon(B,
                 Calls(B).call("warprt_cpu_check_callee", B.getInt64Ty(), {}));
  Word.promote(Procedure);
  dropVariableScopes(Procedure);
}

} // namespace warpfort::cpu
