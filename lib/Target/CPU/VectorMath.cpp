//===-- VectorMath.cpp - Mathematics of vectors ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// glibc names its functions as the x86-64 vector function ABI says:
// _ZGVdN4v_exp is exp of four real(8) for processors with AVX2. There is one
// for each length of registers; for vectors of 2, 4 and so on of the longest,
// as loops with elements of several sizes and loops over the lanes of a warp
// have, there are names of our own, which splitLongVectors replaces.
//
// libm's script of the linker brings libmvec along, also for static programs.
//
//===----------------------------------------------------------------------===//
#include "VectorMath.h"
#include "warpfort/Support/BitcodeAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

struct MathFunction {
  StringLiteral Name;
  unsigned NumArgs = 1;
  bool IsIntrinsic = true; ///< LLVM has llvm.<name>
};

/// What glibc 2.35 and later have as vector functions.
constexpr MathFunction Functions[] = {{"acos"},
                                      {"acosh", 1, false},
                                      {"asin"},
                                      {"asinh", 1, false},
                                      {"atan"},
                                      {"atan2", 2},
                                      {"atanh", 1, false},
                                      {"cbrt", 1, false},
                                      {"cos"},
                                      {"cosh"},
                                      {"erf", 1, false},
                                      {"erfc", 1, false},
                                      {"exp"},
                                      {"exp10"},
                                      {"exp2"},
                                      {"expm1", 1, false},
                                      {"hypot", 2, false},
                                      {"log"},
                                      {"log10"},
                                      {"log1p", 1, false},
                                      {"log2"},
                                      {"pow", 2},
                                      {"sin"},
                                      {"sinh"},
                                      {"tan"},
                                      {"tanh"}};

/// Begins the name of a function for more than one register.
constexpr StringLiteral LongPrefix = "warpfort.vector.";

/// A loop over a warp has the most elements.
constexpr unsigned MostElements = 32;

unsigned registerBits(const TargetMachine &Host) {
  const MCSubtargetInfo &CPU = *Host.getMCSubtargetInfo();
  if (CPU.checkFeatures("+avx512f,+avx512dq,+avx512vl"))
    return 512;
  return CPU.checkFeatures("+avx2,+fma") ? 256 : 128;
}

/// The letter of the function's registers: SSE, AVX2 or AVX-512.
char isaOf(unsigned Bits) {
  return Bits == 512 ? 'e' : Bits == 256 ? 'd' : 'b';
}

/// libm's name for double is \p F's; for float it ends in `f`.
std::string libmName(const MathFunction &F, bool IsFloat) {
  return (F.Name + (IsFloat ? "f" : "")).str();
}

bool isMath(const Function &F) {
  Type *T = F.getReturnType();
  bool IsFloat = T->isFloatTy();
  if ((!IsFloat && !T->isDoubleTy()) || F.isVarArg() ||
      any_of(F.args(), [&](const Argument &A) { return A.getType() != T; }))
    return false;
  return any_of(Functions, [&](const MathFunction &Math) {
    return F.arg_size() == Math.NumArgs &&
           F.getName() == libmName(Math, IsFloat);
  });
}

} // namespace

void keepExactMath(Module &M) {
  for (Function &F : M)
    if (F.hasFnAttribute(bitcode::ExactMathAttr))
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          Call->addFnAttr(Attribute::NoBuiltin);
}

void markMathPure(Module &M, ArrayRef<std::string> HostFunctions) {
  for (Function &F : M)
    if (F.isDeclaration() && isMath(F) &&
        !is_contained(HostFunctions, F.getName())) {
      F.setDoesNotAccessMemory();
      F.setDoesNotThrow();
      F.setWillReturn();
    }
}

VectorMath::VectorMath(const Module &M, const TargetMachine &Host,
                       ArrayRef<std::string> HostFunctions)
    : RegisterBits(registerBits(Host)), Library(M.getTargetTriple()) {
  std::vector<VecDesc> List;
  for (const MathFunction &F : Functions)
    for (bool IsFloat : {false, true}) {
      StringRef Scalar = Names.save(libmName(F, IsFloat));
      StringRef Intrinsic =
          Names.save("llvm." + F.Name + ".f" + (IsFloat ? "32" : "64"));
      // A function of that name that the program has, or that has another type,
      // is the program's own.
      const Function *Own = M.getFunction(Scalar);
      bool IsOwn = (Own && (!Own->isDeclaration() || !isMath(*Own))) ||
                   is_contained(HostFunctions, Scalar);
      unsigned Size = IsFloat ? 32 : 64, Most = RegisterBits / Size;
      for (unsigned N = 128 / Size; N <= MostElements; N *= 2) {
        std::string Args(F.NumArgs, 'v');
        std::string Name =
            (Twine("_ZGV") + Twine(isaOf(std::min(N, Most) * Size)) + "N" +
             Twine(std::min(N, Most)) + Args + "_" + Scalar)
                .str();
        if (N > Most)
          Name = (LongPrefix + Twine(N) + "." + Name).str();
        StringRef Vector = Names.save(Name);
        StringRef Prefix = Names.save("_ZGV_LLVM_N" + Twine(N) + Args);
        auto Add = [&](StringRef Of) {
          List.emplace_back(Of, Vector, ElementCount::getFixed(N),
                            /*Masked=*/false, Prefix, std::nullopt);
        };
        if (!IsOwn)
          Add(Scalar);
        if (F.IsIntrinsic)
          Add(Intrinsic);
      }
    }
  Library.addVectorizableFunctions(List);
}

void VectorMath::splitLongVectors(Module &M) const {
  for (Function &F : make_early_inc_range(M)) {
    StringRef Name = F.getName();
    if (!Name.consume_front(LongPrefix))
      continue;
    Name = Name.split('.').second;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call)
        continue; // of the vectoriser's list of what it may use
      IRBuilder<> B(Call);
      auto *Long = cast<FixedVectorType>(Call->getType());
      unsigned Length =
          RegisterBits / Long->getElementType()->getScalarSizeInBits();
      auto *Short = FixedVectorType::get(Long->getElementType(), Length);
      SmallVector<Type *, 2> Types(Call->arg_size(), Short);
      FunctionCallee Piece = M.getOrInsertFunction(
          Name, FunctionType::get(Short, Types, /*isVarArg=*/false));
      cast<Function>(Piece.getCallee())->setAttributes(F.getAttributes());
      Value *Result = PoisonValue::get(Long);
      for (unsigned First = 0; First < Long->getNumElements();
           First += Length) {
        SmallVector<Value *, 2> Args;
        for (Value *Arg : Call->args())
          Args.push_back(B.CreateExtractVector(Short, Arg, First));
        Result = B.CreateInsertVector(Long, Result, B.CreateCall(Piece, Args),
                                      First);
      }
      Call->replaceAllUsesWith(Result);
      Call->eraseFromParent();
    }
  }
}

} // namespace warpfort::cpu
