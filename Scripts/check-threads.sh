#!/usr/bin/env bash
# Runs 'meshrender animate' and the tests of the libraries' threads under the thread sanitizer.
#
# Usage: check-threads.sh; builds into .build-tsan. The driver's own threads are not instrumented and left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/suppressions" <<'END'
called_from_lib:libLLVM
called_from_lib:swrast_dri.so
called_from_lib:libgallium
called_from_lib:libEGL_mesa.so
END
export TSAN_OPTIONS="halt_on_error=1 exitcode=66 suppressions=$folder/suppressions"
build=(--sanitize=thread --scratch-path .build-tsan)

swift build --build-tests "${build[@]}" </dev/null
tool=.build-tsan/debug/meshrender
clip=("$tool" animate Examples/images/label.png --mesh ripple:rows=6,columns=6 --light directional --background white
  --animate "phase 0..1 1s linear loop" --size 96x64 --fps 24 --quiet)
for output in frames/ out.apng out.gif out.webp out.y4m out.rgba; do
  for threads in 1 2 5; do
    "${clip[@]}" --threads "$threads" -o "$folder/$output"
    echo "animate, $threads threads, $output: clean"
  done
done
# Frames of many triangles, each of which is submitted while the next one is compiled.
"${clip[@]/rows=6,columns=6/rows=40,columns=40}" --threads 2 -o "$folder/dense.apng"
echo "animate, many triangles: clean"
# A reader that goes away, and a signal, end the threads in other ways.
"${clip[@]}" --format rgba -o - 2>/dev/null | head -c 30000 >/dev/null || [[ ${PIPESTATUS[0]} -eq 74 ]]
"${clip[@]}" --duration 60 -o "$folder/long.y4m" 2>"$folder/words" &
sleep 3
kill -TERM $!  # a job in the background of a script ignores interrupts
wait $! || code=$?
[[ ${code:-0} -eq 143 ]] || { cat "$folder/words" >&2 && exit 1; }
echo "animate, closed pipe and signal: clean"

swift test --skip-build --disable-xctest "${build[@]}" --filter "${FILTER:-Concurren|Lifetime|Parallel|Strips|FrameSource|Subdivision|Ahead|WaitingFrame|BackgroundTask}" </dev/null
