! Name resolution fails at a directive with a name that nobody declares, since
! the module is missing: the user is told of that.
!
! RUN: %{fresh-folder} && not %{compile} -acc -fsyntax-only %s 2>&1 | FileCheck %s

program main
  ! CHECK-NOT: internal
  ! CHECK: :[[#@LINE+1]]:7: error: Cannot parse module file for module 'nowhere_to_be_found': Source file 'nowhere_to_be_found.mod' was not found
  use nowhere_to_be_found
  ! CHECK-NOT: internal
  !$acc data copy(un)
  call step
  !$acc end data
contains
  subroutine step
    !$acc host_data use_device(un)
    call consume(un)
    !$acc end host_data
  end subroutine
end program
