! -traceback: a crash of host code prints where, and the calls that led there.
! RUN: %{fresh-folder} && %{compile} -traceback %s -o %t.dir/program
! RUN: %run %t.dir/program right | FileCheck %s --check-prefix=RIGHT
! RIGHT: all right
! RUN: not --crash %run %t.dir/program segv 2>&1 | FileCheck %s --check-prefix=SEGV
! SEGV: warprt: {{.*}}host.f90:[[#@LINE+24]]: error: an access to memory that is not there (SIGSEGV)
! SEGV-NEXT: {{^}}  in m::store at {{.*}}host.f90:[[#@LINE+23]]{{$}}
! SEGV-NEXT: {{^}}  called from m::middle at {{.*}}host.f90:[[#@LINE+31]]{{$}}
! SEGV-NEXT: {{^}}  called from main program at {{.*}}host.f90:[[#@LINE+40]]{{$}}
! SEGV-NOT: called from
! RUN: not --crash %run %t.dir/program divide 2>&1 | FileCheck %s --check-prefix=DIVIDE
! DIVIDE: host.f90:[[#@LINE+22]]: error: an integer division by zero (SIGFPE)
! DIVIDE-NEXT: {{^}}  in m::quotient at
! RUN: not --crash %run %t.dir/program library 2>&1 | FileCheck %s --check-prefix=LIBRARY
! The run-time library of Fortran has found an error.
! LIBRARY: fatal Fortran runtime error
! LIBRARY: host.f90:[[#@LINE+35]]: error: the program was aborted (SIGABRT)
! LIBRARY-NEXT: {{^}}  in main program at
! RUN: %{compile} -O0 -traceback %s -o %t.dir/plain && not --crash %run %t.dir/plain internal 2>&1 | FileCheck %s --check-prefix=INTERNAL
! INTERNAL: {{^}}  in m::store at
! INTERNAL-NEXT: {{^}}  called from main program::inside at
! INTERNAL-NEXT: {{^}}  called from main program at
module m
contains
  subroutine store(address)
    use iso_c_binding
    type(c_ptr), value :: address
    integer, pointer :: p
    call c_f_pointer(address, p)
    p = 1
  end subroutine
  integer function quotient(a, b)
    integer, value :: a, b
    quotient = a/b
  end function
  subroutine middle(address)
    use iso_c_binding
    type(c_ptr), value :: address
    call store(address)
  end subroutine
end module

program main
  use iso_c_binding
  use m
  character(20) :: kind
  integer :: i
  call get_command_argument(1, kind)
  if (kind == 'segv') call middle(transfer(16_c_intptr_t, c_null_ptr))
  i = command_argument_count()
  if (kind == 'divide') print *, quotient(i, i - 1)
  if (kind == 'library') open (7, file='/no/such/folder/a', status='old')
  if (kind == 'internal') call inside(16)
  print *, 'all right'
contains
  subroutine inside(i)
    integer :: i
    call store(transfer(int(i, c_intptr_t), c_null_ptr))
  end subroutine
end program
