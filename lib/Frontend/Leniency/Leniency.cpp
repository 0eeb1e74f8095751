//===-- Leniency.cpp - What older compilers took --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs that PGI's and NVIDIA's compilers take although the language
/// forbids them. When one of these errors is found, the source is parsed
/// again, changed as below, and gets a warning instead; a legal program is
/// never changed. No change adds a name that the program may have given to
/// something of its own.
///
///     type(dim3) :: grid            use cudafor, only: dim3
///       without USE CUDAFOR           at the head of the program unit
///
///     call random_seed(put=s)       call random_seed(put=[integer :: s])
///       with another kind of integer
///
///     deallocate(x)                 The dummy argument loses its INTENT.
///       where x is INTENT(IN)
///
///     if (k), do while (k)          if ((-1)**k < 0), as those compilers keep
///       with an integer k             logical values in the lowest bit
///     .not. k, i .and. k            .not. (-1)**k < 0, and so on,
///       in a condition
///
///     call c_f_pointer(p, a, [n])   a is declared a POINTER
///       with an allocatable a
///
///     !$cuf kernel do(2) <<<g,t>>>  <<<(g%x,g%y),(t%x,t%y)>>>
///       with dim3 variables
///
///     c_loc(x)                      x is declared a TARGET: AddressTargets.cpp
///       without TARGET
///
///     call cudaProfilerStart()      The result, an error code, is lost.
///       a function of CUDAFOR
///
///     return                        The construct ends there: DataReturns.cpp
///       in a DATA construct
///
///     !$acc loop vector             !$acc loop: NestedLevels.cpp
///       in a vector loop
///
///     allocated(p)                  associated(p): AllocatedPointers.cpp
///       with a pointer
///
///     use m, a => b                 a is b: RenamedUses.cpp
///       where m has an a, too
///
///     subroutine s(a); use m        m's a is hidden: HiddenNames.cpp
///       where m has an a, too
///     private :: a                  The name is dropped: HiddenNames.cpp
///     attributes(device) :: a
///       where nothing declares a
///
///     data (a(i), i = 1, n) /.../   (a(i), integer :: i = 1, n):
///       where nothing declares i      ImpliedLoops.cpp
///
///     !$acc loop seq independent    !$acc loop seq: SequentialLoops.cpp
///
///     attributes(global) pure       attributes(global): KernelPrefixes.cpp
///
//===----------------------------------------------------------------------===//
#include "Leniency.h"
#include "AddressTargets.h"
#include "AllocatedPointers.h"
#include "DataReturns.h"
#include "Frontend/Rewrites/AddedCalls.h"
#include "Frontend/Tree/FlangMessages.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"
#include "HiddenNames.h"
#include "ImpliedLoops.h"
#include "KernelPrefixes.h"
#include "LoopControls.h"
#include "NestedLevels.h"
#include "PrivateCharacters.h"
#include "RenamedUses.h"
#include "SequentialLoops.h"

#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <set>
#include <string>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

/// What to remember of errors.
static constexpr std::pair<FlangMessage, bool Leniency::*> Facts[] = {
    {FlangMessage::Dim3Unknown, &Leniency::ImportDim3},
    {FlangMessage::SeedKind, &Leniency::ConvertSeed},
    {FlangMessage::DeallocateIntentIn, &Leniency::DeallocateIntentIn},
    {FlangMessage::ReturnFromData, &Leniency::ReturnFromData},
};

/// Where to remember the locations of errors.
static constexpr std::pair<FlangMessage, std::set<std::size_t> Leniency::*>
    Locations[] = {
        {FlangMessage::LogicalCondition, &Leniency::Conditions},
        {FlangMessage::Dim3Shape, &Leniency::Shapes},
        {FlangMessage::PointerTarget, &Leniency::Targets},
        {FlangMessage::AddressTarget, &Leniency::Addresses},
        {FlangMessage::LoopOrder, &Leniency::Orders},
        {FlangMessage::KernelPrefix, &Leniency::Prefixes},
        {FlangMessage::NotAllocatable, &Leniency::Allocations},
        {FlangMessage::NoType, &Leniency::Undeclared},
        {FlangMessage::NestedLevel, &Leniency::Levels},
};

