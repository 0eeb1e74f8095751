//===-- LoopScalars.cpp - Scalars of kernel loops across files ------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each iteration of a kernel loop has copies of the host's scalars. That is
// right for one that the loop only reads and for one that every iteration
// assigns before it reads it; a sum is lost:
//
//   !$cuf kernel do
//   do i = 1, n
//     call add(s, a(i))        subroutine add(s, x);  s = s + x
//
// The compiler sees this where it has the procedure's code. For procedures of
// other files it leaves a mark where an iteration begins, a call with the
// copy's address, the variable's name and the place, which is followed up here,
// where all code of the program is at hand. The compiler takes such a procedure
// to assign the variable, and the last iteration's copy is the value after the
// loop: where the value is used, one that may leave the copy is warned of. What
// is not understood is let pass.
//
//===----------------------------------------------------------------------===//
#include "LoopScalars.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Names.h"
#include "warprt/DeviceLibrary.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

namespace {

/// What code does with a variable that it has the address of.
enum class Use { OnlyReads, MayDefine, Defines, ReadsFirst, Unknown };

class ScalarWalk {
public:
  /// \p Mark ends what assignments before it mean.
  ScalarWalk(const Value &Address, const Function &Code, const CallBase *Mark,
             SmallPtrSetImpl<const Function *> &Active)
      : Address(Address), Code(Code), Mark(Mark), Active(Active) {}

  Use run();
  const CallBase *offender() const { return Offender; }
  /// A call that may leave the variable as it is, or assign it.
  const CallBase *leaver() const { return Leaver; }

private:
  Use useOf(const Instruction &I) const;
  bool isFromBefore(const Instruction &I) const;
  bool mayBeAssignedBefore(const Instruction &Read) const;
  bool follow(const BasicBlock &Block, bool Assigned);

  const Value &Address;
  const Function &Code;
  const CallBase *Mark;
  SmallPtrSetImpl<const Function *> &Active;
  DenseMap<const Instruction *, Use> Uses;
  bool ReadsFirst = false, DefinesInLoop = false;
  const CallBase *Offender = nullptr, *Leaver = nullptr;
};

Use ScalarWalk::useOf(const Instruction &I) const {
  if (isa<LoadInst>(I))
    return Use::OnlyReads;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getValueOperand() == &Address ? Use::Unknown : Use::Defines;
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Callee->isDeclaration() || Active.contains(Callee) ||
      Callee->arg_size() != Call->arg_size())
    return Use::Unknown;
  std::optional<Use> Result;
  for (unsigned Index = 0; Index < Call->arg_size(); ++Index) {
    if (Call->getArgOperand(Index) != &Address)
      continue;
    if (Result)
      return Use::Unknown;
    Active.insert(Callee);
    Result = ScalarWalk(*Callee->getArg(Index), *Callee, nullptr, Active).run();
    Active.erase(Callee);
  }
  return Result.value_or(Use::Unknown);
}

/// Whether an instruction gives the copy the value from before the loop: when
/// the kernel begins, or in front of the mark when an iteration does.
bool ScalarWalk::isFromBefore(const Instruction &I) const {
  return Mark && isa<StoreInst>(I) &&
         (I.getParent() == Mark->getParent()
              ? I.comesBefore(Mark)
              : !isPotentiallyReachable(Mark, &I));
}

/// Whether the same iteration may have assigned the variable before. Conditions
/// are trusted, as the compiler does where it sees what is assigned.
bool ScalarWalk::mayBeAssignedBefore(const Instruction &Read) const {
  SmallPtrSet<BasicBlock *, 1> Begin{
      const_cast<BasicBlock *>(Mark->getParent())};
  return any_of(Uses, [&](const auto &Entry) {
    const auto &[I, What] = Entry;
    if (What == Use::OnlyReads || isFromBefore(*I))
      return false;
    if (Read.getParent() == Mark->getParent())
      return I->getParent() == Read.getParent() && I->comesBefore(&Read);
    return isPotentiallyReachable(I, &Read, &Begin);
  });
}

/// Whether the variable is assigned at the end of a block.
bool ScalarWalk::follow(const BasicBlock &Block, bool Assigned) {
  for (const Instruction &I : Block) {
    if (&I == Mark)
      Assigned = false;
    auto Found = Uses.find(&I);
    if (Found == Uses.end())
      continue;
    if (!Assigned &&
        (Found->second == Use::ReadsFirst || Found->second == Use::OnlyReads)) {
      ReadsFirst = true;
      if (!Offender && (Found->second == Use::ReadsFirst ||
                        (DefinesInLoop && !mayBeAssignedBefore(I))))
        Offender = dyn_cast<CallBase>(&I);
    }
    Assigned |= Found->second != Use::OnlyReads;
  }
  return Assigned;
}

