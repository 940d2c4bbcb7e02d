package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.RunData;
import dev.assay.model.result.StoredTrial.RecordedHiccups;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.trial.TrialEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a run may end at any byte, and that whole lines stay readable. */
@Tag("slow")
class CrashTest {
    private static final int SECONDS = 3;

    @TempDir
    Path base;

    private RunDirectory run;
    private Path trial;

    @BeforeEach
    void writeTrialWithoutFinishingIt() {
        run = RunDirectory.create(base, "crash", Recorded.START);
        run.write(Recorded.run(run.id()));
        TrialWriter writer = run.begin("001-a");
        trial = writer.folder();
        writer.on(new TrialEvent.Start(Recorded.START, List.of()));
        for (int second = 0; second < SECONDS; second++) {
            IntervalHistogram response = new IntervalHistogram(
                    "measure", LatencyMetric.RESPONSE, Recorded.histogram(0, 100 + second, 5000), 1, -7);
            writer.on(new TrialEvent.Interval(Recorded.interval("w1", second, List.of(response))));
            writer.on(Recorded.second(second + 1, Metrics.SENT.of(1000.5)));
        }
        // The writer is deliberately neither finished nor closed: everything must be in the files already.
    }

    @Test
    void aTrialCutAtAnyByteIsReadUpToItsLastWholeLine() throws IOException {
        for (String name : List.of("latency.hlog", "hiccups.hlog", "series.csv")) {
            byte[] whole = Files.readAllBytes(trial.resolve(name));
            int headerEnd = name.equals("series.csv") ? 0 : indexOfNthLine(whole, 4);
            for (int length = 0; length <= whole.length; length++) {
                Files.write(trial.resolve(name), Arrays.copyOf(whole, length));
                int expected = length < headerEnd ? 0 : dataLines(whole, length, name);
                assertThat(read(name)).as("%s cut to %d bytes", name, length).isEqualTo(expected);
            }
        }
    }

