#!/usr/bin/env bash
# Makes run directories of format 9 of those of format 8. New is what a shared cluster was warmed up with before its first trial, which none was then.
# Converts the runs below the folders that are given, or ./runs, and may be run again.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- runs

find "$@" -name run.json | sort | while read -r file; do
  run=$(dirname "$file")
  if grep -q '^  "format" : 9,$' "$file"; then
    continue
  fi
  if ! grep -q '^  "format" : 8,$' "$file"; then
    echo "$file: expected format 8" >&2
    exit 1
  fi
  find "$run" -name trial.json -exec sed -i -E \
    -e 's/^( *)"sinceDeletionSeconds" : ([-0-9.]+)$/\1"sinceDeletionSeconds" : \2,\n\1"warmUp" : null/' {} +
  sed -i 's/^  "format" : 8,$/  "format" : 9,/' "$file"
done
