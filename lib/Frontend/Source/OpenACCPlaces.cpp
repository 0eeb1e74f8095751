//===-- OpenACCPlaces.cpp - What Flang gives up on ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See OpenACCPlaces.h. A directive between module procedures changes places
/// with the statement that follows it, in the text that is parsed:
///
///     !$acc routine(f) seq          real function f(x)
///     real function f(x)        ->  !$acc routine(f) seq
///
/// So does one among USE and IMPORT statements with the next of them:
///
///     use a                         use a
///     !$acc routine seq             use b
///     use b                     ->  !$acc routine seq
///
/// Flang maps places in that text to places in files by their offsets, so
/// messages on these two lines name the wrong column.
///
//===----------------------------------------------------------------------===//
#include "OpenACCPlaces.h"
#include "Frontend/Tree/TreeWalk.h"
#include "SourceLines.h"
#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/provenance.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

/// `name` of a line `!$acc routine(name) ...`.
llvm::StringRef routineName(llvm::StringRef Line) {
  Line = Line.ltrim(' ');
  if (!Line.consume_front("!$acc"))
    return {};
  Line = Line.ltrim(' ');
  if (!Line.consume_front("routine"))
    return {};
  Line = Line.ltrim(' ');
  return Line.consume_front("(") ? Line.split(')').first.trim(' ')
                                 : llvm::StringRef();
}

/// Whether the line begins the procedure \p Name.
bool beginsProcedure(llvm::StringRef Line, llvm::StringRef Name) {
  for (llvm::StringRef Keyword : {"subroutine", "function"}) {
    auto [Prefix, Rest] = Line.split(Keyword);
    Rest = Rest.ltrim(' ');
    if (Prefix.find_first_of("!'\"=") == llvm::StringRef::npos &&
        !Prefix.contains("end") && Rest.consume_front(Name) &&
        (Rest.empty() || !(llvm::isAlnum(Rest[0]) || Rest[0] == '_')))
      return true;
  }
  return false;
}

/// Whether the line is a USE or IMPORT statement.
bool isImport(llvm::StringRef Line) {
  bool IsUse = Line.consume_front("use");
  if (!IsUse && !Line.consume_front("import"))
    return false;
  if (Line.empty() ||
      !(Line.front() == ' ' || Line.front() == ',' || Line.starts_with("::")))
    return Line.empty() && !IsUse;
  llvm::StringRef Rest = Line.ltrim(' ');
  return Rest.starts_with(",") || Rest.starts_with("::") ||
         (!Rest.empty() && llvm::isAlpha(Rest.front()));
}

/// The lines of a text that may be exchanged.
class LinePairs {
public:
  explicit LinePairs(llvm::MutableArrayRef<char> Text) : Text(Text) {}

  /// False at the end of the text.
  bool next() {
    Begin = End;
    End = endOf(Begin);
    Last = endOf(End);
    return Begin < Text.size();
  }
  llvm::StringRef line() const { return slice(Begin, End); }
  /// Empty if there is none.
  llvm::StringRef following() const { return slice(End, Last); }
  /// The line is the second one then, and the next.
  void exchange() {
    std::rotate(&Text[Begin], &Text[End], Text.data() + Last);
    End = Begin + (Last - End);
  }

private:
  size_t endOf(size_t From) const {
    llvm::StringRef All(Text.data(), Text.size());
    return From < Text.size()
               ? std::min(All.find('\n', From), Text.size() - 1) + 1
               : From;
  }
  llvm::StringRef slice(size_t From, size_t To) const {
    return llvm::StringRef(Text.data() + From, To - From).trim(" \n");
  }

  llvm::MutableArrayRef<char> Text;
  size_t Begin = 0, End = 0, Last = 0;
};

struct ClauseChecker {
  semantics::SemanticsContext &Context;
  bool Standard;

  void Post(const parser::OpenACCRoutineConstruct &X) {
    using Clause = parser::AccClause;
    for (const Clause &C : std::get<parser::AccClauseList>(X.t).v)
      if (std::holds_alternative<Clause::Gang>(C.u) ||
          std::holds_alternative<Clause::Worker>(C.u) ||
          std::holds_alternative<Clause::Vector>(C.u) ||
          std::holds_alternative<Clause::Seq>(C.u) ||
          std::holds_alternative<Clause::DeviceType>(C.u))
        return;
    if (Standard)
      Context.Say(
          X.source,
          "One of the clauses GANG, WORKER, VECTOR and SEQ is required on a ROUTINE directive"_err_en_US);
    else
      Context.Say(
          X.source,
          "A ROUTINE directive without GANG, WORKER, VECTOR and SEQ is taken for SEQ"_warn_en_US);
  }

