//===-- ManagedArguments.cpp - Expressions for managed dummies ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value of an expression that is passed to a managed or unified dummy
// argument is put where kernels can use it:
//
//   t = hlfir.associate e           t = cuf.alloc {managed};  t = e
//   fir.call @s(t)            ->    fir.call @s(t)
//   hlfir.end_associate t           cuf.free t
//
// FlangOverrides.cpp lets such arguments pass.
//
//===----------------------------------------------------------------------===//
#include "ManagedArguments.h"
#include "DeviceKernels.h"
#include "warpfort/Transforms/Common/DeviceCode.h"

#include "flang/Optimizer/Builder/HLFIRTools.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"

using namespace mlir;

namespace warpfort {

static bool isManagedDummy(Operation *Call, unsigned Operand) {
  auto Callee = dyn_cast<fir::CallOp>(Call);
  if (!Callee || !Callee.getCallee())
    return false;
  auto Function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      Call, *Callee.getCallee());
  if (!Function || Operand >= Function.getNumArguments())
    return false;
  auto Attr = Function.getArgAttrOfType<cuf::DataAttributeAttr>(
      Operand, cuf::getDataAttrName());
  return Attr && (Attr.getValue() == cuf::DataAttribute::Managed ||
                  Attr.getValue() == cuf::DataAttribute::Unified);
}

bool isForManagedDummy(Value V) {
  return llvm::any_of(V.getUses(), [](OpOperand &Use) {
    Operation *User = Use.getOwner();
    if (isa<fir::ConvertOp, fir::EmboxOp, fir::ReboxOp, fir::BoxAddrOp>(User))
      return Use.getOperandNumber() == 0 &&
             isForManagedDummy(User->getResult(0));
    return isManagedDummy(User, Use.getOperandNumber());
  });
}

static void holdInManagedMemory(fir::FirOpBuilder &Builder,
                                hlfir::AssociateOp Associate) {
  Location Loc = Associate.getLoc();
  Builder.setInsertionPoint(Associate);
  hlfir::Entity Source{Associate.getSource()};
  Type Held = Source.getElementOrSequenceType();
  llvm::SmallVector<Value> Extents;
  Value Shape;
  if (Source.isArray()) {
    Shape = Associate.getShape() ? Associate.getShape()
                                 : hlfir::genShape(Loc, Builder, Source);
    llvm::SmallVector<Value> All = extentsOf(Builder, Loc, Source);
    for (auto [Extent, Static] :
         llvm::zip(All, cast<fir::SequenceType>(Held).getShape()))
      if (Static == fir::SequenceType::getUnknownExtent())
        Extents.push_back(Extent);
  }
  constexpr llvm::StringLiteral Name = ".managed_argument";
  auto Attr = cuf::DataAttributeAttr::get(Builder.getContext(),
                                          cuf::DataAttribute::Managed);
  Value Memory =
      cuf::AllocOp::create(Builder, Loc, Held, /*uniqName=*/"", Name, Attr,
                           /*typeparams=*/ValueRange(), Extents);
  auto Variable = hlfir::DeclareOp::create(
      Builder, Loc, Memory, Name, Shape, /*typeParams=*/ValueRange(),
      /*dummyScope=*/Value(), /*storage=*/Value(), /*storageOffset=*/0,
      fir::FortranVariableFlagsAttr(), Attr);
  hlfir::AssignOp::create(Builder, Loc, Source, Variable.getBase());
  for (Operation *User :
       llvm::make_early_inc_range(Associate.getFirBase().getUsers()))
    if (isa<hlfir::EndAssociateOp>(User)) {
      Builder.setInsertionPoint(User);
      cuf::FreeOp::create(Builder, Loc, Variable.getOriginalBase(), Attr);
      User->erase();
    }
  Associate.getBase().replaceAllUsesWith(Variable.getBase());
  Associate.getFirBase().replaceAllUsesWith(Variable.getOriginalBase());
  Associate.erase();
}

void holdManagedArguments(fir::FirOpBuilder &Builder, func::FuncOp Function) {
  llvm::SmallVector<hlfir::AssociateOp> Values;
  Function.walk([&](hlfir::AssociateOp Associate) {
    hlfir::Entity Source{Associate.getSource()};
    if (isHostCode(Associate) &&
        fir::isa_trivial(Source.getFortranElementType()) &&
        (isForManagedDummy(Associate.getBase()) ||
         isForManagedDummy(Associate.getFirBase())))
      Values.push_back(Associate);
  });
  for (hlfir::AssociateOp Associate : Values)
    holdInManagedMemory(Builder, Associate);
}

} // namespace warpfort
