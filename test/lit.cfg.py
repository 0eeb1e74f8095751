# ===-- lit.cfg.py - How lit runs Warpfort's tests --------------------------===#
#
# Part of the Warpfort project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
#
# What is specific to one build tree comes from lit.site.cfg.py, which CMake
# writes. Programs run on the device that `-D device=` names (cpu unless
# given), so one suite serves the CPU and the GPU. What a machine lacks turns
# tests off by name: they are reported as unsupported, never as passed.
#
# Substitutions beside lit's own:
#   %warpfort %warpfort-opt %warp-codegen %warp-image   the tools
#   %{compiler}        the executable of %warpfort, without the flags of -D flags=
#   %{prefix}          the folder of bin, lib, modules and cmake
#   %run               runs a program on the chosen device, under a time limit
#   %{compile-and-run} a whole self-checking program: compile this file with
#                      Inputs/testing.f90 (which is compiled once for all),
#                      run it, and want the line PASS
#   %{compile-and-run-acc}  the same with OpenACC
#   %{compile-and-run-acc-threads}  the same on the CPU with gangs of as many
#                      threads as on a GPU
#   %{compile}         `%warpfort` with a module folder of the test's own
#   %{openmpi-run} %{mpich-run}  starts the ranks of a program
#   %{nvcc}            NVIDIA's compiler of CUDA C
#   %{nvcc-device-code} compiles CUDA C to relocatable device code
#   %{check-pass}      reads a program's output and wants the line PASS
#   %flang             stock Flang
#   %{gdb}             a debugger without a terminal, for programs on the CPU
#   %{canary}          utils/canary: fails when a fault of Flang's is mended
#   %{testing}         the module that self-checking programs use
#   %{inputs}          its folder, test/Programs/Inputs
#   %{examples}        the folder of examples
#   %{browser}         chromium, without a window
#   %{python}          the Python that runs lit
#   %{llvm-tools}      the folder of LLVM's tools
#   %{mock-driver}     the CUDA driver of the unit tests, which needs no GPU
#
# ===----------------------------------------------------------------------===#

import ctypes
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

import lit.formats

config.name = "Warpfort"
# `-D keep=1` keeps the files of tests that pass.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from passing_outputs import ShTestWithoutLeftovers  # noqa: E402

keep = lit_config.params.get("keep", "0") != "0"
shell_test = lit.formats.ShTest if keep else ShTestWithoutLeftovers
config.test_format = shell_test(execute_external=False)
config.suffixes = [".mlir", ".ll", ".c", ".cuf", ".f90", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]

config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(config.warpfort_binary_dir, "test")

device = lit_config.params.get("device", "cpu")
if device not in ("cpu", "cuda"):
    lit_config.fatal(f"device is '{device}'; it may be cpu or cuda")
compile_flags = lit_config.params.get("flags", "")
seconds = lit_config.params.get("seconds", "120")


# ===-- Tools --------------------------------------------------------------===#


def built_tool(name):
    """A tool of this build. One that is not built fails when it is used."""
    return os.path.join(config.warpfort_binary_dir, "bin", name)


def llvm_tool(name):
    return os.path.join(config.llvm_tools_dir, name)


def find_cuda_tool(name):
    """The tool in the CUDA toolkit, sought where the compiler seeks it."""
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        root = os.environ.get(variable)
        if root and os.access(os.path.join(root, "bin", name), os.X_OK):
            return os.path.join(root, "bin", name)
    usual = os.path.join("/usr/local/cuda/bin", name)
    if os.access(usual, os.X_OK):
        return usual
    return shutil.which(name)


def has_gpu():
    """Whether the driver is there and counts at least one device."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    if driver.cuInit(0) != 0:
        return False
    return driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0


def has_protection_keys():
    """Whether the system hands out protection keys for memory (x86)."""
    try:
        with open("/proc/cpuinfo") as info:
            return " ospke" in info.read()
    except OSError:
        return False


def can_load(*files):
    """Whether one of these shared libraries can be loaded."""
    for file in files:
        try:
            ctypes.CDLL(file)
            return True
        except OSError:
            pass
    return False


def has_cuda_13_headers():
    """Whether the headers are those that the interfaces were made from."""
    try:
        with open("/usr/local/cuda/include/cublas_api.h") as header:
            return "CUBLAS_VER_MAJOR 13" in header.read()
    except OSError:
        return False


def can_link(*libraries):
    """Whether the C compiler finds the libraries to link with."""
    command = ["cc", "-shared", "-o", os.devnull]
    command += [f"-l{library}" for library in libraries]
    return (
        shutil.which("cc") is not None
        and subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ).returncode
        == 0
    )


def can_debug():
    """Whether gdb is here and may control a process."""
    if not shutil.which("gdb"):
        return False
    command = ["gdb", "-batch", "-nx", "-ex", "run", "true"]
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    return "exited normally" in result.stdout


def can_set_ids():
    """Whether a program made here runs with another user's rights."""
    folder = config.test_exec_root
    if not os.path.isdir(folder):
        folder = config.warpfort_binary_dir
    return os.geteuid() == 0 and not os.statvfs(folder).f_flag & os.ST_NOSUID


