! -Ktrap=: exceptions of the main program's list end the program, where the
! program makes them and nowhere else.
! RUN: %{fresh-folder} && %{compile} -O3 -Ktrap=fp -traceback %s -o %t.dir/fp
! RUN: %run %t.dir/fp right | FileCheck %s --check-prefix=RIGHT
! RIGHT: all right
! RUN: not --crash %run %t.dir/fp divide 2>&1 | FileCheck %s --check-prefix=DIVIDE
! DIVIDE: warprt: {{.*}}traps.f90:[[#@LINE+31]]: error: a floating-point division by zero (SIGFPE)
! DIVIDE-NEXT: {{^}}  in m::divide at
! RUN: not --crash %run %t.dir/fp overflow 2>&1 | FileCheck %s --check-prefix=OVERFLOW
! OVERFLOW: traps.f90:[[#@LINE+33]]: error: a floating-point overflow (SIGFPE)
! RUN: not --crash %run %t.dir/fp invalid 2>&1 | FileCheck %s --check-prefix=INVALID
! INVALID: traps.f90:[[#@LINE+36]]: error: an invalid floating-point operation (SIGFPE)
! RUN: %run %t.dir/fp underflow | FileCheck %s --check-prefix=RIGHT
! RUN: %run %t.dir/fp inexact | FileCheck %s --check-prefix=RIGHT
!
! RUN: %{compile} -Ktrap=unf -traceback %s -o %t.dir/unf
! RUN: not --crash %run %t.dir/unf underflow 2>&1 | FileCheck %s --check-prefix=UNDERFLOW
! UNDERFLOW: traps.f90:[[#@LINE+25]]: error: a floating-point underflow or a denormal operand (SIGFPE)
! RUN: %run %t.dir/unf divide | FileCheck %s --check-prefix=RIGHT
! RUN: %{compile} -Ktrap=inexact -traceback %s -o %t.dir/inexact
! RUN: not --crash %run %t.dir/inexact inexact 2>&1 | FileCheck %s --check-prefix=INEXACT
! INEXACT: error: an inexact floating-point result (SIGFPE)
!
! The last list counts, and "none" empties it. Without the option nothing traps.
! RUN: %{compile} -Ktrap=fp -Ktrap=none -traceback %s -o %t.dir/none
! RUN: %run %t.dir/none divide | FileCheck %s --check-prefix=RIGHT
! RUN: %{compile} -traceback %s -o %t.dir/default
! RUN: %run %t.dir/default divide | FileCheck %s --check-prefix=RIGHT
! RUN: not %warpfort -c -Ktrap=all %s 2>&1 | FileCheck %s --check-prefix=ERROR
! ERROR: error: unknown value in '-Ktrap=all'; use fp, inv, divz, ovf, unf, denorm, inexact or none
! RUN: %warpfort -### -c -Ktrap=fp,unf %s 2>&1 | FileCheck %s --check-prefix=JOBS
! JOBS: "-Ktrap=inv,divz,ovf,unf"
module m
contains
  subroutine divide(a, b, n)
    integer :: n
    real :: a(n), b(n)
    a = a/b
  end subroutine
  subroutine multiply(a, b, n)
    integer :: n
    real :: a(n), b(n)
    a = a*b
  end subroutine
  subroutine root(a, n)
    integer :: n
    real :: a(n)
    a = sqrt(a)
  end subroutine
  ! A processor may not divide where the program does not.
  subroutine guarded(a, b, n)
    integer :: n, i
    real :: a(n), b(n)
    do i = 1, n
      if (b(i) /= 0) a(i) = a(i)/b(i)
    end do
  end subroutine
end module

program main
  use m
  character(20) :: kind
  real :: a(100), b(100)
  call get_command_argument(1, kind)
  a = 1
  b = 0
  b(7) = 1
  call guarded(a, b, 100)
  select case (kind)
  case ('divide'); call divide(a, b, 100)
  case ('overflow')
    b = huge(b)
    a = 2
    call multiply(a, b, 100)
  case ('underflow')
    b = tiny(b)
    a = tiny(a)
    call multiply(a, b, 100)
  case ('invalid')
    a = -1
    call root(a, 100)
  case ('inexact')
    a = 1
    b = 3
    call divide(a, b, 100)
  end select
  print '(a)', ' all right'
end program
