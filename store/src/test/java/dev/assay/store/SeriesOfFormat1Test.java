package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.metric.Labels;
import dev.assay.core.metric.Metric;
import dev.assay.core.metric.MetricUnit;
import dev.assay.core.metric.Metrics;
import dev.assay.core.metric.Sample;
import dev.assay.core.result.StoredTrial.RecordedSecond;
import dev.assay.core.result.TrialData;
import dev.assay.core.result.TrialRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Series were one line a second until format 2; runs of those days are read as ever. */
class SeriesOfFormat1Test {
    private static final Path WIDE = Path.of("src/test/resources/dev/assay/store/series-format-1.csv");
    private static final Labels BROKER = Labels.of(Labels.NODE, "broker-1");
    private static final Labels WORKER = Labels.of(Labels.WORKER, "w1");
    private static final Labels MACHINE = Labels.of(Labels.HOST, Metrics.COORDINATOR);

    @TempDir
    Path base;

    private List<RecordedSecond> series = List.of();

    @BeforeEach
    void readARunOfFormat1() throws IOException {
        RunDirectory run = RunDirectory.create(base, "old", Recorded.START);
        run.write(Recorded.run(run.id()));
        TrialRecord record = Recorded.trial(1, "a");
        try (TrialWriter trial = run.begin(record.folder())) {
            trial.onFinish(record);
            Files.copy(WIDE, trial.folder().resolve("series.csv"));
        }
        Path file = run.path().resolve("run.json");
        Files.writeString(file, Files.readString(file).replace("\"format\" : 3", "\"format\" : 1"));
        series = TrialData.of(RunDirectory.readRun(run.path()).trials().getFirst())
                .seconds();
    }

    @Test
    void everyColumnIsAMetricWithLabels() {
        assertThat(series).extracting(RecordedSecond::seconds).containsExactly(1.001, 2.002);
        expect(Metrics.OFFERED, Labels.NONE, 1000, 1001);
        expect(Metrics.SENT, Labels.NONE, 999, 1000);
        expect(Metrics.ACKED, Labels.NONE, 998, 999);
        expect(Metrics.FAILED, Labels.NONE, 0, 1);
        expect(Metrics.RECEIVED, Labels.NONE, 997, 998);
        expect(Metrics.BACKLOG, Labels.NONE, 1, 2);
        expect(Metrics.PROCESS_CPU, BROKER, Double.NaN, 0.25);
        expect(Metrics.PROCESS_DISK_READ, BROKER, 1, 2);
        expect(Metrics.PROCESS_DISK_WRITTEN, BROKER, 3, 4);
        expect(Metrics.PROCESS_NETWORK_RECEIVED, BROKER, 5, 6);
        expect(Metrics.PROCESS_NETWORK_SENT, BROKER, 7, 8);
        expect(Metrics.PROCESS_MEMORY, BROKER, 9, 10);
        expect(Metrics.NODE_SYNCS, BROKER, 11, 12);
        expect(Metrics.PROCESS_CPU, WORKER, 0.5, 0.75);
        expect(Metrics.WORKER_GC_PAUSE, WORKER, 0.002, 0);
        expect(Metrics.WORKER_HICCUP, WORKER, 0.0005, 0.001);
        expect(Metrics.HOST_CPU, MACHINE, 2, 3);
        expect(Metrics.HOST_CPU_STEAL, MACHINE, 0.125, 0.25);
        expect(Metrics.HOST_DISK_BUSY, MACHINE, 0.5, 1);
        expect(Metrics.HOST_PRESSURE, MACHINE.with(Labels.RESOURCE, "memory").with(Labels.STALL, "full"), 0.0625, 0);
    }

    @Test
    void aColumnThatNoVersionWroteIsKeptUnderItsName() {
        expect(
                new Metric(
                        "recorded_made_up",
                        MetricUnit.NONE,
                        List.of(Labels.NODE, Labels.WORKER, Labels.HOST),
                        "made up",
                        "recorded as recorded_made_up, which this version of Assay has no description of"),
                BROKER,
                13,
                14);
        assertThat(tracks()).hasSize(21);
    }

    private List<String> tracks() {
        return series.stream()
                .flatMap(second -> second.samples().stream())
                .map(sample -> sample.metric().name() + sample.labels())
                .distinct()
                .toList();
    }

    private void expect(Metric metric, Labels labels, double... values) {
        assertThat(series)
                .as("%s %s", metric.name(), labels)
                .extracting(second -> second.samples().stream()
                        .filter(sample -> sample.metric().equals(metric)
                                && sample.labels().equals(labels))
                        .mapToDouble(Sample::value)
                        .findFirst()
                        .orElse(Double.NaN))
                .containsExactly(DoubleStream.of(values).boxed().toArray(Double[]::new));
    }
}
