!===-- select-case-strings.f90 - SELECT CASE on character values ----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{compile} -O0 %{testing} %s -o %t.dir/plain
! RUN: %run %t.dir/plain | %{check-pass}
!
! Values and ranges of every kind, found as a chain of comparisons would find
! them: with blanks at the end, with characters above the ASCII range, empty
! ranges, several values of a case, lengths that vary. And a procedure with many
! comparisons.
!
!===----------------------------------------------------------------------===!

program main
  use testing
  implicit none
  character(*), parameter :: letters = ' abcdz'//achar(9)//char(200)
  character(3) :: fixed
  integer :: i, j, k, n
  call expect_equal([ranges('b'), ranges('b   '), ranges('ba'), ranges('a')], &
                    [2, 2, 3, 1], 'single strings')
  do i = 1, len(letters)
    do j = 1, len(letters)
      do k = 1, len(letters)
        fixed = letters(i:i)//letters(j:j)//letters(k:k)
        do n = 0, 3
          call expect_equal(ranges(fixed(:n)), ranges_by_ifs(fixed(:n)), fixed)
          call expect_equal(values(fixed(:n)), values_by_ifs(fixed(:n)), fixed)
        end do
      end do
    end do
  end do
  call expect_equal(many('delta'), 4, 'many comparisons')
  call expect_equal(many('golf '), 7, 'many comparisons')
  call expect_equal(many('zulu'), 0, 'many comparisons')
  call finish()
contains

  integer function ranges(c) result(r)
    character(*), intent(in) :: c
    select case (c)
    case ('b')
      r = 2
    case (:'ab')
      r = 1
    case ('ba':'bz', 'cab')
      r = 3
    case ('dd':'cc')
      r = 99
    case ('cb':'d')
      r = 4
    case ('z':)
      r = 5
    case default
      r = 6
    end select
  end function

  integer function ranges_by_ifs(c) result(r)
    character(*), intent(in) :: c
    r = 6
    if (c == 'b') r = 2
    if (c <= 'ab') r = 1
    if ((c >= 'ba' .and. c <= 'bz') .or. c == 'cab') r = 3
    if (c >= 'cb' .and. c <= 'd') r = 4
    if (c >= 'z') r = 5
  end function

  integer function values(c) result(r)
    character(*), intent(in) :: c
    r = 0
    select case (c)
    case ('d', 'a  ', 'ad')
      r = 1
    case ('')
      r = 2
    case ('zzz')
      r = 3
    case ('ba')
      r = 4
    case ('b')
      r = 5
    case ('cd')
      return
    end select
    r = r + 10
  end function

  integer function values_by_ifs(c) result(r)
    character(*), intent(in) :: c
    r = 10
    if (c == 'd' .or. c == 'a' .or. c == 'ad') r = 11
    if (c == '') r = 12
    if (c == 'zzz') r = 13
    if (c == 'ba') r = 14
    if (c == 'b') r = 15
    if (c == 'cd') r = 0
  end function

  integer function many(c) result(r)
    character(*), intent(in) :: c
    r = 0
    if (c == 'alpha') r = 1
    if (c == 'bravo') r = 2
    if (c == 'charlie') r = 3
    if (c == 'delta') r = 4
    if (c == 'echo') r = 5
    if (c == 'foxtrot') r = 6
    if (c == 'golf') r = 7
    if (c == 'hotel') r = 8
    if (c == 'india') r = 9
    if (trim(c)//'x' == 'juliettx') r = 10
    if (c == 'kilo') r = 11
    if (c == 'lima') r = 12
    if (c == 'mike') r = 13
    if (c == 'november') r = 14
    if (c == 'oscar') r = 15
    if (c == 'papa') r = 16
    if (c == 'quebec') r = 17
    if (c == 'romeo') r = 18
    if (c == 'sierra') r = 19
    if (c == 'tango') r = 20
    if (c == 'uniform') r = 21
    if (c == 'victor') r = 22
    if (c == 'whiskey') r = 23
    if (c == 'xray') r = 24
    if (c == 'yankee') r = 25
    if (c == 'zulux') r = 26
  end function
end program
