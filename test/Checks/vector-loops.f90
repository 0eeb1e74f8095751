! -gpu=check asks about the rounds of LOOP VECTOR at once, though each thread
! counts its own. Iterations that depend on each other are found.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -acc -gpu=check %s -o %t.dir/program
! RUN: %run %t.dir/program right 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: warprt:
! RIGHT: done 89. 180. 91.
! RUN: not %run %t.dir/program shifted 2>&1 | FileCheck %s --check-prefix=SHIFTED
! SHIFTED: vector-loops.f90:[[#@LINE+20]]: race: thread ({{.*}}) of block ([[B:[0-9]+]],1,1) of kernel '{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ([[B]],1,1) {{read|wrote}}
! RUN: not %run %t.dir/program last 2>&1 | FileCheck %s --check-prefix=SHIFTED
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program gangs 2>&1 | FileCheck %s --check-prefix=GANGS
! GANGS: race: thread ({{.*}}) of block ([[B:[0-9]+]],1,1) of kernel '{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ({{.*}}) {{read|wrote}}
! RUN: not %run %t.dir/program kernels 2>&1 | FileCheck %s --check-prefix=KERNELS
! KERNELS: race: thread ({{.*}}) of block ({{.*}}) of kernel '{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ({{.*}}) {{read|wrote}}
! RUN: not %run %t.dir/program workers 2>&1 | FileCheck %s --check-prefix=WORKERS
! WORKERS: race: thread ([[X:[0-9]+]],[[Y:[0-9]+]],1) of block ([[B:[0-9]+]],1,1) of kernel '{{.*}}' {{writes|reads}} 'a', which thread ({{[0-9]+}},[[Y]],1) of block ([[B]],1,1) {{read|wrote}}
! RUN: not %run %t.dir/program others 2>&1 | FileCheck %s --check-prefix=OTHERS
! OTHERS: race: thread ({{.*}}) of block ({{.*}}) of kernel '{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ({{.*}}) {{read|wrote}}
module m
contains
  subroutine vectors(a, b, n, by, to, over)
    integer, intent(in) :: n, by, to, over
    real :: a(n,n), b(n,n)
    integer :: i, j
    !$acc parallel loop gang copy(a, b)
    do j = 1, n - 1
      !$acc loop vector
      do i = 1, n - 1
        a(i,j) = a(merge(i + by, i, i >= to),j + over) + b(i,j)
      end do
    end do
  end subroutine
  subroutine nest(a, b, n, by)
    integer, intent(in) :: n, by
    real :: a(n,n), b(n,n)
    integer :: i, j
    !$acc kernels copy(a, b)
    !$acc loop independent
    do j = 1, n - 1
      !$acc loop independent
      do i = 1, n - 1
        a(i,j) = a(i + by,j) + b(i,j)
      end do
    end do
    !$acc end kernels
  end subroutine
  subroutine rows(a, b, n, by, over)
    integer, intent(in) :: n, by, over
    real :: a(n,n,*), b(n,n)
    integer :: i, j, k
    !$acc parallel loop gang worker copy(a(:,:,1:6), b)
    do k = 1, 5
      !$acc loop seq
      do j = 2, n
        !$acc loop vector
        do i = 1, n - 1
          a(i,j,k) = a(i + by,j - 1,k + over) + a(i + by,j,k) + b(i,j)
        end do
      end do
    end do
  end subroutine
end module

program main
  use m
  implicit none
  integer, parameter :: n = 200
  real :: a(n,n), b(n,n)
  real :: c(n,n,6)
  character(16) :: what
  integer :: i, j
  call get_command_argument(1, what)
  a = reshape([((real(i), i = 1, n), j = 1, n)], [n, n])
  b = 1
  select case (what)
  case ('right')
    call vectors(a, b, n, 0, 1, 0)
    call nest(a, b, n, 0)
    c(:,:,:) = 0
    c(:,1,:) = 1
    call rows(c, b, n, 0, 0)
    print '(a,3(1x,f0.0))', 'done', a(87,3), a(178,190), c(7,91,5)
  case ('shifted')
    call vectors(a, b, n, 1, 1, 0)
  case ('last')
    call vectors(a, b, n, 1, n - 2, 0)
  case ('gangs')
    call vectors(a, b, n, 0, 1, 1)
  case ('kernels')
    call nest(a, b, n, 1)
  case ('workers')
    c = 0
    call rows(c, b, n, 1, 0)
  case ('others')
    c = 0
    call rows(c, b, n, 0, 1)
  end select
end program
