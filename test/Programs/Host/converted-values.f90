!===-- converted-values.f90 - Conversions to the same type -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
!
! A conversion is a value, also where its argument has the type already: a
! procedure neither changes the variable through it nor sees its changes, an
! ASSOCIATE name of it keeps the value, and its lower bounds are 1.
!
!===----------------------------------------------------------------------===!

module converting
  use testing
  implicit none
  type record
    real(8) :: x = 1
    real(8), allocatable :: a(:)
  contains
    procedure :: keeps_bound, mixed
    generic :: operator(.mix.) => mixed
  end type
  interface keeps
    procedure keeps_real, keeps_array, keeps_integer, keeps_logical
    procedure keeps_complex
  end interface
  interface operator(+)
    procedure plus
  end interface
  interface assignment(=)
    procedure set
  end interface
  real(8) :: x = 1, a(0:3) = 1
  real(8), target :: t = 1
  integer(4) :: i = 1
  logical(4) :: l = .true.
  complex(8) :: z = (1, 2)
contains
  logical function keeps_real(v) result(keeps)
    real(8) :: v
    x = 2
    keeps = v == 1
    v = 3
    x = 1
  end function

  logical function keeps_array(v) result(keeps)
    real(8) :: v(:)
    a = 2
    keeps = all(v == 1)
    v = 3
    a = 1
  end function

  logical function keeps_integer(v) result(keeps)
    integer(4) :: v
    i = 2
    keeps = v == 1
    i = 1
  end function

  logical function keeps_logical(v) result(keeps)
    logical(4) :: v
    l = .false.
    keeps = v
    l = .true.
  end function

  logical function keeps_complex(v) result(keeps)
    complex(8) :: v
    z = 0
    keeps = v == (1, 2)
    z = (1, 2)
  end function

  logical function keeps_bound(this, v) result(keeps)
    class(record) :: this
    real(8) :: v
    this%x = 2
    keeps = v == 1
    this%x = 1
  end function

  real(8) function mixed(this, v)
    class(record), intent(in) :: this
    real(8), intent(in) :: v
    x = 2
    mixed = this%x + v
    x = 1
  end function

  real(8) function plus(this, v)
    class(record), intent(in) :: this
    real(8), intent(in) :: v
    x = 2
    plus = this%x + v
    x = 1
  end function

  subroutine set(this, v)
    class(record), intent(out) :: this
    real(8), intent(in) :: v
    x = 2
    this%x = v
    x = 1
  end subroutine

  elemental real(8) function next(v)
    real(8), intent(in) :: v
    next = v + 1
  end function

  subroutine change(v)
    real(8) :: v
    v = 7
  end subroutine

  subroutine change_integer(v)
    integer(4) :: v
    v = 7
  end subroutine

  function pointed() result(p)
    real(8), pointer :: p
    p => t
  end function

  subroutine specify(v)
    real(8) :: v(2:)
    real(8) :: w(lbound(dble(v), 1):ubound(dble(v), 1))
    call expect(lbound(w, 1) == 1 .and. ubound(w, 1) == size(v), 'own bounds')
  end subroutine

  subroutine first(holds)
    logical :: holds
    holds = keeps(dble(x))
    return
  entry second(holds)
    holds = keeps(real(x, 8))
  end subroutine
end module

program main
  use converting
  implicit none
  call arguments()
  call other_arguments()
  call values()
  call bounds()
  call allocated_bounds()
  call plain()
  call finish()
