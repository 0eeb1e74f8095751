! RUN: %warpfort -acc -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
!
! WHERE constructs that read of what they assign the same elements are parallel.

subroutine clip(a, cells, low, high)
  type :: cell
    real :: t
    integer :: kind
  end type
  real, intent(inout) :: a(0:, :)
  type(cell), intent(inout) :: cells(:)
  real, intent(in) :: low, high
  ! CHECK-LABEL: clip:
  ! CHECK-NOT: prevents parallelization
  ! CHECK-NOT: One thread
  ! CHECK: {{^ +}}[[#@LINE+2]], Loop is parallelizable
  !$acc kernels copy(a)
  where (a < low)
    a = low
  elsewhere (a > high)
    a = high - (a - high)
  elsewhere
    a = 2*a
  end where
  !$acc end kernels
  ! CHECK: {{^ +}}[[#@LINE+2]], Loop is parallelizable
  !$acc kernels copy(cells)
  where (cells%t > low)
    cells%t = cells%t - 1
    cells%kind = cells%kind + int(cells%t)
  end where
  !$acc end kernels
end subroutine

! What reads other elements has a temporary array, for one thread.
subroutine shift(a, n)
  integer, intent(in) :: n
  integer, intent(inout) :: a(n)
  ! CHECK-LABEL: shift:
  ! CHECK: One thread runs the kernel
  !$acc kernels copy(a)
  where (a(1:n - 1) > 0) a(2:n) = a(1:n - 1) + 1
  !$acc end kernels
end subroutine
