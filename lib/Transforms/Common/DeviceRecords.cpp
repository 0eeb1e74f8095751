//===-- DeviceRecords.cpp - Allocatable components in device code ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See DeviceRecords.h.
///
//===----------------------------------------------------------------------===//
#include "DeviceRecords.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/UserErrors.h"
#include "warprt/DeviceLibrary.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace warpfort {

/// A type's list of special procedures has codes for those that assign.
static bool hasBoundAssignment(fir::RecordType T, ModuleOp Host) {
  std::string Name = fir::NameUniquer::getTypeDescriptorName(T.getName());
  size_t Kind = Name.rfind(".dt.");
  if (Kind == std::string::npos)
    return false;
  auto List = Host.lookupSymbol<fir::GlobalOp>(
      Name.replace(Kind, strlen(".dt."), ".s."));
  if (!List)
    return false;
  constexpr int64_t ScalarAssignment = 1, ElementalAssignment = 2;
  bool Found = false;
  List.walk([&](fir::InsertValueOp Op) {
    auto Field = Op.getCoor().empty()
                     ? StringAttr()
                     : dyn_cast<StringAttr>(Op.getCoor().getValue().front());
    std::optional<int64_t> Code = fir::getIntIfConstant(Op.getVal());
    Found |= Field && Field.getValue() == "which" && Code &&
             (*Code == ScalarAssignment || *Code == ElementalAssignment);
  });
  return Found;
}

RecordFacts factsOfRecord(Type T, ModuleOp Host) {
  RecordFacts Facts;
  auto Whole = dyn_cast<fir::RecordType>(fir::unwrapSequenceType(T));
  if (!Whole)
    return Facts;
  llvm::SmallVector<fir::RecordType> Work = {Whole};
  llvm::SmallPtrSet<Type, 8> Seen;
  while (!Work.empty()) {
    fir::RecordType Record = Work.pop_back_val();
    if (!Seen.insert(Record).second)
      continue;
    Facts.HasBoundAssignment |=
        Host && Record != Whole && hasBoundAssignment(Record, Host);
    for (auto &[Name, Component] : Record.getTypeList()) {
      Type Inner = Component;
      if (auto Box = dyn_cast<fir::BaseBoxType>(Component)) {
        if (!isa<fir::HeapType>(Box.getEleTy()))
          continue;
        Facts.HasAllocatable = true;
        Facts.HasPolymorphic |= isa<fir::ClassType>(Box);
        Inner = fir::unwrapRefType(Box.getEleTy());
      }
      if (auto Next = dyn_cast<fir::RecordType>(fir::unwrapSequenceType(Inner)))
        Work.push_back(Next);
    }
  }
  return Facts;
}

namespace {

/// What a procedure of a type does.
enum class Job { Own, Destroy, Keep, Assign, AssignTemporary };

llvm::StringRef prefixOf(Job What) {
  switch (What) {
  case Job::Own:
    return WARPDEV_PREFIX "own.";
  case Job::Destroy:
    return WARPDEV_PREFIX "destroy.";
  case Job::Keep:
    return WARPDEV_PREFIX "keep.";
  case Job::Assign:
    return WARPDEV_PREFIX "assign.";
  case Job::AssignTemporary:
    return WARPDEV_PREFIX "assign_temporary.";
  }
  llvm_unreachable("all jobs are listed");
}

class RecordHandler {
public:
  RecordHandler(func::FuncOp Function, ModuleOp Host)
      : Function(Function), Host(Host),
        Module(Function->getParentOfType<ModuleOp>()), Plain(Module),
        Builder(Plain, Module) {}
  LogicalResult run();

private:
  LogicalResult handle(fir::CallOp Call, llvm::StringRef Name);
  func::FuncOp procedure(Job What, fir::RecordType T);
  Value procedureAddress(Location Loc, Job What, Type T);
  void callLibrary(Location Loc, llvm::StringRef Name, ValueRange Arguments);
  void handleComponents(Location Loc, Job What, fir::RecordType T,
                        ValueRange Objects);
  void eachElement(Location Loc, Job What, llvm::ArrayRef<Value> Boxes,
                   fir::RecordType T);

