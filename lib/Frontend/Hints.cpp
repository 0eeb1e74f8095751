//===-- Hints.cpp - What the user may have meant --------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Hints.h. Flang's messages are known by FlangMessages.h; one that it words
// anew stays as it is.
//
//===----------------------------------------------------------------------===//
#include "Hints.h"
#include "Frontend/Checker/DeviceLaunches.h"
#include "Frontend/Checker/Facts.h"
#include "Frontend/Checker/OwnModules.h"
#include "Frontend/Rewrites/StreamArguments.h"
#include "Frontend/Tree/FlangMessages.h"
#include "Session.h"
#include "warpfort/Support/Misspellings.h"

#include "flang/Parser/message.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <list>
#include <set>

namespace warpfort {

using namespace Fortran;
using namespace Fortran::parser::literals;

//===----------------------------------------------------------------------===//
// CUDA Fortran without -cuda
//===----------------------------------------------------------------------===//

/// A character constant may hold anything.
static std::string withoutConstants(llvm::StringRef Statement) {
  std::string Result;
  char Quote = 0;
  for (char C : Statement) {
    if (Quote ? C == Quote : C == '\'' || C == '"')
      Quote = Quote ? 0 : C;
    else if (!Quote && C != ' ')
      Result += C;
  }
  return Result;
}

/// Whether a statement, as the parser reads it, is one of CUDA Fortran.
static bool isCUDAStatement(llvm::StringRef Statement) {
  std::string Text = withoutConstants(Statement);
  llvm::StringRef Rest = Text;
  if (Rest.starts_with("attributes("))
    return true;
  if (Rest.starts_with("call") && Rest.contains("<<<"))
    return true;
  auto [Attributes, Names] = Rest.split("::");
  if (Names.empty())
    return false;
  llvm::SmallVector<llvm::StringRef> Words;
  Attributes.split(Words, ',');
  return llvm::any_of(
      llvm::ArrayRef(Words).drop_front(), [](llvm::StringRef Word) {
        return Word == "device" || Word == "managed" || Word == "shared" ||
               Word == "constant" || Word == "pinned" || Word == "texture";
      });
}

void explainForgottenCUDA(Session &S) {
  if (S.Options.CUDA)
    return;
  parser::CharBlock Text = S.Parsing.cooked().AsCharBlock();
  for (const char *At = Text.begin(); At < Text.end();) {
    const char *End = std::find(At, Text.end(), '\n');
    parser::CharBlock Statement(At, End);
    if (isCUDAStatement({At, static_cast<std::size_t>(End - At)})) {
      S.Parsing.messages().clear();
      S.Parsing.messages().Say(
          Statement,
          "This is CUDA Fortran: compile it with -cuda, or name the file .cuf"_err_en_US);
      return;
    }
    At = End + 1;
  }
}

void explainFreeForm(Session &S) {
  if (!S.Options.FixedForm)
    return;
  std::list<parser::Message> &Messages = S.Parsing.messages().messages();
  auto IsOfForm = [](const parser::Message &M) {
    return is(M, FlangMessage::FixedLabel);
  };
  auto First = llvm::find_if(Messages, IsOfForm);
  if (llvm::count_if(Messages, IsOfForm) < 2)
    return;
  auto Range = First->GetProvenanceRange(S.Cooked);
  if (!Range)
    return;
  addToText(*First, *Range,
            "; this source is read in fixed form: if it is in free form, "
            "compile it with -Mfree, or name the file .f90");
  // Nothing else that is said of such a source is of use.
  parser::Message Kept = std::move(*First);
  Messages.clear();
  Messages.push_back(std::move(Kept));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {

/// Names among which the nearest one to a misspelt one is sought.
class Candidates {
public:
  void add(const semantics::Scope &Scope) {
    for (const auto &[Name, Sym] : Scope) {
      std::string Text = Name.ToString();
      // Names that the compiler has made are no Fortran names.
      if (llvm::all_of(Text,
                       [](char C) { return llvm::isAlnum(C) || C == '_'; }) &&
          !llvm::StringRef(Text).starts_with("__"))
        Names.insert(std::move(Text));
    }
  }
  void add(llvm::StringRef Name) { Names.insert(Name.str()); }
  /// "; did you mean 'name'?", or nothing.
  std::string hint(llvm::StringRef Word) const {
    NearestName Nearest(Word);
    for (const std::string &Name : Names)
      Nearest.consider(Name);
    return Nearest.hint();
  }

private:
  std::set<std::string> Names;
};

/// Completes one message at a time.
class Hinter {
public:
  explicit Hinter(Session &S) : S(S) {}
  /// What to print behind the message at \p Range.
  std::string hintFor(const parser::Message &Message,
                      parser::ProvenanceRange Range);

private:
  std::string suggestVisible(llvm::StringRef Name,
                             const semantics::Scope *Scope,
                             bool IsCalled = false);
  std::string suggestDeviceVariable(llvm::StringRef Name,
                                    const semantics::Scope *Scope);
  std::string suggestComponent(llvm::StringRef Name, llvm::StringRef Type,
                               const semantics::Scope *Scope);
  std::string suggestModule(llvm::StringRef Name);
  std::string suggestInModule(llvm::StringRef Name, llvm::StringRef Module);

  Session &S;
};

} // namespace

/// Intrinsic procedures that are often called. Names of three letters and less
/// are too near to too many others.
static llvm::ArrayRef<llvm::StringLiteral> commonFunctions() {
  static constexpr llvm::StringLiteral Names[] = {"acos",
                                                  "adjustl",
                                                  "adjustr",
                                                  "aimag",
                                                  "allocated",
                                                  "anint",
                                                  "asin",
                                                  "associated",
                                                  "atan",
                                                  "atan2",
                                                  "bessel_j0",
                                                  "btest",
                                                  "ceiling",
                                                  "cmplx",
                                                  "conjg",
                                                  "cosh",
                                                  "count",
                                                  "cpu_time",
                                                  "cshift",
                                                  "date_and_time",
                                                  "dble",
                                                  "dot_product",
                                                  "eoshift",
                                                  "epsilon",
                                                  "erfc",
                                                  "floor",
                                                  "gamma",
                                                  "get_command_argument",
                                                  "huge",
                                                  "iachar",
                                                  "iand",
                                                  "ieor",
                                                  "index",
                                                  "ishft",
                                                  "lbound",
                                                  "len_trim",
                                                  "log10",
                                                  "log_gamma",
                                                  "matmul",
                                                  "maxloc",
                                                  "maxval",
                                                  "merge",
                                                  "minloc",
                                                  "minval",
                                                  "modulo",
                                                  "move_alloc",
                                                  "nint",
                                                  "norm2",
                                                  "pack",
                                                  "precision",
                                                  "present",
                                                  "product",
                                                  "random_number",
                                                  "random_seed",
                                                  "repeat",
                                                  "reshape",
                                                  "selected_int_kind",
                                                  "selected_real_kind",
                                                  "shape",
                                                  "sign",
                                                  "sinh",
                                                  "size",
                                                  "spread",
                                                  "sqrt",
                                                  "system_clock",
                                                  "tanh",
                                                  "tiny",
                                                  "transfer",
                                                  "transpose",
                                                  "trim",
                                                  "ubound",
                                                  "unpack",
                                                  "verify"};
  return Names;
}

std::string Hinter::suggestVisible(llvm::StringRef Name,
                                   const semantics::Scope *Scope,
                                   bool IsCalled) {
  if (std::string Module = checker::adviceToUseModule(S.Semantics, Name);
      !Module.empty())
    return Module;
  Candidates Names;
  for (; Scope && !Scope->IsGlobal() && !Scope->IsIntrinsicModules();
       Scope = &Scope->parent())
    Names.add(*Scope);
  if (IsCalled)
    for (llvm::StringRef Function : commonFunctions())
      Names.add(Function);
  std::string Hint = Names.hint(Name);
  return Hint.empty() ? checker::adviceOnModules(S.Semantics, Name) : Hint;
}

/// Predefined variables are records of device code.
std::string Hinter::suggestDeviceVariable(llvm::StringRef Name,
                                          const semantics::Scope *Scope) {
  static constexpr llvm::StringLiteral Predefined[] = {"blockdim", "blockidx",
                                                       "griddim", "threadidx"};
  if (S.Options.CUDA && llvm::is_contained(Predefined, Name))
    return "; in device code, it is predefined: declare the procedure with "
           "ATTRIBUTES(GLOBAL) or ATTRIBUTES(DEVICE)";
  return suggestVisible(Name, Scope);
}

std::string Hinter::suggestComponent(llvm::StringRef Name, llvm::StringRef Type,
                                     const semantics::Scope *Scope) {
  if (!Scope)
    return "";
  const semantics::Symbol *Found =
      Scope->FindSymbol(parser::CharBlock(Type.data(), Type.size()));
  if (Found)
    Found = &Found->GetUltimate();
  Candidates Names;
  for (const semantics::Scope *Parts = Found ? Found->scope() : nullptr; Parts;
       Parts = Parts->GetDerivedTypeParent())
    Names.add(*Parts);
  return Names.hint(Name);
}

/// Among the module files that the compiler would find.
std::string Hinter::suggestModule(llvm::StringRef Name) {
  std::vector<std::string> Folders = S.Options.SearchDirs;
  llvm::append_range(Folders, S.Options.IntrinsicModuleDirs);
  Folders.push_back(S.Options.ModuleDir);
  NearestName Nearest(Name);
  for (const std::string &Folder : Folders) {
    std::error_code Ignored;
    for (llvm::sys::fs::directory_iterator It(Folder, Ignored), End;
         It != End && !Ignored; It.increment(Ignored)) {
      llvm::StringRef Known = llvm::sys::path::filename(It->path());
      if (Known.consume_back(".mod") && !Known.starts_with("__"))
        Nearest.consider(Known);
    }
  }
  return Nearest.hint();
}

std::string Hinter::suggestInModule(llvm::StringRef Name,
                                    llvm::StringRef Module) {
  const semantics::Scope &Global = S.Semantics.globalScope();
  auto Found = Global.find(parser::CharBlock(Module.data(), Module.size()));
  if (Found == Global.end() || !Found->second->scope())
    return "";
  Candidates Names;
  Names.add(*Found->second->scope());
  return Names.hint(Name);
}

/// The innermost scope around \p Where. SemanticsContext's function of this
/// kind gives up where there is none.
static const semantics::Scope *findScope(const semantics::Scope &Scope,
                                         parser::CharBlock Where) {
  for (const semantics::Scope &Child : Scope.children())
    if (Child.sourceRange().Contains(Where))
      return findScope(Child, Where);
  return &Scope;
}

/// Where the parser reads the name that a message at \p Range is on.
static std::optional<parser::CharBlock>
findName(Session &S, parser::ProvenanceRange Range, llvm::StringRef Name) {
  parser::CharBlock Source = S.Parsing.cooked().AsCharBlock();
  llvm::StringRef Text(Source.begin(), Source.size());
  if (Name.empty())
    return std::nullopt;
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos;
       At = Text.find(Name, At + 1)) {
    parser::CharBlock Found(Source.begin() + At, Name.size());
    auto Place = S.Cooked.GetProvenanceRange(Found);
    if (Place && Place->start() == Range.start())
      return Found;
  }
  return std::nullopt;
}

std::string Hinter::hintFor(const parser::Message &Message,
                            parser::ProvenanceRange Range) {
  auto ScopeOf = [&](llvm::StringRef Name) -> const semantics::Scope * {
    auto Where = findName(S, Range, Name);
    return Where ? findScope(S.Semantics.globalScope(), *Where) : nullptr;
  };
  // The parser reads no blanks before a parenthesis.
  if (auto Parts = match(Message, FlangMessage::NoType)) {
    auto Where = findName(S, Range, Parts->First);
    return suggestVisible(Parts->First, ScopeOf(Parts->First),
                          Where && Where->end()[0] == '(');
  }
  for (FlangMessage Kind :
       {FlangMessage::NoDerivedType, FlangMessage::NoExternal})
    if (auto Parts = match(Message, Kind))
      return suggestVisible(Parts->First, ScopeOf(Parts->First));
  if (auto Parts = match(Message, FlangMessage::NoComponent))
    return suggestComponent(Parts->First, Parts->Second, ScopeOf(Parts->First));
  if (auto Parts = match(Message, FlangMessage::NotInModule))
    return suggestInModule(Parts->First, Parts->Second);
  if (auto Parts = match(Message, FlangMessage::NoModule))
    return suggestModule(Parts->First);
  if (auto Parts = match(Message, FlangMessage::NotDerived))
    return suggestDeviceVariable(Parts->First, ScopeOf(Parts->First));
  if (is(Message, FlangMessage::NoKernel))
    return ": declare it with ATTRIBUTES(GLOBAL)";
  if (is(Message, FlangMessage::NoKind))
    return ": no kind has the precision or range that is asked for; the "
           "largest is 8, with 15 digits";
  return "";
}

/// Whether a function of module cudafor that the host alone has is called in
/// device code, whose variables its specific functions cannot take.
static bool isHostFunction(Session &S, parser::ProvenanceRange Range,
                           llvm::StringRef Name) {
  auto Where = findName(S, Range, Name);
  const semantics::Scope *Scope =
      Where ? findScope(S.Semantics.globalScope(), *Where) : nullptr;
  if (!Scope || !semantics::FindCUDADeviceContext(Scope))
    return false;
  const semantics::Symbol *Sym = Scope->FindSymbol(*Where);
  const auto *Generic =
      Sym ? Sym->GetUltimate().detailsIf<semantics::GenericDetails>() : nullptr;
  return Generic &&
         llvm::all_of(Generic->specificProcs(), [](const auto &Specific) {
           return checker::isFromDeviceModule(*Specific) &&
                  checker::subprogramAttrsOf(*Specific).value_or(
                      common::CUDASubprogramAttrs::Host) ==
                      common::CUDASubprogramAttrs::Host &&
                  !checker::isDeviceRuntimeFunction(*Specific);
         });
}

void addHints(Session &S) {
  Hinter Hints(S);
  for (parser::Message &M : S.Semantics.messages().messages()) {
    auto Range = M.GetProvenanceRange(S.Cooked);
    if (!M.IsFatal() || !Range)
      continue;
    if (auto Type = match(M, FlangMessage::NoQuadruple))
      M = parser::Message(
          *Range,
          "%s(16) is not supported: the Fortran run-time library has no quadruple precision; use %s(8)"_err_en_US,
          Type->First, Type->First);
    else if (auto Function = match(M, FlangMessage::NoSpecific);
             Function && Function->First == StreamFunction)
      M = parser::Message(*Range,
                          "The STREAM argument must be an integer"_err_en_US);
    else if (Function && isHostFunction(S, *Range, Function->First))
      M = parser::Message(
          *Range,
          "Host procedure '%s' may not be called in device code: it has no device attribute"_err_en_US,
          Function->First);
    else if (std::string Hint = Hints.hintFor(M, *Range); !Hint.empty())
      addToText(M, *Range, Hint);
  }
}

} // namespace warpfort
