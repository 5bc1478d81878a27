#!/bin/sh
# Every figure of docs/scaling.md that is measured, in one run of about twenty-five minutes.
#
#   bench/load/figures.sh [FOLDER]
#
# Nothing else should run on the machine meanwhile. FOLDER (build/load-figures) gets the output of each command.
# boardgame.io runs as well if npm is on PATH.
set -u
cd "$(dirname "$0")/../.."
out=${1:-build/load-figures}
. bench/run.sh

peer=
! command -v npm > /dev/null || peer=--peer
moves="--no-life --bots 0"
run table $python bench/move_cost.py
run sqlite $python bench/load/run.py --seconds 20 $moves $peer
run sqlite_400 $python bench/load/run.py --seconds 20 --rate 400 $moves $peer
# With 120 tables no game ends within the run; with 60 all games do, nearly at the same time.
run sqlite_500 $python bench/load/run.py --seconds 25 --rate 500 --tables 120 $moves
run sqlite_500_life $python bench/load/run.py --seconds 25 --rate 500 --tables 120
run sqlite_500_ends $python bench/load/run.py --seconds 30 --rate 500 $moves
run whole_games $python bench/load/run.py --tables 24 --seconds 120 $peer
for workers in 1 2 4; do
  run postgres_$workers $python bench/load/run.py --database postgres --workers $workers --seconds 20 $moves
done
run postgres_500 $python bench/load/run.py --database postgres --workers 2 --seconds 30 --rate 500 $moves
run idle $python bench/load/run.py --idle 10000
run memory $python bench/table_memory.py --tables 4
run abuse $python bench/load/abuse.py --seconds 20
run model $python bench/cluster_model.py --move 3.0
