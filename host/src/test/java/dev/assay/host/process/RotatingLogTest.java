package dev.assay.host.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingLogTest {
    @TempDir
    Path folder;

    private void log(Path log, String text) throws IOException {
        RotatingLog.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), log, 20_000)
                .awaitRest();
    }

    @Test
    void whatIsPrintedIsAppended() throws Exception {
        Path log = Files.writeString(folder.resolve("worker.log"), "before\n");

        log(log, "one\ntwo\n");

        assertThat(log).hasContent("before\none\ntwo\n");
    }

    @Test
    void theNewestIsKept() throws Exception {
        Path log = folder.resolve("worker.log");

        log(log, "a".repeat(50_000) + "the end\n");

        assertThat(log).content().endsWith("the end\n");
        assertThat(log).satisfies(file -> assertThat(Files.size(file)).isLessThanOrEqualTo(20_000));
        Path earlier = folder.resolve("worker.log.1");
        assertThat(Files.size(earlier)).isBetween(1L, 20_000L);
        assertThat(folder.toFile().list()).hasSize(2);
    }

    @Test
    void aLogThatCantBeWrittenHoldsNobodyUp() throws Exception {
        Path log = folder.resolve("worker.log");
        Files.createDirectories(folder.resolve("worker.log.1").resolve("taken"));
        ByteArrayInputStream output = new ByteArrayInputStream(new byte[100_000]);

        RotatingLog.of(output, log, 20_000).awaitRest();

        assertThat(output.available()).isZero();
    }
}
