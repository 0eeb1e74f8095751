! RUN: %warpfort -acc -Minfo=accel -c %s -o %t.o 2>&1 | FileCheck %s
!
! What -Minfo=accel says about kernels and their loops.

subroutine nests(a, b, c, n)
  integer, intent(in) :: n
  real :: a(n, n), b(n, n), c(n), s, t
  integer :: i, j
  ! CHECK: nests:
  ! CHECK: {{^ +}}[[#@LINE+7]], Loop is parallelizable
  ! CHECK-NEXT: {{^ +}}[[#@LINE+7]], Loop is parallelizable
  ! CHECK-NEXT: {{^         }}Accelerator kernel generated
  ! CHECK-NEXT: {{^         }}Generating Tesla code
  ! CHECK-NEXT: {{^ +}}[[#@LINE+3]], !$acc loop gang, vector(128) collapse(2) ! blockidx%x threadidx%x
  ! CHECK-NEXT: {{^ +}}[[#@LINE+3]],   ! blockidx%x threadidx%x auto-collapsed
  !$acc kernels
  do j = 1, n
    do i = 1, n
      t = 2*a(i, j)
      b(i, j) = t
    end do
  end do
  !$acc end kernels
  ! CHECK: [[#@LINE+5]], Loop carried dependence of c prevents parallelization
  ! CHECK-NEXT: {{^         }}Accelerator serial kernel generated
  ! CHECK-NEXT: {{^         }}Generating Tesla code
  ! CHECK-NEXT: [[#@LINE+2]], !$acc loop seq
  !$acc kernels
  do i = 2, n
    c(i) = c(i - 1) + 1
  end do
  !$acc end kernels
  ! CHECK: [[#@LINE+3]], !$acc loop gang, vector(64) collapse(2) ! blockidx%x threadidx%x
  !$acc parallel vector_length(64)
  !$acc loop collapse(2)
  do j = 1, n
    do i = 1, n
      a(i, j) = 0
    end do
  end do
  !$acc end parallel
  s = 0
  ! CHECK: [[#@LINE+8]], Generating copy(c(:))
  ! CHECK: {{^         }}Accelerator kernel generated
  ! CHECK-NEXT: {{^         }}Generating Tesla code
  ! CHECK-NEXT: [[#@LINE+6]], !$acc loop gang ! blockidx%x
  ! CHECK-NEXT: [[#@LINE+7]], !$acc loop worker ! threadidx%y
  ! CHECK-NEXT: [[#@LINE+8]], !$acc loop vector(32) ! threadidx%x
  ! CHECK-NEXT: [[#@LINE+5]], Loop is parallelizable
  ! CHECK-NEXT: [[#@LINE+6]], Loop is parallelizable
  !$acc parallel loop gang copy(c)
  do j = 1, n
    !$acc loop worker
    do i = 1, n
      !$acc loop vector
      do k = 1, n
        b(k, i) = b(k, i) + a(i, j)*0
      end do
    end do
  end do
end subroutine

! CHECK: sums:
! CHECK: [[#@LINE+6]], !$acc loop gang, vector(128) ! blockidx%x threadidx%x
! CHECK-NEXT: {{^             }}Generating reduction(+:s)
! CHECK-NEXT: {{^             }}Generating reduction(max:t)
subroutine sums(a, n, s, t)
  real :: a(n), s, t
  !$acc parallel loop reduction(+:s) reduction(max:t)
  do i = 1, n
    s = s + a(i)
    t = max(t, a(i))
  end do
  ! CHECK: [[#@LINE+3]], !$acc loop gang, vector(128) ! blockidx%x threadidx%x
  ! CHECK-NEXT: {{^             }}Generating implicit reduction(+:s)
  !$acc kernels
  do i = 1, n
    s = s + a(i)
  end do
  !$acc end kernels
end subroutine

! CHECK: inside:
! CHECK-NEXT: [[#@LINE+4]], Generating acc routine vector
! CHECK-NEXT: {{^         }}Generating Tesla code
! CHECK-NEXT: [[#@LINE+7]], !$acc loop vector ! threadidx%x
! CHECK-NEXT: {{^ +}}[[#@LINE+6]], Loop is parallelizable
subroutine inside(x, n)
  !$acc routine vector
  integer, intent(in) :: n
  real :: x(n)
  !$acc loop vector
  do i = 1, n
    x(i) = 0
  end do
end subroutine

! CHECK: together:
! CHECK-NEXT: [[#@LINE+4]], Generating acc routine worker
! CHECK-NEXT: {{^         }}Generating Tesla code
! CHECK-NEXT: [[#@LINE+7]], !$acc loop vector, worker ! threadidx%x threadidx%y
! CHECK-NEXT: {{^         }}Loop is parallelizable
subroutine together(x, n)
  !$acc routine worker
  integer, intent(in) :: n
  real :: x(n)
  !$acc loop
  do i = 1, n
    x(i) = 0
  end do
end subroutine

! CHECK: calls:
! CHECK: implied:
! CHECK-NEXT: [[#@LINE+12]], Generating implicit acc routine seq
! CHECK-NEXT: {{^         }}Generating acc routine seq
! CHECK-NOT: unused
subroutine calls(x, n)
  integer :: n, i
  real :: x(n)
  real, external :: implied
  !$acc parallel loop
  do i = 1, n
    x(i) = implied(x(i))
  end do
end subroutine
real function implied(x)
  real :: x
  implied = 2*x
end function
real function unused(x)
  real :: x
  unused = 2*x
end function

! CHECK: implicit_data:
! CHECK-NEXT: [[#@LINE+10]], Generating implicit copyin(a(:),b(:))
! CHECK-NEXT: {{^         }}Generating implicit copy(t(:),p(:),d(:),c(:))
subroutine implicit_data(a, b, c, d, p, n)
  integer :: n, i
  real :: a(n), c(n), d(n)
  real, allocatable :: b(:)
  real, pointer :: p(:)
  real, target :: t(n)
  real, external :: implied
  t = 1
  !$acc parallel loop
  do i = 1, n
    c(i) = a(i) + b(i) + t(i) + p(i) + implied(d(i))
  end do
end subroutine

! Loops with EXIT that no directive names have a reason, too, not to be parallel.
! CHECK: exits:
! CHECK-NEXT: [[#@LINE+7]], Generating copy(a(:))
! CHECK-NEXT: {{^         }}Accelerator serial kernel generated
! CHECK-NEXT: {{^         }}Generating Tesla code
! CHECK-NEXT: [[#@LINE+5]], A loop with several exits, or another branch, in the body prevents parallelization
subroutine exits(a, n)
  integer :: n, i
  real :: a(n)
  !$acc kernels copy(a)
  do i = 1, n
    if (a(i) > 3) exit
    a(i) = i
  end do
  !$acc end kernels
end subroutine

! The loop around them has none.
! CHECK: around_exits:
! CHECK-NEXT: [[#@LINE+5]], Generating copy(a(:,:))
! CHECK-NEXT: [[#@LINE+5]], Loop is parallelizable
subroutine around_exits(a, n)
  integer :: n, i, j
  real :: a(n, n)
  !$acc kernels copy(a)
  do j = 1, n
    do i = 1, n
      if (a(i, j) > 3) exit
      a(i, j) = i
    end do
  end do
  !$acc end kernels
end subroutine

! STOP is none: it does not come back.
! CHECK: stops:
! CHECK-NEXT: [[#@LINE+7]], Generating copy(a(:,:))
! CHECK-NEXT: [[#@LINE+7]], Loop is parallelizable
! CHECK-NEXT: [[#@LINE+7]], Loop is parallelizable
! CHECK-NEXT: {{^         }}Accelerator kernel generated
subroutine stops(a, n)
  integer :: n, i, j
  real :: a(n, n)
  !$acc kernels copy(a)
  do j = 1, n
    do i = 1, n
      if (a(i, j) < 0) error stop 'negative'
      a(i, j) = sqrt(a(i, j))
    end do
  end do
  !$acc end kernels
end subroutine
