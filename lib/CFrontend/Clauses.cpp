//===-- Clauses.cpp - Clauses of OpenACC C --------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data objects as operations of MLIR's dialect.
///
//===----------------------------------------------------------------------===//
#include "Clauses.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warprt/EntryPoints.h"
#include "warprt/PointerData.h"

#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort::c {

Lowering::Async Lowering::asyncOf(Clauses List) {
  Async Result;
  if (const auto *Clause = findClause<clang::OpenACCAsyncClause>(List)) {
    if (Clause->hasIntExpr())
      Result.Queue =
          convert(scalar(Clause->getIntExpr()), Clause->getIntExpr()->getType(),
                  AST.IntTy, Clause->getBeginLoc());
    else
      Result.Only = true;
  }
  return Result;
}

Value Lowering::ifOf(Clauses List) {
  const auto *Clause = findClause<clang::OpenACCIfClause>(List);
  return Clause ? condition(Clause->getConditionExpr()) : Value();
}

/// Whether a list of device types names those that code is made for.
static bool isOurs(const clang::OpenACCDeviceTypeClause *Clause) {
  return llvm::any_of(Clause->getArchitectures(), [](const auto &Architecture) {
    StringRef Name = Architecture.getIdentifierInfo()
                         ? Architecture.getIdentifierInfo()->getName()
                         : "";
    return Name.equals_insensitive("nvidia") ||
           Name.equals_insensitive("acc_device_nvidia");
  });
}

