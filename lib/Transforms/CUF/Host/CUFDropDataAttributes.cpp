//===-- CUFDropDataAttributes.cpp - The host's shadows of device data -----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is left of device data in the host's module is its shadow, an ordinary
/// global. FIR's code generation would give it the device's address space.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/CUF/Passes.h"

#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_CUFDROPDATAATTRIBUTESPASS
#include "warpfort/Transforms/CUF/Passes.h.inc"

namespace {

class CUFDropDataAttributes
    : public impl::CUFDropDataAttributesPassBase<CUFDropDataAttributes> {
public:
  void runOnOperation() override {
    for (auto Global : getOperation().getOps<fir::GlobalOp>())
      Global.removeDataAttrAttr();
  }
};

} // namespace
} // namespace warpfort
