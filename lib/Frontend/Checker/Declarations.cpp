//===-- Declarations.cpp - Rules of declarations --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All rules of data attributes: what Flang has to say of them is taken back
// (FlangOverrides.cpp). It does refuse two attributes for one variable.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "flang/Evaluate/shape.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

class DeclarationChecker {
public:
  DeclarationChecker(SemanticsContext &Context,
                     const KernelsForOthers &ForOthers)
      : Context(Context), ForOthers(ForOthers) {}

  void check(const Scope &S) {
    if (S.IsModuleFile() ||
        (S.symbol() && S.symbol()->test(Symbol::Flag::ModFile)))
      return;
    bool InDevice = semantics::FindCUDADeviceContext(&S) != nullptr;
    if (!S.IsIntrinsicModules() && !S.IsParameterizedDerivedTypeInstantiation())
      for (const auto &[Name, Ref] : S)
        check(*Ref, S, InDevice);
    for (const Scope &Child : S.children())
      check(Child);
  }

private:
  void check(const Symbol &Sym, const Scope &S, bool InDevice);
  void checkBinding(const Symbol &Sym, const Symbol &Procedure);
  void checkInitialTarget(const Symbol &Sym, const Symbol &Target);
  void checkAllocatableResult(const Symbol &Sym);
  void checkComponent(const Symbol &, CUDADataAttr, bool InDevice);
  void checkAttr(const Symbol &Sym, CUDADataAttr Attr, const Scope &S,
                 bool InDevice);
  void checkHostResult(const Symbol &Sym, CUDADataAttr Attr);
  void checkFixed(const Symbol &Sym, CUDADataAttr Attr);
  void checkPinned(const Symbol &Sym, bool InDevice);
  void checkSaved(const Symbol &Sym);
  void checkNamelist(const Symbol &Group);
  bool isInPlainCode(const Symbol &Sym) const;
  void checkType(const Symbol &Sym, CUDADataAttr Attr, bool InDevice);
  void checkStorage(const Symbol &Sym, CUDADataAttr Attr, bool InDevice);

  template <typename... A>
  void say(const Symbol &Sym, parser::MessageFixedText Text, A &&...Args) {
    Context.Say(Sym.name(), std::move(Text), std::forward<A>(Args)...);
  }

  SemanticsContext &Context;
  const KernelsForOthers &ForOthers;
};

void DeclarationChecker::checkBinding(const Symbol &Sym,
                                      const Symbol &Procedure) {
  auto Attrs = subprogramAttrsOf(Procedure);
  if (Attrs == CUDASubprogramAttrs::Global ||
      Attrs == CUDASubprogramAttrs::Grid_Global)
    say(Sym,
        "Type-bound procedure '%s' may not be bound to kernel '%s'"_err_en_US,
        Sym.name(), Procedure.name());
}

/// The host makes initial values.
void DeclarationChecker::checkInitialTarget(const Symbol &Sym,
                                            const Symbol &Target) {
  if (Target.has<semantics::SubprogramDetails>() &&
      subprogramAttrsOf(Target) == CUDASubprogramAttrs::Device)
    say(Sym,
        "Procedure pointer '%s' may not have the device procedure '%s' as its initial target, whose address the host cannot know"_err_en_US,
        Sym.name(), Target.name());
}

/// Whether \p S is of a subprogram that has code for host and device.
static bool isForHostAndDevice(const Scope &S) {
  const Scope *Context = semantics::FindCUDADeviceContext(&S);
  return Context && Context->symbol() &&
         subprogramAttrsOf(*Context->symbol()) ==
             CUDASubprogramAttrs::HostDevice;
}

void DeclarationChecker::checkPinned(const Symbol &Sym, bool InDevice) {
  if (InDevice)
    say(Sym,
        "Pinned variable '%s' may not be declared in a device subprogram"_err_en_US,
        Sym.name());
  else if (semantics::IsPointer(Sym))
    say(Sym,
        "Pinned variable '%s' must be an allocatable array, not a pointer"_err_en_US,
        Sym.name());
  else if (!semantics::IsAllocatable(Sym) || Sym.Rank() == 0)
    say(Sym, "Pinned variable '%s' must be an allocatable array"_err_en_US,
        Sym.name());
}

