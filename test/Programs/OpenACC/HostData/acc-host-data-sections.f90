!===-- acc-host-data-sections.f90 - sections of what host_data names -------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile} -acc -cuda %{testing} %s -o %t.dir/cuda && %run %t.dir/cuda | %{check-pass}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! ASSOCIATE names, components, arrays of all kinds and dummy arguments in USE_DEVICE,
! passed whole, as an element and as a section to a procedure that takes addresses of
! the device: each call triples one plane of the device's copy. With and without CUDA
! Fortran, which has another way for USE_DEVICE.
!
!===----------------------------------------------------------------------===!
module work
  implicit none
  type vec
    real(8), allocatable :: r(:, :, :)
    real(8) :: f(4, 4, 4)
  end type
  real(8) :: inmodule(4, 4, 4)
  integer :: errors = 0
contains
  ! Plane 1 is tripled once, plane 2 twice, plane 3 three times.
  subroutine expect(what, a, lowest)
    character(*), intent(in) :: what
    integer, intent(in) :: lowest
    real(8), intent(in) :: a(4, 4, *)
    real(8), parameter :: wanted(4) = [3, 9, 27, 1]
    integer :: k
    do k = 1, 4
      if (any(a(:, :, k) /= k*wanted(k))) then
        print *, what, lowest, 'plane', k, a(1, 1, k)
        errors = errors + 1
      end if
    end do
  end subroutine
  subroutine fill(a)
    real(8), intent(out) :: a(4, 4, 4)
    integer :: k
    do k = 1, 4
      a(:, :, k) = k
    end do
  end subroutine

  subroutine assumed(a, low)
    integer, intent(in) :: low
    real(8) :: a(low:, :, :)
    call fill(a)
    !$acc enter data copyin(a)
    a = 0
    !$acc host_data use_device(a)
    call scale(a, 16)
    call scale(a(low, 1, 2), 16)
    call scale(a(low, 1, 2), 16)
    call scale(a(:, :, 3), 16)
    call scale(a(low:, :, 3), 16)
    call scale(a(low:low + 3, 1:4, 3), 16)
    !$acc end host_data
    !$acc exit data copyout(a)
    call expect('assumed', a, low)
    call fill(a)
    !$acc enter data copyin(a)
    a = 0
    associate (x => a)
      !$acc host_data use_device(x)
      call scale(x, 16)
      call scale(x(lbound(x, 1), 1, 2), 16)
      call scale(x(lbound(x, 1), 1, 2), 16)
      call scale(x(:, :, 3), 16)
      call scale(x(lbound(x, 1):, :, 3), 16)
      call scale(x(:, 1:4, 3), 16)
      !$acc end host_data
    end associate
    !$acc exit data copyout(a)
    call expect('name of assumed', a, low)
  end subroutine

  subroutine explicit(a, n, low)
    integer, intent(in) :: n, low
    real(8) :: a(low:low + n - 1, n, n), mine(low:low + n - 1, n, n)
    call fill(a)
    call fill(mine)
    !$acc enter data copyin(a, mine)
    a = 0
    mine = 0
    !$acc host_data use_device(a, mine)
    call scale(a, 16)
    call scale(a(low, 1, 2), 16)
    call scale(a(low, 1, 2), 16)
    call scale(a(:, :, 3), 16)
    call scale(a(low:, :, 3), 16)
    call scale(a(:, 1:n, 3), 16)
    call scale(mine, 16)
    call scale(mine(low, 1, 2), 16)
    call scale(mine(low, 1, 2), 16)
    call scale(mine(:, :, 3), 16)
    call scale(mine(low:, :, 3), 16)
    call scale(mine(:, 1:n, 3), 16)
    !$acc end host_data
    !$acc exit data copyout(a, mine)
    call expect('explicit', a, low)
    call expect('automatic', mine, low)
    call fill(a)
    call fill(mine)
    !$acc enter data copyin(a, mine)
    a = 0
    mine = 0
    associate (x => a, y => mine)
      !$acc host_data use_device(x, y)
      call scale(x, 16)
      call scale(x(low, 1, 2), 16)
      call scale(x(low, 1, 2), 16)
      call scale(x(:, :, 3), 16)
      call scale(x(low:, :, 3), 16)
      call scale(x(:, 1:n, 3), 16)
      call scale(y, 16)
      call scale(y(low, 1, 2), 16)
      call scale(y(low, 1, 2), 16)
      call scale(y(:, :, 3), 16)
      call scale(y(low:, :, 3), 16)
      call scale(y(:, 1:n, 3), 16)
      !$acc end host_data
    end associate
    !$acc exit data copyout(a, mine)
    call expect('name of explicit', a, low)
    call expect('name of automatic', mine, low)
  end subroutine
end module

program sections
  use work
  implicit none
  type(vec), target :: v
  real(8), allocatable :: made(:, :, :)
  real(8), pointer :: p(:, :, :)
  real(8) :: plain(4, 4, 4)

  allocate (v%r(4, 4, 4), made(0:3, 4, 4), p(4, 4, 4))
  !$acc enter data copyin(v)
  call names
  call variables
  call assumed(plain, 1)
  call assumed(made, 0)
  call explicit(plain, 4, 1)
  call explicit(plain, 4, -2)
  call inside
  if (errors == 0) print '(a)', 'PASS'
