//===-- ModuleOrder.cpp - Order of sources by modules ---------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scanner makes statements of the lines of a source (comments,
// continuation, `;`, character constants) and looks at the first words of
// each.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/ModuleOrder.h"
#include "warpfort/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>
#include <map>

using namespace llvm;

namespace warpfort {

namespace {

/// Makes statements of lines: lower case, without comments.
class StatementReader {
public:
  StatementReader(bool FixedForm, bool OpenMP,
                  function_ref<void(StringRef)> Handle)
      : FixedForm(FixedForm), OpenMP(OpenMP), Handle(Handle) {}

  void read(StringRef Text) {
    while (!Text.empty()) {
      auto [Line, Rest] = Text.split('\n');
      Text = Rest;
      Line = Line.rtrim('\r');
      if (FixedForm)
        addFixedLine(Line);
      else
        addFreeLine(Line);
    }
    finish();
  }

private:
  void addFixedLine(StringRef Line);
  void addFreeLine(StringRef Line);
  void addText(StringRef Text);
  void finish();

  bool FixedForm, OpenMP;
  function_ref<void(StringRef)> Handle;
  std::string Statement;
  char Quote = 0;         // open character constant
  bool Continued = false; // free form: the line before ended in `&`
};

} // namespace

/// Removes the sentinel of a line that only CUDA Fortran compilers see.
static bool consumeCUDASentinel(StringRef &Line) {
  if (Line.empty() || !StringRef("!cC*").contains(Line.front()) ||
      !Line.drop_front().starts_with_insensitive("@cuf"))
    return false;
  Line = Line.drop_front(StringRef("!@cuf").size());
  return true;
}

/// Whether a line of fixed form has the sentinel of conditional compilation,
/// and only a label or the mark of a continuation behind it.
static bool hasFixedConditional(StringRef Line) {
  return Line.size() > 1 && StringRef("!cC*").contains(Line.front()) &&
         Line[1] == '$' &&
         Line.slice(2, 5).find_first_not_of(" \t0123456789") == StringRef::npos;
}

void StatementReader::addFixedLine(StringRef Line) {
  bool Sentinel = consumeCUDASentinel(Line);
  std::string Conditional;
  if (OpenMP && hasFixedConditional(Line)) {
    Conditional = "  " + Line.drop_front(2).str();
    Line = Conditional;
  }
  if (!Sentinel && !Line.empty() &&
      (StringRef("cCdD*!#").contains(Line.front())))
    return;
  std::string Expanded = Line.str();
  // A tab in the label field ends it.
  size_t Tab = Line.take_front(6).find('\t');
  if (Tab != StringRef::npos)
    Expanded = std::string(6, ' ') + Line.drop_front(Tab + 1).str();
  StringRef Text(Expanded);
  if (Sentinel)
    Text = Text.ltrim();
  bool IsContinuation = !Sentinel && Text.size() > 5 && Text[5] != ' ' &&
                        Text[5] != '0' && Text.take_front(5).trim().empty();
  if (!IsContinuation)
    finish();
  addText(Sentinel ? Text : Text.drop_front(std::min<size_t>(6, Text.size())));
}

void StatementReader::addFreeLine(StringRef Line) {
  StringRef Text = Line.ltrim();
  if (consumeCUDASentinel(Text))
    Text = Text.ltrim();
  if (OpenMP && Text.size() > 2 && Text.starts_with("!$") &&
      StringRef(" \t&").contains(Text[2]))
    Text = Text.drop_front(2).ltrim();
  if (Text.empty() || Text.starts_with("#") || Text.starts_with("!"))
    return; // between continued lines too
  if (Continued)
    Text.consume_front("&");
  else
    finish();
  Continued = false;
  addText(Text);
}

/// Adds the text of one line, without comment and `&`.
void StatementReader::addText(StringRef Text) {
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (Quote) {
      if (C == Quote)
        Quote = 0;
      if (C == '&' && !FixedForm && Text.drop_front(I + 1).trim().empty()) {
        Continued = true;
        return;
      }
      continue; // what is in quotes does not matter, but for where it ends
    }
    switch (C) {
    case '\'':
    case '"':
      Quote = C;
      Statement += C;
      break;
    case '!':
      return;
    case '&':
      if (!FixedForm) {
        Continued = true;
        break;
      }
      Statement += C;
      break;
    case ';':
      finish();
      break;
    default:
      if (Continued && !isSpace(C))
        Continued = false; // not at the end of the line after all
      Statement += toLower(C);
    }
  }
}

