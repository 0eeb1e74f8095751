//===-- Warnings.cpp - Warnings by name -----------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Warnings.h. Flang has most warnings, some of them off unless asked for;
/// that of conversions is ours.
///
//===----------------------------------------------------------------------===//
#include "Warnings.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "flang/Support/Fortran-features.h"
#include "llvm/ADT/STLExtras.h"

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

/// A name of gfortran's and Flang's names for it; what has none is never
/// warned of, or always.
struct Group {
  llvm::StringLiteral Name;
  std::initializer_list<const char *> Flang = {};
  bool Conversions = false;
};

const Group Groups[] = {{"all",
                         {"unused-variable", "used-undefined-variable",
                          "undefined-function-result"},
                         true},
                        {"extra",
                         {"unused-variable", "used-undefined-variable",
                          "undefined-function-result"},
                         true},
                        {"conversion", {}, true},
                        {"conversion-extra", {}, true},
                        {"unused", {"unused-variable"}},
                        {"unused-value", {"unused-variable"}},
                        {"uninitialized", {"used-undefined-variable"}},
                        {"maybe-uninitialized", {"used-undefined-variable"}},
                        {"return-type", {"undefined-function-result"}},
                        {"zerotrip", {"zero-do-step"}},
                        {"aliasing"},
                        {"ampersand"},
                        {"array-bounds"},
                        {"array-temporaries"},
                        {"c-binding-type"},
                        {"character-truncation"},
                        {"compare-reals"},
                        {"do-subscript"},
                        {"function-elimination"},
                        {"implicit-interface"},
                        {"implicit-procedure"},
                        {"integer-division"},
                        {"intrinsic-shadow"},
                        {"intrinsics-std"},
                        {"line-truncation"},
                        {"overflow"},
                        {"realloc-lhs"},
                        {"realloc-lhs-all"},
                        {"real-q-constant"},
                        {"surprising"},
                        {"tabs"},
                        {"target-lifetime"},
                        {"underflow"},
                        {"unused-dummy-argument"},
                        {"unused-function"},
                        {"unused-label"},
                        {"unused-parameter"},
                        {"use-without-only"}};

const Group *findGroup(llvm::StringRef Name) {
  const Group *Found =
      llvm::find_if(Groups, [&](const Group &G) { return G.Name == Name; });
  return Found == std::end(Groups) ? nullptr : Found;
}

/// Whether values of type \p From may have no like in \p To.
bool mayLose(const evaluate::DynamicType &From,
             const evaluate::DynamicType &To) {
  using common::TypeCategory;
  auto IsReal = [](TypeCategory C) {
    return C == TypeCategory::Real || C == TypeCategory::Complex;
  };
  if (From.category() == TypeCategory::Integer)
    return To.category() == TypeCategory::Integer && From.kind() > To.kind();
  if (!IsReal(From.category()))
    return false;
  if (To.category() == TypeCategory::Integer)
    return true;
  return IsReal(To.category()) && (From.kind() > To.kind() ||
                                   (From.category() == TypeCategory::Complex &&
                                    To.category() == TypeCategory::Real));
}

/// Constants are converted by the compiler, which warns of those that overflow.
bool isIntegerConstant(const semantics::SomeExpr &Value) {
  return evaluate::ToInt64(Value).has_value();
}

struct ConversionFinder {
  semantics::SemanticsContext &Context;

  void Post(const parser::AssignmentStmt &X) {
    const evaluate::Assignment *Assigned = semantics::GetAssignment(X);
    if (!Assigned ||
        !std::holds_alternative<evaluate::Assignment::Intrinsic>(Assigned->u))
      return;
    // The assignment has the value converted.
    const auto &Right = std::get<parser::Expr>(X.t);
    const semantics::SomeExpr *Value = semantics::GetExpr(Context, Right);
    auto To = Assigned->lhs.GetType();
    auto From = Value ? Value->GetType() : std::nullopt;
    if (!To || !From || !mayLose(*From, *To) || isIntegerConstant(*Value))
      return;
    Context.Say(
        Right.source,
        "Possible change of value in conversion from %s to %s [-Wconversion]"_warn_en_US,
        From->AsFortran(), To->AsFortran());
  }
};

struct HostFunctionFinder {
  semantics::SemanticsContext &Context;
  bool UsesModule = false;
  std::vector<const parser::FunctionReference *> Found = {};

