package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.RulesPage;
import dev.assay.model.arrival.ArrivalSchedule;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.Verdict;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.unit.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures how often a verdict blames a system for its load on ramps, steps and bursts: a system of constant latency that loses
 * nothing, where any blame is false, and one that cannot sustain the load. The table is in docs/RULES.md.
 */
class LoadShapesTest {
    private static final Pattern EXACT = Pattern.compile("(?!)");
    private static final double ALLOWED = 0.05;

    /** Gives the number for each shape and latency; with so many a rate of 5 % is known to 1.5 %. */
    private static final int MANY = 200;

    private static final int FEW = 3;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    /** Lists codes saying that the system did not keep up, or that the phase began late. */
    private static final Set<String> OF_THE_LOAD =
            Set.of("rate-missed", "outstanding-growing", "drift", "two-levels", "began-behind");

    private static final Set<String> INVALID = Set.of("rate-missed", "outstanding-growing");
    private static final double UNLIMITED = Double.POSITIVE_INFINITY;
    private static final Rate FAST = new Rate(2000);

    private record Shape(String name, LoadProfile profile, int seconds) {}

    private static final Shape RAMP = new Shape(
            "ramp 10/s to 2000/s over 20 s", LoadProfile.ramp(new Rate(10), FAST, Duration.ofSeconds(20)), 20);
    private static final Shape STEEP = new Shape(
            "ramp 10/s to 2000/s over 10 s", LoadProfile.ramp(new Rate(10), FAST, Duration.ofSeconds(10)), 10);
    private static final Shape DOWN = new Shape(
            "ramp 2000/s to 10/s over 20 s", LoadProfile.ramp(FAST, new Rate(10), Duration.ofSeconds(20)), 20);
    private static final Shape STEPS = new Shape(
            "steps 10/s 2000/s 500/s every 10 s",
            LoadProfile.steps(List.of(new Rate(10), FAST, new Rate(500)), Duration.ofSeconds(10)),
            25);
    private static final Shape BURSTS = new Shape(
            "bursts 2000/s for 1 s every 10 s else 20/s",
            LoadProfile.bursts(FAST, Duration.ofSeconds(1), Duration.ofSeconds(10), new Rate(20)),
            21);
    private static final Shape PAUSES = new Shape(
            "bursts 2000/s for 1 s every 10 s",
            LoadProfile.bursts(FAST, Duration.ofSeconds(1), Duration.ofSeconds(10), null),
            30);

    /** Gives capacities in messages a second, at most nine tenths of the phase's mean, or of that of the second half of a ramp. */
    private static final Map<Shape, Double> CAPACITIES =
            Map.of(RAMP, 1200.0, STEEP, 1200.0, STEPS, 800.0, BURSTS, 150.0, PAUSES, 180.0);

    private static final List<Shape> SHAPES = List.of(RAMP, STEEP, DOWN, STEPS, BURSTS, PAUSES);
    private static final int[] LATENCIES = {30, 300, 600, 1500};

    @Test
    void aConstantLatencyIsNotBlamedWhateverTheShapeOfTheLoad() {
        long random = 0;
        for (Shape shape : SHAPES) {
            for (int latency : LATENCIES) {
                assertThat(said(judge(shape, Arrivals.CONSTANT, latency, UNLIMITED, 0), OF_THE_LOAD))
                        .as("%s, %d ms", shape.name(), latency)
                        .isEmpty();
                random += blamed(shape, latency, UNLIMITED, FEW, OF_THE_LOAD);
            }
        }
        // Among 72 with a false rate of 5 %, more than 10 occur once in a thousand times.
        assertThat(random).isLessThanOrEqualTo(10);
    }

    @Test
    void aSystemThatCannotSustainTheLoadIsBlamed() {
        CAPACITIES.forEach((shape, capacity) -> assertThat(blamed(shape, 300, capacity, FEW, INVALID))
                .as(shape.name())
                .isEqualTo(FEW));
    }

    @Test
    @Tag("slow")
    void theTableInTheDocumentsIsThis() throws IOException {
        List<String> rows = new ArrayList<>();
        for (Shape shape : SHAPES) {
            StringBuilder row = new StringBuilder("| " + shape.name());
            for (int latency : LATENCIES) {
                double falsely = blamed(shape, latency, UNLIMITED, MANY, OF_THE_LOAD) / (double) MANY;
                assertThat(falsely).as("%s, %d ms", shape.name(), latency).isLessThanOrEqualTo(ALLOWED);
                row.append(String.format(Locale.ROOT, " | %.1f", 100 * falsely));
            }
            Double capacity = CAPACITIES.get(shape);
            if (capacity == null) {
                rows.add(row + " | – | – |");
                continue;
            }
            long truly = 0;
            for (int latency : LATENCIES) {
                truly += blamed(shape, latency, capacity, MANY / 10, INVALID);
            }
            rows.add(row + " | %.0f/s | %.1f |".formatted(capacity, 1000.0 * truly / LATENCIES.length / MANY));
        }
        RulesPage.assertHas("## Load shapes", "| " + SHAPES.getFirst().name(), rows, EXACT, 0);
    }

    private static long blamed(Shape shape, int latencyMillis, double capacity, int trials, Set<String> codes) {
        return IntStream.range(0, trials)
                .parallel()
                .filter(seed -> !said(judge(shape, Arrivals.POISSON, latencyMillis, capacity, seed), codes)
                        .isEmpty())
                .count();
    }

