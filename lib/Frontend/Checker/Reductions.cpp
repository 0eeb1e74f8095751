//===-- Reductions.cpp - Host scalars in kernel loops ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host scalar that the iterations of a kernel loop assign is one of
//   - a temporary: every iteration assigns it before it reads it. Each
//     iteration has a copy of its own, and the code after the loop gets the
//     last one's;
//   - a reduction: named by a clause, or used only in statements of one form,
//     r = r + x, r = max(r, x), if (x > r) r = x, and so on;
//   - what a condition guards: assigned by some branches only, or by an inner
//     loop that may have no iterations, or read by an inner loop under a
//     condition. Each iteration begins with the value from before the loop
//     then, of which a warning tells;
//   - carried from one iteration to the next in another way. The loop's
//     sequential meaning is lost then, so this is an error.
//
// Whether a read may come before any assignment is found by following the
// statements in order with the set of variables that are assigned for certain.
// GOTO gives its set to its label; the sets that meet are intersected.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"
#include <algorithm>
#include <map>
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

using SymbolSet = std::set<const Symbol *>;

/// The variables assigned for certain, and those assigned by some branches;
/// none of meaning where control does not get to.
struct FlowState {
  bool Reached = true;
  SymbolSet Assigned, Maybe;

  void meet(const FlowState &Other) {
    if (!Other.Reached)
      return;
    if (!Reached) {
      *this = Other;
      return;
    }
    for (auto It = Assigned.begin(); It != Assigned.end();)
      It = Other.Assigned.count(*It) ? std::next(It) : Assigned.erase(It);
    Maybe.insert(Other.Maybe.begin(), Other.Maybe.end());
  }
};

/// Of no path.
const FlowState Nowhere = {/*Reached=*/false, {}, {}};

/// What the body does with one scalar.
struct ScalarUse {
  CharBlock FirstAssignment;
  CharBlock EarlyRead; ///< a read that no assignment is sure to precede
  /// Such a read under a condition in an inner loop that assigns the scalar:
  /// `if (i > 1) x(i) = last; last = y(i)`, or behind a branch that does:
  /// `if (y(i) > 0) s = 1; x(i) = s`.
  CharBlock GuardedRead;
};

class ScalarChecker {
public:
  ScalarChecker(SemanticsContext &Context, const KernelDirective &Kernel,
                const std::vector<const Symbol *> &Indices,
                const StmtList &Body)
      : Context(Context), Indices(Indices), Body(Body) {
    for (const ReductionUse &R : Kernel.Reductions)
      if (const Symbol *Variable =
              R.Operand.Value ? wholeVariable(*R.Operand.Value) : nullptr)
        Clauses[Variable] = R.Op;
  }

  void check();

private:
  bool isCopied(const Symbol &Root) const;
  void followList(const StmtList &List, FlowState &State);
  void follow(const Stmt &S, FlowState &State);
  void followCall(const Stmt &S, FlowState &State);
  void followBranches(const Stmt &S, FlowState &State);
  void readAll(const std::vector<const Symbol *> &Variables, CharBlock At,
               const FlowState &State, const Symbol *Target = nullptr);
  void assign(const Symbol &Variable, CharBlock At, FlowState &State);
  void checkCarried(const Symbol &Variable, const ScalarUse &Use);
  bool classify(const StmtList &List, const Symbol &Variable,
                std::optional<ReductionOp> &Op) const;
  std::optional<ReductionOp> reductionOf(const Stmt &S,
                                         const Symbol &Variable) const;
  CharBlock nameOf(const Stmt &S, const Symbol &Variable) const;
  bool isGuarded(const Symbol &Variable) const;

  SemanticsContext &Context;
  const std::vector<const Symbol *> &Indices;
  const StmtList &Body;
  std::map<const Symbol *, ReductionOp> Clauses;
  std::map<const Symbol *, ScalarUse> Scalars;
  std::vector<const Symbol *> Order;
  std::map<Label, FlowState> AtLabel;
  /// Where CYCLE and EXIT end the innermost loop's body.
  FlowState Left = Nowhere;
  /// The loops of the body, and conditions, that are being looked at.
  std::vector<const Stmt *> Around;
};

