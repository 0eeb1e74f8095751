!===-- parity-codes.f90 - Checks of coded blocks ---------------------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===----------------------------------------------------------------------===!
! RUN: %{compile-and-run-acc}
! RUN: %{compile-and-run-acc-threads}
! RUN: %{compile} -acc -Minfo=accel -c %s -o %t.dir/object.o 2>&1 | FileCheck %s --check-prefix=MINFO
!
! Parity and products by reductions of bits and of equivalences, routines of workers and
! of gangs, gang(dim:2), a routine bound to another by name and one by string,
! copyin(readonly:), named external routines, old names of clauses, auto loops.
!
!===----------------------------------------------------------------------===!

module codes
  implicit none
contains
  ! On the host a checked version stands for the fast one.
  integer function turned(word, by)
    !$acc routine seq bind(turned_fast)
    integer, value :: word, by
    turned = ior(ishft(word, by), ishft(word, by - 16))
    turned = iand(turned, 65535)
    if (word < 0 .or. word > 65535) turned = -1
  end function
  integer function turned_fast(word, by)
    !$acc routine seq
    integer, value :: word, by
    turned_fast = iand(ior(ishft(word, by), ishft(word, by - 16)), 65535)
    ! What only the device's version does: it marks its results.
    turned_fast = ior(turned_fast, 65536)
  end function

  integer function key_of(block)
    !$acc routine seq bind("device_key_")
    integer, value :: block
    key_of = -block
  end function

  ! Checks of a block by the workers and lanes of a gang.
  subroutine check(words, n, parity, common, used, even)
    integer, value :: n
    integer, intent(in) :: words(n)
    integer, intent(out) :: parity, common, used
    logical, intent(out) :: even
    integer :: i, p, c, u
    logical :: e
    !$acc routine worker
    p = 0
    c = 65535
    u = 0
    e = .true.
    ! MINFO: [[#@LINE+2]], !$acc loop vector, worker{{ !|$}}
    !$acc loop worker vector reduction(ieor:p) reduction(iand:c) reduction(ior:u) reduction(.eqv.:e)
    do i = 1, n
      p = ieor(p, words(i))
      c = iand(c, ior(words(i), 256))
      u = ior(u, iand(words(i), 4095))
      e = e .eqv. (mod(popcnt(words(i)), 2) == 0)
    end do
    parity = p
    common = c
    used = u
    even = e
  end subroutine

  subroutine encode(words, coded, n, blocks)
    integer, value :: n, blocks
    integer, intent(in) :: words(n, blocks)
    integer, intent(out) :: coded(n, blocks)
    integer :: i, b
    !$acc routine gang
    !$acc loop gang
    do b = 1, blocks
      !$acc loop vector
      do i = 1, n
        coded(i, b) = ieor(turned(words(i, b), mod(b, 16)), key_of(b))
      end do
    end do
  end subroutine
end module

integer function device_key(block)
  !$acc routine seq
  implicit none
  integer, value :: block
  device_key = iand(block*2654, 65535)
end function

program main
  use testing
  use codes
  implicit none
  interface
    integer function device_key(block)
      !$acc routine seq
      integer, value :: block
    end function
    subroutine twist(words, n)
      integer, value :: n
      integer :: words(n)
    end subroutine
  end interface
  !$acc routine(twist) vector
  integer, parameter :: n = 90, blocks = 14
  integer :: words(n, blocks), coded(n, blocks), wanted(n, blocks), parity(blocks), common(blocks), used(blocks), i, b
  integer :: all_parity, all_common, all_used, product_of_bits, expected_product
  integer :: table(n, blocks)
  logical :: even(blocks), all_even, odd, all_small
  words = reshape([(iand(i*40503, 65535), i = 1, n*blocks)], [n, blocks])
  !$acc enter data pcopyin(words) pcreate(coded)
  !$acc parallel num_gangs(6) present(words, coded) vector_length(64)
  call encode(words, coded, n, blocks)
  !$acc end parallel
  !$acc parallel loop gang num_workers(2) vector_length(32) present(coded) copyout(parity, common, used, even)
  do b = 1, blocks
    call check(coded(:, b), n, parity(b), common(b), used(b), even(b))
  end do
  !$acc update self(coded)
  do b = 1, blocks
    do i = 1, n
      wanted(i, b) = ieor(ior(turned(words(i, b), mod(b, 16)), 65536), device_key(b))
    end do
  end do
  call expect_equal([coded], [wanted], 'encoded')
  call expect_equal(key_of(3), -3, 'the host''s key')
  do b = 1, blocks
    call expect_equal(parity(b), iparity(wanted(:, b)), 'parity')
    call expect_equal(common(b), iand(iall(ior(wanted(:, b), 256)), 65535), 'common bits')
    call expect_equal(used(b), iany(iand(wanted(:, b), 4095)), 'used bits')
    call expect(even(b) .eqv. mod(count(mod(popcnt(wanted(:, b)), 2) == 1), 2) == 0, 'even')
  end do

  ! All blocks at once, by two dimensions of gangs.
  all_parity = 0
  all_common = 65535
  all_used = 0
  product_of_bits = 1
  all_even = .true.
  odd = .false.
  all_small = .true.
  !$acc parallel num_gangs(3, 4) copyin(readonly: coded) reduction(ieor:all_parity) reduction(iand:all_common) &
  !$acc reduction(ior:all_used) reduction(*:product_of_bits) reduction(.eqv.:all_even) reduction(.neqv.:odd) &
  !$acc reduction(.and.:all_small)
  ! MINFO: [[#@LINE+2]], !$acc loop gang(dim:2){{ !|$}}
  !$acc loop gang(dim:2)
  do b = 1, blocks
    ! MINFO: [[#@LINE+2]], !$acc loop gang(dim:1), vector(128){{ !|$}}
    !$acc loop gang(dim:1) vector
    do i = 1, n
      all_parity = ieor(all_parity, coded(i, b))
      all_common = iand(all_common, ior(coded(i, b), 256))
      all_used = ior(all_used, iand(coded(i, b), 4095))
      if (mod(i + 7*b, 200) == 3) product_of_bits = product_of_bits*popcnt(coded(i, b))
      all_even = all_even .eqv. btest(coded(i, b), 3)
      odd = odd .neqv. btest(coded(i, b), 5)
      all_small = all_small .and. coded(i, b) < 131072
    end do
  end do
  !$acc end parallel
  call expect_equal(all_parity, iparity([wanted]), 'ieor')
  call expect_equal(all_common, iand(iall(ior([wanted], 256)), 65535), 'iand')
  call expect_equal(all_used, iany(iand([wanted], 4095)), 'ior')
  expected_product = 1
  do b = 1, blocks
    expected_product = expected_product*product(popcnt(wanted(:, b)), mod([(i, i = 1, n)] + 7*b, 200) == 3)
  end do
  call expect_equal(product_of_bits, expected_product, '*')
  call expect(all_even .eqv. mod(count(.not. btest(wanted, 3)), 2) == 0, '.eqv.')
  call expect(odd .eqv. mod(count(btest(wanted, 5)), 2) == 1, '.neqv.')
  call expect(all_small, '.and.')

  !$acc kernels present(coded) pcopyout(table)
  !$acc loop auto
  do b = 1, blocks
    !$acc loop auto
    do i = 1, n
      table(i, b) = coded(n + 1 - i, b)
    end do
  end do
  !$acc end kernels
  call expect_equal([table], [wanted(n:1:-1, :)], 'auto')
  ! Each word with all before it, a block a lane: the order matters along one index.
  !$acc parallel copy(table)
  ! MINFO: [[#@LINE+2]], !$acc loop gang, vector(128){{ !|$}}
  !$acc loop
  do b = 1, blocks
    ! MINFO: [[#@LINE+2]], !$acc loop seq{{ !|$}}
    !$acc loop auto
    do i = 2, n
      table(i, b) = ieor(table(i, b), table(i - 1, b))
    end do
  end do
  !$acc end parallel
  call expect_equal([table], [((iparity(wanted(n + 1 - i:, b)), i = 1, n), b = 1, blocks)], 'auto, in order')
  !$acc parallel loop gang present(coded)
  do b = 1, blocks
    call twist(coded(:, b), n)
  end do
  !$acc update self(coded)
  call expect_equal([coded], [cshift(wanted*2, 1, 1)], 'by an external routine')
  !$acc exit data delete(words) delete(coded) finalize
  call finish
end program

subroutine twist(words, n)
  implicit none
  !$acc routine vector
  integer, value :: n
  integer :: words(n), i, first
  first = words(1)*2
  ! MINFO: [[#@LINE+2]], !$acc loop vector{{ !|$}}
  !$acc loop vector
  do i = 1, n
    words(i) = words(i)*2
  end do
  ! MINFO: [[#@LINE+2]], !$acc loop seq{{ !|$}}
  !$acc loop seq
  do i = 1, n - 1
    words(i) = words(i + 1)
  end do
  words(n) = first
end subroutine
