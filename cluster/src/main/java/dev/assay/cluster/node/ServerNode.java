package dev.assay.cluster.node;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * @param name such as {@code broker-1}
 * @param process for sampling
 * @param port for clients on 127.0.0.1; 0 when clients never talk to it
 * @param log its log file
 * @param data its data folder, gone when the cluster is closed
 * @param page of its metrics over HTTP; empty where it has none
 */
public record ServerNode(String name, ProcessHandle process, int port, Path log, Path data, Optional<URI> page) {
    /**
     * Returns the page of metrics, or throws.
     *
     * @param without the reason where the server has none
     */
    public URI page(String without) throws IOException {
        return page.orElseThrow(() -> new IOException(without));
    }
}
