!===-- acc-firstprivate-lanes.f90 - First-private arrays that loops change --===!
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
! What the iterations of one loop change is each thread's own. What a gang has
! one of stays so, also where the loop's body has a temporary array: its lanes
! run the loop inside, not iterations of the gang loop.
!
! CHECK: by_iteration:
! CHECK: loop gang, vector
! CHECK: around_loops:
! CHECK: loop gang, vector
! CHECK: with_temporary:
! CHECK: loop gang !
! CHECK: loop vector
!
!===----------------------------------------------------------------------===!

module cases
  implicit none
contains
  subroutine by_iteration(a, n, keep)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    logical, intent(in) :: keep(4)
    logical :: own(4)
    integer :: i
    own = keep
    !$acc parallel loop firstprivate(own) copy(a)
    do i = 1, n
      own(2) = mod(i, 2) == 0
      a(i) = merge(i, -i, own(1 + mod(i/2, 4)))
    end do
  end subroutine
  subroutine around_loops(a, n, keep)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n)
    logical, intent(in) :: keep(4)
    logical :: own(4)
    integer :: i, k
    own = keep
    !$acc parallel loop gang vector firstprivate(own) copy(a)
    do i = 1, n
      own(2) = mod(i, 2) == 0
      do k = 1, 5
        a(i) = a(i) + merge(k, 100*k, own(1 + mod(i + k, 4)))
      end do
    end do
  end subroutine
  subroutine with_temporary(a, n, m, given)
    integer, intent(in) :: n, m, given(2)
    integer, intent(inout) :: a(n, m)
    integer :: weights(0:1), pair(2), i, j
    weights = given
    !$acc parallel loop gang firstprivate(weights) private(pair) copy(a)
    do j = 1, m
      weights(0) = 10*j
      pair = [weights(1), weights(0)]
      !$acc loop vector
      do i = 1, n
        a(i, j) = weights(0)*i + pair(1 + mod(i, 2))
      end do
    end do
  end subroutine
end module

program main
  use testing
  use cases
  implicit none
  integer, parameter :: n = 333, m = 200
  integer :: a(n), b(n, m), i, j, k
  logical :: keep(4), own(4)
  integer :: wanted(n), expected(n, m)
  keep = [.true., .false., .false., .true.]
  a = 0
  call by_iteration(a, n, keep)
  do i = 1, n
    own = keep
    own(2) = mod(i, 2) == 0
    wanted(i) = merge(i, -i, own(1 + mod(i/2, 4)))
  end do
  call expect_equal(a, wanted, 'by iteration')
  a = 0
  call around_loops(a, n, keep)
  do i = 1, n
    own = keep
    own(2) = mod(i, 2) == 0
    wanted(i) = sum([(merge(k, 100*k, own(1 + mod(i + k, 4))), k = 1, 5)])
  end do
  call expect_equal(a, wanted, 'around loops')
  b = 0
  call with_temporary(b, n, m, [1, 7])
  do j = 1, m
    do i = 1, n
      expected(i, j) = 10*j*i + merge(10*j, 7, mod(i, 2) == 1)
    end do
  end do
  call expect_equal([b], [expected], 'with a temporary array')
  call finish()
end program
