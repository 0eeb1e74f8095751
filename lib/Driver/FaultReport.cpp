//===-- FaultReport.cpp - What users see of a fault -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A construct is named from the text of the source: that is there whatever the
// stage and however it ended.
//
//===----------------------------------------------------------------------===//
#include "FaultReport.h"
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Driver/ModuleOrder.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/TempFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TarWriter.h"
#include <set>

using namespace llvm;

namespace warpfort {

//===----------------------------------------------------------------------===//
// The message
//===----------------------------------------------------------------------===//

static bool isNameCharacter(char C) { return isAlnum(C) || C == '_'; }

/// The words of a directive up to its first clause with a parenthesis.
static std::string nameDirective(StringRef Line) {
  SmallVector<StringRef> Words;
  Line.split(Words, ' ', -1, /*KeepEmpty=*/false);
  std::string Name = Words.front().lower();
  for (StringRef Word : drop_begin(Words)) {
    auto [First, Rest] = Word.split('(');
    bool IsDo = First.equals_insensitive("do");
    if (!all_of(First, isNameCharacter) || (!Rest.empty() && !IsDo))
      break;
    Name += " " + First.lower();
    if (IsDo)
      break;
  }
  return Name;
}

std::string nameConstruct(StringRef Line) {
  Line = Line.trim();
  // A label, then the name of a construct.
  Line = Line.ltrim("0123456789").ltrim();
  if (Line.size() > 2 && StringRef("!cC*").contains(Line.front()) &&
      (Line[1] == '$' || Line[1] == '@'))
    return nameDirective(Line);
  auto [First, Rest] = Line.split(':');
  if (!Rest.starts_with(":") && !First.empty() &&
      all_of(First.rtrim(), isNameCharacter))
    Line = Rest.ltrim();
  static constexpr StringLiteral Statements[] = {
      "do concurrent", "do while",  "select case", "select type", "select rank",
      "end do",        "associate", "allocate",    "deallocate",  "block",
      "call",          "case",      "class",       "close",       "common",
      "continue",      "critical",  "cycle",       "data",        "do",
      "else if",       "elseif",    "elsewhere",   "end",         "equivalence",
      "exit",          "forall",    "format",      "function",    "go to",
      "goto",          "if",        "import",      "inquire",     "interface",
      "module",        "namelist",  "nullify",     "open",        "print",
      "procedure",     "program",   "read",        "return",      "rewind",
      "stop",          "submodule", "subroutine",  "sync all",    "type",
      "use",           "where",     "write"};
  for (StringRef Statement : Statements) {
    if (!Line.starts_with_insensitive(Statement))
      continue;
    StringRef Behind = Line.drop_front(Statement.size());
    if (!Behind.empty() && isNameCharacter(Behind.front()))
      continue;
    // A variable may have such a name.
    StringRef Next = Behind.ltrim();
    if (Next.starts_with("=") || Next.starts_with("%"))
      continue;
    return StringRef(Statement).upper();
  }
  return "";
}

static std::string lineOf(StringRef File, unsigned Number) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return "";
  for (line_iterator Line(**Buffer, /*SkipBlanks=*/false); !Line.is_at_end();
       ++Line)
    if (Line.line_number() == Number)
      return Line->str();
  return "";
}

void printFault(raw_ostream &OS, const Fault &What, bool Verbose) {
  std::string Text, Construct;
  if (What.Line)
    Construct = nameConstruct(lineOf(What.File, What.Line));
  if (!Construct.empty())
    Text = "'" + Construct + "' cannot be compiled here";
  else if (What.Line)
    Text = "this statement cannot be compiled";
  else
    Text = "this cannot be compiled";
  Text += ": this is a fault in Warpfort, not in your program";
  if (What.File.empty()) {
    printError(OS, Text);
  } else {
    OS << What.File << ":";
    if (What.Line)
      OS << What.Line << ":" << What.Column << ":";
    OS << " error: " << Text << "\n";
  }
  if (Verbose)
    printNote(OS, What.Stage + ": " + What.Text);
}

//===----------------------------------------------------------------------===//
// The archive
//===----------------------------------------------------------------------===//

