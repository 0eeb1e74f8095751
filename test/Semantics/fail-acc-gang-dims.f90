!===-- fail-acc-gang-dims.f90 - Dimensions that gangs do not have --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && not %{compile} -acc -cpp -c -DORDER %s 2>&1 | FileCheck %s --check-prefix=ORDER
! RUN: %{fresh-folder} && not %{compile} -acc -cpp -c %s 2>&1 | FileCheck %s
!
!===----------------------------------------------------------------------===!

subroutine dimensions(a, n, m)
  implicit none
  integer :: n, m, i, j
  real :: a(n, m)
#ifdef ORDER
  !$acc parallel loop gang(dim:1)
  do j = 1, m
    ! ORDER: error: GANG(dim:2) clause is not allowed in the region of a loop with the GANG(dim:1) clause
    !$acc loop gang(dim:2)
    do i = 1, n
      a(i, j) = 1
    end do
  end do
#else
  ! CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: the dimension of gang(dim:n) must be 1, 2 or 3
  !$acc parallel loop gang(dim:4)
  do j = 1, m
    a(1, j) = 1
  end do
#endif
end subroutine
