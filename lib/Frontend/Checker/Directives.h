//===-- Directives.h - OpenACC directives as the checker sees them -*- C++ -*-//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The OpenACC directives of a program with their clauses, made once from
// Flang's parse tree after name resolution. A construct is also a statement
// (Body.h), whose blocks are its body. Every rule of OpenACC is a function on
// these lists.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_DIRECTIVES_H
#define WARPFORT_LIB_FRONTEND_CHECKER_DIRECTIVES_H

#include "Body.h"
#include "flang/Parser/parse-tree.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort::checker {

/// A variable, a part of one or a common block that a clause names.
struct ClauseObject {
  CharBlock Source;
  /// The variable, of a part too; the common block.
  NameUse Base;
  /// The last component of a part; otherwise the same.
  NameUse Last;
  /// No part of a variable.
  bool IsWhole = false;
  Fortran::parser::AccObject *Node = nullptr;
};

struct Clause {
  CharBlock Source;
  std::vector<ClauseObject> Objects;
  /// Null for the list of a CACHE directive.
  const Fortran::parser::AccClause *Node = nullptr;

  template <typename... Kinds> bool is() const {
    return Node && (std::holds_alternative<Kinds>(Node->u) || ...);
  }
};

struct Directive {
  llvm::acc::Directive Kind;
  /// Its name in the source.
  CharBlock Source;
  std::vector<Clause> Clauses;
  /// The scope of a construct, or the one that another directive stands in;
  /// null for ATOMIC, and for ROUTINE with a name.
  const Scope *Where = nullptr;
  /// What ROUTINE names.
  std::optional<NameUse> Procedure;
  /// -stdpar made the construct of DO CONCURRENT.
  bool IsFromConcurrent = false;
  bool IsAtomicRead = false;
  /// Of a BLOCK construct that several threads may run.
  bool IsOfThreads = false;

  /// Whether the body of the construct is device code.
  bool isCompute() const;
  /// Whether there is a loop that the directive is about.
  bool isLoop() const;

  template <typename... Kinds> bool has() const {
    for (const Clause &C : Clauses)
      if (C.is<Kinds...>())
        return true;
    return false;
  }
};

/// The program as the rules see it.
struct CheckedProgram {
  std::vector<Unit> Units;
  /// DECLARE and ROUTINE.
  std::vector<Directive> Declarations;
};

/// Lists the statements and directives of a program whose names are resolved.
/// Nodes that the list refers to may change, but must not go while it is used.
CheckedProgram listProgram(Fortran::semantics::SemanticsContext &Context,
                           Fortran::parser::Program &Program);

/// The directive of a construct, without its scope.
Directive directiveOf(Fortran::parser::OpenACCConstruct &X);

/// Calls \p Do with every directive.
void forEachDirective(const CheckedProgram &Program,
                      llvm::function_ref<void(const Directive &)> Do);

/// What PRIVATE and FIRSTPRIVATE clauses of a construct and of those in it
/// name.
std::set<const Symbol *> privateVariables(const Stmt &Construct);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_DIRECTIVES_H
