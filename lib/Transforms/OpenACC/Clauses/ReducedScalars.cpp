//===-- ReducedScalars.cpp - Reductions of allocated scalars --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ReducedScalars.h. A clause whose descriptor is used for anything but the
/// scalar stays as it is.
///
//===----------------------------------------------------------------------===//
#include "ReducedScalars.h"
#include "ReductionKinds.h"
#include "SharedScalars.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// The type of the scalar that a variable's descriptor leads to; null if the
/// variable is of another kind.
Type scalarBehind(Value Variable) {
  auto Box = dyn_cast<fir::BoxType>(fir::unwrapRefType(Variable.getType()));
  if (!Box || !fir::isa_ref_type(Variable.getType()) ||
      !isa<fir::HeapType, fir::PointerType>(Box.getEleTy()))
    return {};
  Type Scalar = fir::unwrapRefType(Box.getEleTy());
  return fir::isa_trivial(Scalar) ? Scalar : Type();
}

/// One clause and what its code does with the descriptor.
class Clause {
public:
  explicit Clause(acc::ReductionOp Op)
      : Op(Op), Scalar(scalarBehind(Op.getAccVar())) {}
  void rename();

private:
  bool find(Value Name);
  Value assignedFrom(fir::CallOp Call);
  void useAddress(fir::BoxAddrOp Old, Value New);

  acc::ReductionOp Op;
  Type Scalar;
  llvm::SmallVector<fir::BoxAddrOp> Addresses;
  llvm::SmallVector<fir::CallOp> Assignments;
  /// Names of the descriptor, the later ones made of the earlier.
  llvm::SmallVector<Operation *> Names;
};

/// Where the value is that \p Call assigns to a scalar of the same type; null
/// if it does something else.
Value Clause::assignedFrom(fir::CallOp Call) {
  if (!calls(Call, "_FortranAAssign"))
    return {};
  auto Embox =
      withoutConversions(Call.getArgs()[1]).getDefiningOp<fir::EmboxOp>();
  return Embox && fir::unwrapRefType(Embox.getMemref().getType()) == Scalar
             ? Embox.getMemref()
             : Value();
}

/// The value of the temporary at \p Address, for \p At: that of the one store
/// to it, from which others see what a statement computes.
Value valueIn(fir::FirOpBuilder &Builder, Value Address, Operation *At) {
  fir::StoreOp Only;
  unsigned Stores = 0;
  for (Operation *User : Address.getUsers())
    if (auto Store = dyn_cast<fir::StoreOp>(User);
        Store && Store.getMemref() == Address) {
      Only = Store;
      ++Stores;
    }
  bool IsTemporary = Address.getDefiningOp<fir::AllocaOp>() && Stores == 1 &&
                     Only->getBlock() == At->getBlock() &&
                     Only->isBeforeInBlock(At);
  if (IsTemporary)
    return Only.getValue();
  return fir::LoadOp::create(Builder, At->getLoc(), Address);
}

/// Erases what makes \p V, which nothing uses: an update is to have no other
/// use of the new value, by which reductions are known.
void eraseMaker(Value V) {
  Operation *Maker = V.getDefiningOp();
  if (!Maker)
    return;
  if (Maker->use_empty() && isMemoryEffectFree(Maker)) {
    llvm::SmallVector<Value> Operands(Maker->getOperands());
    Maker->erase();
    llvm::for_each(Operands, eraseMaker);
  } else if (isa<fir::AllocaOp>(Maker) && Maker->hasOneUse()) {
    auto Store = dyn_cast<fir::StoreOp>(*Maker->user_begin());
    if (!Store || Store.getMemref() != V)
      return;
    Store.erase();
    Maker->erase();
  }
}

/// Whether all that is done by \p Name of the descriptor, and by names made of
/// it, is known here.
bool Clause::find(Value Name) {
  return llvm::all_of(Name.getUsers(), [&](Operation *User) {
    if (isa<acc::LoopOp, acc::ParallelOp, acc::SerialOp>(User))
      return true;
    if (auto Call = dyn_cast<fir::CallOp>(User)) {
      Assignments.push_back(Call);
      return Call.getArgs()[0] == Name && assignedFrom(Call);
    }
    if (auto Address = dyn_cast<fir::BoxAddrOp>(User)) {
      Addresses.push_back(Address);
      return true;
    }
    if (!isa<fir::DeclareOp, fir::ConvertOp>(User) &&
        !(isa<fir::LoadOp>(User) &&
          isa<fir::BoxType>(User->getResult(0).getType())))
      return false;
    Names.push_back(User);
    return find(User->getResult(0));
  });
}

/// Loads, stores and clauses take an address of either type.
void Clause::useAddress(fir::BoxAddrOp Old, Value New) {
  for (OpOperand &Use : llvm::make_early_inc_range(Old->getUses())) {
    Operation *User = Use.getOwner();
    if (isa<fir::ConvertOp>(User) &&
        User->getResult(0).getType() == New.getType()) {
      User->getResult(0).replaceAllUsesWith(New);
      User->erase();
    } else if (isa<fir::LoadOp, fir::StoreOp>(User)) {
      Use.set(New);
    } else {
      OpBuilder Builder(User);
      Use.set(
          fir::ConvertOp::create(Builder, User->getLoc(), Old.getType(), New));
    }
  }
  Old.erase();
}

void Clause::rename() {
  std::optional<ReductionKind> Kind = getReductionKind(Op);
  auto Module = Op->getParentOfType<ModuleOp>();
  fir::FirOpBuilder Builder(Op, fir::getKindMapping(Module));
  if (!Scalar || !Kind || !find(Op.getAccVar()))
    return;
  std::string Suffix = getReductionTypeSuffix(Builder, *Kind, Scalar);
  if (Suffix.empty())
    return;
  Location Loc = Op.getLoc();
  Type Reference = Builder.getRefType(Scalar);
  Value Box = fir::LoadOp::create(Builder, Loc, acc::getVar(Op));
  Value Address = Builder.createConvert(
      Loc, Reference, fir::BoxAddrOp::create(Builder, Loc, Box));
  auto New = acc::ReductionOp::create(Builder, Loc, Address,
                                      /*structured=*/true, Op.getImplicit(),
                                      acc::getVarName(Op).value_or(""));
  New.setRecipeAttr(SymbolRefAttr::get(
      Op.getContext(),
      getOrCreateReductionRecipe(Module, *Kind, Reference, Suffix)));
  Value Own = New.getAccVar();
  for (fir::BoxAddrOp Old : Addresses)
    useAddress(Old, Own);
  for (fir::CallOp Call : Assignments) {
    Builder.setInsertionPoint(Call);
    Value Assigned = valueIn(Builder, assignedFrom(Call), Call);
    fir::StoreOp::create(Builder, Call.getLoc(), Assigned, Own);
    Value Described = Call.getArgs()[1];
    Call.erase();
    eraseMaker(Described);
  }
  for (Operation *Name : llvm::reverse(Names))
    Name->erase();
  Op.getAccVar().replaceAllUsesWith(Own);
  Op.erase();
}

} // namespace

void nameReducedScalars(ModuleOp Module) {
  llvm::SmallVector<acc::ReductionOp> Clauses;
  Module.walk([&](acc::ReductionOp Op) { Clauses.push_back(Op); });
  // Those of inner loops first: they use what those around give.
  for (acc::ReductionOp Op : llvm::reverse(Clauses))
    Clause(Op).rename();
}

} // namespace warpfort::openacc
