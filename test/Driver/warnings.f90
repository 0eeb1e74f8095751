! -W<name>: gfortran's names, and those that stand behind warnings.
! RUN: %warpfort -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
! NONE-NOT: -Wunused
! NONE-NOT: -Wconversion
! NONE-NOT: never defined [-Wused
! RUN: %warpfort -Wunused -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNUSED
! RUN: %warpfort -Wunused-variable -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNUSED
! UNUSED: warnings.f90:[[#@LINE+30]]:{{.*}}: warning: Value of local variable 'never' is never used [-Wunused-variable]
! UNUSED-NOT: warning:
! RUN: %warpfort -Wconversion -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CONVERSION
! CONVERSION: warnings.f90:[[#@LINE+30]]:7: warning: Possible change of value in conversion from REAL(8) to INTEGER(4) [-Wconversion]
! CONVERSION: warnings.f90:[[#@LINE+30]]:7: warning: Possible change of value in conversion from REAL(8) to REAL(4) [-Wconversion]
! CONVERSION: warnings.f90:[[#@LINE+30]]:7: warning: Possible change of value in conversion from INTEGER(8) to INTEGER(2) [-Wconversion]
! CONVERSION-NOT: warning:
! RUN: %warpfort -Wuninitialized -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNDEFINED
! UNDEFINED: warning: Value of uninitialized local variable 'u' is used but never defined
! UNDEFINED-NOT: warning:
! RUN: %warpfort -Wall -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
! ALL-DAG: [-Wunused-variable]
! ALL-DAG: [-Wconversion]
! ALL-DAG: [-Wused-undefined-variable]
! RUN: %warpfort -Wall -Wno-conversion -Wno-unused -Wno-uninitialized -c %s -o %t.o 2>&1 | count 0
! RUN: %warpfort -Wall -w -c %s -o %t.o 2>&1 | count 0
! RUN: not %warpfort -Wconversion -Werror -c %s -o %t.o
! Names of gfortran that stand for nothing here.
! RUN: %warpfort -Wimplicit-interface -Wsurprising -c %s -o %t.o 2>&1 | count 0
! RUN: not %warpfort -Wconvertion -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
! UNKNOWN: warpfort: error: unknown option '-Wconvertion'
! RUN: %warpfort -### -c -Wall -Wno-unused %s 2>&1 | FileCheck %s --check-prefix=JOBS
! JOBS: "-Wall" "-Wno-unused"
subroutine s(a, i, d, n)
  real :: a
  real(8) :: d
  integer :: i
  integer(2) :: k
  integer(8) :: n
  real :: u
  integer :: never
  i = 3_8
  a = i
  i = d
  a = d
  k = n
  a = a + u + k
end subroutine
