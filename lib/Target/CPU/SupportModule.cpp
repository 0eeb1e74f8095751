//===-- SupportModule.cpp - Helpers linked into device programs -----------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bitcode is part of this library: the build compiles WarpSupport.c first.
// (A compiler cache that does not know #embed must be told when it changed.)
//
//===----------------------------------------------------------------------===//
#include "SupportModule.h"
#include "warpfort/Support/LinkModules.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace llvm;

namespace warpfort::cpu {

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static constexpr unsigned char Bitcode[] = {
#embed "WarpSupport.bc"
};
#pragma clang diagnostic pop

Error linkSupport(Module &M) {
  StringRef Bytes(reinterpret_cast<const char *>(Bitcode), sizeof(Bitcode));
  Expected<std::unique_ptr<Module>> Support =
      parseBitcodeFile(MemoryBufferRef(Bytes, "WarpSupport"), M.getContext());
  if (!Support)
    return Support.takeError();
  if (NamedMDNode *Flags = (*Support)->getModuleFlagsMetadata())
    (*Support)->eraseNamedMetadata(Flags);
  SmallVector<std::string> Defined;
  for (Function &F : **Support)
    if (!F.isDeclaration())
      Defined.push_back(F.getName().str());
  if (linkModules(M, std::move(*Support), Linker::LinkOnlyNeeded))
    return createStringError("cannot link the CPU target's helpers");
  for (StringRef Name : Defined)
    if (Function *F = M.getFunction(Name); F && !F->isDeclaration())
      F->setLinkage(GlobalValue::InternalLinkage);
  return Error::success();
}

} // namespace warpfort::cpu