Use ScalarWalk::run() {
  bool Defines = false;
  for (const User *U : Address.users()) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I)
      return Use::Unknown;
    if (I == Mark || Uses.contains(I))
      continue;
    Use Found = useOf(*I);
    if (Found == Use::Unknown)
      return Use::Unknown;
    Defines |= Found != Use::OnlyReads;
    DefinesInLoop |= Mark && Found != Use::OnlyReads && !isFromBefore(*I);
    Uses[I] = Found;
    if (Found == Use::MayDefine && !Leaver)
      Leaver = dyn_cast<CallBase>(I);
  }
  if (!Defines)
    return Use::OnlyReads;
  // The greatest solution of "assigned on every path".
  DenseMap<const BasicBlock *, bool> After;
  for (const BasicBlock &Block : Code)
    After[&Block] = true;
  auto Before = [&](const BasicBlock &Block) {
    return !Block.isEntryBlock() &&
           all_of(predecessors(&Block),
                  [&](const BasicBlock *P) { return After[P]; });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock &Block : Code) {
      bool State = follow(Block, Before(Block));
      Changed |= State != After[&Block];
      After[&Block] = State;
    }
  }
  ReadsFirst = false;
  Offender = nullptr;
  for (const BasicBlock &Block : Code)
    follow(Block, Before(Block));
  if (ReadsFirst)
    return Use::ReadsFirst;
  bool Always = all_of(Code, [&](const BasicBlock &Block) {
    return !isa<ReturnInst>(Block.getTerminator()) || After[&Block];
  });
  return Always && !Leaver ? Use::Defines : Use::MayDefine;
}

/// The constant text that an argument is the address of.
StringRef textOf(const Value *Address) {
  const auto *Text = dyn_cast<GlobalVariable>(Address->stripPointerCasts());
  const auto *Data = Text && Text->hasInitializer()
                         ? dyn_cast<ConstantDataArray>(Text->getInitializer())
                         : nullptr;
  return Data && Data->isCString() ? Data->getAsCString() : StringRef("?");
}

std::string calleeOf(const CallBase &Call) {
  return demangleName(Call.getCalledFunction()->getName());
}

Error check(const CallBase &Mark,
            function_ref<void(const std::string &)> Warn) {
  SmallPtrSet<const Function *, 8> Active;
  const Value &Copy = *Mark.getArgOperand(0);
  ScalarWalk Walk(Copy, *Mark.getFunction(), &Mark, Active);
  Use Found = Walk.run();
  auto NumberOf = [&](unsigned Argument) {
    return cast<ConstantInt>(Mark.getArgOperand(Argument))->getZExtValue();
  };
  std::string Variable =
      (textOf(Mark.getArgOperand(2)) + ":" + Twine(NumberOf(3)) +
       ": host variable '" + textOf(Mark.getArgOperand(1)) + "' ")
          .str();
  if (Found == Use::ReadsFirst && Walk.offender())
    return makeError(Variable +
                     "carries a value from one iteration of the kernel loop to "
                     "the next: '" +
                     calleeOf(*Walk.offender()) +
                     "' reads it before it is assigned");
  bool IsUsedAfter = Mark.arg_size() > 4 && NumberOf(4);
  if (IsUsedAfter && Found != Use::Unknown && Walk.leaver())
    Warn(Variable +
         "has the value that the last iteration left after the kernel loop: '" +
         calleeOf(*Walk.leaver()) + "' may not assign it there");
  return Error::success();
}

} // namespace

Error checkLoopScalars(Module &Program,
                       function_ref<void(const std::string &)> Warn) {
  Error Errors = Error::success();
  Function *F = Program.getFunction(WARPDEV_LOOP_SCALAR);
  if (!F)
    return Errors;
  // In the order of the program, which the list of users is not in.
  for (Function &Caller : Program)
    for (Instruction &I : make_early_inc_range(instructions(Caller)))
      if (auto *Mark = dyn_cast<CallBase>(&I);
          Mark && Mark->getCalledFunction() == F) {
        Errors = joinErrors(std::move(Errors), check(*Mark, Warn));
        Mark->eraseFromParent();
      }
  F->eraseFromParent();
  return Errors;
}

} // namespace warpfort
