! Under -gpu=check, loops of threads and of their rounds change places where there is
! nothing to tell: each round is made, by all threads or the first ones, and the
! last round's races are found.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -acc -O2 -gpu=check %s -o %t.dir/program
! RUN: %run %t.dir/program right 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: warprt:
! RIGHT: done, 0 wrong
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program last 2>&1 | FileCheck %s --check-prefix=LAST
! LAST: turned-loops.f90:[[#@LINE+20]]: race: thread ({{.*}}) of block ({{.*}}) of kernel '{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ({{.*}}) {{read|wrote}}
module m
contains
  ! Several rounds in both dimensions.
  subroutine few(a, b, n, m)
    integer :: n, m, i, j
    real :: a(n, m), b(n, m)
    !$acc parallel loop collapse(2) num_gangs(2) vector_length(32) default(present)
    do j = 1, m
      do i = 1, n
        b(i, j) = a(i, j) + i + 1000*j
      end do
    end do
  end subroutine
  ! Only the first iteration may read what the last one writes.
  subroutine rounds(a, n, by)
    integer :: n, i, by
    real :: a(2*n)
    !$acc parallel loop num_gangs(3) vector_length(32) default(present)
    do i = 1, n
      a(i) = a(i + by) + i
    end do
  end subroutine
  subroutine vectors(a, b, n, m)
    integer :: n, m, i, j
    real :: a(n, m), b(n, m)
    !$acc parallel loop gang vector_length(64) default(present)
    do j = 1, m
      !$acc loop vector
      do i = 1, n
        if (j /= 3) b(i, j) = b(i, j) - a(i, j)
      end do
    end do
  end subroutine
end module

program main
  use m
  implicit none
  integer, parameter :: sizes(7) = [1, 3, 31, 32, 33, 100, 517], k = 9
  character(8) :: kind
  integer :: s, n, i, j, wrong
  real, allocatable :: a(:, :), b(:, :), c(:)
  call get_command_argument(1, kind)
  wrong = 0
  do s = 1, size(sizes)
    n = sizes(s)
    allocate(a(n, k), b(n, k), c(2*n))
    a = reshape([((real(i - j), i = 1, n), j = 1, k)], [n, k])
    b = -1
    c = 5
    !$acc data copy(a, b, c)
    call few(a, b, n, k)
    call vectors(a, b, n, k)
    call rounds(c, n, merge(n - 1, n, kind == 'last'))
    !$acc end data
    do j = 1, k
      do i = 1, n
        if (b(i, j) /= i + 1000*j + merge(i - j, 0, j == 3)) wrong = wrong + 1
      end do
    end do
    if (kind == 'right' .and. any(c(:n) /= [(5 + i, i = 1, n)])) wrong = wrong + 1
    deallocate(a, b, c)
  end do
  print '(a,i0,a)', 'done, ', wrong, ' wrong'
end program
