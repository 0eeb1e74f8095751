//===-- Stages.cpp - The order of the front end's stages ------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tables of what happens between Flang's own steps. A row runs where the
/// options need it; its reason says what must come before it, or behind it.
///
//===----------------------------------------------------------------------===//
#include "Stages.h"
#include "Frontend/Checker/Coarrays.h"
#include "Frontend/Checker/LargeObjects.h"
#include "Frontend/Checker/OpenMPConstructs.h"
#include "Frontend/Checker/OwnModules.h"
#include "Frontend/Leniency/Leniency.h"
#include "Frontend/Leniency/LoopControls.h"
#include "Frontend/Leniency/PrivateCharacters.h"
#include "Frontend/Lower/ArrayElements.h"
#include "Frontend/Lower/BlockData.h"
#include "Frontend/Lower/ComponentAttributes.h"
#include "Frontend/Lower/DeclaredGlobals.h"
#include "Frontend/Lower/DummyIntents.h"
#include "Frontend/Lower/OpenACCBoxes.h"
#include "Frontend/Lower/OpenACCExternals.h"
#include "Frontend/Lower/OpenACCLines.h"
#include "Frontend/Lower/OpenMPReductions.h"
#include "Frontend/Lower/SharedBlocks.h"
#include "Frontend/Lower/StreamAddresses.h"
#include "Frontend/Lower/Textures.h"
#include "Frontend/Rewrites/CacheHints.h"
#include "Frontend/Rewrites/ConcurrentLabels.h"
#include "Frontend/Rewrites/ConcurrentLocalities.h"
#include "Frontend/Rewrites/ConvertedValues.h"
#include "Frontend/Rewrites/DataConstructs.h"
#include "Frontend/Rewrites/DeclareSimd.h"
#include "Frontend/Rewrites/DeclaredNames.h"
#include "Frontend/Rewrites/DeviceNames.h"
#include "Frontend/Rewrites/DevicePointerCalls.h"
#include "Frontend/Rewrites/DevicePointerImports.h"
#include "Frontend/Rewrites/DummyOrder.h"
#include "Frontend/Rewrites/FullSections.h"
#include "Frontend/Rewrites/HostData.h"
#include "Frontend/Rewrites/LoopDevices.h"
#include "Frontend/Rewrites/OpenACCElements.h"
#include "Frontend/Rewrites/StandardParallelism.h"
#include "Frontend/Rewrites/StreamArguments.h"
#include "Frontend/Rewrites/StridedUpdates.h"
#include "Frontend/Rewrites/TreeAdjustments.h"
#include "Frontend/Rewrites/UnspecifiedLocalities.h"
#include "Frontend/Source/AllocateOptions.h"
#include "Frontend/Source/Conditionals.h"
#include "Frontend/Source/LaunchShapes.h"
#include "Frontend/Source/OpenACCLabels.h"
#include "Frontend/Source/OpenACCPlaces.h"
#include "Frontend/Source/OpenACCSpellings.h"
#include "Frontend/Source/Sentinels.h"
#include "Frontend/Source/ValueAttributes.h"
#include "Hints.h"
#include "LibraryMessages.h"
#include "MissingModules.h"
#include "PlainKernels.h"
#include "Session.h"
#include "Warnings.h"
#include "warpfort/IR/Attributes.h"

#include "flang/Parser/unparse.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace warpfort {

using namespace Fortran;

namespace {

/// What the options must have for a row to run: all that it names.
enum Needs : unsigned {
  Always = 0,
  CUDA = 1 << 0,
  OpenACC = 1 << 1,
  /// CUDA Fortran or OpenACC.
  Device = 1 << 2,
  /// What older compilers took beyond the language is accepted.
  Lenient = 1 << 3,
  /// DO CONCURRENT is a compute construct.
  Concurrent = 1 << 4,
  /// It is, and the source's own directives are comments.
  OnlyConcurrent = 1 << 5,
  OpenMP = 1 << 6
};

/// What a row does when there are errors.
enum Policy {
  /// It does not run.
  Stop,
  /// It runs nevertheless.
  RunsAfterErrors,
  /// It runs after errors of other rules, and of Flang in the statements of
  /// other procedures.
  RunsOnSoundUnits
};

struct Stage {
  llvm::StringLiteral Name;
  unsigned Needs;
  Policy OnErrors;
  void (*Run)(Session &);
  /// Why it stands where it does.
  llvm::StringLiteral Reason;
};

} // namespace

