#!/bin/bash
# run.sh SECONDS|fixed [TARGET…]: builds the fuzz targets and runs each so long, all unless some are named.
#
# What they found worth keeping stays in .build/fuzz/corpus. An input that ends a target is kept in
# .build/fuzz/findings, and the command that repeats it is printed. `fixed` begins with the fixtures alone
# and makes as many executions of the same random numbers on any machine.
set -euo pipefail
cd "$(dirname "$0")/../.."
length=$1
shift
folder=$PWD/.build/fuzz
export SWIFTLET_FUZZ=1 SWIFTLET_CHECKED=1 SWIFT_DETERMINISTIC_HASHING=1
# What Swift keeps for the life of the process looks like a leak; its debugger would wait for a person.
export ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no

[ $# != 0 ] || set -- $(cd Tests/Fuzz && ls -d */ | tr -d / | grep -v '^Support$')
swift build -c release --sanitize fuzzer --sanitize address -Xswiftc -sanitize=fuzzer \
  --scratch-path "$folder/build"
Tests/Fuzz/seeds.sh "$folder/seeds"
mkdir -p "$folder/findings"
failed=0
for target; do
  corpus=$folder/corpus/$target
  limits="-max_total_time=$length -timeout=20"
  if [ "$length" = fixed ]; then
    corpus=$folder/fixed/$target
    rm -rf "$corpus"
    case $target in
      Model*) runs=6000 ;;
      DetectionPostProcess | Metadata) runs=2000 ;;
      BMP | JPEG | PNG | PNM) runs=5000 ;;
      *) runs=20000 ;;
    esac
    limits="-seed=1 -runs=$runs -reload=0 -timeout=300"
  fi
  mkdir -p "$corpus"
  log=$folder/$target.log
  run=$folder/build/release/Fuzz$target
  if "$run" "$corpus" "$folder/seeds/$target" $limits -rss_limit_mb=2500 -print_final_stats=1 \
    -artifact_prefix="$folder/findings/$target-" > "$log" 2>&1
  then
    runs=$(sed -n 's/.*number_of_executed_units: *//p' "$log")
    echo "$target: $runs runs, $(grep -oE 'cov: [0-9]+ ft: [0-9]+' "$log" | tail -1)"
  else
    failed=1
    grep -E 'ERROR|Fatal error|SUMMARY' "$log" | sed "s/^/$target: /"
    echo "$target: repeat with $run $(sed -n 's/.*Test unit written to //p' "$log")"
  fi
done
exit $failed
