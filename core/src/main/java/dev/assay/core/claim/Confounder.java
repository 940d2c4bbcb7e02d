package dev.assay.core.claim;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What else may explain that a claim holds here or does not. Printed beside it by its letter, and never weighed. */
public enum Confounder {
    V("versions of the systems, there and here"),
    H("hardware: here one machine, where nodes share cores, memory and disk, and talk over loopback"),
    S("the scale of the load, and with it the ratios that could not be kept"),
    M("the published latency leaves out waiting before the call"),
    D("the compared cells have different durability levels"),
    Q("one system waits for all replicas, the other for a quorum"),
    P("how unkeyed messages are spread over partitions"),
    E("delays and other settings that one vendor tunes"),
    J("journal and data share a disk"),
    F("fsync takes another time here"),
    U("parameters that the study does not state, and that were chosen"),
    K("clients differ in number and kind");

    private static final Set<Confounder> ALWAYS = Collections.unmodifiableSet(EnumSet.of(V, H, S, M));

    private final String meaning;

    Confounder(String meaning) {
        this.meaning = meaning;
    }

    /** What the letter stands for. */
    public String meaning() {
        return meaning;
    }

    /** Those that stand beside every claim. */
    public static Set<Confounder> always() {
        return ALWAYS;
    }
}
