//===-- ArrayElements.cpp - Elements as actual arguments for arrays -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A call may pass an element of an array for an array, which then begins
/// there. The language forbids it for assumed-shape and pointer arrays, whose
/// elements need not follow each other; NVIDIA's compiler takes it. So do we,
/// with a warning, and the program ends with a message where the elements of
/// the first dimension do not follow each other. Gaps behind columns are the
/// callee's business, which has a leading dimension, or uses one column.
///
/// The calls of a statement have a place within it in HLFIR: that of the
/// statement, or of an expression in it. Where a statement has fewer such
/// calls than warnings, nothing would check some of them: that is an error.
///
//===----------------------------------------------------------------------===//
#include "ArrayElements.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/Runtime/Inquiry.h"
#include "flang/Optimizer/Builder/Runtime/Stop.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/provenance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <utility>
#include <vector>

namespace warpfort {

namespace parser = Fortran::parser;
using namespace parser::literals;

namespace {

/// Line and column.
using Position = std::pair<int, int>;

/// A statement with such elements.
struct Statement {
  std::string File;
  Position First, Last;
  std::vector<std::size_t> Places;
  unsigned Checks = 0;

  bool contains(mlir::FileLineColLoc Place) const {
    Position Begin(Place.getLine(), Place.getColumn());
    return First <= Begin && Begin <= Last &&
           llvm::sys::path::filename(Place.getFilename().getValue()) == File;
  }
};

/// The statements around the places.
struct StatementFinder {
  const std::set<std::size_t> &Places;
  const parser::AllCookedSources &Sources;
  std::vector<Statement> Found;

  void Post(const AnyStatement &X) {
    if (X.IsWhole)
      note(X.Source);
  }

private:
  std::optional<parser::ProvenanceRange> origin(const char *Character) const {
    return Sources.GetProvenanceRange(parser::CharBlock(Character, 1));
  }

  /// Macros make statements whose parts come from different places, so each
  /// name is looked up by itself.
  void note(parser::CharBlock Source) {
    std::vector<std::size_t> Here;
    bool InName = false;
    for (const char &Character : Source) {
      bool WasInName =
          std::exchange(InName, llvm::isAlnum(Character) || Character == '_');
      if (!InName || WasInName)
        continue;
      auto Origin = origin(&Character);
      if (Origin && Places.count(Origin->start().offset()))
        Here.push_back(Origin->start().offset());
    }
    if (Here.empty())
      return;
    auto position = [&](const char *Character) {
      auto Origin = origin(Character);
      return Origin ? Sources.allSources().GetSourcePosition(Origin->start())
                    : std::nullopt;
    };
    auto First = position(Source.begin()), Last = position(Source.end() - 1);
    if (First && Last)
      Found.push_back({llvm::sys::path::filename(First->path.get()).str(),
                       {First->line, First->column},
                       {Last->line, Last->column},
                       std::move(Here)});
  }
};

/// The descriptor of the array of which an element is passed for an array.
mlir::Value arrayOfElement(mlir::Value Argument) {
  // Where the dummy argument ignores types, there are two conversions.
  mlir::Value Converted = Argument;
  while (auto Convert = Converted.getDefiningOp<fir::ConvertOp>())
    Converted = Convert.getValue();
  auto Element = Converted.getDefiningOp<hlfir::DesignateOp>();
  if (!Element || Element.getComponent() || Element.getIndices().empty() ||
      !mlir::isa<fir::SequenceType>(fir::unwrapRefType(Argument.getType())) ||
      mlir::isa<fir::SequenceType>(
          fir::unwrapRefType(Element.getResult().getType())))
    return {};
  mlir::Value Array = Element.getMemref();
  auto Box = mlir::dyn_cast<fir::BaseBoxType>(Array.getType());
  return Box && !mlir::isa<fir::HeapType>(Box.getEleTy()) ? Array
                                                          : mlir::Value();
}

} // namespace

void checkElements(const std::set<std::size_t> &Places,
                   const parser::Program &Program,
                   const parser::AllCookedSources &Sources,
                   mlir::ModuleOp Module, parser::Messages &Messages) {
  StatementFinder Finder{Places, Sources, {}};
  walk(Program, Finder);
  fir::FirOpBuilder Builder(Module, fir::getKindMapping(Module));
  Module.walk([&](mlir::Operation *Call) {
    if (!mlir::isa<fir::CallOp, fir::DispatchOp, cuf::KernelLaunchOp>(Call))
      return;
    auto Place = Call->getLoc()->findInstanceOf<mlir::FileLineColLoc>();
    if (!Place)
      return;
    auto Here = llvm::find_if(Finder.Found, [&](const Statement &Candidate) {
      return Candidate.contains(Place);
    });
    if (Here == Finder.Found.end())
      return;
    for (mlir::Value Argument : Call->getOperands()) {
      mlir::Value Array = arrayOfElement(Argument);
      if (!Array)
        continue;
      ++Here->Checks;
      mlir::Location Loc = Call->getLoc();
      Builder.setInsertionPoint(Call);
      mlir::Value IsContiguous = fir::runtime::genIsContiguousUpTo(
          Builder, Loc, Array,
          Builder.createIntegerConstant(Loc, Builder.getI32Type(), 1));
      Builder.genIfOp(Loc, {}, IsContiguous, /*withElseRegion=*/true)
          .genElse([&] {
            fir::runtime::genReportFatalUserError(
                Builder, Loc,
                "an element is passed for an array, but the elements of its "
                "array are not contiguous");
          })
          .end();
    }
  });
  std::set<std::size_t> Unchecked = Places;
  for (const Statement &Statement : Finder.Found)
    if (Statement.Checks >= Statement.Places.size())
      for (std::size_t Place : Statement.Places)
        Unchecked.erase(Place);
  for (std::size_t Place : Unchecked)
    Messages.Say(
        parser::ProvenanceRange(parser::Provenance(Place)),
        "An element is passed for an array here, where nothing can check that the elements of its array are contiguous"_err_en_US);
}

} // namespace warpfort