def compile_testing_once():
    """Compiles Inputs/testing.f90, which most programs are linked with.

    Returns the folder of its module, and its object.
    Another run of lit in the same build tree may use the former files, so new
    ones take their places only when they are whole.
    """
    compiler = built_tool("warpfort")
    folder = os.path.join(config.test_exec_root, "testing")
    if os.access(compiler, os.X_OK):
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            object_file = os.path.join(scratch, "testing.o")
            command = [compiler, *shlex.split(compile_flags), "-c", testing]
            command += ["-module", scratch, "-o", object_file]
            if subprocess.run(command).returncode != 0:
                lit_config.fatal("testing.f90 cannot be compiled")
            for name in os.listdir(scratch):
                os.replace(
                    os.path.join(scratch, name), os.path.join(folder, name)
                )
    return folder, os.path.join(folder, "testing.o")


# A tool's name may begin another's, and %t may follow a name: whole words only.
def substitute(name, command):
    config.substitutions.append((f"%{name}(?![-\\w])", command))


warpfort = " ".join([shlex.quote(built_tool("warpfort")), compile_flags]).strip()
run = f"env WARPFORT_DEVICE={device} timeout {int(seconds)}"
# Where the machine can, host code that touches device memory ends the program,
# as on a GPU.
if device == "cpu" and has_protection_keys():
    run = f"env WARPFORT_DEVICE=cpu WARPFORT_CPU_GUARD=1 timeout {int(seconds)}"
pass_file = os.path.join(config.test_source_root, "Inputs", "pass.txt")
testing = os.path.join(
    config.test_source_root, "Programs", "Inputs", "testing.f90"
)
check_pass = f"{llvm_tool('FileCheck')} --match-full-lines {pass_file}"
fresh_folder = "rm -rf %t.dir && mkdir -p %t.dir"
testing_folder, testing_object = compile_testing_once()
compile_here = f"{warpfort} -fverify-passes -module %t.dir -I %t.dir"
prepare = f"{fresh_folder} && cp {testing_folder}/testing.mod %t.dir"

config.substitutions.append(
    (
        "%{compile-and-run}",
        f"{prepare} && {compile_here} {testing_object} %s -o %t.dir/program"
        f" && {run} %t.dir/program | {check_pass}",
    )
)
config.substitutions.append(
    (
        "%{compile-and-run-acc}",
        f"{prepare} && {compile_here} -acc {testing_object} %s -o %t.dir/program"
        f" && {run} %t.dir/program | {check_pass}",
    )
)
config.substitutions.append(
    (
        "%{compile-and-run-acc-threads}",
        f"{prepare} && {compile_here} -acc -target=cpu -fcpu-loop-threads"
        f" {testing_object} %s -o %t.dir/program"
        f" && env WARPFORT_DEVICE=cpu {run} %t.dir/program | {check_pass}",
    )
)
config.substitutions.append(("%{compile}", compile_here))
config.substitutions.append(
    ("%{compiler}", shlex.quote(built_tool("warpfort")))
)
config.substitutions.append(("%{prefix}", config.warpfort_binary_dir))
config.substitutions.append(("%{fresh-folder}", fresh_folder))
config.substitutions.append(("%{check-pass}", check_pass))
config.substitutions.append(("%{testing}", testing))
config.substitutions.append(
    ("%{canary}", os.path.join(config.test_source_root, "..", "utils", "canary"))
)
config.substitutions.append(
    (
        "%{gdb}",
        "env WARPFORT_DEVICE=cpu WARPFORT_NUM_THREADS=1 DEBUGINFOD_URLS="
        f" timeout {int(seconds)} gdb -batch -nx",
    )
)
config.substitutions.append(("%{inputs}", os.path.dirname(testing)))
config.substitutions.append(
    ("%{examples}", os.path.join(config.test_source_root, "..", "examples"))
)
config.substitutions.append(("%{llvm-tools}", config.llvm_tools_dir))
substitute("run", run)
for tool in ("warpfort-opt", "warp-codegen", "warp-image"):
    substitute(tool, built_tool(tool))
