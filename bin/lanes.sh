# shellcheck shell=bash
# The lanes of tests, for check and shake. To be sourced in the project's folder; defines functions and variables only.
#   fast      all that starts no server: seconds each
#   servers   contracts and end-to-end tests on real servers (JUnit tag "real")
#   measures  what looks at figures, next to nothing else (JUnit tag "alone")

# Where the logs of lanes go.
lane_logs=target/check

# The test classes that a tag $1 stands in (such as real|long), and those that inherit it. Maven starts no JVM for a module
# that has none of them.
classes_tagged() {
  local sources=(*/src/test systems/*/src/test systems/*/*/src/test) names
  names=$(grep -rlE "@Tag\(\"($1)\"\)" --include='*.java' "${sources[@]}" | sed 's|.*/||; s|\.java$||' | paste -sd '|')
  { tr '|' '\n' <<< "$names"; grep -rlE "class \w+ extends ($names)\b" --include='*.java' "${sources[@]}" | sed 's|.*/||; s|\.java$||'; } |
    sort -u | paste -sd ,
}

# Maven's options that choose the tests of lane $1; $2 is "long" where those that take minutes belong to it.
lane_options() {
  # The lane fast builds and looks at the style; what it made is used by the others.
  local minutes=,long servers=real built='-Dtemplates.phase=none -Dspotless.check.skip=true -Dsurefire.failIfNoSpecifiedTests=false'
  # Long tests without a server are run with the servers' lane: one at least has to have them.
  [ "${2:-}" != long ] || { minutes= servers='real|long'; }
  case $1 in
    # Two modules at once: most tests wait for threads or processes.
    fast) echo "-T2 -Dtests.lane=fast -DexcludedGroups=real,alone,long" ;;
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

# One cluster of each system for all tests that need no start or death of their own. It starts with the first test that
# uses it, and ends with this shell, however that ends: its host reads from a pipe that this shell holds.
start_shared_clusters() {
  ASSAY_TEST_CLUSTERS=$(mktemp -d -t assay-clusters.XXXXXX) || return
  export ASSAY_TEST_CLUSTERS
  exec 9> >(exec "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m --enable-native-access=ALL-UNNAMED \
    -cp 'shared-clusters/target/lib/*:shared-clusters/target/classes' \
    dev.assay.sharedclusters.ClusterHostMain "$ASSAY_TEST_CLUSTERS" > "$lane_logs/shared-clusters.log" 2>&1)
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