/// Callers take a copy in the memory of the host (DeviceResults.cpp).
void DeclarationChecker::checkHostResult(const Symbol &Sym, CUDADataAttr Attr) {
  // Flang gives the attribute to whatever has such components.
  if (Attr == CUDADataAttr::Managed && semantics::HasCUDAComponent(Sym))
    return;
  if (Attr != CUDADataAttr::Device && Attr != CUDADataAttr::Managed &&
      Attr != CUDADataAttr::Unified) {
    say(Sym,
        "The result '%s' of a host function may have the %s attribute only if it is a pointer"_err_en_US,
        Sym.name(), attrName(Attr));
    return;
  }
  auto Type = evaluate::DynamicType::From(Sym);
  const auto *Spec = Type ? evaluate::GetDerivedTypeSpec(*Type) : nullptr;
  if (Type && (Type->category() == common::TypeCategory::Character ||
               Type->IsPolymorphic() ||
               (Spec && semantics::FindAllocatableUltimateComponent(*Spec))))
    say(Sym,
        "The result '%s' of a host function may not have the %s attribute and be of type %s, unless it is a pointer"_err_en_US,
        Sym.name(), attrName(Attr), Type->AsFortran());
  else
    checkType(Sym, Attr, false);
}

/// Flang puts records with device components in managed memory.
void DeclarationChecker::checkAllocatableResult(const Symbol &Sym) {
  if (!semantics::IsFunctionResult(Sym) || !semantics::IsAllocatable(Sym))
    return;
  auto Type = evaluate::DynamicType::From(Sym);
  const auto *Spec = Type ? evaluate::GetDerivedTypeSpec(*Type) : nullptr;
  if (!Spec)
    return;
  if (auto Component =
          semantics::FindUltimateComponent(*Spec, [](const Symbol &Part) {
            return semantics::IsAllocatable(Part) &&
                   dataAttrOf(Part) == CUDADataAttr::Device;
          }))
    say(Sym,
        "The allocatable result '%s' of a host function may not be of a type with the device component '%s': the caller would free it as memory of the host"_err_en_US,
        Sym.name(), Component->name());
}

/// Constant and shared data have a place that is known when the kernel starts.
void DeclarationChecker::checkFixed(const Symbol &Sym, CUDADataAttr Attr) {
  std::string Kind = capitalised(attrName(Attr));
  const char *Other = semantics::IsAllocatable(Sym) ? "ALLOCATABLE"
                      : semantics::IsPointer(Sym)   ? "POINTER"
                      : Sym.attrs().test(semantics::Attr::TARGET) ? "TARGET"
                                                                  : nullptr;
  if (Other) {
    say(Sym, "%s variable '%s' may not have the %s attribute"_err_en_US, Kind,
        Sym.name(), Other);
    return;
  }
  if (Attr != CUDADataAttr::Constant)
    return;
  auto Shape = evaluate::GetShape(Context.foldingContext(), Sym);
  if (!Shape || !evaluate::AsConstantExtents(Context.foldingContext(), *Shape))
    say(Sym, "Constant array '%s' must have constant bounds"_err_en_US,
        Sym.name());
}

/// Whether it is managed for its components alone, none of which is on the
/// device: the host's library makes and copies those of unknown type, too.
static bool isManagedByComponents(const Symbol &Sym) {
  if (!semantics::HasCUDAComponent(Sym))
    return false;
  auto Type = evaluate::DynamicType::From(Sym);
  const auto *Spec = Type ? evaluate::GetDerivedTypeSpec(*Type) : nullptr;
  if (!Spec)
    return false;
  semantics::UltimateComponentIterator Parts(*Spec);
  return llvm::none_of(Parts, [](const Symbol &Part) {
    return semantics::GetCUDADataAttr(&Part) == CUDADataAttr::Device;
  });
}

