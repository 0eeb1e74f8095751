//===-- OverlappingData.cpp - Variables that may share memory -------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables overlap that have the same storage: an array and an associate name
/// of its section, variables of an EQUIVALENCE. Of others one cannot see it:
/// pointers and their targets, dummy arguments whose actual arguments overlap
/// (which they may while nothing is assigned to).
///
//===----------------------------------------------------------------------===//
#include "OverlappingData.h"
#include "Transforms/Common/Places.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// Whose memory a variable is in, which has no other names unless it is open.
enum class Owner { Procedure, Program, Open };

struct Storage {
  Place Variable;
  Owner By = Owner::Open;
};

Storage storageOf(Operation *Entry) {
  Storage Result = {findPlace(acc::getVar(Entry))};
  Place &Variable = Result.Variable;
  // Variables of an EQUIVALENCE have addresses like those of pointers.
  bool IsBlock =
      Variable.Path.empty() && Variable.Variable &&
      Variable.Variable.getStorage() &&
      !isa<fir::BaseBoxType>(fir::unwrapRefType(acc::getVar(Entry).getType()));
  // Of a pointer that is loaded, the variable is what can be named.
  if ((Variable.ThroughPointer && !IsBlock) || Variable.IsTarget)
    return Result;
  Operation *Maker = Variable.Root.getDefiningOp();
  if (isa_and_nonnull<fir::AddrOfOp>(Maker))
    Result.By = Owner::Program;
  else if (isa_and_nonnull<fir::AllocaOp, fir::AllocMemOp>(Maker))
    Result.By = Owner::Procedure;
  return Result;
}

bool mayOverlap(const Storage &A, const Storage &B) {
  if (A.Variable.Memory == B.Variable.Memory)
    return A.Variable.mayShare(B.Variable);
  // An actual argument may be a variable of the program.
  return A.By != Owner::Procedure && B.By != Owner::Procedure &&
         (A.By == Owner::Open || B.By == Owner::Open);
}

} // namespace

llvm::SmallVector<Operation *>
findOverlaps(llvm::ArrayRef<Operation *> Entries) {
  std::vector<Storage> All;
  for (Operation *Entry : Entries)
    All.push_back(storageOf(Entry));
  llvm::SmallVector<Operation *> Result;
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = 0; J < All.size(); ++J)
      if (I != J && mayOverlap(All[I], All[J])) {
        Result.push_back(Entries[I]);
        break;
      }
  return Result;
}

} // namespace warpfort::openacc
