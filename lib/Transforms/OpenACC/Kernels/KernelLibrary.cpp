//===-- KernelLibrary.cpp - Calls of the library that a team shares -------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of KernelLowering for what Flang calls of its run-time library
/// where all threads of a routine run together: ALLOCATE, MOVE_ALLOC,
/// assignments, copies of arguments, intrinsic functions. One thread calls. The
/// descriptors, texts and records that it leaves something in may be each
/// thread's own, and the routine cannot know where they are dummy arguments:
/// the others take the bytes of its one. Arrays, and what is allocated, the
/// threads share.
///
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "Transforms/Common/TypeSize.h"
#include "Transforms/OpenACC/Facts/Routines.h"
#include "warpfort/IR/Values.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warpfort/Support/UserErrors.h"

#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/Support/DataLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace warpfort::openacc {

/// The name of a library procedure, as `Assign`; empty for others.
static llvm::StringRef libraryName(fir::CallOp Call) {
  llvm::StringRef Name =
      Call.getCallee() ? Call.getCallee()->getRootReference().getValue() : "";
  return Name.consume_front("_FortranA") ? Name : "";
}

/// A call that changes nothing but a descriptor, and this in the same way as
/// often as it is done.
static bool changesDescriptor(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"AllocatableSetBounds", "AllocatableApplyMold",
              "AllocatableInitCharacter", "AllocatableInitCharacterForAllocate",
              "PointerSetBounds", "PointerApplyMold", "PointerNullifyCharacter",
              "PointerAssociateLowerBounds", "PointerAssociateRemapping",
              "PointerAssociateRemappingMonomorphic", "PointerAssociateScalar"},
             true)
      .Default(false);
}

/// A call that changes nothing: each thread gets the result for itself.
static bool onlyReads(fir::CallOp Call, llvm::StringRef Name) {
  constexpr llvm::StringLiteral Names[] = {"AllocatableCheckAllocated",
                                           "IsAssumedSize",
                                           "LboundDim",
                                           "PointerIsAssociatedWith",
                                           "SameTypeAs",
                                           "ExtendsTypeOf",
                                           "ClassIs"};
  constexpr llvm::StringLiteral Families[] = {
      "All",     "Any",    "CharacterCompareScalar",
      "Count",   "Dot",    "IAll",
      "IAny",    "IPar",   "Index",
      "LenTrim", "Maxval", "Minval",
      "Norm2_",  "Parity", "Product",
      "Scan",    "Size",   "Sum",
      "Verify"};
  if (!Call.getNumResults())
    return false;
  return llvm::is_contained(Names, Name) ||
         (!Name.starts_with("Alloc") &&
          llvm::any_of(Families, [&](llvm::StringRef Family) {
            return Name.starts_with(Family);
          }));
}

/// In what a call leaves something: a bit for each argument, and these.
enum : unsigned {
  Message = 1u << 8, ///< the text that ERRMSG names
  Elements = 1u << 9 ///< the array of which a constructor pushes elements
};

