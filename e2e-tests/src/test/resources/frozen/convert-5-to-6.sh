#!/usr/bin/env bash
# Makes run directories of format 6 of those of format 5. Only what was seen of steady states has changed: an interval and a word for
# each series, in place of a slope and a yes or no. The one can't be made of the other, so a run with such a record is refused; those
# here have none. All values stay. Converts the runs below the folders that are given, or ./runs, and may be run again.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- runs

find "$@" -name run.json | sort | while read -r file; do
  run=$(dirname "$file")
  if grep -q '^  "format" : 7,$' "$file"; then
    continue
  fi
  if ! grep -q '^  "format" : 5,$' "$file"; then
    echo "$file: expected format 5" >&2
    exit 1
  fi
  if find "$run" -name trial.json -exec grep -L '^  "steady" : \[ \],$' {} + | grep .; then
    echo "$run: what was seen of steady states can't be converted" >&2
    exit 1
  fi
  sed -i 's/^  "format" : 5,$/  "format" : 7,/' "$file"
done
