package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs JVMs of their own, since the heap and the collector are under test. */
class AllocationStallMeterTest {
    @Test
    void threadsThatWaitForMemoryAreCounted() throws Exception {
        long[] stalls = run("-XX:+UseZGC", "-Xmx32m");

        assertThat(stalls[0]).as("stalls").isPositive();
        assertThat(stalls[1]).as("sum").isGreaterThanOrEqualTo(stalls[2]);
        assertThat(stalls[2]).as("longest").isPositive();
    }

    private static long[] run(String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), StallingMain.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return Arrays.stream(output.strip().split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
