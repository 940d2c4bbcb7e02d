package dev.assay.run.selftest;

import dev.assay.analysis.verdict.Rule;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says what a case asserts, and so which of the reasons that blame the machine may have affected it: with one of those, the case
 * shows neither that Assay is right nor that it is wrong. docs/METHODOLOGY.md says why for each.
 */
enum Asserted {
    /**
     * Percentiles: anything that keeps a thread from running moves them. The trial declares just those as its result, so that pauses and
     * late sending are reasons only where they reach one of them.
     */
    LATENCIES,

    /**
     * Messages received in seconds. A consumer makes up for pauses, as the bound says; a shortage of processors or memory is another
     * matter, since it lasts.
     */
    RATES,

    /** Numbers of messages: a machine makes them late, but neither more nor fewer. */
    COUNTS;

    private static final Set<String> LASTING = codes(
            Rule.ALLOCATION_STALLS,
            Rule.WORKER_CPU,
            Rule.THROTTLED,
            Rule.MACHINE_CPU,
            Rule.FOREIGN_CPU,
            Rule.CPU_PRESSURE,
            Rule.STEAL,
            Rule.MEMORY_PRESSURE);

    private static final Set<String> PASSING = codes(Rule.HICCUPS, Rule.GC, Rule.SCHEDULE_LAG);

    private static Set<String> codes(Rule... rules) {
        return Stream.of(rules).map(Rule::code).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether the reason with this code may have affected the values asserted. */
    boolean isTouchedBy(String code) {
        return switch (this) {
            case LATENCIES -> isOfTheMachine(code);
            case RATES -> LASTING.contains(code);
            case COUNTS -> false;
        };
    }

    /** Returns whether the reason with this code blames the machine, which may just be busy. */
    static boolean isOfTheMachine(String code) {
        return LASTING.contains(code) || PASSING.contains(code);
    }
}
