//===-- RecordAssignments.cpp - Records with device components ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     x = y                 x%n = y%n; x%p => y%p
///                           if (allocated(y%a)) then; x%a = y%a
///                           else if (allocated(x%a)) then; deallocate(x%a)
///
/// Arrays of such records, as components or whole variables, are assigned
/// element by element.
///
/// The assignments of components become transfers as any others do.
///
//===----------------------------------------------------------------------===//
#include "RecordAssignments.h"
#include "DeviceData.h"

#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Builder/Runtime/RTBuilder.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Runtime/allocatable.h"

using namespace mlir;
using namespace Fortran::runtime;

namespace warpfort {
namespace {

class ComponentAssigner {
public:
  ComponentAssigner(const DeviceData &Data, fir::FirOpBuilder &Builder,
                    Location Loc)
      : Data(Data), Builder(Builder), Loc(Loc) {}

  void assign(fir::RecordType Type, Value Left, Value Right) {
    for (auto &[Name, Part] : Type.getTypeList()) {
      Value L = designate(Left, Name, Part), R = designate(Right, Name, Part);
      auto Record = dyn_cast<fir::RecordType>(fir::unwrapSequenceType(Part));
      if (auto Box = dyn_cast<fir::BaseBoxType>(Part)) {
        if (isa<fir::PointerType>(Box.getEleTy()))
          fir::StoreOp::create(Builder, Loc,
                               fir::LoadOp::create(Builder, Loc, R), L);
        else
          assignAllocatable(L, R);
      } else if (Record && Data.hasDeviceAllocatable(Record)) {
        assignAll(Record, hlfir::Entity{L}, hlfir::Entity{R});
      } else {
        hlfir::AssignOp::create(
            Builder, Loc,
            hlfir::loadTrivialScalar(Loc, Builder, hlfir::Entity{R}), L);
      }
    }
  }

  /// One record, or arrays of the same shape.
  void assignAll(fir::RecordType Type, hlfir::Entity Left,
                 hlfir::Entity Right) {
    if (!Left.isArray())
      return assign(Type, Left, Right);
    auto Guard = OpBuilder::InsertionGuard(Builder);
    auto Loops =
        hlfir::genLoopNest(Loc, Builder, hlfir::genShape(Loc, Builder, Left));
    Builder.setInsertionPointToStart(Loops.body);
    assign(Type, hlfir::getElementAt(Loc, Builder, Left, Loops.oneBasedIndices),
           hlfir::getElementAt(Loc, Builder, Right, Loops.oneBasedIndices));
  }

private:
  Value designate(Value Record, llvm::StringRef Name, Type Part) {
    Value Shape;
    llvm::SmallVector<Value> Lengths;
    fir::FortranVariableFlagsAttr Flags;
    if (auto Array = dyn_cast<fir::SequenceType>(Part)) {
      llvm::SmallVector<Value> Extents;
      for (int64_t Extent : Array.getShape())
        Extents.push_back(
            Builder.createIntegerConstant(Loc, Builder.getIndexType(), Extent));
      Shape = Builder.genShape(Loc, Extents);
    } else if (auto Box = dyn_cast<fir::BaseBoxType>(Part)) {
      Flags = fir::FortranVariableFlagsAttr::get(
          Builder.getContext(),
          isa<fir::PointerType>(Box.getEleTy())
              ? fir::FortranVariableFlagsEnum::pointer
              : fir::FortranVariableFlagsEnum::allocatable);
    }
    if (auto Text =
            dyn_cast<fir::CharacterType>(hlfir::getFortranElementType(Part)))
      if (Text.hasConstantLen())
        Lengths.push_back(Builder.createIntegerConstant(
            Loc, Builder.getIndexType(), Text.getLen()));
    return hlfir::DesignateOp::create(
        Builder, Loc, Builder.getRefType(Part), Record, Name,
        /*component_shape=*/Value(), hlfir::DesignateOp::Subscripts{},
        /*substring=*/ValueRange(), /*complex_part=*/std::nullopt, Shape,
        Lengths, Flags);
  }

