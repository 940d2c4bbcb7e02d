#!/usr/bin/env bash
# Makes run directories of format 12 of those of format 11. What a run was made with beside its scenario is called its conditions: without the
# paths that only its user needs, which that user's cache keeps, and with the seed (42 where the scenario names none) and with what its planned
# trials measure, as far as their folders say it: a label that is a system's name alone.
# All other values stay. Converts the runs below the folders that are given, or ./runs, and may be run again.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- runs

find "$@" -name run.json | sort | while read -r file; do
  if grep -q '^  "format" : 12,$' "$file"; then
    continue
  fi
  if ! grep -q '^  "format" : 11,$' "$file"; then
    echo "$file: expected format 11" >&2
    exit 1
  fi
  seed=$(sed -n -E 's/^  "scenarioText" : "(.*\\n)?seed: ([0-9]+).*$/\2/p' "$file")
  points=$(sed -n -E 's/^  "planned" : \[ (.*) \],$/\1/p' "$file" | tr ',' '\n' |
    sed -n -E 's/^ *"[0-9]+-([a-z]+)"$/"\1" : { "system" : "\1", "dimensions" : { } }/p' | sort -u | paste -sd, -)
  sed -i -E \
    -e 's/^  "format" : 11,$/  "format" : 12,/' \
    -e 's/^  "choices" : null,$/  "conditions" : null,/' \
    -e 's/^  "choices" : \{$/  "conditions" : {/' \
    -e '/^    "(scenarioFile|tokenFile)" : /d' \
    -e "s/^(    \"blocks\" : .*)$/\1\n    \"seed\" : ${seed:-42},/" \
    -e "s/^    \"workerCa\" : .*$/    \"points\" : { $points }/" "$file"
done
