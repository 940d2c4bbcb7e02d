#!/usr/bin/env bash
# Makes run directories of format 8 of those of format 7. Two components are new: whether a consumer group reads queues, which none did
# then, and how many arrivals the system called redeliveries, which nobody counted, so that 0 stands for "not counted" there. All other values stay.
# Converts the runs below the folders that are given, or ./runs, and may be run again.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- runs

find "$@" -name run.json | sort | while read -r file; do
  run=$(dirname "$file")
  if grep -q '^  "format" : 8,$' "$file"; then
    continue
  fi
  if ! grep -q '^  "format" : 7,$' "$file"; then
    echo "$file: expected format 7" >&2
    exit 1
  fi
  find "$run" -name trial.json -exec sed -i -E \
    -e 's/^( *)"undelivered" : ([0-9]+)$/\1"undelivered" : \2,\n\1"redelivered" : 0/' \
    -e 's/^( *)"processing" : ("[^"]*")$/\1"processing" : \2,\n\1"queue" : false/' {} +
  sed -i 's/^  "format" : 7,$/  "format" : 8,/' "$file"
done
