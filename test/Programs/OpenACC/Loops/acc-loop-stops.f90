!===-- acc-loop-stops.f90 - Parallel loops with STOP in them --------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -stdpar -target=cpu -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
! RUN: %{compile} -acc -stdpar %s -o %t.dir/stops
! RUN: sh -c 'for c in 1 2 3 4 5 6 7 8 9 10 11; do %run %t.dir/stops $c; test $? -eq $c || echo "FAIL: $c"; done' >%t.txt 2>&1
! RUN: FileCheck --check-prefix=STOPS %s <%t.txt
!
! STOP in a branch leaves a loop parallel, and ends the program where the branch
! is taken.
!
!===----------------------------------------------------------------------===!
! CHECK-NOT: another branch
! CHECK-NOT: One thread
! CHECK-NOT: warning

! STOPS-NOT: FAIL
! STOPS-NOT: PASS
! STOPS: negative in construct 4
! STOPS-NOT: PASS

module work
  implicit none
contains
  subroutine row(x, n, code)
    !$acc routine vector
    integer, intent(in), value :: n, code
    real, intent(inout) :: x(n)
    integer :: i
    !$acc loop vector
    do i = 1, n
      if (x(i) < 0) error stop code
      x(i) = x(i) + 1
    end do
  end subroutine
end module

program main
  use work
  implicit none
  integer, parameter :: n = 300, m = 20
  real :: x(n, m), start(n, m), total, wanted
  integer :: i, j, k, which
  character(8) :: argument
  argument = '0'
  if (command_argument_count() > 0) call get_command_argument(1, argument)
  read (argument, *) which
  do j = 1, m
    do i = 1, n
      start(i, j) = 1 + mod(i*j, 101)
    end do
  end do

  call begin(1)
  !$acc parallel loop copy(x)
  do j = 1, m
    do i = 1, n
      if (x(i, j) < 0) stop 1
      x(i, j) = x(i, j) + 1
    end do
  end do
  call check('parallel loop')

  call begin(2)
  !$acc parallel loop collapse(2) copy(x)
  do j = 1, m
    do i = 1, n
      if (x(i, j) < 0) then
        print *, 'negative at', i, j
        stop 2
      else
        x(i, j) = x(i, j) + 1
      end if
    end do
  end do
  call check('collapse')

  ! What stands behind the branch is in the block that counts.
  call begin(3)
  !$acc parallel loop gang copy(x)
  do j = 1, m
    !$acc loop vector
    do i = 1, n
      x(i, j) = x(i, j) + 1
      if (x(i, j) < 1) error stop 3
    end do
  end do
  call check('gangs and lanes')

  call begin(4)
  !$acc kernels copy(x)
  !$acc loop independent
  do j = 1, m
    !$acc loop independent
    do i = 1, n
      select case (int(x(i, j)))
      case (:-1)
        print '(a)', 'negative in construct 4'
        error stop 4
      case (0)
        x(i, j) = -5
      case default
        x(i, j) = x(i, j) + 1
      end select
    end do
  end do
  !$acc end kernels
  call check('kernels')

  call begin(5)
  total = 0
  !$acc parallel loop gang vector collapse(2) reduction(+:total) copy(x)
  do j = 1, m
    do i = 1, n
      do k = 1, 3
        if (x(i, j) < 0 .and. k == 3) stop 5
        if (k == 2) exit
        if (x(i, j) < 0) cycle
        total = total + x(i, j)
      end do
      if (x(i, j) < 0) stop 5
      x(i, j) = x(i, j) + 1
    end do
  end do
  call check('a sum')
  wanted = sum(start)
  if (which == 0 .and. total /= wanted) call fail('the sum')

  call begin(6)
  !$acc parallel loop gang copy(x)
  do j = 1, m
    call row(x(:, j), n, 6)
  end do
  call check('a routine')

  call begin(7)
  do concurrent (i = 1:n, j = 1:m)
    if (x(i, j) < 0) error stop 7
    x(i, j) = x(i, j) + 1
  end do
  call check('do concurrent')

  ! A loop in order within one of several threads.
  call begin(8)
  !$acc parallel loop gang vector copy(x)
  do j = 1, m
    do i = 2, n
      if (x(i, j) < 0) stop 8
      x(i, j) = x(i, j) + x(i - 1, j)
    end do
    do i = n, 2, -1
      x(i, j) = x(i, j) - x(i - 1, j) + 1
    end do
    x(1, j) = x(1, j) + 1
  end do
  call check('loops in order')

  ! Without a directive for the loops.
  call begin(9)
  !$acc kernels copy(x)
  do j = 1, m
    do i = 1, n
      if (x(i, j) < 0) error stop 9
      x(i, j) = x(i, j) + 1
    end do
  end do
  !$acc end kernels
  call check('kernels without directives')

  ! Where one thread runs the statement, too.
  call begin(10)
  !$acc serial copy(x)
  if (x(n/2, m/2) < 0) stop 10
  do j = 1, m
    do i = 1, n
      x(i, j) = x(i, j) + 1
    end do
    if (x(n/2, j) < 0) stop 10
  end do
  !$acc end serial
  call check('serial')

  ! On the host.
  call begin(11)
  !$acc data copyin(start)
  do j = 1, m
    if (x(n/2, j) < 0) stop 11
    x(:, j) = x(:, j) + 1
  end do
  !$acc end data
  call check('data')
  print '(a)', 'PASS'
contains
  !> One element is negative in the construct that is to end the program.
  subroutine begin(construct)
    integer, intent(in) :: construct
    x = start
    if (construct == which) x(n/2, m/2) = -4
  end subroutine

  subroutine check(what)
    character(*), intent(in) :: what
    if (any(x /= start + 1)) call fail(what)
  end subroutine

  subroutine fail(what)
    character(*), intent(in) :: what
    print '(2a)', 'FAIL: ', what
    error stop 1
  end subroutine
end program