static std::optional<unsigned> changedArguments(fir::CallOp Call) {
  llvm::StringRef Name = libraryName(Call);
  constexpr unsigned First = 1, Second = 2, Third = 4;
  if (Name.empty())
    return std::nullopt;
  // Those of intrinsic functions whose results are described, or have two
  // parts.
  constexpr llvm::StringLiteral Functions[] = {
      "Adjust", "All",     "Any",     "Character", "Count",  "Cpp",
      "Cshift", "Eoshift", "Findloc", "IAll",      "IAny",   "IPar",
      "Index",  "LenTrim", "Lbound",  "Matmul",    "Maxloc", "Maxval",
      "Minloc", "Minval",  "Norm2",   "Pack",      "Parity", "Product",
      "Repeat", "Reshape", "Scan",    "Shape",     "Spread", "Sum",
      "Trans",  "Trim",    "Ubound",  "Unpack",    "Verify"};
  auto Known =
      llvm::StringSwitch<std::optional<unsigned>>(Name)
          .Cases({"AllocatableAllocate", "AllocatableAllocateSource",
                  "AllocatableDeallocate", "PointerAllocate",
                  "PointerAllocateSource", "PointerDeallocate"},
                 First | Message)
          .Case("MoveAlloc", First | Second | Message)
          .Cases({"Assign", "AssignTemporary", "AssignExplicitLengthCharacter",
                  "CopyInAssign", "CopyOutAssign", "ShallowCopy",
                  "ShallowCopyDirect", "CopyAndUpdateDescriptor", "Initialize",
                  "Destroy", "DestroyWithoutFinalization"},
                 First)
          .Cases(
              {"PushArrayConstructorValue", "PushArrayConstructorSimpleScalar"},
              Elements)
          .Cases({"InitArrayConstructorVector", "CreateValueStack",
                  "CreateDescriptorStack", "PushValue", "PushDescriptor",
                  "DestroyValueStack", "DestroyDescriptorStack"},
                 0u)
          .Cases({"PopValue", "PopDescriptor"}, Second)
          .Cases({"ValueAt", "DescriptorAt"}, Third)
          .Default(std::nullopt);
  if (Name.starts_with("ioBegin") || Name.starts_with("ioOutput") ||
      Name.starts_with("ioSet") || Name.starts_with("ioEnd"))
    return 0u;
  if (Known || Call.getNumResults() ||
      llvm::none_of(Functions, [&](llvm::StringRef Function) {
        return Name.starts_with(Function);
      }))
    return Known;
  return First;
}

/// The descriptor of the array of which \p Push pushes elements: the library
/// keeps its address in a vector of its own.
static Value constructedArray(fir::CallOp Push) {
  Value Vector = rootOf(Push.getArgs()[0]);
  Value Result;
  Push->getParentOfType<func::FuncOp>().walk([&](fir::CallOp Call) {
    if (calls(Call, "_FortranAInitArrayConstructorVector") &&
        rootOf(Call.getArgs()[0]) == Vector)
      Result = Call.getArgs()[1];
  });
  return Result;
}

/// What a call may change, with the types that it has in the program; nothing
/// if the call is not supported.
static std::optional<llvm::SmallVector<Value>> changedBy(fir::CallOp Call) {
  std::optional<unsigned> Changed = changedArguments(Call);
  if (!Changed)
    return std::nullopt;
  llvm::SmallVector<Value> Result;
  auto Args = Call.getArgs();
  for (auto [I, Arg] : llvm::enumerate(Args))
    if (I < 8 && (*Changed & (1u << I)))
      Result.push_back(withoutConversions(Arg));
  if (*Changed & Message)
    for (auto [HasStatus, Text] : llvm::zip(Args, Args.drop_front()))
      if (HasStatus.getType().isInteger(1))
        Result.push_back(withoutConversions(Text));
  if (*Changed & Elements) {
    Value Array = constructedArray(Call);
    if (!Array)
      return std::nullopt;
    Result.push_back(withoutConversions(Array));
  }
  llvm::erase_if(Result, [](Value Arg) {
    return isa_and_nonnull<fir::AbsentOp, fir::ZeroOp, fir::AddrOfOp>(
        rootOf(Arg).getDefiningOp());
  });
  return Result;
}

bool isLibraryForTeam(fir::CallOp Call) {
  llvm::StringRef Name = libraryName(Call);
  return changesDescriptor(Name) || onlyReads(Call, Name) || changedBy(Call);
}

void KernelLowering::takeBytes(Value Address, Value Bytes, unsigned Active) {
  Location Loc = Address.getLoc();
  call(WARPDEV_ACC_PREFIX "take", {},
       {Builder.createConvert(Loc, getAbiPointerType(Builder.getContext()),
                              Address),
        Builder.createConvert(Loc, Builder.getI64Type(), Bytes),
        i32(rowOnly(Active), Loc)},
       Loc);
}

