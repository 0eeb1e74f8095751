!===-- acc-atomic-reads.f90 - Atomic reads that convert -------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! What an ATOMIC READ reads is converted to the type of the variable that it
! is assigned to, also in an ATOMIC CAPTURE.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  implicit none
  integer, parameter :: n = 20
  integer :: i, k
  real :: x
  integer :: m
  complex :: z
  integer(2) :: s
  integer(8) :: w(n), v(n)
  real(8) :: d(n), e(n), c(n)
  complex :: cs(n)
  logical(1) :: l1(n)
  logical(8) :: l8(n)
  logical :: l
  do k = 0, 1
    x = 3.75
    m = -7
    z = (1.5, 2)
    s = 300
    l = .true.
    !$acc parallel loop copy(x, m, z, s, l) copyout(w, v, d, e, c, l1) if(k == 1)
    do i = 1, n
      !$acc atomic read
      w(i) = x
      !$acc atomic read
      d(i) = m
      !$acc atomic read
      c(i) = z
      !$acc atomic read
      v(i) = s
      !$acc atomic read
      e(i) = x
      !$acc atomic read
      l1(i) = l
    end do
    call expect(all(c == 1.5d0), 'complex to real(8)')
    !$acc parallel loop copy(x, z, l) copyout(c, cs, l8) if(k == 1)
    do i = 1, n
      !$acc atomic capture
      c(i) = z
      z = z + 1
      !$acc end atomic
      !$acc atomic capture
      x = x + 1
      cs(i) = x
      !$acc end atomic
      !$acc atomic capture
      l8(i) = l
      l = l .and. .true.
      !$acc end atomic
    end do
    call expect(nint(sum(c)) == n*(n - 1)/2 + n + n/2, 'complex captured as real(8)')
    call expect(cs(1)%im == 0 .and. nint(sum(cs%re)) == n*(n + 1)/2 + 3*n + 3*n/4, &
      'real captured as complex')
    call expect(all(logical(l8)) .and. l, 'logical captured as logical(8)')
    call expect(z == (1.5 + n, 2.) .and. x == 3.75 + n, 'captured')
    call expect(all(w == 3), 'real to integer(8)')
    call expect(all(d == -7), 'integer to real(8)')
    call expect(all(v == 300), 'integer(2) to integer(8)')
    call expect(all(e == 3.75d0), 'real to real(8)')
    call expect(all(logical(l1)), 'logical to logical(1)')
  end do
  call finish()
end program
