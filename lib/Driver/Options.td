//===-- Options.td - The command line of warpfort -------------------------===//
//
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every option that warpfort knows, in three sections:
//   translated   the option does what its help text says
//   ignored      accepted and without effect; the help text says why that is
//                right. Reported with -v, or always if in IgnoredWithWarning
//   refused      an error; the help text is the reason that is printed
// Any other option is an error too. The values of -gpu= and -Mcuda= have a
// table of their own, of the same form, in GPUOptions.cpp. The page of options
// and the manual page are made from these tables.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["-"], name>, HelpText<help>;
class J<string name, string help> : Joined<["-"], name>, HelpText<help>;
class S<string name, string help> : Separate<["-"], name>, HelpText<help>;
class JS<string name, string help> : JoinedOrSeparate<["-"], name>, HelpText<help>;

//===----------------------------------------------------------------------===//
// Translated
//===----------------------------------------------------------------------===//

def ActionGroup : OptionGroup<"action">, HelpText<"WHAT TO DO">;
def LanguageGroup : OptionGroup<"language">, HelpText<"LANGUAGE">;
def DeviceGroup : OptionGroup<"device">, HelpText<"DEVICE CODE">;
def CodeGroup : OptionGroup<"code">, HelpText<"HOST CODE">;
def LinkGroup : OptionGroup<"link">, HelpText<"LINKING">;
def MessageGroup : OptionGroup<"message">, HelpText<"MESSAGES">;

let Group = ActionGroup in {
def c : F<"c", "Compile, do not link">;
def S_ : F<"S", "Write assembly of the host code">, EnumName<"S">;
def emit_llvm : F<"emit-llvm", "With -c or -S, write LLVM bitcode or text of the host code">;
def E : F<"E", "Print the source after the preprocessor">;
def F_ : F<"F", "Write the source after the preprocessor to a file that ends in .f or .f90">, EnumName<"F">;
def fsyntax_only : F<"fsyntax-only", "Check only; writes module files">;
def dlink : F<"dlink", "Compile and link device code only, into one object: "
              "add it to a link that another linker does">;
def ptx : F<"ptx", "Write the kernels of all inputs as PTX, for a host that loads and launches them itself; "
              "with -emit-llvm as LLVM IR">;
def cubin : F<"cubin", "The same as machine code of one GPU, which -gpu=ccXY names">;
def fatbin : F<"fatbin", "The same as PTX and machine code of each GPU that -gpu= names">;
def o : JS<"o", "Name of the output file">, MetaVarName<"<file>">;
def help : Flag<["-", "--"], "help">, HelpText<"Print this text; of the options that are given beside it only their lines">;
def h : F<"h", "Same as -help">, Alias<help>;
def help_EQ : J<"help=", "Same as -help, of options that begin with this name">, MetaVarName<"<name>">;
def help_all : Flag<["--"], "help-all">,
  HelpText<"Print this text and the options that are ignored or refused">;
def flags : F<"flags", "Same as --help-all">, Alias<help_all>;
def version : Flag<["--"], "version">, HelpText<"Print the version">;
def V : F<"V", "Print the version, then do what the other options ask for">;
def dumpversion : F<"dumpversion", "Print the number of the version only">;
def dumpmachine : F<"dumpmachine", "Print the target only">;
def M : F<"M", "Print what the source depends on, as a rule for make; do not compile">;
def MM : F<"MM", "Same as -M, without Warpfort's own modules and include files">;
def MD : F<"MD", "Compile, and write what -M prints to a file that ends in .d">;
def MMD : F<"MMD", "Same as -MD, without Warpfort's own modules and include files">;
def MF : JS<"MF", "File for -M, -MM, -MD and -MMD to write">, MetaVarName<"<file>">;
def MT : JS<"MT", "Target of the rule, in place of the object's name">, MetaVarName<"<target>">;
def MQ : JS<"MQ", "Same as -MT, with characters quoted that make would expand">, MetaVarName<"<target>">;
def MP : F<"MP", "Add an empty rule for each file, so that one may be removed">;
def hash_hash_hash : F<"###", "Print the jobs, do not run them">;
def show : F<"show", "Same as -###">, Alias<hash_hash_hash>;
def dryrun : F<"dryrun", "Same as -###">, Alias<hash_hash_hash>;
}

