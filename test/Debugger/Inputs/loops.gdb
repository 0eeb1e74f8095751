break loops.f90:16
break loops.f90:21
run
disable 1
continue
kill
