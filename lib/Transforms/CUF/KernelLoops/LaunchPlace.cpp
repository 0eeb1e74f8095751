//===-- LaunchPlace.cpp - Where launches are ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LaunchPlace.h.
///
//===----------------------------------------------------------------------===//
#include "LaunchPlace.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warprt/EntryPoints.h"

#include "flang/Optimizer/Builder/BoxValue.h"
#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Dialect/FIROpsSupport.h"

using namespace mlir;

namespace warpfort {

void createLaunchPlace(fir::FirOpBuilder &Builder, Location Loc,
                       Operation *In) {
  std::string Procedure = sourceProcedure(In);
  Procedure.push_back('\0');
  callRuntime(
      Builder, Loc, WARPFORT_RUNTIME_FUNCTION(Builder, Loc, warprt_launch_at),
      {fir::factory::locationToFilename(Builder, Loc),
       fir::getBase(fir::factory::createStringLiteral(Builder, Loc, Procedure)),
       fir::factory::locationToLineNo(Builder, Loc, Builder.getI32Type())});
}

std::string shapeText(ValueRange Extents) {
  if (Extents.empty())
    return "*";
  std::string Text;
  for (Value Extent : Extents) {
    auto Known = fir::getIntIfConstant(Extent);
    // What the source leaves open.
    bool IsOpen = Known && *Known <= 0;
    Text += (Text.empty() ? "" : ",") + (!Known   ? "?"
                                         : IsOpen ? "*"
                                                  : std::to_string(*Known));
  }
  return Extents.size() == 1 ? Text : "(" + Text + ")";
}

} // namespace warpfort
