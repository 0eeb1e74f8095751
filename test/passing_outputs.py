# ===-- passing_outputs.py - Tests that leave nothing when they pass --------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
#
# A test leaves %t and its siblings in the build tree: programs, for most. All
# of them together fill 7 GB, which a laptop or a CI machine may not have. What
# a failed test wrote stays for whoever looks into it.
#
# lit's workers find the class by its module's name, so it cannot be in
# lit.cfg.py, which is no module.
#
# ===----------------------------------------------------------------------===#

import glob
import os
import shutil

import lit.formats
import lit.Test
import lit.TestRunner


class ShTestWithoutLeftovers(lit.formats.ShTest):
    """Tests of RUN lines whose files are removed when they pass."""

    def execute(self, test, lit_config):
        result = super().execute(test, lit_config)
        # A test that lit reports by name only has a plain code as its result.
        code = result.code if isinstance(result, lit.Test.Result) else result
        if code == lit.Test.PASS:
            _, base = lit.TestRunner.getTempPaths(test)
            for path in glob.glob(glob.escape(base) + ".*"):
                if os.path.isdir(path) and not os.path.islink(path):
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    os.remove(path)
        return result
