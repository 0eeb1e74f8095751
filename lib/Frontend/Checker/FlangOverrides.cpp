//===-- FlangOverrides.cpp - Around functions of Flang --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some of Flang's rules of CUDA Fortran are part of functions that do much
// else, which cannot be replaced as its checker is (FlangHooks.cpp). The
// linker option --wrap, which CMakeLists.txt passes for each of them, makes
// Flang call the function here, and this one calls Flang's.
//
//   ResolveNames           Flang would make all allocatables managed, those of
//                          module files, too, which say what is. ROUTINE
//                          directives are of ENTRY statements, too.
//   CheckDeclarations      Messages on data attributes are taken back;
//                          Declarations.cpp has all the rules. Constant
//                          data of host procedures becomes saved.
//                          Separate procedures get the attributes of their
//                          interfaces.
//                          Constants in asynchronous transfers lose an
//                          attribute that Flang gave them.
//   CheckArguments         The host may use intrinsic procedures with device
//                          data. An external procedure of CUDA Fortran whose
//                          definition is in the same file needs no interface
//                          block. Statement functions of device code may use
//                          device data. An element of an assumed-shape or
//                          pointer array for an array is a warning;
//                          ArrayElements.cpp checks at run time, and so is a
//                          complex array for a real one of a library's module
//                          (LibraryArguments.cpp). Managed dummies take
//                          values, and components are where their records are
//                          (ManagedExpressions.cpp). C_F_POINTER
//                          may give an allocatable device array a target, with
//                          a warning; what Leniency.cpp makes a pointer is left
//                          to it.
//   CanBeReturnedViaImplicitInterface  Callers of the host take results on the
//                          device, and managed ones, for the host's
//                          (DeviceResults.cpp).
//   CanCUDASymbolBeGlobal  Saved device data of a procedure is global, so that
//                          it keeps its value, initial ones included.
//   HasCUDAImplicitTransfer  No: lowering would make transfers of a few forms
//                          of assignments. CUFHostExpressions does of all.
//
//===----------------------------------------------------------------------===//

#include "AssociateNames.h"
#include "Facts.h"
#include "Flang/FlangWrap.h"
#include "FlangHooks.h"
#include "Frontend/Tree/FlangMessages.h"
#include "Frontend/Tree/SourceContext.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "LibraryArguments.h"
#include "ManagedExpressions.h"
#include "flang/Evaluate/characteristics.h"
#include "flang/Evaluate/intrinsics.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <list>
#include <set>
#include <utility>

using namespace Fortran;
using namespace Fortran::parser::literals;
using warpfort::FlangMessage;
using warpfort::is;
using warpfort::SourceContext;

/// Whether a message of CheckDeclarations() is on data attributes, or on
/// interfaces that the program does not have. Those on procedures stay.
static bool isOnDataAttributes(const parser::Message &Message) {
  return is(Message, FlangMessage::ImplicitKernel) ||
         (is(Message, FlangMessage::DataAttribute) &&
          !is(Message, FlangMessage::ProcedureAttribute));
}

/// Constant data of a host procedure keeps its value from call to call: it has
/// a place of its own in constant memory.
static void saveConstants(semantics::Scope &S) {
  if (S.IsModuleFile() || semantics::FindCUDADeviceContext(&S))
    return;
  if (!S.IsDerivedType())
    for (auto &[Name, Ref] : S) {
      semantics::Symbol &Sym = *Ref;
      auto *Object = Sym.detailsIf<semantics::ObjectEntityDetails>();
      if (Object && &Sym.owner() == &S && !Object->isDummy() &&
          Object->cudaDataAttr() == common::CUDADataAttr::Constant &&
          !semantics::IsNamedConstant(Sym))
        Sym.attrs().set(semantics::Attr::SAVE);
    }
  for (semantics::Scope &Child : S.children())
    saveConstants(Child);
}

/// `module procedure p` has its attributes in the interface; calls in the same
/// submodule, and lowering, ask the procedure itself.
static void inheritAttributes(semantics::Scope &S) {
  if (S.IsModuleFile())
    return;
  for (auto &[Name, Ref] : S) {
    auto *Details = Ref->detailsIf<semantics::SubprogramDetails>();
    if (!Details || !Details->moduleInterface() ||
        Details->cudaSubprogramAttrs())
      continue;
    const auto *Interface = Details->moduleInterface()
                                ->GetUltimate()
                                .detailsIf<semantics::SubprogramDetails>();
    if (!Interface || !Interface->cudaSubprogramAttrs())
      continue;
    Details->set_cudaSubprogramAttrs(*Interface->cudaSubprogramAttrs());
    Details->set_cudaLaunchBounds(
        std::vector<std::int64_t>(Interface->cudaLaunchBounds()));
    Details->set_cudaClusterDims(
        std::vector<std::int64_t>(Interface->cudaClusterDims()));
  }
  for (semantics::Scope &Child : S.children())
    inheritAttributes(Child);
}

