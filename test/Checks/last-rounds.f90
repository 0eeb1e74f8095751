! Rows of which the last round is all threads', or the first ones' only: what they access is
! one row of memory in either case. A race is found, and an element that nobody has written,
! be it in the rounds that all threads have or in the last one.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -O2 -acc -gpu=check %s -o %t.dir/program
! RUN: env WARPFORT_NUM_THREADS=1 %run %t.dir/program 0 96 2>&1 | FileCheck %s --check-prefix=RIGHT
! RUN: env WARPFORT_NUM_THREADS=1 %run %t.dir/program 0 97 2>&1 | FileCheck %s --check-prefix=RIGHT
! RUN: env WARPFORT_NUM_THREADS=3 %run %t.dir/program 0 126 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: warprt:
! RIGHT: right
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 1 96 2>&1 | FileCheck %s --check-prefix=WRITES
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 1 97 2>&1 | FileCheck %s --check-prefix=WRITES
! WRITES: last-rounds.f90:33: race: {{.*}} writes 'b', which thread {{.*}} wrote at last-rounds.f90:33
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 2 96 2>&1 | FileCheck %s --check-prefix=READS
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 2 97 2>&1 | FileCheck %s --check-prefix=READS
! READS: last-rounds.f90:43: race: {{.*}} 'a', which thread
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 3 96 2>&1 | FileCheck %s --check-prefix=UNINIT
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 3 97 2>&1 | FileCheck %s --check-prefix=UNINIT
! UNINIT: last-rounds.f90:43: uninit: {{.*}} reads 'c' before anything was written there
module m
contains
  subroutine fill(b, c, n, rows, pitch, left)
    integer :: n, rows, pitch, left, i, j
    real :: b(*), c(n + 1, rows)
    !$acc parallel loop gang worker present(b, c)
    do j = 1, rows
      !$acc loop vector
      do i = 1, n + 1
        if (i /= left) c(i, j) = i
      end do
      !$acc loop vector
      do i = 1, n
        b(i + (j - 1)*pitch) = i + 1000*j
      end do
    end do
  end subroutine
  subroutine step(a, c, n, rows, way)
    integer :: n, rows, way, i, j
    real :: a(n + 1, rows), c(n + 1, rows)
    !$acc parallel loop gang worker present(a, c)
    do j = 1, rows
      !$acc loop vector
      do i = 1, n; a(i, j) = a(i + way, j) + c(i, j) + c(i + 1, j); end do
    end do
  end subroutine
end module
program main
  use m
  integer, parameter :: rows = 40
  real, allocatable :: a(:, :), b(:), c(:, :)
  integer :: fault, n, i, j
  logical :: right
  character(8) :: text
  call get_command_argument(1, text); read (text, *) fault
  call get_command_argument(2, text); read (text, *) n
  allocate (a(n + 1, rows), b(n*rows), c(n + 1, rows))
  a = 1; b = 0
  !$acc data copy(a, b) create(c)
  call fill(b, c, n, rows, merge(n - 1, n, fault == 1), merge(n + 1, 0, fault == 3))
  call step(a, c, n, rows, merge(1, 0, fault == 2))
  !$acc end data
  right = .true.
  do j = 1, rows
    do i = 1, n
      right = right .and. b(i + (j - 1)*n) == i + 1000*j .and. a(i, j) == 2*i + 2
    end do
  end do
  if (right) print *, 'right'
end program
