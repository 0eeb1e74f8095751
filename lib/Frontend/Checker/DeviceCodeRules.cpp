//===-- DeviceCodeRules.cpp - What device subprograms may contain ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements, data and calls of subprograms with a device attribute. A
// statement that is not known to compile is refused by its name.
//
//===----------------------------------------------------------------------===//

#include "DeviceLaunches.h"
#include "OwnModules.h"
#include "Rules.h"
#include "SharedArrays.h"
#include "flang/Evaluate/tools.h"
#include "flang/Semantics/tools.h"
#include "warpfort/Support/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

/// Where the call is written: at the procedure's name in the statement.
CharBlock locate(const Stmt &S, const ProcedureRef &Ref, CharBlock Fallback) {
  const Symbol *Sym = Ref.proc().GetSymbol();
  std::string Name = Ref.proc().GetName();
  for (const NameUse &Use : S.Names) {
    if (Sym && Use.Sym && &Use.Sym->GetUltimate() == &Sym->GetUltimate())
      return Use.Source;
    if (Use.Source.ToString() == Name)
      return Use.Source;
  }
  return S.Kind == StmtKind::Call && !S.Callee.empty() ? S.Callee : Fallback;
}

bool isArray(const Symbol &Root) { return Root.Rank() > 0; }

/// The name of a procedure of module cudadevice or of an intrinsic module as
/// the source writes it: that of the specific procedure is nobody's business.
std::string writtenName(std::string Specific, CharBlock At) {
  std::string Written = At.ToString();
  bool IsName = !Written.empty() && llvm::all_of(Written, [](char C) {
    return llvm::isAlnum(C) || C == '_';
  });
  return IsName ? Written : Specific;
}

const char *placeName(DeviceContext Where) {
  return Where == DeviceContext::KernelLoop ? "a kernel loop" : "device code";
}

class CallChecker {
public:
  CallChecker(SemanticsContext &Context, DeviceContext Where,
              const KernelsForOthers *Plain)
      : Context(Context), Where(Where), Plain(Plain) {}

  void check(const ProcedureRef &Ref, CharBlock At);

private:
  void checkStatementFunction(const TypedExpr &Function, llvm::StringRef Name,
                              CharBlock At);
  void checkSubprogram(const ProcedureRef &Ref, const Symbol &Proc,
                       CharBlock At);
  void checkArguments(const ProcedureRef &Ref,
                      const semantics::SubprogramDetails &Details,
                      CharBlock At);
  void checkProcedureArgument(const TypedExpr *Actual, CharBlock At);
  void checkIndirect(const Symbol &Proc, CharBlock At);
  void checkIndirect(const ProcedureRef &Ref, const Symbol &Proc, CharBlock At);
  void checkOperation(const ProcedureRef &Ref, CharBlock At);
  const char *place() const { return placeName(Where); }

  SemanticsContext &Context;
  DeviceContext Where;
  const KernelsForOthers *Plain;
};

/// Whether a procedure pointer can only point to a device procedure: one of
/// device code, which the host does not know, or a component whose interface
/// says so, which the host may not associate (HostCode.cpp). Splitting refuses
/// what else device code associates.
bool pointsToDeviceProcedure(const Symbol &Pointer) {
  if (!Pointer.owner().IsDerivedType())
    return semantics::FindCUDADeviceContext(&Pointer.owner());
  const auto *Details = Pointer.detailsIf<semantics::ProcEntityDetails>();
  const Symbol *Interface = Details ? Details->procInterface() : nullptr;
  return Interface && subprogramAttrsOf(Interface->GetUltimate()) ==
                          CUDASubprogramAttrs::Device;
}

/// A call of a dummy procedure or procedure pointer.
void CallChecker::checkIndirect(const Symbol &Proc, CharBlock At) {
  // What a dummy procedure stands for was checked where it was an argument.
  if (Where == DeviceContext::Subprogram &&
      (semantics::IsProcedurePointer(Proc) ? pointsToDeviceProcedure(Proc)
                                           : semantics::IsDummy(Proc)))
    return;
  Context.Say(
      At,
      "'%s' may not be called in %s: dummy procedures, and procedure pointers that the host can assign, are not supported there"_err_en_US,
      Proc.name(), place());
}

