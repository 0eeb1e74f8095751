# ===-- options.py - Options that any program may be built with --------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The matrix: what utils/test-matrix builds the test programs with, and
utils/random-programs --mix the random ones."""

THREADS = "-fcpu-loop-threads"
# Programs watch their own device code, on the CPU.
CHECK = "-gpu=check"
OPTIONS = {
    "-O0": ["-O0"],
    "-O3": ["-O3"],
    "-g": ["-g"],
    "-i8": ["-i8"],
    "-gpu=managed": ["-gpu=managed"],
    "-stdpar": ["-stdpar"],
    THREADS: ["-target=cpu", THREADS],
    CHECK: [CHECK],
}
# Of each group a mix has at most one, with this probability. Random programs are
# checked in addition, whatever the mix.
GROUPS = (
    (("-O0", "-O3", "-g"), 0.75),
    (("-gpu=managed", "-stdpar"), 0.5),
    (("-i8",), 0.25),
    ((THREADS,), 0.4),
)


def draw(rng, allowed=lambda option: True):
    """Names of options that may stand together."""
    mix = []
    for group, probability in GROUPS:
        if rng.random() < probability:
            option = rng.choice(group)
            if allowed(option):
                mix.append(option)
    return mix


def words(mix):
    """The words of the command line."""
    return [word for option in mix for word in OPTIONS[option]]


def words_for_random(rng):
    """A mix for a program that compares with itself: its REALs may be others."""
    return words(draw(rng)) + ["-r8"] * (rng.random() < 0.2)


def on_gpu(settings):
    """The words of a command line without those that leave no code for GPUs."""
    return [{"-stdpar=multicore": "-stdpar"}.get(word, word)
            for word in settings if word not in ("-target=cpu", THREADS)]
