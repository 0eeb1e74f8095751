# ===-- plain.py - Plain Fortran ----------------------------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Host programs without directives, for comparison with other compilers.

A program is a row of procedures, each about some features of the language that
the compiler's hooks come near: allocatable data and records, pointers,
results, sections, intrinsic functions, characters, control flow. All print
whole numbers and characters, which do not depend on the compiler.
"""

import random

from .text import broken


class Snippets:
    def __init__(self, rng):
        self.rng = rng
        self.module = []  # what stands before CONTAINS
        self.procedures = []
        self.count = 0

    def number(self, low=1, high=9):
        return self.rng.randint(low, high)

    def one_of(self, *choices):
        return self.rng.choice(choices)

    def add(self, text, module=""):
        """A procedure `case<n>`; # is n."""
        self.count += 1
        mark = str(self.count)
        self.module += module.replace("#", mark).splitlines()
        self.procedures += text.replace("#", mark).splitlines()

    # ===-- The features -----------------------------------------------------

    def records(self):
        n, k = self.number(2, 7), self.number()
        hidden = self.one_of("private", "public")
        copy = self.one_of("b = a", "b = copy#(a)", "allocate(b, source=a)",
                           "call move#(a, b)")
        module = f"""
  type :: part#
    integer, allocatable, {hidden} :: v(:)
    integer :: n = {k}
  contains
    procedure :: total => total#
  end type
  type :: whole#
    type(part#), allocatable :: parts(:)
    character(:), allocatable :: name
  end type"""
        self.add(f"""
  integer function total#(self)
    class(part#), intent(in) :: self
    total# = self%n
    if (allocated(self%v)) total# = total# + sum(self%v)
  end function
  function copy#(a) result(b)
    type(whole#), intent(in) :: a
    type(whole#), allocatable :: b
    allocate(b)
    b%parts = a%parts
    b%name = a%name // '{k}'
  end function
  subroutine move#(a, b)
    type(whole#), allocatable, intent(inout) :: a, b
    type(whole#) :: c
    c = a
    call move_alloc(a, b)
    a = c
  end subroutine
  subroutine case#()
    type(whole#), allocatable :: a, b
    integer :: i, j
    allocate(a)
    a%name = repeat('ab', {k})
    allocate(a%parts({n}))
    do i = 1, {n}
      a%parts(i)%v = [(j * {k} + i, j = 1, i)]
    end do
    {copy}
    if (allocated(a)) a%parts(1)%v = [0]
    b%parts(2)%n = -{k}
    b%parts = [b%parts({self.one_of('2:', '::2', f'{n}:1:-1')}), b%parts(1)]
    print '(a,1x,*(i0,1x))', b%name, (b%parts(i)%total(), i = 1, size(b%parts)), &
      size(b%parts)
  end subroutine""", module)

    def growth(self):
        n, k = self.number(3, 30), self.number()
        keep = self.one_of("if (mod(x, 3) == 1) cycle", "continue",
                           f"if (x > {k * n // 2}) exit")
        step = self.one_of("list = [list, x]", "call push#(list, x)",
                           "list = pushed#(list, x)")
        self.add(f"""
  subroutine push#(list, x)
    integer, allocatable, intent(inout) :: list(:)
    integer, intent(in) :: x
    integer, allocatable :: larger(:)
    allocate(larger(size(list) + 1))
    larger(:size(list)) = list
    larger(size(list) + 1) = x
    call move_alloc(larger, list)
  end subroutine
  function pushed#(list, x) result(larger)
    integer, intent(in) :: list(:), x
    integer, allocatable :: larger(:)
    larger = [list, x]
    if (size(larger) > 3) larger = larger(:size(larger))
  end function
  subroutine case#()
    integer, allocatable :: list(:), other(:)
    integer :: i, x
    list = [integer ::]
    do i = 1, {n}
      x = mod(i * {k}, 17) + i
      {keep}
      {step}
    end do
    other = list({self.one_of(':', '::2', 'size(list):1:-1')})
    call move_alloc(list, other)
    print '(*(i0,1x))', size(other), sum(other), other, merge(1, 0, allocated(list))
  end subroutine""")

    def pointers(self):
        n, low = self.number(4, 9), self.number(-3, 3)
        section = self.one_of("(2:)", "(::2)", f"({n}:1:-1)", "(:)")
        self.add(f"""
  subroutine case#()
    integer, target :: a({n}), m(3, {n})
    integer, pointer :: p(:), q(:, :), r(:)
    integer :: i, j
    a = [(i * i, i = 1, {n})]
    m = reshape([(i, i = 1, 3 * {n})], [3, {n}])
    p => a{section}
    r({low}:) => p
    q(0:, {low}:) => m({self.one_of('1:3', '3:1:-1', '::2')}, :)
    p = p + {self.number()}
    r({low}) = -r({low})
    q(0, {low}) = sum(q(:, {low} + 1))
    print '(*(i0,1x))', a, lbound(r), ubound(q), shape(q), &
      ((q(i, j), i = 0, ubound(q, 1)), j = {low}, ubound(q, 2))
    print '(*(l1,1x))', associated(p, a{section}), associated(r, p), &
      is_contiguous(p), associated(q)
    nullify(p)
    print '(*(l1,1x))', associated(p)
  end subroutine""")

    def rearrangement(self):
        n, m, k = self.number(2, 5), self.number(2, 5), self.number(-4, 4)
        low = self.number(-2, 3)
        dim = self.one_of(1, 2)
        steps = [
            f"b = cshift(a, {k}, {dim})",
            f"b = eoshift(a, {k}, boundary={self.number()}, dim={dim})",
            "b = reshape(transpose(a), shape(a))",
            f"b = a(ubound(a,1):{low}:-1, :)",
            f"b = merge(a, -a, mod(a, {self.number(2, 4)}) == 0)",
            "b = unpack(pack(a, a > 4), a > 4, a)",
            "b = reshape(a, shape(a), order=[2, 1])",
            "b(:, v) = a(:, v(size(v):1:-1))",
            f"b = spread(a(:, 1), 2, {m}) + spread(a({low}, :), 1, {n})",
        ]
        self.rng.shuffle(steps)
        body = "\n    a = b\n    ".join(steps[:4])
        self.add(f"""
  subroutine case#()
    integer :: a({low}:{low + n - 1}, {m}), v({m}), i
    integer, allocatable :: b(:, :)
    a = reshape([(mod(i * 7, 13), i = 1, size(a))], shape(a))
    v = [({m} + 1 - i, i = 1, {m})]
    b = a
    {body}
    print '(*(i0,1x))', b, lbound(b), matmul(b, transpose(b))
    print '(*(i0,1x))', dot_product(b(:, 1), b(:, {m})), product(mod(abs(b), 3) + 1)
  end subroutine""")

    def locations(self):
        n, m, x = self.number(2, 5), self.number(2, 6), self.number(0, 6)
        kind = self.one_of("", ", kind=8", ", kind=2")
        back = self.one_of("", ", back=.true.")
        dim = self.one_of(1, 2)
        self.add(f"""
  subroutine case#()
    integer :: a({n}, {m}), i
    real :: r({n}, {m})
    character(2) :: c({m})
    logical :: l({n}, {m})
    a = reshape([(mod(i * 5, 7), i = 1, size(a))], shape(a))
    r = {self.one_of('real(a)', '-a / 2.0', 'a * 0.5')}
    l = a > {x}
    c = [(achar(96 + a(1, i)) // 'x', i = 1, {m})]
    print '(*(i0,1x))', findloc(a, {x}{back}), findloc(a, {x}, dim={dim}{kind}{back})
    print '(*(i0,1x))', findloc(c, 'bx'{back}), findloc(l, .true.{back}), findloc(r, 1.0)
    print '(*(i0,1x))', maxloc(a{kind}{back}), minloc(r, dim={dim}{back}), &
      maxloc(a, mask=a < {x}), minloc(c), maxval(a, dim={dim}, mask=l)
    print '(*(i0,1x))', count(l), count(l, dim={dim}{kind}), sum(a, dim={dim}, mask=.not. l)
    print '(*(l1,1x))', any(l, {dim}), all(l, {dim}), parity(l)
    print '(*(i0,1x))', iall(a, {dim}), iany(a), iparity(a, mask=l)
  end subroutine""")

    def characters(self):
        word = self.one_of("alpha", "beta", "gamma", "delta")
        other = self.one_of("alpha", "beta", "eps", "")
        n = self.number(2, 12)
        self.add(f"""
  function joined#(a, b) result(c)
    character(*), intent(in) :: a, b(:)
    character(:), allocatable :: c
    integer :: i
    c = a
    do i = 1, size(b)
      c = c // trim(b(i)) // {self.one_of("','", "';'", "' '")}
    end do
  end function
  subroutine case#()
    character({n}) :: short
    character(:), allocatable :: long
    character(5) :: words(3) = [character(5) :: '{word}', '{other}', 'z']
    integer :: i, value
    short = '{word}'
    long = joined#(short, words({self.one_of(':', '3:1:-1', '2:', '::2')}))
    select case (trim(words({self.one_of(1, 2)})))
    case ('alpha')
      long = long // '1'
    case ('beta':'delta')
      long = long // '2'
    case ('')
      long = '3' // long
    case default
      long = long // '4'
    end select
    write(short, '(i0)') len(long)
    read(short, *) value
    print '(a,"|",a,"|",*(i0,1x))', long, short, value, index(long, 'a', back=.true.), &
      scan(long, 'pt'), verify(long, 'abcdefghijklmnop'), len_trim(long), iachar(long(1:1))
    print '(*(a,"|"))', adjustr(words), adjustl(' ' // words(1)), repeat(long(2:3), 2), &
      words(3)(1:1) // achar(i_of#(long))
    long(2:3) = long(1:2)
    print '(a,*(1x,l1))', long, long < words(1), lge(long, words(2)), words == '{other}'
    print '(*(a,"|"))', (words(i)(i:), i = 1, 3), [character(3) :: 'a', long(:1)]
  end subroutine
  pure integer function i_of#(text)
    character(*), intent(in) :: text
    i_of# = mod(len(text), 26) + 65
  end function""")

    def masks(self):
        n, k = self.number(4, 12), self.number(2, 5)
        self.add(f"""
  subroutine case#()
    integer :: a({n}), b({n}), m({n}, {n}), i, j
    a = [(mod(i * {k}, 11), i = 1, {n})]
    b = 0
    where (mod(a, 2) == 0)
      b = a / 2
    elsewhere (a > {self.number()})
      b = 3 * a + 1
      a = cshift(b, 1)
    elsewhere
      b = -sum(a)
    end where
    forall (i = 1:{n}, j = 1:{n}, mod(i + j, {k}) /= 0) m(i, j) = i * {n} + j
    forall (i = 1:{n}, j = 1:{n}, mod(i + j, {k}) == 0) m(i, j) = a(i) - b(j)
    do concurrent (i = 2:{n}, mod(i, 2) == 0)
      m(i, :) = m(i, :) + i
    end do
    forall (i = 2:{n}) a(i) = a(i - 1) + b(i)
    print '(*(i0,1x))', a, b, sum(m, {self.one_of(1, 2)})
  end subroutine""")

    def classes(self):
        k = self.number()
        module = f"""
  type :: base# 
    integer :: x = {k}
  end type
  type, extends(base#) :: child#
    integer, allocatable :: y(:)
  end type"""
        self.add(f"""
  recursive subroutine show#(o, depth)
    class(base#), intent(in) :: o
    integer, intent(in) :: depth
    associate (x => o%x, twice => 2 * o%x)
      select type (o)
      type is (child#)
        if (.not. allocated(o%y)) return
        associate (y => o%y)
          print '(*(i0,1x))', x, twice, y, lbound(y)
          if (depth > 2) return
        end associate
      class default
        print '(*(i0,1x))', x, depth
        if (depth > 1) return
      end select
    end associate
    call show#(o, depth + 1)
  end subroutine
  function made#(n) result(o)
    integer, intent(in) :: n
    class(base#), allocatable :: o
    if (mod(n, 2) == 0) then
      allocate(base# :: o)
    else
      allocate(o, source=child#(n, [n, {k}]))
    end if
    o%x = o%x + n
  end function
  subroutine case#()
    class(base#), allocatable :: a, b
    type(child#) :: c({self.number(1, 3)})
    integer :: i
    a = made#({self.number()})
    b = a
    a%x = 0
    call show#(b, 1)
    call move_alloc(b, a)
    call show#(a, 2)
    c = child#({k}, [(i, i = 1, 3)])
    c(1)%y = [c(1)%y, {k}]
    do i = 1, size(c)
      call show#(c(i), i)
    end do
    print '(*(l1,1x))', same_type_as(a, c), extends_type_of(c, a), allocated(b)
  end subroutine""", module)

    def arguments(self):
        n, k = self.number(3, 8), self.number()
        self.add(f"""
  integer function weigh#(a, factor, mask)
    integer, intent(in) :: a(0:)
    integer, intent(in), optional :: factor
    logical, intent(in), optional :: mask(:)
    integer :: f
    f = 1
    if (present(factor)) f = factor
    weigh# = f * sum(a) + ubound(a, 1)
    if (present(mask)) weigh# = weigh# - count(mask)
  end function
  elemental integer function twice#(x)
    integer, intent(in) :: x
    twice# = 2 * x + mod(x, 3)
  end function
  recursive integer function fold#(a) result(s)
    integer, intent(in) :: a(:)
    s = 0
    if (size(a) == 0) return
    s = a(1) - fold#(a(2:))
  end function
  subroutine explicit#(n, a)
    integer, intent(in) :: n
    integer, intent(inout) :: a(n, *)
    a(:, 2) = a(:, 1) + a(n:1:-1, 2)
  end subroutine
  subroutine case#()
    integer :: a({n}, 4), i, seen
    a = reshape([(i, i = 1, size(a))], shape(a))
    seen = 0
    call explicit#({n}, a(:, {self.one_of('1:2', '::2', '4:3:-1', '2:')}))
    call count_up(a(1, 1))
    call count_up(a({n}, 3))
    print '(*(i0,1x))', a, seen
    print '(*(i0,1x))', weigh#(a(::2, 1)), weigh#(a(:, 2), {k}), &
      weigh#(a(1, :), mask=a(1, :) > {k}), twice#(a(:, 3)), fold#(a({n}:1:-1, 4))
  contains
    subroutine count_up(by)
      integer, value :: by
      by = by + {k}
      seen = seen + by
    end subroutine
  end subroutine""")

    def jumps(self):
        n, k = self.number(5, 20), self.number(2, 6)
        self.add(f"""
  subroutine case#()
    integer :: i, j, steps
    logical :: found
    steps = 0
    outer: do i = 1, {n}
      inner: do j = i, {n}, {k}
        if (mod(i * j, 7) == 3) cycle outer
        if (i * j > {n * k}) exit outer
        steps = steps + 1
        choose: block
          integer :: t
          t = mod(i + j, 4)
          if (t == 0) exit choose
          select case (t)
          case (1)
            steps = steps + 10
          case (2:)
            if (j > i + 1) exit inner
          end select
          steps = steps + t
        end block choose
      end do inner
      go to (10, 20) mod(i, 4)
      steps = steps + 100
      cycle
 10   steps = steps + 1000
 20   continue
    end do outer
    found = .false.
    j = {n}
    do while (j > 0 .and. .not. found)
      j = j - {k}
      found = mod(j, {self.number(2, 5)}) == 1
    end do
    if (found) then
      if (steps > {n}) go to 30
      steps = -steps
    end if
 30 print '(*(i0,1x))', steps, i, j, merge(1, 0, found)
  end subroutine""")

    def bits(self):
        x, n = self.number(1, 100000), self.number(0, 31)
        self.add(f"""
  subroutine case#()
    integer(4) :: a, b
    integer(8) :: c
    integer(1) :: d
    integer(2) :: e(3)
    a = {x}_4
    b = ishftc(a, {self.number(-5, 5)}, 20)
    call mvbits(a, 2, 5, b, {self.number(0, 20)})
    c = ishft(int(a, 8), {n})
    d = int(mod(a, 100), 1)
    e = [int(1, 2), transfer(a, [1_2, 1_2])]
    print '(*(i0,1x))', ibits(b, 3, 7), popcnt(c), leadz(a), trailz(c), poppar(b), ieor(a, b)
    print '(*(i0,1x))', b, c, d - 100_1, e, shiftr(-a, 3), shifta(-a, 3), dshiftl(a, b, 5)
    print '(*(i0,1x))', mod(-a, {self.number(2, 9)}), modulo(-a, {self.number(2, 9)}), &
      maskl({n}), not(b), merge_bits(a, b, 255_4), ibset(0_8, {n}), huge(d), range(c)
    print '(*(l1,1x))', btest(a, 3), bge(a, b), blt(-1_4, a)
  end subroutine""")

    def storage(self):
        n = self.number(3, 6)
        module = f"""
  integer :: shared#({n}) = [{', '.join(str(self.number()) for _ in range(n))}]
  integer, parameter :: table#(2, 2) = reshape([{self.number()}, 2, 3, 4], [2, 2])"""
        self.add(f"""
  integer function called#()
    integer, save :: calls = {self.number()}
    calls = calls + 1
    called# = calls
  end function
  subroutine fill#()
    integer :: x({n}), y, z
    common /block#/ x, y
    equivalence (y, z)
    x = shared#
    z = {self.number()}
  end subroutine
  subroutine case#()
    integer :: v({n + 1}), i, d(4)
    common /block#/ v
    data d /{self.number()}, 2 * 7, {self.number()}/
    call fill#()
    do i = 1, {self.number(1, 4)}
      shared#(i) = called#() + shared#({n})
    end do
    print '(*(i0,1x))', v, shared#, d, table#(:, 2), called#()
    write(*, '(i5.3,1x,b8.8,1x,z4,sp,i4)') v(1), v(2), d(1), d(2)
    write(*, '(2(i3,","),/,a,t8,i2)') d(:2), 'tab', v(1)
  end subroutine""", module)

    def operators(self):
        k = self.number()
        module = f"""
  type :: pair#
    integer :: a = 0, b = {k}
  end type
  interface operator(.join.)
    procedure join#
  end interface
  interface assignment(=)
    procedure from#
  end interface
  interface operator(+)
    procedure plus#
  end interface"""
        self.add(f"""
  elemental function join#(x, y) result(z)
    type(pair#), intent(in) :: x, y
    type(pair#) :: z
    z = pair#(x%a - y%b, x%b + y%a)
  end function
  elemental function plus#(x, y) result(z)
    type(pair#), intent(in) :: x
    integer, intent(in) :: y
    type(pair#) :: z
    z%a = x%a + y
  end function
  elemental subroutine from#(x, y)
    type(pair#), intent(out) :: x
    integer, intent(in) :: y
    x%a = y
  end subroutine
  subroutine case#()
    type(pair#) :: p(3), q
    integer :: i
    q = {self.number()}
    p = [(i * {k}, i = 1, 3)]
    p(1:2) = p(2:3) .join. q
    p = p + {k}
    p(3) = p(1) .join. p(2) .join. q
    print '(*(i0,1x))', p, q
  end subroutine""", module)


