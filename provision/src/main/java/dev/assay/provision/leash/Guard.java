package dev.assay.provision.leash;

import dev.assay.provision.ProvisionException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell in a session of its own that reads from a pipe which processes and other things to hold and which to let go. The
 * pipe ends when Assay ends, however it ends; the shell then kills and takes away what it still holds, the last first.
 * {@code kill -9} of Assay closes the pipe too. Last of all it deletes its mark: where that still is and the shell is not,
 * somebody has killed the shell, and all is left to do.
 */
final class Guard implements AutoCloseable {
    private static final String SCRIPT = KernelObject.shellFunction() + """
            trap '' HUP INT QUIT TERM
            mark=$1
            shift
            held=
            while read -r verb process; do
              case $verb in
                keep) set -- "$process" "$@" ;;
                drop)
                  left=$#
                  while [ "$left" -gt 0 ]; do
                    one=$1
                    shift
                    [ "$one" = "$process" ] || set -- "$@" "$one"
                    left=$((left - 1))
                  done ;;
                hold) held="$held $process" ;;
                free)
                  kept=
                  for one in $held; do [ "$one" = "$process" ] || kept="$kept $one"; done
                  held=$kept ;;
              esac
            done
            for one in $held; do
              kill -s KILL -- "-$one" 2>/dev/null
              kill -s KILL "$one" 2>/dev/null
            done
            for one; do
              remove "${one%% *}" "${one#* }"
            done
            rm -f -- "$mark"
            """;

    private final Process shell;
    private final BufferedWriter pipe;

    /** @param mark a file that need not be there yet */
    Guard(Path mark) {
        List<String> command =
                List.of("/bin/sh", "-c", OwnSession.SCRIPT, "sh", "/bin/sh", "-c", SCRIPT, "guard", mark.toString());
        try {
            shell = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw ProvisionException.environment("Cannot start /bin/sh, which guards Assay's servers: " + e, e);
        }
        pipe = shell.outputWriter(StandardCharsets.UTF_8);
    }

    long pid() {
        return shell.pid();
    }

    void hold(long pid) {
        tell("hold " + pid);
    }

    void free(long pid) {
        tell("free " + pid);
    }

    void keep(Lease.Held held) {
        tell("keep " + held.kind().name() + " " + held.target());
    }

    void drop(Lease.Held held) {
        tell("drop " + held.kind().name() + " " + held.target());
    }

    boolean isAlive() {
        return shell.isAlive();
    }

    private synchronized void tell(String line) {
        try {
            pipe.write(line + "\n");
            pipe.flush();
        } catch (IOException e) {
            throw ProvisionException.environment(
                    "The shell that guards Assay's servers has gone (" + e + "). Was it killed? Start Assay again.", e);
        }
    }

    /** Ends the guard, which kills whatever it still holds. */
    @Override
    public void close() {
        try {
            synchronized (this) {
                pipe.close();
            }
            if (!shell.waitFor(1, TimeUnit.MINUTES)) {
                shell.destroyForcibly();
            }
        } catch (IOException gone) {
            shell.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
