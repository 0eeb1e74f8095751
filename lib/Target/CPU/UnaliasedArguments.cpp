//===-- UnaliasedArguments.cpp - Data of different arguments --------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a kernel runs, the data of an unaliased argument changes through this
// argument or not at all (UnaliasedAttr). So a store through another argument
// does not touch what is loaded through one that the kernel only reads:
//
//     do j = 1, 4
//       do i = 1, 4
//         c(i, j) = sum(a(i, :)*b(:, j))
//
// Without this, LLVM loads each a(i,k) anew behind each store, and its
// vectoriser for straight code cannot put a store behind the next loads.
//
// Programs that pass one array twice, which Fortran forbids where it is written
// to, keep the order of a thread's accesses: as on a GPU, nothing is said of
// arguments that the kernel writes to. Nothing is said of barriers and other
// calls either: those may still change all data, which LLVM's `noalias` would
// deny.
//
//===----------------------------------------------------------------------===//
#include "UnaliasedArguments.h"
#include "InvariantDescriptors.h"
#include "KernelBody.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

/// Each argument is compared with all others.
constexpr unsigned MostArguments = 32;

class Marker {
public:
  explicit Marker(KernelBody &K) : K(K), Ctx(K.Body->getContext()) {}
  void run();

private:
  const Argument *argumentOf(const Value *Object) const;
  bool findArguments(const Value *Pointer,
                     SmallPtrSetImpl<const Argument *> &Found) const;
  SmallPtrSet<const Argument *, 8> writtenArguments() const;

  KernelBody &K;
  LLVMContext &Ctx;
};

/// The argument that \p Object is the data of.
const Argument *Marker::argumentOf(const Value *Object) const {
  auto IsParam = [&](const Argument *Arg, bool ByReference) {
    return Arg && Arg->getArgNo() < K.Params.size() &&
           K.Params[Arg->getArgNo()].ByReference == ByReference;
  };
  if (auto *Load = dyn_cast<LoadInst>(Object)) {
    auto *Arg = dyn_cast<Argument>(Load->getPointerOperand());
    return IsParam(Arg, true) && Load->getType()->isPointerTy() &&
                   isDescriptorType(K.Params[Arg->getArgNo()].ValueType)
               ? Arg
               : nullptr;
  }
  auto *Arg = dyn_cast<Argument>(Object);
  return IsParam(Arg, false) ? Arg : nullptr;
}

/// False if \p Pointer may lead to anything else.
bool Marker::findArguments(const Value *Pointer,
                           SmallPtrSetImpl<const Argument *> &Found) const {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return all_of(Objects, [&](const Value *Object) {
    const Argument *Arg = argumentOf(Object);
    if (Arg)
      Found.insert(Arg);
    return Arg;
  });
}

/// Those whose data the kernel stores to, or gives to others.
SmallPtrSet<const Argument *, 8> Marker::writtenArguments() const {
  SmallPtrSet<const Argument *, 8> Written;
  for (const Instruction &I : instructions(*K.Body)) {
    if (isa<LoadInst>(I) || !I.mayReadOrWriteMemory())
      continue;
    for (const Value *Operand : I.operands())
      if (Operand->getType()->isPointerTy()) {
        SmallVector<const Value *, 4> Objects;
        getUnderlyingObjects(Operand, Objects, /*LI=*/nullptr,
                             /*MaxLookup=*/0);
        for (const Value *Object : Objects)
          if (const Argument *Arg = argumentOf(Object))
            Written.insert(Arg);
      }
  }
  return Written;
}

void Marker::run() {
  MDBuilder MDB(Ctx);
  MDNode *Domain = MDB.createAnonymousAliasScopeDomain("warpfort.arguments");
  MapVector<const Argument *, Metadata *> Scopes;
  const auto Written = writtenArguments();
  for (auto [Index, Param] : enumerate(K.Params))
    if (Param.IsUnaliased && !Written.contains(K.Body->getArg(Index)))
      Scopes[K.Body->getArg(Index)] = MDB.createAnonymousAliasScope(Domain);
  if (Scopes.empty() || K.Params.size() > MostArguments)
    return;
  for (Instruction &I : instructions(*K.Body)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    SmallPtrSet<const Argument *, 4> Arguments;
    if (!Pointer || I.isAtomic() || I.isVolatile() ||
        !findArguments(Pointer, Arguments))
      continue;
    auto Add = [&](unsigned Kind, ArrayRef<Metadata *> List) {
      I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind),
                                              MDNode::get(Ctx, List)));
    };
    // An access that is in the scopes of two arguments lies in one of them.
    if (Arguments.size() == 1)
      if (Metadata *Own = Scopes.lookup(*Arguments.begin()))
        Add(LLVMContext::MD_alias_scope, {Own});
    if (!isa<StoreInst>(I))
      continue;
    SmallVector<Metadata *> Others;
    for (auto [Arg, Scope] : Scopes)
      if (!Arguments.contains(Arg))
        Others.push_back(Scope);
    if (!Others.empty())
      Add(LLVMContext::MD_noalias, Others);
  }
}

} // namespace

void setArgumentsApart(KernelBody &K) { Marker(K).run(); }

} // namespace warpfort::cpu
