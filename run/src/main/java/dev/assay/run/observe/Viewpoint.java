package dev.assay.run.observe;

import dev.assay.worker.wire.Observation;
import java.util.function.Consumer;

/** A machine with servers, as seen from inside. */
public interface Viewpoint {
    /** What there is to see now. */
    Observation.Sight sight();

    /**
     * Tells what machine and servers do, about once a second and on one thread at a time, until what is returned is closed. Nothing is
     * told any more once that has returned.
     */
    Watch watch(Consumer<Observation.Second> sink);

    /** Something that is told until it is closed. */
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
