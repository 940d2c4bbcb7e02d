package dev.assay.systems.nats.deployment;

import java.nio.file.Path;
import java.util.Map;

/** A program of nats-server. */
interface NatsServer {
    /** The name of the program where it is unpacked. */
    String PROGRAM = "nats-server";

    /** Its release, such as {@code 2.15.1}. */
    String version();

    /**
     * The program, ready to be started.
     *
     * @param folder of the cluster, which is deleted with it
     */
    Path programIn(Path folder);

    /** What was fetched for it: coordinates to SHA-256. */
    Map<String, String> artifacts();

    /** One that lies on this machine. */
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
