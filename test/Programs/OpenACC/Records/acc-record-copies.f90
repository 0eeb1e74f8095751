!===-- acc-record-copies.f90 - Assigned records of records -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -O0 %{testing} %s -o %t.dir/plain && %run %t.dir/plain | %{check-pass}
!
! Objects with components of derived type are assigned in OpenACC regions, in
! routines that these call, and in DO CONCURRENT: elements, results of
! functions, structure constructors, private copies.
!
!===----------------------------------------------------------------------===!

module bodies
  implicit none
  type vec
    real(8) :: x = 0, y = 0, z = 0
  end type
  type body
    type(vec) :: p, v
    integer :: kind(3)
  end type
contains
  function moved(b, t) result(r)
    !$acc routine seq
    type(body), intent(in) :: b
    real(8), intent(in) :: t
    type(body) :: r
    r = b
    r%p = vec(b%p%x + t * b%v%x, b%p%y + t * b%v%y, b%p%z + t * b%v%z)
  end function
end module

program main
  use bodies
  implicit none
  integer, parameter :: n = 1000
  type(body) :: a(n), b(n), c(n), t
  integer :: i, wrong
  wrong = 0
  !$acc data copyout(a, b) copyout(c)
  !$acc parallel loop
  do i = 1, n
    a(i) = body(vec(i, 2 * i, 3 * i), vec(1, 2, 3), [i, i + 1, i + 2])
  end do
  !$acc parallel loop private(t)
  do i = 1, n
    t = a(n + 1 - i)
    t%kind(2) = i
    b(i) = t
    b(i) = moved(b(i), 2d0)
  end do
  !$acc kernels
  do i = 1, n
    c(i) = b(i)
  end do
  !$acc end kernels
  !$acc end data
  do concurrent (i = 1:n) local(t)
    t = c(i)
    a(i) = t
    a(i)%v = t%p
  end do
  do i = 1, n
    associate (k => n + 1 - i)
      call expect(b(i)%p%x == k + 2 .and. b(i)%p%y == 2 * k + 4)
      call expect(b(i)%p%z == 3 * k + 6 .and. b(i)%v%z == 3)
      call expect(all(b(i)%kind == [k, i, k + 2]))
      call expect(c(i)%p%x == b(i)%p%x .and. c(i)%v%y == 2)
      call expect(all(c(i)%kind == b(i)%kind))
      call expect(a(i)%p%z == c(i)%p%z .and. a(i)%v%x == c(i)%p%x)
      call expect(all(a(i)%kind == c(i)%kind))
    end associate
  end do
  if (wrong == 0) then
    print *, 'PASS'
  else
    print *, 'FAIL', wrong
  end if
contains
  subroutine expect(holds)
    logical, intent(in) :: holds
    if (.not. holds) wrong = wrong + 1
  end subroutine
end program
