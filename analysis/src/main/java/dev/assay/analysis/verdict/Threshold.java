package dev.assay.analysis.verdict;

/** The thresholds of the rules, with the values that they have. Fractions are from 0 to 1. */
public enum Threshold {
    FAILED(0.0001),
    RATE_DEGRADED(0.999),
    RATE_INVALID(0.99),
    IN_FLIGHT_NANOS(100e6),
    /** Of the median: a mean that is larger belongs to a law whose quarter above is not in flight together. */
    IN_FLIGHT_OF_MEDIAN(3),
    OUTSTANDING_GROWTH_NANOS(1e9),
    /** One-sided 1 % of the normal law. */
    OUTSTANDING_Z(2.33),
    DRIFT_OF_MEDIAN(0.25),
    DRIFT_OF_P99(0.5),
    DRIFT_OF_RATE(0.05),
    DRIFT_OF_BACKLOG(0.25),
    DRIFT_MEDIAN_NANOS(0.2e6),
    DRIFT_P99_NANOS(2e6),
    DRIFT_BACKLOG_NANOS(100e6),
    /** Of messages outstanding. */
    DRIFT_BACKLOG_Z(3.5),
    /** Shorter than that, a system that acknowledges nothing is no outage worth mentioning. */
    OUTAGE_NANOS(1e9),
    SYNCS_OF_NEEDED(0.5),
    /** A percentile from p95 on that is made by fewer separate events is that of an event. */
    EVENTS(3),
    SCHEDULE_LAG_NANOS(2e6),
    SCHEDULE_LAG_OF_VALUE(0.25),
    /** Hiccups below that occur on idle virtual machines, too. */
    PAUSE_NANOS(2e6),
    PAUSE_OF_VALUE(0.25),
    CLOCK_OF_VALUE(0.1),
    ALLOCATION_STALL_SHARE(0.001),
    ALLOCATION_STALL_NANOS(100e6),
    /** Of twenty threads each waits for one hundredth of the time then, which is p99. */
    HELD_BACK_SHARE(0.2),
    WORKER_CPU(0.8),
    /** Fewer than one message in a hundred is due while a worker stands still then. */
    THROTTLED(0.01),
    /** The kernel and the machine's own services take up to a tenth of two cores. */
    FOREIGN_CPU(0.15),
    FOREIGN_BURSTS(0.1),
    /** As of processors. */
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

    /** The value of the present rules. */
    public double value() {
        return value;
    }
}
