//===-- RequiredArch.cpp - What older GPUs do not have --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of the beginnings of intrinsics' names, the first that fits counts.
//
//===----------------------------------------------------------------------===//
#include "RequiredArch.h"
#include "warpfort/Support/Diagnostics.h"
#include "warpfort/Support/Names.h"
#include "warpfort/Support/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

namespace {
struct Requirement {
  const char *Prefix; ///< behind "llvm.nvvm."
  unsigned Arch;
  const char *What;
};
} // namespace

static constexpr Requirement Requirements[] = {
    {"barrier.cluster.", 90, "clusters of blocks"},
    {"mapa", 90, "clusters of blocks"},
    {"read.ptx.sreg.cluster", 90, "clusters of blocks"},
    {"read.ptx.sreg.nclusterid", 90, "clusters of blocks"},
    {"wmma.m8n8k4.", 80, "tensor-core products of real(8)"},
    {"wmma.m16n16k8.", 80, "tensor-core products of real(4)"},
    {"wmma.", 70, "tensor-core products"},
    {"cp.async.bulk", 90, "bulk asynchronous copies"},
    {"fence.proxy.", 90, "bulk asynchronous copies"},
    {"mbarrier.", 80, "barrier objects"},
    {"cp.async.", 80, "asynchronous copies"},
};

static const Requirement *requirementOf(StringRef Name) {
  if (!Name.consume_front("llvm.nvvm."))
    return nullptr;
  for (const Requirement &R : Requirements)
    if (Name.starts_with(R.Prefix))
      return &R;
  return nullptr;
}

namespace {
/// The most that a module needs, and why.
struct Need {
  unsigned Arch = 0;
  const char *What = nullptr;
  const Function *User = nullptr;

  void add(unsigned NewArch, const char *NewWhat, const Function *NewUser) {
    if (NewArch > Arch)
      *this = {NewArch, NewWhat, NewUser};
  }
};
} // namespace

/// Of the device library.
static void addInlineAssembly(const Function &F, Need &Most) {
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallInst>(&I);
    const auto *Asm =
        Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
    if (!Asm)
      continue;
    StringRef Text = Asm->getAsmString();
    if (Text.contains("cp.async.bulk") || Text.contains("expect_tx") ||
        Text.contains("fence.proxy"))
      Most.add(90, "bulk asynchronous copies", &F);
    else if (Text.contains("cp.async."))
      Most.add(80, "asynchronous copies", &F);
    else if (Text.contains("mbarrier."))
      Most.add(80, "barrier objects", &F);
  }
}

/// What a kernel might have before PTX 8.1.
static constexpr uint64_t FewArgumentBytes = 4352;

static uint64_t argumentBytes(const Function &Kernel) {
  const DataLayout &DL = Kernel.getParent()->getDataLayout();
  uint64_t Bytes = 0;
  for (const Argument &A : Kernel.args()) {
    Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    Bytes = alignTo(Bytes, DL.getABITypeAlign(T)) + DL.getTypeAllocSize(T);
  }
  return Bytes;
}

static auto kernelsOf(const Module &M) {
  return make_filter_range(M, [](const Function &F) {
    return F.getCallingConv() == CallingConv::PTX_Kernel;
  });
}

bool hasManyArguments(const Module &M) {
  return any_of(kernelsOf(M), [](const Function &F) {
    return argumentBytes(F) > FewArgumentBytes;
  });
}

static Error checkArguments(const Module &M) {
  for (const Function &F : kernelsOf(M))
    if (uint64_t Bytes = argumentBytes(F); Bytes > MaxKernelArgumentBytes)
      return makeError("the arguments of kernel '" + demangleName(F.getName()) +
                       "' have " + Twine(Bytes) + " bytes; a GPU takes " +
                       Twine(MaxKernelArgumentBytes));
  return Error::success();
}

static Need needOf(const Module &M) {
  Need Most;
  for (const Function &F : M) {
    addInlineAssembly(F, Most);
    if (F.hasFnAttribute("nvvm.cluster_dim"))
      Most.add(90, "clusters of blocks", &F);
    if (const Requirement *R = requirementOf(F.getName()))
      for (const User *U : F.users())
        if (const auto *Call = dyn_cast<CallInst>(U))
          Most.add(R->Arch, R->What, Call->getFunction());
  }
  return Most;
}

static std::string version(unsigned Arch) {
  return (Twine(Arch / 10) + "." + Twine(Arch % 10)).str();
}

Error fitArchitectures(const Module &M, std::vector<unsigned> &Archs,
                       bool MayDrop) {
  if (Error E = checkArguments(M))
    return E;
  Need Most = needOf(M);
  unsigned Lowest = *min_element(Archs);
  if (Lowest >= Most.Arch)
    return Error::success();
  if (!MayDrop)
    return makeError("'" + demangleName(Most.User->getName()) + "' uses " +
                     Most.What + ", which need compute capability " +
                     version(Most.Arch) + " (-gpu=cc" + Twine(Most.Arch) +
                     "); device code is made for " + version(Lowest));
  erase_if(Archs, [&](unsigned Arch) { return Arch < Most.Arch; });
  if (Archs.empty())
    Archs.push_back(Most.Arch);
  return Error::success();
}

} // namespace warpfort
