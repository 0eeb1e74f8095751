//===-- AccMessages.cpp - What -Minfo=accel says --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See AccMessages.h.
///
//===----------------------------------------------------------------------===//
#include "warpfort/Transforms/OpenACC/AccMessages.h"

#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace mlir;

namespace warpfort {

/// An array of [procedure, line, of a loop, text].
static constexpr llvm::StringLiteral MessagesAttr = "warpfort.acc.messages";

static std::string procedureOf(Operation *In) {
  auto Function = dyn_cast<func::FuncOp>(In);
  if (!Function)
    Function = In->getParentOfType<func::FuncOp>();
  if (!Function)
    return "";
  auto [Kind, Parts] = fir::NameUniquer::deconstruct(Function.getSymName());
  if (!Parts.name.empty() && !llvm::StringRef(Parts.name).starts_with("_Q"))
    return Parts.name;
  // The main program: its own name, if it has one.
  if (auto Name = Function->getAttrOfType<StringAttr>("fir.bindc_name"))
    return Name.getValue().lower();
  return "main";
}

void addAccMessage(Operation *In, Location Loc, const Twine &Text,
                   bool OfLoop) {
  auto Place = Loc->findInstanceOf<FileLineColLoc>();
  auto Module =
      isa<ModuleOp>(In) ? cast<ModuleOp>(In) : In->getParentOfType<ModuleOp>();
  std::string Procedure = procedureOf(In);
  if (!Place || !Module || Procedure.empty())
    return;
  Builder B(In->getContext());
  Attribute New = B.getArrayAttr(
      {B.getStringAttr(Procedure), B.getI64IntegerAttr(Place.getLine()),
       B.getBoolAttr(OfLoop), B.getStringAttr(Text)});
  llvm::SmallVector<Attribute> All;
  if (auto Old = Module->getAttrOfType<ArrayAttr>(MessagesAttr)) {
    if (llvm::is_contained(Old, New))
      return;
    All.append(Old.begin(), Old.end());
  }
  All.push_back(New);
  Module->setAttr(MessagesAttr, B.getArrayAttr(All));
}

void printAccMessages(ModuleOp Module, llvm::raw_ostream &OS) {
  auto All = Module->getAttrOfType<ArrayAttr>(MessagesAttr);
  if (!All)
    return;
  struct Lines {
    std::vector<llvm::StringRef> Own, Loops;
  };
  std::map<llvm::StringRef, std::map<int64_t, Lines>> Procedures;
  for (Attribute A : All) {
    auto Parts = cast<ArrayAttr>(A);
    Lines &Here = Procedures[cast<StringAttr>(Parts[0]).getValue()]
                            [cast<IntegerAttr>(Parts[1]).getInt()];
    auto &List = cast<BoolAttr>(Parts[2]).getValue() ? Here.Loops : Here.Own;
    List.push_back(cast<StringAttr>(Parts[3]).getValue());
  }
  std::vector<std::pair<int64_t, llvm::StringRef>> Order;
  for (auto &[Name, Messages] : Procedures)
    Order.push_back({Messages.begin()->first, Name});
  llvm::sort(Order);
  for (auto &[First, Name] : Order) {
    OS << Name << ":\n";
    for (auto &[Line, Here] : Procedures[Name]) {
      bool Numbered = false;
      for (llvm::StringRef Text : Here.Own) {
        if (Numbered)
          OS.indent(9) << Text << "\n";
        else
          OS << llvm::format("%7lld, ", static_cast<long long>(Line)) << Text
             << "\n";
        Numbered = true;
      }
      Numbered = false;
      for (llvm::StringRef Text : Here.Loops) {
        if (Numbered)
          OS.indent(13) << Text << "\n";
        else
          OS << llvm::format("%11lld, ", static_cast<long long>(Line)) << Text
             << "\n";
        Numbered = true;
      }
    }
  }
}

} // namespace warpfort
