package dev.assay.scenario.claim;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What else may explain that a claim holds here or does not. Printed beside it by its letter, and never weighed. */
public enum Confounder {
    /** Versions of the systems, there and here. */
    V,
    /** Hardware: here one machine, where nodes share cores, memory and disk, and talk over loopback. */
    H,
    /** The scale of the load, and with it the ratios that could not be kept. */
    S,
    /** The published latency leaves out waiting before the call. */
    M,
    /** The compared cells have different durability levels. */
    D,
    /** One system waits for all replicas, the other for a quorum. */
    Q,
    /** How unkeyed messages are spread over partitions. */
    P,
    /** Delays and other settings that one vendor tunes. */
    E,
    /** Journal and data share a disk. */
    J,
    /** Fsync takes another time here. */
    F,
    /** Parameters that the study does not state, and that were chosen. */
    U,
    /** Clients differ in number and kind. */
    K;

    private static final Set<Confounder> ALWAYS = Collections.unmodifiableSet(EnumSet.of(V, H, S, M));

    /** Those that stand beside every claim. */
    public static Set<Confounder> always() {
        return ALWAYS;
    }
}
