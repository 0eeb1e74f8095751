c===-- acc-fixed-form.f - Directives in fixed form ------------------===c
c
c Part of the Warpfort project, under the Apache License v2.0 with LLVM
c Exceptions. See LICENSE for licence information.
c SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
c
c====================================================================---c
      subroutine fixed(a, n)
      implicit none
      integer n, a(n), i
d     a(1) = -100
D	a(n) = -100
c$acc parallel loop
c$acc& copy(a)
      do 10 i = 1, n
        a(i) = a(i) + 1
10    continue
!$acc kernels copy(a)
!$acc+ copyin(n)
      do i = 1, n
        a(i) = a(i) + i
      end do
!$acc end kernels
*$acc parallel loop copy(a)
      do i = 1, n
        a(i) = a(i)
     &    + 1
      end do
C$ACC END PARALLEL LOOP
      end
