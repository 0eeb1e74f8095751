//===-- HostData.cpp - HOST_DATA with CUDA Fortran ------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With CUDA Fortran, Flang gives HOST_DATA constructs a copy of each variable
// that USE_DEVICE names, with the attribute DEVICE (lib/Flang/HostDataCopies).
//
// Without CUDA Fortran there is no such copy, and generic procedures of CUDA
// libraries would take the names for data of the host. Programs that use them
// get the copies: the rest of CUDA Fortran remains switched off.
//
//===----------------------------------------------------------------------===//
#include "HostData.h"
#include "Frontend/Tree/TreeWalk.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "llvm/ADT/STLExtras.h"

using namespace Fortran;

namespace warpfort {
namespace {

/// Finds clauses that give host code addresses of the device.
struct DeviceAddressFinder {
  bool IsFound = false;
  void Post(const parser::AccClause &X) {
    IsFound |= std::holds_alternative<parser::AccClause::UseDevice>(X.u) ||
               std::holds_alternative<parser::AccClause::Deviceptr>(X.u);
  }
};

} // namespace

bool needsHostDataAttributes(semantics::SemanticsContext &Context,
                             const parser::Program &Program) {
  // All modules of libraries use this one, if by other modules.
  static constexpr llvm::StringLiteral Common = "warpfort_library_types";
  auto HasIt = [](const semantics::Scope &Modules) {
    return llvm::any_of(Modules.children(), [](const semantics::Scope &Scope) {
      return Scope.IsModule() && Scope.symbol() &&
             Scope.symbol()->name().ToString() == Common;
    });
  };
  // Modules of the installation have a scope beside those of the program.
  bool UsesLibrary =
      HasIt(Context.globalScope()) || HasIt(Context.intrinsicModulesScope());
  DeviceAddressFinder Visitor;
  if (UsesLibrary)
    walk(Program, Visitor);
  return Visitor.IsFound;
}

} // namespace warpfort
