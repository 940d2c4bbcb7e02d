package dev.assay.run.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.Redactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectedLogsTest {
    private static final Redactor KNOWN = Redactor.of(List.of("canary-ä-7f3a", "pass="));

    @TempDir
    Path run;

    private Path log(String name, String text) throws IOException {
        Path file = run.resolve("trials").resolve("001-memory").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void whatAServerLoggedIsTakenOut() throws IOException {
        Path log = log("logs/broker-1.log", "login of u with canary-ä-7f3a failed\n");
        Path deeper = log("logs/more/x.log", "canary-ä-7f3a");

        new CollectedLogs(KNOWN).clean(run);

        assertThat(log).content().isEqualTo("login of u with ******** failed\n");
        assertThat(deeper).content().isEqualTo("********");
        assertThat(log.getParent())
                .isDirectoryNotContaining(file -> file.toString().endsWith(".new"));
    }

    @Test
    void aSecretAcrossTwoBlocksIsFound() throws IOException {
        for (int before = (1 << 20) - 16; before <= 1 << 20; before++) {
            Path log = log("logs/broker-1.log", "x".repeat(before) + "canary-ä-7f3a" + "y".repeat(100));

            new CollectedLogs(KNOWN).clean(run);

            assertThat(Files.readString(log)).isEqualTo("x".repeat(before) + "********" + "y".repeat(100));
        }
    }

    @Test
    void otherFilesAndLogsWithoutSecretsStayAsTheyAre() throws IOException {
        Path record = log("trial.json", "canary-ä-7f3a");
        Path log = log("logs/broker-1.log", "nothing");
        FileTime longAgo = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(log, longAgo);

        new CollectedLogs(KNOWN).clean(run);
        new CollectedLogs(Redactor.NONE).clean(run);

        assertThat(record).content().isEqualTo("canary-ä-7f3a");
        assertThat(Files.getLastModifiedTime(log)).isEqualTo(longAgo);
    }
}
