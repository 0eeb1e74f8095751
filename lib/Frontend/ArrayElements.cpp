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
/// with a warning, and the program ends with a message where they do not.
///
/// Statements have the same place in the parse tree and in HLFIR.
///
//===----------------------------------------------------------------------===//
#include "ArrayElements.h"
#include "Checker/FlangHooks.h"

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "flang/Optimizer/Builder/Runtime/Inquiry.h"
#include "flang/Optimizer/Builder/Runtime/Stop.h"
#include "flang/Optimizer/Dialect/CUF/CUFOps.h"
#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/Support/KindMapping.h"
#include "flang/Optimizer/HLFIR/HLFIROps.h"
#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/provenance.h"
#include "llvm/Support/Path.h"
#include <tuple>

namespace warpfort {

namespace parser = Fortran::parser;

std::set<std::size_t>
placesOfElements(parser::Messages &Messages,
                 const parser::AllCookedSources &Sources) {
  std::set<std::size_t> Places;
  for (const parser::Message &Message : Messages.messages())
    if (llvm::StringRef(Message.ToString()).ends_with(checker::ElementWarning))
      if (auto Range = Message.GetProvenanceRange(Sources))
        Places.insert(Range->start().offset());
  return Places;
}

namespace {

/// File, line and column.
using Position = std::tuple<std::string, int, int>;

/// The statements around the places.
struct StatementFinder {
  const std::set<std::size_t> &Places;
  const parser::AllCookedSources &Sources;
  std::set<Position> Found;

  template <typename A> bool Pre(const A &) { return true; }
  template <typename A> void Post(const A &) {}
  template <typename A> bool Pre(const parser::Statement<A> &X) {
    note(X.source);
    return true;
  }
  template <typename A> bool Pre(const parser::UnlabeledStatement<A> &X) {
    note(X.source);
    return true;
  }

private:
  void note(parser::CharBlock Source) {
    auto Range = Sources.GetProvenanceRange(Source);
    if (!Range)
      return;
    auto Next = Places.lower_bound(Range->start().offset());
    if (Next == Places.end() ||
        *Next >= Range->start().offset() + Range->size())
      return;
    if (auto Place = Sources.GetSourcePositionRange(Source))
      Found.emplace(llvm::sys::path::filename(Place->first.path.get()).str(),
                    Place->first.line, Place->first.column);
  }
};

/// The descriptor of the array of which an element is passed for an array.
mlir::Value arrayOfElement(mlir::Value Argument) {
  auto Convert = Argument.getDefiningOp<fir::ConvertOp>();
  auto Element = Convert
                     ? Convert.getValue().getDefiningOp<hlfir::DesignateOp>()
                     : hlfir::DesignateOp();
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
                   mlir::ModuleOp Module) {
  StatementFinder Finder{Places, Sources, {}};
  parser::Walk(Program, Finder);
  fir::FirOpBuilder Builder(Module, fir::getKindMapping(Module));
  Module.walk([&](mlir::Operation *Call) {
    if (!mlir::isa<fir::CallOp, cuf::KernelLaunchOp>(Call))
      return;
    auto Place = Call->getLoc()->findInstanceOf<mlir::FileLineColLoc>();
    if (!Place ||
        !Finder.Found.count(
            {llvm::sys::path::filename(Place.getFilename().getValue()).str(),
             static_cast<int>(Place.getLine()),
             static_cast<int>(Place.getColumn())}))
      return;
    for (mlir::Value Argument : Call->getOperands()) {
      mlir::Value Array = arrayOfElement(Argument);
      if (!Array)
        continue;
      mlir::Location Loc = Call->getLoc();
      Builder.setInsertionPoint(Call);
      mlir::Value IsContiguous =
          fir::runtime::genIsContiguous(Builder, Loc, Array);
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
}

} // namespace warpfort
