package dev.assay.cli.selftest;

import dev.assay.analysis.verdict.Rule;
import dev.assay.cli.selftest.PlantedFault.Expectation;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.run.HarnessFaults;
import dev.assay.run.HarnessFaults.Freeze;
import dev.assay.worker.PlantedClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** All faults that the self-test plants, in the order in which it does. */
final class PlantedFaults {
    private static final double MILLI = 1e6;
    private static final int RATE = 2000;

    /** Of the trials that count: a second of warm-up and two that are measured. */
    private static final int COUNTED_SECONDS = 3;

    private static final int EVERY = 500;
    private static final long MET = (long) RATE * COUNTED_SECONDS / EVERY;

    private static final String TO_P99 = "response up to p99";

    private static final long SHIFT_NANOS = 250_000_000;
    private static final long GAIN_PPM = 900;

    private PlantedFaults() {}

    /** Every one of them. */
    static List<PlantedFault> all() {
        return List.of(
                law(),
                stall(),
                freeze(),
                drift("drift-up", 2, 8),
                drift("drift-down", 8, 2),
                counted("loss", "lose-every", "lost", SubscriptionDelivery::lost, Rule.LOSS, 2),
                counted(
                        "duplicates",
                        "duplicate-every",
                        "duplicated",
                        SubscriptionDelivery::duplicated,
                        Rule.DUPLICATES,
                        2),
                counted(
                        "reordering",
                        "reorder-every",
                        "out of order",
                        SubscriptionDelivery::outOfOrder,
                        Rule.OUT_OF_ORDER,
                        1),
                failures(),
                shiftedClock(),
                gainingClock(),
                slowConsumer("slow-consumer-97", 0.97, 10, Rule.RATE_MISSED),
                slowConsumer("slow-consumer-80", 0.80, 8, Rule.OUTSTANDING_GROWING));
    }

    private static PlantedFault law() {
        return sound(
                "law",
                "acknowledgements after an exponential time of mean 5 ms",
                scenario("{ law: exponential, mean: 5 ms }", "rate: 4000/s", 5, TO_P99),
                Expectations.exponential(5 * MILLI, 50, 90, 99));
    }

    private static PlantedFault stall() {
        return sound(
                "stall",
                "the system answers nothing for 1 s of 8 s",
                scenario("{ law: constant, mean: 1 ms, stall-at: 4 s, stall-for: 1 s }", "rate: 2000/s", 8, TO_P99),
                Expectations.stall(1000 * MILLI, MILLI, 90, 95, 99));
    }

    private static PlantedFault freeze() {
        HarnessFaults harness =
                new HarnessFaults(List.of(), Optional.of(new Freeze(Duration.ofSeconds(4), Duration.ofMillis(500))));
        return new PlantedFault(
                "freeze",
                "the worker's process is stopped for 0.5 s of 8 s",
                scenario("{ law: constant, mean: 1 ms }", "rate: 2000/s", 8, TO_P99),
                1,
                harness,
                Expectations.freeze(500 * MILLI, MILLI, 95, 99),
                List.of(Rule.HICCUPS.code()),
                // Messages that were due meanwhile were sent late, and what was due is offered and sent in one burst.
                Set.of(Rule.SEND_DELAY.code(), Rule.GC.code()),
                Asserted.LATENCIES);
    }

    /** The mean moves through the warm-up of 1 s and the 12 s measured; at the median's time it is half-way between. */
    private static PlantedFault drift(String name, int fromMillis, int toMillis) {
        double middle = fromMillis + (toMillis - fromMillis) * 7 / 13;
        return new PlantedFault(
                name,
                "latency goes from %d to %d ms within the load's 13 s".formatted(fromMillis, toMillis),
                scenario(
                        "{ law: constant, mean: %d ms, drift-to: %d ms, drift-for: 13 s }"
                                .formatted(fromMillis, toMillis),
                        "rate: 2000/s",
                        12,
                        "response.p50"),
                1,
                HarnessFaults.NONE,
                Expectations.drifting(0.97 * middle, 1.03 * middle + 0.5),
                List.of("drift"),
                Set.of(),
                Asserted.LATENCIES);
    }

