//===-- PrivateRecipes.cpp - Private characters and records ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's interface for the types of data clauses has no code for private
/// variables of character type, of types with allocatable components and arrays
/// of these, arrays of derived types, and pointers to them. Of two interfaces
/// for one type MLIR takes that which comes first: ours, Flang's but for these.
/// Whether a type gives values is not known yet when these are called.
///
//===----------------------------------------------------------------------===//
#include "PrivateVariables.h"
#include "Transforms/Common/DeviceRecords.h"
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/MutableBox.h"
#include "flang/Optimizer/Builder/Runtime/Derived.h"
#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/OpenACC/Support/FIROpenACCTypeInterfaces.h"
#include "flang/Optimizer/Support/Utils.h"

using namespace mlir;

namespace warpfort {
namespace {

using Upstream = fir::acc::OpenACCMappableModel<fir::ReferenceType>;
using UpstreamBox = fir::acc::OpenACCMappableModel<fir::BaseBoxType>;

/// Scalars and arrays of constant length and shape.
bool isPlainCharacter(Type T) {
  auto Array = dyn_cast<fir::SequenceType>(T);
  auto Character = dyn_cast<fir::CharacterType>(fir::unwrapSequenceType(T));
  return Character && Character.hasConstantLen() &&
         (!Array || !Array.hasDynamicExtents());
}

/// Scalars with allocatable components, and all arrays, of constant shape.
bool isRecordToInitialize(Type T) {
  auto Array = dyn_cast<fir::SequenceType>(T);
  if (!isa<fir::RecordType>(fir::unwrapSequenceType(T)) ||
      (Array && Array.hasDynamicExtents()))
    return false;
  RecordFacts Facts = factsOfRecord(T);
  return !Facts.HasPolymorphic && (Facts.HasAllocatable || Array);
}

/// Whether records of the type \p T have a FINAL procedure.
bool mayBeFinalized(Type T, ModuleOp M) {
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    T = fir::unwrapRefType(Box.getEleTy());
  return fir::isRecordWithFinalRoutine(
             cast<fir::RecordType>(fir::unwrapSequenceType(T)), M)
      .value_or(false);
}

/// Scalars, and arrays of constant shape, whose type gives values.
bool hasDefaultValues(Type T, ModuleOp M) {
  auto Array = dyn_cast<fir::SequenceType>(T);
  auto Record = dyn_cast<fir::RecordType>(fir::unwrapSequenceType(T));
  if (Array && Array.hasDynamicExtents())
    return false;
  auto Info = Record ? M.lookupSymbol<fir::TypeInfoOp>(Record.getName())
                     : fir::TypeInfoOp();
  RecordFacts Facts = factsOfRecord(T);
  return Info && !Info.getNoInit() && !Facts.HasAllocatable &&
         !Facts.HasPolymorphic;
}

Value createDescriptor(fir::FirOpBuilder &Builder, Location Loc, Value Object) {
  Type T = fir::unwrapRefType(Object.getType());
  Value Shape;
  if (auto Array = dyn_cast<fir::SequenceType>(T)) {
    llvm::SmallVector<Value> Extents;
    for (int64_t Extent : Array.getShape())
      Extents.push_back(
          Builder.createIntegerConstant(Loc, Builder.getIndexType(), Extent));
    Shape = Builder.genShape(Loc, Extents);
  }
  return fir::EmboxOp::create(Builder, Loc, fir::BoxType::get(T), Object,
                              Shape);
}

/// A pointer to an object: a private one is not associated at first.
bool isPointerToRecord(Type T) {
  auto Box = dyn_cast<fir::BoxType>(T);
  auto Pointer =
      Box ? dyn_cast<fir::PointerType>(Box.getEleTy()) : fir::PointerType();
  return Pointer && isa<fir::RecordType>(Pointer.getEleTy());
}

/// The descriptor of an array whose size is not constant, of records with
/// allocatable components: of an allocatable one if \p IsAllocatable.
fir::BoxType asRecordArray(Type T, bool IsAllocatable) {
  auto Box = dyn_cast<fir::BoxType>(T);
  if (!Box || isa<fir::PointerType>(Box.getEleTy()) ||
      isa<fir::HeapType>(Box.getEleTy()) != IsAllocatable)
    return {};
  auto Array = dyn_cast<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()));
  if (!Array || Array.hasUnknownShape())
    return {};
  RecordFacts Facts = factsOfRecord(Array);
  return Facts.HasAllocatable && !Facts.HasPolymorphic ? Box : fir::BoxType();
}