/// The clauses that apply: of each kind those after `device_type(nvidia)`, else
/// those after `device_type(*)`, else those before.
SmallVector<const clang::OpenACCClause *> clausesThatApply(Clauses List) {
  SmallVector<const clang::OpenACCClause *> Groups[3];
  int Group = 2;
  for (const clang::OpenACCClause *Clause : List) {
    const auto *Types = dyn_cast<clang::OpenACCDeviceTypeClause>(Clause);
    if (Types)
      Group = isOurs(Types) ? 0 : Types->hasAsterisk() ? 1 : 3;
    else if (Group < 3)
      Groups[Group].push_back(Clause);
  }
  SmallVector<const clang::OpenACCClause *> Result;
  llvm::SmallDenseSet<int> Known;
  for (const auto &Of : Groups) {
    for (const clang::OpenACCClause *Clause : Of)
      if (!Known.count(static_cast<int>(Clause->getClauseKind())))
        Result.push_back(Clause);
    for (const clang::OpenACCClause *Clause : Of)
      Known.insert(static_cast<int>(Clause->getClauseKind()));
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Data clauses
//===----------------------------------------------------------------------===//

#define POINTER_FUNCTION(NAME)                                                 \
  [](fir::FirOpBuilder &B, Location Loc) {                                     \
    return WARPFORT_RUNTIME_FUNCTION(B, Loc, NAME);                            \
  }

Lowering::PointerCall Lowering::DataAction::enterPointers() const {
  auto EnterBy = [](int32_t How) {
    return PointerCall{POINTER_FUNCTION(warprt_acc_enter_pointers), How};
  };
  switch (Entry) {
  case Copyin:
    return EnterBy(WARPRT_ACC_COPYIN);
  case Create:
    return EnterBy(WARPRT_ACC_CREATE);
  case Present:
    return EnterBy(WARPRT_ACC_PRESENT);
  case NoCreate:
    return EnterBy(WARPRT_ACC_NO_CREATE);
  case Attach:
    return {POINTER_FUNCTION(warprt_acc_attach_pointers)};
  case UpdateDevice:
    return {POINTER_FUNCTION(warprt_acc_update_device_pointers)};
  case DevicePtr:
  case UseDevice:
  case Lookup:
    return {};
  }
  return {};
}

Lowering::PointerCall Lowering::DataAction::exitPointers() const {
  auto ExitBy = [](int32_t How) {
    return PointerCall{POINTER_FUNCTION(warprt_acc_exit_pointers), How};
  };
  switch (Exit) {
  case None:
    return {};
  case Copyout:
    return ExitBy(WARPRT_ACC_COPYOUT);
  case Delete:
    return ExitBy(WARPRT_ACC_DELETE);
  case Detach:
    return {POINTER_FUNCTION(warprt_acc_detach_pointers)};
  case UpdateHost:
    return {POINTER_FUNCTION(warprt_acc_update_host_pointers)};
  }
  return {};
}
#undef POINTER_FUNCTION

/// What the data clauses of compute and data constructs do; nothing for other
/// clauses.
std::optional<Lowering::DataAction>
Lowering::dataAction(const clang::OpenACCClause *Clause) {
  using D = acc::DataClause;
  using A = DataAction;
  using Modifier = clang::OpenACCModifierKind;
  auto Check = [&](Modifier Given, Modifier Allowed) {
    if ((Given & ~Allowed) != Modifier::Invalid)
      error(Clause->getBeginLoc(), "this modifier of a data clause is not "
                                   "supported");
    return Given != Modifier::Invalid;
  };
  if (const auto *Copy = dyn_cast<clang::OpenACCCopyClause>(Clause)) {
    Check(Copy->getModifierList(), Modifier::Invalid);
    return A{A::Copyin, A::Copyout, D::acc_copy};
  }
  if (const auto *In = dyn_cast<clang::OpenACCCopyInClause>(Clause)) {
    bool Readonly = Check(In->getModifierList(), Modifier::Readonly);
    return A{A::Copyin, A::Delete,
             Readonly ? D::acc_copyin_readonly : D::acc_copyin};
  }
  if (const auto *Out = dyn_cast<clang::OpenACCCopyOutClause>(Clause)) {
    bool Zero = Check(Out->getModifierList(), Modifier::Zero);
    return A{A::Create, A::Copyout,
             Zero ? D::acc_copyout_zero : D::acc_copyout};
  }
  if (const auto *Create = dyn_cast<clang::OpenACCCreateClause>(Clause)) {
    bool Zero = Check(Create->getModifierList(), Modifier::Zero);
    return A{A::Create, A::Delete, Zero ? D::acc_create_zero : D::acc_create};
  }
  if (isa<clang::OpenACCDeviceResidentClause>(Clause))
    return A{A::Create, A::Delete, D::acc_create};
  if (isa<clang::OpenACCPresentClause>(Clause))
    return A{A::Present, A::Delete, D::acc_present, /*NeedsSize=*/false};
  if (isa<clang::OpenACCNoCreateClause>(Clause))
    return A{A::NoCreate, A::Delete, D::acc_no_create};
  if (isa<clang::OpenACCDevicePtrClause>(Clause))
    return A{A::DevicePtr, A::None, D::acc_deviceptr, /*NeedsSize=*/false};
  if (isa<clang::OpenACCAttachClause>(Clause))
    return A{A::Attach, A::Detach, D::acc_attach, /*NeedsSize=*/false};
  return std::nullopt;
}

bool Lowering::isReadOnly(const clang::VarDecl *Var) const {
  QualType T = Var->getType();
  return !T->isPointerType() && AST.getBaseElementType(T).isConstQualified();
}

/// What an action does to \p Object: a constant, which may be in memory that
/// cannot be written, is never copied back.
Lowering::DataAction Lowering::actionOn(const DataObject &Object,
                                        DataAction Action) const {
  if (!Object.Var || !isReadOnly(Object.Var) ||
      Action.Exit != DataAction::Copyout)
    return Action;
  Action.Exit = DataAction::Delete;
  Action.Kind = Action.Entry == DataAction::Lookup
                    ? acc::DataClause::acc_delete
                    : acc::DataClause::acc_copyin;
  return Action;
}

void reportPointers(fir::CallOp Call, StringRef Directive,
                    acc::DataClause Clause, StringRef Object) {
  Builder B(Call.getContext());
  PointerClauseAttr.set(
      Call,
      B.getStrArrayAttr({Directive, acc::stringifyDataClause(Clause), Object}));
}

Operation *Lowering::dataEntry(const DataObject &Object,
                               const DataAction &Action, bool Structured,
                               bool Implicit, const Async &Queue) {
  auto Make = [&](auto Null) -> Operation * {
    auto Entry = decltype(Null)::create(B, Here, Object.Base, Structured,
                                        Implicit, Object.Name, Object.Bounds);
    // Pointers are only copied in.
    bool IsCopied = Object.Pointers && isa<acc::CopyinOp>(Entry);
    Entry.setDataClause(!IsCopied ? Action.Kind
                        : Action.Exit == DataAction::Copyout
                            ? acc::DataClause::acc_copy
                            : acc::DataClause::acc_copyin);
    setQueue(Entry, Queue.Queue, Queue.Only);
    if (Object.IsPart)
      PartPresentAttr.set(Entry);
    return Entry;
  };
  switch (Action.Entry) {
  case DataAction::Copyin:
    return Make(acc::CopyinOp());
  case DataAction::Create:
    // Pointers have their values, also those that point to nothing.
    return Object.Pointers ? Make(acc::CopyinOp()) : Make(acc::CreateOp());
  case DataAction::Present:
    return Make(acc::PresentOp());
  case DataAction::NoCreate:
    return Make(acc::NoCreateOp());
  case DataAction::DevicePtr:
    return Make(acc::DevicePtrOp());
  case DataAction::UseDevice:
    return Make(acc::UseDeviceOp());
  case DataAction::UpdateDevice:
    return Make(acc::UpdateDeviceOp());
  case DataAction::Attach:
  case DataAction::Lookup:
    break;
  }
  return Make(acc::GetDevicePtrOp());
}

void Lowering::dataExit(Operation *Entry, const DataObject &Object,
                        const DataAction &Action, bool Structured,
                        bool Implicit, const Async &Queue) {
  Value AccVar = Entry->getResult(0);
  bool IsCopied = Object.Pointers && Action.Entry != DataAction::Present &&
                  Action.Entry != DataAction::NoCreate;
  auto Finish = [&](auto Exit) {
    Exit.setDataClause(!IsCopied    ? Action.Kind
                       : Structured ? acc::DataClause::acc_copyin
                                    : acc::DataClause::acc_delete);
    setQueue(Exit, Queue.Queue, Queue.Only);
    if (Object.IsPart)
      PartPresentAttr.set(Exit);
  };
  switch (Action.Exit) {
  case DataAction::Copyout:
    if (!Object.Pointers) {
      Finish(acc::CopyoutOp::create(B, Here, AccVar, Object.Base, Structured,
                                    Implicit, Object.Name, Object.Bounds));
      break;
    }
    [[fallthrough]];
  case DataAction::Delete:
    Finish(acc::DeleteOp::create(B, Here, AccVar, Structured, Implicit,
                                 Object.Name, Object.Bounds));
    break;
  case DataAction::UpdateHost:
    Finish(acc::UpdateHostOp::create(B, Here, AccVar, Object.Base, Structured,
                                     Implicit, Object.Name, Object.Bounds));
    break;
  case DataAction::None:
  case DataAction::Detach:
    break;
  }
}

} // namespace warpfort::c
