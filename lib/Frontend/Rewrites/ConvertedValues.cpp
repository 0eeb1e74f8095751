//===-- ConvertedValues.cpp - Conversions to the same type ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang folds a conversion to the type that its argument has to that argument.
/// Most expressions mean the same then. Elsewhere a procedure changes x through
/// real(x, 8) or sees its changes to x there, an ASSOCIATE name is a name of x,
/// and arrays have the bounds of x. Only Flang's own folding tells which
/// references are such conversions, so that names are resolved first, and the
/// source is read again with
///
///     call s(real(x, 8))   ->   call s((real(x, 8)))
///
/// Flang keeps parentheses, and evaluates them into a value. Arrays are copied
/// for that, so other conversions stay as they are: those that are operands,
/// arguments of functions that only look at values, and arguments of pure
/// functions, during which no variable changes. Where only the bounds differ,
/// a section has those of a value:
///
///     b = real(a, 8)       ->   b = real(a(:), 8)
///
//===----------------------------------------------------------------------===//
#include "ConvertedValues.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Evaluate/call.h"
#include "flang/Evaluate/characteristics.h"
#include "flang/Evaluate/shape.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <list>
#include <optional>
#include <string>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort {
namespace {

using evaluate::characteristics::DummyArgument;
using evaluate::characteristics::DummyDataObject;

std::optional<ConvertedValues::Key> keyOf(semantics::SemanticsContext &Context,
                                          parser::CharBlock Source) {
  auto Place = placeOf(Context, Source);
  if (!Place)
    return std::nullopt;
  return std::make_pair(*Place, Source.size());
}

/// The variable that a reference to a function became; else null. That may be
/// what another function points to, which was the intrinsic one's argument.
const semantics::SomeExpr *variableOf(const parser::FunctionReference &X,
                                      const semantics::SomeExpr *Value) {
  if (!Value || !evaluate::IsVariable(*Value))
    return nullptr;
  const evaluate::ProcedureRef *Called = evaluate::UnwrapProcedureRef(*Value);
  const auto *Name = std::get_if<parser::Name>(
      &std::get<parser::ProcedureDesignator>(X.v.t).u);
  bool IsOther =
      Called && Name && Name->symbol &&
      Name->symbol->GetUltimate().attrs().test(semantics::Attr::INTRINSIC) &&
      !Called->proc().GetSpecificIntrinsic();
  return !Called || IsOther ? Value : nullptr;
}

/// The variable that a conversion became; else null.
template <typename A> const semantics::SomeExpr *convertedBy(const A &X) {
  const auto *Reference =
      std::get_if<common::Indirection<parser::FunctionReference>>(&X.u);
  return Reference
             ? variableOf(Reference->value(), semantics::GetExpr(nullptr, X))
             : nullptr;
}

/// Whether a function looks at a variable, not at its value.
bool inquiresVariable(llvm::StringRef Intrinsic) {
  Intrinsic.consume_front("__builtin_");
  return llvm::is_contained({"allocated", "associated", "c_devloc", "c_loc",
                             "is_contiguous", "lbound", "loc", "ubound"},
                            Intrinsic);
}

/// Whether the lower bounds of a dummy argument are 1, as its declaration gives
/// none.
bool startsAtOne(const semantics::Symbol &Array) {
  const auto *Object = Array.detailsIf<semantics::ObjectEntityDetails>();
  return Object && semantics::IsAssumedShape(Array) &&
         llvm::none_of(Object->shape(), [](const semantics::ShapeSpec &Spec) {
           return Spec.lbound().isExplicit();
         });
}

/// Whether the bounds of an array may be other than those of its value.
bool mayHaveOtherBounds(semantics::SemanticsContext &Context,
                        const semantics::SomeExpr &Variable) {
  const semantics::Symbol *Array =
      evaluate::UnwrapWholeSymbolOrComponentDataRef(Variable);
  if (!Array || !Variable.Rank() || startsAtOne(Array->GetUltimate()))
    return false;
  std::optional<evaluate::NamedEntity> Entity =
      evaluate::ExtractNamedEntity(Variable);
  return !Entity ||
         llvm::any_of(evaluate::GetLBOUNDs(Context.foldingContext(), *Entity),
                      [](const evaluate::MaybeExtentExpr &Bound) {
                        return evaluate::ToInt64(Bound) != 1;
                      });
}

/// For which arguments of a procedure a variable is other than its value.
enum class Differ {
  None,
  /// Those that are device data and passed by the host, which has them copied.
  OfDevice,
  All
};

bool takesValues(const DummyArgument &Dummy) {
  const auto *Object = std::get_if<DummyDataObject>(&Dummy.u);
  return Object && !Object->attrs.test(DummyDataObject::Attr::Allocatable) &&
         !Object->attrs.test(DummyDataObject::Attr::Pointer);
}

Differ differFor(semantics::SemanticsContext &Context,
                 const evaluate::ProcedureRef &Reference, bool IsFunction) {
  const evaluate::ProcedureDesignator &Called = Reference.proc();
  if (const evaluate::SpecificIntrinsic *Intrinsic =
          Called.GetSpecificIntrinsic())
    return IsFunction && !inquiresVariable(Intrinsic->name) ? Differ::None
                                                            : Differ::All;
  const semantics::Symbol *Symbol = Called.GetSymbol();
  if (!IsFunction || !Symbol || !semantics::IsPureProcedure(*Symbol))
    return Differ::All;
  auto Interface = evaluate::characteristics::Procedure::Characterize(
      Called, Context.foldingContext(), /*emitError=*/false);
  return Interface && llvm::all_of(Interface->dummyArguments, takesValues)
             ? Differ::OfDevice
             : Differ::All;
}

/// For a function that was folded, or that no one knows after an error.
Differ differFor(const parser::Call &Call, bool IsFolded) {
  const auto &Designator = std::get<parser::ProcedureDesignator>(Call.t);
  const auto *Name = std::get_if<parser::Name>(&Designator.u);
  if (!Name || !Name->symbol)
    return IsFolded ? Differ::None : Differ::All;
  const semantics::Symbol &Symbol = Name->symbol->GetUltimate();
  bool IsIntrinsic =
      IsFolded || Symbol.attrs().test(semantics::Attr::INTRINSIC);
  return IsIntrinsic && !inquiresVariable(Symbol.name().ToString())
             ? Differ::None
             : Differ::All;
}

class ValueFinder {
public:
  ValueFinder(semantics::SemanticsContext &Context, ConvertedValues &Values)
      : Context(Context), Values(Values) {}

