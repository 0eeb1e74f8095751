//===-- LargeObjects.cpp - What no memory can hold ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LargeObjects.h. Each is said once, where it comes about: of the parts of
// what is too large, none may be so.
//
//===----------------------------------------------------------------------===//
#include "LargeObjects.h"
#include "Frontend/Tree/ObjectSizes.h"

#include "flang/Semantics/semantics.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;
using namespace Fortran::parser::literals;
using semantics::Scope;
using semantics::Symbol;

namespace {

class SizeChecker {
public:
  explicit SizeChecker(semantics::SemanticsContext &Context)
      : Context(Context) {}
  void check(const Scope &S);

private:
  void checkSum(const std::vector<const Symbol *> &Objects,
                parser::CharBlock At, std::string What);

  semantics::SemanticsContext &Context;
};

/// The scope of an object's type, whose components it has.
const Scope *typeOf(const Symbol &Object) {
  const semantics::DeclTypeSpec *Type = Object.GetType();
  const semantics::DerivedTypeSpec *Derived =
      Type ? Type->AsDerived() : nullptr;
  return Derived ? Derived->scope() : nullptr;
}

void SizeChecker::checkSum(const std::vector<const Symbol *> &Objects,
                           parser::CharBlock At, std::string What) {
  if (warpfort::areTooLarge(Objects) &&
      llvm::none_of(Objects, [](const Symbol *Object) {
        return warpfort::isTooLarge(*Object);
      }))
    Context.Say(At, "%s has more than 2**60 bytes"_err_en_US, What);
}

void SizeChecker::check(const Scope &S) {
  if (S.IsModuleFile() || S.IsIntrinsicModules())
    return;
  for (const auto &[Name, Ref] : S) {
    const Scope *Type = typeOf(*Ref);
    if (warpfort::isTooLarge(*Ref) &&
        !(Type && warpfort::areTooLarge(warpfort::componentsOf(*Type))))
      Context.Say(Ref->name(), "'%s' has more than 2**60 bytes"_err_en_US,
                  Ref->name());
  }
  if (S.IsDerivedType() && S.symbol() &&
      !S.IsParameterizedDerivedTypeInstantiation())
    checkSum(warpfort::componentsOf(S), S.symbol()->name(),
             "Type '" + S.symbol()->name().ToString() + "'");
  for (const auto &[Name, Block] : S.commonBlocks()) {
    std::vector<const Symbol *> Objects;
    for (const auto &Object :
         Block->get<semantics::CommonBlockDetails>().objects())
      Objects.push_back(&*Object);
    checkSum(Objects, Block->name(),
             "COMMON block '" + Block->name().ToString() + "'");
  }
  for (const semantics::EquivalenceSet &Set : S.equivalenceSets()) {
    std::vector<const Symbol *> Objects;
    for (const semantics::EquivalenceObject &Object : Set)
      Objects.push_back(&Object.symbol);
    if (!Objects.empty())
      checkSum(Objects, Set.front().source,
               "What is equivalent to '" + Objects.front()->name().ToString() +
                   "'");
  }
  for (const Scope &Child : S.children())
    check(Child);
}

} // namespace

void warpfort::checker::refuseLargeObjects(
    semantics::SemanticsContext &Context) {
  SizeChecker(Context).check(Context.globalScope());
}
