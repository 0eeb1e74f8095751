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
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CompilerInstance;
class OpenACCConstructStmt;
} // namespace clang

namespace warpfort::c {

/// Clauses of constructs that Clang's checker would refuse: it does not see
/// them.
class HiddenClauses {
public:
  void add(clang::SourceLocation Directive,
           const clang::OpenACCClause *Clause) {
    Clauses[Directive.getRawEncoding()].push_back(Clause);
  }
  /// All clauses of \p S, the hidden ones last.
  llvm::SmallVector<const clang::OpenACCClause *>
  clausesOf(const clang::OpenACCConstructStmt *S) const;
  /// Those alone.
  llvm::SmallVector<const clang::OpenACCClause *, 1>
  hiddenOf(const clang::OpenACCConstructStmt *S) const;

private:
  llvm::DenseMap<unsigned, llvm::SmallVector<const clang::OpenACCClause *, 1>>
      Clauses;
};

/// Hands the directives of a source to Clang's parser, and notes what it does
/// not take in \p Hidden; before the parser is made.
void watchDirectives(clang::CompilerInstance &Clang, HiddenClauses &Hidden);

} // namespace warpfort::c
#endif // WARPFORT_LIB_CFRONTEND_PRAGMAS_H
