//===-- RuntimeFunctions.cpp - Functions without operations ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See RuntimeFunctions.h.
///
//===----------------------------------------------------------------------===//
#include "RuntimeFunctions.h"
#include "Transforms/Common/DeviceData.h"
#include "warpfort/IR/Values.h"

#include "flang/Optimizer/Dialect/FIROpsSupport.h"

using namespace mlir;

namespace warpfort {

static const RuntimeFunction Known[] = {
    {"IAll", RuntimeFunction::Reduction, -1, 0, -1, 4, Fold::And},
    {"IAllDim", RuntimeFunction::Reduction, 0, 1, 2, 5, Fold::And},
    {"IAny", RuntimeFunction::Reduction, -1, 0, -1, 4, Fold::Or},
    {"IAnyDim", RuntimeFunction::Reduction, 0, 1, 2, 5, Fold::Or},
    {"IParity", RuntimeFunction::Reduction, -1, 0, -1, 4, Fold::Xor},
    {"IParityDim", RuntimeFunction::Reduction, 0, 1, 2, 5, Fold::Xor},
    {"Parity", RuntimeFunction::Reduction, -1, 0, -1, -1, Fold::Parity},
    {"ParityDim", RuntimeFunction::Reduction, 0, 1, 2, -1, Fold::Parity},
    {"Norm2_", RuntimeFunction::Norm, -1, 0, -1, -1},
    {"Norm2Dim", RuntimeFunction::Norm, 0, 1, 2, -1},
    {"Findloc", RuntimeFunction::Location, 0, 1, -1, 6},
    {"FindlocDim", RuntimeFunction::Location, 0, 1, 4, 7},
    {"Spread", RuntimeFunction::Spread, 0, 1, 2, -1}};

const RuntimeFunction *RuntimeFunction::find(Operation *Op) {
  auto Call = dyn_cast<fir::CallOp>(Op);
  auto Callee = Call ? Call.getCallee() : std::nullopt;
  if (!Callee)
    return nullptr;
  llvm::StringRef Name = Callee->getRootReference().getValue();
  if (!Name.consume_front("_FortranA"))
    return nullptr;
  const auto *Found = llvm::find_if(Known, [&](const RuntimeFunction &F) {
    return F.Name == Name.rtrim("0123456789");
  });
  return Found == std::end(Known) ? nullptr : Found;
}

Value RuntimeFunction::argument(Operation *Call, int At) const {
  return At < 0 ? Value() : withoutConversions(Call->getOperand(At));
}

//===-- Operands ----------------------------------------------------------===//

RuntimeOperands::RuntimeOperands(Operation *Op) {
  const RuntimeFunction *Function = RuntimeFunction::find(Op);
  if (!Function)
    return;
  for (int At : {Function->Array, Function->Mask})
    if (At >= 0)
      Operands.emplace_back(Op->getOperand(At));
}

bool RuntimeOperands::areOnDevice(const DeviceData &Data) const {
  return llvm::any_of(Operands, [&](const ArrayOperand &Operand) {
    return hlfir::isFortranEntity(Operand.Array) &&
           dependsOnDevice(Data, Operand.Array);
  });
}

void RuntimeOperands::erase() {
  for (ArrayOperand &Operand : Operands)
    Operand.erase();
}

//===-- Results -----------------------------------------------------------===//

/// The only user of a value, if it is of this sort.
template <typename Op> static Op onlyUser(Value V) {
  return V.hasOneUse() ? dyn_cast<Op>(*V.user_begin()) : Op();
}

bool RuntimeResult::find(fir::CallOp Call) {
  Value Variable = withoutConversions(Call.getArgs()[0]);
  for (Operation *User : Variable.getUsers()) {
    auto Found = dyn_cast<fir::LoadOp>(User);
    if (!Found || Found->getBlock() != Call->getBlock() ||
        Found->isBeforeInBlock(Call))
      continue;
    if (Load)
      return false;
    Load = Found;
  }
  if (!Load)
    return false;
  for (Operation *User : Load->getUsers()) {
    if (auto Dims = dyn_cast<fir::BoxDimsOp>(User)) {
      if (!fir::getIntIfConstant(Dims.getDim()) ||
          !Dims.getResult(2).use_empty())
        return false;
      Dimensions.push_back(Dims);
      continue;
    }
    if (Address || !isa<fir::BoxAddrOp>(User))
      return false;
    Address = cast<fir::BoxAddrOp>(User);
  }
  if (!Address)
    return false;
  Declare = onlyUser<hlfir::DeclareOp>(Address);
  if (!Declare)
    return findScalar();
  if (!Declare.getResult(1).use_empty())
    return false;
  Expr = onlyUser<hlfir::AsExprOp>(Declare.getResult(0));
  return Expr && fir::isa_trivial(expression().getElementType());
}

/// The value is read, and the memory freed.
bool RuntimeResult::findScalar() {
  for (Operation *User : Address->getUsers()) {
    if (auto Found = dyn_cast<fir::LoadOp>(User); Found && !Read)
      Read = Found;
    else if (auto Found = dyn_cast<fir::FreeMemOp>(User); Found && !Free)
      Free = Found;
    else
      return false;
  }
  return Read && Free && Dimensions.empty() && fir::isa_trivial(scalar());
}

void RuntimeResult::replace(fir::FirOpBuilder &Builder, Value New,
                            llvm::ArrayRef<Value> Extents) {
  if (Read) {
    Read.getResult().replaceAllUsesWith(New);
    Read.erase();
    Free.erase();
  } else {
    Expr.getResult().replaceAllUsesWith(New);
    Expr.erase();
    Value Shape = Declare.getShape();
    Declare.erase();
    if (Shape && Shape.use_empty())
      Shape.getDefiningOp()->erase();
  }
  Address.erase();
  Value One =
      Builder.createIntegerConstant(New.getLoc(), Builder.getIndexType(), 1);
  for (fir::BoxDimsOp Dims : Dimensions) {
    Dims.getResult(0).replaceAllUsesWith(One);
    Dims.getResult(1).replaceAllUsesWith(
        Extents[*fir::getIntIfConstant(Dims.getDim())]);
    Dims.erase();
  }
  Load.erase();
}

} // namespace warpfort