void StatementReader::finish() {
  Quote = 0;
  StringRef Text = StringRef(Statement).trim();
  if (!Text.empty())
    Handle(Text);
  Statement.clear();
}

/// Takes a name off the front of \p Text.
static StringRef takeName(StringRef &Text) {
  Text = Text.ltrim();
  StringRef Name =
      Text.take_while([](char C) { return isAlnum(C) || C == '_'; });
  Text = Text.drop_front(Name.size()).ltrim();
  return Name;
}

/// Takes a keyword and the blank or sign that must follow it.
static bool takeKeyword(StringRef &Text, StringRef Keyword) {
  if (!Text.starts_with(Keyword))
    return false;
  StringRef Rest = Text.drop_front(Keyword.size());
  if (!Rest.empty() && (isAlnum(Rest.front()) || Rest.front() == '_'))
    return false;
  Text = Rest.ltrim();
  return true;
}

/// `use m`, `use m, only: ...`, `use :: m`, `use, non_intrinsic :: m`
static void handleUse(StringRef Rest, ModuleUse &Modules) {
  if (Rest.consume_front(",")) {
    StringRef Nature = takeName(Rest);
    if (Nature == "intrinsic")
      return;
    if (!Rest.consume_front("::"))
      return;
  } else {
    Rest.consume_front("::");
  }
  StringRef Name = takeName(Rest);
  if (!Name.empty() && (Rest.empty() || Rest.front() == ','))
    Modules.Used.insert(Name.str());
}

/// `submodule (m) s`, `submodule (m:parent) s`
static void handleSubmodule(StringRef Rest, ModuleUse &Modules) {
  if (!Rest.consume_front("("))
    return;
  StringRef Module = takeName(Rest);
  StringRef Parent;
  if (Rest.consume_front(":"))
    Parent = takeName(Rest);
  if (!Rest.consume_front(")"))
    return;
  StringRef Name = takeName(Rest);
  if (Module.empty() || Name.empty())
    return;
  Modules.Used.insert(Parent.empty() ? Module.str()
                                     : (Module + ":" + Parent).str());
  Modules.Defined.insert((Module + ":" + Name).str());
}

ModuleUse scanModules(StringRef Text, bool FixedForm, bool OpenMP) {
  ModuleUse Modules;
  auto Handle = [&](StringRef Statement) {
    StringRef Rest = Statement;
    if (takeKeyword(Rest, "use")) {
      handleUse(Rest, Modules);
    } else if (takeKeyword(Rest, "submodule")) {
      handleSubmodule(Rest, Modules);
    } else if (takeKeyword(Rest, "module")) {
      // `module procedure p`, `module subroutine s` have a second name.
      StringRef Name = takeName(Rest);
      if (!Name.empty() && Rest.empty())
        Modules.Defined.insert(Name.str());
    }
  };
  StatementReader(FixedForm, OpenMP, Handle).read(Text);
  return Modules;
}

Expected<std::vector<unsigned>> orderByModules(ArrayRef<ModuleUse> Sources,
                                               ArrayRef<std::string> Names) {
  std::map<std::string, unsigned> DefinedBy;
  for (auto [Index, Source] : enumerate(Sources))
    for (const std::string &Module : Source.Defined)
      DefinedBy.emplace(Module, Index); // the first, if several do

  std::vector<unsigned> Order;
  std::vector<unsigned> Path; // sources being visited, for the message
  enum State : char { New, Open, Done };
  std::vector<State> States(Sources.size(), New);
  std::string Cycle;

  std::function<bool(unsigned)> Visit = [&](unsigned Index) {
    if (States[Index] == Done)
      return true;
    Path.push_back(Index);
    if (States[Index] == Open) {
      auto Start = find(Path, Index);
      Cycle = join(map_range(make_range(Start, Path.end()),
                             [&](unsigned I) { return Names[I]; }),
                   " -> ");
      return false;
    }
    States[Index] = Open;
    for (const std::string &Module : Sources[Index].Used) {
      auto Found = DefinedBy.find(Module);
      if (Found != DefinedBy.end() && Found->second != Index &&
          !Visit(Found->second))
        return false;
    }
    States[Index] = Done;
    Path.pop_back();
    Order.push_back(Index);
    return true;
  };
  for (unsigned Index = 0; Index < Sources.size(); ++Index)
    if (!Visit(Index))
      return makeError("modules of these sources use each other in a circle: " +
                       Cycle);
  return Order;
}

} // namespace warpfort
