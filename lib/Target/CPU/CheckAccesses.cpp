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
//   word = warprt_cpu_check_start(sites, block, thread);
//   ...
//   warprt_cpu_check_access(&a[i], word | WRITE | 2 << SIZE | 17);  // site 17
//   a[i] = x;
//   barrier();
//   word = warprt_cpu_check_barrier(word, 18);
//
// Reads at equal distances are one call (MergeReads.cpp).
//
// The marks are an access group: LLVM keeps one where it joins two accesses
// that both have it, and where it rewrites an access.
//
//===----------------------------------------------------------------------===//
#include "CheckAccesses.h"
#include "MemoryAccesses.h"
#include "MergeReads.h"
#include "SyncOps.h"
#include "VariableScopes.h"
#include "warprt/CpuCheck.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace warpfort::cpu {
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

class Calls {
public:
  explicit Calls(IRBuilderBase &B) : B(B) {}
  CallInst *call(StringRef Name, Type *Result, ArrayRef<Value *> Args) {
    SmallVector<Type *, 4> Types;
    for (Value *Arg : Args)
      Types.push_back(Arg->getType());
    Module &M = *B.GetInsertBlock()->getModule();
    auto *T = FunctionType::get(Result, Types, false);
    return B.CreateCall(M.getOrInsertFunction(Name, T), Args);
  }

private:
  IRBuilderBase &B;
};

} // namespace

AccessChecks::AccessChecks(Module &M)
    : M(M), Own(MDNode::getDistinct(M.getContext(), {})), Sites(nullptr) {}

//===-- Marks -------------------------------------------------------------===//

void AccessChecks::mark() {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    // All have it, so that they can be inlined into each other. It keeps LLVM
    // from accesses that the program does not make.
    F.addFnAttr(Attribute::SanitizeThread);
    if (!isOwnCode(F))
      continue;
    F.removeFnAttr(Attribute::OptimizeNone);
    for (Instruction &I : instructions(F))
      if (I.mayReadOrWriteMemory() && !accessesOf(I).empty())
        I.setMetadata(LLVMContext::MD_access_group,
                      uniteAccessGroups(
                          I.getMetadata(LLVMContext::MD_access_group), Own));
  }
}

void AccessChecks::endPreparation() {
  for (Function &F : M)
    F.removeFnAttr(Attribute::SanitizeThread);
  auto *Ptr = PointerType::get(M.getContext(), 0);
  auto *T = StructType::get(Ptr, Type::getInt64Ty(M.getContext()));
  Sites = new GlobalVariable(M, T, true, GlobalValue::InternalLinkage,
                             Constant::getNullValue(T), "warpfort.sites");
}

bool AccessChecks::isMarked(const Instruction &I) const {
  const MDNode *Groups = I.getMetadata(LLVMContext::MD_access_group);
  return Groups && (Groups == Own || is_contained(Groups->operands(), Own));
}

//===-- Places in the source ----------------------------------------------===//

unsigned AccessChecks::siteOf(const Instruction &I) {
  const DILocation *Loc = I.getDebugLoc().get();
  if (!Loc || Loc->getLine() == 0)
    return WARPRT_CHECK_NO_SITE;
  Site S{Loc->getScope()->getSubprogram()->getFilename().str(),
         variableOfScope(*Loc).str(), Loc->getLine()};
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
  else if (IsSimple)
    Runtime.call("warprt_cpu_check_access", Void, {A.Pointer, Full});
  else
    Runtime.call("warprt_cpu_check_range", Void,
                 {A.Pointer, B.CreateZExtOrTrunc(A.Bytes, I64), Full});
}

