! Breakpoints in kernel loops and OpenACC constructs on the CPU, which are
! procedures named after the one that they are in, and their variables: indices,
! arrays with bounds, scalars of the procedure, private ones.
! REQUIRES: gdb, device-cpu
! RUN: %{fresh-folder} && %{compile} -g -cuda -acc -target=cpu %s -o %t.dir/program
! RUN: %{gdb} -x %S/Inputs/loops.gdb %t.dir/program | FileCheck %s
! RUN: %run %t.dir/program | FileCheck %s --check-prefix=RESULT
module m
contains
  subroutine scale(x, y, n, s)
    integer :: n, i
    real :: x(n), y(n), s, t, table(2)
    real, device :: xd(n)
    xd = x
    !$cuf kernel do <<<*, 128>>>
    do i = 1, n
      xd(i) = s * xd(i) ! line 17
    end do
    x = xd
    table = 0
    !$acc parallel loop copy(y) copyin(table) private(t)
    do i = 1, n
      t = y(i) + s
      y(i) = t + table(1) ! line 24
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
  !$acc parallel loop
  do k = 1, 3
    x(k) = k ! line 38
  end do
end program

! CHECK: Breakpoint 1, {{.*}}m::scale_kernel_loop_0 {{.*}}loops.f90:17
! CHECK: 17 {{.*}}xd(i) = s * xd(i)
! CHECK: loop: i=1 s=4 xd=(1, 1, 1)
! CHECK: Breakpoint 2, {{.*}}m::scale_acc_0 {{.*}}loops.f90:24
! CHECK: 24 {{.*}}y(i) = t + table(1)
! CHECK: construct: i=1 n=3 s=4 t=6 y=(2, 2, 2) table=(0, 0)
! CHECK: Breakpoint 3, {{.*}}p_acc_1 {{.*}}loops.f90:38
! RESULT: 4. 4. 4. 6. 6. 6.
