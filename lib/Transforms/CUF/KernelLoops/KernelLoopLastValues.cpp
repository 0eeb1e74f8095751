//===-- KernelLoopLastValues.cpp - What a kernel loop leaves in scalars ---===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelLoopLastValues.h"
#include "LoopVariables.h"
#include "Transforms/Common/KernelLoopScalars.h"
#include "Transforms/Common/ScalarAccesses.h"
#include "Transforms/Common/SharedNames.h"
#include "warpfort/RuntimeCalls/RuntimeCalls.h"
#include "warprt/DeviceLibrary.h"
#include "warprt/EntryPoints.h"

#include "flang/Optimizer/Dialect/FIROps.h"
#include "flang/Optimizer/Dialect/FIRType.h"
#include "flang/Optimizer/Support/InternalNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace warpfort {
namespace {

/// Follows the code behind an operation until the variable is read or every
/// way has assigned it anew.
class ReadSearch {
public:
  explicit ReadSearch(Value Address) : Address(Address) { findScope(); }

  bool mayBeReadAfter(Operation *Op) { return isReadFrom(Op); }

private:
  enum class Effect { None, Reads, Assigns };

  void findScope();
  bool isReadFrom(Operation *After);
  bool isReadIn(Block &B);
  Effect walk(Block::iterator Begin, Block &B);
  Effect effectOfKernel(cuf::KernelOp Kernel);
  Effect effectOfCall(fir::CallOp Call);
  Effect effectOf(Operation &Op);
  /// Whether \p V is an address of the variable, by whichever name.
  bool isVariable(Value V) {
    auto [At, IsNew] = Known.try_emplace(V, false);
    return IsNew ? Known[V] = areInSameMemory(V, Address) : At->second;
  }
  bool usesVariable(Operation &Op) {
    return llvm::any_of(Op.getOperands(),
                        [&](Value Operand) { return isVariable(Operand); });
  }

  Value Address;
  /// Others than this procedure see the variable: when it returns, and when it
  /// calls a procedure.
  bool OutlivesProcedure = true, IsSeenByOthers = true;
  llvm::SmallPtrSet<Block *, 8> Visited;
  llvm::DenseMap<Value, bool> Known;
};

void ReadSearch::findScope() {
  using Flags = fir::FortranVariableFlagsEnum;
  auto Declare = Address.getDefiningOp<fir::DeclareOp>();
  if (!Declare)
    return;
  Value Memory = Declare.getMemref();
  auto Function = Declare->getParentOfType<func::FuncOp>();
  if (Memory.getDefiningOp<fir::AllocaOp>())
    OutlivesProcedure = IsSeenByOthers = false;
  else if (isa<BlockArgument>(Memory))
    IsSeenByOthers = false;
  // The main program's variables may be static.
  else if (Memory.getDefiningOp<fir::AddrOfOp>() && Function &&
           Function.getSymName() == fir::NameUniquer::doProgramEntry())
    OutlivesProcedure = false;
  // Internal procedures and pointers know the address.
  auto IsPlain = [](Operation *User) {
    return isa<fir::LoadOp, fir::StoreOp, fir::CallOp, fir::DeclareOp>(User);
  };
  auto IsEscape = [&](OpOperand &Use) {
    auto Store = dyn_cast<fir::StoreOp>(Use.getOwner());
    return !IsPlain(Use.getOwner()) || (Store && Store.getValue() == Use.get());
  };
  if (llvm::any_of(Address.getUses(), IsEscape) ||
      llvm::any_of(Memory.getUses(), IsEscape) ||
      bitEnumContainsAny(Declare.getFortranAttrs().value_or(Flags::None),
                         Flags::target | Flags::pointer | Flags::asynchronous |
                             Flags::fortran_volatile | Flags::internal_assoc |
                             Flags::host_assoc))
    IsSeenByOthers = true;
}

ReadSearch::Effect ReadSearch::effectOfKernel(cuf::KernelOp Kernel) {
  if (usesVariable(*Kernel))
    return Effect::Reads;
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Kernel.getRegion(), Used);
  bool IsUsed = false;
  for (Value V : Used) {
    if (V != Address && isVariable(V))
      return Effect::Reads;
    IsUsed |= V == Address;
  }
  ScalarInfo Info =
      classifyScalar(Address, Kernel.getRegion(), /*IsCopied=*/true);
  if (Info.Use == ScalarUse::Private && !Info.IsGuarded)
    return Effect::None; // perhaps of no iteration
  return IsUsed ? Effect::Reads : Effect::None;
}

