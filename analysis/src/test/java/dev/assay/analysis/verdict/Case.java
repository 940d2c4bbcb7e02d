package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.verdict.TrialEvidence.HostLoad;
import dev.assay.analysis.verdict.TrialEvidence.LoadPoint;
import dev.assay.analysis.verdict.TrialEvidence.WorkerLoad;
import dev.assay.analysis.verdict.TrialFacts.Drain;
import dev.assay.core.result.Delivery;
import dev.assay.core.result.Delivery.SubscriptionDelivery;
import dev.assay.core.result.LoadTotals;
import dev.assay.core.result.Phase;
import dev.assay.core.result.TrialHost;
import dev.assay.core.result.Verdict;
import dev.assay.core.result.Verdict.Grade;
import dev.assay.core.result.Verdict.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;

/**
 * The evidence of an ordinary trial on a busy virtual machine, 10 000 msg/s in 30 s after 10 s of warm-up, in which a
 * test changes the one thing that it is about.
 */
final class Case {
    static final long SECOND = 1_000_000_000L;
    static final long MILLI = 1_000_000L;
    static final int RATE = 10_000;
    static final int WARMUP = 10;
    static final int END = 40;

    List<Phase> phases =
            List.of(new Phase("warmup", 0, WARMUP * SECOND), new Phase("measure", WARMUP * SECOND, END * SECOND));
    Delivery delivery = delivery(0, 0, 0, 0, new SubscriptionDelivery("s1", 400_000, 0, 0, 0, 0, 0, 0));
    Drain drain = new Drain(true, Duration.ofSeconds(1));
    List<HostLoad> hosts = List.of(host("coordinator", 0.6, 0.13, 0.02));
    boolean syncsPromised = false;
    OptionalDouble syncsPerSecond = OptionalDouble.empty();
    long clockErrorNanos = 0;
    List<TrialHost> machines = List.of();
    Optional<String> failure = Optional.empty();
    List<LoadPoint> load = load(second -> RATE * second, second -> RATE * second, second -> RATE * second);
    Histogram sendDelay = p99(MILLI, 60_000);
    Histogram service = p99(4 * MILLI, 60_000);
    Histogram response = p99(5 * MILLI, 60_000);
    Histogram hiccups = p99(MILLI, 8 * MILLI);
    WorkerLoad worker = new WorkerLoad("w1", 0.8, 4, 40 * MILLI, 12 * MILLI);
    long negatives = 0;
    long worstNegativeNanos = 0;

    Verdict verdict() {
        return Judge.judge(evidence());
    }

    TrialEvidence evidence() {
        TrialFacts facts =
                new TrialFacts(RATE, 1000, phases, delivery, drain, syncsPromised, clockErrorNanos, machines, failure);
        return new TrialEvidence(
                facts,
                load,
                sendDelay,
                service,
                response,
                hiccups,
                List.of(worker),
                hosts,
                syncsPerSecond,
                negatives,
                worstNegativeNanos);
    }

    static HostLoad host(String name, double busy, double steal, double memory) {
        return new HostLoad(name, OptionalDouble.of(busy), OptionalDouble.of(steal), OptionalDouble.of(memory));
    }

    static Delivery delivery(
            long unsent, long failed, long unknown, long violations, SubscriptionDelivery subscription) {
        return new Delivery(
                400_000,
                unsent,
                400_000 - unsent - failed - unknown,
                failed,
                unknown,
                violations,
                List.of(subscription));
    }

    /** Cumulative counts, by second, from the first to one after the end; offered stops at the end. */
    static List<LoadPoint> load(LongUnaryOperator sent, LongUnaryOperator acked, LongUnaryOperator received) {
        List<LoadPoint> points = new ArrayList<>();
        for (long second = 1; second <= END + 3; second++) {
            long offered = RATE * Math.min(second, END);
            points.add(new LoadPoint(
                    second * SECOND,
                    new LoadTotals(
                            offered,
                            Math.min(offered, sent.applyAsLong(second)),
                            Math.min(offered, acked.applyAsLong(second)),
                            0,
                            List.of(Math.min(offered, received.applyAsLong(second))))));
        }
        return points;
    }

    /** A thousand samples of which 99 per cent are not above the first value, and the largest is the second. */
    static Histogram p99(long p99Nanos, long maxNanos) {
        Histogram histogram = new Histogram(5);
        histogram.recordValueWithCount(p99Nanos / 10, 900);
        histogram.recordValueWithCount(p99Nanos, 95);
        histogram.recordValueWithCount(Math.max(p99Nanos, maxNanos), 5);
        return histogram;
    }

    /** Nothing speaks against it. */
    void expectValid() {
        assertThat(verdict().reasons()).isEmpty();
    }

    /** The one reason, of that rule and severity. */
    Reason expect(Rule rule, Grade severity) {
        assertThat(verdict().reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(rule.code());
            assertThat(reason.severity()).isEqualTo(severity);
            assertThat(reason.cause()).isNotBlank();
            assertThat(reason.action()).endsWith(".");
        });
        assertThat(verdict().grade()).isEqualTo(severity);
        return verdict().reasons().getFirst();
    }
}