/// Whether the kernel works on copies of the variable: of all on the host, and
/// of what a clause names.
bool ScalarChecker::isCopied(const Symbol &Root) const {
  return isVariable(Root) && Root.Rank() == 0 &&
         (!isOnDevice(Root) || Clauses.count(&Root)) &&
         !isPredefinedDeviceVariable(Root) &&
         !std::count(Indices.begin(), Indices.end(), &Root);
}

CharBlock ScalarChecker::nameOf(const Stmt &S, const Symbol &Variable) const {
  for (const NameUse &Use : S.Names)
    if (Use.Sym && &rootOf(*Use.Sym) == &Variable)
      return Use.Source;
  return S.Source;
}

/// A new value of \p Target that is made of an old one adds up over the
/// iterations, whatever some of them assign before.
void ScalarChecker::readAll(const std::vector<const Symbol *> &Variables,
                            CharBlock At, const FlowState &State,
                            const Symbol *Target) {
  for (const Symbol *Variable : Variables) {
    if (!isCopied(*Variable))
      continue;
    ScalarUse &Use = Scalars[Variable];
    if (!State.Reached || State.Assigned.count(Variable))
      continue;
    bool Guarded = isGuarded(*Variable) ||
                   (State.Maybe.count(Variable) && Variable != Target);
    CharBlock &Read = Guarded ? Use.GuardedRead : Use.EarlyRead;
    if (Read.empty())
      Read = At;
  }
}

static bool isLoop(const Stmt &S) {
  return S.Kind == StmtKind::CountedDo || S.Kind == StmtKind::DoWhile ||
         S.Kind == StmtKind::DoForever || S.Kind == StmtKind::DoConcurrent;
}

/// Whether a statement of the list assigns the variable.
static bool assigns(const StmtList &List, const Symbol &Variable) {
  for (const Stmt &S : List) {
    for (const AssignmentUse &Use : S.Assignments)
      if (Use.Value && wholeVariable(Use.Value->lhs) == &Variable)
        return true;
    for (const StmtList &Block : S.Blocks)
      if (assigns(Block, Variable))
        return true;
  }
  return false;
}

bool ScalarChecker::isGuarded(const Symbol &Variable) const {
  bool Conditional = false;
  for (auto It = Around.rbegin(); It != Around.rend(); ++It) {
    if (!isLoop(**It))
      Conditional = true;
    else if (Conditional)
      for (const StmtList &Block : (*It)->Blocks)
        if (assigns(Block, Variable))
          return true;
  }
  return false;
}

void ScalarChecker::assign(const Symbol &Variable, CharBlock At,
                           FlowState &State) {
  if (!isCopied(Variable))
    return;
  ScalarUse &Use = Scalars[&Variable];
  if (Use.FirstAssignment.empty()) {
    Use.FirstAssignment = At;
    Order.push_back(&Variable);
  }
  State.Assigned.insert(&Variable);
  State.Maybe.insert(&Variable);
}

/// An argument that the procedure may define counts as assigned, and as read
/// before if it is INTENT(INOUT). Without an INTENT nothing is known; the
/// common case is a result.
void ScalarChecker::followCall(const Stmt &S, FlowState &State) {
  if (!S.Call)
    return;
  std::vector<const Symbol *> Defined;
  const auto &Arguments = S.Call->arguments();
  for (std::size_t I = 0; I < Arguments.size(); ++I) {
    const TypedExpr *Expr = Arguments[I] ? Arguments[I]->UnwrapExpr() : nullptr;
    if (!Expr)
      continue;
    const Symbol *Dummy = dummyOf(*S.Call, I);
    const Symbol *Variable = wholeVariable(*Expr);
    bool MayDefine = Variable && Dummy && mayDefine(*Dummy);
    if (!MayDefine || Dummy->attrs().test(semantics::Attr::INTENT_INOUT))
      readAll(variablesIn(*Expr), Variable ? nameOf(S, *Variable) : S.Source,
              State);
    if (MayDefine)
      Defined.push_back(Variable);
  }
  for (const Symbol *Variable : Defined)
    assign(*Variable, nameOf(S, *Variable), State);
}

