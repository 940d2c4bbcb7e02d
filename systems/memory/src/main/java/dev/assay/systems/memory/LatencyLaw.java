package dev.assay.systems.memory;

/** Distributes the in-memory system's latency of acknowledgements; deliveries happen at the same instant. */
public enum LatencyLaw {
    NONE,
    CONSTANT,
    EXPONENTIAL,
    UNIFORM
}
