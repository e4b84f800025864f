#!/usr/bin/env bash
# Times the Python package beside the tool's raw pipe: see python.py.
# Usage: Benchmarks/python.sh [--tool PATH] [--rounds N] [--frames N] [--calls N]; PATH is .build/release/meshrender
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=$(Scripts/python-environment.sh)
PYTHONPATH=Python MESHRENDER_PROGRAM=.build/release/meshrender exec "$python" Benchmarks/python.py "$@"
