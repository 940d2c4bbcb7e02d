package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.trial.TrialEvent;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that malicious runs from elsewhere are refused, and that no spreadsheet executes a name as a formula. */
class ForeignRunTest {
    @TempDir
    Path base;

    private RunDirectory written() {
        RunDirectory run = RunDirectory.create(base, "quickstart", Recorded.START);
        run.write(Recorded.run(run.id()));
        return run;
    }

    private static void grow(Path file, long bytes) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        }
    }

    @Test
    void aRecordThatIsTooLargeIsNotRead() throws IOException {
        RunDirectory run = written();
        grow(run.path().resolve("run.json"), 1L << 34);

        assertThatThrownBy(() -> RunDirectory.open(run.path()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("run.json is damaged: it has more than 67108864 B, which Assay never writes");
    }

    @Test
    void aReasonThatIsTooLongIsNotRead() throws IOException {
        RunDirectory run = written();
        try (TrialWriter trial = run.begin("001-memory")) {
            trial.on(new TrialEvent.Failure("a reason"));
            grow(trial.folder().resolve(TrialWriter.FAILURE), 1L << 34);
        }

        assertThatThrownBy(() -> run.failure("001-memory"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("failure.txt is damaged: it has more than 67108864 B");
    }

    @Test
    void aLineThatDoesNotEndIsNotTakenIntoMemory() throws IOException {
        Path file = base.resolve("latency.hlog");
        grow(file, 1L << 34);

        try (HistogramLogLines lines = new HistogramLogLines(file)) {
            assertThatThrownBy(lines::next)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("latency.hlog is damaged: it has a line of more than 16777216 B");
        }
    }

    @Test
    void aLabelThatDoesNotEndIsNotTakenIntoMemory() throws IOException {
        Path file = Files.writeString(
                base.resolve("series.csv"), "time_s,metric,unit,node,value\n1,a,count," + "n".repeat(20_000) + ",1\n");

        try (SeriesReader series = new SeriesReader(file)) {
            assertThatThrownBy(series::next)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("series.csv is damaged: it has a line of more than 16384 B");
        }
    }

    @Test
    void labelsWithoutEndAreNotTakenIntoMemory() throws IOException {
        StringBuilder text = new StringBuilder("time_s,metric,unit,node,value\n");
        String node = "n".repeat(16_000);
        for (int i = 0; i < 1100; i++) {
            text.append("1,a,s,").append(node).append(i).append(",1\n");
        }
        Path file = Files.writeString(base.resolve("series.csv"), text);

        try (SeriesReader series = new SeriesReader(file)) {
            assertThatThrownBy(series::next)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("their names and labels have more than 16777216 characters");
        }
    }

    @Test
    void aRecordOfMoreTokensThanAssayWritesIsNotRead() throws IOException {
        RunDirectory run = written();
        Files.writeString(run.path().resolve("run.json"), "{\"a\":[" + "{},".repeat(1_100_000) + "0]}");

        assertThatThrownBy(() -> RunDirectory.open(run.path()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("run.json is damaged")
                .hasMessageContaining("oken count");
    }

    @Test
    void aHistogramThatUnpacksToGigabytesIsRefused() throws IOException {
        Path file = Files.writeString(
                base.resolve("latency.hlog"), "Tag=response@w1,0.000,1.000,1.000," + bomb(Integer.MAX_VALUE) + "\n");

        try (HistogramLogLines lines = new HistogramLogLines(file)) {
            HistogramLogLines.Line line = Objects.requireNonNull(lines.next());
            assertThatThrownBy(() -> line.packed().unpack())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("latency.hlog is damaged")
                    .hasMessageContaining("at most 8388608 bytes of counts, but this one has 2147483647 unpacked");
        }
    }

    private static String bomb(int countsBytes) {
        byte[] header = ByteBuffer.allocate(40)
                .putInt(0x1c849313)
                .putInt(countsBytes)
                .putInt(0)
                .putInt(3)
                .putLong(1)
                .putLong(Long.MAX_VALUE)
                .putDouble(1)
                .array();
        byte[] packed = new byte[100];
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(header);
            deflater.finish();
            int length = deflater.deflate(packed, 8, packed.length - 8);
            ByteBuffer.wrap(packed).putInt(0x1c849314).putInt(length);
            return Base64.getEncoder()
                    .encodeToString(ByteBuffer.allocate(8 + length)
                            .put(packed, 0, 8 + length)
                            .array());
        }
    }

    @Test
    void aNameIsNoFormulaInASpreadsheet() throws IOException {
        RunDirectory run = written();
        List<String> columns = List.of("trial", "server_version", "client", "deployment", "value");
        Map<String, Object> line = Map.of(
                "trial", "001-memory", "server_version", "=1+1", "client", "@SUM(1)", "deployment", "-2", "value", -3L);
        run.writeSummary(1, columns, List.of(), List.of(line));

        assertThat(run.path().resolve("summary.csv"))
                .content()
                .contains(",'=1+1,'@SUM(1),'-2,-3")
                .doesNotContain(",=");
    }

    @Test
    void theNameOfASeriesIsReadBackAsItWas() throws IOException {
        Path file = base.resolve("series.csv");
        Sample sample = new Sample(Metrics.BACKLOG, Labels.of("group", "=cmd"), 1);
        try (SeriesFile series = new SeriesFile(file, List.of("group"))) {
            series.append(1, List.of(sample));
        }

        assertThat(Files.readString(file, StandardCharsets.UTF_8))
                .contains(",'=cmd,")
                .doesNotContain(",=cmd");
        try (SeriesReader reader = new SeriesReader(file)) {
            assertThat(reader.next())
                    .isNotNull()
                    .satisfies(second -> assertThat(second.samples())
                            .extracting(read -> read.labels().get("group"))
                            .containsExactly("=cmd"));
        }
    }
}
