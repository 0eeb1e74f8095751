! Module cufft has the kinds of iso_c_binding, as nvfortran's.
! RUN: %{fresh-folder}
! RUN: %{compile} -acc -fsyntax-only %s
subroutine transform(plan, x)
  use cufft
  implicit none
  integer(c_int), intent(inout) :: plan
  complex(c_double_complex) :: x(*)
  !$acc host_data use_device(x)
  if (cufftExecZ2Z(plan, x, x, CUFFT_FORWARD) /= 0) error stop
  !$acc end host_data
end subroutine