static unsigned met(const FrontendOptions &Options) {
  return (Options.CUDA ? CUDA : 0) | (Options.OpenACC ? OpenACC : 0) |
         (Options.CUDA || Options.OpenACC ? Device : 0) |
         (Options.Standard ? 0 : Lenient) |
         (Options.StandardParallelism ? Concurrent : 0) |
         (Options.StandardParallelism && !Options.Directives ? OnlyConcurrent
                                                             : 0) |
         (Options.OpenMP ? OpenMP : 0);
}

static bool isWanted(const Stage &Row, const FrontendOptions &Options) {
  return (Row.Needs & ~met(Options)) == 0;
}

//===----------------------------------------------------------------------===//
// The tables
//===----------------------------------------------------------------------===//

static const Stage SourceChecks[] = {
    {"place-missing-conditions", Always, RunsAfterErrors,
     [](Session &S) { placeMissingConditions(S.Cooked, S.Parsing.messages()); },
     "before anything prints the preprocessor's messages"},
    {"check-conditionals", Always, Stop,
     [](Session &S) { checkConditionals(S.Sources, S.Parsing.messages()); },
     "the preprocessor has read the files; its output needs no more checks"},
    {"warn-of-sentinels", Device, Stop,
     [](Session &S) {
       warnOfSentinels(S.Sources, S.Parsing.messages(), S.Options.OpenACC,
                       S.Options.CUDA);
     },
     "comments are there only until the source is scanned"},
};

static const Stage SourceEdits[] = {
    {"ignore-compute-directives", OnlyConcurrent, RunsAfterErrors,
     [](Session &S) { ignoreComputeDirectives(S.Parsing.cooked()); },
     "first: later rows need not edit directives that do not count"},
    {"admit-device-types", OpenACC, RunsAfterErrors,
     [](Session &S) { S.DeviceTypes = admitDeviceTypes(S.Parsing.cooked()); },
     "the parser refuses these names"},
    {"admit-routine-places", OpenACC | Lenient, RunsAfterErrors,
     [](Session &S) {
       admitRoutinePlaces(S.Parsing.cooked(), S.Parsing.messages());
     },
     "the parser refuses the directive there"},
    {"pass-imports", OpenACC, RunsAfterErrors,
     [](Session &S) { passImports(S.Parsing.cooked()); },
     "the parser refuses a USE or IMPORT statement behind a directive"},
    {"admit-spellings", OpenACC | Lenient, RunsAfterErrors,
     [](Session &S) {
       admitSpellings(S.Parsing.cooked(), S.Parsing.messages());
     },
     "the parser refuses these spellings"},
    {"pass-labelled-loop-ends", OpenACC, RunsAfterErrors,
     [](Session &S) { passLabelledLoopEnds(S.Parsing.cooked()); },
     "after admit-spellings, which makes the names of end directives uniform"},
    {"admit-shape-expressions", CUDA, RunsAfterErrors,
     [](Session &S) { S.Launches = admitShapeExpressions(S.Parsing.cooked()); },
     "the parser refuses these expressions"},
    {"admit-value-attributes", CUDA, RunsAfterErrors,
     [](Session &S) { admitValueAttributes(S.Parsing.cooked()); },
     "the parser refuses the attribute"},
    {"check-launch-shapes", CUDA, RunsAfterErrors,
     [](Session &S) {
       checkLaunchShapes(S.Parsing.cooked(), S.Parsing.messages());
     },
     "after admit-shape-expressions: what it changed is no error"},
    {"ignore-alignment", CUDA | Lenient, RunsAfterErrors,
     [](Session &S) {
       ignoreAlignment(S.Parsing.cooked(), S.Parsing.messages());
     },
     "the parser refuses the specifier"},
    {"ignore-deallocated-sections", Device | Lenient, RunsAfterErrors,
     [](Session &S) {
       ignoreDeallocatedSections(S.Parsing.cooked(), S.Parsing.messages());
     },
     "the parser refuses the subscripts"},
};