let Group = LanguageGroup in {
def cuda : F<"cuda", "CUDA Fortran also in files not named .cuf or .CUF">;
def cuda_EQ : CommaJoined<["-"], "cuda=">, MetaVarName<"<list>">,
  HelpText<"Same as -cuda -gpu=<list>">;
def Mcuda : F<"Mcuda", "Same as -cuda">, Alias<cuda>;
def Mcuda_EQ : CommaJoined<["-"], "Mcuda=">, MetaVarName<"<list>">,
  HelpText<"Same as -cuda -gpu=<list>; `emu` is -target=cpu">;
def acc : F<"acc", "OpenACC directives">;
def fopenacc : F<"fopenacc", "Same as -acc">, Alias<acc>;
def acc_EQ : CommaJoined<["-"], "acc=">, MetaVarName<"<list>">,
  HelpText<"OpenACC directives for: gpu, host, multicore. Lists may also hold "
           "strict, noautopar and the like, which change nothing">;
def ta_EQ : CommaJoined<["-"], "ta=">, MetaVarName<"<list>">,
  HelpText<"Old spelling: tesla[:<list>] is -acc -gpu=<list>, multicore and "
           "host are -acc=multicore">;
def ta : F<"ta", "Same as -acc">, Alias<acc>;
def stdpar_EQ : CommaJoined<["-"], "stdpar=">, MetaVarName<"<list>">,
  HelpText<"DO CONCURRENT runs on: gpu, multicore. Allocatables are managed "
           "(-gpu=nomanaged: they are copied)">;
def stdpar : F<"stdpar", "Same as -stdpar=gpu">, Alias<stdpar_EQ>, AliasArgs<["gpu"]>;
def nostdpar : F<"nostdpar", "DO CONCURRENT runs on the host">;
def mp_EQ : CommaJoined<["-"], "mp=">, MetaVarName<"<list>">,
  HelpText<"OpenMP directives of host code for: multicore. Lists may also hold "
           "align, allcores, bind, numa, ompt and the like, which change nothing">;
def mp : F<"mp", "Same as -mp=multicore">, Alias<mp_EQ>, AliasArgs<["multicore"]>;
def fopenmp : F<"fopenmp", "Same as -mp=multicore">, Alias<mp_EQ>, AliasArgs<["multicore"]>;
def openmp : F<"openmp", "Same as -mp=multicore">, Alias<mp_EQ>, AliasArgs<["multicore"]>;
def fopenmp_EQ : J<"fopenmp=", "Same as -mp=multicore; the library is libomp">, MetaVarName<"<library>">;
def fopenmp_version_EQ : J<"fopenmp-version=", "Version of OpenMP: 31, 40, 45, 50, 51 (default), 52 or 60">,
  MetaVarName<"<version>">;
def nomp : F<"nomp", "OpenMP directives are comments (default)">;
def Mnoopenmp : F<"Mnoopenmp", "Same as -nomp">, Alias<nomp>;
def fno_openmp : F<"fno-openmp", "Same as -nomp">, Alias<nomp>;
def std_EQ : J<"std=", "Dialect of C: c89, c99, c11, c17, c23 or, with GNU's extensions, gnu89 to gnu23; gnu17 unless given">,
  MetaVarName<"<dialect>">;
def c89 : F<"c89", "Same as -std=gnu89">, Alias<std_EQ>, AliasArgs<["gnu89"]>;
def c99 : F<"c99", "Same as -std=gnu99">, Alias<std_EQ>, AliasArgs<["gnu99"]>;
def c11 : F<"c11", "Same as -std=gnu11">, Alias<std_EQ>, AliasArgs<["gnu11"]>;
def c17 : F<"c17", "Same as -std=gnu17">, Alias<std_EQ>, AliasArgs<["gnu17"]>;
def D : JS<"D", "Define a preprocessor macro">, MetaVarName<"<name>[=<value>]">;
def U : JS<"U", "Undefine a preprocessor macro">, MetaVarName<"<name>">;
def I : JS<"I", "Add a folder to look for include files and modules in">, MetaVarName<"<folder>">;
def module : S<"module", "Folder that module files are written to and looked for in">, MetaVarName<"<folder>">;
def J : JoinedOrSeparate<["-"], "J">, Alias<module>, HelpText<"Same as -module">, MetaVarName<"<folder>">;
def module_dir : JoinedOrSeparate<["-"], "module-dir">, Alias<module>, HelpText<"Same as -module">, MetaVarName<"<folder>">;
def isystem : JS<"isystem", "Same as -I, looked into after these">, MetaVarName<"<folder>">;
def idirafter : JoinedOrSeparate<["-"], "idirafter">, Alias<isystem>, HelpText<"Same as -isystem">, MetaVarName<"<folder>">;
def Mfree : F<"Mfree", "Free source form">;
def Mfreeform : F<"Mfreeform", "Same as -Mfree">, Alias<Mfree>;
def ffree_form : F<"ffree-form", "Same as -Mfree">, Alias<Mfree>;
def Mfixed : F<"Mfixed", "Fixed source form">;
def Mnofree : F<"Mnofree", "Same as -Mfixed">, Alias<Mfixed>;
def Mnofreeform : F<"Mnofreeform", "Same as -Mfixed">, Alias<Mfixed>;
def Mnofixed : F<"Mnofixed", "Same as -Mfree">, Alias<Mfree>;
def ffixed_form : F<"ffixed-form", "Same as -Mfixed">, Alias<Mfixed>;
def ffixed_line_length_72 : F<"ffixed-line-length-72", "Fixed form has 72 columns (default)">;
def Mextend : F<"Mextend", "Fixed form has 132 columns">;
def Mextend132 : F<"Mextend132", "Same as -Mextend">, Alias<Mextend>;
def ffixed_line_length_132 : F<"ffixed-line-length-132", "Same as -Mextend">, Alias<Mextend>;
def Mpreprocess : F<"Mpreprocess", "Run the preprocessor whatever the file is called">;
def cpp : F<"cpp", "Same as -Mpreprocess">, Alias<Mpreprocess>;
def nocpp : F<"nocpp", "Do not run the preprocessor">;
def Mstandard : F<"Mstandard", "What older compilers took beyond the language is an error">;
def r8 : F<"r8", "Default real has 8 bytes">;
def Mr8 : F<"Mr8", "Same as -r8">, Alias<r8>;
def fdefault_real_8 : F<"fdefault-real-8", "Same as -r8">, Alias<r8>;
def i8 : F<"i8", "Default integer has 8 bytes">;
def Mi8 : F<"Mi8", "Same as -i8">, Alias<i8>;
def fdefault_integer_8 : F<"fdefault-integer-8", "Same as -i8">, Alias<i8>;
def i2 : F<"i2", "Default integer and logical have 2 bytes">;
def i4 : F<"i4", "Default integer has 4 bytes (default)">;
def Mnobackslash : F<"Mnobackslash", "A backslash in a character constant begins an escape, such as \\n">;
def fbackslash : F<"fbackslash", "Same as -Mnobackslash">, Alias<Mnobackslash>;
def Mbackslash : F<"Mbackslash", "A backslash is an ordinary character (default)">;
def fno_backslash : F<"fno-backslash", "Same as -Mbackslash">, Alias<Mbackslash>;
def Msave : F<"Msave", "Local variables keep their values between calls unless a procedure is RECURSIVE; "
              "not in sources with device code">;
def fno_automatic : F<"fno-automatic", "Same as -Msave">, Alias<Msave>;
def Mnosave : F<"Mnosave", "Local variables are new in each call (default)">;
def Mdclchk : F<"Mdclchk", "IMPLICIT NONE in every procedure and module">;
def fimplicit_none : F<"fimplicit-none", "Same as -Mdclchk">, Alias<Mdclchk>;
def Mnodclchk : F<"Mnodclchk", "What IMPLICIT says, or the default, holds (default)">;
def fconvert_EQ : J<"fconvert=", "Byte order of unformatted files where OPEN has no CONVERT=: native, swap, "
  "big-endian, little-endian. Counts in the file of the main program">, MetaVarName<"<order>">;
def byteswapio : F<"byteswapio", "Same as -fconvert=swap">, Alias<fconvert_EQ>, AliasArgs<["swap"]>;
def Mbyteswapio : F<"Mbyteswapio", "Same as -fconvert=swap">, Alias<fconvert_EQ>, AliasArgs<["swap"]>;
}

