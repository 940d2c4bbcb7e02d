package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.study.ChartRecord;
import dev.assay.model.study.ChartRecord.BlockRecord;
import dev.assay.model.study.ChartRecord.LineRecord;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.study.StudyRecord.MachineRecord;
import dev.assay.model.study.TableRecord;
import dev.assay.model.study.TableRecord.PlaceRecord;
import dev.assay.model.study.TableRecord.RowRecord;
import dev.assay.model.study.ValueRecord;
import dev.assay.model.trial.TrialEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the files of a run directory, which people and scripts read, with golden files. Run with
 * {@code -Dassay.goldens=write} to accept a deliberate change.
 */
class FormatGoldenTest {
    private static final Path GOLDENS = Path.of("src/test/resources/dev/assay/store");

    @TempDir
    Path base;

    private RunDirectory run;

    @BeforeEach
    void writeARun() {
        run = RunDirectory.create(base, "quickstart", Recorded.START);
        run.write(Recorded.run(run.id()));
        TrialRecord record = Recorded.trial(1, "kafka-partitions=6");
        try (TrialWriter trial = run.begin(record.folder())) {
            trial.on(new TrialEvent.Start(Recorded.START, record.course().phases()));
            Sample cpu = Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-1"), 0.25);
            Labels stall = Labels.of(Labels.HOST, Metrics.COORDINATOR).with(Labels.RESOURCE, "io");
            trial.on(Recorded.second(1.001, Metrics.SENT.of(1000)));
            trial.on(Recorded.second(
                    2.002,
                    Metrics.SENT.of(2000),
                    Metrics.RECEIVED.of(Labels.of(Labels.GROUP, "tail").with(Labels.SUBSCRIPTION, "s1"), 1999),
                    cpu,
                    Metrics.HOST_PRESSURE.of(stall.with(Labels.STALL, "some"), 0.005)));
            var response = Recorded.histogram(0, 1_000_000, 2_500_000);
            trial.on(new TrialEvent.Interval(Recorded.interval(
                    "w1",
                    0,
                    List.of(Recorded.recorded("warmup", LatencyMetric.SERVICE, Recorded.histogram(5_000_000))))));
            trial.on(new TrialEvent.Interval(Recorded.interval(
                    "w1",
                    1,
                    List.of(new IntervalHistogram("measure", LatencyMetric.END_TO_END, "s1", response, 1, -250)))));
            trial.on(new TrialEvent.Finish(record));
        }
        summarise();
        run.writeStudy(study());
    }

    private static StudyRecord study() {
        PlaceRecord place = new PlaceRecord(
                "latency/a",
                "service.p99",
                Optional.of(4.003),
                List.of(
                        new ValueRecord("001-a", 1, "ms", 3.5, 3.25, Optional.of(3.5), 1000, ""),
                        new ValueRecord("002-a", 2, "ms", 4.25, 4.25, Optional.empty(), 900, "INVALID (rate-missed)")),
                "");
        BlockRecord block = new BlockRecord(1, true, false, List.of(0.0, 10.0), List.of(3.5, 4.25));
        return new StudyRecord(
                "small",
                "a small one",
                List.of(),
                List.of(new MachineRecord(
                        "baseline", "disk.write", "MB/s", Optional.of(327.0), Optional.of(812.5), 512, "")),
                List.of(),
                List.of(),
                List.of(new TableRecord(
                        "Test 1", "ms", List.of("p99"), List.of(new RowRecord("publishing", List.of(place))))),
                List.of(new ChartRecord(
                        "1 partition",
                        "service.p99@10s",
                        10,
                        List.of(
                                new LineRecord("A", "latency/a", "", List.of(block)),
                                new LineRecord("B", "latency/b", "U3: one disk", List.of())),
                        0)));
    }

    private void summarise() {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("trial", "001-kafka-partitions=6");
        line.put("reasons", "failed, \"early\"");
        line.put("value", 1_166_848.5);
        line.put("high", null);
        line.put("n", 3L);
        Map<String, @Nullable Object> formula = new LinkedHashMap<>(line);
        formula.put("trial", "=1+1");
        formula.put("value", 1_000_447L);
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("trial", "001-kafka-partitions=6");
        facts.put("dimensions", Map.of("workload.partitions", "6"));
        run.writeSummary(7, List.of("trial", "reasons", "value", "high", "n"), List.of(facts), List.of(line, formula));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run.json",
                "summary.json",
                "summary.csv",
                "study.json",
                "trials/001-kafka-partitions=6/trial.json",
                "trials/001-kafka-partitions=6/series.csv",
                "trials/001-kafka-partitions=6/latency.hlog",
                "trials/001-kafka-partitions=6/latency-warmup.hlog",
                "trials/001-kafka-partitions=6/hiccups.hlog"
            })
    void theFileHasTheFormThatIsSealed(String file) throws IOException {
        String actual = maskWhatDependsOnTheMachine(Files.readString(run.path().resolve(file)));
        Path golden = GOLDENS.resolve(Path.of(file).getFileName() + ".golden");
        if ("write".equals(System.getProperty("assay.goldens"))) {
            Files.writeString(golden, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
    }

    /** Masks the second start time, which the library writes in the machine's zone, and compressed bytes, which depend on the zlib. */
    private static String maskWhatDependsOnTheMachine(String text) {
        return text.replaceAll("(seconds since epoch\\), )[A-Z].*", "$1<date>]")
                .replaceAll("(?m)^(Tag=.*,)[A-Za-z0-9+/=]+$", "$1<histogram>");
    }
}