contains
  subroutine names
    call start
    associate (a => v%r, b => v%f, c => made, e => plain, f => inmodule)
      !$acc host_data use_device(a, b, c, e, f)
      call scale(a, 16)
      call scale(a(1, 1, 2), 16)
      call scale(a(1, 1, 2), 16)
      call scale(a(:, :, 3), 16)
      call scale(a(:, :, 3), 16)
      call scale(a(:, 1:4, 3), 16)
      call scale(b, 16)
      call scale(b(1, 1, 2), 16)
      call scale(b(1, 1, 2), 16)
      call scale(b(:, :, 3), 16)
      call scale(b(:, :, 3), 16)
      call scale(b(:, 1:4, 3), 16)
      call scale(c, 16)
      call scale(c(0, 1, 2), 16)
      call scale(c(0, 1, 2), 16)
      call scale(c(:, :, 3), 16)
      call scale(c(0:, :, 3), 16)
      call scale(c(:, 1:4, 3), 16)
      call scale(e, 16)
      call scale(e(1, 1, 2), 16)
      call scale(e(1, 1, 2), 16)
      call scale(e(:, :, 3), 16)
      call scale(e(:, :, 3), 16)
      call scale(e(:, 1:4, 3), 16)
      call scale(f, 16)
      call scale(f(1, 1, 2), 16)
      call scale(f(1, 1, 2), 16)
      call scale(f(:, :, 3), 16)
      call scale(f(:, :, 3), 16)
      call scale(f(:, 1:4, 3), 16)
      !$acc end host_data
    end associate
    call finish('name of')
  end subroutine

  subroutine variables
    call start
    !$acc host_data use_device(v%r, v%f, made, p, plain, inmodule)
    call scale(v%r, 16)
    call scale(v%r(1, 1, 2), 16)
    call scale(v%r(1, 1, 2), 16)
    call scale(v%r(:, :, 3), 16)
    call scale(v%r(:, :, 3), 16)
    call scale(v%r(:, 1:4, 3), 16)
    call scale(v%f, 16)
    call scale(v%f(1, 1, 2), 16)
    call scale(v%f(1, 1, 2), 16)
    call scale(v%f(:, :, 3), 16)
    call scale(v%f(:, :, 3), 16)
    call scale(v%f(:, 1:4, 3), 16)
    call scale(made, 16)
    call scale(made(0, 1, 2), 16)
    call scale(made(0, 1, 2), 16)
    call scale(made(:, :, 3), 16)
    call scale(made(0:, :, 3), 16)
    call scale(made(:, 1:4, 3), 16)
    call scale(p, 16)
    call scale(p(1, 1, 2), 16)
    call scale(p(1, 1, 2), 16)
    call scale(p(:, :, 3), 16)
    call scale(p(:, :, 3), 16)
    call scale(p(:, 1:4, 3), 16)
    call scale(plain, 16)
    call scale(plain(1, 1, 2), 16)
    call scale(plain(1, 1, 2), 16)
    call scale(plain(:, :, 3), 16)
    call scale(plain(:, :, 3), 16)
    call scale(plain(:, 1:4, 3), 16)
    call scale(inmodule, 16)
    call scale(inmodule(1, 1, 2), 16)
    call scale(inmodule(1, 1, 2), 16)
    call scale(inmodule(:, :, 3), 16)
    call scale(inmodule(:, :, 3), 16)
    call scale(inmodule(:, 1:4, 3), 16)
    !$acc end host_data
    call finish('variable')
  end subroutine

  subroutine inside
    real(8) :: own(4, 4, 4)
    call fill(own)
    !$acc enter data copyin(own)
    own = 0
    associate (x => own)
      !$acc host_data use_device(x)
      call scale(x, 16)
      call scale(x(1, 1, 2), 16)
      call scale(x(1, 1, 2), 16)
      call scale(x(:, :, 3), 16)
      call scale(x(:, :, 3), 16)
      call scale(x(:, 1:4, 3), 16)
      !$acc end host_data
    end associate
    !$acc exit data copyout(own)
    call expect('name of own', own, 1)
  end subroutine

  subroutine start
    call fill(v%r)
    call fill(v%f)
    call fill(made)
    call fill(p)
    call fill(plain)
    call fill(inmodule)
    !$acc update device(v%f)
    !$acc enter data copyin(v%r, made, p, plain, inmodule)
    v%r = 0
    v%f = 0
    made = 0
    p = 0
    plain = 0
    inmodule = 0
  end subroutine

  subroutine finish(what)
    character(*), intent(in) :: what
    !$acc exit data copyout(v%r, made, p, plain, inmodule)
    !$acc update self(v%f)
    call expect(what // ' v%r', v%r, 1)
    call expect(what // ' v%f', v%f, 1)
    call expect(what // ' made', made, 0)
    if (what == 'variable') call expect(what // ' p', p, 1)
    call expect(what // ' plain', plain, 1)
    call expect(what // ' inmodule', inmodule, 1)
  end subroutine
end program

subroutine scale(a, n)
  implicit none
  integer :: n, i
  real(8) :: a(n)
  ! MINFO: {{^ +}}[[#@LINE+1]], Accelerator kernel generated
  !$acc parallel loop deviceptr(a)
  do i = 1, n
    a(i) = a(i)*3
  end do
end subroutine
