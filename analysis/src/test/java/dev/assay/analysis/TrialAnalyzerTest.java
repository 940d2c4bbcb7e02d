package dev.assay.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.statistics.CensoredSamples;
import dev.assay.analysis.statistics.LatencyLine.Point;
import dev.assay.model.calibration.CalibrationStatus;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.StoredTrial.RecordedHiccups;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.TrialData;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialAnalyzerTest {
    private static final long SECOND = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void quantilesOfManyIntervalsAndWorkersAreThoseOfAllSamplesTogether(long seed) {
        Random random = new Random(seed);
        List<RecordedInterval> intervals = new ArrayList<>();
        long[] all = new long[12_000];
        for (int i = 0; i < 12; i++) {
            Histogram histogram = new Histogram(3);
            for (int sample = 0; sample < 1000; sample++) {
                long value = (long) Math.exp(random.nextDouble() * (5 + i));
                histogram.recordValue(value);
                all[i * 1000 + sample] = value;
            }
            intervals.add(interval("w" + (1 + i % 2), i / 2, "measure", LatencyMetric.RESPONSE, histogram, 2));
        }
        Arrays.sort(all);

        PhaseAnalysis phase = measured(TrialAnalyzer.analyze(trial(intervals)));
        double max = value(phase, Statistic.max(LatencyMetric.RESPONSE));

        assertThat(phase.samples(LatencyMetric.RESPONSE)).isEqualTo(12_000);
        assertThat(value(phase, Statistic.negatives(LatencyMetric.RESPONSE))).isEqualTo(24);
        assertThat(value(phase, Statistic.mean(LatencyMetric.RESPONSE)))
                .isCloseTo(Arrays.stream(all).average().orElseThrow(), within(1e-3 * max));
        assertThat(max).isCloseTo((double) all[11_999], within(1e-3 * all[11_999]));
        for (double percent : LatencyStatistic.PERCENTS) {
            long exact = all[(int) Math.ceil(percent / 100 * 12_000 - 1e-6) - 1];
            assertThat(value(phase, Statistic.quantile(LatencyMetric.RESPONSE, percent)))
                    .isCloseTo((double) exact, within(1e-3 * exact + 1));
        }
    }

    @Test
    void aQuantileIsSupportedByTenSamplesAboveIt() {
        assertThat(isSupported(20, 50)).isTrue();
        assertThat(isSupported(19, 50)).isFalse();
        assertThat(isSupported(10_000, 99.9)).isTrue();
        assertThat(isSupported(9_999, 99.9)).isFalse();
        assertThat(isSupported(100_000, 99.99)).isTrue();
        assertThat(isSupported(99_999, 99.99)).isFalse();
    }

    @Test
    void theCurveRisesFromTheLowestSampleToTheLargestAndStaysShort() {
        Random random = new Random(5);
        Histogram histogram = new Histogram(3);
        for (int i = 0; i < 100_000; i++) {
            histogram.recordValueWithCount((long) Math.exp(random.nextDouble() * 25), 10_000);
        }

        List<LatencyCurve.Point> curve = measured(analyze(histogram))
                .curve(LatencyMetric.RESPONSE)
                .orElseThrow()
                .points();

        assertThat(curve).hasSizeBetween(50, 200);
        assertThat(curve.getFirst().percent()).isZero();
        assertThat(curve).isSortedAccordingTo(java.util.Comparator.comparingDouble(LatencyCurve.Point::percent));
        assertThat(curve).isSortedAccordingTo(java.util.Comparator.comparingLong(LatencyCurve.Point::nanos));
        assertThat(curve.getLast().percent()).isEqualTo(100 * (1e9 - 1) / 1e9).isLessThan(100);
        assertThat(curve.getLast().nanos()).isEqualTo(histogram.getMaxValue());
    }

    @Test
    void aCurveOfOneSampleIsOnePoint() {
        Histogram one = new Histogram(3);
        one.recordValue(42);
        assertThat(measured(analyze(one))
                        .curve(LatencyMetric.RESPONSE)
                        .orElseThrow()
                        .points())
                .containsExactly(new LatencyCurve.Point(0, 42, false));
    }

    @Test
    void phasesAreSummedUpApartAndMetricsWithoutSamplesAreLeftOut() {
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial(List.of(
                interval("w1", 0, "warmup", LatencyMetric.SERVICE, of(100, 100), 0),
                interval("w1", 1, "measure", LatencyMetric.SERVICE, of(200, 200, 200), 0),
                interval("w1", 1, "measure", LatencyMetric.SCHEDULE_LAG, of(1), 0),
                interval("w1", 1, "measure", LatencyMetric.RESPONSE, new Histogram(3), 0))));

        assertThat(analysis.phases().getFirst().samples(LatencyMetric.SERVICE)).isEqualTo(2);
        assertThat(measured(analysis).metrics()).containsExactly(LatencyMetric.SCHEDULE_LAG, LatencyMetric.SERVICE);
        assertThat(measured(analysis).samples(LatencyMetric.SCHEDULE_LAG)).isEqualTo(1);
        assertThat(measured(analysis).samples(LatencyMetric.SERVICE)).isEqualTo(3);
    }

    @Test
    void overTimeAllWorkersAndPhasesMeetInTheSecondInWhichAnIntervalEnds() {
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial(List.of(
                interval("w1", 0, "warmup", LatencyMetric.SERVICE, of(100), 0),
                interval("w2", 0, "measure", LatencyMetric.SERVICE, of(300), 0),
                interval("w1", 1, "measure", LatencyMetric.SERVICE, of(500, 500), 0))));

        assertThat(analysis.overTime()).singleElement().satisfies(series -> {
            assertThat(series.points())
                    .containsExactly(new Point(1, 2, 200, 100, 300, 300), new Point(2, 2, 500, 500, 500, 500));
        });
    }

    @Test
    void responseAndEndToEndHaveHeatMapsOfAllWorkersUpToTheLastSecond() {
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial(List.of(
                interval("w1", 0, "warmup", LatencyMetric.RESPONSE, of(1_000_000), 0),
                interval("w2", 0, "measure", LatencyMetric.RESPONSE, of(1_000_000), 0),
                interval("w1", 1, "measure", LatencyMetric.RESPONSE, of(10_000_000), 0),
                interval("w1", 1, "measure", LatencyMetric.SERVICE, of(500, 500), 0))));

        assertThat(analysis.heatMaps()).singleElement().satisfies(map -> {
            assertThat(map.metric()).isEqualTo(LatencyMetric.RESPONSE);
            assertThat(map.columns())
                    .extracting(column -> column.seconds() + " s: " + column.samples())
                    .containsExactly("1.0 s: {48=2}", "2.0 s: {56=1}");
        });
    }

    @Test
    void whatIsAchievedCountsByTheTimeOfTheAcknowledgementNotByTheTimeItWasDue() {
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial(List.of(
                interval("w1", 0, "warmup", LatencyMetric.RESPONSE, count(900), 0),
                interval("w1", 1, "warmup", LatencyMetric.RESPONSE, count(100), 0),
                interval("w1", 1, "measure", LatencyMetric.RESPONSE, count(700), 0),
                interval("w1", 2, "measure", LatencyMetric.RESPONSE, count(800), 0),
                interval("w1", 3, "measure", LatencyMetric.RESPONSE, count(500), 0))));

        assertThat(measured(analysis).achievedPerSecond()).isEqualTo((100 + 700 + 800) / 2.0);
    }

    @Test
    void anIntervalAcrossTheEdgeCountsByItsPartWithin() {
        RecordedInterval across = new RecordedInterval(
                "w1",
                SECOND / 2,
                3 * SECOND / 2,
                new IntervalHistogram("measure", LatencyMetric.RESPONSE, count(1000), 0, 0));
        assertThat(measured(TrialAnalyzer.analyze(trial(List.of(across)))).achievedPerSecond())
                .isEqualTo(500 / 2.0);
    }

    @Test
    void hiccupsAreThoseOfTheMeasuredPhase() {
        TrialAnalysis analysis = TrialAnalyzer.analyze(trial(List.of()));
        assertThat(measured(analysis).row(Statistic.HICCUP_P99)).hasValueSatisfying(hiccup -> {
            assertThat(hiccup.value()).isEqualTo(7);
            assertThat(hiccup.n()).isEqualTo(2);
        });
        assertThat(measured(analysis).metrics()).isEmpty();
        assertThat(measured(analysis).achievedPerSecond()).isZero();
    }

    @Test
    void linesOfTheSummaryFilesAreTheRowsOfTheAnalysis() {
        RunRecord run = new RunRecord(
                "r",
                "s",
                "",
                List.of(),
                List.of(),
                "",
                "",
                Map.of(),
                Map.of(),
                List.of(),
                List.of("t"),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                CalibrationStatus.NOT_RECORDED);
        TrialData data = trial(List.of(interval("w1", 1, "measure", LatencyMetric.SERVICE, count(1000), 3)));

        RunAnalysis analysis = RunAnalyzer.analyze(run, Stream.of(data), List.of(), Optional.empty());
        List<Map<String, @Nullable Object>> lines = SummaryLines.rows(analysis);
        List<Reading> rows = measured(analysis.trials().getFirst()).rows();

        assertThat(lines).allSatisfy(line -> assertThat(line.keySet()).containsExactlyElementsOf(SummaryLines.COLUMNS));
        assertThat(lines)
                .extracting(line -> line.get("statistic"))
                .containsExactlyElementsOf(
                        rows.stream().map(row -> row.statistic().name()).toList())
                .contains("achieved", "service.mean", "service.p99.99", "service.max", "service.censored");
        assertThat(lines)
                .filteredOn(line -> "service.p99".equals(line.get("statistic")))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .containsEntry("value", 1000L)
                        .containsEntry("low", 1000L)
                        .containsEntry("high", 1000L)
                        .containsEntry("n", 1000L)
                        .containsEntry("unit", "ns"));
        assertThat(lines)
                .filteredOn(line -> "service.negatives".equals(line.get("statistic")))
                .singleElement()
                .satisfies(line -> assertThat(line).containsEntry("value", 3L));
    }

    private static double value(PhaseAnalysis phase, Statistic statistic) {
        return phase.row(statistic).orElseThrow().value();
    }

    private static PhaseAnalysis measured(TrialAnalysis analysis) {
        assertThat(analysis.measured()).hasSize(1);
        return analysis.measured().getFirst();
    }

    private static TrialAnalysis analyze(Histogram measured) {
        return TrialAnalyzer.analyze(trial(List.of(interval("w1", 1, "measure", LatencyMetric.RESPONSE, measured, 0))));
    }

    private static Histogram of(long... values) {
        Histogram histogram = new Histogram(3);
        Arrays.stream(values).forEach(histogram::recordValue);
        return histogram;
    }

    private static Histogram count(int samples) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(1000, samples);
        return histogram;
    }

    private static RecordedInterval interval(
            String worker, long second, String phase, LatencyMetric metric, Histogram histogram, long negatives) {
        return new RecordedInterval(
                worker,
                second * SECOND,
                (second + 1) * SECOND,
                new IntervalHistogram(phase, metric, histogram, negatives, -negatives));
    }

    private static TrialData trial(List<RecordedInterval> intervals) {
        RecordedTrial trial = new RecordedTrial();
        trial.phases = List.of(new Phase("warmup", 0, SECOND), new Phase("measure", SECOND, 3 * SECOND));
        List<RecordedHiccups> hiccups = List.of(
                new RecordedHiccups("w1", 0, SECOND, of(5)),
                new RecordedHiccups("w1", SECOND, 2 * SECOND, of(6)),
                new RecordedHiccups("w1", 2 * SECOND, 3 * SECOND, of(7)),
                new RecordedHiccups("w1", 3 * SECOND, 4 * SECOND, of(8)));
        return new TrialData(trial.record(), intervals, hiccups, List.of());
    }

    private static boolean isSupported(long samples, double percent) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(1, samples);
        return Quality.ofSamplesAbove(new CensoredSamples(histogram, 0).above(percent))
                .supported();
    }
}
