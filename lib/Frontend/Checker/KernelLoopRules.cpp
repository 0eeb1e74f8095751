//===-- KernelLoopRules.cpp - Rules of kernel loops -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `!$cuf kernel do(n) <<< grid, block >>>` and the n loops below it. The loops
// become one kernel: every iteration of all of them may run at any time on any
// thread, so their limits must be known before the first one starts, no
// iteration may stop the others, and host data is there as copies of scalars
// only.
//
// Two older rules are relaxed as later reference compilers did: one entry of a
// launch shape serves several loops, and device procedures of any module and
// atomic functions may be called.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"
#include <algorithm>
#include <set>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

/// Dimensions of a grid; what is deeper shares the last one.
constexpr int MaxDimensions = 3;
/// More than anybody nests.
constexpr int MaxLoops = 15;
constexpr int64_t MaxThreadsPerBlock = 1024;

class KernelLoopChecker {
public:
  KernelLoopChecker(SemanticsContext &Context, const Stmt &Loop, const Unit &U)
      : Context(Context), Kernel(*Loop.Kernel), Construct(Loop), U(U) {}

  void check();

private:
  int depth();
  bool findLoops(int Depth);
  bool findConcurrent(int Depth, const Stmt &Do);
  void addLoop(const CountedLoop &Loop);
  void checkShape(const std::vector<ShapeEntry> &Shape, const char *What);
  void checkStream();
  void checkIndices();
  void checkLimits();
  void checkLimit(const ExprUse &Limit, const char *What, std::size_t Level);
  void checkReductions();
  bool checkStatement(const Stmt &S, std::vector<const Stmt *> &Inner);
  void checkBody(const StmtList &List, std::vector<const Stmt *> &Inner);
  void checkLeave(const Stmt &S, const std::vector<const Stmt *> &Inner);
  void checkGoto(const Stmt &S);
  void checkNames(const Stmt &S);
  void checkData(const NameUse &Use, const Symbol &Root);
  bool isOfBody(const Symbol &Root) const;
  void checkComponents(const Stmt &S);
  void checkAssigned(const TypedExpr &Variable, CharBlock At);

  SemanticsContext &Context;
  const KernelDirective &Kernel;
  const Stmt &Construct;
  const Unit &U;
  /// The loops that become the kernel's dimensions, outermost first.
  std::vector<const CountedLoop *> Loops;
  const Stmt *Innermost = nullptr;
  const StmtList *Body = nullptr;
  std::vector<const Symbol *> Indices;
  std::set<Label> BodyLabels;
  std::set<const Symbol *> Assigned;
  /// Data that was reported already, so that each is reported once a loop.
  std::set<const Symbol *> Reported;
};

int KernelLoopChecker::depth() {
  if (!Kernel.Depth || !Kernel.Depth->Value)
    return 1;
  int64_t Depth = constantValue(*Kernel.Depth->Value).value_or(1);
  if (Depth < 1) {
    Context.Say(
        Kernel.Depth->Source,
        "The number of loops of a kernel loop directive must be positive, not %jd"_err_en_US,
        static_cast<std::intmax_t>(Depth));
    return 0;
  }
  if (Depth > MaxLoops) {
    Context.Say(
        Kernel.Depth->Source,
        "A kernel loop directive takes at most %d loops, not %jd"_err_en_US,
        MaxLoops, static_cast<std::intmax_t>(Depth));
    return 0;
  }
  return static_cast<int>(Depth);
}

/// The only loop of a block that holds nothing else. A CONTINUE that ends a
/// labelled loop is nothing.
const Stmt *onlyLoop(const StmtList &Block, const Stmt *&Between) {
  const Stmt *Found = nullptr;
  for (const Stmt &S : Block) {
    if (S.Kind == StmtKind::Continue || S.Kind == StmtKind::Declaration ||
        S.Kind == StmtKind::Directive)
      continue;
    bool IsLoop = S.Kind == StmtKind::CountedDo;
    if (!IsLoop || Found) {
      Between = &S;
      return nullptr;
    }
    Found = &S;
  }
  return Found;
}

