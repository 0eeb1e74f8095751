C The same in fixed form, to be linked with acc-api-include.f90.
      subroutine fixed(a, n)
      include 'openacc_lib.h'
      integer n, i, old
      integer a(n)
      do 10 i = 1, n
   10 a(i) = i
      call acc_copyin(a)
      old = a(n)
      a(n) = 0
      call acc_copyout(a)
      if (a(n) .ne. old) error stop 'acc_copyin in fixed form'
      call acc_create(a, 4*n)
      if (.not. acc_is_present(a(1), 4)) error stop 'acc_is_present'
      call acc_update_device_async(a(1:n:2), acc_async_noval)
      call acc_wait(acc_async_noval)
      call acc_delete(a, 4*n)
      if (acc_get_num_devices(acc_get_device_type()) .lt. 1)
     &  error stop 'acc_get_num_devices'
      end
