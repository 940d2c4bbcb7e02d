package dev.assay.cluster.node;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One server process of a local cluster.
 *
 * @param name such as {@code broker-1}
 * @param process for sampling
 * @param port where clients reach it on 127.0.0.1; 0 when clients never talk to it
 * @param log its log file
 * @param data its data folder, gone when the cluster is closed
 * @param page where it tells its metrics over HTTP; empty where it does not
 */
public record ServerNode(String name, ProcessHandle process, int port, Path log, Path data, Optional<URI> page) {
    /**
     * The page.
     *
     * @param without the reason where it has none
     */
    public URI page(String without) throws IOException {
        return page.orElseThrow(() -> new IOException(without));
    }
}
