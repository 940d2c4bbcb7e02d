#!/usr/bin/env bash
# Makes run directories of format 10 of those of format 9. A node's disks have no bandwidth any more, which was unlimited in all of them.
# All other values stay.
# Converts the runs below the folders that are given, or ./runs, and may be run again.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- runs

find "$@" -name run.json | sort | while read -r file; do
  run=$(dirname "$file")
  if grep -q '^  "format" : 10,$' "$file"; then
    continue
  fi
  if ! grep -q '^  "format" : 9,$' "$file"; then
    echo "$file: expected format 9" >&2
    exit 1
  fi
  find "$run" -name '*.json' -exec sed -i -E \
    -e '/^ *"systems\.[a-z]+\.disks\.bandwidth" : "unlimited",$/d' \
    -e '/^ *"bandwidth" : "unlimited",$/d' {} +
  sed -i -E \
    -e '/^  "scenarioText"/s/\\n *bandwidth: unlimited//g' \
    -e 's/^  "format" : 9,$/  "format" : 10,/' "$file"
done
