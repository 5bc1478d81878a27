#!/bin/sh
# Every figure of "How fast" in docs/kernel.md, environments.md and search.md, and those of data and forfeits, in one run.
#
#   bench/figures.sh [FOLDER]
#
# Nothing else should run on the machine meanwhile. FOLDER (build/figures) gets the output of each command. Optional:
#   PEER=PYTHON       a Python with catanatron (python -m venv, pip install catanatron)
#   BASELINE=SRC      the src folder of an older checkout, for the environments
#   YARDSTICK=FILE.c  another C program for the USA board (bench/yardstick.py)
#   WHEEL=FILE.whl    for cold starts of an installed wheel (make dist)
set -u
cd "$(dirname "$0")/.."
out=${1:-build/figures}
. bench/run.sh

run warm .venv/bin/goldenspike warm
run single_game $python bench/single_game.py ${PEER:+--peer "$PEER"}
run playouts $python bench/playouts.py --size 20
run envs $python bench/envs.py ${BASELINE:+--baseline "$BASELINE"}
run envs_4096 $python bench/envs.py --games 4096 --rounds 3
run batch_opponents $python bench/batch_opponents.py --rounds 5
run simulate .venv/bin/goldenspike simulate --games 20000
run simulate_2 .venv/bin/goldenspike simulate --games 40000 --jobs 2
for i in 1 2 3 4 5; do
  [ -z "${YARDSTICK:-}" ] || run "yardstick_$i" $python bench/yardstick.py --yardstick "$YARDSTICK" --games 1500 --rounds 15
  run "twins_$i" $python bench/yardstick.py --games 1500 --rounds 6
done
run twins_check $python bench/yardstick.py --check --games 300 --rounds 2
run records $python bench/records.py 1000000
run cold $python bench/cold_start.py
run cold_before $python bench/cold_start.py --blocking
[ -z "${WHEEL:-}" ] || run cold_wheel $python bench/cold_start.py --wheel "$WHEEL"
run forfeits .venv/bin/goldenspike arena --bots exec:false,random --games 40
run forfeits_strict .venv/bin/goldenspike arena --bots exec:false,random --games 40 --strict
run luck .venv/bin/goldenspike arena --bots planner,planner:risk=0.6 --games 2000
run null_matches .venv/bin/pytest -q -s -m wide tests/arena/test_luck.py
run conformance .venv/bin/pytest -q -n 2 -m "wide or not wide" tests/envs/test_standards.py tests/envs/test_openspiel.py
! $python -c 'import torchrl, stable_baselines3' 2> /dev/null || run wrappers .venv/bin/pytest -q examples/test_wrappers.py
