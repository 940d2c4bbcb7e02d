# Splits the wall time of a run by step, from its events (docs/EVENTS.md), to within a second: time counts for the step that the last event
# began. Prints seconds, tab and step, a line each; then how many blocks and clusters there were.
# $began: when the command was started, in seconds since 1970
def instant: (.[0:19] + "Z" | fromdateiso8601) + (("0" + .[19:-1]) | tonumber);
def begins:
  if .event == "step" then
    if .text | startswith("warming") then "cluster warm-up"
    elif .text | test("^(stopping|leaving)") then "stop"
    else "start" end
  elif .event == "trial-started" then "start"
  elif .event == "stage" then
    if .stage | test("^(draining|reconciling|rechecking|cleaning-up)$") then "drain" else "start" end
  elif .event == "phase" then
    if .phase == "drain" then empty else { measure: "load", "cluster-warmup": "cluster warm-up" }[.phase] // "trial warm-up" end
  elif .event == "trial-finished" or .event == "run-finished" then "reports"
  else empty end;
reduce inputs as $event ({ step: "start", last: $began, spent: {}, blocks: 0, clusters: 0 };
  ($event.at | instant) as $now
  | .spent[.step] += $now - .last
  | .last = $now
  | .step = ([$event | begins][0] // .step)
  | .blocks = ([.blocks, $event.repetition // 0] | max)
  | .clusters += if $event.event == "step" and ($event.text | startswith("Starting ")) then 1 else 0 end)
| (("start", "cluster warm-up", "trial warm-up", "load", "drain", "stop", "reports") as $step
    | [.spent[$step] // 0 | . * 10 | round / 10, $step]),
  ([.spent[]] | add | [. * 10 | round / 10, "in all"]),
  [.blocks, "blocks"],
  [.clusters, "clusters"]
| @tsv
