//===-- ConcurrentLabels.cpp - Labels of END DO ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A branch to the END DO of a DO CONCURRENT ends the iteration. Flang looks
/// for the labels in the body, and takes the branch for one out of the
/// construct:
///
///        do concurrent (i = 1:n)         do concurrent (i = 1:n)
///          if (a(i) < 0) go to 20    ->    if (a(i) < 0) go to 20
///          ...                             ...
///     20 end do                       20   continue
///                                        end do
///
//===----------------------------------------------------------------------===//
#include "ConcurrentLabels.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"

using namespace Fortran;

namespace warpfort {
namespace {

struct LabelMover {
  void Post(parser::DoConstruct &X) {
    auto &End = std::get<parser::Statement<parser::EndDoStmt>>(X.t);
    if (!End.label || !X.IsDoConcurrent())
      return;
    parser::Statement<parser::ActionStmt> Target{
        End.label, parser::ActionStmt{parser::ContinueStmt{}}};
    Target.source = End.source;
    std::get<parser::Block>(X.t).emplace_back(
        parser::ExecutableConstruct{std::move(Target)});
    End.label.reset();
  }
};

} // namespace

void moveConcurrentLabels(parser::Program &Program) {
  LabelMover Mover;
  walk(Program, Mover);
}

} // namespace warpfort