void CallChecker::checkIndirect(const ProcedureRef &Ref, const Symbol &Proc,
                                CharBlock At) {
  if (Ref.chevrons().empty())
    return checkIndirect(Proc, At);
  Context.Say(
      At,
      "'%s' may not be launched in %s: the kernel that a procedure pointer or dummy procedure stands for is not known there"_err_en_US,
      Proc.name(), place());
}

/// The operation of REDUCE. Lowering looks at one that is known.
void CallChecker::checkOperation(const ProcedureRef &Ref, CharBlock At) {
  const auto &Argument = Ref.arguments().size() > 1
                             ? Ref.arguments()[1]
                             : std::optional<evaluate::ActualArgument>();
  const TypedExpr *Expr = Argument ? Argument->UnwrapExpr() : nullptr;
  const auto *Designator =
      Expr ? std::get_if<evaluate::ProcedureDesignator>(&Expr->u) : nullptr;
  const Symbol *Sym = Designator ? Designator->GetSymbol() : nullptr;
  if (!Sym)
    return;
  const Symbol &Proc = Sym->GetUltimate();
  if (semantics::IsDummy(Proc) || semantics::IsProcedurePointer(Proc))
    checkIndirect(Proc, Argument->sourceLocation().value_or(At));
}

void CallChecker::check(const ProcedureRef &Ref, CharBlock At) {
  std::string Name = Ref.proc().GetName();
  if (Ref.proc().GetSpecificIntrinsic()) {
    if (!isDeviceIntrinsic(Name))
      Context.Say(At,
                  "Intrinsic procedure '%s' may not be called in %s"_err_en_US,
                  Name, place());
    else if (Name == "reduce")
      checkOperation(Ref, At);
    return;
  }
  const Symbol *Sym = Ref.proc().GetSymbol();
  if (!Sym)
    return;
  const Symbol &Proc = Sym->GetUltimate();
  if (Plain && checkPlainCall(Context, *Plain, Ref, At))
    return;
  if (const auto *Binding = Proc.detailsIf<semantics::ProcBindingDetails>())
    return checkSubprogram(Ref, Binding->symbol().GetUltimate(), At);
  if (semantics::IsDummy(Proc) || semantics::IsProcedurePointer(Proc))
    return checkIndirect(Ref, Proc, At);
  if (Proc.has<semantics::SubprogramDetails>())
    return checkSubprogram(Ref, Proc, At);
  if (Where == DeviceContext::KernelLoop && isCollective(Name)) {
    Context.Say(
        At,
        "'%s' may not be called in a kernel loop: its iterations are independent and no thread waits for another"_err_en_US,
        Name);
    return;
  }
  std::string Advice = adviceToUseModule(Context, Name);
  if (Advice.empty())
    Advice = nearestDeviceProcedure(Context, At, Name);
  Context.Say(
      At,
      "'%s' may not be called in %s: it has no explicit interface with the device attribute%s"_err_en_US,
      Name, place(), Advice);
}

void CallChecker::checkStatementFunction(const TypedExpr &Function,
                                         llvm::StringRef Name, CharBlock At) {
  if (Where == DeviceContext::KernelLoop)
    Context.Say(
        At,
        "Statement function '%s' may not be referenced in a kernel loop"_err_en_US,
        Name.str());
  else
    for (const ProcedureRef *Inner : callsIn(Function))
      check(*Inner, At);
}

