//===-- HostDeviceLocals.cpp - Locals of code for host and device ---------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A procedure for host and device computes on the side where it is called, and
// can launch no kernel: its local data is that side's, whatever attribute is
// written. Lowering would allocate device memory for it, which the code for the
// device has no means to do and that for the host could not use.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "warpfort/Frontend/Checker.h"

using namespace Fortran;

static bool isLocalData(const semantics::Symbol &Sym) {
  auto *Object = Sym.detailsIf<semantics::ObjectEntityDetails>();
  if (!Object || !Object->cudaDataAttr() || semantics::IsDummy(Sym) ||
      semantics::IsSaved(Sym))
    return false;
  switch (*Object->cudaDataAttr()) {
  case common::CUDADataAttr::Device:
  case common::CUDADataAttr::Managed:
  case common::CUDADataAttr::Unified:
  case common::CUDADataAttr::Pinned:
    return true;
  default:
    return false;
  }
}

static void dropAttributes(semantics::Scope &S, bool ForBoth) {
  if (S.IsModuleFile())
    return;
  if (S.kind() == semantics::Scope::Kind::Subprogram && S.symbol())
    ForBoth = warpfort::checker::subprogramAttrsOf(*S.symbol()) ==
              common::CUDASubprogramAttrs::HostDevice;
  if (ForBoth && !S.IsDerivedType())
    for (auto &[Name, Ref] : S)
      if (&Ref->owner() == &S && isLocalData(*Ref))
        Ref->get<semantics::ObjectEntityDetails>().set_cudaDataAttr(
            std::nullopt);
  for (semantics::Scope &Child : S.children())
    dropAttributes(Child, ForBoth);
}

void warpfort::dropLocalAttributes(semantics::SemanticsContext &Context) {
  dropAttributes(Context.globalScope(), false);
}
