//===-- CArguments.cpp - Structures in calls of C functions ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In device code a structure is one value. C compilers for x86-64 put those of
// up to 16 bytes into one or two registers, floating-point ones where eight
// bytes hold nothing else, and larger ones, as well as those for which there
// are not enough registers, into memory:
//
//   declare float @length(%point)        ; struct { float x, y; }
//   %r = call float @length(%point %p)
//
// becomes
//
//   declare float @length(double)
//   store %point %p, ptr %memory
//   %bits = load double, ptr %memory
//   %r = call float @length(double %bits)
//
//===----------------------------------------------------------------------===//
#include "warpfort/Target/CPU/CArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

namespace {

constexpr unsigned WordBytes = 8;

/// How a value is passed.
struct Passing {
  bool InMemory = false;
  SmallVector<Type *, 2> Words; ///< the registers, one for eight bytes each

  bool isStructure() const { return InMemory || !Words.empty(); }
};

/// Registers that are left for arguments.
struct Registers {
  unsigned Integers = 6, Floats = 8;

  /// Whether there are registers for all of \p Types, which are then gone.
  bool take(ArrayRef<Type *> Types) {
    unsigned NumFloats =
        count_if(Types, [](Type *T) { return T->isFloatingPointTy(); });
    unsigned NumIntegers = Types.size() - NumFloats;
    if (NumFloats > Floats || NumIntegers > Integers)
      return false;
    Floats -= NumFloats;
    Integers -= NumIntegers;
    return true;
  }
};

/// A C function and the type that it has on the host.
class CFunction {
public:
  explicit CFunction(Function &F);
  void rewrite();

private:
  void declare();
  void rewriteCall(CallInst &Call);
  Value *makeMemory(CallInst &Call, Type *T);
  Value *wordOf(IRBuilder<> &B, Value *Memory, unsigned Word);

  Function &F;
  const DataLayout &DL;
  Passing Result;
  SmallVector<Passing> Arguments;
  Function *New = nullptr;
};

} // namespace

/// Notes for each eight bytes of a value of type \p T at \p Offset whether they
/// hold anything but floating-point numbers.
static void classify(Type *T, uint64_t Offset, const DataLayout &DL,
                     MutableArrayRef<bool> HasIntegers) {
  if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *Layout = DL.getStructLayout(S);
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      classify(S->getElementType(I), Offset + Layout->getElementOffset(I), DL,
               HasIntegers);
  } else if (auto *A = dyn_cast<ArrayType>(T)) {
    uint64_t Step = DL.getTypeAllocSize(A->getElementType());
    for (uint64_t I = 0; I < A->getNumElements(); ++I)
      classify(A->getElementType(), Offset + I * Step, DL, HasIntegers);
  } else if (!T->isFloatTy() && !T->isDoubleTy()) {
    HasIntegers[Offset / WordBytes] = true;
  }
}

static Passing passingOf(Type *T, const DataLayout &DL) {
  Passing P;
  if (!T->isAggregateType())
    return P;
  uint64_t Size = DL.getTypeAllocSize(T);
  P.InMemory = Size > 2 * WordBytes;
  if (P.InMemory)
    return P;
  bool HasIntegers[2] = {};
  classify(T, 0, DL, HasIntegers);
  for (unsigned I = 0; I * WordBytes < Size; ++I)
    P.Words.push_back(HasIntegers[I] ? Type::getInt64Ty(T->getContext())
                                     : Type::getDoubleTy(T->getContext()));
  return P;
}

CFunction::CFunction(Function &F)
    : F(F), DL(F.getDataLayout()), Result(passingOf(F.getReturnType(), DL)) {
  Registers Left;
  if (Result.InMemory)
    --Left.Integers;
  for (const Argument &Arg : F.args()) {
    Passing P = passingOf(Arg.getType(), DL);
    if (!P.isStructure())
      (void)Left.take(Arg.getType());
    else if (!P.InMemory && !Left.take(P.Words))
      P.InMemory = true;
    Arguments.push_back(P);
  }
}

