//===-- PlainKernelRules.cpp - Kernels for other hosts --------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -ptx and the like write kernels for hosts that have no runtime library:
// nobody is there to print what they would. A kernel that --kernel= made of
// plain Fortran gets addresses from its host and nothing else, takes the
// indices of its thread from external functions, and shares its COMMON blocks
// with the threads of its block.
//
//===----------------------------------------------------------------------===//
#include "Rules.h"

#include "flang/Semantics/scope.h"
#include "flang/Semantics/tools.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace Fortran;
using namespace Fortran::parser::literals;

namespace warpfort::checker {
namespace {

/// Shared memory that every block may have without asking for more.
constexpr std::size_t MostSharedBytes = 48 * 1024;

/// "" is blank COMMON.
std::string blockName(const Symbol &Block) {
  return "/" + Block.name().ToString() + "/";
}

class PlainKernelChecker {
public:
  PlainKernelChecker(SemanticsContext &Context, const KernelsForOthers &Kernels)
      : Context(Context), Kernels(Kernels) {}

  void check(const std::vector<Unit> &Units);

private:
  bool isPlain(const Unit &U) const {
    return U.Sym && Kernels.isPlain(U.Sym->name().ToString());
  }
  void checkDummies(const Symbol &Kernel);
  void checkDummy(const Symbol &Kernel, const Symbol &Dummy);
  void collectBlocks(const Unit &U);
  void checkHostUses(const Unit &U);
  void checkBlockData();

