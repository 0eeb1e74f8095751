!===-- sequence-alignment.f90 - Pairs of sequences aligned ----------------------------- ===!
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
! RUN: not %run %t.dir/launches alone 2>&1 | FileCheck %s --check-prefix=ALONE
! RUN: sed 's/present(scores) copyout(heads)/present(scores)/' %s > %t.dir/forgotten.f90
! RUN: not %{compile} -acc -c %t.dir/forgotten.f90 -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=NONE
!
! A pair of sequences is aligned by a gang, diagonal after diagonal (SEQ), with its lanes along
! the diagonal and three private lines; gangs and workers are counted by what each adds to
! reductions of a region without loops over gangs; scores are sorted into ranks that say
! where a pair's record goes (INDEPENDENT), and gaps are carried along (AUTO).
!
!===----------------------------------------------------------------------===!
module genes
  implicit none
  integer, parameter :: length = 30, hit = 5, gap = 3
contains
  !> What a pair of letters is worth: hits count more on the device.
  integer function worth(a, b)
    !$acc routine seq bind(worth_on_device)
    integer, value :: a, b
    worth = merge(1, -1, a == b)
  end function
  integer function worth_on_device(a, b)
    !$acc routine seq
    integer, value :: a, b
    worth_on_device = merge(hit, -hit, a == b)
  end function

  subroutine align(left, right, scores, n)
    integer, intent(in) :: n, left(length, n), right(length, n)
    integer, intent(inout) :: scores(n)
    integer :: lines(0:length, 0:2), best, d, i, k, new, old, older, s
    lines = 99
    ! MINFO: align:
    ! MINFO: [[#@LINE+8]], !$acc loop gang ! blockidx%x
    ! MINFO: [[#@LINE+10]], !$acc loop vector(32) collapse(2) ! threadidx%x
    ! MINFO: [[#@LINE+15]], !$acc loop seq{{$}}
    ! MINFO: [[#@LINE+19]], !$acc loop vector(32) ! threadidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(max:best)
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=6 num_workers=1 vector_length=32
    !$acc parallel num_gangs(6) vector_length(32) default(present) private(lines)
    !$acc loop gang private(best)
    do k = 1, n
      best = 0
      !$acc loop vector collapse(2)
      do d = 0, 2
        do i = 0, length
          lines(i, d) = 0
        end do
      end do
      !$acc loop seq private(new, old, older)
      do d = 2, 2*length
        new = mod(d, 3)
        old = mod(d + 2, 3)
        older = mod(d + 1, 3)
        !$acc loop vector reduction(max:best) private(s)
        do i = max(1, d - length), min(length, d - 1)
          s = lines(i - 1, older) + worth(left(i, k), right(d - i, k))
          s = max(0, s, lines(i - 1, old) - gap, merge(lines(i, old) - gap, 0, d - i > 1))
          lines(i, new) = s
          best = max(best, s)
        end do
      end do
      scores(k) = best
    end do
    !$acc end parallel
    if (any(lines /= 99)) error stop 'private'
  end subroutine

  !> Pairs in the order of their scores, equal ones by number; the best of each block of eight,
  !> and a penalty that goes from block to block.
  subroutine rank_pairs(scores, ranks, heads, n)
    integer, intent(in) :: n
    integer, intent(in) :: scores(n)
    integer, intent(inout) :: ranks(n), heads(n/8)
    integer :: r, k, l
    ! MINFO: rank_pairs:
    ! MINFO: [[#@LINE+5]], !$acc loop gang, worker(4) ! blockidx%x threadidx%y
    ! MINFO: [[#@LINE+7]], !$acc loop vector(32) ! threadidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(+:r)
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=5 num_workers=4 vector_length=32
    !$acc parallel loop gang worker num_gangs(5) num_workers(4) vector_length(32) private(r) present(scores, ranks)
    do k = 1, n
      r = 1
      !$acc loop vector reduction(+:r)
      do l = 1, n
        if (scores(l) > scores(k) .or. (scores(l) == scores(k) .and. l < k)) r = r + 1
      end do
      ranks(k) = r
    end do
    ! MINFO: [[#@LINE+5]], !$acc loop gang, vector(32) ! blockidx%x threadidx%x
    ! MINFO: [[#@LINE+9]], !$acc loop seq{{$}}
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=1 num_workers=1 vector_length=32
    !$acc parallel num_gangs(1) vector_length(32) default(none) present(scores) copyout(heads)
    !$acc loop gang vector
    do k = 1, n/8
      ! NONE: :[[#@LINE+1]]:7: error: The DEFAULT(NONE) clause requires that 'heads' must be listed in a data-mapping clause
      heads(k) = maxval(scores(8*k - 7:8*k))
    end do
    !$acc loop auto
    do k = 2, n/8
      heads(k) = heads(k) - heads(k - 1)/4
    end do
    !$acc end parallel
  end subroutine

  subroutine file_pairs(scores, ranks, files, matrix, n)
    integer, intent(in) :: n, ranks(n)
    integer, intent(in) :: scores(n)
    integer, intent(inout) :: files(2, n), matrix(n, n)
    integer :: k, l
    ! MINFO: file_pairs:
    ! MINFO: [[#@LINE+3]], !$acc loop gang, worker(4), vector(32) ! blockidx%x threadidx%y threadidx%x
    !$acc kernels default(present)
    !$acc loop independent gang(4) worker(4) vector(32)
    do k = 1, n
      files(1, ranks(k)) = k
      files(2, ranks(k)) = scores(k)
    end do
    !$acc end kernels
    ! MINFO: [[#@LINE+2]], !$acc loop gang, vector(128) collapse(2) ! blockidx%x threadidx%x
    !$acc parallel loop tile(8, 8) default(present)
    do l = 1, n
      do k = 1, n
        matrix(k, l) = files(2, k) - files(2, l)
      end do
    end do
  end subroutine

  !> What each gang adds, once, and what the workers of each add.
  subroutine crew(gangs, product, signs, workers, bits, truths)
    integer, intent(out) :: gangs, product, signs, workers, bits(4)
    logical, intent(out) :: truths(4)
    integer :: w, all_bits, any_bit, least, most
    logical :: both, either, same, differ
    gangs = 0
    product = 1
    signs = 0
    workers = 0
    all_bits = 255
    any_bit = 256
    least = 40
    most = -40
    both = .true.
    either = .false.
    same = .true.
    differ = .false.
    ! MINFO: crew:
    ! MINFO: [[#@LINE+18]], !$acc loop worker(4), vector(32) ! threadidx%y threadidx%x
    ! MINFO-NEXT: {{^ +}}Generating reduction(+:workers)
    ! LAUNCHES-DAG: line=[[#@LINE+1]] {{.*}}num_gangs=5 num_workers=4 vector_length=32
    !$acc parallel num_gangs(5) num_workers(4) vector_length(32) reduction(+:gangs, workers) reduction(*:product) &
    !$acc   reduction(ieor:signs) reduction(iand:all_bits) reduction(ior:any_bit) reduction(min:least) reduction(max:most) &
    !$acc   reduction(.and.:both) reduction(.or.:either) reduction(.eqv.:same) reduction(.neqv.:differ)
    gangs = gangs + 1
    product = product*3
    signs = ieor(signs, 21)
    all_bits = iand(all_bits, 248)
    any_bit = ior(any_bit, 17)
    least = min(least, -9)
    most = max(most, 9)
    both = both .and. gangs /= 1
    either = either .or. gangs == 1
    same = same .eqv. .false.
    differ = differ .neqv. .true.
    !$acc loop worker reduction(+:workers)
    do w = 1, 12
      workers = workers + w
    end do
    !$acc end parallel
    bits = [all_bits, any_bit, least, most]
    truths = [both, either, same, differ]
  end subroutine
end module

program main
  use testing
  use genes
  implicit none
  integer, parameter :: n = 64
  integer :: left(length, n), right(length, n), scores(n), ranks(n), heads(n/8), files(2, n), matrix(n, n), bits(4)
  integer :: table(0:length, 0:length), s(n), r(n), h(n/8), gangs, product, signs, workers, i, j, k
  logical :: truths(4)
  character(8) :: mode
  left = reshape([(mod(i*i*7/5 + i/11, 4), i = 1, length*n)], [length, n])
  right = reshape([(mod(i*i*3/7 + i/13, 4), i = 1, length*n)], [length, n])
  call get_command_argument(1, mode)
  ! ALONE: FATAL ERROR: data in PRESENT clause was not found on device 1: name={{left|right|scores}}
  ! ALONE-NEXT: file:{{.*}} align line:
  if (mode == 'alone') call align(left, right, scores, n)

  !$acc enter data copyin(left, right) create(scores)
  call align(left, right, scores, n)
  !$acc exit data delete(left, right, scores)
  do k = 1, n, 3
    right(3:length, k) = left(1:length - 2, k)
  end do
  !$acc data copyin(left, right) copyout(scores, ranks, files, matrix)
  call align(left, right, scores, n)
  call rank_pairs(scores, ranks, heads, n)
  call file_pairs(scores, ranks, files, matrix, n)
  !$acc end data
  call crew(gangs, product, signs, workers, bits, truths)

  do k = 1, n
    table = 0
    do j = 1, length
      do i = 1, length
        table(i, j) = max(0, table(i - 1, j - 1) + merge(hit, -hit, left(i, k) == right(j, k)), table(i - 1, j) - gap, &
                          table(i, j - 1) - gap)
      end do
    end do
    s(k) = maxval(table)
  end do
  call expect_equal(worth(1, 1), 1, 'on the host')
  call expect_equal(scores, s, 'scores')
  r = [(1 + count(s > s(k)) + count(s(:k - 1) == s(k)), k = 1, n)]
  call expect_equal(ranks, r, 'ranks')
  h = [(maxval(s(8*k - 7:8*k)), k = 1, n/8)]
  do k = 2, n/8
    h(k) = h(k) - h(k - 1)/4
  end do
  call expect_equal(heads, h, 'heads')
  call expect_equal(files(1, r), [(k, k = 1, n)], 'whose files')
  call expect_equal(files(2, r), s, 'files')
  call expect_equal([matrix], [((files(2, k) - files(2, j), k = 1, n), j = 1, n)], 'differences')
  call expect_equal([gangs, product, signs, workers], [5, 3**5, 21, 5*78], 'what gangs and workers add')
  call expect_equal(bits, [248, 273, -9, 9], 'bits')
  call expect_equal(truths, [.false., .true., .false., .true.], 'truths')
  call finish
end program
