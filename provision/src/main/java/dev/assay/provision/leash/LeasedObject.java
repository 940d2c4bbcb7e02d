package dev.assay.provision.leash;

import dev.assay.provision.ProvisionException;
import java.util.function.Consumer;

/** Something in the kernel that is taken away when it is closed, or when its owner dies before. */
public final class LeasedObject implements AutoCloseable {
    private final Lease.Held held;
    private final Consumer<LeasedObject> letGo;
    private boolean closed;

    LeasedObject(Lease.Held held, Consumer<LeasedObject> letGo) {
        this.held = held;
        this.letGo = letGo;
    }

    /**
     * Takes it away; nothing happens when it is gone already.
     *
     * @throws ProvisionException when it stays
     */
    @Override
    public synchronized void close() {
        if (!closed) {
            held.kind().remove(held.target());
            closed = true;
            letGo.accept(this);
        }
    }
}
