#!/bin/bash
# coverage.sh: how much of the reader of files and of the planner the tests reach.
#
# Built without optimisation, and with the kernels that every processor has.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_DETERMINISTIC_HASHING=1 SWIFTLET_TARGET_ARCH=other
export SWIFTLET_TESTS="SwiftletFlatBuffersTests SwiftletFormatTests SwiftletRuntimeTests SwiftletOperatorsTests"
folder=$PWD/.build/coverage
tests=SwiftletPackageTests.xctest

swift build --build-tests --enable-code-coverage --scratch-path "$folder"
rm -f "$folder"/*.profraw
LLVM_PROFILE_FILE="$folder/%p.profraw" "$folder/debug/$tests" --testing-library swift-testing > "$folder/log" ||
  { grep -avE '^(◇|✔)' "$folder/log"; exit 1; }
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
"$tools/llvm-profdata" merge -o "$folder/profdata" "$folder"/*.profraw
for part in FlatBuffers Format Runtime; do
  "$tools/llvm-cov" report "$folder/debug/$tests" -instr-profile "$folder/profdata" \
    "Sources/Swiftlet$part" > "$folder/$part.txt"
  awk -v part="Swiftlet$part" \
    '$1 == "TOTAL" { print part ": " $10 " of " $8 " lines, " $4 " of " $2 " regions" }' "$folder/$part.txt"
done
