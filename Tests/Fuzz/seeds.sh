#!/bin/bash
# seeds.sh FOLDER: makes a corpus for each fuzz target from the project's fixtures.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$1
for target in Tests/Fuzz/*/; do
  name=$(basename "$target")
  [ "$name" = Support ] || mkdir -p "$out/$name"
done

# Small models; every fifth for the targets that do not run them.
number=0
find Fixtures/operators -name '*.tflite' -size -8k | LC_ALL=C sort | while read -r model; do
  seed=$(echo "${model#Fixtures/operators/}" | tr / _)
  cp "$model" "$out/ModelMutation/$seed"
  cp "$model" "$out/ModelLoading/$seed"
  number=$((number + 1))
  [ $((number % 25)) != 0 ] || cp "$model" "$out/FlatBuffers/$seed"
done

# A block of metadata begins four bytes before its identifier; the archive ends the file.
for model in Fixtures/models/*.tflite; do
  start=$(LC_ALL=C grep -abo -m 1 M001 "$model" | head -1 | cut -d : -f 1 || true)
  [ -n "$start" ] || continue
  archive=$(LC_ALL=C grep -aboP -m 1 'PK\x03\x04' "$model" | head -1 | cut -d : -f 1 || true)
  seed=$out/Metadata/$(basename "$model" .tflite)
  head -c $((start + 5996)) "$model" | tail -c 6000 > "$seed"
  [ -z "$archive" ] || [ "$(($(stat -c %s "$model") - archive))" -gt 4000 ] || tail -c +$((archive + 1)) "$model" >> "$seed"
  head -c 6000 "$seed" > "$out/FlatBuffers/$(basename "$seed")"
done

for file in Fixtures/images/codecs/*; do
  case $file in
    *.jpg) cp "$file" "$out/JPEG" ;;
    *.png) cp "$file" "$out/PNG" ;;
    *.bmp) cp "$file" "$out/BMP" ;;
  esac
done
for kind in '2 3' '1 3'; do printf 'P%s 2 255\n1 2 3 4 5 6' "$kind" > "$out/PNM/plain${kind% *}"; done
printf 'P1 8 2\n0110 1001 0000 1111' > "$out/PNM/plain_bits"
printf 'P4\n# comment\n12 2\n\360\17\17\360' > "$out/PNM/bits"
printf 'P5 4 2 255\nabcdefgh' > "$out/PNM/gray"
printf 'P5 2 2 65535\nabcdefgh' > "$out/PNM/gray16"
printf 'P6 2 2 100\nabcdefghijkl' > "$out/PNM/color"

printf 'cat\ndog\r\nbird\rfish' > "$out/Labels/ends"
printf '\357\273\277one\n\ntwo\n' > "$out/Labels/mark"
printf '{"modelFile":"model.tflite","labelsFile":"dict.txt","modelType":"IMAGE_LABELING"}' \
  > "$out/Manifests/manifest"
printf '{"modelFile": "../\\u0041\\n", "labelsFile": 1e400, "modelType": [null, true]}' \
  > "$out/Manifests/odd"

# FORMAT TYPE ORDER SHAPE BYTES
array() {
  printf "\\223NUMPY\\$1\\0%b{'descr': '$2', 'fortran_order': $3, 'shape': ($4), }\\n%s" "$5" "$6"
}
array 1 '<f4' False '2, 1' 'C\0' 12345678 > "$out/NPY/float"
array 1 '>i2' True '2, 2' 'C\0' 12345678 > "$out/NPY/order"
array 2 '|b1' False '3,' 'A\0\0\0' 123 > "$out/NPY/bool"
array 3 '<c8' False '' '@\0\0\0' 12345678 > "$out/NPY/scalar"

for chroma in 420jpeg 420mpeg2 420paldv 411 422 444 444alpha mono; do
  { printf 'YUV4MPEG2 W6 H4 F30:1 Ip A1:1 C%s XCOLORRANGE=FULL\n' $chroma
    for frame in 1 2; do printf 'FRAME\n'; head -c $((frame * 0 + 24 * 4)) /dev/zero | tr '\0' 'y'; done
  } > "$out/Y4M/$chroma"
done
for kind in '420jpeg 36' 'mono 24' '444 72'; do
  { printf 'YUV4MPEG2 W6 H4 F25:2 C%s\nFRAME\n' "${kind% *}"
    head -c "${kind#* }" /dev/zero | tr '\0' 'k'; printf 'FRAME Ip\n'
    head -c "${kind#* }" /dev/zero | tr '\0' 'q'
  } > "$out/Y4M/whole_${kind% *}"
done

# A map, a typed vector and a string, as the reference writer gives them.
printf 'a\0b\0\2\4\4\2\1\2\1\2\4\4\4\44\1' > "$out/FlexBuffers/map"
printf '\3\1\2\3\3\54\1' > "$out/FlexBuffers/typed"
printf '\5hello\0\6\24\1' > "$out/FlexBuffers/text"
