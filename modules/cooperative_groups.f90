!===-- modules/cooperative_groups.f90 - Groups of threads -----------------===!
!
! Part of the Warpfort project, under the Apache License v2.0 with LLVM
! Exceptions. See LICENSE for licence information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Module cooperative_groups: the groups a thread belongs to, their barriers.
! Ranks begin at 1; rank and size of a cluster count blocks, all others threads.
! The compiler expands this_grid, this_thread_block, this_cluster and cluster_*;
! the rest is in the device library (runtime/device/Groups.c), whose layout of a
! group of a warp's threads the types here repeat.
!
!===------------------------------------------------------------------------===!
module cooperative_groups
  use, intrinsic :: cudadevice, only: dim3, syncthreads
  implicit none
  private
  public :: grid_group, cluster_group, thread_group, coalesced_group
  public :: this_grid, this_cluster, this_thread_block, this_warp
  public :: coalesced_threads, tiled_partition
  public :: cluster_block_index, cluster_dim_blocks, cluster_map_shared_rank
  public :: syncthreads, dim3

  type :: grid_group
    integer(8), private :: lanes
    integer(4) :: size
    integer(4) :: rank
  end type
  type :: cluster_group
    integer(8), private :: lanes
    integer(4) :: size
    integer(4) :: rank
  end type
  type :: thread_group
    integer(8), private :: lanes
    integer(4) :: size
    integer(4) :: rank
  end type
  type :: coalesced_group
    integer(8), private :: lanes ! one bit a lane of the warp
    integer(4) :: size
    integer(4) :: rank
  end type

  interface
    attributes(device) function this_grid()
      import :: grid_group
      type(grid_group) :: this_grid
    end function
    attributes(device) function this_cluster()
      import :: cluster_group
      type(cluster_group) :: this_cluster
    end function
    attributes(device) function this_thread_block()
      import :: thread_group
      type(thread_group) :: this_thread_block
    end function
    ! Index of the block in its cluster, from 1.
    attributes(device) function cluster_block_index()
      import :: dim3
      type(dim3) :: cluster_block_index
    end function
    attributes(device) function cluster_dim_blocks()
      import :: dim3
      type(dim3) :: cluster_dim_blocks
    end function
    ! For a Cray pointer: where the block of the cluster with this rank has what
    ! the caller has in a shared variable.
    attributes(device) function cluster_map_shared_rank(variable, rank) result(address) &
        bind(c, name='__warpdev_map_shared_rank')
      !dir$ ignore_tkr(r) variable
      type(*), shared :: variable(*)
      integer(4), value :: rank
      integer(8) :: address
    end function
  end interface

  ! The threads of the warp.
  interface this_warp
    attributes(device) function cg_this_warp() result(group)
      import :: coalesced_group
      type(coalesced_group) :: group
    end function
  end interface

  ! The threads of the warp that are here together.
  interface coalesced_threads
    attributes(device) function cg_coalesced_threads() result(group)
      import :: coalesced_group
      type(coalesced_group) :: group
    end function
  end interface

  ! The caller's tile when a block or a warp is cut into tiles of `size`
  ! threads: 1, 2, 4, 8, 16 or 32.
  interface tiled_partition
    attributes(device) function cg_tile_of_block(parent, size) result(group)
      import :: coalesced_group, thread_group
      !dir$ ignore_tkr(d) parent
      type(thread_group), intent(in) :: parent
      integer(4), value :: size
      type(coalesced_group) :: group
    end function
    attributes(device) function cg_tile_of_warp(parent, size) result(group)
      import :: coalesced_group
      !dir$ ignore_tkr(d) parent
      type(coalesced_group), intent(in) :: parent
      integer(4), value :: size
      type(coalesced_group) :: group
    end function
  end interface

  interface syncthreads
    attributes(device) subroutine cg_sync_grid(group)
      import :: grid_group
      !dir$ ignore_tkr(d) group
      type(grid_group), intent(in) :: group
    end subroutine
    attributes(device) subroutine cg_sync_cluster(group)
      import :: cluster_group
      !dir$ ignore_tkr(d) group
      type(cluster_group), intent(in) :: group
    end subroutine
    attributes(device) subroutine cg_sync_block(group)
      import :: thread_group
      !dir$ ignore_tkr(d) group
      type(thread_group), intent(in) :: group
    end subroutine
    attributes(device) subroutine cg_sync_lanes(group)
      import :: coalesced_group
      !dir$ ignore_tkr(d) group
      type(coalesced_group), intent(in) :: group
    end subroutine
  end interface
end module cooperative_groups
