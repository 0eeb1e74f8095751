//===-- Stages.h - The order of the front end's stages ---------*- C++ -*--===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Between Flang's own steps the front end changes and checks what they made.
/// Every such step is a row of one of the tables in Stages.cpp:
///
///   scan -> SourceChecks -> SourceEdits -> parse -> TreeRewrites -> Checks
///     -> FinalRewrites -> lower -> Repairs
///
/// `Checks` begins with the resolution of names. -fdump-after=NAME prints the
/// source, the parse tree or the HLFIR after the row of that name.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FRONTEND_STAGES_H
#define WARPFORT_LIB_FRONTEND_STAGES_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace warpfort {

struct Session;

/// Checks what the preprocessor read, if it reported no error.
void runSourceChecks(Session &S);

/// Edits the text that is parsed, if there was no error in it.
void runSourceEdits(Session &S);

/// Rewrites the parse tree before names are resolved.
void runTreeRewrites(Session &S);

/// Resolves names and checks what they mean. Ends behind a row with errors.
/// Returns true if another attempt may do better: Session::Allowed has changed
/// then and the messages of this one do not count.
bool runChecks(Session &S);

/// Rewrites the parse tree after the last message was printed.
void runFinalRewrites(Session &S);

/// Changes the module that lowering made, and notes on it what only the parse
/// tree knows. Returns false after an error, which was printed to \p Diag.
bool runRepairs(Session &S, llvm::raw_ostream &Diag);

} // namespace warpfort

#endif // WARPFORT_LIB_FRONTEND_STAGES_H
