package dev.assay.model.spec;

/** Says which trials of a run are measured on the same cluster, and whether that decides their order. */
public enum ClusterSharing {
    /**
     * All trials find clusters with the same past, as far as Assay can arrange it: each has one of its own where Assay
     * starts them. One that runs already is shared, in whatever order. Plans have {@link #SHARED} instead where that saves time.
     */
    AUTO,
    /** Trials that follow each other and need the same cluster share it; the order has other reasons. */
    CONSECUTIVE,
    /** Within a block, trials that need the same cluster follow each other on it; each block has new ones. */
    SHARED,
    PER_TRIAL
}
