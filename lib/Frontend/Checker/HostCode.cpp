//===-- HostCode.cpp - What the host may do with device data --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host cannot load from device memory. Expressions, assignments, intrinsic
// functions and input/output of device data become transfers and kernels later
// (CUFHostExpressions); procedures of the host that would get device data are
// refused here.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Tree/ExpressionWalk.h"
#include "Frontend/Tree/FlangMessages.h"
#include "ManagedExpressions.h"
#include "Rules.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

class HostChecker {
public:
  HostChecker(SemanticsContext &Context, const std::vector<Unit> &Units,
              bool Standard)
      : Context(Context), Units(Units), Standard(Standard) {}

  void check(const Unit &U) {
    forEachStmt(U.Body, [&](const Stmt &S) { return check(S); });
  }

private:
  bool check(const Stmt &S);
  void checkAssignment(const AssignmentUse &Use);
  void checkBoundAssignments(const AssignmentUse &Use);
  void checkAssociation(const AssignmentUse &Use);
  void checkDescriptors(const TypedExpr *Value, CharBlock At);
  void checkProcedures(const TypedExpr *Value, CharBlock At);
  void checkDescriptors(const Stmt &S);
  void checkCalls(const std::vector<const ProcedureRef *> &Calls, CharBlock At);
  void checkCall(const ProcedureRef &Ref, CharBlock At);
  void checkComponents(const ProcedureRef &Ref, CharBlock At);
  void checkArgument(const Symbol *Proc, const TypedExpr &Actual,
                     const Symbol *Dummy, CharBlock At);
  void sayHostActual(const Symbol &Dummy, CharBlock At);
  void sayHostActual(const Symbol &Proc, const Symbol &Dummy, CharBlock At);
  void sayDeviceActual(const Symbol &Dummy, const Symbol &Actual, CharBlock At);
  void checkAttributes(const TypedExpr &Actual, const Symbol &Dummy,
                       CharBlock At);
  void checkLaunch(const ProcedureRef &Ref, CharBlock At);
  bool deallocates(const Symbol &Proc, const Symbol &Dummy) const;

  SemanticsContext &Context;
  const std::vector<Unit> &Units;
  bool Standard;
};

/// The component that makes the runtime copy the records of a type: one that is
/// allocatable and in device memory, of records that these own, too. For
/// records that are in device memory themselves, any allocatable one.
const Symbol *deviceComponentOf(const TypedExpr &Expr, bool OnDevice) {
  auto Type = Expr.GetType();
  const auto *Spec = Type ? evaluate::GetDerivedTypeSpec(*Type) : nullptr;
  if (!Spec)
    return nullptr;
  std::vector<const semantics::DerivedTypeSpec *> Types{Spec};
  for (std::size_t I = 0; I < Types.size(); ++I) {
    if (const Symbol *Found =
            semantics::FindUltimateComponent(*Types[I], [=](const Symbol &Sym) {
              return semantics::IsAllocatable(Sym) &&
                     (OnDevice || dataAttrOf(Sym) == CUDADataAttr::Device);
            }))
      return Found;
    if (!Types[I]->scope())
      continue;
    for (const auto &[Name, Ref] : *Types[I]->scope()) {
      const auto *Object = Ref->detailsIf<semantics::ObjectEntityDetails>();
      const semantics::DeclTypeSpec *Part = Object ? Object->type() : nullptr;
      if (Part && Part->AsDerived() && !semantics::IsPointer(*Ref) &&
          !llvm::is_contained(Types, Part->AsDerived()))
        Types.push_back(Part->AsDerived());
    }
  }
  return nullptr;
}

/// Whether the runtime can assign such records (RecordAssignment.h): whether
/// their type, and those of the components that they own, are known and have no
/// procedures of their own for it. Else says why not.
const char *
obstacleTo(const semantics::DerivedTypeSpec &Type,
           std::vector<const semantics::DerivedTypeSpec *> Seen = {}) {
  if (!Type.scope() || llvm::is_contained(Seen, &Type))
    return nullptr;
  bool IsPart = !Seen.empty();
  Seen.push_back(&Type);
  if (semantics::MayRequireFinalization(Type))
    return "it is finalized";
  for (const auto &[Name, Ref] : *Type.scope()) {
    const auto *Generic = Ref->detailsIf<semantics::GenericDetails>();
    if (IsPart && Generic && Generic->kind().IsAssignment())
      return "a component has a type-bound assignment";
    const auto *Object = Ref->detailsIf<semantics::ObjectEntityDetails>();
    const semantics::DeclTypeSpec *Part = Object ? Object->type() : nullptr;
    if (!Part || semantics::IsPointer(*Ref))
      continue;
    if (Part->IsPolymorphic())
      return "a component is polymorphic";
    if (Part->AsDerived())
      if (const char *Obstacle = obstacleTo(*Part->AsDerived(), Seen))
        return Obstacle;
  }
  return nullptr;
}

