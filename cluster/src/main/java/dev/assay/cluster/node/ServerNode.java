package dev.assay.cluster.node;

import java.nio.file.Path;

/**
 * One server process of a local cluster.
 *
 * @param name such as {@code broker-1}
 * @param process for sampling
 * @param port where clients reach it on 127.0.0.1; 0 when clients never talk to it
 * @param log its log file
 * @param data its data folder, gone when the cluster is closed
 */
public record ServerNode(String name, ProcessHandle process, int port, Path log, Path data) {}
