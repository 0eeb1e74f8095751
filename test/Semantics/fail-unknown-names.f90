! Names that are not known: the nearest one, or the module that has it.
!
! RUN: %{fresh-folder} && not %{compile} -cuda -acc -fsyntax-only %s 2>&1 | FileCheck %s

module shapes
  implicit none
  type circle
    real :: radius
  end type
  type, extends(circle) :: disk
    real :: thickness
  end type
  real :: density
contains
  real function area(c)
    type(circle), intent(in) :: c
    area = 3 * c%radius**2
  end function
end module

program main
  ! CHECK-DAG: :[[#@LINE+1]]:21: error: 'densty' not found in module 'shapes'; did you mean 'density'?{{$}}
  use shapes, only: densty
  ! CHECK-DAG: :[[#@LINE+1]]:7: error: Cannot parse module file for module 'cudafr': Source file 'cudafr.mod' was not found; did you mean 'cudafor'?
  use cudafr
  implicit none
  integer :: counter, i
  real :: velocity(10)
  ! CHECK-DAG: :[[#@LINE+1]]:3: error: No explicit type declared for 'conter'; did you mean 'counter'?{{$}}
  conter = 1
  ! CHECK-DAG: :[[#@LINE+1]]:3: error: No explicit type declared for 'velocty'; did you mean 'velocity'?{{$}}
  velocty(1) = 1
  ! Nothing is near, and short names are near to everything.
  ! CHECK-DAG: :[[#@LINE+1]]:3: error: No explicit type declared for 'pressure'{{$}}
  pressure = 1
  ! CHECK-DAG: :[[#@LINE+1]]:3: error: No explicit type declared for 'j'{{$}}
  j = 1
  ! CHECK-DAG: :[[#@LINE+1]]:7: error: No explicit type declared for 'cudadevicesynchronize'; it is in module cudafor: add USE CUDAFOR{{$}}
  i = cudaDeviceSynchronize()
  ! CHECK-DAG: :[[#@LINE+1]]:7: error: No explicit type declared for 'cudamemcpyhosttodevice'; it is in module cudafor: add USE CUDAFOR{{$}}
  i = cudaMemcpyHostToDevice
  ! CHECK-DAG: :[[#@LINE+1]]:7: error: No explicit type declared for 'acc_get_num_devices'; it is in module openacc: add USE OPENACC{{$}}
  i = acc_get_num_devices(0)
contains
  subroutine inner
    use shapes
    type(disk) :: d
    ! CHECK-DAG: :[[#@LINE+1]]:7: error: Component 'radios' not found in derived type 'disk'; did you mean 'radius'?{{$}}
    d%radios = 1
    ! CHECK-DAG: :[[#@LINE+1]]:5: error: No explicit type declared for 'countr'; did you mean 'counter'?{{$}}
    countr = 1
    ! CHECK-DAG: :[[#@LINE+1]]:29: error: No explicit type declared for 'areaa'; did you mean 'area'?{{$}}
    velocity(1) = density * areaa(d%circle)
  end subroutine
  subroutine types
    use shapes
    ! CHECK-DAG: :[[#@LINE+1]]:10: error: Derived type 'circl' not found; did you mean 'circle'?{{$}}
    type(circl) :: c
    ! CHECK-DAG: :[[#@LINE+1]]:10: error: Derived type 'cudaevent' not found; it is in module cudafor: add USE CUDAFOR{{$}}
    type(cudaEvent) :: e
  end subroutine
end program
