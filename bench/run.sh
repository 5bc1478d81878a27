# For scripts that take figures (`. bench/run.sh`): `run NAME COMMAND...` prints what the command prints, its exit code
# and how long it took, and keeps the output in the folder $out.
python=.venv/bin/python
mkdir -p "$out"

run() {
  name=$1
  shift
  echo "== $name: $*"
  start=$(date +%s)
  "$@" > "$out/$name.txt" 2> "$out/$name.err"
  code=$?
  cat "$out/$name.txt"
  [ $code -eq 0 ] || tail -5 "$out/$name.err"
  echo "-- exit code $code, $(($(date +%s) - start)) s, load $(cut -d' ' -f1 /proc/loadavg 2> /dev/null)"
}
