!===-- acc-scalar-names.f90 - Scalars with several names ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -O0 %{testing} %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
! RUN: %{compile-and-run-acc-threads}
!
! A scalar is one variable in a construct, whichever of its names the construct,
! its clauses and the internal procedures that it calls use: names of EQUIVALENCE
! and of ASSOCIATE. Private arrays are private in internal procedures, too.
!
!===----------------------------------------------------------------------===!

module names
  implicit none
  integer :: mk, mkk
  real :: mx
  equivalence (mk, mkk, mx)
contains
  subroutine bump(i)
    !$acc routine seq
    integer, intent(inout) :: i
    i = i + 1
  end subroutine
end module
program main
  use testing
  use names
  implicit none
  integer, parameter :: n = 50
  integer :: a(n), b(n), c(n), k, kk, i, j, s, ss, c1, c2
  integer :: w(4)
  real :: x
  logical :: l, ll
  equivalence (k, kk, x), (s, ss), (i, j), (l, ll)
  common /blk/ c1
  equivalence (c1, c2)
  a = 0; b = 0
  k = 1
  !$acc serial copy(a)
  call inner
  a(1) = k
  a(2) = kk
  call bump(kk)
  a(3) = k
  !$acc end serial
  call expect(all(a(:3) == [2, 2, 3]) .and. k == 1 .and. kk == 1, 'serial')
  !$acc serial copy(k, a)
  kk = kk + 1
  a(1) = k
  a(2) = kk
  call inner
  a(3) = kk
  !$acc end serial
  call expect(all(a(:3) == [2, 2, 3]) .and. k == 3, 'copy')
  k = 1
  !$acc data copy(k, a)
  !$acc serial
  kk = kk + 1
  a(1) = k
  a(2) = kk
  call inner
  a(3) = kk
  !$acc end serial
  !$acc end data
  call expect(all(a(:3) == [2, 2, 3]) .and. k == 3, 'data')
  k = 5
  !$acc parallel loop copyout(a, b)
  do i = 1, n
    k = i
    a(i) = kk
    x = 1.0
    b(i) = k
  end do
  call expect(all(a == [(i, i = 1, n)]) .and. all(b == transfer(1.0, 1)) .and. k == 5, 'parallel loop')
  !$acc kernels
  do i = 1, n
    k = i
    a(i) = kk + j
    mx = 1.0
    b(i) = mk
    c1 = 3
    c(i) = c2
  end do
  !$acc end kernels
  call expect(all(a == [(2*i, i = 1, n)]) .and. all(b == transfer(1.0, 1)) .and. all(c == 3), 'kernels loop')
  !$acc parallel loop private(k)
  do i = 1, n
    kk = i
    call inner
    a(i) = k
  end do
  call expect(all(a == [(i + 1, i = 1, n)]), 'private')
  s = 0
  !$acc parallel loop reduction(+:s)
  do i = 1, n
    ss = ss + i
  end do
  call expect(s == n*(n+1)/2, 'reduction')
  s = 0
  !$acc parallel loop reduction(+:s)
  do i = 1, n
    call addi
  end do
  call expect(s == n*(n+1)/2, 'reduction in procedure')
  s = 0
  !$acc parallel loop
  do i = 1, n
    ss = ss + i
    s = s + i
  end do
  call expect(s == n*(n+1), 'implicit reduction')
  s = 10
  associate (t => s)
    !$acc parallel loop copyout(a, b)
    do i = 1, n
      t = i
      a(i) = s
      ss = i + 1
      b(i) = t
    end do
    !$acc serial copyout(a(1:1))
    t = t + 1
    a(1) = s
    !$acc end serial
  end associate
  call expect(a(1) == 11 .and. all(a(2:) == [(i, i = 2, n)]) .and. all(b == [(i+1, i = 1, n)]) .and. s == 10, 'associate')
  l = .true.
  !$acc parallel loop firstprivate(l) copyout(a)
  do i = 1, n
    a(i) = merge(1, 0, ll)
  end do
  call expect(all(a == 1), 'firstprivate')
  !$acc parallel loop private(w) copyout(a)
  do i = 1, n
    w = i
    call fill
    a(i) = w(3)
  end do
  call expect_equal(a, [(2*i + 7, i = 1, n)], 'private array')
  call deep
  call finish()
contains
  subroutine inner
    !$acc routine seq
    k = k + 1
  end subroutine
  subroutine fill
    !$acc routine seq
    w(3) = w(3) + w(2) + 7
  end subroutine
  subroutine addi
    !$acc routine seq
    s = s + i
  end subroutine
  subroutine deep
    integer :: q
    k = 5
    !$acc parallel loop copyout(a, b, c)
    do q = 1, n
      k = q
      a(q) = kk
      c1 = 7
      b(q) = c2
      mk = 8
      c(q) = mkk
    end do
    call expect(all(a == [(i, i = 1, n)]) .and. all(b == 7) .and. all(c == 8) .and. k == 5, 'inside')
    !$acc serial copy(kk, a)
    k = k + 1
    call inner
    a(1) = kk
    !$acc end serial
    call expect(a(1) == 7 .and. k == 7, 'inside serial')
  end subroutine
end program
