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
/// variables of character type, of types with allocatable components, arrays of
/// derived types, and pointers to them. Of two interfaces for one type MLIR
/// takes that which comes first: ours, Flang's but for these. Whether a type
/// gives values is not known yet when these are called.
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
    auto Record = dyn_cast<fir::RecordType>(fir::unwrapSequenceType(Pointee));
    if (isRecordToInitialize(Pointee) && !Initial && Extents.empty() &&
        !fir::isRecordWithFinalRoutine(Record, moduleOf(Builder))
             .value_or(false)) {
      fir::FirOpBuilder Fir(Builder, moduleOf(Builder));
      Value Made = fir::AllocaOp::create(Builder, Loc, Pointee);
      fir::runtime::genDerivedTypeInitialize(Fir, Loc,
                                             createDescriptor(Fir, Loc, Made));
      NeedsDestroy = factsOfRecord(Pointee).HasAllocatable;
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
    if (!isRecordToInitialize(fir::unwrapRefType(T)))
      return Upstream().generatePrivateDestroy(T, Builder, Loc, Made);
    fir::FirOpBuilder Fir(Builder, moduleOf(Builder));
    fir::runtime::genDerivedTypeDestroy(Fir, Loc,
                                        createDescriptor(Fir, Loc, Made));
    return true;
  }
};

} // namespace

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
  });
}

} // namespace warpfort