/// An array of such records like that of \p Like; where that is not allocated,
/// an array without elements.
Value createRecordArray(fir::FirOpBuilder &Builder, Location Loc, Value Like,
                        fir::BoxType Box) {
  auto Array = cast<fir::SequenceType>(fir::unwrapRefType(Box.getEleTy()));
  Type Index = Builder.getIndexType();
  Value Missing =
      Builder.genIsNullAddr(Loc, fir::BoxAddrOp::create(Builder, Loc, Like));
  Value Zero = Builder.createIntegerConstant(Loc, Index, 0);
  llvm::SmallVector<Value> Extents, Unknown;
  for (unsigned D = 0; D < Array.getDimension(); ++D) {
    Value Dim = Builder.createIntegerConstant(Loc, Index, D);
    auto Dims =
        fir::BoxDimsOp::create(Builder, Loc, Index, Index, Index, Like, Dim);
    Extents.push_back(
        arith::SelectOp::create(Builder, Loc, Missing, Zero, Dims.getExtent()));
    if (Array.getShape()[D] == fir::SequenceType::getUnknownExtent())
      Unknown.push_back(Extents.back());
  }
  Value Memory =
      fir::AllocMemOp::create(Builder, Loc, Array, ValueRange(), Unknown);
  if (!isa<fir::HeapType>(Box.getEleTy()))
    Memory = Builder.createConvert(Loc, Builder.getRefType(Array), Memory);
  Value Made = fir::EmboxOp::create(Builder, Loc, Box, Memory,
                                    Builder.genShape(Loc, Extents));
  fir::runtime::genDerivedTypeInitialize(Builder, Loc, Made);
  return Made;
}

ModuleOp moduleOf(OpBuilder &Builder) {
  return Builder.getInsertionBlock()
      ->getParentOp()
      ->getParentOfType<ModuleOp>();
}

struct MappableReferences : Upstream {
  MappableReferences() {
    Concept::generatePrivateInit = makePrivate;
    Concept::generatePrivateDestroy = destroyPrivate;
  }

  static Value makePrivate(const Concept *, Type T, OpBuilder &Builder,
                           Location Loc, TypedValue<acc::MappableType> Var,
                           llvm::StringRef Name, ValueRange Extents,
                           Value Initial, bool &NeedsDestroy) {
    Type Pointee = fir::unwrapRefType(T);
    if (isRecordToInitialize(Pointee) && !Initial && Extents.empty() &&
        !mayBeFinalized(Pointee, moduleOf(Builder))) {
      fir::FirOpBuilder Fir(Builder, moduleOf(Builder));
      Value Made = fir::AllocaOp::create(Builder, Loc, Pointee);
      fir::runtime::genDerivedTypeInitialize(Fir, Loc,
                                             createDescriptor(Fir, Loc, Made));
      NeedsDestroy = factsOfRecord(Pointee).HasAllocatable;
      return Made;
    }
    if (auto Box = asRecordArray(Pointee, /*IsAllocatable=*/true);
        Box && !Initial && !mayBeFinalized(Box, moduleOf(Builder))) {
      fir::FirOpBuilder Fir(Builder, moduleOf(Builder));
      Value Made = fir::AllocaOp::create(Builder, Loc, Box);
      Value Like = fir::LoadOp::create(Builder, Loc, Var);
      fir::StoreOp::create(Builder, Loc, createRecordArray(Fir, Loc, Like, Box),
                           Made);
      NeedsDestroy = true;
      return Made;
    }
    if (isPointerToRecord(Pointee) && !Initial) {
      fir::FirOpBuilder Fir(Builder, moduleOf(Builder));
      Value Made = fir::AllocaOp::create(Builder, Loc, Pointee);
      fir::StoreOp::create(
          Builder, Loc,
          fir::factory::createUnallocatedBox(Fir, Loc, Pointee, {}), Made);
      return Made;
    }
    if (!isPlainCharacter(Pointee) || Initial)
      return Upstream().generatePrivateInit(T, Builder, Loc, Var, Name, Extents,
                                            Initial, NeedsDestroy);
    return fir::AllocaOp::create(Builder, Loc, Pointee);
  }

