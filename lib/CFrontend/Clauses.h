//===-- Clauses.h - Operations of data clauses ---------------- -*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a data clause does at the begin and at the end of a construct.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_CFRONTEND_CLAUSES_H
#define WARPFORT_LIB_CFRONTEND_CLAUSES_H

#include "Lowering.h"

namespace warpfort::c {

template <typename Op>
void setQueue(Op Operation, mlir::Value Queue, bool Only) {
  mlir::MLIRContext *Context = Operation->getContext();
  auto None =
      mlir::acc::DeviceTypeAttr::get(Context, mlir::acc::DeviceType::None);
  auto List = mlir::ArrayAttr::get(Context, {None});
  if (Queue) {
    Operation.getAsyncOperandsMutable().append(Queue);
    Operation.setAsyncOperandsDeviceTypeAttr(List);
  } else if (Only) {
    Operation.setAsyncOnlyAttr(List);
  }
}

/// `[lower:length]` or, without a colon, one element.
struct Lowering::Section {
  const clang::Expr *E = nullptr; // with what it is a section of
  const clang::Expr *Lower = nullptr, *Length = nullptr;
  bool HasColon = false;
};

/// The call of PointerData.h that does with what pointers point to what a
/// clause does; without a function there is none.
struct Lowering::PointerCall {
  mlir::func::FuncOp (*Function)(fir::FirOpBuilder &B,
                                 mlir::Location Loc) = nullptr;
  std::optional<int32_t> How = std::nullopt;

  explicit operator bool() const { return Function != nullptr; }
};

/// What a data clause does. \p Kind is its name in messages.
struct Lowering::DataAction {
  enum EntryKind {
    Copyin,
    Create,
    Present,
    NoCreate,
    DevicePtr,
    Attach,
    UseDevice,
    UpdateDevice,
    Lookup // for the end only
  };
  enum ExitKind { None, Copyout, Delete, Detach, UpdateHost };
  EntryKind Entry;
  ExitKind Exit;
  mlir::acc::DataClause Kind;
  bool NeedsSize = true;

  PointerCall enterPointers() const;
  PointerCall exitPointers() const;
};

/// Has -Minfo report the clause that \p Call stands for. \p Directive is
/// `enter data `, `exit data ` or nothing.
void reportPointers(fir::CallOp Call, llvm::StringRef Directive,
                    mlir::acc::DataClause Clause, llvm::StringRef Object);

/// Enter and exit data directives and wait name one queue.
template <typename Op>
void setOneQueue(Op Operation, mlir::Value Queue, bool Only) {
  if (Queue)
    Operation.getAsyncOperandMutable().assign(Queue);
  else if (Only)
    Operation.setAsync(true);
}

/// An operation without operands, which are added.
template <typename Op> Op createEmpty(mlir::OpBuilder &B, mlir::Location Loc) {
  typename Op::Properties Properties = {};
  return Op::create(B, Loc, mlir::TypeRange{}, mlir::ValueRange{}, Properties);
}

inline constexpr mlir::acc::DeviceType AnyDevice[] = {
    mlir::acc::DeviceType::None};

/// What \p E, a section or an element, is a part of: the base of its brackets.
/// Null for an expression that is neither.
const clang::Expr *sectionBase(const clang::Expr *E);

/// The structure that a section or member is in, if that is a variable.
const clang::VarDecl *structureOf(const clang::Expr *E);

/// The pointer `p` of `p->x[0:n]` and the like; null if there is none.
const clang::VarDecl *pointerBefore(const clang::Expr *E);

/// The variable that \p E is a section, an element or the whole of; null for
/// another expression.
const clang::VarDecl *sectionVariable(const clang::Expr *E);

/// Whether a clause makes private copies of \p Var, or of a section.
bool hasPrivateSection(Clauses List, const clang::VarDecl *Var);

/// Whether \p In uses \p Var outside of loops with private copies of it.
bool usesShared(const clang::VarDecl *Var, const clang::Stmt *In);

/// Nothing for an operator that is none.
std::optional<mlir::acc::ReductionOperator>
reductionOperator(clang::OpenACCReductionOperator Operator, clang::QualType T);

} // namespace warpfort::c
#endif // WARPFORT_LIB_CFRONTEND_CLAUSES_H
