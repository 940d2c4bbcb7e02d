package dev.assay.host.process;

import dev.assay.host.HostException;
import dev.assay.host.program.ChildEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a process that outlives Assay; no supervisor ends it. */
public final class DaemonProcess {
    private DaemonProcess() {}

    /**
     * Starts it in a session of its own. Its standard input is a pipe from this process, so that it can tell when this
     * process is gone.
     *
     * @param spec its log takes the output
     * @param errors takes the error output
     * @throws HostException when it cannot be started
     */
    public static Process start(ProcessSpec spec, Path errors) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SessionScript.SCRIPT, "sh"));
        command.addAll(spec.command());
        ProcessBuilder builder = ChildEnvironment.builder(command)
                .directory(spec.workFolder().toFile())
                .redirectOutput(spec.log().toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(spec.environment());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new HostException("Cannot start " + spec.name() + ": " + e, e);
        }
    }
}
