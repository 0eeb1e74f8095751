//===-- FortranRuntime.cpp - Flang's run-time functions -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See FortranRuntime.h.
///
//===----------------------------------------------------------------------===//
#include "FortranRuntime.h"

#include "flang/Optimizer/Dialect/FIROps.h"

using namespace mlir;

namespace warpfort {

namespace {
/// Functions whose names begin alike.
struct Family {
  llvm::StringLiteral Prefix;
  RuntimeUse Use;
  bool MovesElements = false;
};
} // namespace

/// The first row that fits counts.
static constexpr Family Families[] = {
    {"ioInput", RuntimeUse::Writes},
    {"ioOutput", RuntimeUse::Reads},
    {"RandomNumber", RuntimeUse::Writes},

    {"AllocatableAllocateSource", RuntimeUse::Reads},
    {"PointerAllocateSource", RuntimeUse::Reads},
    {"Allocatable", RuntimeUse::Inquires},
    {"Pointer", RuntimeUse::Inquires},
    {"CUF", RuntimeUse::Inquires},
    {"MoveAlloc", RuntimeUse::Inquires},
    {"Initialize", RuntimeUse::Inquires},
    {"Destroy", RuntimeUse::Inquires},

    {"Size", RuntimeUse::Inquires},
    {"LBound", RuntimeUse::Inquires},
    {"UBound", RuntimeUse::Inquires},
    {"Lbound", RuntimeUse::Inquires},
    {"Ubound", RuntimeUse::Inquires},
    {"Shape", RuntimeUse::Inquires},
    {"Rank", RuntimeUse::Inquires},
    {"SameType", RuntimeUse::Inquires},
    {"ExtendsType", RuntimeUse::Inquires},
    {"ClassIs", RuntimeUse::Inquires},
    {"IsContiguous", RuntimeUse::Inquires},
    {"IsAssumedSize", RuntimeUse::Inquires},

    {"ShallowCopy", RuntimeUse::Inquires},
    {"CopyIn", RuntimeUse::Inquires},
    {"CopyOut", RuntimeUse::Inquires},
    {"AssignTemporary", RuntimeUse::Inquires, /*MovesElements=*/true},
    {"Assign", RuntimeUse::Reads, /*MovesElements=*/true},
    {"PushArrayConstructor", RuntimeUse::Reads, /*MovesElements=*/true},

    {"Cshift", RuntimeUse::Reads, /*MovesElements=*/true},
    {"Eoshift", RuntimeUse::Reads, /*MovesElements=*/true},
    {"Pack", RuntimeUse::Reads, /*MovesElements=*/true},
    {"Reshape", RuntimeUse::Reads, /*MovesElements=*/true},
    {"Spread", RuntimeUse::Reads, /*MovesElements=*/true},
    {"Transfer", RuntimeUse::Reads, /*MovesElements=*/true},
    {"Transpose", RuntimeUse::Reads, /*MovesElements=*/true},
    {"Unpack", RuntimeUse::Reads, /*MovesElements=*/true},

    {"All", RuntimeUse::Reads},
    {"Any", RuntimeUse::Reads},
    {"Bessel", RuntimeUse::Reads},
    {"Count", RuntimeUse::Reads},
    {"DotProduct", RuntimeUse::Reads},
    {"Findloc", RuntimeUse::Reads},
    {"IAll", RuntimeUse::Reads},
    {"IAny", RuntimeUse::Reads},
    {"IParity", RuntimeUse::Reads},
    {"Matmul", RuntimeUse::Reads},
    {"Maxloc", RuntimeUse::Reads},
    {"Maxval", RuntimeUse::Reads},
    {"Minloc", RuntimeUse::Reads},
    {"Minval", RuntimeUse::Reads},
    {"Norm2", RuntimeUse::Reads},
    {"Parity", RuntimeUse::Reads},
    {"Product", RuntimeUse::Reads},
    {"Reduce", RuntimeUse::Reads},
    {"Sum", RuntimeUse::Reads},

    {"Adjust", RuntimeUse::Reads},
    {"Character", RuntimeUse::Reads},
    {"Index", RuntimeUse::Reads},
    {"LenTrim", RuntimeUse::Reads},
    {"Repeat", RuntimeUse::Reads},
    {"Scan", RuntimeUse::Reads},
    {"Trim", RuntimeUse::Reads},
    {"Verify", RuntimeUse::Reads},
};

/// \p Name is without the library's prefix. Null if no row fits.
static const Family *familyOf(llvm::StringRef Name) {
  auto Found = llvm::find_if(
      Families, [&](const Family &F) { return Name.starts_with(F.Prefix); });
  return Found == std::end(Families) ? nullptr : Found;
}

std::optional<RuntimeUse> runtimeUse(llvm::StringRef Name) {
  if (!Name.consume_front("_FortranA"))
    return std::nullopt;
  // Complex results are returned through an argument.
  Name.consume_front("Cpp");
  const Family *Known = familyOf(Name);
  return Known ? Known->Use : RuntimeUse::Unknown;
}

bool beginsIO(Operation *Op) {
  auto Call = dyn_cast<fir::CallOp>(Op);
  return Call && Call.getCallee() &&
         Call.getCallee()->getRootReference().getValue().starts_with(
             "_FortranAioBegin");
}

bool movesElements(llvm::StringRef Name) {
  if (!Name.consume_front("_FortranA"))
    return false;
  const Family *Known = familyOf(Name);
  return Known && Known->MovesElements;
}

bool isReadByRuntime(Operation *Use) {
  auto IsRead = [](OpOperand &Argument) {
    auto Call = dyn_cast<fir::CallOp>(Argument.getOwner());
    return Call && Call.getCallee() && Argument.getOperandNumber() > 0 &&
           runtimeUse(Call.getCallee()->getRootReference()) ==
               RuntimeUse::Reads;
  };
  return isa<fir::EmboxOp>(Use) &&
         llvm::all_of(Use->getUsers(), [&](Operation *Convert) {
           return isa<fir::ConvertOp>(Convert) &&
                  llvm::all_of(Convert->getUses(), IsRead);
         });
}

bool isLiteralText(Operation *Op) {
  auto Address = dyn_cast_or_null<fir::AddrOfOp>(Op);
  return Address &&
         Address.getSymbol().getRootReference().getValue().starts_with("_QQcl");
}

} // namespace warpfort
