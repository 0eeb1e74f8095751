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
#include "RecordClauses.h"
#include "SharedScalars.h"
#include "Transforms/Common/OptionalArguments.h"
#include "Transforms/OpenACC/Facts/RuntimeData.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"

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
  /// It goes where nobody sees what is used of it: to a procedure.
  bool IsWhole = false;

  Uses &inner() {
    if (!Inner)
      Inner = std::make_unique<Uses>();
    return *Inner;
  }
};

/// Collects the uses in \p Body of the object at \p Name.
void collect(Value Name, Region &Body, Uses &Of) {
  for (OpOperand &Use : Name.getUses()) {
    Operation *User = Use.getOwner();
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
    } else if (auto Element = dyn_cast<fir::ArrayCoorOp>(User);
               Element && Element.getMemref() == Name) {
      collect(Element, Body, Of.inner());
    } else if (auto Load = dyn_cast<fir::LoadOp>(User)) {
      if (isa<fir::BaseBoxType>(Load.getType()))
        collect(Load, Body, Of.inner());
      else if (isa<fir::RecordType>(Load.getType()))
        Of.IsWhole = true;
    } else if (isa<fir::DeclareOp, fir::ConvertOp, fir::BoxAddrOp, fir::ReboxOp,
                   fir::EmboxOp>(User) &&
               Use.getOperandNumber() == 0) {
      collect(User->getResult(0), Body, Of);
    } else if (auto Store = dyn_cast<fir::StoreOp>(User)) {
      // Arguments of the run-time library go through memory.
      Of.IsWhole |= Store.getValue() == Name;
    } else {
      Of.IsWhole |= !isa<fir::BoxDimsOp, fir::BoxEleSizeOp, fir::IsPresentOp,
                         fir::ArrayCoorOp>(User);
    }
  }
}

