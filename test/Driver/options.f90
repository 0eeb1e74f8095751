! Options are translated, ignored on purpose, refused with a reason, or unknown.

! RUN: %warpfort -### -c -fast -r8 -i8 -Mextend -Mfixed -Mpreprocess -DA=1 -UB -I inc -module mods -tp=zen3 -fPIC -gopt -gpu=cc80,lineinfo -gpu=cc90 %s 2>&1 | FileCheck %s --check-prefix=TRANSLATED
! TRANSLATED: "-Mfixed" "-Mpreprocess" "-Mextend" "-r8" "-i8" "-DA=1" "-UB" "-module" "mods" "-Iinc" "-O3" "-gopt" "-tp=znver3" "-fPIC" "-gpu=lineinfo" "-gpu=cc80" "-gpu=cc90"

! RUN: echo '-DX=1 -O1' > %t.rsp
! RUN: %warpfort -### -c @%t.rsp %s 2>&1 | FileCheck %s --check-prefix=RESPONSE
! RESPONSE: "-DX=1" "-O1"

! RUN: %warpfort -### -c -Mvect=simd -Munroll %s 2>&1 | FileCheck %s --check-prefix=QUIET
! QUIET-NOT: ignored
! RUN: %warpfort -### -v -c -Mvect=simd -gpu=unroll %s 2>&1 | FileCheck %s --check-prefix=NOTE
! NOTE: note: '-Mvect=simd' is ignored: the optimiser decides
! NOTE: note: '-gpu=unroll' is ignored: the optimiser decides
! RUN: %warpfort -### -v -c -Mneginfo -Minstrument %s 2>&1 | FileCheck %s --check-prefix=PURPOSE
! PURPOSE: note: '-Minstrument' is ignored: profilers

