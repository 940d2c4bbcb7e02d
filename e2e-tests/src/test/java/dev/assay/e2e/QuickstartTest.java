package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.StoredTrial;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the first steps of a new user, with a shorter measurement. */
@Tag("server")
@Tag("alone")
class QuickstartTest {
    private static final Path SCENARIO =
            Path.of("..", "scenarios", "quickstart.yaml").toAbsolutePath().normalize();

    private static final String SHORT = "timing={warmup: 5 s, measure: 8 s, drain: 15 s}";

    @TempDir
    Path folder;

    @Test
    void oneCommandMeasuresAClusterAndLeavesTheRunDirectoryAndNothingElse() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", SCENARIO.toString(), "--set", SHORT);

        FinishedTrials.assertMeasured(ended);
        assertThat(ended.err()).isEmpty();
        Path run = assay.runs().getFirst();
        assertThat(ended.out()).contains("run directory: runs/" + run.getFileName(), "report.html");
        StoredTrial trial = RunDirectory.readRun(run).trials().getFirst();
        FinishedTrials.assertSound(trial);
        Set<String> tracks = new TreeSet<>();
        AtomicInteger seconds = new AtomicInteger();
        trial.eachSecond(second -> {
            seconds.incrementAndGet();
            second.samples()
                    .forEach(sample ->
                            tracks.add(sample.metric().name() + sample.labels().values()));
        });
        assertThat(tracks)
                .contains(
                        "process_cpu_cores{node=broker-1}",
                        "process_network_received_bytes_per_second{node=broker-3}",
                        "node_gc_pause_seconds{node=broker-2}",
                        "node_write_seconds{node=broker-1, part=replicas}",
                        "process_resident_memory_bytes{worker=w1}",
                        "host_cpu_busy_ratio{host=coordinator}");
        assertThat(seconds.get())
                .as("one a second, but for those that a busy machine left out")
                .isGreaterThan(5);
        assertComplete(run);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
        assertThat(assay.clusterData()).isEmpty();
        assertReportIsMadeAgain(assay, run, ended.code());
        Ended values = assay.run(AssayProgram.PATIENCE, "compare", run.toString(), "--csv");
        assertThat(values.code()).as(values.said()).isZero();
        assertThat(values.out()).contains(String.valueOf(run.getFileName())).containsPattern("response\\.p99,ns,");
        assertToolOfTheHistogramLibraryAgrees(run);
        assertABrowserShows(run.resolve("report.html"), "Kafka");
    }

    /** Asserts that the page's scripts ran to their end without an error; the tests of the module report check its content. */
    private void assertABrowserShows(Path page, String text) throws Exception {
        Path dom = folder.resolve("dom.html");
        Path log = folder.resolve("browser.log");
        Process browser = new ProcessBuilder(
                        System.getenv().getOrDefault("ASSAY_CHROMIUM", "chromium"),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-background-networking",
                        "--no-first-run",
                        "--user-data-dir=" + folder.resolve("browser"),
                        "--enable-logging=stderr",
                        "--virtual-time-budget=20000",
                        "--dump-dom",
                        page.toUri().toString())
                .redirectOutput(dom.toFile())
                .redirectError(log.toFile())
                .start();
        assertThat(browser.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(dom)).contains("data-ready=\"true\"", text);
        assertThat(Files.readString(log)).doesNotContain(":CONSOLE");
    }

    private static void assertComplete(Path run) {
        Path trial = run.resolve("trials").resolve("001-kafka");
        assertThat(List.of(
                        run.resolve("run.json"),
                        run.resolve("summary.json"),
                        run.resolve("summary.csv"),
                        run.resolve("report.html"),
                        trial.resolve("trial.json"),
                        trial.resolve("latency.hlog"),
                        trial.resolve("latency-warmup.hlog"),
                        trial.resolve("hiccups.hlog"),
                        trial.resolve("series.csv"),
                        trial.resolve("logs/broker-1.log"),
                        trial.resolve("logs/worker-w1.log")))
                .allSatisfy(file -> assertThat(file).isRegularFile());
    }

    private static void assertReportIsMadeAgain(AssayProgram assay, Path run, int code) throws Exception {
        Map<String, String> before = published(run);
        for (String file : before.keySet()) {
            Files.delete(run.resolve(file));
        }

        Ended ended = assay.run(AssayProgram.PATIENCE, "report", run.toString());

        assertThat(ended.code()).as(ended.said()).isEqualTo(code);
        assertThat(published(run)).isEqualTo(before);
    }

    private static Map<String, String> published(Path run) throws IOException {
        Map<String, String> files = new TreeMap<>();
        for (String file : List.of("report.html", "summary.json", "summary.csv")) {
            files.put(file, Files.readString(run.resolve(file)));
        }
        return files;
    }

    /** The tool prints milliseconds to three decimals. */
    private static void assertToolOfTheHistogramLibraryAgrees(Path run) throws Exception {
        long ours = summaryNanos(run, "response.p99.9");
        assertThat(ours)
                .isEqualTo(FinishedTrials.responses(
                                RunDirectory.readRun(run).trials().getFirst())
                        .getValueAtPercentile(99.9));
        assertThat(HistogramTool.p999Millis(
                        run.resolve("trials/001-kafka/latency.hlog"), "response@w1", run.resolve("tool.txt")))
                .isEqualTo(Math.round(ours / 1e3) / 1e3);
    }

    private static long summaryNanos(Path run, String statistic) throws IOException {
        String json = Files.readString(run.resolve("summary.json"));
        Matcher value = Pattern.compile(
                        "\"statistic\":\"" + Pattern.quote(statistic) + "\",\"unit\":\"ns\",\"value\":([0-9]+)")
                .matcher(json);
        assertThat(value.find()).as(json).isTrue();
        return Long.parseLong(value.group(1));
    }
}
