# shellcheck shell=bash
# What check and bin/shake share. To be sourced in the project's folder; defines functions and variables only.

# Where Maven's output goes, one file for each part of a check.
logs=target/check

# However this shell ends from now on, whatever it has started ends with it: each process carries this shell's number in its
# environment, whatever session it is in. Signals reach a shell only while it waits, so what runs for long is started by `waited`.
end_all_at_exit() {
  unset ASSAY_TEST_CLUSTERS # of a check that this one is a test of
  export ASSAY_CHECK=$$
  trap end_all EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

end_all() {
  local code=$?
  trap '' HUP INT TERM
  [ "$code" -lt 128 ] || echo "== ended by signal $((code - 128)): ending what runs" >&2
  exec 9>&-
  local signal=TERM until=$((SECONDS + ${ASSAY_CHECK_PATIENCE:-15})) left
  while left=$(started); [ -n "$left" ] && [ "$SECONDS" -lt $((until + 15)) ]; do
    [ "$SECONDS" -lt "$until" ] || signal=KILL
    # shellcheck disable=SC2086
    kill -s "$signal" $left 2> /dev/null
    sleep 0.2
  done
  [ -z "${ASSAY_TEST_CLUSTERS:-}" ] || rm -rf "$ASSAY_TEST_CLUSTERS"
}

started() (
  unset ASSAY_CHECK
  grep -lsz "^ASSAY_CHECK=$$\$" /proc/[0-9]*/environ | cut -d / -f 3
)

# Runs a command in a process group of its own, in which signals have their usual effect.
waited() {
  set -m
  { set +m; "$@"; } < /dev/null &
  set +m
  wait $!
}

# Runs Maven as part $1 of a check; further arguments are Maven's. A failed test keeps no other module from being tested, and a
# part that could not run its tests fails.
maven() {
  local part=$1
  shift
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 ${cores:+taskset -c "$cores"} ./mvnw -B --fail-at-end -Dmaven.test.failure.ignore \
    -Dstyle.color=never -Dtests.part="$part" "$@" 2>&1 | tee "$logs/$part.log" | awk -f bin/show-progress.awk
}

# Runs the tests that have tags $2 and none of $3 as part $1, on what is built.
run_tests() {
  local part=$1 tags=$2 others=$3
  shift 3
  maven "$part" -Dtemplates.phase=none -Dspotless.check.skip -Dgroups="$tags" -DexcludedGroups="$others" "$@" verify
}

# One cluster of each system for all tests that neither stop nor kill its servers. It starts with the first test that uses it,
# and ends with this shell, however that ends: its host reads from a pipe that this shell holds. The host is among the tests of the
# whole, so it is built first where only some modules ($@) were.
start_shared_clusters() {
  [ $# = 0 ] || waited maven clusters -q -Dquick -DskipTests -pl e2e-tests -am verify || return
  ASSAY_TEST_CLUSTERS=$(mktemp -d -t assay-clusters.XXXXXX) || return
  export ASSAY_TEST_CLUSTERS
  exec 9> >(exec "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m --enable-native-access=ALL-UNNAMED \
    -cp 'e2e-tests/target/lib/*:e2e-tests/target/test-classes' \
    dev.assay.e2e.clusters.ClusterHostMain "$ASSAY_TEST_CLUSTERS" > "$logs/shared-clusters.log" 2>&1)
  clusters_host=$!
}

stop_shared_clusters() {
  [ -n "${ASSAY_TEST_CLUSTERS:-}" ] || return 0
  exec 9>&-
  wait "$clusters_host"
  rm -rf "$logs"/*-logs
  mv "$ASSAY_TEST_CLUSTERS"/*-logs "$logs" 2> /dev/null
  rm -rf "$ASSAY_TEST_CLUSTERS"
  unset ASSAY_TEST_CLUSTERS
}

# The report's tests open it in a browser.
get_browser() {
  command -v chromium chromium-browser google-chrome > /dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "== installing chromium for the report's tests"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } \
      > "$logs/apt.log" 2>&1 && return
    echo "   apt-get failed ($logs/apt.log)"
  fi
  echo "No browser found: the tests that open the report will be skipped. Install one, for example: sudo apt-get install chromium"
}
