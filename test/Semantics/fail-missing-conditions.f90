!===-- fail-missing-conditions.f90 - Conditionals without a condition ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: not %warpfort -cpp -fsyntax-only %s 2>&1 | FileCheck %s
!
! More of this: test/Driver/preprocess-conditionals.test.
!
!===----------------------------------------------------------------------===!

subroutine one()
! CHECK: :[[#@LINE+1]]:2: error: #if: missing condition
#if
#endif
end subroutine

subroutine two()
#if 0
! CHECK: :[[#@LINE+1]]:2: error: #elif: missing condition
#elif
#endif
end subroutine
