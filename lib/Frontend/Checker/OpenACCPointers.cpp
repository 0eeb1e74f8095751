//===-- OpenACCPointers.cpp - Pointer assignment in compute constructs ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel gets copies of the descriptors of the host's pointers. What device
// code makes such a copy point to is known to the thread that did it, as long
// as the kernel runs: not to the host, and to no other kernel. So a pointer
// that a compute construct associates must be private, or a variable of the
// construct, or one that nothing but a single statement of the construct names.
// An acc routine may associate its local pointers and its dummy arguments; an
// actual argument is then associated where the routine is called.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Rewrites/DataConstructs.h"
#include "OpenACCRules.h"
#include "Rules.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

/// What is called with a pointer, or with the variable that has it as a
/// component.
using PointerUse =
    llvm::function_ref<void(const Symbol &Root, bool IsWhole, CharBlock At)>;

void visitPointer(const TypedExpr *Object, CharBlock At, PointerUse Do) {
  if (!Object || !evaluate::IsObjectPointer(*Object))
    return;
  const Symbol *Whole = evaluate::UnwrapWholeSymbolDataRef(*Object);
  if (const Symbol *Sym = Whole ? Whole : evaluate::GetFirstSymbol(*Object))
    Do(Sym->GetUltimate(), Whole, At);
}

/// The pointers that the statement itself associates, nullifies or passes to
/// what may.
void forEachAssociated(const Stmt &S, PointerUse Do) {
  if (S.Kind == StmtKind::PointerAssignment)
    for (const AssignmentUse &Use : S.Assignments)
      if (Use.Value)
        visitPointer(&Use.Value->lhs, Use.Target, Do);
  if (S.Kind == StmtKind::Nullify)
    for (const ExprUse &Object : S.Objects)
      visitPointer(Object.Value, Object.Source, Do);
  for (const CallUse &Call : callsIn(S)) {
    const auto &Arguments = Call.Ref->arguments();
    for (std::size_t I = 0; I < Arguments.size(); ++I) {
      const Symbol *Dummy = dummyOf(*Call.Ref, I);
      if (Arguments[I] && Dummy && semantics::IsPointer(*Dummy) &&
          mayDefine(*Dummy))
        visitPointer(Arguments[I]->UnwrapExpr(), Call.Source, Do);
    }
  }
}

/// Whether what does not name the variable in this file may see it.
bool isVisibleElsewhere(const Symbol &Root) {
  return semantics::IsDummy(Root) || semantics::IsFunctionResult(Root) ||
         (semantics::IsSaved(Root) &&
          Root.owner().kind() != Scope::Kind::MainProgram);
}

//===-- Compute constructs ------------------------------------------------===//

class ConstructChecker {
public:
  ConstructChecker(SemanticsContext &Context, const CheckedProgram &Program,
                   const Stmt &Construct)
      : Context(Context), Program(Program), Construct(Construct),
        Private(privateVariables(Construct)) {}

  void check() {
    for (const StmtList &Block : Construct.Blocks)
      forEachStmt(Block, [&](const Stmt &S) {
        forEachAssociated(
            S, [&](const Symbol &Root, bool IsWhole, CharBlock At) {
              (IsWhole ? Associated : Records).try_emplace(&Root, At);
            });
        return true;
      });
    for (auto [Root, At] : Associated)
      if (!isOwn(*Root) && isShared(*Root))
        refuse(*Root, At);
    for (auto [Root, At] : Records)
      if (!isOwn(*Root) && isShared(*Root) && !isOnDevice(*Root) &&
          !isInClause(*Root))
        warn(*Root, At);
  }

private:
  bool isOwn(const Symbol &Root) const {
    return Private.count(&Root) || Construct.Acc->Where->Contains(Root.owner());
  }

