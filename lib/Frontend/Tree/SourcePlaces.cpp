//===-- SourcePlaces.cpp - Where nodes and messages stand -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See SourcePlaces.h.
///
//===----------------------------------------------------------------------===//
#include "SourcePlaces.h"

#include "flang/Parser/message.h"
#include "flang/Semantics/semantics.h"

namespace warpfort {

using namespace Fortran;

static std::optional<std::size_t>
beginOf(std::optional<parser::ProvenanceRange> Range) {
  if (!Range)
    return std::nullopt;
  return Range->start().offset();
}

std::optional<std::size_t> placeOf(semantics::SemanticsContext &Context,
                                   parser::CharBlock At) {
  return beginOf(Context.allCookedSources().GetProvenanceRange(At));
}

std::optional<std::size_t> placeOf(semantics::SemanticsContext &Context,
                                   const parser::Message &Message) {
  return beginOf(Message.GetProvenanceRange(Context.allCookedSources()));
}

bool isAtPlace(semantics::SemanticsContext &Context,
               const std::set<std::size_t> &Places, parser::CharBlock At) {
  auto Place = placeOf(Context, At);
  return Place && Places.count(*Place);
}

std::optional<parser::SourcePosition>
positionOf(semantics::SemanticsContext &Context,
           const parser::Message &Message) {
  const parser::AllCookedSources &Sources = Context.allCookedSources();
  auto Range = Message.GetProvenanceRange(Sources);
  if (!Range)
    return std::nullopt;
  return Sources.allSources().GetSourcePosition(Range->start());
}

bool replaceText(semantics::SemanticsContext &Context, parser::Message &Message,
                 const parser::MessageFixedText &Text) {
  auto Range = Message.GetProvenanceRange(Context.allCookedSources());
  if (Range)
    Message = parser::Message(*Range, Text);
  return Range.has_value();
}

} // namespace warpfort