const char *obstacleTo(const TypedExpr &Records) {
  auto Type = Records.GetType();
  if (!Type || Type->IsPolymorphic())
    return "its type is not known";
  return obstacleTo(Type->GetDerivedTypeSpec());
}

bool HostChecker::check(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::KernelLoop:
  case StmtKind::OpenACCCompute:
    return false;
  case StmtKind::OpenACC:
  case StmtKind::Declaration:
  case StmtKind::Directive:
    return true;
  default:
    break;
  }
  checkDescriptors(S);
  switch (S.Kind) {
  case StmtKind::Assignment:
    for (const AssignmentUse &Use : S.Assignments)
      checkAssignment(Use);
    return true;
  case StmtKind::PointerAssignment:
    for (const AssignmentUse &Use : S.Assignments)
      checkAssociation(Use);
    return true;
  case StmtKind::Nullify:
    return true;
  case StmtKind::Call:
    if (S.Call)
      checkCalls(callsIn(*S.Call), S.Callee);
    return true;
  case StmtKind::Allocate:
    if (const Symbol *Component =
            S.Origin && S.Origin->Value
                ? deviceComponentOf(*S.Origin->Value, false)
                : nullptr)
      if (const char *Obstacle = obstacleTo(*S.Origin->Value))
        Context.Say(
            S.Origin->Source,
            "A variable of a type with the device component '%s' may not be the source of an allocation, as %s: allocate, and assign"_err_en_US,
            Component->name(), Obstacle);
    break;
  default:
    break;
  }
  for (const ExprUse &Use : S.Exprs)
    if (Use.Value)
      checkCalls(callsIn(*Use.Value), Use.Source);
  return true;
}

/// Whether what the reference names lies where only device code looks.
bool isInDeviceMemory(const evaluate::DataRef &Ref);

bool isInDeviceMemory(const Symbol &Sym) {
  const Symbol &Root = rootOf(Sym);
  if (const auto *Name = Root.detailsIf<semantics::AssocEntityDetails>())
    if (auto Ref = evaluate::ExtractDataRef(Name->expr()))
      return isInDeviceMemory(*Ref);
  return isDeviceOnly(Root);
}

bool isInDeviceMemory(const evaluate::DataRef &Ref) {
  if (const auto *Sym = std::get_if<evaluate::SymbolRef>(&Ref.u))
    return isInDeviceMemory(**Sym);
  if (const auto *Array = std::get_if<evaluate::ArrayRef>(&Ref.u)) {
    if (const evaluate::Component *Base = Array->base().UnwrapComponent())
      return isInDeviceMemory(evaluate::DataRef{*Base});
    return isInDeviceMemory(Array->base().GetFirstSymbol());
  }
  const auto *Part = std::get_if<evaluate::Component>(&Ref.u);
  if (!Part)
    return false;
  const Symbol &Last = Part->GetLastSymbol();
  // Records that hold device data themselves are allocated as managed data.
  if (semantics::IsAllocatableOrPointer(Last))
    return dataAttrOf(Last) == CUDADataAttr::Device &&
           !semantics::HasCUDAComponent(Last);
  return isInDeviceMemory(Part->base());
}

/// The pointer and allocatable components whose descriptors are there.
struct DescriptorFinder : ExpressionVisitor {
  Found visit(const evaluate::Component &X) override {
    if (semantics::IsAllocatableOrPointer(X.GetLastSymbol()) &&
        isInDeviceMemory(X.base()))
      return &X.GetLastSymbol();
    return walk(X.base());
  }
};

void HostChecker::checkDescriptors(const TypedExpr *Value, CharBlock At) {
  if (!Value)
    return;
  if (const Symbol *Component = DescriptorFinder().walk(*Value))
    Context.Say(
        At,
        "Component '%s' may not be used by the host: its descriptor is in device memory"_err_en_US,
        Component->name());
}

