//===-- ProgramParts.cpp - Large programs in parts ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ProgramParts.h. Functions with an owner are dealt out in the program's
// order, by their sizes: those of a kernel are neighbours.
//
//===----------------------------------------------------------------------===//
#include "ProgramParts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace warpfort::cpu {
namespace {

class Splitter {
public:
  Splitter(Module &M, unsigned Parts) : M(M), Parts(Parts) {}
  void share(StringRef Symbol);
  std::string part(unsigned Number) const;

private:
  using Definitions = DenseSet<const GlobalValue *>;
  Definitions definitionsOf(unsigned Number) const;

  Module &M;
  unsigned Parts;
  DenseMap<const GlobalValue *, unsigned> Owners;
};

/// Gives what must be there once an owner, and the others its name.
void Splitter::share(StringRef Symbol) {
  SmallVector<Function *> Functions;
  uint64_t Total = 0, Done = 0;
  for (Function &F : M)
    if (!F.isDeclaration() && (!F.hasLocalLinkage() || F.hasAddressTaken())) {
      Functions.push_back(&F);
      Total += F.getInstructionCount();
    }
  for (Function *F : Functions) {
    Owners[F] = static_cast<unsigned>(Done * Parts / Total);
    Done += F->getInstructionCount();
  }
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && (!G.hasLocalLinkage() || !G.isConstant()))
      Owners[&G] = 0;
  for (GlobalValue &G : M.global_values()) {
    if (!Owners.contains(&G) || !G.hasLocalLinkage())
      continue;
    G.setName(G.getName() + "." + Symbol);
    G.setLinkage(GlobalValue::ExternalLinkage);
    G.setVisibility(GlobalValue::HiddenVisibility);
    G.setDSOLocal(true);
  }
}

/// What the part owns, and what that uses without an owner.
Splitter::Definitions Splitter::definitionsOf(unsigned Number) const {
  Definitions Defined;
  SmallVector<const User *> Worklist;
  DenseSet<const Constant *> Seen;
  auto Define = [&](const GlobalValue *G) {
    if (Defined.insert(G).second)
      Worklist.push_back(G);
  };
  auto Visit = [&](const Value *V) {
    if (auto *G = dyn_cast<GlobalValue>(V)) {
      if (!G->isDeclaration() && !Owners.contains(G))
        Define(G);
    } else if (auto *C = dyn_cast<Constant>(V); C && Seen.insert(C).second) {
      Worklist.push_back(C);
    }
  };
  for (const GlobalValue &G : M.global_values())
    if (auto It = Owners.find(&G); It != Owners.end() && It->second == Number)
      Define(&G);
  while (!Worklist.empty()) {
    const User *U = Worklist.pop_back_val();
    for (const Value *Operand : U->operands())
      Visit(Operand);
    if (auto *F = dyn_cast<Function>(U))
      for (const Instruction &I : instructions(F))
        for (const Value *Operand : I.operands())
          Visit(Operand);
  }
  return Defined;
}

std::string Splitter::part(unsigned Number) const {
  Definitions Defined = definitionsOf(Number);
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Part = CloneModule(
      M, Map, [&](const GlobalValue *G) { return Defined.contains(G); });
  for (Function &F : make_early_inc_range(*Part))
    if (F.isDeclaration() && F.use_empty())
      F.eraseFromParent();
  for (GlobalVariable &G : make_early_inc_range(Part->globals()))
    if (G.isDeclaration() && G.use_empty())
      G.eraseFromParent();
  std::string Bitcode;
  raw_string_ostream OS(Bitcode);
  WriteBitcodeToFile(*Part, OS);
  return Bitcode;
}

} // namespace

std::vector<std::string> splitProgram(Module &M, unsigned Parts,
                                      StringRef Symbol) {
  if (!M.alias_empty() || !M.ifunc_empty())
    Parts = 1;
  Splitter Split(M, Parts);
  Split.share(Symbol);
  std::vector<std::string> Bitcode;
  for (unsigned Number = 0; Number < Parts; ++Number)
    Bitcode.push_back(Split.part(Number));
  return Bitcode;
}

} // namespace warpfort::cpu
