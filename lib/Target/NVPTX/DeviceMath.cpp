//===-- DeviceMath.cpp - Maths calls to libdevice -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code calls maths functions as LLVM intrinsics (`llvm.sin.f64`) or by
// their libm names (`tgamma`, `hypotf`). One table says how each is done on an
// NVIDIA GPU: by libdevice, whose names are `__nv_` and the libm name, or by
// an LLVM intrinsic that is one or a few PTX instructions.
//
// Square roots and divisions are correctly rounded: they stay LLVM operations.
// `frem` is no such case: the NVPTX back end expands it to an inexact formula,
// so it becomes `__nv_fmod`.
//
//===----------------------------------------------------------------------===//
#include "DeviceMath.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Target/NVPTX/NVPTXCodeGen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <optional>
#include <set>

using namespace llvm;

namespace warpfort {

namespace {

/// One libm function. `Name` is that for double; float adds an `f`.
struct MathFunction {
  StringLiteral Name;
  /// LLVM intrinsic of that meaning, or not_intrinsic.
  Intrinsic::ID ID = Intrinsic::not_intrinsic;
  /// libdevice's name without `__nv_`; empty: PTX has it, use the intrinsic.
  StringLiteral Libdevice = "";
  /// libdevice's fast variant for float, without `__nv_`.
  StringLiteral Fast = "";
};

} // namespace

constexpr Intrinsic::ID None = Intrinsic::not_intrinsic;

static const MathFunction Functions[] = {
    // Done by libdevice.
    {"sin", Intrinsic::sin, "sin", "fast_sinf"},
    {"cos", Intrinsic::cos, "cos", "fast_cosf"},
    {"tan", Intrinsic::tan, "tan", "fast_tanf"},
    {"asin", Intrinsic::asin, "asin"},
    {"acos", Intrinsic::acos, "acos"},
    {"atan", Intrinsic::atan, "atan"},
    {"atan2", Intrinsic::atan2, "atan2"},
    {"sinh", Intrinsic::sinh, "sinh"},
    {"cosh", Intrinsic::cosh, "cosh"},
    {"tanh", Intrinsic::tanh, "tanh", "fast_tanhf"},
    {"asinh", None, "asinh"},
    {"acosh", None, "acosh"},
    {"atanh", None, "atanh"},
    {"exp", Intrinsic::exp, "exp", "fast_expf"},
    {"exp2", Intrinsic::exp2, "exp2"},
    {"exp10", Intrinsic::exp10, "exp10", "fast_exp10f"},
    {"expm1", None, "expm1"},
    {"log", Intrinsic::log, "log", "fast_logf"},
    {"log2", Intrinsic::log2, "log2", "fast_log2f"},
    {"log10", Intrinsic::log10, "log10", "fast_log10f"},
    {"log1p", None, "log1p"},
    {"logb", None, "logb"},
    {"ilogb", None, "ilogb"},
    {"pow", Intrinsic::pow, "pow", "fast_powf"},
    {"powi", Intrinsic::powi, "powi"},
    {"cbrt", None, "cbrt"},
    {"hypot", None, "hypot"},
    {"erf", None, "erf"},
    {"erfc", None, "erfc"},
    {"tgamma", None, "tgamma"},
    {"lgamma", None, "lgamma"},
    {"j0", None, "j0"},
    {"j1", None, "j1"},
    {"jn", None, "jn"},
    {"y0", None, "y0"},
    {"y1", None, "y1"},
    {"yn", None, "yn"},
    {"fmod", None, "fmod"},
    {"remainder", None, "remainder"},
    {"remquo", None, "remquo"},
    {"fdim", None, "fdim"},
    {"nextafter", None, "nextafter"},
    {"ldexp", Intrinsic::ldexp, "ldexp"},
    {"scalbn", None, "scalbn"},
    {"frexp", None, "frexp"},
    {"modf", None, "modf"},
    {"sincos", None, "sincos"},
    // `long` has 64 bits.
    {"lround", Intrinsic::lround, "llround"},
    {"llround", Intrinsic::llround, "llround"},
    {"lrint", Intrinsic::lrint, "llrint"},
    {"llrint", Intrinsic::llrint, "llrint"},
    // Done by PTX.
    {"sqrt", Intrinsic::sqrt},
    {"fabs", Intrinsic::fabs},
    {"floor", Intrinsic::floor},
    {"ceil", Intrinsic::ceil},
    {"trunc", Intrinsic::trunc},
    {"round", Intrinsic::round},
    {"roundeven", Intrinsic::roundeven},
    {"rint", Intrinsic::rint},
    {"nearbyint", Intrinsic::nearbyint},
    {"copysign", Intrinsic::copysign},
    {"fma", Intrinsic::fma},
    {"fmin", Intrinsic::minnum},
    {"fmax", Intrinsic::maxnum},
};

static const MathFunction *findByIntrinsic(Intrinsic::ID ID) {
  const MathFunction *Found =
      find_if(Functions, [&](const MathFunction &F) { return F.ID == ID; });
  return Found == std::end(Functions) ? nullptr : Found;
}

/// Finds `sin` or `sinf`; \p IsFloat says which.
static const MathFunction *findByName(StringRef Name, bool &IsFloat) {
  auto Find = [](StringRef Base) -> const MathFunction * {
    const MathFunction *Found = find_if(
        Functions, [&](const MathFunction &F) { return F.Name == Base; });
    return Found == std::end(Functions) ? nullptr : Found;
  };
  IsFloat = false;
  if (const MathFunction *F = Find(Name))
    return F->Name == "powi" ? nullptr : F; // no libm function
  IsFloat = true;
  if (Name.consume_back("f"))
    if (const MathFunction *F = Find(Name))
      return F->Name == "powi" ? nullptr : F;
  return nullptr;
}

bool isNVPTXMathFunction(StringRef Name) {
  bool IsFloat;
  return findByName(Name, IsFloat);
}

namespace {

/// Rewrites the maths of one module.
class MathMapper {
public:
  MathMapper(Module &M, bool FastMath) : M(M), FastMath(FastMath) {}
  Error run();
  std::vector<std::string> needed() const {
    return {Needed.begin(), Needed.end()};
  }

private:
  Error mapInstruction(Instruction &I);
  Error mapIntrinsic(IntrinsicInst &Call);
  Error mapNamedCall(CallInst &Call, const MathFunction &F, bool IsFloat);
  void mapFrexp(IntrinsicInst &Call);
  void mapSincos(IntrinsicInst &Call);