let Group = DeviceGroup in {
def gpu_EQ : CommaJoined<["-"], "gpu=">, MetaVarName<"<list>">,
  HelpText<"Device code: ccXY ccnative ccall, rdc nordc, maxregcount:<n>, "
           "fastmath, check, lineinfo, ptxinfo, keep, cudaX.Y. Lists add up">;
def target_EQ : CommaJoined<["-"], "target=">, MetaVarName<"<list>">,
  HelpText<"What device code is made for: cpu, gpu, or cpu,gpu (default)">;
def kernel_EQ : CommaJoined<["--", "-"], "kernel=">, MetaVarName<"<list>">,
  HelpText<"With -ptx, -cubin, -fatbin, or -c -target=cpu: the subroutines to write, which become "
           "kernels where the source says nothing of CUDA">;
def fnested_threshold_EQ : J<"fnested-threshold=", "Grids that device code launches run in the launching "
  "thread if they have at most this many threads and need nothing of each other (default: 0, never)">,
  MetaVarName<"<threads>">;
def fnested_aggregate_EQ : J<"fnested-aggregate=", "block, warp: the grids that the threads of a block "
  "or a warp launch in device code become one grid, where that keeps their order (default: none)">,
  MetaVarName<"<block|warp|none>">;
def fnested_coarsen_EQ : J<"fnested-coarsen=", "Blocks of grids that device code launches do the work of so many "
  "blocks, if their threads need nothing of each other (default: 1)">, MetaVarName<"<blocks>">;
let Flags = [HelpHidden] in
def fcpu_loop_threads : F<"fcpu-loop-threads",
  "For tests: loops of kernels use the threads of a block on the CPU, too">;
let Flags = [HelpHidden] in
def fprovoke_fault_EQ : J<"fprovoke-fault=",
  "For tests: go wrong in the way and in the stage that are named">, MetaVarName<"<fault>">;
let Flags = [HelpHidden] in
def fverify_passes : F<"fverify-passes",
  "For tests: check the code after each pass, not only after each stage">;
let Flags = [HelpHidden] in
def fdump_after_EQ : J<"fdump-after=",
  "Print the source, parse tree or IR after a stage or pass, also of the device "
  "link, to standard error; help lists the stages">, MetaVarName<"<name>">;
}

