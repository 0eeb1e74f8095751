!===-- host-reduce-operations.f90 - REDUCE with operations known at run time -===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run}
! RUN: %{compile-and-run-acc}
!
! The intrinsic function REDUCE of the host with dummy procedures, procedure
! pointers (dummy, local, of a module, components, results of functions) and
! dummy procedures of the procedure around, whose arguments are passed by
! reference or by value. The operations do not commute. REDUCE of logical values
! of each kind, with masks, strides and internal procedures.
!
!===----------------------------------------------------------------------===!

module operations
  use testing
  implicit none
  abstract interface
    pure integer function op(a, b)
      integer, intent(in) :: a, b
    end function
    pure integer function op_value(a, b)
      integer, value :: a, b
    end function
    pure real(8) function op_real(a, b)
      real(8), value :: a, b
    end function
    pure character(3) function op_text(a, b)
      character(3), intent(in) :: a, b
    end function
  end interface
  type :: pair
    integer :: a, b
  end type
  abstract interface
    pure function op_pair(x, y) result(z)
      import :: pair
      type(pair), intent(in) :: x, y
      type(pair) :: z
    end function
  end interface
  type :: holder
    procedure(op), pointer, nopass :: by_reference => null()
    procedure(op_value), pointer, nopass :: by_value => null()
  end type
  procedure(op), pointer :: global => null()
contains
  pure integer function minus(a, b)
    integer, intent(in) :: a, b
    minus = 2*a - b
  end function
  pure integer function minus_value(a, b)
    integer, value :: a, b
    minus_value = 3*a - b
  end function
  pure real(8) function half(a, b)
    real(8), value :: a, b
    half = a/2 - b
  end function
  pure character(3) function mixed(a, b)
    character(3), intent(in) :: a, b
    mixed = a(2:3)//b(1:1)
  end function
  pure function sums(x, y) result(z)
    type(pair), intent(in) :: x, y
    type(pair) :: z
    z = pair(2*x%a + y%a, x%b - y%b)
  end function

  integer function of_dummy(x, f) result(r)
    integer, intent(in) :: x(:)
    procedure(op) :: f
    r = reduce(x, f)
  end function
  integer function of_masked(x, f, mask) result(r)
    integer, intent(in) :: x(:)
    procedure(op) :: f
    logical, intent(in) :: mask(:)
    r = reduce(x, f, mask, identity=-5)
  end function
  function of_columns(x, f) result(r)
    integer, intent(in) :: x(:, :)
    interface
      pure integer function f(a, b)
        integer, intent(in) :: a, b
      end function
    end interface
    integer :: r(size(x, 2))
    r = reduce(x, f, dim=1)
  end function
  integer function of_value(x, f, g) result(r)
    integer, intent(in) :: x(:)
    procedure(op_value) :: f
    procedure(op) :: g
    r = reduce(x, f) + 1000*reduce(x, g)
  end function
  real(8) function of_real(x, f) result(r)
    real(8), intent(in) :: x(:)
    procedure(op_real) :: f
    r = reduce(x, f)
  end function
  character(3) function of_text(x, f) result(r)
    character(3), intent(in) :: x(:)
    procedure(op_text) :: f
    r = reduce(x, f)
  end function
  type(pair) function of_pair(x, f) result(r)
    type(pair), intent(in) :: x(:)
    procedure(op_pair) :: f
    r = reduce(x, f)
  end function
  integer function of_pointer(x, f) result(r)
    integer, intent(in) :: x(:)
    procedure(op), pointer, intent(in) :: f
    r = reduce(x, f)
  end function
  integer function of_value_pointer(x, f) result(r)
    integer, intent(in) :: x(:)
    procedure(op_value), pointer, intent(in) :: f
    r = reduce(x, f)
  end function
  integer function of_host(x, f, g) result(r)
    integer, intent(in) :: x(:)
    procedure(op) :: f
    procedure(op_value) :: g
    r = within()
  contains
    integer function within()
      within = reduce(x, f) + 1000*reduce(x, g)
    end function
  end function
  pure logical function implies(a, b)
    logical, intent(in) :: a, b
    implies = .not. a .or. b
  end function
  pure logical(1) function implies_value(a, b)
    logical(1), value :: a, b
    implies_value = .not. a .or. b
  end function
  pure logical(8) function implies_long(a, b)
    logical(8), intent(in) :: a, b
    implies_long = .not. a .or. b
  end function

  ! What implies() makes of the values of an array, in their order.
  logical function implied(l)
    logical, intent(in) :: l(:)
    integer :: i
    implied = l(1)
    do i = 2, size(l)
      implied = .not. implied .or. l(i)
    end do
  end function

  subroutine reduce_logicals(l, f)
    logical, intent(in) :: l(:)
    interface
      pure logical function f(a, b)
        logical, intent(in) :: a, b
      end function
    end interface
    logical :: m(2, 3)
    integer :: k
    k = 1
    m = reshape(l, [2, 3])
    call expect(reduce(l, implies) .eqv. implied(l), 'logical')
    call expect(reduce(l, f) .eqv. implied(l), 'logical, dummy procedure')
    call expect(logical(reduce(logical(l, 1), implies_value)) .eqv. implied(l), 'logical(1), by value')
    call expect(logical(reduce(logical(l, 8), implies_long)) .eqv. implied(l), 'logical(8)')
    call expect(reduce(m, implies) .eqv. implied(l), 'logical, two dimensions')
    call expect(all(reduce(m, implies, 1) .eqv. [(implied(m(:, k)), k = 1, 3)]), 'logical, dim=1')
    call expect(reduce(l(5:1:-2), implies) .eqv. implied(l(5:1:-2)), 'logical, stride')
    if (any(l)) call expect(reduce(l, implies, mask=l) .eqv. implied(pack(l, l)), 'logical, mask')
    call expect(reduce(l(2:1), implies, identity=.false.) .eqv. .false., 'logical, identity')
    k = 2
    call expect(reduce(l, first) .eqv. l(1), 'logical, internal procedure')
  contains
    pure logical function first(a, b)
      logical, intent(in) :: a, b
      first = merge(a, b, k == 2)
    end function
  end subroutine

  function chosen(n) result(p)
    integer, intent(in) :: n
    procedure(op), pointer :: p
    p => minus
    if (n > 1) p => null()
  end function
  function chosen_value() result(p)
    procedure(op_value), pointer :: p
    p => minus_value
  end function