KINDS = ("records", "growth", "pointers", "rearrangement", "locations",
         "characters", "masks", "classes", "arguments", "jumps", "bits",
         "storage", "operators")

# What must not change a program without directives.
FLAGS = ("", "", "-cuda", "-acc", "-stdpar", "-stdpar=multicore",
         "-gpu=managed -cuda", "-cuda -acc", "-acc -gpu=managed",
         "-stdpar -gpu=nomanaged")


def program(seed, cases):
    """The text, and options that a compiler with directives may have."""
    rng = random.Random(f"plain {seed}")
    snippets = Snippets(rng)
    for _ in range(cases):
        getattr(snippets, rng.choice(KINDS))()
    options = " ".join(filter(None, (
        rng.choice(FLAGS), rng.choice(("-O0", "-O1", "-O2", "-O3", "-g")))))
    lines = [f"! Made by utils/random-programs: plain, seed {seed}.",
             f"! options: {options}", "module m", "  implicit none"]
    lines += snippets.module + ["contains"] + snippets.procedures
    lines += ["end module", "program main", "  use m", "  implicit none"]
    lines += [f"  call case{n}()" for n in range(1, snippets.count + 1)]
    lines += ["end program"]
    return "\n".join(piece for line in lines if line.strip()
                     for piece in broken(line.rstrip())) + "\n", options
