#!/usr/bin/env bash
# Makes run directories of format 9 of those of format 8. Four components are new: which workers were lost under load, of which none was;
# of how many messages therefore nobody knows what became, which is 0; how many a run tolerates, which is none; and what a shared cluster was
# warmed up with, which none was. All other values stay.
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
    -e 's/^( *)"redelivered" : ([0-9]+)$/\1"redelivered" : \2,\n\1"notKnown" : 0/' \
    -e 's/^( *)"unknown" : ([0-9]+),$/\1"unknown" : \2,\n\1"notKnown" : 0,/' \
    -e 's/^( *)"sinceDeletionSeconds" : ([-0-9.]+)$/\1"sinceDeletionSeconds" : \2,\n\1"warmUp" : null/' \
    -e 's/^  "compression" : \[ \]$/  "compression" : [ ],\n  "lostWorkers" : [ ]/' \
    -e 's/^  \} \]$/  } ],\n  "lostWorkers" : [ ]/' {} +
  sed -i -E \
    -e 's/^( *)"tokenFile" :/\1"tolerate" : 0,\n\1"tokenFile" :/' \
    -e 's/^  "format" : 8,$/  "format" : 9,/' "$file"
done
