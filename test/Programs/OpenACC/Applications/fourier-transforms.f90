!===-- fourier-transforms.f90 - Transforms of many signals -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
! RUN: %{compile} -acc -fcpu-loop-threads %{testing} %s -o %t.dir/launches
! RUN: env NVCOMPILER_ACC_NOTIFY=1 %run %t.dir/launches 2>&1 \
! RUN:   | FileCheck %s --check-prefix=LAUNCHES
!
! Fourier transforms over a prime field: a routine of each level, sums over lanes, a loop
! that each thread runs in order, sizes of gangs that launches show, order by SEQ where
! iterations depend on each other.
!
!===----------------------------------------------------------------------===!
module transforms
  implicit none
  integer, parameter :: prime = 257, length = 16
  integer :: roots(0:length - 1)
  !$acc declare create(roots)
contains
  subroutine fill_roots(root)
    integer, value :: root
    integer :: i
    ! MINFO: fill_roots:
    ! MINFO: [[#@LINE+4]], !$acc loop seq
    !$acc parallel num_gangs(1)
    roots(0) = 1
    !$acc loop seq
    do i = 1, length - 1
      roots(i) = mod(roots(i - 1)*root, prime)
    end do
    !$acc end parallel
  end subroutine

  !> One value, by the lanes that call it.
  subroutine value_of(signal, k, total)
    !$acc routine vector
    integer, intent(in) :: signal(0:length - 1)
    integer, value :: k
    integer, intent(out) :: total
    integer :: i, s
    s = 0
    ! MINFO: value_of:
    ! MINFO-NEXT: Generating acc routine vector
    !$acc loop vector reduction(+:s)
    do i = 0, length - 1
      s = s + signal(i)*roots(mod(i*k, length))
    end do
    total = mod(s, prime)
  end subroutine

  !> A signal's spectrum, a worker a value.
  subroutine transform(signal, spectrum)
    !$acc routine worker
    integer, intent(in) :: signal(0:length - 1)
    integer, intent(out) :: spectrum(0:length - 1)
    integer :: k, total
    ! MINFO: transform:
    ! MINFO-NEXT: Generating acc routine worker
    !$acc loop worker private(total)
    do k = 0, length - 1
      call value_of(signal, k, total)
      spectrum(k) = total
    end do
  end subroutine

  !> All signals of a batch, a gang each.
  subroutine transform_all(signals, spectra, n)
    !$acc routine gang
    integer, value :: n
    integer, intent(in) :: signals(length, n)
    integer, intent(out) :: spectra(length, n)
    integer :: j
    ! MINFO: transform_all:
    ! MINFO-NEXT: Generating acc routine gang
    !$acc loop gang
    do j = 1, n
      call transform(signals(:, j), spectra(:, j))
    end do
  end subroutine

  subroutine run(signals, spectra, powers, n)
    integer, intent(in) :: n
    integer, intent(in) :: signals(length, n)
    integer, intent(out) :: spectra(length, n), powers(n)
    integer :: i, j, s
    ! MINFO: run:
    ! LAUNCHES: line=[[#@LINE+1]] {{.*}}num_gangs=5 num_workers=4 vector_length=32
    !$acc parallel num_gangs(5) num_workers(4) vector_length(32) present(signals, spectra)
    call transform_all(signals, spectra, n)
    !$acc end parallel
    ! MINFO: [[#@LINE+5]], !$acc loop gang, worker(2) ! blockidx%x threadidx%y
    ! MINFO: [[#@LINE+7]], !$acc loop vector(32) ! threadidx%x
    ! LAUNCHES: line=[[#@LINE+1]] {{.*}}num_gangs=3 num_workers=2 vector_length=32
    !$acc parallel num_gangs(3) num_workers(2) vector_length(32) present(spectra) copyout(powers)
    !$acc loop gang worker private(s)
    do j = 1, n
      s = 0
      !$acc loop vector reduction(+:s)
      do i = 1, length
        s = s + spectra(i, j)**2
      end do
      powers(j) = s
    end do
    !$acc end parallel
  end subroutine

  !> The running sums of each spectrum: order matters along one index only.
  subroutine accumulate(spectra, n)
    integer, intent(in) :: n
    integer, intent(inout) :: spectra(length, n)
    integer :: i, j
    ! MINFO: accumulate:
    ! MINFO: [[#@LINE+4]], !$acc loop gang, vector(64)
    ! MINFO: [[#@LINE+5]], !$acc loop seq
    ! LAUNCHES: line=[[#@LINE+1]] {{.*}}num_gangs=2 num_workers=1 vector_length=64
    !$acc parallel loop gang vector num_gangs(2) vector_length(64) present(spectra)
    do j = 1, n
      !$acc loop seq
      do i = 2, length
        spectra(i, j) = mod(spectra(i, j) + spectra(i - 1, j), prime)
      end do
    end do
    ! MINFO: [[#@LINE+3]], !$acc loop gang, vector(96) collapse(2)
    ! LAUNCHES: line=[[#@LINE+1]] {{.*}}num_gangs=4 num_workers=1 vector_length=96
    !$acc kernels loop gang(4) vector(96) collapse(2) independent present(spectra)
    do j = 1, n
      do i = 1, length
        spectra(i, j) = prime - spectra(i, j)
      end do
    end do
  end subroutine
end module

program main
  use testing
  use transforms
  implicit none
  integer, parameter :: n = 70
  integer :: signals(length, n), got(length, n), powers(n), wanted(length, n), host_roots(0:length - 1), i, j, k
  signals = reshape([(mod(i*i + i/7, prime), i = 1, length*n)], [length, n])
  ! 2 has the order 16 modulo 257.
  call fill_roots(2)
  !$acc data copyin(signals) copyout(got)
  call run(signals, got, powers, n)
  call accumulate(got, n)
  !$acc end data
  host_roots = [(mod(2**i, prime), i = 0, length - 1)]
  do j = 1, n
    do k = 0, length - 1
      wanted(k + 1, j) = mod(sum([(signals(i + 1, j)*host_roots(mod(i*k, length)), i = 0, length - 1)]), prime)
    end do
    call expect_equal(powers(j), sum(wanted(:, j)**2), 'powers')
    do i = 2, length
      wanted(i, j) = mod(wanted(i, j) + wanted(i - 1, j), prime)
    end do
  end do
  call expect_equal([got], [prime - wanted], 'spectra')
  call finish
end program
