package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.StoredTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs three workers on busy processors with odd numbers of everything, one of which stands still for some seconds. It is slow, as it takes
 * the processors from concurrent tests.
 */
@Tag("server")
@Tag("slow")
class SkippedSecondsTest {
    private static final Pattern INTERVAL_OF_W2 =
            Pattern.compile("^Tag=hiccup@w2,([0-9.]+),([0-9.]+),", Pattern.MULTILINE);
    private static final Pattern SECOND = Pattern.compile("^([0-9.]+),.*\n", Pattern.MULTILINE);
    private static final double SKIPPED = 3;
    private static final double LOAD = 46;

    @TempDir
    Path folder;

    private final List<Process> busy = new ArrayList<>();

    @BeforeEach
    void load() throws IOException {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            busy.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
        }
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        busy.forEach(Process::destroyForcibly);
        Processes.endAll(folder);
    }

    @Test
    void theSecondsOfTheTrialGoOnToItsEnd() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("odd.yaml", """
                name: odd
                systems:
                  nats: { nodes: 1 }
                durability: level-4
                workload:
                  partitions: 7
                  producers: 5
                  consumers: 3
                  subscriptions: 2
                  message: { size: 100 B }
                  rate: 1500/s
                timing: { warmup: 1 s, measure: 45 s, drain: 2 min }
                """);
        Running running = assay.start("run", "odd.yaml", "--workers", "3").awaitText(" left", AssayProgram.PATIENCE);
        Path trial = assay.runs().getFirst().resolve("trials/001-nats");
        double skipped = skipSeconds(assay, trial);

        Until.holds(
                "seconds go on after " + skipped + " s",
                AssayProgram.PATIENCE,
                () -> last(trial.resolve("series.csv"), SECOND) > skipped + SKIPPED);

        assertThat(running.out()).as("while the load is on").doesNotContain("draining");
        Ended ended = running.await(AssayProgram.PATIENCE);
        FinishedTrials.assertMeasured(ended);
        StoredTrial stored = FinishedTrials.only(assay);
        // The verdict on a cluster that has just started, beside busy cores, is not checked here.
        assertThat(stored.trial().delivery().acked())
                .isEqualTo(stored.trial().delivery().scheduled());
        assertThat(stored.trial().delivery().subscriptions())
                .hasSize(2)
                .allSatisfy(subscription -> assertThat(subscription.lost()).isZero());
        assertThat(stored.trial().setup().workers()).containsExactly("w1", "w2", "w3");
        assertThat(last(trial.resolve("series.csv"), SECOND)).isGreaterThanOrEqualTo(LOAD);
        assertThat(FinishedTrials.responses(stored).getTotalCount()).isEqualTo(67_500);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
    }

    /** Stops one worker until the others have reported some more seconds; returns the last of these. */
    private static double skipSeconds(AssayProgram assay, Path trial) throws Exception {
        long worker = Processes.of(assay.folder()).stream()
                .filter(seen -> seen.command().contains("WorkerProcess"))
                .mapToLong(Processes.Seen::pid)
                .max()
                .orElseThrow();
        Path told = trial.resolve("hiccups.hlog");
        double before = last(told, INTERVAL_OF_W2);
        Processes.signal(worker, "STOP");
        try {
            Until.holds("the others go on", AssayProgram.PATIENCE, () -> last(told, INTERVAL_OF_W2) > before + SKIPPED);
        } finally {
            Processes.signal(worker, "CONT");
        }
        return last(told, INTERVAL_OF_W2);
    }

    /** Returns the end of the last second in a file. */
    private static double last(Path file, Pattern line) throws IOException {
        List<MatchResult> lines = Files.exists(file)
                ? line.matcher(Files.readString(file)).results().toList()
                : List.of();
        if (lines.isEmpty()) {
            return 0;
        }
        MatchResult end = lines.getLast();
        return Double.parseDouble(end.group(1)) + (end.groupCount() > 1 ? Double.parseDouble(end.group(2)) : 0);
    }
}