let Group = CodeGroup in {
def O : F<"O", "Same as -O2">;
def O0 : F<"O0", "Do not optimise host code">;
def O1 : F<"O1", "Optimise a little">;
def O2 : F<"O2", "Optimise (default)">;
def O3 : F<"O3", "Optimise more">;
def O4 : F<"O4", "Same as -O3">, Alias<O3>;
def fast : F<"fast", "Same as -O3">, Alias<O3>;
def fastsse : F<"fastsse", "Same as -O3">, Alias<O3>;
def g : F<"g", "Debug information; without -O, also -O0">;
def gopt : F<"gopt", "Debug information, optimisation unchanged">;
def Mfma : F<"Mfma", "Host code may fuse a multiplication and an addition (default)">;
def Mnofma : F<"Mnofma", "Host code does not">;
def ffp_contract_EQ : J<"ffp-contract=", "Whether host and device code fuse multiplications and additions: fast (default) or off">, MetaVarName<"<value>">;
def Kieee : F<"Kieee", "Every operation of host and device code rounds its result as IEEE 754 says: same as -ffp-contract=off">;
def Knoieee : F<"Knoieee", "Same as -ffp-contract=fast">;
def Mbounds : F<"Mbounds", "Check subscripts, in host and device code; the first one out of bounds ends the program">;
def C : F<"C", "Same as -Mbounds">;
def Mnobounds : F<"Mnobounds", "Do not check subscripts (default)">;
def Mchkptr : F<"Mchkptr", "Check pointers and allocatables, in host and device code; the first use of one that is null or not allocated ends the program">;
def Mnochkptr : F<"Mnochkptr", "Do not check pointers (default)">;
def fcheck_EQ : J<"fcheck=", "Values: bounds (same as -Mbounds), pointer (same as -Mchkptr), no-bounds, no-pointer">, MetaVarName<"<list>">;
def Mchkstk : F<"Mchkstk", "Say so when the program has used up the stack">;
def Mnochkstk : F<"Mnochkstk", "The system ends such a program without a word (default)">;
def Ktrap_EQ : CommaJoined<["-"], "Ktrap=">, MetaVarName<"<list>">,
  HelpText<"Floating-point exceptions that end the program: fp (inv,divz,ovf), inv, divz, ovf, unf, denorm, inexact, "
           "none. Of host code and kernels on the CPU; the main program's list counts">;
def traceback : F<"traceback", "When the program crashes, print the calls that led there, with files and lines">;
def fbacktrace : F<"fbacktrace", "Same as -traceback">, Alias<traceback>;
def notraceback : F<"notraceback", "Print no such calls (default)">;
def fno_backtrace : F<"fno-backtrace", "Same as -notraceback">, Alias<notraceback>;
def tp_EQ : J<"tp=", "CPU to make host code for: native (default: this machine's), "
              "px or x86-64 (any), x86-64-v3, zen3, ...">, MetaVarName<"<cpu>">;
def tp : S<"tp", "Same as -tp=">, Alias<tp_EQ>, MetaVarName<"<cpu>">;
def march_EQ : J<"march=", "Same as -tp=">, Alias<tp_EQ>, MetaVarName<"<cpu>">;
def fPIC : F<"fPIC", "Code for shared libraries">;
def fpic : F<"fpic", "Same as -fPIC">, Alias<fPIC>;
def KPIC : F<"KPIC", "Same as -fPIC">, Alias<fPIC>;
def Kpic : F<"Kpic", "Same as -fPIC">, Alias<fPIC>;
def fPIE : F<"fPIE", "Code for position-independent programs (default)">;
def fpie : F<"fpie", "Same as -fPIE">, Alias<fPIE>;
def Mstack_arrays : F<"Mstack_arrays", "Automatic arrays of host code on the stack">;
def fstack_arrays : F<"fstack-arrays", "Same as -Mstack_arrays">, Alias<Mstack_arrays>;
def Mnostack_arrays : F<"Mnostack_arrays", "Automatic arrays of host code in the heap (default)">;
def fno_stack_arrays : F<"fno-stack-arrays", "Same as -Mnostack_arrays">, Alias<Mnostack_arrays>;
def mcmodel_EQ : J<"mcmodel=", "small (default), medium: more than 2 GB of static host data, or large: of code, too">, MetaVarName<"<model>">;
def fno_pic : F<"fno-pic", "Code for programs at a fixed address">;
}