void DeclarationChecker::checkType(const Symbol &Sym, CUDADataAttr Attr,
                                   bool InDevice) {
  auto Type = evaluate::DynamicType::From(Sym);
  if (!Type)
    return;
  // What makes or copies objects of unknown type is not there; a pointer in
  // device code does neither.
  if (Type->IsPolymorphic() && !semantics::IsDummy(Sym) &&
      !(InDevice && semantics::IsPointer(Sym)) &&
      !(!InDevice && Attr == CUDADataAttr::Managed &&
        isManagedByComponents(Sym))) {
    say(Sym, "%s variable '%s' may not be polymorphic"_err_en_US,
        capitalised(attrName(Attr)), Sym.name());
    return;
  }
  if (Type->category() == common::TypeCategory::Character && !InDevice &&
      !Type->knownLength() && Sym.Rank() == 0 &&
      !semantics::IsAllocatableOrPointer(Sym)) {
    say(Sym,
        "%s variable '%s' must be an array or have a constant character length"_err_en_US,
        capitalised(attrName(Attr)), Sym.name());
    return;
  }
  // An assignment that allocates would change the length in the descriptor, and
  // transfers do not. What HOST_DATA names is the host's variable.
  if (Type->category() == common::TypeCategory::Character &&
      Type->HasDeferredTypeParameter() && !InDevice &&
      Attr == CUDADataAttr::Device &&
      Sym.owner().kind() != Scope::Kind::OpenACCConstruct) {
    say(Sym,
        "%s variable '%s' may not have a deferred character length"_err_en_US,
        capitalised(attrName(Attr)), Sym.name());
    return;
  }
  if (Type->category() != common::TypeCategory::Derived &&
      !hasDeviceType(*Type))
    say(Sym,
        "%s variable '%s' may not be of type %s, which device code does not have"_err_en_US,
        capitalised(attrName(Attr)), Sym.name(), Type->AsFortran());
}

/// Whether this is a variable of plain Fortran that became device code.
bool DeclarationChecker::isInPlainCode(const Symbol &Sym) const {
  const Scope *Code = semantics::FindCUDADeviceContext(&Sym.owner());
  return Code && Code->symbol() &&
         ForOthers.isPlain(Code->symbol()->name().ToString());
}

void DeclarationChecker::checkStorage(const Symbol &Sym, CUDADataAttr Attr,
                                      bool InDevice) {
  // What HOST_DATA names is where the host has it.
  if (Sym.owner().kind() == Scope::Kind::OpenACCConstruct)
    return;
  std::string Kind = capitalised(attrName(Attr));
  // In plain Fortran nobody wrote the attribute.
  if (semantics::FindCommonBlockContaining(Sym) &&
      !(InDevice && Attr == CUDADataAttr::Device && isInPlainCode(Sym)))
    say(Sym, "%s variable '%s' may not be in a COMMON block"_err_en_US, Kind,
        Sym.name());
  // Local variables of device code have the device attribute whether it is
  // written or not.
  else if (semantics::FindEquivalenceSet(Sym) &&
           !(InDevice && Attr == CUDADataAttr::Device))
    say(Sym,
        "%s variable '%s' may not appear in an EQUIVALENCE statement"_err_en_US,
        Kind, Sym.name());
  if (evaluate::IsCoarray(Sym))
    say(Sym, "%s variable '%s' may not be a coarray"_err_en_US, Kind,
        Sym.name());
}

/// Flang's run-time library reads and writes what a namelist names itself. The
/// host has no address of device data, nor a fixed one of managed data.
void DeclarationChecker::checkNamelist(const Symbol &Group) {
  for (const Symbol &Named :
       Group.get<semantics::NamelistDetails>().objects()) {
    const Symbol &Object = rootOf(Named);
    auto Attr = dataAttrOf(Object);
    if (!Attr || Attr == CUDADataAttr::Pinned)
      continue;
    bool OnHost =
        Attr == CUDADataAttr::Managed || Attr == CUDADataAttr::Unified;
    if (OnHost && (semantics::IsAllocatableOrPointer(Object) ||
                   !semantics::IsSaved(Object)))
      continue;
    say(Group, "%s variable '%s' may not be in a namelist%s"_err_en_US,
        capitalised(attrName(*Attr)), Object.name(),
        OnHost ? ", unless it is allocatable or local to a subprogram"
               : ": copy it to a variable of the host");
  }
}

/// A saved variable of device code has one place for all threads.
void DeclarationChecker::checkSaved(const Symbol &Sym) {
  if (isForHostAndDevice(Sym.owner()))
    say(Sym,
        "Variable '%s' of a subprogram for host and device may not be saved or have an initial value"_err_en_US,
        Sym.name());
  else
    say(Sym,
        "Variable '%s' of a device subprogram is saved or has an initial value: all threads share it"_warn_en_US,
        Sym.name());
}