    private static PlantedFault counted(
            String name,
            String key,
            String figure,
            ToLongFunction<SubscriptionDelivery> count,
            Rule rule,
            int workers) {
        String clients =
                workers == 1 ? "rate: 2000/s" : "partitions: 2\n  producers: 2\n  consumers: 2\n  rate: 2000/s";
        return new PlantedFault(
                name,
                "%d of %d messages are %s%s"
                        .formatted(
                                MET,
                                RATE * COUNTED_SECONDS,
                                figure,
                                workers == 1 ? "" : ", on " + workers + " workers"),
                scenario(
                        "{ law: constant, mean: 1 ms, %s: %d }".formatted(key, EVERY),
                        clients,
                        COUNTED_SECONDS - 1,
                        TO_P99),
                workers,
                HarnessFaults.NONE,
                Expectations.count(figure, MET, count),
                List.of(rule.code()),
                // A lost message leaves its consumer short of what was sent.
                rule == Rule.LOSS ? Set.of(Rule.RATE_MISSED.code()) : Set.of(),
                Asserted.COUNTS);
    }

    private static PlantedFault failures() {
        return new PlantedFault(
                "failures",
                "%d of %d messages fail".formatted(MET, RATE * COUNTED_SECONDS),
                scenario(
                        "{ law: constant, mean: 1 ms, fail-every: %d }".formatted(EVERY),
                        "rate: 2000/s",
                        COUNTED_SECONDS - 1,
                        TO_P99),
                1,
                HarnessFaults.NONE,
                Expectations.failed(MET),
                List.of(Rule.MESSAGES_FAILED.code()),
                Set.of(Rule.RATE_MISSED.code()),
                Asserted.COUNTS);
    }

    private static PlantedFault shiftedClock() {
        return clocks(
                "clock-shift",
                "the clock of one of two workers is 250 ms ahead",
                5,
                PlantedClock.flag(2, SHIFT_NANOS, 0),
                Expectations.shifted(SHIFT_NANOS, 5 * MILLI));
    }

    private static PlantedFault gainingClock() {
        return clocks(
                "clock-drift",
                "the clock of one of two workers gains 900 µs each second",
                8,
                PlantedClock.flag(2, 0, GAIN_PPM),
                Expectations.gaining(GAIN_PPM, 5 * MILLI));
    }

    private static PlantedFault clocks(String name, String planted, int seconds, String flag, Expectation expectation) {
        return new PlantedFault(
                name,
                planted,
                scenario(
                        "{ law: constant, mean: 5 ms }",
                        "partitions: 2\n  producers: 2\n  consumers: 2\n  rate: 1000/s",
                        seconds,
                        "end-to-end.p50"),
                2,
                new HarnessFaults(List.of(flag), Optional.empty()),
                expectation,
                List.of(),
                // Where a bound on the clocks' error is a large share of a latency, that may be said.
                Set.of("clock-error"),
                Asserted.LATENCIES);
    }

    private static PlantedFault slowConsumer(String name, double share, int seconds, Rule rule) {
        int rate = 1000;
        long processingNanos = Math.round(1e9 / (rate * share));
        return new PlantedFault(
                name,
                "the consumer takes %.0f %% of the rate".formatted(100 * share),
                scenario(
                        "{ law: constant, mean: 1 ms }",
                        "rate: %d/s\n  readers: { slow: { processing: %d ns } }".formatted(rate, processingNanos),
                        seconds,
                        TO_P99),
                1,
                HarnessFaults.NONE,
                Expectations.receiving(rate * share),
                List.of(rule.code()),
                Set.of(Rule.RATE_MISSED.code(), Rule.OUTSTANDING_GROWING.code(), "drift"),
                Asserted.RATES);
    }

    private static PlantedFault sound(String name, String planted, String scenario, Expectation expectation) {
        return new PlantedFault(
                name, planted, scenario, 1, HarnessFaults.NONE, expectation, List.of(), Set.of(), Asserted.LATENCIES);
    }

    /** @param result what is asserted: a disturbance is a reason where it reaches these figures */
    private static String scenario(String memory, String load, int seconds, String result) {
        return """
                name: selftest
                systems: { memory: %s }
                durability: level-4
                workload:
                  message: { size: 100 B }
                  %s
                timing: { warmup: 1 s, measure: %d s, drain: 10 s }
                result: [%s]
                """.formatted(memory, load, seconds, result);
    }
}
