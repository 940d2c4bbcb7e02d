package dev.assay.cluster.system;

import dev.assay.cluster.ProgressListener;
import java.util.List;

/** Deletes servers that a killed run has started in Kubernetes and left there. */
public interface LeftServers {
    /** Returns each object that may be left, with where it is. */
    List<String> titles();

    /**
     * Deletes the objects that are still those of the run, and reports what it leaves alone or can't delete.
     *
     * @return whether nothing is left
     */
    boolean delete(ProgressListener progress);
}