  static bool destroyPrivate(const Concept *, Type T, OpBuilder &Builder,
                             Location Loc, Value Made) {
    fir::FirOpBuilder Fir(Builder, moduleOf(Builder));
    if (asRecordArray(fir::unwrapRefType(T), /*IsAllocatable=*/true)) {
      openacc::destroyRecordArray(
          Fir, Loc, fir::LoadOp::create(Builder, Loc, Made), /*IsLast=*/true);
      return true;
    }
    if (!isRecordToInitialize(fir::unwrapRefType(T)))
      return Upstream().generatePrivateDestroy(T, Builder, Loc, Made);
    fir::runtime::genDerivedTypeDestroy(Fir, Loc,
                                        createDescriptor(Fir, Loc, Made));
    return true;
  }
};

/// The same for arrays without a variable for the descriptor.
struct MappableBoxes : UpstreamBox {
  MappableBoxes() {
    Concept::generatePrivateInit = makePrivate;
    Concept::generatePrivateDestroy = destroyPrivate;
  }

  static Value makePrivate(const Concept *, Type T, OpBuilder &Builder,
                           Location Loc, TypedValue<acc::MappableType> Var,
                           llvm::StringRef Name, ValueRange Extents,
                           Value Initial, bool &NeedsDestroy) {
    auto Box = asRecordArray(T, /*IsAllocatable=*/false);
    if (!Box || Initial || !Extents.empty() ||
        mayBeFinalized(Box, moduleOf(Builder)))
      return UpstreamBox().generatePrivateInit(T, Builder, Loc, Var, Name,
                                               Extents, Initial, NeedsDestroy);
    fir::FirOpBuilder Fir(Builder, moduleOf(Builder));
    NeedsDestroy = true;
    return createRecordArray(Fir, Loc, Var, Box);
  }

  static bool destroyPrivate(const Concept *, Type T, OpBuilder &Builder,
                             Location Loc, Value Made) {
    if (!asRecordArray(T, /*IsAllocatable=*/false))
      return UpstreamBox().generatePrivateDestroy(T, Builder, Loc, Made);
    fir::FirOpBuilder Fir(Builder, moduleOf(Builder));
    openacc::destroyRecordArray(Fir, Loc, Made, /*IsLast=*/true);
    return true;
  }
};

} // namespace

void openacc::destroyRecordArray(fir::FirOpBuilder &Builder, Location Loc,
                                 Value Box, bool IsLast) {
  Value Address = fir::BoxAddrOp::create(Builder, Loc, Box);
  auto If =
      fir::IfOp::create(Builder, Loc, Builder.genIsNotNullAddr(Loc, Address),
                        /*withElseRegion=*/false);
  auto Guard = OpBuilder::InsertionGuard(Builder);
  Builder.setInsertionPointToStart(&If.getThenRegion().front());
  fir::runtime::genDerivedTypeDestroy(Builder, Loc, Box);
  if (IsLast)
    fir::FreeMemOp::create(
        Builder, Loc,
        Builder.createConvert(
            Loc, fir::HeapType::get(fir::unwrapRefType(Address.getType())),
            Address));
}

void openacc::initializePrivateRecords(ModuleOp Module) {
  Module.walk([&](acc::LoopOp Loop) {
    if (Loop.getRegion().empty())
      return;
    OpBuilder Before = OpBuilder::atBlockBegin(&Loop.getRegion().front());
    fir::FirOpBuilder Builder(Before, Module);
    for (Value Private : Loop.getPrivateOperands())
      if (hasDefaultValues(fir::unwrapRefType(Private.getType()), Module))
        fir::runtime::genDerivedTypeInitialize(
            Builder, Loop.getLoc(),
            createDescriptor(Builder, Loop.getLoc(), Private));
  });
}

void registerOpenACCTypes(DialectRegistry &Registry) {
  Registry.addExtension(+[](MLIRContext *Context, fir::FIROpsDialect *) {
    fir::ReferenceType::attachInterface<MappableReferences>(*Context);
    fir::BoxType::attachInterface<MappableBoxes>(*Context);
  });
}

} // namespace warpfort
