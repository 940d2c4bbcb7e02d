package dev.assay.model.arrival;

/** The law of the gaps between messages, at whatever rate. */
public enum Arrivals {
    /** Even gaps. */
    CONSTANT,
    /** Independent gaps with an exponential law. */
    POISSON
}
