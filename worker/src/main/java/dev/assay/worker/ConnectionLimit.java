package dev.assay.worker;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Closes connections beyond so many at once, whoever opens them: a worker serves one coordinator at a time. */
final class ConnectionLimit extends ServerTransportFilter {
    private static final Attributes.Key<Boolean> COUNTED = Attributes.Key.create("counted");

    private final int max;
    private final AtomicInteger open = new AtomicInteger();

    ConnectionLimit(int max) {
        this.max = max;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
        if (open.incrementAndGet() > max) {
            open.decrementAndGet();
            throw Status.RESOURCE_EXHAUSTED
                    .withDescription("this worker has " + max + " connections already")
                    .asRuntimeException();
        }
        return attributes.toBuilder().set(COUNTED, true).build();
    }

    /** @param attributes null where it was not let in */
    @Override
    public void transportTerminated(@Nullable Attributes attributes) {
        if (attributes != null && Boolean.TRUE.equals(attributes.get(COUNTED))) {
            open.decrementAndGet();
        }
    }
}