  Value isAllocated(Value Descriptor) {
    Value Box = fir::LoadOp::create(Builder, Loc, Descriptor);
    Value Address = fir::BoxAddrOp::create(Builder, Loc, Box);
    return Builder.genIsNotNullAddr(Loc, Address);
  }

  void assignAllocatable(Value L, Value R) {
    Builder.genIfThenElse(Loc, isAllocated(R))
        .genThen([&] {
          Value Source = fir::LoadOp::create(Builder, Loc, R);
          hlfir::AssignOp::create(Builder, Loc, Source, L, /*realloc=*/true);
        })
        .genElse([&] {
          Builder.genIfThen(Loc, isAllocated(L))
              .genThen([&] { release(L); })
              .end();
        })
        .end();
  }

  void release(Value Descriptor) {
    auto Attr = Data.attributeOf(Descriptor);
    if (Attr && Data.isDeviceComponent(Descriptor)) {
      cuf::DeallocateOp::create(
          Builder, Loc, Builder.getI32Type(), Descriptor,
          /*errmsg=*/Value(),
          cuf::DataAttributeAttr::get(Builder.getContext(), *Attr),
          /*hasStat=*/UnitAttr());
      return;
    }
    func::FuncOp Function =
        fir::runtime::getRuntimeFunc<mkRTKey(AllocatableDeallocate)>(Loc,
                                                                     Builder);
    Value File = fir::factory::locationToFilename(Builder, Loc);
    Value Line = fir::factory::locationToLineNo(
        Builder, Loc, Function.getFunctionType().getInput(4));
    Value NoMessage = fir::AbsentOp::create(
        Builder, Loc, fir::BoxType::get(Builder.getNoneType()));
    auto Args = fir::runtime::createArguments(
        Builder, Loc, Function.getFunctionType(), Descriptor,
        Builder.createBool(Loc, false), NoMessage, File, Line);
    fir::CallOp::create(Builder, Loc, Function, Args);
  }

  const DeviceData &Data;
  fir::FirOpBuilder &Builder;
  Location Loc;
};

} // namespace

bool hasDeviceComponents(const DeviceData &Data, Value Records) {
  auto Type = dyn_cast<fir::RecordType>(
      hlfir::getFortranElementType(Records.getType()));
  return Type && Data.hasDeviceAllocatable(Type);
}

bool assignByComponents(const DeviceData &Data, fir::FirOpBuilder &Builder,
                        hlfir::AssignOp Assign) {
  hlfir::Entity Left{Assign.getLhs()}, Right{Assign.getRhs()};
  auto Type = dyn_cast<fir::RecordType>(Left.getFortranElementType());
  if (!Type || Left.isArray() != Right.isArray() || Left.isPolymorphic() ||
      Left.isMutableBox() || Right.getFortranElementType() != Type ||
      !Data.hasDeviceAllocatable(Type))
    return false;
  // The checker lets no arrays pass but whole variables.
  if (Right.isArray() && !Right.isVariable())
    return false;
  Location Loc = Assign.getLoc();
  Builder.setInsertionPoint(Assign);
  std::optional<hlfir::AssociateOp> Associate;
  if (!Right.isVariable()) {
    Associate = hlfir::genAssociateExpr(Loc, Builder, Right, Right.getType(),
                                        ".cuf_record");
    Right = hlfir::Entity{Associate->getBase()};
  }
  Right = hlfir::derefPointersAndAllocatables(Loc, Builder, Right);
  ComponentAssigner(Data, Builder, Loc).assignAll(Type, Left, Right);
  if (Associate)
    hlfir::EndAssociateOp::create(Builder, Loc, *Associate);
  Assign.erase();
  return true;
}

} // namespace warpfort
