//===-- BodyBuilder.cpp - From the parse tree to the checker's view -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over each statement collects its names, expressions and blocks
// whatever its kind is; what differs between kinds (branch targets, loop
// control, kernel directives) is added by the fill() overloads. A statement
// without an overload is `Other` and keeps everything that the walk found, so
// that a construct nobody thought of is refused and not overlooked.
//
//===----------------------------------------------------------------------===//

#include "Directives.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;
using namespace warpfort::checker;

namespace {

template <typename A> ExprUse exprUse(const A &X) {
  if (const auto *E = parser::Unwrap<parser::Expr>(X))
    return {E->source, semantics::GetExpr(nullptr, *E)};
  return {};
}

ExprUse exprUse(const parser::Variable &V) {
  return {V.GetSource(), semantics::GetExpr(nullptr, V)};
}

Stmt makeStmt(parser::ActionStmt &Action, CharBlock Source);
StmtList makeBlock(parser::Block &Block);

/// The reference to PRESENT, whose argument is not used, that \p X is; or null.
const parser::FunctionReference *presenceIn(const parser::Expr &X) {
  const auto *Reference =
      std::get_if<common::Indirection<parser::FunctionReference>>(&X.u);
  const auto *Name =
      Reference
          ? std::get_if<parser::Name>(
                &std::get<parser::ProcedureDesignator>(Reference->value().v.t)
                     .u)
          : nullptr;
  return Name && Name->symbol && Name->source == "present" &&
                 Name->symbol->attrs().test(semantics::Attr::INTRINSIC)
             ? &Reference->value()
             : nullptr;
}

/// Whether a procedure defines the assignment.
bool isDefined(const parser::AssignmentStmt &X) {
  const evaluate::Assignment *Value = semantics::GetAssignment(X);
  return Value && std::holds_alternative<evaluate::ProcedureRef>(Value->u);
}

/// Collects what every rule may need, whatever the statement is.
struct Collector {
  Stmt &S;
  /// Expressions and variables around, and what else holds no values.
  int ExprDepth = 0, ValueDepth = 0;

