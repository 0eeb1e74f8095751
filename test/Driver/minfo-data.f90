! RUN: %warpfort -acc -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
! RUN: %warpfort -acc -c %s -o %t.o 2>&1 | FileCheck %s --allow-empty --check-prefix=NONE
! NONE-NOT: Generating
!
! What -Minfo=accel says about data clauses, by procedure and line.

subroutine clauses(a, b, c, n)
  integer, intent(in) :: n
  real :: a(n), b(n, n), c(:)
  integer :: i
  !$acc data copy(a) copyin(b, c(1:n)) create(c)
  !$acc parallel loop present(a)
  do i = 1, n
    a(i) = a(i) + b(i, 1)
  end do
  !$acc update self(a(2:n)) device(b)
  !$acc end data
end subroutine

subroutine implicit(a, d, n)
  integer, intent(in) :: n
  real :: a(n), d(n)
  integer :: i
  !$acc enter data copyin(d) create(a)
  !$acc exit data copyout(a) delete(d)
  !$acc parallel loop
  do i = 1, n
    a(i) = d(i)
  end do
end subroutine

! CHECK: clauses:
! CHECK-NEXT: 11, Generating copy(a(:))
! CHECK-NEXT: Generating copyin(b(:,:),c(:n))
! CHECK-NEXT: Generating create(c(:))
! CHECK-NEXT: 12, Generating present(a(:))
! CHECK: 16, Generating update device(b(:,:))
! CHECK-NEXT: Generating update self(a(2:n))
! CHECK: implicit:
! CHECK-NEXT: 24, Generating enter data copyin(d(:))
! CHECK-NEXT: Generating enter data create(a(:))
! CHECK-NEXT: 25, Generating exit data copyout(a(:))
! CHECK-NEXT: Generating exit data delete(d(:))
! CHECK-NEXT: 26, Generating implicit {{.*}}d(:)
