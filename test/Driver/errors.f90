! Mistakes of the command line. Each is an error, and no file is left behind.

! RUN: rm -rf %t && mkdir -p %t && cd %t
! RUN: not %warpfort 2>&1 | FileCheck %s --check-prefix=NOTHING
! NOTHING: warpfort: error: no input files
! RUN: not %warpfort -c nonexistent.cuf 2>&1 | FileCheck %s --check-prefix=NOFILE
! NOFILE: warpfort: error: no such file: 'nonexistent.cuf'
! RUN: cp %s a.f90 && cp %s b.f90
! RUN: not %warpfort -c a.f90 b.f90 -o x.o 2>&1 | FileCheck %s --check-prefix=SEVERAL
! SEVERAL: error: '-o' with several sources needs a link
! RUN: not %warpfort a.f90 -o a.f90 2>&1 | FileCheck %s --check-prefix=OVERWRITE
! OVERWRITE: error: output 'a.f90' would overwrite a source
! RUN: not %warpfort a.f90 a.f90 2>&1 | FileCheck %s --check-prefix=TWICE
! TWICE: error: 'a.f90' is given twice
! RUN: mkdir sub && cp %s sub/a.f90
! RUN: not %warpfort -c a.f90 sub/a.f90 2>&1 | FileCheck %s --check-prefix=CLASH
! CLASH: error: 'a.f90' and 'sub/a.f90' would have the same output 'a.o'
! RUN: not %warpfort a.f90 -o 2>&1 | FileCheck %s --check-prefix=NOVALUE
! NOVALUE: error: '-o' needs a value
! RUN: echo text > notes.txt
! RUN: not %warpfort notes.txt -o x 2>&1 | FileCheck %s --check-prefix=KIND
! KIND: error: 'notes.txt' is no Fortran source, object or library
! RUN: not %warpfort -fsyntax-only a.f90 -o x 2>&1 | FileCheck %s --check-prefix=SYNTAX
! SYNTAX: error: '-fsyntax-only' has no output
! RUN: not %warpfort -shared -fno-pic a.f90 2>&1 | FileCheck %s --check-prefix=PIC
! PIC: error: '-shared' and '-fno-pic' contradict each other
! RUN: not ls x x.o a.o .a-*

program p
end program
