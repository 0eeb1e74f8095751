! -gpu=check asks about threads that share a nest's iterations for each row that they
! go along. Iterations that depend on each other are found, wherever rows end.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -acc -O2 -gpu=check %s -o %t.dir/program
! RUN: %run %t.dir/program right 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: warprt:
! RIGHT: done, 0 wrong
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program along 2>&1 | FileCheck %s --check-prefix=RACE
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program across 2>&1 | FileCheck %s --check-prefix=RACE
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program end 2>&1 | FileCheck %s --check-prefix=RACE
! RACE: quotient-loops.f90:[[#@LINE+20]]: race: thread ({{.*}}) of block ([[B:[0-9]+]],1,1) of kernel '{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ([[B]],1,1) {{read|wrote}}
! RUN: not %run %t.dir/program bounds 2>&1 | FileCheck %s --check-prefix=BOUNDS
! BOUNDS: quotient-loops.f90:[[#@LINE+18]]: bounds: thread {{.*}} reads 'b' outside of every allocation
! RUN: not %run %t.dir/program cube 2>&1 | FileCheck %s --check-prefix=CUBE
! CUBE: quotient-loops.f90:[[#@LINE+31]]: race: thread {{.*}} 'a', which thread
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program sums 2>&1 | FileCheck %s --check-prefix=SUMS
! SUMS: quotient-loops.f90:{{62|65}}: race: thread {{.*}} 'a', which thread
! RUN: not %run %t.dir/program far-sums 2>&1 | FileCheck %s --check-prefix=FAR
! FAR: quotient-loops.f90:[[#@LINE+43]]: bounds: thread {{.*}} reads 'a' outside of every allocation
module m
contains
  ! The last element of a column may be the next one's first.
  subroutine columns(a, b, n, m, l, by, over, beyond)
    integer :: n, m, l, by, over, beyond, i, j, k
    real :: a(n + over, m + 1, l), b(n, m, l)
    !$acc parallel loop gang vector_length(128) default(present)
    do k = 1, l
      !$acc loop vector collapse(2)
      do j = 1, m
        do i = 1, n
          a(i, j, k) = a(i + by, j + over, k) + b(i + beyond, j, k)
        end do
      end do
    end do
  end subroutine
  ! Constant lengths of three dimensions.
  subroutine cube(a, l, by)
    integer :: l, by, i, j, k, q
    real :: a(37, 11, 9, l)
    !$acc parallel loop gang vector_length(64) default(present)
    do q = 1, l
      !$acc loop vector collapse(3)
      do k = 1, 8
        do j = 1, 10
          do i = 1, 36
            a(i, j, k, q) = a(i + by, j, k + by, q) + i + 100*j + 10000*k
          end do
        end do
      end do
    end do
  end subroutine
  ! What a gang writes, it alone has read.
  subroutine sums(a, n, m, l, by, beyond)
    integer :: n, m, l, by, beyond, i, j, k
    real :: a(n, m, l), row
    !$acc parallel loop gang vector_length(64) default(present) private(row)
    do k = 1, l - 1
      row = 0
      !$acc loop vector collapse(2) reduction(+: row)
      do j = 1, m
        do i = 1, n
          row = row + a(i + beyond, j, k + by)
        end do
      end do
      a(1, 2, k) = row
    end do
  end subroutine
end module

program main
  use m
  implicit none
  integer, parameter :: n = 45, k = 30, l = 5
  character(20) :: kind
  real, allocatable :: a(:, :, :), b(:, :, :), c(:, :, :, :)
  integer :: wrong, x, y, z
  call get_command_argument(1, kind)
  allocate(a(n + 1, k + 1, l), b(n + 1, k, l), c(37, 11, 9, l))
  a = 1
  b = 2
  c = 3
  !$acc data copy(a, b, c)
  select case (kind)
  case ('right')
    call columns(a, b, n + 1, k, l, 0, 0, 0)
    call cube(c, l, 0)
    call sums(b, n + 1, k, l, 0, 0)
  case ('along')
    call columns(a, b, n, k, l, 1, 0, 0)
  case ('across')
    call columns(a, b, n - 1, k, l, 0, 1, 0)
  case ('end')
    ! As many threads as a round and a half of a column's have.
    call columns(a, b, 3, 100, 3, 3, 0, 0)
  case ('bounds')
    call columns(a, b, n, k, l, 0, 0, 100000000)
  case ('sums')
    call sums(a, n + 1, k, l, 1, 0)
  case ('far-sums')
    call sums(a, n + 1, k, l, 0, 100000000)
  case ('cube')
    call cube(c, l, 1)
  end select
  !$acc end data
  wrong = 0
  if (kind == 'right') then
    do concurrent (x = 1:36, y = 1:10, z = 1:8) reduce(+: wrong)
      if (c(x, y, z, 3) /= 3 + x + 100*y + 10000*z) wrong = wrong + 1
    end do
    wrong = wrong + count(a(:, 1:k, :) /= 3)
    wrong = wrong + count(b /= 2) - (l - 1) + count(b(1, 2, 1:l - 1) /= 2*(n + 1)*k)
  end if
  print '(a,i0,a)', 'done, ', wrong, ' wrong'
end program
