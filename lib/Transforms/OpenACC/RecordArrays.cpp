//===-- RecordArrays.cpp - Components of arrays of records ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See RecordArrays.h.
///
//===----------------------------------------------------------------------===//
#include "RecordArrays.h"
#include "SharedScalars.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>
#include <memory>

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// What a construct uses of an object: of an array its elements, of a record
/// components, of a descriptor what it describes.
struct Uses {
  std::map<int32_t, Uses> Components;
  std::unique_ptr<Uses> Inner;

  Uses &inner() {
    if (!Inner)
      Inner = std::make_unique<Uses>();
    return *Inner;
  }
};

/// Collects the uses in \p Body of the object at \p Name.
void collect(Value Name, Region &Body, Uses &Of) {
  for (Operation *User : Name.getUsers()) {
    if (!Body.isAncestor(User->getParentRegion()))
      continue;
    if (auto Component = dyn_cast<fir::CoordinateOp>(User)) {
      Uses *Part = &Of;
      Type T = objectAt(Name.getType());
      if (isa<fir::SequenceType>(T)) {
        Part = &Part->inner();
        T = fir::unwrapSequenceType(T);
      }
      if (auto Fields = Component.getFieldIndices())
        for (int32_t I : *Fields) {
          auto Record = dyn_cast<fir::RecordType>(T);
          if (!Record)
            return;
          Part = &Part->Components[I];
          T = Record.getTypeList()[I].second;
        }
      collect(Component, Body, *Part);
    } else if (auto Element = dyn_cast<fir::ArrayCoorOp>(User)) {
      if (Element.getMemref() == Name)
        collect(Element, Body, Of.inner());
    } else if (auto Load = dyn_cast<fir::LoadOp>(User)) {
      if (isa<fir::BaseBoxType>(Load.getType()))
        collect(Load, Body, Of.inner());
    } else if (isa<fir::DeclareOp, fir::ConvertOp, fir::BoxAddrOp, fir::ReboxOp,
                   fir::EmboxOp>(User)) {
      if (User->getOperand(0) == Name)
        collect(User->getResult(0), Body, Of);
    }
  }
}

/// Whether an object of type \p T, of which these parts are used, has its data
/// elsewhere; or what its descriptor describes has.
bool needsClauses(Type T, const Uses &Of) {
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    return Of.Inner && needsClauses(objectAt(Box), *Of.Inner);
  if (auto Array = dyn_cast<fir::SequenceType>(T))
    return Of.Inner && needsClauses(Array.getEleTy(), *Of.Inner);
  auto Record = dyn_cast<fir::RecordType>(T);
  return Record && llvm::any_of(Of.Components, [&](const auto &Part) {
           Type Component = Record.getTypeList()[Part.first].second;
           return isa<fir::BaseBoxType>(Component) ||
                  needsClauses(Component, Part.second);
         });
}

/// A descriptor of the array that a variable is; null if its end is not known.
Value describe(fir::FirOpBuilder &Builder, Location Loc, Value Var) {
  if (isa<fir::BaseBoxType>(Var.getType()))
    return Var;
  Type T = fir::unwrapRefType(Var.getType());
  if (isa<fir::BaseBoxType>(T))
    return fir::LoadOp::create(Builder, Loc, Var);
  auto Array = cast<fir::SequenceType>(T);
  llvm::SmallVector<Value> Extents;
  if (!Array.hasDynamicExtents()) {
    for (int64_t Extent : Array.getShape())
      Extents.push_back(
          Builder.createIntegerConstant(Loc, Builder.getIndexType(), Extent));
  } else {
    auto Declare = Var.getDefiningOp<fir::DeclareOp>();
    Operation *Shape = Declare && Declare.getShape()
                           ? Declare.getShape().getDefiningOp()
                           : nullptr;
    if (auto Plain = dyn_cast_or_null<fir::ShapeOp>(Shape))
      llvm::append_range(Extents, Plain.getExtents());
    else if (auto Shifted = dyn_cast_or_null<fir::ShapeShiftOp>(Shape))
      llvm::append_range(Extents, Shifted.getExtents());
    if (Extents.empty() ||
        Extents.back().getDefiningOp<fir::AssumedSizeExtentOp>())
      return {};
  }
  return fir::EmboxOp::create(Builder, Loc, fir::BoxType::get(Array), Var,
                              fir::ShapeOp::create(Builder, Loc, Extents));
}

/// Makes the clauses at one end of a construct.
class Clauses {
public:
  Clauses(fir::FirOpBuilder &Builder, Location Loc, bool AtEntry,
          bool MustBePresent)
      : Builder(Builder), Loc(Loc), AtEntry(AtEntry),
        MustBePresent(MustBePresent) {}

