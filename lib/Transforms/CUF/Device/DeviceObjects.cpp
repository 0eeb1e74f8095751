//===-- DeviceObjects.cpp - Initial values in device code -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceObjects.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/UserErrors.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/MutableBox.h"
#include "flang/Optimizer/Builder/Runtime/RTBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Runtime/allocatable.h"
#include "flang/Runtime/pointer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace Fortran::runtime;

namespace warpfort {
namespace {

class Initializer {
public:
  Initializer(func::FuncOp Function, ModuleOp Host)
      : Function(Function), Host(Host),
        Module(Function->getParentOfType<ModuleOp>()) {}
  void run();
  void callDeviceRuntime();
  bool Failed = false;

private:
  fir::RecordType recordToInitialize(Value Box);
  bool needsValues(fir::RecordType T);
  Value makeTemplate(fir::RecordType T);
  void makeInnerTemplates(fir::RecordType T);
  void storeValues(fir::FirOpBuilder &Builder, Location Loc, Value Object,
                   fir::RecordType T);
  void fill(fir::FirOpBuilder &Builder, Location Loc, Value Box, Value From);

  func::FuncOp Function;
  ModuleOp Host, Module;
  llvm::DenseMap<Type, Value> Templates;
  Operation *LastOfTemplates = nullptr;
};

bool Initializer::needsValues(fir::RecordType T) {
  auto Info = Host.lookupSymbol<fir::TypeInfoOp>(T.getName());
  return !Info || !Info.getNoInit();
}

/// Null if the object is not of a known derived type.
fir::RecordType Initializer::recordToInitialize(Value Box) {
  Type T = fir::unwrapRefType(withoutConversions(Box).getType());
  auto Record = isa<fir::BoxType>(T)
                    ? dyn_cast<fir::RecordType>(fir::getFortranElementType(T))
                    : fir::RecordType();
  if (!Record || !Host.lookupSymbol<fir::TypeInfoOp>(Record.getName()))
    return {};
  return Record;
}

void Initializer::fill(fir::FirOpBuilder &Builder, Location Loc, Value Box,
                       Value From) {
  Type None = fir::BoxType::get(NoneType::get(Builder.getContext()));
  Type Address = Builder.getRefType(Builder.getI8Type());
  auto Callee = Builder.getNamedFunction(WARPDEV_INITIALIZE);
  if (!Callee) {
    Callee = Builder.createFunction(
        Loc, WARPDEV_INITIALIZE,
        FunctionType::get(Builder.getContext(), {None, Address}, {}));
    Callee.setPrivate();
  }
  fir::CallOp::create(Builder, Loc, Callee,
                      ValueRange{Builder.createConvert(Loc, None, Box),
                                 Builder.createConvert(Loc, Address, From)});
}

void Initializer::storeValues(fir::FirOpBuilder &Builder, Location Loc,
                              Value Object, fir::RecordType T) {
  auto Info = Host.lookupSymbol<fir::TypeInfoOp>(T.getName());
  if (!Info)
    return;
  llvm::StringMap<FlatSymbolRefAttr> Values;
  if (!Info.getComponentInfo().empty())
    for (auto Component : Info.getComponentInfo().getOps<fir::DTComponentOp>())
      if (auto Value = Component.getInitValAttr())
        Values[Component.getName()] = Value;
  for (auto &[Name, ComponentType] : T.getTypeList()) {
    auto Element =
        dyn_cast<fir::RecordType>(fir::unwrapSequenceType(ComponentType));
    FlatSymbolRefAttr Init = Values.lookup(Name);
    auto Global =
        Init ? Host.lookupSymbol<fir::GlobalOp>(Init.getValue()) : nullptr;
    auto Box = dyn_cast<fir::BaseBoxType>(ComponentType);
    if (!Global && !Box && !(Element && needsValues(Element)))
      continue;
    Value Field = fir::FieldIndexOp::create(
        Builder, Loc, fir::FieldType::get(Builder.getContext()), Name, T,
        ValueRange{});
    Value Component = fir::CoordinateOp::create(
        Builder, Loc, Builder.getRefType(ComponentType), Object, Field);
    if (Global) {
      Value From = fir::AddrOfOp::create(
          Builder, Loc, Builder.getRefType(Global.getType()), Init);
      // A pointer's value is an object with one component.
      auto Holder = dyn_cast<fir::RecordType>(Global.getType());
      if (Box && Holder && Holder.getNumFields() == 1) {
        Value Only = fir::FieldIndexOp::create(
            Builder, Loc, fir::FieldType::get(Builder.getContext()),
            Holder.getTypeList().front().first, Holder, ValueRange{});
        From = fir::CoordinateOp::create(
            Builder, Loc, Builder.getRefType(Holder.getType(0)), From, Only);
      }
      Value Loaded = fir::LoadOp::create(Builder, Loc, From);
      fir::StoreOp::create(Builder, Loc,
                           Builder.createConvert(Loc, ComponentType, Loaded),
                           Component);
    } else if (Box) {
      fir::StoreOp::create(
          Builder, Loc,
          fir::factory::createUnallocatedBox(Builder, Loc, ComponentType, {}),
          Component);
    } else if (isa<fir::SequenceType>(ComponentType)) {
      auto Sequence = cast<fir::SequenceType>(ComponentType);
      llvm::SmallVector<Value> Extents;
      for (int64_t Extent : Sequence.getShape())
        Extents.push_back(
            Builder.createIntegerConstant(Loc, Builder.getIndexType(), Extent));
      Value Array =
          fir::EmboxOp::create(Builder, Loc, fir::BoxType::get(ComponentType),
                               Component, Builder.genShape(Loc, Extents));
      fill(Builder, Loc, Array, makeTemplate(Element));
    } else {
      storeValues(Builder, Loc, Component, Element);
    }
  }
}

/// Templates that the one of `T` copies come before it.
void Initializer::makeInnerTemplates(fir::RecordType T) {
  for (auto &[Name, ComponentType] : T.getTypeList()) {
    auto Element =
        dyn_cast<fir::RecordType>(fir::unwrapSequenceType(ComponentType));
    if (!Element || !needsValues(Element))
      continue;
    if (isa<fir::SequenceType>(ComponentType))
      makeTemplate(Element);
    else
      makeInnerTemplates(Element);
  }
}

/// An object with the initial values, made where the procedure begins.
Value Initializer::makeTemplate(fir::RecordType T) {
  if (Value Known = Templates.lookup(T))
    return Known;
  makeInnerTemplates(T);
  Location Loc = Function.getLoc();
  OpBuilder Plain(Function.getContext());
  fir::FirOpBuilder Builder(Plain, Module);
  if (LastOfTemplates)
    Builder.setInsertionPointAfter(LastOfTemplates);
  else
    Builder.setInsertionPointToStart(&Function.front());
  Value Object = fir::AllocaOp::create(Builder, Loc, T);
  Value Zero = fir::ZeroOp::create(Builder, Loc, T);
  fir::StoreOp::create(Builder, Loc, Zero, Object);
  storeValues(Builder, Loc, Object, T);
  LastOfTemplates = &*std::prev(Builder.getInsertionPoint());
  return Templates[T] = Object;
}

void Initializer::run() {
  llvm::SmallVector<fir::CallOp> Calls;
  Function.walk([&](fir::CallOp Call) {
    llvm::StringRef Name =
        Call.getCallee() ? Call.getCallee()->getRootReference().getValue() : "";
    if (Name == "_FortranAInitialize" ||
        Name == "_FortranAAllocatableAllocate" ||
        Name == "_FortranAPointerAllocate")
      Calls.push_back(Call);
  });
  for (fir::CallOp Call : Calls) {
    Value Object = withoutConversions(Call.getArgs().front());
    fir::RecordType T = recordToInitialize(Object);
    if (!T)
      continue;
    bool IsInitialize = Call.getNumResults() == 0;
    if (needsValues(T)) {
      Value From = makeTemplate(T);
      Location Loc = Call.getLoc();
      OpBuilder Plain(Function.getContext());
      fir::FirOpBuilder Builder(Plain, Module);
      Builder.setInsertionPointAfter(Call);
      fir::IfOp If;
      if (!IsInitialize) {
        Value Status = Call.getResult(0);
        Value Zero = Builder.createIntegerConstant(Loc, Status.getType(), 0);
        Value Ok = arith::CmpIOp::create(Builder, Loc, arith::CmpIPredicate::eq,
                                         Status, Zero);
        If = fir::IfOp::create(Builder, Loc, Ok, /*withElseRegion=*/false);
        Builder.setInsertionPointToStart(&If.getThenRegion().front());
      }
      Value Box = Object;
      if (fir::isa_ref_type(Box.getType()))
        Box = fir::LoadOp::create(Builder, Loc, Box);
      fill(Builder, Loc, Box, From);
    }
    if (IsInitialize)
      Call.erase();
  }
}

/// The function of the host's run-time library that does what \p Op does.
static func::FuncOp runtimeFunction(fir::FirOpBuilder &Builder, Operation *Op,
                                    bool HasSource) {
  Location Loc = Op->getLoc();
  bool IsPointer = Op->hasAttr("pointer");
  if (isa<cuf::DeallocateOp>(Op))
    return IsPointer
               ? fir::runtime::getRuntimeFunc<mkRTKey(PointerDeallocate)>(
                     Loc, Builder)
               : fir::runtime::getRuntimeFunc<mkRTKey(AllocatableDeallocate)>(
                     Loc, Builder);
  if (HasSource)
    return IsPointer
               ? fir::runtime::getRuntimeFunc<mkRTKey(PointerAllocateSource)>(
                     Loc, Builder)
               : fir::runtime::getRuntimeFunc<mkRTKey(
                     AllocatableAllocateSource)>(Loc, Builder);
  return IsPointer ? fir::runtime::getRuntimeFunc<mkRTKey(PointerAllocate)>(
                         Loc, Builder)
                   : fir::runtime::getRuntimeFunc<mkRTKey(AllocatableAllocate)>(
                         Loc, Builder);
}

/// Replaces \p Op. Null \p Message or \p Source: none was given.
static void callRuntimeFor(fir::FirOpBuilder &Builder, Operation *Op,
                           Value Message, Value Source) {
  Location Loc = Op->getLoc();
  func::FuncOp Callee = runtimeFunction(Builder, Op, static_cast<bool>(Source));
  if (!Message)
    Message = fir::AbsentOp::create(
        Builder, Loc, fir::BoxType::get(NoneType::get(Op->getContext())));
  FunctionType T = Callee.getFunctionType();
  llvm::SmallVector<Value> Arguments = {Op->getOperand(0)};
  if (Source)
    Arguments.push_back(Source);
  else if (isa<cuf::AllocateOp>(Op) && !Op->hasAttr("pointer"))
    Arguments.push_back(Builder.createNullConstant(Loc, T.getInput(1)));
  Arguments.push_back(Builder.createBool(Loc, Op->hasAttr("hasStat")));
  Arguments.push_back(Message);
  Arguments.push_back(fir::factory::locationToFilename(Builder, Loc));
  Arguments.push_back(fir::factory::locationToLineNo(
      Builder, Loc, T.getInput(Arguments.size())));
  // A function that copies, for the host's data.
  if (Arguments.size() < T.getNumInputs())
    Arguments.push_back(
        fir::ZeroOp::create(Builder, Loc, T.getInputs().back()));
  for (auto [Argument, Type] : llvm::zip(Arguments, T.getInputs()))
    Argument = Builder.createConvert(Loc, Type, Argument);
  auto Call = fir::CallOp::create(Builder, Loc, Callee, Arguments);
  Op->getResult(0).replaceAllUsesWith(Builder.createConvert(
      Loc, Op->getResult(0).getType(), Call.getResult(0)));
  Op->erase();
}

/// Objects of derived type Flang allocates and deallocates in device code as
/// the host does its device data.
void Initializer::callDeviceRuntime() {
  llvm::SmallVector<Operation *> Ops;
  Function.walk([&](Operation *Op) {
    if (isa<cuf::AllocateOp, cuf::DeallocateOp>(Op))
      Ops.push_back(Op);
  });
  for (Operation *Op : Ops) {
    OpBuilder Plain(Op);
    fir::FirOpBuilder Builder(Plain, Module);
    Builder.setInsertionPoint(Op);
    auto Allocate = dyn_cast<cuf::AllocateOp>(Op);
    if (!Allocate) {
      callRuntimeFor(Builder, Op, cast<cuf::DeallocateOp>(Op).getErrmsg(),
                     /*Source=*/Value());
    } else if (Allocate.getStream() || Allocate.getPinned()) {
      emitUserError(Op, "STREAM= and PINNED= may not appear in an ALLOCATE "
                        "statement of device code");
      Failed = true;
    } else {
      callRuntimeFor(Builder, Op, Allocate.getErrmsg(), Allocate.getSource());
    }
  }
}

} // namespace

LogicalResult initializeObjects(func::FuncOp Function, ModuleOp Host) {
  Initializer Objects(Function, Host);
  Objects.callDeviceRuntime();
  Objects.run();
  return failure(Objects.Failed);
}

} // namespace warpfort
