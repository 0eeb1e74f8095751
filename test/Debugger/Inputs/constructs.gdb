break constructs.c:18
break constructs.c:11
break constructs.c:21
run
disable 1
continue
disable 2
continue
kill
