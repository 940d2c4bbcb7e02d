package dev.assay.host.process;

import dev.assay.host.HostException;
import java.util.function.Consumer;

/** Removes something from the kernel when it is closed, or when its owner dies before. */
public final class LeasedResource implements AutoCloseable {
    private final Lease.HeldResource resource;
    private final Consumer<LeasedResource> onRelease;
    private boolean closed;

    LeasedResource(Lease.HeldResource resource, Consumer<LeasedResource> onRelease) {
        this.resource = resource;
        this.onRelease = onRelease;
    }

    /**
     * Removes it; nothing happens when it is gone already.
     *
     * @throws HostException when it stays
     */
    @Override
    public synchronized void close() {
        if (!closed) {
            resource.kind().remove(resource.target());
            closed = true;
            onRelease.accept(this);
        }
    }
}
