package dev.assay.run.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.TrialAnalyzer;
import dev.assay.analysis.reading.Statistic;
import dev.assay.cluster.prometheus.Exposition;
import dev.assay.host.Machine;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.trial.VirtualTrials;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.store.TrialWriter;
import dev.assay.testing.FakeMachine;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares scraped metrics of trials in virtual time with their records and reports. */
class RunMetricsTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path base;

    private final RunMetrics metrics = new RunMetrics();

    static PlannedTrial trial(String system) throws ScenarioException {
        String text = """
            name: scraped
            systems: { memory: { %s } }
            durability: level-4
            workload: { message: { size: 100 B }, rate: 1000/s, arrivals: constant }
            timing: { warmup: 2 s, measure: 8 s, drain: 5 s }
            """.formatted(system);
        return ScenarioFile.read("scraped.yaml", text, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst();
    }

    /** Runs the trial with a worker on each of {@code workers} machines. */
    static TrialRecord run(PlannedTrial trial, RunMetrics metrics, RunDirectory directory, int workers)
            throws Exception {
        Machine[] machines = IntStream.rangeClosed(1, workers)
                .mapToObj(number -> new FakeMachine("load-" + number, "boot-" + number))
                .toArray(Machine[]::new);
        TrialListener listener = metrics.of(trial);
        try (TrialWriter files = directory.begin(trial.folder())) {
            TrialRecord record = new VirtualTrials(List::of, machines).run(trial, files, listener);
            listener.on(new TrialEvent.Finish(record));
            return record;
        }
    }

    static String scrape(RunMetrics metrics) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OpenMetricsTextFormatWriter.create().write(out, metrics.snapshot());
        return out.toString(StandardCharsets.UTF_8);
    }

    private Exposition scraped(String... names) throws IOException {
        return Exposition.read(new BufferedReader(new StringReader(scrape(metrics))), Set.of(names));
    }

    private double value(String name) throws IOException {
        return scraped(name).sum(name).orElseThrow();
    }

    private double value(String name, String label, String value) throws IOException {
        return scraped(name).sum(name, label, value).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void countsAndPercentilesAreThoseOfTheReport(int workers) throws Exception {
        RunDirectory directory = RunDirectory.create(base, "scraped", Instant.EPOCH);
        TrialRecord record = run(trial("law: exponential, mean: 20 ms"), metrics, directory, workers);

        assertThat(value("assay_offered_messages_total")).isEqualTo(10_000);
        assertThat(value("assay_sent_messages_total"))
                .isEqualTo((double) record.delivery().sent());
        assertThat(value("assay_acknowledged_messages_total"))
                .isEqualTo((double) record.delivery().acked());
        assertThat(value("assay_received_messages_total")).isEqualTo(10_000);
        assertThat(value("assay_backlog_messages")).isZero();
        assertThat(value("assay_error_messages_total", "kind", "failed")).isZero();
        assertThat(value("assay_response_time_seconds_count", "phase", "warmup"))
                .isEqualTo(2_000);
        assertThat(value("assay_service_time_seconds_count", "phase", "measure"))
                .isEqualTo(8_000);
        assertThat(value(
                        "assay_trial_verdict",
                        "assay_trial_verdict",
                        record.verdict().grade().name()))
                .isEqualTo(1);
        assertThat(value("assay_trial_verdict")).isEqualTo(1);
        PhaseAnalysis phase = TrialAnalyzer.analyze(
                        directory.readTrial(directory.finished().getFirst()))
                .measured()
                .getFirst();
        LatencyStatistic.PERCENTS.forEach(percent -> assertIsInItsBucket(
                percent,
                phase.headline(Statistic.quantile(LatencyMetric.RESPONSE, percent))
                                .orElseThrow()
                                .value()
                        / 1e9));
    }

    /** Asserts that the value is in the first bucket that contains the percentile, as histogram_quantile looks for it. */
    private void assertIsInItsBucket(double percent, double seconds) {
        HistogramDataPointSnapshot measured = metrics.snapshot().stream()
                .filter(family -> family.getMetadata().getName().equals("assay_response_time_seconds"))
                .flatMap(family -> ((HistogramSnapshot) family).getDataPoints().stream())
                .filter(point -> "measure".equals(point.getLabels().get("phase")))
                .findFirst()
                .orElseThrow();
        double rank = Math.ceil(percent * measured.getCount() / 100 - 1e-9);
        long below = 0;
        int classic = -1;
        while (below < rank) {
            below += measured.getClassicBuckets().getCount(++classic);
        }
        assertThat(seconds)
                .as("p%s", percent)
                .isLessThanOrEqualTo(measured.getClassicBuckets().getUpperBound(classic))
                .isGreaterThan(classic == 0 ? 0 : measured.getClassicBuckets().getUpperBound(classic - 1));
        below = measured.getNativeZeroCount();
        int nativeBucket = -1;
        while (below < rank) {
            below += measured.getNativeBucketsForPositiveValues().getCount(++nativeBucket);
        }
        assertThat(measured.getNativeBucketsForPositiveValues().getBucketIndex(nativeBucket))
                .as("p%s", percent)
                .isEqualTo(LatencyBuckets.nativeBucket(seconds));
    }

    @Test
    void whatTheLedgersFoundIsToldWithTheVerdict() throws Exception {
        RunDirectory directory = RunDirectory.create(base, "scraped", Instant.EPOCH);
        TrialRecord record = run(trial("law: none, lose-every: 100"), metrics, directory, 1);

        assertThat(record.delivery().subscriptions().getFirst().lost()).isEqualTo(100);
        assertThat(value("assay_error_messages_total", "kind", "lost")).isEqualTo(100);
        assertThat(value("assay_trial_verdict", "assay_trial_verdict", "INVALID"))
                .isEqualTo(1);
        assertThat(value("assay_trials_total", "verdict", "INVALID")).isEqualTo(1);
        assertThat(value("assay_trials_total", "verdict", "VALID")).isZero();
    }

    @Test
    void whatFailedIsToldByClass() throws Exception {
        RunDirectory directory = RunDirectory.create(base, "scraped", Instant.EPOCH);
        TrialRecord record = run(trial("law: none, fail-every: 100"), metrics, directory, 2);

        assertThat(record.delivery().failed()).isPositive();
        assertThat(scraped("assay_failures_total").sum("assay_failures_total", "kind", "refused"))
                .hasValue((double) record.delivery().failed());
        assertThat(value("assay_failures_total", "operation", "send"))
                .isEqualTo((double) record.delivery().failed());
    }

    @Test
    void onlyTheTrialUnderWayAndTheOneBeforeAreThere() throws Exception {
        PlannedTrial planned = trial("law: none");
        for (int number = 1; number <= 50; number++) {
            TrialListener trial = metrics.of(planned.numbered(number, "memory"));
            if (number < 50) {
                trial.on(new TrialEvent.Failure("for a reason"));
            }
        }

        assertThat(scrape(metrics).lines().filter(line -> line.startsWith("assay_offered_messages_total")))
                .hasSize(2)
                .anyMatch(line -> line.contains("trial=\"049-memory\""))
                .anyMatch(line -> line.contains("trial=\"050-memory\""));
        assertThat(value("assay_trials_total", "verdict", "FAILED")).isEqualTo(49);
        assertThat(value("assay_trials_total")).isEqualTo(49);
    }

    @Test
    void thePhaseIsThatOfTheLoadAndOtherwiseTheStage() throws Exception {
        TrialListener trial = metrics.of(trial("law: none"));
        assertThat(value("assay_phase_info", "phase", "starting")).isEqualTo(1);
        trial.on(TrialStage.CREATING_TOPICS);
        assertThat(value("assay_phase_info", "phase", "creating-topics")).isEqualTo(1);
        trial.on(new TrialEvent.Start(
                Instant.EPOCH, List.of(new Phase("warmup", 0, SECOND), new Phase("measure", SECOND, 3 * SECOND))));
        trial.on(TrialStage.LOADING);
        assertThat(value("assay_phase_info", "phase", "warmup")).isEqualTo(1);
        trial.on(second(1.5, 10));
        assertThat(value("assay_phase_info", "phase", "measure")).isEqualTo(1);
        assertThat(value("assay_backlog_messages")).isEqualTo(10);
        trial.on(TrialStage.DRAINING);
        trial.on(second(2.5, 0));
        assertThat(value("assay_phase_info", "phase", "draining")).isEqualTo(1);
        assertThat(value("assay_phase_info")).isEqualTo(1);
    }

    private static TrialSecond second(double seconds, long backlog) {
        return new TrialSecond(
                seconds, new LoadTotals(100, 100, 100, 0, List.of(100 - backlog)), new Histogram(3), List.of());
    }
}
