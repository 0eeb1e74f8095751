!===-- acc-reduction-between.f90 - Loops without the clause of others -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! A reduction over several loops of which some have no clause: the one between,
! the one around, or all where the variable is the gang's own.
!
!===----------------------------------------------------------------------===!
module sums
  implicit none
  integer, parameter :: n = 14
  integer :: total
contains
  ! A worker loop whose only statement is a loop over lanes with the clause.
  integer function of_plane(a, i)
    !$acc routine worker
    integer, intent(in) :: a(n, n, n), i
    integer :: s, j, k
    s = 0
    !$acc loop worker
    do j = 1, n
      !$acc loop vector reduction(+:s)
      do k = 1, n
        s = s + a(k, j, i)
      end do
    end do
    of_plane = s
  end function

  ! No clause at all.
  integer function largest(a, i)
    !$acc routine worker
    integer, intent(in) :: a(n, n, n), i
    integer :: j, k
    largest = -1
    !$acc loop worker
    do j = 1, n
      !$acc loop vector
      do k = 1, n
        largest = max(largest, a(k, j, i))
      end do
    end do
  end function
end module

program main
  use testing
  use sums
  implicit none
  integer :: a(n, n, n), of(n), high(n), i, j, k, s, r(3), at(n, n), wrong
  integer, allocatable :: q
  real(8) :: x
  logical :: odd
  a = reshape([(mod(i*7, 13), i = 1, n**3)], [n, n, n])
  of = [(sum(a(:, :, i)), i = 1, n)]
  high = [(maxval(a(:, :, i)), i = 1, n)]

  ! The loop between, by levels.
  s = 5
  !$acc parallel loop gang reduction(+:s) num_gangs(3) num_workers(2) vector_length(32)
  do i = 1, n
    !$acc loop worker
    do j = 1, n
      !$acc loop vector reduction(+:s)
      do k = 1, n
        s = s + a(k, j, i)
      end do
    end do
  end do
  call expect(s == sum(of) + 5, 'gang, worker, vector')

  ! Without, and with two sums and a statement beside them.
  x = 1
  !$acc parallel loop reduction(+:x) num_gangs(2) num_workers(2)
  do i = 1, n
    !$acc loop worker
    do j = 1, n
      !$acc loop reduction(+:x)
      do k = 1, n
        x = x + a(k, j, i)
      end do
      !$acc loop reduction(+:x)
      do k = 1, n, 2
        x = x + a(k, j, i)
      end do
      x = x + 1
    end do
  end do
  call expect(x == 1d0 + sum(of) + sum(a(1:n:2, :, :)) + n*n, 'two loops')

  ! Around it, of a scalar, a module's variable, an array and an allocatable one.
  s = 5
  !$acc parallel loop gang
  do i = 1, n
    !$acc loop vector
    do j = 1, n
      !$acc loop seq reduction(max:s)
      do k = 1, n
        s = max(s, a(k, j, i))
      end do
    end do
  end do
  call expect(s == max(5, maxval(high)), 'around')

  total = 5
  r = 0
  allocate(q)
  q = 1
  !$acc parallel loop gang
  do i = 1, n
    !$acc loop worker
    do j = 1, n
      !$acc loop vector reduction(+:total)
      do k = 1, n
        total = total + a(k, j, i)
      end do
    end do
  end do
  call expect(total == sum(of) + 5, 'module')
  !$acc parallel loop gang
  do i = 1, n
    !$acc loop worker
    do j = 1, n
      !$acc loop vector reduction(+:r)
      do k = 1, n
        r(2) = r(2) + a(k, j, i)
      end do
    end do
  end do
  call expect(all(r == [0, sum(of), 0]), 'array')
  !$acc parallel loop gang
  do i = 1, n
    !$acc loop worker
    do j = 1, n
      !$acc loop vector reduction(+:q)
      do k = 1, n
        q = q + a(k, j, i)
      end do
    end do
  end do
  call expect(q == sum(of) + 1, 'allocatable')

  ! The gang's own variable: by clause, by its use, of a BLOCK construct.
  odd = .true.
  !$acc parallel loop gang private(s) reduction(.and.:odd)
  do i = 1, n
    s = 0
    !$acc loop worker
    do j = 1, n
      !$acc loop vector reduction(+:s)
      do k = 1, n
        s = s + a(k, j, i)
      end do
    end do
    odd = odd .and. s == of(i)
  end do
  call expect(odd, 'private')
  odd = .true.
  !$acc parallel loop gang private(s) reduction(.and.:odd)
  do i = 1, n
    s = -1
    !$acc loop worker
    do j = 1, n
      !$acc loop vector
      do k = 1, n
        s = max(s, a(k, j, i))
      end do
    end do
    odd = odd .and. s == high(i)
  end do
  call expect(odd, 'private without')
  odd = .true.
  !$acc parallel loop gang reduction(.and.:odd)
  do i = 1, n
    block
      integer :: own
      own = 0
      !$acc loop worker vector
      do j = 1, n
        !$acc loop seq reduction(+:own)
        do k = 1, n
          own = own + a(k, j, i)
        end do
      end do
      odd = odd .and. own == of(i)
    end block
  end do
  call expect(odd, 'block')

  ! None for a loop that keeps its order: the one inside uses the sum so far.
  s = 0
  !$acc parallel loop auto copyout(at)
  do i = 1, n
    !$acc loop seq reduction(+:s)
    do j = 1, n
      s = s + a(j, i, 1)
      at(j, i) = s
    end do
  end do
  wrong = 0
  do i = 1, n
    do j = 1, n
      if (at(j, i) /= sum(a(:, :i - 1, 1)) + sum(a(:j, i, 1))) wrong = wrong + 1
    end do
  end do
  call expect(wrong == 0, 'sum so far')

  ! Of routines.
  odd = .true.
  !$acc parallel loop gang reduction(.and.:odd)
  do i = 1, n
    odd = odd .and. of_plane(a, i) == of(i) .and. largest(a, i) == high(i)
  end do
  call expect(odd, 'routines')
  call finish()
end program
