package dev.assay.scenario.claim;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Names other explanations for a claim's result on this machine. They are printed beside it by their letters, and never weighed. */
public enum Confounder {
    /** The versions of the systems differ from the published ones. */
    V,
    /** The hardware differs: here it is one machine, where nodes share cores, memory and disk, and communicate over loopback. */
    H,
    /** The load is scaled, and some ratios could not be kept. */
    S,
    /** The published latency leaves out waiting before the call. */
    M,
    /** The compared cells have different durability levels. */
    D,
    /** One system waits for all replicas, the other for a quorum. */
    Q,
    /** The systems spread messages without keys over partitions in different ways. */
    P,
    /** One vendor tunes delays and other settings. */
    E,
    /** Journal and data share a disk. */
    J,
    /** An fsync takes a different time here. */
    F,
    /** The study leaves out parameters, which were chosen here. */
    U,
    /** Clients differ in number and kind. */
    K;

    private static final Set<Confounder> ALWAYS = Collections.unmodifiableSet(EnumSet.of(V, H, S, M));

    /** Returns the letters that are printed beside every claim. */
    public static Set<Confounder> always() {
        return ALWAYS;
    }
}
