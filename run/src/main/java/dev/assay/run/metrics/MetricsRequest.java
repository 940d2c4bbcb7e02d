package dev.assay.run.metrics;

import dev.assay.worker.wire.HostPort;
import java.nio.file.Path;
import java.util.Optional;

/**
 * @param listen address; port 0 means any free one
 * @param tokenFile has the token that scrapes must show; where empty, one is made for the run
 */
public record MetricsRequest(HostPort listen, Optional<Path> tokenFile) {
    private static final String LOOPBACK = "127.0.0.1";

    /**
     * Reads {@code [HOST:]PORT}; without a host this machine alone can connect.
     *
     * @throws IllegalArgumentException when the text is neither
     */
    public static HostPort address(String text) {
        if (text.matches("[0-9]{1,5}")) {
            return new HostPort(LOOPBACK, Integer.parseInt(text));
        }
        try {
            return HostPort.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "expected [HOST:]PORT like 9464 or 192.0.2.7:9464, but found '" + text + "'", e);
        }
    }
}
