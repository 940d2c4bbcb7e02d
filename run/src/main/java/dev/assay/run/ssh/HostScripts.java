package dev.assay.run.ssh;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Makes scripts for a machine's {@code sh}. A script is sent in one line, so that it is on no command line and no login shell has to
 * understand it. Its lines for Assay begin with {@value #SAID}, as users' own scripts may print as well, and it ends with {@value #DONE}.
 */
final class HostScripts {
    static final String SAID = "assay-host ";

    static final String DONE = "done";
    static final String PROBLEM = "problem ";
    static final String FOLDER = "folder ";
    static final String JAVA = "java ";
    static final String CONNECTION = "connection ";
    static final String LACKS = "lacks ";
    static final String REMOVED = "removed ";

    /** The folder of all files of Assay on such a machine, below the user's home. */
    static final String CACHE = ".cache/assay/fleet";

    static final String JARS = "jars";
    static final String INCOMING = "incoming";

    private static final int JAVA_NEEDED = 25;

    /** Jars that no run has used for this long are deleted. */
    private static final int UNUSED_DAYS = 30;

    private static final String BEGIN = """
            umask 077;
            fleet="$HOME/%s";
            say() { printf "assay-host %%s\\n" "$*"; };
            fail() { say "problem $*"; exit 0; };
            digest() { if command -v sha256sum >/dev/null 2>&1; then sha256sum < "$1"; else shasum -a 256 < "$1"; fi; };
            """.formatted(CACHE);

    /**
     * Names the place where process numbers mean something: host, boot and PID namespace. A home may be shared by machines and containers,
     * and a number is given out again, so a process is named by its place, its number and its start in clock ticks, see proc_pid_stat(5).
     */
    private static final String PLACE = """
            boot=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null || sysctl -n kern.bootsessionuuid 2>/dev/null);
            place=$(printf "%s_%s_%s" "$(uname -n)" "$boot" "$(readlink /proc/self/ns/pid 2>/dev/null)" | tr -c "A-Za-z0-9._-" "-");
            began() { sed "s/.*) //" "/proc/$1/stat" 2>/dev/null | cut -d " " -f 20; };
            """;

    /** Deletes the folders of processes of this place that have ended; what the others are doing can't be told from here. */
    private static final String SWEEP = PLACE + """
            process=; elsewhere=;
            for one in "$fleet/running"/*; do
              [ -d "$one" ] || continue;
              case "${boot:+$one}" in
                "$fleet/running/${place}_"*)
                  id=${one#"$fleet/running/${place}_"};
                  if kill -0 "${id%_*}" 2>/dev/null && [ "$(began "${id%_*}")" = "${id#*_}" ];
                    then process="${id%_*}"; else rm -rf "$one"; fi ;;
                *) elsewhere="$elsewhere ${one##*/}" ;;
              esac;
            done;
            """;

    /** Creates the folders, whose files are executed, so that nobody else may write to them; leftovers of killed runs are removed. */
    private static final String FOLDERS = """
            [ -n "$HOME" ] && mkdir -p "$fleet/jars" "$fleet/incoming" "$fleet/running" 2>/dev/null
              || fail "the folder $fleet can not be created";
            others=$(find "$HOME/.cache/assay" "$fleet" "$fleet/jars" -prune \\( ! -user "$(id -u)" -o -perm -020 -o -perm -002 \\));
            [ -z "$others" ] || fail "others can write to" $others "there, and could change what is run; if nobody has, run chmod -R go-w";
            command -v sha256sum >/dev/null 2>&1 || command -v shasum >/dev/null 2>&1
              || fail "there is neither sha256sum nor shasum";
            find "$fleet/incoming" -mindepth 1 -maxdepth 1 -mmin +120 -exec rm -rf {} + ;
            """ + SWEEP;

    private static String tryJava() {
        return """
            java=; seen=;
            try() {
              [ -z "$java" ] && [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 0;
              version=$(sed -n "s/^JAVA_VERSION=.\\([0-9]*\\).*/\\1/p" "$1/release");
              if [ "${version:-0}" -ge %1$d ]; then java="$1/bin/java"; else seen="$seen $1 has Java ${version:-?};"; fi;
            };
            """.formatted(JAVA_NEEDED);
    }

    private static String findJava() {
        return """
            try "$JAVA_HOME";
            found=$(command -v java) && found=$(readlink -f "$found") && try "${found%%/bin/java}";
            for home in /usr/lib/jvm/* /usr/java/* /usr/local/*jdk* /opt/* /opt/java/*
                "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.local/share/mise/installs/java/*
                /Library/Java/JavaVirtualMachines/*/Contents/Home; do
              try "$home";
            done;
            [ -n "$java" ] || fail "there is no Java %1$d or newer in JAVA_HOME, on the path or in the usual folders;$seen"
              "install one, or name its home in a fleet file as java";
            """.formatted(JAVA_NEEDED);
    }

    private static String namedJava(String home) {
        return """
            try %2$s;
            [ -n "$java" ] || fail "there is no Java %1$d or newer in" %2$s "$seen";
            """.formatted(JAVA_NEEDED, quoted(home));
    }

    private HostScripts() {}

    /**
     * Makes a script that lists what the machine has, and deletes jars that are no longer used: workers keep their own from becoming old.
     *
     * @param java home of the Java to use; empty to look for one
     * @param digests SHA-256 of the jars that are needed
     * @param incoming folder to create for those that are lacking
     */
    static String look(Optional<String> java, Collection<String> digests, String incoming) {
        String find = java.map(HostScripts::namedJava).orElseGet(HostScripts::findJava);
        return line(BEGIN, FOLDERS, tryJava(), find, """
                lacking=;
                for jar in %1$s; do
                  found=; touch -c "$fleet/jars/$jar.jar"; [ -f "$fleet/jars/$jar.jar" ] && found=$(digest "$fleet/jars/$jar.jar");
                  if [ "${found%%%% *}" != "$jar" ]; then lacking=yes; say "lacks $jar"; fi;
                done;
                find "$fleet/jars" -type f -mtime +%3$d -exec rm -f {} + ;
                if [ -n "$lacking" ]; then mkdir "$fleet/incoming/%2$s" || fail "$fleet/incoming can not be written to"; fi;
                say "folder $fleet";
                say "java $java";
                say "connection $SSH_CONNECTION";
                say done;
                """.formatted(String.join(" ", digests), incoming, UNUSED_DAYS));
    }

    /** Makes a script that installs copied files if they have the expected digests. */
    static String admit(Collection<String> digests, String incoming) {
        return line(BEGIN, """
                in="$fleet/incoming/%2$s";
                for jar in %1$s; do
                  found=$(digest "$in/$jar.jar");
                  [ "${found%%%% *}" = "$jar" ] || { rm -rf "$in"; fail "what has arrived of a jar is not what was sent; is its disk full?"; };
                  mv -f "$in/$jar.jar" "$fleet/jars/$jar.jar" || { rm -rf "$in"; fail "$fleet/jars can not be written to"; };
                done;
                rm -rf "$in";
                say done;
                """.formatted(String.join(" ", digests), incoming));
    }

    /**
     * Makes a script that runs a Java program, with its temporary files and caches in a folder that is deleted when it ends, and with the
     * machine's calibration; the rest of standard input is the program's.
     *
     * @param folder of all files there
     */
    static String start(String folder, List<String> command) {
        String java = quoted(command.getFirst());
        String rest = command.stream().skip(1).map(HostScripts::quoted).collect(Collectors.joining(" "));
        return line(PLACE, """
                umask 077;
                trap "" HUP;
                running=%s/running/${place}_$$_$(began $$);
                export ASSAY_CACHE="$running/cache";
                mkdir -p "$ASSAY_CACHE" || exit 1;
                [ ! -d "$HOME/.cache/assay/calibrations" ] || ln -s "$HOME/.cache/assay/calibrations" "$ASSAY_CACHE";
                %s -Djava.io.tmpdir="$running" %s;
                code=$?;
                rm -rf "$running";
                exit $code
                """.formatted(quoted(folder), java, rest));
    }

    /** Makes a script that deletes everything, unless something runs from it, or may do so elsewhere. */
    static String clean() {
        return line(BEGIN, """
                [ -d "$fleet" ] || { say done; exit 0; };
                """, SWEEP, """
                [ -z "$process" ] || fail "a run uses it now (process $process)";
                [ -z "$elsewhere" ] || fail "other machines or containers with this home may still use it, and so may what ran before this
                  machine was restarted: clean up there as well or, if nothing runs there any more, delete from"
                  "$fleet/running:$elsewhere";
                size=$(du -sk "$fleet");
                rm -rf "$fleet" || fail "$fleet can not be deleted";
                rmdir "$HOME/.cache/assay" 2>/dev/null;
                say "removed ${size%%[!0-9]*}";
                say done;
                """);
    }

    /** Joins lines to one for {@code read}. */
    private static String line(String... parts) {
        return String.join("", parts).lines().map(String::strip).collect(Collectors.joining(" "));
    }

    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
