break loops.f90:17
break loops.f90:24
break loops.f90:38
run
echo loop: i=
output i
echo \ s=
output s
echo \ xd=
output xd
echo \n
disable 1
continue
echo construct: i=
output i
echo \ n=
output n
echo \ s=
output s
echo \ t=
output t
echo \ y=
output y
echo \ table=
output table
echo \n
disable 2
continue
kill