/// The source without includes and macros; as it is, where that fails.
static std::string preprocess(const CompileOptions &Source, bool &Failed) {
  Failed = true;
  auto AsItIs = MemoryBuffer::getFile(Source.Input, /*IsText=*/true);
  std::string Text = AsItIs ? (*AsItIs)->getBuffer().str() : "";
  TempFiles Temps;
  Expected<std::string> File = Temps.create("preprocessed", "f90");
  if (!File) {
    consumeError(File.takeError());
    return Text;
  }
  CompileOptions Options = Source;
  Options.Kind = OutputKind::Preprocessed;
  Options.Output = *File;
  Options.ProvokedFault.clear();
  std::string Ignored;
  raw_string_ostream Messages(Ignored);
  if (Error E = catchFaults([&] { return compileSource(Options, Messages); })) {
    consumeError(std::move(E));
    return Text;
  }
  if (auto Buffer = MemoryBuffer::getFile(*File)) {
    Failed = false;
    return (*Buffer)->getBuffer().str();
  }
  return Text;
}

/// Adds the module files that a text needs, and those that they need.
static void addModules(StringRef Text, const CompileOptions &Source,
                       std::set<std::string> &Known, TarWriter &Archive) {
  std::vector<std::string> Folders = {"."};
  append_range(Folders, Source.ModuleSearchDirs);
  for (std::string Name : scanModules(Text, Source.FixedForm).Used) {
    std::replace(Name.begin(), Name.end(), ':', '-');
    if (!Known.insert(Name).second)
      continue;
    for (const std::string &Folder : Folders) {
      SmallString<128> Path(Folder);
      sys::path::append(Path, Name + ".mod");
      auto Buffer = MemoryBuffer::getFile(Path);
      if (!Buffer)
        continue;
      Archive.append(Name + ".mod", (*Buffer)->getBuffer());
      CompileOptions Free = Source;
      Free.FixedForm = false;
      addModules((*Buffer)->getBuffer(), Free, Known, Archive);
      break;
    }
  }
}

static void addSource(CompileOptions Source, StringRef Program,
                      std::set<std::string> &Modules, std::string &Script,
                      TarWriter &Archive) {
  bool Failed;
  std::string Text = preprocess(Source, Failed);
  addModules(Text, Source, Modules, Archive);
  std::string Name = sys::path::filename(Source.Input).str();
  Archive.append(Name, Text);
  if (!Failed) {
    Source.Macros.clear();
    Source.IncludeDirs = {"."};
  }
  Source.ModuleDir.clear();
  Source.Input = Name;
  Source.Output = sys::path::stem(Name).str() + ".o";
  if (Source.Kind == OutputKind::SyntaxOnly)
    Source.Output.clear();
  raw_string_ostream OS(Script);
  for (const std::string &Word :
       compileCommand(sys::path::filename(Program), Source)) {
    sys::printArg(OS, Word, /*Quote=*/true);
    OS << ' ';
  }
  OS << '\n';
}

Expected<std::string> writeReproducer(const Reproducer &Contents,
                                      StringRef Program) {
  const Fault &What = Contents.What;
  std::string Stem =
      sys::path::stem(Contents.Sources.empty() ? StringRef(What.File)
                                               : Contents.Sources.front().Input)
          .str();
  Stem = "warpfort-crash-" + (Stem.empty() ? "link" : Stem);
  std::string File = Stem + ".tar";
  Expected<std::unique_ptr<TarWriter>> Archive = TarWriter::create(File, Stem);
  if (!Archive)
    return joinErrors(makeError("cannot write '" + File + "'"),
                      Archive.takeError());
  std::string Script = "#!/bin/sh\n", Text;
  std::set<std::string> Modules;
  for (const CompileOptions &Source : Contents.Sources)
    addSource(Source, Program, Modules, Script, **Archive);
  for (const auto &[Index, Image] : enumerate(Contents.Images))
    (*Archive)->append("device-" + std::to_string(Index) + ".bc", Image.Code);
  raw_string_ostream OS(Text);
  OS << "command: warpfort";
  for (const std::string &Argument : Contents.Arguments) {
    OS << ' ';
    sys::printArg(OS, Argument, /*Quote=*/true);
  }
  OS << "\nversion: " WARPFORT_VERSION "\nlocation: " << What.File << ":"
     << What.Line << ":" << What.Column << "\nstage: " << What.Stage
     << "\ntext: " << What.Text << "\n";
  (*Archive)->append("run", Script);
  (*Archive)->append("fault.txt", Text);
  return File;
}

} // namespace warpfort
