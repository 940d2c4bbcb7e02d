#!/usr/bin/env bash
# Makes run directories of format 13 of those of format 12. The records of trials and verifications are grouped: which one it is, its plan, and so
# on. Where workers and observers were, what kind of event something was and which obstacle is compilers at work, which the first words of a text
# told, has fields. All values stay. Converts the runs below the folders that are given, or ./runs, and may be run again.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- runs

find "$@" -name run.json | sort | while read -r file; do
  if grep -q '^  "format" : 13,$' "$file"; then
    continue
  fi
  if ! grep -q '^  "format" : 12,$' "$file"; then
    echo "$file: expected format 12" >&2
    exit 1
  fi
  sed -i -E 's/^  "format" : 12,$/  "format" : 13,/' "$file"
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

# Groups the fields of the records of a file, which are indented by $2: NAME=FIELD FIELD, or FIELD alone, with | between them.
group() {
  grep -q "^$2\"number\" : " "$1" || return 0
  grouped=$(awk -v pad="$2" -v groups="$3" '
    function text(name, indent,   value) {
      if (!(name in field)) { print FILENAME ": expected " name > "/dev/stderr"; exit 1 }
      value = field[name]
      sub(/,$/, "", value)
      gsub(/\n/, "\n" indent, value)
      return indent value
    }
    function flush(   part, names, count, members, i, j) {
      count = split(groups, part, "|")
      for (i = 1; i <= count; i++) {
        if (split(part[i], names, "=") == 1) {
          printf "%s", text(part[i], "")
        } else {
          printf "%s\"%s\" : {\n", pad, names[1]
          members = split(names[2], names, " ")
          for (j = 1; j <= members; j++) { printf "%s%s\n", text(names[j], "  "), j < members ? "," : "" }
          printf "%s}", pad
        }
        print i < count ? "," : ""
      }
      split("", field)
      key = ""
    }
    index($0, pad "\"") == 1 { split($0, words, "\""); key = words[2]; field[key] = $0; next }
    key != "" && index($0, pad) == 1 { field[key] = field[key] "\n" $0; next }
    { if (key != "") { flush() } print }' "$1")
  printf '%s\n' "$grouped" > "$1"
}

find "$@" -name trial.json | sort | while read -r file; do
  group "$file" "  " "identity=number label repetition dimensions|plan=resolved workload result disks processors offeredPerSecond messageBytes|setup=system durability config cluster workers hosts clockErrorNanos|course=startedAt phases events steady subscriptions drain delivery compression lostWorkers|verdict"
done

verification="identity=number label repetition dimensions|plan=resolved fault claim control seed|system|durability|config|startedAt|outcome|reason|evidence"
find "$@" -name verification.json | sort | while read -r file; do
  group "$file" "  " "$verification"
done
find "$@" -name verified-by.json | sort | while read -r file; do
  group "$file" "    " "$verification"
done

find "$@" -name trial.json | sort | while read -r file; do
  awk '
    function kind(action) {
      return action ~ /^start / ? "START" : action ~ /^pause / ? "PAUSE" : action ~ /^resume / ? "RESUME" \
        : action == "recover" ? "RECOVERY" : action ~ /^rolling / ? "ROLLING" : action == "drop page cache" ? "PAGE_CACHE" \
        : action ~ /^ends: overloaded/ ? "OVERLOAD" : action ~ /^ends: / ? "END" : action ~ /^ends at its limit: / ? "LIMIT" \
        : action ~ /^(kill|power|pause|partition)-(one|all)$|^disk-full$/ ? "FAULT" : "STEP"
    }
    held != "" && /^ *"plannedNanos" : / && before !~ /"group" : / {
      action = held
      sub(/^ *"action" : "/, "", action)
      sub(/",$/, "", action)
      pad = held
      sub(/".*/, "", pad)
      is = kind(action)
      group = action
      if (is !~ /^(START|PAUSE|RESUME)$/ || !sub(/^[a-z]+ /, "", group)) group = ""
      sub(/^ends( at its limit)?: /, "", action)
      printf "%s\"kind\" : \"%s\",\n%s\"group\" : \"%s\",\n%s\"action\" : \"%s\",\n", pad, is, pad, group, pad, action
      held = ""
    }
    held != "" { print held; held = "" }
    /^ *"what" : "(compilers|processors) of / && before !~ /"compilers" : / {
      pad = $0
      sub(/".*/, "", pad)
      print pad "\"compilers\" : " (/"compilers of / ? "true" : "false") ","
    }
    /^ *"action" : ".*",$/ { held = $0; next }
    { print; before = $0 }
    END { if (held != "") print held }' "$file" > "$file.new"
  mv "$file.new" "$file"
done