    private static Set<String> said(Verdict verdict, Set<String> codes) {
        Set<String> said = new HashSet<>();
        verdict.reasons().forEach(reason -> said.add(reason.code()));
        verdict.findings().forEach(finding -> said.add(finding.code()));
        said.retainAll(codes);
        return said;
    }

    /**
     * Judges a phase after 3 s at the first rate, or at 10/s where the capacity is limited. Each message is through after the latency,
     * or as soon after the earlier ones as the capacity per second allows.
     */
    private static Verdict judge(Shape shape, Arrivals arrivals, int latencyMillis, double capacity, int seed) {
        Phase warmup = new Phase("warmup", 0, 3 * SECOND);
        Phase measure = new Phase("measure", 3 * SECOND, (3 + shape.seconds()) * SECOND);
        double atFirst =
                capacity == UNLIMITED ? shape.profile().pieces().getFirst().fromPerSecond() : 10;
        LoadProfile first = LoadProfile.constant(new Rate(atFirst));
        LoadCurve curve = LoadCurve.of(List.of(
                new LoadCurve.Part(first, Duration.ZERO, Duration.ofNanos(warmup.lengthNanos())),
                new LoadCurve.Part(shape.profile(), Duration.ZERO, Duration.ofNanos(measure.lengthNanos()))));
        ArrivalSchedule schedule = new ArrivalSchedule(curve, arrivals, seed, 0, 1);
        Map<Long, Long> due = new HashMap<>();
        Map<Long, Long> done = new HashMap<>();
        Map<String, Long> scheduled = new HashMap<>();
        Map<Long, Map<String, Histogram>> latencies = new TreeMap<>();
        long free = 0;
        long last = 0;
        for (long at = schedule.dueNanos(); at != LoadCurve.NEVER; at = schedule.dueNanos()) {
            free = Math.max(at, free + (long) (SECOND / capacity));
            long through = free + latencyMillis * MILLI;
            String phase = warmup.has(at) ? "warmup" : "measure";
            last = through / SECOND;
            due.merge(recordedIn(at, seed), 1L, Long::sum);
            done.merge(recordedIn(through, seed), 1L, Long::sum);
            scheduled.merge(phase, 1L, Long::sum);
            latencies
                    .computeIfAbsent(last, _ -> new HashMap<>())
                    .computeIfAbsent(phase, _ -> new Histogram(3))
                    .recordValue(through - at);
            schedule.advance();
        }
        RecordedTrial trial = new RecordedTrial();
        trial.workload = arriving(arrivals);
        trial.phases = List.of(warmup, measure);
        long all = scheduled.values().stream().mapToLong(Long::longValue).sum();
        trial.delivery = new Delivery(
                all,
                0,
                all,
                0,
                0,
                0,
                List.of(received(all)),
                List.of(delivered("warmup", scheduled), delivered("measure", scheduled)));
        List<RecordedInterval> intervals = new ArrayList<>();
        latencies.forEach((second, byPhase) -> byPhase.forEach((phase, histogram) -> {
            for (LatencyMetric metric : List.of(LatencyMetric.RESPONSE, LatencyMetric.SERVICE)) {
                intervals.add(interval(second, new IntervalHistogram(phase, metric, histogram, 0, 0)));
            }
            intervals.add(
                    interval(second, new IntervalHistogram(phase, LatencyMetric.END_TO_END, "s1", histogram, 0, 0)));
        }));
        List<RecordedSecond> seconds = new ArrayList<>();
        Labels s1 = Labels.of(Labels.GROUP, "tail").with(Labels.SUBSCRIPTION, "s1");
        for (long second = 0; second <= Math.max(last, measure.endNanos() / SECOND); second++) {
            double length = (end(second, seed) - end(second - 1, seed)) / (double) SECOND;
            double offered = due.getOrDefault(second, 0L) / length;
            double through = done.getOrDefault(second, 0L) / length;
            seconds.add(new RecordedSecond(
                    end(second, seed) / (double) SECOND,
                    List.of(
                            Metrics.OFFERED.of(offered),
                            Metrics.SENT.of(offered),
                            Metrics.ACKED.of(through),
                            Metrics.RECEIVED.of(s1, through))));
        }
        return VerdictRules.PRESENT.judge(new TrialData(trial.record(), intervals, List.of(), seconds));
    }

    /** Records seconds up to 20 ms late. */
    private static long end(long second, int seed) {
        return second < 0
                ? 0
                : (second + 1) * SECOND + new SplittableRandom(1000L * seed + second).nextLong(20 * MILLI);
    }

    private static long recordedIn(long nanos, int seed) {
        long second = nanos / SECOND;
        return nanos < end(second - 1, seed) ? second - 1 : second;
    }

    private static Workload arriving(Arrivals arrivals) {
        Workload usual = Workload.usual();
        return new Workload(
                1, 1, usual.message(), 1, 1, 1, Map.of(), usual.rate(), arrivals, usual.batching(), usual.inFlight());
    }

    private static RecordedInterval interval(long second, IntervalHistogram histogram) {
        return new RecordedInterval("w1", second * SECOND, (second + 1) * SECOND, histogram);
    }

    private static PhaseDelivery delivered(String phase, Map<String, Long> scheduled) {
        long all = scheduled.getOrDefault(phase, 0L);
        return new PhaseDelivery(phase, all, 0, all, 0, 0, List.of(received(all)));
    }

    private static SubscriptionDelivery received(long all) {
        return new SubscriptionDelivery("s1", all, 0, 0, 0, 0, 0, 0, 0);
    }
}
