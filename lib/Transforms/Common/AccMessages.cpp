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
#include "warpfort/Transforms/Common/AccMessages.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/AccLines.h"

#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace mlir;

namespace warpfort {

std::string sourceProcedure(Operation *In) {
  auto Function = dyn_cast<func::FuncOp>(In);
  if (!Function)
    Function = In->getParentOfType<func::FuncOp>();
  if (!Function)
    return "";
  if (auto Given = SourceNameAttr.get(Function))
    return Given->str();
  auto [Kind, Parts] = fir::NameUniquer::deconstruct(
      TeamOfAttr.get(Function).value_or(Function.getSymName()));
  llvm::StringRef Source = Parts.name;
  if (!Source.empty() && !Source.starts_with("_Q"))
    return Source.str();
  // The main program: its own name, if it has one.
  if (auto Name = Function->getAttrOfType<StringAttr>("fir.bindc_name"))
    return Name.getValue().lower();
  return "main";
}

/// \p LoopLine: 0 is no loop's, -1 goes on about the last.
static void addMessage(Operation *In, Location Loc, int64_t LoopLine,
                       const Twine &Text) {
  if (OtherVersionAttr.isOn(In))
    return;
  auto Place = Loc->findInstanceOf<FileLineColLoc>();
  auto Module =
      isa<ModuleOp>(In) ? cast<ModuleOp>(In) : In->getParentOfType<ModuleOp>();
  std::string Procedure = sourceProcedure(In);
  if (!Place || !Module || Procedure.empty())
    return;
  Builder B(In->getContext());
  Attribute New = B.getArrayAttr(
      {B.getStringAttr(Procedure), B.getI64IntegerAttr(Place.getLine()),
       B.getI64IntegerAttr(LoopLine), B.getStringAttr(Text)});
  llvm::SmallVector<Attribute> All;
  if (auto Old = AccMessagesAttr.get(Module)) {
    if (llvm::is_contained(Old, New))
      return;
    All.append(Old.begin(), Old.end());
  }
  All.push_back(New);
  AccMessagesAttr.set(Module, B.getArrayAttr(All));
}

void addAccMessage(Operation *In, Location Loc, const Twine &Text) {
  addMessage(In, Loc, 0, Text);
}

void addAccLoopMessage(Operation *In, Location Kernel,
                       std::optional<Location> Loop, const Twine &Text) {
  int64_t Line = -1;
  if (Loop) {
    auto Place = (*Loop)->findInstanceOf<FileLineColLoc>();
    if (!Place)
      return;
    Line = Place.getLine();
  }
  addMessage(In, Kernel, Line, Text);
}

void printAccMessages(ModuleOp Module, llvm::raw_ostream &OS) {
  auto All = AccMessagesAttr.get(Module);
  if (!All)
    return;
  struct Lines {
    std::vector<llvm::StringRef> Own;
    std::vector<std::pair<int64_t, llvm::StringRef>> Loops;
  };
  std::map<llvm::StringRef, std::map<int64_t, Lines>> Procedures;
  for (Attribute A : All) {
    auto Parts = cast<ArrayAttr>(A);
    Lines &Here = Procedures[cast<StringAttr>(Parts[0]).getValue()]
                            [cast<IntegerAttr>(Parts[1]).getInt()];
    llvm::StringRef Text = cast<StringAttr>(Parts[3]).getValue();
    if (int64_t Loop = cast<IntegerAttr>(Parts[2]).getInt())
      Here.Loops.push_back({Loop, Text});
    else
      Here.Own.push_back(Text);
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
      for (auto &[Loop, Text] : Here.Loops) {
        if (Loop < 0)
          OS.indent(9) << Text << "\n";
        else
          OS << llvm::format("%11lld, ", static_cast<long long>(Loop)) << Text
             << "\n";
      }
    }
  }
}

/// The line \p Index of what is known of an operation's place; none if that is
/// no directive's.
static std::optional<int64_t> knownLine(Operation *Op, unsigned Index) {
  auto Place = Op->getLoc()->findInstanceOf<FileLineColLoc>();
  auto Module = Op->getParentOfType<ModuleOp>();
  auto Lines = Module ? AccLinesAttr.get(Module) : nullptr;
  if (!Place || !Lines)
    return std::nullopt;
  auto Known = Lines.getAs<DenseI64ArrayAttr>(
      accLinesKey(Place.getFilename().getValue(), Place.getLine()));
  if (!Known || !Known[Index])
    return std::nullopt;
  return Known[Index];
}

static Location otherLine(Operation *Op, unsigned Index) {
  std::optional<int64_t> Line = knownLine(Op, Index);
  if (!Line)
    return Op->getLoc();
  auto Place = Op->getLoc()->findInstanceOf<FileLineColLoc>();
  return FileLineColLoc::get(Place.getFilename(), *Line, 1);
}

Location getLoopLocation(Operation *Op) { return otherLine(Op, 0); }

Location getEndLocation(Operation *Op) { return otherLine(Op, 1); }

bool isDoConcurrent(Operation *Op) {
  auto Place = Op->getLoc()->findInstanceOf<FileLineColLoc>();
  return Place && knownLine(Op, 0) == Place.getLine();
}

} // namespace warpfort
