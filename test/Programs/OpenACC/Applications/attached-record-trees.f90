!===-- attached-record-trees.f90 - A whole that is made of parts -----------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -gpu=mem:managed %{testing} %s -o %t.dir/managed
! RUN: %run %t.dir/managed | %{check-pass}
!
! Records in arrays in records with allocatable and pointer components, attached one by
! one; default(present); an ASSOCIATE name in a clause; a scalar of a module that a
! routine changes by atomic; gang routines of one and of two dimensions.
!
!===----------------------------------------------------------------------===!

module m
  implicit none
  type :: part
    integer :: n = 0
    real(8), allocatable :: v(:)
    real(8), pointer :: p(:) => null()
    real(8) :: fixed(3) = 0
  end type
  type :: whole
    integer :: parts = 0
    type(part), allocatable :: part(:)
    type(part) :: extra
  end type
  integer :: counter
  !$acc declare create(counter)
contains
  subroutine bump(k)
    !$acc routine seq
    integer, value :: k
    !$acc atomic
    counter = counter + k
  end subroutine
  subroutine gangs(a, n, m)
    integer, value :: n, m
    real(8), intent(inout) :: a(n, m)
    integer :: i, j
    !$acc routine gang
    !$acc loop gang
    do j = 1, m
      !$acc loop worker vector
      do i = 1, n
        a(i, j) = a(i, j) + i*j
      end do
    end do
  end subroutine
  subroutine grid(a, n, m)
    integer, value :: n, m
    real(8), intent(inout) :: a(n, m)
    integer :: i, j
    !$acc routine gang(dim:2) 
    !$acc loop gang(dim:2)
    do j = 1, m
      !$acc loop gang(dim:1) vector
      do i = 1, n
        a(i, j) = a(i, j) + i*j
      end do
    end do
  end subroutine
end module
program main
  use testing
  use m
  implicit none
  type(whole) :: w
  integer :: i, k, n
  real(8) :: s, a(40, 9)
  real(8), target :: t(30)
  type(part) :: loc
  allocate (w%part(4)); w%parts = 4
  do k = 1, 4
    w%part(k)%n = 5*k
    allocate (w%part(k)%v(5*k)); w%part(k)%v = k
    w%part(k)%p => t(k:k+2)
  end do
  t = [(i, i=1,30)]
  w%extra%n = 6; allocate(w%extra%v(6)); w%extra%v = 2
  !$acc enter data copyin(w, t)
  !$acc enter data copyin(w%part, w%extra%v)
  do k = 1, 4
    !$acc enter data copyin(w%part(k)%v) attach(w%part(k)%p)
  end do
  !$acc parallel loop gang default(present)
  do k = 1, w%parts
    !$acc loop vector
    do i = 1, w%part(k)%n
      w%part(k)%v(i) = w%part(k)%v(i) + w%part(k)%p(2)
    end do
    w%part(k)%fixed(2) = w%part(k)%p(1)
  end do
  s = 0
  !$acc parallel loop reduction(+:s) default(present)
  do i = 1, w%extra%n
    s = s + w%extra%v(i)
    w%extra%v(i) = -i
  end do
  call expect(s == 12, 'a part alone')
  do k = 1, 4
    !$acc update self(w%part(k)%v, w%part(k)%fixed)
  end do
  do k = 1, 4
    call expect(all(w%part(k)%v == k + t(k+1)), 'parts')
    call expect(w%part(k)%fixed(2) == t(k), 'parts')
  end do
  associate (q => w%extra)
    !$acc parallel loop present(q%v)
    do i = 1, q%n
      q%v(i) = q%v(i)*2
    end do
    !$acc update self(q%v)
    call expect(q%v(3) == -6, 'an associate name')
  end associate
  do k = 1, 4
    !$acc exit data detach(w%part(k)%p) delete(w%part(k)%v)
  end do
  !$acc exit data delete(w%extra%v, w%part)
  !$acc exit data delete(w, t)
  counter = 5
  !$acc update device(counter)
  !$acc parallel loop gang num_gangs(3)
  do k = 1, 10
    !$acc loop vector
    do i = 1, 10
      call bump(i)
    end do
  end do
  !$acc update self(counter)
  call expect(counter == 5 + 550, 'a counter')
  a = 0
  !$acc parallel num_gangs(5) vector_length(32) num_workers(2) copy(a)
  call gangs(a, 40, 9)
  !$acc end parallel
  call expect(all([((a(i,k) == i*k, i=1,40), k=1,9)]), 'a gang routine')
  !$acc parallel num_gangs(4, 3) vector_length(32) copy(a)
  call grid(a, 40, 9)
  !$acc end parallel
  call expect(all([((a(i,k) == 2*i*k, i=1,40), k=1,9)]), 'a gang routine of two dimensions')
  ! firstprivate record, private record
  loc%n = 3
  loc%fixed = [1d0,2d0,3d0]
  s = 0
  n = 0
  !$acc parallel loop firstprivate(n) reduction(+:s) copyin(loc)
  do i = 1, 20
    n = n + 1
    s = s + loc%fixed(mod(i,3)+1)
  end do
  call expect(s == 6*1 + 7*5, 'a fixed component')
  call finish
end program
