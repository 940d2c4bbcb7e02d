package dev.assay.host.process;

import dev.assay.host.HostException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What one process can tell another; sent to the whole process group, so that children hear it too. */
public enum Signal {
    /** End in order. */
    TERM,
    /** Gone at once, whatever state it is in. */
    KILL,
    /** Freeze. */
    STOP,
    /** Go on after {@link #STOP}. */
    CONT;

    /** The shell's own {@code kill}: no other program need be installed. */
    private static final String SCRIPT = """
            signal=$1
            shift
            for process; do
              kill -s "$signal" -- "-$process" 2>/dev/null || kill -s "$signal" "$process" 2>/dev/null
            done
            """;

    /** Sends this signal to the process groups that these processes lead. One that is gone already is no error. */
    void send(Collection<Long> leaders) {
        if (leaders.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "sh", name()));
        leaders.forEach(pid -> command.add(Long.toString(pid)));
        try {
            Process shell = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!shell.waitFor(1, TimeUnit.MINUTES)) {
                shell.destroyForcibly();
                throw new HostException("Sending " + this + " to " + leaders + " took over a minute.", null);
            }
        } catch (IOException e) {
            throw new HostException("Cannot run /bin/sh to send " + this + " to " + leaders + ": " + e, e);
        } catch (InterruptedException e) {
            // The shell has received all it needs and ends by itself.
            Thread.currentThread().interrupt();
        }
    }
}