ReadSearch::Effect ReadSearch::effectOfCall(fir::CallOp Call) {
  if (usesVariable(*Call))
    return Effect::Reads;
  // The run-time library knows no variables but those that it is given.
  auto Callee = Call.getCallee();
  bool IsLibrary =
      Callee && Callee->getRootReference().getValue().starts_with("_Fortran");
  bool IsPrivateStatic = !OutlivesProcedure && IsSeenByOthers;
  return IsSeenByOthers && !(IsLibrary && IsPrivateStatic) ? Effect::Reads
                                                           : Effect::None;
}

ReadSearch::Effect ReadSearch::effectOf(Operation &Op) {
  if (isa<fir::LoadOp>(Op))
    return usesVariable(Op) ? Effect::Reads : Effect::None;
  if (auto Store = dyn_cast<fir::StoreOp>(Op)) {
    if (Store.getValue() == Address)
      return Effect::Reads;
    return Store.getMemref() == Address ? Effect::Assigns : Effect::None;
  }
  if (auto Kernel = dyn_cast<cuf::KernelOp>(Op))
    return effectOfKernel(Kernel);
  if (auto Call = dyn_cast<fir::CallOp>(Op))
    return effectOfCall(Call);
  if (isa<fir::DispatchOp, cuf::KernelLaunchOp>(Op))
    return usesVariable(Op) || IsSeenByOthers ? Effect::Reads : Effect::None;
  if (!isa<fir::DeclareOp>(Op) && usesVariable(Op))
    return Effect::Reads;
  if (Op.getNumRegions() == 0)
    return Effect::None;
  // What only some ways assign is not assigned.
  bool All = !isa<LoopLikeOpInterface>(Op);
  for (Region &R : Op.getRegions()) {
    if (R.empty()) {
      All = false;
      continue;
    }
    if (!R.hasOneBlock()) {
      for (Block &B : R)
        if (walk(B.begin(), B) == Effect::Reads)
          return Effect::Reads;
      All = false;
      continue;
    }
    Effect Inner = walk(R.front().begin(), R.front());
    if (Inner == Effect::Reads)
      return Effect::Reads;
    All &= Inner == Effect::Assigns;
  }
  return All ? Effect::Assigns : Effect::None;
}

ReadSearch::Effect ReadSearch::walk(Block::iterator Begin, Block &B) {
  for (Operation &Op : llvm::make_range(Begin, B.end()))
    if (Effect E = effectOf(Op); E != Effect::None)
      return E;
  return Effect::None;
}

/// From the beginning of a block of the procedure's control flow.
bool ReadSearch::isReadIn(Block &B) {
  if (!Visited.insert(&B).second)
    return false;
  Effect E = walk(B.begin(), B);
  if (E != Effect::None)
    return E == Effect::Reads;
  return isReadFrom(&B.back());
}

bool ReadSearch::isReadFrom(Operation *After) {
  Block &B = *After->getBlock();
  Effect E = walk(std::next(After->getIterator()), B);
  if (E != Effect::None)
    return E == Effect::Reads;
  Operation *End = &B.back();
  if (End->getNumSuccessors())
    return llvm::any_of(End->getSuccessors(),
                        [&](Block *Next) { return isReadIn(*Next); });
  Operation *Parent = B.getParentOp();
  if (isa<func::FuncOp>(Parent))
    return OutlivesProcedure && !isa<fir::UnreachableOp>(End);
  if (isa<LoopLikeOpInterface>(Parent))
    for (Region &R : Parent->getRegions())
      if (!R.empty() && isReadIn(R.front()))
        return true;
  return isReadFrom(Parent);
}

/// The loop whose index the variable is. Nothing else may define it in the
/// loop, so whatever else has its address only reads it.
std::optional<unsigned> loopOf(Value Address, cuf::KernelOp Kernel) {
  for (Operation *User : Address.getUsers()) {
    auto Store = dyn_cast<fir::StoreOp>(User);
    if (!Store || Store.getMemref() != Address)
      continue;
    BlockArgument Argument = indexStored(Store);
    if (Argument && Argument.getOwner() == &Kernel.getRegion().front())
      return Argument.getArgNumber();
  }
  return std::nullopt;
}

} // namespace

llvm::SmallVector<LastValue>
findLastValues(cuf::KernelOp Kernel,
               llvm::function_ref<bool(Value)> IsOnDevice) {
  llvm::SmallVector<LastValue> Found;
  llvm::SetVector<Value> Used;
  getUsedValuesDefinedAbove(Kernel.getRegion(), Used);
  for (Value V : Used) {
    if (!fir::isa_ref_type(V.getType()) ||
        !fir::isa_trivial(fir::unwrapRefType(V.getType())) ||
        !V.getDefiningOp<fir::DeclareOp>() || IsOnDevice(V) ||
        llvm::is_contained(Kernel.getReduceOperands(), V))
      continue;
    if (classifyScalar(V, Kernel.getRegion(), /*IsCopied=*/true).Use ==
            ScalarUse::Private &&
        ReadSearch(V).mayBeReadAfter(Kernel))
      Found.push_back({V, loopOf(V, Kernel)});
  }
  return Found;
}