let Group = LinkGroup in {
def L : JS<"L", "Add a folder to look for libraries in">, MetaVarName<"<folder>">;
def l : JS<"l", "Link a library">, MetaVarName<"<name>">;
def cudalib : F<"cudalib", "CUDA libraries: they are loaded when the program needs them">;
def cudalib_EQ : CommaJoined<["-"], "cudalib=">, MetaVarName<"<list>">,
  HelpText<"cublas, cufft, curand, cusolver, cusparse, nccl, nvtx: the same">;
def Mcudalib : F<"Mcudalib", "Same as -cudalib">, Alias<cudalib>;
def Mcudalib_EQ : CommaJoined<["-"], "Mcudalib=">, MetaVarName<"<list>">,
  Alias<cudalib_EQ>, HelpText<"Same as -cudalib=<list>">;
def shared : F<"shared", "Make a shared library">;
def Mdll : F<"Mdll", "Same as -shared">, Alias<shared>;
def Wl_COMMA : CommaJoined<["-"], "Wl,">, MetaVarName<"<options>">,
  HelpText<"Options for the linker">;
def Xlinker : S<"Xlinker", "Option for the linker">, MetaVarName<"<option>">;
def rpath : S<"rpath", "Folder that the program looks for shared libraries in">, MetaVarName<"<folder>">;
def R : JS<"R", "Same as -rpath; joined, the folder begins with a slash, a dot or $">, MetaVarName<"<folder>">;
def z : S<"z", "Keyword for the linker, such as now or defs">, MetaVarName<"<keyword>">;
def u : S<"u", "Link the archive member that defines a symbol, used or not">, MetaVarName<"<symbol>">;
def fuse_ld_EQ : J<"fuse-ld=", "Link with bfd, gold, lld or mold">, MetaVarName<"<linker>">;
def soname : S<"soname", "Name that programs look for the shared library by">, MetaVarName<"<name>">;
def Bsymbolic : F<"Bsymbolic", "References within a shared library stay within it">;
def Bstatic : F<"Bstatic", "Take static libraries from here on">;
def Bdynamic : F<"Bdynamic", "Take shared libraries from here on">;
def pie : F<"pie", "Make a position-independent program">;
def no_pie : F<"no-pie", "Make a program at a fixed address">;
def Bdynamic_nvidia : F<"Bdynamic_nvidia", "Link the shared runtime library">;
def Bdynamic_pgi : F<"Bdynamic_pgi", "Same as -Bdynamic_nvidia">, Alias<Bdynamic_nvidia>;
def static_libgcc : F<"static-libgcc", "Link the compiler's library statically">;
def static_libstdcxx : F<"static-libstdc++", "Link the C++ library statically">;
def nopie : F<"nopie", "Same as -no-pie">, Alias<no_pie>;
def rdynamic : F<"rdynamic", "Export the program's symbols">;
def s : F<"s", "Leave out symbols and debug information">;
def cxxlibs : F<"c++libs", "Link the C++ library">;
def pgcxxlibs : F<"pgc++libs", "Same as -c++libs">, Alias<cxxlibs>;
def cxxlib : F<"cxxlib", "Same as -c++libs">, Alias<cxxlibs>;
def pthread : F<"pthread", "Link the thread library">;
}

let Group = MessageGroup in {
def v : F<"v", "Print the jobs while running them, and those of the host's linker">;
def w : F<"w", "No warnings">;
def silent : F<"silent", "Same as -w">, Alias<w>;
def noswitcherror : F<"noswitcherror", "An unknown option is a warning">;
def fmax_errors_EQ : J<"fmax-errors=", "Stop printing after this many errors; 0: never">, MetaVarName<"<n>">;
def fcolor_diagnostics : F<"fcolor-diagnostics", "Messages in colour, also where they do not go to a terminal">;
def fno_color_diagnostics : F<"fno-color-diagnostics", "Messages without colour">;
def Werror : F<"Werror", "A warning is an error">;
def W_ : J<"W", "Warn of this, or with no- before the name do not: conversion, unused, uninitialized and other names "
  "of gfortran's, and those that stand behind warnings">, MetaVarName<"<name>">, EnumName<"W_name">;
def Wall : F<"Wall", "Same as -Wconversion -Wunused -Wuninitialized -Wreturn-type">, Alias<W_>, AliasArgs<["all"]>;
def pedantic : F<"pedantic", "Warn of all that goes beyond the standard">, Alias<W_>, AliasArgs<["pedantic"]>;
def fcrash_reproducer : F<"fcrash-reproducer", "Where the compiler itself fails, write an archive for the report: "
  "the source without includes, module files, the command">;
def Minform_EQ : J<"Minform=", "Lowest kind of message: inform, warn, severe, fatal">, MetaVarName<"<kind>">;
def Minfo : F<"Minfo", "Same as -Minfo=accel">;
def Minfo_EQ : CommaJoined<["-"], "Minfo=">, MetaVarName<"<list>">,
  HelpText<"Say what becomes of OpenACC directives: accel (or acc, all); there are no other "
           "messages on optimisation">;
}

//===----------------------------------------------------------------------===//
// Ignored on purpose
//===----------------------------------------------------------------------===//

def IgnoredGroup : OptionGroup<"ignored">, HelpText<"IGNORED">;
def IgnoredWithWarningGroup : OptionGroup<"ignored-with-warning">, HelpText<"IGNORED, WITH A WARNING">;

