#!/bin/bash
# Makes the API reference of the public modules with the toolchain's docc; warnings are errors.
#
# usage: docs/api.sh [MODULES [OUTPUT]]     a folder with built modules, and where the pages go
set -euo pipefail
cd "$(dirname "$0")/.."
modules=${1:-.build/release/Modules}
output=${2:-.build/api}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",.*/\1/p' | head -1)
toolchain=$(dirname "$(command -v swift)")
archives=()
for module in SwiftletTensor SwiftletFormat SwiftletOperators SwiftletRuntime SwiftletImage \
  SwiftletVision SwiftletLabeling; do
  mkdir "$work/$module"
  swift symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" \
    $(for map in Sources/C*; do echo "-I $map"; done) \
    -minimum-access-level public -skip-synthesized-members -output-dir "$work/$module"
  "$toolchain/docc" convert --additional-symbol-graph-dir "$work/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "swiftlet.$module" \
    --warnings-as-errors --output-path "$work/$module.doccarchive"
  archives+=("$work/$module.doccarchive")
done
rm -rf "$output"
"$toolchain/docc" merge "${archives[@]}" --synthesized-landing-page-name Swiftlet \
  --output-path "$output"
echo "The API reference is in $output; serve that folder over HTTP to read it."