bool Leniency::learn(parser::Messages &Messages,
                     const parser::AllCookedSources &Cooked) {
  bool New = false;
  for (const parser::Message &Message : Messages.messages()) {
    if (!Message.IsFatal())
      continue;
    if (auto Name = ambiguousName(Message))
      New |= Names.insert(*Name).second;
    for (auto [Kind, Fact] : Facts)
      if (!(this->*Fact) && is(Message, Kind))
        New = this->*Fact = true;
    auto Range = Message.GetProvenanceRange(Cooked);
    if (!Range)
      continue;
    std::size_t Place = Range->start().offset();
    if (auto Name = match(Message, FlangMessage::DeclaredBefore))
      New |= Hidden.emplace(Place, Name->First).second;
    if (auto Function = match(Message, FlangMessage::FunctionCalled);
        Function && llvm::StringRef(Function->First).starts_with("cuda"))
      New |= Calls.insert(Place).second;
    if (auto Integers = integerOperands(Message))
      New |= Operators.try_emplace({Place, Range->size()}, *Integers).second;
    bool IsKnown = false;
    for (auto [Kind, Places] : Locations)
      if (is(Message, Kind)) {
        New |= (this->*Places).insert(Place).second;
        IsKnown = true;
      }
    // What was changed for nothing has its own message.
    if (Allocations.count(Place) && !IsKnown)
      New |= OtherAllocations.insert(Place).second;
  }
  return New;
}

namespace {

/// Where a name is used, and whether a module is.
struct UseFinder {
  void Post(const parser::Name &X) {
    if (Found.empty() && X.ToString() == "dim3")
      Found = X.source;
  }
  void Post(const parser::UseStmt &X) {
    UsesCudafor |= X.moduleName.ToString() == "cudafor";
  }
  parser::CharBlock Found;
  bool UsesCudafor = false;
};

/// The variable that an expression is; else null.
static const parser::Name *nameIn(const parser::Expr &X) {
  const auto *Designator =
      std::get_if<common::Indirection<parser::Designator>>(&X.u);
  const auto *Ref = Designator
                        ? std::get_if<parser::DataRef>(&Designator->value().u)
                        : nullptr;
  return Ref ? std::get_if<parser::Name>(&Ref->u) : nullptr;
}

/// The variables that a procedure gives targets by C_F_POINTER, as names.
struct TargetFinder {
  void Post(const parser::CallStmt &X) {
    const auto *Name = std::get_if<parser::Name>(
        &std::get<parser::ProcedureDesignator>(X.call.t).u);
    if (!Name || Name->ToString() != "c_f_pointer")
      return;
    for (const auto &Argument :
         std::get<std::list<parser::ActualArgSpec>>(X.call.t))
      if (const auto *Value = std::get_if<common::Indirection<parser::Expr>>(
              &std::get<parser::ActualArg>(Argument.t).u))
        if (const parser::Name *Variable = nameIn(Value->value()))
          Names[Variable->ToString()] = Variable->source;
  }
  std::map<std::string, parser::CharBlock> Names;
};

/// Objects of DEALLOCATE statements that are plain names.
struct DeallocateFinder {
  void Post(const parser::DeallocateStmt &X) {
    for (const auto &Object : std::get<std::list<parser::AllocateObject>>(X.t))
      if (const auto *Name = std::get_if<parser::Name>(&Object.u))
        Names.insert(Name->ToString());
  }
  std::set<std::string> Names;
};

/// `call f(...)` becomes `call warprt_ignore_result(f(...))`.
struct ResultIgnorer {
  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Places;
  parser::CharBlock Found = {}; ///< some function

