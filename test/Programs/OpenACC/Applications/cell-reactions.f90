!===-- cell-reactions.f90 - Reactions in the cells of a reactor ------------===!
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
! RUN: not %run %t.dir/launches cold 2>&1 | FileCheck %s --check-prefix=COLD
! RUN: sed 's/present(tanks, over)/present(tanks)/' %s > %t.dir/forgotten.f90
! RUN: not %{compile} -acc -c %t.dir/forgotten.f90 -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=NONE
!
! Molecules are counted, so all is exact: reactions follow each other in a cell (SEQ), cells
! are visited in an order that a permutation gives (INDEPENDENT), tanks are mixed by gangs,
! workers and lanes, and an inspection folds each cell into one word by a routine, with
! every operator of a reduction.
!
!===----------------------------------------------------------------------===!
module chemistry
  implicit none
  integer, parameter :: species = 5, reactions = 7
  integer :: from(reactions), into(reactions), share(reactions)
  !$acc declare create(from, into, share)
contains
  !> A reaction changes a share of one species into another.
  subroutine react(cells, n)
    integer, intent(in) :: n
    integer, intent(inout) :: cells(species, n)
    integer :: k, r, moved
    ! MINFO: react:
    ! MINFO: [[#@LINE+4]], !$acc loop gang, worker(2), vector(32) ! blockidx%x threadidx%y threadidx%x
    ! MINFO: [[#@LINE+5]], !$acc loop seq{{$}}
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=3 num_workers=1 vector_length=64
    !$acc parallel loop gang worker vector num_gangs(3) num_workers(2) vector_length(32) default(present) private(moved)
    do k = 1, n
      !$acc loop seq
      do r = 1, reactions
        moved = cells(from(r), k)/share(r)
        cells(from(r), k) = cells(from(r), k) - moved
        cells(into(r), k) = cells(into(r), k) + moved
      end do
    end do
  end subroutine

  !> Each cell gets what the cell before it on the belt has of the last species.
  subroutine carry(cells, belt, n)
    integer, intent(in) :: n, belt(0:n)
    integer, intent(inout) :: cells(species, n)
    integer :: k
    ! MINFO: carry:
    ! MINFO: [[#@LINE+3]], !$acc loop gang, worker(2), vector(32) ! blockidx%x threadidx%y threadidx%x
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=5 num_workers=1 vector_length=64
    !$acc kernels loop gang(5) worker(2) vector(32) independent default(present)
    do k = 1, n
      cells(2, belt(k)) = cells(2, belt(k)) + cells(species, belt(k - 1))/2
    end do
    ! MINFO: [[#@LINE+3]], !$acc loop gang, vector(128) ! blockidx%x threadidx%x
    !$acc kernels default(present)
    !$acc loop independent
    do k = 1, n
      cells(species, belt(k)) = cells(species, belt(k)) - cells(species, belt(k))/2
    end do
    !$acc end kernels
  end subroutine

  !> The levels of tanks, and what is spilled over from one to the next, by order: the compiler
  !> is asked once and told once.
  subroutine mix(tanks, over, width, height, layers)
    integer, intent(in) :: width, height, layers
    integer, intent(inout) :: tanks(width, height, layers), over(width, layers)
    integer :: i, j, k, s
    ! MINFO: mix:
    ! MINFO: [[#@LINE+10]], !$acc loop gang ! blockidx%x
    ! MINFO: [[#@LINE+11]], !$acc loop worker(3) ! threadidx%y
    ! MINFO: [[#@LINE+13]], !$acc loop vector(32) ! threadidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(+:s)
    ! MINFO: [[#@LINE+15]], !$acc loop vector(32) ! threadidx%x
    ! MINFO: [[#@LINE+19]], !$acc loop seq{{$}}
    ! MINFO: [[#@LINE+23]], !$acc loop seq{{$}}
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=4 num_workers=3 vector_length=32
    !$acc parallel num_gangs(4) num_workers(3) vector_length(32) default(none) present(tanks, over)
    !$acc loop gang
    do k = 1, layers
      !$acc loop worker private(s)
      do j = 1, height
        s = 0
        !$acc loop vector reduction(+:s)
        do i = 1, width
          s = s + tanks(i, j, k)
        end do
        !$acc loop vector
        do i = 1, width
          tanks(i, j, k) = s/width + merge(1, 0, i <= mod(s, width))
        end do
      end do
      !$acc loop auto
      do i = 2, width
        ! NONE: :[[#@LINE+1]]:9: error: The DEFAULT(NONE) clause requires that 'over' must be listed in a data-mapping clause
        over(i, k) = over(i - 1, k)/2 + tanks(i, 1, k)
      end do
      !$acc loop seq
      do i = width - 1, 1, -1
        tanks(i, 2, k) = tanks(i, 2, k) + tanks(i + 1, 2, k)/4
      end do
    end do
    !$acc end parallel
    ! MINFO: [[#@LINE+3]], !$acc loop gang, vector(128) collapse(2) ! blockidx%x threadidx%x
    !$acc parallel default(none) present(tanks, over)
    !$acc loop tile(8, 2)
    do k = 1, layers
      do i = 1, width
        tanks(i, height, k) = tanks(i, height, k) + over(i, k)
      end do
    end do
    !$acc end parallel
  end subroutine

  !> A cell's word, and what it changes of each result.
  subroutine inspect(word, total, product, most, least, common, any, odd, sound, broken, even, uneven)
    !$acc routine seq
    integer, value :: word
    integer(8), intent(inout) :: total, product
    integer, intent(inout) :: most, least, common, any, odd
    logical, intent(inout) :: sound, broken, even, uneven
    total = total + word
    product = product*merge(3, 1, mod(word, 11) == 0)
    most = max(most, word)
    least = min(least, word)
    common = iand(common, ior(word, 12))
    any = ior(any, iand(word, 255))
    odd = ieor(odd, word)
    sound = sound .and. word >= 0
    broken = broken .or. word == 77
    even = even .eqv. mod(word, 2) == 0
    uneven = uneven .neqv. mod(word, 3) == 0
  end subroutine

  subroutine inspect_all(cells, n, sums, words, flags)
    integer, intent(in) :: n, cells(species, n)
    integer(8), intent(out) :: sums(2)
    integer, intent(out) :: words(5)
    logical, intent(out) :: flags(4)
    integer(8) :: total, product
    integer :: most, least, common, any, odd, k, s
    logical :: sound, broken, even, uneven
    total = 100
    product = 1
    most = -1
    least = 10**9
    common = -1
    any = 0
    odd = 0
    sound = .true.
    broken = .false.
    even = .true.
    uneven = .false.
    ! MINFO: inspect_all:
    ! MINFO: [[#@LINE+16]], !$acc loop gang, vector(96) collapse(2) ! blockidx%x threadidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(+:total)
    ! MINFO-NEXT: {{^ +}}Generating reduction(*:product)
    ! MINFO-NEXT: {{^ +}}Generating reduction(max:most)
    ! MINFO-NEXT: {{^ +}}Generating reduction(min:least)
    ! MINFO-NEXT: {{^ +}}Generating reduction(iand:common)
    ! MINFO-NEXT: {{^ +}}Generating reduction(ior:any)
    ! MINFO-NEXT: {{^ +}}Generating reduction(ieor:odd)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.and.:sound)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.or.:broken)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.eqv.:even)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.neqv.:uneven)
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=7 num_workers=1 vector_length=96
    !$acc parallel loop collapse(2) num_gangs(7) vector_length(96) present(cells) reduction(+:total) reduction(*:product) &
    !$acc   reduction(max:most) reduction(min:least) reduction(iand:common) reduction(ior:any) reduction(ieor:odd) &
    !$acc   reduction(.and.:sound) reduction(.or.:broken) reduction(.eqv.:even) reduction(.neqv.:uneven)
    do k = 1, n
      do s = 1, species
        call inspect(cells(s, k), total, product, most, least, common, any, odd, sound, broken, even, uneven)
      end do
    end do
    sums = [total, product]
    words = [most, least, common, any, odd]
    flags = [sound, broken, even, uneven]
  end subroutine
end module

program main
  use testing
  use chemistry
  implicit none
  integer, parameter :: n = 330, width = 21, height = 6, layers = 9, stride(3) = [7, 13, 19]
  integer :: cells(species, n), other(species, n), belt(0:n), tanks(width, height, layers), full(width, height, layers), &
             over(width, layers), spilled(width, layers), words(5), right(5), moved, i, j, k, r, step
  integer(8) :: sums(2), total(2)
  logical :: flags(4), truth(4)
  character(8) :: mode

  from = [1, 2, 3, 1, 4, 5, 2]
  into = [2, 3, 4, 5, 1, 2, 4]
  share = [3, 2, 5, 4, 2, 3, 7]
  !$acc update device(from, into, share)
  cells = reshape([(mod(i*7919, 1009), i = 1, species*n)], [species, n])
  other = cells
  tanks = reshape([(mod(i*i, 97), i = 1, size(tanks))], [width, height, layers])
  full = tanks
  over = 5
  spilled = over

  ! Nothing was brought.
  call get_command_argument(1, mode)
  ! COLD: FATAL ERROR: data in PRESENT clause was not found on device 1: name=cells
  ! COLD-NEXT: file:{{.*}} react line:
  if (mode == 'cold') call react(cells, n)

  !$acc data copy(cells, tanks, over)
  do step = 1, 3
    call react(cells, n)
    ! Each day has a belt of its own.
    belt = [(1 + mod(k*stride(step), n), k = 0, n)]
    !$acc enter data copyin(belt)
    call carry(cells, belt, n)
    !$acc exit data delete(belt)
    call mix(tanks, over, width, height, layers)
  end do
  call inspect_all(cells, n, sums, words, flags)
  !$acc end data

  do step = 1, 3
    do k = 1, n
      do r = 1, reactions
        moved = other(from(r), k)/share(r)
        other(from(r), k) = other(from(r), k) - moved
        other(into(r), k) = other(into(r), k) + moved
      end do
    end do
    belt = [(1 + mod(k*stride(step), n), k = 0, n)]
    do k = 1, n
      other(2, belt(k)) = other(2, belt(k)) + other(species, belt(k - 1))/2
    end do
    other(species, :) = other(species, :) - other(species, :)/2
    do k = 1, layers
      do j = 1, height
        r = sum(full(:, j, k))
        full(:, j, k) = [(r/width + merge(1, 0, i <= mod(r, width)), i = 1, width)]
      end do
      do i = 2, width
        spilled(i, k) = spilled(i - 1, k)/2 + full(i, 1, k)
      end do
      do i = width - 1, 1, -1
        full(i, 2, k) = full(i, 2, k) + full(i + 1, 2, k)/4
      end do
      full(:, height, k) = full(:, height, k) + spilled(:, k)
    end do
  end do
  call expect_equal([cells], [other], 'molecules')
  call expect_equal([tanks], [full], 'tanks')
  call expect_equal([over], [spilled], 'what is spilled')
  total = [100_8, 1_8]
  right = [-1, 10**9, -1, 0, 0]
  truth = [.true., .false., .true., .false.]
  do k = 1, n
    do i = 1, species
      call inspect(other(i, k), total(1), total(2), right(1), right(2), right(3), right(4), right(5), truth(1), truth(2), &
                   truth(3), truth(4))
    end do
  end do
  call expect_equal(sums, total, 'a sum and a product')
  call expect_equal(words, right, 'words')
  call expect_equal(flags, truth, 'flags')
  call finish
end program