/// Whether constant limits say that a loop has iterations.
static bool hasIterations(const Stmt &S) {
  if (!S.Loop)
    return false;
  auto ValueOf = [](const ExprUse &Use) {
    return Use.Value ? evaluate::ToInt64(*Use.Value) : std::nullopt;
  };
  auto Lower = ValueOf(S.Loop->Lower), Upper = ValueOf(S.Loop->Upper);
  auto Step = S.Loop->Step ? ValueOf(*S.Loop->Step) : std::optional(1L);
  return Lower && Upper && Step &&
         (*Step < 0 ? *Lower >= *Upper : *Lower <= *Upper);
}

void ScalarChecker::followBranches(const Stmt &S, FlowState &State) {
  FlowState Out = Nowhere;
  bool IsLoop = isLoop(S);
  bool IsSure =
      IsLoop ? hasIterations(S) : S.HasDefault || S.Kind == StmtKind::Block;
  bool Counts = IsLoop || S.Kind == StmtKind::If;
  FlowState LeftAround = Left;
  if (IsLoop)
    Left = Nowhere;
  if (Counts)
    Around.push_back(&S);
  for (const StmtList &Block : S.Blocks) {
    FlowState Inner = State;
    followList(Block, Inner);
    Out.meet(Inner);
  }
  if (Counts)
    Around.pop_back();
  if (IsLoop) {
    Out.meet(Left);
    // Some of those end loops around as well.
    Left.meet(LeftAround);
  }
  if (!IsSure)
    Out.meet(State);
  State = Out;
}

void ScalarChecker::follow(const Stmt &S, FlowState &State) {
  for (Label L : S.Labels) {
    auto Found = AtLabel.find(L);
    if (Found != AtLabel.end())
      State.meet(Found->second);
  }
  if (S.Kind == StmtKind::Call)
    return followCall(S, State);
  if (S.Kind == StmtKind::Assignment) {
    for (const AssignmentUse &Use : S.Assignments) {
      if (!Use.Value)
        continue;
      const Symbol *Target = wholeVariable(Use.Value->lhs);
      readAll(variablesIn(Use.Value->rhs), S.Source, State, Target);
      if (!Target) {
        readAll(variablesIn(Use.Value->lhs), S.Source, State);
        continue;
      }
      assign(*Target, Use.Target, State);
    }
    return;
  }
  for (const ExprUse &Use : S.Exprs)
    if (Use.Value)
      readAll(variablesIn(*Use.Value), Use.Source, State);
  if (S.Loop && S.Loop->Index.Sym)
    assign(rootOf(*S.Loop->Index.Sym), S.Loop->Index.Source, State);
  switch (S.Kind) {
  case StmtKind::Goto:
    for (Label Target : S.Targets) {
      auto [It, IsNew] = AtLabel.try_emplace(Target, State);
      if (!IsNew)
        It->second.meet(State);
    }
    State.Reached = false;
    return;
  case StmtKind::Cycle:
  case StmtKind::Exit:
    Left.meet(State);
    State.Reached = false;
    return;
  default:
    break;
  }
  if (!S.Blocks.empty())
    followBranches(S, State);
}

void ScalarChecker::followList(const StmtList &List, FlowState &State) {
  for (const Stmt &S : List)
    follow(S, State);
}

