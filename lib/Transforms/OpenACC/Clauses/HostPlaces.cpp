//===-- HostPlaces.cpp - What data clauses name ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See HostPlaces.h.
///
//===----------------------------------------------------------------------===//
#include "HostPlaces.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace warpfort::openacc {

bool HostPlace::mayOverlap(const HostPlace &Other) const {
  // Different names of records' components are told apart by their paths.
  return (IsAssociateName || Other.IsAssociateName) && mayShare(Other);
}

bool HostPlace::mayShare(const HostPlace &Other) const {
  if (!Storage || Storage != Other.Storage)
    return false;
  for (auto [A, B] : llvm::zip(Path, Other.Path)) {
    // Of a section with a stride there is no step.
    if (A.Field.empty() != B.Field.empty())
      return true;
    if (A.Field != B.Field)
      return false;
    for (auto [SubscriptA, SubscriptB] : llvm::zip(A.Subscripts, B.Subscripts))
      if (SubscriptA && SubscriptB && *SubscriptA != *SubscriptB)
        return false;
  }
  return true;
}

std::optional<std::string> fieldsOf(fir::CoordinateOp Coor) {
  std::string Name;
  for (auto Index : Coor.getIndices()) {
    auto Field = dyn_cast<IntegerAttr>(Index);
    if (!Field)
      return std::nullopt;
    Name += "." + std::to_string(Field.getInt());
  }
  return Name;
}

bool selectsField(fir::CoordinateOp Coor) {
  return Coor.getFieldIndices() &&
         isa<fir::RecordType>(fir::unwrapSequenceType(
             fir::unwrapPassByRefType(Coor.getRef().getType())));
}

/// The step to an element, or to a section of \p Rank dimensions that begins
/// there.
static HostStep elementStep(fir::ArrayCoorOp Coor, unsigned Rank) {
  HostStep Step;
  for (auto [Dim, Index] : llvm::enumerate(Coor.getIndices()))
    Step.Subscripts.push_back(Dim < Rank || Coor.getSlice()
                                  ? std::nullopt
                                  : fir::getIntIfConstant(Index));
  return Step;
}

static unsigned rankAt(Value Address) {
  auto Array =
      dyn_cast<fir::SequenceType>(fir::unwrapRefType(Address.getType()));
  return Array ? Array.getDimension() : 0;
}

/// Whether an operation makes an address or descriptor of its first operand's.
static bool followsAddress(Operation *Op) {
  if (isa<fir::LoadOp>(Op))
    return isa<fir::BaseBoxType>(Op->getResult(0).getType());
  return isa<fir::DeclareOp, fir::ConvertOp, fir::BoxAddrOp, fir::EmboxOp,
             fir::ReboxOp, fir::ArrayCoorOp, fir::CoordinateOp>(Op);
}

HostPlace findHostPlace(Value Entry) {
  HostPlace Place;
  llvm::SmallVector<HostStep, 2> Reversed;
  Value V = Entry;
  unsigned Rank = 0; // of what begins at V
  while (Operation *Op = V ? V.getDefiningOp() : nullptr) {
    if (isa<ACC_DATA_ENTRY_OPS>(Op)) {
      V = acc::getVar(Op);
      continue;
    }
    if (!followsAddress(Op))
      break;
    if (auto Declare = dyn_cast<fir::DeclareOp>(Op)) {
      Place.IsAssociateName |= static_cast<bool>(Place.Storage);
      Place.Storage = V;
      // The variables of a block lie beside each other.
      if (Declare.getStorage())
        break;
    } else if (auto Coor = dyn_cast<fir::CoordinateOp>(Op);
               Coor && selectsField(Coor)) {
      Reversed.push_back({fieldsOf(Coor).value_or("?"), {}});
    } else if (auto Element = dyn_cast<fir::ArrayCoorOp>(Op)) {
      Reversed.push_back(elementStep(Element, Rank));
    }
    Rank = isa<fir::ConvertOp>(Op) ? rankAt(V) : 0;
    V = Op->getOperand(0);
  }
  Place.Path.assign(Reversed.rbegin(), Reversed.rend());
  return Place;
}

} // namespace warpfort::openacc