    @Test
    void ofASecondThatWasCutTheWholeValuesAreRead() throws IOException {
        Path file = base.resolve("cut.csv");
        try (SeriesFile series = new SeriesFile(file, List.of(Labels.HOST))) {
            for (int second = 1; second <= 2; second++) {
                series.append(
                        second,
                        List.of(
                                Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "one"), 1.5),
                                Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "two"), 2.5)));
            }
        }
        byte[] whole = Files.readAllBytes(file);

        assertThat(new String(whole, StandardCharsets.UTF_8)).isEqualTo("""
                time_s,metric,unit,host,value
                1,host_cpu_cores,cores,one,1.5
                1,host_cpu_cores,cores,two,2.5
                2,host_cpu_cores,cores,one,1.5
                2,host_cpu_cores,cores,two,2.5
                """);
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(seconds(file).stream().flatMap(second -> second.samples().stream()))
                    .hasSize(dataLines(whole, length, "cut.csv"));
        }
    }

    @Test
    void aSeriesHasColumnsForTheLabelsThatItWasBegunWithOnly() {
        try (SeriesFile series = new SeriesFile(base.resolve("labels.csv"), List.of(Labels.NODE))) {
            Sample sample = Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "one"), 1);
            assertThatThrownBy(() -> series.append(1, List.of(sample)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("columns for the labels [node], but host_cpu_cores came with {host=one}");
        }
    }

    @Test
    void aNegativeCountNeverLandsOnAnotherInterval() throws IOException {
        byte[] whole = Files.readAllBytes(trial.resolve("latency.hlog"));
        for (int length = 0; length <= whole.length; length++) {
            Files.write(trial.resolve("latency.hlog"), Arrays.copyOf(whole, length));
            assertThat(intervals()).allSatisfy(interval -> {
                assertThat(interval.recorded().negatives()).isEqualTo(1);
                assertThat(interval.recorded().worstNegativeNanos()).isEqualTo(-7);
            });
        }
    }

    @Test
    void anUnfinishedTrialIsNamedAndTheFinishedOnesAreRead() {
        try (TrialWriter second = run.begin("002-b")) {
            second.on(new TrialEvent.Finish(Recorded.trial(2, "b")));
        }

        RunData read = RunDirectory.readRun(run.path());

        assertThat(read.unfinished()).containsExactly("001-a");
        assertThat(read.trials()).singleElement().satisfies(data -> {
            assertThat(data.trial().folder()).isEqualTo("002-b");
            data.eachInterval(interval -> fail("an interval: " + interval));
            data.eachSecond(second -> fail("a second: " + second));
        });
    }

    @Test
    void damageBeforeTheLastLineIsNamed() throws IOException {
        Path log = trial.resolve("latency.hlog");
        List<String> lines = Files.readAllLines(log);
        lines.set(lines.size() - 3, lines.get(lines.size() - 3).substring(0, 60));
        Files.write(log, lines);

        assertThatThrownBy(() -> intervals())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("latency.hlog is damaged: the line after its histogram number 1");
    }

    @Test
    void damageWithinAHistogramIsNamedWhenItIsUnpacked() throws IOException {
        Path log = trial.resolve("latency.hlog");
        List<String> lines = Files.readAllLines(log);
        String line = lines.get(lines.size() - 3);
        int middle = line.length() / 2;
        lines.set(lines.size() - 3, line.substring(0, middle) + "AAAAAAAA" + line.substring(middle + 8));
        Files.write(log, lines);

        assertThatThrownBy(() -> intervals().forEach(interval -> interval.recorded()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("latency.hlog is damaged: the line after its histogram number 1");
    }

    @Test
    void aDamagedSeriesIsNamedWithItsLine() throws IOException {
        damaged("time_s,metric,unit,value\n1,a_total,,2\n2\n3,a_total,,4\n", "line 3: it has 1 fields for 4 columns");
        damaged("time_s,metric,unit,value\n1,a_total,2\n", "line 2: it has 3 fields for 4 columns");
        damaged("time_s,metric,unit,value\n1,a_total,,x\n", "line 2 has no number where one should be: 1,a_total,,x");
        damaged("time_s,metric,unit,value\nx,a_total,,1\n", "line 2 has no number where one should be");
        damaged("time_s,metric,unit,value\n1,a_total,feet,1\n", "line 2: 'feet' is not one of the units messages");
        damaged("time_s,metric,unit,value\n2,a_total,,1\n1,a_total,,1\n", "line 3: second 1.0 comes after 2.0");
        damaged("time_s,metric,unit,value\n2,a_total,,1\n2,a_total,,1\n", "line 3: there is a second value");
        damaged("seconds,sent\n1,2\n", "line 1 must start with time_s");
        damaged("time_s,sent\n1,2\n", "line 1 must start with time_s,metric,unit and end with value");
    }

    private void damaged(String content, String message) throws IOException {
        Files.writeString(trial.resolve("series.csv"), content);
        assertThatThrownBy(() -> seconds(trial.resolve("series.csv")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
    }

    private List<RecordedInterval> intervals() {
        List<RecordedInterval> all = new ArrayList<>();
        new FolderTrial(trial, Recorded.trial(1, "a"), FolderTrial.Access.READ).eachInterval(all::add);
        return all;
    }

    private List<RecordedHiccups> hiccups() {
        List<RecordedHiccups> all = new ArrayList<>();
        new FolderTrial(trial, Recorded.trial(1, "a"), FolderTrial.Access.READ).eachHiccups(all::add);
        return all;
    }

    private static List<RecordedSecond> seconds(Path file) {
        List<RecordedSecond> all = new ArrayList<>();
        try (SeriesReader reader = new SeriesReader(file)) {
            for (RecordedSecond second = reader.next(); second != null; second = reader.next()) {
                all.add(second);
            }
        }
        return all;
    }

    private int read(String name) {
        return switch (name) {
            case "latency.hlog" -> intervals().size();
            case "hiccups.hlog" -> hiccups().size();
            default -> seconds(trial.resolve(name)).size();
        };
    }

    private static int dataLines(byte[] whole, int length, String name) {
        String text = new String(whole, 0, length, StandardCharsets.UTF_8);
        String wholeLines = text.substring(0, text.lastIndexOf('\n') + 1);
        long lines = wholeLines
                .lines()
                .filter(line -> line.matches("(Tag=|[0-9]).*"))
                .count();
        assertThat(name).isNotEmpty();
        return (int) lines;
    }

    private static int indexOfNthLine(byte[] content, int n) {
        int index = 0;
        for (int line = 0; line < n; index++) {
            line += content[index] == '\n' ? 1 : 0;
        }
        return index;
    }
}
