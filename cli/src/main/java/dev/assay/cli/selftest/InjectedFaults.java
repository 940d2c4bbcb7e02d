package dev.assay.cli.selftest;

import dev.assay.analysis.verdict.Rule;
import dev.assay.cli.selftest.InjectedFault.Expectation;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.run.HarnessFaults;
import dev.assay.run.HarnessFaults.Freeze;
import dev.assay.worker.SkewedClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All faults that the self-test injects, in the order in which it does: a table of what is injected and what has to be reported. */
final class InjectedFaults {
    private static final double MILLI = 1e6;

    /** A message in so many meets a fault that is counted: 12 of the 6000 of a second of warm-up and two that are measured. */
    private static final int EVERY = 500;

    private static final long MET = 2000 * 3 / EVERY;

    private static final String ONE_CLIENT = "rate: 2000/s";
    private static final String TWO_CLIENTS = "partitions: 2\n  producers: 2\n  consumers: 2\n  rate: ";

    private static final long SHIFT_NANOS = 250_000_000;
    private static final long GAIN_PPM = 900;

    private InjectedFaults() {}

    /** Every one of them. */
    static List<InjectedFault> all() {
        return List.of(
                fault("law", "acknowledgements after exponentially distributed times, mean 5 ms")
                        .on("law: exponential, mean: 5 ms", "rate: 4000/s", 5)
                        .shows(Asserted.LATENCIES, ExpectedValues.exponential(5 * MILLI, 50, 90, 99)),
                fault("stall", "the system does not answer for 1 s of 8 s")
                        .on("law: constant, mean: 1 ms, stall-at: 4 s, stall-for: 1 s", ONE_CLIENT, 8)
                        .shows(Asserted.LATENCIES, ExpectedValues.stall(1000 * MILLI, MILLI, 90, 95, 99)),
                fault("freeze", "the worker's process is stopped for 0.5 s of 8 s")
                        .on("law: constant, mean: 1 ms", ONE_CLIENT, 8)
                        .frozen(Duration.ofSeconds(4), Duration.ofMillis(500))
                        // Messages that were due meanwhile were sent late, and what was due is offered and sent in one
                        // burst.
                        .because(Rule.HICCUPS, Rule.SCHEDULE_LAG, Rule.GC)
                        .shows(Asserted.LATENCIES, ExpectedValues.freeze(500 * MILLI, MILLI, 95, 99)),
                drift("drift-up", 2, 8),
                drift("drift-down", 8, 2),
                decay("decay-20", 20),
                decay("decay-40", 40),
                fault("loss", MET + " of 6000 messages are lost, on 2 workers")
                        .on("law: constant, mean: 1 ms, lose-every: " + EVERY, TWO_CLIENTS + "2000/s", 2)
                        .workers(2)
                        // A lost message leaves its consumer short of what was sent.
                        .because(Rule.LOSS, Rule.RATE_MISSED)
                        .shows(Asserted.COUNTS, ExpectedValues.count("lost", MET, SubscriptionDelivery::lost)),
                // Stored, and not to be had: nobody knows whether they are lost.
                fault("leaderless", "one of two partitions has no leader to read 3000 of 6000 messages from")
                        .on("law: constant, mean: 1 ms, leaderless-partition: 2", "partitions: 2\n  rate: 2000/s", 2)
                        .because(Rule.MISSING, Rule.RATE_MISSED, Rule.OUTSTANDING_GROWING, Rule.DRIFT)
                        .shows(Asserted.COUNTS, ExpectedValues.missing(3000)),
                fault("duplicates", MET + " of 6000 messages are duplicated, on 2 workers")
                        .on("law: constant, mean: 1 ms, duplicate-every: " + EVERY, TWO_CLIENTS + "2000/s", 2)
                        .workers(2)
                        .because(Rule.DUPLICATES)
                        .shows(
                                Asserted.COUNTS,
                                ExpectedValues.count("duplicated", MET, SubscriptionDelivery::duplicated)),
                fault("reordering", MET + " of 6000 messages are out of order")
                        .on("law: constant, mean: 1 ms, reorder-every: " + EVERY, ONE_CLIENT, 2)
                        .because(Rule.OUT_OF_ORDER)
                        .shows(
                                Asserted.COUNTS,
                                ExpectedValues.count("out of order", MET, SubscriptionDelivery::outOfOrder)),
                fault("failures", MET + " of 6000 messages fail")
                        .on("law: constant, mean: 1 ms, fail-every: " + EVERY, ONE_CLIENT, 2)
                        .because(Rule.MESSAGES_FAILED, Rule.RATE_MISSED)
                        .shows(Asserted.COUNTS, ExpectedValues.failed(MET)),
                fault("clock-shift", "the clock of one of two workers is 250 ms ahead")
                        .on("law: constant, mean: 5 ms", TWO_CLIENTS + "1000/s", 5)
                        .clocks(SkewedClock.flag(2, SHIFT_NANOS, 0))
                        .shows(Asserted.LATENCIES, ExpectedValues.shifted(SHIFT_NANOS, 5 * MILLI)),
                fault("clock-drift", "the clock of one of two workers gains 900 µs each second")
                        .on("law: constant, mean: 5 ms", TWO_CLIENTS + "1000/s", 8)
                        .clocks(SkewedClock.flag(2, 0, GAIN_PPM))
                        .shows(Asserted.LATENCIES, ExpectedValues.gaining(GAIN_PPM, 5 * MILLI)),
                slowConsumer("slow-consumer-97", 970, 10)
                        .because(Rule.RATE_MISSED, Rule.OUTSTANDING_GROWING, Rule.DRIFT)
                        .shows(Asserted.RATES, ExpectedValues.receiving(970)),
                slowConsumer("slow-consumer-80", 800, 8)
                        .because(Rule.OUTSTANDING_GROWING, Rule.RATE_MISSED, Rule.DRIFT)
                        .shows(Asserted.RATES, ExpectedValues.receiving(800)),
                fault("busy-consumer", "one consumer of a queue works 8 ms on each of 50 messages/s at random times")
                        .on(
                                "law: constant, mean: 8 ms",
                                "rate: 50/s\n  arrivals: poisson\n  groups: { workers: { queue: true, processing: 8 ms } }",
                                12)
                        .result("end-to-end up to p90")
                        .shows(Asserted.LATENCIES, ExpectedValues.waiting(8 * MILLI, 8 * MILLI, 50, 75, 90)));
    }

