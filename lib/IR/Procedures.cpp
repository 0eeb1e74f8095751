//===-- Procedures.cpp - Where procedures run -----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "warpfort/IR/Procedures.h"

#include "flang/Optimizer/Dialect/CUF/CUFOps.h"

using namespace mlir;

namespace warpfort {

std::optional<cuf::ProcAttribute> procedureAttribute(Operation *Function) {
  if (auto Attr = Function->getAttrOfType<cuf::ProcAttributeAttr>(
          cuf::getProcAttrName()))
    return Attr.getValue();
  return std::nullopt;
}

bool isDeviceProcedure(Operation *Function) {
  auto Attr = procedureAttribute(Function);
  return Attr && *Attr != cuf::ProcAttribute::Host;
}

bool isDeviceOnlyProcedure(Operation *Function) {
  return isDeviceProcedure(Function) &&
         procedureAttribute(Function) != cuf::ProcAttribute::HostDevice;
}

bool isKernel(Operation *Function) {
  auto Attr = procedureAttribute(Function);
  return Attr && (*Attr == cuf::ProcAttribute::Global ||
                  *Attr == cuf::ProcAttribute::GridGlobal);
}

} // namespace warpfort
