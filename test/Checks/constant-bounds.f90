! -gpu=check asks about the rounds of vector loops whose bounds are constants, which
! LLVM counts in 32 bits, and of those in nests that divide to find a gang's part. No
! extent may be a divisor where it is zero. Races of the last round are found.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -acc -O2 -gpu=check %s -o %t.dir/program
! RUN: %run %t.dir/program right 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: warprt:
! RIGHT: done, 0 wrong
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program short 2>&1 | FileCheck %s --check-prefix=SHORT
! SHORT: constant-bounds.f90:[[#@LINE+17]]: race: thread ({{.*}}) of block ([[B:[0-9]+]],1,1) of kernel 'm::short:{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ([[B]],1,1) {{read|wrote}}
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program long 2>&1 | FileCheck %s --check-prefix=LONG
! LONG: race: thread ({{.*}}) of block ([[B:[0-9]+]],1,1) of kernel 'm::long:{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ([[B]],1,1) {{read|wrote}}
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program gangs 2>&1 | FileCheck %s --check-prefix=GANGS
! GANGS: race: thread ({{.*}}) of block ([[B:[0-9]+]],1,1) of kernel 'm::short:{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ({{.*}}) {{read|wrote}}
module m
contains
  ! A row needs a round of some threads.
  subroutine short(a, b, by, over)
    integer, value :: by, over
    integer :: i, j, k
    real :: a(100,10,10), b(100,10,10)
    !$acc parallel loop gang collapse(2) default(present)
    do k = 2, 9
      do j = 2, 9
        !$acc loop vector
        do i = 2, 99
          a(i,j,k) = a(merge(i + by, i, i >= 98),j + over,k) + b(i-1,j,k) + b(i,j-1,k)
        end do
      end do
    end do
  end subroutine
  ! Two rounds of all, and a third one of some.
  subroutine long(a, b, by)
    integer, value :: by
    integer :: i, j, k
    real :: a(300,10,10), b(300,10,10)
    !$acc parallel loop gang collapse(2) default(present)
    do k = 2, 9
      do j = 2, 9
        !$acc loop vector
        do i = 2, 299
          a(i,j,k) = a(merge(i + by, i, i >= 298),j,k) + b(i-1,j,k) + b(i,j-1,k)
        end do
      end do
    end do
  end subroutine
  subroutine exact(a, b)
    integer :: i, j
    real :: a(128,10), b(128,10)
    !$acc parallel loop gang vector_length(64) default(present)
    do j = 1, 10
      !$acc loop vector
      do i = 1, 128
        a(i,j) = a(i,j) + 2*b(i,j)
      end do
    end do
  end subroutine
  ! The extents are divisors, and may be zero.
  subroutine extents(a, b, n, m, l)
    integer, value :: n, m, l
    integer :: i, j, k
    real :: a(n,m,l), b(n,m,l)
    !$acc parallel loop gang collapse(2) default(present)
    do k = 1, l
      do j = 1, m
        !$acc loop vector
        do i = 1, n
          a(i,j,k) = a(i,j,k) + b(i,j,k)
        end do
      end do
    end do
    !$acc parallel loop gang worker default(present)
    do k = 1, l
      !$acc loop vector collapse(2)
      do j = 1, m
        do i = 1, n
          a(i,j,k) = a(i,j,k) + b(i,j,k)
        end do
      end do
    end do
  end subroutine
  subroutine all_extents(wrong)
    integer, intent(inout) :: wrong
    integer, parameter :: sizes(5) = [0, 1, 3, 129, 40]
    integer :: n, m, l
    real, allocatable :: a(:,:,:), b(:,:,:)
    do n = 1, 5
      do m = 1, 5
        do l = 1, 3
          allocate(a(sizes(n), sizes(m), sizes(l)), b(sizes(n), sizes(m), sizes(l)))
          a = 1
          b = 2
          !$acc data copy(a) copyin(b)
          call extents(a, b, sizes(n), sizes(m), sizes(l))
          !$acc end data
          if (any(a /= 5)) wrong = wrong + 1
          deallocate(a, b)
        end do
      end do
    end do
  end subroutine
end module

program main
  use m
  implicit none
  real :: a(100,10,10), b(100,10,10), c(300,10,10), d(300,10,10), e(128,10), f(128,10)
  character(16) :: what
  integer :: wrong
  call get_command_argument(1, what)
  a = 1; b = 1; c = 1; d = 1; e = 1; f = 1
  wrong = 0
  !$acc data copy(a, c, e) copyin(b, d, f)
  select case (what)
  case ('right')
    call short(a, b, 0, 0)
    call long(c, d, 0)
    call exact(e, f)
    call all_extents(wrong)
  case ('short')
    call short(a, b, 1, 0)
  case ('gangs')
    call short(a, b, 0, 1)
  case ('long')
    call long(c, d, 1)
  end select
  !$acc end data
  if (what == 'right') then
    if (any(a(2:99,2:9,2:9) /= 3) .or. sum(a) /= 10000 + 2*98*64) wrong = wrong + 1
    if (any(c(2:299,2:9,2:9) /= 3) .or. sum(c) /= 30000 + 2*298*64) wrong = wrong + 1
    if (any(e /= 3)) wrong = wrong + 1
  end if
  print '(a,i0,a)', 'done, ', wrong, ' wrong'
end program
