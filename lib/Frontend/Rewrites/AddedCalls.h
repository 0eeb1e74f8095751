//===-- AddedCalls.h - Calls in the parse tree ------------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes of the parse tree for calls of module cudafor's procedures, which the
// rewrites add to host code before names are resolved.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_REWRITES_ADDEDCALLS_H
#define WARPFORT_LIB_FRONTEND_REWRITES_ADDEDCALLS_H

#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace warpfort {

/// Nodes of the parse tree point to text that outlives them.
inline Fortran::parser::Name nameOf(const std::string &Text) {
  return Fortran::parser::Name{Fortran::parser::CharBlock{Text}};
}

template <typename... A>
std::list<Fortran::parser::ActualArgSpec> argumentsOf(A &&...Actuals) {
  std::list<Fortran::parser::ActualArgSpec> Arguments;
  (Arguments.emplace_back(
       std::make_tuple(std::optional<Fortran::parser::Keyword>{},
                       Fortran::parser::ActualArg{std::move(Actuals)})),
   ...);
  return Arguments;
}

/// Adds a USE statement, as if written at \p Source.
void addUse(Fortran::parser::SpecificationPart &Spec,
            Fortran::parser::UseStmt Use, Fortran::parser::CharBlock Source);

/// use cudafor, only: name => name of the module, ...; where both are the same
/// only one is written.
using UsedNames =
    std::vector<std::pair<const std::string *, const std::string *>>;
void useCudafor(Fortran::parser::SpecificationPart &Spec,
                const UsedNames &Names, Fortran::parser::CharBlock Source);

/// A procedure of module warpfort_added, and the name that calls of it have.
struct AddedProcedure {
  std::string Name, OfModule;
};
/// Intrinsic procedures, of whose names a program may have its own, and what
/// takes the result of a function.
extern const AddedProcedure AddedAllocated, AddedAssociated, AddedIgnore,
    AddedLength, AddedMerge;

/// Calls \p Rewrite(SpecificationPart &, ExecutionPart &) for every subprogram.
template <typename F> struct SubprogramRewriter {
  F Rewrite;

  bool Pre(Fortran::parser::MainProgram &X) { return rewrite(X); }
  bool Pre(Fortran::parser::SubroutineSubprogram &X) { return rewrite(X); }
  bool Pre(Fortran::parser::FunctionSubprogram &X) { return rewrite(X); }
  bool Pre(Fortran::parser::SeparateModuleSubprogram &X) { return rewrite(X); }

private:
  template <typename A> bool rewrite(A &Subprogram) {
    Rewrite(std::get<Fortran::parser::SpecificationPart>(Subprogram.t),
            std::get<Fortran::parser::ExecutionPart>(Subprogram.t));
    return true;
  }
};

template <typename F>
void rewriteSubprograms(Fortran::parser::Program &Program, F Rewrite) {
  SubprogramRewriter<F> Rewriter{Rewrite};
  walk(Program, Rewriter);
}

void useAdded(Fortran::parser::SpecificationPart &Spec,
              const AddedProcedure &Added, Fortran::parser::CharBlock Source);

/// Walks the statements of every subprogram by what \p MakeVisitor makes. Where
/// one has set its `Found`, it has added a call there, and \p Added are
/// declared.
template <typename F>
void addCalls(Fortran::parser::Program &Program,
              std::initializer_list<const AddedProcedure *> Added,
              F MakeVisitor) {
  rewriteSubprograms(Program, [&](Fortran::parser::SpecificationPart &Spec,
                                  Fortran::parser::ExecutionPart &Execution) {
    auto Visitor = MakeVisitor();
    walk(Execution, Visitor);
    if (!Visitor.Found.empty())
      for (const AddedProcedure *Procedure : Added)
        useAdded(Spec, *Procedure, Visitor.Found);
  });
}

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_REWRITES_ADDEDCALLS_H
