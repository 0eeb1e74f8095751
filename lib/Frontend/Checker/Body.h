//===-- Body.h - Statements as the checker sees them ------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small tree of statements, made once from Flang's annotated parse tree.
//
// The rules of CUDA Fortran ask few things of a statement: what kind it is,
// which names and analysed expressions are in it, which blocks, where it may
// branch. With these in plain structures the rules are short, and only
// BodyBuilder.cpp pays for instantiating Flang's parse tree visitor.
//
// Every pointer points into the parse tree or the symbol table and lives as
// long as these do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_BODY_H
#define WARPFORT_LIB_FRONTEND_CHECKER_BODY_H

#include "flang/Evaluate/expression.h"
#include "flang/Parser/char-block.h"
#include "flang/Semantics/symbol.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace Fortran::parser {
struct Program;
} // namespace Fortran::parser

namespace warpfort::checker {

using Fortran::parser::CharBlock;
using Fortran::semantics::Scope;
using Fortran::semantics::Symbol;
using TypedExpr = Fortran::evaluate::Expr<Fortran::evaluate::SomeType>;
using Label = unsigned long;

/// A name with the symbol that it was resolved to.
struct NameUse {
  CharBlock Source;
  const Symbol *Sym = nullptr;
};

/// An expression or variable that is not part of a larger one. Value is null
/// where analysis made none (a procedure as actual argument, for example).
struct ExprUse {
  CharBlock Source;
  const TypedExpr *Value = nullptr;
};

enum class StmtKind {
  Assignment,
  PointerAssignment,
  Call,
  Continue,
  Cycle,
  Exit,
  Goto,
  ComputedGoto, ///< and the arithmetic IF statement: one of several, or none
  If,
  Select,
  SelectType, ///< and SELECT RANK
  CountedDo,
  DoWhile,
  DoForever,
  DoConcurrent,
  Return,
  Stop,
  Allocate,
  Deallocate,
  Nullify,
  Output, ///< PRINT, and WRITE of the forms that device code may have
  InputOutput,
  Masked, ///< WHERE and FORALL, statements and constructs
  Block,  ///< BLOCK and ASSOCIATE
  OpenACC,
  OpenACCCompute, ///< a construct whose body is device code
  KernelLoop,
  Declaration, ///< FORMAT, DATA, NAMELIST
  Directive,
  Other ///< what device code never contains
};

struct Directive;
struct Stmt;
using StmtList = std::vector<Stmt>;

/// The control of a counted loop.
struct CountedLoop {
  NameUse Index;
  ExprUse Lower;
  ExprUse Upper;
  std::optional<ExprUse> Step;
};

struct AssignmentUse {
  CharBlock Target;
  const Fortran::evaluate::Assignment *Value = nullptr;
};

enum class ReductionOp {
  Add,
  Multiply,
  Max,
  Min,
  Iand,
  Ior,
  Ieor,
  And,
  Or,
  Eqv,
  Neqv
};

struct ReductionUse {
  ReductionOp Op;
  ExprUse Operand;
};

/// One entry of a launch shape; no value stands for `*`.
using ShapeEntry = std::optional<ExprUse>;

/// `!$cuf kernel do(n) <<< ... >>>`.
struct KernelDirective {
  CharBlock Source;
  std::optional<ExprUse> Depth;
  std::vector<ShapeEntry> Grid;
  std::vector<ShapeEntry> Block;
  std::optional<ExprUse> Stream;
  std::vector<ReductionUse> Reductions;
};

struct Stmt {
  StmtKind Kind = StmtKind::Other;
  /// As the user calls it: "an ALLOCATE statement".
  std::string What;
  CharBlock Source;
  /// The label of the statement, or of any statement that opens, divides or
  /// closes a construct.
  std::vector<Label> Labels;
  std::vector<CharBlock> Entries;
  std::vector<NameUse> Names;
  std::vector<NameUse> AskedFor; ///< arguments of PRESENT
  std::vector<ExprUse> Exprs;
  /// The outermost expressions, those in subscripts of variables included. The
  /// operands of CALL and of defined assignments are not: the calls have them.
  std::vector<ExprUse> Values;
  /// What ALLOCATE, DEALLOCATE and NULLIFY change.
  std::vector<ExprUse> Objects;
  std::vector<AssignmentUse> Assignments;
  /// SOURCE= of ALLOCATE.
  std::optional<ExprUse> Origin;
  /// The call of a CALL statement; null where its analysis failed.
  const Fortran::evaluate::ProcedureRef *Call = nullptr;
  CharBlock Callee;
  bool HasAlternateReturn = false;
  /// The construct that CYCLE and EXIT name, or the name of this construct.
  const Symbol *ConstructName = nullptr;
  std::vector<Label> Targets;
  /// Of a counted loop, or of the one that an OpenACC directive is about.
  std::optional<CountedLoop> Loop;
  /// The indices of DO CONCURRENT.
  std::vector<CountedLoop> Concurrent;
  bool HasCopyLocality = false; ///< LOCAL_INIT or REDUCE
  std::shared_ptr<KernelDirective> Kernel;
  /// The directive, without which the construct's own parts are above.
  std::shared_ptr<Directive> Acc;
  /// The blocks of a construct, in order. A logical IF has one block of one
  /// statement; a kernel loop one block with its DO construct, or none.
  std::vector<StmtList> Blocks;
  /// IF and SELECT CASE: whether one of the blocks is always executed.
  bool HasDefault = false;
};

/// A main program or procedure.
struct Unit {
  const Symbol *Sym = nullptr;
  CharBlock Source;
  StmtList Body;
  /// Expressions and ENTRY statements of the specification part.
  std::vector<ExprUse> SpecExprs;
  std::vector<CharBlock> SpecEntries;
};

std::vector<Unit> buildUnits(Fortran::parser::Program &Program);

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_BODY_H