static const Stage TreeRewrites[] = {
    {"order-dummy-declarations", Always, RunsAfterErrors,
     [](Session &S) { orderDummyDeclarations(S.tree()); },
     "name resolution wants declarations before their use"},
    {"import-pointer-assignments", Always, RunsAfterErrors,
     [](Session &S) {
       importPointerAssignments(S.Semantics, S.tree(),
                                S.Allowed.PointerImports);
     },
     "name resolution reads ONLY lists"},
    {"declare-textures", CUDA, RunsAfterErrors,
     [](Session &S) { S.Textures = declareTextures(S.tree()); },
     "name resolution knows no texture attribute"},
    {"collect-parser-messages", Always, RunsAfterErrors,
     [](Session &S) {
       S.Semantics.messages().Annex(std::move(S.Parsing.messages()));
     },
     "before the first row that reports, so that messages stay in order"},
    {"mark-plain-kernels", CUDA, RunsAfterErrors,
     [](Session &S) {
       S.ForOthers = markPlainKernels(S.Semantics, S.tree(), S.Options.Kernels);
       S.ForOthers.Wanted = S.Options.OtherHosts;
     },
     "before all that looks at the attributes of subprograms"},
    {"free-redeclared-names", CUDA, RunsAfterErrors,
     [](Session &S) { freeRedeclaredNames(S.Semantics, S.tree()); },
     "name resolution imports module cudadevice"},
    {"set-device-types", OpenACC, RunsAfterErrors,
     [](Session &S) { setDeviceTypes(S.tree(), S.DeviceTypes); },
     "before choose-device-clauses, which looks at them"},
    {"choose-device-clauses", OpenACC, RunsAfterErrors,
     [](Session &S) { chooseDeviceClauses(S.tree()); },
     "before all that looks at clauses"},
    {"drop-cache-hints", OpenACC, RunsAfterErrors,
     [](Session &S) { dropCacheHints(S.Semantics, S.tree()); },
     "Flang's checks refuse these forms of CACHE"},
    {"declare-whole-records", OpenACC, RunsAfterErrors,
     [](Session &S) { declareWholeRecords(S.tree()); },
     "Flang's checks refuse components in DECLARE"},
    {"reach-block-data", OpenACC, RunsAfterErrors,
     [](Session &S) { reachBlockData(S.tree()); },
     "name resolution gives conditions their types"},
    {"name-strided-sections", OpenACC, RunsAfterErrors,
     [](Session &S) { nameStridedSections(S.Semantics, S.tree()); },
     "the names that it adds are resolved with the others"},
    {"attribute-host-data", OpenACC, RunsAfterErrors,
     [](Session &S) {
       if (S.Allowed.HostDataAttributes)
         S.ParserOptions.features.Enable(common::LanguageFeature::CUDA);
     },
     "the parser has read the source without CUDA Fortran; name resolution "
     "gives the attributes"},
    {"pass-device-pointers", OpenACC, RunsAfterErrors,
     [](Session &S) {
       if (S.Semantics.IsEnabled(common::LanguageFeature::CUDA))
         passDevicePointers(S.tree());
     },
     "after attribute-host-data, which says whether there are attributes"},
    {"offload-concurrent-loops", Concurrent, RunsAfterErrors,
     [](Session &S) { offloadConcurrentLoops(S.tree()); },
     "after choose-device-clauses: the clauses that it writes are complete"},
    {"replace-localities", Always, RunsAfterErrors,
     [](Session &S) {
       replaceLocalities(S.Semantics, S.tree(), S.Allowed.Limits);
     },
     "after offload-concurrent-loops, whose directives get the clauses"},
    {"move-concurrent-labels", Always, RunsAfterErrors,
     [](Session &S) { moveConcurrentLabels(S.tree()); },
     "Flang resolves labels with the names"},
    {"apply-leniency", Always, RunsAfterErrors,
     [](Session &S) { S.Allowed.apply(S.tree(), S.Semantics); },
     "before rows that add nodes: it knows nodes by their locations"},
    {"keep-converted-values", Always, RunsAfterErrors,
     [](Session &S) {
       keepConvertedValues(S.Semantics, S.tree(), S.Allowed.Values);
     },
     "before name resolution analyzes what it puts in parentheses"},
    {"begin-resolution", Always, RunsAfterErrors,
     [](Session &S) { S.Resolution.emplace(S.Semantics, S.tree()); },
     "Flang creates the scope of predefined types here"},
    {"check-launch-prefixes", Always, RunsAfterErrors,
     [](Session &S) {
       S.MayResolve = checkLaunchPrefixes(S.Semantics, S.tree());
     },
     "name resolution aborts on values that it refuses"},
    {"check-directives", Always, RunsAfterErrors,
     [](Session &S) {
       S.MayResolve = S.MayResolve && checkDirectives(S.Semantics, S.tree(),
                                                      S.Options.Standard);
     },
     "name resolution aborts on clauses that it refuses"},
    {"check-module-files", Always, RunsAfterErrors,
     [](Session &S) {
       S.MayResolve =
           S.MayResolve && !reportForeignModules(S.tree(), S.Options.SearchDirs,
                                                 S.Options.IntrinsicModuleDirs,
                                                 S.Semantics.messages());
     },
     "name resolution reports each byte that it cannot read"},
    {"adjust-declarations", CUDA, RunsAfterErrors,
     [](Session &S) {
       adjustDeclarations(S.Semantics, S.tree(), S.Allowed.Separate);
     },
     "name resolution refuses these declarations"},
    {"relax-device-dummies", CUDA, RunsAfterErrors,
     [](Session &S) { relaxDeviceDummies(S.tree()); },
     "after adjust-declarations, which makes more of them device data"},
    {"take-stream-arguments", CUDA, RunsAfterErrors,
     [](Session &S) {
       takeStreamArguments(S.Semantics, S.tree(), S.Allowed.Streams);
     },
     "the names that it adds are resolved with the others"},
    {"take-loop-devices", CUDA, RunsAfterErrors,
     [](Session &S) { takeLoopDevices(S.tree(), S.Launches); },
     "the names that it adds are resolved with the others"},
};

