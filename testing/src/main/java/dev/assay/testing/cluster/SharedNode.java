package dev.assay.testing.cluster;

import java.nio.file.Path;

/**
 * One server process of a shared cluster.
 *
 * @param name such as {@code broker-1}
 * @param port where clients reach it on 127.0.0.1; 0 when clients never talk to it
 * @param log its log file
 * @param data its data folder
 */
public record SharedNode(String name, long pid, int port, Path log, Path data) {}
