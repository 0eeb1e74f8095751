! -Mchkptr and -fcheck=pointer: the use of a pointer or an allocatable that is
! null ends the program with its place and name; questions about it do not.
! RUN: %{fresh-folder} && %{compile} -Mchkptr %s -o %t.dir/program
! RUN: %run %t.dir/program right | FileCheck %s --check-prefix=RIGHT
! RIGHT: all right
! RUN: not %run %t.dir/program element 2>&1 | FileCheck %s --check-prefix=ELEMENT
! ELEMENT: warprt: {{.*}}pointers.f90:[[#@LINE+30]]: error: allocatable 'a' is used, which is not allocated
! RUN: not %run %t.dir/program value 2>&1 | FileCheck %s --check-prefix=VALUE
! VALUE: pointers.f90:[[#@LINE+29]]: error: pointer 'p' is used, which is not associated
! RUN: not %run %t.dir/program whole 2>&1 | FileCheck %s --check-prefix=WHOLE
! WHOLE: pointers.f90:[[#@LINE+28]]: error: pointer 'q' is used, which is not associated
! RUN: not %run %t.dir/program scalar 2>&1 | FileCheck %s --check-prefix=SCALAR
! SCALAR: pointers.f90:[[#@LINE+27]]: error: allocatable 's' is used, which is not allocated
! RUN: not %run %t.dir/program component 2>&1 | FileCheck %s --check-prefix=COMPONENT
! COMPONENT: pointers.f90:[[#@LINE+26]]: error: pointer 'list%next' is used, which is not associated
! RUN: not %run %t.dir/program argument 2>&1 | FileCheck %s --check-prefix=ARGUMENT
! ARGUMENT: pointers.f90:[[#@LINE+25]]: error: allocatable 'a' is used, which is not allocated
! RUN: %{compile} -fcheck=pointer %s -o %t.dir/gnu
! RUN: not %run %t.dir/gnu element 2>&1 | FileCheck %s --check-prefix=ELEMENT
! RUN: %{compile} -Mchkptr -Mnochkptr %s -o %t.dir/off
! RUN: %run %t.dir/off argument | FileCheck %s --check-prefix=RIGHT
! RUN: %warpfort -### -c -fcheck=pointer %s 2>&1 | FileCheck %s --check-prefix=JOBS
! JOBS: "-Mchkptr"
module m
  type t
    integer :: number = 1
    type(t), pointer, private :: next => null()
  end type
contains
  subroutine use(kind, a, p, q, s, list)
    character(*) :: kind
    real, allocatable :: a(:), s
    real, pointer :: p(:), q(:)
    type(t) :: list
    integer :: i
    select case (kind)
    case ('element'); a(3) = 1
    case ('value'); print *, p(2)
    case ('whole'); q = 1
    case ('scalar'); print *, s + 1
    case ('component'); list%next%number = 2
    case ('argument'); call take(a)
    case default
      if (allocated(a) .or. associated(p)) stop 1
      if (allocated(s)) s = 1
      call maybe(a)
      allocate (a(3))
      a = [1, 2, 3]
      s = 4
      p => a2()
      do i = 1, 3
        p(i) = p(i) + a(i)*s
      end do
      q => p
      nullify (p)
      do i = 1, 0
        p(i) = 0
      end do
      allocate (list%next)
      list%next%number = 2
      if (any(q /= [5, 9, 13])) stop 2
      deallocate (a, s)
    end select
    print *, 'all right'
  end subroutine
  subroutine take(x)
    real :: x(:)
  end subroutine
  subroutine maybe(x)
    real, optional :: x(:)
    if (present(x)) stop 3
  end subroutine
  function a2()
    real, pointer :: a2(:)
    allocate (a2(3))
    a2 = 1
  end function
end module

program main
  use m
  character(20) :: kind
  real, allocatable :: a(:), s
  real, pointer :: p(:), q(:)
  type(t) :: list
  nullify (p, q)
  call get_command_argument(1, kind)
  call use(trim(kind), a, p, q, s, list)
end program
