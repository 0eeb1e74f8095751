//===-- FlangHooks.h - In place of Flang's CUDA checker ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See FlangHooks.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef WARPFORT_LIB_FRONTEND_CHECKER_FLANGHOOKS_H
#define WARPFORT_LIB_FRONTEND_CHECKER_FLANGHOOKS_H

namespace warpfort::checker {

/// Does nothing; calling it makes the linker take FlangHooks.cpp.
void linkFlangHooks();

} // namespace warpfort::checker

#endif // WARPFORT_LIB_FRONTEND_CHECKER_FLANGHOOKS_H
