! More than 2 GB of static data, of which few pages are ever touched.
!
! RUN: %{fresh-folder}
! RUN: %{compile} -target=cpu -mcmodel=medium %s -o %t.dir/program
! RUN: %t.dir/program | FileCheck %s
! RUN: %{compile} -target=cpu -mcmodel=large %s -o %t.dir/program
! RUN: %t.dir/program | FileCheck %s
! RUN: not %{compile} -target=cpu %s -o %t.dir/program 2>&1 | FileCheck %s --check-prefix=SMALL
! RUN: not %{compile} -target=cpu -mcmodel=medium %s -Wl,--require-defined=none -o %t.dir/program 2>&1 | FileCheck %s --check-prefix=UNDEFINED
! RUN: not %{compile} -mcmodel=kernel -c %s -o %t.dir/x.o 2>&1 | FileCheck %s --check-prefix=OTHER
!
! CHECK: 10. 6. 7
! SMALL: error: linking '{{.*}}program' failed: there are more than 2 GB of static data; compile all sources with '-mcmodel=medium'
! UNDEFINED: error: linking '{{.*}}program' failed{{$}}
! OTHER: error: code model 'kernel' in '-mcmodel=kernel' is not supported; use small, medium or large

module data
  real(8), save :: x(200000000), y(200000000)
  integer :: after = 7
end module

program main
  use data
  x(1) = 1
  x(200000000) = 2
  y(200000000) = 3
  call use_both()
  print *, y(1), x(1) + x(200000000) + y(200000000), after
contains
  subroutine use_both()
    y(1) = y(200000000) + after
  end subroutine
end program