  void Post(const parser::Expr &X) {
    const semantics::SomeExpr *Value = semantics::GetExpr(nullptr, X);
    if (const auto *Reference =
            std::get_if<common::Indirection<parser::FunctionReference>>(&X.u))
      noteArguments(Reference->value(), Value);
    else if (const auto *Called =
                 Value ? evaluate::UnwrapProcedureRef(*Value) : nullptr)
      noteOperands(X, *Called);
  }

  void Post(const parser::Variable &X) {
    if (const auto *Reference =
            std::get_if<common::Indirection<parser::FunctionReference>>(&X.u))
      noteArguments(Reference->value(), semantics::GetExpr(nullptr, X));
  }

  void Post(const parser::CallStmt &X) {
    noteArguments(X.call, X.typedCall ? differFor(Context, *X.typedCall,
                                                  /*IsFunction=*/false)
                                      : Differ::All);
  }

  void Post(const parser::StructureConstructor &X) {
    for (const parser::ComponentSpec &Component :
         std::get<std::list<parser::ComponentSpec>>(X.t)) {
      const parser::Expr &Value =
          std::get<parser::ComponentDataSource>(Component.t).v.value();
      if (const semantics::SomeExpr *Variable = convertedBy(Value);
          Variable &&
          (evaluate::GetLastTarget(evaluate::GetSymbolVector(*Variable)) ||
           mayHaveOtherBounds(Context, *Variable)))
        note(Value.source);
    }
  }

  void Post(const parser::AllocateStmt &X) {
    for (const parser::AllocOpt &Option :
         std::get<std::list<parser::AllocOpt>>(X.t)) {
      if (const auto *Source = std::get_if<parser::AllocOpt::Source>(&Option.u))
        noteArray(Source->v.value());
      if (const auto *Mold = std::get_if<parser::AllocOpt::Mold>(&Option.u))
        noteArray(Mold->v.value());
    }
  }