/// DO CONCURRENT gives one dimension for each of its indices.
bool KernelLoopChecker::findConcurrent(int Depth, const Stmt &Do) {
  if (Do.HasCopyLocality) {
    Context.Say(
        Do.Source,
        "DO CONCURRENT with a label and LOCAL_INIT or REDUCE may not follow a kernel loop directive"_err_en_US);
    return false;
  }
  if (!Loops.empty() ||
      Do.Concurrent.size() != static_cast<std::size_t>(Depth)) {
    Context.Say(
        Do.Source,
        "DO CONCURRENT after a kernel loop directive with do(%d) must have %d index variable(s) and no other loop around it"_err_en_US,
        Depth, Depth);
    return false;
  }
  for (const CountedLoop &Loop : Do.Concurrent)
    addLoop(Loop);
  Innermost = &Do;
  Body = &Do.Blocks.front();
  return true;
}

void KernelLoopChecker::addLoop(const CountedLoop &Loop) {
  Loops.push_back(&Loop);
  if (Loop.Index.Sym)
    Indices.push_back(&rootOf(*Loop.Index.Sym));
}

bool KernelLoopChecker::findLoops(int Depth) {
  const Stmt *Between = nullptr;
  const Stmt *Do =
      Construct.Blocks.empty() ? nullptr : &Construct.Blocks.front().front();
  if (!Do) {
    Context.Say(
        Kernel.Source,
        "A kernel loop directive must be followed immediately by a DO loop"_err_en_US);
    return false;
  }
  for (int Level = 1;; ++Level) {
    if (Do->Kind == StmtKind::DoConcurrent)
      return findConcurrent(Depth, *Do);
    if (Do->Kind != StmtKind::CountedDo) {
      Context.Say(
          Do->Source,
          "%s may not follow a kernel loop directive: a DO loop with limits is required"_err_en_US,
          Do->Kind == StmtKind::DoWhile ? "DO WHILE" : "DO without limits");
      return false;
    }
    addLoop(*Do->Loop);
    Innermost = Do;
    Body = &Do->Blocks.front();
    if (Level == Depth)
      return true;
    const Stmt *Next = onlyLoop(*Body, Between);
    if (!Next) {
      bool IsLoopBelow =
          std::any_of(Body->begin(), Body->end(), [](const Stmt &S) {
            return S.Kind == StmtKind::CountedDo;
          });
      if (IsLoopBelow && Between && !Between->Source.empty())
        Context.Say(
            Between->Source,
            "The %d loops of a kernel loop directive must be tightly nested: this stands between loop %d and loop %d"_err_en_US,
            Depth, Level, Level + 1);
      else
        Context.Say(
            Kernel.Source,
            "A kernel loop directive with do(%d) must be followed by %d tightly nested DO loops, not %d"_err_en_US,
            Depth, Depth, Level);
      return false;
    }
    Do = Next;
  }
}

void KernelLoopChecker::checkShape(const std::vector<ShapeEntry> &Shape,
                                   const char *What) {
  std::size_t Dimensions =
      std::min(Loops.size(), static_cast<std::size_t>(MaxDimensions));
  if (Shape.size() > Dimensions && Shape.size() <= MaxDimensions)
    Context.Say(
        Kernel.Source,
        "The %s of this kernel loop has %d entries for %d loop(s): the outermost loop gets the product of the last %d"_warn_en_US,
        What, static_cast<int>(Shape.size()), static_cast<int>(Loops.size()),
        static_cast<int>(Shape.size() - Dimensions + 1));
  else if (Shape.size() > 1 && Shape.size() != Dimensions)
    Context.Say(
        Kernel.Source,
        Loops.size() > Dimensions
            ? "The %s of this kernel loop has %d entries for %d loop(s): it must have one, or 3, of which the last serves all outer loops"_err_en_US
            : "The %s of this kernel loop has %d entries for %d loop(s): it must have one, or one for each loop"_err_en_US,
        What, static_cast<int>(Shape.size()), static_cast<int>(Loops.size()));
  int64_t Product = 1;
  for (const ShapeEntry &Entry : Shape) {
    if (!Entry || !Entry->Value)
      continue;
    if (const Symbol *Read = deviceDataRead(Context, *Entry->Value))
      Context.Say(
          Entry->Source,
          "The %s of a kernel loop is evaluated on the host: device data '%s' may not be used in it"_err_en_US,
          What, Read->name());
    auto Value = constantValue(*Entry->Value);
    if (!Value)
      continue;
    if (*Value < 1)
      Context.Say(
          Entry->Source,
          "An entry of the %s of a kernel loop must be positive, not %jd"_err_en_US,
          What, static_cast<std::intmax_t>(*Value));
    else
      Product *= std::min<int64_t>(*Value, int64_t{1} << 16);
    if (&Shape == &Kernel.Block && Product > MaxThreadsPerBlock) {
      Context.Say(
          Entry->Source,
          "This kernel loop will fail: a block may have at most %jd threads"_warn_en_US,
          static_cast<std::intmax_t>(MaxThreadsPerBlock));
      return;
    }
  }
}

