package dev.assay.testing.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * @param name such as {@code broker-1}
 * @param port for clients, on 127.0.0.1; 0 when clients never talk to it
 * @param log its log file
 * @param data its data folder
 * @param page its metrics over HTTP
 */
public record SharedNode(String name, long pid, int port, Path log, Path data, Optional<URI> page) {}
