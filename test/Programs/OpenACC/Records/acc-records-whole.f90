!===-- acc-records-whole.f90 - Records that routines get ------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
!
! Compute constructs pass records with allocatable and pointer components whole
! to routines. The routines note the addresses that they find: none may be the
! host's.
!
!===----------------------------------------------------------------------===!

module fields
  use, intrinsic :: iso_c_binding
  implicit none
  type part_t
    integer :: k = 3
    real, allocatable :: w(:)
  end type
  type node_t
    real :: value = 0
    type(node_t), pointer :: next => null()
  end type
  type base_t
    real, allocatable :: low(:)
  end type
  type, extends(base_t) :: field_t
    integer :: n = 0
    real, allocatable :: x(:), y(:)
    real, pointer :: p(:) => null(), q(:) => null()
    real, allocatable :: never(:)
    character(:), allocatable :: text
    type(part_t) :: part, pair(2)
    type(part_t), allocatable :: parts(:)
    type(node_t), pointer :: list => null()
    integer(8), allocatable :: seen(:, :)
  end type
  type outer_t
    integer :: id = 0
    type(field_t) :: f
  end type
  integer, parameter :: n = 40, places = 8
  integer :: failures = 0
contains
  subroutine make(f, from)
    type(field_t), intent(inout) :: f
    real, target, intent(in) :: from(:)
    type(node_t), pointer :: last
    integer :: i
    f%n = n
    allocate(f%low(n), f%x(n), f%y(n), f%part%w(n), f%parts(2), f%seen(places, n))
    allocate(f%parts(2)%w(0:n), f%pair(2)%w(n))
    f%low = [(0.5*i, i = 1, n)]
    f%x = [(real(i), i = 1, n)]
    f%y = -1
    f%seen = 0
    f%part%w = [(3.0*i, i = 1, n)]
    f%parts(2)%w = [(1.0*i*i, i = 0, n)]
    f%pair(2)%w = 7
    f%text = "abc"
    ! One is a part of the other.
    f%q => from(5:9)
    f%p => from
    do i = 1, 3
      allocate(last)
      last%value = i
      last%next => f%list
      f%list => last
    end do
  end subroutine

  subroutine step(f, i)
    !$acc routine seq
    type(field_t), intent(inout), target :: f
    integer, intent(in) :: i
    f%y(i) = value(f, i)
    f%seen(1, i) = transfer(c_loc(f%x), 0_8)
    f%seen(2, i) = transfer(c_loc(f%p), 0_8)
    f%seen(3, i) = transfer(c_loc(f%q), 0_8)
    f%seen(4, i) = transfer(c_loc(f%part%w), 0_8)
    f%seen(5, i) = transfer(c_loc(f%parts(2)%w), 0_8)
    f%seen(6, i) = transfer(c_loc(f%list), 0_8)
    f%seen(7, i) = transfer(c_loc(f%list%next%next), 0_8)
    f%seen(8, i) = transfer(c_loc(f%low), 0_8)
  end subroutine

  real function value(f, i)
    !$acc routine seq
    type(field_t), intent(in) :: f
    integer, intent(in) :: i
    value = f%x(i) + f%p(i) + f%q(2) + f%part%w(i) + f%part%k*f%parts(2)%w(i) + &
      f%pair(2)%w(i) + f%low(i)
    value = value + f%list%value*100 + f%list%next%value*10 + f%list%next%next%value
    if (allocated(f%never) .or. f%text /= "abc" .or. associated(f%list%next%next%next)) &
      value = -1
  end function

  subroutine check(what, f, from)
    character(*), intent(in) :: what
    type(field_t), intent(in), target :: f
    real, intent(in), target :: from(:)
    integer :: i
    integer(8) :: host(places)
    do i = 1, n
      if (f%y(i) /= i + from(i) + from(6) + 3*i + 3*i*i + 7 + 0.5*i + 321) then
        print *, what, ": y", i, f%y(i)
        failures = failures + 1
        exit
      end if
    end do
    host(1) = transfer(c_loc(f%x), 0_8)
    host(2) = transfer(c_loc(f%p), 0_8)
    host(3) = transfer(c_loc(f%q), 0_8)
    host(4) = transfer(c_loc(f%part%w), 0_8)
    host(5) = transfer(c_loc(f%parts(2)%w), 0_8)
    host(6) = transfer(c_loc(f%list), 0_8)
    host(7) = transfer(c_loc(f%list%next%next), 0_8)
    host(8) = transfer(c_loc(f%low), 0_8)
    do i = 1, places
      if (any(f%seen(i, :) == host(i)) .or. any(f%seen(i, :) == 0)) then
        print *, what, ": the routine had the host's address", i
        failures = failures + 1
      end if
    end do
    if (f%seen(3, 1) /= f%seen(2, 1) + 16) then
      print *, what, ": two copies of one target"
      failures = failures + 1
    end if
    if (.not. associated(f%p, from) .or. allocated(f%never) .or. size(f%x) /= n) then
      print *, what, ": the host's components"
      failures = failures + 1
    end if
  end subroutine

  subroutine dummy(f)
    type(field_t), intent(inout) :: f
    integer :: i
    f%y = -1
    f%seen = 0
    !$acc parallel loop
    do i = 1, n
      call step(f, i)
    end do
  end subroutine

  subroutine polymorphic(f)
    class(field_t), intent(inout) :: f
    integer :: i
    f%y = -1
    f%seen = 0
    !$acc parallel loop
    do i = 1, n
      call step(f, i)
    end do
  end subroutine

  subroutine assumed_shape(fs)
    type(field_t), intent(inout) :: fs(:)
    integer :: i, k
    !$acc parallel loop collapse(2)
    do k = 1, size(fs)
      do i = 1, n
        call step(fs(k), i)
      end do
    end do
  end subroutine

  subroutine assumed_size(fs)
    type(field_t), intent(inout) :: fs(*)
    integer :: i, k
    !$acc parallel loop collapse(2)
    do k = 1, 2
      do i = 1, n
        call step(fs(k), i)
      end do
    end do
  end subroutine

  subroutine all_of(fs, i)
    !$acc routine seq
    type(field_t), intent(inout) :: fs(:)
    integer, intent(in) :: i
    integer :: k
    do k = 1, size(fs)
      call step(fs(k), i)
    end do
  end subroutine