  bool Pre(const warpfort::AnyStatement &X) {
    if (X.Label)
      S.Labels.push_back(*X.Label);
    if (X.IsEntry)
      S.Entries.push_back(X.Source);
    return true;
  }
  bool Pre(parser::Block &X) {
    S.Blocks.push_back(makeBlock(X));
    return false;
  }
  bool Pre(parser::UnlabeledStatement<parser::ActionStmt> &X) {
    StmtList One;
    One.push_back(makeStmt(X.statement, X.source));
    S.Blocks.push_back(std::move(One));
    return false;
  }
  bool Pre(const parser::Name &X) {
    S.Names.push_back({X.source, X.symbol});
    return false;
  }
  // The name in `f(x=...)` is no use of anything here.
  bool Pre(const parser::Keyword &) { return false; }
  // Clauses are in the directive.
  bool Pre(const parser::AccClauseList &) { return false; }
  bool Pre(const parser::InterfaceBody &) { return false; }
  bool Pre(const parser::Expr &X) {
    ExprUse Use{X.source, semantics::GetExpr(nullptr, X)};
    if (ExprDepth == 0)
      S.Exprs.push_back(Use);
    if (ValueDepth == 0)
      S.Values.push_back(Use);
    if (const parser::FunctionReference *Presence = presenceIn(X)) {
      for (const auto &Argument :
           std::get<std::list<parser::ActualArgSpec>>(Presence->v.t))
        if (const auto *Asked = parser::Unwrap<parser::Name>(
                std::get<parser::ActualArg>(Argument.t)))
          S.AskedFor.push_back({Asked->source, Asked->symbol});
      return false;
    }
    ++ExprDepth;
    ++ValueDepth;
    return true;
  }
  void Post(const parser::Expr &) {
    --ExprDepth;
    --ValueDepth;
  }
  bool Pre(const parser::CallStmt &) {
    ++ValueDepth;
    return true;
  }
  void Post(const parser::CallStmt &) { --ValueDepth; }
  bool Pre(const parser::Variable &X) {
    if (ExprDepth++ == 0)
      S.Exprs.push_back(exprUse(X));
    return true;
  }
  void Post(const parser::Variable &) { --ExprDepth; }
  bool Pre(const parser::AllocateObject &X) { return addObject(X); }
  bool Pre(const parser::PointerObject &X) { return addObject(X); }
  template <typename A> bool addObject(const A &X) {
    const auto *Name = std::get_if<parser::Name>(&X.u);
    const auto *Part = std::get_if<parser::StructureComponent>(&X.u);
    S.Objects.push_back({Name ? Name->source : Part->component.source,
                         semantics::GetExpr(nullptr, X)});
    return true;
  }
  bool Pre(const parser::AssignmentStmt &X) {
    S.Assignments.push_back({std::get<parser::Variable>(X.t).GetSource(),
                             semantics::GetAssignment(X)});
    ValueDepth += isDefined(X);
    return true;
  }
  void Post(const parser::AssignmentStmt &X) { ValueDepth -= isDefined(X); }
  bool Pre(const parser::PointerAssignmentStmt &X) {
    S.Assignments.push_back(
        {parser::GetLastName(std::get<parser::DataRef>(X.t)).source,
         semantics::GetAssignment(X)});
    return true;
  }
  bool Pre(const parser::AltReturnSpec &X) {
    S.HasAlternateReturn = true;
    S.Targets.push_back(X.v);
    return true;
  }
};

void set(Stmt &S, StmtKind Kind, const char *What) {
  S.Kind = Kind;
  S.What = What;
}

const Symbol *symbolOf(const std::optional<parser::Name> &Name) {
  return Name ? Name->symbol : nullptr;
}

//===-- Statements --------------------------------------------------------===//

template <typename A> void fill(Stmt &S, const A &) {
  set(S, StmtKind::Other, "this statement");
}
void fill(Stmt &S, const parser::AssignmentStmt &) {
  set(S, StmtKind::Assignment, "an assignment");
}
void fill(Stmt &S, const parser::PointerAssignmentStmt &) {
  set(S, StmtKind::PointerAssignment, "a pointer assignment");
}
void fill(Stmt &S, const parser::CallStmt &X) {
  set(S, StmtKind::Call, "a CALL statement");
  S.Call = X.typedCall.get();
  const auto &Proc = std::get<parser::ProcedureDesignator>(X.call.t);
  if (const auto *Name = std::get_if<parser::Name>(&Proc.u))
    S.Callee = Name->source;
  else
    S.Callee = X.source;
}
void fill(Stmt &S, const parser::ContinueStmt &) {
  set(S, StmtKind::Continue, "a CONTINUE statement");
}
void fill(Stmt &S, const parser::CycleStmt &X) {
  set(S, StmtKind::Cycle, "a CYCLE statement");
  S.ConstructName = symbolOf(X.v);
}
void fill(Stmt &S, const parser::ExitStmt &X) {
  set(S, StmtKind::Exit, "an EXIT statement");
  S.ConstructName = symbolOf(X.v);
}
void fill(Stmt &S, const parser::GotoStmt &X) {
  set(S, StmtKind::Goto, "a GOTO statement");
  S.Targets.push_back(X.v);
}
void fill(Stmt &S, const parser::ComputedGotoStmt &X) {
  set(S, StmtKind::ComputedGoto, "a computed GOTO statement");
  for (parser::Label L : std::get<std::list<parser::Label>>(X.t))
    S.Targets.push_back(L);
}
void fill(Stmt &S, const parser::ArithmeticIfStmt &X) {
  set(S, StmtKind::ComputedGoto, "an arithmetic IF statement");
  S.Targets = {std::get<1>(X.t), std::get<2>(X.t), std::get<3>(X.t)};
}
void fill(Stmt &S, const parser::AssignStmt &) {
  set(S, StmtKind::Other, "an ASSIGN statement");
}
void fill(Stmt &S, const parser::AssignedGotoStmt &) {
  set(S, StmtKind::Other, "an assigned GOTO statement");
}
void fill(Stmt &S, const parser::IfStmt &) {
  set(S, StmtKind::If, "an IF statement");
}
void fill(Stmt &S, const parser::ReturnStmt &) {
  set(S, StmtKind::Return, "a RETURN statement");
}
void fill(Stmt &S, const parser::StopStmt &X) {
  bool IsError = std::get<parser::StopStmt::Kind>(X.t) ==
                 parser::StopStmt::Kind::ErrorStop;
  set(S, StmtKind::Stop,
      IsError ? "an ERROR STOP statement" : "a STOP statement");
}
void fill(Stmt &S, const parser::PauseStmt &) {
  set(S, StmtKind::Other, "a PAUSE statement");
}
void fill(Stmt &S, const parser::AllocateStmt &X) {
  set(S, StmtKind::Allocate, "an ALLOCATE statement");
  for (const auto &Option : std::get<std::list<parser::AllocOpt>>(X.t))
    if (const auto *Source = std::get_if<parser::AllocOpt::Source>(&Option.u))
      S.Origin = exprUse(Source->v);
}
void fill(Stmt &S, const parser::DeallocateStmt &) {
  set(S, StmtKind::Deallocate, "a DEALLOCATE statement");
}
void fill(Stmt &S, const parser::NullifyStmt &) {
  set(S, StmtKind::Nullify, "a NULLIFY statement");
}

/// What device code cannot do with a format; null if nothing.
const char *formatProblem(const parser::Format &Format) {
  const auto *E = std::get_if<parser::Expr>(&Format.u);
  const TypedExpr *Value = E ? semantics::GetExpr(nullptr, *E) : nullptr;
  if (!Value)
    return nullptr;
  auto Type = Value->GetType();
  if (!Type || Type->category() != common::TypeCategory::Character)
    return "an assigned format";
  return Value->Rank() > 0 ? "a format that is an array" : nullptr;
}

/// Units 6 and 0 are standard output and standard error.
const char *unitProblem(const parser::IoUnit &Unit) {
  if (std::holds_alternative<parser::Star>(Unit.u))
    return nullptr;
  const TypedExpr *Value = nullptr;
  if (const auto *E = std::get_if<common::Indirection<parser::Expr>>(&Unit.u))
    Value = semantics::GetExpr(nullptr, E->value());
  else if (const auto *V = std::get_if<parser::Variable>(&Unit.u))
    Value = semantics::GetExpr(nullptr, *V);
  if (Value) {
    auto Type = Value->GetType();
    if (Type && Type->category() == common::TypeCategory::Character)
      return "an internal file";
    auto Number = evaluate::ToInt64(*Value);
    if (Number && (*Number == 6 || *Number == 0))
      return nullptr;
  }
  return "a unit other than standard output and standard error";
}

const char *controlProblem(const parser::IoControlSpec &Control) {
  using Spec = parser::IoControlSpec;
  return common::visit(
      common::visitors{
          [](const parser::IoUnit &X) { return unitProblem(X); },
          [](const parser::Format &X) { return formatProblem(X); },
          [](const Spec::CharExpr &X) -> const char * {
            switch (std::get<Spec::CharExpr::Kind>(X.t)) {
            case Spec::CharExpr::Kind::Blank:
              return "BLANK=";
            case Spec::CharExpr::Kind::Pad:
              return "PAD=";
            default:
              return nullptr;
            }
          },
          [](const parser::Name &) { return "a namelist"; },
          [](const Spec::Asynchronous &) { return "ASYNCHRONOUS="; },
          [](const parser::EndLabel &) { return "END="; },
          [](const parser::EorLabel &) { return "EOR="; },
          [](const parser::ErrLabel &) { return "ERR="; },
          [](const parser::IdVariable &) { return "ID="; },
          [](const parser::MsgVariable &) { return "IOMSG="; },
          [](const parser::StatVariable &) { return "IOSTAT="; },
          [](const Spec::Pos &) { return "POS="; },
          [](const Spec::Rec &) { return "REC="; },
          [](const Spec::Size &) { return "SIZE="; },
          [](const parser::ErrorRecovery &) -> const char * { return nullptr; },
      },
      Control.u);
}

/// The labels that ERR=, END= and EOR= name.
template <typename Spec>
void addTargets(Stmt &S, const std::list<Spec> &Specs) {
  for (const Spec &X : Specs)
    common::visit(
        [&](const auto &Y) {
          using T = std::decay_t<decltype(Y)>;
          if constexpr (std::is_same_v<T, parser::ErrLabel> ||
                        std::is_same_v<T, parser::EndLabel> ||
                        std::is_same_v<T, parser::EorLabel>)
            S.Targets.push_back(Y.v);
        },
        X.u);
}

template <typename Spec>
void setIO(Stmt &S, const char *What, const std::list<Spec> &Specs) {
  set(S, StmtKind::InputOutput, What);
  addTargets(S, Specs);
}

void fill(Stmt &S, const parser::PrintStmt &X) {
  const char *Problem = formatProblem(std::get<parser::Format>(X.t));
  set(S, Problem ? StmtKind::InputOutput : StmtKind::Output,
      "a PRINT statement");
  if (Problem)
    S.What += std::string(" with ") + Problem;
}
void fill(Stmt &S, const parser::WriteStmt &X) {
  const char *Problem = X.iounit ? unitProblem(*X.iounit) : nullptr;
  bool HasFormat = X.format.has_value();
  if (!Problem && X.format)
    Problem = formatProblem(*X.format);
  for (const parser::IoControlSpec &Control : X.controls) {
    HasFormat |= std::holds_alternative<parser::Format>(Control.u) ||
                 std::holds_alternative<parser::Name>(Control.u);
    if (!Problem)
      Problem = controlProblem(Control);
  }
  bool IsDevices = HasFormat && !Problem;
  set(S, IsDevices ? StmtKind::Output : StmtKind::InputOutput,
      HasFormat ? "a WRITE statement" : "an unformatted WRITE statement");
  if (HasFormat && Problem)
    S.What += std::string(" with ") + Problem;
  addTargets(S, X.controls);
}
void fill(Stmt &S, const parser::ReadStmt &X) {
  setIO(S, "a READ statement", X.controls);
}
void fill(Stmt &S, const parser::OpenStmt &X) {
  setIO(S, "an OPEN statement", X.v);
}
void fill(Stmt &S, const parser::CloseStmt &X) {
  setIO(S, "a CLOSE statement", X.v);
}
void fill(Stmt &S, const parser::InquireStmt &X) {
  set(S, StmtKind::InputOutput, "an INQUIRE statement");
  if (const auto *Specs = std::get_if<std::list<parser::InquireSpec>>(&X.u))
    addTargets(S, *Specs);
}
void fill(Stmt &S, const parser::RewindStmt &X) {
  setIO(S, "a REWIND statement", X.v);
}
void fill(Stmt &S, const parser::BackspaceStmt &X) {
  setIO(S, "a BACKSPACE statement", X.v);
}
void fill(Stmt &S, const parser::EndfileStmt &X) {
  setIO(S, "an ENDFILE statement", X.v);
}
void fill(Stmt &S, const parser::FlushStmt &X) {
  setIO(S, "a FLUSH statement", X.v);
}
void fill(Stmt &S, const parser::WaitStmt &X) {
  setIO(S, "a WAIT statement", X.v);
}
void fill(Stmt &S, const parser::WhereStmt &) {
  set(S, StmtKind::Masked, "a WHERE statement");
}
void fill(Stmt &S, const parser::ForallStmt &) {
  set(S, StmtKind::Masked, "a FORALL statement");
}

//===-- Constructs --------------------------------------------------------===//

void fill(Stmt &S, const parser::IfConstruct &X) {
  set(S, StmtKind::If, "an IF construct");
  S.HasDefault =
      std::get<std::optional<parser::IfConstruct::ElseBlock>>(X.t).has_value();
}
void fill(Stmt &S, const parser::CaseConstruct &X) {
  set(S, StmtKind::Select, "a SELECT CASE construct");
  for (const auto &Case :
       std::get<std::list<parser::CaseConstruct::Case>>(X.t)) {
    const auto &Head = std::get<parser::Statement<parser::CaseStmt>>(Case.t);
    const auto &Selector = std::get<parser::CaseSelector>(Head.statement.t);
    if (std::holds_alternative<parser::Default>(Selector.u))
      S.HasDefault = true;
  }
}
void fill(Stmt &S, const parser::WhereConstruct &) {
  set(S, StmtKind::Masked, "a WHERE construct");
}
void fill(Stmt &S, const parser::ForallConstruct &) {
  set(S, StmtKind::Masked, "a FORALL construct");
}
void fill(Stmt &S, const parser::BlockConstruct &) {
  set(S, StmtKind::Block, "a BLOCK construct");
}
void fill(Stmt &S, const parser::AssociateConstruct &) {
  set(S, StmtKind::Block, "an ASSOCIATE construct");
}
void fill(Stmt &S, const parser::SelectTypeConstruct &) {
  set(S, StmtKind::SelectType, "a SELECT TYPE construct");
}
void fill(Stmt &S, const parser::SelectRankConstruct &) {
  set(S, StmtKind::SelectType, "a SELECT RANK construct");
}
void fill(Stmt &S, const parser::CriticalConstruct &) {
  set(S, StmtKind::Other, "a CRITICAL construct");
}
void fill(Stmt &S, const parser::ChangeTeamConstruct &) {
  set(S, StmtKind::Other, "a CHANGE TEAM construct");
}
void fill(Stmt &S, const parser::CompilerDirective &) {
  set(S, StmtKind::Directive, "a compiler directive");
}
void fill(Stmt &S, const parser::OpenMPConstruct &) {
  set(S, StmtKind::Other, "an OpenMP construct");
}
CountedLoop countedLoop(const parser::DoConstruct &X) {
  const auto &Bounds =
      std::get<parser::LoopControl::Bounds>(X.GetLoopControl()->u);
  CountedLoop Loop;
  Loop.Index = {Bounds.name.thing.source, Bounds.name.thing.symbol};
  Loop.Lower = exprUse(Bounds.lower);
  Loop.Upper = exprUse(Bounds.upper);
  if (Bounds.step)
    Loop.Step = exprUse(*Bounds.step);
  return Loop;
}
/// The loop that a directive is about is part of its construct.
template <typename Construct> void fillLoop(Stmt &S, const Construct &X) {
  const auto &Loop = std::get<std::optional<parser::DoConstruct>>(X.t);
  if (Loop && Loop->IsDoNormal())
    S.Loop = countedLoop(*Loop);
}
void fill(Stmt &S, parser::OpenACCConstruct &X) {
  set(S, StmtKind::OpenACC, "an OpenACC construct");
  // Flang has a message for an END that ends nothing.
  if (std::holds_alternative<parser::OpenACCEndConstruct>(X.u))
    return;
  S.Acc = std::make_shared<Directive>(directiveOf(X));
  if (S.Acc->isCompute() || S.Acc->isLoop())
    S.Kind = StmtKind::OpenACCCompute;
  if (const auto *Loop = std::get_if<parser::OpenACCLoopConstruct>(&X.u))
    fillLoop(S, *Loop);
  else if (auto *Combined = std::get_if<parser::OpenACCCombinedConstruct>(&X.u))
    fillLoop(S, *Combined);
}
void fillConcurrent(Stmt &S, const parser::LoopControl::Concurrent &Control) {
  const auto &Header = std::get<parser::ConcurrentHeader>(Control.t);
  for (const auto &Index :
       std::get<std::list<parser::ConcurrentControl>>(Header.t)) {
    const auto &Name = std::get<parser::Name>(Index.t);
    CountedLoop Loop;
    Loop.Index = {Name.source, Name.symbol};
    Loop.Lower = exprUse(std::get<1>(Index.t));
    Loop.Upper = exprUse(std::get<2>(Index.t));
    if (const auto &Step = std::get<3>(Index.t))
      Loop.Step = exprUse(*Step);
    S.Concurrent.push_back(Loop);
  }
  for (const auto &Spec : std::get<std::list<parser::LocalitySpec>>(Control.t))
    S.HasCopyLocality |=
        std::holds_alternative<parser::LocalitySpec::LocalInit>(Spec.u) ||
        std::holds_alternative<parser::LocalitySpec::Reduce>(Spec.u);
}

void fill(Stmt &S, const parser::DoConstruct &X) {
  const auto &Head = std::get<parser::Statement<parser::NonLabelDoStmt>>(X.t);
  S.Source = Head.source;
  S.ConstructName = symbolOf(std::get<0>(Head.statement.t));
  if (X.IsDoConcurrent()) {
    set(S, StmtKind::DoConcurrent, "a DO CONCURRENT construct");
    fillConcurrent(
        S, std::get<parser::LoopControl::Concurrent>(X.GetLoopControl()->u));
    return;
  }
  if (X.IsDoWhile())
    return set(S, StmtKind::DoWhile, "a DO WHILE loop");
  if (!X.IsDoNormal())
    return set(S, StmtKind::DoForever, "a DO loop without limits");
  set(S, StmtKind::CountedDo, "a DO loop");
  S.Loop = countedLoop(X);
}

std::vector<ShapeEntry>
shapeEntries(const std::list<parser::CUFKernelDoConstruct::StarOrExpr> &List) {
  std::vector<ShapeEntry> Entries;
  for (const auto &Entry : List)
    Entries.push_back(Entry.v ? ShapeEntry(exprUse(*Entry.v)) : std::nullopt);
  return Entries;
}

ReductionOp reductionOp(parser::ReductionOperator::Operator Op) {
  using O = parser::ReductionOperator::Operator;
  switch (Op) {
  case O::Plus:
    return ReductionOp::Add;
  case O::Multiply:
    return ReductionOp::Multiply;
  case O::Max:
    return ReductionOp::Max;
  case O::Min:
    return ReductionOp::Min;
  case O::Iand:
    return ReductionOp::Iand;
  case O::Ior:
    return ReductionOp::Ior;
  case O::Ieor:
    return ReductionOp::Ieor;
  case O::And:
    return ReductionOp::And;
  case O::Or:
    return ReductionOp::Or;
  case O::Eqv:
    return ReductionOp::Eqv;
  case O::Neqv:
    return ReductionOp::Neqv;
  }
  llvm_unreachable("reduction operator");
}

template <typename A> Stmt makeConstruct(A &X, CharBlock Source);

/// The directive is not walked: its expressions are in Kernel, and the DO
/// construct is a statement of its own.
void fill(Stmt &S, parser::CUFKernelDoConstruct &X) {
  set(S, StmtKind::KernelLoop, "a kernel loop");
  const auto &Directive =
      std::get<parser::CUFKernelDoConstruct::Directive>(X.t);
  auto Kernel = std::make_shared<KernelDirective>();
  Kernel->Source = S.Source = Directive.source;
  if (const auto &Depth =
          std::get<std::optional<parser::ScalarIntConstantExpr>>(Directive.t))
    Kernel->Depth = exprUse(*Depth);
  if (const auto &Launch = std::get<
          std::optional<parser::CUFKernelDoConstruct::LaunchConfiguration>>(
          Directive.t)) {
    Kernel->Grid = shapeEntries(std::get<0>(Launch->t));
    Kernel->Block = shapeEntries(std::get<1>(Launch->t));
    if (const auto &Stream =
            std::get<std::optional<parser::ScalarIntExpr>>(Launch->t))
      Kernel->Stream = exprUse(*Stream);
  }
  for (const auto &Reduction :
       std::get<std::list<parser::CUFReduction>>(Directive.t)) {
    ReductionOp Op =
        reductionOp(std::get<parser::CUFReduction::Operator>(Reduction.t).v);
    for (const auto &V :
         std::get<std::list<parser::Scalar<parser::Variable>>>(Reduction.t))
      Kernel->Reductions.push_back({Op, exprUse(V.thing)});
  }
  S.Kernel = std::move(Kernel);
  if (auto &Do = std::get<std::optional<parser::DoConstruct>>(X.t)) {
    StmtList Loops;
    Loops.push_back(makeConstruct(*Do, S.Source));
    S.Blocks.push_back(std::move(Loops));
  }
}

//===-- Assembly ----------------------------------------------------------===//

template <typename A> Stmt makeConstruct(A &X, CharBlock Source) {
  Stmt S;
  S.Source = Source;
  if constexpr (!std::is_same_v<A, parser::CUFKernelDoConstruct>) {
    Collector C{S};
    warpfort::walk(X, C);
  }
  fill(S, X);
  return S;
}

Stmt makeStmt(parser::ActionStmt &Action, CharBlock Source) {
  return common::visit(
      [&](auto &X) {
        using T = std::decay_t<decltype(X)>;
        if constexpr (std::is_same_v<T, parser::ContinueStmt> ||
                      std::is_same_v<T, parser::FailImageStmt>)
          return makeConstruct(X, Source);
        else
          return makeConstruct(X.value(), Source);
      },
      Action.u);
}

Stmt declaration(CharBlock Source, std::optional<long> Label,
                 const char *What) {
  Stmt S;
  set(S, StmtKind::Declaration, What);
  S.Source = Source;
  if (Label)
    S.Labels.push_back(*Label);
  return S;
}

void append(StmtList &List, parser::ExecutableConstruct &X) {
  common::visit(
      [&](auto &Y) {
        using T = std::decay_t<decltype(Y)>;
        if constexpr (std::is_same_v<T,
                                     parser::Statement<parser::ActionStmt>>) {
          Stmt S = makeStmt(Y.statement, Y.source);
          if (Y.label)
            S.Labels.push_back(*Y.label);
          List.push_back(std::move(S));
        } else if constexpr (
            std::is_same_v<T, parser::Statement<
                                  common::Indirection<parser::LabelDoStmt>>> ||
            std::is_same_v<
                T, parser::Statement<common::Indirection<parser::EndDoStmt>>>) {
          // Canonicalisation leaves these only where it reported an error.
        } else {
          auto Source = parser::GetSource(Y);
          List.push_back(
              makeConstruct(Y.value(), Source.value_or(CharBlock{})));
        }
      },
      X.u);
}

StmtList makeBlock(parser::Block &Block) {
  StmtList List;
  for (parser::ExecutionPartConstruct &Part : Block)
    common::visit(
        common::visitors{
            [&](parser::ExecutableConstruct &X) { append(List, X); },
            [&](const parser::ErrorRecovery &) {},
            [&](const parser::Statement<common::Indirection<parser::EntryStmt>>
                    &X) {
              Stmt S = declaration(X.source, X.label, "an ENTRY statement");
              S.Kind = StmtKind::Other;
              S.Entries.push_back(X.source);
              List.push_back(std::move(S));
            },
            [&](const auto &X) {
              List.push_back(declaration(X.source, X.label, "a declaration"));
            },
        },
        Part.u);
  return List;
}

/// Finds the program units, and the ENTRY statements and expressions of their
/// specification parts.
struct UnitCollector {
  std::vector<Unit> Units;

