#!/usr/bin/env bash
# Runs one list of jobs with `meshrender batch` alone and with the engines of Examples/scale, and compares results and
# files byte for byte. The list has 200 cards with an artwork and a text, and one job without its scene, which fails. An
# engine that cannot be installed is left out with a sentence.
#
# usage: Scripts/check-scale.sh [path of meshrender] [parallel] [slurm] [ray]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=$(realpath "${1:-.build-tests/release/meshrender}")
engines=("${@:2}")
[[ ${#engines[@]} -gt 0 ]] || engines=(parallel slurm ray)
examples=$PWD/Examples/scale environment=$PWD/.venv-scale
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/inputs"
ln -s "$tool" "$folder/bin/meshrender"
export PATH=$folder/bin:$PATH

cd "$folder/inputs"
meshrender render --text card --background teal --size 160x120 -o card.png
for ((i = 0; i < 8; i++)); do meshrender render --text "art $i" --background white --size 60x40 -o "art$i.png"; done
cat >card.json <<'JSON'
{ "canvas": { "size": [160, 120] },
  "layers": [
    { "position": [80, 60], "contents": { "image": "card.png" } },
    { "name": "art", "position": [80, 50], "contents": { "image": "art0.png" },
      "mesh": { "preset": "cylinder", "angle": 120 } },
    { "name": "title", "position": [80, 100], "contents": { "text": "?", "fontSize": 14 } } ] }
JSON
for ((i = 0; i < 200; i++)); do
  echo '{"id": "'$i'", "scene": "card.json", "output": "out/'$i'.png",' \
    '"set": {"art.contents.image": "art'$((i % 8))'.png", "title.contents.text": "Card '$i'"}}'
done >jobs.jsonl
sed -i '100a {"id": "broken", "scene": "missing.json", "output": "out/broken.png"}' jobs.jsonl

# Runs a command in a folder of its own with the inputs; its results are without times, in the order of identifiers.
run() {
  local name=$1 status=0
  cp -R "$folder/inputs" "$folder/$name"
  cd "$folder/$name"
  local start=$SECONDS
  "${@:2}" >results.jsonl 2>errors.log </dev/null || status=$?
  elapsed=$((SECONDS - start))
  if [[ $status -ne ${expected:-75} || $(wc --lines <results.jsonl) -ne 201 ]]; then
    echo "FAIL $name: exit code $status and $(wc --lines <results.jsonl) results: $(tail --lines=5 errors.log)"
    return 1
  fi
  sed 's/, "milliseconds": {[^}]*}\|"milliseconds":{[^}]*},\?//' results.jsonl | sort >sorted.jsonl
}

compare() {
  if ! cmp --silent "$folder/alone/sorted.jsonl" "$folder/$1/sorted.jsonl"; then
    echo "FAIL $1: other results: $(diff "$folder/alone/sorted.jsonl" "$folder/$1/sorted.jsonl" | head --lines=4)"
    return 1
  fi
  if ! diff --recursive --brief "$folder/alone/out" "$folder/$1/out"; then
    echo "FAIL $1: other files"
    return 1
  fi
  echo "ok   $1: 200 files and 201 results as from meshrender batch, $elapsed s"
}

slurm() {
  mkdir parts
  "$examples/slurm-node.sh" sbatch --quiet --wait --array=1-4 --output=parts/%a.log "$examples/batch.sbatch" \
    jobs.jsonl parts >&2 || status=$?
  cat parts/*.jsonl
  return "${status:-0}"
}

# Fails where there is no Slurm and none can be started.
install_slurm() {
  local status=0
  ../../Scripts/install-packages.sh slurm-wlm munge || return
  ./slurm-node.sh true || status=$?
  [[ $status -ne 69 ]]
}

install_ray() {
  cmp --quiet "$examples/requirements.txt" "$environment/requirements.txt" && return
  python3 -m venv "$environment" &&
    "$environment/bin/pip" install --quiet --disable-pip-version-check --no-compile --requirement "$examples/requirements.txt" &&
    cp "$examples/requirements.txt" "$environment/requirements.txt"
}

# Runs a command that installs an engine, the first argument; without success, says that the engine is left out.
installed() {
  "${@:2}" >"$folder/install.log" 2>&1 ||
    { echo "$1 cannot run here and is left out: $(tail --lines=1 "$folder/install.log")" && return 1; }
}

failed=0
run alone meshrender batch jobs.jsonl --quiet
for engine in "${engines[@]}"; do
  cd "$examples"
  case $engine in
  parallel)
    installed "GNU parallel" ../../Scripts/install-packages.sh parallel || continue
    run parallel "$examples/parallel.sh" jobs.jsonl state 25 && compare parallel || failed=1
    if ! cmp --silent <(grep --only-matching '"id": *"[^"]*"' "$folder/parallel/results.jsonl") \
      <(grep --only-matching '"id": *"[^"]*"' "$folder/alone/results.jsonl"); then
      echo "FAIL parallel: another order than that of the list"
      failed=1
    fi
    # Again, with the scene that was missing: only its block runs, and of that block only its job.
    cp card.json missing.json
    "$examples/parallel.sh" jobs.jsonl state 25 >again.jsonl || failed=1
    done=$(grep --count '"done"' again.jsonl) kept=$(grep --count '"kept"' again.jsonl)
    if [[ $done -ne 177 || $kept -ne 24 || $(wc --lines <state/joblog) -ne 11 ]]; then
      echo "FAIL parallel: $done done and $kept kept by the second run, expected 177 and 24"
      failed=1
    fi
    ;;
  slurm)
    installed Slurm install_slurm || continue
    run slurm slurm && compare slurm || failed=1
    ;;
  ray)
    installed Ray install_ray || continue
    run ray env PYTHONPATH="$examples/../../Python" MESHRENDER_PROGRAM="$tool" "$environment/bin/python" \
      "$examples/ray_batch.py" jobs.jsonl && compare ray || failed=1
    ;;
  *)
    echo "check-scale: there is no engine $engine; choose parallel, slurm or ray" >&2
    exit 64
    ;;
  esac
done
exit "$failed"