  /// Whether some directive says that the record is on the device as a whole,
  /// components and all.
  bool isInClause(const Symbol &Root) const {
    bool Found = Root.test(Symbol::Flag::AccDeclare) ||
                 Construct.Acc->has<parser::AccClause::Default>();
    forEachDirective(Program, [&](const Directive &D) {
      for (const Clause &C : D.Clauses)
        for (const ClauseObject &Object : C.Objects)
          Found |= Object.Base.Sym && &Object.Base.Sym->GetUltimate() == &Root;
    });
    return Found;
  }

  /// Whether more than one kernel, or the host, has to do with the pointer.
  bool isShared(const Symbol &Root) const {
    if (isVisibleElsewhere(Root) || Root.test(Symbol::Flag::AccDeclare))
      return true;
    for (const Unit &U : Program.Units)
      if (isUsed(Root, U.Body))
        return true;
    // The others may become several kernels.
    if (Construct.Acc->Kind == llvm::acc::Directive::ACCD_serial ||
        Construct.Acc->isLoop())
      return false;
    int Users = 0;
    for (const StmtList &Block : Construct.Blocks)
      for (const Stmt &S : Block)
        Users += isUsed(Root, S);
    return Users > 1;
  }

  bool isUsed(const Symbol &Root, const StmtList &List) const {
    return llvm::any_of(List, [&](const Stmt &S) {
      return &S != &Construct && isUsed(Root, S);
    });
  }

  bool isUsed(const Symbol &Root, const Stmt &S) const {
    auto IsRoot = [&](const NameUse &Use) {
      return Use.Sym && &Use.Sym->GetUltimate() == &Root;
    };
    if (llvm::any_of(S.Names, IsRoot))
      return true;
    if (S.Acc)
      for (const Clause &C : S.Acc->Clauses)
        for (const ClauseObject &Object : C.Objects)
          if (IsRoot(Object.Base))
            return true;
    return llvm::any_of(
        S.Blocks, [&](const StmtList &Block) { return isUsed(Root, Block); });
  }

  void refuse(const Symbol &Root, CharBlock At) const {
    Context.Say(
        At,
        "Pointer '%s' may not be associated in %s, unless it is private: neither the host nor another kernel would know its target"_err_en_US,
        Root.name(),
        Construct.Acc->IsFromConcurrent
            ? "DO CONCURRENT that runs on the device"
            : "a compute construct");
  }

  void warn(const Symbol &Root, CharBlock At) const {
    Context.Say(
        At,
        "A pointer of '%s' is associated in a kernel, and no data clause names '%s': unless it is present, neither the host nor another kernel will know the target"_warn_en_US,
        Root.name(), Root.name());
  }

  SemanticsContext &Context;
  const CheckedProgram &Program;
  const Stmt &Construct;
  std::set<const Symbol *> Private;
  /// Pointers, and variables with pointers, that the construct associates.
  std::map<const Symbol *, CharBlock> Associated, Records;
};

//===-- Routines ----------------------------------------------------------===//

void checkRoutine(SemanticsContext &Context, const Unit &U) {
  const Symbol &Routine = U.Sym->GetUltimate();
  forEachStmt(U.Body, [&](const Stmt &S) {
    forEachAssociated(S, [&](const Symbol &Root, bool IsWhole, CharBlock At) {
      if (IsWhole && Routine.scope() &&
          !Routine.scope()->Contains(Root.owner()))
        Context.Say(
            At,
            "Pointer '%s' may not be associated in the acc routine '%s', whose own it is not: neither the host nor another kernel would know its target"_err_en_US,
            Root.name(), Routine.name());
    });
    return true;
  });
}

} // namespace

void checkPointers(SemanticsContext &Context, const CheckedProgram &Program) {
  for (const Unit &U : Program.Units) {
    if (U.Sym && isAccRoutine(*U.Sym))
      checkRoutine(Context, U);
    forEachStmt(U.Body, [&](const Stmt &S) {
      bool IsCompute = S.Acc && S.Acc->isCompute();
      if (IsCompute)
        ConstructChecker(Context, Program, S).check();
      return !IsCompute;
    });
  }
}

} // namespace warpfort::checker
