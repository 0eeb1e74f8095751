//===-- DeviceData.cpp - Where the data of HLFIR lie ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceData.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/IR/Values.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Transforms/Common/DeviceCode.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace warpfort {

DeviceData::DeviceData(ModuleOp Module)
    : Components(DeviceComponentsAttr.get(Module)) {
  if (auto Names = DeviceRecordsAttr.get(Module))
    Records.insert(Names.begin(), Names.end());
  for (auto Global : Module.getOps<fir::GlobalOp>())
    if (auto Attr = Global.getDataAttr())
      Globals.try_emplace(Global.getSymNameAttr(), *Attr);
}

std::optional<cuf::DataAttribute> argumentAttribute(Value V) {
  auto Argument = dyn_cast<BlockArgument>(V);
  // Other blocks of a procedure may have arguments as well: those behind an
  // assigned FORMAT, for one.
  if (!Argument || !Argument.getOwner()->isEntryBlock())
    return std::nullopt;
  auto Function =
      dyn_cast_or_null<func::FuncOp>(Argument.getOwner()->getParentOp());
  if (!Function)
    return std::nullopt;
  auto Attr = Function.getArgAttrOfType<cuf::DataAttributeAttr>(
      Argument.getArgNumber(), cuf::getDataAttrName());
  return Attr ? std::optional(Attr.getValue()) : std::nullopt;
}

/// The component's name in the tables of the module; empty if it is none.
static std::string keyOf(hlfir::DesignateOp Designate) {
  auto Record = Designate.getComponent()
                    ? dyn_cast<fir::RecordType>(hlfir::getFortranElementType(
                          Designate.getMemref().getType()))
                    : fir::RecordType();
  return Record ? componentKey(Record.getName(),
                               Designate.getComponentAttr().getValue())
                : std::string();
}

std::optional<cuf::DataAttribute>
DeviceData::componentAttribute(hlfir::DesignateOp Designate) const {
  std::string Key = Components ? keyOf(Designate) : std::string();
  if (Key.empty())
    return std::nullopt;
  auto Attr = Components.getAs<cuf::DataAttributeAttr>(Key);
  return Attr ? std::optional(Attr.getValue()) : std::nullopt;
}

/// The front end does not know the names of what BLOCK constructs declare: any
/// record there may be the device's.
bool DeviceData::isDeclaredForDevice(Operation *Variable) const {
  auto Name = Variable->getAttrOfType<StringAttr>("uniq_name");
  if (!Name)
    return false;
  if (Records.contains(Name))
    return true;
  auto Record = dyn_cast<fir::RecordType>(
      hlfir::getFortranElementType(Variable->getResult(0).getType()));
  return Record && hasComponentsWithAttributes(Record) &&
         fir::NameUniquer::deconstruct(Name).second.blockId;
}

bool DeviceData::isInDeviceRecord(Value V) const {
  if (!Components)
    return false;
  for (; V; V = addressSource(V)) {
    Operation *Op = V.getDefiningOp();
    if (!Op)
      return false;
    if (auto Attr = Op->getAttrOfType<cuf::DataAttributeAttr>("data_attr"))
      return Attr.getValue() == cuf::DataAttribute::Managed &&
             isDeclaredForDevice(Op);
    if (auto Designate = dyn_cast<hlfir::DesignateOp>(Op);
        Designate && componentAttribute(Designate))
      return Records.contains(
          StringAttr::get(Op->getContext(), keyOf(Designate)));
  }
  return false;
}

/// Components of a record and of what it has in it, but not behind pointers.
bool DeviceData::anyComponent(
    fir::RecordType Type,
    llvm::function_ref<bool(mlir::Type, std::optional<cuf::DataAttribute>)> Is)
    const {
  if (!Components)
    return false;
  llvm::SetVector<mlir::Type> Types;
  Types.insert(Type);
  for (size_t I = 0; I < Types.size(); ++I) {
    auto Record = cast<fir::RecordType>(Types[I]);
    for (auto &[Name, Part] : Record.getTypeList()) {
      auto Attr = Components.getAs<cuf::DataAttributeAttr>(
          componentKey(Record.getName(), Name));
      if (Is(Part, Attr ? std::optional(Attr.getValue()) : std::nullopt))
        return true;
      auto Box = dyn_cast<fir::BaseBoxType>(Part);
      if (Box && !isa<fir::HeapType>(Box.getEleTy()))
        continue;
      if (auto Inner =
              dyn_cast<fir::RecordType>(hlfir::getFortranElementType(Part)))
        Types.insert(Inner);
    }
  }
  return false;
}

