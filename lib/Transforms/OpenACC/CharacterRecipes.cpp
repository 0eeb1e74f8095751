//===-- CharacterRecipes.cpp - Private character variables ----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang's interface for the types of data clauses has no code for private
/// variables of character type. Of two interfaces for one type MLIR takes that
/// which comes first: ours, Flang's but for these.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/OpenACC/Passes.h"

#include "flang/Optimizer/Dialect/FIRDialect.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/OpenACC/Support/FIROpenACCTypeInterfaces.h"

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

struct MappableReferences : Upstream {
  MappableReferences() { Concept::generatePrivateInit = makePrivate; }

  static Value makePrivate(const Concept *, Type T, OpBuilder &Builder,
                           Location Loc, TypedValue<acc::MappableType> Var,
                           llvm::StringRef Name, ValueRange Extents,
                           Value Initial, bool &NeedsDestroy) {
    Type Pointee = fir::unwrapRefType(T);
    if (!isPlainCharacter(Pointee) || Initial)
      return Upstream().generatePrivateInit(T, Builder, Loc, Var, Name, Extents,
                                            Initial, NeedsDestroy);
    return fir::AllocaOp::create(Builder, Loc, Pointee);
  }
};

} // namespace

void registerOpenACCTypes(DialectRegistry &Registry) {
  Registry.addExtension(+[](MLIRContext *Context, fir::FIROpsDialect *) {
    fir::ReferenceType::attachInterface<MappableReferences>(*Context);
  });
}

} // namespace warpfort
