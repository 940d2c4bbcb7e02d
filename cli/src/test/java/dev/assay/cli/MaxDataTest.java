package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks that the program asks before it writes much data to a cluster that others run, or loads it heavily. */
class MaxDataTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... options) throws IOException {
        Path scenario = folder.resolve("much.yaml");
        Files.writeString(scenario, """
                name: much
                systems: { kafka: { deployment: existing, bootstrap.servers: '192.0.2.7:9092' } }
                workload: { rate: 100000/s, message: { size: 10 KB } }
                """);
        CommandLine program = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        String[] all = new String[options.length + 1];
        all[0] = options[0];
        all[1] = scenario.toString();
        System.arraycopy(options, 1, all, 2, options.length - 1);
        return program.execute(all);
    }

    @Test
    void aRunWithoutATerminalIsRefusedBeforeAnythingIsStarted() throws IOException {
        assertThat(execute("run", "--out", folder.resolve("runs").toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("this run may hurt a cluster that Assay did not start")
                .contains("sends up to 1.0 GB/s to kafka")
                .contains("--yes")
                .contains("--max-data");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void aSizeThatIsNoneIsNamed() throws IOException {
        assertThat(execute("run", "--max-data", "much")).isEqualTo(2);
        assertThat(err.toString()).contains("--max-data").contains("'much'");
    }

    @Test
    void thePlanSaysWhatItWouldWrite() throws IOException {
        assertThat(execute("plan")).isZero();
        assertThat(out.toString())
                .containsPattern("writes: up to [0-9.]+ GB to kafka in 1 trial")
                .contains("which Assay did not start")
                .containsPattern("asks of kafka: up to [0-9]+ partitions in all copies");
    }
}