void AccessChecks::instrumentAccesses(Function &F, const KernelBody *K,
                                      Value *Word) {
  IRBuilder<> B(F.getContext());
  Calls Runtime(B);
  auto IsOfKernel = [&](const Argument &Arg) {
    return K && Arg.getArgNo() < K->Params.size() &&
           K->Params[Arg.getArgNo()].ByReference;
  };
  auto WordOf = [&](const Instruction &I, uint64_t Bits) {
    return B.CreateOr(B.CreateLoad(B.getInt64Ty(), Word),
                      B.getInt64(siteOf(I) | Bits), "checked");
  };
  SmallPtrSet<const Instruction *, 32> Merged;
  if (Word) {
    auto SizeOf = [&](const LoadInst &Load) {
      return F.getDataLayout().getTypeStoreSize(Load.getType());
    };
    auto IsChecked = [&](LoadInst &Load) {
      return Load.isSimple() && isMarked(Load) && isSimpleSize(SizeOf(Load)) &&
             !isPrivateMemory(Load.getPointerOperand(), IsOfKernel);
    };
    auto SiteOf = [&](const LoadInst &Load) { return siteOf(Load); };
    for (const MergedReads &Reads : mergeReads(F, IsChecked, SiteOf)) {
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
    if (Merged.contains(I))
      continue;
    bool IsAtomic = isa<AtomicRMWInst, AtomicCmpXchgInst>(I);
    bool IsOwn = Word && (isMarked(*I) || IsAtomic);
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

static void promote(Function &F, AllocaInst *Word) {
  DominatorTree Tree(F);
  PromoteMemToReg({Word}, Tree);
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

void AccessChecks::instrument(const KernelBody &K) {
  Function &F = *K.Body;
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
  Calls Runtime(B);
  Type *I64 = B.getInt64Ty(), *Void = B.getVoidTy();
  AllocaInst *Word = B.CreateAlloca(I64, nullptr, "word");
  instrumentAccesses(F, &K, Word);
  B.SetInsertPoint(F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto Wide = [&](unsigned Which, unsigned Dim) {
    return B.CreateZExt(K.env(Which, Dim), I64);
  };
  Value *Row = B.CreateAdd(B.CreateMul(Wide(EnvBlock, 2), Wide(EnvGridDim, 1)),
                           Wide(EnvBlock, 1));
  Value *Block =
      B.CreateAdd(B.CreateMul(Row, Wide(EnvGridDim, 0)), Wide(EnvBlock, 0));
  B.CreateStore(Runtime.call("warprt_cpu_check_start", I64,
                             {Sites, Block, K.env(EnvLinear)}),
                Word);
  SmallVector<Instruction *> All(make_pointer_range(instructions(F)));
  for (Instruction *I : All) {
    if (auto *Fence = dyn_cast<FenceInst>(I)) {
      B.SetInsertPoint(I->getNextNode());
      Runtime.call(noteOfFence(*Fence), Void, {B.CreateLoad(I64, Word)});
      continue;
    }
    auto *Call = dyn_cast<CallInst>(I);
    if (!Call)
      continue;
    SyncOp Op = classifySync(*Call);
    if (!Op) {
      if (isCallOfProcedure(*Call)) {
        B.SetInsertPoint(I);
        Runtime.call("warprt_cpu_check_call", Void, {B.CreateLoad(I64, Word)});
      }
      continue;
    }
    B.SetInsertPoint(I->getNextNode());
    Value *Old = B.CreateLoad(I64, Word), *New;
    if (Op.isWarpLevel()) {
      auto *Mask = dyn_cast_or_null<ConstantInt>(Op.Mask);
      New = Runtime.call("warprt_cpu_check_warp", I64,
                         {Old, B.getInt32(Mask && Mask->isMinusOne())});
    } else if (Op.Kind != WARPCPU_WAIT && Op.Kind != WARPCPU_ACTIVE_MASK) {
      New = Runtime.call("warprt_cpu_check_barrier", I64,
                         {Old, B.getInt32(siteOf(*I))});
    } else {
      continue;
    }
    B.CreateStore(New, Word);
  }
  promote(F, Word);
  dropVariableScopes(F);
}

void AccessChecks::instrument(Function &Procedure) {
  if (!isOwnCode(Procedure)) {
    instrumentAccesses(Procedure, nullptr, /*Word=*/nullptr);
    return;
  }
  BasicBlock &Entry = Procedure.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  AllocaInst *Word = B.CreateAlloca(B.getInt64Ty(), nullptr, "word");
  instrumentAccesses(Procedure, nullptr, Word);
  B.SetInsertPoint(Entry.getFirstNonPHIOrDbgOrAlloca());
  B.CreateStore(Calls(B).call("warprt_cpu_check_callee", B.getInt64Ty(), {}),
                Word);
  promote(Procedure, Word);
  dropVariableScopes(Procedure);
}

} // namespace warpfort::cpu
