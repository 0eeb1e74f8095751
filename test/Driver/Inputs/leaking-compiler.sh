#!/bin/sh
# Stands for a compiler, for mutate-programs.test: refuses all with an error and
# the note $NOTE, but for checks of syntax.
case " $* " in *" -fsyntax-only "*) exit 0 ;; esac
echo "the command"
echo "a.cuf:1:1: error: No specific function of generic 'f' matches"
echo "$NOTE"
exit 1