  SemanticsContext &Context;
  const KernelsForOthers &Kernels;
  std::map<std::string, const Symbol *> Blocks;
};

void PlainKernelChecker::checkDummy(const Symbol &Kernel, const Symbol &Dummy) {
  if (semantics::IsProcedure(Dummy) || semantics::IsPolymorphic(Dummy))
    return; // DeviceCodeRules.cpp refuses them in any kernel
  auto Type = evaluate::DynamicType::From(Dummy);
  if (Type && Type->category() == common::TypeCategory::Character) {
    Context.Say(
        Dummy.name(),
        "CHARACTER dummy argument '%s' of kernel '%s' is not supported: another host passes an address, and no length"_err_en_US,
        Dummy.name(), Kernel.name());
    return;
  }
  const auto *Details = Dummy.detailsIf<semantics::ObjectEntityDetails>();
  if (semantics::IsAllocatableOrPointer(Dummy) ||
      (Details && (Details->IsAssumedShape() || Details->IsAssumedRank())))
    Context.Say(
        Dummy.name(),
        "Dummy argument '%s' of kernel '%s' must be a scalar or an array of explicit shape or assumed size: another host passes an address, and no descriptor"_err_en_US,
        Dummy.name(), Kernel.name());
}

void PlainKernelChecker::checkDummies(const Symbol &Kernel) {
  const auto *Details =
      Kernel.GetUltimate().detailsIf<semantics::SubprogramDetails>();
  if (!Details)
    return;
  for (const Symbol *Dummy : Details->dummyArgs())
    if (Dummy)
      checkDummy(Kernel, *Dummy);
    else
      Context.Say(Kernel.name(),
                  "Kernel '%s' may not have an alternate return"_err_en_US,
                  Kernel.name());
}

void PlainKernelChecker::collectBlocks(const Unit &U) {
  forEachStmt(U.Body, [&](const Stmt &S) {
    for (const NameUse &Use : S.Names) {
      const Symbol *Block =
          Use.Sym ? semantics::FindCommonBlockContaining(rootOf(*Use.Sym))
                  : nullptr;
      if (!Block || !Blocks.emplace(Block->name().ToString(), Block).second)
        continue;
      if (Block->size() > MostSharedBytes)
        Context.Say(
            Use.Source,
            "COMMON block %s of kernels is shared memory and may have at most %d bytes, not %d"_err_en_US,
            blockName(*Block), int(MostSharedBytes), int(Block->size()));
    }
    return true;
  });
}

void PlainKernelChecker::checkHostUses(const Unit &U) {
  forEachStmt(U.Body, [&](const Stmt &S) {
    for (const NameUse &Use : S.Names) {
      const Symbol *Block =
          Use.Sym ? semantics::FindCommonBlockContaining(rootOf(*Use.Sym))
                  : nullptr;
      if (Block && Blocks.count(Block->name().ToString()))
        Context.Say(
            Use.Source,
            "'%s' may not be used in host code: its COMMON block %s is the shared memory of kernels"_err_en_US,
            Use.Source, blockName(*Block));
    }
    return true;
  });
}

void PlainKernelChecker::checkBlockData() {
  for (const Scope &S : Context.globalScope().children()) {
    if (S.kind() != Scope::Kind::BlockData)
      continue;
    for (const auto &[Name, Block] : S.commonBlocks())
      if (Blocks.count(Name.ToString()))
        Context.Say(
            Block->name(),
            "COMMON block %s may not have initial values: it is the shared memory of kernels"_err_en_US,
            blockName(*Block));
  }
}

void PlainKernelChecker::check(const std::vector<Unit> &Units) {
  for (const Unit &U : Units)
    if (isPlain(U)) {
      if (Kernels.Kernels.count(U.Sym->name().ToString()))
        checkDummies(*U.Sym);
      collectBlocks(U);
    }
  for (const Unit &U : Units)
    if (!isPlain(U) && !(U.Sym && isDeviceSubprogram(*U.Sym)))
      checkHostUses(U);
  checkBlockData();
}

/// threadidxx and the like, without arguments.
bool isIndexFunction(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {
      "threadidxx", "threadidxy", "threadidxz", "blockidxx",
      "blockidxy",  "blockidxz",  "blockdimx",  "blockdimy",
      "blockdimz",  "griddimx",   "griddimy",   "griddimz"};
  return Names.contains(Name);
}

} // namespace

void checkKernelsForOthers(SemanticsContext &Context,
                           const std::vector<Unit> &Units,
                           const KernelsForOthers &Kernels) {
  if (!Kernels.Kernels.empty())
    PlainKernelChecker(Context, Kernels).check(Units);
  if (!Kernels.Wanted)
    return;
  for (const Unit &U : Units)
    if (U.Sym && isDeviceSubprogram(*U.Sym))
      forEachStmt(U.Body, [&](const Stmt &S) {
        if (S.Kind == StmtKind::Output || S.Kind == StmtKind::Stop)
          Context.Say(
              S.Source,
              "%s may not appear in a kernel for other hosts, which do not know of it"_err_en_US,
              capitalised(S.What));
        return true;
      });
}

bool checkPlainCall(SemanticsContext &Context, const KernelsForOthers &Kernels,
                    const ProcedureRef &Ref, CharBlock At) {
  std::string Name = Ref.proc().GetName();
  const Symbol *Sym = Ref.proc().GetSymbol();
  if (!Sym)
    return false;
  const Symbol &Proc = Sym->GetUltimate();
  const auto *Details = Proc.detailsIf<semantics::SubprogramDetails>();
  if (semantics::IsDummy(Proc) || semantics::IsProcedurePointer(Proc) ||
      isFromDeviceModule(Proc) || (Details && !Details->isInterface()))
    return false;
  if (isIndexFunction(Name)) {
    auto Type = Ref.proc().GetType();
    if (!Type || Type->category() != common::TypeCategory::Integer ||
        Type->kind() != 4 || !Ref.arguments().empty())
      Context.Say(
          At,
          "'%s' must be a function of type INTEGER(4) without arguments"_err_en_US,
          Name);
    return true;
  }
  if (Name == "syncthreads" && !Ref.proc().GetType()) {
    if (!Ref.arguments().empty())
      Context.Say(At, "'%s' has no arguments"_err_en_US, Name);
    return true;
  }
  // An external procedure of this source, without an interface.
  if (Details || !Kernels.Callees.count(Name))
    return false;
  auto Found = Context.globalScope().find(Proc.name());
  return Found != Context.globalScope().end() &&
         subprogramAttrsOf(*Found->second) == CUDASubprogramAttrs::Device;
}

} // namespace warpfort::checker
