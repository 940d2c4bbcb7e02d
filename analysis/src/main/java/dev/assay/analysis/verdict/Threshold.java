package dev.assay.analysis.verdict;

/** Holds the thresholds of the rules with their values. Fractions are from 0 to 1. */
public enum Threshold {
    FAILED(0.0001),
    RATE_DEGRADED(0.999),
    RATE_INVALID(0.99),
    IN_FLIGHT_NANOS(100e6),
    /** Multiplies the median: a larger mean belongs to a distribution whose upper quarter is not in flight together. */
    IN_FLIGHT_OF_MEDIAN(3),
    OUTSTANDING_GROWTH_NANOS(1e9),
    /** Cuts off 1 % of the normal law on one side. */
    OUTSTANDING_Z(2.33),
    DRIFT_OF_MEDIAN(0.25),
    DRIFT_OF_P99(0.5),
    DRIFT_OF_RATE(0.05),
    DRIFT_OF_BACKLOG(0.25),
    DRIFT_MEDIAN_NANOS(0.2e6),
    DRIFT_P99_NANOS(2e6),
    DRIFT_BACKLOG_NANOS(100e6),
    DRIFT_BACKLOG_Z(3.5),
    /** During a shorter time without acknowledgements, a system does not count as having an outage. */
    OUTAGE_NANOS(1e9),
    SYNCS_OF_NEEDED(0.5),
    /** From p95 on, a percentile with fewer separate events describes these events only. */
    EVENTS(3),
    SCHEDULE_LAG_NANOS(2e6),
    SCHEDULE_LAG_OF_VALUE(0.25),
    /** Shorter hiccups occur on idle virtual machines, too. */
    PAUSE_NANOS(2e6),
    PAUSE_OF_VALUE(0.25),
    CLOCK_OF_VALUE(0.1),
    ALLOCATION_STALL_SHARE(0.001),
    ALLOCATION_STALL_NANOS(100e6),
    /** Equals the fraction at which each of twenty threads waits for one hundredth of the time, which affects p99. */
    HELD_BACK_SHARE(0.2),
    WORKER_CPU(0.8),
    /** Keeps the messages due while a worker stands still below one in a hundred. */
    THROTTLED(0.01),
    /** Allows for the kernel and the machine's own services, which take up to a tenth of two cores. */
    FOREIGN_CPU(0.15),
    FOREIGN_BURSTS(0.1),
    FOREIGN_DISK(0.15),
    CPU_PRESSURE(0.9),
    MACHINE_CPU(0.95),
    STEAL(0.2),
    MEMORY_PRESSURE(0.1),
    SUSPENDED_NANOS(100e6);

    private final double value;

    Threshold(double value) {
        this.value = value;
    }

    public double value() {
        return value;
    }
}
