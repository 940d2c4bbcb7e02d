#!/usr/bin/env bash
# Makes run directories of format 12 of those of format 11. What a run was made with beside its scenario is called its conditions: without the
# paths that only its user needs, which that user's cache keeps, and with the seed (42 where the scenario names none) and with what its planned
# trials measure, as far as their folders say it: a label that is a system's name alone.
# The record of a trial is grouped: which trial it is, its plan, its setup, its course, and the verdict.
# Where workers and observers were, which words before an address told, has fields.
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

quoted() {
  sed -E 's/^ *"(observer |started on )?(.*)"$/"\2"/' | paste -sd, - | sed 's|","|", "|g'
}

find "$@" -name run.json | sort | while read -r file; do
  names=$(sed -n -E 's/^    "remoteWorkers" : \[ ?(.*)\],$/\1/p' "$file" | sed -E 's/" *, *"/"\n"/g; s/ +$//; /^$/d')
  workers=$(printf '%s\n' "$names" | sed -E '/^ *"(observer|started on) /d; /^$/d' | quoted)
  place=$(printf '%s\n' "$names" | sed -n '/^ *"started on /p' | quoted)
  observers=$(printf '%s\n' "$names" | sed -n '/^ *"observer /p' | quoted)
  places="{\n      \"workers\" : [ ${workers:+$workers }],\n      \"startedOn\" : ${place:-null},\n      \"observers\" : [ ${observers:+$observers }]\n    }"
  sed -i -E "s|^    \"remoteWorkers\" : .*|    \"places\" : $places,|" "$file"
done

find "$@" -name trial.json | sort | while read -r file; do
  if grep -q '^  "number" : ' "$file"; then
    grouped=$(awk '
      function fields(keys, indent,   names, count, i, text, all) {
        count = split(keys, names, " ")
        for (i = 1; i <= count; i++) {
          if (!(names[i] in field)) { print FILENAME ": expected " names[i] > "/dev/stderr"; exit 1 }
          text = field[names[i]]
          sub(/,$/, "", text)
          gsub(/\n/, "\n" indent, text)
          all = all (i > 1 ? ",\n" : "") indent text
        }
        return all
      }
      function group(name, keys) { return "  \"" name "\" : {\n" fields(keys, "  ") "\n  },\n" }
      /^[{}]$/ { next }
      /^  "/ { split($0, words, "\""); key = words[2]; field[key] = $0; next }
      { field[key] = field[key] "\n" $0 }
      END {
        printf "{\n%s%s%s%s%s\n}\n", \
          group("identity", "number label repetition dimensions"), \
          group("plan", "resolved workload result disks processors offeredPerSecond messageBytes"), \
          group("setup", "system durability config cluster workers hosts clockErrorNanos"), \
          group("course", "startedAt phases events steady subscriptions drain delivery compression lostWorkers"), \
          fields("verdict", "")
      }' "$file")
    printf '%s\n' "$grouped" > "$file"
  fi
done
