//===-- SourceContext.h - Flang's context of a source -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that stands before one of Flang's gets no more than Flang's
/// context. All of those are of this class: Session.h makes no others.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_TREE_SOURCECONTEXT_H
#define WARPFORT_LIB_FRONTEND_TREE_SOURCECONTEXT_H

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Support/Fortran-features.h"
#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace warpfort {

struct SourceContext : Fortran::semantics::SemanticsContext {
  SourceContext(const Fortran::common::IntrinsicTypeDefaultKinds &Kinds,
                Fortran::common::LanguageFeatureControl &Features,
                const Fortran::common::LangOptions &Options,
                Fortran::parser::AllCookedSources &Sources)
      : SemanticsContext(Kinds, Features, Options, Sources),
        Features(Features) {}

  static SourceContext &of(SemanticsContext &Context) {
    return static_cast<SourceContext &>(Context);
  }

  /// What languageFeatures() shows as constant.
  Fortran::common::LanguageFeatureControl &Features;
  /// Locations of array elements that are passed for arrays though these need
  /// not be contiguous.
  std::set<std::size_t> Elements;
  /// Declarations of shared arrays of several dimensions that are as large as
  /// the launch says, `s(4, *)`: Flang knows a last bound that means nothing.
  std::vector<const Fortran::parser::Name *> LaunchSized;
  /// Allocatable results that are managed memory with -gpu=managed, although
  /// they have no attribute.
  std::set<const Fortran::semantics::Symbol *> ManagedResults;

  bool isLaunchSized(const Fortran::semantics::Symbol &Array) const {
    return std::any_of(LaunchSized.begin(), LaunchSized.end(),
                       [&](const Fortran::parser::Name *Name) {
                         return Name->symbol &&
                                &Name->symbol->GetUltimate() == &Array;
                       });
  }
};

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_TREE_SOURCECONTEXT_H