  func::FuncOp Function;
  ModuleOp Host, Module;
  OpBuilder Plain;
  fir::FirOpBuilder Builder;
};

/// Null if it is none that has allocatable components, or is polymorphic.
fir::RecordType recordOf(Value Box) {
  Type T = fir::unwrapRefType(withoutConversions(Box).getType());
  if (!isa<fir::BoxType>(T))
    return {};
  auto Record = dyn_cast<fir::RecordType>(fir::getFortranElementType(T));
  return Record && factsOfRecord(Record).HasAllocatable ? Record
                                                        : fir::RecordType();
}

void RecordHandler::callLibrary(Location Loc, llvm::StringRef Name,
                                ValueRange Arguments) {
  Type None = fir::BoxType::get(NoneType::get(Builder.getContext()));
  llvm::SmallVector<Value> Converted;
  llvm::SmallVector<Type> Inputs;
  for (Value Argument : Arguments) {
    Type T = Argument.getType();
    if (isa<fir::BaseBoxType>(T))
      T = None;
    else if (isa<fir::BaseBoxType>(fir::unwrapRefType(T)))
      T = Builder.getRefType(None);
    Inputs.push_back(T);
    Converted.push_back(Builder.createConvert(Loc, T, Argument));
  }
  func::FuncOp Callee = Builder.getNamedFunction(Name);
  if (!Callee) {
    Callee = Builder.createFunction(
        Loc, Name, FunctionType::get(Builder.getContext(), Inputs, {}));
    Callee.setPrivate();
  }
  for (auto [Argument, Type] :
       llvm::zip(Converted, Callee.getFunctionType().getInputs()))
    Argument = Builder.createConvert(Loc, Type, Argument);
  fir::CallOp::create(Builder, Loc, Callee, Converted);
}

/// Null, as an address, for a type whose objects are bytes.
Value RecordHandler::procedureAddress(Location Loc, Job What, Type T) {
  Type Address = fir::LLVMPointerType::get(Builder.getContext(),
                                           Builder.getIntegerType(8));
  auto Record = T ? dyn_cast<fir::RecordType>(fir::unwrapSequenceType(T))
                  : fir::RecordType();
  if (!Record || !factsOfRecord(Record).HasAllocatable)
    return Builder.createNullConstant(Loc, Address);
  func::FuncOp Callee = procedure(What, Record);
  return Builder.createConvert(
      Loc, Address,
      fir::AddrOfOp::create(Builder, Loc, Callee.getFunctionType(),
                            SymbolRefAttr::get(Callee)));
}

void RecordHandler::eachElement(Location Loc, Job What,
                                llvm::ArrayRef<Value> Boxes,
                                fir::RecordType T) {
  llvm::SmallVector<Value> Arguments;
  for (Value Box : Boxes)
    Arguments.push_back(fir::isa_ref_type(Box.getType())
                            ? fir::LoadOp::create(Builder, Loc, Box).getResult()
                            : Box);
  Arguments.push_back(procedureAddress(Loc, What, T));
  callLibrary(Loc,
              What == Job::Keep ? WARPDEV_PREFIX "each_pair"
                                : WARPDEV_PREFIX "each_record",
              Arguments);
}

/// Of one object, or the same components of two.
void RecordHandler::handleComponents(Location Loc, Job What, fir::RecordType T,
                                     ValueRange Objects) {
  for (auto &[ComponentName, ComponentType] : T.getTypeList()) {
    auto Box = dyn_cast<fir::BaseBoxType>(ComponentType);
    auto Inner =
        dyn_cast<fir::RecordType>(fir::unwrapSequenceType(ComponentType));
    if (Box ? !isa<fir::HeapType>(Box.getEleTy())
            : !Inner || !factsOfRecord(Inner).HasAllocatable)
      continue;
    llvm::SmallVector<Value> Components;
    for (Value Object : Objects) {
      Value Field = fir::FieldIndexOp::create(
          Builder, Loc, fir::FieldType::get(Builder.getContext()),
          ComponentName, T, ValueRange{});
      Components.push_back(fir::CoordinateOp::create(
          Builder, Loc, Builder.getRefType(ComponentType), Object, Field));
    }
    if (Box) {
      Components.push_back(
          procedureAddress(Loc, What, fir::unwrapRefType(Box.getEleTy())));
      callLibrary(Loc,
                  What == Job::Own    ? WARPDEV_PREFIX "own_component"
                  : What == Job::Keep ? WARPDEV_PREFIX "keep_component"
                                      : WARPDEV_PREFIX "destroy_component",
                  Components);
    } else if (auto Array = dyn_cast<fir::SequenceType>(ComponentType)) {
      llvm::SmallVector<Value> Extents;
      for (int64_t Extent : Array.getShape())
        Extents.push_back(
            Builder.createIntegerConstant(Loc, Builder.getIndexType(), Extent));
      for (Value &Component : Components)
        Component =
            fir::EmboxOp::create(Builder, Loc, fir::BoxType::get(Array),
                                 Component, Builder.genShape(Loc, Extents));
      eachElement(Loc, What, Components, Inner);
    } else {
      fir::CallOp::create(Builder, Loc, procedure(What, Inner), Components);
    }
  }
}

/// The procedure of a type. It is not inlined: loops over components in loops
/// over components cost ptxas more time than they are worth.
func::FuncOp RecordHandler::procedure(Job What, fir::RecordType T) {
  std::string Name = (prefixOf(What) + T.getName()).str();
  if (auto Known = Module.lookupSymbol<func::FuncOp>(Name))
    return Known;
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Location Loc = Function.getLoc();
  MLIRContext *Context = Builder.getContext();
  llvm::SmallVector<Type> Inputs = {Builder.getRefType(T)};
  if (What == Job::Keep)
    Inputs.push_back(Inputs.front());
  bool Assigns = What == Job::Assign || What == Job::AssignTemporary;
  if (Assigns) {
    Type Box = fir::BoxType::get(NoneType::get(Context));
    Inputs = {Builder.getRefType(Box), Box,
              Builder.getRefType(Builder.getI8Type()), Builder.getI32Type()};
  }
  auto Made =
      Builder.createFunction(Loc, Name, FunctionType::get(Context, Inputs, {}));
  Made->setAttr("llvm.linkage",
                LLVM::LinkageAttr::get(Context, LLVM::Linkage::Internal));
  Made->setAttr("passthrough",
                Builder.getArrayAttr({Builder.getStringAttr("noinline")}));
  Builder.setInsertionPointToStart(Made.addEntryBlock());
  if (Assigns)
    callLibrary(Loc, WARPDEV_PREFIX "assign_records",
                {Made.getArgument(0), Made.getArgument(1),
                 procedureAddress(Loc, Job::Own, T),
                 // A temporary has nothing in it yet.
                 procedureAddress(Loc, Job::Destroy,
                                  What == Job::Assign ? Type(T) : Type()),
                 procedureAddress(Loc, Job::Keep,
                                  What == Job::Assign ? Type(T) : Type()),
                 Made.getArgument(2), Made.getArgument(3)});
  else
    handleComponents(Loc, What, T, Made.getArguments());
  func::ReturnOp::create(Builder, Loc);
  return Made;
}

/// Flang finalizes array results of functions, whatever their type.
static bool finalizesNothing(fir::CallOp Call, llvm::StringRef Name,
                             ModuleOp Host) {
  if (Name != "_FortranAFinalize")
    return false;
  Value Object = withoutConversions(Call.getArgs()[0]);
  if (!isa<fir::BoxType>(Object.getType()))
    return false;
  auto Record =
      dyn_cast<fir::RecordType>(fir::getFortranElementType(Object.getType()));
  auto Info =
      Record ? Host.lookupSymbol<fir::TypeInfoOp>(Record.getName()) : nullptr;
  return Info && Info.getNoFinal() && !factsOfRecord(Record).HasPolymorphic;
}

LogicalResult RecordHandler::handle(fir::CallOp Call, llvm::StringRef Name) {
  if (finalizesNothing(Call, Name, Host)) {
    Call.erase();
    return success();
  }
  bool Pushes = Name == "_FortranAPushArrayConstructorValue";
  Value Object = withoutConversions(Call.getArgs()[Pushes ? 1 : 0]);
  fir::RecordType T = recordOf(Object);
  Location Loc = Call.getLoc();
  bool Assigns = Name == "_FortranAAssign";
  if (Assigns) {
    auto Record = dyn_cast_or_null<fir::RecordType>(
        fir::getFortranElementType(fir::unwrapRefType(Object.getType())));
    if (Record && factsOfRecord(Record, Host).HasBoundAssignment)
      return emitUserError(Call, "assignment of objects of derived type '")
             << fir::NameUniquer::deconstruct(Record.getName()).second.name
             << "', which has a component with a type-bound assignment, is not "
                "supported in device code";
  }
  if (!T || factsOfRecord(T).HasPolymorphic)
    return success();
  auto Info = Host.lookupSymbol<fir::TypeInfoOp>(T.getName());
  if (!Info || !Info.getNoFinal())
    return success();
  Builder.setInsertionPoint(Call);
  if (Assigns || Name == "_FortranAAssignTemporary") {
    func::FuncOp Callee =
        procedure(Assigns ? Job::Assign : Job::AssignTemporary, T);
    fir::CallOp::create(Builder, Loc, Callee, Call.getArgs());
    Call.erase();
  } else if (Pushes) {
    callLibrary(Loc, WARPDEV_PREFIX "push_records",
                {Call.getArgs()[0], Call.getArgs()[1],
                 procedureAddress(Loc, Job::Own, T)});
    Call.erase();
  } else if (Name == "_FortranADestroy" ||
             Name == "_FortranADestroyWithoutFinalization") {
    eachElement(Loc, Job::Destroy, {Object}, T);
    Call.erase();
  } else if (Name == "_FortranAAllocatableDeallocate" ||
             Name == "_FortranAPointerDeallocate" ||
             Name == "_FortranAMoveAlloc") {
    eachElement(Loc, Job::Destroy, {Object}, T);
  } else if (Name == "_FortranAAllocatableAllocateSource" ||
             Name == "_FortranAPointerAllocateSource") {
    Builder.setInsertionPointAfter(Call);
    Value Status = Call.getResult(0);
    Value Ok = arith::CmpIOp::create(
        Builder, Loc, arith::CmpIPredicate::eq, Status,
        Builder.createIntegerConstant(Loc, Status.getType(), 0));
    auto If = fir::IfOp::create(Builder, Loc, Ok, /*withElseRegion=*/false);
    Builder.setInsertionPointToStart(&If.getThenRegion().front());
    eachElement(Loc, Job::Own, {Object}, T);
  }
  return success();
}

LogicalResult RecordHandler::run() {
  llvm::SmallVector<std::pair<fir::CallOp, llvm::StringRef>> Calls;
  Function.walk([&](fir::CallOp Call) {
    llvm::StringRef Name =
        Call.getCallee() ? Call.getCallee()->getRootReference().getValue() : "";
    if (Name.starts_with("_FortranA") && !Call.getArgs().empty())
      Calls.push_back({Call, Name});
  });
  bool Ok = true;
  for (auto [Call, Name] : Calls)
    Ok &= succeeded(handle(Call, Name));
  return success(Ok);
}

} // namespace

LogicalResult handleRecords(func::FuncOp Function, ModuleOp Host) {
  return RecordHandler(Function, Host).run();
}

} // namespace warpfort