  /// What is allocated gets the bounds of the value.
  void Post(const parser::AssignmentStmt &X) {
    const evaluate::Assignment *Known = semantics::GetAssignment(X);
    if (Known &&
        std::holds_alternative<evaluate::Assignment::Intrinsic>(Known->u) &&
        evaluate::IsAllocatableDesignator(Known->lhs) &&
        !(Known->lhs == Known->rhs))
      noteArray(std::get<parser::Expr>(X.t));
  }

  void Post(const parser::PointerAssignmentStmt &X) {
    noteAny(std::get<parser::Expr>(X.t));
  }

  void Post(const parser::Selector &X) {
    if (const auto *Value = std::get_if<parser::Expr>(&X.u)) {
      noteAny(*Value);
    } else {
      const auto &Variable = std::get<parser::Variable>(X.u);
      if (convertedBy(Variable))
        note(Variable.GetSource());
    }
  }

private:
  void note(parser::CharBlock Source) {
    if (auto Key = keyOf(Context, Source))
      Values.References.insert(*Key);
  }

  void noteAny(const parser::Expr &X) {
    if (convertedBy(X))
      note(X.source);
  }

  /// Something else takes the bounds of \p X.
  void noteArray(const parser::Expr &X) {
    const semantics::SomeExpr *Variable = convertedBy(X);
    if (!Variable || !mayHaveOtherBounds(Context, *Variable))
      return;
    const parser::Expr *Inner = &X;
    while (const auto *Reference =
               std::get_if<common::Indirection<parser::FunctionReference>>(
                   &Inner->u)) {
      Inner = arrayIn(Reference->value().v);
      if (!Inner)
        return;
    }
    if (auto Key = keyOf(Context, Inner->source))
      Values.Arrays.emplace(*Key, Variable->Rank());
  }

  /// The argument of a conversion; its kind is a scalar.
  static const parser::Expr *arrayIn(const parser::Call &Call) {
    for (const parser::ActualArgSpec &Argument :
         std::get<std::list<parser::ActualArgSpec>>(Call.t)) {
      const auto *Actual = std::get_if<common::Indirection<parser::Expr>>(
          &std::get<parser::ActualArg>(Argument.t).u);
      const semantics::SomeExpr *Value =
          Actual ? semantics::GetExpr(nullptr, Actual->value()) : nullptr;
      if (Value && Value->Rank())
        return &Actual->value();
    }
    return nullptr;
  }

  void noteArgument(const parser::Expr &X, Differ Which) {
    const semantics::SomeExpr *Variable =
        Which == Differ::None ? nullptr : convertedBy(X);
    if (Variable && (Which == Differ::All || isHostsCopy(X, *Variable)))
      note(X.source);
  }

  bool isHostsCopy(const parser::Expr &X,
                   const semantics::SomeExpr &Variable) const {
    return evaluate::HasCUDADeviceAttrs(Variable) &&
           placeOf(Context, X.source) &&
           !semantics::FindCUDADeviceContext(&Context.FindScope(X.source));
  }

  void noteArguments(const parser::Call &Call, Differ Which) {
    for (const parser::ActualArgSpec &Argument :
         std::get<std::list<parser::ActualArgSpec>>(Call.t)) {
      const auto &Actual = std::get<parser::ActualArg>(Argument.t);
      if (const auto *Value =
              std::get_if<common::Indirection<parser::Expr>>(&Actual.u))
        noteArgument(Value->value(), Which);
      else if (const auto *Address =
                   std::get_if<parser::ActualArg::PercentRef>(&Actual.u))
        noteArgument(Address->v, Which);
    }
  }

  /// \p Value is what the reference is; null after an error.
  void noteArguments(const parser::FunctionReference &X,
                     const semantics::SomeExpr *Value) {
    const evaluate::ProcedureRef *Called =
        Value ? evaluate::UnwrapProcedureRef(*Value) : nullptr;
    noteArguments(X.v, Called ? differFor(Context, *Called, /*IsFunction=*/true)
                              : differFor(X.v, /*IsFolded=*/Value));
  }

