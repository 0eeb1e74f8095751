!===-- fail-acc-declare-common.f90 - Common blocks in DECLARE ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s
!
! Data of common blocks live as long as the program: no clause may ask for copies
! at the end of a procedure.
!
!===----------------------------------------------------------------------===!

subroutine s(d)
  implicit none
  integer :: x(10), y(10), z(10), w, v(4), u, a(5), b(5), c, d(10)
  common /first/ x
  common /second/ y, c
  common /third/ z, w
  common /fourth/ v, u, a, b
  ! CHECK-NOT: error
  !$acc declare copyin(x) create(/second/) link(a) device_resident(b) copyout(d)
  ! CHECK: :[[#@LINE+1]]:25: error: 'v' is data of a common block, which the COPYOUT clause of a DECLARE directive may not name
  !$acc declare copyout(v)
  ! CHECK: :[[#@LINE+1]]:23: error: 'third' is data of a common block, which the COPY clause of a DECLARE directive may not name
  !$acc declare copy(/third/)
  ! CHECK: :[[#@LINE+1]]:25: error: 'u' is data of a common block, which the PRESENT clause of a DECLARE directive may not name
  !$acc declare present(u)
end subroutine