/// Whether device code has objects of this type, and Flang's runtime need not
/// make them.
static bool hasSharedType(const semantics::Symbol &Sym) {
  auto Type = evaluate::DynamicType::From(Sym);
  return Type && !Type->IsPolymorphic() &&
         (Type->category() != common::TypeCategory::Character ||
          Type->knownLength()) &&
         (Type->category() == common::TypeCategory::Derived ||
          warpfort::checker::hasDeviceType(*Type));
}

/// With -gpu=managed, makes allocatables managed. In CUDA Fortran kernels get
/// them by name or as arguments, so they have the attribute: all but those of
/// procedures that may run on the device, and function results, which the
/// caller takes for the host's and \p Results gets. Without it only data of
/// modules has the attribute, which device code finds by name. All that host
/// code allocates is managed memory then (ManagedAllocations.cpp).
static void manageAllocatables(semantics::Scope &S, bool IsCUDA,
                               std::set<const semantics::Symbol *> &Results) {
  if (S.IsModuleFile() || semantics::FindCUDADeviceContext(&S))
    return;
  if (IsCUDA || S.kind() == semantics::Scope::Kind::Module)
    for (auto &[Name, Ref] : S) {
      auto *Object = Ref->detailsIf<semantics::ObjectEntityDetails>();
      if (!Object || &Ref->owner() != &S || !semantics::IsAllocatable(*Ref) ||
          Object->cudaDataAttr() || !hasSharedType(*Ref))
        continue;
      if (Object->isFuncResult())
        Results.insert(&*Ref);
      else
        Object->set_cudaDataAttr(common::CUDADataAttr::Managed);
    }
  for (semantics::Scope &Child : S.children())
    manageAllocatables(Child, IsCUDA, Results);
}

static void enableManaged(semantics::SemanticsContext &Context, bool Enable) {
  SourceContext::of(Context).Features.Enable(
      common::LanguageFeature::CudaManaged, Enable);
}

/// What a ROUTINE directive says of a subprogram it says of the procedures that
/// its ENTRY statements define, also in the module file. (But they are not what
/// its BIND clause names.)
static void informEntries(semantics::Scope &In) {
  if (In.IsModuleFile())
    return;
  for (auto &[Name, Ref] : In) {
    auto *Entry = Ref->detailsIf<semantics::SubprogramDetails>();
    const semantics::Scope *Of = Entry ? Entry->entryScope() : nullptr;
    const auto *Details =
        Of && Of->symbol()
            ? Of->symbol()->detailsIf<semantics::SubprogramDetails>()
            : nullptr;
    if (!Details || !Entry->openACCRoutineInfos().empty())
      continue;
    for (const auto &Info : Details->openACCRoutineInfos())
      if (!Info.bindName())
        Entry->add_openACCRoutineInfo(Info);
  }
  for (semantics::Scope &Inner : In.children())
    informEntries(Inner);
}

WARPFORT_WRAP(bool, ResolveNames,
              "_ZN7Fortran9semantics12ResolveNamesERNS0_16SemanticsContextE"
              "RKNS_6parser7ProgramERNS0_5ScopeE",
              (semantics::SemanticsContext & Context,
               const parser::Program &Program, semantics::Scope &Top)) {
  bool Managed = Context.IsEnabled(common::LanguageFeature::CudaManaged);
  enableManaged(Context, false);
  bool Resolved = realResolveNames(Context, Program, Top);
  enableManaged(Context, Managed);
  informEntries(Top);
  return Resolved;
}

/// Flang gives what an asynchronous transfer names the ASYNCHRONOUS attribute,
/// also constants, of which its next check says that they may not have it.
static void forgetAsynchronousConstants(semantics::Scope &S) {
  if (S.IsModuleFile())
    return;
  for (auto &[Name, Ref] : S)
    if (semantics::Symbol &Sym = *Ref;
        Sym.attrs().test(semantics::Attr::PARAMETER) &&
        Sym.implicitAttrs().test(semantics::Attr::ASYNCHRONOUS)) {
      Sym.attrs().reset(semantics::Attr::ASYNCHRONOUS);
      Sym.implicitAttrs().reset(semantics::Attr::ASYNCHRONOUS);
    }
  for (semantics::Scope &Child : S.children())
    forgetAsynchronousConstants(Child);
}

