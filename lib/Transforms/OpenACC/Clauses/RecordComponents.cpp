//===-- RecordComponents.cpp - Components with data clauses ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See RecordComponents.h.
///
//===----------------------------------------------------------------------===//
#include "RecordComponents.h"
#include "RecordClauses.h"
#include "SharedScalars.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/OpenACC/Facts/LoopFacts.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "warpfort/Support/Names.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>

using namespace mlir;

namespace warpfort::openacc {
namespace {

using Path = llvm::SmallVector<int32_t, 4>;

/// The type of the record at an address, or that a polymorphic dummy argument
/// is; null if there is none.
fir::RecordType recordTypeOf(Value Address) {
  Type Of = fir::unwrapRefType(Address.getType());
  if (auto Class = dyn_cast<fir::ClassType>(Address.getType()))
    Of = Class.getEleTy();
  return dyn_cast<fir::RecordType>(Of);
}

/// The components that lead from a record to \p Op's result; none where it is
/// an element or what a descriptor describes.
bool appendPath(fir::CoordinateOp Op, Path &To) {
  if (!Op.getCoor().empty() || !Op.getFieldIndices() ||
      !recordTypeOf(Op.getRef()))
    return false;
  llvm::append_range(To, *Op.getFieldIndices());
  return true;
}

/// The record that an address is a component of; null if it is none.
Value recordOf(Value Address, Path &Components) {
  Value Record;
  while (auto Op = Address.getDefiningOp<fir::CoordinateOp>()) {
    Path Here;
    if (!appendPath(Op, Here))
      return {};
    Components.insert(Components.begin(), Here.begin(), Here.end());
    Record = Address = Op.getRef();
  }
  return Record;
}

/// What names a variable in all procedures, or in this one.
void *identityOf(Value Record) {
  while (auto Declare = Record.getDefiningOp<fir::DeclareOp>())
    Record = Declare.getMemref();
  if (auto Address = Record.getDefiningOp<fir::AddrOfOp>())
    return const_cast<void *>(
        Address.getSymbol().getRootReference().getAsOpaquePointer());
  return Record.getAsOpaquePointer();
}

/// Whether a clause makes part of a record device data.
bool isPartial(Operation *Clause) {
  if (!isa<acc::CopyinOp, acc::CreateOp, acc::PresentOp, acc::NoCreateOp>(
          Clause))
    return false;
  // What a descriptor describes is elsewhere.
  Path Components;
  Value Var = acc::getVar(Clause);
  return Var && recordOf(Var, Components) &&
         !isa<fir::BaseBoxType>(fir::unwrapRefType(Var.getType()));
}

/// A component that a construct uses.
struct Component {
  Value Address;
  llvm::SmallVector<OpOperand *> Uses;
};
using Components = std::map<Path, Component>;

/// The names of a record and its components at which something but a name of a
/// component uses them in \p Body, with these uses. False if the whole record
/// is one of them.
bool findUses(Value Name, const Path &Before, Region &Body, Components &Found) {
  for (OpOperand &Use : Name.getUses()) {
    Operation *User = Use.getOwner();
    Path Here = Before;
    if (auto Op = dyn_cast<fir::CoordinateOp>(User);
        Op && appendPath(Op, Here)) {
      if (!findUses(Op.getResult(), Here, Body, Found))
        return false;
      continue;
    }
    if (!Body.isAncestor(User->getParentRegion()) ||
        isa<fir::IsPresentOp>(User))
      continue;
    if (Before.empty())
      return false;
    Found[Before].Address = Name;
    Found[Before].Uses.push_back(&Use);
  }
  return true;
}

/// Whether one of the components has its data elsewhere, or is an array of
/// records that may have: a copy of the record would have the host's address.
bool anyDescriptor(const Components &Found) {
  return llvm::any_of(Found, [](const auto &Entry) {
    return hasDescriptors(fir::unwrapRefType(Entry.second.Address.getType()));
  });
}

/// Whether a component is part of another one that is used as a whole.
bool overlap(const Components &Found) {
  for (auto I = Found.begin(); I != Found.end(); ++I)
    for (auto J = std::next(I); J != Found.end(); ++J)
      if (J->first.size() > I->first.size() &&
          std::equal(I->first.begin(), I->first.end(), J->first.begin()))
        return true;
  return false;
}

/// The address of a component outside of the construct, and its name.
std::pair<Value, std::string> addressOf(OpBuilder &Builder, Location Loc,
                                        Value Record, std::string Name,
                                        const Path &Components) {
  Value Address = Record;
  for (int32_t Index : Components) {
    fir::RecordType Type = recordTypeOf(Address);
    auto [Field, FieldType] = Type.getTypeList()[Index];
    Name += ("%" + componentName(Field)).str();
    Address = fir::CoordinateOp::create(
        Builder, Loc, fir::ReferenceType::get(FieldType), Address,
        llvm::ArrayRef<fir::IntOrValue>{
            IntegerAttr::get(Builder.getI32Type(), Index)});
  }
  return {Address, Name};
}

/// Whether DEFAULT(PRESENT) is in effect in a compute construct.
bool isPresentByDefault(Operation *Op) {
  return acc::getDefaultAttr(Op) == acc::ClauseDefaultValue::Present;
}

/// Names that nothing uses any more would count as uses of the record.
void eraseUnusedNames(Region &Body) {
  eraseUnused(Body,
              [](Operation *Name) { return isa<fir::CoordinateOp>(Name); });
}

template <typename Construct>
void addClauses(Construct Op, Value Record, llvm::StringRef RecordName,
                const Components &Found) {
  Location Loc = Op.getLoc();
  if (mayBeAbsent(Record)) {
    OpBuilder Plain(Op);
    fir::FirOpBuilder Builder(Plain, Op->template getParentOfType<ModuleOp>());
    Value IsPresent =
        fir::IsPresentOp::create(Builder, Loc, Builder.getI1Type(), Record);
    answerPresence(Record, IsPresent, Op.getRegion());
    Record = recordOrEmpty(Builder, Loc, Record);
  }
  for (auto &[Components, Uses] : Found) {
    OpBuilder Builder(Op);
    auto [Var, Name] =
        addressOf(Builder, Loc, Record, RecordName.str(), Components);
    // Scalars may come along with the arrays that are there.
    bool MustBePresent = isPresentByDefault(Op) &&
                         !fir::isa_trivial(fir::unwrapRefType(Var.getType()));
    Value AccVar = addClause(Builder, Op, Var, MustBePresent, Name);
    for (OpOperand *Use : Uses.Uses)
      Use->set(AccVar);
  }
  eraseUnusedNames(Op.getRegion());
}

/// Lowering has what a construct uses of components named by clauses refer to
/// these, but for NO_CREATE. \p Found keeps what no such clause names.
void useNamedComponents(Operation *Construct, Value Record, Components &Found) {
  for (Value Operand : Construct->getOperands()) {
    auto Clause = Operand.getDefiningOp<acc::NoCreateOp>();
    Path Named;
    Value Of = Clause ? recordOf(acc::getVar(Clause), Named) : Value();
    if (!Of || identityOf(Of) != identityOf(Record))
      continue;
    auto Known = Found.find(Named);
    if (Known == Found.end() ||
        Known->second.Address.getType() != Operand.getType())
      continue;
    for (OpOperand *Use : Known->second.Uses)
      Use->set(Operand);
    Found.erase(Known);
    eraseUnusedNames(Construct->getRegion(0));
  }
}

} // namespace

void addComponentClauses(ModuleOp Module, const MovedRecords &Moved) {
  llvm::DenseSet<void *> Partial;
  llvm::SmallVector<Operation *> Constructs;
  Module.walk([&](Operation *Op) {
    Path Components;
    if (isPartial(Op))
      Partial.insert(identityOf(recordOf(acc::getVar(Op), Components)));
    else if (isa<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(Op))
      Constructs.push_back(Op);
  });
  for (Operation *Op : Constructs) {
    Region &Body = Op->getRegion(0);
    llvm::SetVector<Value> Used, Records;
    getUsedValuesDefinedAbove(Body, Used);
    for (Value V : Used) {
      Path Components;
      Value Record = recordOf(V, Components);
      if (!Record)
        Record = V;
      if ((fir::isa_ref_type(Record.getType()) ||
           isa<fir::ClassType>(Record.getType())) &&
          recordTypeOf(Record))
        Records.insert(Record);
    }
    for (Value Record : Records) {
      Components Found;
      if (!findUses(Record, {}, Body, Found) || overlap(Found))
        continue;
      useNamedComponents(Op, Record, Found);
      bool IsPartial =
          Partial.contains(identityOf(Record)) || Moved.Around.contains(Record);
      auto Known = Moved.Names.find(Record);
      bool IsMoved = Known != Moved.Names.end();
      if (!IsPartial && !IsMoved &&
          (!anyDescriptor(Found) || isDeclaredData(Module, Record)))
        continue;
      std::string Name = IsMoved ? Known->second : sourceNameOf(Record);
      llvm::TypeSwitch<Operation *, void>(Op)
          .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(
              [&](auto Construct) {
                addClauses(Construct, Record, Name, Found);
              });
    }
  }
}

} // namespace warpfort::openacc
