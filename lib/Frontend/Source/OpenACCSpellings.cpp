//===-- OpenACCSpellings.cpp - Directives written otherwise ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OpenACCSpellings.h. The parser knows neither, so the text is changed, and
// keeps its length.
//
//===----------------------------------------------------------------------===//
#include "OpenACCSpellings.h"
#include "SourceLines.h"
#include "flang/Parser/message.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <string>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

/// `reduction(-:`; where the sign stands, or npos.
static size_t findMinus(llvm::StringRef Line, size_t From) {
  constexpr llvm::StringLiteral Clause = "reduction";
  for (size_t At = Line.find(Clause, From); At != llvm::StringRef::npos;
       At = Line.find(Clause, At + 1)) {
    llvm::StringRef Rest = Line.substr(At + Clause.size()).ltrim(' ');
    if (!Rest.consume_front("("))
      continue;
    Rest = Rest.ltrim(' ');
    size_t Sign = Line.size() - Rest.size();
    if (Rest.consume_front("-") && Rest.ltrim(' ').starts_with(":"))
      return Sign;
  }
  return llvm::StringRef::npos;
}

/// `end parallel do`: the name of the construct, else nothing.
static llvm::StringRef constructOfEnd(llvm::StringRef Directive) {
  llvm::StringRef Rest = Directive;
  if (!Rest.consume_front("end"))
    return {};
  Rest = Rest.ltrim(' ');
  for (llvm::StringRef Construct : {"parallel", "kernels", "serial"}) {
    llvm::StringRef Tail = Rest;
    if (Tail.consume_front(Construct) && Tail.trim(' ') == "do")
      return Construct;
  }
  return {};
}

void admitSpellings(const parser::CookedSource &Cooked,
                    parser::Messages &Messages) {
  onLines(Cooked, [&](llvm::StringRef Line, char *Begin) {
    llvm::StringRef Directive = Line.ltrim(' ');
    if (!Directive.consume_front("!$acc"))
      return;
    for (size_t Sign = findMinus(Line, 0); Sign != llvm::StringRef::npos;
         Sign = findMinus(Line, Sign + 1)) {
      Messages.Say(parser::CharBlock(Begin + Sign, 1),
                   "A reduction by '-' sums up, as one by '+' does"_warn_en_US);
      Begin[Sign] = '+';
    }
    Directive = Directive.ltrim(' ');
    llvm::StringRef Construct = constructOfEnd(Directive);
    std::string Known = "end" + Construct.str() + "loop";
    if (Construct.empty() || Known.size() > Directive.size())
      return;
    char *Place = Begin + (Directive.begin() - Line.begin());
    Messages.Say(parser::CharBlock(Place, Directive.size()),
                 "DO is taken for LOOP"_warn_en_US);
    Known.resize(Directive.size(), ' ');
    std::copy(Known.begin(), Known.end(), Place);
  });
}

} // namespace warpfort
