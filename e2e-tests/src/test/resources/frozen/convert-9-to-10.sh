#!/usr/bin/env bash
# Makes run directories of format 10 of those of format 9. A node's disks have no bandwidth any more, which was unlimited in all of them. What
# runs beside it had verified (earlier-verifications.json) is what the run that did it had (verified-by.json), where there was one.
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
  earlier=$run/earlier-verifications.json
  if [ -f "$earlier" ]; then
    by=$(sed -n -E 's/^    "run" : "(.*)",$/\1/p' "$earlier" | sort -u)
    if [ "$(printf '%s' "$by" | grep -c '')" -gt 1 ]; then
      echo "$earlier: expected one run, but there are several" >&2
      exit 1
    fi
    if [ -n "$by" ]; then
      awk -v by="$by" '
        /^  "lookedAt"/ { print "  \"run\" : \"" by "\","; next }
        /^    "run" : / || /^    "verification" : \{$/ || /^    \}$/ || /^  "leftOut"/ { next }
        /^  \} \],$/ { print "  } ]"; next }
        { sub(/^  (    )/, "    "); print }' "$earlier" > "$run/verified-by.json"
    fi
    rm "$earlier"
  fi
  sed -i -E \
    -e '/^  "scenarioText"/s/\\n *bandwidth: unlimited//g' \
    -e 's/^  "format" : 9,$/  "format" : 10,/' "$file"
done
