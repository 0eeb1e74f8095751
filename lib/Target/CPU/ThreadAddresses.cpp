//===-- ThreadAddresses.cpp - Addresses as sums ---------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadAddresses.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

/// Sums deeper than this are not looked into.
constexpr unsigned MaxDepth = 8;

class SumReader {
public:
  SumReader(ThreadAddress &A, const KernelBody &K, const Uniformity &Uni)
      : A(A), K(K), Uni(Uni) {}
  bool add(Value *V, bool IsSigned, int64_t Scale, unsigned Depth = 0);

private:
  ThreadAddress &A;
  const KernelBody &K;
  const Uniformity &Uni;
};

} // namespace

/// Adds \p Scale times \p V, extended to 64 bits.
bool SumReader::add(Value *V, bool IsSigned, int64_t Scale, unsigned Depth) {
  if (!V->getType()->isIntegerTy() || V->getType()->getIntegerBitWidth() > 64 ||
      Scale != int32_t(Scale))
    return false;
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    A.Constant +=
        Scale * (IsSigned ? C->getSExtValue() : int64_t(C->getZExtValue()));
    return true;
  }
  if (V == K.env(EnvThread)) {
    A.Scale += Scale;
    return true;
  }
  auto Add = [&](Value *Part, bool PartIsSigned, int64_t PartScale) {
    return add(Part, PartIsSigned, PartScale, Depth + 1);
  };
  Value *X, *Y;
  const APInt *C;
  if (Depth < MaxDepth) {
    if (match(V, m_ZExt(m_Value(X))))
      return Add(X, false, Scale);
    if (match(V, m_SExt(m_Value(X))) &&
        (IsSigned || V->getType()->isIntegerTy(64)))
      return Add(X, true, Scale);
    // Sums of 64 bits may wrap around, as addresses do.
    auto *Sum = dyn_cast<OverflowingBinaryOperator>(V);
    bool IsExact =
        V->getType()->isIntegerTy(64) ||
        (Sum && (IsSigned ? Sum->hasNoSignedWrap() : Sum->hasNoUnsignedWrap()));
    if (match(V, m_DisjointOr(m_Value(X), m_Value(Y))) && IsSigned)
      return Add(X, true, Scale) && Add(Y, true, Scale);
    if (IsExact && match(V, m_Add(m_Value(X), m_Value(Y))))
      return Add(X, IsSigned, Scale) && Add(Y, IsSigned, Scale);
    if (IsExact && match(V, m_Sub(m_Value(X), m_Value(Y))))
      return Add(X, IsSigned, Scale) && Add(Y, IsSigned, -Scale);
    if (IsExact && match(V, m_Mul(m_Value(X), m_APInt(C))) &&
        C->abs().ult(1u << 16) && (IsSigned || !C->isNegative()))
      return Add(X, IsSigned, Scale * C->getSExtValue());
    if (IsExact && match(V, m_Shl(m_Value(X), m_APInt(C))) && C->ult(16))
      return Add(X, IsSigned, Scale << C->getZExtValue());
  }
  bool IsSame =
      Uni.Uniform.contains(V) || (isa<Argument>(V) && V != K.env(EnvWarp));
  if (IsSame)
    A.Terms[Extended(V, IsSigned)] += Scale;
  return IsSame;
}

std::optional<ThreadAddress> addressOf(Value *Pointer, const KernelBody &K,
                                       const Uniformity &Uni) {
  const DataLayout &DL = K.Body->getDataLayout();
  ThreadAddress A;
  SumReader Sum(A, K, Uni);
  for (A.Base = Pointer; auto *GEP = dyn_cast<GEPOperator>(A.Base);
       A.Base = GEP->getPointerOperand()) {
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(64, 0);
    if (!GEP->collectOffset(DL, 64, Variable, Constant))
      return std::nullopt;
    A.Constant += Constant.getSExtValue();
    for (auto &[V, Scale] : Variable)
      if (!Sum.add(V, /*IsSigned=*/true, Scale.getSExtValue()))
        return std::nullopt;
  }
  return A;
}

std::optional<ThreadAddress>
numberOf(Value *V, bool IsSigned, const KernelBody &K, const Uniformity &Uni) {
  ThreadAddress A;
  if (!SumReader(A, K, Uni).add(V, IsSigned, 1))
    return std::nullopt;
  return A;
}

} // namespace warpfort::cpu
