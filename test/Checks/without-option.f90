! WARPFORT_CHECK in a program that was not linked with -gpu=check is no silent nothing.
! Objects that were compiled with the option link without it.
! RUN: %{fresh-folder} && %{compile} -acc -gpu=check -c %s -o %t.dir/a.o
! RUN: %{compile} -acc %t.dir/a.o -o %t.dir/program
! RUN: env WARPFORT_CHECK=race %run %t.dir/program 2>&1 | FileCheck %s
! CHECK: warprt: warning: WARPFORT_CHECK has no effect: the program was not linked with -gpu=check
! CHECK: done
program main
  real :: x(64)
  integer :: i
  x = 1
  !$acc parallel loop copy(x)
  do i = 1, 64
    x(i) = i
  end do
  print *, 'done'
end program
