package dev.assay.run.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.PayloadFiles;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.SecretReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A secret that a scenario names is read from beside it, once, and masked from then on. */
class SecretReaderTest {
    private static final SecretReference FILE = new SecretReference(true, "pass word");

    @TempDir
    Path folder;

    private SecretReader reader() {
        return new SecretReader(folder.resolve("x.yaml"));
    }

    private Path file(String text, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("pass word"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void aFileIsReadOnceWithoutItsLastLineEnd() throws IOException {
        Path file = file(" canary of a file: #1\n\n", "rw-------");
        SecretReader reader = reader();

        assertThat(reader.of(FILE)).isEqualTo(" canary of a file: #1\n");
        Files.delete(file);
        assertThat(reader.of(FILE)).isEqualTo(" canary of a file: #1\n");
        assertThat(ProcessRedactor.known().masked("refused: canary of a file: #1"))
                .isEqualTo("refused: ********");
    }

    @Test
    void aVariableIsReadAsItIs() {
        assertThat(reader().of(new SecretReference(false, "PATH"))).isEqualTo(System.getenv("PATH"));
    }

    @ParameterizedTest
    @CsvSource({"rw-r--r--, canary, chmod 600", "rw-------, '', it is empty", "rw-------, '\n', it is empty"})
    void aFileThatOthersReadOrThatHasNothingIsRefused(String mode, String text, String why) throws IOException {
        file(text, mode);

        assertThatThrownBy(() -> reader().of(FILE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("{ secret-file: \"pass word\" }", why)
                .hasMessageNotContaining("canary");
    }

    @ParameterizedTest
    @CsvSource({"true, there is no such file", "false, there is no such variable"})
    void whatIsNotThereIsNamed(boolean ofFile, String why) {
        assertThatThrownBy(() -> reader().of(new SecretReference(ofFile, "NOT_HERE")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("NOT_HERE", why);
    }

    @Test
    void aRunInPodsTakesWhatWasReadHere() throws IOException {
        file("canary = ä\\\n# x\n", "rw-------");
        SecretReader here = reader();
        String secret = here.of(FILE);
        Path told = Files.writeString(folder.resolve("told"), here.text());
        System.setProperty(SecretReader.FILE, told.toString());
        try {
            assertThat(new SecretReader(Path.of("/nowhere/x.yaml")).of(FILE)).isEqualTo(secret);
        } finally {
            System.clearProperty(SecretReader.FILE);
        }
    }

    @Test
    void whereItIsIsKnownInAnyFolder() throws IOException {
        file("canary of a place", "rw-------");
        SecretReader reader = reader();
        reader.of(FILE);

        assertThat(reader.places())
                .containsExactly(entry(
                        "canary of a place",
                        new SecretReference(true, folder.resolve("pass word").toString())));
    }

    @Test
    void theRecordOfATrialHasNone() throws Exception {
        file("canary.by.name", "rw-------");
        String text = """
                name: x
                systems: { kafka: }
                settings:
                  kafka: { client: { client.id: { secret-file: pass word }, ssl.key.password: { secret-file: pass word }, sasl.mechanism: PLAIN } }
                """;
        TrialSpec spec = ScenarioFile.read("x.yaml", text, List.of(), Set.of(), List.of(), PayloadFiles.NONE, reader())
                .points()
                .getFirst()
                .spec();

        assertThat(spec.settings().client()).containsEntry("client.id", "canary.by.name");
        assertThat(ProcessRedactor.keys(spec))
                .containsEntry("settings.kafka.client.client.id", "********")
                .containsEntry("settings.kafka.client.ssl.key.password", "********")
                .containsEntry("settings.kafka.client.sasl.mechanism", "PLAIN")
                .doesNotContainValue("canary.by.name");
    }
}
