//===-- SetDeviceTarget.cpp - Target of the device module -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Device modules carry the triple and the data layout of NVPTX, for which FIR
/// lowers them; lib/Target/CPU/Retarget.cpp replaces both at link time.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Pipeline/Passes.h"
#include "warpfort/Transforms/CUF/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace warpfort {
#define GEN_PASS_DEF_SETDEVICETARGETPASS
#include "warpfort/Pipeline/Passes.h.inc"

namespace {

constexpr llvm::StringLiteral DataLayoutText =
    "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";
constexpr llvm::StringLiteral TripleName = "nvptx64-nvidia-cuda";

class SetDeviceTarget : public impl::SetDeviceTargetPassBase<SetDeviceTarget> {
public:
  void runOnOperation() override {
    ModuleOp Device = findDeviceModule(getOperation());
    if (!Device)
      return;
    Builder Attributes(&getContext());
    Device->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                    Attributes.getStringAttr(DataLayoutText));
    Device->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                    Attributes.getStringAttr(TripleName));
  }
};

} // namespace
} // namespace warpfort
