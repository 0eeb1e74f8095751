! Data of a module that acc-declare-cuda.cuf uses from another file.
module declared
  implicit none
  integer, parameter :: n = 90
  integer :: table(n), factor = 3, start(3) = [10, 20, 30]
  integer :: linked(n), linked_scalar
  integer :: resident(n)
  real(8), allocatable :: work(:), square(:, :)
  real(8), pointer :: p(:)
  integer, private :: hidden = 4
  !$acc declare create(table, factor, work, square, p) copyin(start, hidden)
  !$acc declare link(linked, linked_scalar) device_resident(resident)
contains
  subroutine allocate_work(m)
    integer, intent(in) :: m
    allocate (work(m))
  end subroutine
  subroutine assign_work(m)
    integer, intent(in) :: m
    integer :: i
    work = [(0d0, i = 1, m)]
  end subroutine
  subroutine set_hidden(k)
    integer, intent(in) :: k
    hidden = k
    !$acc update device(hidden)
  end subroutine
  subroutine get_hidden(k)
    integer, intent(out) :: k
    !$acc serial copyout(k)
    k = hidden
    !$acc end serial
  end subroutine
end module
