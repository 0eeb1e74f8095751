! -Mbounds, -C and -fcheck=bounds: a subscript out of bounds ends the program
! with its place, variable, dimension and bounds.
! RUN: %{fresh-folder} && %{compile} -Mbounds %s -o %t.dir/program
! RUN: %run %t.dir/program right | FileCheck %s --check-prefix=RIGHT
! RIGHT: all right
! RUN: not %run %t.dir/program explicit 2>&1 | FileCheck %s --check-prefix=EXPLICIT
! EXPLICIT: warprt: {{.*}}host.f90:[[#@LINE+26]]: error: subscript 2 of 'a' is 5, which is outside of 0:4
! RUN: not %run %t.dir/program assumed 2>&1 | FileCheck %s --check-prefix=ASSUMED
! ASSUMED: host.f90:[[#@LINE+25]]: error: subscript 1 of 'b' is 0, which is outside of 1:7
! RUN: not %run %t.dir/program allocatable 2>&1 | FileCheck %s --check-prefix=ALLOCATABLE
! ALLOCATABLE: host.f90:[[#@LINE+24]]: error: subscript 1 of 'c' is -3, which is outside of -2:2
! RUN: not %run %t.dir/program pointer 2>&1 | FileCheck %s --check-prefix=POINTER
! POINTER: host.f90:[[#@LINE+23]]: error: subscript 1 of 'p' is 6, which is outside of 1:5
! RUN: not %run %t.dir/program section 2>&1 | FileCheck %s --check-prefix=SECTION
! SECTION: host.f90:[[#@LINE+22]]: error: subscript 1 of 'b' is 9, which is outside of 1:7
! RUN: not %run %t.dir/program component 2>&1 | FileCheck %s --check-prefix=COMPONENT
! COMPONENT: host.f90:[[#@LINE+21]]: error: subscript 1 of 'x%c' is 4, which is outside of 1:3
! RUN: not %run %t.dir/program size 2>&1 | FileCheck %s --check-prefix=SIZE
! SIZE: host.f90:[[#@LINE+22]]: error: subscript 1 of 's' is 4, which is outside of 1:3
module m
  type t
    real, private :: c(3)
  end type
contains
  subroutine access(kind, a, b, c, p, x, s, n)
    character(*), intent(in) :: kind
    integer, intent(in) :: n
    real :: a(3, 0:n-1), b(:), s(3, *)
    real, allocatable :: c(:)
    real, pointer :: p(:)
    type(t) :: x
    select case (kind)
    case ('explicit'); a(3, n) = 1
    case ('assumed'); b(n-5) = 1
    case ('allocatable'); c(2-n) = 1
    case ('pointer'); p(n+1) = 1
    case ('section'); b(1:2*n:4) = 1
    case ('component'); x%c(n-1) = 1
    case ('size')
      s(3, n) = s(1, 100*(n-5)+n)
      s(n-1, 1) = 1
    case default
      a(3, n-1) = b(7)
      b(1:8:4) = c(-2:-1)
      b(8:n+2) = 2
      p(n:1:-1) = c
      x%c(:) = a(:, 0)
      s(3, n) = 0
      print *, 'all right'
    end select
  end subroutine
end module

program main
  use m
  character(20) :: kind
  real, allocatable :: c(:)
  real, target :: space(5)
  real, pointer :: p(:)
  real :: a(3, 0:4), b(7), s(3, 5)
  type(t) :: x
  allocate (c(-2:2))
  c = 1
  p => space
  a = 0
  b = 0
  call get_command_argument(1, kind)
  call access(trim(kind), a, b, c, p, x, s, 5)
end program
