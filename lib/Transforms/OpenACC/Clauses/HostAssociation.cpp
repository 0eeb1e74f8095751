//===-- HostAssociation.cpp - Variables of internal procedures ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An internal procedure gets the addresses of its host's variables in a tuple,
/// the same for all internal procedures of the host. Of a call in a compute
/// construct, those addresses would be the host's. Such calls get a tuple of
/// their own, made in the construct of the variables that the procedure uses,
/// which are then the construct's as if they stood in it: with the clauses that
/// name them, or those that variables without clauses have.
///
//===----------------------------------------------------------------------===//
#include "HostAssociation.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallSet.h"
#include <set>

using namespace mlir;

namespace warpfort::openacc {
namespace {

using Elements = llvm::SmallSet<int64_t, 8>;

bool isTuple(Value V) {
  return isa<TupleType>(fir::unwrapRefType(V.getType()));
}

/// Whether nothing is done with the result of an operation but to name it.
bool isUnused(Operation *Op) {
  return (isa<fir::DeclareOp, fir::LoadOp>(Op) || isMemoryEffectFree(Op)) &&
         !Op->hasTrait<OpTrait::IsTerminator>() &&
         llvm::all_of(Op->getUsers(), isUnused);
}

std::optional<int64_t> elementOf(fir::CoordinateOp Op) {
  if (Op.getNumOperands() == 2)
    return fir::getIntIfConstant(Op.getOperand(1));
  auto Indices = Op.getFieldIndicesAttr();
  if (Op.getNumOperands() == 1 && Indices && Indices.size() == 1 &&
      Indices[0] >= 0)
    return Indices[0];
  return std::nullopt;
}

/// The elements of its tuple that a procedure, or what it calls, uses; all that
/// there are where that is not known.
void addUsed(func::FuncOp Function, unsigned Argument, Elements &Used,
             std::set<Operation *> &Seen) {
  auto All = [&](Type T) {
    auto Tuple = cast<TupleType>(fir::unwrapRefType(T));
    for (unsigned I = 0; I < Tuple.size(); ++I)
      Used.insert(I);
  };
  if (!Seen.insert(Function).second)
    return;
  if (Function.isExternal())
    return All(Function.getArgumentTypes()[Argument]);
  Value Tuple = Function.getArgument(Argument);
  for (OpOperand &Use : Tuple.getUses()) {
    Operation *User = Use.getOwner();
    if (auto At = dyn_cast<fir::CoordinateOp>(User)) {
      std::optional<int64_t> Element = elementOf(At);
      if (!Element)
        All(Tuple.getType());
      else if (!isUnused(At))
        Used.insert(*Element);
      continue;
    }
    auto Call = dyn_cast<fir::CallOp>(User);
    func::FuncOp Callee = Call ? getCallee(Call) : func::FuncOp();
    if (Callee && Use.getOperandNumber() < Callee.getNumArguments())
      addUsed(Callee, Use.getOperandNumber(), Used, Seen);
    else
      All(Tuple.getType());
  }
}

/// What the procedure that a construct is in calls the variable of an element:
/// the value that it stores in the tuple, or, in an internal procedure, the
/// variable that it takes from there.
Operation *findVariable(Value Tuple, int64_t Element) {
  Operation *Result = nullptr;
  for (Operation *User : Tuple.getUsers()) {
    auto At = dyn_cast<fir::CoordinateOp>(User);
    if (!At || elementOf(At) != Element)
      continue;
    for (Operation *Access : At->getUsers()) {
      if (auto Store = dyn_cast<fir::StoreOp>(Access);
          Store && Store.getMemref() == At.getResult())
        return Store;
      if (isa<fir::LoadOp>(Access))
        Result = Access;
    }
  }
  return Result;
}

/// The name that a procedure has for what it loaded from its tuple.
fir::DeclareOp declarationOf(Value Loaded) {
  for (Operation *User : Loaded.getUsers()) {
    if (auto Declare = dyn_cast<fir::DeclareOp>(User);
        Declare && Declare.getMemref() == Loaded)
      return Declare;
    if (isa<fir::BoxAddrOp, fir::UnboxCharOp, fir::ConvertOp>(User))
      if (fir::DeclareOp Declare = declarationOf(User->getResult(0)))
        return Declare;
  }
  return {};
}

/// The value of an element, made anew at the builder's place of the variable
/// itself; null if it is not understood.
Value makeElement(OpBuilder &Builder, Location Loc, Operation *Source) {
  if (auto Store = dyn_cast<fir::StoreOp>(Source)) {
    Value V = Store.getValue();
    Operation *Definer = V.getDefiningOp();
    if (isa_and_nonnull<fir::EmboxOp, fir::ReboxOp, fir::EmboxCharOp,
                        fir::ConvertOp>(Definer))
      return Builder.clone(*Definer)->getResult(0);
    return V;
  }
  Value Loaded = Source->getResult(0);
  fir::DeclareOp Name = declarationOf(Loaded);
  if (!Name)
    return {};
  Type T = Loaded.getType();
  if (Name.getType() == T)
    return Name;
  if (isa<fir::BoxType>(T) && !isa<fir::BaseBoxType>(Name.getType()))
    return fir::EmboxOp::create(Builder, Loc, T, Name, Name.getShape());
  if (isa<fir::BoxCharType>(T) && Name.getTypeparams().size() == 1)
    return fir::EmboxCharOp::create(Builder, Loc, T, Name,
                                    Name.getTypeparams()[0]);
  return {};
}

LogicalResult passHostVariables(fir::CallOp Call, OpOperand &Operand,
                                Operation *Construct) {
  Value Tuple = Operand.get();
  if (Construct->getRegion(0).isAncestor(Tuple.getParentRegion()))
    return success();
  func::FuncOp Callee = getCallee(Call);
  Elements Used;
  std::set<Operation *> Seen;
  if (Callee && Operand.getOperandNumber() < Callee.getNumArguments())
    addUsed(Callee, Operand.getOperandNumber(), Used, Seen);
  OpBuilder Builder(Call);
  Location Loc = Call.getLoc();
  auto T = cast<TupleType>(fir::unwrapRefType(Tuple.getType()));
  Value Own = fir::AllocaOp::create(Builder, Loc, T);
  for (int64_t Element : Used) {
    Operation *Source = findVariable(Tuple, Element);
    Value V = Source ? makeElement(Builder, Loc, Source) : Value();
    if (!V)
      return emitUserError(Call,
                           "an internal procedure with such variables of its "
                           "host cannot be called in a compute construct");
    Value Index = arith::ConstantOp::create(Builder, Loc,
                                            Builder.getI32IntegerAttr(Element));
    Type Slot = fir::isa_ref_type(V.getType())
                    ? Type(fir::LLVMPointerType::get(V.getType()))
                    : Type(fir::ReferenceType::get(V.getType()));
    Value At =
        fir::CoordinateOp::create(Builder, Loc, Slot, Own, ValueRange{Index});
    fir::StoreOp::create(Builder, Loc, V, At);
  }
  Operand.set(Own);
  return success();
}

} // namespace

LogicalResult passHostVariables(ModuleOp Module) {
  llvm::SmallVector<std::pair<fir::CallOp, Operation *>> Calls;
  Module.walk([&](fir::CallOp Call) {
    Operation *Construct = nullptr;
    for (Operation *Op = Call->getParentOp(); Op; Op = Op->getParentOp())
      if (isa<ACC_COMPUTE_CONSTRUCT_OPS>(Op))
        Construct = Op;
    if (Construct)
      Calls.push_back({Call, Construct});
  });
  for (auto [Call, Construct] : Calls)
    for (OpOperand &Operand : Call->getOpOperands())
      if (isTuple(Operand.get()) &&
          failed(passHostVariables(Call, Operand, Construct)))
        return failure();
  return success();
}

} // namespace warpfort::openacc
