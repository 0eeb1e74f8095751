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
! and of ASSOCIATE. In KERNELS and SERIAL so is what is allocated, a part of a
! number, a component or an element that the construct also uses by the variable's
! name. Inner clauses make other copies of a part. Elements of arrays of other
! shapes are not one for their subscripts. Private arrays are private in internal
! procedures, too.
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
  call allocated_parts
  call nested
  call shapes
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
    real :: re(3), im ! no parts of numbers
    re = 1
    im = 2
    !$acc parallel loop copyout(a) private(z)
    do q = 1, n
      z%re = q + re(2)
      z%im = q + im
      a(q) = nint(z%re + z%im)
    end do
    call expect(all(a == [(2*q + 3, q = 1, n)]), 'variables with the names of parts')
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
      !$acc kernels copyout(a, b)
      do q = 1, n
        z = cmplx(q, q + 1)
        a(q) = nint(u)
        uu = q - 1
        b(q) = nint(u + v)
      end do
      !$acc end kernels
      call expect(all(a == [(q, q = 1, n)]) .and. all(b == [(2*q, q = 1, n)]), 'a number and its parts')
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
      ! The record's other components do not matter.
      !$acc parallel loop copyout(a)
      do q = 1, n
        k = q
        a(q) = k*r%l
      end do
      call expect(all(a == [(3*q, q = 1, n)]), 'another component')
    end associate
    ! What independent iterations assign is theirs.
    associate (u => e(1))
      !$acc kernels loop independent copyout(b)
      do q = 2, n
        u = q*2
        b(q) = u + 1
      end do
    end associate
    call expect(all(b(2:) == [(2*q + 1, q = 2, n)]) .and. e(1) == 2*n, 'independent iterations')
  end subroutine
  subroutine allocated_parts
    type inner
      integer :: k, l
    end type
    type record
      integer, allocatable :: s, v(:)
      type(inner) :: in
    end type
    type(record) :: r
    integer :: q
    allocate (r%s, r%v(5))
    r%s = 4
    r%v = 2
    r%in = inner(1, 2)
    associate (s => r%s, second => r%v(2), in => r%in, k => r%in%k)
      associate (kk => k)
        !$acc kernels copyout(a, b)
        do q = 1, n
          s = q
          a(q) = r%s
        end do
        do q = 1, n
          second = q
          b(q) = r%v(2)
        end do
        !$acc end kernels
        call expect(all(a == [(q, q = 1, n)]) .and. all(b == a) .and. r%s == n, 'allocatable components')
        call expect(all(r%v == [2, n, 2, 2, 2]), 'an element of one')
        !$acc kernels copyout(a, b)
        do q = 1, n
          k = q
          a(q) = in%k + r%in%l + kk
        end do
        do q = 1, n
          in%k = 2*q
          b(q) = k
        end do
        !$acc end kernels
        call expect(all(a == [(2*q + 2, q = 1, n)]) .and. all(b == [(2*q, q = 1, n)]), 'a component of one')
        call expect(r%in%k == 2*n .and. kk == 2*n, 'a component of one, behind')
      end associate
      ! A clause for each component by each name.
      associate (other => r)
        !$acc kernels copyout(a)
        do q = 1, n
          k = 3*q
          a(q) = other%in%k + other%v(1)
        end do
        !$acc end kernels
        call expect(all(a == [(3*q + 2, q = 1, n)]) .and. r%in%k == 3*n, 'components by names of the record')
      end associate
    end associate
  end subroutine
  subroutine nested
    type record
      integer :: k, l
    end type
    integer, parameter :: m = 40
    type(record) :: r
    complex :: z
    integer :: p, q, table(m, n)
    r = record(7, 2)
    associate (k => r%k, u => z%im)
      !$acc parallel loop gang private(k) copyout(a)
      do q = 1, n
        k = 0
        !$acc loop vector reduction(+:k)
        do p = 1, m
          k = k + p
        end do
        a(q) = k
      end do
      call expect(all(a == m*(m + 1)/2), 'a reduction of a private part')
      !$acc parallel loop gang private(u) copyout(a)
      do q = 1, n
        u = 0
        !$acc loop vector reduction(+:u)
        do p = 1, m
          u = u + 1
        end do
        a(q) = nint(u)
      end do
      call expect(all(a == m), 'a reduction of a private part of a number')
      !$acc parallel firstprivate(k) copyout(a, table) num_gangs(4)
      !$acc loop gang
      do q = 1, n
        !$acc loop vector private(k)
        do p = 1, m
          k = q*p
          table(p, q) = k
        end do
        a(q) = k
      end do
      !$acc end parallel
      call expect(all(a == 7) .and. all(table(m, :) == [(m*q, q = 1, n)]), 'a private part of one')
      k = 0
      !$acc parallel loop gang reduction(+:k)
      do q = 1, n
        !$acc loop vector reduction(+:k)
        do p = 1, m
          k = k + 1
        end do
      end do
      call expect(k == n*m .and. r%l == 2, 'a reduction in one')
    end associate
  end subroutine
  subroutine shapes
    integer :: c(2, 8), d(8, 2), q
    equivalence (c, d)
    c = reshape([(q, q = 1, 16)], [2, 8])
    associate (third => c(1, 2), ninth => d(1, 2))
      !$acc kernels copyout(a(1:4))
      a(1) = third
      a(2) = ninth
      third = 100
      ninth = 200
      a(3) = third
      a(4) = ninth
      !$acc end kernels
      call expect(all(a(:4) == [3, 9, 100, 200]) .and. d(3, 1) == 100 .and. c(1, 5) == 200, 'other shapes')
      !$acc parallel loop private(third) copyout(a)
      do q = 1, n
        third = q
        a(q) = third + ninth
      end do
      call expect(all(a == [(q + 200, q = 1, n)]), 'a private element')
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
