#!/bin/bash
# check.sh short|all [PART…]: what `make test` cannot see, because it needs builds of their own.
#
# Each part says how long it took. `short` fits a quarter of an hour on two cores, and repeats itself
# exactly; `all` watches the whole suite.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_DETERMINISTIC_HASHING=1
# Its debugger would wait for a person at the first finding.
export SWIFT_BACKTRACE=enable=no
folder=$PWD/.build/check
bundle=release/SwiftletPackageTests.xctest

# Without the three libraries.
traits_off() {
  swift build -c release --disable-default-traits --product swiftlet --scratch-path "$folder/plain"
  "$folder/plain/release/swiftlet" --version
}

# AddressSanitizer, with red zones behind all tensors, over some test targets. Leaks are not looked
# for: what Swift keeps for the life of the process looks like one.
addresses() {
  SWIFTLET_CHECKED=1 SWIFTLET_TESTS="$*" \
    swift build -c release --build-tests --sanitize address --scratch-path "$folder/addresses"
  ASAN_OPTIONS=detect_leaks=0 "$folder/addresses/$bundle" --testing-library swift-testing
}

# ThreadSanitizer over the suites of some test targets whose names match the first argument. Which
# instructions the kernels use does not matter here.
threads() {
  local filter=$1
  shift
  SWIFTLET_TARGET_ARCH=other SWIFTLET_TESTS="$*" \
    swift build -c release --build-tests --sanitize thread --scratch-path "$folder/threads"
  "$folder/threads/$bundle" --testing-library swift-testing --filter "$filter"
}

# Older processors, on the build of `make test`, at the same time, without what reads object files.
emulated() {
  command -v qemu-x86_64 > /dev/null || {
    echo "qemu-x86_64 is missing (apt-get install qemu-user); no processor is emulated"
    return 0
  }
  swift test -c release --disable-testable-imports --filter SwiftletFlatBuffersTests > /dev/null
  local processors=(Nehalem Haswell) running=() failed=0
  for processor in "${processors[@]}"; do
    qemu-x86_64 -cpu "$processor" ".build/$bundle" --testing-library swift-testing \
      --filter "$1" --skip 'IsolationTests|HotLoopTests' > "$folder/$processor.log" 2>&1 &
    running+=($!)
  done
  for index in "${!processors[@]}"; do
    wait "${running[index]}" || { failed=1; grep -v '^◇' "$folder/${processors[index]}.log"; }
    echo "${processors[index]}: $(tail -n 1 "$folder/${processors[index]}.log")"
  done
  return $failed
}

timed() {
  [ -z "$parts" ] || [[ " $parts " == *" $1 "* ]] || return 0
  echo "== $*"
  local start=$SECONDS
  "$@"
  echo "== $1: $((SECONDS - start)) s"
}

length=${1:-}
parts=${*:2}
mkdir -p "$folder"
case $length in
  short)
    timed traits_off
    timed addresses SwiftletFlatBuffersTests SwiftletFormatTests SwiftletImageTests
    timed threads 'WorkerPool|LiveStream|RunningMode|OtherModes|Download|Interruption|Processes' \
      SwiftletRuntimeTests SwiftletVisionTests SwiftletLabelingTests
    timed emulated KernelTests
    timed Tests/Fuzz/run.sh fixed
    ;;
  all)
    timed traits_off
    timed addresses $(cd Tests && ls -d *Tests)
    timed threads . SwiftletRuntimeTests SwiftletVisionTests SwiftletLabelingTests
    timed emulated 'KernelTests|SwiftletOperatorsTests'
    timed Tests/Fuzz/run.sh 60
    ;;
  *)
    echo 'usage: Tests/check.sh short|all [PART…]' >&2
    exit 2
    ;;
esac
