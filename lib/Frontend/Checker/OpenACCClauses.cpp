//===-- OpenACCClauses.cpp - What clauses name ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   DEFAULT(NONE)  Clauses of the construct or of one around it must list the
//                  arrays and records that a compute construct uses; a part
//                  lists its variable. NVIDIA's compiler asks for no scalars,
//                  and programs count on it.
//   DECLARE        Data of common blocks live on the device as long as the
//                  program does, as a module's do: no procedure's end copies
//                  them. A variable of another module is where that module's
//                  object puts it: too late to declare it here.
//   Sections       Bounds of clauses have no strides in Flang's lowering. The
//                  UPDATE directive has none left here (StridedUpdates.cpp).
//   USE_DEVICE     Lowering looks for the variable by its own name.
//   PRIVATE        Flang copies no characters of variable length.
//   WAIT           Queues of several devices are none of one operation.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Rewrites/TextCopies.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "OpenACCRules.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

using Kind = parser::AccClause;

//===-- DEFAULT(NONE) -----------------------------------------------------===//

class DefaultNoneChecker {
public:
  explicit DefaultNoneChecker(SemanticsContext &Context) : Context(Context) {}

  void check(const StmtList &List) {
    for (const Stmt &S : List)
      check(S);
  }

private:
  void check(const Stmt &S) {
    if (S.Acc)
      Around.push_back(S.Acc.get());
    if (!Around.empty() && isNone() &&
        Around.back()->Kind != llvm::acc::Directive::ACCD_cache)
      for (const NameUse &Use : S.Names)
        if (needsClause(Use) && !isListed(Use.Sym->GetUltimate()))
          Context.Say(Use.Source,
                      "The DEFAULT(NONE) clause requires that '%s' must be "
                      "listed in a data-mapping clause"_err_en_US,
                      Use.Source);
    for (const StmtList &Block : S.Blocks)
      check(Block);
    if (S.Acc)
      Around.pop_back();
  }

  /// Whether this is in a compute construct, and the innermost DEFAULT clause
  /// is NONE.
  bool isNone() const {
    const parser::AccClause::Default *Innermost = nullptr;
    bool IsCompute = false;
    for (const Directive *D : Around) {
      IsCompute |= D->isCompute();
      for (const Clause &C : D->Clauses)
        if (C.is<Kind::Default>())
          Innermost = &std::get<Kind::Default>(C.Node->u);
    }
    return IsCompute && Innermost &&
           Innermost->v.v == llvm::acc::DefaultValue::ACC_Default_none;
  }

  bool needsClause(const NameUse &Use) const {
    if (!Use.Sym)
      return false;
    const Symbol &Root = Use.Sym->GetUltimate();
    if ((!Root.has<semantics::ObjectEntityDetails>() &&
         !Root.has<semantics::AssocEntityDetails>()) ||
        Root.owner().IsDerivedType() || semantics::IsNamedConstant(Root) ||
        Root.test(Symbol::Flag::AccDeclare))
      return false;
    const semantics::DeclTypeSpec *Type = Root.GetType();
    if (Root.Rank() == 0 && Type && Type->AsIntrinsic() &&
        !semantics::IsAllocatableOrPointer(Root))
      return false;
    // Copies that clauses make, and what the construct declares.
    const Scope &Owner = Use.Sym->owner();
    if (Owner.kind() == Scope::Kind::OpenACCConstruct)
      return false;
    for (const Directive *D : Around)
      if (D->isCompute() && D->Where->Contains(Owner))
        return false;
    return true;
  }

  bool isListed(const Symbol &Root) const {
    for (const Directive *D : Around)
      for (const Clause &C : D->Clauses)
        for (const ClauseObject &Object : C.Objects)
          if (Object.Base.Sym && names(Object.Base.Sym->GetUltimate(), Root))
            return true;
    return false;
  }

  static bool names(const Symbol &Listed, const Symbol &Root) {
    if (const auto *Block = Listed.detailsIf<semantics::CommonBlockDetails>())
      for (const auto &Object : Block->objects())
        if (&Object->GetUltimate() == &Root)
          return true;
    return &Listed == &Root;
  }

  SemanticsContext &Context;
  std::vector<const Directive *> Around;
};

//===-- DECLARE -----------------------------------------------------------===//

bool isInCommonBlock(const Symbol &Sym) {
  const auto *Object = Sym.detailsIf<semantics::ObjectEntityDetails>();
  return Sym.has<semantics::CommonBlockDetails>() ||
         (Object && Object->commonBlock());
}

/// The clause of a DECLARE directive that common blocks may not have.
const char *clauseOfProcedures(const Clause &C) {
  return C.is<Kind::Copy>()        ? "COPY"
         : C.is<Kind::Copyout>()   ? "COPYOUT"
         : C.is<Kind::Present>()   ? "PRESENT"
         : C.is<Kind::Deviceptr>() ? "DEVICEPTR"
                                   : nullptr;
}

