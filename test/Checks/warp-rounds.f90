! -gpu=check asks about all rounds of a loop that its warp waits in, such as
! those of LOOP WORKER around LOOP VECTOR. What is wrong in one of them is found.
! REQUIRES: device-cpu
! RUN: %{fresh-folder} && %{compile} -acc -gpu=check %s -o %t.dir/program
! RUN: %run %t.dir/program right 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: warprt:
! RIGHT: done     1275.  1625625.   382500.
! RUN: not %run %t.dir/program lanes 2>&1 | FileCheck %s --check-prefix=LANES
! LANES: warp-rounds.f90:[[#@LINE+23]]: race: thread ([[X:[0-9]+]],[[Y:[0-9]+]],1) of block ([[B:[0-9]+]],1,1) of kernel '{{.*}}' {{writes|reads}} 'a', which thread ({{[0-9]+}},[[Y]],1) of block ([[B]],1,1) {{read|wrote}}
! RUN: not %run %t.dir/program later 2>&1 | FileCheck %s --check-prefix=LANES
! RUN: not env WARPFORT_NUM_THREADS=1 %run %t.dir/program workers 2>&1 | FileCheck %s --check-prefix=WORKERS
! WORKERS: warp-rounds.f90:[[#@LINE+20]]: race: thread ({{.*}}) of block ({{.*}}) of kernel '{{.*}}' {{writes|reads}} 'a', which thread ({{.*}}) of block ({{.*}}) {{read|wrote}}
! RUN: not %run %t.dir/program sums 2>&1 | FileCheck %s --check-prefix=SUMS
! SUMS: warp-rounds.f90:[[#@LINE+38]]: race: thread ({{.*}}) of block ([[B:[0-9]+]],1,1) of kernel '{{.*}}' writes 's', which thread ({{.*}}) of block ([[B]],1,1) wrote
! RUN: not %run %t.dir/program beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
! BEYOND: warp-rounds.f90:[[#@LINE+34]]: bounds: {{.*}}
module m
contains
  ! Each row of a plane is what it was and the one before, and what another
  ! element has: of this plane, from row `from` on, or of the next one.
  subroutine rows(a, n, by, from, over)
    integer, intent(in) :: n, by, from, over
    real :: a(n,n,*)
    integer :: i, j, k
    !$acc parallel loop gang worker copy(a(:,:,1:7))
    do k = 1, 6
      !$acc loop seq
      do j = 2, n
        !$acc loop vector
        do i = 1, n - 1
          ! The loop has rounds of all lanes, and one of the first ones.
          a(i,j,k) = a(i,j - 1,k) + a(i + merge(by, 0, j >= from),j,k + over)
        end do
      end do
    end do
  end subroutine
  ! Sums of rows, and of planes; `one` for all into the same place.
  subroutine sums(b, s, t, n, to, one)
    integer, intent(in) :: n, to, one
    real :: b(n,n,*), s(n,*), t(*), row, plane
    integer :: i, j, k
    !$acc parallel loop gang private(plane) present(b) copy(s(:,1:6), t(1:6))
    do k = 1, 6
      plane = 0
      !$acc loop worker private(row) reduction(+:plane)
      do j = 1, n
        row = 0
        !$acc loop vector reduction(+:row)
        do i = 1, to
          row = row + b(i,j,k)
        end do
        s(merge(1, j, one == 1),k) = row*j
        plane = plane + row
      end do
      t(k) = plane
    end do
  end subroutine
end module
program p
  use m
  implicit none
  integer, parameter :: n = 50
  integer :: i
  character(16) :: how
  real, allocatable :: a(:,:,:), b(:,:,:), s(:,:), t(:)
  call get_command_argument(1, how)
  allocate(a(n,n,7), b(n,n,6), s(n,6), t(6))
  a = 1
  select case (how)
  case ('lanes')
    call rows(a, n, 1, 2, 0)
  case ('later')
    call rows(a, n, 1, 5, 0)
  case ('workers')
    call rows(a, n, 0, 2, 1)
  case default
    call rows(a, n, 0, 2, 0)
  end select
  b = spread(spread([(real(i), i = 1, n)], 2, n), 3, 6)
  s = 0
  !$acc data copyin(b)
  call sums(b, s, t, n, merge(n*n*n, n, how == 'beyond'), merge(1, 0, how == 'sums'))
  !$acc end data
  print '(a,3f10.0)', 'done', sum(a(1,:,1)), sum(s(:,1)), sum(t)
end program
