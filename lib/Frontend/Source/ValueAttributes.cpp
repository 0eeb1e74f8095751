//===-- ValueAttributes.cpp - ATTRIBUTES(VALUE) ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ValueAttributes.h. Blanks take the place of the rest, so that places in
// the text stay what they are.
//
//===----------------------------------------------------------------------===//
#include "ValueAttributes.h"
#include "SourceLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace warpfort {

/// Behind `attributes(value)` at the head of a line; 0 if it has none.
static size_t endOfAttribute(llvm::StringRef Line) {
  llvm::StringRef Rest = Line;
  for (llvm::StringRef Token : {"attributes", "(", "value", ")"}) {
    Rest = Rest.ltrim(' ');
    if (!Rest.consume_front(Token))
      return 0;
  }
  // An element of an array of this name would go on with '=', '%' or '('.
  llvm::StringRef Next = Rest.ltrim(' ');
  return Next.starts_with("::") || (!Next.empty() && llvm::isAlpha(Next[0]))
             ? Line.size() - Rest.size()
             : 0;
}

void admitValueAttributes(const Fortran::parser::CookedSource &Cooked) {
  onLines(Cooked, [](llvm::StringRef Line, char *Begin) {
    if (size_t Size = endOfAttribute(Line)) {
      constexpr llvm::StringLiteral Statement = "value";
      std::fill(Begin, Begin + Size, ' ');
      std::copy(Statement.begin(), Statement.end(), Begin);
    }
  });
}

} // namespace warpfort
