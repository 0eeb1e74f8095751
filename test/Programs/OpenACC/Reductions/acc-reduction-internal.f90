!===-- acc-reduction-internal.f90 - Reductions of internal procedures -----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! What an internal procedure updates by host association is the reduction of
! the construct or loop that calls it: of one loop and of nests, of scalars of
! several types and of arrays, of a variable of the host's host, at two levels.
!
!===----------------------------------------------------------------------===!
module sums
  use testing
  implicit none
contains
  subroutine add_up(n)
    integer, intent(in) :: n
    integer :: i, j, s, a(2), hi
    real(8) :: x
    logical :: l
    complex :: z
    s = 5
    !$acc parallel loop reduction(+:s)
    do i = 1, n
      call add(i)
    end do
    call expect(s == 5 + n*(n + 1)/2, 'one loop')
    s = 5
    !$acc parallel loop gang reduction(+:s)
    do i = 1, n/10
      !$acc loop vector reduction(+:s)
      do j = 1, 10
        call add(i)
      end do
    end do
    call expect(s == 5 + 10*(n/10*(n/10 + 1)/2), 'a nest')
    s = 5
    !$acc parallel reduction(+:s)
    !$acc loop gang vector reduction(+:s)
    do i = 1, n
      call add(1)
    end do
    !$acc end parallel
    call expect(s == 5 + n, 'a construct and its loop')
    s = 5
    !$acc parallel loop collapse(2) reduction(+:s)
    do i = 1, n/10
      do j = 1, 10
        call twice(j)
      end do
    end do
    call expect(s == 5 + 110*(n/10), 'a call in an internal procedure')
    s = 0
    !$acc serial loop reduction(+:s)
    do i = 1, n
      call add(i)
    end do
    call expect(s == n*(n + 1)/2, 'serial')
    s = 0
    !$acc kernels loop reduction(+:s)
    do i = 1, n
      call add(i)
    end do
    call expect(s == n*(n + 1)/2, 'kernels')
    s = 1
    !$acc parallel loop reduction(+:s)
    do i = 1, n
      s = s + 1
      call add(i)
    end do
    call expect(s == 1 + n + n*(n + 1)/2, 'updates of both')
    a = 0
    !$acc parallel loop reduction(+:a)
    do i = 1, n
      a(1) = a(1) + 1
      call add_element(i)
    end do
    call expect(sum(a) == n + n*(n + 1)/2, 'an array')
    x = 0
    l = .false.
    hi = -1
    z = 0
    !$acc parallel loop reduction(+:x, z) reduction(.or.:l) reduction(max:hi)
    do i = 1, n
      call others(i)
    end do
    call expect(x == 0.5d0*n, 'real(8)')
    call expect(l, 'logical')
    call expect(hi == n + 1, 'maximum')
    call expect(z == cmplx(n, -n), 'complex')
    call of_host()
    call expect(s == 7 + n, 'in an internal procedure')
  contains
    subroutine add(k)
      integer, intent(in) :: k
      s = s + k
    end subroutine
    subroutine twice(k)
      integer, intent(in) :: k
      call add(k)
      call add(k)
    end subroutine
    subroutine add_element(k)
      integer, intent(in) :: k
      a(1 + mod(k, 2)) = a(1 + mod(k, 2)) + k
    end subroutine
    subroutine others(k)
      integer, intent(in) :: k
      x = x + 0.5d0
      l = l .or. k == 17
      hi = max(hi, k + 1)
      z = z + (1, -1)
    end subroutine
    subroutine of_host()
      integer :: i
      s = 7
      !$acc parallel loop reduction(+:s)
      do i = 1, n
        call add(1)
      end do
    end subroutine
  end subroutine
end module

program main
  use sums
  implicit none
  call add_up(2000)
  call add_up(50)
  call finish()
end program
