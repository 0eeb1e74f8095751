//===-- BlockRuns.cpp - Blocks that run as one ----------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel whose threads know of their place in x nothing but
//
//     i = blockIdx.x*blockDim.x + threadIdx.x
//
// does not see where one block ends and the next begins. Its blocks in a row
// are run by one loop, with the first block's index and thread indices that go
// beyond the block: vectors are full though blocks are small, and the work
// before and behind the loop is done once. What depends on both indices must
// depend on their sum alone, so each value is one of:
//
//     Free    right for each thread, as it is
//     Block   the right one, but for blockIdx.x*blockDim.x, plus that
//     Thread  the right one, but for threadIdx.x, plus that
//
// Only the sum of a Block and a Thread is Free again. None of these sums wraps
// around where it did not before: a row that has more than 2**30 threads is run
// block by block (LaunchBuilder), and what is added on the way is small.
//
// So it is with the rows of a block where code between two barriers knows only
//
//     t = threadIdx.y*blockDim.x + threadIdx.x
//
// as the steps of a reduction do: y takes the place of the block's index.
//
//===----------------------------------------------------------------------===//
#include "BlockRuns.h"
#include "DebugInfo.h"
#include "KernelBody.h"
#include "warprt/CpuCheck.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace warpfort::cpu {
namespace {

enum class Part { Free, Block, Thread, Mixed };

class Places {
public:
  /// \p Outer counts the rows of \p Length threads in each of which \p X begins
  /// anew.
  Places(Function &F, Value *Outer, Value *Length, Value *X)
      : F(F), Outer(Outer), Length(Length), X(X) {}
  bool areSums();

private:
  Part partOf(Value *V) const;
  Part ofInstruction(Instruction &I) const;
  bool isBlockStart(Instruction &I) const;

  Function &F;
  Value *const Outer, *const Length, *const X;
  DenseMap<const Value *, Part> Parts;
};

} // namespace

static Value *withoutExtension(Value *V) {
  auto *Cast = dyn_cast<CastInst>(V);
  return Cast && isa<SExtInst, ZExtInst>(Cast) ? Cast->getOperand(0) : V;
}

/// Outer*blockDim.x
bool Places::isBlockStart(Instruction &I) const {
  if (I.getOpcode() != Instruction::Mul)
    return false;
  Value *A = withoutExtension(I.getOperand(0));
  Value *B = withoutExtension(I.getOperand(1));
  if (A != Outer)
    std::swap(A, B);
  return A == Outer && B == Length;
}

Part Places::partOf(Value *V) const {
  if (V == X)
    return Part::Thread;
  if (V == Outer)
    return Part::Mixed;
  return Parts.lookup(V);
}

/// Whether \p V says which block is checked, and nothing else.
static bool isForWord(const Value *V) {
  auto *Call = dyn_cast<CallInst>(V);
  if (Call && Call->getCalledFunction())
    return Call->getCalledFunction()->getName() == "warprt_cpu_check_start";
  return isa<BinaryOperator, CastInst>(V) && !V->use_empty() &&
         all_of(V->users(), isForWord);
}

/// Whether adding \p V to a part of an index keeps it far from wrapping around.
static bool isSmall(const Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->getValue().abs().ult(1u << 29);
}

/// Whether \p I extends a part of an index to what the whole index would be
/// extended to.
static bool keepsSums(const CastInst &I) {
  if (isa<SExtInst>(I) || cast<ZExtInst>(I).hasNonNeg())
    return true;
  auto *Sum = dyn_cast<BinaryOperator>(I.getOperand(0));
  auto *C = Sum ? dyn_cast<ConstantInt>(Sum->getOperand(1)) : nullptr;
  return !Sum || Sum->getOpcode() == Instruction::Mul ||
         (C && Sum->getOpcode() == Instruction::Add && !C->isNegative());
}

Part Places::ofInstruction(Instruction &I) const {
  if (isForWord(&I)) // the first block's, see canJoinBlocks()
    return Part::Free;
  if (isBlockStart(I))
    return Part::Block;
  // Its only use is the product.
  if (isa<SExtInst, ZExtInst>(I) && I.getOperand(0) == Outer &&
      all_of(I.users(), [&](User *U) {
        return isBlockStart(*cast<Instruction>(U)) || isForWord(U);
      }))
    return Part::Free;
  if (all_of(I.operands(), [&](Value *Op) { return partOf(Op) == Part::Free; }))
    return Part::Free;
  if (isa<SExtInst, ZExtInst>(I))
    return keepsSums(cast<CastInst>(I)) ? partOf(I.getOperand(0)) : Part::Mixed;
  bool IsAdd = I.getOpcode() == Instruction::Add;
  if (!IsAdd && I.getOpcode() != Instruction::Sub)
    return Part::Mixed;
  Part Left = partOf(I.getOperand(0)), Right = partOf(I.getOperand(1));
  if (isSmall(I.getOperand(1)))
    return Left;
  bool IsSum = IsAdd && ((Left == Part::Block && Right == Part::Thread) ||
                         (Left == Part::Thread && Right == Part::Block));
  return IsSum ? Part::Free : Part::Mixed;
}

bool Places::areSums() {
  ReversePostOrderTraversal<Function *> Blocks(&F);
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      Part P = ofInstruction(I);
      // What comes around a loop counted as Free and must turn out to be.
      if (P == Part::Mixed ||
          (P != Part::Free && any_of(I.users(), [&](User *U) {
             return !isa<BinaryOperator, CastInst>(U);
           })))
        return false;
      Parts[&I] = P;
    }
  return true;
}

/// Whether \p V is the thread's number where words have it.
static bool isNumberOfWord(const Value *V, const KernelBody &K) {
  return match(V, m_Shl(m_ZExt(m_Specific(K.env(EnvLinear))),
                        m_SpecificInt(WARPRT_CHECK_THREAD_SHIFT)));
}

/// Whether blocks and threads have numbers in sums of a block's word and a
/// thread's number only, which are right for threads of other blocks, too.
static bool haveNumbersInWords(const KernelBody &K) {
  auto IsSum = [&](const User *U) {
    auto *Sum = dyn_cast<BinaryOperator>(U);
    return Sum && Sum->getOpcode() == Instruction::Add &&
           any_of(Sum->operands(),
                  [&](const Value *V) { return isNumberOfWord(V, K); });
  };
  for (const Instruction &I : instructions(*K.Body))
    if (isa<CallInst>(I) && isForWord(&I) && !all_of(I.users(), IsSum))
      return false;
  return all_of(K.env(EnvLinear)->users(), [&](const User *Wide) {
    return isa<ZExtInst>(Wide) && all_of(Wide->users(), [&](const User *U) {
             return isNumberOfWord(U, K) && all_of(U->users(), IsSum);
           });
  });
}

bool canJoinBlocks(const KernelBody &K) {
  for (unsigned Which : {EnvContext, EnvShared, EnvDynamicShared})
    if (!K.env(Which)->use_empty())
      return false;
  return (K.IsChecked ? haveNumbersInWords(K)
                      : K.env(EnvLinear)->use_empty()) &&
         !keepsVariables(*K.Body) &&
         Places(*K.Body, K.env(EnvBlock), K.env(EnvBlockDim), K.env(EnvThread))
             .areSums();
}

bool canJoinRows(const KernelBody &K, Function &F) {
  return !keepsVariables(F) &&
         Places(F, K.env(F, EnvThread, 1), K.env(F, EnvBlockDim),
                K.env(F, EnvThread))
             .areSums();
}

} // namespace warpfort::cpu
