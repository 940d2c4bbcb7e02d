# shellcheck shell=sh
# Starts the program, for ./assay of a checkout and for bin/assay of an installation. To be sourced; defines a function and nothing else.

# Becomes the program that people call $1, on the Java in folder $2, with the jars below folder $3 and the scenarios and studies below
# folder $4. All further arguments are the program's.
assay_start() {
  command=$1 java=$2 dist=$3 home=$4
  shift 4

  # An archive of the classes that the command line loads. The first run that succeeds writes it for this Java: one of another
  # command would know few of them.
  key=$(cksum < "$java/release")
  archive=$dist/cli-${key%% *}.jsa
  classes=-XX:+RecordDynamicDumpInfo
  [ ! -e "$archive" ] || classes=-XX:SharedArchiveFile=$archive

  # Java reads words of the command line and names of files in the character set of the locale; without one in UTF-8, others than ASCII are lost.
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
    *[Uu][Tt][Ff]-8* | *[Uu][Tt][Ff]8*) ;;
    *) export LC_ALL=C.UTF-8 ;;
  esac

  # What is closed would be the number of a file that the program opens.
  { true >&1; } 2> /dev/null || exec > /dev/null
  { true >&2; } 2> /dev/null || exec 2> /dev/null

  # What a run of many subscriptions or producers takes; 'assay plan' says so where the usual is too little.
  heap=${ASSAY_HEAP:-512m}
  case ${heap%[kKmMgG]} in
    '' | 0* | *[!0-9]*)
      echo "assay: ASSAY_HEAP is '$heap', but must be the size of the heap, such as 512m or 2g" >&2
      exit 2
      ;;
  esac

  # C1 only and that archive: the command line spends its time waiting; what is measured runs in the workers.
  exec "$java/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx"$heap" -Xss512k \
    "$classes" -Xshare:auto -Xlog:disable -Xlog:all=warning,cds*=off,aot*=off:stderr \
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -Dassay.command="$command" \
    -Dassay.home="$home" -Dassay.dist="$dist" -Dassay.archive="$archive" -cp "$dist/cli/*" dev.assay.cli.Main "$@"
}