/// Device procedures that are values: targets of pointers, arguments.
struct DeviceProcedureFinder : ExpressionVisitor {
  Found visit(const evaluate::ProcedureDesignator &X) override {
    const Symbol *Sym = X.GetSymbol();
    const Symbol *Proc = Sym ? &Sym->GetUltimate() : nullptr;
    return Proc && Proc->has<semantics::SubprogramDetails>() &&
                   subprogramAttrsOf(*Proc) == CUDASubprogramAttrs::Device
               ? Proc
               : nullptr;
  }
  Found visit(const ProcedureRef &X) override { return walk(X.arguments()); }
};

void HostChecker::checkProcedures(const TypedExpr *Value, CharBlock At) {
  if (const Symbol *Proc =
          Value ? DeviceProcedureFinder().walk(*Value) : nullptr)
    Context.Say(
        At,
        "Device procedure '%s' may not be the target of a pointer or an argument in host code, which cannot know its address"_err_en_US,
        Proc->name());
}

void HostChecker::checkDescriptors(const Stmt &S) {
  for (const AssignmentUse &Use : S.Assignments) {
    if (!Use.Value)
      continue;
    checkDescriptors(&Use.Value->lhs, Use.Target);
    checkDescriptors(&Use.Value->rhs, S.Source);
    checkProcedures(&Use.Value->rhs, S.Source);
  }
  for (const ExprUse &Use : S.Objects)
    checkDescriptors(Use.Value, Use.Source);
  if (S.Assignments.empty())
    for (const ExprUse &Use : S.Exprs)
      checkDescriptors(Use.Value, Use.Source);
}

void HostChecker::checkBoundAssignments(const AssignmentUse &Use) {
  auto Type = Use.Value->lhs.GetType();
  const auto *Spec = Type ? evaluate::GetDerivedTypeSpec(*Type) : nullptr;
  if (const Symbol *Component =
          Spec ? componentWithAssignment(Context, *Spec) : nullptr)
    Context.Say(
        Use.Target,
        "A variable of a type with the component '%s', whose type has an assignment of its own, may not be copied to or from device memory as a whole: assign its components"_err_en_US,
        Component->name());
}

/// Whether the data is certainly in host memory: options and the caller may
/// make allocatables, pointers and dummy arguments managed.
bool isHostVariable(const evaluate::DataRef &Ref) {
  auto Path = evaluate::GetSymbolVector(Ref);
  return !Path.empty() && isVariable(rootOf(*Path.front())) &&
         !semantics::IsDummy(rootOf(*Path.front())) &&
         llvm::none_of(Path, [](const Symbol &Part) {
           const Symbol &Root = rootOf(Part);
           return dataAttrOf(Root) || semantics::IsAllocatableOrPointer(Root);
         });
}

/// A pointer says by its attribute where its targets are. Without one, the
/// address of a device variable is that of the host's object of its name; an
/// allocated target has the right address, which other languages may want.
void HostChecker::checkAssociation(const AssignmentUse &Use) {
  const Symbol *Pointer =
      Use.Value ? evaluate::GetLastSymbol(Use.Value->lhs) : nullptr;
  auto Target =
      Pointer ? namesOf(Use.Value->rhs) : std::optional<evaluate::DataRef>();
  if (!Target)
    return;
  auto Attr = dataAttrOf(rootOf(*Pointer));
  const Symbol &Last = evaluate::GetLastSymbol(*Target)->GetUltimate();
  if (Attr == CUDADataAttr::Device && isHostVariable(*Target)) {
    Context.Say(
        Use.Target,
        "Pointer '%s' has the device attribute, but its target '%s' has none: it is in host memory"_err_en_US,
        Pointer->name(), Last.name());
    return;
  }
  if (Attr || !isInDeviceMemory(*Target))
    return;
  if (semantics::IsAllocatableOrPointer(Last))
    Context.Say(
        Use.Target,
        "Pointer '%s' has no device attribute, but its target '%s' is in device memory: the host may not read or write it"_warn_en_US,
        Pointer->name(), Last.name());
  else
    Context.Say(
        Use.Target,
        "Pointer '%s' has no device attribute, but its target '%s' is in device memory: add DEVICE to its declaration"_err_en_US,
        Pointer->name(), Last.name());
}