void CallChecker::checkSubprogram(const ProcedureRef &Ref, const Symbol &Proc,
                                  CharBlock At) {
  const auto &Details = Proc.get<semantics::SubprogramDetails>();
  std::string Name = Proc.name().ToString();
  if (isFromIntrinsicModule(Proc))
    Name = writtenName(Name, At);
  if (const auto &Function = Details.stmtFunction())
    return checkStatementFunction(*Function, Name, At);
  switch (subprogramAttrsOf(Proc).value_or(CUDASubprogramAttrs::Host)) {
  case CUDASubprogramAttrs::Host:
    if (Where == DeviceContext::KernelLoop
            ? isCollective(Name) && isFromDeviceModule(Proc)
            : isDeviceRuntimeFunction(Proc)) {
      checkDeviceRuntimeCall(Context, Ref, Proc, At);
      break;
    }
    Context.Say(
        At,
        "Host procedure '%s' may not be called in %s: it has no device attribute"_err_en_US,
        Name, place());
    return;
  case CUDASubprogramAttrs::Global:
  case CUDASubprogramAttrs::Grid_Global:
    if (Where == DeviceContext::KernelLoop)
      Context.Say(
          At,
          "Kernel '%s' may not be called or launched in a kernel loop"_err_en_US,
          Name);
    else
      checkDeviceLaunch(Context, Ref, Proc, At,
                        Where == DeviceContext::HostDevice);
    return;
  case CUDASubprogramAttrs::Device:
    if (Where == DeviceContext::HostDevice) {
      Context.Say(
          At,
          "Device procedure '%s' may not be called in a subprogram that is also compiled for the host"_err_en_US,
          Name);
      return;
    }
    break;
  case CUDASubprogramAttrs::HostDevice:
    break;
  }
  if (Where == DeviceContext::KernelLoop && isFromDeviceModule(Proc) &&
      isCollective(Name)) {
    Context.Say(
        At,
        "'%s' may not be called in a kernel loop: its iterations are independent and no thread waits for another"_err_en_US,
        writtenName(Name, At));
    return;
  }
  if (!isFromDeviceModule(Proc))
    checkArguments(Ref, Details, At);
}

/// A procedure as an argument is called where it is one.
void CallChecker::checkProcedureArgument(const TypedExpr *Actual,
                                         CharBlock At) {
  const auto *Designator =
      Actual ? std::get_if<evaluate::ProcedureDesignator>(&Actual->u) : nullptr;
  const Symbol *Sym = Designator ? Designator->GetSymbol() : nullptr;
  if (!Sym)
    return;
  const Symbol &Proc = Sym->GetUltimate();
  if (Where != DeviceContext::Subprogram)
    Context.Say(At, "Procedure '%s' may not be an argument in %s"_err_en_US,
                Proc.name(), place());
  else if (Proc.has<semantics::SubprogramDetails>() &&
           subprogramAttrsOf(Proc) != CUDASubprogramAttrs::Device &&
           subprogramAttrsOf(Proc) != CUDASubprogramAttrs::HostDevice)
    Context.Say(
        At,
        "'%s' may not be an argument in device code: it is no device procedure"_err_en_US,
        Proc.name());
}

/// Shared and constant arrays lie in memories of their own. A dummy argument
/// that says so receives no other; one that does not receives a shared array by
/// its generic address, with a warning for a whole array or a section.
void CallChecker::checkArguments(const ProcedureRef &Ref,
                                 const semantics::SubprogramDetails &Details,
                                 CharBlock At) {
  const auto &Dummies = Details.dummyArgs();
  for (std::size_t I = 0; I < Ref.arguments().size() && I < Dummies.size();
       ++I) {
    const auto &Argument = Ref.arguments()[I];
    const Symbol *Dummy = Dummies[I];
    if (Argument)
      checkProcedureArgument(Argument->UnwrapExpr(),
                             Argument->sourceLocation().value_or(At));
    if (!Argument || !Dummy || !Dummy->has<semantics::ObjectEntityDetails>() ||
        Dummy->attrs().test(semantics::Attr::VALUE))
      continue;
    CharBlock Place = Argument->sourceLocation().value_or(At);
    auto Wanted = dataAttrOf(*Dummy);
    const TypedExpr *Expr = Argument->UnwrapExpr();
    const Symbol *Actual =
        Expr && evaluate::IsVariable(*Expr) ? baseVariable(*Expr) : nullptr;
    auto Given = Actual ? dataAttrOf(*Actual) : std::nullopt;
    if ((Wanted == CUDADataAttr::Shared || Wanted == CUDADataAttr::Constant) &&
        Given != Wanted)
      Context.Say(
          Place,
          "Dummy argument '%s' has the %s attribute but its actual argument has not"_err_en_US,
          Dummy->name(), attrName(*Wanted));
    if (!Given || Wanted == Given || !isArray(*Actual) || !isArray(*Dummy))
      continue;
    if (*Given == CUDADataAttr::Constant)
      Context.Say(
          Place,
          "Array '%s' has the constant attribute but dummy argument '%s' has not"_err_en_US,
          Actual->name(), Dummy->name());
    else if (*Given == CUDADataAttr::Shared && Expr->Rank() > 0)
      Context.Say(
          Place,
          "Array '%s' has the shared attribute but dummy argument '%s' has not"_warn_en_US,
          Actual->name(), Dummy->name());
  }
}