  Value *callLibdevice(IRBuilder<> &Builder, const MathFunction &F,
                       bool IsFloat, Type *Result, ArrayRef<Value *> Args);
  Value *callByName(IRBuilder<> &Builder, StringRef Name, Type *Result,
                    ArrayRef<Value *> Args);
  Error unsupported(Instruction &I, StringRef What);

  Module &M;
  bool FastMath;
  std::set<std::string> Needed;
};

} // namespace

Error MathMapper::unsupported(Instruction &I, StringRef What) {
  return makeError("the NVIDIA target has no " + What + ", which '" +
                   demangleName(I.getFunction()->getName()) + "' uses");
}

Value *MathMapper::callByName(IRBuilder<> &Builder, StringRef Name,
                              Type *Result, ArrayRef<Value *> Args) {
  SmallVector<Type *> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  FunctionCallee Callee = M.getOrInsertFunction(
      ("__nv_" + Name).str(),
      FunctionType::get(Result, Types, /*isVarArg=*/false));
  return Builder.CreateCall(Callee, Args);
}

Value *MathMapper::callLibdevice(IRBuilder<> &Builder, const MathFunction &F,
                                 bool IsFloat, Type *Result,
                                 ArrayRef<Value *> Args) {
  Needed.insert((F.Name + (IsFloat ? "f" : "")).str());
  if (IsFloat && FastMath && !F.Fast.empty())
    return callByName(Builder, F.Fast, Result, Args);
  return callByName(Builder, (F.Libdevice + (IsFloat ? "f" : "")).str(), Result,
                    Args);
}

static void replace(Instruction &I, Value *New) {
  if (auto *NewInst = dyn_cast<Instruction>(New))
    NewInst->takeName(&I);
  I.replaceAllUsesWith(New);
  I.eraseFromParent();
}

/// { value, exponent } = llvm.frexp(x)
///   -> int e; value = __nv_frexp(x, &e);
void MathMapper::mapFrexp(IntrinsicInst &Call) {
  IRBuilder<> Entry(&*Call.getFunction()->getEntryBlock().begin());
  Value *Slot = Entry.CreateAlloca(Entry.getInt32Ty());
  IRBuilder<> Builder(&Call);
  Value *X = Call.getArgOperand(0);
  bool IsFloat = X->getType()->isFloatTy();
  Needed.insert(IsFloat ? "frexpf" : "frexp");
  Value *Fraction = callByName(Builder, IsFloat ? "frexpf" : "frexp",
                               X->getType(), {X, Slot});
  Value *Exponent = Builder.CreateLoad(Builder.getInt32Ty(), Slot);
  Exponent = Builder.CreateSExtOrTrunc(Exponent,
                                       Call.getType()->getStructElementType(1));
  Value *Pair =
      Builder.CreateInsertValue(PoisonValue::get(Call.getType()), Fraction, 0);
  replace(Call, Builder.CreateInsertValue(Pair, Exponent, 1));
}

void MathMapper::mapSincos(IntrinsicInst &Call) {
  IRBuilder<> Builder(&Call);
  Value *X = Call.getArgOperand(0);
  bool IsFloat = X->getType()->isFloatTy();
  Value *Sine = callLibdevice(Builder, *findByIntrinsic(Intrinsic::sin),
                              IsFloat, X->getType(), {X});
  Value *Cosine = callLibdevice(Builder, *findByIntrinsic(Intrinsic::cos),
                                IsFloat, X->getType(), {X});
  Value *Pair =
      Builder.CreateInsertValue(PoisonValue::get(Call.getType()), Sine, 0);
  replace(Call, Builder.CreateInsertValue(Pair, Cosine, 1));
}

Error MathMapper::mapIntrinsic(IntrinsicInst &Call) {
  Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::modf)
    return unsupported(Call, "modf intrinsic");
  if (ID == Intrinsic::frexp || ID == Intrinsic::sincos) {
    Type *Ty = Call.getArgOperand(0)->getType();
    if (!Ty->isFloatTy() && !Ty->isDoubleTy())
      return unsupported(Call, "intrinsic " +
                                   Call.getCalledFunction()->getName().str());
    if (ID == Intrinsic::frexp)
      mapFrexp(Call);
    else
      mapSincos(Call);
    return Error::success();
  }
  const MathFunction *F = findByIntrinsic(ID);
  if (!F || F->Libdevice.empty())
    return Error::success();

