break m::addk
run
info args
print b(1:3,2)
print threadidx
continue
print threadidx
next
print i
delete
break kernels.cuf:20
continue
print threadidx%x
print blockdim
delete
break kernels.cuf:14
continue
print product
backtrace
up
print j
kill
