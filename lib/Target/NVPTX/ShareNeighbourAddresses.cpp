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
#include "llvm/ADT/PointerIntPair.h"
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

/// A value of 64 bits, or a narrower one that is extended with its sign or,
/// with the bit set, with zeros. Null: none.
using Part = PointerIntPair<Value *, 1, bool>;

/// A part, or the product of two, the lower one first.
using Term = std::pair<Part, Part>;

/// Base + sum of factor * term + offset, in bytes.
struct AddressSum {
  Value *Base = nullptr;
  SmallMapVector<Term, uint64_t, 4> Terms;
  uint64_t Offset = 0;
  SmallDenseMap<Term, Value *, 4> Products; ///< of terms, where there are any

  void add(Value *V, uint64_t Factor, unsigned Depth = 0);
  void addProduct(Value *V, Value *Left, Value *Right, uint64_t Factor);
};

/// What one address is more than another: a part's multiple and a constant.
struct Difference {
  Part Of;
  uint64_t Factor = 0, Offset = 0;
};

struct Anchor {
  AddressSum Sum;
  Value *Pointer;
};

/// What \p V is without constants that are added to it, which it adds to
/// \p Constant.
Part withoutConstants(Value *V, uint64_t &Constant) {
  Value *Rest;
  const APInt *C;
  for (unsigned Depth = 0; Depth != MaxDepth; ++Depth) {
    if (!match(V, m_AddLike(m_Value(Rest), m_APInt(C))))
      break;
    Constant += C->getZExtValue();
    V = Rest;
  }
  if (match(V, m_ZExt(m_Value(Rest)))) {
    if (match(Rest, m_NUWAddLike(m_Value(V), m_APInt(C)))) {
      Constant += C->getZExtValue();
      Rest = V;
    }
    return {Rest, true};
  }
  if (match(V, m_SExt(m_Value(Rest)))) {
    if (match(Rest, m_NSWAddLike(m_Value(V), m_APInt(C)))) {
      Constant += static_cast<uint64_t>(C->getSExtValue());
      Rest = V;
    }
    return {Rest, false};
  }
  return {V, false};
}

/// (l + c) * (r + d) = l * r + d * l + c * r + c * d, so that neighbours along
/// a dimension whose stride is a variable differ by a multiple of that.
void AddressSum::addProduct(Value *V, Value *Left, Value *Right,
                            uint64_t Factor) {
  uint64_t OfLeft = 0, OfRight = 0;
  Part L = withoutConstants(Left, OfLeft);
  Part R = withoutConstants(Right, OfRight);
  Term Product = {std::min(L, R), std::max(L, R)};
  Terms[Product] += Factor;
  if (!OfLeft && !OfRight)
    Products[Product] = V;
  if (OfRight)
    Terms[{L, Part()}] += Factor * OfRight;
  if (OfLeft)
    Terms[{R, Part()}] += Factor * OfLeft;
  Offset += Factor * OfLeft * OfRight;
}

void AddressSum::add(Value *V, uint64_t Factor, unsigned Depth) {
  Value *Left, *Right;
  const APInt *C;
  if (match(V, m_APInt(C))) {
    Offset += Factor * C->getZExtValue();
  } else if (Depth != MaxDepth &&
             (match(V, m_Add(m_Value(Left), m_Value(Right))) ||
              match(V, m_DisjointOr(m_Value(Left), m_Value(Right))))) {
    add(Left, Factor, Depth + 1);
    add(Right, Factor, Depth + 1);
  } else if (Depth != MaxDepth &&
             match(V, m_Sub(m_Value(Left), m_Value(Right)))) {
    add(Left, Factor, Depth + 1);
    add(Right, -Factor, Depth + 1);
  } else if (Depth != MaxDepth && match(V, m_Mul(m_Value(Left), m_APInt(C)))) {
    add(Left, Factor * C->getZExtValue(), Depth + 1);
  } else if (Depth != MaxDepth && match(V, m_Shl(m_Value(Left), m_APInt(C))) &&
             C->ult(AddressBits)) {
    add(Left, Factor << C->getZExtValue(), Depth + 1);
  } else if (match(V, m_Mul(m_Value(Left), m_Value(Right)))) {
    addProduct(V, Left, Right, Factor);
  } else {
    uint64_t Constant = 0;
    Part P = withoutConstants(V, Constant);
    Terms[{P, Part()}] += Factor;
    Offset += Factor * Constant;
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

/// Nothing where the two differ by more than one term, or by a product that
/// neither has.
std::optional<Difference> subtract(const AddressSum &A, const AddressSum &B) {
  if (A.Base != B.Base)
    return std::nullopt;
  Difference Result;
  Result.Offset = A.Offset - B.Offset;
  auto Take = [&](const Term &T, uint64_t Factor) {
    if (Factor == 0)
      return true;
    if (Result.Of.getPointer())
      return false;
    Result.Of = T.first;
    if (T.second.getPointer()) {
      Value *Product = A.Products.lookup(T);
      Result.Of = {Product ? Product : B.Products.lookup(T), false};
    }
    if (!Result.Of.getPointer())
      return false;
    Result.Factor = Factor;
    return true;
  };
  for (auto &[T, Factor] : A.Terms)
    if (!Take(T, Factor - B.Terms.lookup(T)))
      return std::nullopt;
  for (auto &[T, Factor] : B.Terms)
    if (!A.Terms.contains(T) && !Take(T, -Factor))
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
    if (!D || (Best && (D->Of.getPointer() || !Least.Of.getPointer())))
      continue;
    Best = &Candidate;
    Least = *D;
  }
  // A single term is no dearer to add to the base.
  Value *Of = Least.Of.getPointer();
  if (!Best || Sum.Terms.size() <= (Of ? 1U : 0U))
    return nullptr;
  IRBuilder<> B(&I);
  Value *Address = Best->Pointer;
  if (Of) {
    Value *Wide = Least.Of.getInt() ? B.CreateZExt(Of, B.getInt64Ty())
                                    : B.CreateSExt(Of, B.getInt64Ty());
    Address =
        B.CreatePtrAdd(Address, B.CreateMul(Wide, B.getInt64(Least.Factor)));
  }
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