/// Whether an object of type \p T, of which these parts are used, has its data
/// elsewhere; or what its descriptor describes has.
bool needsClauses(Type T, const Uses &Of) {
  if (Of.IsWhole)
    return hasDescriptors(isa<fir::BaseBoxType>(T) ? objectAt(T) : T);
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

/// Whether anything goes to a procedure.
bool anyWhole(const Uses &Of) {
  return Of.IsWhole || (Of.Inner && anyWhole(*Of.Inner)) ||
         llvm::any_of(Of.Components,
                      [](const auto &Part) { return anyWhole(Part.second); });
}

/// A descriptor of the record or array that a variable is. The last extent of
/// an array of assumed size is -1.
Value describe(fir::FirOpBuilder &Builder, Location Loc, Value Var) {
  if (isa<fir::BaseBoxType>(fir::unwrapRefType(Var.getType())) &&
      mayBeAbsent(Var))
    return createBoxOrEmpty(Builder, Loc, Var);
  if (isa<fir::BaseBoxType>(Var.getType()))
    return Var;
  Type T = fir::unwrapRefType(Var.getType());
  if (isa<fir::BaseBoxType>(T))
    return fir::LoadOp::create(Builder, Loc, Var);
  auto Array = dyn_cast<fir::SequenceType>(T);
  if (!Array)
    return fir::EmboxOp::create(Builder, Loc, fir::BoxType::get(T), Var);
  llvm::SmallVector<Value> Extents;
  Type Index = Builder.getIndexType();
  if (!Array.hasDynamicExtents()) {
    for (int64_t Extent : Array.getShape())
      Extents.push_back(Builder.createIntegerConstant(Loc, Index, Extent));
  } else {
    auto Declare = Var.getDefiningOp<fir::DeclareOp>();
    if (Declare)
      Extents = extentsOf(Declare.getShape());
    if (Extents.empty())
      return {};
    if (Extents.back().getDefiningOp<fir::AssumedSizeExtentOp>())
      Extents.back() = Builder.createIntegerConstant(Loc, Index, -1);
  }
  return fir::EmboxOp::create(Builder, Loc, fir::BoxType::get(Array), Var,
                              fir::ShapeOp::create(Builder, Loc, Extents));
}

/// The uses of an object of type \p T as warprt_acc_enter_records() gets them.
void appendUses(fir::FirOpBuilder &Builder, Location Loc, Type T,
                const Uses &Of, llvm::SmallVectorImpl<Value> &Words) {
  Type I64 = Builder.getI64Type();
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    T = objectAt(Box);
  const Uses *Part = &Of;
  if (!Part->IsWhole && isa<fir::SequenceType>(T) && Part->Inner)
    Part = Part->Inner.get();
  auto Record = dyn_cast<fir::RecordType>(fir::unwrapSequenceType(T));
  if (Part->IsWhole && hasDescriptors(T)) {
    Words.push_back(Builder.createIntegerConstant(Loc, I64, -1));
    return;
  }
  size_t Count = Words.size();
  Words.push_back({});
  int64_t Used = 0;
  if (Record)
    for (auto &[I, Component] : Part->Components) {
      Type Type = Record.getTypeList()[I].second;
      bool IsBox = isa<fir::BaseBoxType>(Type);
      if (!IsBox && !needsClauses(Type, Component))
        continue;
      Value Null =
          Builder.createNullConstant(Loc, fir::ReferenceType::get(Record));
      Value At = fir::CoordinateOp::create(
          Builder, Loc, fir::ReferenceType::get(Type), Null,
          llvm::ArrayRef<fir::IntOrValue>{
              IntegerAttr::get(Builder.getI32Type(), I)});
      Words.push_back(Builder.createConvert(Loc, I64, At));
      // What a descriptor describes comes with its load.
      bool IsSeen = IsBox && !Component.IsWhole && Component.Inner;
      appendUses(Builder, Loc, Type, IsSeen ? *Component.Inner : Component,
                 Words);
      ++Used;
    }
  Words[Count] = Builder.createIntegerConstant(Loc, I64, Used);
}

Value variableBehind(Value V) {
  while (isa_and_nonnull<fir::ReboxOp, fir::ConvertOp, fir::EmboxOp,
                         fir::BoxAddrOp, fir::LoadOp>(V.getDefiningOp()))
    V = V.getDefiningOp()->getOperand(0);
  return V;
}

/// The name of a construct's variable in messages.
std::string sourceName(Value Name, const MovedRecords &Moved) {
  Operation *Clause = Name.getDefiningOp();
  if (Clause && isa<ACC_DATA_ENTRY_OPS>(Clause))
    return acc::getVarName(Clause).value_or("").str();
  if (auto Known = Moved.Names.find(Name); Known != Moved.Names.end())
    return Known->second;
  return sourceNameOf(variableBehind(Name));
}

/// The calls before and behind \p Construct for the records that \p Box
/// describes, of which \p UseWords says what is used.
void createCalls(fir::FirOpBuilder &Builder, Operation *Construct, Value Box,
                 llvm::StringRef Name, llvm::ArrayRef<Value> UseWords,
                 bool MustBePresent) {
  Location Loc = Construct->getLoc();
  Value Records = Builder.createTemporary(Loc, Box.getType());
  fir::StoreOp::create(Builder, Loc, Box, Records);
  Type I64 = Builder.getI64Type();
  AccDataWords Words =
      describeClause(Builder, Loc, Name,
                     {Builder.createIntegerConstant(Loc, I64, 0),
                      createAsyncArgument(Builder, Loc, Construct)});
  Words.Base = Records;
  Value Data = createAccData(Builder, Loc, Words);
  Value How = Builder.createIntegerConstant(Loc, Builder.getI32Type(),
                                            MustBePresent ? WARPRT_ACC_PRESENT
                                                          : WARPRT_ACC_COPYIN);
  Value Entered =
      callRuntime(
          Builder, Loc,
          WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_enter_records),
          {Data, How, createValueArray(Builder, Loc, I64, UseWords)})
          .getResult(0);
  Builder.setInsertionPointAfter(Construct);
  callRuntime(Builder, Loc,
              WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_acc_exit_records),
              {createAccData(Builder, Loc, Words), Entered});
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
  Type Object = IsIndirect ? fir::unwrapRefType(Name.getType())
                           : objectAt(Name.getType());
  if (!needsClauses(Object, Found))
    return;
  // Components of one record have clauses of their own (RecordComponents.h).
  if (fir::isa_ref_type(Name.getType()) && isa<fir::RecordType>(Object) &&
      !anyWhole(Found))
    return;
  const Uses &Of = IsIndirect && !Found.IsWhole ? *Found.Inner : Found;
  bool MustBePresent =
      acc::getDefaultAttr(Op) == acc::ClauseDefaultValue::Present;
  std::string Text = sourceName(Name, Moved);
  fir::FirOpBuilder Builder(Op, fir::getKindMapping(Module));
  if (!HasClause) {
    Value AccVar = addClause(Builder, Op, Var, MustBePresent, Text);
    Name.replaceUsesWithIf(AccVar, [&](OpOperand &Use) {
      return Body.isAncestor(Use.getOwner()->getParentRegion());
    });
  }
  Builder.setInsertionPoint(Op);
  Value Box = describe(Builder, Op.getLoc(), Var);
  if (!Box)
    return;
  if (isa<fir::SequenceType>(objectAt(Box.getType())))
    Text += "(:)";
  llvm::SmallVector<Value> Words;
  appendUses(Builder, Op.getLoc(), Object, Of, Words);
  createCalls(Builder, Op, Box, Text, Words, MustBePresent);
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
      if (!hasDescriptors(isa<fir::BaseBoxType>(T) ? objectAt(T) : T))
        continue;
      llvm::TypeSwitch<Operation *, void>(Op)
          .Case<acc::ParallelOp, acc::KernelsOp, acc::SerialOp>(
              [&](auto Construct) { addClauses(Module, Construct, V, Moved); });
    }
  }
}

} // namespace warpfort::openacc
