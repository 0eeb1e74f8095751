//===-- Facts.cpp - Questions about expressions ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traversals of analysed expressions. What is asked of symbols alone is in
// SymbolFacts.cpp.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Frontend/Tree/ExpressionWalk.h"
#include "flang/Evaluate/fold.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"
#include "llvm/Support/raw_ostream.h"

using namespace Fortran;

namespace warpfort::checker {

namespace {

/// Visits everything and hands calls and variables to two lists. The argument
/// of PRESENT is no variable that is used.
struct UseCollector : ExpressionVisitor {
  std::vector<const ProcedureRef *> Calls;
  std::vector<const Symbol *> Variables;

  Found visit(const ProcedureRef &X) override {
    Calls.push_back(&X);
    if (const auto *Intrinsic = X.proc().GetSpecificIntrinsic();
        Intrinsic && Intrinsic->name == "present")
      return nullptr;
    walk(X.arguments());
    for (const auto &Chevron : X.chevrons())
      walk(Chevron);
    return nullptr;
  }
  Found visit(const Symbol &X) override {
    const Symbol &Root = rootOf(X);
    if (isVariable(Root))
      Variables.push_back(&Root);
    return nullptr;
  }
};

/// Visits everything and lists components.
struct ComponentCollector : ExpressionVisitor {
  std::vector<const Symbol *> Components;

  Found visit(const evaluate::Component &X) override {
    walk(X.base());
    Components.push_back(&X.GetLastSymbol().GetUltimate());
    return nullptr;
  }
};

/// Finds the first variable or component, of those wanted, whose value is
/// needed.
struct ReadFinder : ExpressionVisitor {
  SemanticsContext &Context;
  SymbolPredicate Wanted;
  /// Only subscripts are read, the variable is merely designated.
  bool Designated;

  ReadFinder(SemanticsContext &Context, SymbolPredicate Wanted, bool Designated)
      : Context(Context), Wanted(Wanted), Designated(Designated) {}

  Found visit(const Symbol &X) override {
    const Symbol &Root = rootOf(X);
    return !Designated && isVariable(Root) && Wanted(Root) ? &Root : nullptr;
  }
  Found visit(const evaluate::Component &X) override {
    const Symbol &Last = X.GetLastSymbol().GetUltimate();
    if (auto Attr = dataAttrOf(Last); Attr && !Designated)
      return Wanted(Last) ? &Last : nullptr;
    return walk(X.base());
  }
  Found visit(const evaluate::ArrayRef &X) override {
    if (Found Array = walk(X.base()))
      return Array;
    return ReadFinder(Context, Wanted, false).walk(X.subscript());
  }
  Found visit(const evaluate::DescriptorInquiry &X) override {
    return ReadFinder(Context, Wanted, true).walk(X.base());
  }
  Found visit(const evaluate::TypeParamInquiry &) override { return nullptr; }
  Found visit(const ProcedureRef &X) override {
    bool Inquires = false, Transforms = false;
    if (const auto *Intrinsic = X.proc().GetSpecificIntrinsic()) {
      llvm::StringRef Name = Intrinsic->name;
      Inquires = Context.intrinsics().GetIntrinsicClass(Intrinsic->name) ==
                     evaluate::IntrinsicClass::inquiryFunction ||
                 Name == "__builtin_c_loc" || Name == "loc" ||
                 Name == "__builtin_c_devloc" || Name == "sizeof" ||
                 Name == "c_sizeof" || Name == "move_alloc";
      Transforms = !Inquires;
    }
    for (std::size_t I = 0; I < X.arguments().size(); ++I) {
      const auto &Argument = X.arguments()[I];
      const TypedExpr *Expr = Argument ? Argument->UnwrapExpr() : nullptr;
      if (!Expr)
        continue;
      bool IsDesignator =
          evaluate::IsVariable(*Expr) && !Transforms &&
          (!Inquires || I == 0 || X.proc().GetName() == "associated" ||
           X.proc().GetName() == "move_alloc");
      if (Found Read = ReadFinder(Context, Wanted, IsDesignator).walk(*Expr))
        return Read;
    }
    return nullptr;
  }
};

/// Compares by the text that would be written: good enough to see that two
/// expressions without calls are the same.
std::string textOf(const TypedExpr &Expr) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  Expr.AsFortran(Stream);
  return Text;
}

unsigned countUses(const Symbol &Variable, const TypedExpr &Expr) {
  unsigned Count = 0;
  for (const Symbol *Sym : variablesIn(Expr))
    Count += Sym == &Variable;
  return Count;
}

/// Follows the path from the root of an expression to the one use of a
/// variable and wants the same operation all the way. T is any of Flang's
/// expression node types; what is not listed is no reduction.
struct CombinationFinder {
  const Symbol &Variable;
  std::optional<ReductionOp> Op;

