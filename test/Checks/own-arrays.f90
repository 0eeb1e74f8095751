! Arrays that each thread has for itself are not shared by threads whose loops
! change places with those of their rounds under -gpu=check.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -acc -O2 -gpu=check %s -o %t.dir/program
! RUN: %run %t.dir/program 2>&1 | FileCheck %s
! CHECK: PASS 0
program main
  integer, parameter :: n = 256, k = 50
  integer, allocatable :: x(:,:), y(:,:), r(:,:)
  integer :: i, j, p, tmp(0:7), s
  allocate(x(n,k), y(n,k), r(n,k))
  s = 4
  do j = 1, k
    do i = 1, n
      x(i,j) = mod(i*31 + j*7, 97)
    end do
  end do
  y = 0
  do i = 1, n
    do j = 1, k
      p = iand(x(i, j), 7)
      tmp(iand(j,7)) = p
      if (j >= s) p = tmp(iand(j - 3, 7))
      r(i, j) = p
    end do
  end do
  !$acc data copyin(x) copy(y)
  call run(x, y, n, k, s)
  !$acc end data
  print *, merge('PASS', 'FAIL', all(y == r)), count(y /= r)
contains
  subroutine run(x, y, n, k, s)
  integer :: n, k, s, tmp(0:7), i, j, p
  integer :: x(n,k), y(n,k)
  !$acc parallel loop gang vector num_gangs(2) vector_length(64) default(present) private(tmp, p)
    do i = 1, n
      !$acc loop seq
      do j = 1, k
        p = iand(x(i, j), 7)
        tmp(iand(j,7)) = p
        if (j >= s) p = tmp(iand(j - 3, 7))
        y(i, j) = p
      end do
    end do
  end subroutine
end program