  void Post(parser::CallStmt &X) {
    auto &Designator = std::get<parser::ProcedureDesignator>(X.call.t);
    const auto *Name = std::get_if<parser::Name>(&Designator.u);
    if (!Name || !isAtPlace(Context, Places, Name->source))
      return;
    auto &Arguments = std::get<std::list<parser::ActualArgSpec>>(X.call.t);
    parser::CharBlock Source = Found = Name->source;
    Context.Say(
        Source,
        "The function '%s' is called as a subroutine: its result is lost"_warn_en_US,
        Source);
    parser::FunctionReference Reference{parser::Call{
        std::make_tuple(std::move(Designator), std::move(Arguments))}};
    Reference.source = Source;
    parser::Expr Result{
        common::Indirection<parser::FunctionReference>{std::move(Reference)}};
    Result.source = Source;
    Designator = parser::ProcedureDesignator{nameOf(AddedIgnore.Name)};
    Arguments = argumentsOf(std::move(Result));
  }
};

class Changer {
public:
  Changer(const Leniency &What, semantics::SemanticsContext &Context)
      : What(What), Context(Context) {}

  void Post(parser::ProgramUnit &X) {
    if (!What.ImportDim3)
      return;
    if (auto *Module = std::get_if<common::Indirection<parser::Module>>(&X.u))
      import(Module->value(),
             std::get<parser::SpecificationPart>(Module->value().t));
    else if (auto *Program =
                 std::get_if<common::Indirection<parser::MainProgram>>(&X.u))
      import(Program->value(),
             std::get<parser::SpecificationPart>(Program->value().t));
    else if (auto *Routine =
                 std::get_if<common::Indirection<parser::SubroutineSubprogram>>(
                     &X.u))
      import(Routine->value(),
             std::get<parser::SpecificationPart>(Routine->value().t));
    else if (auto *Function =
                 std::get_if<common::Indirection<parser::FunctionSubprogram>>(
                     &X.u))
      import(Function->value(),
             std::get<parser::SpecificationPart>(Function->value().t));
  }
  void Post(parser::CallStmt &X) {
    const auto *Name = std::get_if<parser::Name>(
        &std::get<parser::ProcedureDesignator>(X.call.t).u);
    if (!What.ConvertSeed || !Name || Name->ToString() != "random_seed")
      return;
    for (auto &Argument : std::get<std::list<parser::ActualArgSpec>>(X.call.t))
      convert(Argument);
  }
  void Post(parser::LogicalExpr &X) {
    if (isAt(What.Conditions, X.thing.value().source))
      testLowestBit(X.thing.value());
    else if (!What.Operators.empty())
      testOperands(X.thing.value());
  }
  void Post(parser::CUFKernelDoConstruct::Directive &X) { expandShapes(X); }
  void Post(parser::MainProgram &X) { makePointers(X); }
  void Post(parser::SubroutineSubprogram &X) {
    freeDummies(X);
    makePointers(X);
  }
  void Post(parser::FunctionSubprogram &X) {
    freeDummies(X);
    makePointers(X);
  }

private:
  template <typename A>
  void import(const A &Unit, parser::SpecificationPart &Spec);
  void convert(parser::ActualArgSpec &Argument);
  template <typename A> void freeDummies(A &Subprogram);
  template <typename A> void makePointers(A &Unit);
  bool isAt(const std::set<std::size_t> &Places, parser::CharBlock At) const {
    return isAtPlace(Context, Places, At);
  }
  void testLowestBit(parser::Expr &X);
  void testOperands(parser::Expr &X);
  void expandShapes(parser::CUFKernelDoConstruct::Directive &X);

