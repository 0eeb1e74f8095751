//===-- Calls.cpp - Calls of functions in device code ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of math.h are operations or functions of the device library, and
/// so are those of the C library that device code may call; other functions are
/// those of the program. printf() and failed assertions have functions in the
/// runtime and in the device library (warprt/DeviceLibrary.h).
///
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

using namespace mlir;

namespace warpfort::c {

/// isnan() and the like, which give an int.
Value Lowering::classification(const clang::CallExpr *E, StringRef Name) {
  using F = arith::CmpFPredicate;
  StringRef Base = Name;
  Base.consume_front("__");
  bool IsFinite = Base == "isfinite" || Base == "finite" || Base == "finitef",
       IsInf = Base == "isinf" || Base == "isinff" || Base == "isinf_sign",
       IsNormal = Base == "isnormal",
       IsSign = Base == "signbit" || Base == "signbitf";
  if (E->getNumArgs() != 1 || !E->getArg(0)->getType()->isRealFloatingType() ||
      !(IsFinite || IsInf || IsNormal || IsSign || Base == "isnan" ||
        Base == "isnanf"))
    return {};
  Value V = scalar(E->getArg(0));
  auto T = dyn_cast<FloatType>(V.getType());
  if (!T) // after a message
    return V;
  auto Real = [&](const llvm::APFloat &Number) -> Value {
    return arith::ConstantOp::create(B, Here, FloatAttr::get(T, Number));
  };
  const llvm::fltSemantics &Semantics = T.getFloatSemantics();
  auto Compare = [&](F Predicate, Value L, Value R) -> Value {
    return arith::ExtUIOp::create(
        B, Here, B.getI32Type(),
        arith::CmpFOp::create(B, Here, Predicate, L, R));
  };
  if (IsSign) {
    Type Word = B.getIntegerType(T.getWidth());
    Value Negative = arith::CmpIOp::create(
        B, Here, arith::CmpIPredicate::slt,
        arith::BitcastOp::create(B, Here, Word, V), constant(Word, 0));
    return arith::ExtUIOp::create(B, Here, B.getI32Type(), Negative);
  }
  Value Size = math::AbsFOp::create(B, Here, V);
  Value Infinity = Real(llvm::APFloat::getInf(Semantics));
  if (IsFinite)
    return Compare(F::OLT, Size, Infinity);
  if (IsNormal)
    return arith::AndIOp::create(
        B, Here, Compare(F::OLT, Size, Infinity),
        Compare(F::OGE, Size,
                Real(llvm::APFloat::getSmallestNormalized(Semantics))));
  if (!IsInf)
    return Compare(F::UNO, V, V);
  // With the sign of what is infinite.
  return arith::SubIOp::create(
      B, Here, Compare(F::OEQ, V, Infinity),
      Compare(F::OEQ, V, Real(llvm::APFloat::getInf(Semantics, true))));
}

/// fpclassify(), which names the five kinds of numbers before the number.
Value Lowering::numberKind(const clang::CallExpr *E) {
  using F = arith::CmpFPredicate;
  Value V = scalar(E->getArg(5));
  auto T = dyn_cast<FloatType>(V.getType());
  if (!T) // after a message
    return V;
  const llvm::fltSemantics &Semantics = T.getFloatSemantics();
  Value Size = math::AbsFOp::create(B, Here, V);
  Value Kind = scalar(E->getArg(0));
  auto Choose = [&](F Predicate, const llvm::APFloat &Bound,
                    unsigned Argument) {
    Value Limit = arith::ConstantOp::create(B, Here, FloatAttr::get(T, Bound));
    Kind = arith::SelectOp::create(
        B, Here, arith::CmpFOp::create(B, Here, Predicate, Size, Limit),
        scalar(E->getArg(Argument)), Kind);
  };
  Choose(F::OEQ, llvm::APFloat::getInf(Semantics), 1);
  Choose(F::OLT, llvm::APFloat::getInf(Semantics), 2);
  Choose(F::OLT, llvm::APFloat::getSmallestNormalized(Semantics), 3);
  Choose(F::OEQ, llvm::APFloat::getZero(Semantics), 4);
  return Kind;
}

namespace {

template <typename Op>
Value make(fir::FirOpBuilder &B, Location Loc, ArrayRef<Value> Args) {
  return Op::create(B, Loc, ValueRange(Args));
}

/// A function of math.h that is an operation.
struct MathOperation {
  StringLiteral Name;
  unsigned Arguments;
  Value (*Make)(fir::FirOpBuilder &, Location, ArrayRef<Value>);
};

constexpr MathOperation MathOperations[] = {
    {"sqrt", 1, make<math::SqrtOp>},
    {"fabs", 1, make<math::AbsFOp>},
    {"exp", 1, make<math::ExpOp>},
    {"exp2", 1, make<math::Exp2Op>},
    {"expm1", 1, make<math::ExpM1Op>},
    {"log", 1, make<math::LogOp>},
    {"log2", 1, make<math::Log2Op>},
    {"log10", 1, make<math::Log10Op>},
    {"log1p", 1, make<math::Log1pOp>},
    {"sin", 1, make<math::SinOp>},
    {"cos", 1, make<math::CosOp>},
    {"tan", 1, make<math::TanOp>},
    {"asin", 1, make<math::AsinOp>},
    {"acos", 1, make<math::AcosOp>},
    {"atan", 1, make<math::AtanOp>},
    {"sinh", 1, make<math::SinhOp>},
    {"cosh", 1, make<math::CoshOp>},
    {"tanh", 1, make<math::TanhOp>},
    {"asinh", 1, make<math::AsinhOp>},
    {"acosh", 1, make<math::AcoshOp>},
    {"atanh", 1, make<math::AtanhOp>},
    {"erf", 1, make<math::ErfOp>},
    {"erfc", 1, make<math::ErfcOp>},
    {"cbrt", 1, make<math::CbrtOp>},
    {"floor", 1, make<math::FloorOp>},
    {"ceil", 1, make<math::CeilOp>},
    {"trunc", 1, make<math::TruncOp>},
    {"round", 1, make<math::RoundOp>},
    {"rint", 1, make<math::RoundEvenOp>},
    {"nearbyint", 1, make<math::RoundEvenOp>},
    {"pow", 2, make<math::PowFOp>},
    {"atan2", 2, make<math::Atan2Op>},
    {"copysign", 2, make<math::CopySignOp>},
    {"fmin", 2, make<arith::MinNumFOp>},
    {"fmax", 2, make<arith::MaxNumFOp>},
    {"fma", 3, make<math::FmaOp>},
};

} // namespace

/// Functions of math.h, some of which are operations.
Value Lowering::mathCall(const clang::CallExpr *E, StringRef Name, bool &Done) {
  QualType T = E->getType();
  Done = true;
  Name.consume_front("__builtin_");
  if ((Name == "abs" || Name == "labs" || Name == "llabs") &&
      E->getNumArgs() == 1)
    return math::AbsIOp::create(B, Here, scalar(E->getArg(0)));
  if (Value V = classification(E, Name))
    return V;
  if (Value V = quietCompare(E, Name))
    return V;
  if (Name == "fpclassify" && E->getNumArgs() == 6)
    return numberKind(E);
  bool IsFloat = T->isSpecificBuiltinType(clang::BuiltinType::Float);
  bool IsDouble = T->isSpecificBuiltinType(clang::BuiltinType::Double);
  StringRef Base = Name;
  if (IsFloat ? !Base.consume_back("f") : !IsDouble) {
    Done = false;
    return {};
  }
  const auto *Operation =
      llvm::find_if(MathOperations, [&](const MathOperation &Row) {
        return Row.Name == Base && Row.Arguments == E->getNumArgs();
      });
  if (Operation == std::end(MathOperations)) {
    Done = false;
    return {};
  }
  SmallVector<Value> Args;
  for (const Expr *Arg : E->arguments())
    Args.push_back(scalar(Arg));
  return Operation->Make(B, Here, Args);
}

/// A function of math.h that the device's mathematical libraries have.
Value Lowering::mathLibraryCall(const clang::CallExpr *E, StringRef Name,
                                bool &Done) {
  static constexpr StringLiteral Library[] = {
      "exp10",  "fdim",   "fmod",  "frexp",     "hypot",  "ilogb",     "j0",
      "j1",     "jn",     "ldexp", "lgamma",    "llrint", "llround",   "logb",
      "lrint",  "lround", "modf",  "nextafter", "remquo", "remainder", "scalbn",
      "sincos", "tgamma", "y0",    "y1",        "yn"};
  Name.consume_front("__builtin_");
  StringRef Base = Name;
  Done = E->getNumArgs() > 0 &&
         (llvm::is_contained(Library, Base) ||
          (Base.consume_back("f") && llvm::is_contained(Library, Base)));
  if (!Done)
    return {};
  SmallVector<Value> Args;
  for (const Expr *Arg : E->arguments())
    Args.push_back(Arg->getType()->isPointerType() ? asPointer(pointer(Arg))
                                                   : scalar(Arg));
  QualType T = E->getType();
  return callNamed(Name, Args,
                   T->isVoidType() ? Type() : memoryType(T, E->getExprLoc()));
}

/// Builtins of the compiler that count bits or order bytes.
Value Lowering::bitCall(const clang::CallExpr *E, StringRef Name, bool &Done) {
  Done = Name.consume_front("__builtin_") && E->getNumArgs() == 1 &&
         E->getArg(0)->getType()->isIntegerType();
  StringRef Base = Name;
  if (!Base.consume_back("ll"))
    Base.consume_back("l");
  static constexpr StringLiteral Known[] = {"popcount", "clz",    "ctz",
                                            "ffs",      "parity", "bswap16",
                                            "bswap32",  "bswap64"};
  Done = Done && llvm::is_contained(Known, Base);
  if (!Done)
    return {};
  Value V = scalar(E->getArg(0));
  Type T = V.getType(), I32 = B.getI32Type();
  if (Base.starts_with("bswap"))
    return callNamed(("llvm.bswap.i" + Twine(T.getIntOrFloatBitWidth())).str(),
                     {V}, T);
  auto ToInt = [&](Value Count) {
    return T == I32 ? Count : arith::TruncIOp::create(B, Here, I32, Count);
  };
  if (Base == "clz")
    return ToInt(math::CountLeadingZerosOp::create(B, Here, V));
  if (Base == "ctz")
    return ToInt(math::CountTrailingZerosOp::create(B, Here, V));
  if (Base == "ffs") {
    Value First = arith::AddIOp::create(
        B, Here, math::CountTrailingZerosOp::create(B, Here, V),
        constant(T, 1));
    return ToInt(
        arith::SelectOp::create(B, Here, toBool(V), First, constant(T, 0)));
  }
  Value Ones = ToInt(math::CtPopOp::create(B, Here, V));
  return Base == "popcount"
             ? Ones
             : arith::AndIOp::create(B, Here, Ones, constant(I32, 1));
}

/// `isgreater` and the like of math.h, which are quiet with numbers that are
/// none.
Value Lowering::quietCompare(const clang::CallExpr *E, StringRef Name) {
  using F = arith::CmpFPredicate;
  static constexpr std::pair<StringLiteral, F> Kinds[] = {
      {"isgreater", F::OGT},     {"isgreaterequal", F::OGE},
      {"isless", F::OLT},        {"islessequal", F::OLE},
      {"islessgreater", F::ONE}, {"isunordered", F::UNO}};
  const auto *Kind =
      llvm::find_if(Kinds, [&](const auto &Row) { return Row.first == Name; });
  if (Kind == std::end(Kinds) || E->getNumArgs() != 2)
    return {};
  return arith::ExtUIOp::create(B, Here, B.getI32Type(),
                                arith::CmpFOp::create(B, Here, Kind->second,
                                                      scalar(E->getArg(0)),
                                                      scalar(E->getArg(1))));
}

/// A call of a function that the program does not define.
Value Lowering::callNamed(StringRef Name, ArrayRef<Value> Args, Type Result) {
  auto Callee = Module.lookupSymbol<func::FuncOp>(Name);
  if (!Callee) {
    OpBuilder At(Module.getContext());
    At.setInsertionPointToEnd(Module.getBody());
    SmallVector<Type> Types;
    for (Value Arg : Args)
      Types.push_back(Arg.getType());
    Callee = func::FuncOp::create(
        At, Here, Name,
        B.getFunctionType(Types, Result ? TypeRange(Result) : TypeRange()));
    Callee.setPrivate();
  }
  auto Call = fir::CallOp::create(B, Here, Callee, Args);
  return Result ? Call.getResult(0) : Value();
}

/// Of a function that is not the program's.
Value Lowering::asPointer(Value Address) {
  return B.createConvert(
      Here, fir::LLVMPointerType::get(B.getContext(), B.getI8Type()), Address);
}

/// Arguments are words, and a bit says of each whether it is an int.
Value Lowering::printCall(const clang::CallExpr *E) {
  Type I64 = B.getI64Type();
  unsigned Count = E->getNumArgs() - 1;
  if (Count > WARPDEV_PRINTF_ARGUMENTS) {
    error(E->getExprLoc(), "a call of 'printf' with more than " +
                               Twine(WARPDEV_PRINTF_ARGUMENTS) +
                               " values is not supported in device code");
    return constant(B.getI32Type(), 0);
  }
  SmallVector<Value> Args = {asPointer(pointer(E->getArg(0))), Value()};
  int64_t Ints = 0;
  for (unsigned I = 0; I < Count; ++I) {
    const Expr *Arg = E->getArg(I + 1);
    if (Arg->getType()->isPointerType()) {
      Args.push_back(pointer(Arg));
      continue;
    }
    Value V = scalar(Arg);
    if (V.getType().isF64()) {
      V = arith::BitcastOp::create(B, Here, I64, V);
    } else if (isa<IntegerType>(V.getType())) {
      if (V.getType().getIntOrFloatBitWidth() == 32)
        Ints |= int64_t(1) << I;
      V = convert(V, Arg->getType(), AST.LongTy, Arg->getExprLoc());
    } else {
      error(Arg->getExprLoc(), "an argument of the type '" +
                                   Arg->getType().getAsString() +
                                   "' of 'printf' is not supported in device "
                                   "code");
      V = constant(I64, 0);
    }
    Args.push_back(V);
  }
  Args[1] = constant(I64, Ints);
  while (Args.size() < WARPDEV_PRINTF_ARGUMENTS + 2)
    Args.push_back(constant(I64, 0));
  return callNamed(WARPDEV_PRINTF, Args, B.getI32Type());
}

/// abort(), and what the macro assert() calls.
void Lowering::assertion(const clang::CallExpr *E) {
  if (E->getNumArgs() == 0) {
    clang::PresumedLoc P =
        AST.getSourceManager().getPresumedLoc(E->getExprLoc());
    callNamed(WARPDEV_ASSERTION,
              {asPointer(textAddress("abort() was called")),
               asPointer(textAddress(P.isValid() ? P.getFilename() : "?")),
               constant(B.getI32Type(), P.isValid() ? P.getLine() : 0)},
              Type());
    return;
  }
  auto TextOf = [&](unsigned I) -> StringRef {
    const auto *Text =
        dyn_cast<clang::StringLiteral>(E->getArg(I)->IgnoreParenImpCasts());
    return Text && Text->isOrdinary() ? Text->getString() : "?";
  };
  Value Message = textAddress(("assertion '" + TextOf(0) + "' failed").str());
  callNamed(WARPDEV_ASSERTION,
            {asPointer(Message), asPointer(textAddress(TextOf(1))),
             int32(E->getArg(2))},
            Type());
}

/// `memcpy`, `memmove` and `memset`, which are intrinsics of LLVM.
Value Lowering::memoryCall(const clang::CallExpr *E, StringRef Name) {
  Value To = pointer(E->getArg(0)), What;
  std::string Intrinsic = ("llvm." + Name + ".p0").str();
  if (Name == "memset") {
    What = B.createConvert(Here, B.getI8Type(), int32(E->getArg(1)));
  } else {
    What = asPointer(pointer(E->getArg(1)));
    Intrinsic += ".p0";
  }
  callNamed(Intrinsic + ".i64",
            {asPointer(To), What, integer64(E->getArg(2)),
             constant(B.getI1Type(), 0)},
            Type());
  return To;
}

/// Functions of the C library and of openacc.h.
Value Lowering::libraryCall(const clang::CallExpr *E, StringRef Name,
                            bool &Done) {
  Type I64 = B.getI64Type();
  Done = true;
  Name.consume_front("__builtin_");
  if (Name == "printf" && E->getNumArgs() > 0)
    return printCall(E);
  if ((Name == "__assert_fail" && E->getNumArgs() == 4) ||
      (Name == "abort" && E->getNumArgs() == 0)) {
    assertion(E);
    return {};
  }
  if (Name == "malloc" && E->getNumArgs() == 1) {
    Type Pointer = fir::LLVMPointerType::get(B.getContext(), B.getI8Type());
    return B.createConvert(Here, I64,
                           callNamed(Name, {integer64(E->getArg(0))}, Pointer));
  }
  if (Name == "free" && E->getNumArgs() == 1) {
    callNamed(Name, {asPointer(pointer(E->getArg(0)))}, Type());
    return {};
  }
  if (E->getNumArgs() == 3 &&
      (Name == "memcpy" || Name == "memmove" || Name == "memset"))
    return memoryCall(E, Name);
  // Hints of GNU C.
  if (Name == "expect" && E->getNumArgs() == 2)
    return scalar(E->getArg(0));
  if (Name == "unreachable" || Name == "assume" || Name == "prefetch")
    return {};
  if (Name == "acc_on_device" && E->getNumArgs() == 1)
    return callNamed("warprt_acc_on_device", {int32(E->getArg(0))},
                     B.getI32Type());
  Done = false;
  return {};
}

/// Whether device code may call \p F, which is the program's.
bool Lowering::checkRoutine(const clang::FunctionDecl *F,
                            clang::SourceLocation Where) {
  if (const clang::OpenACCRoutineDecl *Late = routineAfter(F, Where, AST)) {
    error(Late->getBeginLoc(), "the directive 'routine' for '" + F->getName() +
                                   "' must come before the function is used");
    return false;
  }
  if (F->hasBody() || routineClauses(F, AST) || !InConstruct)
    return true;
  error(Where, "Procedures called in a compute region must have acc routine "
               "information: " +
                   F->getName());
  MissingRoutine Missing;
  Missing.Callee = F->getNameAsString();
  Missing.Caller = FunctionName;
  Missing.CallLine = AST.getSourceManager().getExpansionLineNumber(Where);
  Missing.ConstructLine = ConstructLine;
  MissingRoutines.push_back(std::move(Missing));
  return false;
}

/// A call of a function that C or the compiler declares; false, with an error,
/// if device code does not have it.
bool Lowering::callOfLibrary(const clang::CallExpr *E, llvm::StringRef Name,
                             Value &Result) {
  // `NAN`, `INFINITY` and functions of constants.
  bool Done = false;
  if (E->getType()->isRealFloatingType())
    Result = evaluated(E, E->getType());
  if (Result)
    return true;
  Result = mathCall(E, Name, Done);
  if (!Done)
    Result = mathLibraryCall(E, Name, Done);
  if (!Done)
    Result = bitCall(E, Name, Done);
  if (!Done)
    Result = complexCall(E, Name, Done);
  if (!Done)
    Result = libraryCall(E, Name, Done);
  if (!Done)
    error(E->getExprLoc(), "the call of the library function '" + Name +
                               "' is not supported in device code");
  return Done;
}

Value Lowering::call(const clang::CallExpr *E) {
  clang::SourceLocation Where = E->getExprLoc();
  auto Failure = [&]() -> Value {
    if (E->getType()->isVoidType())
      return {};
    Type T = E->getType()->isRecordType() ? Type(B.getI64Type())
                                          : memoryType(E->getType(), Where);
    return undefined(T ? T : B.getI32Type());
  };
  const clang::FunctionDecl *F = E->getDirectCallee();
  if (!F) {
    error(Where, "calls through function pointers are not supported in device "
                 "code");
    return Failure();
  }
  const clang::FunctionDecl *Definition = nullptr;
  bool HasBody = F->hasBody(Definition);
  bool IsSystem = AST.getSourceManager().isInSystemHeader(F->getLocation());
  bool IsLibrary =
      IsSystem || F->getBuiltinID() || F->getName() == "acc_on_device";
  if (!HasBody && IsLibrary) {
    Value Called;
    return callOfLibrary(E, F->getName(), Called) ? Called : Failure();
  }
  func::FuncOp Callee =
      checkRoutine(F, Where) ? functionOf(F, Where) : func::FuncOp();
  if (!Callee)
    return Failure();
  FunctionType T = Callee.getFunctionType();
  SmallVector<Value> Args;
  Value Structure;
  if (E->getType()->isRecordType()) {
    Structure = addressOf(makeLocal(E->getType(), "result", Where));
    Args.push_back(B.createConvert(Here, T.getInput(0), Structure));
  }
  if (E->getNumArgs() + Args.size() != T.getNumInputs()) {
    error(Where, "the call of '" + F->getName() +
                     "' with other arguments than its own is not supported in "
                     "device code");
    return Failure();
  }
  for (auto [Arg, Wanted] :
       llvm::zip(E->arguments(), T.getInputs().drop_front(Args.size())))
    Args.push_back(B.createConvert(Here, Wanted, argument(Arg, Wanted)));
  auto Call = fir::CallOp::create(B, locate(Where), Callee, Args);
  Call.setProcedureAttrs(fir::FortranProcedureFlagsEnum::bind_c);
  if (Structure)
    return Structure;
  return T.getNumResults() ? B.createConvert(Here, signless(T.getResult(0)),
                                             Call.getResult(0))
                           : Value();
}

} // namespace warpfort::c