static const Stage Checks[] = {
    {"resolve-names", Always, RunsAfterErrors,
     [](Session &S) {
       if (S.MayResolve)
         S.Resolution->Perform();
     },
     "all that follows looks at symbols"},
    {"find-libraries", OpenACC, RunsAfterErrors,
     [](Session &S) {
       if (!S.Semantics.IsEnabled(common::LanguageFeature::CUDA) &&
           needsHostDataAttributes(S.Semantics, S.tree()))
         S.IsAgain = S.Allowed.HostDataAttributes = true;
     },
     "before its errors are reported: attribute-host-data takes them away in "
     "another attempt"},
    {"find-separate-procedures", CUDA, RunsAfterErrors,
     [](Session &S) {
       S.IsAgain =
           findSeparateProcedures(S.Semantics, S.tree(), S.Allowed.Separate);
     },
     "before its errors are reported: adjust-declarations takes them away in "
     "another attempt"},
    {"find-pointer-imports", Always, RunsAfterErrors,
     [](Session &S) {
       S.IsAgain =
           findPointerImports(S.Semantics, S.tree(), S.Allowed.PointerImports);
     },
     "before its errors are reported: import-pointer-assignments takes them "
     "away in another attempt"},
    {"withdraw-interface-messages", Always, RunsAfterErrors,
     [](Session &S) {
       takeBackInterfaceMessages(S.Semantics);
       dropPlainCallWarnings(S.Semantics, S.ForOthers);
     },
     "before anything counts errors"},
    {"drop-unused-variables", Always, RunsAfterErrors,
     [](Session &S) {
       dropUnusedVariables(S.Semantics, S.Options.WarningNames);
     },
     "before anything is reported"},
    {"drop-library-warnings", Always, RunsAfterErrors,
     [](Session &S) {
       dropLibraryWarnings(S.Semantics, S.Options.LibraryDirs);
     },
     "before anything is reported"},
    {"find-stream-arguments", CUDA, RunsAfterErrors,
     [](Session &S) {
       S.IsAgain = findStreamArguments(S.Semantics, S.Allowed.Streams);
     },
     "before its errors are reported: take-stream-arguments takes them away in "
     "another attempt"},
    {"find-converted-values", Always, RunsAfterErrors,
     [](Session &S) {
       S.IsAgain = findConvertedValues(S.Semantics, S.tree(), S.Allowed.Values);
     },
     "before errors are reported: keep-converted-values takes some away in "
     "another attempt"},
    {"learn-leniency", Lenient, RunsAfterErrors,
     [](Session &S) {
       if (S.Semantics.AnyFatalError())
         S.IsAgain = S.Allowed.learn(S.Semantics.messages(), S.Cooked);
     },
     "after all of Flang's checks; the rows below stop at errors"},
    {"check-converted-variables", Always, RunsAfterErrors,
     [](Session &S) { checkConvertedVariables(S.Semantics, S.tree()); },
     "before find-faulty-units, which looks at errors"},
    {"find-faulty-units", Always, RunsAfterErrors,
     [](Session &S) {
       if (S.MayResolve)
         S.Faulty = findFaultyUnits(S.Semantics, S.tree());
     },
     "after all of Flang's checks; the rules below look at other units"},
    {"check-localities", Always, Stop,
     [](Session &S) {
       S.IsAgain = checkLocalities(S.Semantics, S.tree(), S.Allowed.Characters);
     },
     "the first check: another attempt may do better"},
    {"find-indirect-indices", Device, RunsOnSoundUnits,
     [](Session &S) {
       S.IsAgain =
           findIndirectIndices(S.Semantics, S.tree(), S.Allowed.Indices);
     },
     "before checks of loops: apply-leniency changes these in another attempt"},
    {"convert-bounds", Device, RunsOnSoundUnits,
     [](Session &S) { convertBounds(S.tree()); },
     "needs the types of variables"},
    {"list-directives", Device, RunsOnSoundUnits,
     [](Session &S) {
       S.Checked = checker::listProgram(S.Semantics, S.tree());
     },
     "the rules below look at this list and not at the tree"},
    {"find-private-characters", OpenACC, RunsOnSoundUnits,
     [](Session &S) {
       S.IsAgain = findCharacters(S.Semantics, S.Checked, S.Allowed.Characters);
     },
     "before check-openacc, which refuses those that are left"},
    {"check-openmp", OpenMP, Stop,
     [](Session &S) { checkOpenMP(S.Semantics, S.tree()); },
     "needs the data-sharing attributes that name resolution gives"},
    {"check-cuda-fortran", CUDA, RunsOnSoundUnits,
     [](Session &S) {
       checkCUDAFortran(S.Semantics, S.Checked, S.Textures, S.ForOthers,
                        S.Options.Standard);
     },
     "before check-openacc, whose routines may be kernels' callees"},
    {"drop-local-attributes", CUDA, RunsOnSoundUnits,
     [](Session &S) { dropLocalAttributes(S.Semantics); },
     "after check-cuda-fortran, which looks at these attributes"},
    {"check-openacc", OpenACC, RunsOnSoundUnits,
     [](Session &S) {
       std::size_t Number = S.Semantics.messages().messages().size();
       S.MissingRoutines =
           checkOpenACC(S.Semantics, S.tree(), S.Checked, S.Options.Standard);
       dropRepeatedErrors(Number, S.Semantics);
     },
     "before rows that change directives"},
    {"drop-messages-of-faulty-units", Device, RunsOnSoundUnits,
     [](Session &S) { dropMessagesOf(*S.Faulty, S.Semantics); },
     "after the rules, which look at all units"},
    {"refuse-coarrays", Always, Stop,
     [](Session &S) { checker::refuseCoarrays(S.Semantics); },
     "after check-cuda-fortran, which says it of device data"},
    {"refuse-large-objects", Always, Stop,
     [](Session &S) { checker::refuseLargeObjects(S.Semantics); },
     "after all attempts to resolve names"},
    {"warn-of-forgotten-modules", Always, Stop,
     [](Session &S) { checker::warnOfForgottenModules(S.Semantics); },
     "after all attempts to resolve names"},
    {"warn-of-conversions", Always, Stop,
     [](Session &S) {
       if (wantsConversions(S.Options.WarningNames) && !S.Options.NoWarnings)
         warnOfConversions(S.Semantics, S.tree());
     },
     "after all attempts to resolve names"},
    {"warn-of-host-functions", CUDA, Stop,
     [](Session &S) {
       if (!S.Options.NoWarnings)
         warnOfHostFunctions(S.Semantics, S.tree());
     },
     "after all attempts to resolve names"},
    {"choose-localities", OpenACC | Concurrent, Stop,
     [](Session &S) {
       S.IsAgain = chooseLocalities(S.Semantics, S.tree(), S.Allowed.Characters,
                                    S.Allowed.Limits);
     },
     "adds clauses: after all checks of clauses"},
    {"take-elements-for-sections", OpenACC | Lenient, Stop,
     [](Session &S) { takeElementsForSections(S.Semantics, S.tree()); },
     "after all checks: they report the elements that the source names"},
    {"add-hints", Always, RunsAfterErrors, [](Session &S) { addHints(S); },
     "last but one: other rows and attempts know messages by their texts"},
    {"restate-library-notes", Always, RunsAfterErrors,
     [](Session &S) {
       restateLibraryNotes(S.Semantics, S.Options.LibraryDirs);
     },
     "last: other rows and attempts know notes by their places"},
};