  void noteOperands(const parser::Expr &X,
                    const evaluate::ProcedureRef &Called) {
    Differ Which = differFor(Context, Called, /*IsFunction=*/true);
    common::visit(
        [&](const auto &Operation) {
          using T = std::decay_t<decltype(Operation)>;
          if constexpr (std::is_base_of_v<parser::Expr::IntrinsicUnary, T>) {
            noteArgument(Operation.v.value(), Which);
          } else if constexpr (std::is_base_of_v<parser::Expr::IntrinsicBinary,
                                                 T>) {
            noteArgument(std::get<0>(Operation.t).value(), Which);
            noteArgument(std::get<1>(Operation.t).value(), Which);
          } else if constexpr (std::is_same_v<parser::Expr::DefinedUnary, T>) {
            noteArgument(std::get<1>(Operation.t).value(), Which);
          } else if constexpr (std::is_same_v<parser::Expr::DefinedBinary, T>) {
            noteArgument(std::get<1>(Operation.t).value(), Which);
            noteArgument(std::get<2>(Operation.t).value(), Which);
          }
        },
        X.u);
  }

  semantics::SemanticsContext &Context;
  ConvertedValues &Values;
};

/// Before names are resolved, a reference may be an element of an array.
class ValueKeeper {
public:
  ValueKeeper(semantics::SemanticsContext &Context,
              const ConvertedValues &Values)
      : Context(Context), Values(Values) {}

  void Post(parser::Expr &X) {
    auto *Designator =
        std::get_if<common::Indirection<parser::Designator>>(&X.u);
    if (Designator)
      takeSection(Designator->value());
    if ((Designator ||
         std::holds_alternative<common::Indirection<parser::FunctionReference>>(
             X.u)) &&
        isKept(X.source))
      X = inParentheses(std::move(X));
  }

  void Post(parser::Selector &X) {
    auto *Variable = std::get_if<parser::Variable>(&X.u);
    if (!Variable || !isKept(Variable->GetSource()))
      return;
    parser::CharBlock Source = Variable->GetSource();
    parser::Expr Value = common::visit(
        [](auto &Node) { return parser::Expr{std::move(Node)}; }, Variable->u);
    Value.source = Source;
    X.u = inParentheses(std::move(Value));
  }

private:
  bool isKept(parser::CharBlock Source) const {
    auto Key = keyOf(Context, Source);
    return Key && Values.References.count(*Key);
  }

  void takeSection(parser::Designator &X) const {
    auto *Whole = std::get_if<parser::DataRef>(&X.u);
    auto Key = keyOf(Context, X.source);
    auto Found = Key ? Values.Arrays.find(*Key) : Values.Arrays.end();
    if (Whole && Found != Values.Arrays.end())
      X.u = fullSection(std::move(*Whole), Found->second);
  }

  semantics::SemanticsContext &Context;
  const ConvertedValues &Values;
};

struct VariableChecker {
  semantics::SemanticsContext &Context;

  /// A selector may be a value.
  bool Pre(const parser::Selector &) { return false; }
  void Post(const parser::Variable &X) {
    if (convertedBy(X))
      Context.Say(X.GetSource(), "'%s' is a value, not a variable"_err_en_US,
                  X.GetSource().ToString());
  }
};

} // namespace

bool findConvertedValues(semantics::SemanticsContext &Context,
                         const parser::Program &Program,
                         ConvertedValues &Values) {
  std::size_t Before = Values.size();
  ValueFinder Finder(Context, Values);
  walk(Program, Finder);
  return Values.size() > Before;
}

void keepConvertedValues(semantics::SemanticsContext &Context,
                         parser::Program &Program,
                         const ConvertedValues &Values) {
  if (!Values.size())
    return;
  ValueKeeper Keeper(Context, Values);
  walk(Program, Keeper);
}

void checkConvertedVariables(semantics::SemanticsContext &Context,
                             const parser::Program &Program) {
  VariableChecker Checker{Context};
  walk(Program, Checker);
}

} // namespace warpfort
