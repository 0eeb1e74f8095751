//===-- FaultyUnits.cpp - Where Flang found errors ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See FaultyUnits.h.
///
//===----------------------------------------------------------------------===//
#include "FaultyUnits.h"
#include "Frontend/Tree/SourcePlaces.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/message.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <string>

namespace warpfort {

using namespace Fortran;

namespace {

using Place = std::pair<std::size_t, std::size_t>;

/// The locations of the executable part of each unit: all between the
/// statements before and behind it, since directives are no statements.
struct PartFinder {
  explicit PartFinder(semantics::SemanticsContext &Context)
      : Context(Context) {}

  bool Pre(const parser::ExecutionPart &) {
    Parts.emplace_back(Former, Former);
    return true;
  }
  void Post(const parser::ExecutionPart &) { IsOpen = true; }
  bool Pre(const AnyStatement &S) {
    auto At = placeOf(Context, S.Source);
    if (!At)
      return true;
    if (IsOpen)
      Parts.back().second = *At;
    IsOpen = false;
    Former = *At + S.Source.size();
    return true;
  }

  void Post(const parser::Name &Name) { IsResolved |= Name.symbol != nullptr; }

  semantics::SemanticsContext &Context;
  std::vector<Place> Parts;
  bool IsResolved = false; ///< Flang got beyond labels and the like
  std::size_t Former = 0;  ///< behind the last statement
  bool IsOpen = false;     ///< the end of the last part is not known yet
};

const Place *unitOf(const std::vector<Place> &Units,
                    const parser::Message &Message,
                    semantics::SemanticsContext &Context) {
  auto At = placeOf(Context, Message);
  auto Found = llvm::find_if(Units, [&](const Place &Unit) {
    return At && Unit.first <= *At && *At < Unit.second;
  });
  return Found == Units.end() ? nullptr : &*Found;
}

} // namespace

std::optional<FaultyUnits> findFaultyUnits(semantics::SemanticsContext &Context,
                                           parser::Program &Program) {
  PartFinder Finder(Context);
  walk(Program, Finder);
  if (!Finder.IsResolved && Context.AnyFatalError())
    return std::nullopt;
  FaultyUnits Result;
  const auto &Messages = Context.messages().messages();
  Result.Messages = Messages.size();
  for (const parser::Message &Message : Messages) {
    if (!Message.IsFatal())
      continue;
    const Place *Unit = unitOf(Finder.Parts, Message, Context);
    if (!Unit)
      return std::nullopt;
    if (!llvm::is_contained(Result.Places, *Unit))
      Result.Places.push_back(*Unit);
  }
  return Result;
}

void dropMessagesOf(const FaultyUnits &Units,
                    semantics::SemanticsContext &Context) {
  std::size_t Number = 0;
  Context.messages().messages().remove_if([&](const parser::Message &Message) {
    return Number++ >= Units.Messages && unitOf(Units.Places, Message, Context);
  });
}

void dropRepeatedErrors(std::size_t Number,
                        semantics::SemanticsContext &Context) {
  std::set<std::pair<std::string, int>> Lines;
  std::size_t At = 0;
  Context.messages().messages().remove_if([&](const parser::Message &Message) {
    bool IsFormer = At++ < Number;
    auto Position = positionOf(Context, Message);
    if (!Position)
      return false;
    std::pair<std::string, int> Line(*Position->path, Position->line);
    if (!IsFormer)
      return Lines.count(Line) != 0;
    if (Message.IsFatal())
      Lines.insert(Line);
    return false;
  });
}

} // namespace warpfort
