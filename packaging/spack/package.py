# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recipe for Spack: copy this folder to packages/warpfort of a repository."""

from spack.package import *


class Warpfort(CMakePackage):
    """Compiler for CUDA Fortran and OpenACC, for NVIDIA GPUs and CPUs."""

    license("Apache-2.0 WITH LLVM-exception")

    # A checkout: `spack dev-build warpfort@main` in the root of the repository.
    version("main")

    variant("tests", default=False, description="Build the tests")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("python@3.9:", type="build")
    # Headers: the numbers of Sobol's sequences.
    depends_on("boost +math +random", type="build")
    depends_on("googletest", type="build", when="+tests")
    # Functions of Flang that are no interface: this release only.
    depends_on(
        "llvm@22 +clang +lld +flang +mlir +llvm_dylib", type=("build", "link")
    )
    # Programs are linked with its libraries.
    depends_on("gcc", type="run")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("WARPFORT_LLVM_DIR", self.spec["llvm"].prefix),
            self.define(
                "WARPRT_FLANG_INCLUDE",
                join_path(self.spec["llvm"].prefix.include, "flang"),
            ),
            self.define_from_variant("WARPFORT_BUILD_TESTS", "tests"),
            self.define("WARPFORT_WERROR", False),
        ]

    def setup_run_environment(self, env):
        env.set("FC", join_path(self.prefix.bin, "warpfort"))
