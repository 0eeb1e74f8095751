//===-- LoopControls.cpp - Variables and bounds of loops ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LoopControls.h.
///
//===----------------------------------------------------------------------===//
#include "LoopControls.h"
#include "Frontend/Tree/Associates.h"
#include "Frontend/Tree/IntegerExpressions.h"
#include "Frontend/Tree/ParseTree.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/STLExtras.h"
#include <list>
#include <string>
#include <vector>

namespace warpfort {

using namespace Fortran;

namespace {

const parser::Name &indexOf(const parser::LoopControl::Bounds &X) {
  return X.name.thing;
}

/// Whether lowering makes other loops of the DO loops in a construct.
bool changesLoops(parser::ExecutionPartConstruct &X) {
  if (openACCIn<parser::OpenACCCombinedConstruct>(X) ||
      openACCIn<parser::OpenACCLoopConstruct>(X))
    return true;
  if (const auto *Region = openACCIn<parser::OpenACCBlockConstruct>(X))
    return isCompute(*Region);
  auto *Executable = std::get_if<parser::ExecutableConstruct>(&X.u);
  return Executable &&
         std::holds_alternative<
             common::Indirection<parser::CUFKernelDoConstruct>>(Executable->u);
}

struct IndexFinder {
  std::vector<const parser::Name *> Found = {};

  void Post(const parser::LoopControl::Bounds &X) {
    Found.push_back(&indexOf(X));
  }
};

/// Of each outermost construct.
template <typename F> struct ConstructFinder {
  F OnConstruct;

  bool Pre(parser::ExecutionPartConstruct &X) {
    if (!changesLoops(X))
      return true;
    IndexFinder Indices;
    walk(std::as_const(X), Indices);
    OnConstruct(X, Indices.Found);
    return false;
  }
};

/// Device memory has loop variables of its own rules.
bool isIndirect(const parser::Name &Name) {
  if (!Name.symbol || !semantics::IsAllocatableOrPointer(*Name.symbol))
    return false;
  auto Attr = semantics::GetCUDADataAttr(&Name.symbol->GetUltimate());
  return !Attr || *Attr == common::CUDADataAttr::Managed ||
         *Attr == common::CUDADataAttr::Unified ||
         *Attr == common::CUDADataAttr::Pinned;
}

template <typename F> void forEachConstruct(parser::Program &Program, F Do) {
  ConstructFinder<F> Finder{std::move(Do)};
  walk(Program, Finder);
}

struct BoundConverter {
  void Post(const parser::LoopControl::Bounds &X) {
    semantics::Symbol *Index = indexOf(X).symbol;
    const auto *Type = Index ? Index->GetType() : nullptr;
    if (!Type || !Type->IsNumeric(common::TypeCategory::Integer))
      return;
    auto Kind = evaluate::ToInt64(Type->numericTypeSpec().kind());
    if (!Kind)
      return;
    // Lowering takes the integer type from the size, which only variables have.
    if (Index->has<semantics::AssocEntityDetails>())
      Index->set_size(static_cast<std::size_t>(*Kind));
    convert(X.lower, static_cast<int>(*Kind));
    convert(X.upper, static_cast<int>(*Kind));
    if (X.step)
      convert(*X.step, static_cast<int>(*Kind));
  }

private:
  static void convert(const parser::ScalarExpr &Bound, int Kind) {
    if (const auto *Typed = semantics::GetExpr(nullptr, Bound))
      warpfort::convertToInteger(const_cast<semantics::SomeExpr &>(*Typed),
                                 Kind);
  }
};

} // namespace

bool findIndirectIndices(semantics::SemanticsContext &Context,
                         const parser::Program &Program,
                         std::set<std::size_t> &Places) {
  std::size_t Before = Places.size();
  auto Note = [&](parser::ExecutionPartConstruct &,
                  const std::vector<const parser::Name *> &Indices) {
    for (const parser::Name *Index : Indices)
      if (auto Place = placeOf(Context, Index->source);
          Place && isIndirect(*Index))
        Places.insert(*Place);
  };
  forEachConstruct(const_cast<parser::Program &>(Program), Note);
  return Places.size() > Before;
}

void associateIndices(semantics::SemanticsContext &Context,
                      parser::Program &Program,
                      const std::set<std::size_t> &Places) {
  auto Associate = [&](parser::ExecutionPartConstruct &X,
                       const std::vector<const parser::Name *> &Indices) {
    std::list<parser::Association> Associations;
    std::set<std::string> Known;
    for (const parser::Name *Index : Indices) {
      if (!isAtPlace(Context, Places, Index->source) ||
          !Known.insert(Index->ToString()).second)
        continue;
      Associations.emplace_back(
          parser::Name{Index->source},
          parser::Selector{parser::Variable{
              common::Indirection<parser::Designator>{designator(*Index)}}});
    }
    if (!Associations.empty())
      putInAssociate(X, std::move(Associations), Indices.front()->source);
  };
  forEachConstruct(Program, Associate);
}

void convertBounds(const parser::Program &Program) {
  BoundConverter Converter;
  walk(Program, Converter);
}

} // namespace warpfort
