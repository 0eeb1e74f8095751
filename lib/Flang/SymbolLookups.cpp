//===-- SymbolLookups.cpp - Functions and globals by their names ----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flang's builder has a table of the module's symbols, but does not enter the
// functions that it makes: for each call of the run-time library it looks for
// the function among all operations of the module, n**2 steps for n procedures.
// Here they are entered.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

WARPFORT_WRAP(func::FuncOp, CreateFuncOp,
              "_ZN3fir12createFuncOpEN4mlir8LocationENS0_8ModuleOpE"
              "N4llvm9StringRefENS0_12FunctionTypeENS3_8ArrayRefINS0_"
              "14NamedAttributeEEEPKNS0_11SymbolTableE",
              (Location Loc, ModuleOp Module, llvm::StringRef Name,
               FunctionType Type, llvm::ArrayRef<NamedAttribute> Attributes,
               const SymbolTable *Table)) {
  func::FuncOp Function =
      realCreateFuncOp(Loc, Module, Name, Type, Attributes, Table);
  // The function around the code of globals is erased with no word to the
  // table. A table may be of another module, or know something else by the
  // name, as in wrong programs.
  if (Table && Table->getOp() == Module.getOperation() &&
      !Table->lookup(Name) && Name != fir::NameUniquer::doGenerated("Sham"))
    const_cast<SymbolTable *>(Table)->insert(Function);
  return Function;
}