void KernelLoopChecker::checkStream() {
  if (Kernel.Stream && Kernel.Stream->Value)
    if (const Symbol *Read = deviceDataRead(Context, *Kernel.Stream->Value))
      Context.Say(
          Kernel.Stream->Source,
          "The stream of a kernel loop is evaluated on the host: device data '%s' may not be used in it"_err_en_US,
          Read->name());
}

void KernelLoopChecker::checkIndices() {
  for (const CountedLoop *Loop : Loops) {
    const NameUse &Index = Loop->Index;
    if (!Index.Sym)
      continue;
    const Symbol &Root = rootOf(*Index.Sym);
    const auto *Type = Root.GetType();
    if (Type && !Type->IsNumeric(common::TypeCategory::Integer))
      Context.Say(
          Index.Source,
          "Loop variable '%s' of a kernel loop must be an integer"_err_en_US,
          Index.Source);
    else if (dataAttrOf(Root) && *dataAttrOf(Root) != CUDADataAttr::Managed &&
             *dataAttrOf(Root) != CUDADataAttr::Unified)
      Context.Say(
          Index.Source,
          "Loop variable '%s' of a kernel loop may not have the %s attribute: each iteration has its own"_err_en_US,
          Index.Source, attrName(*dataAttrOf(Root)));
  }
}

void KernelLoopChecker::checkLimit(const ExprUse &Limit, const char *What,
                                   std::size_t Level) {
  if (!Limit.Value)
    return;
  auto IsIndex = [&](const Symbol &Sym) {
    return std::count(Indices.begin(), Indices.end(), &Sym) > 0;
  };
  if (const Symbol *Index = firstRead(Context, *Limit.Value, IsIndex)) {
    Context.Say(
        Limit.Source,
        "The %s of loop %d of a kernel loop is not invariant: it depends on loop variable '%s'"_err_en_US,
        What, static_cast<int>(Level + 1), Index->name());
    return;
  }
  auto IsAssigned = [&](const Symbol &Sym) { return Assigned.count(&Sym) > 0; };
  if (const Symbol *Changed = firstRead(Context, *Limit.Value, IsAssigned)) {
    Context.Say(
        Limit.Source,
        "The %s of loop %d of a kernel loop is not invariant: '%s' is assigned in the loop"_err_en_US,
        What, static_cast<int>(Level + 1), Changed->name());
    return;
  }
  if (const Symbol *Read = deviceDataRead(Context, *Limit.Value))
    Context.Say(
        Limit.Source,
        "The %s of a kernel loop is evaluated on the host: device data '%s' may not be used in it"_err_en_US,
        What, Read->name());
}

void KernelLoopChecker::checkLimits() {
  for (std::size_t Level = 0; Level < Loops.size(); ++Level) {
    const CountedLoop &Loop = *Loops[Level];
    checkLimit(Loop.Lower, "lower limit", Level);
    checkLimit(Loop.Upper, "upper limit", Level);
    if (!Loop.Step)
      continue;
    checkLimit(*Loop.Step, "stride", Level);
    if (Loop.Step->Value && constantValue(*Loop.Step->Value) == 0)
      Context.Say(Loop.Step->Source,
                  "The stride of a kernel loop may not be zero"_err_en_US);
  }
}

