! There is no quadruple precision; the message says what there is.
!
! RUN: not %warpfort -fsyntax-only %s 2>&1 | FileCheck %s

program main
  ! CHECK: :[[#@LINE+1]]:3: error: REAL(16) is not supported: the Fortran run-time library has no quadruple precision; use REAL(8)
  real(16) :: x
  ! CHECK: :[[#@LINE+1]]:3: error: COMPLEX(16) is not supported: the Fortran run-time library has no quadruple precision; use COMPLEX(8)
  complex(kind=16) :: z
  ! CHECK: :[[#@LINE+1]]:3: error: REAL(KIND=-1) is not a supported type: no kind has the precision or range that is asked for; the largest is 8, with 15 digits
  real(selected_real_kind(30)) :: y
end program