static const Stage FinalRewrites[] = {
    {"drop-declared-constants", OpenACC, Stop,
     [](Session &S) { dropDeclaredConstants(S.tree()); },
     "after check-openacc, which wants the directives to be complete"},
    {"drop-routine-data", OpenACC, Stop,
     [](Session &S) { dropRoutineData(S.tree()); },
     "after check-openacc, which refuses constructs that move data"},
    {"drop-empty-data", OpenACC, Stop,
     [](Session &S) { dropEmptyData(S.tree()); },
     "after module files were written: a DATA construct is in none"},
    {"assign-initialised", Always, Stop,
     [](Session &S) { assignInitialised(S.tree()); },
     "name resolution finds the assignments"},
    {"drop-cache-directives", OpenACC, Stop,
     [](Session &S) { dropCacheDirectives(S.tree()); },
     "after all checks, which look at the directives"},
    {"drop-declare-simd", OpenMP, Stop,
     [](Session &S) { dropDeclareSimd(S.tree()); },
     "after all checks, which look at the directives"},
    {"align-full-sections", Always, Stop,
     [](Session &S) { alignFullSections(S.Semantics, S.tree()); },
     "needs to know which operators and functions are intrinsic"},
};

static const Stage Repairs[] = {
    {"check-elements", Always, Stop,
     [](Session &S) {
       if (!S.Semantics.Elements.empty())
         checkElements(S.Semantics.Elements, S.tree(), S.Cooked, *S.Module,
                       S.Parsing.messages());
     },
     "finds calls by the locations that lowering gave them"},
    {"make-boxes", OpenACC, Stop, [](Session &S) { makeBoxes(*S.Module); },
     "before passes on OpenACC, which follow descriptors"},
    {"convert-streams", CUDA, Stop,
     [](Session &S) { convertStreams(*S.Module); },
     "before the module is verified: it is invalid else"},
    {"check-openmp-reductions", OpenMP, Stop,
     [](Session &S) { checkOpenMPReductions(*S.Module); },
     "before the module is verified: it is invalid else"},
    {"declare-external-routines", OpenACC, Stop,
     [](Session &S) { declareExternalRoutines(S.Checked, *S.Module); },
     "needs the functions that lowering declared"},
    {"note-intents", OpenACC, Stop,
     [](Session &S) { noteIntents(S.Semantics, *S.Module); },
     "needs the functions that lowering declared"},
    {"note-openacc-lines", OpenACC, Stop,
     [](Session &S) { noteOpenACCLines(S.tree(), S.Cooked, *S.Module); },
     "finds loops by the locations that lowering gave them"},
    {"share-common-blocks", CUDA, Stop,
     [](Session &S) {
       if (!S.ForOthers.Kernels.empty())
         shareCommonBlocks(S.Semantics, *S.Module);
     },
     "needs the globals that lowering made"},
    {"note-components", Always, Stop,
     [](Session &S) { noteComponents(S.Semantics, *S.Module); },
     "HLFIR does not say where components lie"},
    {"note-options", Device, Stop,
     [](Session &S) {
       if (S.Options.OpenACC && S.Options.Directives)
         AccDirectivesAttr.set(*S.Module);
       if (S.Options.StandardParallelism)
         StandardParallelismAttr.set(*S.Module);
     },
     "passes know the module only"},
    {"mark-launch-sized-arrays", CUDA, Stop,
     [](Session &S) { markLaunchSizedArrays(S.Semantics, *S.Module); },
     "needs the operations that lowering made"},
    {"mark-textures", Always, Stop,
     [](Session &S) { markTextures(S.Textures, *S.Module); },
     "needs the globals that lowering made"},
    {"end-block-data", OpenACC, Stop,
     [](Session &S) { endBlockData(*S.Module); },
     "before the module is verified: it is invalid else"},
    {"mark-declared-data", OpenACC, Stop,
     [](Session &S) { markDeclaredData(S.Semantics, *S.Module); },
     "needs the globals that lowering made"},
};

