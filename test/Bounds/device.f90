! Subscripts out of bounds in device code: kernels say block and thread as well.
! RUN: %{fresh-folder} && %{compile} -cuda -acc -C %s -o %t.dir/program
! RUN: %run %t.dir/program right | FileCheck %s --check-prefix=RIGHT
! RIGHT: all right
! RUN: not %run %t.dir/program kernel 2>&1 | FileCheck %s --check-prefix=KERNEL
! KERNEL: warprt: {{.*}}device.f90:[[#@LINE+29]]: error: subscript 1 of 'a' is 9, which is outside of 1:8, in block (2,1,1), thread (4,1,1)
! RUN: not %run %t.dir/program procedure 2>&1 | FileCheck %s --check-prefix=PROCEDURE
! PROCEDURE: device.f90:[[#@LINE+15]]: error: subscript 1 of 'x' is 9, which is outside of 1:8{{$}}
! RUN: not %run %t.dir/program shared 2>&1 | FileCheck %s --check-prefix=SHARED
! SHARED: device.f90:[[#@LINE+23]]: error: subscript 2 of 'tile' is 2, which is outside of 0:1, in block ({{[12]}},1,1), thread ({{[1-4]}},1,1)
! RUN: not %run %t.dir/program loop 2>&1 | FileCheck %s --check-prefix=LOOP
! LOOP: device.f90:[[#@LINE+56]]: error: subscript 1 of 'd' is 9, which is outside of 1:8
! RUN: not %run %t.dir/program acc 2>&1 | FileCheck %s --check-prefix=ACC
! ACC: device.f90:[[#@LINE+49]]: error: subscript 1 of 'h' is 9, which is outside of 1:8
module m
contains
  attributes(device) recursive subroutine put(x, i, depth)
    real :: x(:)
    integer, value :: i, depth
    if (depth > 0) then
      call put(x, i, depth - 1)
    else
      x(i) = 2 ! procedure
    end if
  end subroutine

  attributes(global) subroutine fill(a, n, last, column)
    integer, value :: n, last, column
    real :: a(n)
    real, shared :: tile(4, 0:1)
    integer :: i
    i = (blockidx%x - 1)*blockdim%x + threadidx%x
    if (threadidx%x <= 4) tile(threadidx%x, column) = i ! shared
    call syncthreads()
    if (i <= last) a(i) = tile(mod(threadidx%x - 1, 4) + 1, column) ! kernel
  end subroutine

  attributes(global) subroutine call_put(a, i)
    integer, value :: i
    real :: a(:)
    call put(a, i, 2)
  end subroutine
end module

program main
  use m
  character(20) :: kind
  real, device :: d(8)
  real :: h(8)
  integer :: i, n, far
  n = 8
  d = 0
  h = 0
  call get_command_argument(1, kind)
  far = merge(9, 8, kind == 'loop' .or. kind == 'acc')
  call fill<<<2, 4>>>(d, n, merge(9, 8, kind == 'kernel'), merge(2, 1, kind == 'shared'))
  call fill<<<2, 5>>>(d, n, merge(9, 8, kind == 'kernel'), 1)
  call call_put<<<1, 1>>>(d, merge(9, 8, kind == 'procedure'))
  h = d
  if (kind == 'acc') then
    !$acc parallel loop copy(h)
    do i = 1, far
      h(i) = h(i) + 1 ! acc
    end do
  else
    !$cuf kernel do <<<*, *>>>
    do i = 1, far
      d(i) = d(i) + 1 ! loop
    end do
  end if
  h = d
  if (h(8) == 3) print *, 'all right'
end program