  template <typename T> bool find(const evaluate::Expr<T> &X) {
    return common::visit([&](const auto &Y) { return find(Y); }, X.u);
  }
  template <typename T> bool find(const T &) { return false; }
  template <typename T> bool find(const evaluate::Designator<T> &X) {
    const auto *Sym = std::get_if<evaluate::SymbolRef>(&X.u);
    return Sym && &rootOf(**Sym) == &Variable;
  }
  template <typename T> bool find(const evaluate::Parentheses<T> &X) {
    return find(X.left());
  }
  template <typename T, common::TypeCategory C>
  bool find(const evaluate::Convert<T, C> &X) {
    // A conversion between the operations changes what is accumulated; only
    // that around the whole value, or of logical kinds, does not.
    if constexpr (C == common::TypeCategory::Logical)
      return find(X.left());
    else
      return !Op && find(X.left());
  }
  template <typename T> bool find(const evaluate::Add<T> &X) {
    return either(ReductionOp::Add, X);
  }
  template <typename T> bool find(const evaluate::Subtract<T> &X) {
    return same(ReductionOp::Add) && find(X.left());
  }
  template <typename T> bool find(const evaluate::Multiply<T> &X) {
    return either(ReductionOp::Multiply, X);
  }
  template <typename T> bool find(const evaluate::Extremum<T> &X) {
    return either(X.ordering == evaluate::Ordering::Greater ? ReductionOp::Max
                                                            : ReductionOp::Min,
                  X);
  }
  template <int Kind> bool find(const evaluate::LogicalOperation<Kind> &X) {
    switch (X.logicalOperator) {
    case common::LogicalOperator::And:
      return either(ReductionOp::And, X);
    case common::LogicalOperator::Or:
      return either(ReductionOp::Or, X);
    case common::LogicalOperator::Eqv:
      return either(ReductionOp::Eqv, X);
    case common::LogicalOperator::Neqv:
      return either(ReductionOp::Neqv, X);
    case common::LogicalOperator::Not:
      return false;
    }
    return false;
  }
  template <typename T> bool find(const evaluate::FunctionRef<T> &X) {
    const auto *Intrinsic = X.proc().GetSpecificIntrinsic();
    if (!Intrinsic)
      return false;
    std::optional<ReductionOp> Called =
        llvm::StringRef(Intrinsic->name) == "max"
            ? std::optional(ReductionOp::Max)
        : Intrinsic->name == "min"  ? std::optional(ReductionOp::Min)
        : Intrinsic->name == "iand" ? std::optional(ReductionOp::Iand)
        : Intrinsic->name == "ior"  ? std::optional(ReductionOp::Ior)
        : Intrinsic->name == "ieor" ? std::optional(ReductionOp::Ieor)
                                    : std::nullopt;
    if (!Called || !same(*Called))
      return false;
    for (const auto &Argument : X.arguments())
      if (const TypedExpr *Expr = Argument ? Argument->UnwrapExpr() : nullptr)
        if (countUses(Variable, *Expr))
          return find(*Expr);
    return false;
  }

private:
  bool same(ReductionOp Next) {
    if (Op && *Op != Next)
      return false;
    Op = Next;
    return true;
  }
  template <typename A> bool either(ReductionOp Next, const A &X) {
    return same(Next) && (find(X.left()) || find(X.right()));
  }
};

/// The comparison at the root of a logical expression.
struct Comparison {
  common::RelationalOperator Op = common::RelationalOperator::EQ;
  TypedExpr Left, Right;
};

struct ComparisonFinder {
  std::optional<Comparison> Found;