class SubprogramChecker {
public:
  SubprogramChecker(SemanticsContext &Context, const Unit &U,
                    const KernelsForOthers &ForOthers)
      : Context(Context), U(U), Scope(U.Sym->GetUltimate().scope()),
        Plain(ForOthers.isPlain(U.Sym->name().ToString()) ? &ForOthers
                                                          : nullptr),
        Where(subprogramAttrsOf(*U.Sym) == CUDASubprogramAttrs::HostDevice
                  ? DeviceContext::HostDevice
                  : DeviceContext::Subprogram) {
    if (Where == DeviceContext::HostDevice)
      forEachStmt(U.Body, [&](const Stmt &S) {
        // The compiler looks later at what is left of it on the host.
        for (const NameUse &Use : S.Names)
          if (Use.Sym && isFromDeviceModule(*Use.Sym) &&
              Use.Sym->GetUltimate().name() == "on_device")
            Where = DeviceContext::Subprogram;
        return true;
      });
  }

  void check() {
    checkSpecification();
    forEachStmt(U.Body, [&](const Stmt &S) {
      if (!checkStatement(S))
        return false;
      checkNames(S);
      checkSharedArrays(Context, S);
      checkDeviceCalls(Context, S, Where, Plain);
      return true;
    });
  }

private:
  void checkKernelDummies();
  void checkAllocation(const Stmt &S);
  void checkSpecification();
  bool checkStatement(const Stmt &S);
  void checkNames(const Stmt &S);
  void checkVariable(const Symbol &Root, CharBlock Name);

  SemanticsContext &Context;
  const Unit &U;
  const semantics::Scope *Scope;
  const KernelsForOthers *Plain; ///< null: CUDA Fortran
  DeviceContext Where;
};

bool isKernelAttr(std::optional<CUDASubprogramAttrs> Attrs) {
  return Attrs == CUDASubprogramAttrs::Global ||
         Attrs == CUDASubprogramAttrs::Grid_Global;
}

bool hasVariableLength(const Symbol &Text) {
  auto Type = evaluate::DynamicType::From(Text);
  return Type && Type->category() == common::TypeCategory::Character &&
         !Type->knownLength();
}

