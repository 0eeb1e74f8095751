//===-- KernelPrefixes.cpp - Kernels with the prefix PURE -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See KernelPrefixes.h.
///
//===----------------------------------------------------------------------===//
#include "KernelPrefixes.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace {

struct PrefixDropper {
  semantics::SemanticsContext &Context;
  const std::set<std::size_t> &Places;

  void Post(parser::SubroutineStmt &X) {
    auto IsPure = [](const parser::PrefixSpec &Prefix) {
      return std::holds_alternative<parser::PrefixSpec::Pure>(Prefix.u);
    };
    auto &Prefixes = std::get<std::list<parser::PrefixSpec>>(X.t);
    const auto &Name = std::get<parser::Name>(X.t);
    if (!isAtPlace(Context, Places, Name.source) ||
        llvm::none_of(Prefixes, IsPure))
      return;
    Context.Say(Name.source,
                "The kernel '%s' is declared PURE, which the language does not "
                "allow: the prefix is dropped"_warn_en_US,
                Name.source);
    Prefixes.remove_if(IsPure);
  }
};

} // namespace

void dropKernelPrefixes(semantics::SemanticsContext &Context,
                        parser::Program &Program,
                        const std::set<std::size_t> &Places) {
  PrefixDropper Visitor{Context, Places};
  walk(Program, Visitor);
}

} // namespace warpfort