  // Half precision goes through float, as libdevice has none of it.
  IRBuilder<> Builder(&Call);
  Type *Ty = Call.getArgOperand(0)->getType();
  bool IsHalf = Ty->isHalfTy() || Ty->isBFloatTy();
  if (!IsHalf && !Ty->isFloatTy() && !Ty->isDoubleTy())
    return unsupported(Call, "intrinsic " +
                                 Call.getCalledFunction()->getName().str());
  SmallVector<Value *> Args;
  for (Value *Arg : Call.args()) {
    if (IsHalf && Arg->getType() == Ty)
      Arg = Builder.CreateFPExt(Arg, Builder.getFloatTy());
    else if (Arg->getType()->isIntegerTy())
      Arg = Builder.CreateSExtOrTrunc(Arg, Builder.getInt32Ty());
    Args.push_back(Arg);
  }
  Type *Result = Call.getType();
  Type *CallResult = Result;
  if (Result->isIntegerTy())
    CallResult = Builder.getInt64Ty(); // lround and its kin
  else if (IsHalf)
    CallResult = Builder.getFloatTy();
  Value *New = callLibdevice(Builder, *F, !Ty->isDoubleTy(), CallResult, Args);
  if (Result->isIntegerTy())
    New = Builder.CreateSExtOrTrunc(New, Result);
  else if (IsHalf)
    New = Builder.CreateFPTrunc(New, Result);
  replace(Call, New);
  return Error::success();
}

