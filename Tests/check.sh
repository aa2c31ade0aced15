#!/bin/bash
# check.sh short|all: what `make test` cannot see, because it needs builds of their own.
#
# Each part says how long it took. `short` fits a quarter of an hour on two cores; `all` watches the
# whole suite.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_DETERMINISTIC_HASHING=1
# Its debugger would wait for a person at the first finding.
export SWIFT_BACKTRACE=enable=no
folder=$PWD/.build/check

# Without the three libraries.
traits_off() {
  swift build -c release --disable-default-traits --product swiftlet --scratch-path "$folder/plain"
  "$folder/plain/release/swiftlet" --version
}

# AddressSanitizer, with red zones behind all tensors, over some test targets. Leaks are not looked
# for: what Swift keeps for the life of the process looks like one.
addresses() {
  ASAN_OPTIONS=detect_leaks=0 SWIFTLET_CHECKED=1 SWIFTLET_TESTS="$*" \
    swift test -c release --disable-testable-imports --sanitize address \
    --scratch-path "$folder/addresses"
}

# ThreadSanitizer over the suites of some test targets whose names match the first argument.
threads() {
  local filter=$1
  shift
  SWIFTLET_TESTS="$*" \
    swift test -c release --disable-testable-imports --sanitize thread \
    --scratch-path "$folder/threads" --filter "$filter"
}

# Older processors, on the build of `make test`.
emulated() {
  command -v qemu-x86_64 > /dev/null || {
    echo "qemu-x86_64 is missing (apt-get install qemu-user); no processor is emulated"
    return 0
  }
  swift test -c release --disable-testable-imports --filter nothing > /dev/null
  for processor in Nehalem Haswell; do
    qemu-x86_64 -cpu $processor .build/release/SwiftletPackageTests.xctest \
      --testing-library swift-testing --filter "$1"
  done
}

timed() {
  echo "== $*"
  local start=$SECONDS
  "$@"
  echo "== $1: $((SECONDS - start)) s"
}

case ${1:-} in
  short)
    timed traits_off
    timed addresses SwiftletFlatBuffersTests SwiftletFormatTests SwiftletImageTests
    timed threads 'WorkerPool|LiveStream|RunningMode|OtherModes' \
      SwiftletRuntimeTests SwiftletVisionTests
    timed emulated KernelTests
    timed Tests/Fuzz/run.sh 4
    ;;
  all)
    everything=$(cd Tests && ls -d *Tests)
    timed traits_off
    timed addresses $everything
    timed threads '.*' SwiftletRuntimeTests SwiftletVisionTests SwiftletLabelingTests
    timed emulated 'KernelTests|SwiftletOperatorsTests'
    timed Tests/Fuzz/run.sh 60
    ;;
  *)
    echo 'usage: Tests/check.sh short|all' >&2
    exit 2
    ;;
esac