WARPFORT_WRAP(void, CheckDeclarations,
              "_ZN7Fortran9semantics17CheckDeclarationsERNS0_16Semantics"
              "ContextE",
              (semantics::SemanticsContext & Context)) {
  if (Context.IsEnabled(common::LanguageFeature::CudaManaged)) {
    manageAllocatables(Context.globalScope(),
                       Context.IsEnabled(common::LanguageFeature::CUDA),
                       SourceContext::of(Context).ManagedResults);
    // From here on Flang would take whatever the host has for device data, also
    // static and automatic arrays: generic procedures would go to the device.
    enableManaged(Context, false);
  }
  inheritAttributes(Context.globalScope());
  forgetAsynchronousConstants(Context.globalScope());
  realCheckDeclarations(Context);
  saveConstants(Context.globalScope());
  Context.messages().messages().remove_if(isOnDataAttributes);
}

/// Makes warnings of what older compilers take, which ArrayElements.cpp checks
/// at run time; true if there was any.
static bool allowElements(parser::Messages &Messages,
                          semantics::SemanticsContext &Context) {
  bool Any = false;
  for (parser::Message &Message : Messages.messages()) {
    bool IsPointer = is(Message, FlangMessage::PointerElement);
    if (!Message.IsFatal() ||
        (!IsPointer && !is(Message, FlangMessage::AssumedShapeElement)))
      continue;
    if (auto Place = warpfort::placeOf(Context, Message))
      SourceContext::of(Context).Elements.insert(*Place);
    Any |= warpfort::replaceText(
        Context, Message,
        IsPointer
            ? "Element of pointer array is passed for an array: the elements of its array must be contiguous"_warn_en_US
            : "Element of assumed-shape array is passed for an array: the elements of its array must be contiguous"_warn_en_US);
  }
  return Any;
}

static bool isOnHostIntrinsic(const parser::Message &Message) {
  return is(Message, FlangMessage::HostIntrinsic);
}

/// True for kernels, device procedures and what takes device data.
static bool usesDevice(const evaluate::characteristics::Procedure &Proc) {
  using evaluate::characteristics::DummyDataObject;
  if (Proc.cudaSubprogramAttrs &&
      *Proc.cudaSubprogramAttrs != common::CUDASubprogramAttrs::Host)
    return true;
  return llvm::any_of(Proc.dummyArguments, [](const auto &Dummy) {
    auto *Object = std::get_if<DummyDataObject>(&Dummy.u);
    return Object && Object->cudaDataAttr;
  });
}

/// Flang has just asked for an explicit interface, although it has the
/// definition before it, and checks the arguments against that anyway.
static void takeBackInterfaceMessage(std::list<parser::Message> &Messages) {
  if (!Messages.empty() && is(Messages.back(), FlangMessage::InterfaceNeeded))
    Messages.pop_back();
}

/// The host may pass managed and pinned data as any other. Device data has a
/// message of our own.
static bool isWithoutInterface(const parser::Message &Message) {
  return is(Message, FlangMessage::AttributesNeedInterface);
}

/// All data of device code is on the device, that of statement functions, too.
/// Calls of other host procedures have a message of our own.
static bool isOnHostDummy(const parser::Message &Message) {
  return is(Message, FlangMessage::HostDummy);
}

/// The allocatable device array that C_F_POINTER is to give a target, if
/// nothing frees it of itself: a procedure's own arrays are freed at its end.
static const semantics::Symbol *
allocatableTarget(const evaluate::SpecificIntrinsic *Intrinsic,
                  const evaluate::ActualArguments &Arguments) {
  if (!Intrinsic || Intrinsic->name != "__builtin_c_f_pointer" ||
      Arguments.size() < 2 || !Arguments[1])
    return nullptr;
  const auto *Actual = Arguments[1]->UnwrapExpr();
  const semantics::Symbol *Array =
      Actual ? evaluate::UnwrapWholeSymbolDataRef(*Actual) : nullptr;
  if (!Array)
    return nullptr;
  const semantics::Symbol &Root = Array->GetUltimate();
  auto Attr = semantics::GetCUDADataAttr(&Root);
  bool Stays = semantics::IsDummy(Root) || semantics::IsSaved(Root) ||
               Root.owner().kind() == semantics::Scope::Kind::MainProgram;
  return semantics::IsAllocatable(Root) && Root.Rank() > 0 && Stays &&
                 Attr == common::CUDADataAttr::Device
             ? &Root
             : nullptr;
}