let Group = IgnoredGroup, Flags = [HelpHidden] in {
// The default anyway.
def r4 : F<"r4", "default real has 4 bytes anyway">;
def m64 : F<"m64", "code is for 64 bits anyway">;
def Mnofprelaxed : F<"Mnofprelaxed", "arithmetic is precise anyway">;
def Mallocatable_EQ : J<"Mallocatable=", "assignment to allocatables follows Fortran 2003 anyway">;
def noacc : F<"noacc", "OpenACC is off anyway; no warning of directives without -acc">;
def Mnoacc : F<"Mnoacc", "Same as -noacc">, Alias<noacc>;
def Mrecursive : F<"Mrecursive", "procedures may be recursive anyway">;
def Mnomain : F<"Mnomain", "the main program is whichever object has one">;
def Mlarge_arrays : F<"Mlarge_arrays", "arrays may have any size anyway">;
def static_nvidia : F<"static-nvidia", "the runtime library is linked statically anyway">;
def Bstatic_nvidia : F<"Bstatic_nvidia", "the runtime library is linked statically anyway">;
def Bstatic_pgi : F<"Bstatic_pgi", "the runtime library is linked statically anyway">;
def Mnosecond_underscore : F<"Mnosecond_underscore", "names have one underscore anyway">;
def Mdalign : F<"Mdalign", "data is aligned anyway">;
def Miomutex : F<"Miomutex", "input and output are safe with threads anyway">;
def Mnoiomutex : F<"Mnoiomutex", "input and output are safe with threads anyway">;
def Mcray_EQ : J<"Mcray=", "Cray pointers are accepted anyway">;
def Mlist : F<"Mlist", "no listings are written">;
def Mhugetlb : F<"Mhugetlb", "the system decides">;
// Advice to the optimiser.
def Mdepchk : F<"Mdepchk", "the optimiser decides">;
def Mnodepchk : F<"Mnodepchk", "the optimiser decides">;
def Msafeptr : F<"Msafeptr", "the optimiser decides">;
def Msafeptr_EQ : J<"Msafeptr=", "the optimiser decides">;
def Mvect : F<"Mvect", "the optimiser decides">;
def Mvect_EQ : J<"Mvect=", "the optimiser decides">;
def Mnovect : F<"Mnovect", "the optimiser decides">;
def Munroll : F<"Munroll", "the optimiser decides">;
def Munroll_EQ : J<"Munroll=", "the optimiser decides">;
def Mnounroll : F<"Mnounroll", "the optimiser decides">;
def Minline : F<"Minline", "the optimiser decides">;
def Minline_EQ : J<"Minline=", "the optimiser decides">;
def Mautoinline : F<"Mautoinline", "the optimiser decides">;
def Mnoautoinline : F<"Mnoautoinline", "the optimiser decides">;
def Mlre : F<"Mlre", "the optimiser decides">;
def Mnolre : F<"Mnolre", "the optimiser decides">;
def Mpre : F<"Mpre", "the optimiser decides">;
def Mcache_align : F<"Mcache_align", "the optimiser decides">;
def Mprefetch : F<"Mprefetch", "the optimiser decides">;
def Mnoprefetch : F<"Mnoprefetch", "the optimiser decides">;
def Mipa : F<"Mipa", "device code is optimised as a whole program anyway">;
def Mipa_EQ : J<"Mipa=", "device code is optimised as a whole program anyway">;
def Mfprelaxed : F<"Mfprelaxed", "arithmetic stays precise">;
def Mfprelaxed_EQ : J<"Mfprelaxed=", "arithmetic stays precise">;
def Mflushz : F<"Mflushz", "denormal numbers stay what they are">;
def Mnoflushz : F<"Mnoflushz", "denormal numbers stay what they are">;
def Mdaz : F<"Mdaz", "denormal numbers stay what they are">;
def Mnodaz : F<"Mnodaz", "denormal numbers stay what they are">;
def Mframe : F<"Mframe", "the optimiser decides">;
def Mnoframe : F<"Mnoframe", "the optimiser decides">;
def Mllvm : F<"Mllvm", "code generation uses LLVM anyway">;
def Mnollvm : F<"Mnollvm", "code generation uses LLVM anyway">;
def Mneginfo : F<"Mneginfo", "there are no messages on optimisation yet">;
def Mneginfo_EQ : J<"Mneginfo=", "there are no messages on optimisation yet">;
def Minstrument : F<"Minstrument", "profilers find procedures by their symbols">;
def Minstrument_EQ : J<"Minstrument=", "profilers find procedures by their symbols">;
def pipe : F<"pipe", "jobs run in one process anyway">;
def time : F<"time", "jobs run in one process">;
// What wrappers such as mpifort have kept of the compiler of their MPI.
def ffile_prefix_map_EQ : J<"ffile-prefix-map=", "it was for the build of a library">;
def fdebug_prefix_map_EQ : J<"fdebug-prefix-map=", "it was for the build of a library">;
def fstack_protector_strong : F<"fstack-protector-strong", "Fortran code gets no such checks">;
def fallow_argument_mismatch : F<"fallow-argument-mismatch", "calls without interfaces may differ anyway">;
def fallow_invalid_boz : F<"fallow-invalid-boz", "BOZ constants may be arguments anyway">;
def fortranlibs : F<"fortranlibs", "Fortran's libraries are linked anyway">;
def pgf90libs : F<"pgf90libs", "Fortran's libraries are linked anyway">;
def Mrpath : F<"Mrpath", "a program finds the shared runtime without a search path">;
def Mnorpath : F<"Mnorpath", "a program finds the shared runtime without a search path">;
// What nvfortran's and pgfortran's guides list beside these.
def Mnoinline : F<"Mnoinline", "the optimiser decides">;
def Mmovnt : F<"Mmovnt", "the optimiser decides">;
def Mnomovnt : F<"Mnomovnt", "the optimiser decides">;
def Mnontemporal : F<"Mnontemporal", "the optimiser decides">;
def Mnovintr : F<"Mnovintr", "the optimiser decides">;
def Msmart : F<"Msmart", "the optimiser decides">;
def Mstride0 : F<"Mstride0", "the optimiser decides">;
def Mnostride0 : F<"Mnostride0", "the optimiser decides">;
def mtune_EQ : J<"mtune=", "code is tuned for the CPU of -tp">;
def Mquad : F<"Mquad", "data is aligned anyway">;
def Mscalarsse : F<"Mscalarsse", "arithmetic uses SSE anyway">;
def Mfunc32 : F<"Mfunc32", "functions begin at multiples of 16 bytes anyway">;
def Mfpmisalign : F<"Mfpmisalign", "code for unaligned data is what the CPU needs">;
def Mfpapprox : F<"Mfpapprox", "arithmetic stays precise">;
def Mfpapprox_EQ : J<"Mfpapprox=", "arithmetic stays precise">;
def Mnofpapprox : F<"Mnofpapprox", "arithmetic is precise anyway">;
def Mpartial_daz : F<"Mpartial_daz", "denormal numbers stay what they are">;
def pc : S<"pc", "arithmetic does not use the x87 unit">;
def Mchkfpstk : F<"Mchkfpstk", "arithmetic does not use the x87 unit">;
def Mnodefaultunit : F<"Mnodefaultunit", "unit * is unit 5 for input and 6 for output anyway">;
def Mnodlines : F<"Mnodlines", "fixed-form lines that begin with D are comments anyway">;
def Mnoonetrip : F<"Mnoonetrip", "a DO loop may have no iteration anyway">;
def Mnorecursive : F<"Mnorecursive", "procedures may be recursive anyway">;
def Mnoref_externals : F<"Mnoref_externals", "an EXTERNAL statement alone links nothing anyway">;
def Msignextend : F<"Msignextend", "conversions keep the sign anyway">;
def Mnounixlogical : F<"Mnounixlogical", "this is so anyway">;
def Mnoupcase : F<"Mnoupcase", "this is so anyway">;
def Munderscoring : F<"Munderscoring", "names have one underscore anyway">;
def Melf : F<"Melf", "objects are ELF anyway">;
def Mdwarf2 : F<"Mdwarf2", "debug information has the version of DWARF that current debuggers read">;
def Mdwarf3 : F<"Mdwarf3", "debug information has the version of DWARF that current debuggers read">;
def Meh_frame : F<"Meh_frame", "unwind tables are written anyway">;
def Mnoeh_frame : F<"Mnoeh_frame", "debuggers and profilers need unwind tables">;
def Masmkeyword : F<"Masmkeyword", "it is an option for C">;
def Mlargeaddressaware : F<"Mlargeaddressaware", "it is an option for Windows">;
def Mnosgimp : F<"Mnosgimp", "OpenMP directives of SGI are comments anyway">;
def cudaforlibs : F<"cudaforlibs", "the runtime library is linked anyway">;
def cudalibs : F<"cudalibs", "the runtime library is linked anyway">;
def acclibs : F<"acclibs", "the runtime library is linked anyway">;
def timesave : F<"timesave", "jobs run in one process">;
def stdinit : F<"stdinit", "there are no files of default options">;
def defaultoptions : F<"defaultoptions", "there are no files of default options">;
def nodefaultoptions : F<"nodefaultoptions", "there are no files of default options">;
def nvmalloc : F<"nvmalloc", "memory comes from the C library">;
}