/// Declares the function with the type that C gives it.
void CFunction::declare() {
  LLVMContext &Context = F.getContext();
  SmallVector<Type *> Types;
  SmallVector<AttributeSet> Attributes;
  auto AddMemory = [&](Type *T, Attribute::AttrKind Kind) {
    AttrBuilder Of(Context);
    Of.addTypeAttr(Kind, T);
    Of.addAlignmentAttr(std::max(Align(WordBytes), DL.getABITypeAlign(T)));
    Types.push_back(PointerType::get(Context, 0));
    Attributes.push_back(AttributeSet::get(Context, Of));
  };
  Type *T = F.getReturnType();
  if (Result.InMemory) {
    AddMemory(T, Attribute::StructRet);
    T = Type::getVoidTy(Context);
  } else if (Result.isStructure()) {
    T = Result.Words.size() == 1 ? Result.Words.front()
                                 : StructType::get(Context, Result.Words);
  }
  for (auto [Arg, P] : zip(F.args(), Arguments)) {
    if (P.InMemory) {
      AddMemory(Arg.getType(), Attribute::ByVal);
    } else if (P.isStructure()) {
      append_range(Types, P.Words);
      Attributes.append(P.Words.size(), AttributeSet());
    } else {
      Types.push_back(Arg.getType());
      Attributes.push_back(F.getAttributes().getParamAttrs(Arg.getArgNo()));
    }
  }
  New = Function::Create(FunctionType::get(T, Types, false), F.getLinkage(),
                         F.getAddressSpace(), "", F.getParent());
  New->setAttributes(
      AttributeList::get(Context, AttributeSet(), AttributeSet(), Attributes));
  New->takeName(&F);
}

/// Memory for a value of type \p T in whole words, in the caller's frame.
Value *CFunction::makeMemory(CallInst &Call, Type *T) {
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  uint64_t Size = alignTo(DL.getTypeAllocSize(T), WordBytes);
  AllocaInst *Memory = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Size));
  Memory->setAlignment(std::max(Align(WordBytes), DL.getABITypeAlign(T)));
  return Memory;
}

Value *CFunction::wordOf(IRBuilder<> &B, Value *Memory, unsigned Word) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, Word * WordBytes);
}

void CFunction::rewriteCall(CallInst &Call) {
  IRBuilder<> B(&Call);
  SmallVector<Value *> Values;
  Type *T = Call.getType();
  Value *Returned = Result.isStructure() ? makeMemory(Call, T) : nullptr;
  if (Result.InMemory)
    Values.push_back(Returned);
  for (auto [Given, P] : zip(Call.args(), Arguments)) {
    if (!P.isStructure()) {
      Values.push_back(Given);
      continue;
    }
    Value *Memory = makeMemory(Call, Given->getType());
    B.CreateStore(Given, Memory);
    if (P.InMemory)
      Values.push_back(Memory);
    else
      for (auto [Word, Register] : enumerate(P.Words))
        Values.push_back(B.CreateLoad(Register, wordOf(B, Memory, Word)));
  }
  CallInst *Changed = B.CreateCall(New, Values);
  Changed->setAttributes(New->getAttributes());
  if (Result.isStructure() && !Result.InMemory) {
    bool IsOne = Result.Words.size() == 1;
    for (unsigned Word = 0; Word < Result.Words.size(); ++Word)
      B.CreateStore(IsOne ? Changed : B.CreateExtractValue(Changed, Word),
                    wordOf(B, Returned, Word));
  }
  Instruction *Whole = Changed;
  if (Returned)
    Whole = B.CreateLoad(T, Returned);
  if (!T->isVoidTy())
    Call.replaceAllUsesWith(Whole);
  Call.eraseFromParent();
}

void CFunction::rewrite() {
  auto IsStructure = [](const Passing &P) { return P.isStructure(); };
  if (!Result.isStructure() && none_of(Arguments, IsStructure))
    return;
  declare();
  for (User *U : make_early_inc_range(F.users()))
    rewriteCall(*cast<CallInst>(U));
  F.eraseFromParent();
}

void followCConvention(Function &F) { CFunction(F).rewrite(); }

} // namespace warpfort