//===-- Code --------------------------------------------------------------===//

static unsigned bytesOf(fir::FirOpBuilder &Builder, Type T) {
  if (auto Complex = dyn_cast<ComplexType>(T))
    return 2 * bytesOf(Builder, Complex.getElementType());
  if (auto Logical = dyn_cast<fir::LogicalType>(T))
    return Builder.getKindMap().getLogicalBitsize(Logical.getFKind()) / 8;
  return T.getIntOrFloatBitWidth() / 8;
}

static unsigned wordsOf(fir::FirOpBuilder &Builder, Type T) {
  return (bytesOf(Builder, T) + 7) / 8;
}

/// Iterations may assign one part of a complex variable and leave the other.
static bool hasParts(Value Target, bool BeginsAnew) {
  return BeginsAnew && isa<ComplexType>(fir::unwrapRefType(Target.getType()));
}

unsigned LastValueKeeper::numPartsOf(Value Target, bool BeginsAnew) const {
  Type T = fir::unwrapRefType(Target.getType());
  return hasParts(Target, BeginsAnew)
             ? 2 * wordsOf(Host, cast<ComplexType>(T).getElementType())
             : wordsOf(Host, T);
}

void LastValueKeeper::add(Value Target, bool BeginsAnew) {
  if (hasParts(Target, BeginsAnew))
    for (unsigned Part : {1u, 2u})
      Scalars.push_back({Target, Part, BeginsAnew, {}, {}, {}, {}, {}});
  else
    Scalars.push_back(
        {Target, ScalarAccess::Whole, BeginsAnew, {}, {}, {}, {}, {}});
  NumParts += numPartsOf(Target, BeginsAnew);
}

Value LastValueKeeper::partOf(fir::FirOpBuilder &Builder, Value Address,
                              unsigned Parts) {
  if (Parts == ScalarAccess::Whole)
    return Address;
  Type T =
      cast<ComplexType>(fir::unwrapRefType(Address.getType())).getElementType();
  return fir::CoordinateOp::create(Builder, Loc, fir::ReferenceType::get(T),
                                   Address,
                                   ValueRange{Builder.createIntegerConstant(
                                       Loc, Builder.getI32Type(), Parts - 1)});
}

/// The variable at \p Address as 64-bit words, behind zeros for what it does
/// not fill.
Value LastValueKeeper::createWords(fir::FirOpBuilder &Builder, Value Address) {
  Type I64 = Builder.getI64Type();
  unsigned Count = wordsOf(Host, fir::unwrapRefType(Address.getType()));
  Value Words = Builder.createTemporary(
      Loc, fir::SequenceType::get({static_cast<int64_t>(Count)}, I64));
  for (unsigned I = 0; I < Count; ++I)
    fir::StoreOp::create(Builder, Loc,
                         Builder.createIntegerConstant(Loc, I64, 0),
                         wordAt(Builder, Words, I));
  Value Copy = Builder.createConvert(
      Loc, fir::ReferenceType::get(fir::unwrapRefType(Address.getType())),
      Words);
  fir::StoreOp::create(Builder, Loc, fir::LoadOp::create(Builder, Loc, Address),
                       Copy);
  return Words;
}

Value LastValueKeeper::wordAt(fir::FirOpBuilder &Builder, Value Words,
                              unsigned I) {
  Type I64 = Builder.getI64Type();
  return fir::CoordinateOp::create(
      Builder, Loc, fir::ReferenceType::get(I64), Words,
      ValueRange{Builder.createIntegerConstant(Loc, I64, I)});
}

void LastValueKeeper::createMarks(const IRMapping &Map) {
  Type I64 = Device.getI64Type();
  for (Scalar &S : Scalars) {
    S.Whole = Map.lookup(S.Target);
    S.Variable = partOf(Device, S.Whole, S.Parts);
    S.When = fir::AllocaOp::create(Device, Loc, I64);
    fir::StoreOp::create(Device, Loc,
                         Device.createIntegerConstant(Loc, I64, -1), S.When);
    S.Last = S.Variable;
    if (!S.BeginsAnew)
      continue;
    S.Last = fir::AllocaOp::create(Device, Loc,
                                   fir::unwrapRefType(S.Variable.getType()));
    fir::StoreOp::create(Device, Loc,
                         fir::LoadOp::create(Device, Loc, S.Variable), S.Last);
  }
}

