package dev.assay.run.observe;

import dev.assay.worker.wire.Observation;
import java.util.function.Consumer;

/** Watches a machine with servers, from inside. */
public interface Viewpoint {
    Observation.Sight sight();

    /**
     * Reports what machine and servers do, about once a second and on one thread at a time, until the watch is closed; nothing is reported
     * once closing has returned.
     */
    Watch watch(Consumer<Observation.Second> sink);

    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Writes everything to disk and drops the page cache.
     *
     * @throws dev.assay.cluster.DeploymentException when the kernel refuses
     */
    void dropPageCache();
}
