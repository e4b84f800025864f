#!/usr/bin/env bash
# Runs libFuzzer on the parsers, and random scenes through the whole renderer: each target for some seconds, one after
# another. A crash, a hang of 10 seconds (60 in runs below a minute) or 2 GiB of memory fails; the input that did it is
# kept, with the command that replays it.
#
# Usage: fuzz.sh SECONDS [TARGET...]; no target means all. The corpus grows in .build-fuzz/corpus; keep-corpus.sh adds what
# it holds to the seeds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=$1
shift
mapfile -t all < <(find Fuzz/Targets -name '*.swift' -printf '%f\n' | sed 's/\.swift$//' | sort)
all+=(scenes)
targets=("$@")
[[ $# -gt 0 ]] || targets=("${all[@]}")
for target in "${targets[@]}"; do
  [[ " ${all[*]} " == *" $target "* ]] || {
    echo "fuzz: there is no target \"$target\"; use some of ${all[*]}" >&2
    exit 1
  }
done

# A short run would spend most of its time on optimizing what it runs, and is slower without. Its inputs are the same each
# time, as far as it gets: it judges the sources, a long one looks for something new.
optimization=-O hang=10 seed=$RANDOM$RANDOM
((seconds >= 60)) || optimization=-Onone hang=60 seed=1
build=$PWD/.build-fuzz/programs$optimization
folder=$PWD/.build-fuzz
mkdir -p "$folder/findings" "$build"
scenes=$build/random-scenes
programs=()
[[ ${targets[*]} == scenes ]] || programs+=(parsers)
[[ " ${targets[*]} " != *" scenes "* ]] || programs+=(scenes)
Scripts/build-fuzz.sh "$build" "$optimization" "${programs[@]}"

# Swift's own crash report would wait for a debugger; reports of leaks at exit concern the runtime's constants. Stacks of
# allocations take a quarter of the time; a replay shows them.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=0:malloc_context_size=1
failed=()
printf '%-12s %12s %9s %9s %9s  %s\n' target executions seconds coverage 'peak MiB' result
for target in "${targets[@]}"; do
  log=$folder/$target.log
  result=clean
  if [[ $target == scenes ]]; then
    "$scenes" "${seconds}s" "$seed" "$folder/findings" >"$log" 2>&1 || result=FAILED
    printf '%-12s %12s %9s %9s %9s  %s\n' scenes "$(sed -n 's/ scenes: .*//p' "$log")" "$seconds" - \
      "$(sed -n 's/^memory .* \([0-9]*\) MiB$/\1/p' "$log")" "$result"
    [[ $result == clean ]] || failed+=(scenes)
    continue
  fi
  corpus=$folder/corpus/$target
  python3 Fuzz/seeds.py "$target" "$corpus" "$folder/$target.dict"
  "$build/$target" "$corpus" -max_total_time="$seconds" -timeout="$hang" -seed="$seed" -rss_limit_mb=2048 \
    -max_len=16384 -dict="$folder/$target.dict" -artifact_prefix="$folder/findings/$target-" -print_final_stats=1 \
    >"$log" 2>&1 || result=FAILED
  statistic() { sed -n "s/^stat::$1: *//p" "$log" | tail -n 1; }
  printf '%-12s %12s %9s %9s %9s  %s\n' "$target" "$(statistic number_of_executed_units)" \
    "$(sed -n 's/^Done .* in \([0-9]*\) second.*/\1/p' "$log")" \
    "$(grep -o ' cov: [0-9]*' "$log" | tail -n 1 | tr -dc 0-9)" "$(statistic peak_rss_mb)" "$result"
  [[ $result == clean ]] || failed+=("$target")
done

for target in "${failed[@]}"; do
  echo
  if [[ $target == scenes ]]; then
    grep -m 3 -E 'seed|Fatal error|ERROR: |SUMMARY: ' "$folder/scenes.log" || tail -n 5 "$folder/scenes.log"
    echo "scenes failed at .build-fuzz/findings/scene.json. Replay: ASAN_OPTIONS=detect_leaks=0 $scenes 1 SEED"
    continue
  fi
  input=$(sed -n 's/.*Test unit written to \(.*\)/\1/p' "$folder/$target.log" | tail -n 1)
  grep -m 3 -E 'Fatal error|ERROR: |SUMMARY: ' "$folder/$target.log" || tail -n 5 "$folder/$target.log"
  echo "$target failed. Replay: SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0" \
    "'$build/$target' '${input:-see .build-fuzz/$target.log}'"
done
[[ ${#failed[@]} -eq 0 ]]
