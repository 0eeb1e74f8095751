!===-- acc-loop-exits.f90 - Parallel loops around loops that are left ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -target=cpu -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
!
! Inner loops with EXIT, DO WHILE and calls leave the loops around them parallel:
! every lane runs them for itself.
!
!===----------------------------------------------------------------------===!
! CHECK-NOT: serial kernel
! CHECK-NOT: One thread

module work
  implicit none
contains
  !> Changes what it is given, so that each call counts.
  subroutine halve(x, steps)
    !$acc routine seq
    real(8), intent(inout) :: x
    integer, intent(inout) :: steps
    do while (x >= 1)
      x = x/2
      steps = steps + 1
    end do
  end subroutine
end module

program main
  use work
  implicit none
  integer, parameter :: n = 200, m = 30
  real(8) :: x(n, m), y, start(n, m)
  integer :: count(n, m), i, j, k, total, wanted, rows(m), stack(0:40), top
  do j = 1, m
    do i = 1, n
      start(i, j) = 1 + 0.37d0*mod(i*j, 101)
    end do
  end do

  ! Newton's method, with as many steps as each element needs.
  x = start
  !$acc parallel loop collapse(2) copy(x) copyout(count) private(y)
  do j = 1, m
    do i = 1, n
      y = x(i, j)
      do k = 1, 60
        if (abs(y*y - x(i, j)) < 1d-9) exit
        y = 0.5d0*(y + x(i, j)/y)
      end do
      x(i, j) = y
      count(i, j) = k
    end do
  end do
  call check_roots('collapsed')

  x = start
  !$acc parallel loop gang copy(x) copyout(count)
  do j = 1, m
    !$acc loop vector private(y)
    do i = 1, n
      y = x(i, j)
      do k = 1, 60
        if (abs(y*y - x(i, j)) < 1d-9) exit
        y = 0.5d0*(y + x(i, j)/y)
      end do
      x(i, j) = y
      count(i, j) = k
    end do
  end do
  call check_roots('gangs and lanes')

  x = start
  !$acc kernels copy(x) copyout(count)
  !$acc loop independent
  do j = 1, m
    !$acc loop independent
    do i = 1, n
      y = x(i, j)
      k = 1
      do while (k <= 60)
        if (abs(y*y - x(i, j)) < 1d-9) exit
        y = 0.5d0*(y + x(i, j)/y)
        k = k + 1
      end do
      x(i, j) = y
      count(i, j) = k
    end do
  end do
  !$acc end kernels
  call check_roots('kernels')

  ! Beside a loop over lanes.
  x = start
  !$acc parallel loop gang copy(x) copyout(rows)
  do j = 1, m
    rows(j) = 0
    do i = 1, n
      if (x(i, j) > 30) exit
      rows(j) = i
    end do
    !$acc loop vector
    do i = 1, n
      x(i, j) = x(i, j) + rows(j)
    end do
  end do
  do j = 1, m
    k = findloc(start(:, j) > 30, .true., 1) - 1
    if (k < 0) k = n
    if (rows(j) /= k) call fail('the first that is large')
    if (any(x(:, j) /= start(:, j) + k)) call fail('what lanes did with it')
  end do

  ! Sums of what each finds; the search uses an array of its own.
  total = 0
  !$acc parallel loop gang vector reduction(+:total) private(stack, top) copyin(start)
  do i = 1, n
    top = 0
    stack(0) = i
    do
      k = stack(top)
      if (k <= 1 .or. top == 40) exit
      top = top + 1
      if (mod(k, 2) == 0) then
        stack(top) = k/2
        cycle
      end if
      stack(top) = k - 1
    end do
    total = total + top
  end do
  wanted = 0
  do i = 1, n
    k = i
    do while (k > 1)
      k = merge(k/2, k - 1, mod(k, 2) == 0)
      wanted = wanted + 1
    end do
  end do
  if (total /= wanted) call fail('a sum')

  ! Calls in both loops of a nest of which the inner one has no directive.
  x = start
  count = 0
  !$acc parallel loop copy(x, count)
  do j = 1, m
    do i = 1, n
      call halve(x(i, j), count(i, j))
    end do
    do i = 1, n
      if (x(i, j) < 0.6d0) cycle
      call halve(x(i, j), count(i, j))
      x(i, j) = x(i, j) + 2
      call halve(x(i, j), count(i, j))
    end do
  end do
  do j = 1, m
    do i = 1, n
      y = start(i, j)
      k = 0
      call halve(y, k)
      if (y >= 0.6d0) then
        y = y + 2
        call halve(y, k)
      end if
      if (x(i, j) /= y .or. count(i, j) /= k) call fail('calls')
    end do
  end do
  print '(a)', 'PASS'
contains
  subroutine check_roots(what)
    character(*), intent(in) :: what
    real(8) :: z
    integer :: i, j, k
    do j = 1, m
      do i = 1, n
        z = start(i, j)
        do k = 1, 60
          if (abs(z*z - start(i, j)) < 1d-9) exit
          z = 0.5d0*(z + start(i, j)/z)
        end do
        if (abs(x(i, j) - z) > 1d-12 .or. count(i, j) /= k) call fail(what)
      end do
    end do
  end subroutine

  subroutine fail(what)
    character(*), intent(in) :: what
    print '(2a)', 'FAIL: ', what
    error stop 1
  end subroutine
end program
