package dev.assay.systems.nats.deployment;

import java.nio.file.Path;
import java.util.Map;

interface NatsServer {
    String PROGRAM = "nats-server";

    /** Returns the release, such as {@code 2.15.1}. */
    String version();

    /**
     * Returns the program, ready to be started.
     *
     * @param folder of the cluster, which is deleted with it
     */
    Path programIn(Path folder);

    /** Returns the SHA-256 of what was fetched for it, by coordinates. */
    Map<String, String> artifacts();

    record Installed(String version, Path program) implements NatsServer {
        @Override
        public Path programIn(Path folder) {
            return program;
        }

        @Override
        public Map<String, String> artifacts() {
            return Map.of();
        }
    }
}