//===----------------------------------------------------------------------===//
// Dumps
//===----------------------------------------------------------------------===//

/// The text that the parser reads, in its lower-case form without comments.
static void dumpSource(Session &S, llvm::raw_ostream &OS) {
  S.Parsing.DumpCookedChars(OS);
}

/// The parse tree as Fortran, with the line of each statement before it.
static void dumpTree(Session &S, llvm::raw_ostream &OS) {
  parser::preStatementType Locate = [&](const parser::CharBlock &Source,
                                        llvm::raw_ostream &Out, int Indent) {
    if (auto Range = S.Cooked.GetSourcePositionRange(Source)) {
      Out.indent(Indent);
      Out << "! " << Range->first.path << ":" << Range->first.line << "\n";
    }
  };
  parser::Unparse(OS, std::as_const(S.tree()), S.LangOptions,
                  parser::Encoding::UTF_8, /*capitalizeKeywords=*/true,
                  /*backslashEscapes=*/false, &Locate);
}

static void dumpModule(Session &S, llvm::raw_ostream &OS) {
  (*S.Module)->print(OS, mlir::OpPrintingFlags().enableDebugInfo());
  OS << "\n";
}

using Dumper = void (*)(Session &, llvm::raw_ostream &);

static void dumpAfter(Session &S, const Stage &Row, Dumper Dump) {
  if (S.Options.DumpAfter != Row.Name)
    return;
  llvm::errs() << "// after " << Row.Name << "\n";
  Dump(S, llvm::errs());
}

