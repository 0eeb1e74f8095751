! Nests whose loops have a level each, and nests that reduce: what a warp accesses in
! its row is one question, and a nest that all threads share elsewhere is a nest here.
! Races between rows, lanes and gangs are found, also one in the last row only; vector
! loops of a worker that follow each other are in order.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -O2 -acc -gpu=check %s -o %t.dir/program
! RUN: env WARPFORT_NUM_THREADS=1 %run %t.dir/program 0 70 2>&1 | FileCheck %s --check-prefix=RIGHT
! RUN: env WARPFORT_NUM_THREADS=3 %run %t.dir/program 0 5 2>&1 | FileCheck %s --check-prefix=RIGHT
! RUN: env WARPFORT_NUM_THREADS=1 %run %t.dir/program 5 70 2>&1 | FileCheck %s --check-prefix=RIGHT
! RUN: env WARPFORT_NUM_THREADS=1 %run %t.dir/program 8 70 2>&1 | FileCheck %s --check-prefix=RIGHT
! RUN: env WARPFORT_NUM_THREADS=1 %run %t.dir/program 9 70 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: {{warprt:|WRONG}}
! RIGHT: done
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 1 70 2>&1 | FileCheck %s --check-prefix=ROWS
! ROWS: races-in-nests.f90:55: race: {{.*}} which thread {{.*}} at races-in-nests.f90:55
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 2 70 2>&1 | FileCheck %s --check-prefix=LANES
! LANES: races-in-nests.f90:68: race: {{.*}} which thread {{.*}} at races-in-nests.f90:68
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 3 70 2>&1 | FileCheck %s --check-prefix=GANGS
! GANGS: races-in-nests.f90:81: race: {{.*}} which thread {{.*}} at races-in-nests.f90:81
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 4 70 2>&1 | FileCheck %s --check-prefix=LAST
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 4 5 2>&1 | FileCheck %s --check-prefix=LAST
! LAST: races-in-nests.f90:95: race: {{.*}} which thread {{.*}} at races-in-nests.f90:94
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 6 70 2>&1 | FileCheck %s --check-prefix=INNER
! INNER: races-in-nests.f90:123: race: {{.*}} which thread {{.*}} at races-in-nests.f90:123
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program 7 70 2>&1 | FileCheck %s --check-prefix=OUTER
! OUTER: races-in-nests.f90:134: race: {{.*}} which thread {{.*}} at races-in-nests.f90:134
module m
contains
  subroutine clean(a, b, s, n)
    integer :: n, i, j, k; real(8) :: a(n,n,n), b(n,n,n), s(n), p, r
    !$acc parallel loop gang present(a,b,s) private(p)
    do k = 1, n
      p = 0
      !$acc loop worker private(r) reduction(+:p)
      do j = 1, n
        r = 0
        !$acc loop vector reduction(+:r)
        do i = 1, n
          r = r + a(i,j,k)
          b(i,j,k) = a(i,j,k)*2
        end do
        p = p + r
      end do
      s(k) = p
    end do
  end subroutine
  subroutine rows(a, n)
    integer :: n, i, j, k; real(8) :: a(n,n,n)
    !$acc parallel loop gang present(a)
    do k = 1, n
      !$acc loop worker independent
      do j = 2, n
        !$acc loop vector
        do i = 1, n
          a(i,j,k) = a(i,j-1,k)*2 + i + j
        end do
      end do
    end do
  end subroutine
  subroutine lanes(a, n)
    integer :: n, i, j, k; real(8) :: a(n,n,n)
    !$acc parallel loop gang present(a)
    do k = 1, n
      !$acc loop worker
      do j = 1, n
        !$acc loop vector independent
        do i = 2, n
          a(i,j,k) = a(i-1,j,k)*2 + i + j
        end do
      end do
    end do
  end subroutine
  subroutine gangs(a, n)
    integer :: n, i, j, k; real(8) :: a(n,n,n)
    !$acc parallel loop gang independent present(a)
    do k = 2, n
      !$acc loop worker
      do j = 1, n
        !$acc loop vector
        do i = 1, n
          a(i,j,k) = a(i,j,k-1)*2 + i + j
        end do
      end do
    end do
  end subroutine
  subroutine last_row(a, n)
    integer :: n, i, j, k; real(8) :: a(n,n,n)
    !$acc parallel loop gang present(a)
    do k = 1, n
      !$acc loop worker independent
      do j = 1, n
        !$acc loop vector
        do i = 1, n
          a(i,j,k) = i + j
          if (j == n .and. i == n) a(i, 1, k) = a(i,1,k) + j + i
        end do
      end do
    end do
  end subroutine
  subroutine seqv(a, n)
    integer :: n, i, j, k; real(8) :: a(n,n,n)
    !$acc parallel loop gang present(a)
    do k = 1, n
      !$acc loop worker
      do j = 1, n
        !$acc loop vector
        do i = 1, n
          a(i,j,k) = i + j
        end do
        !$acc loop vector
        do i = 1, n-1
          a(i,j,k) = a(i,j,k) + 1
        end do
      end do
    end do
  end subroutine
  subroutine inner(a, s, n)
    integer :: n, i, j; real(8) :: a(n,n), s
    s = 0
    !$acc parallel loop collapse(2) present(a) reduction(max:s)
    do j = 1, n
      do i = 2, n
        a(i,j) = a(i-1,j) + i
        s = max(s, a(i,j))
      end do
    end do
  end subroutine
  subroutine outer(a, s, n)
    integer :: n, i, j; real(8) :: a(n,n), s
    s = 0
    !$acc parallel loop collapse(2) present(a) reduction(max:s)
    do j = 2, n
      do i = 1, n
        a(i,j) = a(i,j-1) + i
        s = max(s, a(i,j))
      end do
    end do
  end subroutine
  subroutine largest(a, b, s, n)
    integer :: n, i, j; real(8) :: a(n,n), b(n,n), s
    s = 0
    !$acc parallel loop collapse(2) present(a, b) reduction(max:s)
    do j = 1, n
      do i = 1, n
        b(i,j) = a(i,j) + i
        s = max(s, b(i,j))
      end do
    end do
  end subroutine
  subroutine plain(a, s, n)
    integer :: n, i, j, k; real(8) :: a(n,n,n), s
    s = 0
    !$acc parallel loop present(a) reduction(+:s)
    do k = 1, n
      do j = 1, n
        do i = 1, n
          s = s + a(i,j,k)
        end do
      end do
    end do
  end subroutine
end module
program p
  use m
  integer :: n, w; character(8) :: c
  real(8), allocatable :: a(:,:,:), b(:,:,:), s(:), e(:,:), f(:,:); real(8) :: x
  call get_command_argument(1, c); read(c,*) w
  call get_command_argument(2, c); read(c,*) n
  allocate(a(n,n,n), b(n,n,n), s(n), e(n,n), f(n,n)); call random_number(a); b = 0; call random_number(e); f = e
  !$acc data copy(a,b,s,e,f)
  select case (w)
  case (0); call clean(a,b,s,n)
  case (1); call rows(a,n)
  case (2); call lanes(a,n)
  case (3); call gangs(a,n)
  case (4); call last_row(a,n)
  case (5); call seqv(a,n)
  case (6); call inner(e,x,n)
  case (7); call outer(e,x,n)
  case (8); call largest(e,f,x,n)
  case (9); call plain(a,x,n)
  end select
  !$acc end data
  if (w == 0) then; if (any(abs(s - sum(sum(a,1),1)) > 1d-9*n*n)) print *, 'WRONG'; if (any(b /= 2*a)) print *, 'WRONG b'; end if
  if (w == 8) then; if (x /= maxval(f)) print *, 'WRONG x'; end if
  print *, 'done'
end program
