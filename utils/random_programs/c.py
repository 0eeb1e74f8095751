# ===-- c.py - OpenACC C ---------------------------------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Programs in C. Each case is a function that is there twice, with its
directives and without any, and changes arrays that are compared afterwards.
Values are whole numbers below MODULUS, so that nothing overflows."""

import random

MODULUS = 1009
KINDS = ("int", "long", "double", "unsigned", "short", "float")
START = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MODULUS {modulus}
#define N {n}
#define M {m}
struct part {{ int n; {kind} *data; {kind} own[4]; }};
struct bits {{ unsigned low : 5; int sign : 7; unsigned high : 20; }};
struct range {{ short low; {kind} high; }};
struct grid {{ int n; {kind} own[4]; struct range ranges[3]; {kind} tail[N]; }};
static {kind} first[N * M + 4], second[N * M + 4], third[N * M + 4];
static void fill({kind} *x, int from) {{
  for (int i = 0; i < N * M + 4; ++i)
    x[i] = (i * 7 + from * 13) % 101;
}}
static int compare(const char *name, const {kind} *x, const {kind} *y) {{
  for (int i = 0; i < N * M + 4; ++i)
    if (x[i] != y[i]) {{
      printf("%s: element %d is %g, not %g\\n", name, i, (double)x[i], (double)y[i]);
      return 1;
    }}
  return 0;
}}
"""


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.kind = rng.choice(KINDS)
        self.rows = rng.randint(2, 40)
        self.columns = rng.randint(2, 40)
        self.functions = []

    def pick(self, *choices):
        return self.rng.choice(choices)

    # ===-- Expressions ------------------------------------------------------

    def whole(self, depth, leaves):
        """A whole number from 0 to MODULUS - 1, as a long."""
        if depth == 0 or self.rng.random() < 0.2:
            leaf = self.pick(*leaves, str(self.rng.randint(0, 99)))
            return leaf if leaf.isdigit() else f"(long)({leaf})"
        a = self.whole(depth - 1, leaves)
        b = self.whole(depth - 1, leaves)
        form = self.pick(
            "({a} + {b}) % MODULUS", "({a} * {b}) % MODULUS",
            "({a} < {b} ? {a} : {b})", "(({a} ^ {b}) & 511)",
            "({a} > {b} || {a} == {k}) + {b} / 3",
            "labs({a} - {b})", "(({a} << 2) + ({b} >> 1)) % MODULUS",
            "({a} && !({b} & 1) ? {k} : {b} % 17)", "helper({a}, {b})")
        return "(" + form.format(a=a, b=b, k=self.rng.randint(1, 60)) + ")"

    def value(self, leaves, depth=3):
        return self.whole(self.rng.randint(1, depth), leaves)

    # ===-- Directives -------------------------------------------------------

    def compute(self, clauses, loop=True):
        construct = self.pick("parallel", "parallel", "kernels", "serial")
        words = [construct]
        if loop:
            words.append("loop")
            if construct != "serial":
                words.append(self.pick("", "gang", "gang vector", "gang worker",
                                       "gang vector", "independent"))
        if construct != "serial" and self.rng.random() < 0.3:
            words.append(f"vector_length({self.pick(1, 32, 64, 128)})")
        if construct == "parallel" and self.rng.random() < 0.3:
            words.append(f"num_gangs({self.pick(1, 3, 17, 200)})")
        if self.rng.random() < 0.1:
            words.append(self.pick("async wait", "if(n > 3)", "self(n > 20)"))
        # On the host, it would change what the end of the region replaces.
        if "self" in words[-1] and "present" in clauses:
            words.pop()
        wait = "\n#pragma acc wait" if "async" in words[-1] else ""
        return "#pragma acc " + " ".join(filter(None, words + [clauses])), wait

    def add(self, name, text):
        """The function for the device and the host's twin."""
        self.functions.append(text.replace("@", name))
        host = "\n".join(line for line in text.splitlines()
                         if not line.lstrip().startswith("#pragma"))
        self.functions.append(host.replace("@", name + "_host"))

    def parameters(self):
        return f"int n, int m, {self.kind} *x, {self.kind} *y, {self.kind} *z"

    # ===-- Cases ------------------------------------------------------------

    def elements(self, name):
        leaves = ("x[i * m + j]", "y[j]", "y[i * m + j]", "i", "j")
        clauses = self.pick(
            "copyin(x[0:n * m], y[0:n * m]) copy(z[0:n * m])",
            "copyin(x[:n * m]) copyin(y[0:n * m]) copyout(z[0:n * m])",
            "collapse(2) copyin(x[0:n * m], y[0:n * m]) copyout(z[0:n * m])")
        begin, wait = self.compute(clauses)
        inner = "" if "collapse" in clauses or "serial" in begin else \
            self.pick("", "#pragma acc loop vector\n" if "vector" not in
                      begin.split() and "worker" not in begin else "",
                      "#pragma acc loop seq\n")
        body = f"z[i * m + j] = {self.value(leaves)};"
        if self.rng.random() < 0.5:
            body = self.control(body, leaves)
        self.add(name, f"""static void @({self.parameters()}) {{
{begin}
  for (int i = 0; i < n; ++i)
{inner}    for (int j = 0; j < m; j++) {{
      {body}
    }}{wait}
}}""")

    def control(self, body, leaves):
        return self.pick(
            f"""int k = 0; long t = {self.value(leaves)};
      while (k < {self.rng.randint(1, 9)} && t > 3) {{ t /= 2; if (t == 7) break; ++k; }}
      {body} z[i * m + j] += t + k;""",
            f"""switch ({self.value(leaves)} % 4) {{
      case 0: {body} break;
      case 1: z[i * m + j] = i; /* fall through */
      case 2: z[i * m + j] = 3; break;
      default: z[i * m + j] = j; }}""",
            f"""long t[3] = {{1, i, j}};
      for (int k = 1; k <= 2; ++k) t[k] += t[k - 1] + {self.value(leaves)};
      {body} z[i * m + j] += t[2] % MODULUS;""",
            f"if ({self.value(leaves)} & 1) {{ {body} }} else z[i * m + j] = 5;")

    def sums(self, name):
        sign, change = self.pick(
            ("+", "s += v;"), ("max", "if (v > s) s = v;"), ("|", "s |= v;"),
            ("min", "s = v < s ? v : s;"), ("^", "s ^= v;"), ("&&", "s = s && v;"),
            ("||", "s = s || v > 1000;"))
        begin, wait = self.compute(
            f"reduction({sign}:s) copyin(x[0:n * m], y[0:n * m])")
        kind = self.pick("int", "long", "unsigned", "short")
        self.add(name, f"""static void @({self.parameters()}) {{
  {kind} s = {self.rng.randint(0, 50)};
{begin}
  for (int i = {self.pick(0, 1)}; i < n * m; i += {self.pick(1, 1, 3)}) {{
    {kind} v = {self.value(("x[i]", "y[i]", "i"))};
    {change}
  }}{wait}
  z[0] = s % MODULUS;
}}""")

    def truth(self, name):
        """Reductions by && and ||, nested ones and those of arrays."""
        kind = self.pick("int", "long", "short", "unsigned char", "_Bool",
                         "float", "double")
        rare = f"{self.value(('x[i * m + j]', 'i', 'j'))} % {self.pick(2, 97, 1009)}"
        outer, inner = self.pick(("||", "&&"), ("&&", "||"))
        level = self.pick("vector", "worker", "seq")
        many = self.rng.randint(1, 5)
        self.add(name, f"""static void @({self.parameters()}) {{
  {kind} all = {self.pick(0, 1, 1, 3)}, each[{many}];
  for (int k = 0; k < {many}; ++k) each[k] = k & 1;
#pragma acc parallel loop gang reduction({outer}:all) copyin(x[0:n * m]) copy(z[0:n])
  for (int i = 0; i < n; ++i) {{
    {kind} row = {int(inner == "&&")};
#pragma acc loop {level} reduction({inner}:row)
    for (int j = 0; j < m; ++j)
      {self.pick(f"row = row {inner} {rare};",
                 f"if ({'!' * (inner == '&&')}({rare})) row = {int(inner == '||')};")}
    z[i] = row;
    all = all {outer} row;
  }}
#pragma acc parallel loop reduction({inner}:each) copyin(x[0:n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      each[i % {many}] = each[i % {many}] {inner} {rare};
  z[n] = all;
  for (int k = 0; k < {many}; ++k) z[n] += 2 * each[k] + 3 * k * each[k];
}}""")

    def steps(self, name):
        """Loops that go up or down by all kinds of steps."""
        begin, wait = self.compute("copyin(x[0:n * m]) copy(z[0:n * m])")
        first, step = self.rng.randint(0, 3), self.rng.randint(1, 5)
        kind = self.pick("int", "long", "short", "unsigned", "long long")
        # Clang refuses `i = i + 1` where it converts to a smaller type.
        wide = "int" if kind == "short" else kind
        by = self.pick(str(step), str(step), "by")
        at = "i"
        if self.rng.random() < 0.5:
            loop = self.pick(
                f"{kind} i = {first}; i < n * m; i += {by}",
                f"{wide} i = {first}; i <= n * m - 1; i = i + {by}",
                f"{wide} i = {first}; n * m > i; i = {by} + i",
                "int i = 0; i != n * m; ++i")
        elif kind == "unsigned":
            loop, at = f"{kind} i = n * m; i > {first}; --i", "i - 1"
        else:
            loop = self.pick(
                f"{kind} i = n * m - 1; i >= {first}; i -= {by}",
                f"{wide} i = n * m - 1; i > {first}; i = i - {by}",
                f"{kind} i = n * m - 1; {first} < i; i += -{by}",
                f"{kind} i = n * m - 1; i >= 0; i--")
        variable = "z[{0}]"
        if self.rng.random() < 0.4:
            at, variable = "(p - z)", "*p"
            loop = self.pick(
                f"{self.kind} *p = z + {first}; p < z + n * m; p += {step}",
                f"{self.kind} *p = &z[n * m - 1]; p >= z + {first}; p -= {by}",
                f"{self.kind} *p = z; p != z + n * m; ++p")
        body = self.value((f"x[{at}]", at, variable.format(at)))
        self.add(name, f"""static void @({self.parameters()}) {{
  int by = {step};
{begin}
  for ({loop})
    {variable.format(at)} = {body};{wait}
}}""")

    def members(self, name):
        """Structures with members that are arrays and structures."""
        leaves = ("s[i].own[i & 3]", "s[i].ranges[j].low", "s[i].ranges[j].high",
                  "s[i].n", "i", "j")
        begin, wait = self.compute("copy(s[0:n])")
        change = self.pick(
            f"s[i].ranges[j].low = {self.value(leaves)};",
            f"struct range *r = &s[i].ranges[j]; r->high = {self.value(leaves)}; r->low += 2;",
            f"struct grid t = s[i]; t.own[j] = {self.value(leaves)}; t.n += j; s[i] = t;",
            f"struct range r = {{j, {self.value(leaves)}}}; s[i].ranges[2 - j] = r;")
        own = self.value(("g.own[i & 3]", "g.tail[i]", "i"))
        parts = self.pick(
            "#pragma acc parallel loop copy(g.tail) copyin(g.own)\n",
            "#pragma acc enter data copyin(g.tail)\n#pragma acc enter data "
            "copyin(g.own[0:4])\n#pragma acc parallel loop present(g.own, g.tail)\n",
            "#pragma acc parallel loop gang vector copy(g.tail[0:n]) copyin(g.own[0:4])\n",
            "#pragma acc kernels loop copy(g)\n")
        leave = "#pragma acc exit data copyout(g.tail[0:n]) delete(g.own)\n" \
            if "enter" in parts else ""
        self.add(name, f"""static void @({self.parameters()}) {{
  struct grid *s = calloc(n, sizeof *s), g = {{1, {{2, 3, 4, 5}}}};
  for (int i = 0; i < n; ++i) {{
    s[i].n = i, s[i].own[i & 3] = x[i], s[i].ranges[i % 3].low = 5;
    g.tail[i] = y[i];
  }}
{begin}
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j) {{
      {change}
    }}{wait}
{parts}  for (int i = 0; i < n; ++i)
    g.tail[i] = {own};
{leave}  for (int i = 0; i < n; ++i) {{
    z[i] = s[i].n + s[i].own[1] + g.tail[i];
    for (int j = 0; j < 3; ++j)
      z[i] += s[i].ranges[j].low % 50 + (int)s[i].ranges[j].high % 50;
  }}
  free(s);
}}""")

    def histogram(self, name):
        size = self.rng.randint(2, 60)
        lower = self.rng.randint(0, 3)
        begin, wait = self.compute(f"reduction(+:h[{lower}:{size}]) "
                                   f"copyin(x[0:n * m])")
        if "kernels" in begin or "async" in begin:
            begin, wait = begin.replace("kernels", "parallel"), wait
        declared = self.pick(f"long h[{size + lower}];",
                             f"long *h = malloc({size + lower} * sizeof(long));")
        release = "free(h);" if "malloc" in declared else ""
        self.add(name, f"""static void @({self.parameters()}) {{
  {declared}
  for (int k = 0; k < {size + lower}; ++k) h[k] = k;
{begin}
  for (int i = 0; i < n * m; ++i) {{
    int k = {self.value(("x[i]", "i"))} % {size};
    h[{lower} + k] += {self.pick("1", "i % 3", "x[i]")};
  }}{wait}
  for (int k = 0; k < {size + lower} && k < n * m; ++k) z[k] = h[k] % MODULUS;
  {release}
}}""")

    def privates(self, name):
        first = self.rng.random() < 0.4
        declared = self.pick("long t[m];", "long *t = malloc(m * sizeof(long));")
        release = "free(t);" if "malloc" in declared else ""
        names = "t[0:m]" if release else "t"
        clause = f"firstprivate({names})" if first else f"private({names})"
        inner = self.pick("#pragma acc loop seq\n", "#pragma acc loop vector\n", "")
        set_up = "" if first else f"""{inner}    for (int j = 0; j < m; ++j)
      t[j] = {self.value(("x[i * m + j]", "i", "j"))};
"""
        where = "parallel" if first else "parallel loop gang"
        second = "#pragma acc loop gang\n" if first else ""
        self.add(name, f"""static void @({self.parameters()}) {{
  {declared}
  for (int j = 0; j < m; ++j) t[j] = j * 3;
#pragma acc {where} {clause} copyin(x[0:n * m]) copyout(z[0:n * m])
{second}  for (int i = 0; i < n; ++i) {{
{set_up}{inner}    for (int j = 0; j < m; ++j)
      z[i * m + j] = (t[m - 1 - j] + i) % MODULUS;
  }}
  {release}
}}""")

    def structures(self, name):
        leaves = ("s.data[i]", "s.own[i & 3]", "s.n", "y[i]")
        begin, wait = self.compute("present(s) copyin(y[0:n * m])")
        enter, leave = self.pick(
            ("#pragma acc data copy(s, s.data[0:n * m])\n  {", "  }"),
            ("#pragma acc enter data copyin(s, s.data[0:n * m])",
             "#pragma acc exit data copyout(s.data[0:n * m]) delete(s)"))
        self.add(name, f"""static void @({self.parameters()}) {{
  struct part s = {{{self.rng.randint(1, 50)}, z, {{1, 2, 3, 4}}}};
{enter}
{begin}
  for (int i = 0; i < n * m; ++i)
    s.data[i] = {self.value(leaves)};{wait}
{leave}
}}""" if "enter" in enter else f"""static void @({self.parameters()}) {{
  struct part s = {{{self.rng.randint(1, 50)}, z, {{1, 2, 3, 4}}}};
#pragma acc data copy(s, s.data[0:n * m])
  {{
{begin}
    for (int i = 0; i < n * m; ++i)
      s.data[i] = {self.value(leaves)};{wait}
  }}
}}""")

    def routines(self, name):
        level = self.pick("vector", "worker", "seq")
        directive = f"#pragma acc loop {level}\n"
        call = f"@_row(m, x + i * m, z + i * m, &count, {self.rng.randint(1, 9)})"
        loop = "gang" if level != "seq" else self.pick("", "gang", "gang vector")
        beside = self.pick("", "  *count += helper(m, by) % 7;\n",
                           "  @_note(count, helper(by, m));\n")
        self.add(name, f"""#pragma acc routine seq
static void @_note(int *count, long v) {{ *count += v % 5; }}
#pragma acc routine {level}
static long @_row(int m, {self.kind} *x, {self.kind} *z, int *count, int by) {{
  long s = 0;
{directive}  for (int j = 0; j < m; ++j)
    z[j] = {self.value(("x[j]", "j", "by"))};
{beside}{directive.replace("#pragma acc loop", "#pragma acc loop reduction(+:s)")}  for (int j = 0; j < m; ++j)
    s += z[j];
  return s % MODULUS;
}}
static void @({self.parameters()}) {{
#pragma acc parallel loop {loop} copyin(x[0:n * m]) copyout(z[0:n * m]) copy(y[0:n])
  for (int i = 0; i < n; ++i) {{
    int count = i;
    long s = {call};
    y[i] = (s + count) % MODULUS;
  }}
}}""")

    def arrays(self, name):
        begin, wait = self.compute("copyin(a) copyout(b)")
        declare = self.pick("", "#pragma acc declare create(a)\n")
        update = "#pragma acc update device(a)\n" if declare else ""
        self.add(name, f"""static void @({self.parameters()}) {{
  {self.kind} a[n][m], b[m][n];
{declare}  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] = x[i * m + j];
{update}{begin}
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      b[j][i] = {self.value(("a[i][j]", "a[n - 1 - i][j]", "i", "j"))};{wait}
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      z[i * m + j] = b[j][i];
}}""")

    def fields(self, name):
        begin, wait = self.compute("copy(s[0:n * m]) copyin(x[0:n * m])")
        self.add(name, f"""static void @({self.parameters()}) {{
  struct bits *s = calloc(n * m, sizeof *s);
{begin}
  for (int i = 0; i < n * m; ++i) {{
    s[i].low = {self.value(("x[i]", "i"))};
    s[i].sign -= {self.value(("x[i]", "i"))} % 40;
    s[i].high += s[i].low * 3 + {self.value(("x[i]",))};
    s[i].low++;
  }}{wait}
  for (int i = 0; i < n * m; ++i)
    z[i] = (s[i].low + s[i].sign + s[i].high) % MODULUS;
  free(s);
}}""")

    def generate(self, seed, cases, head):
        makers = (self.elements, self.elements, self.sums, self.histogram,
                  self.privates, self.structures, self.routines, self.arrays,
                  self.fields, self.truth, self.steps, self.steps, self.members)
        tests = []
        for number in range(1, cases + 1):
            name = f"case{number}"
            self.rng.choice(makers)(name)
            tests.append(f"""  for (int host = 0; host < 2; ++host) {{
    fill(first, {number}), fill(second, {number + 5});
    fill(host ? third : result, {number + 9});
    (host ? {name}_host : {name})(N, M, first, second, host ? third : result);
    memcpy(host ? wanted : changed, second, sizeof second);
  }}
  failed |= compare("{name}", result, third) | compare("{name}, y", changed, wanted);""")
        start = START.format(modulus=MODULUS, n=self.rows, m=self.columns,
                             kind=self.kind)
        helper = """#pragma acc routine seq
static long helper(long a, long b) {
  long t = a % 31;
  for (int k = 0; k < 3; ++k)
    t = t * 2 + (b & k);
  return t % MODULUS;
}"""
        return "\n".join([head + start + helper, *self.functions,
                          f"""int main(void) {{
  static {self.kind} result[N * M + 4], changed[N * M + 4], wanted[N * M + 4];
  int failed = 0;""", *tests, """  if (!failed)
    printf("PASS\\n");
  return failed;
}
"""])


def program(seed, cases):
    """A program as text, and its options."""
    rng = random.Random(f"c {seed}")
    options = " ".join(["-acc", rng.choice(("-O0", "-O2", "-O2"))])
    head = f"/* Made by utils/random-programs: C, seed {seed}.\n" \
           f"   options: {options} */\n"
    return Program(rng).generate(seed, cases, head), options