void KernelLoopChecker::checkReductions() {
  std::set<const Symbol *> Seen;
  for (const ReductionUse &Reduction : Kernel.Reductions) {
    const ExprUse &Operand = Reduction.Operand;
    if (!Operand.Value)
      continue;
    const Symbol *Variable = wholeVariable(*Operand.Value);
    if (!Variable || Operand.Value->Rank() != 0) {
      Context.Say(
          Operand.Source,
          "The operand of a reduction must be a scalar variable, not '%s'"_err_en_US,
          Operand.Source);
      continue;
    }
    if (!reducesType(Reduction.Op, *Operand.Value)) {
      auto Type = Operand.Value->GetType();
      Context.Say(
          Operand.Source,
          "Variable '%s' of type %s may not be reduced with '%s'"_err_en_US,
          Operand.Source, Type ? Type->AsFortran() : std::string("?"),
          asFortran(Reduction.Op));
    }
    if (!Seen.insert(Variable).second)
      Context.Say(
          Operand.Source,
          "Variable '%s' is in two reductions of the same kernel loop"_err_en_US,
          Operand.Source);
    if (std::count(Indices.begin(), Indices.end(), Variable))
      Context.Say(Operand.Source,
                  "Loop variable '%s' may not be reduced"_err_en_US,
                  Operand.Source);
  }
}

//===-- The body ----------------------------------------------------------===//

/// EXIT and CYCLE may stay inside the body, and CYCLE may end the iteration.
void KernelLoopChecker::checkLeave(const Stmt &S,
                                   const std::vector<const Stmt *> &Inner) {
  bool IsExit = S.Kind == StmtKind::Exit;
  if (!S.ConstructName) {
    bool InLoop = std::any_of(Inner.begin(), Inner.end(), [](const Stmt *I) {
      return I->Kind == StmtKind::CountedDo || I->Kind == StmtKind::DoWhile ||
             I->Kind == StmtKind::DoForever;
    });
    if (IsExit && !InLoop)
      Context.Say(
          S.Source,
          "EXIT may not leave a kernel loop: its iterations run in any order"_err_en_US);
    return;
  }
  const Symbol *Target = &S.ConstructName->GetUltimate();
  auto Names = [&](const Stmt *I) {
    return I->ConstructName && &I->ConstructName->GetUltimate() == Target;
  };
  if (std::any_of(Inner.begin(), Inner.end(), Names))
    return;
  if (!IsExit && Names(Innermost))
    return;
  Context.Say(
      S.Source,
      "%s may not leave the innermost kernel loop: its iterations run in any order"_err_en_US,
      IsExit ? "EXIT" : "CYCLE");
}

void KernelLoopChecker::checkGoto(const Stmt &S) {
  for (Label Target : S.Targets)
    if (!BodyLabels.count(Target))
      Context.Say(
          S.Source,
          "GOTO %d may not leave the body of a kernel loop: its iterations run in any order"_err_en_US,
          static_cast<int>(Target));
}

bool KernelLoopChecker::checkStatement(const Stmt &S,
                                       std::vector<const Stmt *> &Inner) {
  switch (S.Kind) {
  case StmtKind::Assignment:
  case StmtKind::Continue:
  case StmtKind::If:
  case StmtKind::Select:
  case StmtKind::CountedDo:
  case StmtKind::DoWhile:
  case StmtKind::DoForever:
  case StmtKind::DoConcurrent:
  case StmtKind::Masked:
  case StmtKind::Block:
  case StmtKind::Output:
  case StmtKind::Stop:
  case StmtKind::Declaration:
  case StmtKind::Directive:
    return true;
  case StmtKind::Call:
    if (!S.HasAlternateReturn)
      return true;
    Context.Say(
        S.Source,
        "An alternate return may not appear in a kernel loop"_err_en_US);
    return false;
  case StmtKind::Goto:
    checkGoto(S);
    return true;
  case StmtKind::Cycle:
  case StmtKind::Exit:
    checkLeave(S, Inner);
    return true;
  case StmtKind::Return:
    Context.Say(
        S.Source,
        "RETURN may not leave a kernel loop: its iterations run in any order"_err_en_US);
    return false;
  case StmtKind::KernelLoop:
    Context.Say(S.Source, "Kernel loops may not be nested"_err_en_US);
    return false;
  default:
    break;
  }
  Context.Say(
      S.Source,
      "%s may not appear in a kernel loop: only assignments, IF, SELECT CASE, DO loops, WHERE, FORALL, BLOCK, ASSOCIATE, GOTO, CYCLE, CALL, PRINT, WRITE and STOP may"_err_en_US,
      capitalised(S.What));
  return false;
}

