//===-- UnaliasedParameters.cpp - Data with one name in a kernel ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A variable that is neither a pointer nor a target changes by its own name
/// alone (Fortran 2023, 15.5.2.14 and 8.5.7). The kernel of a loop or a
/// construct gets each variable as a parameter of its own, so that one which
/// the kernel only reads stays what it is until the kernel ends, whatever other
/// threads write and wherever they meet. The back end for NVIDIA's GPUs then
/// reads through the read-only cache, and in front of earlier stores.
///
/// Two parameters may be parts of one variable (components, sections, names of
/// ASSOCIATE): Flang's alias analysis tells. A kernel that calls procedures of
/// the program, which may know a variable by its module, is left alone.
///
//===----------------------------------------------------------------------===//
#include "UnaliasedParameters.h"
#include "flang/Optimizer/Analysis/AliasAnalysis.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include "mlir/Dialect/OpenACC/OpenACCUtils.h"
#include "warprt/DeviceLibrary.h"

using namespace mlir;

namespace warpfort {

bool mayChangeOtherwise(fir::FortranVariableFlagsEnum Attributes) {
  using Flags = fir::FortranVariableFlagsEnum;
  constexpr Flags Others = Flags::target | Flags::pointer |
                           Flags::asynchronous | Flags::fortran_volatile |
                           Flags::cray_pointee | Flags::cray_pointer;
  return bitEnumContainsAny(Attributes, Others);
}

/// What a pointer points to, or what shares its storage with another variable
/// (EQUIVALENCE), has this type.
static bool isPointer(Type T) {
  T = fir::unwrapRefType(T);
  if (auto Box = dyn_cast<fir::BaseBoxType>(T))
    T = Box.getEleTy();
  return isa<fir::PointerType>(T);
}

/// Whether \p V is, or is part of, a variable that is declared and may change
/// by no other name.
static bool isOfPlainVariable(Value V) {
  bool IsDeclared = false;
  for (;;) {
    if (isPointer(V.getType()) || isa<fir::PointerType>(V.getType()))
      return false;
    Operation *Op = V.getDefiningOp();
    if (!Op || isa<fir::AllocaOp, fir::AllocMemOp, fir::AddrOfOp, cuf::AllocOp,
                   cuf::DeviceAddressOp>(Op))
      return IsDeclared;
    if (auto Declare = dyn_cast<fir::DeclareOp>(Op)) {
      if (Declare.getFortranAttrs() &&
          mayChangeOtherwise(*Declare.getFortranAttrs()))
        return false;
      IsDeclared = true;
      V = Declare.getMemref();
    } else if (isa<ACC_DATA_ENTRY_OPS>(Op)) {
      V = acc::getVar(Op);
    } else if (isa<fir::ConvertOp, fir::CoordinateOp, fir::ArrayCoorOp,
                   fir::BoxAddrOp, fir::EmboxOp, fir::ReboxOp, fir::LoadOp>(
                   Op)) {
      V = Op->getOperand(0);
    } else {
      return false;
    }
  }
}

static bool isDataOrDescriptor(Type T) {
  return fir::isa_ref_type(T) || isa<fir::BaseBoxType>(T);
}

/// Whether \p Kernel calls what is not known to know no variable.
static bool callsProgram(func::FuncOp Kernel) {
  return Kernel
      .walk([](Operation *Op) {
        if (isa<fir::DispatchOp>(Op))
          return WalkResult::interrupt();
        auto Call = dyn_cast<fir::CallOp>(Op);
        if (!Call)
          return WalkResult::advance();
        std::optional<SymbolRefAttr> Callee = Call.getCallee();
        StringRef Name = Callee ? Callee->getRootReference().getValue() : "";
        return llvm::any_of(llvm::ArrayRef<StringRef>(
                                {"_Fortran", "llvm.", WARPDEV_PREFIX}),
                            [&](StringRef P) { return Name.starts_with(P); })
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

void markUnaliasedParameters(func::FuncOp Kernel,
                             llvm::ArrayRef<Value> HostValues) {
  llvm::SmallVector<unsigned> Data;
  for (unsigned I = 0; I < HostValues.size(); ++I)
    if (isDataOrDescriptor(Kernel.getArgument(I).getType()))
      Data.push_back(I);
  if (Data.empty() || callsProgram(Kernel))
    return;
  fir::AliasAnalysis Aliases;
  for (unsigned I : Data)
    if (isOfPlainVariable(HostValues[I]) && llvm::all_of(Data, [&](unsigned J) {
          return I == J || Aliases.alias(HostValues[I], HostValues[J]).isNo();
        }))
      Kernel.setArgAttr(I, LLVM::LLVMDialect::getNoAliasAttrName(),
                        UnitAttr::get(Kernel.getContext()));
}

} // namespace warpfort
