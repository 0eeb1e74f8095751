! Breakpoints in kernel loops and OpenACC constructs on the CPU, which are
! procedures named after the one that they are in.
! REQUIRES: gdb, device-cpu
! RUN: %{fresh-folder} && %{compile} -g -cuda -acc -target=cpu %s -o %t.dir/program
! RUN: %{gdb} -x %S/Inputs/loops.gdb %t.dir/program | FileCheck %s
! RUN: %run %t.dir/program | FileCheck %s --check-prefix=RESULT
module m
contains
  subroutine scale(x, y, n, s)
    integer :: n, i
    real :: x(n), y(n), s
    real, device :: xd(n)
    xd = x
    !$cuf kernel do <<<*, 128>>>
    do i = 1, n
      xd(i) = s * xd(i) ! line 16
    end do
    x = xd
    !$acc parallel loop copy(y)
    do i = 1, n
      y(i) = y(i) + s ! line 21
    end do
  end subroutine
end module

program p
  use m
  real :: x(3), y(3)
  x = 1
  y = 2
  call scale(x, y, 3, 4.)
  print *, x, y
end program

! CHECK: Breakpoint 1, {{.*}}m::scale_kernel_loop_0 {{.*}}loops.f90:16
! CHECK: 16 {{.*}}xd(i) = s * xd(i)
! CHECK: Breakpoint 2, {{.*}}m::scale_acc_0 {{.*}}loops.f90:21
! CHECK: 21 {{.*}}y(i) = y(i) + s
! RESULT: 4. 4. 4. 6. 6. 6.
