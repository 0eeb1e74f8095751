!===-- modules/libraries/curand_device.f90 - cuRAND in device code ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module curand_device: random numbers that device code takes one by one, from the
! generators XORWOW, MRG32k3a and Philox, with the sequences of curand_kernel.h.
! The states are laid out as there. The procedures are the host's, too, where an
! OpenACC region runs there.
!
! XORWOW: Marsaglia, Xorshift RNGs (2003). A jump of n numbers is x**n modulo the
! characteristic polynomial of its linear part, as a polynomial of one step.
! MRG32k3a: L'Ecuyer, Good parameters and implementations for combined multiple
! recursive random number generators (1999). Philox4x32-10: Salmon et al.,
! Parallel random numbers: as easy as 1, 2, 3 (2011).
!
!===------------------------------------------------------------------------===!
module curand_device
  use cudafor
  implicit none
  private
  public :: curandStateXORWOW, curandStateMRG32k3a, curandStatePhilox4_32_10
  public :: curand_init, curand, curand_uniform, curand_uniform_double, &
    curand_normal, curand_normal_double, curand_log_normal, &
    curand_log_normal_double

  type, bind(c) :: curandStateXORWOW
    integer(4) :: d, v(5)
    integer(4) :: boxmuller_flag, boxmuller_flag_double
    real(4) :: boxmuller_extra
    real(8) :: boxmuller_extra_double
  end type
  type, bind(c) :: curandStateMRG32k3a
    integer(4) :: s1(3), s2(3)
    integer(4) :: boxmuller_flag, boxmuller_flag_double
    real(4) :: boxmuller_extra
    real(8) :: boxmuller_extra_double
  end type
  type, bind(c) :: curandStatePhilox4_32_10
    integer(4) :: ctr(4), output(4), key(2), position
    integer(4) :: boxmuller_flag, boxmuller_flag_double
    real(4) :: boxmuller_extra
    real(8) :: boxmuller_extra_double
  end type

  ! What boxmuller_flag says of boxmuller_extra.
  integer(4), parameter :: has_normal = 1, has_log_normal = 2

  integer(8), parameter :: word = 4294967295_8
  integer(8), parameter :: m1 = 4294967087_8, m2 = 4294944443_8
  real(4), parameter :: two_pi = 6.2831855
  real(8), parameter :: pi = 3.14159265358979323846d0

#define GENERIC(NAME, LOCAL) \
  interface NAME; \
    procedure :: xorwow_##LOCAL, mrg32k3a_##LOCAL, philox_##LOCAL; \
  end interface
  GENERIC(curand, curand)
  GENERIC(curand_uniform, uniform)
  GENERIC(curand_uniform_double, uniform_double)
  GENERIC(curand_normal, normal)
  GENERIC(curand_normal_double, normal_double)
  GENERIC(curand_log_normal, log_normal)
  GENERIC(curand_log_normal_double, log_normal_double)
  GENERIC(curand_init, init444)
  GENERIC(curand_init, init448)
  GENERIC(curand_init, init484)
  GENERIC(curand_init, init488)
  GENERIC(curand_init, init844)
  GENERIC(curand_init, init848)
  GENERIC(curand_init, init884)
  GENERIC(curand_init, init888)
#undef GENERIC
  interface begin
    procedure :: begin_xorwow, begin_mrg32k3a, begin_philox
  end interface
  interface next
    procedure :: next_xorwow, next_mrg32k3a, next_philox
  end interface
  interface uniform4
    procedure :: xorwow_uniform4, mrg32k3a_uniform4, philox_uniform4
  end interface
  interface uniform8
    procedure :: xorwow_uniform8, mrg32k3a_uniform8, philox_uniform8
  end interface
  interface normals4
    procedure :: xorwow_normals4, mrg32k3a_normals4, philox_normals4
  end interface
  interface normals8
    procedure :: xorwow_normals8, mrg32k3a_normals8, philox_normals8
  end interface

contains

