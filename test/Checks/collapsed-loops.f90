! -gpu=check looks at the accesses of a block's threads at once in loops that they
! begin side by side, too. Faults in the last round, which only some threads have,
! are found as all others are.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -acc -gpu=check %s -o %t.dir/program
! RUN: %run %t.dir/program right 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: warprt:
! RIGHT: done
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program in-place 2>&1 | FileCheck %s --check-prefix=PLACE
! PLACE: collapsed-loops.f90:[[#@LINE+20]]: race: thread {{.*}} 'a', which thread
! RUN: not %run %t.dir/program bounds 2>&1 | FileCheck %s --check-prefix=BOUNDS
! BOUNDS: collapsed-loops.f90:[[#@LINE+29]]: bounds: thread {{.*}} writes 'b' outside of every allocation
! RUN: not %run %t.dir/program uninit 2>&1 | FileCheck %s --check-prefix=UNINIT
! UNINIT: collapsed-loops.f90:[[#@LINE+37]]: uninit: thread {{.*}} reads 'a' before anything was written there
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program few 2>&1 | FileCheck %s --check-prefix=FEW
! FEW: collapsed-loops.f90:[[#@LINE+45]]: race: thread {{.*}} writes 'a', which thread
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program last 2>&1 | FileCheck %s --check-prefix=LAST
! LAST: collapsed-loops.f90:[[#@LINE+53]]: race: thread {{.*}} 'a', which thread
module m
contains
  ! A stencil in place.
  subroutine smooth(a, b, n, m, in_place)
    integer :: n, m, i, j
    real :: a(n, m), b(n, m)
    logical :: in_place
    if (in_place) then
      !$acc parallel loop collapse(2) default(present)
      do j = 2, m - 1
        do i = 2, n - 1
          a(i, j) = 0.25*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
        end do
      end do
    end if
  end subroutine
  subroutine shift(a, b, n, m, beyond)
    integer :: n, m, i, j, beyond
    real :: a(n, m), b(n, m)
    !$acc parallel loop collapse(2) default(present)
    do j = 1, m + beyond
      do i = 1, n
        b(i, j) = a(i, 1) + j
      end do
    end do
  end subroutine
  subroutine copy(a, b, n, m)
    integer :: n, m, i, j
    real :: a(n, m), b(n, m)
    !$acc parallel loop tile(32, 4) default(present)
    do j = 1, m
      do i = 1, n
        b(i, j) = a(i, j)
      end do
    end do
  end subroutine
  ! One block, whose threads have several rounds.
  subroutine few(a, n, by)
    integer :: n, i, by
    real :: a(2*n)
    !$acc parallel loop num_gangs(1) vector_length(64) default(present)
    do i = 1, n
      a(i) = a(i + by) + 1
    end do
  end subroutine
  ! A row's last element is the next row's first.
  subroutine overlap(a, n, m)
    integer :: n, m, i, j
    real :: a(n*m)
    !$acc parallel loop collapse(2) default(present)
    do j = 1, m
      do i = 1, n
        a(i + (n - 1)*(j - 1)) = i
      end do
    end do
  end subroutine
end module

program main
  use m
  integer, parameter :: n = 70, k = 50
  character(20) :: kind
  real, allocatable :: a(:, :), b(:, :)
  call get_command_argument(1, kind)
  allocate(a(n, k), b(n, k))
  a = 1
  b = 2
  if (kind == 'uninit') then
    !$acc data create(a, b)
    !$acc update device(a(:, 1:k - 1), a(1:n - 1, k))
    call copy(a, b, n, k)
    !$acc end data
    stop
  end if
  !$acc data copy(a, b)
  call smooth(a, b, n, k, kind == 'in-place')
  call shift(a, b, n, k, merge(1000, 0, kind == 'bounds'))
  call copy(a, b, n, k)
  call few(a, 1000, merge(65, 1000, kind == 'few'))
  if (kind == 'last') call overlap(a, n, k)
  !$acc end data
  print '(a)', 'done'
end program
