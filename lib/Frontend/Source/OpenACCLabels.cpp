//===-- OpenACCLabels.cpp - Directives of loops with labels ---------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OpenACCLabels.h. Compute constructs do not nest, so an end directive of a
// combined one is that of the last that began.
//
//===----------------------------------------------------------------------===//
#include "OpenACCLabels.h"
#include "SourceLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace warpfort {

/// Takes the name of a compute construct from \p Rest, and blanks around it.
static bool takeCompute(llvm::StringRef &Rest) {
  Rest = Rest.ltrim(' ');
  bool Taken = Rest.consume_front("parallel") ||
               Rest.consume_front("kernels") || Rest.consume_front("serial");
  Rest = Rest.ltrim(' ');
  return Taken;
}

namespace {
class LabelledLoops {
public:
  /// \p Directive has no sentinel. Whether it ends a loop with a label.
  bool ends(llvm::StringRef Directive) {
    if (Directive.consume_front("end")) {
      bool IsCombined = takeCompute(Directive);
      return Directive.rtrim(' ') == "loop" && (IsCombined ? Combined : Loop);
    }
    bool IsCompute = takeCompute(Directive);
    if (IsCompute)
      Combined = Loop = false;
    Next = !Directive.consume_front("loop") ? nullptr
           : IsCompute                      ? &Combined
                                            : &Loop;
    return false;
  }

  void seeStatement(llvm::StringRef Statement) {
    if (Next && Statement.consume_front("do")) {
      Statement = Statement.ltrim(' ');
      *Next |= !Statement.empty() && llvm::isDigit(Statement.front());
    }
    Next = nullptr;
  }

private:
  /// Of the last combined construct, and of LOOP directives since the last
  /// compute construct began.
  bool Combined = false, Loop = false;
  bool *Next = nullptr;
};
} // namespace

void passLabelledLoopEnds(const Fortran::parser::CookedSource &Cooked) {
  LabelledLoops Labelled;
  onLines(Cooked, [&](llvm::StringRef Line, char *Begin) {
    llvm::StringRef Text = Line.ltrim(' ');
    if (Text.consume_front("!$acc")) {
      if (Labelled.ends(Text.ltrim(' ')))
        std::fill(Begin, Begin + Line.size(), ' ');
    } else if (!Text.empty() && Text.front() != '!') {
      Labelled.seeStatement(Text);
    }
  });
}

} // namespace warpfort