/// What the host has of types and procedures means nothing to the device, and
/// the launch copies what has a size that the compiler knows.
void SubprogramChecker::checkKernelDummies() {
  const auto *Details =
      U.Sym->GetUltimate().detailsIf<semantics::SubprogramDetails>();
  if (!Details || !isKernelAttr(subprogramAttrsOf(*U.Sym)))
    return;
  if (valueArgumentBytes(*Details, MaxKernelArgumentBytes) >
      MaxKernelArgumentBytes)
    Context.Say(
        U.Sym->name(),
        "The dummy arguments of kernel '%s' with the VALUE attribute have more than %d bytes"_err_en_US,
        U.Sym->name(), static_cast<int>(MaxKernelArgumentBytes));
  for (const Symbol *Dummy : Details->dummyArgs()) {
    if (!Dummy)
      continue;
    if (semantics::IsProcedure(*Dummy))
      Context.Say(
          Dummy->name(),
          "Dummy argument '%s' of kernel '%s' may not be a procedure"_err_en_US,
          Dummy->name(), U.Sym->name());
    else if (semantics::IsPolymorphic(*Dummy))
      Context.Say(
          Dummy->name(),
          "Dummy argument '%s' of kernel '%s' may not be polymorphic"_err_en_US,
          Dummy->name(), U.Sym->name());
    else if (Dummy->attrs().test(semantics::Attr::OPTIONAL) &&
             Dummy->attrs().test(semantics::Attr::VALUE))
      Context.Say(
          Dummy->name(),
          "Dummy argument '%s' of kernel '%s' may not have both the OPTIONAL and the VALUE attribute"_err_en_US,
          Dummy->name(), U.Sym->name());
    else if (Dummy->attrs().test(semantics::Attr::VALUE) &&
             hasVariableLength(*Dummy))
      Context.Say(
          Dummy->name(),
          "CHARACTER dummy argument '%s' of kernel '%s' with the VALUE attribute must have a constant length"_err_en_US,
          Dummy->name(), U.Sym->name());
  }
}

/// The descriptor of a kernel's dummy argument is a copy of the host's. That of
/// a module's device array is the device's; managed ones are the host's, too.
void SubprogramChecker::checkAllocation(const Stmt &S) {
  for (const ExprUse &Use : S.Objects) {
    const Symbol *Whole = Use.Value ? wholeVariable(*Use.Value) : nullptr;
    if (!Whole)
      continue;
    if (Whole->owner().IsModule() && dataAttrOf(*Whole) != CUDADataAttr::Device)
      Context.Say(
          Use.Source,
          "'%s' of a module may not be allocated or deallocated in device code: it needs the device attribute"_err_en_US,
          Whole->name());
    if (isKernelAttr(subprogramAttrsOf(*U.Sym)) && semantics::IsDummy(*Whole))
      Context.Say(
          Use.Source,
          "Dummy argument '%s' of kernel '%s' may not be allocated or deallocated there: the host would not know"_err_en_US,
          Whole->name(), U.Sym->name());
  }
}

/// The sizes of automatic arrays are computed on the device.
void SubprogramChecker::checkSpecification() {
  checkKernelDummies();
  for (CharBlock Entry : U.SpecEntries)
    Context.Say(Entry,
                "An ENTRY statement may not appear in device code"_err_en_US);
  for (const ExprUse &Use : U.SpecExprs) {
    if (!Use.Value)
      continue;
    for (const Symbol *Variable : variablesIn(*Use.Value))
      checkVariable(*Variable, Use.Source);
    CallChecker Checker(Context, Where, Plain);
    for (const ProcedureRef *Ref : callsIn(*Use.Value))
      Checker.check(*Ref, Use.Source);
  }
}

bool SubprogramChecker::checkStatement(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Assignment:
  case StmtKind::PointerAssignment:
  case StmtKind::Call:
  case StmtKind::Continue:
  case StmtKind::Cycle:
  case StmtKind::Exit:
  case StmtKind::Goto:
  case StmtKind::ComputedGoto:
  case StmtKind::If:
  case StmtKind::Select:
  case StmtKind::SelectType:
  case StmtKind::CountedDo:
  case StmtKind::DoWhile:
  case StmtKind::DoForever:
  case StmtKind::DoConcurrent:
  case StmtKind::Masked:
  case StmtKind::Block:
  case StmtKind::Stop:
  case StmtKind::Allocate:
  case StmtKind::Deallocate:
    checkAllocation(S);
    [[fallthrough]];
  case StmtKind::Nullify:
  case StmtKind::Output:
  case StmtKind::Declaration:
  case StmtKind::Directive:
    if (!S.HasAlternateReturn)
      return true;
    Context.Say(S.Source,
                "An alternate return may not appear in device code"_err_en_US);
    return false;
  case StmtKind::Return:
    if (S.Exprs.empty())
      return true;
    Context.Say(S.Source,
                "An alternate return may not appear in device code"_err_en_US);
    return false;
  case StmtKind::KernelLoop:
    Context.Say(S.Source,
                "A kernel loop may not appear in device code"_err_en_US);
    return false;
  case StmtKind::InputOutput:
  case StmtKind::OpenACC:
  case StmtKind::OpenACCCompute:
  case StmtKind::Other:
    break;
  }
  Context.Say(S.Source, "%s may not appear in device code"_err_en_US,
              capitalised(S.What));
  return false;
}