  template <typename T> void find(const evaluate::Expr<T> &X) {
    common::visit([&](const auto &Y) { find(Y); }, X.u);
  }
  template <typename T> void find(const T &) {}
  template <typename T> void find(const evaluate::Parentheses<T> &X) {
    find(X.left());
  }
  template <typename T, common::TypeCategory C>
  void find(const evaluate::Convert<T, C> &X) {
    find(X.left());
  }
  void find(const evaluate::Relational<evaluate::SomeType> &X) {
    common::visit([&](const auto &Y) { find(Y); }, X.u);
  }
  template <typename T> void find(const evaluate::Relational<T> &X) {
    Found.emplace(
        Comparison{X.opr, evaluate::AsGenericExpr(common::Clone(X.left())),
                   evaluate::AsGenericExpr(common::Clone(X.right()))});
  }
};

} // namespace

std::vector<const ProcedureRef *> callsIn(const TypedExpr &Expr) {
  UseCollector Uses;
  Uses.walk(Expr);
  return std::move(Uses.Calls);
}

std::vector<const ProcedureRef *> callsIn(const ProcedureRef &Ref) {
  UseCollector Uses;
  Uses.walk(Ref);
  return std::move(Uses.Calls);
}

std::vector<CallUse> callsIn(const Stmt &S) {
  std::vector<CallUse> Result;
  auto Append = [&](const auto &Of, CharBlock Source) {
    for (const ProcedureRef *Ref : callsIn(Of))
      Result.push_back({Ref, Source});
  };
  if (S.Call)
    Append(*S.Call, S.Source);
  for (const AssignmentUse &Use : S.Assignments)
    if (const auto *Defined =
            Use.Value ? std::get_if<ProcedureRef>(&Use.Value->u) : nullptr)
      Append(*Defined, Use.Target);
  for (const ExprUse &Use : S.Values)
    if (Use.Value)
      Append(*Use.Value, Use.Source);
  return Result;
}

std::vector<const Symbol *> variablesIn(const TypedExpr &Expr) {
  UseCollector Uses;
  Uses.walk(Expr);
  return std::move(Uses.Variables);
}

std::vector<const Symbol *> variablesIn(const ProcedureRef &Ref) {
  UseCollector Uses;
  Uses.walk(Ref);
  return std::move(Uses.Variables);
}

const Symbol *firstRead(SemanticsContext &Context, const TypedExpr &Expr,
                        SymbolPredicate Wanted) {
  return ReadFinder(Context, Wanted, false).walk(Expr);
}

const Symbol *deviceDataRead(SemanticsContext &Context, const TypedExpr &Expr) {
  return ReadFinder(Context, isDeviceOnly, false).walk(Expr);
}

const Symbol *deviceDataRead(SemanticsContext &Context,
                             const ProcedureRef &Ref) {
  return ReadFinder(Context, isDeviceOnly, false).walk(Ref);
}

const Symbol *deviceDataReadBySubscripts(SemanticsContext &Context,
                                         const TypedExpr &Variable) {
  return ReadFinder(Context, isDeviceOnly, true).walk(Variable);
}

const Symbol *wholeVariable(const TypedExpr &Expr) {
  const Symbol *Sym = evaluate::UnwrapWholeSymbolDataRef(Expr);
  if (!Sym)
    return nullptr;
  const Symbol &Root = rootOf(*Sym);
  return isVariable(Root) ? &Root : nullptr;
}

std::vector<const Symbol *> componentsIn(const TypedExpr &Expr) {
  ComponentCollector Names;
  Names.walk(Expr);
  return std::move(Names.Components);
}

const Symbol *baseVariable(const TypedExpr &Expr) {
  const Symbol *Sym = evaluate::GetFirstSymbol(Expr);
  if (!Sym)
    return nullptr;
  const Symbol &Root = rootOf(*Sym);
  return isVariable(Root) ? &Root : nullptr;
}

std::optional<evaluate::DataRef> namesOf(const TypedExpr &Variable) {
  return evaluate::ExtractDataRef(Variable, /*intoSubstring=*/true,
                                  /*intoComplexPart=*/true);
}

const Symbol *firstSymbol(const TypedExpr &Variable) {
  auto Names = namesOf(Variable);
  return Names ? &Names->GetFirstSymbol() : nullptr;
}

const Symbol *lastSymbol(const TypedExpr &Variable) {
  auto Names = namesOf(Variable);
  return Names ? &Names->GetLastSymbol() : nullptr;
}

