package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.result.IntervalHistogram;
import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.RunData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run may end at any byte: whole lines stay readable. */
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
        writer.startLoad(Recorded.START);
        writer.openSeries(List.of("time_s", "sent"));
        for (int second = 0; second < SECONDS; second++) {
            IntervalHistogram response = new IntervalHistogram(
                    "measure", LatencyMetric.RESPONSE, Recorded.histogram(0, 100 + second, 5000), 1, -7);
            writer.append(Recorded.interval("w1", second, List.of(response)));
            writer.append(new double[] {second + 1, 1000.5});
        }
        // deliberately neither finished nor closed: all of it must be in the files already
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
    void aSeriesThatWasWidenedHoldsAllRowsAndIsReadUpToItsLastWholeLine() throws IOException {
        Path file = base.resolve("wide.csv");
        try (SeriesFile series = new SeriesFile(file, List.of("time_s", "sent"))) {
            series.append(new double[] {1, 10});
            series.widen(List.of("late", "later"));
            series.append(new double[] {2, 20, 5, Double.NaN});
            series.widen(List.of("last"));
            series.append(new double[] {3, 30, 6, 7, 8});
        }
        byte[] whole = Files.readAllBytes(file);

        assertThat(new String(whole, StandardCharsets.UTF_8))
                .isEqualTo("time_s,sent,late,later,last\n1,10,,,\n2,20,5,,\n3,30,6,7,8\n");
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(SeriesFile.read(file).rows()).hasSize(dataLines(whole, length, "wide.csv"));
        }
    }

    @Test
    void aSeriesIsWidenedByNewColumnsOnly() {
        try (SeriesFile series = new SeriesFile(base.resolve("twice.csv"), List.of("time_s", "sent"))) {
            assertThatThrownBy(() -> series.widen(List.of("sent")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("one of the columns [sent] already");
        }
    }

    @Test
    void aNegativeCountNeverLandsOnAnotherInterval() throws IOException {
        byte[] whole = Files.readAllBytes(trial.resolve("latency.hlog"));
        for (int length = 0; length <= whole.length; length++) {
            Files.write(trial.resolve("latency.hlog"), Arrays.copyOf(whole, length));
            assertThat(new TrialFolder(trial).intervals()).allSatisfy(interval -> {
                assertThat(interval.recorded().negatives()).isEqualTo(1);
                assertThat(interval.recorded().worstNegativeNanos()).isEqualTo(-7);
            });
        }
    }

    @Test
    void anUnfinishedTrialIsNamedAndTheFinishedOnesAreRead() {
        try (TrialWriter second = run.begin("002-b")) {
            second.finish(Recorded.trial(2, "b"));
        }

        RunData read = RunDirectory.readRun(run.path());

        assertThat(read.unfinished()).containsExactly("001-a");
        assertThat(read.trials()).singleElement().satisfies(data -> {
            assertThat(data.trial().folder()).isEqualTo("002-b");
            assertThat(data.intervals()).isEmpty();
            assertThat(data.series().rows()).isEmpty();
        });
    }

    @Test
    void damageBeforeTheLastLineIsNamed() throws IOException {
        Path log = trial.resolve("latency.hlog");
        List<String> lines = Files.readAllLines(log);
        lines.set(lines.size() - 3, lines.get(lines.size() - 3).substring(0, 60));
        Files.write(log, lines);

        assertThatThrownBy(() -> new TrialFolder(trial).intervals())
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

        assertThatThrownBy(() -> new TrialFolder(trial).intervals().forEach(interval -> interval.recorded()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("latency.hlog is damaged: the line after its histogram number 1");
    }

    @Test
    void aDamagedSeriesIsNamedWithItsLine() throws IOException {
        Files.writeString(trial.resolve("series.csv"), "time_s,sent\n1,2\n2\n3,4\n");
        assertThatThrownBy(() -> SeriesFile.read(trial.resolve("series.csv")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("line 3 has 1 fields for 2 columns");

        Files.writeString(trial.resolve("series.csv"), "time_s,sent\n1,2\n2,x\n3,4\n");
        assertThatThrownBy(() -> SeriesFile.read(trial.resolve("series.csv")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("line 3 has 'x' where a number should be");
    }

    private int read(String name) {
        TrialFolder folder = new TrialFolder(trial);
        return switch (name) {
            case "latency.hlog" -> folder.intervals().size();
            case "hiccups.hlog" -> folder.hiccups().size();
            default -> SeriesFile.read(trial.resolve(name)).rows().size();
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
