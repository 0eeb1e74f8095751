//===-- Pragmas.h - OpenACC directives for Clang's parser ------ -*- C++
//-*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes directives that other compilers accept and Clang's parser refuses.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_CFRONTEND_PRAGMAS_H
#define WARPFORT_LIB_CFRONTEND_PRAGMAS_H

#include "clang/AST/OpenACCClause.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class ASTContext;
class CompilerInstance;
} // namespace clang

namespace warpfort::c {

/// Reductions of complex variables, which Clang's checker would refuse: it sees
/// clauses 'private', which take the same variables and sections.
class ComplexReductions {
public:
  void add(clang::SourceLocation Clause,
           clang::OpenACCReductionOperator Operator) {
    Operators[Clause.getRawEncoding()] = Operator;
  }
  /// Makes reductions of the clauses in the tree again.
  void restore(clang::ASTContext &AST) const;

private:
  /// By the places of the clauses.
  llvm::DenseMap<unsigned, clang::OpenACCReductionOperator> Operators;
};

/// Hands the directives of a source to Clang's parser, and notes the reductions
/// that it sees as others in \p Reductions; before the parser is made.
void watchDirectives(clang::CompilerInstance &Clang,
                     ComplexReductions &Reductions);

} // namespace warpfort::c
#endif // WARPFORT_LIB_CFRONTEND_PRAGMAS_H