end module

program main
  use operations
  implicit none
  integer, parameter :: n = 5
  integer :: x(n), m(n, 3), i, j, wanted, wanted_value, k
  real(8) :: y(n), wanted_real
  character(3) :: t(n) = ['abc', 'def', 'ghi', 'jkl', 'mno']
  type(pair) :: p(n), q
  type(holder) :: h
  procedure(op), pointer :: local
  procedure(op_value), pointer :: local_value

  x = [(mod(7*i, 11), i = 1, n)]
  m = reshape([(mod(5*i, 17), i = 1, 3*n)], [n, 3])
  y = x
  wanted = x(1)
  wanted_value = x(1)
  wanted_real = x(1)
  do i = 2, n
    wanted = 2*wanted - x(i)
    wanted_value = 3*wanted_value - x(i)
    wanted_real = wanted_real/2 - x(i)
  end do
  call expect_equal(of_dummy(x, minus), wanted, 'dummy procedure')
  call expect_equal(of_masked(x, minus, x > 20), -5, 'identity')
  call expect_equal(of_masked(x, minus, [(i < 3, i = 1, n)]), 2*x(1) - x(2), 'mask')
  do j = 1, 3
    k = m(1, j)
    do i = 2, n
      k = 2*k - m(i, j)
    end do
    x(j) = k
  end do
  call expect_equal(of_columns(m, minus), x(:3), 'dim=1')
  x = nint(y)
  call expect_equal(of_value(x, minus_value, minus), wanted_value + 1000*wanted, 'by value')
  call expect_equal(of_real(y, half), wanted_real, 'real')
  call expect_equal(of_text(t, mixed), 'gjm', 'character')
  p = [(pair(i, x(i)), i = 1, n)]
  q = of_pair(p, sums)
  call expect_equal([q%a, q%b], [16 + 16 + 12 + 8 + 5, x(1) - sum(x(2:))], 'derived type')

  local => minus
  local_value => minus_value
  global => minus
  h%by_reference => minus
  h%by_value => minus_value
  call expect_equal(of_pointer(x, local), wanted, 'dummy pointer')
  call expect_equal(of_value_pointer(x, local_value), wanted_value, 'dummy pointer, by value')
  call expect_equal(reduce(x, local), wanted, 'pointer')
  call expect_equal(reduce(x, local_value), wanted_value, 'pointer, by value')
  call expect_equal(reduce(x, global), wanted, 'pointer of a module')
  call expect_equal(reduce(x, h%by_reference), wanted, 'component')
  call expect_equal(reduce(x, h%by_value), wanted_value, 'component, by value')
  call expect_equal(reduce(x, chosen(1)), wanted, 'result')
  call expect_equal(reduce(x, chosen_value()), wanted_value, 'result, by value')
  call expect_equal(of_host(x, minus, minus_value), wanted + 1000*wanted_value, 'of the host')
  do i = 0, 63
    call reduce_logicals([(btest(i, j), j=0, 5)], implies)
  end do
  k = 3
  call expect_equal(of_dummy(x, inner), scaled(), 'internal procedure')
  call finish

contains
  pure integer function inner(a, b)
    integer, intent(in) :: a, b
    inner = k*a + b
  end function
  integer function scaled()
    integer :: s, i
    s = x(1)
    do i = 2, n
      s = k*s + x(i)
    end do
    scaled = s
  end function
end program
