//===-- OpenACCLines.cpp - Lines of directives' loops and ends ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang gives a loop, and all data clauses of a compute construct, the place
/// of the directive. Messages name the line of the DO statement; data leaves at
/// the end directive or, where there is none, behind the loop.
///
//===----------------------------------------------------------------------===//
#include "OpenACCLines.h"
#include "Frontend/Tree/TreeWalk.h"
#include "warpfort/IR/Attributes.h"
#include "warpfort/Support/AccLines.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Parser/provenance.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace Fortran;

namespace {

struct LineFinder {
  const parser::AllCookedSources &Sources;
  mlir::Builder Builder;
  mlir::NamedAttrList Found;

  void Post(const parser::OpenACCBlockConstruct &X) {
    const auto &Begin = std::get<parser::AccBeginBlockDirective>(X.t);
    if (std::get<parser::AccBlockDirective>(Begin.t).v !=
        llvm::acc::Directive::ACCD_data)
      note(Begin.source, nullptr,
           lineOf(std::get<parser::AccEndBlockDirective>(X.t).source));
  }
  void Post(const parser::OpenACCCombinedConstruct &X) {
    const auto &Begin = std::get<parser::AccBeginCombinedDirective>(X.t);
    const auto &Loop = std::get<std::optional<parser::DoConstruct>>(X.t);
    const auto &End =
        std::get<std::optional<parser::AccEndCombinedDirective>>(X.t);
    if (!Loop)
      return;
    note(Begin.source, &*Loop,
         End ? lineOf(End->source)
             : lineOf(std::get<parser::Statement<parser::EndDoStmt>>(Loop->t)
                          .source) +
                   1);
  }
  void Post(const parser::OpenACCLoopConstruct &X) {
    const auto &Begin = std::get<parser::AccBeginLoopDirective>(X.t);
    if (const auto &Loop = std::get<std::optional<parser::DoConstruct>>(X.t))
      note(Begin.source, &*Loop, 0);
  }

private:
  int64_t lineOf(parser::CharBlock Source) const {
    auto Range = Sources.GetSourcePositionRange(Source);
    return Range ? Range->first.line : 0;
  }
  void note(parser::CharBlock Directive, const parser::DoConstruct *Loop,
            int64_t End) {
    auto Range = Sources.GetSourcePositionRange(Directive);
    if (!Range)
      return;
    int64_t Begin =
        Loop ? lineOf(
                   std::get<parser::Statement<parser::NonLabelDoStmt>>(Loop->t)
                       .source)
             : 0;
    Found.set(warpfort::accLinesKey(Range->first.path.get(), Range->first.line),
              Builder.getDenseI64ArrayAttr({Begin, End}));
  }
};

} // namespace

void warpfort::noteOpenACCLines(const parser::Program &Program,
                                const parser::AllCookedSources &Sources,
                                mlir::ModuleOp Module) {
  LineFinder Finder{Sources, mlir::Builder(Module.getContext()), {}};
  walk(Program, Finder);
  if (!Finder.Found.empty())
    warpfort::AccLinesAttr.set(Module,
                               Finder.Found.getDictionary(Module.getContext()));
}
