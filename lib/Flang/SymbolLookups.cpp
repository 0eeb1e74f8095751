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
// Where there is no table, or a name is new, the operations are still gone
// through one after the other. MLIR asks each for an attribute by its name;
// here the operations that modules have many of are read directly, which takes
// a fraction of the time and finds the same.
//
//===----------------------------------------------------------------------===//
#include "FlangWrap.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

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

/// The name of a symbol; null for what is none.
static StringAttr nameOf(Operation &Op, StringAttr Key) {
  return llvm::TypeSwitch<Operation *, StringAttr>(&Op)
      .Case<fir::GlobalOp, func::FuncOp, LLVM::GlobalOp, LLVM::LLVMFuncOp>(
          [](auto Symbol) { return Symbol.getSymNameAttr(); })
      .Default([&](Operation *) { return Op.getAttrOfType<StringAttr>(Key); });
}

WARPFORT_WRAP(Operation *, LookupSymbolIn,
              "_ZN4mlir11SymbolTable14lookupSymbolInEPNS_9OperationENS_"
              "10StringAttrE",
              (Operation * Table, StringAttr Name)) {
  Region &Symbols = Table->getRegion(0);
  if (Symbols.empty())
    return nullptr;
  auto Key =
      StringAttr::get(Name.getContext(), SymbolTable::getSymbolAttrName());
  for (Operation &Op : Symbols.front())
    if (nameOf(Op, Key) == Name)
      return &Op;
  return nullptr;
}
