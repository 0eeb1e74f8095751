//===-- LibraryMessages.cpp - Messages about the installation -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See LibraryMessages.h.
///
//===----------------------------------------------------------------------===//
#include "LibraryMessages.h"
#include "Frontend/Tree/FlangMessages.h"
#include "Frontend/Tree/SourcePlaces.h"

#include "flang/Parser/message.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace Fortran;

namespace warpfort {
namespace {

bool isIn(llvm::ArrayRef<std::string> Folders, llvm::StringRef Path) {
  return llvm::is_contained(Folders, llvm::sys::path::parent_path(Path));
}

/// What one of these modules declares at a place. A generic name may be that of
/// one of its procedures, too.
const semantics::Symbol *symbolAt(semantics::SemanticsContext &Context,
                                  const semantics::Scope &Modules,
                                  std::size_t Place) {
  for (const semantics::Scope &Module : Modules.children())
    for (const auto &[Name, Declared] : Module) {
      const semantics::Symbol *Symbol = &Declared->GetUltimate();
      if (const auto *Generic = Symbol->detailsIf<semantics::GenericDetails>())
        if (Generic->specific())
          Symbol = Generic->specific();
      if (placeOf(Context, Symbol->name()) == Place)
        return Symbol;
    }
  return nullptr;
}

/// The generic name of a procedure, if there is one.
parser::CharBlock usersName(const semantics::Symbol &Procedure) {
  for (const auto &[Name, Symbol] : Procedure.owner())
    if (const auto *Generic = Symbol->detailsIf<semantics::GenericDetails>())
      if (llvm::any_of(Generic->specificProcs(), [&](const auto &Specific) {
            return &Specific->GetUltimate() == &Procedure;
          }))
        return Name;
  return Procedure.name();
}

/// As users write a reference to the procedure whose name \p Note stands at;
/// empty if that is no procedure.
std::string referenceTo(semantics::SemanticsContext &Context,
                        const parser::Message &Note) {
  auto Place = placeOf(Context, Note);
  if (!Place)
    return "";
  const semantics::Symbol *Symbol =
      symbolAt(Context, Context.globalScope(), *Place);
  if (!Symbol)
    Symbol = symbolAt(Context, Context.intrinsicModulesScope(), *Place);
  const auto *Details =
      Symbol ? Symbol->detailsIf<semantics::SubprogramDetails>() : nullptr;
  if (!Details)
    return "";
  std::string Text = usersName(*Symbol).ToString() + "(";
  llvm::StringRef Separator;
  for (const semantics::Symbol *Dummy : Details->dummyArgs()) {
    Text += (Separator + (Dummy ? Dummy->name().ToString() : "*")).str();
    Separator = ", ";
  }
  return Text + ")";
}

class Restatement {
public:
  Restatement(semantics::SemanticsContext &Context,
              llvm::ArrayRef<std::string> Folders)
      : Context(Context), Folders(Folders) {}

  void restate(parser::Message &M) const {
    constexpr unsigned Few = 4;
    auto Range = M.GetProvenanceRange(Context.allCookedSources());
    if (!Range)
      return;
    unsigned Count = 0;
    forEachNote(
        M, [&](const parser::Message &Note) { Count += isOfLibrary(Note); });
    if (Count == 0 && !namesBuiltin(M))
      return;
    parser::Message New = copyAt(M, *Range);
    if (Count <= Few)
      forEachNote(M, [&](const parser::Message &Note) {
        attachCopy(New, Note, *Range);
      });
    M = std::move(New);
  }

private:
  template <typename Function>
  static void forEachNote(const parser::Message &M, Function Visit) {
    for (const parser::Message *Note = M.attachment().get(); Note;
         Note = Note->attachment().get())
      Visit(*Note);
  }

  bool isOfLibrary(const parser::Message &Note) const {
    auto Position = positionOf(Context, Note);
    return Position && isIn(Folders, Position->path.get());
  }

  void attachCopy(parser::Message &To, const parser::Message &Note,
                  parser::ProvenanceRange Error) const {
    auto Range = Note.GetProvenanceRange(Context.allCookedSources());
    if (!Range || !isOfLibrary(Note)) {
      To.Attach(copyAt(Note, Range.value_or(Error)));
      return;
    }
    std::string Reference = referenceTo(Context, Note);
    if (Reference.empty()) {
      To.Attach(copyAt(Note, Error));
      return;
    }
    using namespace parser::literals;
    parser::Message Own(
        Error, "'%s' does not match the actual arguments because"_en_US,
        Reference);
    To.Attach(copyAt(Own, Error));
  }

  semantics::SemanticsContext &Context;
  llvm::ArrayRef<std::string> Folders;
};

} // namespace

void dropLibraryWarnings(semantics::SemanticsContext &Context,
                         llvm::ArrayRef<std::string> Folders) {
  Context.messages().messages().remove_if([&](const auto &Message) {
    if (Message.IsFatal())
      return false;
    auto Position = positionOf(Context, Message);
    if (!Position)
      return Message.usageWarning() == common::UsageWarning::FoldingException;
    llvm::StringRef Path = Position->path.get();
    return Path.ends_with(".mod") || isIn(Folders, Path);
  });
}

void restateLibraryNotes(semantics::SemanticsContext &Context,
                         llvm::ArrayRef<std::string> Folders) {
  Restatement Restate(Context, Folders);
  for (parser::Message &Each : Context.messages().messages())
    Restate.restate(Each);
}

} // namespace warpfort
