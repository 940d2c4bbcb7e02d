# shellcheck shell=bash
# The lanes of tests, for check and shake. To be sourced in the project's folder; defines functions and variables only.
#   fast      all that starts no server: seconds each
#   servers   contracts and end-to-end tests on real servers (JUnit tag "server")
#   measures  what looks at values, next to nothing else (JUnit tag "alone")

# Where the logs of lanes go.
lane_logs=target/check

# The test classes that a tag $1 stands in (such as server|slow), and those that inherit it. Maven starts no JVM for a module
# that has none of them.
classes_tagged() {
  local sources=(*/src/test systems/*/src/test) names
  names=$(grep -rlE "@Tag\(\"($1)\"\)" --include='*.java' "${sources[@]}" | sed 's|.*/||; s|\.java$||' | paste -sd '|')
  { tr '|' '\n' <<< "$names"; grep -rlE "class \w+ extends ($names)\b" --include='*.java' "${sources[@]}" | sed 's|.*/||; s|\.java$||'; } |
    sort -u | paste -sd ,
}

# Maven's options that choose the tests of lane $1; $2 is "long" where those that take minutes belong to it.
lane_options() {
  # The lane fast builds and looks at the style; what it made is used by the others.
  local minutes=,slow servers=server built='-Dtemplates.phase=none -Dspotless.check.skip=true -Dsurefire.failIfNoSpecifiedTests=false'
  # Long tests without a server are run with the servers' lane: one at least has to have them.
  [ "${2:-}" != long ] || { minutes= servers="server|slow"; }
  case $1 in
    # Two modules at once: most tests wait for threads or processes.
    fast) echo "-T2 -Dtests.lane=fast -DexcludedGroups=server,alone,slow" ;;
    servers)
      echo "-T2 $built -Dtests.lane=servers -Dgroups=$servers -DexcludedGroups=alone$minutes -Dtest=$(classes_tagged "$servers")"
      ;;
    # One test at a time, in JVMs as they are by themselves.
    measures)
      echo "-T1 $built -Dtests.lane=measures -Dgroups=alone -DexcludedGroups=none$minutes -Dtest=$(classes_tagged alone)" \
        "-Dtests.forks=1 -Dtests.at.once=false -Dtests.jvm= -Dassay.e2e.quick=false"
      ;;
  esac
}

# What this shell and all that it starts has in its environment, whatever session it is in; a check within a check adds its own.
check_mark=${ASSAY_CHECK:-:}$$-$RANDOM:

# Seconds for what is to end.
check_patience=${ASSAY_CHECK_PATIENCE:-15}

# From now on a signal ends this shell and leaves nothing running. What runs for long has to be supervised: a shell hears
# signals only between commands, and while it waits. $1 is done first however the shell ends.
end_with_all() {
  export ASSAY_CHECK=$check_mark
  # shellcheck disable=SC2064
  trap "$1" EXIT
  trap 'ended_by 1' HUP
  trap 'ended_by 2' INT
  trap 'ended_by 15' TERM
}

# Runs a command, as a process group of its own.
supervised() {
  set -m
  { set +m; "$@"; } < /dev/null &
  supervised_group=$!
  set +m
  wait "$supervised_group"
  local code=$?
  supervised_group=
  return "$code"
}

# First in order: those that are told end what they have started. Then what is left, whatever session it is in.
ended_by() {
  trap '' HUP INT TERM
  echo "== ended by signal $1: ending what runs" >&2
  exec 9>&- # what the host of shared clusters waits for
  [ -z "${supervised_group:-}" ] || kill -TERM -- "-$supervised_group" 2> /dev/null
  end_marked 0 || end_marked TERM || end_marked KILL
  exit $((128 + $1))
}

# Processes that have the mark. Those that look for it have none.
marked() (
  unset ASSAY_CHECK
  grep -lsz "^ASSAY_CHECK=$check_mark" /proc/[0-9]*/environ | cut -d / -f 3
)

# Sends signal $1 to those that have the mark until they are gone, for a while: what ends may just have started something.
end_marked() {
  local left until=$((SECONDS + check_patience))
  while left=$(marked); [ -n "$left" ]; do # not every process can be looked at, so it fails
    [ "$SECONDS" -lt "$until" ] || return 1
    # shellcheck disable=SC2086
    kill -s "$1" $left 2> /dev/null
    sleep 0.2
  done
}

# Runs Maven with these arguments, as a part $1 of the whole, and keeps what it says in $lane_logs/$1.log. Where lane_cores
# is set, on these processors. What fails in one module does not keep Maven from the others.
logged_maven() {
  local part=$1
  shift
  mkdir -p "$lane_logs"
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 ${lane_cores:+taskset -c "$lane_cores"} ./mvnw -B --fail-never -Dstyle.color=never "$@" 2>&1 | tee "$lane_logs/$part.log"
}

# Runs the tests of lane $1 (lane_options has $2) and builds what has changed; further arguments are Maven's. Test failures
# do not fail Maven, so that all modules are tested: TestSummary tells of them.
run_lane() {
  local lane=$1 minutes=$2
  shift 2
  find . -path "*/target/surefire-reports/$lane/*" -not -path './.git/*' -delete
  # shellcheck disable=SC2046
  logged_maven "$lane" -Dmaven.test.failure.ignore=true \
    $(lane_options "$lane" "$minutes") "$@" verify
}

# Builds what starts the shared clusters, which is among the tests of the whole, where no more than the modules $@ was built.
build_clusters_host() {
  [ $# = 0 ] || supervised logged_maven clusters -q -DskipTests -Dspotless.check.skip=true -pl e2e-tests -am verify
}

# One cluster of each system for all tests that need no start or death of their own. It starts with the first test that
# uses it, and ends with this shell, however that ends: its host reads from a pipe that this shell holds.
start_shared_clusters() {
  ASSAY_TEST_CLUSTERS=$(mktemp -d -t assay-clusters.XXXXXX) || return
  export ASSAY_TEST_CLUSTERS
  exec 9> >(exec "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m --enable-native-access=ALL-UNNAMED \
    -cp 'e2e-tests/target/lib/*:e2e-tests/target/test-classes' \
    dev.assay.e2e.clusters.ClusterHostMain "$ASSAY_TEST_CLUSTERS" > "$lane_logs/shared-clusters.log" 2>&1)
  clusters_host=$!
}

stop_shared_clusters() {
  [ -n "${ASSAY_TEST_CLUSTERS:-}" ] || return 0
  exec 9>&-
  wait "$clusters_host"
  rm -rf "$lane_logs"/*-logs
  mv "$ASSAY_TEST_CLUSTERS"/*-logs "$lane_logs" 2> /dev/null
  rm -rf "$ASSAY_TEST_CLUSTERS"
  unset ASSAY_TEST_CLUSTERS
}

# What lanes left in reports and logs; the arguments are TestSummary's.
summarise_lanes() {
  "$JAVA_HOME/bin/java" bin/TestSummary.java "$@"
}

find_browser() {
  command -v chromium || command -v chromium-browser || command -v google-chrome
}

# The report's tests open it in a browser.
get_browser() {
  find_browser > /dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "== installing chromium for the report tests"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } \
      > "$lane_logs/apt.log" 2>&1 || echo "   apt-get failed ($lane_logs/apt.log)"
  fi
  find_browser > /dev/null || echo "No browser found: the tests that open the report will be skipped." \
    "Install one, for example: sudo apt-get install chromium"
}
