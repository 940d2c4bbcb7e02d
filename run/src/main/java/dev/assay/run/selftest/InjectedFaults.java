package dev.assay.run.selftest;

import dev.assay.analysis.verdict.Rule;
import dev.assay.run.selftest.InjectedFault.Expectation;
import dev.assay.run.stage.HarnessFaults;
import dev.assay.run.stage.HarnessFaults.Freeze;
import dev.assay.worker.SkewedClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lists the faults that the self-test injects, in its order: those whose answer depends on threads, processes, signals and clocks of this
 * machine. What follows from arithmetic alone is tested in virtual time.
 */
final class InjectedFaults {
    private static final double MILLI = 1e6;

    /** One message in so many is lost: 12 of the 6000 of a second of warm-up and two that are measured. */
    private static final int EVERY = 500;

    private static final long MET = 2000 * 3 / EVERY;

    private static final String ONE_CLIENT = "rate: 2000/s";
    private static final String TWO_CLIENTS = "partitions: 2\n  producers: 2\n  consumers: 2\n  rate: ";

    private static final long SHIFT_NANOS = 250_000_000;
    private static final long GAIN_PPM = 900;

    private InjectedFaults() {}

    static List<InjectedFault> all() {
        return List.of(
                new Row("law", "acknowledgements after exponentially distributed times, mean 5 ms")
                        .on("law: exponential, mean: 5 ms", "rate: 4000/s", 5)
                        .shows(Asserted.LATENCIES, ExpectedValues.exponential(5 * MILLI, 50, 90, 99)),
                new Row("busy-consumer", "one consumer of a queue works 8 ms on each of 50 messages/s at random times")
                        .on(
                                "law: constant, mean: 8 ms",
                                "rate: 50/s\n  arrivals: poisson\n  groups: { workers: { queue: true, processing: 8 ms } }",
                                12)
                        .result("end-to-end up to p90")
                        .shows(Asserted.LATENCIES, ExpectedValues.waiting(8 * MILLI, 8 * MILLI, 50, 75, 90)),
                new Row("stall", "the system does not answer for 1 s of 8 s")
                        .on("law: constant, mean: 1 ms, stall-at: 4 s, stall-for: 1 s", ONE_CLIENT, 8)
                        .shows(Asserted.LATENCIES, ExpectedValues.stall(1000 * MILLI, MILLI, 90, 95, 99)),
                new Row("freeze", "the worker's process is stopped for 0.5 s of 8 s")
                        .on("law: constant, mean: 1 ms", ONE_CLIENT, 8)
                        .frozen(Duration.ofSeconds(4), Duration.ofMillis(500))
                        // Messages that were due meanwhile were sent late, and what was due is offered and sent in one
                        // burst.
                        .because(Rule.HICCUPS, Rule.SCHEDULE_LAG, Rule.GC)
                        .shows(Asserted.LATENCIES, ExpectedValues.freeze(500 * MILLI, MILLI, 95, 99)),
                new Row("slow-consumer", "the consumer can process 97 % of the rate")
                        .on(
                                "law: constant, mean: 1 ms",
                                "rate: 1000/s\n  groups: { slow: { processing: %d ns } }"
                                        .formatted(Math.round(1e9 / 970)),
                                10)
                        .because(Rule.RATE_MISSED, Rule.OUTSTANDING_GROWING, Rule.DRIFT)
                        .shows(Asserted.RATES, ExpectedValues.receiving(970)),
                new Row("loss", MET + " of 6000 messages are lost, on 2 workers")
                        .on("law: constant, mean: 1 ms, lose-every: " + EVERY, TWO_CLIENTS + "2000/s", 2)
                        .workers(2)
                        // A lost message leaves its consumer short of what was sent.
                        .because(Rule.LOSS, Rule.RATE_MISSED)
                        .shows(Asserted.COUNTS, ExpectedValues.lost(MET)),
                new Row("clock", "the clock of one of two workers is 250 ms ahead and gains 900 µs each second")
                        .on("law: constant, mean: 5 ms", TWO_CLIENTS + "1000/s", 8)
                        .clocks(SkewedClock.flag(2, SHIFT_NANOS, GAIN_PPM))
                        .shows(Asserted.LATENCIES, ExpectedValues.clock(SHIFT_NANOS, GAIN_PPM, 5 * MILLI)));
    }

    private static final class Row {
        private final String name;
        private final String injected;
        private String memory = "";
        private String load = "";
        private int seconds;
        /** The values that count: a disturbance is a reason where it reaches them. */
        private String result = "response up to p99";

        private int workers = 1;
        private HarnessFaults harness = HarnessFaults.NONE;
        private List<String> reasons = List.of();
        private Set<String> allowed = Set.of();

        Row(String name, String injected) {
            this.name = name;
            this.injected = injected;
        }

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

        Row workers(int count) {
            workers = count;
            return this;
        }

        Row frozen(Duration at, Duration length) {
            harness = new HarnessFaults(List.of(), new Freeze(at, length));
            return this;
        }

        /** Sets two workers whose clocks differ; where a bound on their error is large beside a latency, a reason may say so. */
        Row clocks(String flag) {
            harness = new HarnessFaults(List.of(flag), null);
            allowed = Set.of(Rule.CLOCK_ERROR.code());
            return result("end-to-end.p50").workers(2);
        }

        /** Sets the reason that has to be given, and those that may follow from the same fault. */
        Row because(Rule reason, Rule... alsoAllowed) {
            reasons = List.of(reason.code());
            allowed = Stream.of(alsoAllowed).map(Rule::code).collect(Collectors.toUnmodifiableSet());
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
                    timing: { warmup: 1 s, measure: %d s, drain: 10 s }
                    result: [%s]
                    """.formatted(memory, load, seconds, result);
            return new InjectedFault(name, injected, scenario, workers, harness, values, reasons, allowed, asserted);
        }
    }
}
