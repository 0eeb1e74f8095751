!===-- modules/libraries/cublas_device.f90 - cuBLAS in device code ---------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cublas_device: functions with a handle, with and without _v2 in their
! names.
!
!===------------------------------------------------------------------------===!
module cublas_device
  use warpfort_cublas_device, only: cublasHandle, CUBLAS_OP_N, CUBLAS_OP_T, &
    CUBLAS_OP_C, CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, &
    CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT, CUBLAS_SIDE_LEFT, &
    CUBLAS_SIDE_RIGHT, CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE, &
    CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED, &
    CUBLAS_STATUS_INVALID_VALUE, CUBLAS_STATUS_EXECUTION_FAILED, &
    CUBLAS_STATUS_NOT_SUPPORTED
  use warpfort_cublas_device, only: cublasCreate, cublasCreate_v2 => cublasCreate
  use warpfort_cublas_device, only: cublasDestroy, cublasDestroy_v2 => cublasDestroy
  use warpfort_cublas_device, only: cublasSetStream, cublasSetStream_v2 => cublasSetStream
  use warpfort_cublas_device, only: cublasGetStream, cublasGetStream_v2 => cublasGetStream
  use warpfort_cublas_device, only: cublasSetPointerMode, cublasSetPointerMode_v2 => cublasSetPointerMode
  use warpfort_cublas_device, only: cublasGetPointerMode, cublasGetPointerMode_v2 => cublasGetPointerMode
  use warpfort_cublas_device_s, only: cublasIsamax, cublasIsamax_v2 => cublasIsamax
  use warpfort_cublas_device_s, only: cublasIsamin, cublasIsamin_v2 => cublasIsamin
  use warpfort_cublas_device_s, only: cublasSasum, cublasSasum_v2 => cublasSasum
  use warpfort_cublas_device_s, only: cublasSaxpy, cublasSaxpy_v2 => cublasSaxpy
  use warpfort_cublas_device_s, only: cublasScopy, cublasScopy_v2 => cublasScopy
  use warpfort_cublas_device_s, only: cublasSdgmm, cublasSdgmm_v2 => cublasSdgmm
  use warpfort_cublas_device_s, only: cublasSdot, cublasSdot_v2 => cublasSdot
  use warpfort_cublas_device_s, only: cublasSgbmv, cublasSgbmv_v2 => cublasSgbmv
  use warpfort_cublas_device_s, only: cublasSgeam, cublasSgeam_v2 => cublasSgeam
  use warpfort_cublas_device_s, only: cublasSgemm, cublasSgemm_v2 => cublasSgemm
  use warpfort_cublas_device_s, only: cublasSgemv, cublasSgemv_v2 => cublasSgemv
  use warpfort_cublas_device_s, only: cublasSger, cublasSger_v2 => cublasSger
  use warpfort_cublas_device_s, only: cublasSnrm2, cublasSnrm2_v2 => cublasSnrm2
  use warpfort_cublas_device_s, only: cublasSrot, cublasSrot_v2 => cublasSrot
  use warpfort_cublas_device_s, only: cublasSrotg, cublasSrotg_v2 => cublasSrotg
  use warpfort_cublas_device_s, only: cublasSrotm, cublasSrotm_v2 => cublasSrotm
  use warpfort_cublas_device_s, only: cublasSrotmg, cublasSrotmg_v2 => cublasSrotmg
  use warpfort_cublas_device_s, only: cublasSsbmv, cublasSsbmv_v2 => cublasSsbmv
  use warpfort_cublas_device_s, only: cublasSscal, cublasSscal_v2 => cublasSscal
  use warpfort_cublas_device_s, only: cublasSspmv, cublasSspmv_v2 => cublasSspmv
  use warpfort_cublas_device_s, only: cublasSspr, cublasSspr_v2 => cublasSspr
  use warpfort_cublas_device_s, only: cublasSspr2, cublasSspr2_v2 => cublasSspr2
  use warpfort_cublas_device_s, only: cublasSswap, cublasSswap_v2 => cublasSswap
  use warpfort_cublas_device_s, only: cublasSsymm, cublasSsymm_v2 => cublasSsymm
  use warpfort_cublas_device_s, only: cublasSsymv, cublasSsymv_v2 => cublasSsymv
  use warpfort_cublas_device_s, only: cublasSsyr, cublasSsyr_v2 => cublasSsyr
  use warpfort_cublas_device_s, only: cublasSsyr2, cublasSsyr2_v2 => cublasSsyr2
  use warpfort_cublas_device_s, only: cublasSsyr2k, cublasSsyr2k_v2 => cublasSsyr2k
  use warpfort_cublas_device_s, only: cublasSsyrk, cublasSsyrk_v2 => cublasSsyrk
  use warpfort_cublas_device_s, only: cublasSsyrkx, cublasSsyrkx_v2 => cublasSsyrkx
  use warpfort_cublas_device_s, only: cublasStbmv, cublasStbmv_v2 => cublasStbmv
  use warpfort_cublas_device_s, only: cublasStbsv, cublasStbsv_v2 => cublasStbsv
  use warpfort_cublas_device_s, only: cublasStpmv, cublasStpmv_v2 => cublasStpmv
  use warpfort_cublas_device_s, only: cublasStpsv, cublasStpsv_v2 => cublasStpsv
  use warpfort_cublas_device_s, only: cublasStrmm, cublasStrmm_v2 => cublasStrmm
  use warpfort_cublas_device_s, only: cublasStrmv, cublasStrmv_v2 => cublasStrmv
  use warpfort_cublas_device_s, only: cublasStrsm, cublasStrsm_v2 => cublasStrsm
  use warpfort_cublas_device_s, only: cublasStrsv, cublasStrsv_v2 => cublasStrsv
  use warpfort_cublas_device_d, only: cublasDasum, cublasDasum_v2 => cublasDasum
  use warpfort_cublas_device_d, only: cublasDaxpy, cublasDaxpy_v2 => cublasDaxpy
  use warpfort_cublas_device_d, only: cublasDcopy, cublasDcopy_v2 => cublasDcopy
  use warpfort_cublas_device_d, only: cublasDdgmm, cublasDdgmm_v2 => cublasDdgmm
  use warpfort_cublas_device_d, only: cublasDdot, cublasDdot_v2 => cublasDdot
  use warpfort_cublas_device_d, only: cublasDgbmv, cublasDgbmv_v2 => cublasDgbmv
  use warpfort_cublas_device_d, only: cublasDgeam, cublasDgeam_v2 => cublasDgeam
  use warpfort_cublas_device_d, only: cublasDgemm, cublasDgemm_v2 => cublasDgemm
  use warpfort_cublas_device_d, only: cublasDgemv, cublasDgemv_v2 => cublasDgemv
  use warpfort_cublas_device_d, only: cublasDger, cublasDger_v2 => cublasDger
  use warpfort_cublas_device_d, only: cublasDnrm2, cublasDnrm2_v2 => cublasDnrm2
  use warpfort_cublas_device_d, only: cublasDrot, cublasDrot_v2 => cublasDrot
  use warpfort_cublas_device_d, only: cublasDrotg, cublasDrotg_v2 => cublasDrotg
  use warpfort_cublas_device_d, only: cublasDrotm, cublasDrotm_v2 => cublasDrotm
  use warpfort_cublas_device_d, only: cublasDrotmg, cublasDrotmg_v2 => cublasDrotmg
  use warpfort_cublas_device_d, only: cublasDsbmv, cublasDsbmv_v2 => cublasDsbmv
  use warpfort_cublas_device_d, only: cublasDscal, cublasDscal_v2 => cublasDscal
  use warpfort_cublas_device_d, only: cublasDspmv, cublasDspmv_v2 => cublasDspmv
  use warpfort_cublas_device_d, only: cublasDspr, cublasDspr_v2 => cublasDspr
  use warpfort_cublas_device_d, only: cublasDspr2, cublasDspr2_v2 => cublasDspr2
  use warpfort_cublas_device_d, only: cublasDswap, cublasDswap_v2 => cublasDswap
  use warpfort_cublas_device_d, only: cublasDsymm, cublasDsymm_v2 => cublasDsymm
  use warpfort_cublas_device_d, only: cublasDsymv, cublasDsymv_v2 => cublasDsymv
  use warpfort_cublas_device_d, only: cublasDsyr, cublasDsyr_v2 => cublasDsyr
  use warpfort_cublas_device_d, only: cublasDsyr2, cublasDsyr2_v2 => cublasDsyr2
  use warpfort_cublas_device_d, only: cublasDsyr2k, cublasDsyr2k_v2 => cublasDsyr2k
  use warpfort_cublas_device_d, only: cublasDsyrk, cublasDsyrk_v2 => cublasDsyrk
  use warpfort_cublas_device_d, only: cublasDsyrkx, cublasDsyrkx_v2 => cublasDsyrkx
  use warpfort_cublas_device_d, only: cublasDtbmv, cublasDtbmv_v2 => cublasDtbmv
  use warpfort_cublas_device_d, only: cublasDtbsv, cublasDtbsv_v2 => cublasDtbsv
  use warpfort_cublas_device_d, only: cublasDtpmv, cublasDtpmv_v2 => cublasDtpmv
  use warpfort_cublas_device_d, only: cublasDtpsv, cublasDtpsv_v2 => cublasDtpsv
  use warpfort_cublas_device_d, only: cublasDtrmm, cublasDtrmm_v2 => cublasDtrmm
  use warpfort_cublas_device_d, only: cublasDtrmv, cublasDtrmv_v2 => cublasDtrmv
  use warpfort_cublas_device_d, only: cublasDtrsm, cublasDtrsm_v2 => cublasDtrsm
  use warpfort_cublas_device_d, only: cublasDtrsv, cublasDtrsv_v2 => cublasDtrsv
  use warpfort_cublas_device_d, only: cublasIdamax, cublasIdamax_v2 => cublasIdamax
  use warpfort_cublas_device_d, only: cublasIdamin, cublasIdamin_v2 => cublasIdamin
  use warpfort_cublas_device_c, only: cublasCaxpy, cublasCaxpy_v2 => cublasCaxpy
  use warpfort_cublas_device_c, only: cublasCcopy, cublasCcopy_v2 => cublasCcopy
  use warpfort_cublas_device_c, only: cublasCdgmm, cublasCdgmm_v2 => cublasCdgmm
  use warpfort_cublas_device_c, only: cublasCdotc, cublasCdotc_v2 => cublasCdotc
  use warpfort_cublas_device_c, only: cublasCdotu, cublasCdotu_v2 => cublasCdotu
  use warpfort_cublas_device_c, only: cublasCgbmv, cublasCgbmv_v2 => cublasCgbmv
  use warpfort_cublas_device_c, only: cublasCgeam, cublasCgeam_v2 => cublasCgeam
  use warpfort_cublas_device_c, only: cublasCgemm, cublasCgemm_v2 => cublasCgemm
  use warpfort_cublas_device_c, only: cublasCgemv, cublasCgemv_v2 => cublasCgemv
  use warpfort_cublas_device_c, only: cublasCgerc, cublasCgerc_v2 => cublasCgerc
  use warpfort_cublas_device_c, only: cublasCgeru, cublasCgeru_v2 => cublasCgeru
  use warpfort_cublas_device_c, only: cublasChbmv, cublasChbmv_v2 => cublasChbmv
  use warpfort_cublas_device_c, only: cublasChemm, cublasChemm_v2 => cublasChemm
  use warpfort_cublas_device_c, only: cublasChemv, cublasChemv_v2 => cublasChemv
  use warpfort_cublas_device_c, only: cublasCher, cublasCher_v2 => cublasCher
  use warpfort_cublas_device_c, only: cublasCher2, cublasCher2_v2 => cublasCher2
  use warpfort_cublas_device_c, only: cublasCher2k, cublasCher2k_v2 => cublasCher2k
  use warpfort_cublas_device_c, only: cublasCherk, cublasCherk_v2 => cublasCherk
  use warpfort_cublas_device_c, only: cublasCherkx, cublasCherkx_v2 => cublasCherkx
  use warpfort_cublas_device_c, only: cublasChpmv, cublasChpmv_v2 => cublasChpmv
  use warpfort_cublas_device_c, only: cublasChpr, cublasChpr_v2 => cublasChpr
  use warpfort_cublas_device_c, only: cublasChpr2, cublasChpr2_v2 => cublasChpr2
  use warpfort_cublas_device_c, only: cublasCrot, cublasCrot_v2 => cublasCrot
  use warpfort_cublas_device_c, only: cublasCrotg, cublasCrotg_v2 => cublasCrotg
  use warpfort_cublas_device_c, only: cublasCscal, cublasCscal_v2 => cublasCscal
  use warpfort_cublas_device_c, only: cublasCsrot, cublasCsrot_v2 => cublasCsrot
  use warpfort_cublas_device_c, only: cublasCsscal, cublasCsscal_v2 => cublasCsscal
  use warpfort_cublas_device_c, only: cublasCswap, cublasCswap_v2 => cublasCswap
  use warpfort_cublas_device_c, only: cublasCsymm, cublasCsymm_v2 => cublasCsymm
  use warpfort_cublas_device_c, only: cublasCsymv, cublasCsymv_v2 => cublasCsymv
  use warpfort_cublas_device_c, only: cublasCsyr, cublasCsyr_v2 => cublasCsyr
  use warpfort_cublas_device_c, only: cublasCsyr2, cublasCsyr2_v2 => cublasCsyr2
  use warpfort_cublas_device_c, only: cublasCsyr2k, cublasCsyr2k_v2 => cublasCsyr2k
  use warpfort_cublas_device_c, only: cublasCsyrk, cublasCsyrk_v2 => cublasCsyrk
  use warpfort_cublas_device_c, only: cublasCsyrkx, cublasCsyrkx_v2 => cublasCsyrkx
  use warpfort_cublas_device_c, only: cublasCtbmv, cublasCtbmv_v2 => cublasCtbmv
  use warpfort_cublas_device_c, only: cublasCtbsv, cublasCtbsv_v2 => cublasCtbsv
  use warpfort_cublas_device_c, only: cublasCtpmv, cublasCtpmv_v2 => cublasCtpmv
  use warpfort_cublas_device_c, only: cublasCtpsv, cublasCtpsv_v2 => cublasCtpsv
  use warpfort_cublas_device_c, only: cublasCtrmm, cublasCtrmm_v2 => cublasCtrmm
  use warpfort_cublas_device_c, only: cublasCtrmv, cublasCtrmv_v2 => cublasCtrmv
  use warpfort_cublas_device_c, only: cublasCtrsm, cublasCtrsm_v2 => cublasCtrsm
  use warpfort_cublas_device_c, only: cublasCtrsv, cublasCtrsv_v2 => cublasCtrsv
  use warpfort_cublas_device_c, only: cublasIcamax, cublasIcamax_v2 => cublasIcamax
  use warpfort_cublas_device_c, only: cublasIcamin, cublasIcamin_v2 => cublasIcamin
  use warpfort_cublas_device_c, only: cublasScasum, cublasScasum_v2 => cublasScasum
  use warpfort_cublas_device_c, only: cublasScnrm2, cublasScnrm2_v2 => cublasScnrm2
  use warpfort_cublas_device_z, only: cublasDzasum, cublasDzasum_v2 => cublasDzasum
  use warpfort_cublas_device_z, only: cublasDznrm2, cublasDznrm2_v2 => cublasDznrm2
  use warpfort_cublas_device_z, only: cublasIzamax, cublasIzamax_v2 => cublasIzamax
  use warpfort_cublas_device_z, only: cublasIzamin, cublasIzamin_v2 => cublasIzamin
  use warpfort_cublas_device_z, only: cublasZaxpy, cublasZaxpy_v2 => cublasZaxpy
  use warpfort_cublas_device_z, only: cublasZcopy, cublasZcopy_v2 => cublasZcopy
  use warpfort_cublas_device_z, only: cublasZdgmm, cublasZdgmm_v2 => cublasZdgmm
  use warpfort_cublas_device_z, only: cublasZdotc, cublasZdotc_v2 => cublasZdotc
  use warpfort_cublas_device_z, only: cublasZdotu, cublasZdotu_v2 => cublasZdotu
  use warpfort_cublas_device_z, only: cublasZdrot, cublasZdrot_v2 => cublasZdrot
  use warpfort_cublas_device_z, only: cublasZdscal, cublasZdscal_v2 => cublasZdscal
  use warpfort_cublas_device_z, only: cublasZgbmv, cublasZgbmv_v2 => cublasZgbmv
  use warpfort_cublas_device_z, only: cublasZgeam, cublasZgeam_v2 => cublasZgeam
  use warpfort_cublas_device_z, only: cublasZgemm, cublasZgemm_v2 => cublasZgemm
  use warpfort_cublas_device_z, only: cublasZgemv, cublasZgemv_v2 => cublasZgemv
  use warpfort_cublas_device_z, only: cublasZgerc, cublasZgerc_v2 => cublasZgerc
  use warpfort_cublas_device_z, only: cublasZgeru, cublasZgeru_v2 => cublasZgeru
  use warpfort_cublas_device_z, only: cublasZhbmv, cublasZhbmv_v2 => cublasZhbmv
  use warpfort_cublas_device_z, only: cublasZhemm, cublasZhemm_v2 => cublasZhemm
  use warpfort_cublas_device_z, only: cublasZhemv, cublasZhemv_v2 => cublasZhemv
  use warpfort_cublas_device_z, only: cublasZher, cublasZher_v2 => cublasZher
  use warpfort_cublas_device_z, only: cublasZher2, cublasZher2_v2 => cublasZher2
  use warpfort_cublas_device_z, only: cublasZher2k, cublasZher2k_v2 => cublasZher2k
  use warpfort_cublas_device_z, only: cublasZherk, cublasZherk_v2 => cublasZherk
  use warpfort_cublas_device_z, only: cublasZherkx, cublasZherkx_v2 => cublasZherkx
  use warpfort_cublas_device_z, only: cublasZhpmv, cublasZhpmv_v2 => cublasZhpmv
  use warpfort_cublas_device_z, only: cublasZhpr, cublasZhpr_v2 => cublasZhpr
  use warpfort_cublas_device_z, only: cublasZhpr2, cublasZhpr2_v2 => cublasZhpr2
  use warpfort_cublas_device_z, only: cublasZrot, cublasZrot_v2 => cublasZrot
  use warpfort_cublas_device_z, only: cublasZrotg, cublasZrotg_v2 => cublasZrotg
  use warpfort_cublas_device_z, only: cublasZscal, cublasZscal_v2 => cublasZscal
  use warpfort_cublas_device_z, only: cublasZswap, cublasZswap_v2 => cublasZswap
  use warpfort_cublas_device_z, only: cublasZsymm, cublasZsymm_v2 => cublasZsymm
  use warpfort_cublas_device_z, only: cublasZsymv, cublasZsymv_v2 => cublasZsymv
  use warpfort_cublas_device_z, only: cublasZsyr, cublasZsyr_v2 => cublasZsyr
  use warpfort_cublas_device_z, only: cublasZsyr2, cublasZsyr2_v2 => cublasZsyr2
  use warpfort_cublas_device_z, only: cublasZsyr2k, cublasZsyr2k_v2 => cublasZsyr2k
  use warpfort_cublas_device_z, only: cublasZsyrk, cublasZsyrk_v2 => cublasZsyrk
  use warpfort_cublas_device_z, only: cublasZsyrkx, cublasZsyrkx_v2 => cublasZsyrkx
  use warpfort_cublas_device_z, only: cublasZtbmv, cublasZtbmv_v2 => cublasZtbmv
  use warpfort_cublas_device_z, only: cublasZtbsv, cublasZtbsv_v2 => cublasZtbsv
  use warpfort_cublas_device_z, only: cublasZtpmv, cublasZtpmv_v2 => cublasZtpmv
  use warpfort_cublas_device_z, only: cublasZtpsv, cublasZtpsv_v2 => cublasZtpsv
  use warpfort_cublas_device_z, only: cublasZtrmm, cublasZtrmm_v2 => cublasZtrmm
  use warpfort_cublas_device_z, only: cublasZtrmv, cublasZtrmv_v2 => cublasZtrmv
  use warpfort_cublas_device_z, only: cublasZtrsm, cublasZtrsm_v2 => cublasZtrsm
  use warpfort_cublas_device_z, only: cublasZtrsv, cublasZtrsv_v2 => cublasZtrsv
  implicit none
end module
