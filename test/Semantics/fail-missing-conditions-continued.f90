!===-- fail-missing-conditions-continued.f90 - Where the line goes on ------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: not %warpfort -cpp -fsyntax-only %s 2>&1 | FileCheck %s
!
! A condition that an empty line of continuation does not have is reported at
! the beginning of the file.
!
!===----------------------------------------------------------------------===!

! CHECK: :1:1: error: a conditional has no condition
#if \

#endif
end