/// Derived types are printed by what the host knows of their components.
void checkOutputItems(SemanticsContext &Context, const Stmt &S,
                      DeviceContext Where) {
  if (S.Kind != StmtKind::Output)
    return;
  for (const ExprUse &Use : S.Exprs) {
    auto Type = Use.Value ? Use.Value->GetType() : std::nullopt;
    if (Type && Type->category() == common::TypeCategory::Derived)
      Context.Say(
          Use.Source,
          "A value of derived type may not be printed in %s: print its components"_err_en_US,
          placeName(Where));
  }
}

void SubprogramChecker::checkNames(const Stmt &S) {
  for (const NameUse &Use : S.Names)
    if (Use.Sym && isVariable(rootOf(*Use.Sym)) &&
        !(Plain && semantics::FindCommonBlockContaining(rootOf(*Use.Sym))))
      checkVariable(rootOf(*Use.Sym), Use.Source);
}

void SubprogramChecker::checkVariable(const Symbol &Root, CharBlock Name) {
  // OpenACC's declare directive puts a variable on the device, too.
  if (isPredefinedDeviceVariable(Root) ||
      Root.GetUltimate().test(Symbol::Flag::AccDeclare))
    return;
  if (semantics::FindCommonBlockContaining(Root))
    Context.Say(
        Name,
        "Variable '%s' of a COMMON block may not be used in device code"_err_en_US,
        Root.name());
  else if (dataAttrOf(Root) == CUDADataAttr::Pinned)
    Context.Say(
        Name,
        "Pinned variable '%s' may not be used in device code: it is host data"_err_en_US,
        Root.name());
  else if (!isOnDevice(Root) && Scope && !Scope->Contains(Root.owner()) &&
           !semantics::FindCUDADeviceContext(&Root.owner()))
    Context.Say(
        Name,
        "Host variable '%s' may not be used in device code: it has no device attribute"_err_en_US,
        Root.name());
}

} // namespace

void checkDeviceCalls(SemanticsContext &Context, const Stmt &S,
                      DeviceContext Where, const KernelsForOthers *Plain) {
  checkOutputItems(Context, S, Where);
  CallChecker Checker(Context, Where, Plain);
  auto checkAll = [&](const std::vector<const ProcedureRef *> &Calls,
                      CharBlock Fallback) {
    for (const ProcedureRef *Ref : Calls)
      Checker.check(*Ref, locate(S, *Ref, Fallback));
  };
  if (S.Kind == StmtKind::Call) {
    if (S.Call)
      checkAll(callsIn(*S.Call), S.Source);
    return;
  }
  // Only an assignment statement holds nothing but its assignment: WHERE and
  // FORALL have masks and limits too.
  bool IsPlain = S.Kind != StmtKind::Masked && !S.Assignments.empty();
  for (const AssignmentUse &Use : S.Assignments) {
    if (!Use.Value)
      continue;
    if (const auto *Defined = std::get_if<ProcedureRef>(&Use.Value->u)) {
      checkAll(callsIn(*Defined), Use.Target);
    } else if (IsPlain) {
      checkAll(callsIn(Use.Value->lhs), Use.Target);
      checkAll(callsIn(Use.Value->rhs), Use.Target);
    }
  }
  if (IsPlain)
    return;
  for (const ExprUse &Use : S.Exprs)
    if (Use.Value)
      checkAll(callsIn(*Use.Value), Use.Source);
}

void checkDeviceSubprogram(SemanticsContext &Context, const Unit &U,
                           const KernelsForOthers &ForOthers) {
  if (!U.Sym->GetUltimate().scope())
    return;
  SubprogramChecker(Context, U, ForOthers).check();
}

} // namespace warpfort::checker
