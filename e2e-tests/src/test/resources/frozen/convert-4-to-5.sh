#!/usr/bin/env bash
# Makes run directories of format 5 of those of format 4: the record of a trial has the typed workload, result, disks and
# processors, which format 4 had as texts of `resolved` alone; consumer groups are called groups and no longer readers, in keys,
# records, events and the column of series; `begin` is called `start-at`, `hold` is `start-paused`. All values stay. Converts the
# runs below the folders that are given, or ./runs, and may be run again; what it can't read it refuses.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- runs

words() {
  local run
  run=$(dirname "$1")
  sed -i -E '
    /"(scenarioText|study|studyText)" :/ {
      s/\breaders:/groups:/g
      s/\bbegin: /start-at: /g
      s/\bhold: (true|false)/start-paused: \1/g
      s/\bshare: (0\.)/fraction: \1/g
    }' "$run/run.json"
  find "$run" -name trial.json -o -name verification.json | while read -r record; do
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
}

names() {
  local run
  run=$(dirname "$1")
  if [ -d "$run/proofs" ]; then mv "$run/proofs" "$run/verifications"; fi
  if [ -f "$run/earlier-proofs.json" ]; then mv "$run/earlier-proofs.json" "$run/earlier-verifications.json"; fi
  find "$run" -name proof.json -execdir mv {} verification.json \;
  # What is a scenario or a study in a text of its own.
  sed -i -E '/"(scenarioText|study|studyText)" :/ {
    s/\bheal: true/recover: true/g
    s/\\nfit:/\\nscale:/g
    s/(\\n *)legs:/\1conditions:/g
    s/(\\n *)figures:/\1values:/g
    s/\bcall-to-end\b/send-to-receive/g
    s/\bsend-delay\b/schedule-lag/g
  }' "$run/run.json"
  find "$run" -name '*.json' -exec sed -i -E '
    s/"study\.fit=/"study.scale=/
    s/^( *)"departures" :/\1"overrides" :/
    s/^( *)"proofs" :/\1"verifications" :/
    s/^( *)"proof" :/\1"verification" :/
    s/^( *)"cut" : \{/\1"moment" : {/
    s/^( *)"tails" :/\1"live" :/
    s/^( *)"readings" :/\1"rechecks" :/
    s/"outcome" : "BROKEN"/"outcome" : "FAILS"/
    s/"action" : "heal"/"action" : "recover"/
    s/^( *"events\.[^"]*)\.heal" :/\1.recover" :/
    /"(code|name|result|key|actions?)" :|^ *"[a-z-]*",?$|schedule|objective/ { s/"send-delay"/"schedule-lag"/g; s/"call-to-end"/"send-to-receive"/g }
  ' {} +
  find "$run" -name '*.hlog' -exec sed -i -E 's/^Tag=send-delay@/Tag=schedule-lag@/; s/^Tag=call-to-end@/Tag=send-to-receive@/' {} +
}

