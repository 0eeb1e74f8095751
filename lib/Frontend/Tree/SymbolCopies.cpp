//===-- SymbolCopies.cpp - Copies of symbols ------------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SymbolCopies.h.
//
//===----------------------------------------------------------------------===//

#include "SymbolCopies.h"

using namespace Fortran;

semantics::Symbol &warpfort::copyObject(semantics::Scope &Scope,
                                        parser::CharBlock Name,
                                        const semantics::Symbol &Object) {
  semantics::Symbol &Copy =
      *Scope
           .try_emplace(Name, Object.attrs(),
                        semantics::ObjectEntityDetails(
                            Object.get<semantics::ObjectEntityDetails>()))
           .first->second;
  Copy.flags() = Object.flags();
  return Copy;
}