    /** The mean moves through the warm-up of 1 s and the 24 s measured; at the median's time it is about half-way between. */
    private static InjectedFault drift(String name, int fromMillis, int toMillis) {
        double middle = fromMillis + (toMillis - fromMillis) * 13 / 25.0;
        return fault(name, "latency goes from %d to %d ms within the load's 25 s".formatted(fromMillis, toMillis))
                .on(
                        "law: constant, mean: %d ms, drift-to: %d ms, drift-for: 25 s".formatted(fromMillis, toMillis),
                        ONE_CLIENT,
                        24)
                .result("response.p50")
                .because(Rule.DRIFT)
                .shows(Asserted.LATENCIES, ExpectedValues.drifting(0.97 * middle, 1.03 * middle + 0.5));
    }

    /**
     * After 40 s of warm-up the mean falls by a third or more in the next 20 s, so that nothing may call it steady. Whether it is
     * known to change, and to have drifted in what is measured, depends on the noise.
     */
    private static InjectedFault decay(String name, int seconds) {
        return fault(name, "latency decays from 40 to 2 ms in %d s to 1/e, under noise of 30 %%".formatted(seconds))
                .on(
                        "law: constant, mean: 2 ms, decay-from: 20, decay-for: %d s, noise-percent: 30"
                                .formatted(seconds),
                        ONE_CLIENT,
                        30)
                .warmup("{ at-least: 20 s, at-most: 40 s }")
                .result("response.p50")
                .mayGive(Rule.NOT_STEADY, Rule.DRIFT, Rule.TWO_LEVELS)
                .shows(Asserted.LATENCIES, ExpectedValues.neverCalledSteady());
    }

    /** One that takes so many of 1000 messages per second. */
    private static Row slowConsumer(String name, int perSecond, int seconds) {
        String load = "rate: 1000/s\n  groups: { slow: { processing: %d ns } }".formatted(Math.round(1e9 / perSecond));
        return fault(name, "the consumer can process %d %% of the rate".formatted(perSecond / 10))
                .on("law: constant, mean: 1 ms", load, seconds);
    }

    private static Row fault(String name, String injected) {
        return new Row(name, injected);
    }

    /** A row of the table while it is written. */
    private static final class Row {
        private final String name;
        private final String injected;
        private String memory = "";
        private String load = "";
        private int seconds;
        /** A disturbance is a reason where it reaches these values. */
        private String result = "response up to p99";

        private String warmup = "1 s";
        private int workers = 1;
        private HarnessFaults harness = HarnessFaults.NONE;
        private List<String> reasons = List.of();
        private Set<String> allowed = Set.of();

        Row(String name, String injected) {
            this.name = name;
            this.injected = injected;
        }

        /** The system's law, the load, and for how long it is measured. */
        Row on(String law, String clients, int measuredSeconds) {
            memory = law;
            load = clients;
            seconds = measuredSeconds;
            return this;
        }

        Row result(String values) {
            result = values;
            return this;
        }

        Row warmup(String length) {
            warmup = length;
            return this;
        }

        Row workers(int count) {
            workers = count;
            return this;
        }

        Row frozen(Duration at, Duration length) {
            harness = new HarnessFaults(List.of(), new Freeze(at, length));
            return this;
        }

        /** Two workers whose clocks are not the same; where a bound on their error is large beside a latency, that may be said. */
        Row clocks(String flag) {
            harness = new HarnessFaults(List.of(flag), null);
            allowed = Set.of(Rule.CLOCK_ERROR.code());
            return result("end-to-end.p50").workers(2);
        }

        /** The reason that has to be given, and those that may follow from the same. */
        Row because(Rule reason, Rule... alsoAllowed) {
            reasons = List.of(reason.code());
            return mayGive(alsoAllowed);
        }

        /** Reasons that may follow from it, and need not. */
        Row mayGive(Rule... rules) {
            allowed = Stream.of(rules).map(Rule::code).collect(Collectors.toUnmodifiableSet());
            return this;
        }

        InjectedFault shows(Asserted asserted, Expectation values) {
            String scenario = """
                    name: selftest
                    systems: { memory: { %s } }
                    durability: level-4
                    workload:
                      message: { size: 100 B }
                      %s
                    timing: { warmup: %s, measure: %d s, drain: 10 s }
                    result: [%s]
                    """.formatted(memory, load, warmup, seconds, result);
            return new InjectedFault(name, injected, scenario, workers, harness, values, reasons, allowed, asserted);
        }
    }
}
