//===-- Facts.h - Questions about symbols and expressions -------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the rules ask of Flang's symbols and analysed expressions. Facts.cpp is
// the only file that instantiates Flang's expression traversal.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_FACTS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_FACTS_H

#include "Body.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warpfort::checker {

using Fortran::common::CUDADataAttr;
using Fortran::common::CUDASubprogramAttrs;
using Fortran::evaluate::ProcedureRef;
using Fortran::semantics::SemanticsContext;

//===-- Symbols -----------------------------------------------------------===//

/// The entity itself, past USE, host association and ASSOCIATE. The name that
/// ASSOCIATE gives a component with a data attribute stays: it has that one.
const Symbol &rootOf(const Symbol &Sym);

/// Whether this is a variable (no component, no named constant).
bool isVariable(const Symbol &Root);

std::optional<CUDADataAttr> dataAttrOf(const Symbol &Root);

/// Only device code can read or write it.
bool isDeviceOnly(const Symbol &Root);

/// Device code can read it.
bool isOnDevice(const Symbol &Root);

/// threadidx, blockidx, blockdim, griddim or warpsize.
bool isPredefinedDeviceVariable(const Symbol &Root);

/// The attributes of a subprogram, those of its interface for a separate
/// module procedure; none for what is no subprogram.
std::optional<CUDASubprogramAttrs> subprogramAttrsOf(const Symbol &Proc);

/// The bytes of a kernel's dummy arguments with the VALUE attribute. Those that
/// have more than \p Most count as more, whatever they have.
size_t valueArgumentBytes(const Fortran::semantics::SubprogramDetails &Kernel,
                          size_t Most);

/// Any attribute but `host`.
bool isDeviceSubprogram(const Symbol &Proc);

/// Defined by a module that comes with the compiler.
bool isFromDeviceModule(const Symbol &Proc);
/// Of ieee_arithmetic and the like.
bool isFromIntrinsicModule(const Symbol &Proc);

/// A function of the warp or of the block, which every thread must reach.
bool isCollective(llvm::StringRef Name);

/// A Fortran intrinsic that device code can call.
bool isDeviceIntrinsic(llvm::StringRef Name);

/// With a capital first letter.
std::string capitalised(std::string Text);

/// "device", "constant", ... as an attribute is written.
std::string attrName(CUDADataAttr Attr);

/// The dummy argument that actual argument \p Index of a call belongs to; null
/// where that is not known.
const Symbol *dummyOf(const ProcedureRef &Ref, std::size_t Index);

/// Whether the procedure may give the dummy argument a value.
bool mayDefine(const Symbol &Dummy);

/// Whether device code has this intrinsic type; not real(10), for one.
bool hasDeviceType(const Fortran::evaluate::DynamicType &Type);

//===-- Expressions -------------------------------------------------------===//

/// Every procedure reference, the outer before the inner.
std::vector<const ProcedureRef *> callsIn(const TypedExpr &Expr);
std::vector<const ProcedureRef *> callsIn(const ProcedureRef &Ref);

/// A procedure reference, and what to show of it.
struct CallUse {
  const ProcedureRef *Ref;
  CharBlock Source;
};
/// Those of the statement itself, its blocks and directives not included.
std::vector<CallUse> callsIn(const Stmt &S);

using SymbolPredicate = llvm::function_ref<bool(const Symbol &)>;

/// The first wanted variable whose value is needed to evaluate the expression.
/// Inquiries, and variables that are themselves actual arguments, are no reads.
const Symbol *firstRead(SemanticsContext &Context, const TypedExpr &Expr,
                        SymbolPredicate Wanted);

/// The first variable that the host would read and only device code can.
const Symbol *deviceDataRead(SemanticsContext &Context, const TypedExpr &Expr);
const Symbol *deviceDataRead(SemanticsContext &Context,
                             const ProcedureRef &Ref);

/// The same for the subscripts of a variable only.
const Symbol *deviceDataReadBySubscripts(SemanticsContext &Context,
                                         const TypedExpr &Variable);

/// The variables, as roots, in order of appearance and with repetitions.
std::vector<const Symbol *> variablesIn(const TypedExpr &Expr);
std::vector<const Symbol *> variablesIn(const ProcedureRef &Ref);

/// The components that are named, in order of appearance.
std::vector<const Symbol *> componentsIn(const TypedExpr &Expr);

/// The root of a variable without subscripts or components; else null.
const Symbol *wholeVariable(const TypedExpr &Expr);

/// The variable that an actual argument or other designator belongs to.
const Symbol *baseVariable(const TypedExpr &Expr);

/// The names of a variable, the first and the last of them, though a substring
/// or the part of a complex number follows (which Flang's functions do not
/// find); null if there is none.
std::optional<Fortran::evaluate::DataRef> namesOf(const TypedExpr &Variable);
const Symbol *firstSymbol(const TypedExpr &Variable);
const Symbol *lastSymbol(const TypedExpr &Variable);

/// Whether a variable lies where device code can reach it: by its attribute or
/// that of the variable or pointer that it is part of.
bool designatesDeviceData(const TypedExpr &Variable);

std::optional<int64_t> constantValue(const TypedExpr &Expr);

/// Whether the value is of TYPE(dim3).
bool isDim3(const TypedExpr &Expr);

/// How the statement `Variable = Value` combines the old value of Variable
/// with others: r + x, x*r, max(r,x), ...; none where it does not, or uses
/// the old value twice.
std::optional<ReductionOp> combines(const Symbol &Variable,
                                    const TypedExpr &Value);

/// For `if (Condition) Variable = Value`: whether that keeps the larger or the
/// smaller of the two.
std::optional<ReductionOp> keepsExtreme(const TypedExpr &Condition,
                                        const Symbol &Variable,
                                        const TypedExpr &Value);

std::string asFortran(ReductionOp Op);

/// Whether a reduction of this kind exists for the type of the expression.
bool reducesType(ReductionOp Op, const TypedExpr &Variable);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_FACTS_H
