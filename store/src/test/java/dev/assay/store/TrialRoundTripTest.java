package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.host.file.RecordJson;
import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.StoredTrial.RecordedHiccups;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSize;
import dev.assay.model.spec.MessageSize.Weighted;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Workload;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.unit.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialRoundTripTest {
    @TempDir
    Path base;

    @Test
    void whatADurabilityIsWorthComesBackHoweverItStands() {
        for (DurabilityStatement statement : List.of(
                DurabilityStatement.holding(DurabilityLevel.LEVEL_1),
                DurabilityStatement.giving(DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_4, List.of("a=1", "b=2")),
                DurabilityStatement.givingNothing(DurabilityLevel.LEVEL_4, List.of("acks=0")),
                DurabilityStatement.notKnown(DurabilityLevel.LEVEL_1, "whether they sync"))) {
            assertThat(RecordFile.record(base, RecordJson.tree(statement), DurabilityStatement.class))
                    .isEqualTo(statement);
        }
    }

    @Test
    void unusualSettingsComeBackAsTheyWere() {
        MessageSize spread = new MessageSize(ByteSize.parse("100 B"), ByteSize.parse("64 KB"), List.of());
        MessageSize several =
                MessageSize.of(List.of(new Weighted(new ByteSize(100), 2), new Weighted(new ByteSize(1001), 1)));
        NodeDisks emulated = new NodeDisks(3, DiskLayout.SPLIT, FolderPaths.NONE);
        NodeDisks real = new NodeDisks(0, DiskLayout.STRIPED, FolderPaths.parse("/a b, /c"));
        ResultStatistics result = ResultStatistics.parse("service.mean in calm, response up to p99 in rush");
        Map<String, GroupSpec> groups = Map.of(
                "tail", new GroupSpec(2, 3, "", false, Duration.ofNanos(1_500)),
                "late", new GroupSpec(1, 1, "rush", true, Duration.ZERO));
        Batching batching = new Batching(Duration.ofMillis(3_001), new ByteSize(0));
        List<TrialRecord> written = new ArrayList<>();
        for (String rate : List.of(
                "282.8/s",
                "none",
                "ramp 1000/s to 50000/s over 90 s",
                "steps 1000/s 2000/s 4000/s every 20 s",
                "bursts 20000/s for 1 s every 10 s else 1000/s")) {
            for (MessageSpec message : List.of(
                    new MessageSpec(
                            spread, new PayloadFill(0.25, 7), new MessageKeying(MessageKeying.Kind.RANDOM, 50, 0.99)),
                    new MessageSpec(several, PayloadFill.ZEROS, MessageKeying.SEQUENCE))) {
                Workload workload = new Workload(
                        5,
                        60,
                        message,
                        2,
                        1,
                        1,
                        groups,
                        LoadProfile.parse(rate),
                        Arrivals.POISSON,
                        batching,
                        InFlight.CLIENT);
                written.add(Recorded.trial(1, "a", workload, result, emulated, OptionalInt.of(12)));
                written.add(Recorded.trial(1, "a", workload, result, real, OptionalInt.of(0)));
            }
        }

        for (TrialRecord record : written) {
            TrialRecord read = RecordJson.record(RecordJson.text(record), TrialRecord.class);
            assertThat(read).isEqualTo(record);
            assertThat(read.plan().workload().allSubscriptions())
                    .isEqualTo(record.plan().workload().allSubscriptions());
        }
    }

    @Test
    void bodiesThatWereReadFromAFileAreNotKept() {
        Workload workload = Workload.usual()
                .of(new MessageSpec(
                        ByteSize.parse("1 KB"),
                        new PayloadFill(0, 0, "bodies.txt", List.of("a customer's own")),
                        MessageKeying.NONE));

        TrialRecord record =
                Recorded.trial(1, "a", workload, ResultStatistics.DEFAULT, NodeDisks.USUAL, OptionalInt.empty());

        String text = RecordJson.text(record);
        assertThat(text).contains("bodies.txt").doesNotContain("customer");
        assertThat(RecordJson.record(text, TrialRecord.class)).isEqualTo(record);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatIsWrittenIsReadBackEqual(long seed) {
        Random random = new Random(seed);
        List<WorkerInterval> written = randomIntervals(random);
        List<TrialSecond> seconds = randomSeconds(random);
        RunDirectory run = RunDirectory.create(base, "round trip", Recorded.START);
        run.write(Recorded.run(run.id()));
        try (TrialWriter trial = run.begin("001-a")) {
            trial.on(new TrialEvent.Start(Recorded.START, List.of()));
            written.forEach(interval -> trial.on(new TrialEvent.Interval(interval)));
            seconds.forEach(trial::on);
            trial.on(new TrialEvent.Finish(Recorded.trial(1, "a")));
        }

        StoredTrial read = RunDirectory.readRun(run.path()).trials().getFirst();
        List<RecordedInterval> readIntervals = new ArrayList<>();
        List<RecordedHiccups> readHiccups = new ArrayList<>();
        List<RecordedSecond> readSeconds = new ArrayList<>();
        read.eachInterval(readIntervals::add);
        read.eachHiccups(readHiccups::add);
        read.eachSecond(readSeconds::add);

        assertThat(read.trial()).isEqualTo(Recorded.trial(1, "a"));
        assertThat(readSeconds)
                .usingRecursiveComparison()
                .isEqualTo(seconds.stream()
                        .map(second -> new RecordedSecond(second.seconds(), second.samples()))
                        .toList());
        assertThat(readIntervals).isSortedAccordingTo(Comparator.comparingLong(RecordedInterval::startNanos));
        assertSame(sorted(readIntervals), sorted(flat(written)));
        assertThat(readHiccups).hasSameSizeAs(written);
        assertThat(readHiccups)
                .allSatisfy(hiccups -> assertThat(hiccups.histogram())
                        .isEqualTo(written.getFirst().harness().hiccups()));
    }

    private static void assertSame(List<RecordedInterval> read, List<RecordedInterval> written) {
        assertThat(read).hasSameSizeAs(written);
        for (int i = 0; i < read.size(); i++) {
            assertSame(read.get(i), written.get(i));
        }
    }

    private static void assertSame(RecordedInterval read, RecordedInterval written) {
        assertThat(read.worker()).isEqualTo(written.worker());
        assertThat(read.startNanos()).isEqualTo(written.startNanos());
        assertThat(read.endNanos()).isEqualTo(written.endNanos());
        assertThat(read.recorded())
                .usingRecursiveComparison()
                .ignoringFields("histogram")
                .isEqualTo(written.recorded());
        Histogram expected = written.recorded().histogram();
        Histogram actual = read.recorded().histogram();
        assertThat(actual).isEqualTo(expected);
        assertThat(actual.getTotalCount()).isEqualTo(expected.getTotalCount());
        assertThat(actual.getValueAtPercentile(99.9)).isEqualTo(expected.getValueAtPercentile(99.9));
        assertThat(actual.getMaxValue()).isEqualTo(expected.getMaxValue());
        assertThat(actual.getMean()).isEqualTo(expected.getMean());
    }

    private static List<RecordedInterval> sorted(List<RecordedInterval> intervals) {
        return intervals.stream()
                .sorted(Comparator.comparingLong(RecordedInterval::startNanos)
                        .thenComparing(RecordedInterval::worker)
                        .thenComparing(RecordedInterval::phase)
                        .thenComparing(RecordedInterval::metric)
                        .thenComparing(RecordedInterval::subscription))
                .toList();
    }

    private static List<RecordedInterval> flat(List<WorkerInterval> intervals) {
        return intervals.stream()
                .flatMap(interval -> interval.histograms().stream()
                        .map(recorded -> new RecordedInterval(
                                interval.worker(), interval.startNanos(), interval.endNanos(), recorded)))
                .toList();
    }

    private static List<WorkerInterval> randomIntervals(Random random) {
        List<WorkerInterval> intervals = new ArrayList<>();
        long start = -500_000_000L;
        for (int second = 0; second < 5; second++) {
            long end = start + (900 + random.nextInt(200)) * 1_000_000L;
            for (String worker : List.of("w1", "w2")) {
                List<IntervalHistogram> histograms = new ArrayList<>();
                for (LatencyMetric metric : LatencyMetric.values()) {
                    for (String phase : List.of("warmup", "measure")) {
                        int negatives = random.nextInt(3);
                        Histogram histogram = Recorded.random(random, 1 + random.nextInt(500));
                        histogram.recordValueWithCount(0, 1 + negatives);
                        String subscription = metric.name().contains("END") && random.nextBoolean() ? "s1" : "";
                        histograms.add(new IntervalHistogram(
                                phase,
                                metric,
                                subscription,
                                histogram,
                                negatives,
                                negatives == 0 ? 0 : -random.nextInt(1, 99_999)));
                    }
                }
                intervals.add(Recorded.interval(worker, start, end, histograms));
            }
            start = end;
        }
        return intervals;
    }

    private static List<TrialSecond> randomSeconds(Random random) {
        List<TrialSecond> seconds = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            List<Sample> samples = new ArrayList<>();
            for (Metric metric : Metrics.all()) {
                if (random.nextInt(4) > 0) {
                    Labels labels = metric.labels().stream()
                            .filter(label -> random.nextBoolean())
                            .reduce(Labels.NONE, (all, label) -> all.with(label, label + "-1"), (one, _) -> one);
                    samples.add(metric.of(labels, randomValue(random)));
                }
            }
            seconds.add(Recorded.second(i + random.nextDouble(), samples.toArray(Sample[]::new)));
        }
        return seconds;
    }

    private static double randomValue(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextDouble();
            case 2 -> random.nextGaussian() * 1e18;
            default -> Math.exp(random.nextGaussian() * 30);
        };
    }
}
