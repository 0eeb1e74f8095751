//===-- RuntimeData.h - Data clauses as runtime calls -----------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Describes a variable or section to the runtime: base address, bytes of an
/// element, and for each dimension offset, extent and stride.
///
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_TRANSFORMS_OPENACC_FACTS_RUNTIMEDATA_H
#define WARPFORT_LIB_TRANSFORMS_OPENACC_FACTS_RUNTIMEDATA_H

#include "flang/Optimizer/Builder/FIRBuilder.h"
#include "mlir/IR/Operation.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include <optional>
#include <string>

namespace warpfort::openacc {

/// A variable of a data clause, on the host side.
struct HostVariable {
  mlir::Value Base;         ///< address of the first element
  mlir::Value ElementBytes; ///< index
  int Rank = 0;
  mlir::Value Section; ///< address of 3*Rank words: offset, extent, stride
  std::string Name;
  /// The type that device code gets in place of the variable's.
  mlir::Type Type;
  mlir::Value Descriptor;        ///< its value, if it has one
  mlir::Value DescriptorAddress; ///< of allocatables and pointers
  /// The whole of an assumed-size array: nobody knows its size. The section is
  /// its first element.
  bool IsAssumedSize = false;
};

/// Describes \p Var at the insertion point; none, after a message at \p At, if
/// its type is not supported.
std::optional<HostVariable>
describeVariable(fir::FirOpBuilder &Builder, mlir::Location Loc,
                 mlir::Operation *At, mlir::Value Var,
                 llvm::ArrayRef<mlir::Value> Bounds, llvm::StringRef Name);

/// Bytes from one element of type \p T to the next, as i64.
mlir::Value createElementBytes(fir::FirOpBuilder &Builder, mlir::Location Loc,
                               mlir::Type T);

/// A C string of the source's name for something.
mlir::Value createName(fir::FirOpBuilder &Builder, mlir::Location Loc,
                       llvm::StringRef Name);

/// File, procedure and line as the runtime's calls get them.
struct PlaceValues {
  mlir::Value File, Procedure, Line;
};
PlaceValues placeOf(fir::FirOpBuilder &Builder, mlir::Location Loc);

/// What a clause says of its construct or directive.
struct ClauseValues {
  mlir::Value Flags; ///< WARPRT_ACC_*, i64
  mlir::Value Async; ///< i64
};

/// The words of WarprtAccData that say who asks: all but those of the data.
AccDataWords describeClause(fir::FirOpBuilder &Builder, mlir::Location Loc,
                            llvm::StringRef Name, const ClauseValues &Clause);

/// Variables of one construct that may overlap, and their clauses.
using Overlaps = llvm::SmallVector<std::pair<HostVariable, ClauseValues>>;
void createExpect(fir::FirOpBuilder &Builder, mlir::Location Loc,
                  const Overlaps &Data);
/// i1: whether the data of \p Left and those of \p Right, which have entered,
/// share no memory on the device.
mlir::Value createAreApart(fir::FirOpBuilder &Builder, mlir::Location Loc,
                           const HostVariable &Left, const HostVariable &Right);
/// Those that leave with a copy, and others.
void createLeaveTogether(fir::FirOpBuilder &Builder, mlir::Location Loc,
                         const Overlaps &Copied, const Overlaps &Others);

// Calls of the entry points of these names. The results are what device code
// gets.
mlir::Value createEnter(fir::FirOpBuilder &Builder, mlir::Location Loc,
                        const HostVariable &Var, const ClauseValues &Clause,
                        int32_t How);
mlir::Value createLookUp(fir::FirOpBuilder &Builder, mlir::Location Loc,
                         const HostVariable &Var, const ClauseValues &Clause);
mlir::Value createAttach(fir::FirOpBuilder &Builder, mlir::Location Loc,
                         const HostVariable &Var, const ClauseValues &Clause);
void createExit(fir::FirOpBuilder &Builder, mlir::Location Loc,
                const HostVariable &Var, const ClauseValues &Clause,
                int32_t How);
/// Of an entry point that has no result: detach, update device, update host.
void createDataCall(fir::FirOpBuilder &Builder, mlir::Location Loc,
                    const HostVariable &Var, const ClauseValues &Clause,
                    mlir::func::FuncOp Function);

/// i64: the queue that a construct or directive names.
mlir::Value createAsyncArgument(fir::FirOpBuilder &Builder, mlir::Location Loc,
                                mlir::Operation *Construct);

/// Waits for the queues that a construct's wait clause names.
void createWaits(fir::FirOpBuilder &Builder, mlir::Location Loc,
                 mlir::Operation *Construct);

/// The same for a compute construct, in front of its data clauses.
void createWaitsBeforeData(fir::FirOpBuilder &Builder,
                           mlir::Operation *Construct);

/// warprt_acc_wait(queue, async, place), of another device if one is given.
void createWait(fir::FirOpBuilder &Builder, mlir::Location Loc,
                mlir::Value Queue, mlir::Value Async,
                mlir::Value Device = nullptr);

} // namespace warpfort::openacc

#endif // WARPFORT_LIB_TRANSFORMS_OPENACC_FACTS_RUNTIMEDATA_H