/// A variable of a BLOCK in the body: every iteration has its own.
bool KernelLoopChecker::isOfBody(const Symbol &Root) const {
  const Scope &Owner = Root.owner();
  return Owner.kind() == Scope::Kind::BlockConstruct &&
         Construct.Blocks.front().front().Source.begin() <=
             Owner.sourceRange().begin();
}

/// The target of a pointer, or an allocated scalar, by a name that ASSOCIATE
/// gives it: a variable like others.
static bool isNamedTarget(const Symbol &Name) {
  return Name.Rank() == 0 &&
         Name.GetUltimate().has<semantics::AssocEntityDetails>() &&
         wholeVariable(
             *Name.GetUltimate().get<semantics::AssocEntityDetails>().expr());
}

void KernelLoopChecker::checkData(const NameUse &Use, const Symbol &Root) {
  auto Attr = dataAttrOf(Root);
  if (isPredefinedDeviceVariable(Root)) {
    Context.Say(
        Use.Source,
        "'%s' may not be used in a kernel loop: the compiler chooses which thread does which iteration"_err_en_US,
        Use.Source);
  } else if (Attr == CUDADataAttr::Shared) {
    Context.Say(
        Use.Source,
        "Shared variable '%s' may not be used in a kernel loop"_err_en_US,
        Use.Source);
  } else if (isOnDevice(Root) || isOfBody(Root) || isNamedTarget(*Use.Sym)) {
    return;
  } else if (Root.Rank() > 0) {
    Context.Say(
        Use.Source,
        "Host array '%s' may not be used in a kernel loop: it has no device attribute"_err_en_US,
        Use.Source);
  } else if (semantics::IsAllocatableOrPointer(Root)) {
    Context.Say(
        Use.Source,
        "Host variable '%s' may not be used in a kernel loop: it is a pointer or allocatable and has no device attribute"_err_en_US,
        Use.Source);
  } else if (const auto *Type = Root.GetType()) {
    if (Type->category() == semantics::DeclTypeSpec::TypeDerived)
      return; // copied
    if (Type->AsDerived() ||
        Type->category() == semantics::DeclTypeSpec::TypeStar ||
        Type->category() == semantics::DeclTypeSpec::ClassStar)
      Context.Say(
          Use.Source,
          "Polymorphic host variable '%s' may not be used in a kernel loop"_err_en_US,
          Use.Source);
    else if (Type->category() == semantics::DeclTypeSpec::Character)
      Context.Say(
          Use.Source,
          "CHARACTER variable '%s' may not be used in a kernel loop"_err_en_US,
          Use.Source);
    else
      return;
  } else {
    return;
  }
  Reported.insert(&Root);
}

void KernelLoopChecker::checkNames(const Stmt &S) {
  for (const NameUse &Use : S.Names) {
    if (!Use.Sym)
      continue;
    const Symbol &Root = rootOf(*Use.Sym);
    if (isVariable(Root) && !Reported.count(&Root))
      checkData(Use, Root);
  }
}

/// A host variable of derived type is there as a copy. Flang gives one with
/// device components an attribute, which says nothing about where it is.
bool isCopiedRecord(const Symbol &Root) {
  if (!isVariable(Root) || Root.Rank() > 0)
    return false;
  const auto *Type = Root.GetType();
  if (!Type || !Type->AsDerived())
    return false;
  auto Attr = dataAttrOf(Root);
  return !Attr ||
         (Attr == CUDADataAttr::Managed && semantics::HasCUDAComponent(Root));
}