void DeclarationChecker::checkComponent(const Symbol &Sym, CUDADataAttr Attr,
                                        bool InDevice) {
  std::string Name = attrName(Attr);
  switch (Attr) {
  case CUDADataAttr::Constant:
  case CUDADataAttr::Shared:
  case CUDADataAttr::Texture:
    say(Sym, "Component '%s' may not have the %s attribute"_err_en_US,
        Sym.name(), Name);
    return;
  case CUDADataAttr::Pinned:
    checkPinned(Sym, false);
    return;
  default:
    // Flang gives the attribute to whatever has such components.
    if (Attr == CUDADataAttr::Managed && semantics::HasCUDAComponent(Sym))
      return;
    if (!semantics::IsAllocatableOrPointer(Sym))
      say(Sym,
          "Component '%s' with the %s attribute must be allocatable or a pointer"_err_en_US,
          Sym.name(), Name);
    checkType(Sym, Attr, InDevice);
    return;
  }
}

void DeclarationChecker::checkAttr(const Symbol &Sym, CUDADataAttr Attr,
                                   const Scope &S, bool InDevice) {
  if (S.IsDerivedType())
    return checkComponent(Sym, Attr, InDevice);
  if (semantics::IsFunctionResult(Sym) && !InDevice &&
      !semantics::IsPointer(Sym)) {
    checkHostResult(Sym, Attr);
    return;
  }
  if (S.kind() == Scope::Kind::BlockData) {
    say(Sym,
        "Variable '%s' of a BLOCK DATA subprogram may not have the %s attribute"_err_en_US,
        Sym.name(), attrName(Attr));
    return;
  }
  switch (Attr) {
  case CUDADataAttr::Pinned:
    checkPinned(Sym, InDevice);
    return;
  case CUDADataAttr::Texture:
    say(Sym,
        "Texture variable '%s' must be a pointer that a module declares"_err_en_US,
        Sym.name());
    return;
  case CUDADataAttr::Shared:
    if (!InDevice)
      say(Sym,
          "Shared variable '%s' must be declared in a device subprogram"_err_en_US,
          Sym.name());
    else if (isForHostAndDevice(S))
      say(Sym,
          "Shared variable '%s' may not be declared in a subprogram for host and device"_err_en_US,
          Sym.name());
    else
      checkFixed(Sym, Attr);
    break;
  case CUDADataAttr::Constant:
    checkFixed(Sym, Attr);
    break;
  default:
    break;
  }
  checkStorage(Sym, Attr, InDevice);
  checkType(Sym, Attr, InDevice);
}

void DeclarationChecker::check(const Symbol &Sym, const Scope &S,
                               bool InDevice) {
  // Names that come from elsewhere are checked where they are declared.
  if (&Sym.owner() != &S)
    return;
  if (Sym.has<semantics::NamelistDetails>()) {
    checkNamelist(Sym);
    return;
  }
  if (const auto *Binding = Sym.detailsIf<semantics::ProcBindingDetails>()) {
    checkBinding(Sym, Binding->symbol());
    return;
  }
  if (const auto *Procedure = Sym.detailsIf<semantics::ProcEntityDetails>();
      Procedure && Procedure->init() && *Procedure->init())
    checkInitialTarget(Sym, (*Procedure->init())->GetUltimate());
  if (!Sym.has<semantics::ObjectEntityDetails>())
    return;
  if (!InDevice)
    checkAllocatableResult(Sym);
  const auto &Initial = Sym.get<semantics::ObjectEntityDetails>().init();
  const Symbol *Target = Initial && semantics::IsPointer(Sym)
                             ? evaluate::GetFirstSymbol(*Initial)
                             : nullptr;
  if (auto Of = Target ? dataAttrOf(*Target) : std::nullopt)
    say(Sym,
        "Pointer '%s' may not have the %s variable '%s' as its initial target, whose address is not known before the program runs: associate it in a statement"_err_en_US,
        Sym.name(), attrName(*Of), Target->name());
  auto Attr = dataAttrOf(Sym);
  if (Attr)
    checkAttr(Sym, *Attr, S, InDevice);
  if (!InDevice || semantics::IsNamedConstant(Sym) || S.IsDerivedType())
    return;
  if (!semantics::IsDummy(Sym) && semantics::IsSaved(Sym) &&
      Attr != CUDADataAttr::Shared && Attr != CUDADataAttr::Constant &&
      !(semantics::FindCommonBlockContaining(Sym) && isInPlainCode(Sym)))
    checkSaved(Sym);
}

} // namespace

void checkDeclarations(SemanticsContext &Context,
                       const KernelsForOthers &ForOthers) {
  DeclarationChecker(Context, ForOthers).check(Context.globalScope());
}

} // namespace warpfort::checker
