!===-- stdpar.f90 - DO CONCURRENT on the device -----------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -gpu=nomanaged -O0 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar -target=cpu -fcpu-loop-threads %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder}
! RUN: %{compile} -stdpar=multicore %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program | %{check-pass}
! RUN: %{fresh-folder} && %{compile} -stdpar -Minfo=accel -target=cpu -c %{testing} -o %t.dir/t.o && %{compile} -stdpar -Minfo=accel -target=cpu -c %s -o %t.dir/x.o 2>&1 | FileCheck %s
!
! Constructs of procedures, alone and nested, with all localities; procedures
! of the same file, pure ones too. OpenACC's directives are comments.
!
!===----------------------------------------------------------------------===!

module work
  implicit none
  real(8), allocatable :: g(:)
  real(8) :: scale = 3
contains
  pure real(8) function f(x)
    real(8), intent(in) :: x
    f = 2*x + 1
  end function

  pure subroutine twice(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = 2*x
  end subroutine

  ! The host may call it, and so may a construct.
  ! CHECK: increase:
  ! CHECK: Accelerator kernel generated
  pure subroutine increase(x)
    real(8), intent(inout) :: x(:)
    integer :: i
    do concurrent (i = 1:size(x))
      x(i) = x(i) + 1
    end do
  end subroutine

  subroutine shapes(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(0:), c(n)
    real(8) :: t, u
    integer :: i
    ! CHECK: shapes:
    ! CHECK: Generating implicit {{.*}}a(:)
    ! CHECK: Accelerator kernel generated
    do concurrent (i = 1:n)
      t = f(a(i))
      call twice(t, u)
      b(i - 1) = u
      c(i) = t*scale
    end do
    !$acc nonsense
    do concurrent (integer(8) :: j = n:1:-2)
      c(j) = -c(j)
    end do
  end subroutine
end module

program main
  use testing
  use work
  implicit none
  integer, parameter :: n = 3000, m = 7
  real(8), allocatable :: a(:), b(:), c(:), d(:,:)
  real(8) :: fixed(m), expected(n), most, total
  integer :: i, j, counted

  allocate (a(n), b(n), c(n), d(n, m), g(n))
  do concurrent (i = 1:n)
    a(i) = i
    g(i) = 0
  end do
  call shapes(n, a, b, c)
  call expect_equal(b, [(4d0*i + 2, i = 1, n)], 'procedures')
  expected = [(merge(-1d0, 1d0, mod(n - i, 2) == 0)*(6d0*i + 3), i = 1, n)]
  call expect_equal(c, expected, 'a stride')
  call increase(c)
  call expect_equal(c, expected + 1, 'a pure procedure')

  most = 0
  total = 0
  counted = 0
  do concurrent (j = 1:m, i = 1:n, mod(i + j, 3) /= 0) &
      reduce(max: most) reduce(+: total, counted)
    d(i, j) = i*j
    most = max(most, d(i, j))
    total = total + d(i, j)
    counted = counted + 1
  end do
  call expect_equal(counted, &
      sum([((merge(0, 1, mod(i + j, 3) == 0), i = 1, n), j = 1, m)]), 'a mask')
  call expect_equal(most, real(n*m, 8), 'a maximum')
  call expect_equal(total, sum([((merge(0d0, real(i*j, 8), &
      mod(i + j, 3) == 0), i = 1, n), j = 1, m)]), 'a sum')

  ! Reductions that no locality names.
  most = 0
  total = 7
  counted = 3
  do concurrent (j = 1:m, i = 1:n)
    most = max(most, real(i*j, 8))
    if (mod(i, 2) == 0) total = total + j
    counted = counted + 1
  end do
  call expect_equal(most, real(n*m, 8), 'a maximum without a locality')
  call expect_equal(total, 7d0 + n/2*(m*(m + 1)/2), 'a sum without a locality')
  call expect_equal(counted, 3 + n*m, 'a count without a locality')

  do concurrent (j = 1:m)
    do concurrent (i = 1:n) shared(d)
      d(i, j) = i + j
    end do
    fixed(j) = j
  end do
  call expect_equal(sum(d), sum([((real(i + j, 8), i = 1, n), j = 1, m)]), &
      'a construct in a construct')
  call expect_equal(sum(fixed), sum([(real(j, 8), j = 1, m)]), &
      'what is not allocatable')

  total = 5
  do concurrent (i = 1:n) local_init(total) shared(a, b)
    total = total + a(i)
    b(i) = total
  end do
  call expect_equal(b, a + 5, 'local_init')
  call expect_equal(total, 5d0, 'the variable around')

  do concurrent (i = 1:0)
    a(i) = 0
  end do
  call expect_equal(sum(a), sum([(real(i, 8), i = 1, n)]), 'no iterations')

  ! The host's work between two constructs.
  do i = 1, 3
    a = a + 1
    do concurrent (j = 1:n)
      a(j) = 2*a(j)
    end do
  end do
  call expect_equal(a, [(8d0*i + 14, i = 1, n)], 'host and device in turn')
  call finish
end program
