!===-- sentinels-fixed.f90 - Conditional statements, fixed form ------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -cuda -Mfixed %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
!
! All spellings of the sentinels in fixed form.
!
!===----------------------------------------------------------------------===!

      program p
      real :: h(10)
!@cuf real, device :: a(10)
!@cuf integer ist
c     comment
      h = 1
c@cuf a = h
C$CUF kernel do <<<*,*>>>
      do i = 1, 10
*@cuf   a(i) = a(i) + i
      end do
*$cuf kernel do(1) <<<*,
*$cuf&   64>>>
      do i = 1, 10
!@cuf a(i) = a(i) + 
!@cuf&  i
      end do
c$    stop 4
!$    stop 5
      h = a
      if (any(h /= [(1.+2*i, i=1,10)])) stop 1
      print *, 'PASS'
      end
