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
! and of ASSOCIATE, also for what is allocated, for a part of a number and for an
! element or a component that the construct uses by the variable's own name.
! Private arrays are private in internal procedures, too.
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
  call allocated_scalar
  call numbers
  call parts
  call finish()
contains
  subroutine allocated_scalar
    integer, allocatable :: al
    integer :: q
    allocate (al)
    al = 6
    associate (u => al)
      !$acc kernels copyout(a, b)
      do q = 1, n
        al = q
        a(q) = u
      end do
      do q = 1, n
        u = q + 1
        b(q) = al
      end do
      !$acc end kernels
      call expect(all(a == [(q, q = 1, n)]) .and. all(b == [(q + 1, q = 1, n)]) .and. al == n + 1, 'allocatable')
      !$acc serial copyout(a(1:2))
      al = 5
      a(1) = u
      u = u + 2
      a(2) = al
      !$acc end serial
      call expect(all(a(:2) == [5, 7]) .and. al == 7 .and. u == 7, 'allocatable in SERIAL')
      !$acc parallel loop copyout(a) private(u)
      do q = 1, n
        u = q
        a(q) = al
      end do
      call expect(all(a == [(q, q = 1, n)]), 'private name of what is allocated')
      !$acc kernels copy(al) copyout(a)
      do q = 1, n
        u = q
        a(q) = al
      end do
      !$acc end kernels
      call expect(all(a == [(q, q = 1, n)]) .and. al == n, 'clause for what is allocated')
    end associate
  end subroutine
  subroutine numbers
    complex :: z, whole
    integer :: q
    z = (1, 2)
    associate (u => z%re, v => z%im, w => z, uu => z%re)
      !$acc kernels copyout(a)
      do q = 1, n
        u = q
        v = 2*q
        a(q) = nint(z%re + w%im)
      end do
      !$acc end kernels
      call expect(all(a == [(3*q, q = 1, n)]) .and. z == cmplx(n, 2*n), 'parts of a number')
      !$acc parallel loop copyout(a, b)
      do q = 1, n
        z = cmplx(q, q + 1)
        a(q) = nint(u)
        uu = q - 1
        b(q) = nint(u + v)
      end do
      call expect(all(a == [(q, q = 1, n)]) .and. all(b == [(2*q, q = 1, n)]), 'a number and its parts')
      !$acc parallel loop copyout(a) private(z)
      do q = 1, n
        z = cmplx(q, q + 1)
        a(q) = nint(u + v)
      end do
      call expect(all(a == [(2*q + 1, q = 1, n)]), 'parts of a private number')
      !$acc parallel loop copyout(a) private(u)
      do q = 1, n
        z%re = q
        a(q) = nint(u)
      end do
      call expect(all(a == [(q, q = 1, n)]), 'a private part')
      z = 0
      !$acc kernels
      u = 4
      v = w%re
      !$acc end kernels
      whole = z
      call expect(whole == (4, 4), 'parts by several names')
    end associate
  end subroutine
  subroutine parts
    type record
      integer :: k, l
    end type
    type(record) :: r
    integer :: e(4), q, at
    r = record(0, 3)
    e = 1
    at = 2
    associate (k => r%k, u => e(at))
      at = 3
      !$acc kernels copyout(a, b)
      do q = 1, n
        k = q
        a(q) = r%k + r%l
      end do
      do q = 1, n
        e(2) = q
        b(q) = u + at
      end do
      !$acc end kernels
      call expect(all(a == [(q + 3, q = 1, n)]) .and. r%k == n, 'a component')
      call expect(all(b == [(q + 3, q = 1, n)]) .and. e(2) == n, 'an element')
      !$acc serial copy(r, e)
      k = 5
      u = 6
      !$acc end serial
      call expect(r%k == 5 .and. e(2) == 6, 'parts of what a clause copies')
      !$acc parallel loop private(r, e) copyout(a)
      do q = 1, n
        r%k = q
        u = q + 1
        a(q) = k + e(2)
      end do
      call expect(all(a == [(2*q + 1, q = 1, n)]) .and. r%k == 5 .and. e(2) == 6, 'parts of what is private')
      ! The record's other components are no reason to share this one.
      !$acc parallel loop copyout(a)
      do q = 1, n
        k = q
        a(q) = k*r%l
      end do
      call expect(all(a == [(3*q, q = 1, n)]), 'another component')
    end associate
    associate (s => e(2:3))
      !$acc parallel loop private(e) copyout(a)
      do q = 1, n
        e = q
        s(1) = 2*q
        a(q) = e(2) + s(2)
      end do
      call expect(all(a == [(3*q, q = 1, n)]), 'a section of what is private')
    end associate
  end subroutine
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