void KernelLowering::takeBytes(Value Address, int64_t Bytes, unsigned Active) {
  takeBytes(Address,
            Builder.createIntegerConstant(Address.getLoc(),
                                          Builder.getI64Type(), Bytes),
            Active);
}

/// Bytes of a variable whose type says them; nothing for others.
std::optional<int64_t> KernelLowering::knownBytes(Type T) {
  if (fir::hasDynamicSize(T) && !isa<fir::BaseBoxType>(T))
    return std::nullopt;
  std::optional<TypeSize> Size = sizeOfType(
      Function.getLoc(), T, DataLayout(Module), fir::getKindMapping(Module));
  return Size ? std::optional<int64_t>(Size->Bytes) : std::nullopt;
}

/// What \p Box describes is a scalar, which may be each thread's own, or an
/// array. Arrays are the team's, but for those of each thread's variables of
/// known size.
LogicalResult KernelLowering::takeDescribed(Value Box, fir::CallOp Call,
                                            unsigned Active) {
  Location Loc = Call.getLoc();
  auto Type = cast<fir::BaseBoxType>(Box.getType());
  if (isa<fir::HeapType>(Type.getEleTy()))
    return success();
  if (!Type.isAssumedRank() && fir::getBoxRank(Type) == 0) {
    Value Data = fir::BoxAddrOp::create(Builder, Loc, Box);
    takeBytes(
        Data,
        fir::BoxEleSizeOp::create(Builder, Loc, Builder.getIndexType(), Box),
        Active);
    return success();
  }
  if (!isOwn(Box))
    return success();
  auto Own = rootOf(Box).getDefiningOp<fir::AllocaOp>();
  std::optional<int64_t> Bytes =
      Own ? knownBytes(Own.getInType()) : std::nullopt;
  if (!Bytes)
    return emitUserError(Call, "an assignment to an array of each thread's own "
                               "is not supported here");
  takeBytes(Own, *Bytes, Active);
  return success();
}

/// Gives all threads what the first one's call left in \p Changed.
LogicalResult KernelLowering::takeChanged(Value Changed, fir::CallOp Call,
                                          unsigned Active) {
  Location Loc = Call.getLoc();
  if (isa<fir::BaseBoxType>(Changed.getType()))
    return takeDescribed(Changed, Call, Active);
  if (!fir::isa_ref_type(Changed.getType()))
    return success();
  Type T = fir::unwrapRefType(Changed.getType());
  if (auto Box = dyn_cast<fir::BaseBoxType>(T);
      Box && !isa<fir::HeapType, fir::PointerType>(Box.getEleTy())) {
    // Made for the call alone.
    for (fir::StoreOp Store : storesTo(Changed))
      if (isa<fir::BaseBoxType>(Store.getValue().getType()))
        return takeDescribed(Store.getValue(), Call, Active);
    return takeDescribed(fir::LoadOp::create(Builder, Loc, Changed), Call,
                         Active);
  }
  // Arrays, which the team shares, have no descriptor here.
  if (std::optional<int64_t> Bytes = knownBytes(T);
      Bytes && !isa<fir::SequenceType>(T))
    takeBytes(Changed, *Bytes, Active);
  return success();
}

/// One thread calls, and the others take what it has changed.
LogicalResult KernelLowering::callLibrary(fir::CallOp Call, unsigned Active) {
  llvm::StringRef Name = libraryName(Call);
  if (onlyReads(Call, Name))
    return success();
  if (changesDescriptor(Name)) {
    if (!isOwn(Call.getArgs()[0]))
      repeat(Call, Active);
    return success();
  }
  std::optional<llvm::SmallVector<Value>> Changed = changedBy(Call);
  if (failed(callByFirst(Call, Active, idle(Active), /*IsRoutineCall=*/false)))
    return failure();
  for (Value Each : *Changed)
    if (failed(takeChanged(Each, Call, Active)))
      return failure();
  return success();
}

} // namespace warpfort::openacc
