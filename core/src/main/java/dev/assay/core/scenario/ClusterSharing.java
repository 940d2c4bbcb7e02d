package dev.assay.core.scenario;

/** Which trials of a run are measured on the same cluster, and whether that decides their order. */
public enum ClusterSharing {
    /** Trials that follow each other and need the same cluster share it; the order has other reasons. */
    CONSECUTIVE,
    /** Within a block, trials that need the same cluster follow each other. */
    SHARED,
    /** Each trial has a cluster of its own. */
    FRESH
}
