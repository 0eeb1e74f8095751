//===-- ImpliedLoops.cpp - Implied loops without a declaration ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Part of Leniency. The variable of an implied loop in a DATA statement or an
/// array constructor is the loop's own; where IMPLICIT NONE holds and nothing
/// declares it, NVIDIA's compiler takes it for an integer.
///
//===----------------------------------------------------------------------===//
#include "ImpliedLoops.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

/// Finds the places of a name.
struct PlaceFinder {
  std::string Name;
  std::vector<parser::CharBlock> Places = {};

  void Post(const parser::Name &X) {
    if (X.ToString() == Name)
      Places.push_back(X.source);
  }
};

struct Declarer {
  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Undeclared;

  void Post(parser::DataImpliedDo &X) {
    declare(X, std::get<std::optional<parser::IntegerTypeSpec>>(X.t),
            std::get<parser::DataImpliedDo::Bounds>(X.t).name.thing.thing);
  }
  void Post(parser::AcImpliedDo &X) {
    auto &Control = std::get<parser::AcImpliedDoControl>(X.t);
    declare(X, std::get<std::optional<parser::IntegerTypeSpec>>(Control.t),
            std::get<parser::AcImpliedDoControl::Bounds>(Control.t)
                .name.thing.thing);
  }

  template <typename Loop>
  void declare(const Loop &X, std::optional<parser::IntegerTypeSpec> &Type,
               const parser::Name &Index) {
    if (Type)
      return;
    PlaceFinder Finder{Index.ToString()};
    walk(X, Finder);
    if (llvm::none_of(Finder.Places, [&](parser::CharBlock Place) {
          return isAtPlace(Context, Undeclared, Place);
        }))
      return;
    Type.emplace(std::optional<parser::KindSelector>{});
    Context.Say(
        Index.source,
        "'%s', the variable of an implied loop, has no type: it is taken for an integer"_warn_en_US,
        Index.source);
  }
};

} // namespace

void declareIndices(semantics::SemanticsContext &Context,
                    parser::Program &Program,
                    const std::set<std::size_t> &Undeclared) {
  Declarer Visitor{Context, Undeclared};
  walk(Program, Visitor);
}

} // namespace warpfort
