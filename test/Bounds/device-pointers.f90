! -Mchkptr in device code: kernels say block and thread as well.
! RUN: %{fresh-folder} && %{compile} -cuda -Mchkptr %s -o %t.dir/program
! RUN: %run %t.dir/program right | FileCheck %s --check-prefix=RIGHT
! RIGHT: all right
! RUN: not %run %t.dir/program kernel 2>&1 | FileCheck %s --check-prefix=KERNEL
! KERNEL: warprt: {{.*}}device-pointers.f90:[[#@LINE+9]]: error: allocatable 'work' is used, which is not allocated, in block (1,1,1), thread (2,1,1)
module m
  real, device, allocatable :: work(:)
contains
  attributes(global) subroutine fill(n)
    integer, value :: n
    integer :: i
    i = threadidx%x
    if (i == 2 .and. i <= n) then
      work(i) = i
    end if
  end subroutine
end module

program main
  use cudafor
  use m
  character(20) :: kind
  real :: h(3)
  integer :: i
  call get_command_argument(1, kind)
  if (kind /= 'kernel') allocate (work(3))
  call fill<<<1, 3>>>(3)
  if (kind /= 'kernel') then
    h = work
    if (h(2) == 2) print *, 'all right'
  else
    i = cudaDeviceSynchronize()
  end if
end program
