package dev.assay.cluster.daemon;

import dev.assay.cluster.node.ServerNode;
import dev.assay.host.process.ProcessIdentity;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One server process of a running cluster.
 *
 * @param name such as {@code broker-1}
 * @param port where clients reach it on this machine; 0 when clients never talk to it
 * @param page where it tells its metrics over HTTP
 */
public record RunningNode(String name, ProcessIdentity process, int port, Path log, Path data, Optional<URI> page) {
    /**
     * As it runs now.
     *
     * @throws IllegalStateException when it has ended
     */
    static RunningNode of(ServerNode node) {
        ProcessIdentity process = ProcessIdentity.of(node.process().pid())
                .orElseThrow(() -> new IllegalStateException(node.name() + " has ended; its log is " + node.log()));
        return new RunningNode(node.name(), process, node.port(), node.log(), node.data(), node.page());
    }
}
