#!/usr/bin/env bash
# Draws the pictures of the tests once more by the methods of a GPU, on whatever draws here: without a GPU no other check
# runs them. Prints one line, or the whole log of a failure.
#
# usage: Scripts/check-classes.sh [options of swift test]
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# All suites of the renderer, except those whose tests ask for the methods of a software rasterizer by name, and would do the
# same again; those of formulas in shaders, which both classes share; and those that draw the pictures of other suites some
# hundred times, in all orders.
same='EdgeTests|BlendedEdgeTests|FoldedEdgeTests|MovingLinesTests|ViewportLimitTests'
same+='|WaitingFrameTests|BackgroundTaskTests|BackFacePictureTests|SimplifiedPictureTests'
same+='|MagnificationTests|MinificationTests|BlendFormulaTests|AheadTests|KeptTextureTests'
MESHRENDER_TEST_CLASS=hardware swift test --skip-build --disable-xctest "$@" \
  --filter 'GLRendererTests\.' --skip "GLRendererTests\.($same)/" </dev/null >"$log" 2>&1 ||
  { cat "$log" && exit 1; }
echo " ok  by the methods of a GPU: $(sed -n 's/.*Test run with \(.* suites\) passed.*/\1/p' "$log")"