  void Post(const parser::UseStmt &X) {
    UsesModule |= X.moduleName.ToString() == "cutensorex";
  }
  void Post(const parser::FunctionReference &X) {
    const auto &Callee = std::get<parser::ProcedureDesignator>(X.v.t);
    const auto *Name = std::get_if<parser::Name>(&Callee.u);
    if (Name && Name->ToString() == "spread" && hasDeviceArgument(X) &&
        !hasConstantDim(X))
      Found.push_back(&X);
  }

private:
  /// Kernels are made for these.
  static bool hasConstantDim(const parser::FunctionReference &X) {
    unsigned Place = 0;
    for (const auto &Spec : std::get<std::list<parser::ActualArgSpec>>(X.v.t)) {
      const auto &Keyword = std::get<std::optional<parser::Keyword>>(Spec.t);
      bool IsDim = Keyword ? Keyword->v.ToString() == "dim" : Place == 1;
      ++Place;
      const auto *Given = std::get_if<common::Indirection<parser::Expr>>(
          &std::get<parser::ActualArg>(Spec.t).u);
      const semantics::SomeExpr *Typed =
          IsDim && Given ? semantics::GetExpr(nullptr, Given->value())
                         : nullptr;
      if (Typed)
        return isIntegerConstant(*Typed);
    }
    return false;
  }
  static bool hasDeviceArgument(const parser::FunctionReference &X) {
    for (const auto &Spec : std::get<std::list<parser::ActualArgSpec>>(X.v.t)) {
      const auto &Argument = std::get<parser::ActualArg>(Spec.t);
      const auto *Value =
          std::get_if<common::Indirection<parser::Expr>>(&Argument.u);
      const semantics::SomeExpr *Typed =
          Value ? semantics::GetExpr(nullptr, Value->value()) : nullptr;
      if (!Typed)
        continue;
      for (const semantics::Symbol &Symbol : evaluate::CollectSymbols(*Typed))
        if (semantics::GetCUDADataAttr(&Symbol) == common::CUDADataAttr::Device)
          return true;
    }
    return false;
  }
};

} // namespace

static std::vector<std::string>
applyNames(common::LanguageFeatureControl &Features,
           const std::vector<std::string> &Names) {
  std::vector<std::string> Unknown;
  for (const std::string &Word : Names) {
    llvm::StringRef Name = Word;
    bool Wanted = !Name.consume_front("no-");
    if (Name == "pedantic")
      Features.WarnOnAllNonstandard(Wanted);
    else if (const Group *G = findGroup(Name))
      for (const char *Of : G->Flang)
        Features.EnableWarning((Wanted ? "" : "no-") + std::string(Of));
    else if (!Features.EnableWarning(Word))
      Unknown.push_back(Word);
  }
  return Unknown;
}

std::vector<std::string> applyWarnings(common::LanguageFeatureControl &Features,
                                       const std::vector<std::string> &Names) {
  std::vector<std::string> Unknown = applyNames(Features, Names);
  if (Features.ShouldWarn(common::UsageWarning::UsedUndefinedVariable))
    Features.EnableWarning(common::UsageWarning::UnusedVariable);
  return Unknown;
}

void dropUnusedVariables(semantics::SemanticsContext &Context,
                         const std::vector<std::string> &Names) {
  common::LanguageFeatureControl Asked;
  applyNames(Asked, Names);
  using common::UsageWarning;
  if (Asked.ShouldWarn(UsageWarning::UsedUndefinedVariable) &&
      !Asked.ShouldWarn(UsageWarning::UnusedVariable))
    Context.messages().messages().remove_if([](const auto &Message) {
      return Message.usageWarning() == UsageWarning::UnusedVariable;
    });
}

bool wantsConversions(const std::vector<std::string> &Names) {
  bool Wanted = false;
  for (llvm::StringRef Name : Names) {
    bool Yes = !Name.consume_front("no-");
    if (const Group *G = findGroup(Name); G && G->Conversions)
      Wanted = Yes;
  }
  return Wanted;
}

void warnOfConversions(semantics::SemanticsContext &Context,
                       const parser::Program &Tree) {
  ConversionFinder Finder{Context};
  walk(Tree, Finder);
}

void warnOfHostFunctions(semantics::SemanticsContext &Context,
                         const parser::Program &Tree) {
  HostFunctionFinder Finder{Context};
  walk(Tree, Finder);
  if (!Finder.UsesModule)
    return;
  for (const parser::FunctionReference *Call : Finder.Found)
    Context.Say(
        Call->source,
        "SPREAD of device data with a DIM= that is no constant is done by the host, on a copy, though module cutensorex is used"_warn_en_US);
}

} // namespace warpfort