contains
  subroutine arguments()
    logical :: holds
    call expect(keeps(real(x, 8)) .and. keeps(dble(x)), 'real')
    call expect(keeps(real(a, 8)) .and. keeps(dble(a)), 'array')
    call expect(keeps(int(i, 4)), 'integer')
    call expect(keeps(logical(l, 4)), 'logical')
    call expect(keeps(cmplx(z, kind=8)) .and. keeps(dcmplx(z)), 'complex')
    call expect(keeps(real(kind=8, a=x)), 'keywords')
    call expect(keeps(dble(real(x, 8))), 'twice')
    call expect(keeps(dble ( &
      x )) .and. keeps_real(v=re&
      &al(x, 8)), 'lines')
    call expect(1 + merge(1, 0, keeps(dble(x))) == 2, 'within')
    call first(holds)
    call expect(holds, 'subroutine')
    call second(holds)
    call expect(holds, 'entry')
    call change(real(x, 8))
    call expect(x == 1, 'changed')
    call change(dble(pointed()))
    call expect(t == 1, 'what a function points to')
  end subroutine

  subroutine other_arguments()
    type(record) :: r
    integer(4) :: int(3)
    real(8) :: formula, v
    formula(v) = mixed(r, dble(x)) + v
    call expect(r%keeps_bound(dble(r%x)), 'type-bound')
    call expect((r .mix. dble(x)) == 2, 'own operator')
    call expect(r + dble(x) == 2, 'extended operator')
    r = dble(x)
    call expect(r%x == 1, 'assignment')
    call expect(formula(0.0_8) == 2, 'statement function')
    int = 1
    call change_integer(int(2))
    call expect(int(2) == 7, 'own array int')
  end subroutine

  subroutine values()
    class(*), allocatable :: u
    associate (v => real(x, 8))
      associate (w => dble(v))
        x = 2
        call expect(v == 1 .and. w == 1, 'names')
        x = 1
      end associate
    end associate
    associate (v => dble(pointed()))
      t = 2
      call expect(v == 1, 'name of what a function points to')
      t = 1
    end associate
    associate (v => dble(a))
      a = 2
      call expect(all(v == 1) .and. lbound(v, 1) == 1, 'name of an array')
      a = 1
    end associate
    allocate (u, source=dble(x))
    select type (u)
    type is (real(8))
      call change(dble(u))
      call expect(u == 1, 'selected type')
    end select
  end subroutine

  subroutine bounds()
    call expect(lbound(real(a, 8), 1) == 1, 'lbound')
    call expect(ubound(real(a, 8), 1) == 4, 'ubound')
    call expect(all(lbound(dble(a)) == 1), 'all lower bounds')
    call expect(is_contiguous(dble(a(::2))), 'contiguous')
    call specify(a)
    block
      real(8) :: w(lbound(dble(a), 1):2)
      call expect(size(w) == 2, 'block')
    end block
  end subroutine

  subroutine allocated_bounds()
    real(8), allocatable :: b(:), c(:), d(:, :), e(:, :)
    type(record) :: r
    allocate (b, source=real(a, 8))
    allocate (c, mold=real(a, 8))
    call expect(lbound(b, 1) == 1 .and. lbound(c, 1) == 1, 'allocate')
    deallocate (b, c)
    b = real(a, 8)
    call expect(lbound(b, 1) == 1 .and. all(b == 1), 'assignment to b')
    allocate (c(2:3), source=2.0_8)
    b = dble(real(c, kind=8))
    call expect(lbound(b, 1) == 1 .and. all(b == [2, 2]), 'of an allocatable')
    c = dble(c)
    call expect(lbound(c, 1) == 2, 'to itself')
    r = record(1.0_8, dble(c))
    call expect(lbound(r%a, 1) == 1, 'component')
    deallocate (b, r%a)
    allocate (r%a(5:5), d(0:1, -1:1), source=3.0_8)
    b = dble(r%a)
    call expect(lbound(b, 1) == 1 .and. b(1) == 3, 'of a component')
    e = dble(d)
    call expect(all(lbound(e) == 1) .and. all(e == 3), 'two dimensions')
  end subroutine

  subroutine plain()
    real(8) :: b(4)
    b = next(dble(a)) + real(a, 8)*dble(x)
    call expect(all(b == 3), 'elemental')
    call expect(sum(dble(a)) == 4, 'sum')
  end subroutine
end program
