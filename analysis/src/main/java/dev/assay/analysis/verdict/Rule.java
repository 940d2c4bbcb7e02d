package dev.assay.analysis.verdict;

import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.Arrays;
import java.util.Optional;

/**
 * Lists everything that can speak against a trial's values, the most serious first. The table in docs/RULES.md says when each rule
 * applies, and why its limits were chosen; a test compares the two.
 */
public enum Rule {
    NOTHING_MEASURED,
    VIOLATIONS,
    LOSS,
    MISSING,
    UNDELIVERED,
    CORRUPTED,
    UNEXPECTED,
    DUPLICATES,
    OUT_OF_ORDER,
    MESSAGES_FAILED,
    MESSAGES_UNKNOWN,
    CONSUMERS_FAILED,
    UNSENT,
    WORKER_LOST,
    RATE_MISSED,
    NOT_STEADY,
    DRIFT,
    TWO_LEVELS,
    OUTSTANDING_GROWING,
    NOT_DRAINED,
    NO_SYNCS,
    NEGATIVE_LATENCY,
    CLOCK_ERROR,
    SCHEDULE_LAG,
    HICCUPS,
    GC,
    ALLOCATION_STALLS,
    WORKER_CPU,
    THROTTLED,
    MACHINE_CPU,
    FOREIGN_CPU,
    FOREIGN_DISK,
    CPU_PRESSURE,
    STEAL,
    MEMORY_PRESSURE,
    SUSPENDED,
    SHARED_NODE,
    SIDECAR,
    NOT_GUARANTEED,
    NODE_KINDS;

    /** Returns the stable name in files and reports, such as {@code rate-missed}. */
    public String code() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    public static Optional<Rule> ofCode(String code) {
        return Arrays.stream(values()).filter(rule -> rule.code().equals(code)).findFirst();
    }

    Reason degraded(String cause, String action) {
        return new Reason(Grade.DEGRADED, code(), cause, action);
    }

    Reason invalid(String cause, String action) {
        return new Reason(Grade.INVALID, code(), cause, action);
    }
}
