# ===-- program.py - Whole programs ----------------------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A program's file: its cases' modules, and the main program that runs their
tests."""

import random

from . import c, dependences, plain, teams
from .case import Case
from .concurrent_case import ConcurrentCase, ReferenceCase
from .cuda_case import CudaCase
from .text import Lines

CONCURRENT_OPTIONS = ("-stdpar",) * 4 + (
    "-stdpar -gpu=nomanaged", "-stdpar -gpu=nomanaged", "-stdpar=multicore",
    "-stdpar -acc", "")

HEAD = """! Made by utils/random-programs: {language}, seed {seed}.
! options: {options}
"""


def openacc_program(seed, cases):
    """An OpenACC program as text, and its options."""
    rng = random.Random(f"openacc {seed}")
    options = " ".join(["-acc", rng.choice(("-O0", "-O2", "-O2"))])
    return whole_program("OpenACC", Case, rng, seed, options, cases), options


def cuda_program(seed, cases):
    """A CUDA Fortran program as text, and its options."""
    rng = random.Random(f"cuda {seed}")
    options = rng.choice(("-O0", "-O2", "-O2"))
    return whole_program("CUDA Fortran", CudaCase, rng, seed, options,
                         cases), options


def concurrent_program(seed, cases, reference=False):
    """A program of DO CONCURRENT as text, and its options. For another
    compiler some constructs are loops, which it may know better."""
    rng = random.Random(f"concurrent {seed}")
    options = rng.choice(CONCURRENT_OPTIONS) + rng.choice((" -O0", " -O2"))
    make = ReferenceCase if reference else ConcurrentCase
    return whole_program("DO CONCURRENT", make, rng, seed, options,
                         cases), options


def whole_program(language, make, rng, seed, options, cases):
    modules, tests = [], Lines(1)
    for number in range(1, cases + 1):
        case = make(rng, number)
        module, test = case.generate()
        types = Lines()
        case.record_types(types)
        modules += types.render("host") + [""]
        modules += module.render("device") + [""] + \
            module.render("host") + [""]
        tests.extend(test)
    main = Lines()
    with main.nested("program main", "end program"):
        main.add("implicit none")
        main.add("logical :: failed")
        main.add("failed = .false.")
        for number in range(1, cases + 1):
            main.add(f"call test{number}()")
        main.add("if (failed) error stop 1")
        main.add("print '(a)', 'PASS'")
    text = main.render("host")
    text[-1:] = ["contains"] + tests.render("host") + ["end program"]
    head = HEAD.format(language=language, seed=seed, options=options)
    return head + "\n".join(modules + text) + "\n"


def kernels_program(seed, cases):
    head = HEAD.format(language="kernels", seed=seed, options="-acc")
    return dependences.program(seed, cases, head), "-acc"


def teams_program(seed, cases):
    """Half of them with the threads that a GPU has, on the CPU too."""
    rng = random.Random(f"options of teams {seed}")
    options = " ".join(["-acc", rng.choice(("-O0", "-O2", "-O2")),
                        *rng.choice(([], ["-fcpu-loop-threads"]))])
    head = HEAD.format(language="teams", seed=seed, options=options)
    return teams.program(seed, cases, head), options


MAKERS = {"openacc": openacc_program, "cuda": cuda_program,
          "kernels": kernels_program, "teams": teams_program, "concurrent": concurrent_program,
          "plain": plain.program, "c": c.program}