namespace {
/// Makes an allocatable variable a pointer for as long as this lives.
class PointerMeanwhile {
public:
  explicit PointerMeanwhile(const semantics::Symbol *Sym)
      : Sym(const_cast<semantics::Symbol *>(Sym)) {
    change(semantics::Attr::ALLOCATABLE, semantics::Attr::POINTER);
  }
  ~PointerMeanwhile() {
    change(semantics::Attr::POINTER, semantics::Attr::ALLOCATABLE);
  }
  PointerMeanwhile(const PointerMeanwhile &) = delete;
  PointerMeanwhile &operator=(const PointerMeanwhile &) = delete;

private:
  void change(semantics::Attr From, semantics::Attr To) {
    if (!Sym)
      return;
    Sym->attrs().reset(From);
    Sym->attrs().set(To);
  }
  semantics::Symbol *Sym;
};

/// Removes messages on arguments that are allowed here. Returns whether there
/// were any.
bool allowArguments(parser::Messages &Found,
                    const evaluate::characteristics::Procedure &Proc,
                    semantics::SemanticsContext &Context,
                    const semantics::Scope &Scope, bool IsIntrinsic) {
  auto Before = Found.messages().size();
  if (IsIntrinsic)
    Found.messages().remove_if(isOnHostIntrinsic);
  else if (!usesDevice(Proc) && semantics::FindCUDADeviceContext(&Scope))
    Found.messages().remove_if(isOnHostDummy);
  bool Changed = Found.messages().size() != Before;
  if (!IsIntrinsic &&
      Context.IsEnabled(
          common::LanguageFeature::ContiguousOkForSeqAssociation)) {
    Changed |= allowElements(Found, Context);
    Changed |= warpfort::checker::allowParts(Proc, Found, Context);
  }
  return Changed;
}

/// What is in parentheses, if \p X is.
template <typename T>
std::optional<TypedExpr> insideParentheses(const evaluate::Expr<T> &X) {
  constexpr bool HasKind = evaluate::IsSpecificIntrinsicType<T> ||
                           std::is_same_v<T, evaluate::SomeDerived>;
  if constexpr (HasKind) {
    const auto *Found = std::get_if<evaluate::Parentheses<T>>(&X.u);
    return Found ? std::optional(evaluate::AsGenericExpr(
                       evaluate::Expr<T>{Found->left()}))
                 : std::nullopt;
  } else {
    return common::visit(
        [](const auto &Inner) -> std::optional<TypedExpr> {
          if constexpr (common::HasMember<std::decay_t<decltype(Inner)>,
                                          evaluate::TypelessExpression>)
            return std::nullopt;
          else
            return insideParentheses(Inner);
        },
        X.u);
  }
}

/// What a defined assignment assigns is in parentheses for Flang, a value of
/// the host's. A dummy argument of the device gets the variable itself, which
/// the assignment does not change.
void passAssignedDeviceData(const evaluate::characteristics::Procedure &Proc,
                            evaluate::ActualArguments &Arguments) {
  using evaluate::characteristics::DummyDataObject;
  if (!warpfort::checker::mayDefineAssignment(Proc, Arguments) ||
      !Arguments[0] || !Arguments[1])
    return;
  const auto &Dummy = std::get<DummyDataObject>(Proc.dummyArguments[1].u);
  const auto *To = Arguments[0]->UnwrapExpr();
  auto *Value = Arguments[1]->UnwrapExpr();
  if (!Dummy.cudaDataAttr || !To || !Value || evaluate::IsVariable(*Value))
    return;
  auto From = insideParentheses(*Value);
  const semantics::Symbol *Source = From && evaluate::IsVariable(*From)
                                        ? evaluate::GetFirstSymbol(*From)
                                        : nullptr;
  const semantics::Symbol *Left = evaluate::GetFirstSymbol(*To);
  if (Source && Left &&
      &semantics::ResolveAssociations(*Source) !=
          &semantics::ResolveAssociations(*Left))
    *Value = std::move(*From);
}

} // namespace