  /// Of the object at an address.
  void ofObject(Value Address, const Uses &Of, const std::string &Name);
  /// Of what a descriptor describes.
  void ofBox(Value Box, const Uses &Of, const std::string &Name);
  void entry(Value Var, const std::string &Name, Value *AccVar = nullptr);
  void exit(Value Var, const std::string &Name, Value AccVar = {});

private:
  fir::FirOpBuilder &Builder;
  Location Loc;
  bool AtEntry, MustBePresent;
};

void Clauses::entry(Value Var, const std::string &Name, Value *AccVar) {
  Value Result;
  if (MustBePresent) {
    auto In = acc::PresentOp::create(Builder, Loc, Var, /*structured=*/true,
                                     /*implicit=*/true, Name);
    In->setAttr(acc::getFromDefaultClauseAttrName(), Builder.getUnitAttr());
    Result = In.getAccVar();
  } else {
    auto In = acc::CopyinOp::create(Builder, Loc, Var, /*structured=*/true,
                                    /*implicit=*/true, Name);
    In.setDataClause(acc::DataClause::acc_copy);
    Result = In.getAccVar();
  }
  if (AccVar)
    *AccVar = Result;
}

void Clauses::exit(Value Var, const std::string &Name, Value AccVar) {
  if (!AccVar)
    AccVar = acc::GetDevicePtrOp::create(Builder, Loc, Var, /*structured=*/true,
                                         /*implicit=*/true, Name)
                 .getAccVar();
  if (MustBePresent) {
    auto Out = acc::DeleteOp::create(Builder, Loc, AccVar, /*structured=*/true,
                                     /*implicit=*/true, Name, ValueRange{});
    Out.setDataClause(acc::DataClause::acc_present);
    Out->setAttr(acc::getFromDefaultClauseAttrName(), Builder.getUnitAttr());
  } else {
    auto Out =
        acc::CopyoutOp::create(Builder, Loc, AccVar, Var, /*structured=*/true,
                               /*implicit=*/true, Name, ValueRange{});
    Out.setDataClause(acc::DataClause::acc_copy);
  }
}

void Clauses::ofBox(Value Box, const Uses &Of, const std::string &Name) {
  OpBuilder::InsertionGuard Guard(Builder);
  Value Address = fir::BoxAddrOp::create(Builder, Loc, Box);
  auto If = fir::IfOp::create(Builder, Loc, TypeRange{},
                              Builder.genIsNotNullAddr(Loc, Address),
                              /*withElse=*/false);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  auto Array = dyn_cast<fir::SequenceType>(objectAt(Box.getType()));
  if (!Array)
    return ofObject(Address, Of, Name);
  Type Index = Builder.getIndexType();
  Value One = Builder.createIntegerConstant(Loc, Index, 1);
  llvm::SmallVector<Value> Extents, Subscripts(Array.getDimension());
  for (unsigned D = 0; D < Array.getDimension(); ++D)
    Extents.push_back(
        fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Box,
                               Builder.createIntegerConstant(Loc, Index, D))
            .getResult(1));
  for (unsigned D = Array.getDimension(); D-- > 0;) {
    auto Loop = fir::DoLoopOp::create(Builder, Loc, One, Extents[D], One);
    Subscripts[D] = Loop.getInductionVar();
    Builder.setInsertionPointToStart(Loop.getBody());
  }
  Value Element = fir::ArrayCoorOp::create(
      Builder, Loc, fir::ReferenceType::get(Array.getEleTy()), Box, Value(),
      Value(), Subscripts, ValueRange());
  ofObject(Element, *Of.Inner, Name);
}

void Clauses::ofObject(Value Address, const Uses &Of, const std::string &Name) {
  Type T = objectAt(Address.getType());
  if (isa<fir::SequenceType>(T))
    return ofBox(describe(Builder, Loc, Address), Of, Name + "(:)");
  for (auto &[I, Part] : Of.Components) {
    auto [Field, Type] = cast<fir::RecordType>(T).getTypeList()[I];
    bool IsBox = isa<fir::BaseBoxType>(Type), IsDeep = needsClauses(Type, Part);
    if (!IsBox && !IsDeep)
      continue;
    std::string Component = Name + "%" + Field;
    Value At = fir::CoordinateOp::create(
        Builder, Loc, fir::ReferenceType::get(Type), Address,
        llvm::ArrayRef<fir::IntOrValue>{
            IntegerAttr::get(Builder.getI32Type(), I)});
    if (!IsBox) {
      ofObject(At, Part, Component);
      continue;
    }
    // What is in an array comes after it, and goes before it.
    if (AtEntry)
      entry(At, Component);
    if (IsDeep) {
      Value Box = fir::LoadOp::create(Builder, Loc, At);
      bool IsArray = isa<fir::SequenceType>(objectAt(Box.getType()));
      ofBox(Box, *Part.Inner, IsArray ? Component + "(:)" : Component);
    }
    if (!AtEntry)
      exit(At, Component);
  }
}

