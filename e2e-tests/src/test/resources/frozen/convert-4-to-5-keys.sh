#!/usr/bin/env bash
# Makes run directories of format 5 of those of format 4: consumer groups are called groups and no longer readers, in keys, records,
# events and the column of series; `begin` is called `start-at`, `hold` is `start-paused`. All figures stay. May be run again.
#
#   convert-4-to-5-keys.sh [DIR...]    run directories; without any, all in runs/
set -euo pipefail
[[ $# -gt 0 ]] || set -- "$(dirname "$0")"/runs/*/
for run in "$@"; do
  sed -i -E '
    s/"format" : 4,/"format" : 5,/
    /"(scenarioText|study|studyText)" :/ {
      s/\breaders:/groups:/g
      s/\bbegin: /start-at: /g
      s/\bhold: (true|false)/start-paused: \1/g
      s/\bshare: (0\.)/fraction: \1/g
    }' "$run/run.json"
  find "$run" -name trial.json -o -name proof.json | while read -r record; do
    sed -i -E '
      s/^( *"workload\.)readers\./\1groups./
      s/^( *"workload\.groups\.[^."]+\.)begin"/\1start-at"/
      s/^( *"workload\.groups\.[^."]+\.)hold"/\1start-paused"/
      s/^( *)"reader" : /\1"group" : /
      s/^( *"action" : ")begin /\1start /' "$record"
  done
  find "$run" -name series.csv | while read -r series; do
    sed -i '1s/,reader,/,group,/' "$series"
  done
done
