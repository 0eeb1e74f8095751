//===-- ConcurrentMasks.cpp - What iterations define of masks -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ConcurrentMasks.h.
///
//===----------------------------------------------------------------------===//
#include "ConcurrentMasks.h"
#include "CallArguments.h"
#include "Frontend/Tree/TreeWalk.h"
#include "IterationAccesses.h"

#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

using namespace Fortran;

namespace warpfort {
namespace {

/// Whether \p Subscripts, as text, name one of \p Indices.
bool nameIndex(llvm::StringRef Subscripts,
               const std::set<std::string> &Indices) {
  auto IsInName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t I = 0; I < Subscripts.size();) {
    size_t End = I;
    while (End < Subscripts.size() && IsInName(Subscripts[End]))
      ++End;
    bool IsComponent = I > 0 && Subscripts[I - 1] == '%';
    if (!IsComponent && Indices.count(Subscripts.slice(I, End).str()))
      return true;
    I = End + 1;
  }
  return false;
}

/// The text of the iteration's own element that \p Designator is or is in, by
/// the first subscripts that name one of \p Indices; empty: there are none.
std::string elementOf(llvm::StringRef Designator,
                      const std::set<std::string> &Indices) {
  int Depth = 0;
  size_t Open = 0;
  for (size_t I = 0; I < Designator.size(); ++I) {
    if (Designator[I] == '(' && Depth++ == 0)
      Open = I;
    if (Designator[I] == ')' && --Depth == 0 &&
        nameIndex(Designator.slice(Open, I), Indices))
      return Designator.take_front(I + 1).str();
  }
  return "";
}

/// Finds the parts of variables that a mask refers to.
class MaskReader {
public:
  struct Reference {
    MaskReference Named;
    std::string Part;
    const semantics::Symbol *Root;
    std::string Element; ///< of the iteration, in which it is; or empty
  };

  MaskReader(const HostVariables &Host, const std::set<std::string> &Indices)
      : Host(Host), Indices(Indices) {}

  std::vector<Reference> Found = {};

  void Post(const parser::Expr &X) {
    if (std::holds_alternative<common::Indirection<parser::Designator>>(X.u))
      if (const auto *Expr = semantics::GetExpr(X))
        if (const semantics::Symbol *Root = rootOf(*Expr))
          Found.push_back({{X.source, X.source.ToString()},
                           Expr->AsFortran(),
                           Root,
                           elementOf(Expr->AsFortran(), Indices)});
    const evaluate::ProcedureRef *Call = callIn(X);
    if (!Call)
      return;
    if (const auto *Reference =
            std::get_if<common::Indirection<parser::FunctionReference>>(&X.u))
      addObject(objectOf(Reference->value().v, *Call), X.source);
    if (const semantics::Symbol *Procedure = Call->proc().GetSymbol())
      addHostVariables(*Procedure, X.source);
  }

private:
  static const semantics::Symbol *
  rootOf(const evaluate::Expr<evaluate::SomeType> &Expr) {
    auto Ref = evaluate::ExtractDataRef(Expr, /*intoSubstring=*/true,
                                        /*intoComplexPart=*/true);
    return Ref ? &Ref->GetFirstSymbol().GetUltimate() : nullptr;
  }

  void addHostVariables(const semantics::Symbol &Procedure,
                        parser::CharBlock Place) {
    HostVariables::Symbols Named = Host.namedBy(Procedure);
    std::vector<const semantics::Symbol *> Variables(Named.begin(),
                                                     Named.end());
    llvm::sort(Variables, [](const auto *A, const auto *B) {
      return A->name() < B->name();
    });
    for (const semantics::Symbol *Variable : Variables)
      if (auto Parts = Host.partsNamedBy(Procedure, *Variable))
        for (const std::string &Part : *Parts)
          Found.push_back({{Place, Variable->name().ToString(), false},
                           Part,
                           Variable,
                           /*Element=*/""});
  }

  void addObject(const PassedObject &Passed, parser::CharBlock Place) {
    const semantics::Symbol *Root =
        Passed.Object ? rootOf(*Passed.Object) : nullptr;
    if (!Root)
      return;
    std::string Object = Passed.Object->AsFortran();
    auto Type = Passed.Object->GetType();
    // Another type may have another function.
    bool IsOne = Passed.Dummy && Type && !Type->IsPolymorphic();
    const semantics::Symbol *Procedure =
        IsOne ? Passed.Dummy->owner().symbol() : nullptr;
    auto Parts =
        Procedure ? Host.partsNamedBy(*Procedure, *Passed.Dummy) : std::nullopt;
    MaskReference Named{Place, Root->name().ToString(), false};
    if (!Parts)
      Parts = {Passed.Dummy ? Passed.Dummy->name().ToString() : ""};
    for (const std::string &Part : *Parts) {
      size_t Length = Passed.Dummy ? Passed.Dummy->name().size() : 0;
      Found.push_back({Named, Object + Part.substr(Length), Root,
                       elementOf(Object, Indices)});
    }
  }

  const HostVariables &Host;
  const std::set<std::string> &Indices;
};

/// The text of \p Designator without its subscripts: p(i)%x(j) is p%x%.
std::string pathOf(llvm::StringRef Designator) {
  std::string Path;
  int Depth = 0;
  for (char C : Designator) {
    Depth += C == '(';
    if (Depth == 0)
      Path += C;
    Depth -= C == ')';
  }
  return Path + '%';
}

/// Whether one of two parts of a variable may have some of the other.
bool mayOverlap(llvm::StringRef A, llvm::StringRef B) {
  std::string X = pathOf(A), Y = pathOf(B);
  return llvm::StringRef(X).starts_with(Y) || llvm::StringRef(Y).starts_with(X);
}

/// Whether another iteration may define what the mask refers to.
bool changes(const Accesses &Variable, const MaskReader::Reference &Reference,
             const std::set<std::string> &Indices) {
  return Variable.Symbol == Reference.Root &&
         llvm::any_of(Variable.Parts, [&](const std::string &Part) {
           return mayOverlap(Part, Reference.Part) &&
                  (Variable.MayBeCommon || Reference.Element.empty() ||
                   elementOf(Part, Indices) != Reference.Element);
         });
}

} // namespace

std::optional<MaskReference> changedInMask(parser::DoConstruct &Do,
                                           const HostVariables &Host) {
  const auto &Header = std::get<parser::ConcurrentHeader>(
      std::get<parser::LoopControl::Concurrent>(Do.GetLoopControl()->u).t);
  const auto &Mask =
      std::get<std::optional<parser::ScalarLogicalExpr>>(Header.t);
  if (!Mask)
    return std::nullopt;
  std::set<std::string> Indices;
  for (const parser::ConcurrentControl &Control :
       std::get<std::list<parser::ConcurrentControl>>(Header.t))
    Indices.insert(std::get<parser::Name>(Control.t).ToString());
  MaskReader References(Host, Indices);
  walk(*Mask, References);
  std::vector<Accesses> Defined = definedByIterations(Do, Host);
  std::optional<MaskReference> Changed;
  for (const MaskReader::Reference &Reference : References.Found)
    if (llvm::any_of(Defined, [&](const Accesses &Variable) {
          return changes(Variable, Reference, Indices);
        })) {
      if (Reference.Named.IsSure)
        return Reference.Named;
      if (!Changed)
        Changed = Reference.Named;
    }
  return Changed;
}

} // namespace warpfort