/// The reduction that a statement does with the variable, if it does one and
/// nothing else.
std::optional<ReductionOp>
ScalarChecker::reductionOf(const Stmt &S, const Symbol &Variable) const {
  if (S.Kind == StmtKind::Assignment && S.Assignments.size() == 1 &&
      S.Assignments.front().Value) {
    const auto &Assignment = *S.Assignments.front().Value;
    if (wholeVariable(Assignment.lhs) != &Variable)
      return std::nullopt;
    return combines(Variable, Assignment.rhs);
  }
  if (S.Kind == StmtKind::If && S.Blocks.size() == 1 &&
      S.Blocks.front().size() == 1 && S.Exprs.size() == 1 &&
      S.Exprs.front().Value) {
    const Stmt &Then = S.Blocks.front().front();
    if (Then.Kind != StmtKind::Assignment || Then.Assignments.size() != 1 ||
        !Then.Assignments.front().Value)
      return std::nullopt;
    const auto &Assignment = *Then.Assignments.front().Value;
    if (wholeVariable(Assignment.lhs) == &Variable)
      return keepsExtreme(*S.Exprs.front().Value, Variable, Assignment.rhs);
  }
  return std::nullopt;
}

/// Whether a statement assigns the variable to itself: what is left of
/// `s = s * 1` when constants are folded.
static bool keepsValue(const Stmt &S, const Symbol &Variable) {
  if (S.Kind != StmtKind::Assignment || S.Assignments.size() != 1 ||
      !S.Assignments.front().Value)
    return false;
  const auto &Assignment = *S.Assignments.front().Value;
  if (wholeVariable(Assignment.lhs) != &Variable)
    return false;
  // Folding leaves parentheses.
  std::string Text = Assignment.rhs.AsFortran();
  return wholeVariable(Assignment.rhs) == &Variable ||
         Text == "(" + Variable.name().ToString() + ")";
}

/// Whether all statements that name the variable do the same reduction, and
/// which one, if they do any.
bool ScalarChecker::classify(const StmtList &List, const Symbol &Variable,
                             std::optional<ReductionOp> &Op) const {
  for (const Stmt &S : List) {
    if (std::optional<ReductionOp> Found = reductionOf(S, Variable)) {
      if (Op && *Op != *Found)
        return false;
      Op = Found;
      continue;
    }
    if (keepsValue(S, Variable))
      continue;
    for (const NameUse &Use : S.Names)
      if (Use.Sym && &rootOf(*Use.Sym) == &Variable)
        return false;
    for (const StmtList &Block : S.Blocks)
      if (!classify(Block, Variable, Op))
        return false;
  }
  return true;
}

void ScalarChecker::checkCarried(const Symbol &Variable, const ScalarUse &Use) {
  std::optional<ReductionOp> Op;
  bool IsReduction = classify(Body, Variable, Op);
  auto Clause = Clauses.find(&Variable);
  if (Clause != Clauses.end()) {
    if (!IsReduction || (Op && *Op != Clause->second))
      Context.Say(
          Use.FirstAssignment,
          "Variable '%s' of a REDUCE clause is not only combined by '%s' in the kernel loop"_err_en_US,
          Variable.name(), asFortran(Clause->second));
    return;
  }
  if (IsReduction && Op)
    return;
  Context.Say(
      Use.EarlyRead,
      "Host variable '%s' carries a value from one iteration of a kernel loop to the next and is not a reduction this compiler recognises"_err_en_US,
      Variable.name());
}

void ScalarChecker::check() {
  FlowState State;
  followList(Body, State);
  for (const Symbol *Variable : Order) {
    const ScalarUse &Use = Scalars[Variable];
    if (!Use.EarlyRead.empty() || Clauses.count(Variable))
      checkCarried(*Variable, Use);
    else if (std::optional<ReductionOp> Op;
             !Use.GuardedRead.empty() && !(classify(Body, *Variable, Op) && Op))
      Context.Say(
          Use.GuardedRead,
          "Host variable '%s' may be read before this iteration of the kernel loop assigns it: it then has its value from before the loop"_warn_en_US,
          Variable->name());
  }
}

} // namespace

void checkLoopScalars(SemanticsContext &Context, const KernelDirective &Kernel,
                      const std::vector<const Symbol *> &Indices,
                      const StmtList &Body, const Unit &) {
  ScalarChecker(Context, Kernel, Indices, Body).check();
}

} // namespace warpfort::checker