bool designatesDeviceData(const TypedExpr &Variable) {
  auto Symbols = evaluate::GetSymbolVector(Variable);
  if (Symbols.empty())
    return false;
  auto BaseAttr = dataAttrOf(rootOf(*Symbols.front()));
  if (BaseAttr == CUDADataAttr::Managed || BaseAttr == CUDADataAttr::Unified)
    return true;
  for (auto It = Symbols.rbegin(); It != Symbols.rend(); ++It) {
    const Symbol &Part = rootOf(**It);
    if (isOnDevice(Part))
      return true;
    if (semantics::IsAllocatableOrPointer(Part))
      return false;
  }
  return false;
}

std::optional<int64_t> constantValue(const TypedExpr &Expr) {
  return evaluate::ToInt64(Expr);
}

bool isDim3(const TypedExpr &Expr) {
  auto Type = Expr.GetType();
  if (!Type || Type->category() != common::TypeCategory::Derived ||
      Type->IsUnlimitedPolymorphic())
    return false;
  const Symbol &Sym = Type->GetDerivedTypeSpec().typeSymbol().GetUltimate();
  return Sym.name() == "dim3" || Sym.name() == "__builtin_dim3";
}

std::optional<ReductionOp> combines(const Symbol &Variable,
                                    const TypedExpr &Value) {
  if (countUses(Variable, Value) != 1)
    return std::nullopt;
  CombinationFinder Finder{Variable, std::nullopt};
  return Finder.find(Value) ? Finder.Op : std::nullopt;
}

std::optional<ReductionOp> keepsExtreme(const TypedExpr &Condition,
                                        const Symbol &Variable,
                                        const TypedExpr &Value) {
  ComparisonFinder Finder;
  Finder.find(Condition);
  if (!Finder.Found || countUses(Variable, Condition) != 1 ||
      countUses(Variable, Value) != 0)
    return std::nullopt;
  using Rel = common::RelationalOperator;
  Comparison &C = *Finder.Found;
  bool VariableOnRight = wholeVariable(C.Right) == &Variable;
  if (!VariableOnRight && wholeVariable(C.Left) != &Variable)
    return std::nullopt;
  if (textOf(VariableOnRight ? C.Left : C.Right) != textOf(Value))
    return std::nullopt;
  bool Greater = C.Op == Rel::GT || C.Op == Rel::GE;
  if (!Greater && C.Op != Rel::LT && C.Op != Rel::LE)
    return std::nullopt;
  return Greater == VariableOnRight ? ReductionOp::Max : ReductionOp::Min;
}

std::string asFortran(ReductionOp Op) {
  switch (Op) {
  case ReductionOp::Add:
    return "+";
  case ReductionOp::Multiply:
    return "*";
  case ReductionOp::Max:
    return "max";
  case ReductionOp::Min:
    return "min";
  case ReductionOp::Iand:
    return "iand";
  case ReductionOp::Ior:
    return "ior";
  case ReductionOp::Ieor:
    return "ieor";
  case ReductionOp::And:
    return ".and.";
  case ReductionOp::Or:
    return ".or.";
  case ReductionOp::Eqv:
    return ".eqv.";
  case ReductionOp::Neqv:
    return ".neqv.";
  }
  llvm_unreachable("reduction operator");
}

bool reducesType(ReductionOp Op, const TypedExpr &Variable) {
  auto Type = Variable.GetType();
  if (!Type)
    return false;
  using Category = common::TypeCategory;
  Category Cat = Type->category();
  int Kind = Cat == Category::Derived ? 0 : Type->kind();
  bool IsReal = Cat == Category::Real && (Kind == 2 || Kind == 4 || Kind == 8);
  switch (Op) {
  case ReductionOp::Add:
  case ReductionOp::Multiply:
    return Cat == Category::Integer || IsReal ||
           (Cat == Category::Complex && (Kind == 4 || Kind == 8));
  case ReductionOp::Max:
  case ReductionOp::Min:
    return Cat == Category::Integer || IsReal;
  case ReductionOp::Iand:
  case ReductionOp::Ior:
  case ReductionOp::Ieor:
    return Cat == Category::Integer;
  case ReductionOp::And:
  case ReductionOp::Or:
  case ReductionOp::Eqv:
  case ReductionOp::Neqv:
    return Cat == Category::Logical;
  }
  llvm_unreachable("reduction operator");
}

} // namespace warpfort::checker
