package dev.assay.host.process;

import dev.assay.host.HostException;
import dev.assay.host.program.ChildEnvironment;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a shell in a session of its own that reads from a pipe which processes and resources to clean up and which to forget.
 * The pipe ends when Assay ends, however it ends, {@code kill -9} included; the shell then kills the processes and removes
 * the resources, the last one first. Processes whose input has ended with Assay are killed last, and only those that do not
 * end by themselves in time. Finally it deletes its marker file: if that is still there and the shell is not, somebody has
 * killed the shell, and everything remains to be cleaned up.
 */
final class Reaper implements AutoCloseable {
    private static final String SCRIPT = KernelResource.shellFunction() + """
            trap '' HUP INT QUIT TERM
            running() {
              for one; do
                kill -s 0 "$one" 2>/dev/null && ! grep -q '^State:[[:space:]]*Z' "/proc/$one/status" 2>/dev/null && return 0
              done
              return 1
            }
            mark=$1
            grace=$2
            shift 2
            watched=
            watched_last=
            while IFS= read -r line; do
              verb=${line%% *}
              process=${line#* }
              case $verb in
                watch-resource) set -- "$process" "$@" ;;
                unwatch-resource)
                  left=$#
                  while [ "$left" -gt 0 ]; do
                    one=$1
                    shift
                    [ "$one" = "$process" ] || set -- "$@" "$one"
                    left=$((left - 1))
                  done ;;
                watch) watched="$watched $process" ;;
                watch-last) watched_last="$watched_last $process" ;;
                unwatch)
                  kept=
                  for one in $watched; do [ "$one" = "$process" ] || kept="$kept $one"; done
                  watched=$kept
                  kept=
                  for one in $watched_last; do [ "$one" = "$process" ] || kept="$kept $one"; done
                  watched_last=$kept ;;
              esac
            done
            for one in $watched; do
              kill -s KILL -- "-$one" 2>/dev/null
              kill -s KILL "$one" 2>/dev/null
            done
            for one; do
              remove "${one%% *}" "${one#* }"
            done
            while [ "$grace" -gt 0 ] && running $watched_last; do
              sleep 1
              grace=$((grace - 1))
            done
            for one in $watched_last; do
              kill -s KILL -- "-$one" 2>/dev/null
              kill -s KILL "$one" 2>/dev/null
            done
            rm -f -- "$mark"
            """;

    private final Process shell;
    private final BufferedWriter pipe;

    /**
     * @param mark a file that need not exist yet
     * @param grace how long processes whose input has ended may take to end by themselves, in whole seconds
     */
    Reaper(Path mark, Duration grace) {
        List<String> command = List.of(
                "/bin/sh",
                "-c",
                SessionScript.SCRIPT,
                "sh",
                "/bin/sh",
                "-c",
                SCRIPT,
                "reaper",
                mark.toString(),
                Long.toString(grace.toSeconds()));
        try {
            shell = ChildEnvironment.builder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new HostException("Cannot start /bin/sh, which cleans up after Assay: " + e, e);
        }
        pipe = shell.outputWriter(StandardCharsets.UTF_8);
    }

    long pid() {
        return shell.pid();
    }

    void watch(long pid) {
        tell("watch " + pid);
    }

    /** Watches a process whose input ends with this one: it is killed last. */
    void watchLast(long pid) {
        tell("watch-last " + pid);
    }

    void unwatch(long pid) {
        tell("unwatch " + pid);
    }

    void watch(Lease.HeldResource resource) {
        tell("watch-resource " + resource.kind().name() + " " + resource.target());
    }

    void unwatch(Lease.HeldResource resource) {
        tell("unwatch-resource " + resource.kind().name() + " " + resource.target());
    }

    boolean isAlive() {
        return shell.isAlive();
    }

    private synchronized void tell(String line) {
        try {
            pipe.write(line + "\n");
            pipe.flush();
        } catch (IOException e) {
            throw new HostException(
                    "The shell that cleans up after Assay is gone (" + e + "). Was it killed? Start Assay again.", e);
        }
    }

    /** Ends the reaper, which kills whatever is still registered with it. */
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
