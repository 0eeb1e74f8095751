//===-- Session.h - One attempt at a source --------------------*- C++ -*--===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Flang, and the stages of Stages.h, know of the source in one attempt.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_SESSION_H
#define WARPFORT_LIB_FRONTEND_SESSION_H

#include "FaultyUnits.h"
#include "Frontend/Checker/Directives.h"
#include "Frontend/Source/LaunchShapes.h"
#include "Frontend/Source/OpenACCDeviceTypes.h"
#include "Frontend/Tree/SourceContext.h"
#include "warpfort/Frontend/Checker.h"
#include "warpfort/Frontend/Frontend.h"
#include "warpfort/Support/Faults.h"

#include "flang/Parser/parsing.h"
#include "flang/Semantics/semantics.h"
#include "flang/Support/LangOptions.h"
#include "flang/Support/default-kinds.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <cstddef>
#include <optional>
#include <set>

namespace warpfort {

struct Leniency;

/// It outlives a crash, for the messages that were collected before.
struct Session {
  Session(const FrontendOptions &Options, Leniency &Allowed);

  const FrontendOptions &Options;
  /// What earlier attempts found that the source needs beyond the language.
  Leniency &Allowed;

  Fortran::parser::Options ParserOptions;
  Fortran::common::LangOptions LangOptions;
  Fortran::common::IntrinsicTypeDefaultKinds DefaultKinds;
  Fortran::parser::AllSources Sources;
  Fortran::parser::AllCookedSources Cooked{Sources};
  SourceContext Semantics;
  Fortran::parser::Parsing Parsing{Cooked};
  /// Resolves names in the parse tree, once there is one.
  std::optional<Fortran::semantics::Semantics> Resolution;
  /// What lowering has made so far; Module when it is complete.
  mlir::ModuleOp Lowered;
  mlir::OwningOpRef<mlir::ModuleOp> Module;
  /// What lowering has said that was not written for users.
  std::optional<Fault> Problem;

  /// What stages leave for later ones.
  DeviceTypeNames DeviceTypes;
  LaunchEntries Launches;
  TextureNames Textures;
  KernelsForOthers ForOthers;
  std::vector<MissingRoutine> MissingRoutines;
  checker::CheckedProgram Checked;
  /// Where Flang found errors; none if the rules cannot be looked at for them.
  std::optional<FaultyUnits> Faulty;

  /// Nothing was found that name resolution aborts on.
  bool MayResolve = true;
  /// A stage has added to Allowed: this attempt is in vain.
  bool IsAgain = false;
  bool IsScanned = false;
  /// Messages were printed.
  bool IsReported = false;
  /// An error was printed.
  bool IsExplained = false;

  /// The parse tree. Parsing must have succeeded.
  Fortran::parser::Program &tree() { return *Parsing.parseTree(); }
};

/// How Flang's parser is to read the source.
Fortran::parser::Options parserOptions(const FrontendOptions &Options);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_SESSION_H