#define STATE curandStateXORWOW
#define N(x) xorwow_##x
#include "curand-device-numbers.inc"
#undef N
#undef STATE
#define STATE curandStateMRG32k3a
#define N(x) mrg32k3a_##x
#include "curand-device-numbers.inc"
#undef N
#undef STATE
#define STATE curandStatePhilox4_32_10
#define N(x) philox_##x
#include "curand-device-numbers.inc"
#undef N
#undef STATE

  !===-- Unsigned words ------------------------------------------------------===!

  attributes(host, device) integer(8) function wide(bits)
    integer(4), value :: bits
    wide = iand(int(bits, 8), word)
  end function

  attributes(host, device) integer(4) function low(bits)
    integer(8), value :: bits
    ! Within the range of the kind.
    low = int(shifta(ishft(bits, 32), 32), 4)
  end function

  attributes(host, device) integer(4) function high(bits)
    integer(8), value :: bits
    high = int(shifta(bits, 32), 4)
  end function

  !===-- From bits to distributions ------------------------------------------===!

  ! In (0, 1].
  attributes(host, device) real(4) function to_float(bits)
    integer(4), value :: bits
    to_float = real(wide(bits), 4)*2.0**(-32) + 2.0**(-33)
  end function

  ! In (0, 1): 53 bits of two words.
  attributes(host, device) real(8) function to_double(x, y)
    integer(4), value :: x, y
    to_double = real(ieor(wide(x), ishft(wide(y), 21)), 8)*2d0**(-53) + 2d0**(-54)
  end function

  attributes(host, device) subroutine pair4(u, angle, a, b)
    real(4), value :: u, angle
    real(4), intent(out) :: a, b
    real(4) :: s
    s = sqrt(-2.0*log(u))
    a = sin(angle)*s
    b = cos(angle)*s
  end subroutine

  attributes(host, device) subroutine pair8(u, half_turns, a, b)
    real(8), value :: u, half_turns
    real(8), intent(out) :: a, b
    real(8) :: s
    s = sqrt(-2d0*log(u))
    a = sin(half_turns*pi)*s
    b = cos(half_turns*pi)*s
  end subroutine

  attributes(host, device) subroutine pair_of_words(x, y, a, b)
    integer(4), value :: x, y
    real(4), intent(out) :: a, b
    real(4), parameter :: scale = 2.0**(-32)*two_pi
    call pair4(to_float(x), real(wide(y), 4)*scale + scale/2, a, b)
  end subroutine

  !===-- XORWOW --------------------------------------------------------------===!

  attributes(host, device) subroutine step(v)
    integer(4), intent(inout) :: v(5)
    integer(4) :: t
    t = ieor(v(1), ishft(v(1), -2))
    v(1) = v(2)
    v(2) = v(3)
    v(3) = v(4)
    v(4) = v(5)
    v(5) = ieor(ieor(v(5), ishft(v(5), 4)), ieor(t, ishft(t, 1)))
  end subroutine

  attributes(host, device) integer(4) function next_xorwow(s) result(bits)
    type(curandStateXORWOW), intent(inout) :: s
    call step(s%v)
    s%d = low(wide(s%d) + 362437)
    bits = low(wide(s%d) + wide(s%v(5)))
  end function

  ! a = a*b modulo the characteristic polynomial, 160 bits each.
  attributes(host, device) subroutine multiply(a, b)
    integer(4), intent(inout) :: a(5)
    integer(4), intent(in) :: b(5)
    integer(4) :: r(5), i, k, carry
    r = 0
    do i = 159, 0, -1
      carry = ishft(r(5), -31)
      do k = 5, 2, -1
        r(k) = ior(ishft(r(k), 1), ishft(r(k - 1), -31))
      end do
      r(1) = ishft(r(1), 1)
      if (carry /= 0) then
        r(1) = ieor(r(1), 393217)
        r(2) = ieor(r(2), 140574768)
        r(3) = ieor(r(3), 401697)
        r(4) = ieor(r(4), 255590453)
        r(5) = ieor(r(5), 3854)
      end if
      if (btest(b(i/32 + 1), mod(i, 32))) then
        do k = 1, 5
          r(k) = ieor(r(k), a(k))
        end do
      end if
    end do
    do k = 1, 5
      a(k) = r(k)
    end do
  end subroutine

  ! v after n jumps.
  attributes(host, device) subroutine skip(v, jump, n)
    integer(4), intent(inout) :: v(5)
    integer(4), intent(in) :: jump(5)
    integer(8), value :: n
    integer(4) :: power(5), square(5), base(5), sum(5), i, k
    if (n == 0) return
    power = 0
    power(1) = 1
    do k = 1, 5
      base(k) = jump(k)
    end do
    do while (n /= 0)
      if (btest(n, 0)) call multiply(power, base)
      do k = 1, 5
        square(k) = base(k)
      end do
      call multiply(base, square)
      n = ishft(n, -1)
    end do
    sum = 0
    do i = 0, 159
      if (btest(power(i/32 + 1), mod(i, 32))) then
        do k = 1, 5
          sum(k) = ieor(sum(k), v(k))
        end do
      end if
      call step(v)
    end do
    do k = 1, 5
      v(k) = sum(k)
    end do
  end subroutine

  attributes(host, device) subroutine begin_xorwow(s, seed, sequence, offset)
    type(curandStateXORWOW), intent(inout) :: s
    integer(8), value :: seed, sequence, offset
    integer(8) :: t0, t1
    integer(4) :: jump(5)
    t0 = wide(low(1099087573_8*wide(ieor(low(seed), int(z'aad26b49', 4)))))
    t1 = wide(low(iand(2591861531_8*iand(wide(ieor(high(seed), &
      int(z'f7dcefdd', 4))), 65535_8) + ishft(iand(2591861531_8* &
      ishft(wide(ieor(high(seed), int(z'f7dcefdd', 4))), -16), word), 16), word)))
    s%d = low(6615241 + t1 + t0)
    s%v(1) = low(123456789 + t0)
    s%v(2) = ieor(362436069, low(t0))
    s%v(3) = low(521288629 + t1)
    s%v(4) = ieor(88675123, low(t1))
    s%v(5) = low(5783321 + t0)
    ! 2**67 numbers, which are all of the Weyl sequence.
    jump(1) = 640239924
    jump(2) = 2008793672
    jump(3) = 445110992
    jump(4) = -1828695340
    jump(5) = -1803653678
    call skip(s%v, jump, sequence)
    jump = 0
    jump(1) = 2
    call skip(s%v, jump, offset)
    s%d = low(wide(s%d) + 362437*iand(offset, word))
    s%boxmuller_flag = 0
    s%boxmuller_flag_double = 0
    s%boxmuller_extra = 0
    s%boxmuller_extra_double = 0
  end subroutine

  attributes(host, device) real(4) function xorwow_uniform4(s) result(x)
    type(curandStateXORWOW), intent(inout) :: s
    x = to_float(next(s))
  end function

  attributes(host, device) real(8) function xorwow_uniform8(s) result(x)
    type(curandStateXORWOW), intent(inout) :: s
    integer(4) :: first
    first = next(s)
    x = to_double(first, next(s))
  end function

  attributes(host, device) subroutine xorwow_normals4(s, a, b)
    type(curandStateXORWOW), intent(inout) :: s
    real(4), intent(out) :: a, b
    integer(4) :: first
    first = next(s)
    call pair_of_words(first, next(s), a, b)
  end subroutine

  attributes(host, device) subroutine xorwow_normals8(s, a, b)
    type(curandStateXORWOW), intent(inout) :: s
    real(8), intent(out) :: a, b
    real(8) :: u
    u = uniform8(s)
    call pair8(u, 2*uniform8(s), a, b)
  end subroutine

  !===-- MRG32k3a ------------------------------------------------------------===!

  ! From 1 to the first modulus.
  attributes(host, device) integer(8) function recur(s) result(z)
    type(curandStateMRG32k3a), intent(inout) :: s
    integer(8) :: a, b
    a = mod(1403580*wide(s%s1(2)) + 810728*(m1 - wide(s%s1(1))), m1)
    b = mod(527612*wide(s%s2(3)) + 1370589*(m2 - wide(s%s2(1))), m2)
    s%s1(1) = s%s1(2)
    s%s1(2) = s%s1(3)
    s%s1(3) = low(a)
    s%s2(1) = s%s2(2)
    s%s2(2) = s%s2(3)
    s%s2(3) = low(b)
    z = a - b
    if (z <= 0) z = z + m1
  end function

  attributes(host, device) integer(4) function next_mrg32k3a(s) result(bits)
    type(curandStateMRG32k3a), intent(inout) :: s
    ! Spread over 32 bits.
    bits = low(int(recur(s)*1.000000048662d0, 8))
  end function

  ! a*b modulo m, all below 2**32.
  attributes(host, device) integer(8) function times(a, b, m)
    integer(8), value :: a, b, m
    times = mod(mod(a*ishft(b, -16), m)*65536 + a*iand(b, 65535_8), m)
  end function

  ! s after n jumps of the recurrence.
  attributes(host, device) subroutine skip_mrg(s, jump, n, m)
    integer(4), intent(inout) :: s(3)
    integer(8), intent(inout) :: jump(3, 3)
    integer(8), value :: n, m
    integer(8) :: square(3, 3), v(3), t
    integer :: i, j, k
    do while (n /= 0)
      if (btest(n, 0)) then
        do i = 1, 3
          t = 0
          do k = 1, 3
            t = t + times(jump(k, i), wide(s(k)), m)
          end do
          v(i) = mod(t, m)
        end do
        do i = 1, 3
          s(i) = low(v(i))
        end do
      end if
      do j = 1, 3
        do i = 1, 3
          t = 0
          do k = 1, 3
            t = t + times(jump(k, i), jump(j, k), m)
          end do
          square(j, i) = mod(t, m)
        end do
      end do
      do j = 1, 3
        do i = 1, 3
          jump(j, i) = square(j, i)
        end do
      end do
      n = ishft(n, -1)
    end do
  end subroutine

  attributes(host, device) subroutine begin_mrg32k3a(s, seed, sequence, offset)
    type(curandStateMRG32k3a), intent(inout) :: s
    integer(8), value :: seed, sequence, offset
    integer(8) :: x1, x2, jump(3, 3)
    integer :: i
    do i = 1, 3
      s%s1(i) = 12345
      s%s2(i) = 12345
    end do
    if (seed /= 0) then
      x1 = wide(ieor(low(seed), int(z'55555555', 4)))
      x2 = wide(ieor(high(seed), int(z'aaaaaaaa', 4)))
      s%s1(1) = low(times(x1, 12345_8, m1))
      s%s1(2) = low(times(x2, 12345_8, m1))
      s%s1(3) = s%s1(1)
      s%s2(1) = low(times(x2, 12345_8, m2))
      s%s2(2) = low(times(x1, 12345_8, m2))
      s%s2(3) = s%s2(1)
    end if
    ! 2**76 numbers; a column here is a row of the matrix.
    if (sequence /= 0) then
      call set(jump, 82758667_8, 1871391091_8, 4127413238_8, 3672831523_8, &
        69195019_8, 1871391091_8, 3672091415_8, 3528743235_8, 69195019_8)
      call skip_mrg(s%s1, jump, sequence, m1)
      call set(jump, 1511326704_8, 3759209742_8, 1610795712_8, 4292754251_8, &
        1511326704_8, 3889917532_8, 3859662829_8, 4292754251_8, 3708466080_8)
      call skip_mrg(s%s2, jump, sequence, m2)
    end if
    if (offset /= 0) then
      call set(jump, 0_8, 1_8, 0_8, 0_8, 0_8, 1_8, m1 - 810728, 1403580_8, 0_8)
      call skip_mrg(s%s1, jump, offset, m1)
      call set(jump, 0_8, 1_8, 0_8, 0_8, 0_8, 1_8, m2 - 1370589, 0_8, 527612_8)
      call skip_mrg(s%s2, jump, offset, m2)
    end if
    s%boxmuller_flag = 0
    s%boxmuller_flag_double = 0
    s%boxmuller_extra = 0
    s%boxmuller_extra_double = 0
  end subroutine

  attributes(host, device) subroutine set(a, a1, a2, a3, b1, b2, b3, c1, c2, c3)
    integer(8), intent(out) :: a(3, 3)
    integer(8), value :: a1, a2, a3, b1, b2, b3, c1, c2, c3
    a(1, 1) = a1
    a(2, 1) = a2
    a(3, 1) = a3
    a(1, 2) = b1
    a(2, 2) = b2
    a(3, 2) = b3
    a(1, 3) = c1
    a(2, 3) = c2
    a(3, 3) = c3
  end subroutine

  attributes(host, device) real(8) function mrg32k3a_uniform8(s) result(x)
    type(curandStateMRG32k3a), intent(inout) :: s
    x = recur(s)*2.3283065498378288d-10
  end function

  attributes(host, device) real(4) function mrg32k3a_uniform4(s) result(x)
    type(curandStateMRG32k3a), intent(inout) :: s
    x = real(uniform8(s), 4)
  end function

  attributes(host, device) subroutine mrg32k3a_normals4(s, a, b)
    type(curandStateMRG32k3a), intent(inout) :: s
    real(4), intent(out) :: a, b
    real(4) :: u
    u = uniform4(s)
    call pair4(u, uniform4(s)*two_pi, a, b)
  end subroutine

  attributes(host, device) subroutine mrg32k3a_normals8(s, a, b)
    type(curandStateMRG32k3a), intent(inout) :: s
    real(8), intent(out) :: a, b
    real(8) :: u
    u = uniform8(s)
    call pair8(u, 2*uniform8(s), a, b)
  end subroutine

  !===-- Philox4x32-10 -------------------------------------------------------===!

  ! The high and the low word of a product of words.
  attributes(host, device) subroutine product_of_words(a, b, hi, lo)
    integer(8), value :: a
    integer(4), value :: b
    integer(4), intent(out) :: hi, lo
    integer(8) :: upper, lower
    lower = a*iand(wide(b), 65535_8)
    upper = a*ishft(wide(b), -16) + ishft(lower, -16)
    hi = low(ishft(upper, -16))
    lo = low(ior(ishft(iand(upper, 65535_8), 16), iand(lower, 65535_8)))
  end subroutine

  attributes(host, device) subroutine encipher(s)
    type(curandStatePhilox4_32_10), intent(inout) :: s
    integer(4) :: c1, c2, c3, c4, k1, k2, h1, l1, h2, l2, round
    c1 = s%ctr(1)
    c2 = s%ctr(2)
    c3 = s%ctr(3)
    c4 = s%ctr(4)
    k1 = s%key(1)
    k2 = s%key(2)
    do round = 1, 10
      call product_of_words(int(z'd2511f53', 8), c1, h1, l1)
      call product_of_words(int(z'cd9e8d57', 8), c3, h2, l2)
      c1 = ieor(ieor(h2, c2), k1)
      c2 = l2
      c3 = ieor(ieor(h1, c4), k2)
      c4 = l1
      k1 = low(wide(k1) + int(z'9e3779b9', 8))
      k2 = low(wide(k2) + int(z'bb67ae85', 8))
    end do
    s%output(1) = c1
    s%output(2) = c2
    s%output(3) = c3
    s%output(4) = c4
  end subroutine

  ! Adds to the counter, from the word `first` on.
  attributes(host, device) subroutine count_on(s, n, first)
    type(curandStatePhilox4_32_10), intent(inout) :: s
    integer(8), value :: n
    integer(4), value :: first
    integer(8) :: t
    integer(4) :: i
    t = wide(s%ctr(first)) + iand(n, word)
    s%ctr(first) = low(t)
    t = wide(s%ctr(first + 1)) + iand(ishft(n, -32), word) + ishft(t, -32)
    s%ctr(first + 1) = low(t)
    do i = first + 2, 4
      t = wide(s%ctr(i)) + ishft(t, -32)
      s%ctr(i) = low(t)
    end do
  end subroutine

  attributes(host, device) integer(4) function next_philox(s) result(bits)
    type(curandStatePhilox4_32_10), intent(inout) :: s
    bits = s%output(s%position + 1)
    s%position = s%position + 1
    if (s%position == 4) then
      s%position = 0
      call count_on(s, 1_8, 1)
      call encipher(s)
    end if
  end function

  attributes(host, device) subroutine begin_philox(s, seed, sequence, offset)
    type(curandStatePhilox4_32_10), intent(inout) :: s
    integer(8), value :: seed, sequence, offset
    integer :: i
    do i = 1, 4
      s%ctr(i) = 0
    end do
    s%key(1) = low(seed)
    s%key(2) = high(seed)
    call count_on(s, sequence, 3)
    s%position = int(iand(offset, 3_8), 4)
    call count_on(s, ishft(offset, -2), 1)
    call encipher(s)
    s%boxmuller_flag = 0
    s%boxmuller_flag_double = 0
    s%boxmuller_extra = 0
    s%boxmuller_extra_double = 0
  end subroutine

  attributes(host, device) real(4) function philox_uniform4(s) result(x)
    type(curandStatePhilox4_32_10), intent(inout) :: s
    x = to_float(next(s))
  end function

  ! Of one word only, in (0, 1].
  attributes(host, device) real(8) function philox_uniform8(s) result(x)
    type(curandStatePhilox4_32_10), intent(inout) :: s
    x = (real(wide(next(s)), 8) + 1)*2d0**(-32)
  end function

  attributes(host, device) subroutine philox_normals4(s, a, b)
    type(curandStatePhilox4_32_10), intent(inout) :: s
    real(4), intent(out) :: a, b
    integer(4) :: first
    first = next(s)
    call pair_of_words(first, next(s), a, b)
  end subroutine

  attributes(host, device) subroutine philox_normals8(s, a, b)
    type(curandStatePhilox4_32_10), intent(inout) :: s
    real(8), intent(out) :: a, b
    integer(4) :: x1, x2, y1
    x1 = next(s)
    x2 = next(s)
    y1 = next(s)
    call pair8(to_double(x1, x2), 2*to_double(y1, next(s)), a, b)
  end subroutine
end module
