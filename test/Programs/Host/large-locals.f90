!===-- large-locals.f90 - Procedures with more data than the stack has ----===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{fresh-folder} && %{compile} -acc -g -Mnostack_arrays %{testing} %s \
! RUN:   -o %t.dir/debug && %run %t.dir/debug | %{check-pass}
!
! 8 MB are usual; these procedures have up to 64 MB: arrays of constant size,
! automatic ones, records, function results, blocks in loops, several returns,
! recursion, and arrays that data directives and kernels hold.
!
!===----------------------------------------------------------------------===!

module large
  implicit none
  integer, parameter :: n = 4000000
  type wide
    real(4) :: x(n)
    integer, allocatable :: p(:)
  end type
contains
  ! 64 MB of constant size.
  real(8) function constant_size(k) result(r)
    integer, intent(in) :: k
    real(8) :: a(n)
    real(4) :: b(n), c(n), d(n), e(n)
    integer :: i
    do i = 1, n
      a(i) = mod(i, 10) + k
    end do
    b = real(a) + 1
    c = b + 1
    d = c + 1
    e = d + 1
    r = a(n) + b(1) + c(2) + d(3) + e(n - 1)
    if (k == 2) return
    r = r + 100
  end function

  real(8) function automatic(m) result(r)
    integer, intent(in) :: m
    real(8) :: a(m), b(m, 2)
    complex(4) :: z(0:m)
    character(8) :: names(m)
    a = 1
    b = 2
    z = (1, 3)
    names = 'abcdefgh'
    r = sum(a) + sum(b) + sum(aimag(z))
    if (m > 0) then
      if (names(m) /= 'abcdefgh') r = -1
    end if
  end function

  function doubled(x) result(y)
    real(8), intent(in) :: x(n)
    real(8) :: y(n)
    y = 2 * x
  end function

  integer function records(k) result(r)
    integer, intent(in) :: k
    type(wide) :: w, v
    w%x = k
    allocate (w%p(k), source=k)
    v = w
    w%p = 0
    r = sum(v%p) + nint(v%x(n))
  end function

  ! Each call has arrays of its own: 16 MB four times.
  recursive integer function depth(k) result(r)
    integer, intent(in) :: k
    integer :: a(n)
    a = k
    r = 0
    if (k > 1) r = depth(k - 1)
    r = r + a(n) * 10**k
  end function

  integer(8) function blocks() result(r)
    integer :: i, j
    r = 0
    do i = 1, 5
      block
        integer :: a(n), b(i * 1000000)
        a = i
        b = 1
        if (i == 3) cycle
        do j = 1, n
          if (a(j) /= i) exit
        end do
        r = r + sum(a(::1000000)) + size(b) * b(i * 1000000)
      end block
    end do
    i = 0
10  continue
    block
      integer :: c(i + 3000000)
      c = i
      r = r + c(3000000)
    end block
    i = i + 1
    if (i < 5) goto 10
  end function

  integer(8) function on_device(m) result(r)
    integer, intent(in) :: m
    integer :: a(n), b(m), c(n), i
    !$acc declare copyin(c)
    !$acc declare create(b)
    a = 1
    c = 2
    !$acc update device(c)
    !$acc parallel loop copy(a)
    do i = 1, n
      a(i) = a(i) + c(i) + mod(i, 2)
    end do
    r = sum(a)
    if (m < 10) return
    !$acc parallel loop
    do i = 1, m
      b(i) = i
    end do
    !$acc update self(b)
    r = r + b(m)
  end function
end module

program main
  use testing
  use large
  implicit none
  real(8) :: x(n)
  integer :: i
  call expect(constant_size(1) == 130, 'constant size')
  call expect(constant_size(2) == 35, 'constant size, early return')
  call expect(automatic(2000000) == 16000003, 'automatic')
  call expect(automatic(0) == 3, 'empty')
  x = 3
  x = doubled(doubled(x)) + doubled(x)
  call expect(all(x == 18), 'function results')
  call expect_equal(records(3), 12, 'records')
  call expect_equal(depth(4), 43210, 'recursion')
  call expect(blocks() == 12000058, 'blocks')
  do i = 1, 3
    call expect(on_device(100) == 3_8 * n + n / 2 + 100, 'on the device')
    call expect(on_device(5) == 3_8 * n + n / 2, 'on the device, early return')
  end do
  call finish()
end program
