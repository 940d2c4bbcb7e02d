package dev.assay.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.host.file.RecordJson;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.timeline.Phase;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TrialLatenciesTest {
    private static final long SECOND = 1_000_000_000;
    private static final Set<LatencyMetric> ARRIVALS = Set.of(LatencyMetric.END_TO_END, LatencyMetric.SEND_TO_RECEIVE);

    /** Two workers for 40 seconds, of which the first 10 are a warm-up; one subscription of two is late. */
    private static TrialData data(long stallSecond) {
        RecordedTrial trial = new RecordedTrial();
        trial.phases = List.of(new Phase("warmup", 0, 10 * SECOND), new Phase("measure", 10 * SECOND, 40 * SECOND));
        trial.subscriptions =
                List.of(new TrialSubscription("tail", "tail", true), new TrialSubscription("late", "late", false));
        trial.events = List.of(new ExecutedEvent(
                "e",
                Kind.FAULT,
                "",
                "kill-one",
                stallSecond * SECOND,
                stallSecond * SECOND,
                (stallSecond + 1) * SECOND,
                ""));
        SplittableRandom random = new SplittableRandom(7);
        List<StoredTrial.RecordedInterval> intervals = new ArrayList<>();
        List<StoredTrial.RecordedHiccups> hiccups = new ArrayList<>();
        List<StoredTrial.RecordedSecond> seconds = new ArrayList<>();
        for (int second = 0; second < 40; second++) {
            for (String worker : List.of("w1", "w2")) {
                for (LatencyMetric metric : LatencyMetric.values()) {
                    for (String subscription : ARRIVALS.contains(metric) ? List.of("tail", "late") : List.of("")) {
                        intervals.add(new StoredTrial.RecordedInterval(
                                worker,
                                second * SECOND,
                                (second + 1) * SECOND,
                                new IntervalHistogram(
                                        second < 10 ? "warmup" : "measure",
                                        metric,
                                        subscription,
                                        latencies(random, second == stallSecond ? 50 : 1),
                                        second == 20 ? 1 : 0,
                                        second == 20 ? -7 : 0)));
                    }
                }
                hiccups.add(new StoredTrial.RecordedHiccups(
                        worker, second * SECOND, (second + 1) * SECOND, latencies(random, 1)));
            }
            seconds.add(new StoredTrial.RecordedSecond(
                    second + 1, List.of(Metrics.OFFERED.of(100), Metrics.SENT.of(100), Metrics.ACKED.of(100))));
        }
        return new TrialData(trial.record(), intervals, hiccups, seconds);
    }

    private static Histogram latencies(SplittableRandom random, int factor) {
        Histogram histogram = new Histogram(3);
        for (int sample = 0; sample < 50; sample++) {
            histogram.recordValue(Math.round(1e6 * factor * Math.exp(random.nextDouble(-1, 1))));
        }
        return histogram;
    }

    /** Keeps what it is given, and counts how often all latencies are read. */
    private static final class Keeping implements StoredTrial {
        private StoredTrial data;
        private @Nullable String kept;
        private int readings;

        Keeping(StoredTrial data) {
            this.data = data;
        }

        @Override
        public TrialRecord trial() {
            return data.trial();
        }

        @Override
        public void eachSecond(Consumer<RecordedSecond> sink) {
            data.eachSecond(sink);
        }

        @Override
        public void eachInterval(Consumer<RecordedInterval> sink) {
            readings++;
            data.eachInterval(sink);
        }

        @Override
        public void eachHiccups(Consumer<RecordedHiccups> sink) {
            data.eachHiccups(sink);
        }

        @Override
        public Optional<String> kept() {
            return Optional.ofNullable(kept);
        }

        @Override
        public void keep(String computed) {
            kept = computed;
        }
    }

    private static void assertSame(TrialAnalysis one, TrialAnalysis other) {
        assertThat(one)
                .usingRecursiveComparison()
                .withEqualsForType(Histogram::equals, Histogram.class)
                .withEqualsForType(Double::equals, Double.class)
                .isEqualTo(other);
    }

    @Test
    void whatWasKeptGivesTheSameAnalysisWithoutReadingAnySecondAgain() {
        Keeping stored = new Keeping(data(25));
        TrialAnalysis first = TrialAnalyzer.analyze(stored);
        assertThat(stored.readings).isEqualTo(2);
        assertThat(first.eventWindows()).isNotEmpty();
        assertThat(first.heatMaps()).isNotEmpty();

        assertSame(TrialAnalyzer.analyze(stored), first);
        assertThat(stored.readings).isEqualTo(2);
        assertSame(TrialAnalyzer.analyze(data(25)), first);
    }

    @Test
    void whatWasKeptOfAnotherCourseOrByAnotherVersionIsComputedAnew() {
        Keeping stored = new Keeping(data(25));
        TrialAnalyzer.analyze(stored);
        stored.data = data(26);
        assertSame(TrialAnalyzer.analyze(stored), TrialAnalyzer.analyze(data(26)));
        assertThat(stored.readings).isEqualTo(4);

        stored.kept = stored.kept().orElseThrow().replace("version " + TrialLatencies.VERSION, "version 0");
        TrialAnalyzer.analyze(stored);
        assertThat(stored.readings).isEqualTo(6);
        stored.kept = "{}";
        TrialAnalyzer.analyze(stored);
        assertThat(stored.readings).isEqualTo(8);
    }

    /** Fails when the same trial gives something else: then the version has to be raised, and the checksum below replaced. */
    @Test
    void aVersionAlwaysComputesTheSame() {
        Keeping stored = new Keeping(data(25));
        TrialAnalyzer.analyze(stored);
        TrialLatencies latencies = RecordJson.record(stored.kept().orElseThrow(), TrialLatencies.class);
        StringBuilder values = new StringBuilder();
        latencies
                .sums()
                .forEach(sum -> values.append(sum.phase())
                        .append(sum.metric())
                        .append(sum.subscription())
                        .append(sum.negatives())
                        .append(sum.worstNegativeNanos())
                        .append(values(sum.histogram())));
        latencies.windowSums().forEach(sum -> values.append(sum.window()).append(values(sum.histogram())));
        latencies.hiccups().forEach(sum -> values.append(sum.worker()).append(values(sum.histogram())));
        values.append(latencies.within())
                .append(latencies.lines())
                .append(latencies.heatMaps())
                .append(latencies.events());
        CRC32C checksum = new CRC32C();
        checksum.update(values.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(TrialLatencies.VERSION + ": " + Long.toHexString(checksum.getValue()))
                .isEqualTo("1: 450db0f3");
    }

    private static String values(Histogram histogram) {
        StringBuilder values = new StringBuilder();
        histogram
                .recordedValues()
                .forEach(value -> values.append(value.getValueIteratedTo())
                        .append(' ')
                        .append(value.getCountAtValueIteratedTo())
                        .append(' '));
        return values.toString();
    }
}
