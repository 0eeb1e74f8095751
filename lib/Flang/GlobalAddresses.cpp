//===-- GlobalAddresses.cpp - Addresses of globals in host code -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's conversion of FIR to LLVM looks for the address space of a global at
// each use of its address, among all operations of the module: n**2 steps for n
// constants. A host has one address space. The pattern stands before Flang's,
// and comes with those of OpenMP, which are the conversion's last: the
// conversion of device code (lib/Conversion) has none.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Optimizer/CodeGen/TypeConverter.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace {

struct HostAddress : ConvertOpToLLVMPattern<fir::AddrOfOp> {
  explicit HostAddress(const LLVMTypeConverter &Types)
      : ConvertOpToLLVMPattern(Types, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(fir::AddrOfOp Op, OpAdaptor,
                  ConversionPatternRewriter &Rewriter) const override {
    auto Pointer = dyn_cast_or_null<LLVM::LLVMPointerType>(
        getTypeConverter()->convertType(Op.getType()));
    if (!Pointer || Pointer.getAddressSpace() != 0 ||
        Op->getParentOfType<gpu::GPUModuleOp>())
      return failure();
    Rewriter.replaceOpWithNewOp<LLVM::AddressOfOp>(
        Op, Pointer, Op.getSymbol().getRootReference());
    return success();
  }
};

} // namespace

WARPFORT_WRAP(void, PopulateOpenMP,
              "_ZN3fir41populateOpenMPFIRToLLVMConversionPatternsERKNS_"
              "17LLVMTypeConverterERN4mlir17RewritePatternSetE",
              (const fir::LLVMTypeConverter &Types,
               RewritePatternSet &Patterns)) {
  realPopulateOpenMP(Types, Patterns);
  Patterns.add<HostAddress>(Types);
}
