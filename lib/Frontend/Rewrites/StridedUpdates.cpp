//===-- StridedUpdates.cpp - Sections with strides in update --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds of OpenACC clauses have no strides in Flang's lowering. What an
// ASSOCIATE construct names has a descriptor, with strides:
//
//     !$acc update host(a(1:n:2)) async(q)
//  -> associate (s => a(1:n:2))
//       !$acc update host(s) async(q)
//     end associate
//
// The name is the section's text, which no other name can be, and which
// messages show.
//
//===----------------------------------------------------------------------===//
#include "StridedUpdates.h"
#include "Frontend/Tree/Associates.h"
#include "Frontend/Tree/ClauseObjects.h"
#include "Frontend/Tree/TreeWalk.h"

#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/semantics.h"
#include <list>

using namespace Fortran;

namespace warpfort {
namespace {

bool hasStride(const parser::DataRef &Ref) {
  if (const auto *Component =
          std::get_if<common::Indirection<parser::StructureComponent>>(&Ref.u))
    return hasStride(Component->value().base);
  const auto *Element =
      std::get_if<common::Indirection<parser::ArrayElement>>(&Ref.u);
  if (!Element)
    return false;
  for (const parser::SectionSubscript &Subscript : Element->value().subscripts)
    if (const auto *Triplet =
            std::get_if<parser::SubscriptTriplet>(&Subscript.u))
      if (const auto &Stride = std::get<2>(Triplet->t);
          Stride && Stride->thing.thing.value().source.ToString() != "1")
        return true;
  return hasStride(Element->value().base);
}

const parser::Designator *stridedSection(const parser::AccObject &Object) {
  const parser::DataRef *Ref = dataRefIn(Object);
  return Ref && hasStride(*Ref) ? &std::get<parser::Designator>(Object.u)
                                : nullptr;
}

class Namer {
public:
  explicit Namer(semantics::SemanticsContext &Context) : Context(Context) {}

  void Post(parser::ExecutionPartConstruct &X) {
    auto *Standalone = openACCIn<parser::OpenACCStandaloneConstruct>(X);
    if (!Standalone ||
        std::get<parser::AccStandaloneDirective>(Standalone->t).v !=
            llvm::acc::Directive::ACCD_update)
      return;
    parser::CharBlock Source = Standalone->source;
    std::list<parser::Association> Associations;
    for (parser::AccClause &Clause :
         std::get<parser::AccClauseList>(Standalone->t).v)
      if (parser::AccObjectList *Objects = objectsIn(Clause))
        for (parser::AccObject &Object : Objects->v)
          nameSection(Object, Associations);
    if (Associations.empty())
      return;
    putInAssociate(X, std::move(Associations), Source);
  }

private:
  void nameSection(parser::AccObject &Object,
                   std::list<parser::Association> &Associations) {
    if (!stridedSection(Object))
      return;
    auto &Designator = std::get<parser::Designator>(Object.u);
    parser::CharBlock Text = Context.SaveTempName(Designator.source.ToString());
    parser::Name Name{Text};
    Associations.emplace_back(
        parser::Name{Text},
        parser::Selector{parser::Variable{
            common::Indirection<parser::Designator>{std::move(Designator)}}});
    parser::Designator Whole{parser::DataRef{std::move(Name)}};
    Whole.source = Text;
    Object.u = std::move(Whole);
  }

  semantics::SemanticsContext &Context;
};

} // namespace

void nameStridedSections(semantics::SemanticsContext &Context,
                         parser::Program &Program) {
  Namer Visitor{Context};
  walk(Program, Visitor);
}

} // namespace warpfort
