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
#include "Transforms/Common/TypeSize.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "mlir/Dialect/OpenACC/OpenACC.h"

using namespace mlir;

namespace warpfort::openacc {
namespace {

/// Whose memory a variable is in, which has no other names unless it is open.
enum class Owner { Procedure, Program, Open };

struct Storage {
  /// The address or the global that the variable is a part of.
  Value Root;
  SymbolRefAttr Global;
  Owner By = Owner::Open;
  /// The part, where it is known.
  std::optional<std::pair<uint64_t, uint64_t>> Bytes;
};

/// The bytes of a COMMON block, or of what is equivalent, that a variable has.
std::optional<std::pair<uint64_t, uint64_t>> partOf(fir::DeclareOp Declare) {
  if (!Declare || !Declare.getStorage())
    return std::nullopt;
  auto Module = Declare->getParentOfType<ModuleOp>();
  auto Size =
      sizeOfType(Declare.getLoc(), fir::unwrapRefType(Declare.getType()),
                 DataLayout(Module), fir::getKindMapping(Module));
  if (!Size)
    return std::nullopt;
  uint64_t Begin = Declare.getStorageOffset();
  return std::pair(Begin, Begin + Size->Bytes);
}

Storage storageOf(Operation *Entry) {
  Storage Result;
  Value Address = acc::getVar(Entry);
  Result.Bytes = partOf(Address.getDefiningOp<fir::DeclareOp>());
  bool HasNames = false;
  // Of a pointer that is loaded, the variable is what can be named.
  for (;;) {
    if (auto Declare = Address.getDefiningOp<fir::DeclareOp>()) {
      auto Flags = Declare.getFortranAttrs();
      HasNames |=
          Flags &&
          bitEnumContainsAny(*Flags, fir::FortranVariableFlagsEnum::pointer |
                                         fir::FortranVariableFlagsEnum::target);
      Address = Declare.getMemref();
    } else if (auto Load = Address.getDefiningOp<fir::LoadOp>();
               Load && isa<fir::BaseBoxType>(Load.getType())) {
      Address = Load.getMemref();
    } else if (Operation *Op = Address.getDefiningOp();
               isa_and_nonnull<fir::ConvertOp, fir::CoordinateOp,
                               fir::ArrayCoorOp, fir::BoxAddrOp, fir::EmboxOp,
                               fir::ReboxOp>(Op)) {
      HasNames |=
          isa<fir::PointerType>(fir::unwrapRefType(Op->getResult(0).getType()));
      Address = Op->getOperand(0);
    } else {
      break;
    }
  }
  Result.Root = Address;
  if (auto Global = Address.getDefiningOp<fir::AddrOfOp>())
    Result.Global = Global.getSymbol();
  if (HasNames)
    return Result;
  if (Result.Global)
    Result.By = Owner::Program;
  else if (isa_and_nonnull<fir::AllocaOp, fir::AllocMemOp>(
               Address.getDefiningOp()))
    Result.By = Owner::Procedure;
  return Result;
}

bool mayOverlap(const Storage &A, const Storage &B) {
  if (A.Root == B.Root || (A.Global && A.Global == B.Global))
    return !A.Bytes || !B.Bytes ||
           (A.Bytes->first < B.Bytes->second &&
            B.Bytes->first < A.Bytes->second);
  // An actual argument may be a variable of the program.
  return A.By != Owner::Procedure && B.By != Owner::Procedure &&
         (A.By == Owner::Open || B.By == Owner::Open);
}

} // namespace

llvm::SmallVector<Operation *>
findOverlaps(llvm::ArrayRef<Operation *> Entries) {
  llvm::SmallVector<Storage> All;
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
