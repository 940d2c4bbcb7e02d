package dev.assay.systems.memory;

/** How long the in-memory system takes to acknowledge; delivery happens at the same instant. */
public enum LatencyLaw {
    NONE,
    CONSTANT,
    EXPONENTIAL,
    UNIFORM
}