void LastValueKeeper::markAssignments(Block *Entry, Value Iteration) {
  for (Scalar &S : Scalars)
    ScalarAccesses(S.Whole).mark(S.Parts, S.When, Iteration, Entry);
}

void LastValueKeeper::keepAssigned(Value Iteration) {
  for (Scalar &S : Scalars) {
    if (!S.BeginsAnew)
      continue;
    Value IsAssigned = arith::CmpIOp::create(
        Device, Loc, arith::CmpIPredicate::eq,
        fir::LoadOp::create(Device, Loc, S.When), Iteration);
    Value New = fir::LoadOp::create(Device, Loc, S.Variable);
    Value Old = fir::LoadOp::create(Device, Loc, S.Last);
    fir::StoreOp::create(
        Device, Loc, arith::SelectOp::create(Device, Loc, IsAssigned, New, Old),
        S.Last);
  }
}

void LastValueKeeper::createReductions(Value Slots, Value Scratch,
                                       unsigned First, unsigned Count) {
  Type I32 = Device.getI32Type(), I64 = Device.getI64Type();
  Type Pointer = Slots.getType();
  auto Function = getOrDeclareFunction(
      Device, Loc, WARPDEV_REDUCE_LAST,
      FunctionType::get(Device.getContext(),
                        {I64, I64, Pointer, Scratch.getType(), I32, I32}, {}));
  Value Base = Device.createConvert(Loc, I64, Slots);
  for (Scalar &S : Scalars) {
    Value Words = createWords(Device, S.Last);
    Value When = fir::LoadOp::create(Device, Loc, S.When);
    unsigned NumWords = wordsOf(Host, fir::unwrapRefType(S.Variable.getType()));
    for (unsigned I = 0; I < NumWords; ++I, ++First) {
      Value Slot =
          arith::AddIOp::create(Device, Loc, Base,
                                Device.createIntegerConstant(
                                    Loc, I64, First * WARPRT_REDUCTION_SLOT));
      fir::CallOp::create(
          Device, Loc, Function,
          ValueRange{When,
                     fir::LoadOp::create(Device, Loc, wordAt(Device, Words, I)),
                     Device.createConvert(Loc, Pointer, Slot), Scratch,
                     Device.createIntegerConstant(Loc, I32, First),
                     Device.createIntegerConstant(Loc, I32, Count)});
    }
  }
}

void LastValueKeeper::createPairs(llvm::SmallVectorImpl<Value> &Words) {
  Type I64 = Host.getI64Type();
  static_assert(WARPRT_REDUCTION_SLOT == 16, "a slot holds a pair");
  for (Scalar &S : Scalars) {
    Value Target = partOf(Host, S.Target, S.Parts);
    Value Old = createWords(Host, Target);
    unsigned NumWords = wordsOf(Host, fir::unwrapRefType(Target.getType()));
    for (unsigned I = 0; I < NumWords; ++I) {
      Value Pair = Host.createTemporary(Loc, fir::SequenceType::get({2}, I64));
      fir::StoreOp::create(Host, Loc, Host.createIntegerConstant(Loc, I64, -1),
                           wordAt(Host, Pair, 0));
      fir::StoreOp::create(Host, Loc,
                           fir::LoadOp::create(Host, Loc, wordAt(Host, Old, I)),
                           wordAt(Host, Pair, 1));
      Words.push_back(Host.createConvert(Loc, I64, Pair));
      Words.push_back(
          Host.createIntegerConstant(Loc, I64, WARPRT_REDUCTION_SLOT));
      S.Pairs.push_back(Pair);
    }
  }
}

void LastValueKeeper::storeResults() {
  Type I64 = Host.getI64Type();
  for (Scalar &S : Scalars) {
    Value Target = partOf(Host, S.Target, S.Parts);
    Type T = fir::unwrapRefType(Target.getType());
    Value Words = Host.createTemporary(
        Loc,
        fir::SequenceType::get({static_cast<int64_t>(S.Pairs.size())}, I64));
    for (auto [I, Pair] : llvm::enumerate(S.Pairs))
      fir::StoreOp::create(
          Host, Loc, fir::LoadOp::create(Host, Loc, wordAt(Host, Pair, 1)),
          wordAt(Host, Words, I));
    Value Copy = Host.createConvert(Loc, fir::ReferenceType::get(T), Words);
    fir::StoreOp::create(Host, Loc, fir::LoadOp::create(Host, Loc, Copy),
                         Target);
  }
}

} // namespace warpfort