Value variableBehind(Value V) {
  while (isa_and_nonnull<fir::ReboxOp, fir::ConvertOp, fir::EmboxOp,
                         fir::BoxAddrOp, fir::LoadOp>(V.getDefiningOp()))
    V = V.getDefiningOp()->getOperand(0);
  return V;
}

template <typename Construct>
void addClauses(ModuleOp Module, Construct Op, Value Name,
                const MovedRecords &Moved) {
  Region &Body = Op.getRegion();
  Operation *Clause = Name.getDefiningOp();
  bool HasClause = Clause && isa<ACC_DATA_ENTRY_OPS>(Clause);
  // What the program names is its own business.
  if (HasClause && !(isa<acc::CopyinOp, acc::PresentOp>(Clause) &&
                     acc::getImplicitFlag(Clause)))
    return;
  Value Var = HasClause ? acc::getVar(Clause) : Name;
  if (isDeclaredData(Module, Var) || isDeviceAddress(Var))
    return;
  Uses Found;
  collect(Name, Body, Found);
  bool IsIndirect = fir::isa_ref_type(Name.getType()) &&
                    isa<fir::BaseBoxType>(fir::unwrapRefType(Name.getType()));
  if (!needsClauses(IsIndirect ? fir::unwrapRefType(Name.getType())
                               : objectAt(Name.getType()),
                    Found))
    return;
  const Uses &Of = IsIndirect ? *Found.Inner : Found;
  bool MustBePresent =
      acc::getDefaultAttr(Op) == acc::ClauseDefaultValue::Present;
  Location Loc = Op.getLoc();
  std::string Text;
  if (HasClause)
    Text = acc::getVarName(Clause).value_or("").str();
  else if (auto Known = Moved.Names.find(Name); Known != Moved.Names.end())
    Text = Known->second;
  else
    Text = sourceNameOf(variableBehind(Name));
  fir::FirOpBuilder Builder(Op, fir::getKindMapping(Module));
  Value Box = describe(Builder, Loc, Var);
  if (!Box)
    return;
  Clauses AtEntry(Builder, Loc, /*AtEntry=*/true, MustBePresent);
  Value AccVar;
  if (!HasClause)
    AtEntry.entry(Var, Text, &AccVar);
  bool IsArray = isa<fir::SequenceType>(objectAt(Box.getType()));
  std::string Elements = IsArray ? Text + "(:)" : Text;
  AtEntry.ofBox(Box, Of, Elements);
  Builder.setInsertionPointAfter(Op);
  Clauses AtExit(Builder, Loc, /*AtEntry=*/false, MustBePresent);
  AtExit.ofBox(describe(Builder, Loc, Var), Of, Elements);
  if (HasClause)
    return;
  AtExit.exit(Var, Text, AccVar);
  Op.getDataClauseOperandsMutable().append(AccVar);
  Name.replaceUsesWithIf(AccVar, [&](OpOperand &Use) {
    return Body.isAncestor(Use.getOwner()->getParentRegion());
  });
}

} // namespace

void addElementClauses(ModuleOp Module, const MovedRecords &Moved) {
  llvm::SmallVector<Operation *> Constructs;
  Module.walk([&](Operation *Op) {
    if (isa<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(Op))
      Constructs.push_back(Op);
  });
  for (Operation *Op : Constructs) {
    llvm::SetVector<Value> Used;
    getUsedValuesDefinedAbove(Op->getRegion(0), Used);
    for (Value V : Used) {
      bool IsBox = isa<fir::BaseBoxType>(V.getType());
      if (!IsBox && !fir::isa_ref_type(V.getType()))
        continue;
      Type T = objectAt(V.getType());
      if (!hasDescriptors(isa<fir::BaseBoxType>(T) ? objectAt(T) : T) ||
          (!IsBox && isa<fir::RecordType>(T)))
        continue;
      llvm::TypeSwitch<Operation *, void>(Op)
          .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(
              [&](auto Construct) { addClauses(Module, Construct, V, Moved); });
    }
  }
}

} // namespace warpfort::openacc
