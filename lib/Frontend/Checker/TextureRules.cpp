//===-- TextureRules.cpp - Rules of texture pointers ----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code reads through a texture pointer. It may neither write through it
// nor point it at something else.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "flang/Parser/parse-tree.h"
#include <algorithm>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {

namespace {

class TextureChecker {
public:
  TextureChecker(SemanticsContext &Context, const TextureNames &Textures)
      : Context(Context), Textures(Textures) {}

  void check(const Stmt &S) {
    for (const AssignmentUse &Use : S.Assignments)
      if (Use.Value)
        checkChanged(baseVariable(Use.Value->lhs), Use.Target);
    if (S.Kind == StmtKind::Nullify || S.Kind == StmtKind::Allocate ||
        S.Kind == StmtKind::Deallocate)
      for (const NameUse &Use : S.Names)
        checkChanged(Use.Sym ? &rootOf(*Use.Sym) : nullptr, Use.Source);
  }

private:
  void checkChanged(const Symbol *Root, CharBlock At) {
    if (!Root || std::none_of(Textures.begin(), Textures.end(),
                              [&](const parser::Name *Texture) {
                                return Texture->symbol == Root;
                              }))
      return;
    Context.Say(
        At, "Texture pointer '%s' may only be read in device code"_err_en_US,
        Root->name());
  }

  SemanticsContext &Context;
  const TextureNames &Textures;
};

} // namespace

void checkTextures(SemanticsContext &Context, const Unit &U,
                   const TextureNames &Textures) {
  if (Textures.empty())
    return;
  TextureChecker Checker(Context, Textures);
  bool IsDevice = U.Sym && isDeviceSubprogram(*U.Sym);
  forEachStmt(U.Body, [&](const Stmt &S) {
    if (IsDevice)
      Checker.check(S);
    else if (S.Kind == StmtKind::KernelLoop)
      for (const StmtList &Body : S.Blocks)
        forEachStmt(Body, [&](const Stmt &Inner) {
          Checker.check(Inner);
          return true;
        });
    return true;
  });
}

} // namespace warpfort::checker
