package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.trial.TrialEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the library's own tool reads the logs, and reports the same values. */
class HistogramLogProcessorTest {
    private static final double NANOS_PER_MILLI = 1e6;

    @TempDir
    Path base;

    private Path trial;

    @BeforeEach
    void writeTwoWorkers() {
        RunDirectory run = RunDirectory.create(base, "processor", Recorded.START);
        run.write(Recorded.run(run.id()));
        Random random = new Random(7);
        try (TrialWriter writer = run.begin("001-a")) {
            trial = writer.folder();
            writer.on(new TrialEvent.Start(Recorded.START, List.of()));
            for (int second = 0; second < 20; second++) {
                for (String worker : List.of("w1", "w2")) {
                    var response = Recorded.recorded("measure", LatencyMetric.RESPONSE, Recorded.random(random, 300));
                    var service = Recorded.recorded("measure", LatencyMetric.SERVICE, Recorded.random(random, 100));
                    writer.on(new TrialEvent.Interval(Recorded.interval(worker, second, List.of(response, service))));
                }
            }
        }
    }

    @Test
    void theToolPrintsTheValuesThatWeRead() throws Exception {
        for (String worker : List.of("w1", "w2")) {
            Histogram merged = merge(worker);

            String table = process("-i", trial.resolve("latency.hlog").toString(), "-tag", "response@" + worker);

            double[] total = lastTotals(table);
            assertThat(total[0]).as("n").isEqualTo((double) merged.getTotalCount());
            List<Double> percents = List.of(50.0, 90.0, 99.0, 99.9, 99.99);
            for (int i = 0; i < percents.size(); i++) {
                assertThat(String.format(Locale.ROOT, "%.3f", total[1 + i]))
                        .as("p%s in ms", percents.get(i))
                        .isEqualTo(millis(merged.getValueAtPercentile(percents.get(i))));
            }
            assertThat(String.format(Locale.ROOT, "%.3f", total[6]))
                    .as("max in ms")
                    .isEqualTo(millis(merged.getMaxValue()));
        }
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MILLI);
    }

    private Histogram merge(String worker) {
        Histogram merged = new Histogram(3);
        new FolderTrial(trial, Recorded.trial(1, "a"), FolderTrial.Access.READ).eachInterval(interval -> {
            if (interval.worker().equals(worker) && interval.metric() == LatencyMetric.RESPONSE) {
                merged.add(interval.recorded().histogram());
            }
        });
        return merged;
    }

    /** Returns the tool's totals: n, then p50, p90, p99, p99.9, p99.99 and the maximum in milliseconds. */
    private static double[] lastTotals(String table) {
        String last = table.lines()
                .filter(line -> line.contains(" T:"))
                .reduce((earlier, later) -> later)
                .orElseThrow();
        String[] values = last.substring(last.indexOf(" T:") + 3)
                .replaceAll("[()]", " ")
                .strip()
                .split(" +");
        return Arrays.stream(values).mapToDouble(Double::parseDouble).toArray();
    }

    private String process(String... arguments) throws IOException, InterruptedException {
        Path out = base.resolve("out");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                Path.of(Histogram.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                        .toString(),
                "org.HdrHistogram.HistogramLogProcessor",
                "-o",
                out.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(base.resolve("stdout").toFile())
                .start();
        try {
            assertThat(process.waitFor(4, TimeUnit.MINUTES)).as("ended in time").isTrue();
            return Files.readString(out);
        } finally {
            process.destroyForcibly();
        }
    }
}
