#!/usr/bin/env python3
# ===-- times-more.py - Compare the times of two compilations ---------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
#
# Fails if COMMAND takes over LIMIT times as much of the processor's time for
# LARGE as for SMALL, for compile-times.test.
#
#     times-more.py LIMIT SMALL LARGE COMMAND...
#
# ===----------------------------------------------------------------------===#
import os
import subprocess
import sys


def seconds(command, source):
    before = os.times()
    subprocess.run([*command, source], check=True)
    return os.times().children_user - before.children_user


limit, small, large, *command = sys.argv[1:]
few, many = seconds(command, small), seconds(command, large)
print(f"{few:.2f} s, {many:.2f} s: {many / few:.1f} times")
sys.exit(many > float(limit) * few)