  // Flang resolves the names of other clauses in the construct around these
  // directives, where there is none.
  void Post(const parser::OpenACCStandaloneDeclarativeConstruct &X) {
    using Clause = parser::AccClause;
    allow<Clause::Copy, Clause::Copyin, Clause::Copyout, Clause::Create,
          Clause::Present, Clause::Deviceptr, Clause::DeviceResident,
          Clause::Link>(X, "DECLARE");
  }
  void Post(const parser::OpenACCWaitConstruct &X) {
    allow<parser::AccClause::Async, parser::AccClause::If>(X, "WAIT");
  }
  void Post(const parser::AccAtomicRead &X) { checkAtomic(X); }
  void Post(const parser::AccAtomicWrite &X) { checkAtomic(X); }
  void Post(const parser::AccAtomicUpdate &X) { checkAtomic(X); }
  void Post(const parser::AccAtomicCapture &X) { checkAtomic(X); }

private:
  template <typename Atomic> void checkAtomic(const Atomic &X) {
    allow<parser::AccClause::If>(X, "ATOMIC");
  }
  template <typename... Allowed, typename Construct>
  void allow(const Construct &X, const char *Directive) {
    for (const parser::AccClause &C : std::get<parser::AccClauseList>(X.t).v)
      if (!(std::holds_alternative<Allowed>(C.u) || ...)) {
        std::string Text = C.source.ToString();
        std::string Name = llvm::StringRef(Text)
                               .take_while([](char Ch) {
                                 return llvm::isAlpha(Ch) || Ch == '_';
                               })
                               .upper();
        Context.Say(C.source,
                    "%s clause is not allowed on the %s directive"_err_en_US,
                    Name, Directive);
      }
  }
};

} // namespace

void warpfort::admitRoutinePlaces(const parser::CookedSource &Cooked,
                                  parser::Messages &Messages) {
  // After a CONTAINS statement or the end of a procedure. (A directive at the
  // end of a file of procedures may be there anyway.)
  bool IsBetween = false;
  for (LinePairs Lines(editableText(Cooked)); Lines.next();) {
    llvm::StringRef Line = Lines.line();
    llvm::StringRef Name = IsBetween ? routineName(Line) : llvm::StringRef();
    if (!Name.empty() && beginsProcedure(Lines.following(), Name)) {
      Messages.Say(
          parser::CharBlock(Line.data(), Line.size()),
          "A ROUTINE directive belongs in the specification part of its procedure"_warn_en_US);
      Lines.exchange();
      IsBetween = false;
      Lines.next();
      continue;
    }
    if (!Line.empty())
      IsBetween = Line == "contains" || Line.starts_with("end subroutine") ||
                  Line.starts_with("endsubroutine") ||
                  Line.starts_with("end function") ||
                  Line.starts_with("endfunction");
  }
}

void warpfort::passImports(const parser::CookedSource &Cooked) {
  bool IsAmong = false;
  for (LinePairs Lines(editableText(Cooked)); Lines.next();) {
    llvm::StringRef Line = Lines.line();
    bool IsDirective = Line.starts_with("!$acc");
    if (IsAmong && IsDirective && isImport(Lines.following()))
      Lines.exchange();
    else if (!Line.empty())
      IsAmong = isImport(Line) || (IsAmong && IsDirective);
  }
}

bool warpfort::checkDirectives(semantics::SemanticsContext &Context,
                               const parser::Program &Program, bool Standard) {
  using Directive = common::Indirection<parser::OpenACCRoutineConstruct>;
  for (const parser::ProgramUnit &Unit : Program.v) {
    const auto *Routine = std::get_if<Directive>(&Unit.u);
    if (Routine && !std::get<std::optional<parser::Name>>(Routine->value().t))
      Context.Say(
          Routine->value().source,
          "A routine directive without a name must be in the specification part of its procedure"_err_en_US);
  }
  ClauseChecker Clauses{Context, Standard};
  walk(Program, Clauses);
  return !Context.AnyFatalError();
}
