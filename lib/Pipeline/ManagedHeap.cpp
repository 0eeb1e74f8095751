//===-- ManagedHeap.cpp - Managed memory for C's malloc -------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With -gpu=managed what host code of C allocates is for the device as well, as
// what Fortran allocates is:
//
//   call ptr @malloc(..)    =>    call ptr @warprt_c_malloc(..)
//
// free() takes either kind of memory in every program that the driver links.
// Functions of the C library that allocate by themselves (strdup) give memory
// of the host.
//
//===----------------------------------------------------------------------===//
#include "ManagedHeap.h"
#include "warprt/EntryPoints.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warpfort {

#define NAME(FUNCTION) #FUNCTION
static constexpr std::pair<StringLiteral, StringLiteral> Counterparts[] = {
    {"malloc", NAME(warprt_c_malloc)},
    {"calloc", NAME(warprt_c_calloc)},
    {"realloc", NAME(warprt_c_realloc)},
    {"aligned_alloc", NAME(warprt_c_aligned_alloc)},
    {"posix_memalign", NAME(warprt_c_posix_memalign)}};
#undef NAME

void manageHeap(Module &M) {
  for (auto [Name, Managed] : Counterparts)
    // What the program defines itself is not the C library's.
    if (Function *F = M.getFunction(Name); F && F->isDeclaration())
      F->setName(Managed);
}

} // namespace warpfort
