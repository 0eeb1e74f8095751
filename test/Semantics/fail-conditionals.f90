!===-- fail-conditionals.f90 - #if and its end ----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: not %warpfort -fsyntax-only %s 2>&1 | FileCheck %s
! RUN: not %warpfort -nocpp -fsyntax-only %s 2>&1 | FileCheck %s
!
! More of this: test/Driver/preprocess-conditionals.test.
!
!===----------------------------------------------------------------------===!

subroutine twice()
#if 1
#else
! CHECK: :[[#@LINE+1]]:2: error: #else: comes after the #else of the same #if
#else
#endif
end subroutine

subroutine open()
! CHECK: :[[#@LINE+1]]:2: error: this conditional has no #endif
#if 1
end subroutine
