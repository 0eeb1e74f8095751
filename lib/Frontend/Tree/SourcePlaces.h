//===-- SourcePlaces.h - Where nodes and messages stand ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A place is an offset into all that was read, included files in line. It is
/// the same in every attempt at a source, which names of the tree are not. A
/// position is a file with a line.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_TREE_SOURCEPLACES_H
#define WARPFORT_LIB_FRONTEND_TREE_SOURCEPLACES_H

#include "flang/Parser/provenance.h"
#include <cstddef>
#include <optional>
#include <set>

namespace Fortran::parser {
class Message;
class MessageFixedText;
} // namespace Fortran::parser

namespace Fortran::semantics {
class SemanticsContext;
} // namespace Fortran::semantics

namespace warpfort {

/// Nothing for text that no source has.
std::optional<std::size_t>
placeOf(Fortran::semantics::SemanticsContext &Context,
        Fortran::parser::CharBlock At);
std::optional<std::size_t>
placeOf(Fortran::semantics::SemanticsContext &Context,
        const Fortran::parser::Message &Message);

/// Whether something stands at one of these places.
bool isAtPlace(Fortran::semantics::SemanticsContext &Context,
               const std::set<std::size_t> &Places,
               Fortran::parser::CharBlock At);

std::optional<Fortran::parser::SourcePosition>
positionOf(Fortran::semantics::SemanticsContext &Context,
           const Fortran::parser::Message &Message);

/// Has \p Message, where it stands, say \p Text; false if that is unknown.
bool replaceText(Fortran::semantics::SemanticsContext &Context,
                 Fortran::parser::Message &Message,
                 const Fortran::parser::MessageFixedText &Text);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_TREE_SOURCEPLACES_H
