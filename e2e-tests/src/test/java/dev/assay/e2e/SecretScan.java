package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

final class SecretScan {
    private SecretScan() {}

    /** Asserts that no output and no file of the folder contains the secret, except scenarios and secrets. */
    static void assertNotWritten(AssayProgram assay, String secret) throws IOException {
        List<Path> written = written(assay);
        assertThat(written)
                .extracting(file -> file.getFileName().toString())
                .contains("run.json", "worker-w1.log", "out-1.txt", "err-1.txt");
        for (Path file : written) {
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1).contains(secret))
                    .as("%s tells the secret", assay.folder().relativize(file))
                    .isFalse();
        }
    }

    /** Asserts, while the load runs, that no command line of Assay's processes contains the secret. */
    static void assertNotOnCommandLines(AssayProgram assay, AssayProgram.Running running, String secret)
            throws Exception {
        running.awaitText("\\[1/1 .* left", Duration.ofMinutes(2));
        List<String> commands = Processes.of(assay.folder()).stream()
                .map(Processes.Seen::command)
                .toList();
        assertThat(commands).anySatisfy(command -> assertThat(command).contains("WorkerProcess"));
        assertThat(commands).noneSatisfy(command -> assertThat(command).contains(secret));
    }

    private static List<Path> written(AssayProgram assay) throws IOException {
        try (Stream<Path> all = Files.walk(assay.folder())) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(assay.cache())
                            && !file.toString().endsWith(".yaml")
                            && !file.toString().endsWith(AssayProgram.SECRET))
                    .toList();
        }
    }
}
