# shellcheck shell=bash
# Finds a JDK for Assay, and the network for its build. To be sourced; defines functions and nothing else.

# The oldest Java that Assay is built with and runs on.
assay_java_needed() {
  echo 25
}

# The major version of the JDK in folder $1, such as 25; fails where there is no JDK.
assay_jdk_version() {
  local home=$1 version
  [ -x "$home/bin/java" ] && [ -x "$home/bin/javac" ] && [ -r "$home/release" ] || return 1
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
  [ -n "$version" ] || return 1
  echo "$version"
}

# The home of the javac on the PATH, behind its links; fails where there is none.
assay_jdk_on_path() {
  local javac
  javac=$(command -v javac) || return 1
  while [ -L "$javac" ]; do
    local target
    target=$(readlink "$javac")
    case $target in
      /*) javac=$target ;;
      *) javac=$(dirname "$javac")/$target ;;
    esac
  done
  (cd "$(dirname "$javac")/.." && pwd -P)
}

# The JDK in the usual folders that is the nearest to what is needed from above.
assay_jdk_in_usual_folders() {
  local home version best='' best_version=''
  for home in \
    /usr/lib/jvm/* /usr/java/* /usr/local/*jdk* /opt/* /opt/java/* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    version=$(assay_jdk_version "$home") || continue
    [ "$version" -ge "$(assay_java_needed)" ] || continue
    if [ -z "$best" ] || [ "$version" -lt "$best_version" ]; then
      best=$home
      best_version=$version
    fi
  done
  [ -n "$best" ] && echo "$best"
}

# Prints the home of a JDK that is new enough: JAVA_HOME, else the one on the PATH, else one in the usual folders.
# Where there is none, says on standard error what was looked at and how to get one, and fails.
assay_find_jdk() {
  local home version seen=''
  for home in "${JAVA_HOME:-}" "$(assay_jdk_on_path)"; do
    [ -n "$home" ] || continue
    if version=$(assay_jdk_version "$home"); then
      if [ "$version" -ge "$(assay_java_needed)" ]; then
        echo "$home"
        return 0
      fi
      seen="$seen  found Java $version in $home: too old"$'\n'
    else
      seen="$seen  found no JDK in $home"$'\n'
    fi
  done
  assay_jdk_in_usual_folders && return 0
  {
    echo "Assay needs a JDK $(assay_java_needed) or newer, and none was found in JAVA_HOME, on the PATH or in the usual folders."
    printf '%s' "$seen"
    echo "Get one, for example:"
    echo "  sdk install java 25-tem               (SDKMAN)"
    echo "  apt-get install openjdk-25-jdk        (Debian, Ubuntu, where the release has it)"
    echo "  https://adoptium.net/temurin/releases (an archive to unpack anywhere)"
    echo "and set JAVA_HOME to its folder if it is not found automatically."
    echo "Or have 'bin/release' make the wheel and the archive on a machine that has one: they bring their Java, and need neither a JDK nor a build here."
  } >&2
  return 1
}

# Sets JAVA_HOME to such a JDK and MAVEN_OPTS so that Maven itself runs on it without warnings.
assay_use_jdk() {
  JAVA_HOME=$(assay_find_jdk) || return 1
  export JAVA_HOME
  export MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
}

# Gives Maven, which knows no environment variables for them, the proxy and the certificates that Assay fetches with, and wget, which
# may fetch Maven, what it does not read by itself. The current folder is the checkout's, JAVA_HOME is set.
assay_use_network() {
  local program=cluster/src/main/java/dev/assay/cluster/fetch/MavenNetwork.java folder=target/network
  [ -e "$program" ] || return 0
  mkdir -p "$folder"
  "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$program" "$folder" || return
  case ${MAVEN_OPTS:-} in
    *-Djavax.net.ssl.trustStore=*) ;;
    *) export MAVEN_OPTS="${MAVEN_OPTS:-} -Djavax.net.ssl.trustStore=$folder/trust.jks" ;;
  esac
  if [ -e "$folder/settings.xml" ] && ! grep -qs '<proxy>' "${HOME:-}/.m2/settings.xml"; then
    export MAVEN_ARGS="${MAVEN_ARGS:-} --global-settings $folder/settings.xml"
    # The usual transport logs in to a proxy on its first connection only, and not on those beside it.
    ! grep -q '<username>' "$folder/settings.xml" || export MAVEN_OPTS="$MAVEN_OPTS -Dmaven.resolver.transport=wagon"
  fi
  [ -n "${https_proxy+set}" ] || [ -z "${HTTPS_PROXY:-}" ] || export https_proxy="$HTTPS_PROXY"
  [ -n "${no_proxy+set}" ] || [ -z "${NO_PROXY:-}" ] || export no_proxy="$NO_PROXY"
  if [ -n "${SSL_CERT_FILE:-}" ] && [ -z "${WGETRC:-}" ] && [ ! -e "${HOME:-}/.wgetrc" ]; then
    printf 'ca_certificate = %s\n' "${SSL_CERT_FILE//$'\n'/}" > "$folder/wgetrc"
    export WGETRC=$folder/wgetrc
  fi
}
