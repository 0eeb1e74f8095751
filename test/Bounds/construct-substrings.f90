! Substrings out of bounds in kernel loops and in OpenACC compute constructs,
! which are as parallel with the checks as without them.
! RUN: %{fresh-folder} && %{compile} -cuda -acc -Minfo=accel %s -o %t.dir/unchecked 2>%t.dir/without
! RUN: %{compile} -cuda -acc -Minfo=accel -Mbounds %s -o %t.dir/program 2>%t.dir/with
! RUN: diff %t.dir/without %t.dir/with
! RUN: %run %t.dir/program right | FileCheck %s --check-prefix=RIGHT
! RIGHT: all right
! RUN: not %run %t.dir/program loop 2>&1 | FileCheck %s --check-prefix=LOOP
! LOOP: warprt: {{.*}}construct-substrings.f90:[[#@LINE+27]]: error: substring 2:5 of 'd' is outside of 1:4, in block ({{[12345678]}},1,1), thread ({{[12345678]}},1,1)
! RUN: not %run %t.dir/program parallel 2>&1 | FileCheck %s --check-prefix=PARALLEL
! PARALLEL: construct-substrings.f90:[[#@LINE+31]]: error: substring 2:5 of 'h' is outside of 1:4, in block ({{[12345678]}},1,1), thread ({{[12345678]}},1,1)
! RUN: not %run %t.dir/program kernels 2>&1 | FileCheck %s --check-prefix=KERNELS
! KERNELS: construct-substrings.f90:[[#@LINE+35]]: error: substring 0:2 of 'h' is outside of 1:4
! RUN: not %run %t.dir/program serial 2>&1 | FileCheck %s --check-prefix=SERIAL
! SERIAL: construct-substrings.f90:[[#@LINE+39]]: error: substring 3:7 of 'text' is outside of 1:6, in block (1,1,1), thread (1,1,1)
! RUN: not %run %t.dir/program host 2>&1 | FileCheck %s --check-prefix=HOST
! HOST: construct-substrings.f90:[[#@LINE+43]]: error: substring 2:5 of 'h' is outside of 1:4{{$}}
program main
  implicit none
  character(20) :: kind
  character(4), device :: d(8)
  character(4) :: h(8)
  character(6) :: text
  integer :: same(8), i, last
  integer, device :: found(8)
  call get_command_argument(1, kind)
  h = 'abcd'
  text = 'abcdef'
  d = h
  same = 0
  found = 0

  last = merge(5, 3, kind == 'loop')
  !$cuf kernel do <<<*, *>>>
  do i = 1, 8
    if (d(i)(2:last) == 'bc') found(i) = 1
  end do

  last = merge(5, 3, kind == 'parallel')
  !$acc parallel loop copyin(h) copy(same)
  do i = 1, 8
    if (h(i)(2:last) == 'bc') same(i) = 1
  end do

  last = merge(0, 1, kind == 'kernels')
  !$acc kernels copy(h)
  do i = 1, 8
    h(i)(last:2) = 'xy'
  end do
  !$acc end kernels

  last = merge(7, 4, kind == 'serial')
  !$acc serial copy(text)
  text(3:last) = '12'
  !$acc end serial

  last = merge(5, 3, kind == 'host')
  !$acc parallel loop copyin(h) copy(same) if(kind /= 'host')
  do i = 1, 8
    if (h(i)(2:last) == 'yc') same(i) = same(i) + 1
  end do

  h = d
  if (text == 'ab12ef' .and. all(same == 2)) then
    same = found
    if (all(same == 1)) print *, 'all right'
  end if
end program