  const Leniency &What;
  semantics::SemanticsContext &Context;
  bool Warned = false;
};

template <typename A>
void Changer::import(const A &Unit, parser::SpecificationPart &Spec) {
  UseFinder Finder;
  walk(Unit, Finder);
  if (Finder.Found.empty() || Finder.UsesCudafor)
    return;
  if (!Warned)
    Context.Say(Finder.Found, "'dim3' is used without USE CUDAFOR"_warn_en_US);
  Warned = true;
  static const std::string Module = "cudafor";
  std::list<parser::Only> Only;
  Only.emplace_back(parser::Name{Finder.Found});
  parser::Statement<common::Indirection<parser::UseStmt>> Use{
      std::nullopt, common::Indirection<parser::UseStmt>{parser::UseStmt(
                        std::nullopt, parser::Name{parser::CharBlock{Module}},
                        std::move(Only))}};
  Use.source = Finder.Found;
  std::get<std::list<parser::Statement<common::Indirection<parser::UseStmt>>>>(
      Spec.t)
      .push_front(std::move(Use));
}

void Changer::convert(parser::ActualArgSpec &Argument) {
  const auto &Keyword = std::get<std::optional<parser::Keyword>>(Argument.t);
  auto &Actual = std::get<parser::ActualArg>(Argument.t);
  auto *Value = std::get_if<common::Indirection<parser::Expr>>(&Actual.u);
  if (!Keyword || Keyword->v.ToString() != "put" || !Value)
    return;
  parser::CharBlock Source = Value->value().source;
  Context.Say(
      Source,
      "The PUT= argument of RANDOM_SEED is converted to default integer"_warn_en_US);
  std::list<parser::AcValue> Values;
  Values.emplace_back(std::move(*Value));
  parser::Expr Converted{parser::ArrayConstructor{parser::AcSpec{
      std::make_optional(parser::TypeSpec{parser::IntrinsicTypeSpec{
          parser::IntegerTypeSpec{std::optional<parser::KindSelector>{}}}}),
      std::move(Values)}}};
  Converted.source = Source;
  Actual.u = common::Indirection<parser::Expr>{std::move(Converted)};
}

/// An integer constant, as if written at Source.
static parser::Expr integerAt(const std::string &Digits,
                              parser::CharBlock Source) {
  parser::IntLiteralConstant Number{std::make_tuple(
      parser::CharBlock{Digits}, std::optional<parser::KindParam>{})};
  parser::Expr Literal{parser::LiteralConstant{std::move(Number)}};
  Literal.source = Source;
  return Literal;
}

void Changer::testLowestBit(parser::Expr &X) {
  parser::CharBlock Source = X.source;
  Context.Say(
      Source,
      "An integer stands for a logical value: odd numbers are taken for true"_warn_en_US);
  static const std::string Zero = "0", One = "1";
  auto At = [&](auto &&Operation) {
    parser::Expr Result{std::move(Operation)};
    Result.source = Source;
    return common::Indirection<parser::Expr>{std::move(Result)};
  };
  common::Indirection<parser::Expr> MinusOne =
      At(parser::Expr::Parentheses{At(parser::Expr::Negate{
          common::Indirection<parser::Expr>{integerAt(One, Source)}})});
  common::Indirection<parser::Expr> Sign = At(parser::Expr::Power{
      std::move(MinusOne), common::Indirection<parser::Expr>{std::move(X)}});
  X = std::move(At(parser::Expr::LT{std::move(Sign),
                                    common::Indirection<parser::Expr>{
                                        integerAt(Zero, Source)}})
                    .value());
}

/// The operands of the logical operators of a condition that are integers.
/// Elsewhere `i .and. k` would have to be an integer.
void Changer::testOperands(parser::Expr &X) {
  std::pair<bool, bool> AreIntegers{false, false};
  if (auto Range = Context.allCookedSources().GetProvenanceRange(X.source)) {
    auto Found = What.Operators.find({Range->start().offset(), Range->size()});
    if (Found != What.Operators.end())
      AreIntegers = Found->second;
  }
  auto Test = [&](parser::Expr &Operand, bool IsInteger) {
    if (IsInteger)
      testLowestBit(Operand);
    else
      testOperands(Operand);
  };
  auto TestBoth = [&](auto &Operator) {
    Test(std::get<0>(Operator.t).value(), AreIntegers.first);
    Test(std::get<1>(Operator.t).value(), AreIntegers.second);
  };
  if (auto *Inner = std::get_if<parser::Expr::Parentheses>(&X.u))
    testOperands(Inner->v.value());
  else if (auto *Not = std::get_if<parser::Expr::NOT>(&X.u))
    Test(Not->v.value(), AreIntegers.first);
  else if (auto *And = std::get_if<parser::Expr::AND>(&X.u))
    TestBoth(*And);
  else if (auto *Or = std::get_if<parser::Expr::OR>(&X.u))
    TestBoth(*Or);
  else if (auto *Eqv = std::get_if<parser::Expr::EQV>(&X.u))
    TestBoth(*Eqv);
  else if (auto *Neqv = std::get_if<parser::Expr::NEQV>(&X.u))
    TestBoth(*Neqv);
}

/// The number of loops that a directive names, 0 where it is not a literal.
static unsigned
loopsOf(const std::optional<parser::ScalarIntConstantExpr> &Depth) {
  if (!Depth)
    return 1;
  const parser::Expr &X = Depth->thing.thing.thing.value();
  const auto *Literal = std::get_if<parser::LiteralConstant>(&X.u);
  const auto *Number =
      Literal ? std::get_if<parser::IntLiteralConstant>(&Literal->u) : nullptr;
  unsigned Loops = 0;
  if (Number)
    llvm::StringRef(std::get<parser::CharBlock>(Number->t).ToString())
        .getAsInteger(10, Loops);
  return Loops;
}

void Changer::expandShapes(parser::CUFKernelDoConstruct::Directive &X) {
  auto &Launch = std::get<
      std::optional<parser::CUFKernelDoConstruct::LaunchConfiguration>>(X.t);
  unsigned Loops =
      loopsOf(std::get<std::optional<parser::ScalarIntConstantExpr>>(X.t));
  if (!Launch || Loops == 0 || What.Shapes.empty())
    return;
  auto expand =
      [&](std::list<parser::CUFKernelDoConstruct::StarOrExpr> &Shape) {
        if (Shape.size() != 1 || !Shape.front().v)
          return;
        const parser::Expr &Entry = Shape.front().v->thing.thing.value();
        const parser::Name *Found = nameIn(Entry);
        if (!Found || !isAt(What.Shapes, Entry.source))
          return;
        parser::CharBlock Source = Found->source;
        Shape.clear();
        static const std::string Parts[] = {"x", "y", "z"};
        for (unsigned D = 0; D < 3 && D < Loops; ++D) {
          parser::StructureComponent Part{
              parser::DataRef{parser::Name{Source}},
              parser::Name{parser::CharBlock{Parts[D]}}};
          parser::Designator Whole{
              parser::DataRef{common::Indirection<parser::StructureComponent>{
                  std::move(Part)}}};
          Whole.source = Source;
          parser::Expr Extent{
              common::Indirection<parser::Designator>{std::move(Whole)}};
          Extent.source = Source;
          Shape.emplace_back(
              std::make_optional(parser::ScalarIntExpr{parser::IntExpr{
                  common::Indirection<parser::Expr>{std::move(Extent)}}}));
        }
      };
  expand(std::get<0>(Launch->t));
  expand(std::get<1>(Launch->t));
}

template <typename A> void Changer::freeDummies(A &Subprogram) {
  if (!What.DeallocateIntentIn)
    return;
  DeallocateFinder Finder;
  walk(std::get<parser::ExecutionPart>(Subprogram.t), Finder);
  if (Finder.Names.empty())
    return;
  auto &Spec = std::get<parser::SpecificationPart>(Subprogram.t);
  for (auto &Declaration :
       std::get<std::list<parser::DeclarationConstruct>>(Spec.t)) {
    auto *Found = typeDeclarationIn(Declaration);
    if (!Found)
      continue;
    parser::TypeDeclarationStmt &X = *Found;
    bool Any = false;
    for (const auto &Entity : std::get<std::list<parser::EntityDecl>>(X.t)) {
      const auto &Name = std::get<parser::Name>(Entity.t);
      if (!Finder.Names.count(Name.ToString()))
        continue;
      bool In = false;
      for (const auto &Attr : std::get<std::list<parser::AttrSpec>>(X.t))
        if (const auto *Intent = std::get_if<parser::IntentSpec>(&Attr.u))
          In = Intent->v == parser::IntentSpec::Intent::In;
      if (!In)
        continue;
      Context.Say(
          Name.source,
          "Dummy argument '%s' has INTENT(IN) and is deallocated"_warn_en_US,
          Name.source);
      Any = true;
    }
    if (Any)
      std::get<std::list<parser::AttrSpec>>(X.t).remove_if(
          [](const parser::AttrSpec &Attr) {
            return std::holds_alternative<parser::IntentSpec>(Attr.u);
          });
  }
}

/// A declaration of nothing but such device arrays changes ALLOCATABLE to
/// POINTER.
template <typename A> void Changer::makePointers(A &Unit) {
  if (What.Targets.empty())
    return;
  TargetFinder Finder;
  walk(std::get<parser::ExecutionPart>(Unit.t), Finder);
  auto IsTarget = [&](const parser::EntityDecl &Entity) {
    auto Found = Finder.Names.find(std::get<parser::Name>(Entity.t).ToString());
    return Found != Finder.Names.end() && isAt(What.Targets, Found->second);
  };
  auto &Spec = std::get<parser::SpecificationPart>(Unit.t);
  for (auto &Declaration :
       std::get<std::list<parser::DeclarationConstruct>>(Spec.t)) {
    parser::TypeDeclarationStmt *X = typeDeclarationIn(Declaration);
    if (!X)
      continue;
    const auto &Entities = std::get<std::list<parser::EntityDecl>>(X->t);
    if (!std::all_of(Entities.begin(), Entities.end(), IsTarget))
      continue;
    auto &Attrs = std::get<std::list<parser::AttrSpec>>(X->t);
    if (std::none_of(
            Attrs.begin(), Attrs.end(), [](const parser::AttrSpec &Attr) {
              return std::holds_alternative<common::CUDADataAttr>(Attr.u);
            }))
      continue;
    for (auto &Attr : Attrs) {
      if (!std::holds_alternative<parser::Allocatable>(Attr.u))
        continue;
      Attr.u = parser::Pointer{};
      // A pointer may not have it, and does not need it.
      Attrs.remove_if([](const parser::AttrSpec &Other) {
        return std::holds_alternative<parser::Target>(Other.u);
      });
      for (const parser::EntityDecl &Entity : Entities) {
        parser::CharBlock Source = std::get<parser::Name>(Entity.t).source;
        Context.Say(
            Source,
            "Allocatable array '%s' gets a target from C_F_POINTER: it is taken for a pointer"_warn_en_US,
            Source);
      }
      break;
    }
  }
}

} // namespace