WARPFORT_WRAP(bool, CheckArguments,
              "_ZN7Fortran9semantics14CheckArgumentsERKNS_8evaluate15"
              "characteristics9ProcedureERSt6vectorISt8optionalINS1_14Actual"
              "ArgumentEESaIS9_EERNS0_16SemanticsContextERKNS0_5ScopeEbbPKNS1_"
              "17SpecificIntrinsicE",
              (const evaluate::characteristics::Procedure &Proc,
               evaluate::ActualArguments &Arguments,
               semantics::SemanticsContext &Context,
               const semantics::Scope &Scope, bool TreatingExternalAsImplicit,
               bool IgnoreImplicitVsExplicit,
               const evaluate::SpecificIntrinsic *Intrinsic)) {
  if (TreatingExternalAsImplicit && usesDevice(Proc)) {
    // Without a reason to ask, the last message is on another call.
    std::string Reason;
    if (!Proc.CanBeCalledViaImplicitInterface(&Reason))
      takeBackInterfaceMessage(Context.messages().messages());
    TreatingExternalAsImplicit = false;
  }
  passAssignedDeviceData(Proc, Arguments);
  const semantics::Symbol *Target =
      Context.IsEnabled(common::LanguageFeature::ContiguousOkForSeqAssociation)
          ? allocatableTarget(Intrinsic, Arguments)
          : nullptr;
  auto Check = [&] {
    PointerMeanwhile Pointer(Target);
    warpfort::checker::NamedComponents Components(Proc, Arguments);
    auto Checked = warpfort::checker::withoutFittingAttributes(
        Proc, Arguments, SourceContext::of(Context), /*OfParts=*/true);
    bool Fits = realCheckArguments(Checked ? *Checked : Proc, Arguments,
                                   Context, Scope, TreatingExternalAsImplicit,
                                   IgnoreImplicitVsExplicit, Intrinsic);
    Components.restore(Arguments);
    return Fits;
  };
  parser::ContextualMessages &Sink = Context.foldingContext().messages();
  parser::Messages *Outer = Sink.messages();
  if (!Outer)
    return Check();
  parser::Messages Found;
  bool Fits;
  {
    auto Restorer = Sink.SetMessages(Found);
    Fits = Check();
  }
  if (allowArguments(Found, Proc, Context, Scope, Intrinsic) &&
      !Found.AnyFatalError())
    Fits = true;
  Found.messages().remove_if(isWithoutInterface);
  if (Target)
    Found.Say(
        Sink.at(),
        "Allocatable array '%s' gets a target from C_F_POINTER, as pointers do"_warn_en_US,
        Target->name());
  Outer->Annex(std::move(Found));
  return Fits;
}

WARPFORT_WRAP(bool, CanBeReturnedViaImplicitInterface,
              "_ZNK7Fortran8evaluate15characteristics14FunctionResult33CanBe"
              "ReturnedViaImplicitInterfaceEPNSt7__cxx1112basic_stringIcSt11"
              "char_traitsIcESaIcEEE",
              (const evaluate::characteristics::FunctionResult *Result,
               std::string *WhyNot)) {
  using evaluate::characteristics::FunctionResult;
  if (!Result->cudaDataAttr ||
      Result->attrs.test(FunctionResult::Attr::Pointer))
    return realCanBeReturnedViaImplicitInterface(Result, WhyNot);
  FunctionResult OnHost(*Result);
  OnHost.cudaDataAttr = std::nullopt;
  return realCanBeReturnedViaImplicitInterface(&OnHost, WhyNot);
}

WARPFORT_WRAP(bool, CanCUDASymbolBeGlobal,
              "_ZN7Fortran9semantics21CanCUDASymbolBeGlobalERKNS0_6SymbolE",
              (const semantics::Symbol &Sym)) {
  // Lowering asks only for what is saved.
  if (realCanCUDASymbolBeGlobal(Sym))
    return true;
  auto Attr = semantics::GetCUDADataAttr(&Sym);
  return Attr && (Attr == common::CUDADataAttr::Device ||
                  !semantics::FindCUDADeviceContext(&Sym.owner()));
}

WARPFORT_WRAP(bool, HasCUDAImplicitTransfer,
              "_ZN7Fortran8evaluate23HasCUDAImplicitTransferERKNS0_4ExprINS0_"
              "8SomeTypeEEE",
              (const evaluate::Expr<evaluate::SomeType> &)) {
  return false;
}
