!===-- image-filters.f90 - Pictures blurred, levelled and compared --------------- ===!
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
! RUN: not %run %t.dir/launches dark 2>&1 | FileCheck %s --check-prefix=DARK
! RUN: sed 's/present(pictures, counts)/present(counts)/' %s > %t.dir/forgotten.f90
! RUN: not %{compile} -acc -c %t.dir/forgotten.f90 -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=NONE
!
! A gang has a picture, a worker a line, lanes the points of it: sums of areas that run along
! lines and down columns (SEQ, AUTO), tiles of a blur, levels by running counts, pixels that
! a list says where to put (INDEPENDENT, through pointers), and a comparison of two series
! whose reductions a function makes.
!
!===----------------------------------------------------------------------===!
module scenes
  implicit none
  integer, parameter :: wide = 24, high = 17, grey = 8
contains
  subroutine areas(pictures, sums, n)
    integer, intent(in) :: n, pictures(wide, high, n)
    integer, intent(inout) :: sums(wide, high, n)
    integer :: i, j, k
    ! MINFO: areas:
    ! MINFO: [[#@LINE+8]], !$acc loop gang ! blockidx%x
    ! MINFO: [[#@LINE+9]], !$acc loop worker(4), vector(32) ! threadidx%y threadidx%x
    ! MINFO: [[#@LINE+11]], !$acc loop seq{{$}}
    ! MINFO: [[#@LINE+15]], !$acc loop seq{{$}}
    ! MINFO: [[#@LINE+16]], !$acc loop worker(4), vector(32) ! threadidx%y threadidx%x
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=5 num_workers=4 vector_length=32
    !$acc parallel num_gangs(n) num_workers(4) vector_length(32) default(present)
    !$acc loop gang
    do k = 1, n
      !$acc loop worker vector
      do j = 1, high
        sums(1, j, k) = pictures(1, j, k)
        !$acc loop seq
        do i = 2, wide
          sums(i, j, k) = sums(i - 1, j, k) + pictures(i, j, k)
        end do
      end do
      !$acc loop auto
      do j = 2, high
        !$acc loop worker vector
        do i = 1, wide
          sums(i, j, k) = sums(i, j, k) + sums(i, j - 1, k)
        end do
      end do
    end do
    !$acc end parallel
  end subroutine

  !> Means of three by three points, from sums of areas.
  subroutine blur(pictures, sums, n)
    integer, intent(in) :: n, sums(wide, high, n)
    integer, intent(inout) :: pictures(wide, high, n)
    integer :: i, j, k, low, left
    ! MINFO: blur:
    ! MINFO: [[#@LINE+3]], !$acc loop gang, vector(64) collapse(3) ! blockidx%x threadidx%x
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=6 num_workers=2 vector_length=64
    !$acc parallel loop collapse(3) gang vector num_gangs(6) vector_length(64) private(low, left) present(pictures, sums)
    do k = 1, n
      do j = 2, high - 1
        do i = 2, wide - 1
          low = 0
          left = 0
          if (j > 2) low = sums(i + 1, j - 2, k)
          if (i > 2) left = sums(i - 2, j + 1, k)
          if (j > 2 .and. i > 2) left = left - sums(i - 2, j - 2, k)
          pictures(i, j, k) = (sums(i + 1, j + 1, k) - low - left)/9
        end do
      end do
    end do
    ! MINFO: [[#@LINE+2]], !$acc loop gang, vector(128) collapse(3) ! blockidx%x threadidx%x
    !$acc parallel loop tile(8, 3, 2) present(pictures)
    do k = 1, n
      do j = 1, high
        do i = 1, wide
          pictures(i, j, k) = ieor(pictures(i, j, k), merge(3, 0, mod(i + j, 5) == 0))
        end do
      end do
    end do
  end subroutine

  !> Each level of grey becomes the number of darker points.
  subroutine level(pictures, n)
    integer, intent(in) :: n
    integer, intent(inout) :: pictures(wide, high, n)
    integer :: counts(0:grey - 1, n), i, j, k, g
    ! MINFO: level:
    !$acc data create(counts)
    ! MINFO: [[#@LINE+6]], !$acc loop gang, worker(2) ! blockidx%x threadidx%y
    ! MINFO: [[#@LINE+7]], !$acc loop seq{{$}}
    ! MINFO: [[#@LINE+9]], !$acc loop vector(32) collapse(2) ! threadidx%x
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=3 num_workers=2 vector_length=32
    !$acc parallel num_gangs(3) num_workers(2) vector_length(32) default(none) present(pictures, counts)
    !$acc loop gang worker
    do k = 1, n
      !$acc loop seq
      do g = 0, grey - 1
        counts(g, k) = 0
        !$acc loop vector collapse(2)
        do j = 1, high
          do i = 1, wide
            ! NONE: :[[#@LINE+1]]:17: error: The DEFAULT(NONE) clause requires that 'pictures' must be listed in a data-mapping clause
            if (pictures(i, j, k)/8 < g) then
              !$acc atomic update
              counts(g, k) = counts(g, k) + 1
            end if
          end do
        end do
      end do
    end do
    !$acc end parallel
    ! MINFO: [[#@LINE+4]], !$acc loop gang, worker ! blockidx%x threadidx%y
    ! MINFO: [[#@LINE+5]], !$acc loop vector(32) collapse(2) ! threadidx%x
    !$acc parallel default(none) present(pictures, counts)
    !$acc loop gang worker
    do k = 1, n
      !$acc loop vector collapse(2)
      do j = 1, high
        do i = 1, wide
          pictures(i, j, k) = counts(min(pictures(i, j, k)/8, grey - 1), k)
        end do
      end do
    end do
    !$acc end parallel
    !$acc end data
  end subroutine

  !> Points change places as a list says.
  subroutine place(points, moved, list)
    integer, pointer, intent(in) :: points(:), moved(:)
    integer, intent(in) :: list(:)
    integer :: i
    ! MINFO: place:
    ! MINFO: [[#@LINE+3]], !$acc loop gang, worker(3), vector(32) ! blockidx%x threadidx%y threadidx%x
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=7 num_workers=1 vector_length=96
    !$acc kernels loop independent gang(num:7) worker(3) vector(32) default(present)
    do i = 1, size(list)
      moved(list(i)) = points(i)
    end do
  end subroutine

  subroutine compare(a, b, word, total, marks, lightest, darkest, all_bits, any_bit, parity, alike, far, even, crossed)
    !$acc routine seq
    integer, intent(in) :: a, b
    integer, intent(inout) :: word, total, marks, lightest, darkest, all_bits, any_bit, parity
    logical, intent(inout) :: alike, far, even, crossed
    total = total + abs(a - b)
    if (a == b + 5) marks = marks*(2*word + 3)
    lightest = max(lightest, a)
    darkest = min(darkest, b)
    all_bits = iand(all_bits, ior(a, 6))
    any_bit = ior(any_bit, iand(b, 315))
    parity = ieor(parity, a*word)
    alike = alike .and. a + 500 > b
    far = far .or. a - b > 400
    even = even .eqv. btest(a, 0)
    crossed = crossed .neqv. a < b
  end subroutine

  subroutine compare_all(first, second, n, words, flags)
    integer, intent(in) :: n, first(wide*high, n), second(wide*high, n)
    integer, intent(inout) :: words(7)
    logical, intent(inout) :: flags(4)
    integer :: total, marks, lightest, darkest, all_bits, any_bit, parity, i, k, word
    logical :: alike, far, even, crossed
    total = words(1)
    marks = words(2)
    lightest = words(3)
    darkest = words(4)
    all_bits = words(5)
    any_bit = words(6)
    parity = words(7)
    alike = flags(1)
    far = flags(2)
    even = flags(3)
    crossed = flags(4)
    ! MINFO: compare_all:
    ! MINFO: [[#@LINE+17]], !$acc loop gang ! blockidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(+:total)
    ! MINFO-NEXT: {{^ +}}Generating reduction(*:marks)
    ! MINFO-NEXT: {{^ +}}Generating reduction(max:lightest)
    ! MINFO-NEXT: {{^ +}}Generating reduction(min:darkest)
    ! MINFO-NEXT: {{^ +}}Generating reduction(iand:all_bits)
    ! MINFO-NEXT: {{^ +}}Generating reduction(ior:any_bit)
    ! MINFO-NEXT: {{^ +}}Generating reduction(ieor:parity)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.and.:alike)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.or.:far)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.eqv.:even)
    ! MINFO-NEXT: {{^ +}}Generating reduction(.neqv.:crossed)
    ! MINFO: [[#@LINE+9]], !$acc loop vector(64) ! threadidx%x
    !$acc kernels present(first, second)
    !$acc loop gang(4) independent reduction(+:total) reduction(*:marks) reduction(max:lightest) reduction(min:darkest) &
    !$acc   reduction(iand:all_bits) reduction(ior:any_bit) reduction(ieor:parity) &
    !$acc   reduction(.and.:alike) reduction(.or.:far) reduction(.eqv.:even) reduction(.neqv.:crossed) private(word)
    do k = 1, n
      !$acc loop vector(64) independent reduction(+:total) reduction(*:marks) reduction(max:lightest) reduction(min:darkest) &
      !$acc   reduction(iand:all_bits) reduction(ior:any_bit) reduction(ieor:parity) &
      !$acc   reduction(.and.:alike) reduction(.or.:far) reduction(.eqv.:even) reduction(.neqv.:crossed) private(word)
      do i = 1, wide*high
        word = i + k
        call compare(first(i, k), second(i, k), word, total, marks, lightest, darkest, all_bits, any_bit, parity, alike, far, &
                     even, crossed)
      end do
    end do
    !$acc end kernels
    words = [total, marks, lightest, darkest, all_bits, any_bit, parity]
    flags = [alike, far, even, crossed]
  end subroutine
end module

program main
  use testing
  use scenes
  implicit none
  integer, parameter :: n = 5, points = wide*high
  integer, target :: pictures(wide, high, n), moved(points*n)
  integer, pointer :: from(:), to(:)
  integer :: sums(wide, high, n), p(wide, high, n), s(wide, high, n), q(points*n), list(points*n), words(7), right(7), i, j, k, g, w
  logical :: flags(4), truth(4)
  character(8) :: mode
  pictures = reshape([(mod(i*i + 7*(i/wide), 64), i = 1, points*n)], [wide, high, n])
  p = pictures
  moved = -1
  list = [(1 + mod(i*11, points*n), i = 1, points*n)]
  from(1:points*n) => pictures
  to => moved
  call get_command_argument(1, mode)
  ! DARK: FATAL ERROR: data in PRESENT clause was not found on device 1: name={{sums|pictures}}
  ! DARK-NEXT: file:{{.*}} areas line:
  if (mode == 'dark') call areas(pictures, sums, n)
  words = [7, 1, -5, 10000, -1, 0, 9]
  right = words
  flags = [.true., .false., .false., .true.]
  truth = flags

  !$acc data copy(pictures, moved) create(sums)
  !$acc enter data copyin(list)
  call areas(pictures, sums, n)
  call blur(pictures, sums, n)
  call level(pictures, n)
  call place(from, to, list)
  call compare_all(pictures, moved, n, words, flags)
  !$acc exit data delete(list)
  ! The way back by another list.
  list = [(1 + mod(i*13, points*n), i = 1, points*n)]
  !$acc enter data copyin(list)
  call place(to, from, list)
  !$acc exit data delete(list)
  !$acc end data

  do k = 1, n
    do j = 1, high
      do i = 1, wide
        s(i, j, k) = sum(p(:i, :j, k))
      end do
    end do
  end do
  do k = 1, n
    s(2:wide - 1, 2:high - 1, k) = reshape([((sum(p(i - 1:i + 1, j - 1:j + 1, k))/9, i = 2, wide - 1), j = 2, high - 1)], &
                                           [wide - 2, high - 2])
    p(2:wide - 1, 2:high - 1, k) = s(2:wide - 1, 2:high - 1, k)
    do j = 1, high
      do i = 1, wide
        if (mod(i + j, 5) == 0) p(i, j, k) = ieor(p(i, j, k), 3)
      end do
    end do
    s(:, :, k) = p(:, :, k)/8
    do j = 1, high
      do i = 1, wide
        g = min(s(i, j, k), grey - 1)
        p(i, j, k) = count(s(:, :, k) < g)
      end do
    end do
  end do
  do i = 1, points*n
    q(1 + mod(i*11, points*n)) = p(1 + mod(i - 1, wide), 1 + mod((i - 1)/wide, high), 1 + (i - 1)/points)
  end do
  call expect_equal(from(list), q, 'points that came back')
  call expect_equal(moved, q, 'points that changed places')
  do k = 1, n
    do i = 1, points
      w = i + k
      call compare(p(1 + mod(i - 1, wide), 1 + (i - 1)/wide, k), q(i + (k - 1)*points), w, right(1), right(2), right(3), &
                   right(4), right(5), right(6), right(7), truth(1), truth(2), truth(3), truth(4))
    end do
  end do
  call expect_equal(words, right, 'words')
  call expect_equal(flags, truth, 'flags')
  call finish
end program