void Leniency::apply(parser::Program &Program,
                     semantics::SemanticsContext &Context) const {
  if (ReturnFromData)
    endDataBeforeReturns(Context, Program);
  if (!Addresses.empty())
    makeTargets(Context, Program, Addresses);
  if (!Levels.empty())
    dropNestedLevels(Context, Program, Levels);
  if (!Names.empty())
    preferNewNames(Context, Program, Names);
  if (!Orders.empty())
    dropIndependence(Context, Program, Orders);
  if (!Prefixes.empty())
    dropKernelPrefixes(Context, Program, Prefixes);
  if (!Hidden.empty())
    hideNamesOfModules(Context, Program, Hidden);
  if (!Undeclared.empty()) {
    declareIndices(Context, Program, Undeclared);
    dropUnknownNames(Context, Program, Undeclared);
  }
  std::set<std::size_t> Pointers = Allocations;
  for (std::size_t Place : OtherAllocations)
    Pointers.erase(Place);
  if (!Pointers.empty())
    askForAssociation(Context, Program, Pointers);
  if (!Calls.empty())
    addCalls(Program, {&AddedIgnore},
             [&] { return ResultIgnorer{Context, Calls}; });
  if (!Indices.empty())
    associateIndices(Context, Program, Indices);
  if (!Characters.empty())
    makeCharactersLocal(Context, Program, Characters);
  if (!ImportDim3 && !ConvertSeed && !DeallocateIntentIn &&
      Conditions.empty() && Shapes.empty() && Targets.empty() &&
      Operators.empty())
    return;
  Changer C(*this, Context);
  walk(Program, C);
}

} // namespace warpfort