void checkDeclared(SemanticsContext &Context, const Clause &C,
                   const NameUse &Variable) {
  if (const char *Name = clauseOfProcedures(C);
      Name && isInCommonBlock(*Variable.Sym))
    Context.Say(Variable.Source,
                "'%s' is data of a common block, which the %s clause of a "
                "DECLARE directive may not name"_err_en_US,
                Variable.Source, Name);
  const Symbol &Root = Variable.Sym->GetUltimate();
  const Symbol *Owner = Root.owner().symbol();
  if (C.is<Kind::Create, Kind::Copyin, Kind::DeviceResident, Kind::Link>() &&
      !semantics::IsNamedConstant(Root) &&
      Variable.Sym->has<semantics::UseDetails>() && Owner &&
      Owner->test(Symbol::Flag::ModFile) &&
      !Root.test(Symbol::Flag::AccDeclare))
    Context.Say(Variable.Source,
                "'%s' is a variable of the module '%s', where a DECLARE "
                "directive must name it"_err_en_US,
                Variable.Source, Owner->name());
}

//===-- Sections ----------------------------------------------------------===//

/// Takes strides of one away. False if there is another one.
bool dropOnes(evaluate::ExpressionAnalyzer &Analyzer, parser::DataRef &Ref) {
  if (auto *Component =
          std::get_if<common::Indirection<parser::StructureComponent>>(&Ref.u))
    return dropOnes(Analyzer, Component->value().base);
  auto *Element =
      std::get_if<common::Indirection<parser::ArrayElement>>(&Ref.u);
  if (!Element)
    return true;
  for (parser::SectionSubscript &Subscript : Element->value().subscripts) {
    auto *Triplet = std::get_if<parser::SubscriptTriplet>(&Subscript.u);
    if (!Triplet || !std::get<2>(Triplet->t))
      continue;
    auto &Stride = std::get<2>(Triplet->t);
    auto Value = Analyzer.Analyze(Stride->thing.thing.value());
    if (!Value || evaluate::ToInt64(*Value) != 1)
      return false;
    Stride.reset();
  }
  return dropOnes(Analyzer, Element->value().base);
}

void checkSection(SemanticsContext &Context,
                  evaluate::ExpressionAnalyzer &Analyzer,
                  const ClauseObject &Object) {
  parser::DataRef *Ref = dataRefIn(*Object.Node);
  if (Object.IsWhole || !Ref || dropOnes(Analyzer, *Ref))
    return;
  Context.Say(
      Object.Source,
      "The section '%s' has a stride: only the UPDATE directive takes such sections"_err_en_US,
      Object.Source.ToString());
}

//===-- Other clauses -----------------------------------------------------===//

void checkPrivate(SemanticsContext &Context, const NameUse &Variable) {
  if (!canCopyText(Context, *Variable.Sym, Variable.Source))
    Context.Say(Variable.Source,
                "A PRIVATE or FIRSTPRIVATE character variable must have a "
                "constant length: '%s'"_err_en_US,
                Variable.Source);
}

void checkWaits(SemanticsContext &Context, const Directive &D) {
  if (llvm::any_of(D.Clauses,
                   [](const Clause &C) { return C.is<Kind::DeviceType>(); }))
    return; // those behind it are not for this device
  const Clause *OfDevice = nullptr;
  unsigned Count = 0;
  for (const Clause &C : D.Clauses)
    if (C.is<Kind::Wait>()) {
      ++Count;
      const auto &Argument = std::get<Kind::Wait>(C.Node->u).v;
      if (Argument &&
          std::get<std::optional<parser::ScalarIntExpr>>(Argument->t))
        OfDevice = &C;
    }
  if (OfDevice && Count > 1)
    Context.Say(
        OfDevice->Node->source,
        "A WAIT clause with DEVNUM may not stand beside another WAIT clause: write a WAIT directive before the construct"_err_en_US);
}

} // namespace

void checkClauses(SemanticsContext &Context, const CheckedProgram &Program) {
  DefaultNoneChecker DefaultNone(Context);
  for (const Unit &U : Program.Units)
    DefaultNone.check(U.Body);
  evaluate::ExpressionAnalyzer Analyzer(Context);
  forEachDirective(Program, [&](const Directive &D) {
    checkWaits(Context, D);
    for (const Clause &C : D.Clauses)
      for (const ClauseObject &Object : C.Objects) {
        checkSection(Context, Analyzer, Object);
        if (D.Kind == llvm::acc::Directive::ACCD_declare && Object.Base.Sym)
          checkDeclared(Context, C, Object.Base);
        if (C.is<Kind::Private, Kind::Firstprivate>() && Object.Last.Sym)
          checkPrivate(Context, Object.Last);
      }
  });
}

} // namespace warpfort::checker
