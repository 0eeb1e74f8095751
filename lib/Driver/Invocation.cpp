//===-- Invocation.cpp - A command line, understood -----------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates options. An option in the groups of ignored and refused ones
// needs no code here: its help text is the message.
//
//===----------------------------------------------------------------------===//
#include "warpfort/Driver/Invocation.h"
#include "OptionTable.h"
#include "Translator.h"
#include "Traps.h"
#include "warpfort/Driver/LinkInputs.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Misspellings.h"
#include "warpfort/Support/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <set>

using namespace llvm;
using namespace llvm::opt;

namespace warpfort {

std::optional<SourceFile> classifySource(StringRef Path) {
  StringRef Suffix = sys::path::extension(Path);
  SourceFile Source;
  Source.Path = Path.str();
  // A capital letter asks for the preprocessor.
  Source.Preprocess = Suffix != Suffix.lower();
  enum Language { None, CUDA, Free, Fixed, C };
  switch (
      StringSwitch<Language>(Suffix)
          .Cases({".cuf", ".CUF"}, CUDA)
          .Cases({".f90", ".F90", ".f95", ".F95", ".f03", ".F03", ".f08",
                  ".F08", ".f18", ".F18"},
                 Free)
          .Cases({".f", ".F", ".for", ".FOR", ".ftn", ".FTN", ".fpp", ".FPP"},
                 Fixed)
          .Case(".c", C)
          .Default(None)) {
  case None:
    return std::nullopt;
  case CUDA:
    Source.CUDA = true;
    break;
  case Fixed:
    Source.FixedForm = true;
    break;
  case C:
    Source.C = true;
    break;
  case Free:
    break;
  }
  if (Suffix == ".fpp")
    Source.Preprocess = true;
  return Source;
}

/// Whether there is an option that is this word and a value.
bool Translator::hasOptionWithValue(StringRef Word) const {
  for (unsigned ID = 1; ID <= Table.getNumOptions(); ++ID)
    if (StringRef Name = Table.getOptionPrefixedName(ID);
        Name.consume_back("=") && Name == Word)
      return true;
  return false;
}

void Translator::rejectUnknown() {
  for (const Arg *A : Args.filtered(OPT_UNKNOWN)) {
    std::string Word = A->getAsString(Args);
    if (Args.hasArg(OPT_noswitcherror)) {
      printWarning(Diag, "unknown option '" + Word + "'");
      continue;
    }
    if (hasOptionWithValue(Word)) {
      error("'" + Word + "' needs a value: '" + Word + "=...'");
      continue;
    }
    if (StringRef Level = Word;
        Level.consume_front("-O") && !Level.empty() && all_of(Level, isDigit)) {
      error("unknown option '" + Word + "'; the highest level is -O4");
      continue;
    }
    std::string Nearest;
    // Two wrong letters are a misspelling, more are another option.
    if (Table.findNearest(Word, Nearest, Visibility(), /*MinimumLength=*/3) <=
        2)
      error("unknown option '" + Word + "'; did you mean '" + Nearest + "'?");
    else
      error("unknown option '" + Word + "'");
  }
}

void Translator::reportGroups() {
  for (const Arg *A : Args) {
    const Option &Opt = A->getOption();
    StringRef Reason = Table.getOptionHelpText(Opt.getID());
    std::string Word = A->getAsString(Args);
    if (Opt.matches(OPT_RefusedGroup))
      error("'" + Word + "' is not supported: " + Reason);
    else if (Opt.matches(OPT_IgnoredWithWarningGroup))
      printWarning(Diag, "'" + Word + "' is ignored: " + Reason);
    else if (Opt.matches(OPT_IgnoredGroup) && Result.Verbose)
      printNote(Diag, "'" + Word + "' is ignored: " + Reason);
  }
}

void Translator::translateAction() {
  CompileOptions &Compile = Result.Compile;
  Result.DryRun = Args.hasArg(OPT_hash_hash_hash);
  Result.Verbose = Compile.Verbose = Args.hasArg(OPT_v);
  Result.CrashReproducer = Args.hasArg(OPT_fcrash_reproducer);
  Compile.ProvokedFault = Args.getLastArgValue(OPT_fprovoke_fault_EQ).str();
  if (Args.hasArg(OPT_help, OPT_help_EQ))
    translateHelp();
  else if (Args.hasArg(OPT_help_all))
    Result.Action = Invocation::ShowAllHelp;
  else if (Args.hasArg(OPT_version) ||
           (Args.hasArg(OPT_V, OPT_v) && !Args.hasArg(OPT_INPUT, OPT_l)))
    Result.Action = Invocation::ShowVersion;
  else if (Args.hasArg(OPT_dumpversion))
    Result.Action = Invocation::ShowVersionNumber;
  else if (Args.hasArg(OPT_dumpmachine))
    Result.Action = Invocation::ShowTarget;
  else if (!Args.hasArg(OPT_fsyntax_only, OPT_E, OPT_F, OPT_M, OPT_MM) &&
           Args.hasArg(OPT_ptx, OPT_cubin, OPT_fatbin))
    Result.Action = Invocation::KernelFile;
  else if (Args.hasArg(OPT_fsyntax_only, OPT_E, OPT_F, OPT_S, OPT_c,
                       OPT_emit_llvm, OPT_M, OPT_MM))
    Result.Action = Invocation::CompileOnly;
  else if (Args.hasArg(OPT_dlink))
    Result.Action = Invocation::DeviceLink;

  Result.VersionFirst = Args.hasArg(OPT_V);

  bool LLVM = Args.hasArg(OPT_emit_llvm);
  if (Args.hasArg(OPT_fsyntax_only))
    Compile.Kind = OutputKind::SyntaxOnly;
  else if (Args.hasArg(OPT_E, OPT_F))
    Compile.Kind = OutputKind::Preprocessed;
  else if (Args.hasArg(OPT_S))
    Compile.Kind = LLVM ? OutputKind::LLVMText : OutputKind::Assembly;
  else if (LLVM && Result.Action != Invocation::KernelFile)
    Compile.Kind = OutputKind::LLVMBitcode;
  Result.Output = Args.getLastArgValue(OPT_o).str();
  Result.PreprocessToFile = Args.hasArg(OPT_F) && !Args.hasArg(OPT_E);
}

/// -help -gpu, -help=gpu: the options that begin so.
void Translator::translateHelp() {
  Result.Action = Invocation::ShowHelp;
  for (const Arg *A : Args) {
    if (A->getOption().matches(OPT_help_EQ))
      Result.HelpFor.push_back("-" + StringRef(A->getValue()).ltrim('-').str());
    else if (!A->getOption().matches(OPT_help) &&
             !A->getOption().matches(OPT_INPUT))
      Result.HelpFor.push_back(A->getSpelling().str());
  }
}

void Translator::translateDependencies() {
  DependencyOptions &Dependencies = Result.Dependencies;
  Dependencies.Only = Args.hasArg(OPT_M, OPT_MM);
  Dependencies.Wanted = Dependencies.Only || Args.hasArg(OPT_MD, OPT_MMD);
  Dependencies.WithoutOwn = Args.hasArg(OPT_MM, OPT_MMD);
  Dependencies.EmptyRules = Args.hasArg(OPT_MP);
  Dependencies.File = Args.getLastArgValue(OPT_MF).str();
  for (const Arg *A : Args.filtered(OPT_MT, OPT_MQ))
    Dependencies.Targets.push_back(A->getOption().matches(OPT_MQ)
                                       ? quoteForMake(A->getValue())
                                       : A->getValue());
  if (Dependencies.Wanted)
    return;
  if (const Arg *A = Args.getLastArg(OPT_MF, OPT_MT, OPT_MQ, OPT_MP))
    error("'" + A->getAsString(Args) + "' needs -M, -MM, -MD or -MMD");
}

/// All words but the names of files, as they were written.
std::string Translator::commandLine() const {
  std::set<unsigned> Files;
  for (const Arg *A : Args.filtered(OPT_INPUT))
    Files.insert(A->getIndex());
  std::string Words;
  for (unsigned I = 0; I < Args.getNumInputArgStrings(); ++I)
    if (!Files.count(I))
      Words += (Words.empty() ? "" : " ") + std::string(Args.getArgString(I));
  return Words;
}

void Translator::translateLanguage() {
  CompileOptions &Compile = Result.Compile;
  Compile.CommandLine = commandLine();
  Compile.CUDA = Args.hasArg(OPT_cuda, OPT_cuda_EQ, OPT_Mcuda_EQ);
  Compile.Standard = Args.hasArg(OPT_Mstandard);
  // The last word counts: -acc ... -noacc is none.
  if (const Arg *A = Args.getLastArg(OPT_acc, OPT_acc_EQ, OPT_ta_EQ, OPT_noacc))
    Compile.OpenACC = !A->getOption().matches(OPT_noacc);
  if (const Arg *A = Args.getLastArg(OPT_stdpar_EQ, OPT_nostdpar))
    Compile.StandardParallelism = !A->getOption().matches(OPT_nostdpar);
  translateOpenMP();
  Compile.LongLines =
      Args.hasFlag(OPT_Mextend, OPT_ffixed_line_length_72, false);
  Compile.DefaultReal8 = Args.hasArg(OPT_r8);
  translateOldLanguage();
  for (const Arg *A : Args.filtered(OPT_D, OPT_U))
    Compile.Macros.push_back((A->getOption().matches(OPT_D) ? "D" : "U") +
                             std::string(A->getValue()));
  Compile.ModuleDir = Args.getLastArgValue(OPT_module).str();
  // Modules just written come first.
  if (!Compile.ModuleDir.empty())
    Compile.ModuleSearchDirs.push_back(Compile.ModuleDir);
  for (OptSpecifier Kind : {OPT_I, OPT_isystem})
    for (const std::string &Folder : Args.getAllArgValues(Kind)) {
      Compile.IncludeDirs.push_back(Folder);
      Compile.ModuleSearchDirs.push_back(Folder);
    }
}

/// What older programs were written for.
void Translator::translateOldLanguage() {
  CompileOptions &Compile = Result.Compile;
  if (const Arg *A = Args.getLastArg(OPT_i8, OPT_i4, OPT_i2)) {
    Compile.DefaultInteger8 = A->getOption().matches(OPT_i8);
    Compile.DefaultInteger2 = A->getOption().matches(OPT_i2);
  }
  if (const Arg *A = Args.getLastArg(OPT_std_EQ)) {
    StringRef Year = Compile.CDialect = A->getValue();
    if (!Year.consume_front("gnu"))
      Year.consume_front("c");
    if (!is_contained(
            {"89", "90", "99", "9x", "11", "1x", "17", "18", "2x", "23"}, Year))
      error("unknown value in '" + A->getAsString(Args) +
            "'; use c89, c99, c11, c17, c23, or gnu with the year");
  }
  Compile.Escapes = Args.hasFlag(OPT_Mnobackslash, OPT_Mbackslash, false);
  Compile.SaveLocals = Args.hasFlag(OPT_Msave, OPT_Mnosave, false);
  Compile.ImplicitNone = Args.hasFlag(OPT_Mdclchk, OPT_Mnodclchk, false);
  if (const Arg *A = Args.getLastArg(OPT_fconvert_EQ)) {
    auto Order = StringSwitch<std::optional<StringRef>>(A->getValue())
                     .Case("native", "NATIVE")
                     .Case("swap", "SWAP")
                     .Case("big-endian", "BIG_ENDIAN")
                     .Case("little-endian", "LITTLE_ENDIAN")
                     .Default(std::nullopt);
    if (!Order)
      error("unknown value in '" + A->getAsString(Args) +
            "'; use native, swap, big-endian or little-endian");
    Compile.Convert = Order.value_or("").str();
  }
}

/// Whether multiplications and additions fuse; -gpu=fma and -gpu=nofma say so
/// of device code.
void Translator::translateArithmetic() {
  CompileOptions &Compile = Result.Compile;
  for (const Arg *A : Args.filtered(OPT_Mfma, OPT_Mnofma, OPT_ffp_contract_EQ,
                                    OPT_Kieee, OPT_Knoieee)) {
    const Option &Opt = A->getOption();
    bool Fuse = Opt.matches(OPT_Mfma) || Opt.matches(OPT_Knoieee);
    if (Opt.matches(OPT_ffp_contract_EQ)) {
      StringRef Value = A->getValue();
      Fuse = Value == "fast";
      if (Value == "on")
        error("'-ffp-contract=on' is not supported: operations fuse wherever "
              "they may, or not at all; use fast or off");
      else if (!Fuse && Value != "off")
        error("unknown value in '" + A->getAsString(Args) +
              "'; use fast or off");
    }
    Compile.FuseHost = Fuse;
    if (!Opt.matches(OPT_Mfma) && !Opt.matches(OPT_Mnofma))
      Compile.FuseDevice = Fuse;
  }
}

void Translator::translateMessages() {
  CompileOptions &Compile = Result.Compile;
  Compile.WarningNames = Args.getAllArgValues(OPT_W_name);
  if (const Arg *A = Args.getLastArg(OPT_fmax_errors_EQ))
    if (StringRef(A->getValue()).getAsInteger(10, Compile.MaxErrors))
      error("the value of '" + A->getAsString(Args) + "' must be a number");
  if (const Arg *A =
          Args.getLastArg(OPT_fcolor_diagnostics, OPT_fno_color_diagnostics))
    Compile.Color = A->getOption().matches(OPT_fcolor_diagnostics);
  else
    Compile.Color = Diag.is_displayed() && Diag.has_colors() &&
                    !sys::Process::GetEnv("NO_COLOR");
}

void Translator::translateOptLevel() {
  CompileOptions &Compile = Result.Compile;
  const Arg *A = Args.getLastArg(OPT_O, OPT_O0, OPT_O1, OPT_O2, OPT_O3);
  if (!A) {
    if (Args.hasArg(OPT_g))
      Compile.OptLevel = 0;
    return;
  }
  switch (A->getOption().getID()) {
  case OPT_O0:
    Compile.OptLevel = 0;
    break;
  case OPT_O1:
    Compile.OptLevel = 1;
    break;
  case OPT_O3:
    Compile.OptLevel = 3;
    break;
  default:
    Compile.OptLevel = 2;
  }
}

/// -tp= and -mcmodel=.
void Translator::translateTarget() {
  CompileOptions &Compile = Result.Compile;
  if (const Arg *A = Args.getLastArg(OPT_tp_EQ)) {
    StringRef Name = A->getValue();
    // Several CPUs may be named to make code for each: we make one, for the
    // first, which is the one that must run everywhere.
    std::string CPU = translateHostCPU(Name);
    if (CPU.empty())
      error("unknown CPU in '-tp=" + Name +
            "'; use native, px, x86-64, x86-64-v2, x86-64-v3, x86-64-v4 or "
            "the name of a CPU");
    Compile.HostCPU = CPU;
  }
  if (const Arg *A = Args.getLastArg(OPT_mcmodel_EQ)) {
    StringRef Model = A->getValue();
    auto Kind = llvm::StringSwitch<std::optional<CodeModelKind>>(Model)
                    .Case("small", CodeModelKind::Small)
                    .Case("medium", CodeModelKind::Medium)
                    .Case("large", CodeModelKind::Large)
                    .Default(std::nullopt);
    if (!Kind)
      error("code model '" + Model + "' in '-mcmodel=" + Model +
            "' is not supported; use small, medium or large");
    Compile.CodeModel = Kind.value_or(CodeModelKind::Small);
  }
}

/// Sources that go straight into a shared library have to fit it.
void Translator::translateRelocation() {
  CompileOptions &Compile = Result.Compile;
  if (const Arg *A = Args.getLastArg(OPT_fPIC, OPT_fPIE, OPT_fno_pic))
    Compile.Relocation = A->getOption().matches(OPT_fPIC) ? RelocationKind::PIC
                         : A->getOption().matches(OPT_fPIE)
                             ? RelocationKind::PIE
                             : RelocationKind::Static;
  Result.Shared = Args.hasArg(OPT_shared);
  Result.SharedRuntime = Args.hasArg(OPT_Bdynamic_nvidia);
  if (Result.Shared && Compile.Relocation == RelocationKind::Static)
    error("'-shared' and '-fno-pic' contradict each other");
  if (Result.Shared)
    Compile.Relocation = RelocationKind::PIC;
}

void Translator::translateCode() {
  CompileOptions &Compile = Result.Compile;
  Compile.Debug = Args.hasArg(OPT_g, OPT_gopt);
  Compile.VerifyPasses = Args.hasArg(OPT_fverify_passes);
  Compile.DumpAfter = Args.getLastArgValue(OPT_fdump_after_EQ).str();
  Compile.StackArrays =
      Args.hasFlag(OPT_Mstack_arrays, OPT_Mnostack_arrays, false);
  translateOptLevel();
  translateTarget();
  translateRelocation();
  if (const Arg *A = Args.getLastArg(OPT_Minform_EQ)) {
    StringRef Kind = A->getValue();
    if (Kind == "severe" || Kind == "fatal")
      Compile.Warnings = false;
    else if (Kind != "inform" && Kind != "warn")
      error("unknown value in '" + A->getAsString(Args) +
            "'; use inform, warn, severe or fatal");
  }
  if (Args.hasArg(OPT_w))
    Compile.Warnings = false;
  Compile.AccMessages = Args.hasArg(OPT_Minfo);
  for (StringRef Kind : Args.getAllArgValues(OPT_Minfo_EQ)) {
    Compile.AccMessages |= Kind == "accel" || Kind == "acc" || Kind == "all";
    // Most are of other messages, which there are not.
    static constexpr StringRef Known[] = {
        "accel",  "acc",       "all",  "ftn",   "hpf",    "inline", "intensity",
        "ipa",    "loop",      "lre",  "mp",    "opt",    "par",    "pcast",
        "pfo",    "stat",      "time", "vect",  "stdpar", "unroll", "unified",
        "concur", "alternate", "simd", "noall", "cuda",   "pgo"};
    if (NearestName Nearest = nearestOf(Kind, Known);
        !is_contained(Known, Kind) && !Nearest.found().empty())
      printWarning(Diag,
                   "unknown value in '-Minfo=" + Kind + "'" + Nearest.hint());
  }
  Compile.WarningsAreErrors = Args.hasArg(OPT_Werror);
}

/// The last word counts.
void Translator::translateChecks() {
  CompileOptions &Compile = Result.Compile;
  for (const Arg *A : Args.filtered(OPT_Mbounds, OPT_C, OPT_Mnobounds,
                                    OPT_Mchkptr, OPT_Mnochkptr, OPT_fcheck_EQ))
    switch (A->getOption().getID()) {
    case OPT_fcheck_EQ:
      translateCheckList(*A);
      break;
    case OPT_Mchkptr:
    case OPT_Mnochkptr:
      Compile.CheckPointers = A->getOption().matches(OPT_Mchkptr);
      break;
    default:
      Compile.Bounds = !A->getOption().matches(OPT_Mnobounds);
    }
  Compile.CheckStack = Args.hasFlag(OPT_Mchkstk, OPT_Mnochkstk, false);
  Compile.Traceback = Args.hasFlag(OPT_traceback, OPT_notraceback, false);
  for (const Arg *A : Args.filtered(OPT_Ktrap_EQ)) {
    Compile.Traps = 0;
    for (StringRef Value : A->getValues())
      if (auto Exceptions = findTraps(Value))
        Compile.Traps = *Exceptions ? Compile.Traps | *Exceptions : 0;
      else
        error("unknown value in '" + A->getAsString(Args) +
              "'; use fp, inv, divz, ovf, unf, denorm, inexact or none");
  }
}

void Translator::translateCheckList(const Arg &A) {
  SmallVector<StringRef> Values;
  StringRef(A.getValue()).split(Values, ',');
  for (StringRef Value : Values) {
    bool Wanted = !Value.consume_front("no-");
    if (Value == "bounds")
      Result.Compile.Bounds = Wanted;
    else if (Value == "pointer")
      Result.Compile.CheckPointers = Wanted;
    else
      error("unknown value in '" + A.getAsString(Args) +
            "'; use bounds, pointer, no-bounds or no-pointer, which is all "
            "that is checked");
  }
}

/// -mp=<list>, -fopenmp=<library>, -fopenmp-version=<version> and -nomp.
void Translator::translateOpenMP() {
  CompileOptions &Compile = Result.Compile;
  if (const Arg *A = Args.getLastArg(OPT_mp_EQ, OPT_fopenmp_EQ, OPT_nomp))
    Compile.OpenMP = !A->getOption().matches(OPT_nomp);
  for (StringRef Value : Args.getAllArgValues(OPT_mp_EQ)) {
    if (Value == "multicore")
      continue;
    if (Value == "gpu")
      error("'-mp=gpu' is not supported: OpenMP does not offload to the GPU; "
            "use '-mp=multicore', and OpenACC, CUDA Fortran or '-stdpar' for "
            "the GPU");
    else if (StringSwitch<bool>(Value)
                 .Cases({"align", "noalign", "allcores", "autopar", "noautopar",
                         "bind", "nobind", "numa", "nonuma", "ompt", "noompt"},
                        true)
                 .Default(false)) {
      if (Result.Verbose)
        printNote(Diag, "'-mp=" + Value + "' is ignored: it changes nothing");
    } else {
      error("unknown value in '-mp=" + Value + "'; use multicore");
    }
  }
  for (const std::string &Library : Args.getAllArgValues(OPT_fopenmp_EQ))
    if (Library != "libomp" && Library != "libiomp5")
      error("'-fopenmp=" + Library +
            "' is not supported: programs are linked with libomp");
  if (const Arg *A = Args.getLastArg(OPT_fopenmp_version_EQ)) {
    StringRef Version = A->getValue();
    if (!is_contained({"31", "40", "45", "50", "51", "52", "60"}, Version) ||
        Version.getAsInteger(10, Compile.OpenMPVersion))
      error("unknown value in '" + A->getAsString(Args) +
            "'; use 31, 40, 45, 50, 51, 52 or 60");
  }
}

/// Whether a source has #if or #include directives. The parser follows them in
/// any source, with nothing defined but for -cpp: where _CUDA is asked for, it
/// would be the wrong branch that is compiled.
static bool hasConditions(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return false;
  for (line_iterator Line(**Text); !Line.is_at_end(); ++Line) {
    StringRef Directive = *Line;
    if (Directive.consume_front("#") && (Directive.ltrim().starts_with("if") ||
                                         Directive.ltrim().starts_with("inc")))
      return true;
  }
  return false;
}

static bool isCDirective(StringRef Line) {
  if (!Line.consume_front("#"))
    return false;
  Line = Line.ltrim();
  return Line.consume_front("pragma") && Line.ltrim().starts_with("acc ");
}

static bool isFortranDirective(StringRef Line) {
  return Line.starts_with_insensitive("!$acc") ||
         Line.starts_with_insensitive("c$acc") ||
         Line.starts_with_insensitive("*$acc");
}

/// Whether a source of Fortran or C has a directive of OpenACC.
static bool hasOpenACC(StringRef Path, bool IsC) {
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return false;
  for (line_iterator Line(**Text); !Line.is_at_end(); ++Line)
    if (IsC ? isCDirective(Line->ltrim()) : isFortranDirective(Line->ltrim()))
      return true;
  return false;
}

/// Whether a file is for linkers, or cannot be read to know it.
static bool isLinked(StringRef Path) {
  file_magic Magic;
  return identify_magic(Path, Magic) || Magic == file_magic::archive ||
         Magic.is_object() || sys::path::filename(Path).contains(".so") ||
         Path.ends_with(".a") || Path.ends_with(".o");
}

/// Options that go to the host's linker, in their place among the inputs.
void Translator::translateLinkOption(const Arg &A) {
  auto AddFlag = [&](const Twine &Text) {
    Result.LinkItems.push_back({LinkItem::Flag, Text.str()});
  };
  switch (A.getOption().getID()) {
  case OPT_Wl_COMMA:
    for (StringRef Value : A.getValues())
      AddFlag("-Wl," + Value);
    break;
  case OPT_Xlinker:
    AddFlag("-Xlinker");
    AddFlag(A.getValue());
    break;
  case OPT_R: {
    StringRef Folder = A.getValue(), Word = Args.getArgString(A.getIndex());
    // -Rpass and the like are another compiler's options.
    if (Word.size() > 2 && !StringRef("/.$").contains(Word[2]))
      error("unknown option '" + Word + "'");
    AddFlag("-Wl,-rpath," + Folder);
    break;
  }
  case OPT_rpath:
    AddFlag("-Wl,-rpath," + Twine(A.getValue()));
    break;
  case OPT_soname:
    AddFlag("-Wl,-soname," + Twine(A.getValue()));
    break;
  case OPT_z:
    AddFlag("-Wl,-z," + Twine(A.getValue()));
    break;
  case OPT_u:
    AddFlag("-Wl,-u," + Twine(A.getValue()));
    break;
  case OPT_Bsymbolic:
  case OPT_Bstatic:
  case OPT_Bdynamic:
    AddFlag("-Wl," + A.getSpelling());
    break;
  case OPT_fuse_ld_EQ:
  case OPT_pie:
  case OPT_no_pie:
  case OPT_rdynamic:
  case OPT_s:
  case OPT_pthread:
  case OPT_static_libgcc:
  case OPT_static_libstdcxx:
    AddFlag(A.getAsString(Args));
    break;
  default:
    break;
  }
}

void Translator::addInput(StringRef Path) {
  if (!sys::fs::exists(Path) && !Result.DryRun) {
    error("no such file: '" + Path + "'");
    return;
  }
  if (sys::fs::is_directory(Path)) {
    error("'" + Path + "' is a folder, not a source, object or library");
    return;
  }
  std::optional<SourceFile> Source = classifySource(Path);
  if (classifyCSource(Path) != CLanguage::None) {
    Result.LinkItems.push_back({LinkItem::Source, Path.str()});
    Result.CSources.push_back(Path.str());
    return;
  }
  if (!Source && Result.Action == Invocation::CompileOnly && !isLinked(Path)) {
    StringRef Suffix = sys::path::extension(Path);
    error("'" + Path + "' is not known to be a Fortran or C source: " +
          (Suffix.empty() ? "its name has no suffix"
                          : "the suffix '" + Suffix.str() + "' is unknown") +
          "; sources end in .cuf, .f90, .f95, .f03, .f08, .f, .for or .ftn, or "
          "the same in capitals, or in .c");
    return;
  }
  if (!Source) {
    Result.LinkItems.push_back({LinkItem::File, Path.str()});
    return;
  }
  if (!Source->C)
    applyLanguageOptions(*Source);
  warnOfDirectives(*Source);
  for (const SourceFile &Other : Result.Sources)
    if (Other.Path == Source->Path) {
      error("'" + Path + "' is given twice");
      return;
    }
  Result.LinkItems.push_back({LinkItem::Source, Path.str()});
  Result.Sources.push_back(std::move(*Source));
}

/// Programs are also built without their directives, on purpose; but who asks
/// for device code wants them.
void Translator::warnOfDirectives(const SourceFile &Source) {
  bool AsksForDevice =
      Result.Compile.AccMessages || (Args.hasArg(OPT_gpu_EQ) && !Source.CUDA);
  if (AsksForDevice && Result.Compile.Warnings && !Result.Compile.OpenACC &&
      !(Result.Compile.StandardParallelism && !Source.C) &&
      !Args.hasArg(OPT_noacc) && hasOpenACC(Source.Path, Source.C))
    printWarning(Diag, "'" + Source.Path +
                           "' has OpenACC directives, which are " +
                           (Source.C ? "ignored" : "comments") +
                           " without -acc (-noacc silences this)");
}

/// What options say of a Fortran source.
void Translator::applyLanguageOptions(SourceFile &Source) {
  StringRef Path = Source.Path;
  Source.CUDA |= Result.Compile.CUDA;
  if (Args.hasArg(OPT_Mfree, OPT_Mfixed))
    Source.FixedForm =
        Args.getLastArg(OPT_Mfree, OPT_Mfixed)->getOption().matches(OPT_Mfixed);
  if (Result.Compile.SaveLocals && (Source.CUDA || Result.Compile.OpenACC ||
                                    Result.Compile.StandardParallelism))
    error("'-Msave' is not supported for '" + Path +
          "', which may have device code: a thread cannot keep its local "
          "variables; use SAVE in the source");
  if (const Arg *A = Args.getLastArg(OPT_Mpreprocess, OPT_nocpp))
    Source.Preprocess = A->getOption().matches(OPT_Mpreprocess);
  else
    Source.Preprocess |= hasConditions(Path);
}

void Translator::translateInputs() {
  const Arg *Previous = nullptr;
  for (const Arg *A : Args) {
    switch (A->getOption().getID()) {
    case OPT_INPUT:
      // CMake's COMPILE_WARNING_AS_ERROR gives -Werror a word of its own.
      if (!Previous || !Previous->getOption().matches(OPT_Werror) ||
          StringRef(A->getValue()) != "all-warnings")
        addInput(A->getValue());
      break;
    case OPT_l:
      Result.LinkItems.push_back({LinkItem::Library, A->getValue()});
      break;
    case OPT_L:
      Result.LibraryDirs.push_back(A->getValue());
      break;
    case OPT_cudalib_EQ:
      for (StringRef Value : A->getValues())
        if (!isServedLibrary(Value))
          error("'" + A->getSpelling() + Value +
                "' is not supported: there is no module for this library" +
                nearestOf(Value, servedLibraries()).hint());
      break;
    case OPT_cxxlibs:
      Result.LinkItems.push_back({LinkItem::Library, "stdc++"});
      break;
    default:
      translateLinkOption(*A);
    }
    Previous = A;
  }
}

void Translator::checkOutput() {
  bool Compiles = Result.Action == Invocation::CompileOnly;
  auto IsFile = [](const LinkItem &Item) {
    return Item.ItemKind == LinkItem::File;
  };
  if (Compiles && Result.Sources.empty() && Result.CSources.empty() &&
      any_of(Result.LinkItems, IsFile)) {
    for (const LinkItem &Item : make_filter_range(Result.LinkItems, IsFile))
      error("'" + Item.Text +
            "' is for the linker: there is no source to compile");
    return;
  }
  size_t NumSources = Result.Sources.size() + Result.CSources.size();
  if (NumSources == 0 &&
      (Compiles || none_of(Result.LinkItems, [](const LinkItem &Item) {
         return Item.ItemKind != LinkItem::Flag;
       })))
    error("no input files");
  if (Compiles)
    for (const LinkItem &Item : make_filter_range(Result.LinkItems, IsFile))
      printWarning(Diag, "'" + Item.Text + "' is not used: nothing is linked");
  if (Result.Sources.size() > 1 && Result.Dependencies.Wanted &&
      !Result.Dependencies.Only && !Result.Dependencies.File.empty())
    error("'-MF' names one file for several sources; compile them one by one");
  if (Compiles && NumSources > 1 && !Result.Output.empty())
    error("'-o' with several sources needs a link; leave out -o or compile "
          "them one by one");
  if (Compiles && !Result.Output.empty() &&
      Result.Compile.Kind == OutputKind::SyntaxOnly)
    error("'-fsyntax-only' has no output; leave out -o");
  bool IsText = Result.Action == Invocation::KernelFile &&
                (Result.KernelFileFormat == KernelFileKind::PTX ||
                 Result.KernelFileFormat == KernelFileKind::LLVMText);
  if (Result.Action == Invocation::KernelFile && Result.Output.empty() &&
      count_if(Result.LinkItems, [](const LinkItem &Item) {
        return Item.ItemKind == LinkItem::Source ||
               Item.ItemKind == LinkItem::File;
      }) > 1)
    error("the kernels of several inputs become one file; give -o a name");
  if (!Compiles && !IsText && Result.Output == "-")
    error("a program cannot be written to the standard output; give -o a "
          "file");
  auto CheckOverwrites = [&](StringRef Path) {
    if (!Result.Output.empty() &&
        (Path == Result.Output || sys::fs::equivalent(Path, Result.Output)))
      error("output '" + Result.Output + "' would overwrite a source");
  };
  for (const SourceFile &Source : Result.Sources)
    CheckOverwrites(Source.Path);
  for_each(Result.CSources, CheckOverwrites);
}

std::optional<Invocation> Translator::run() {
  translateAction();
  if (Result.Action == Invocation::ShowHelp ||
      Result.Action == Invocation::ShowAllHelp)
    return std::move(Result);
  translateDependencies();
  rejectUnknown();
  reportGroups();
  translateLanguage();
  translateCode();
  translateArithmetic();
  translateMessages();
  translateChecks();
  translateDevice();
  translateKernels();
  translateInputs();
  bool Compiles = Result.Action == Invocation::Link ||
                  Result.Action == Invocation::CompileOnly ||
                  Result.Action == Invocation::DeviceLink ||
                  Result.Action == Invocation::KernelFile;
  if (Compiles && !Failed)
    checkOutput();
  if (Failed)
    return std::nullopt;
  return std::move(Result);
}

std::optional<Invocation> parseCommandLine(ArrayRef<const char *> Words,
                                           raw_ostream &Diag) {
  WarpfortOptTable Table;
  BumpPtrAllocator Allocator;
  SmallVector<const char *> Expanded(Words);
  cl::ExpansionContext Context(Allocator, cl::TokenizeGNUCommandLine);
  if (Error E = Context.expandResponseFiles(Expanded)) {
    printError(Diag, std::move(E));
    return std::nullopt;
  }
  unsigned MissingIndex, MissingCount;
  InputArgList Args = Table.ParseArgs(Expanded, MissingIndex, MissingCount);
  if (MissingCount) {
    printError(Diag, "'" + Twine(Args.getArgString(MissingIndex)) +
                         "' needs a value");
    return std::nullopt;
  }
  std::optional<Invocation> Result = Translator(Args, Table, Diag).run();
  if (Result)
    Result->Arguments.assign(Words.begin(), Words.end());
  return Result;
}

/// The line of one option, with its table where that says more than the text.
static void printOption(raw_ostream &OS, const WarpfortOptTable &Table,
                        const Option &Opt) {
  OS << "  " << Opt.getPrefixedName();
  if (const char *Argument = Table.getOptionMetaVar(Opt.getID()))
    OS << (Opt.getKind() == Option::SeparateClass ? " " : "") << Argument;
  OS << "\n      ";
  if (Opt.matches(OPT_RefusedGroup))
    OS << "refused: ";
  else if (Opt.matches(OPT_IgnoredGroup) ||
           Opt.matches(OPT_IgnoredWithWarningGroup))
    OS << "ignored: ";
  OS << Table.getOptionHelpText(Opt.getID()) << "\n";
}

void printHelp(raw_ostream &OS, bool All, ArrayRef<std::string> Names) {
  WarpfortOptTable Table;
  bool Found = false;
  for (StringRef Name : Names)
    for (unsigned ID = 1; ID <= Table.getNumOptions(); ++ID) {
      const Option Opt = Table.getOption(ID);
      if (Opt.getKind() == Option::GroupClass ||
          !StringRef(Opt.getPrefixedName()).starts_with(Name.rtrim('=')) ||
          !Table.getOptionHelpText(ID))
        continue;
      printOption(OS, Table, Opt);
      Found = true;
    }
  if (Found)
    return;
  Table.printHelp(OS, "warpfort [options] file...",
                  "CUDA Fortran and OpenACC compiler", /*ShowHidden=*/All);
}

} // namespace warpfort
