//===-- ManagedComponents.cpp - Copies of managed components --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See ManagedComponents.h.
///
//===----------------------------------------------------------------------===//
#include "ManagedComponents.h"
#include "Transforms/Common/DeviceData.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/UserErrors.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Builder/BoxValue.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "flang/Runtime/allocator-registry-consts.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {
namespace {

/// The record type of what a descriptor's address leads to; null for others.
fir::RecordType recordType(Value Box) {
  Box = withoutConversions(Box);
  return dyn_cast<fir::RecordType>(
      hlfir::getFortranElementType(fir::unwrapRefType(Box.getType())));
}

bool isPolymorphic(Value Box) {
  Box = withoutConversions(Box);
  return isa<fir::ClassType>(fir::unwrapRefType(Box.getType()));
}

/// "\ntype%component=3" for a component that the host shares with the device,
/// with Flang's number for the memory; nothing for others.
std::string sharedComponent(llvm::StringRef Type, llvm::StringRef Name,
                            Attribute Attr) {
  unsigned Allocator;
  auto Data = dyn_cast_or_null<cuf::DataAttributeAttr>(Attr);
  if (Data && Data.getValue() == cuf::DataAttribute::Managed)
    Allocator = kManagedAllocatorPos;
  else if (Data && Data.getValue() == cuf::DataAttribute::Unified)
    Allocator = kUnifiedAllocatorPos;
  else
    return {};
  return ("\n" + fir::NameUniquer::deconstruct(Type).second.name + "%" +
          componentName(Name) + "=" + Twine(Allocator))
      .str();
}

/// All of the program's, for objects whose type is known at run time.
std::string sharedComponents(DictionaryAttr Attributes) {
  std::string Text;
  for (NamedAttribute Component : Attributes) {
    auto [Type, Name] = Component.getName().strref().rsplit('.');
    Text += sharedComponent(Type, Name, Component.getValue());
  }
  return Text;
}

/// The descriptor of what the operation gives copies of other records'
/// components; null if it does not.
Value copiedRecords(Operation *Op) {
  if (auto Allocate = dyn_cast<cuf::AllocateOp>(Op))
    return Allocate.getSource() ? Allocate.getBox() : Value();
  auto Call = dyn_cast<fir::CallOp>(Op);
  if (!Call || !Call.getCallee())
    return {};
  llvm::StringRef Name = Call.getCallee()->getRootReference().getValue();
  return llvm::is_contained({"_FortranAAssign", "_FortranAAssignPolymorphic",
                             "_FortranAAssignTemporary",
                             "_FortranAAllocatableAllocateSource",
                             "_FortranAPointerAllocateSource"},
                            Name)
             ? Call.getArgs().front()
             : Value();
}

} // namespace

std::string sharedComponents(ModuleOp Module, fir::RecordType Type) {
  auto Attributes = DeviceComponentsAttr.get(Module);
  if (!Attributes)
    return {};
  std::string Text;
  llvm::SetVector<mlir::Type> Types;
  Types.insert(Type);
  for (size_t I = 0; I < Types.size(); ++I) {
    auto Record = cast<fir::RecordType>(Types[I]);
    for (auto &[Name, Part] : Record.getTypeList()) {
      auto Box = dyn_cast<fir::BaseBoxType>(Part);
      if (!Box || isa<fir::HeapType>(Box.getEleTy()))
        if (auto Inner =
                dyn_cast<fir::RecordType>(hlfir::getFortranElementType(Part)))
          Types.insert(Inner);
      if (Box && isa<fir::HeapType>(Box.getEleTy()))
        Text += sharedComponent(
            Record.getName(), Name,
            Attributes.get(componentKey(Record.getName(), Name)));
    }
  }
  return Text;
}

LogicalResult placeManagedComponents(ModuleOp Module) {
  auto Attributes = DeviceComponentsAttr.get(Module);
  if (!Attributes)
    return success();
  DeviceData Data(Module);
  llvm::SmallVector<std::pair<Operation *, Value>> Copies;
  Module.walk([&](Operation *Op) {
    if (Value Box = copiedRecords(Op);
        Box && (recordType(Box) || isPolymorphic(Box)) && isHostCode(Op) &&
        !Data.isDeviceOnly(Box))
      Copies.emplace_back(Op, Box);
  });
  for (auto [Op, Box] : Copies) {
    fir::RecordType Type = recordType(Box);
    if (Type && Data.hasDeviceAllocatable(Type))
      return emitUserError(Op,
                           "a copy of records with device components is needed "
                           "here, which is not supported: use a variable");
    std::string Shared = isPolymorphic(Box) ? sharedComponents(Attributes)
                                            : sharedComponents(Module, Type);
    if (Shared.empty())
      continue;
    Location Loc = Op->getLoc();
    fir::FirOpBuilder Builder(Op, fir::getKindMapping(Module));
    Builder.setInsertionPointAfter(Op);
    Value Text = fir::getBase(fir::factory::createStringLiteral(
        Builder, Loc, Shared + std::string(1, '\0')));
    callRuntime(
        Builder, Loc,
        WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_place_components),
        {Box, Text, fir::factory::locationToFilename(Builder, Loc),
         fir::factory::locationToLineNo(Builder, Loc, Builder.getI32Type())});
  }
  return success();
}

} // namespace warpfort