end module

program records_whole
  use fields
  use testing
  implicit none
  real, target :: from(n)
  type(field_t) :: f, fs(2)
  type(field_t), pointer :: p
  type(field_t), allocatable :: af, afs(:)
  type(outer_t) :: r
  real :: y(n)
  integer :: i, k

  from = [(100.0*i, i = 1, n)]
  call make(f, from)
  call dummy(f)
  call check("dummy", f, from)
  call polymorphic(f)
  call check("polymorphic", f, from)

  f%seen = 0
  f%y = -1
  !$acc kernels loop independent
  do i = 1, n
    call step(f, i)
  end do
  call check("kernels", f, from)

  f%seen = 0
  f%y = -1
  !$acc parallel loop async(1)
  do i = 1, n
    call step(f, i)
  end do
  !$acc wait(1)
  call check("async", f, from)

  y = 0
  !$acc parallel loop
  do i = 1, n
    y(i) = value(f, i)
  end do
  f%y = y
  call check("function", f, from)

  call make(r%f, from)
  !$acc parallel loop
  do i = 1, n
    call step(r%f, i)
  end do
  call check("component", r%f, from)

  allocate(af)
  call make(af, from)
  !$acc parallel loop
  do i = 1, n
    call step(af, i)
  end do
  call check("allocatable", af, from)

  allocate(p)
  call make(p, from)
  !$acc parallel loop
  do i = 1, n
    call step(p, i)
  end do
  call check("pointer", p, from)

  do k = 1, 2
    call make(fs(k), from)
  end do
  !$acc parallel loop
  do i = 1, n
    call step(fs(2), i)
    call step(fs(1), i)
  end do
  call check("element 1", fs(1), from)
  call check("element 2", fs(2), from)
  do k = 1, 2
    fs(k)%y = 0
    fs(k)%seen = 0
  end do
  call assumed_shape(fs)
  call check("assumed shape 1", fs(1), from)
  call check("assumed shape 2", fs(2), from)
  do k = 1, 2
    fs(k)%y = 0
    fs(k)%seen = 0
  end do
  !$acc data copy(fs)
  call assumed_size(fs)
  !$acc end data
  call check("assumed size 1", fs(1), from)
  call check("assumed size 2", fs(2), from)

  allocate(afs(2))
  do k = 1, 2
    call make(afs(k), from)
  end do
  !$acc parallel loop
  do i = 1, n
    call all_of(afs, i)
  end do
  call check("array 1", afs(1), from)
  call check("array 2", afs(2), from)

  ! What is present stays where it is.
  f%y = -1
  f%seen = 0
  !$acc enter data copyin(f, f%x)
  f%x = 0
  !$acc parallel loop
  do i = 1, n
    call step(f, i)
  end do
  f%x = [(real(i), i = 1, n)]
  call check("present", f, from)
  !$acc exit data delete(f%x, f)

  ! Named components beside the whole.
  f%y = -1
  f%seen = 0
  !$acc parallel loop
  do i = 1, n
    f%x(i) = f%x(i) + 1
    call step(f, i)
    f%y(i) = f%y(i) - 1
  end do
  f%x = [(real(i), i = 1, n)]
  call check("named", f, from)

  call expect(failures == 0, "records")
  call finish
end program
