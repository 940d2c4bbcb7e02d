package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that values are written with the digits 0 to 9 in every locale. */
class LocaleTest {
    @Test
    void aMessageHasNoOtherDigits(@TempDir Path folder) throws IOException, InterruptedException {
        Path scenario = Files.writeString(folder.resolve("x.yaml"), """
                name: x
                systems: { nats: {} }
                workload: { message: { size: 5 MB }, rate: 100/s }
                timing: { warmup: 1 s, measure: 5 s }
                """);

        Process plan = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Duser.language=ar",
                        "-Duser.country=EG",
                        "-Dstdout.encoding=UTF-8",
                        "-Dstderr.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.assay.cli.Main",
                        "plan",
                        scenario.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(plan.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(plan.waitFor()).as(said).isEqualTo(2);
        assertThat(said).contains("messages of 5000000 B are larger").doesNotContainPattern("[\\p{Nd}&&[^0-9]]");
    }
}
