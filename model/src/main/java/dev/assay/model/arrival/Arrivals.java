package dev.assay.model.arrival;

/** Names the law of the gaps between messages, at whatever rate. */
public enum Arrivals {
    /** Leaves the same gap between all messages. */
    CONSTANT,
    /** Draws independent gaps from an exponential law. */
    POISSON
}
