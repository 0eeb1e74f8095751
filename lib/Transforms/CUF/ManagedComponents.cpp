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
#include "DeviceData.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/Names.h"
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
  while (auto Conversion = Box.getDefiningOp<fir::ConvertOp>())
    Box = Conversion.getValue();
  return dyn_cast<fir::RecordType>(
      hlfir::getFortranElementType(fir::unwrapRefType(Box.getType())));
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
  auto Attributes = Module->getAttrOfType<DictionaryAttr>(DeviceComponentsAttr);
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
      auto Attr = Attributes.getAs<cuf::DataAttributeAttr>(
          (Record.getName() + "." + Name).str());
      if (!Box || !isa<fir::HeapType>(Box.getEleTy()) || !Attr)
        continue;
      unsigned Allocator;
      if (Attr.getValue() == cuf::DataAttribute::Managed)
        Allocator = kManagedAllocatorPos;
      else if (Attr.getValue() == cuf::DataAttribute::Unified)
        Allocator = kUnifiedAllocatorPos;
      else
        continue;
      Text += "\n" +
              fir::NameUniquer::deconstruct(Record.getName()).second.name +
              "%" + Name + "=" + std::to_string(Allocator);
    }
  }
  return Text;
}

LogicalResult placeManagedComponents(ModuleOp Module) {
  if (!Module->hasAttr(DeviceComponentsAttr))
    return success();
  DeviceData Data(Module);
  llvm::SmallVector<std::pair<Operation *, Value>> Copies;
  Module.walk([&](Operation *Op) {
    if (Value Box = copiedRecords(Op);
        Box && isHostCode(Op) && recordType(Box) && !Data.isDeviceOnly(Box))
      Copies.emplace_back(Op, Box);
  });
  for (auto [Op, Box] : Copies) {
    if (Data.hasDeviceAllocatable(recordType(Box)))
      return Op->emitError("a copy of records with device components is needed "
                           "here, which is not supported: use a variable");
    std::string Shared = sharedComponents(Module, recordType(Box));
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
