//===-- HostCalls.h - Calls of constructs in host code -------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Replaces constructs in Clang's tree by calls of the functions that Lowering
/// makes of them:
///
///     #pragma acc parallel loop copy(x[0:n])       f$acc1(x, &n);
///     for (int i = 0; i < n; ++i) ...
///
///     #pragma acc data copy(x[0:n])                { float *x$ = x;
///     { ... }                                        int n$ = n;
///                                                    f$acc1(x$, &n$);
///                                                    { ... }
///                                                    f$acc2(x$, &n$); }
///     #pragma acc declare copyin(x[0:n])           float *x$ = x;
///     ...                                          int n$ = n;
///                                                  void *arguments$[2]
///                                                    cleanup(f$acc2$exit)
///                                                    = {x$, &n$};
///                                                  int enter$ =
///                                                    (f$acc1(x$, &n$), 0);
///                                                  ...
///
/// where f$acc2$exit calls f$acc2 with what it finds in the array.
///
/// Arrays of variable length that constructs use may be large, so they are in
/// the heap, as automatic arrays of Fortran are:
///
///     double a[n][m];                              double (&a)[n][m]
///                                                    cleanup(free)
///                                                    = *(double (*)[n][m])
///                                                      malloc(sizeof(...));
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_CFRONTEND_HOSTCALLS_H
#define WARPFORT_LIB_CFRONTEND_HOSTCALLS_H

#include "Lowering.h"

namespace warpfort::c {

class HostCalls {
public:
  HostCalls(clang::ASTContext &AST, Lowering &Lower, bool StackArrays)
      : AST(AST), Lower(Lower), StackArrays(StackArrays) {}

  /// In the body of \p F, which is lowered if it is a routine.
  void replaceConstructs(clang::FunctionDecl *F);
  void noteRoutine(clang::OpenACCRoutineDecl *Named);
  void refuse(clang::SourceLocation Where, llvm::StringRef What);
  /// Refuses a construct that \p Body may leave by a statement.
  bool refuseLeaving(const clang::Stmt *Body, llvm::StringRef Construct);
  /// What the host's code needs besides the functions of the source.
  llvm::ArrayRef<clang::FunctionDecl *> functions() const { return Functions; }

private:
  void walk(clang::Stmt *&S);
  llvm::SmallVector<Capture> captures(clang::Stmt *S, Clauses List,
                                      bool ClausesOnly);
  /// What is computed in front of a directive beside calls: nothing else, what
  /// reads memory, all that is not constant.
  enum class Hoisted { Calls, Memory, Variables };
  void hoistCalls(clang::Stmt *&S,
                  llvm::SmallVectorImpl<clang::Decl *> &Declarations,
                  Hoisted Which);
  void hoistFromNamed(clang::Stmt *&S,
                      llvm::SmallVectorImpl<clang::Decl *> &Declarations,
                      Hoisted Which);
  void hoistCalls(Clauses List,
                  llvm::SmallVectorImpl<clang::Decl *> &Declarations,
                  bool IsOfData = false);
  clang::Stmt *withDeclarations(llvm::ArrayRef<clang::Decl *> Declarations,
                                clang::Stmt *S, clang::SourceLocation At);
  clang::Stmt *replace(clang::OpenACCConstructStmt *S);
  clang::Stmt *replaceData(clang::OpenACCDataConstruct *S);
  clang::Stmt *replaceHostData(clang::OpenACCHostDataConstruct *S);
  const clang::VarDecl *
  keep(const Capture &C, const llvm::DenseSet<const clang::VarDecl *> &Whole,
       clang::SourceLocation At, llvm::SmallVectorImpl<clang::Decl *> &Copies);
  clang::Stmt *replaceDeclare(clang::OpenACCDeclareDecl *D);
  clang::FunctionDecl *exitFunction(llvm::StringRef Symbol, unsigned Count,
                                    clang::SourceLocation At);
  clang::FunctionDecl *function(llvm::StringRef Symbol, clang::QualType Result,
                                llvm::ArrayRef<clang::QualType> Types,
                                clang::StorageClass Storage,
                                clang::SourceLocation At);
  clang::Stmt *call(llvm::StringRef Symbol, llvm::ArrayRef<clang::Expr *> Args,
                    clang::SourceLocation At);
  clang::Expr *reference(const clang::VarDecl *Var, clang::SourceLocation At);
  clang::Expr *valueOf(const clang::VarDecl *Var, clang::SourceLocation At);
  clang::Expr *toPointer(clang::Expr *E, clang::QualType T);
  clang::Expr *argument(const Capture &C, const clang::VarDecl *Var,
                        clang::SourceLocation At);
  clang::Expr *sizeOf(clang::QualType T, clang::SourceLocation At);
  void addExtents(llvm::ArrayRef<Capture> Captures, clang::SourceLocation At,
                  llvm::SmallVectorImpl<clang::Expr *> &Args);
  clang::VarDecl *variable(llvm::StringRef Like, clang::QualType T,
                           clang::Expr *Init, clang::SourceLocation At);
  clang::Expr *callee(clang::FunctionDecl *F, clang::SourceLocation At);
  clang::Expr *callExpr(llvm::StringRef Symbol, clang::QualType Result,
                        llvm::ArrayRef<clang::Expr *> Args,
                        clang::SourceLocation At);
  void moveToHeap(clang::VarDecl *Array);
  std::string nextSymbol();

  clang::ASTContext &AST;
  Lowering &Lower;
  bool StackArrays; // on the stack, as in the source
  clang::FunctionDecl *In = nullptr;
  /// Arrays of variable length that constructs of \p In use.
  llvm::SetVector<clang::VarDecl *> LargeArrays;
  unsigned Count = 0;
  llvm::SmallVector<clang::FunctionDecl *> Functions;
};

} // namespace warpfort::c
#endif // WARPFORT_LIB_CFRONTEND_HOSTCALLS_H
