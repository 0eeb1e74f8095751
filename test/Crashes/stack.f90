! -Mchkstk: a program that has used up the stack says so.
! RUN: %{fresh-folder} && %{compile} -Mchkstk %s -o %t.dir/program
! RUN: %run %t.dir/program 5 | FileCheck %s --check-prefix=RIGHT
! RIGHT: 15
! RUN: not --crash %run %t.dir/program 100000000 2>&1 | FileCheck %s
! CHECK: warprt: {{.*}}stack.f90:{{1[0-9]|2[0-9]}}: error: the stack is used up (ulimit -s sets its size)
! CHECK-NOT: called from
! RUN: %{compile} -Mchkstk -traceback %s -o %t.dir/traced
! RUN: not --crash %run %t.dir/traced 100000000 2>&1 | FileCheck %s --check-prefix=TRACED
! TRACED: stack.f90:{{1[0-9]|2[0-9]}}: error: the stack is used up
! TRACED-NEXT: {{^}}  in m::depth at
! TRACED-NEXT: {{^}}  called from m::depth at
! TRACED: {{^}}  and {{[0-9]+}} more{{$}}
! A frame that is larger than the page behind the stack.
! RUN: not --crash %run %t.dir/program wide 2>&1 | FileCheck %s --check-prefix=WIDE
! WIDE: error: the stack is used up
! RUN: %{compile} -traceback %s -o %t.dir/unchecked
module m
contains
  recursive integer(8) function depth(n) result(d)
    integer(8), value :: n
    integer :: room(20)
    room = int(n)
    d = 0
    if (n > 0) d = depth(n - 1) + room(int(mod(n, 20_8)) + 1)
  end function
  recursive real function wide(n) result(w)
    integer, value :: n
    real :: room(16000)
    integer :: i
    do i = 1, 16000, 1000
      room(i) = n
    end do
    w = 0
    if (n > 0) w = wide(n - 1) + room(1 + 1000*mod(n, 16))
  end function
end module

program main
  use m
  character(20) :: word
  integer(8) :: n
  call get_command_argument(1, word)
  if (word == 'wide') then
    print *, wide(100000)
    stop
  end if
  read (word, *) n
  print *, depth(n)
end program
