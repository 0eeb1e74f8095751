! Substrings out of bounds, with the options for subscripts.
! RUN: %{fresh-folder} && %{compile} -cuda -Mbounds %s -o %t.dir/program
! RUN: %run %t.dir/program right | FileCheck %s --check-prefix=RIGHT
! RIGHT: all right
! RUN: not %run %t.dir/program first 2>&1 | FileCheck %s --check-prefix=FIRST
! FIRST: warprt: {{.*}}substrings.f90:[[#@LINE+32]]: error: substring 0:3 of 'c' is outside of 1:5
! RUN: not %run %t.dir/program last 2>&1 | FileCheck %s --check-prefix=LAST
! LAST: substrings.f90:[[#@LINE+31]]: error: substring 2:6 of 'c' is outside of 1:5
! RUN: not %run %t.dir/program element 2>&1 | FileCheck %s --check-prefix=ELEMENT
! ELEMENT: substrings.f90:[[#@LINE+30]]: error: substring 3:5 of 'list' is outside of 1:4
! RUN: not %run %t.dir/program component 2>&1 | FileCheck %s --check-prefix=COMPONENT
! COMPONENT: substrings.f90:[[#@LINE+29]]: error: substring 5:5 of 'x%name' is outside of 1:3
! RUN: not %run %t.dir/program deferred 2>&1 | FileCheck %s --check-prefix=DEFERRED
! DEFERRED: substrings.f90:[[#@LINE+28]]: error: substring 1:5 of 'd' is outside of 1:4
! RUN: not %run %t.dir/program kernel 2>&1 | FileCheck %s --check-prefix=KERNEL
! KERNEL: substrings.f90:[[#@LINE+12]]: error: substring 2:5 of 'text' is outside of 1:4, in block (1,1,1), thread (1,1,1)
module m
  type t
    character(3) :: name
  end type
contains
  attributes(global) subroutine copy(n, same)
    integer, value :: n
    integer :: same
    character(4) :: text
    text = 'abcd'
    same = 0
    if (text(2:n) == 'bc') same = 1
  end subroutine
  subroutine access(kind, c, list, x, n)
    character(*) :: kind, c
    character(4) :: list(:)
    type(t) :: x
    character(:), allocatable :: d
    integer :: n
    d = 'four'
    select case (kind)
    case ('first'); print *, c(n-5:3)
    case ('last'); c(2:n+1) = 'x'
    case ('element'); print *, list(2)(3:n)
    case ('component'); x%name(n:n) = 'x'
    case ('deferred'); print *, d(:n)
    case default
      c(1:n) = c(2:)
      c(9:8) = ''
      list(1)(2:n-1) = c(n:n)
      if (c(n+2:n) // d(:n-1) /= 'four') stop 1
      print *, 'all right'
    end select
  end subroutine
end module

program main
  use m
  character(20) :: kind
  character(5) :: c = '12345'
  character(4) :: list(2) = 'abcd'
  type(t) :: x = t('xyz')
  integer, device :: same
  integer :: h
  call get_command_argument(1, kind)
  call copy<<<1, 1>>>(merge(5, 3, kind == 'kernel'), same)
  h = same
  if (h /= 1) stop 2
  call access(trim(kind), c, list, x, 5)
end program
