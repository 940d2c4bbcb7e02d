package dev.assay.provision.leash;

import dev.assay.provision.ProvisionException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a process that goes on when Assay ends. It answers for itself: no leash holds it. */
public final class Detached {
    private Detached() {}

    /**
     * Starts it in a session of its own. Its standard input is a pipe from this process, so that it can tell when this
     * process is gone.
     *
     * @param launch its log takes the output
     * @param errors takes the error output
     * @throws ProvisionException when it cannot be started
     */
    public static Process start(Launch launch, Path errors) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", OwnSession.SCRIPT, "sh"));
        command.addAll(launch.command());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(launch.workFolder().toFile())
                .redirectOutput(launch.log().toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(launch.environment());
        try {
            return builder.start();
        } catch (IOException e) {
            throw ProvisionException.environment("Cannot start " + launch.name() + ": " + e, e);
        }
    }
}