void HostChecker::checkAssignment(const AssignmentUse &Use) {
  if (!Use.Value)
    return;
  if (const auto *Defined = std::get_if<ProcedureRef>(&Use.Value->u)) {
    for (const ProcedureRef *Ref : callsIn(*Defined)) {
      checkCall(*Ref, Use.Target);
      // It is called for copies.
      if (Ref != Defined)
        checkComponents(*Ref, Use.Target);
    }
    return;
  }
  checkCalls(callsIn(Use.Value->lhs), Use.Target);
  checkCalls(callsIn(Use.Value->rhs), Use.Target);
  auto isOnlyOnDevice = [](const TypedExpr &Expr) {
    auto Ref = evaluate::ExtractDataRef(Expr);
    return Ref && isInDeviceMemory(*Ref);
  };
  bool OnDevice =
      isOnlyOnDevice(Use.Value->lhs) || isOnlyOnDevice(Use.Value->rhs);
  if (OnDevice)
    checkBoundAssignments(Use);
  if (const Symbol *Component = deviceComponentOf(Use.Value->lhs, OnDevice)) {
    if (dataAttrOf(*Component) != CUDADataAttr::Device) {
      Context.Say(
          Use.Target,
          "A variable of a type with the allocatable component '%s' may not be copied to or from device memory as a whole"_err_en_US,
          Component->name());
      return;
    }
    const char *Obstacle =
        OnDevice ? "it is in device memory" : obstacleTo(Use.Value->lhs);
    if (!Obstacle)
      return;
    Context.Say(
        Use.Target,
        "A variable of a type with the device component '%s' may not be assigned as a whole, as %s: assign its components"_err_en_US,
        Component->name(), Obstacle);
    return;
  }
}

//===-- Calls -------------------------------------------------------------===//

void HostChecker::checkCalls(const std::vector<const ProcedureRef *> &Calls,
                             CharBlock At) {
  for (const ProcedureRef *Ref : Calls) {
    checkCall(*Ref, At);
    checkComponents(*Ref, At);
  }
}

/// For Flang a component is data of the host, wherever its record is.
void HostChecker::checkComponents(const ProcedureRef &Ref, CharBlock At) {
  using evaluate::characteristics::DummyDataObject;
  const Symbol *Proc = Ref.proc().GetSymbol();
  if (!Proc || isFromIntrinsicModule(*Proc))
    return;
  auto Known = evaluate::characteristics::Procedure::Characterize(
      Ref.proc(), Context.foldingContext(), /*emitError=*/false);
  if (!Known || !Known->HasExplicitInterface())
    return;
  const auto &Arguments = Ref.arguments();
  for (std::size_t I = 0; I < Arguments.size(); ++I) {
    auto Memory = Arguments[I] ? misplacedComponent(*Known, I, *Arguments[I],
                                                    Context.languageFeatures())
                               : std::nullopt;
    if (!Memory)
      continue;
    const DummyDataObject *Dummy = dummyObjectOf(*Known, I, *Arguments[I]);
    Context.Say(
        Arguments[I]->sourceLocation().value_or(At),
        "'%s' is part of a record that is %s data, but its dummy argument of '%s' has %s"_err_en_US,
        lastSymbol(*Arguments[I]->UnwrapExpr())->name(), attrName(*Memory),
        Proc->name(),
        Dummy->cudaDataAttr
            ? "the " + attrName(*Dummy->cudaDataAttr) + " attribute"
            : std::string("no data attribute"));
  }
}

void HostChecker::checkCall(const ProcedureRef &Ref, CharBlock At) {
  const Symbol *Sym = Ref.proc().GetSymbol();
  const Symbol *Proc = Sym ? &Sym->GetUltimate() : nullptr;
  if (Proc && subprogramAttrsOf(*Proc) == CUDASubprogramAttrs::Device) {
    Context.Say(
        At, "Device procedure '%s' may not be called from the host"_err_en_US,
        Proc->name());
    return;
  }
  if (!Ref.chevrons().empty())
    checkLaunch(Ref, At);
  const auto *Details =
      Proc ? Proc->detailsIf<semantics::SubprogramDetails>() : nullptr;
  // Only pointer assignments, which do not come here, know where it points.
  if (Details && Details->isFunction() &&
      dataAttrOf(Details->result()) == CUDADataAttr::Device &&
      semantics::IsPointer(Details->result()))
    Context.Say(
        At,
        "The result of '%s' is device data: assign it to a device pointer first"_err_en_US,
        Sym->name());
  const auto &Arguments = Ref.arguments();
  for (std::size_t I = 0; I < Arguments.size(); ++I) {
    const TypedExpr *Expr = Arguments[I] ? Arguments[I]->UnwrapExpr() : nullptr;
    if (!Expr)
      continue;
    const Symbol *Dummy = Details && I < Details->dummyArgs().size()
                              ? Details->dummyArgs()[I]
                              : nullptr;
    checkArgument(Proc, *Expr, Dummy,
                  Arguments[I]->sourceLocation().value_or(At));
  }
}

