! Bounds of an inner loop that the shape of an optional argument gives are not the
! host's to compute where the outer loop has no iteration: the argument may be
! absent.
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -gpu=tripcount:host %s -o %t.dir/host
! RUN: %run %t.dir/host | FileCheck %s
! RUN: %{compile} -acc -gpu=tripcount:check %s -o %t.dir/check
! RUN: %run %t.dir/check | FileCheck %s
! CHECK: 21 21
module works
contains
  subroutine work(n, b, c)
    integer, intent(in) :: n
    integer, intent(inout) :: b(4, 4)
    integer, intent(in), optional :: c(:, :)
    integer :: i, j
    !$acc parallel loop copy(b)
    do j = 1, n
      !$acc loop
      do i = lbound(c, 1), ubound(c, 2)
        b(i, j) = b(i, j) + i + j
      end do
    end do
  end subroutine
end module
program main
  use works
  implicit none
  integer :: b(4, 4), c(2, 3)
  b = 0
  call work(2, b, c)
  print '(i0,1x,i0)', sum(b), sum(b(:3, :2))
  call work(0, b)
end program
