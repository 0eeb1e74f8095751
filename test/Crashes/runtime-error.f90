! -traceback: an error that the runtime reports is followed by the calls.
! RUN: %{fresh-folder} && %{compile} -acc -traceback %s -o %t.dir/program
! RUN: not %run %t.dir/program 2>&1 | FileCheck %s
! CHECK: PRESENT
! CHECK: {{^}}  in m::scale at {{.*}}runtime-error.f90:[[#@LINE+7]]{{$}}
! CHECK-NEXT: {{^}}  called from main program at {{.*}}runtime-error.f90:[[#@LINE+18]]{{$}}
module m
contains
  subroutine scale(a)
    real :: a(:)
    integer :: i
    !$acc parallel loop present(a)
    do i = 1, size(a)
      a(i) = 2*a(i)
    end do
    print *, a(1)
  end subroutine
end module

program main
  use m
  real :: a(10)
  a = 1
  call scale(a)
end program
