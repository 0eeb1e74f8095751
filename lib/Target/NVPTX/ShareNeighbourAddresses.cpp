//===-- ShareNeighbourAddresses.cpp - Addresses from those beside them ----===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// u(i-1, j, k) and u(i+1, j, k) lie eight bytes beside u(i, j, k), u(i, j+1, k)
// a row further. InstCombine has split their sums of subscripts and strides
// each in its own order by then, so neither LLVM nor ptxas sees that: a
// seven-point stencil took 28 registers and a fifth more instructions than
// nvcc's. Here each address is a sum again, of a base, terms and a constant,
// and is written as what it differs by from an earlier one of its block.
//
// A sum of 64-bit numbers that wraps is the same in any order, so what the
// terms may not do is of no interest.
//
//===----------------------------------------------------------------------===//
#include "ShareNeighbourAddresses.h"
#include "KeptAnalyses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort {
namespace {

constexpr unsigned AddressBits = 64;
/// Deeper sums are not subscripts of real programs.
constexpr unsigned MaxDepth = 12;
/// Addresses of a block that an address is compared with.
constexpr size_t MaxAnchors = 32;

/// Base + sum of factor * term + offset, in bytes.
struct AddressSum {
  Value *Base = nullptr;
  SmallMapVector<Value *, uint64_t, 4> Terms;
  uint64_t Offset = 0;

  void add(Value *V, uint64_t Factor, unsigned Depth = 0);
};

/// What one address is more than another.
struct Difference {
  Value *Term = nullptr;
  uint64_t Factor = 0, Offset = 0;
};

struct Anchor {
  AddressSum Sum;
  Value *Pointer;
};

void AddressSum::add(Value *V, uint64_t Factor, unsigned Depth) {
  Value *Left, *Right;
  const APInt *C;
  if (match(V, m_APInt(C))) {
    Offset += Factor * C->getZExtValue();
  } else if (Depth == MaxDepth) {
    Terms[V] += Factor;
  } else if (match(V, m_Add(m_Value(Left), m_Value(Right))) ||
             match(V, m_DisjointOr(m_Value(Left), m_Value(Right)))) {
    add(Left, Factor, Depth + 1);
    add(Right, Factor, Depth + 1);
  } else if (match(V, m_Sub(m_Value(Left), m_Value(Right)))) {
    add(Left, Factor, Depth + 1);
    add(Right, -Factor, Depth + 1);
  } else if (match(V, m_Mul(m_Value(Left), m_APInt(C)))) {
    add(Left, Factor * C->getZExtValue(), Depth + 1);
  } else if (match(V, m_Shl(m_Value(Left), m_APInt(C))) &&
             C->ult(AddressBits)) {
    add(Left, Factor << C->getZExtValue(), Depth + 1);
  } else {
    Terms[V] += Factor;
  }
}

AddressSum sumOf(Value *Pointer, const DataLayout &Layout) {
  AddressSum Sum;
  while (auto *GEP = dyn_cast<GEPOperator>(Pointer)) {
    SmallMapVector<Value *, APInt, 4> Variables;
    APInt Constant(AddressBits, 0);
    if (GEP->getType()->isVectorTy() ||
        !GEP->collectOffset(Layout, AddressBits, Variables, Constant) ||
        any_of(Variables, [](const auto &Entry) {
          return !Entry.first->getType()->isIntegerTy(AddressBits);
        }))
      break;
    Sum.Offset += Constant.getZExtValue();
    for (auto &[Index, Factor] : Variables)
      Sum.add(Index, Factor.getZExtValue());
    Pointer = GEP->getPointerOperand();
  }
  Sum.Base = Pointer;
  Sum.Terms.remove_if([](const auto &Entry) { return Entry.second == 0; });
  return Sum;
}

/// Nothing where the two differ by more than one term.
std::optional<Difference> subtract(const AddressSum &A, const AddressSum &B) {
  if (A.Base != B.Base)
    return std::nullopt;
  Difference Result;
  Result.Offset = A.Offset - B.Offset;
  auto Take = [&](Value *Term, uint64_t Factor) {
    if (Factor == 0)
      return true;
    if (Result.Term)
      return false;
    Result.Term = Term;
    Result.Factor = Factor;
    return true;
  };
  for (auto &[Term, Factor] : A.Terms)
    if (!Take(Term, Factor - B.Terms.lookup(Term)))
      return std::nullopt;
  for (auto &[Term, Factor] : B.Terms)
    if (!A.Terms.contains(Term) && !Take(Term, -Factor))
      return std::nullopt;
  return Result;
}

/// The pointer operand of a load or store, of an address of 64 bits.
Use *addressOf(Instruction &I, const DataLayout &Layout) {
  unsigned Operand;
  if (isa<LoadInst>(I))
    Operand = LoadInst::getPointerOperandIndex();
  else if (isa<StoreInst>(I))
    Operand = StoreInst::getPointerOperandIndex();
  else
    return nullptr;
  Use &Address = I.getOperandUse(Operand);
  return Layout.getIndexTypeSizeInBits(Address->getType()) == AddressBits
             ? &Address
             : nullptr;
}

/// The address at \p Address, formed anew; null if nothing before it is near.
Value *formFrom(ArrayRef<Anchor> Anchors, const AddressSum &Sum,
                Instruction &I) {
  const Anchor *Best = nullptr;
  Difference Least;
  for (const Anchor &Candidate : Anchors) {
    std::optional<Difference> D = subtract(Sum, Candidate.Sum);
    if (!D || (Best && (D->Term || !Least.Term)))
      continue;
    Best = &Candidate;
    Least = *D;
  }
  // A single term is no dearer to add to the base.
  if (!Best || Sum.Terms.size() <= (Least.Term ? 1U : 0U))
    return nullptr;
  IRBuilder<> B(&I);
  Value *Address = Best->Pointer;
  if (Least.Term)
    Address = B.CreatePtrAdd(Address,
                             B.CreateMul(Least.Term, B.getInt64(Least.Factor)));
  if (Least.Offset)
    Address = B.CreatePtrAdd(Address, B.getInt64(Least.Offset));
  return Address;
}

} // namespace

PreservedAnalyses ShareNeighbourAddressesPass::run(Function &F,
                                                   FunctionAnalysisManager &) {
  const DataLayout &Layout = F.getDataLayout();
  bool Changed = false;
  for (BasicBlock &BB : F) {
    SmallVector<Anchor, 4> Anchors;
    SmallVector<WeakTrackingVH> Unused;
    for (Instruction &I : BB) {
      Use *Address = addressOf(I, Layout);
      if (!Address || !isa<GEPOperator>(*Address))
        continue;
      AddressSum Sum = sumOf(*Address, Layout);
      Value *Old = *Address;
      if (Value *New = formFrom(Anchors, Sum, I); New && New != Old) {
        Address->set(New);
        Unused.push_back(Old);
        Changed = true;
      } else if (Anchors.size() < MaxAnchors) {
        Anchors.push_back({std::move(Sum), Old});
      }
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unused);
  }
  return keptWithBlocks(Changed);
}

} // namespace warpfort
