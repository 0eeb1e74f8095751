! Counts and names what is wrong; the last line is PASS on rank 0 if nothing is.
module check
  use cudafor
  implicit none
  integer, parameter :: n = 6
  integer :: failures = 0
contains
  subroutine wait_for_kernels()
    if (cudaDeviceSynchronize() /= cudaSuccess) error stop 1
  end subroutine

  subroutine expect(what, got, wanted)
    character(*), intent(in) :: what
    integer, intent(in) :: got(:), wanted(:)
    if (size(got) /= size(wanted)) then
      failures = failures + 1
      print '(a,": sizes")', what
    else if (any(got /= wanted)) then
      failures = failures + 1
      print '(a,": ",*(1x,i0))', what, got
      print '(a,": wanted",*(1x,i0))', what, wanted
    end if
  end subroutine
  function values(rank, count)
    integer, intent(in) :: rank, count
    integer :: values(count), i
    values = [(100*rank + i, i=1, count)]
  end function
end module
