!===-- pass-acc-reduction-updates.f90 - Updates that do not match --------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -acc -stdpar -target=cpu -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning %s
!
! A warning for a statement that updates a reduction's variable by another
! operator than the clause names, and none for what only looks like it.
!
!===----------------------------------------------------------------------===!
subroutine updates(x, n, s, p, m, l, q)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  integer, intent(inout) :: s, p, m
  logical, intent(inout) :: l
  real, intent(inout) :: q
  integer :: i
  !$acc parallel loop reduction(+:s) reduction(.and.:l) reduction(max:m)
  do i = 1, n
    s = s - i
    ! CHECK: [[@LINE+1]]:5: warning: 's' is updated by the operator 'max', but its REDUCTION clause combines the results of threads by '+'
    s = max(s, i)
    ! CHECK: [[@LINE+1]]:5: warning: 'l' is updated by the operator 'or', but its REDUCTION clause combines the results of threads by 'and'
    l = l .or. x(i) > 3
    ! CHECK: [[@LINE+1]]:16: warning: 'm' is updated by the operator 'min', but its REDUCTION clause combines the results of threads by 'max'
    if (i < m) m = i
  end do
  !$acc kernels loop reduction(*:p)
  do i = 1, n
    ! CHECK: [[@LINE+1]]:5: warning: 'p' is updated by the operator '+', but its REDUCTION clause combines the results of threads by '*'
    p = p + i
  end do
  !$acc parallel reduction(+:s)
  !$acc loop reduction(+:s)
  do i = 1, n
    ! CHECK: [[@LINE+1]]:5: warning: 's' is updated by the operator 'min', but its REDUCTION clause combines the results of threads by '+'
    s = min(s, i)
  end do
  !$acc end parallel
  do concurrent (i = 1:n) reduce(+:q)
    ! CHECK: [[@LINE+1]]:5: warning: 'q' is updated by the operator '*', but its REDUCTION clause combines the results of threads by '+'
    q = q * x(i)
  end do
  !$acc parallel loop reduction(+:s) reduction(min:m) reduction(.neqv.:l)
  do i = 1, n
    s = i - 3 + s
    if (i > 7) s = s - 1
    m = min(m, i, 7)
    if (i < m) m = i
    l = l .neqv. x(i) > 3
  end do
  ! A value of each gang's own, before the loop that accumulates.
  !$acc parallel loop gang private(p) reduction(max:s)
  do i = 1, n
    p = 1
    !$acc loop vector reduction(+:p)
    do j = 1, n
      p = p + j
    end do
    p = p * 2
    s = max(s, p)
  end do
end subroutine
