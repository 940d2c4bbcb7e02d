#!/usr/bin/env bash
# Makes run directories of format 11 of those of format 10. A calibration no longer says whether it was a quick one. All other values stay.
# Converts the runs below the folders that are given, or ./runs, and may be run again.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- runs

find "$@" -name run.json | sort | while read -r file; do
  if grep -q '^  "format" : 11,$' "$file"; then
    continue
  fi
  if ! grep -q '^  "format" : 10,$' "$file"; then
    echo "$file: expected format 10" >&2
    exit 1
  fi
  sed -i -E -e '/^ *"quick" : (true|false),$/d' -e 's/^  "format" : 10,$/  "format" : 11,/' "$file"
done
