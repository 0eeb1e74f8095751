! Sums over a grid's threads: all reads of a row of threads are one question, however
! many rounds there are. A race in such a loop is found, and an element that nobody has
! written, be it in the rounds that all threads have or in the last one.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -O2 -acc -gpu=check %s -o %t.dir/program
! RUN: env WARPFORT_NUM_THREADS=1 %run %t.dir/program 0 2>&1 | FileCheck %s --check-prefix=RIGHT
! RUN: env WARPFORT_NUM_THREADS=3 %run %t.dir/program 0 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: warprt:
! RIGHT: 5000.0 5000.0
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 1 2>&1 | FileCheck %s --check-prefix=RACE
! RACE: checked-sums.f90:34: race: {{.*}} reads 'x', which thread {{.*}} wrote at checked-sums.f90:33
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 2 2>&1 | FileCheck %s --check-prefix=UNINIT
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 3 2>&1 | FileCheck %s --check-prefix=UNINIT
! UNINIT: checked-sums.f90:{{.*}}: uninit: {{.*}} reads 'y' before anything was written there
program main
  integer, parameter :: n = 5000
  real(8) :: x(n), y(n), s, t
  integer :: fault, left, i
  character(8) :: text
  call get_command_argument(1, text); read (text, *) fault
  left = 0
  if (fault == 2) left = 17
  if (fault == 3) left = n - 2
  x = 1
  s = 0; t = 0
  !$acc data copyin(x) create(y)
  !$acc parallel loop present(y)
  do i = 1, n
    if (i /= left) y(i) = 1
  end do
  !$acc parallel loop gang vector num_gangs(3) vector_length(128) reduction(+:s) present(x)
  do i = 1, n
    if (fault == 1) x(mod(i, 64) + 1) = i
    s = s + x(i)
  end do
  !$acc parallel loop gang vector num_gangs(3) vector_length(128) reduction(+:t) present(x, y)
  do i = 1, n
    t = t + x(i)*y(i)
  end do
  !$acc end data
  print '(2(1x,f0.1))', s, t
end program
