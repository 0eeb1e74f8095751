! A module file of another compiler gets one message, which names the compiler.
! test/MPI/foreign-modules.test has the order of folders.
!
! RUN: %{fresh-folder} && printf '\037\213\010\000rest' > %t.dir/hdf5.mod && cp %t.dir/hdf5.mod %t.dir/mpi_f08.mod
! RUN: printf 'V34 :0x24 netcdf\n' > %t.dir/netcdf.mod && printf '\015\000\000\000' > %t.dir/other.mod
! RUN: not %{compile} -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=error:

program main
  ! CHECK: :[[#@LINE+1]]:7: error: Module 'hdf5' cannot be used: GNU Fortran (gfortran) has written '{{.*}}hdf5.mod'; compile the module's source with Warpfort and name its folder with -I before this one
  use hdf5
  ! CHECK: :[[#@LINE+1]]:7: error: Module 'netcdf' cannot be used: NVIDIA's or PGI's compiler has written '{{.*}}netcdf.mod'; compile the module's source with Warpfort and name its folder with -I before this one
  use netcdf
  ! CHECK: :[[#@LINE+1]]:7: error: Module 'other' cannot be used: another compiler has written '{{.*}}other.mod'; compile the module's source with Warpfort and name its folder with -I before this one
  use other
  ! CHECK: :[[#@LINE+1]]:7: error: Module 'mpi_f08' cannot be used: GNU Fortran (gfortran) has written '{{.*}}mpi_f08.mod'; use module 'mpi', which Warpfort compiles for the MPI that it finds
  use mpi_f08
  implicit none
  call h5open_f(i)
end program
