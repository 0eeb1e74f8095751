! -Mchkptr: what a clause names through a pointer is used if the condition of the
! directive holds.
! RUN: %{fresh-folder} && %{compile} -acc -Mchkptr %s -o %t.dir/program
! RUN: %run %t.dir/program | FileCheck %s --check-prefix=RIGHT
! RIGHT: all right 55
! RUN: not %run %t.dir/program component 2>&1 | FileCheck %s --check-prefix=COMPONENT
! COMPONENT: warprt: {{.*}}pointer-conditions.f90:[[#@LINE+22]]: error: pointer 'r%p' is used, which is not associated
! RUN: %{compile} -acc -O0 -Mchkptr %s -o %t.dir/plain
! RUN: %run %t.dir/plain | FileCheck %s --check-prefix=RIGHT
! RUN: not %run %t.dir/plain component 2>&1 | FileCheck %s --check-prefix=COMPONENT
program p
  implicit none
  type t
    real, allocatable :: a(:)
    real :: b(4)
    integer :: k
  end type
  type r_t
    type(t), pointer :: p => null()
    real, pointer :: q(:) => null()
    type(t), allocatable :: x(:)
  end type
  type(r_t) :: r
  logical :: has
  integer :: i
  real :: s(10)
  has = command_argument_count() > 0
  s = 0
  !$acc parallel loop copyin(r%p%k, r%p%b(1:3)) if(has) copy(s)
  do i = 1, 10
    s(i) = i
  end do
  !$acc data copyin(r%p%a(1:2)) if(has)
  !$acc end data
  !$acc data copyin(r%p%b) if(associated(r%p))
  !$acc end data
  !$acc enter data copyin(r%p%b(2:3), r%q, r%q(1:2)) if(has)
  !$acc data copyin(r%x(1)%a, r%x(2)%b(1:2)) if(has)
  !$acc end data
  !$acc update device(r%p%a(1:2)) if(has)
  !$acc update self(r%p%b(1:2)) if(has)
  !$acc exit data delete(r%p%b(2:3), r%q) if(has)
  !$acc host_data use_device(r%q) if(has)
  !$acc end host_data
  print '(a, i0)', 'all right ', int(sum(s))
end program
