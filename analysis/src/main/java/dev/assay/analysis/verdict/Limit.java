package dev.assay.analysis.verdict;

/** The limits of the rules, with the values that they have. Shares are from 0 to 1. */
public enum Limit {
    FAILED(0.0001),
    RATE_DEGRADED(0.999),
    RATE_INVALID(0.99),
    IN_FLIGHT_NANOS(100e6),
    OUTSTANDING_GROWTH_NANOS(1e9),
    /** One-sided 1 % of the normal law. */
    OUTSTANDING_Z(2.33),
    /** Shorter than that, a system that acknowledges nothing is no outage worth mentioning. */
    OUTAGE_NANOS(1e9),
    SYNCS_OF_NEEDED(0.5),
    SEND_DELAY_NANOS(2e6),
    SEND_DELAY_OF_RESPONSE(0.25),
    HICCUP_NANOS(2e6),
    HICCUP_OF_RESPONSE(0.5),
    LONGEST_HICCUP_NANOS(100e6),
    LONGEST_HICCUP_OF_PHASE(0.01),
    GC_SHARE(0.01),
    GC_INTERVAL_NANOS(100e6),
    WORKER_CPU(0.8),
    MACHINE_CPU(0.95),
    STEAL(0.2),
    MEMORY_PRESSURE(0.1);

    private final double value;

    Limit(double value) {
        this.value = value;
    }

    /** The value of the present rules. */
    public double value() {
        return value;
    }
}
