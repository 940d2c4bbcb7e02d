package dev.assay.cluster.telemetry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code ss} of iproute2, which reads the kernel's count of bytes for each connection over netlink. */
final class SocketProgram {
    private static final List<String> COMMAND = List.of("ss", "-tinHOe");

    private SocketProgram() {}

    /** @throws IOException when it cannot be run or fails */
    static String run() throws IOException {
        Process ss = new ProcessBuilder(COMMAND)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String output = new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!ss.waitFor(30, TimeUnit.SECONDS) || ss.exitValue() != 0) {
                throw new IOException("ss failed");
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            ss.destroyForcibly();
        }
    }
}
