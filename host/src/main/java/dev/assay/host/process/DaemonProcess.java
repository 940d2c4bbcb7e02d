package dev.assay.host.process;

import dev.assay.host.HostException;
import dev.assay.host.program.ChildEnvironment;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
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
     * @param spec the output is appended to its log
     * @param errors the error output is appended to this file
     * @throws HostException when it cannot be started
     */
    public static Process start(ProcessSpec spec, Path errors) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SessionScript.SCRIPT, "sh"));
        command.addAll(spec.command());
        ProcessBuilder builder = ChildEnvironment.builder(command)
                .directory(spec.workFolder().toFile())
                .redirectOutput(Redirect.appendTo(spec.log().toFile()))
                .redirectError(Redirect.appendTo(errors.toFile()));
        builder.environment().putAll(spec.environment());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new HostException("Cannot start " + spec.name() + ": " + e, e);
        }
    }
}
