//===-- CompileSources.cpp - The jobs that compile ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles sources in the order of their modules. Nothing that a job writes
// takes its name before the job has succeeded.
//
//===----------------------------------------------------------------------===//

#include "CSources.h"
#include "Dependencies.h"
#include "DriverRun.h"
#include "HostLink.h"
#include "SingleObject.h"
#include "warpfort/Driver/DeviceLink.h"
#include "warpfort/Driver/Invocation.h"
#include "warpfort/Driver/ModuleOrder.h"
#include "warpfort/Pipeline/Compile.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Subprocess.h"
#include "warpfort/Support/TempFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>

using namespace llvm;

namespace warpfort {

Expected<std::vector<unsigned>> Driver::orderSources() {
  std::vector<ModuleUse> Modules;
  std::vector<std::string> Names;
  for (const SourceFile &Source : Command.Sources) {
    Names.push_back(Source.Path);
    auto Buffer = MemoryBuffer::getFile(Source.Path, /*IsText=*/true);
    if (Source.C && Buffer)
      Modules.emplace_back();
    else if (Buffer)
      Modules.push_back(scanModules((*Buffer)->getBuffer(), Source.FixedForm,
                                    Command.Compile.OpenMP));
    else if (Command.DryRun)
      Modules.emplace_back();
    else
      return makeError("cannot read '" + Source.Path +
                       "': " + Buffer.getError().message());
  }
  return orderByModules(Modules, Names);
}

CompileOptions Driver::optionsFor(const SourceFile &Source) const {
  CompileOptions Options = Command.Compile;
  Options.Input = Source.Path;
  Options.CUDA = Source.CUDA;
  Options.C = Source.C;
  Options.FixedForm = Source.FixedForm;
  Options.Preprocess = Source.Preprocess;
  Options.CompilerVersion =
      "warpfort " WARPFORT_VERSION " (Flang " LLVM_VERSION_STRING ")";
  Options.IntrinsicModuleDir = Paths.ModuleDir;
  Options.FlangModuleDir = Paths.FlangModuleDir;
  // Beside other sources and objects.
  Options.NamesSources = count_if(Command.LinkItems, [](const LinkItem &Item) {
                           return Item.ItemKind == LinkItem::Source ||
                                  (Item.ItemKind == LinkItem::File &&
                                   StringRef(Item.Text).ends_with(".o"));
                         }) > 1;
  Options.SaveStagesPrefix = sys::path::stem(Source.Path).str();
  return Options;
}

/// -M, -MD and the like. \p Output is the object, or empty for the one that
/// would have the source's name.
Error Driver::writeDependencies(const SourceFile &Source, StringRef Output) {
  const DependencyOptions &Wanted = Command.Dependencies;
  if (!Wanted.Wanted || Command.DryRun)
    return Error::success();
  CompileOptions Options = optionsFor(Source);
  Options.Kind = OutputKind::Preprocessed;
  Expected<std::string> File = temporary("dependencies", "tmp");
  if (!File)
    return File.takeError();
  Options.Output = *File;
  // A compilation has reported what there is.
  if (Error E = compileSource(Options, Wanted.Only ? Diag : nulls()))
    return E;
  auto Text = MemoryBuffer::getFile(*File);
  if (!Text)
    return makeError("cannot read '" + *File +
                     "': " + Text.getError().message());
  std::string Object = Output.empty()
                           ? (sys::path::stem(Source.Path) + ".o").str()
                           : Output.str();
  std::string Rule = dependencyRule(
      findDependencies((*Text)->getBuffer(), Options, Wanted.WithoutOwn),
      Wanted, Object);
  std::string To = Wanted.File;
  if (Wanted.Only) {
    if (To.empty())
      To = Command.Output;
    if (To.empty() || To == "-") {
      outs() << Rule;
      return Error::success();
    }
  } else if (To.empty()) {
    SmallString<128> Name(Object);
    sys::path::replace_extension(Name, "d");
    To = Name.str().str();
  }
  return writeFile(To, Rule);
}

/// Compiles to \p Output, which appears only after success. Empty: no output.
Error Driver::compile(CompileOptions Options, StringRef Output) {
  Options.Output = Output.str();
  show(compileCommand(Paths.Program, Options));
  if (Command.DryRun)
    return Error::success();
  AtWork = Options;
  if (Output.empty())
    return compileSource(Options, Diag);
  if (Output == "-")
    return compileToStandardOutput(std::move(Options));
  Expected<OutputFile> File = OutputFile::create(Output);
  if (!File)
    return File.takeError();
  Options.Output = File->path();
  if (Error E = compileSource(Options, Diag))
    return E;
  return File->keep();
}

Error Driver::compileToStandardOutput(CompileOptions Options) {
  Expected<std::string> File = temporary("output", "tmp");
  if (!File)
    return File.takeError();
  Options.Output = *File;
  if (Error E = compileSource(Options, Diag))
    return E;
  auto Text = MemoryBuffer::getFile(*File);
  if (!Text)
    return makeError("cannot read '" + *File +
                     "': " + Text.getError().message());
  outs() << (*Text)->getBuffer();
  outs().flush();
  return Error::success();
}

static StringRef outputSuffix(OutputKind Kind) {
  switch (Kind) {
  case OutputKind::Object:
    return ".o";
  case OutputKind::Assembly:
    return ".s";
  case OutputKind::LLVMText:
    return ".ll";
  case OutputKind::LLVMBitcode:
    return ".bc";
  case OutputKind::Preprocessed:
  case OutputKind::SyntaxOnly:
    return "";
  }
  llvm_unreachable("all kinds are above");
}

/// -c, -S, -fsyntax-only: one output a source.
Error Driver::compileToOutputs() {
  Expected<std::vector<unsigned>> Order = orderSources();
  if (!Order)
    return Order.takeError();
  OutputKind Kind = Command.Compile.Kind;
  std::map<std::string, std::string> SourceOf;
  std::vector<std::string> Paths = Command.CSources;
  for (const SourceFile &Source : Command.Sources)
    Paths.push_back(Source.Path);
  for (const std::string &Path : Paths) {
    std::string Stem = sys::path::stem(Path).str();
    auto [Known, IsNew] = SourceOf.emplace(Stem, Path);
    if (!IsNew && Kind != OutputKind::SyntaxOnly &&
        Kind != OutputKind::Preprocessed)
      return makeError("'" + Known->second + "' and '" + Path +
                       "' would have the same output '" + Stem +
                       outputSuffix(Kind) + "'");
  }
  for (unsigned Index : *Order) {
    const SourceFile &Source = Command.Sources[Index];
    if (Command.Dependencies.Only) {
      if (Error E = writeDependencies(Source, ""))
        return E;
      continue;
    }
    std::string Output = Command.Output;
    if (Kind == OutputKind::SyntaxOnly)
      Output.clear();
    else if (Output.empty() && Command.PreprocessToFile)
      Output =
          (sys::path::stem(Source.Path) + (Source.FixedForm ? ".f" : ".f90"))
              .str();
    else if (Output.empty() && Kind == OutputKind::Preprocessed)
      Output = "-";
    else if (Output.empty())
      Output = (sys::path::stem(Source.Path) + outputSuffix(Kind)).str();
    if (!Output.empty() && sys::fs::equivalent(Output, Source.Path))
      return makeError("output '" + Output +
                       "' would overwrite a source; name another with -o");
    CompileOptions Options = optionsFor(Source);
    bool Single = Kind == OutputKind::Object && isComplete(Source);
    if (Error E = Single ? compileSingleObject(Options, Output)
                         : compile(Options, Output))
      return E;
    if (Error E = writeDependencies(Source, Output == "-" ? "" : Output))
      return E;
  }
  for (const std::string &Path : Command.CSources) {
    if (Kind != OutputKind::Object || Command.Dependencies.Only)
      return makeError("'" + Path +
                       "' is C++ or CUDA C: only -c and a link compile it");
    std::string Output = Command.Output;
    if (Output.empty())
      Output = (sys::path::stem(Path) + outputSuffix(Kind)).str();
    if (Error E = compileCSource(Path, Output))
      return E;
  }
  return Error::success();
}

/// The libraries that each link has anyway. Build systems that ask for them, as
/// autoconf does for FCLIBS, name them beside ours: twice is an error of the
/// linker, or a second copy of Flang's runtime in a shared library.
void Driver::leaveOutOwnLibraries() {
  erase_if(Command.LinkItems, [&](const LinkItem &Item) {
    return Item.ItemKind == LinkItem::File &&
           any_of(ArrayRef{&Paths.StaticRuntime, &Paths.FortranSupport,
                           &Paths.StartCheck, &Paths.ModuleLibrary,
                           &Paths.FlangRuntime},
                  [&](const std::string *Own) {
                    return sys::fs::equivalent(Item.Text, *Own);
                  });
  });
}

/// Sources of other languages, by the compilers of these.
Error Driver::compileCSource(StringRef Path, StringRef Object) {
  Expected<std::vector<std::string>> Words = compileCCommand(
      Command, Path, Object, findCUDAToolkit(Command.Device.CUDAVersion));
  if (!Words)
    return Words.takeError();
  return runTool(*Words, "compiling '" + Path.str() + "'");
}

/// Objects for a link, in Command.LinkItems.
Error Driver::compileToObjects() {
  Expected<std::vector<unsigned>> Order = orderSources();
  if (!Order)
    return Order.takeError();
  std::map<std::string, std::string> ObjectOf;
  for (unsigned Index : *Order) {
    const SourceFile &Source = Command.Sources[Index];
    Expected<std::string> Object = temporary(sys::path::stem(Source.Path), "o");
    if (!Object)
      return Object.takeError();
    bool Single = Command.Action == Invocation::Link && isComplete(Source);
    if (Error E = Single ? compileSingleObject(optionsFor(Source), *Object)
                         : compile(optionsFor(Source), *Object))
      return E;
    if (Error E = writeDependencies(Source, ""))
      return E;
    ObjectOf[Source.Path] = *Object;
  }
  for (const std::string &Path : Command.CSources) {
    Expected<std::string> Object = temporary(sys::path::stem(Path), "o");
    if (!Object)
      return Object.takeError();
    if (Error E = compileCSource(Path, *Object))
      return E;
    ObjectOf[Path] = *Object;
  }
  for (LinkItem &Item : Command.LinkItems)
    if (Item.ItemKind == LinkItem::Source)
      Item = {LinkItem::File, ObjectOf[Item.Text]};
  leaveOutOwnLibraries();
  if (sys::fs::exists(Paths.ModuleLibrary))
    Command.LinkItems.push_back({LinkItem::Modules, Paths.ModuleLibrary});
  return Error::success();
}

/// -gpu=nordc: compiles and links the device code of one source.
Error Driver::compileSingleObject(const CompileOptions &Options,
                                  StringRef Output) {
  StringRef Stem = sys::path::stem(Options.Input);
  Expected<std::string> Object = temporary(Stem, "o");
  if (!Object)
    return Object.takeError();
  if (Error E = compile(Options, *Object))
    return E;
  Expected<DeviceLinkOptions> Device = deviceLinkOptions(Output);
  if (!Device)
    return Device.takeError();
  Expected<std::string> Linker = findHostLinker();
  if (!Linker)
    return Linker.takeError();
  if (Command.DryRun) {
    showDeviceLink({*Object}, {Device->CPUObject, Device->WrapperObject});
    show(mergeObjectsCommand(
        *Linker, Output, {*Object, Device->CPUObject, Device->WrapperObject}));
    return Error::success();
  }

  auto Buffer = MemoryBuffer::getFile(*Object);
  if (!Buffer)
    return makeError("cannot read '" + *Object +
                     "': " + Buffer.getError().message());
  Expected<std::vector<DeviceImage>> Images =
      readUnlinkedDeviceImages(**Buffer);
  if (!Images)
    return Images.takeError();
  for (DeviceImage &Image : *Images)
    Image.Source = Options.Input;
  EntrySections Sections = privateEntrySections(*Images);
  Device->KernelSection = Sections.Kernels;
  Device->VariableSection = Sections.Variables;
  showDeviceLink({*Object}, {Device->CPUObject, Device->WrapperObject});
  Expected<std::vector<std::string>> DeviceObjects =
      linkDeviceCode(*Images, *Device, Diag);
  if (!DeviceObjects)
    return DeviceObjects.takeError();

  std::vector<std::string> Objects = {*Object};
  if (!DeviceObjects->empty()) {
    Expected<std::string> Private = temporary(Stem, "o");
    if (!Private)
      return Private.takeError();
    if (Error E = makeEntriesPrivate(*Object, *Private, Sections))
      return E;
    Objects = {*Private};
    append_range(Objects, *DeviceObjects);
  }
  Expected<OutputFile> File = OutputFile::create(Output);
  if (!File)
    return File.takeError();
  if (Error E = runTool(mergeObjectsCommand(*Linker, File->path(), Objects),
                        "linking '" + Output.str() + "'"))
    return E;
  return File->keep();
}

} // namespace warpfort
