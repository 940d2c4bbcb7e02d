#!/usr/bin/env bash
# Makes run directories of format 14 of those of format 13. Trials have what failed in them by class; of those recorded before none is known.
# All other values stay. Converts the runs below the folders that are given, or ./runs, and may be run again.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- runs

find "$@" -name run.json | sort | while read -r file; do
  if grep -q '^  "format" : 14,$' "$file"; then
    continue
  fi
  if ! grep -q '^  "format" : 13,$' "$file"; then
    echo "$file: expected format 13" >&2
    exit 1
  fi
  find "$(dirname "$file")" -name trial.json | while read -r trial; do
    sed -i -E -e 's/^    "lostWorkers" : \[ \]$/&,\n    "failures" : [ ]/' \
      -e '/^    "lostWorkers" : \[ \{$/,/^    \} \]$/ s/^    \} \]$/&,\n    "failures" : [ ]/' "$trial"
  done
  sed -i -E 's/^  "format" : 13,$/  "format" : 14,/' "$file"
done
