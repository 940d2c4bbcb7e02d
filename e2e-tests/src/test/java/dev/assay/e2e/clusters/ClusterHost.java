package dev.assay.e2e.clusters;

import dev.assay.testing.cluster.HostConnection;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shares the clusters of this JVM with tests of other JVMs. A connection is one use of one cluster. */
final class ClusterHost implements AutoCloseable {
    private final ClusterPool clusters;
    private final ServerSocketChannel server;

    /** Listens in that folder from now on. */
    ClusterHost(Path folder, ClusterPool clusters) throws IOException {
        this.clusters = clusters;
        Files.createDirectories(folder);
        UnixDomainSocketAddress address = HostConnection.address(folder);
        Files.deleteIfExists(address.getPath());
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(address);
        Thread.ofPlatform().daemon().name("accept").start(this::accept);
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel user = server.accept();
                Thread.ofPlatform().daemon().name("user").start(() -> serve(user));
            } catch (IOException e) {
                if (server.isOpen()) {
                    throw new IllegalStateException("cannot accept users", e);
                }
            }
        }
    }

    /** Serves one use until its connection ends, in an orderly way or not. */
    private void serve(SocketChannel user) {
        try (HostConnection wire = new HostConnection(user)) {
            String variant = wire.request();
            if (variant != null) {
                serve(wire, variant);
            }
        } catch (IOException gone) {
            // The connection of a killed JVM ends this way.
        }
    }

    private void serve(HostConnection wire, String variant) throws IOException {
        ClusterPool.@Nullable Use use = enter(wire, variant);
        if (use == null) {
            return;
        }
        try (use) {
            for (String request = wire.request(); request != null; request = wire.request()) {
                answer(wire, use, request);
            }
        }
    }

    private ClusterPool.@Nullable Use enter(HostConnection wire, String variant) throws IOException {
        ClusterPool.Use use;
        try {
            use = clusters.use(variant);
        } catch (IllegalStateException e) {
            wire.refuse(String.valueOf(e.getMessage()));
            return null;
        }
        wire.answer(Map.of());
        return use;
    }

    private static void answer(HostConnection wire, ClusterPool.Use use, String request) throws IOException {
        try {
            wire.answer(use.answer(request));
        } catch (RuntimeException e) {
            wire.refuse(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
