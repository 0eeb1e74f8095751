// RUN: %warpfort-opt --warpfort-split-initial-values --verify-diagnostics %s
//
// What no object file should hold.

// expected-error @below {{the initial value of 'm::huge' has more than 268435456 elements; assign them in a loop}}
fir.global @_QMmEhuge : !fir.array<268435457x!fir.char<1,3>> {
  %0 = fir.undefined !fir.array<268435457x!fir.char<1,3>>
  %1 = fir.string_lit "abc"(3) : !fir.char<1,3>
  %2 = fir.insert_on_range %0, %1 from (0) to (268435456) : (!fir.array<268435457x!fir.char<1,3>>, !fir.char<1,3>) -> !fir.array<268435457x!fir.char<1,3>>
  fir.has_value %2 : !fir.array<268435457x!fir.char<1,3>>
}
