package dev.assay.model.arrival;

public enum Arrivals {
    CONSTANT,
    /** Draws independent gaps from an exponential law. */
    POISSON
}
