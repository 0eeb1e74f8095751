//===-- FlangWrap.h - Functions of Flang's that we wrap ---------*- C++ -*-===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The linker option --wrap=SYMBOL (CMakeLists.txt) makes Flang call our
// function in the place of its own, which remains to be called.
//
//===----------------------------------------------------------------------===//
#ifndef WARPFORT_LIB_FLANG_FLANGWRAP_H
#define WARPFORT_LIB_FLANG_FLANGWRAP_H

/// Declares realName, Flang's, and begins wrapName, ours.
#define WARPFORT_WRAP(Result, Name, Symbol, Parameters)                        \
  Result real##Name Parameters __asm__("__real_" Symbol);                      \
  Result wrap##Name Parameters __asm__("__wrap_" Symbol);                      \
  Result wrap##Name Parameters

#endif // WARPFORT_LIB_FLANG_FLANGWRAP_H
