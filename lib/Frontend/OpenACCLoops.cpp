//===-- OpenACCLoops.cpp - DO loops of compute constructs -----------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flang makes an acc.loop with a private index of every DO loop in a compute
/// construct, also of those that no directive names, and has no way to make one
/// of a loop with branches in a kernels construct. Two kinds of loops without a
/// directive stay ordinary loops here, which run in order:
///
///   - one with branches out of its body's structure;
///   - one whose index is used after it, where Fortran defines its value.
///
//===----------------------------------------------------------------------===//
#include "flang/Lower/AbstractConverter.h"
#include "flang/Lower/OpenACC.h"
#include "flang/Lower/PFTBuilder.h"
#include "flang/Lower/SymbolMap.h"
#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include <string>

using namespace Fortran;

namespace {

const parser::Name *indexOf(const parser::DoConstruct &Loop) {
  if (!Loop.IsDoNormal() || !Loop.GetLoopControl())
    return nullptr;
  const auto *Bounds =
      std::get_if<parser::LoopControl::Bounds>(&Loop.GetLoopControl()->u);
  return Bounds ? &Bounds->name.thing : nullptr;
}

/// Uses of a loop's index outside of loops over it.
struct IndexUses {
  std::string Index;
  const char *LoopEnd;
  /// Whether what stands before the loop may be executed after it.
  bool Repeated;
  bool Found = false;
  bool InDataClause = false;

  template <typename A> bool Pre(const A &) { return !Found; }
  template <typename A> void Post(const A &) {}

  bool Pre(const parser::DoConstruct &X) {
    const parser::Name *Name = indexOf(X);
    if (!Name || Name->ToString() != Index)
      return !Found;
    // Inside, the loop defines it; the limits come before.
    const auto &Bounds =
        std::get<parser::LoopControl::Bounds>(X.GetLoopControl()->u);
    parser::Walk(Bounds.lower, *this);
    parser::Walk(Bounds.upper, *this);
    parser::Walk(Bounds.step, *this);
    return false;
  }
  bool Pre(const parser::AssignmentStmt &X) {
    const auto &Left = std::get<parser::Variable>(X.t);
    const auto *Name = parser::Unwrap<parser::Name>(Left);
    if (!Name || Name->ToString() != Index)
      return !Found;
    parser::Walk(std::get<parser::Expr>(X.t), *this);
    return false;
  }
  bool Pre(const parser::AccClause &X) {
    if (std::holds_alternative<parser::AccClause::Private>(X.u) ||
        std::holds_alternative<parser::AccClause::Firstprivate>(X.u) ||
        std::holds_alternative<parser::AccClause::Reduction>(X.u))
      return false;
    InDataClause = std::holds_alternative<parser::AccClause::Copy>(X.u) ||
                   std::holds_alternative<parser::AccClause::Copyout>(X.u) ||
                   std::holds_alternative<parser::AccClause::Present>(X.u) ||
                   std::holds_alternative<parser::AccClause::Create>(X.u);
    return !Found;
  }
  void Post(const parser::AccClause &) { InDataClause = false; }
  void Post(const parser::Name &X) {
    if (X.ToString() == Index)
      Found |= InDataClause || Repeated || X.source.begin() > LoopEnd;
  }
};

/// Whether something uses the value that a loop's index has at its end.
bool isIndexUsed(const parser::DoConstruct &Loop,
                 const lower::pft::Evaluation &Eval) {
  const parser::Name *Index = indexOf(Loop);
  if (!Index)
    return false;
  IndexUses Uses;
  Uses.Index = Index->ToString();
  Uses.LoopEnd =
      std::get<parser::Statement<parser::EndDoStmt>>(Loop.t).source.begin();
  Uses.Repeated = false;
  for (const lower::pft::Evaluation *E = Eval.parentConstruct; E;
       E = E->parentConstruct) {
    if (const auto *Outer = E->getIf<parser::DoConstruct>()) {
      // The body comes first: its end is where the next iteration begins.
      Uses.Repeated = true;
      parser::Walk(std::get<parser::Block>(Outer->t), Uses);
      Uses.Repeated = false;
    } else if (const auto *Construct = E->getIf<parser::OpenACCConstruct>()) {
      parser::Walk(*Construct, Uses);
    }
    if (Uses.Found)
      return true;
  }
  return false;
}

} // namespace

#define WARPFORT_LOOP_FUNCTION                                                 \
  "_ZN7Fortran5lower29genOpenACCLoopFromDoConstructERNS0_17AbstractConverter"  \
  "ERNS_9semantics16SemanticsContextERNS0_6SymMapERKNS_6parser11DoConstructER" \
  "NS0_3pft10EvaluationE"

mlir::Operation *
realLoop(lower::AbstractConverter &, semantics::SemanticsContext &,
         lower::SymMap &, const parser::DoConstruct &,
         lower::pft::Evaluation &) __asm__("__real_" WARPFORT_LOOP_FUNCTION);
mlir::Operation *
wrapLoop(lower::AbstractConverter &, semantics::SemanticsContext &,
         lower::SymMap &, const parser::DoConstruct &,
         lower::pft::Evaluation &) __asm__("__wrap_" WARPFORT_LOOP_FUNCTION);

/// Null is an ordinary loop.
mlir::Operation *wrapLoop(lower::AbstractConverter &Converter,
                          semantics::SemanticsContext &Semantics,
                          lower::SymMap &Symbols,
                          const parser::DoConstruct &Loop,
                          lower::pft::Evaluation &Eval) {
  if (Eval.lowerAsUnstructured() || isIndexUsed(Loop, Eval))
    return nullptr;
  return realLoop(Converter, Semantics, Symbols, Loop, Eval);
}
