break m::turn
run
print a
print threadidx%x
continue
print threadidx%x
delete
break barriers.cuf:19
continue
print t
print other
print tile
continue
print t
print other
print a
kill