/// The actual argument of a dummy argument in device memory is not there.
void HostChecker::sayHostActual(const Symbol &Proc, const Symbol &Dummy,
                                CharBlock At) {
  std::optional<CUDASubprogramAttrs> Kind = subprogramAttrsOf(Proc);
  if ((Kind == CUDASubprogramAttrs::Global ||
       Kind == CUDASubprogramAttrs::Grid_Global) &&
      Dummy.Rank() == 0 && !semantics::IsAllocatableOrPointer(Dummy))
    Context.Say(
        At,
        "Dummy argument '%s' of kernel '%s' is device data but its actual argument is not: add VALUE to its declaration, or pass a device variable"_err_en_US,
        Dummy.name(), Proc.name());
  else
    sayHostActual(Dummy, At);
}

void HostChecker::checkArgument(const Symbol *Proc, const TypedExpr &Actual,
                                const Symbol *Dummy, CharBlock At) {
  const Symbol *Base =
      evaluate::IsVariable(Actual) ? baseVariable(Actual) : nullptr;
  // An intrinsic procedure.
  if (!Proc)
    return;
  // Flang was told not to look at the attribute of such a dummy argument.
  const auto *Object =
      Dummy ? Dummy->detailsIf<semantics::ObjectEntityDetails>() : nullptr;
  if (Object && dataAttrOf(*Dummy) == CUDADataAttr::Device &&
      Object->ignoreTKR().test(common::IgnoreTKR::Device) &&
      !isFromDeviceModule(*Proc) &&
      (isDeviceSubprogram(*Proc) || !semantics::IsBindCProcedure(*Proc)) &&
      !(Base && designatesDeviceData(Actual)))
    return sayHostActual(*Proc, *Dummy, At);
  // Device code passes its own variables to such a function.
  if (Object && Base && isFromDeviceModule(*Proc) && isDeviceOnly(*Base) &&
      Object->ignoreTKR().test(common::IgnoreTKR::Device) &&
      !dataAttrOf(*Dummy) && !semantics::IsAssumedType(*Dummy))
    return sayDeviceActual(*Dummy, *Base, At);
  // The host can read managed data.
  auto Attr = Base ? dataAttrOf(*Base) : std::nullopt;
  bool IsManaged =
      Attr == CUDADataAttr::Managed || Attr == CUDADataAttr::Unified;
  if (Object && !isDeviceSubprogram(*Proc))
    checkAttributes(Actual, *Dummy, At);
  // What HOST_DATA names is meant to be an address on the device.
  bool IsHostData =
      Base && Base->owner().kind() == semantics::Scope::Kind::OpenACCConstruct;
  if (Base && !IsManaged && !IsHostData && !Proc->HasExplicitInterface() &&
      !isDeviceSubprogram(*Proc) && designatesDeviceData(Actual)) {
    parser::MessageFixedText Text =
        "Device data '%s' is passed to '%s', which has no interface: it must expect an address on the device"_warn_en_US;
    if (Standard)
      Text.set_severity(parser::Severity::Error);
    Context.Say(At, std::move(Text), Base->name(), Proc->name());
    return;
  }
  if (!Base || !Dummy)
    return;
  // Those of intrinsic modules are expanded in the expression.
  if (isDeviceOnly(*Base) && !isFromIntrinsicModule(*Proc) &&
      subprogramAttrsOf(*Proc) == CUDASubprogramAttrs::HostDevice)
    Context.Say(
        At,
        "Device data '%s' may not be passed to '%s' by the host: its copy for the host would read it"_err_en_US,
        Base->name(), Proc->name());
  if (dataAttrOf(*Base) == CUDADataAttr::Pinned &&
      semantics::IsAllocatable(*Dummy) &&
      dataAttrOf(*Dummy) != CUDADataAttr::Pinned && deallocates(*Proc, *Dummy))
    Context.Say(
        At,
        "Pinned array '%s' may not be passed to dummy argument '%s' of '%s', which deallocates it and is not pinned"_err_en_US,
        Base->name(), Dummy->name(), Proc->name());
}

