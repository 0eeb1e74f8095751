!===-- acc-loop-labels.f90 - Loops that end at a label --------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %warpfort -acc -c %s -o %t.o -module %t.dir -I %t.dir 2>&1 | count 0
!
! Directives above DO loops with labels, with end directives behind them: of combined
! constructs and of LOOP, inside data constructs and IF, with ends that loops share.
!
!===----------------------------------------------------------------------===!

subroutine fill(a, n, m)
  implicit none
  integer :: n, m, i, j
  real :: a(n, m)
  !$acc data present(a(1:n, 1:m))
  !$acc parallel loop collapse(2)
  do 100 j = 1, m
  do 100 i = 1, n
  100 a(i, j) = i + 100*j
  !$acc end parallel loop
  if (n > 1) then
    !$acc kernels loop gang
    do 210, j = 1, m
      !$acc loop vector
      do 200 i = 1, n
        a(i, j) = a(i, j) + 0.5
      200 continue
      !$acc end loop
    210 continue
    !$acc end kernels loop
  end if
  !$acc serial loop
  do 300 i = 1, n
    if (i == 2) go to 300
    a(i, 1) = a(i, 1) + 1000
  300 end do
  !$acc end serial loop
  ! The loop of this one has no label.
  !$acc parallel loop
  do i = 1, n
    a(i, m) = 2*a(i, m)
  end do
  !$acc end parallel loop
  !$acc end data
end subroutine

program labels
  use testing
  implicit none
  integer, parameter :: n = 12, m = 7
  integer :: i, j
  real :: a(n, m), want(n, m), s
  a = 0
  !$acc data copy(a)
  call fill(a, n, m)
  s = 0
  !$acc parallel
  !$acc loop gang reduction(+:s)
  do 410 j = 1, m
    !$acc loop vector reduction(+:s)
    do 400 i = 1, n
    400 s = s + a(i, j)
    !$acc end loop
  410 continue
  !$acc end loop
  !$acc end parallel
  !$acc end data
  do j = 1, m
    do i = 1, n
      want(i, j) = i + 100*j + 0.5
      if (j == 1 .and. i /= 2) want(i, j) = want(i, j) + 1000
      if (j == m) want(i, j) = 2*want(i, j)
    end do
  end do
  call expect_equal([a], [want], 'elements')
  call expect_equal(s, sum(want), 'sum')
  call finish()
end program
