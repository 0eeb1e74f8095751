//===-- RealKinds.cpp - SELECTED_REAL_KIND of variables -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With constant arguments Flang gives the kinds that it compiles; with others
/// its run-time library answers, which names REAL(16), too. This calls the
/// function of the library that takes the set of kinds. The linker option
/// --wrap makes Flang call the function here (CMakeLists.txt).
///
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/Runtime/RTBuilder.h"
#include "flang/Optimizer/Support/Utils.h"
#include "flang/Runtime/numeric.h"

using namespace mlir;
using fir::FirOpBuilder;
using namespace Fortran::runtime;

/// One bit for each kind, as the library wants them.
static int32_t realKinds(FirOpBuilder &Builder) {
  int32_t Kinds = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 8;
  return fir::getTargetTriple(Builder.getModule()).isX86() ? Kinds | 1 << 10
                                                           : Kinds;
}

WARPFORT_WRAP(Value, SelectedRealKind,
              "_ZN3fir7runtime19genSelectedRealKindERNS_12FirOpBuilderEN4mlir8"
              "LocationENS3_5ValueES5_S5_",
              (FirOpBuilder & Builder, Location Loc, Value Precision,
               Value Range, Value Radix)) {
  Value Kind = realSelectedRealKind(Builder, Loc, Precision, Range, Radix);
  auto Call = Kind.getDefiningOp<fir::CallOp>();
  if (!Call)
    return Kind;
  func::FuncOp Function =
      fir::runtime::getRuntimeFunc<mkRTKey(SelectedRealKindMasked)>(Loc,
                                                                    Builder);
  SmallVector<Value> Arguments(Call.getArgs());
  Arguments.push_back(Builder.createIntegerConstant(
      Loc, Function.getFunctionType().getInputs().back(), realKinds(Builder)));
  Value Masked =
      fir::CallOp::create(Builder, Loc, Function, Arguments).getResult(0);
  Call.erase();
  return Masked;
}
