//===-- RunTimeChecks.cpp - What checks of programs share -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See RunTimeChecks.h. Variables have names in HLFIR and in FIR.
///
//===----------------------------------------------------------------------===//
#include "RunTimeChecks.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Transforms/Common/DeviceCode.h"
#include "warprt/BoundsCheck.h"

#include "flang/Optimizer/Builder/BoxValue.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"

using namespace mlir;

namespace warpfort {

static std::string nameOfSymbol(StringRef UniqueName) {
  auto [Kind, Parts] = fir::NameUniquer::deconstruct(UniqueName);
  return Kind == fir::NameUniquer::NameKind::VARIABLE ||
                 Kind == fir::NameUniquer::NameKind::CONSTANT
             ? Parts.name
             : std::string();
}

static std::string nameOfPart(fir::CoordinateOp Part) {
  std::string Name = nameOfVariable(Part.getRef());
  Type Of = fir::unwrapPassByRefType(
      fir::dyn_cast_ptrOrBoxEleTy(Part.getRef().getType()));
  for (fir::IntOrValue Index : Part.getIndices()) {
    if (auto Array = dyn_cast_or_null<fir::SequenceType>(Of))
      Of = Array.getEleTy();
    auto Record = dyn_cast_or_null<fir::RecordType>(Of);
    auto Field = dyn_cast<IntegerAttr>(Index);
    if (!Record || !Field || Name.empty())
      continue;
    auto &[Component, Type] = Record.getTypeList()[Field.getInt()];
    Name += ("%" + componentName(Component)).str();
    Of = Type;
  }
  return Name;
}

std::string nameOfVariable(Value V) {
  while (Operation *Op = V.getDefiningOp()) {
    if (auto Declare = dyn_cast<hlfir::DeclareOp>(Op))
      return nameOfSymbol(Declare.getUniqName());
    if (auto Declare = dyn_cast<fir::DeclareOp>(Op))
      return nameOfSymbol(Declare.getUniqName());
    if (auto Part = dyn_cast<hlfir::DesignateOp>(Op)) {
      std::string Base = nameOfVariable(Part.getMemref());
      if (Base.empty() || !Part.getComponent())
        return Base;
      return (Base + "%" + componentName(*Part.getComponent())).str();
    }
    if (auto Part = dyn_cast<fir::CoordinateOp>(Op))
      return nameOfPart(Part);
    if (auto Load = dyn_cast<fir::LoadOp>(Op))
      V = Load.getMemref();
    else if (auto Convert = dyn_cast<fir::ConvertOp>(Op))
      V = Convert.getValue();
    else if (auto Element = dyn_cast<fir::ArrayCoorOp>(Op))
      V = Element.getMemref();
    else if (auto Text = dyn_cast<fir::EmboxCharOp>(Op))
      V = Text.getMemref();
    else if (auto Address = dyn_cast<fir::BoxAddrOp>(Op))
      V = Address.getVal();
    else
      break;
  }
  return {};
}

static std::string deviceName(StringRef What, bool IsKernel) {
  return (WARPDEV_REPORT_PREFIX + What +
          (IsKernel ? WARPDEV_REPORT_OF_THREAD : ""))
      .str();
}

void callReport(fir::FirOpBuilder &Builder, Location Loc, StringRef What,
                FunctionType Signature, ReportPlace Where, StringRef Variable,
                ArrayRef<Value> Values) {
  auto Text = [&](StringRef Of) {
    std::string WithEnd = Of.str();
    WithEnd.push_back('\0');
    return fir::getBase(
        fir::factory::createStringLiteral(Builder, Loc, WithEnd));
  };
  std::string File;
  int32_t Line = 0;
  if (auto Place = Loc->findInstanceOf<FileLineColLoc>()) {
    File = Place.getFilename().str();
    Line = static_cast<int32_t>(Place.getLine());
  }
  std::string Function = Where.IsDevice ? deviceName(What, Where.IsKernel)
                                        : (WARPRT_REPORT_PREFIX + What).str();
  llvm::SmallVector<Value> Args = {
      Text(Variable), Text(File),
      Builder.createIntegerConstant(Loc, Builder.getI32Type(), Line)};
  Args.append(Values.begin(), Values.end());
  callRuntime(Builder, Loc,
              getOrDeclareFunction(Builder, Loc, Function, Signature), Args);
}

void reportOnDevice(ModuleOp Device, StringRef What) {
  std::string Host = (WARPRT_REPORT_PREFIX + What).str();
  for (auto Function : Device.getOps<func::FuncOp>()) {
    std::string Name = deviceName(What, isKernel(Function));
    Function.walk([&](fir::CallOp Call) {
      if (!Call.getCallee() ||
          Call.getCallee()->getRootReference().getValue() != Host)
        return;
      fir::FirOpBuilder Builder(Call, fir::getKindMapping(Device));
      auto Signature = FunctionType::get(
          Device.getContext(), Call.getOperandTypes(), Call.getResultTypes());
      getOrDeclareFunction(Builder, Call.getLoc(), Name, Signature);
      Call.setCalleeAttr(SymbolRefAttr::get(Device.getContext(), Name));
    });
  }
}

} // namespace warpfort