let Group = IgnoredWithWarningGroup, Flags = [HelpHidden] in {
def Mdefaultunit : F<"Mdefaultunit", "unit * is unit 5 for input and 6 for output, also where these are connected to files">;
}


//===----------------------------------------------------------------------===//
// Refused, with a reason
//===----------------------------------------------------------------------===//

def RefusedGroup : OptionGroup<"refused">, HelpText<"REFUSED">;

let Group = RefusedGroup, Flags = [HelpHidden] in {
def Mconcur : F<"Mconcur", "automatic parallel host code is not supported">;
def Mconcur_EQ : J<"Mconcur=", "automatic parallel host code is not supported">;
def static : F<"static", "a program loads the GPU driver when it runs, which a static one cannot; the runtime library is linked statically anyway">;
def pg : F<"pg", "profiling with gprof is not supported; use perf or Nsight">;
def Mprof : F<"Mprof", "profiling is not supported; use perf or Nsight">;
def Mprof_EQ : J<"Mprof=", "profiling is not supported; use perf or Nsight">;
def Msecond_underscore : F<"Msecond_underscore", "names have one underscore, as other compilers' libraries expect">;
def Munixlogical : F<"Munixlogical", ".true. is 1 in the runtime library and in other compilers' objects; "
  "test logicals with .eqv. and not as integers">;
def Mupcase : F<"Mupcase", "names do not depend on case, and module files and libraries have them in lower case; "
  "give a C function its name with BIND(C, NAME=)">;
def Mmpi_EQ : J<"Mmpi=", "name the folders and libraries of MPI with -I, -L and -l">;
def m32 : F<"m32", "code for 32 bits is not supported">;
def Ofast : F<"Ofast", "arithmetic that breaks the standard is not supported; use -O3, and -gpu=fastmath for device code">;
def ffast_math : F<"ffast-math", "arithmetic that breaks the standard is not supported; use -gpu=fastmath for device code">;
def Mr8intrinsics : F<"Mr8intrinsics", "the kind of REAL and CMPLX is that of default reals; use -r8, which changes it, or DBLE and CMPLX(..., KIND=8)">;
// What nvfortran's and pgfortran's guides list beside these.
def Mextract : F<"Mextract", "there are no libraries of procedures to inline; compile the sources in one command">;
def Mextract_EQ : J<"Mextract=", "there are no libraries of procedures to inline; compile the sources in one command">;
def Mpfi : F<"Mpfi", "optimisation by profiles is not supported">;
def Mpfi_EQ : J<"Mpfi=", "optimisation by profiles is not supported">;
def Mpfo : F<"Mpfo", "optimisation by profiles is not supported">;
def Mpfo_EQ : J<"Mpfo=", "optimisation by profiles is not supported">;
def Mdlines : F<"Mdlines", "fixed-form lines that begin with D are comments; use the preprocessor">;
def Monetrip : F<"Monetrip", "a DO loop may have no iteration since Fortran 77">;
def Mref_externals : F<"Mref_externals", "name what is to be linked with -u">;
def Mnosignextend : F<"Mnosignextend", "conversions of integers keep the sign">;
def Mcpp : F<"Mcpp", "use -E for the preprocessor's output and -M for dependencies">;
def Mcpp_EQ : J<"Mcpp=", "use -E for the preprocessor's output and -M for dependencies">;
def P : F<"P", "use -E or -F for the preprocessor's output">;
def dM : F<"dM", "lists of macros are not supported">;
def d : F<"d", "it is an option for the developers of another compiler">;
def Mbounds_COLON : J<"Mbounds:", "-Mbounds has no values">;
def Mcoff : F<"Mcoff", "objects are ELF">;
def Mdwarf1 : F<"Mdwarf1", "no current debugger reads version 1 of DWARF">;
def Mkeepasm : F<"Mkeepasm", "use -S for assembly">;
def Mkeep : F<"Mkeep", "use -S for assembly and -gpu=keep for device code">;
def Mscalapack : F<"Mscalapack", "name the libraries with -l, such as -lscalapack-openmpi">;
def Mmkl : F<"Mmkl", "name the libraries with -L and -l, such as -lmkl_rt">;
def Mmkl_EQ : J<"Mmkl=", "name the libraries with -L and -l, such as -lmkl_rt">;
def Mlibsmp : F<"Mlibsmp", "it is a library of another compiler">;
def Mnvpl : F<"Mnvpl", "NVPL is for Arm; name a BLAS with -l, such as -lopenblas">;
def nvpl : F<"nvpl", "NVPL is for Arm; name a BLAS with -l, such as -lopenblas">;
def Mnostdlib : F<"Mnostdlib", "a Fortran program needs its libraries">;
def Mnostdinc : F<"Mnostdinc", "a folder given with -I comes before the compiler's own">;
def Mnostartup : F<"Mnostartup", "a Fortran program needs the C library's start files">;
def Mnodalign : F<"Mnodalign", "data is aligned as the libraries expect it">;
def Miface_EQ : J<"Miface=", "it is an option for Windows">;
def Miface : F<"Miface", "it is an option for Windows">;
def Mattr : F<"Mattr", "name a CPU with -tp=, such as -tp=x86-64-v3">;
def Mattr_EQ : J<"Mattr=", "name a CPU with -tp=, such as -tp=x86-64-v3">;
def mavx : J<"mavx", "name a CPU with -tp=, such as -tp=x86-64-v3">;
def msse : J<"msse", "name a CPU with -tp=, such as -tp=x86-64-v2">;
def mfma : F<"mfma", "name a CPU with -tp=, such as -tp=x86-64-v3">;
def mno_ : J<"mno-", "name a CPU with -tp=, such as -tp=x86-64-v2">;
def dynamiclib : F<"dynamiclib", "it is an option for macOS; use -shared">;
def Wa_COMMA : J<"Wa,", "the assembler is a part of the compiler">;
def Wc_COMMA : J<"Wc,", "give the option itself">;
def Wp_COMMA : J<"Wp,", "the preprocessor is a part of the compiler; give -D, -U and -I themselves">;
def Y : J<"Y", "the phases are parts of the compiler">;
def g77libs : F<"g77libs", "name the libraries of the other compiler with -l, such as -lgfortran">;
def V_EQ : J<"V", "there is one version of the compiler in an installation">, EnumName<"V_version">;
def p : F<"p", "profiling with prof is not supported; use perf or Nsight">;
def x : S<"x", "a file's name says what it is; -Mfree, -Mfixed, -cuda and -Mpreprocess change it">;
def rc : S<"rc", "there are no files of default options; use @<file>">;
def i8storage : F<"i8storage", "use -i8">;
}
