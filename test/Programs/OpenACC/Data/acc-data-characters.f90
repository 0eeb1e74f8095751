!===-- acc-data-characters.f90 - Characters of any length in data clauses --===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
!
! Dummy, automatic, allocatable and pointer character variables whose length is
! known at run time, scalars and arrays, in every data clause.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  type record
    character(:), allocatable :: text, lines(:)
    character(:), pointer :: p => null()
  end type
contains
  subroutine on_constructs(a, b, n)
    integer, intent(in) :: n
    character(*), intent(inout) :: a, b(n)
    character(len(a)) :: c, d
    integer :: i
    !$acc parallel loop copyin(a) copy(b)
    do i = 1, n
      b(i)(1:1) = a(2:2)
      b(i)(2:2) = char(iachar('0') + mod(i + len(b), 10))
    end do
    !$acc serial copy(a) copyout(c) create(d)
    d = a
    c = d(2:)
    a(1:1) = char(iachar(a(1:1)) + 1)
    !$acc end serial
    a(2:) = c
    !$acc kernels copy(a) copyin(c)
    a(len(a):) = c(1:1)
    !$acc end kernels
  end subroutine

  subroutine on_data(a, b, n)
    integer, intent(in) :: n
    character(*), intent(inout) :: a, b(:)
    integer :: i
    logical :: there
    there = .false.
    !$acc data copyin(a) copy(b)
    a(1:1) = '-'
    !$acc parallel loop present(a, b) default(none)
    do i = 1, n
      b(i) = a
    end do
    !$acc serial no_create(a) present(b) copy(there)
    there = a(1:1) /= '-' .and. b(1) == a
    a(1:1) = 'd'
    !$acc end serial
    !$acc update self(a)
    !$acc end data
    if (.not. there) error stop 'not on the device'
  end subroutine

  subroutine unstructured(a, n)
    integer, intent(in) :: n
    character(*), intent(inout) :: a
    character(n) :: b
    a = 'abcdefgh'
    b = a
    !$acc enter data copyin(a) create(b)
    a = 'xxxxxxxx'
    !$acc serial present(a, b)
    b = a(3:)
    a(1:2) = 'AB'
    !$acc end serial
    !$acc update host(b)
    if (b /= 'cdefgh') error stop 'update host'
    b = '12345678'
    !$acc update device(b)
    !$acc serial present(b)
    b(1:1) = '9'
    !$acc end serial
    !$acc exit data copyout(a, b)
    if (b /= '92345678') error stop 'update device'
    !$acc enter data create(b)
    !$acc exit data delete(b)
  end subroutine

  subroutine addresses(a)
    character(*), intent(inout) :: a
    !$acc data copy(a)
    !$acc host_data use_device(a)
    call on_device(a, len(a))
    !$acc end host_data
    !$acc end data
  end subroutine
  subroutine on_device(a, n)
    integer, intent(in) :: n
    character(n), intent(inout) :: a
    !$acc serial deviceptr(a)
    a(2:2) = '#'
    !$acc end serial
  end subroutine

  subroutine declared(a, n)
    integer, intent(in) :: n
    character(*), intent(inout) :: a
    character(n) :: b
    !$acc declare copy(a) create(b)
    !$acc serial
    b = a
    a = b(2:)
    !$acc end serial
  end subroutine

  subroutine deferred(n)
    integer, intent(in) :: n
    character(:), allocatable :: a, b(:)
    character(:), pointer :: p, q(:)
    integer :: i
    allocate(character(n) :: a, b(5), p, q(5))
    a(:) = 'text'
    b(:) = 'array'
    p = 'point'
    q = 'points'
    !$acc parallel loop copy(a, b) copyin(p) copyout(q)
    do i = 1, 5
      b(i)(1:1) = a(1:1)
      q(i) = p
      q(i)(2:2) = b(i)(2:2)
      if (i == 3) a(n:n) = '!'
    end do
    if (any(b /= 'trray') .or. any(q /= 'print') .or. a(n:n) /= '!') error stop 'deferred'
    !$acc enter data copyin(a, b(2:3), p, q)
    !$acc parallel present(a, b(2:3), p, q) num_gangs(1)
    a(1:1) = b(2)(1:1)
    a(2:2) = p(1:1)
    q(5) = b(3)
    !$acc end parallel
    !$acc exit data copyout(a, q) delete(b(2:3), p)
    if (a(1:2) /= 'tp' .or. q(5) /= 'trray') error stop 'deferred, unstructured'
    deallocate(p, q)
  end subroutine

  subroutine optional_text(n, a, b)
    integer, intent(in) :: n
    character(*), optional :: a
    character(*), optional :: b(n)
    !$acc data copy(a, b)
    !$acc serial present(a, b)
    if (present(a)) a(1:1) = 'o'
    if (present(b)) b(n)(1:1) = 'p'
    !$acc end serial
    !$acc end data
  end subroutine

  subroutine components(n)
    integer, intent(in) :: n
    type(record) :: r
    r%text = repeat('a', n)
    allocate(character(n) :: r%lines(4), r%p)
    r%lines(:) = 'line'
    r%p = 'target'
    !$acc parallel copy(r%text, r%lines) copyin(r%p) num_gangs(1)
    r%text(2:2) = r%p(1:1)
    r%lines(3)(1:2) = r%p(3:4)
    !$acc end parallel
    if (r%text(1:3) /= 'ata' .or. r%lines(3) /= 'rgne' .or. r%lines(2) /= 'line') error stop 'components'
    !$acc enter data copyin(r)
    !$acc enter data copyin(r%text, r%lines(2:3))
    !$acc serial present(r)
    r%text(1:1) = r%lines(3)(1:1)
    !$acc end serial
    !$acc update self(r%text)
    !$acc exit data delete(r%text, r%lines(2:3))
    !$acc exit data delete(r)
    if (r%text(1:3) /= 'rta') error stop 'components, unstructured'
    deallocate(r%p)
  end subroutine

  subroutine assumed_size(n, a)
    integer, intent(in) :: n
    character(*) :: a(*)
    integer :: i
    !$acc parallel loop copy(a(1:n))
    do i = 1, n
      a(i) = a(i)(2:)
    end do
  end subroutine

  subroutine host(n, a)
    integer, intent(in) :: n
    character(*) :: a
    character(n) :: b
    b = 'inner'
    call inner()
    if (b /= 'INner' .or. a(1:2) /= 'IN') error stop 'of the host'
  contains
    subroutine inner()
      !$acc data copy(b) copyin(a)
      !$acc serial present(a, b)
      b(1:2) = a(1:2)
      !$acc end serial
      !$acc end data
    end subroutine
  end subroutine

  function result_text(n) result(r)
    integer, intent(in) :: n
    character(n) :: r
    !$acc serial copyout(r)
    r = 'result'
    !$acc end serial
  end function

  subroutine wide(a)
    character(kind=4, len=*) :: a
    !$acc serial copy(a)
    a(1:1) = 4_'w'
    a(3:) = a(2:)
    !$acc end serial
  end subroutine

  subroutine others(a)
    character(*), target :: a
    integer :: n
    n = len(a) - 1
    associate (b => a(2:))
      !$acc serial copy(b)
      b(1:1) = '&'
      !$acc end serial
    end associate
    block
      character(n) :: c
      !$acc serial copyout(c)
      c = 'block'
      !$acc end serial
      a(3:) = c
    end block
    !$acc serial copy(a) if(n < 0)
    a(1:1) = '*'
    !$acc end serial
    !$acc serial copy(a) async(1)
    a(n + 1:) = '+'
    !$acc end serial
    !$acc wait(1)
    !$acc serial
    a(1:1) = a(1:1)
    !$acc end serial
  end subroutine