! Old Makefiles name what does not exist any more.
! RUN: %warpfort -### -Mcuda=cc35,6.5,nordc %s 2>&1 | FileCheck %s --check-prefix=OLD
! OLD: warning: '-Mcuda=cc35' is ignored: GPUs older than compute capability 7.5 are not supported
! OLD: warning: '-Mcuda=6.5' is ignored: CUDA releases before 11 are not supported
! RUN: %warpfort -### -Mcuda=cc35+,kepler+,noL1,tesla,generate_rdc %s 2>&1 | FileCheck %s --check-prefix=NAMES
! NAMES: warning: '-Mcuda=cc35+' is ignored:
! NAMES: warning: '-Mcuda=kepler+' is ignored:
! NAMES-NOT: {{error|warning}}
! RUN: %warpfort -### -c++libs -pgc++libs %s 2>&1 | FileCheck %s --check-prefix=CXX
! CXX: "-lstdc++"
! RUN: %warpfort -### -c -gpu=managed -Mstandard -Werror %s 2>&1 | FileCheck %s --check-prefix=MODE
! MODE: "-gpu=managed" "-Mstandard"
! MODE-SAME: "-Werror"
! RUN: %warpfort -### -v -c -cuda=charstring,madconst,cc90 %s 2>&1 | FileCheck %s --check-prefix=CUDA
! CUDA: note: '-cuda=charstring' is ignored: this is so anyway
! CUDA: "-cuda"{{.*}} "-gpu=cc90"
! RUN: not %warpfort -cuda=charstrin %s 2>&1 | FileCheck %s --check-prefix=CUDAVALUE
! CUDAVALUE: error: unknown value in '-cuda=charstrin'; did you mean 'charstring'?
! RUN: %warpfort -### -c -mp %s 2>&1 | FileCheck %s --check-prefix=MP
! RUN: %warpfort -### -c -nomp -mp=multicore,align,allcores,bind,nonuma %s 2>&1 | FileCheck %s --check-prefix=MP
! RUN: %warpfort -### -c -Mnoopenmp -fopenmp %s 2>&1 | FileCheck %s --check-prefix=MP
! RUN: %warpfort -### -c -openmp %s 2>&1 | FileCheck %s --check-prefix=MP
! RUN: %warpfort -### -c -fopenmp=libomp %s 2>&1 | FileCheck %s --check-prefix=MP
! MP-NOT: {{error|warning|note}}
! MP: "-mp" "-fopenmp-version=51"
! RUN: %warpfort -### -c -mp -nomp %s 2>&1 | FileCheck %s --check-prefix=NOMP
! RUN: %warpfort -### -c -fopenmp -Mnoopenmp %s 2>&1 | FileCheck %s --check-prefix=NOMP
! RUN: %warpfort -### -c -fopenmp -fno-openmp %s 2>&1 | FileCheck %s --check-prefix=NOMP
! RUN: %warpfort -### -c -fopenmp-version=52 %s 2>&1 | FileCheck %s --check-prefix=NOMP
! NOMP-NOT: {{mp"|openmp}}
! NOMP: "-c"
! NOMP-NOT: {{mp"|openmp}}
! RUN: %warpfort -### -c -mp -fopenmp-version=45 %s 2>&1 | FileCheck %s --check-prefix=MPVERSION
! MPVERSION: "-mp" "-fopenmp-version=45"
! RUN: not %warpfort -mp=cores -fopenmp=libgomp -fopenmp-version=99 %s 2>&1 | FileCheck %s --check-prefix=MPVALUES
! MPVALUES-DAG: error: unknown value in '-mp=cores'; use multicore
! MPVALUES-DAG: error: '-fopenmp=libgomp' is not supported: programs are linked with libomp
! MPVALUES-DAG: error: unknown value in '-fopenmp-version=99'; use 31, 40, 45, 50, 51, 52 or 60
! RUN: %warpfort -### -v -c -mp=bind %s 2>&1 | FileCheck %s --check-prefix=MPNOTE
! MPNOTE: note: '-mp=bind' is ignored: it changes nothing
! RUN: %warpfort -### -c -stdpar %s 2>&1 | FileCheck %s --check-prefix=STDPAR
! RUN: %warpfort -### -c -nostdpar -stdpar=gpu %s 2>&1 | FileCheck %s --check-prefix=STDPAR
! STDPAR: "-stdpar"{{.*}} "-gpu=managed"
! RUN: %warpfort -### -c -stdpar -nostdpar %s 2>&1 | FileCheck %s --check-prefix=NOSTDPAR
! NOSTDPAR-NOT: stdpar
! RUN: %warpfort -### -c -stdpar -gpu=nomanaged %s 2>&1 | FileCheck %s --check-prefix=SEPARATE
! RUN: not %warpfort -stdpar=fpga %s 2>&1 | FileCheck %s --check-prefix=NOWHERE
! NOWHERE: error: unknown value in '-stdpar=fpga'; use gpu, multicore or host
! RUN: %warpfort -### -c -gpu=mem:unified,mem:separate %s 2>&1 | FileCheck %s --check-prefix=SEPARATE
! SEPARATE-NOT: managed

! RUN: not %warpfort -mp=gpu -cudalib=cutensormp -static -gpu=pinned,cc35 %s 2>&1 | FileCheck %s --check-prefix=REFUSED
! REFUSED-DAG: error: '-mp=gpu' is not supported: OpenMP does not offload to the GPU
! REFUSED-DAG: error: '-cudalib=cutensormp' is not supported: there is no module for this library
! REFUSED-DAG: error: '-static' is not supported:
! REFUSED-DAG: error: '-gpu=pinned' is not supported:
! REFUSED-DAG: error: '-gpu=cc35' is not supported:

! RUN: not %warpfort -Mcudo -zzzzzzzz -gpu=ptxinf -tp=none -target=fpga %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
! UNKNOWN-DAG: error: unknown option '-Mcudo'; did you mean '-Mcuda'?
! UNKNOWN-DAG: error: unknown option '-zzzzzzzz'{{$}}
! UNKNOWN-DAG: error: unknown value in '-gpu=ptxinf'; did you mean 'ptxinfo'?
! UNKNOWN-DAG: error: unknown CPU in '-tp=none'
! UNKNOWN-DAG: error: unknown value in '-target=fpga'

! RUN: %warpfort -### -Mcuda=emu,cc80 %s 2>&1 | FileCheck %s --check-prefix=EMU
! EMU: warning: a compute capability is named, but no GPU code is made
! EMU: "-dlink" "-target=cpu"

! RUN: %warpfort --version | FileCheck %s --check-prefix=VERSION
! RUN: %warpfort -V | FileCheck %s --check-prefix=VERSION
! VERSION: warpfort {{[0-9]+\.[0-9]+.*}}(LLVM 22.
! RUN: %warpfort --help | FileCheck %s --check-prefix=HELP
! HELP: USAGE: warpfort
! HELP: DEVICE CODE:
! HELP: -gpu=<list>
! HELP-NOT: -Mconcur
! RUN: %warpfort --help-all | FileCheck %s --check-prefix=HELPALL
! HELPALL: {{^}}REFUSED{{:}}
! HELPALL: -Mconcur
end