typed() {
  python3 - "$@" <<'PYTHON'
import json, pathlib, re, sys

UNITS = {"B": 1, "KB": 10**3, "KiB": 2**10, "MB": 10**6, "MiB": 2**20, "GB": 10**9, "GiB": 2**30}


def match(pattern, text):
    found = re.fullmatch(pattern, text)
    if not found:
        raise ValueError(f"expected {pattern}, but found {text!r}")
    return found


def size_bytes(text):
    number, unit = match(r"(\d+) (\w+)", text).groups()
    return int(number) * UNITS[unit]


def message_size(text):
    if " x " in text:
        parts = [match(r"(.+) x (\d+)", part).groups() for part in text.split(", ")]
        weighted = sorted(({"size": size, "weight": int(weight)} for size, weight in parts), key=lambda part: size_bytes(part["size"]))
        return {"median": weighted[0]["size"], "p99": weighted[-1]["size"], "weighted": weighted}
    spread = re.fullmatch(r"p50 (.+), p99 (.+)", text)
    median, p99 = spread.groups() if spread else (text, text)
    size_bytes(median), size_bytes(p99)
    return {"median": median, "p99": p99, "weighted": []}


def payload(text):
    if text.startswith("file "):
        return {"random": 0.0, "pool": 0, "file": text[len("file "):], "lines": []}
    if text == "zeros":
        return {"random": 0.0, "pool": 0, "file": "", "lines": []}
    share, pool = match(r"random(?: ([0-9.]+))?(?:, pool (\d+))?", text).groups()
    return {"random": float(share or 1), "pool": int(pool or 0), "file": "", "lines": []}


def keys(text):
    kind, count, skew = match(r"(none|random|sequence)(?: of (\d+))?(?:, skew ([0-9.]+))?", text).groups()
    return {"kind": kind.upper(), "count": int(count or 0), "skew": float(skew or 0)}


def piece(length, start, end):
    return {"length": length, "fromPerSecond": start, "toPerSecond": end}


def profile(text):
    rate, time = r"([0-9.]+)/s", r"(\d+ (?:ns|us|ms|s|min|h))"
    if text == "none":
        return {"pieces": [piece("1 s", 0.0, 0.0)], "repeats": False}
    ramp = re.fullmatch(f"ramp {rate} to {rate} over {time}", text)
    if ramp:
        return {"pieces": [piece(ramp[3], float(ramp[1]), float(ramp[2]))], "repeats": False}
    steps = re.fullmatch(f"steps ((?:{rate} )+)every {time}", text)
    if steps:
        each = [float(step.removesuffix("/s")) for step in steps[1].split()]
        return {"pieces": [piece(steps[3], step, step) for step in each], "repeats": False}
    constant = float(match(rate, text)[1])
    return {"pieces": [piece("1 s", constant, constant)], "repeats": False}


def workload(resolved):
    def of(key, *otherwise):
        return resolved.get("workload." + key, *otherwise) if otherwise else resolved["workload." + key]

    groups = {}
    for path, value in resolved.items():
        group = re.fullmatch(r"workload\.readers\.([^.]+)\.([a-z]+)", path)
        if group:
            name, key = group.groups()
            numbers = {"subscriptions": int, "consumers": int, "hold": lambda text: text == "true"}
            groups.setdefault(name, {})[key] = numbers.get(key, str)(value)
    return {
        "topics": int(of("topics")),
        "partitions": int(of("partitions")),
        "message": {
            "size": message_size(of("message.size")),
            "payload": payload(of("message.payload")),
            "keys": keys(of("message.keys")),
        },
        "producers": int(of("producers")),
        "subscriptions": int(of("subscriptions", "1")),
        "consumers": int(of("consumers", "1")),
        "groups": {
            name: {
                "subscriptions": group["subscriptions"],
                "consumers": group["consumers"],
                "startAt": group["begin"],
                "startPaused": group["hold"],
                "processing": group["processing"],
            }
            for name, group in groups.items()
        },
        "rate": profile(of("rate")),
        "arrivals": of("arrivals").upper(),
        "batching": {"linger": of("batching.linger"), "size": of("batching.size")},
        "inFlight": {"messages": 0 if of("in-flight") == "client" else int(of("in-flight"))},
    }


def disks(resolved, system):
    def of(key, usual):
        return resolved.get(f"systems.{system}.disks.{key}", usual)

    paths = of("paths", "")
    return {
        "count": int(of("count", "0")),
        "layout": of("layout", "usual").upper(),
        "bandwidth": of("bandwidth", "unlimited"),
        "paths": {"paths": paths.split(", ") if paths else []},
    }


def processors(resolved, system):
    text = resolved.get(f"systems.{system}.processors")
    return None if text is None else int(text)


def written(value, indent):
    """As the program writes it."""
    inner = indent + "  "
    if isinstance(value, dict):
        fields = (f"{inner}{json.dumps(key, ensure_ascii=False)} : {written(each, inner)}" for key, each in value.items())
        return "{\n" + ",\n".join(fields) + f"\n{indent}}}" if value else "{ }"
    if isinstance(value, list):
        return "[ " + ", ".join(written(each, indent) for each in value) + " ]" if value else "[ ]"
    return json.dumps(value, ensure_ascii=False)


def convert(file):
    text = file.read_text()
    record = json.loads(text)
    resolved, system = record["resolved"], record["system"]["system"]
    typed = {
        "workload": workload(resolved),
        "result": resolved["result"],
        "disks": disks(resolved, system),
        "processors": processors(resolved, system),
    }
    fields = "".join(f"  {json.dumps(key, ensure_ascii=False)} : {written(value, '  ')},\n" for key, value in typed.items())
    before, marker, after = text.partition('\n  },\n  "system" : {\n')
    if not marker or "workload" in record:
        raise ValueError(f"{file} is no record of format 4")
    return before + "\n  },\n" + fields + '  "system" : {\n' + after


for folder in map(pathlib.Path, sys.argv[1:]):
    for run in sorted(folder.rglob("run.json")):
        text = run.read_text()
        if '"format" : 4,' in text:
            files = {trial: convert(trial) for trial in run.parent.glob("trials/*/trial.json")}
            files[run] = text.replace('"format" : 4,', '"format" : 5,', 1)
            for file, converted in files.items():
                file.write_text(converted)
PYTHON
}

typed "$@"
find "$@" -name run.json | while read -r run; do
  words "$run"
  names "$run"
done
