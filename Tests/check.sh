#!/bin/bash
# check.sh short|all [PART…]: what `make test` cannot see, because it needs builds of their own.
#
# Each part says how long it took. `short` repeats itself exactly; `all` watches the whole suite.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_DETERMINISTIC_HASHING=1
# Its debugger would wait for a person at the first finding.
export SWIFT_BACKTRACE=enable=no
folder=$PWD/.build/check
tests=SwiftletPackageTests.xctest

# Runs a bundle of tests; further arguments choose among them. What passes is not told one by one.
suites() {
  NO_COLOR=1 "$1" --testing-library swift-testing "${@:2}" 2>&1 | grep -aP '^(?!◇|✔ Suite|✔ Test (?!run with ))'
}

# The command without the three libraries.
traits_off() {
  swift build -c release --disable-default-traits --product swiftlet --scratch-path "$folder/plain"
  "$folder/plain/release/swiftlet" --version
  stat -L -c '%s bytes' "$folder/plain/release/swiftlet"
}

# AddressSanitizer, with red zones behind all tensors, over some test targets. Leaks are not looked
# for: what Swift keeps for the life of the process looks like one.
addresses() {
  SWIFTLET_CHECKED=1 SWIFTLET_TESTS="$*" \
    swift build -c release --build-tests --sanitize address --scratch-path "$folder/addresses"
  ASAN_OPTIONS=detect_leaks=0 suites "$folder/addresses/release/$tests"
}

# ThreadSanitizer over some test targets, one after the other, as downloads have times to keep. Which
# instructions the kernels use does not matter here.
threads() {
  SWIFTLET_TARGET_ARCH=other SWIFTLET_TESTS="SwiftletCommand $*" \
    swift build -c release --build-tests --sanitize thread --scratch-path "$folder/threads"
  for target; do suites "$folder/threads/release/$tests" --filter "$target"; done
}

# The same over the suites whose names match the first argument, and the command, without the three
# libraries and built without optimisation.
threads_traits_off() {
  SWIFTLET_TARGET_ARCH=other SWIFTLET_TESTS="SwiftletCommand ${*:2}" swift build --build-tests \
    --disable-default-traits --sanitize thread --scratch-path "$folder/threads_traits_off"
  "$folder/threads_traits_off/debug/SwiftletCommand" --version
  suites "$folder/threads_traits_off/debug/$tests" --filter "$1"
}

# Older processors, on the build of `make test`, at the same time, without what reads object files.
emulated() {
  [ "$(id -u)" != 0 ] || command -v qemu-x86_64 > /dev/null || {
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q qemu-user
  } > "$folder/qemu.log" 2>&1 || true
  command -v qemu-x86_64 > /dev/null || {
    echo "qemu-x86_64 is missing (apt-get install qemu-user); no processor is emulated"
    return 0
  }
  swift test -c release --disable-testable-imports --filter SwiftletFlatBuffersTests > /dev/null
  local processors=(Nehalem Haswell) running=() failed=0
  for processor in "${processors[@]}"; do
    qemu-x86_64 -cpu "$processor" ".build/release/$tests" --testing-library swift-testing \
      --filter "$1" --skip 'IsolationTests|HotLoopTests' > "$folder/$processor.log" 2>&1 &
    running+=($!)
  done
  for index in "${!processors[@]}"; do
    wait "${running[index]}" || { failed=1; grep -avE '^(◇|✔)' "$folder/${processors[index]}.log"; }
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
fuzz() { Tests/Fuzz/run.sh "$@"; }

length=${1:-}
parts=${*:2}
mkdir -p "$folder"
case $length in
  short)
    timed emulated 'KernelTests|SwiftletOperatorsTests'
    # One build leaves a third of two cores idle.
    {
      timed threads_traits_off 'WorkerPool|Locked|LiveStream|OtherModes' \
        SwiftletRuntimeTests SwiftletVisionTests
      timed addresses SwiftletFlatBuffersTests SwiftletFormatTests SwiftletImageTests
    } > "$folder/sanitizers.log" 2>&1 &
    sanitizers=$!
    timed fuzz fixed > "$folder/fuzz.log" 2>&1 &
    fuzz=$!
    failed=0
    wait $sanitizers || failed=1
    cat "$folder/sanitizers.log"
    wait $fuzz || failed=1
    cat "$folder/fuzz.log"
    exit $failed
    ;;
  all)
    timed traits_off
    timed emulated 'KernelTests|SwiftletOperatorsTests'
    timed threads $(cd Tests && ls -d *Tests)
    timed addresses SwiftletCommand $(cd Tests && ls -d *Tests)
    timed fuzz 60
    ;;
  *)
    echo 'usage: Tests/check.sh short|all [PART…]' >&2
    exit 2
    ;;
esac
