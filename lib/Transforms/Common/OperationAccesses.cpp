//===-- OperationAccesses.cpp - What operations read and write ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See OperationAccesses.h.
///
//===----------------------------------------------------------------------===//
#include "OperationAccesses.h"
#include "FortranRuntime.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace warpfort {

bool OperationAccesses::writesAny() const {
  return WritesOthers ||
         llvm::any_of(All, [](const OperationAccess &A) { return A.Writes; });
}

/// The address that a pointer of LLVM's is made of.
static Value typedAddress(Value Pointer) {
  auto Convert = Pointer.getDefiningOp<fir::ConvertOp>();
  return Convert ? Convert.getValue() : Pointer;
}

static OperationAccess readOf(Value Address) { return {Address, true, false}; }
static OperationAccess writeTo(Value Address) { return {Address, false, true}; }

/// Texts have a type that says so; other bytes may be of any elements.
static OperationAccess bytesOf(OperationAccess Access) {
  Access.Address = typedAddress(Access.Address);
  Access.IsWhole =
      !isa<fir::CharacterType>(fir::unwrapRefType(Access.Address.getType()));
  return Access;
}

static bool isAddress(Type T) {
  return fir::isa_ref_type(T) || isa<fir::BaseBoxType, fir::BoxCharType>(T);
}

/// Whether \p V is an address of nothing.
static bool isNull(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    if (isa<fir::ZeroOp>(Op))
      return true;
    if (!isa<fir::EmboxOp, fir::ConvertOp>(Op))
      return false;
    V = Op->getOperand(0);
  }
  return false;
}

/// Procedures read all that they get the tuple or the descriptor of which
/// \p Store makes.
static void addStore(fir::StoreOp Store, OperationAccesses &Result) {
  Result.All.push_back(writeTo(Store.getMemref()));
  Value V = Store.getValue();
  if (!isAddress(V.getType()) || isNull(V))
    return;
  OperationAccess Kept = readOf(V);
  Kept.IsWhole = Kept.IsKept = true;
  Result.All.push_back(Kept);
}

static void addCall(fir::CallOp Call, OperationAccesses &Result) {
  llvm::StringRef Name =
      Call.getCallee() ? Call.getCallee()->getRootReference().getValue() : "";
  std::optional<RuntimeUse> Use = runtimeUse(Name);
  if (Use == RuntimeUse::Inquires)
    return;
  bool IsPure = Call.getNumResults() > 0 &&
                bitEnumContainsAny(Call.getProcedureAttrs().value_or(
                                       fir::FortranProcedureFlagsEnum::none),
                                   fir::FortranProcedureFlagsEnum::pure);
  bool ReadsOnly = IsPure || Use == RuntimeUse::Reads;
  for (auto [I, Arg] : llvm::enumerate(Call.getArgs())) {
    if (!isAddress(Arg.getType()))
      continue;
    OperationAccess Access = readOf(Arg);
    Access.Writes = !IsPure && !(Use == RuntimeUse::Reads && I > 0);
    // An element for a scalar dummy is read alone.
    Access.IsWhole = !fir::isa_trivial(fir::unwrapRefType(Arg.getType()));
    Result.All.push_back(Access);
  }
  Result.WritesOthers = !ReadsOnly;
}

/// Whether an operation that is not known by name here may change memory.
static bool mayWrite(Operation *Op) {
  if (Op->getNumRegions() || Op->hasTrait<OpTrait::IsTerminator>() ||
      isa<acc::OpenACCDialect>(Op->getDialect()))
    return false;
  auto Effects = getEffectsRecursively(Op);
  return !Effects ||
         llvm::any_of(*Effects, [](const MemoryEffects::EffectInstance &E) {
           return isa<MemoryEffects::Write>(E.getEffect()) &&
                  isa<SideEffects::DefaultResource>(E.getResource());
         });
}

OperationAccesses accessesOf(Operation *Op) {
  OperationAccesses Result;
  auto Add = [&](auto... Accesses) { (Result.All.push_back(Accesses), ...); };
  llvm::TypeSwitch<Operation *>(Op)
      .Case([&](fir::LoadOp Load) {
        OperationAccess Access = readOf(Load.getMemref());
        Access.IsDescriptor = isa<fir::BaseBoxType>(Load.getType());
        Add(Access);
      })
      .Case([&](fir::StoreOp Store) { addStore(Store, Result); })
      // Texts of several characters.
      .Case<LLVM::MemmoveOp, LLVM::MemcpyOp>([&](auto Move) {
        Add(bytesOf(readOf(Move.getSrc())), bytesOf(writeTo(Move.getDst())));
      })
      .Case([&](acc::AtomicReadOp Read) {
        Add(readOf(Read.getX()), writeTo(Read.getV()));
      })
      .Case([&](acc::AtomicWriteOp Write) { Add(writeTo(Write.getX())); })
      .Case([&](acc::AtomicUpdateOp Update) {
        Add(OperationAccess{Update.getX(), true, true});
      })
      .Case([&](acc::FirstprivateOp Copy) {
        if (Value Var = acc::getVar(Copy))
          Add(OperationAccess{Var, true, false, /*IsWhole=*/true});
      })
      .Case([&](acc::LoopOp Loop) {
        // When it ends, its reductions are added to their variables.
        for (Value Operand : Loop.getReductionOperands())
          if (auto Op = Operand.getDefiningOp<acc::ReductionOp>())
            Add(OperationAccess{acc::getVar(Op), true, true, /*IsWhole=*/true});
      })
      .Case([&](fir::CallOp Call) { addCall(Call, Result); })
      .Default([&](Operation *Other) {
        Result.WritesOthers = isa<fir::DispatchOp>(Other) || mayWrite(Other);
      });
  return Result;
}

bool anyAccess(
    Operation *Op,
    llvm::function_ref<bool(Operation *, const OperationAccess &)> Do) {
  return Op
      ->walk([&](Operation *Inner) {
        return llvm::any_of(
                   accessesOf(Inner).All,
                   [&](const OperationAccess &A) { return Do(Inner, A); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

Value assignedAddress(Operation *Op) {
  if (!isa<fir::CallOp, acc::LoopOp>(Op))
    for (const OperationAccess &A : accessesOf(Op).All)
      if (A.Writes)
        return A.Address;
  return {};
}

Value readAddress(Operation *Op) {
  if (!isa<fir::CallOp, acc::LoopOp, acc::FirstprivateOp>(Op))
    for (const OperationAccess &A : accessesOf(Op).All)
      if (A.Reads && !A.IsDescriptor && !A.IsKept)
        return A.Address;
  return {};
}

} // namespace warpfort
