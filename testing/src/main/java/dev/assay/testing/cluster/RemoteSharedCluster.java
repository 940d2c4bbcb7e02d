package dev.assay.testing.cluster;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Uses a cluster of another process. This JVM counts as a user of it as long as it lives. */
public final class RemoteSharedCluster implements ClusterHandle {
    /** The limit of connecting: the host may have been started together with this JVM. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final String variant;
    private final HostConnection wire;
    private boolean entered;
    private @Nullable String refusal;

    public RemoteSharedCluster(Path folder, String variant) {
        this.folder = folder;
        this.variant = variant;
        this.wire = connect();
    }

    private HostConnection connect() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return new HostConnection(SocketChannel.open(HostConnection.address(folder)));
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("nobody holds shared clusters in " + folder + " (" + e + ")", e);
                }
                LockSupport.parkNanos(50_000_000);
            }
        }
    }

    @Override
    public synchronized Map<String, String> answer(String request) {
        try {
            if (!entered) {
                enter();
            }
            return wire.ask(request);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the host of the shared clusters in " + folder + " does not answer (" + e + ")", e);
        }
    }

    /** Enters as a user. A failed start of the cluster is reported again to each later request. */
    private void enter() throws IOException {
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
        try {
            wire.ask(variant);
            entered = true;
        } catch (IllegalStateException e) {
            refusal = e.getMessage();
            throw e;
        }
    }
}
