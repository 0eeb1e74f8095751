//===-- Routines.h - Procedures of compute regions --------------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an `acc routine` directive says. A routine has its ordinary form, which
/// one thread runs alone, on the host or on the device; one of level vector,
/// worker or gang has a second form too, which all threads of its level enter
/// together and in which its loops are distributed.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_FACTS_ROUTINES_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_FACTS_ROUTINES_H

#include "flang/Optimizer/Dialect/FIROps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"
#include <optional>
#include <string>

namespace warpfort::openacc {

struct Routine {
  unsigned Levels = 0; ///< WARPDEV_ACC_*: 0 is seq
  bool NoHost = false;
  bool Implicit = false; ///< no directive says so
  std::string Bind;      ///< symbol, or empty
};

/// What is known of \p Function; none if it is no routine.
std::optional<Routine> getRoutine(mlir::func::FuncOp Function);

/// Makes sequential routines of the procedures of \p Module that its compute
/// constructs and routines call without routine information. The frontend has
/// refused calls of those that cannot be.
void addImplicitRoutines(mlir::ModuleOp Module);

/// The procedure that a call names, if it names one.
mlir::func::FuncOp getCallee(fir::CallOp Call);

/// The levels of the procedure that a call enters with all its threads, where
/// \p Active levels are taken already; 0 if each thread calls it alone.
unsigned teamLevels(fir::CallOp Call, unsigned Active);

/// Symbol of the second form.
std::string getTeamName(llvm::StringRef Symbol);

/// A call of a routine of the program, or of a function of C that works as one:
/// one thread can do it for all that share its arguments.
bool isProgramCall(fir::CallOp Call);

/// A call that does not return: STOP, ERROR STOP, and what a check ends the
/// program by.
bool endsProgram(fir::CallOp Call);

/// A call of a procedure that all threads may repeat: it changes nothing.
bool isRepeatable(fir::CallOp Call);

/// What puts the result of a call, an array or the like, in a variable; null if
/// the call has no such result.
fir::SaveResultOp savedResult(fir::CallOp Call);

/// A call of Flang's library that the threads of a routine can do together: one
/// for all, or each for itself.
bool isLibraryForTeam(fir::CallOp Call);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_FACTS_ROUTINES_H