substitute("warpfort", warpfort)
substitute("flang", llvm_tool("flang"))
for tool in ("FileCheck", "not", "split-file"):
    config.substitutions.append((f"(?<![-\\w/]){tool}(?![-\\w/.])", llvm_tool(tool)))

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools_dir, os.environ.get("PATH", "")]
)

# ===-- What this machine has ----------------------------------------------===#

for tool in ("ptxas", "nvcc"):
    if find_cuda_tool(tool):
        config.available_features.add(tool)
ptxas = find_cuda_tool("ptxas")
toolkit = os.path.dirname(os.path.dirname(ptxas)) if ptxas else ""
if ptxas and any(
    os.path.exists(os.path.join(toolkit, folder, "libcudadevrt.a"))
    for folder in ("lib64", "lib", "targets/x86_64-linux/lib")
):
    config.available_features.add("cuda-device-runtime")
for tool in ("autoconf", "automake", "cmake", "dpkg-shlibdeps", "fpm", "make",
             "meson", "ninja"):
    if shutil.which(tool):
        config.available_features.add(tool)
# What utils/build-site needs.
if all(importlib.util.find_spec(m) for m in ("markdown_it", "pygments")):
    config.available_features.add("markdown")
# A browser that needs no screen; its sandbox needs rights that containers lack.
browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
if browser:
    config.available_features.add("browser")
    config.substitutions.append(
        ("%{browser}", f"{browser} --headless --no-sandbox --disable-gpu")
    )
config.substitutions.append(("%{python}", shlex.quote(sys.executable)))
# What -mp links, beside LLVM's other libraries.
if os.path.exists(os.path.join(config.llvm_tools_dir, "..", "lib", "libomp.so")):
    config.available_features.add("openmp")
if can_link("lapack", "blas"):
    config.available_features.add("lapack")
for mpi, options in (
    # On a machine with fewer cores than ranks, and for root, too.
    ("openmpi", "--allow-run-as-root --oversubscribe --mca btl self,vader"),
    ("mpich", ""),
):
    if shutil.which(f"mpifort.{mpi}") and shutil.which(f"mpirun.{mpi}"):
        config.available_features.add(mpi)
    config.substitutions.append(
        (f"%{{{mpi}-run}}", f"timeout {int(seconds)} mpirun.{mpi} {options}")
    )
# Module pnetcdf for this compiler, as docs/io-libraries.md makes it.
pnetcdf = os.environ.get("WARPFORT_PNETCDF", "")
if os.path.exists(os.path.join(pnetcdf, "include", "pnetcdf.mod")):
    config.available_features.add("pnetcdf")
    config.substitutions.append(("%{pnetcdf}", shlex.quote(pnetcdf)))
if can_debug():
    config.available_features.add("gdb")
if can_set_ids():
    config.available_features.add("set-id")
if has_gpu():
    config.available_features.add("gpu")
elif device == "cuda":
    lit_config.fatal("device=cuda, but no NVIDIA driver or device is here")
config.available_features.add(f"device-{device}")
# What does the work of CUDA libraries on the CPU.
if device == "cuda" or can_load("libopenblas.so.0", "libblas.so.3"):
    config.available_features.add("blas")
if device == "cuda" or can_load("libopenblas.so.0", "liblapack.so.3"):
    config.available_features.add("lapack")
if device == "cuda" or (
    can_load("libfftw3.so.3") and can_load("libfftw3f.so.3")
):
    config.available_features.add("fftw")
if not config.boost_include_dir.endswith("NOTFOUND"):
    config.available_features.add("sobol")
mock_driver = os.path.join(
    config.warpfort_binary_dir, "lib", "mock-cuda-driver.so"
)
config.substitutions.append(("%{mock-driver}", mock_driver))
if os.path.exists(mock_driver):
    config.available_features.add("mock-driver")
if has_cuda_13_headers():
    config.available_features.add("cuda-13-headers")

config.substitutions.append(("%{nvcc}", find_cuda_tool("nvcc") or "nvcc"))
config.substitutions.append(
    (
        "%{nvcc-device-code}",
        f"{find_cuda_tool('nvcc') or 'nvcc'} -c -rdc=true"
        + "".join(
            f" -gencode arch=compute_{cc},code=sm_{cc}" for cc in (80, 90)
        ),
    )
)

# Where the toolkit is comes to the compiler through the environment; nothing
# else of a user's settings may change what a test does.
for variable in ("CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "TMPDIR"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
for variable in [v for v in config.environment if v.startswith("WARPFORT_")]:
    del config.environment[variable]