  bool Pre(const parser::InterfaceBlock &) { return false; }

  template <typename A>
  void add(const parser::Name *Name, CharBlock Source, A &X) {
    Unit U;
    U.Source = Name ? Name->source : Source;
    U.Sym = Name ? Name->symbol : nullptr;
    Stmt Spec;
    Collector C{Spec};
    warpfort::walk(std::get<parser::SpecificationPart>(X.t), C);
    U.SpecExprs = std::move(Spec.Exprs);
    U.SpecEntries = std::move(Spec.Entries);
    U.Body = makeBlock(std::get<parser::ExecutionPart>(X.t).v);
    Units.push_back(std::move(U));
  }

  bool Pre(parser::MainProgram &X) {
    const auto &Stmt =
        std::get<std::optional<parser::Statement<parser::ProgramStmt>>>(X.t);
    add(Stmt ? &Stmt->statement.v : nullptr, {}, X);
    return true;
  }
  bool Pre(parser::SubroutineSubprogram &X) {
    const auto &S = std::get<parser::Statement<parser::SubroutineStmt>>(X.t);
    add(&std::get<parser::Name>(S.statement.t), S.source, X);
    return true;
  }
  bool Pre(parser::FunctionSubprogram &X) {
    const auto &S = std::get<parser::Statement<parser::FunctionStmt>>(X.t);
    add(&std::get<parser::Name>(S.statement.t), S.source, X);
    return true;
  }
  bool Pre(parser::SeparateModuleSubprogram &X) {
    const auto &S = std::get<parser::Statement<parser::MpSubprogramStmt>>(X.t);
    add(&S.statement.v, S.source, X);
    return true;
  }
  // Statements hold no program units.
  bool Pre(const parser::SpecificationPart &) { return false; }
  bool Pre(const parser::ExecutionPart &) { return false; }
};

} // namespace

std::vector<Unit> warpfort::checker::buildUnits(parser::Program &Program) {
  UnitCollector C;
  warpfort::walk(Program, C);
  return std::move(C.Units);
}
