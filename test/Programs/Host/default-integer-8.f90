!===-- default-integer-8.f90 - Intrinsic functions with -i8 ----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{fresh-folder} && %{compile} -i8 %{testing} %s -o %t.dir/program
! RUN: %run %t.dir/program one two | %{check-pass}
! RUN: %{compile} -i8 -O0 %{testing} %s -o %t.dir/plain
! RUN: %run %t.dir/plain one two | %{check-pass}
!
! PACK: skip, it wants arguments
!
! With -i8 what is a default integer has eight bytes: the results of intrinsic
! functions, what intrinsic subroutines and statements assign. Values that no
! four bytes hold would show a result that was made with four.
!
!===----------------------------------------------------------------------===!
program main
  use testing
  implicit none
  integer, parameter :: large = 5000000000
  integer :: a(3, 4), b(3), i, j, values(8), rate, length, status
  integer :: seed_size, file_size, record
  integer, allocatable :: seed(:), grown(:)
  logical :: m(3, 4), found
  real :: x
  character(12) :: text
  character(:), allocatable :: line
  integer(4) :: small(3, 4)

  b = 0
  a = reshape([(large + i, i=1, 12)], [3, 4])
  small = reshape([(int(i, 4), i=1, 12)], [3, 4])
  m = mod(a, 2) == 1
  x = 12.5

  ! Kinds.
  call expect_equal(kind(findloc(a, large)), 8, 'findloc')
  call expect_equal(kind(findloc(a, large, dim=1)), 8, 'findloc, dim')
  call expect_equal(kind(maxloc(a)), 8, 'maxloc')
  call expect_equal(kind(minloc(small, dim=2)), 8, 'minloc')
  call expect_equal(kind(count(m)), 8, 'count')
  call expect_equal(kind(size(small)), 8, 'size')
  call expect_equal(kind(shape(small)), 8, 'shape')
  call expect_equal(kind(lbound(small)), 8, 'lbound')
  call expect_equal(kind(ubound(small, 1)), 8, 'ubound')
  call expect_equal(kind(len('abc')), 8, 'len')
  call expect_equal(kind(len_trim('abc ')), 8, 'len_trim')
  call expect_equal(kind(index('abc', 'b')), 8, 'index')
  call expect_equal(kind(scan('abc', 'b')), 8, 'scan')
  call expect_equal(kind(verify('abc', 'b')), 8, 'verify')
  call expect_equal(kind(iachar('a')), 8, 'iachar')
  call expect_equal(kind(ichar('a')), 8, 'ichar')
  call expect_equal(kind(nint(x)), 8, 'nint')
  call expect_equal(kind(floor(x)), 8, 'floor')
  call expect_equal(kind(ceiling(x)), 8, 'ceiling')
  call expect_equal(kind(int(x)), 8, 'int')
  call expect_equal(kind(exponent(x)), 8, 'exponent')
  call expect_equal(kind(popcnt(a(1, 1))), 8, 'popcnt')
  call expect_equal(kind(leadz(small(1, 1))), 8, 'leadz')
  call expect_equal(kind(trailz(small(1, 1))), 8, 'trailz')
  call expect_equal(kind(poppar(small(1, 1))), 8, 'poppar')
  call expect_equal(kind(bit_size(small)), 4, 'bit_size')
  call expect_equal(kind(selected_int_kind(3)), 8, 'selected_int_kind')
  call expect_equal(kind(storage_size(x)), 8, 'storage_size')
  call expect_equal(kind(command_argument_count()), 8, 'arguments')
  call expect_equal(kind(rank(small)), 8, 'rank')
  call expect_equal(kind(digits(x)), 8, 'digits')
  call expect_equal(kind(logical(m)), 8, 'logical')

  ! Locations.
  call expect_equal(findloc(a, large + 8), [2, 3], 'findloc')
  call expect_equal(findloc(a, large + 8, mask=.not. m), [2, 3], 'findloc, mask')
  call expect_equal(findloc(a, large + 8, dim=1), [0, 0, 2, 0], 'findloc, dim=1')
  call expect_equal(findloc(a, large + 8, dim=2), [0, 3, 0], 'findloc, dim=2')
  call expect_equal(findloc(small, 12_4), [3, 4], 'findloc of integer(4)')
  call expect_equal(findloc(a(:, 2), large + 6), [3], 'findloc of a column')
  call expect_equal(findloc(a(:, 2), large + 6, dim=1), 3, 'findloc, scalar')
  call expect_equal(findloc(m, .true., back=.true.), [2, 4], 'findloc, logical')
  call expect_equal(findloc(['ab', 'cd', 'ef'], 'cd'), [2], 'findloc, text')
  call expect_equal(findloc(real(a), real(large)), [1, 1], 'findloc, real')
  call expect_equal(int(findloc(a, large + 8, kind=4), 8), [2, 3], 'kind=4')
  call expect_equal(maxloc(a), [3, 4], 'maxloc')
  call expect_equal(maxloc(a, dim=1), [3, 3, 3, 3], 'maxloc, dim=1')
  call expect_equal(maxloc(a, dim=2, mask=m), [3, 4, 3], 'maxloc, mask')
  call expect_equal(minloc(small), [1, 1], 'minloc')
  call expect_equal(minloc(small, dim=2), [1, 1, 1], 'minloc, dim=2')
  call expect_equal(minloc(a(2, :), dim=1), 1, 'minloc, scalar')
  call expect_equal(maxloc(['ab', 'cd', 'ef']), [3], 'maxloc, text')
  call expect_equal(count(m), 6, 'count')
  call expect_equal(count(m, dim=1), [2, 1, 2, 1], 'count, dim=1')
  call expect_equal(count(m, dim=2), [2, 2, 2], 'count, dim=2')
  call expect_equal(sum(a, dim=2), [4*large + 22, 4*large + 26, 4*large + 30], &
                    'sum')

  ! Inquiries, of assumed shapes and ranks too.
  call inquire_shape(small, -1)
  call inquire_rank(small)
  call expect_equal([reshape(a, [2, 2], order=[2, 1])], large + [1, 3, 2, 4], &
                    'reshape')

  ! Characters.
  text = 'abcabc'
  i = 2
  call expect_equal(index(text, 'c'), 3, 'index')
  call expect_equal(index(text, 'c', back=i == 2), 6, 'index, back')
  call expect_equal(scan(text, 'cb', i == 2), 6, 'scan')
  call expect_equal(verify(text, 'ab', i /= 2), 3, 'verify')
  call expect_equal(index([text, 'cab'], 'c'), [3, 1], 'index of an array')
  call expect_equal(scan([text, 'xyz'], 'bc'), [2, 0], 'scan of an array')
  call expect_equal(verify([text, 'xyz'], 'abc '), [0, 1], 'verify of an array')
  call expect_equal(len_trim(text), 6, 'len_trim')
  call expect_equal(len_trim([text, 'xy']), [6, 2], 'len_trim of an array')
  call expect_equal(len(trim(text)//text(1:i)), 8, 'len')
  call expect_equal(len(repeat('ab', i)), 4, 'repeat')
  call expect_equal(ichar(text(i:i)), 98, 'ichar')

  ! Numbers.
  call expect_equal(nint(5d9 + x), large + 13, 'nint')
  call expect_equal(floor(5d9 + x), large + 12, 'floor')
  call expect_equal(ceiling(5d9 + x), large + 13, 'ceiling')
  call expect_equal(int(5d9 + x), large + 12, 'int')
  call expect_equal(exponent(x), 4, 'exponent')
  call expect_equal(exponent(real(x, 10)), 4, 'exponent, real(10)')
  call expect(set_exponent(x, i) == scale(fraction(x), i), 'parts')
  call expect_equal(popcnt(a(1, 1)), popcnt(large + 1), 'popcnt')
  call expect_equal(leadz(int(i, 4)), 30, 'leadz')
  call expect_equal(trailz(large*i), 10, 'trailz')
  call expect_equal(ishftc(a(1, 1), i) - ior(ishft(a(1, 1), i), 0), 0, 'ishftc')
  call expect_equal(mod(large + i, 7), 4, 'mod')
  call expect_equal(modulo(-(large + i), 7), 3, 'modulo')
  call expect_equal(i**i + large**1, 4 + large, 'powers')
  call expect_equal(abs(-a(1, 1)), large + 1, 'abs')
  call expect_equal(max(i, a(1, 1)), large + 1, 'max')
  call expect_equal(dot_product(a(1, :), [1, 0, 0, 1]), 2*large + 11, &
                    'dot_product')
  call expect_equal([matmul(a(1:1, :), reshape([1, 0, 0, 1], [4, 1]))], &
                    [2*large + 11], 'matmul')
  call expect_equal(maxval(a, mask=m), large + 11, 'maxval')
  call expect_equal(product(a(1:1, 1)), large + 1, 'product')
  call expect_equal(iall(a(:, 1)), iand(iand(a(1, 1), a(2, 1)), a(3, 1)), 'iall')
  call expect_equal(cshift(a(:, 1), i), a([3, 1, 2], 1), 'cshift')
  call expect_equal([cshift(a(:, 1:2), [1, 2])], &
                    [a([2, 3, 1], 1), a([3, 1, 2], 2)], &
                    'cshift of columns')
  call expect_equal(eoshift(a(:, 1), i, boundary=large), &
                    [a(3, 1), large, large], 'eoshift')
  call expect_equal([eoshift(a(:, 1:2), [1, 2], [large, i])], &
                    [a(2:3, 1), large, a(3, 2), i, i], &
                    'eoshift of columns')
  call expect_equal(pack(a, m), large + [1, 3, 5, 7, 9, 11], 'pack')
  call expect_equal([unpack([large, i, i, i, i, i], m, 0*a)], &
                    [large, 0, i, 0, i, 0, i, 0, i, 0, i, 0], 'unpack')
  call expect_equal([spread(b*0 + large, i, 2)], [(large, j=1, 6)], 'spread')
  call expect_equal([transpose(merge(transpose(a), transpose(0*a), &
                    transpose(m)))], [merge(a, 0*a, m)], 'merge, transpose')
  call expect_equal(transfer([1_4, 1_4], i), 4294967297, 'transfer')
  call expect_equal(selected_int_kind(i*9), 8, 'selected_int_kind')
  call expect_equal(selected_real_kind(i*7, 30), 8, 'selected_real_kind')
  call expect_equal(selected_char_kind(trim('ASCII  ')), 1, 'selected_char_kind')
  call expect_equal(selected_logical_kind(i*4), 1, 'selected_logical_kind')
  call expect_equal(reduce(a(:, 1), add), 3*large + 6, 'reduce')

  ! What subroutines assign.
  values = -1
  call date_and_time(values=values)
  call expect(all(values([1, 2, 3, 5]) >= 0 .and. values([1, 2, 3, 5]) < 3000), &
              'date_and_time')
  i = -1
  rate = -1
  call system_clock(i, rate, j)
  call expect(i > 0 .and. rate > 1000000 .and. j > large, 'system_clock')
  call expect_equal(command_argument_count(), 2, 'command_argument_count')
  length = -1
  status = -1
  call get_command_argument(2, text, length, status)
  call expect_equal(text, 'two', 'get_command_argument')
  call expect_equal([length, status], [3, 0], 'get_command_argument')
  length = -1
  call get_command(length=length, status=status)
  call expect(length > 8, 'get_command')
  call expect_equal(status, 0, 'get_command')
  length = -1
  status = -1
  call get_environment_variable('NOBODY_HAS_THIS', length=length, status=status)
  call expect_equal([length, status], [0, 1], 'get_environment_variable')
  seed_size = -1
  call random_seed(size=seed_size)
  call expect(seed_size > 0 .and. seed_size < 100, 'random_seed, size')
  allocate (seed(seed_size))
  seed = 17
  call random_seed(put=seed)
  seed = -1
  call random_seed(get=seed)
  call expect(any(seed /= -1), 'random_seed, get')
  i = large
  call mvbits(large, 0, 40, i, 0)
  call expect_equal(i, large, 'mvbits')
  status = -1
  j = -1
  call execute_command_line('true', exitstat=status, cmdstat=j)
  call expect_equal([status, j], [0, 0], 'execute_command_line')

  ! What statements assign.
  status = -1
  allocate (grown(large/1000000000), stat=status)
  call expect_equal(status, 0, 'stat')
  call expect_equal(size(grown), 5, 'allocate')
  status = -1
  allocate (grown(4), stat=status)
  call expect(status > 0 .and. status < 100000, 'stat of an allocated array')
  status = -1
  deallocate (grown, stat=status)
  call expect_equal(status, 0, 'stat of deallocate')
  open (newunit=j, status='scratch', form='formatted', iostat=status)
  call expect_equal(status, 0, 'open')
  write (j, '(i0)', iostat=status) large
  write (j, '(a)') 'seven b'
  rewind (j)
  status = -1
  read (j, *, iostat=status) i
  call expect_equal([i, status], [large, 0], 'read')
  length = -1
  read (j, '(a)', advance='no', size=length, iostat=status) text
  call expect_equal(length, 7, 'size=')
  call expect(is_iostat_eor(status) .and. status > -100000, 'end of record')
  read (j, *, iostat=status) i
  call expect(is_iostat_end(status), 'end of file')
  length = -1
  inquire (unit=j, number=length, opened=found, recl=record, size=file_size)
  call expect_equal(length, j, 'inquire, number')
  call expect(found, 'inquire, opened')
  call expect(record > 0, 'inquire, recl')
  call expect_equal(file_size, 19, 'inquire, size')
  length = -1
  inquire (iolength=length) a
  call expect_equal(length, 96, 'inquire, iolength')
  close (j)
  write (text, '(i12)') large
  read (text, *, iostat=status) i
  call expect_equal([i, status], [large, 0], 'internal files')
  allocate (character(i/1000000000) :: line)
  call expect_equal(len(line), 5, 'deferred length')
  call finish()

contains

  pure integer function add(x, y)
    integer, intent(in) :: x, y
    add = x + y
  end function

  subroutine inquire_shape(array, low)
    integer, intent(in) :: low
    integer(4), intent(in) :: array(low:, :)
    integer :: i
    i = 2
    call expect_equal(size(array), 12, 'size')
    call expect_equal(size(array, i), 4, 'size, dim')
    call expect_equal(shape(array), [3, 4], 'shape')
    call expect_equal(lbound(array), [-1, 1], 'lbound')
    call expect_equal(ubound(array), [1, 4], 'ubound')
    call expect_equal(lbound(array, i), 1, 'lbound, dim')
    call expect_equal(ubound(array, i), 4, 'ubound, dim')
    call expect_equal(storage_size(array), 32, 'storage_size')
  end subroutine

  subroutine inquire_rank(array)
    integer(4), intent(in) :: array(..)
    integer :: i
    i = 1
    call expect_equal(rank(array), 2, 'rank')
    call expect_equal(size(array), 12, 'size of an assumed rank')
    call expect_equal(size(array, i), 3, 'size, dim, of an assumed rank')
    call expect_equal(shape(array), [3, 4], 'shape of an assumed rank')
    call expect_equal(lbound(array), [1, 1], 'lbound of an assumed rank')
    call expect_equal(ubound(array), [3, 4], 'ubound of an assumed rank')
    call expect_equal(ubound(array, i), 3, 'ubound, dim, of an assumed rank')
  end subroutine
end program
