package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a server which was killed and started again counts as the trial's own, although its process is another one. */
@Tag("server")
@Tag("slow")
class RestartedServerTest {
    /** Gives the second of the load from which on the new process must be seen; on a busy machine it takes some seconds to start. */
    private static final double BACK_SECONDS = 17;

    @TempDir
    Path folder;

    @Test
    void theProcessOfAServerThatWasStartedAgainIsWatched() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Path scenario = assay.write("restarted.yaml", """
                name: restarted
                systems: { nats: { nodes: 1 } }
                durability: level-4
                workload: { rate: 100/s, message: { size: 200 B } }
                phases: { before: { for: 3 s, expect: either }, disturbed: { for: 20 s, expect: either } }
                events:
                  kill: { phase: disturbed, at: 0 s, fault: kill-all }
                  restart: { phase: disturbed, at: 2 s, recover: true }
                timing: { drain: 5 s }
                """);

        Ended ended = assay.run(Duration.ofMinutes(5), "run", scenario.toString());

        Path series = assay.runs().getFirst().resolve("trials/001-nats/series.csv");
        List<String> back = Files.readAllLines(series).stream()
                .filter(line -> line.contains(",process_cpu_cores,") && line.contains(",nats-1,"))
                .filter(line -> Double.parseDouble(line.substring(0, line.indexOf(','))) >= BACK_SECONDS)
                .toList();
        assertThat(back).as(ended.said()).isNotEmpty();
        assay.awaitNothingRunning(Duration.ofMinutes(1));
    }
}
