package dev.assay.cluster.daemon;

import dev.assay.cluster.node.ServerNode;
import dev.assay.host.process.ProcessIdentity;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * @param name such as {@code broker-1}
 * @param port for clients on this machine; 0 when clients never talk to it
 * @param page of its metrics over HTTP
 */
public record RunningNode(String name, ProcessIdentity process, int port, Path log, Path data, Optional<URI> page) {
    /**
     * Describes the node's present process.
     *
     * @throws IllegalStateException when it has ended
     */
    static RunningNode of(ServerNode node) {
        ProcessIdentity process = ProcessIdentity.of(node.process().pid())
                .orElseThrow(() -> new IllegalStateException(node.name() + " has ended; its log is " + node.log()));
        return new RunningNode(node.name(), process, node.port(), node.log(), node.data(), node.page());
    }
}
