! What -### prints: the jobs in order, nothing is run and no file is needed.

! RUN: %warpfort -### %s -o %t.exe 2>&1 | FileCheck %s --check-prefix=PLAIN
! PLAIN: "-c" "-Mfree" "-nocpp" "-O2" "-tp=native" "{{.*}}jobs.f90" "-o" "[[O:[^"]*jobs.o]]"
! PLAIN-NOT: -dlink
! PLAIN: "-o" "{{.*}}.exe" "[[O]]" {{.*}}"{{.*}}libflang_rt.runtime.a"
! PLAIN-NOT: whole-archive
! PLAIN-NOT: wrap=free
! RUN: not ls %t.exe

! RUN: %warpfort -### -cuda %s -o %t.exe 2>&1 | FileCheck %s --check-prefix=CUDA
! CUDA: "-c" "-cuda" {{.*}}"-o" "[[O:[^"]*jobs.o]]"
! CUDA-NEXT: "-dlink" "-target=cpu,gpu" {{.*}}"[[O]]" {{.*}}"-o" "[[CPU:[^"]*]]" "[[IMAGE:[^"]*]]"
! CUDA-NEXT: "-o" "{{.*}}.exe" "[[IMAGE]]" "[[CPU]]" "[[O]]" {{.*}}"-Wl,--whole-archive" "{{.*}}lib/libwarprt.a" "{{.*}}lib/libwarprt_fortran.a" "-Wl,--no-whole-archive" "-Wl,--export-dynamic-symbol=warprt_*" {{.*}}"-Wl,--wrap=free"

! RUN: %warpfort -### -cuda -shared %s -o %t.so 2>&1 | FileCheck %s --check-prefix=SHARED
! SHARED: "-c" {{.*}}"-fPIC"
! SHARED: "-shared" "-o" {{.*}}"-Wl,-rpath,{{[^"]*}}lib" "-Wl,--push-state,--no-as-needed" "{{.*}}lib/libwarprt_fortran.so" "{{.*}}lib/libwarprt.so" "-Wl,--pop-state" "-Wl,--wrap=free" "-Wl,-u,warprt_start_check_cpu" "{{.*}}lib/libwarprt_start.a" "-lstdc++"

! RUN: %warpfort -### -c -cuda -gpu=nordc %s 2>&1 | FileCheck %s --check-prefix=NORDC
! NORDC: "-c" "-cuda"
! NORDC-NEXT: "-dlink"
! NORDC-NEXT: "-r" "-nostdlib" "-o" "jobs.o"

! RUN: %warpfort -### -dlink a.o -lx -o all.o 2>&1 | FileCheck %s --check-prefix=DLINK
! DLINK: "-dlink" {{.*}}"a.o" {{.*}}"-lx"
! DLINK-NEXT: "-r" "-nostdlib" "-o" "all.o"

! RUN: %warpfort -### -c %s -dryrun 2>&1 | FileCheck %s --check-prefix=OBJECT
! OBJECT: "-o" "jobs.o"
! RUN: %warpfort -### -S %s 2>&1 | FileCheck %s --check-prefix=ASSEMBLY
! ASSEMBLY: "-S" {{.*}}"-o" "jobs.s"
! RUN: %warpfort -### -S -emit-llvm %s 2>&1 | FileCheck %s --check-prefix=TEXT
! TEXT: "-S" "-emit-llvm" {{.*}}"-o" "jobs.ll"
! RUN: %warpfort -### -c -emit-llvm %s 2>&1 | FileCheck %s --check-prefix=BITCODE
! BITCODE: "-c" "-emit-llvm" {{.*}}"-o" "jobs.bc"
! RUN: %warpfort -### -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=SYNTAX
! SYNTAX: "-fsyntax-only"
! SYNTAX-NOT: "-o"
end