Error MathMapper::mapNamedCall(CallInst &Call, const MathFunction &F,
                               bool IsFloat) {
  IRBuilder<> Builder(&Call);
  SmallVector<Value *> Args(Call.args());
  Type *Real = IsFloat ? Builder.getFloatTy() : Builder.getDoubleTy();
  if (F.Libdevice.empty()) {
    if (Call.getType() != Real ||
        any_of(Args, [&](Value *Arg) { return Arg->getType() != Real; }))
      return unsupported(Call,
                         "function '" + F.Name.str() + "' with such arguments");
    replace(Call, Builder.CreateIntrinsic(F.ID, {Real}, Args));
    return Error::success();
  }
  Value *New = callLibdevice(Builder, F, IsFloat, Call.getType(), Args);
  if (Call.getType()->isVoidTy())
    Call.eraseFromParent();
  else
    replace(Call, New);
  return Error::success();
}

Error MathMapper::mapInstruction(Instruction &I) {
  if (I.getOpcode() == Instruction::FRem) {
    IRBuilder<> Builder(&I);
    Type *Ty = I.getType();
    bool IsHalf = Ty->isHalfTy() || Ty->isBFloatTy();
    if (!IsHalf && !Ty->isFloatTy() && !Ty->isDoubleTy())
      return unsupported(I, "remainder of this type");
    Value *X = I.getOperand(0), *Y = I.getOperand(1);
    if (IsHalf) {
      X = Builder.CreateFPExt(X, Builder.getFloatTy());
      Y = Builder.CreateFPExt(Y, Builder.getFloatTy());
    }
    bool IsFloat;
    const MathFunction *F = findByName("fmod", IsFloat);
    Value *New =
        callLibdevice(Builder, *F, !Ty->isDoubleTy(), X->getType(), {X, Y});
    replace(I, IsHalf ? Builder.CreateFPTrunc(New, Ty) : New);
    return Error::success();
  }
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return mapIntrinsic(*Intrinsic);
  auto *Call = dyn_cast<CallInst>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  // A function of that name that the program defines is the program's own.
  if (!Callee || !Callee->isDeclaration())
    return Error::success();
  bool IsFloat;
  const MathFunction *F = findByName(Callee->getName(), IsFloat);
  return F ? mapNamedCall(*Call, *F, IsFloat) : Error::success();
}

Error MathMapper::run() {
  for (Function &F : make_early_inc_range(M))
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (Error E = mapInstruction(I))
        return E;
  // Calls of libdevice functions that were in the program already.
  for (Function &F : M)
    if (F.isDeclaration() && !F.use_empty() && F.getName().starts_with("__nv_"))
      Needed.insert(F.getName().drop_front(5).str());
  return Error::success();
}

Expected<std::vector<std::string>> mapMathToLibdevice(Module &M,
                                                      bool FastMath) {
  MathMapper Mapper(M, FastMath);
  if (Error E = Mapper.run())
    return std::move(E);
  return Mapper.needed();
}

void resolveReflection(Module &M, bool FastMath) {
  Function *Reflect = M.getFunction("__nvvm_reflect");
  if (!Reflect)
    return;
  for (User *U : make_early_inc_range(Reflect->users())) {
    auto *Call = dyn_cast<CallInst>(U);
    StringRef Question;
    if (!Call || !getConstantStringInfo(Call->getArgOperand(0), Question))
      continue;
    std::optional<int> Answer;
    if (Question == "__CUDA_FTZ")
      Answer = FastMath;
    else if (Question == "__CUDA_PREC_SQRT" || Question == "__CUDA_PREC_DIV")
      Answer = !FastMath;
    if (Answer)
      replace(*Call, ConstantInt::get(Call->getType(), *Answer));
  }
}

void applyFastMath(Module &M, bool Fuse) {
  FastMathFlags Flags;
  Flags.setAllowReciprocal();
  Flags.setAllowContract(Fuse);
  Flags.setApproxFunc();
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    F.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
    for (Instruction &I : instructions(F))
      if (isa<FPMathOperator>(I))
        I.setFastMathFlags(I.getFastMathFlags() | Flags);
  }
}

} // namespace warpfort