void HostChecker::sayHostActual(const Symbol &Dummy, CharBlock At) {
  Context.Say(
      At,
      "Dummy argument '%s' has the constant or device attribute but its actual argument has neither"_err_en_US,
      Dummy.name());
}

void HostChecker::sayDeviceActual(const Symbol &Dummy, const Symbol &Actual,
                                  CharBlock At) {
  Context.Say(
      At,
      "Dummy argument '%s' has no data attribute but its actual argument '%s' is device data"_err_en_US,
      Dummy.name(), Actual.name());
}

/// Checks what Flang does not in OpenACC constructs, since device code may be
/// in them.
void HostChecker::checkAttributes(const TypedExpr &Actual, const Symbol &Dummy,
                                  CharBlock At) {
  const Symbol *Last = lastSymbol(Actual);
  if (!Last)
    return;
  const Symbol &Name = semantics::ResolveAssociations(*Last);
  // HOST_DATA may name components, and gives them no attribute.
  if (Name.owner().IsDerivedType())
    return;
  auto Wanted = dataAttrOf(Dummy), Given = dataAttrOf(Name);
  if (common::AreCompatibleCUDADataAttrs(
          Wanted, Given,
          Dummy.get<semantics::ObjectEntityDetails>().ignoreTKR(),
          /*allowUnifiedMatchingRule=*/true, /*isHostDeviceProcedure=*/false,
          &Context.languageFeatures()) ||
      !semantics::FindOpenACCConstructContaining(&Context.FindScope(At)))
    return;
  bool IsHostData = Name.owner().kind() == Scope::Kind::OpenACCConstruct;
  if (Wanted == CUDADataAttr::Device && !Given)
    sayHostActual(Dummy, At);
  else if (!Wanted && Given == CUDADataAttr::Device && !IsHostData)
    sayDeviceActual(Dummy, Name, At);
}

/// Whether a procedure of this file deallocates its dummy argument.
bool HostChecker::deallocates(const Symbol &Proc, const Symbol &Dummy) const {
  bool Found = false;
  for (const Unit &Callee : Units) {
    if (!Callee.Sym || &Callee.Sym->GetUltimate() != &Proc)
      continue;
    forEachStmt(Callee.Body, [&](const Stmt &S) {
      if (S.Kind == StmtKind::Deallocate)
        for (const NameUse &Use : S.Names)
          Found |= Use.Sym && &Use.Sym->GetUltimate() == &Dummy;
      return true;
    });
  }
  return Found;
}

void HostChecker::checkLaunch(const ProcedureRef &Ref, CharBlock At) {
  const Symbol *Kernel = Ref.proc().GetSymbol();
  if (!Ref.chevrons().empty() && Kernel &&
      (semantics::IsDummy(*Kernel) || semantics::IsProcedurePointer(*Kernel)))
    Context.Say(
        At,
        "'%s' may not be launched: it is a procedure pointer or dummy procedure; name the kernel, or call cudaLaunchKernel with its address"_err_en_US,
        Kernel->name());
  static const char *const Parts[] = {"grid", "block", "shared memory size",
                                      "stream"};
  for (std::size_t I = 0; I < Ref.chevrons().size() && I < 4; ++I) {
    const TypedExpr &Expr = Ref.chevrons()[I];
    auto Value = constantValue(Expr);
    if (!Value)
      continue;
    if (I == 1 && *Value > 1024)
      Context.Say(
          At,
          "This launch will fail: a block may have at most 1024 threads, not %jd"_warn_en_US,
          static_cast<std::intmax_t>(*Value));
    else if ((I == 1 && *Value < 1) || (I == 2 && *Value < 0))
      Context.Say(At, "This launch will fail: its %s may not be %jd"_warn_en_US,
                  Parts[I], static_cast<std::intmax_t>(*Value));
  }
}

} // namespace

void checkHostCode(SemanticsContext &Context, const Unit &U,
                   const std::vector<Unit> &Units, bool Standard) {
  HostChecker(Context, Units, Standard).check(U);
}

} // namespace warpfort::checker

void warpfort::takeBackInterfaceMessages(
    Fortran::semantics::SemanticsContext &Context) {
  Context.messages().messages().remove_if([](const parser::Message &Message) {
    return is(Message, FlangMessage::AttributesNeedInterface);
  });
}