/// By a pointer or allocatable component.
bool leadsElsewhere(const evaluate::SymbolVector &Path) {
  return !Path.empty() &&
         std::any_of(Path.begin() + 1, Path.end(), [](const auto &Component) {
           return semantics::IsAllocatableOrPointer(*Component);
         });
}

/// Assigned is the copy, unless a component leads elsewhere.
void KernelLoopChecker::checkAssigned(const TypedExpr &Variable, CharBlock At) {
  evaluate::SymbolVector Path = evaluate::GetSymbolVector(Variable);
  if (Path.empty() || !isCopiedRecord(rootOf(*Path.front())) ||
      isOfBody(rootOf(*Path.front())) || leadsElsewhere(Path))
    return;
  Context.Say(
      At,
      "Host variable '%s' of derived type may not be assigned in a kernel loop: each iteration has a copy of its own"_err_en_US,
      rootOf(*Path.front()).name());
}

void KernelLoopChecker::checkComponents(const Stmt &S) {
  auto Check = [&](const TypedExpr *Value, CharBlock At) {
    if (!Value)
      return;
    for (const Symbol *Component : componentsIn(*Value))
      if (semantics::IsAllocatableOrPointer(*Component) &&
          !dataAttrOf(*Component) && Reported.insert(Component).second)
        Context.Say(
            At,
            "Component '%s' may not be used in a kernel loop: it is a pointer or allocatable and has no device attribute"_err_en_US,
            Component->name());
  };
  for (const ExprUse &Use : S.Exprs)
    Check(Use.Value, Use.Source);
  for (const AssignmentUse &Use : S.Assignments)
    if (Use.Value) {
      Check(&Use.Value->lhs, Use.Target);
      Check(&Use.Value->rhs, S.Source);
      checkAssigned(Use.Value->lhs, Use.Target);
    }
  if (!S.Call)
    return;
  for (std::size_t I = 0; I < S.Call->arguments().size(); ++I) {
    const auto &Argument = S.Call->arguments()[I];
    const TypedExpr *Value = Argument ? Argument->UnwrapExpr() : nullptr;
    Check(Value, S.Source);
    const Symbol *Dummy = dummyOf(*S.Call, I);
    if (Value && Dummy && evaluate::IsVariable(*Value) && mayDefine(*Dummy))
      checkAssigned(*Value, S.Source);
  }
}

void KernelLoopChecker::checkBody(const StmtList &List,
                                  std::vector<const Stmt *> &Inner) {
  for (const Stmt &S : List) {
    if (!checkStatement(S, Inner))
      continue;
    checkNames(S);
    checkComponents(S);
    checkDeviceCalls(Context, S, DeviceContext::KernelLoop);
    Inner.push_back(&S);
    for (const StmtList &Block : S.Blocks)
      checkBody(Block, Inner);
    Inner.pop_back();
  }
}

void KernelLoopChecker::check() {
  int Depth = depth();
  if (Depth == 0 || !findLoops(Depth))
    return;
  forEachStmt(*Body, [&](const Stmt &S) {
    BodyLabels.insert(S.Labels.begin(), S.Labels.end());
    for (const AssignmentUse &Use : S.Assignments)
      if (const Symbol *Target =
              Use.Value ? baseVariable(Use.Value->lhs) : nullptr)
        // What a component leads to is none of the limits'.
        if (!leadsElsewhere(evaluate::GetSymbolVector(Use.Value->lhs)))
          Assigned.insert(Target);
    if (S.Loop && S.Loop->Index.Sym)
      Assigned.insert(&rootOf(*S.Loop->Index.Sym));
    return true;
  });
  checkShape(Kernel.Grid, "grid");
  checkShape(Kernel.Block, "block");
  checkStream();
  checkIndices();
  checkLimits();
  checkReductions();
  std::vector<const Stmt *> Inner;
  checkBody(*Body, Inner);
  checkLoopScalars(Context, Kernel, Indices, *Body, U);
}

} // namespace

void checkKernelLoop(SemanticsContext &Context, const Stmt &Loop,
                     const Unit &U) {
  KernelLoopChecker(Context, Loop, U).check();
}

} // namespace warpfort::checker
