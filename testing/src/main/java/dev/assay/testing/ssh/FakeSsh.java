package dev.assay.testing.ssh;

import dev.assay.testing.machine.PidNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes programs {@code ssh} and {@code scp} that connect to no machine: a host is a folder, which is the user's home there, and its
 * programs are processes of this machine in a session of their own, which lose their standard input when the program ends. A host
 * whose name begins with {@code gone} can't be reached, and one with {@code endless} never ends its first line. {@code inside-HOST} is a
 * PID namespace of its own on {@code HOST}, as a container has it.
 */
public record FakeSsh(Path folder) {
    private static final String OPTIONS = """
            #!/bin/sh
            folder='%1$s'
            printf '%%s\\n' "$(basename "$0") $*" >>"$folder/calls.txt"
            configuration=
            while [ $# -gt 0 ]; do
              case $1 in
                -o) shift 2 ;;
                -G) configuration=yes; shift ;;
                --) shift; break ;;
                -*) shift ;;
                *) break ;;
              esac
            done
            """;

    private static final String SSH = OPTIONS + """
            host=${1#*@}
            shift
            if [ -n "$configuration" ]; then
              echo "user somebody"
              echo "hostname 127.0.0.1"
              exit 0
            fi
            case $host in
              gone*) echo "ssh: connect to host $host port 22: No route to host" >&2; exit 255 ;;
              endless*) exec tr "\\0" x </dev/zero ;;
            esac
            mkdir -p "$folder/homes/$host"
            namespace=
            case $host in
              inside-*) namespace="%3$s" ;;
            esac
            pipe=$(mktemp -u "$folder/pipe-XXXXXX")
            mkfifo "$pipe"
            exec 3<&0
            tee -a "$folder/input.txt" <&3 >"$pipe" &
            relay=$!
            exec 3<&-
            echo "a greeting that the user's own scripts print"
            env -i HOME="$folder/homes/$host" HOST_NAME="${host#inside-}" PATH="$folder/system:$PATH" JAVA_HOME='%2$s' \\
              SSH_CONNECTION="127.0.0.1 50000 127.0.0.1 22" $namespace setsid sh -c "cd; $*" <"$pipe"
            code=$?
            kill "$relay" 2>/dev/null
            rm -f "$pipe"
            exit $code
            """;

    private static final String SCP = OPTIONS + """
            for last; do :; done
            host=${last%%%%:*}
            home="$folder/homes/${host#*@}"
            while [ $# -gt 1 ]; do
              cp -L "$1" "$home/${last#*:}" || exit 1
              shift
            done
            """;

    private static final String UNAME = """
            #!/bin/sh
            echo "$HOST_NAME"
            """;

    /**
     * @param folder is created where it is missing
     * @param java home of the Java that all hosts have
     */
    public static FakeSsh in(Path folder, Path java) throws IOException {
        FakeSsh ssh = new FakeSsh(Files.createDirectories(folder).toRealPath());
        Files.createDirectories(ssh.programs());
        write(ssh.ssh(), SSH.formatted(ssh.folder, java, String.join(" ", PidNamespace.COMMAND)));
        write(ssh.scp(), SCP.formatted(ssh.folder));
        write(Files.createDirectories(ssh.folder.resolve("system")).resolve("uname"), UNAME);
        return ssh;
    }

    private static void write(Path script, String text) throws IOException {
        Files.writeString(script, text);
        if (!script.toFile().setExecutable(true)) {
            throw new IOException("can't make " + script + " executable");
        }
    }

    /** Returns the folder of both programs, for {@code PATH}. */
    public Path programs() {
        return folder.resolve("programs");
    }

    public Path ssh() {
        return programs().resolve("ssh");
    }

    public Path scp() {
        return programs().resolve("scp");
    }

    /** Returns the user's home on that host; it exists after the first connection. */
    public Path home(String host) {
        return folder.resolve("homes").resolve(host);
    }

    /** Gives another host the home of this one, as a network file system does; neither may have one yet. */
    public void shareHome(String host, String other) throws IOException {
        Files.createDirectories(home(host));
        Files.createSymbolicLink(home(other), home(host));
    }

    /** Lists a folder below the home; empty where there is none. */
    public List<Path> files(String host, String below) throws IOException {
        Path path = home(host).resolve(below);
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(path)) {
            return all.sorted().toList();
        }
    }

    /** Returns the command lines of all calls, in order. */
    public List<String> calls() throws IOException {
        return lines("calls.txt");
    }

    public List<String> input() throws IOException {
        return lines("input.txt");
    }

    private List<String> lines(String name) throws IOException {
        Path file = folder.resolve(name);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
