//===-- AllocationChecks.cpp - ALLOCATE of what is allocated --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang allocates and frees variables of intrinsic types inline, without
/// looking at their status: a second ALLOCATE loses the first array, a second
/// DEALLOCATE frees a null pointer (seen in Flang 22). Here every object of a
/// statement without STAT= is checked just before it is lowered:
///
///     allocate(x%a(n))     if (allocated(x%a)) error "ALLOCATE: 'x%a' is
///                            already allocated"
///     deallocate(p)        if (.not. associated(p)) error "DEALLOCATE: 'p' is
///                            not associated"
///
/// With STAT= Flang calls its run-time library, which checks.
///
/// Lowering asks for the descriptors of the objects one after the other, by
/// expressions that belong to the statement. The checks are made there, so that
/// an object may depend on those before it.
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Lower/AbstractConverter.h"
#include "flang/Lower/Allocatable.h"
#include "flang/Lower/ConvertExprToHLFIR.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/MutableBox.h"
#include "flang/Optimizer/Builder/Runtime/Stop.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <string>
#include <utility>

using namespace Fortran;

namespace {

enum class Statement { Allocate, Deallocate };

/// The statement that is being lowered, and what is checked of its objects.
struct CheckedStatement {
  explicit CheckedStatement(Statement Kind) : Kind(Kind) {}
  void add(const parser::AllocateObject &Object) {
    Objects[semantics::GetExpr(Object)] = &Object;
  }

  Statement Kind;
  llvm::SmallDenseMap<const lower::SomeExpr *, const parser::AllocateObject *>
      Objects;
};
/// Null outside of such statements. A process lowers one file at a time.
CheckedStatement *Current = nullptr;

/// As the program writes it, in a message that the run-time library takes for a
/// format.
std::string nameOf(const parser::AllocateObject &Object) {
  const parser::Name &First = common::visit(
      [](const auto &Part) -> const parser::Name & {
        return parser::GetFirstName(Part);
      },
      Object.u);
  parser::CharBlock Name = First.source;
  Name.ExtendToCover(parser::GetLastName(Object).source);
  std::string Format;
  for (char C : Name)
    Format.append(C == '%' ? 2 : 1, C);
  return Format;
}

void check(mlir::Location Loc, fir::FirOpBuilder &Builder,
           const fir::MutableBoxValue &Box,
           const parser::AllocateObject &Object) {
  bool IsAllocate = Current->Kind == Statement::Allocate;
  // A pointer may get other memory at any time.
  if (IsAllocate && Box.isPointer())
    return;
  std::string Message =
      std::string(IsAllocate ? "ALLOCATE: '" : "DEALLOCATE: '") +
      nameOf(Object) + "' is " +
      (IsAllocate        ? "already allocated"
       : Box.isPointer() ? "not associated"
                         : "not allocated");
  mlir::Value Has =
      fir::factory::genIsAllocatedOrAssociatedTest(Builder, Loc, Box);
  auto Report = [&] {
    fir::runtime::genReportFatalUserError(Builder, Loc, Message);
  };
  auto If = Builder.genIfOp(Loc, {}, Has, /*withElseRegion=*/!IsAllocate);
  if (IsAllocate)
    If.genThen(Report);
  else
    If.genElse(Report);
  If.end();
}

} // namespace

WARPFORT_WRAP(fir::MutableBoxValue, ConvertExprToMutableBox,
              "_ZN7Fortran5lower23convertExprToMutableBoxEN4mlir8LocationERNS0_"
              "17AbstractConverterERKNS_8evaluate4ExprINS5_8SomeTypeEEERNS0_"
              "6SymMapE",
              (mlir::Location Loc, lower::AbstractConverter &Converter,
               const lower::SomeExpr &Expr, lower::SymMap &Symbols)) {
  fir::MutableBoxValue Box =
      realConvertExprToMutableBox(Loc, Converter, Expr, Symbols);
  if (const auto *Object = Current ? Current->Objects.lookup(&Expr) : nullptr)
    check(Loc, Converter.getFirOpBuilder(), Box, *Object);
  return Box;
}

WARPFORT_WRAP(void, GenAllocateStmt,
              "_ZN7Fortran5lower15genAllocateStmtERNS0_17AbstractConverterERKNS"
              "_6parser12AllocateStmtEN4mlir8LocationE",
              (lower::AbstractConverter & Converter,
               const parser::AllocateStmt &Stmt, mlir::Location Loc)) {
  CheckedStatement Checked(Statement::Allocate);
  bool HasStat = llvm::any_of(
      std::get<std::list<parser::AllocOpt>>(Stmt.t),
      [](const parser::AllocOpt &Option) {
        auto *StatOrErrmsg = std::get_if<parser::StatOrErrmsg>(&Option.u);
        return StatOrErrmsg &&
               std::holds_alternative<parser::StatVariable>(StatOrErrmsg->u);
      });
  if (!HasStat)
    for (const auto &One : std::get<std::list<parser::Allocation>>(Stmt.t))
      Checked.add(std::get<parser::AllocateObject>(One.t));
  llvm::SaveAndRestore Scope(Current, &Checked);
  realGenAllocateStmt(Converter, Stmt, Loc);
}

WARPFORT_WRAP(void, GenDeallocateStmt,
              "_ZN7Fortran5lower17genDeallocateStmtERNS0_17AbstractConverterERK"
              "NS_6parser14DeallocateStmtEN4mlir8LocationE",
              (lower::AbstractConverter & Converter,
               const parser::DeallocateStmt &Stmt, mlir::Location Loc)) {
  CheckedStatement Checked(Statement::Deallocate);
  bool HasStat = llvm::any_of(
      std::get<std::list<parser::StatOrErrmsg>>(Stmt.t),
      [](const parser::StatOrErrmsg &Option) {
        return std::holds_alternative<parser::StatVariable>(Option.u);
      });
  if (!HasStat)
    for (const auto &One : std::get<std::list<parser::AllocateObject>>(Stmt.t))
      Checked.add(One);
  llvm::SaveAndRestore Scope(Current, &Checked);
  realGenDeallocateStmt(Converter, Stmt, Loc);
}