end module

program main
  use testing
  use m
  implicit none
  character(8) :: a, b(20)
  character(kind=4, len=5) :: w
  integer :: i
  a = 'abcdefgh'
  call on_constructs(a, b, 20)
  call expect(all(b(:)(1:1) == 'b'), 'copyin of a dummy')
  call expect(all(b(:)(2:2) == [(char(48 + mod(i + 8, 10)), i = 1, 20)]), 'copy of an array')
  call expect(a == 'bbcdefgb', 'copy, copyout and create')
  call on_constructs(a(1:4), b(1:3)(1:5), 3)
  call expect(a == 'cbcbefgb', 'shorter')
  call expect(b(3)(1:2) == 'b8', 'a section with gaps')
  call on_data(a, b, 20)
  call expect(all(b == 'cbcbefgb') .and. a == 'dbcbefgb', 'a data construct')
  call unstructured(a, 8)
  call expect(a == 'ABcdefgh', 'enter and exit data')
  call addresses(a)
  call expect(a == 'A#cdefgh', 'host_data')
  call declared(a, 8)
  call expect(a == '#cdefgh', 'declare')
  call deferred(7)
  call optional_text(20)
  call optional_text(20, a)
  call expect(a == 'ocdefgh', 'an optional scalar')
  call optional_text(20, b=b)
  call expect(b(20) == 'pbcbefgb', 'an optional array')
  call components(6)
  call assumed_size(19, b)
  call expect(b(1) == 'bcbefgb' .and. b(20) == 'pbcbefgb', 'assumed size')
  a(1:2) = 'IN'
  call host(5, a)
  call expect(result_text(9) == 'result', 'a function result')
  w = 4_'12345'
  call wide(w)
  call expect(all([(ichar(w(i:i)), i = 1, 5)] == [119, 50, 50, 51, 52]), 'kind 4')
  a = '12345678'
  call others(a)
  call expect(a == '*&block+', 'names of constructs')
  call finish()
end program