namespace {
struct Phase {
  llvm::StringLiteral Title;
  llvm::ArrayRef<Stage> Rows;
};
} // namespace

static const Phase Phases[] = {
    {"checks of the source", SourceChecks},
    {"edits of the source, before it is parsed", SourceEdits},
    {"rewrites and checks of the parse tree, before names are resolved",
     TreeRewrites},
    {"resolution of names, and checks", Checks},
    {"rewrites of the parse tree, before it is lowered", FinalRewrites},
    {"repairs of HLFIR, after lowering", Repairs},
};

void listStages(llvm::raw_ostream &OS) {
  for (const Phase &P : Phases) {
    OS << P.Title << ":\n";
    for (const Stage &Row : P.Rows)
      OS << "  " << llvm::left_justify(Row.Name, 30) << Row.Reason << "\n";
  }
}

bool isStage(llvm::StringRef Name) {
  return llvm::any_of(Phases, [&](const Phase &P) {
    return llvm::any_of(P.Rows,
                        [&](const Stage &Row) { return Row.Name == Name; });
  });
}

//===----------------------------------------------------------------------===//
// What runs the tables
//===----------------------------------------------------------------------===//

/// Runs the rows that \p HasErrors and their policies allow.
static void runTable(Session &S, llvm::ArrayRef<Stage> Rows,
                     llvm::function_ref<bool()> HasErrors, Dumper Dump) {
  for (const Stage &Row : Rows) {
    if (!isWanted(Row, S.Options) || (Row.OnErrors == Stop && HasErrors()))
      continue;
    Row.Run(S);
    dumpAfter(S, Row, Dump);
  }
}

static void runOnSource(Session &S, llvm::ArrayRef<Stage> Rows) {
  runTable(
      S, Rows, [&] { return S.Parsing.messages().AnyFatalError(); },
      dumpSource);
}

void runSourceChecks(Session &S) { runOnSource(S, SourceChecks); }

void runSourceEdits(Session &S) {
  if (!S.Parsing.messages().AnyFatalError())
    runOnSource(S, SourceEdits);
}

void runTreeRewrites(Session &S) {
  runTable(S, TreeRewrites, [] { return false; }, dumpTree);
}

bool runChecks(Session &S) {
  for (const Stage &Row : Checks) {
    if (!isWanted(Row, S.Options) ||
        (Row.OnErrors == Stop && S.Semantics.AnyFatalError()) ||
        (Row.OnErrors == RunsOnSoundUnits && !S.Faulty))
      continue;
    Row.Run(S);
    dumpAfter(S, Row, dumpTree);
    if (S.IsAgain)
      return true;
  }
  return false;
}

void runFinalRewrites(Session &S) {
  runTable(S, FinalRewrites, [] { return false; }, dumpTree);
}

bool runRepairs(Session &S, llvm::raw_ostream &Diag) {
  // All messages of earlier stages were printed.
  S.Parsing.messages().clear();
  runTable(
      S, Repairs, [&] { return !S.Parsing.messages().empty(); }, dumpModule);
  S.Parsing.messages().Emit(Diag, S.Cooked);
  return S.Parsing.messages().empty();
}

} // namespace warpfort