bool DeviceData::hasDeviceAllocatable(fir::RecordType Type) const {
  return anyComponent(
      Type, [](mlir::Type Part, std::optional<cuf::DataAttribute> Attr) {
        auto Box = dyn_cast<fir::BaseBoxType>(Part);
        return Box && isa<fir::HeapType>(Box.getEleTy()) &&
               Attr == cuf::DataAttribute::Device;
      });
}

bool DeviceData::hasComponentsWithAttributes(fir::RecordType Type) const {
  return anyComponent(Type,
                      [](mlir::Type, std::optional<cuf::DataAttribute> Attr) {
                        return Attr.has_value();
                      });
}

std::optional<cuf::DataAttribute> DeviceData::attributeOf(Value V) const {
  // An address as a number, for example of LOC.
  if (!fir::isa_ref_type(V.getType()) &&
      !isa<fir::BaseBoxType, fir::BoxCharType>(V.getType()))
    return std::nullopt;
  while (true) {
    Operation *Op = V.getDefiningOp();
    if (!Op)
      break;
    if (auto Attr = Op->getAttrOfType<cuf::DataAttributeAttr>("data_attr"))
      return Attr.getValue();
    if (auto Address = dyn_cast<fir::AddrOfOp>(Op)) {
      auto Global = Globals.find(Address.getSymbol().getRootReference());
      return Global != Globals.end() ? std::optional(Global->second)
                                     : std::nullopt;
    }
    if (auto Designate = dyn_cast<hlfir::DesignateOp>(Op))
      if (auto Attr = componentAttribute(Designate))
        return Attr;
    Value Source = addressSource(V);
    if (!Source)
      return std::nullopt;
    V = Source;
  }
  return argumentAttribute(V);
}

bool DeviceData::isDeviceOnly(Value V) const {
  auto Attr = attributeOf(V);
  return Attr && (*Attr == cuf::DataAttribute::Device ||
                  *Attr == cuf::DataAttribute::Constant ||
                  *Attr == cuf::DataAttribute::Shared);
}

bool DeviceData::isOnDevice(Value V) const {
  auto Attr = attributeOf(V);
  return Attr && *Attr != cuf::DataAttribute::Pinned;
}

bool DeviceData::loadsFromDevice(Value Address) const {
  if (!fir::isa_ref_type(Address.getType()))
    return false;
  if (!isa<fir::BaseBoxType>(fir::unwrapRefType(Address.getType())))
    return isDeviceOnly(Address);
  // The descriptor lies where its parent does.
  for (Value V = Address; V;) {
    if (auto Designate = V.getDefiningOp<hlfir::DesignateOp>();
        Designate && Designate.getComponent())
      return isDeviceOnly(Designate.getMemref());
    if (V != Address && V.getDefiningOp<fir::LoadOp>())
      return false;
    Value Source = addressSource(V);
    if (!Source || isa_and_nonnull<fir::LoadOp>(V.getDefiningOp()))
      return false;
    V = Source;
  }
  return false;
}

bool DeviceData::isDeviceComponent(Value V) const {
  for (; V; V = addressSource(V)) {
    if (Operation *Op = V.getDefiningOp())
      if (Op->getAttrOfType<cuf::DataAttributeAttr>("data_attr"))
        return false;
    if (auto Designate = V.getDefiningOp<hlfir::DesignateOp>())
      if (componentAttribute(Designate))
        return true;
  }
  return false;
}

bool DeviceData::mayAlias(Value A, Value B) const {
  struct Origin {
    Value Base;
    bool Indirect = false; ///< through a pointer, or a possible target
  };
  auto FindOrigin = [](Value V) {
    Origin O;
    for (Value Next = V; Next; Next = addressSource(Next)) {
      O.Base = Next;
      if (auto Variable = Next.getDefiningOp<fir::FortranVariableOpInterface>())
        if (auto Flags = Variable.getFortranAttrs())
          O.Indirect |= bitEnumContainsAny(
              *Flags, fir::FortranVariableFlagsEnum::pointer |
                          fir::FortranVariableFlagsEnum::target);
      if (fir::isPointerType(Next.getType()))
        O.Indirect = true;
    }
    return O;
  };
  Origin X = FindOrigin(A), Y = FindOrigin(B);
  if (X.Indirect && Y.Indirect)
    return true;
  if (X.Base == Y.Base)
    return true;
  auto GlobalX = X.Base.getDefiningOp<fir::AddrOfOp>();
  auto GlobalY = Y.Base.getDefiningOp<fir::AddrOfOp>();
  return GlobalX && GlobalY && GlobalX.getSymbol() == GlobalY.getSymbol();
}

} // namespace warpfort
