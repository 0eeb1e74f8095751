// RUN: %warpfort-opt --warpfort-acc-verify-lowered %s | FileCheck %s
//
// Attributes may be left: they are no operations.

// CHECK: func.func @routine() attributes {acc.routine_info
func.func @routine() attributes {acc.routine_info = #acc.routine_info<[@acc_routine_0]>} {
  return
}
