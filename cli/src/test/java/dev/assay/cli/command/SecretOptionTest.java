package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.run.ProcessRedactor;
import dev.assay.run.Secrets;
import dev.assay.run.exit.CommandFailure;
import dev.assay.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretOptionTest {
    private static final String KEY = "ssl.key.password";
    private static final String PATH = "settings.kafka.client." + KEY;

    @TempDir
    Path folder;

    private Path file(String secret, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("password"), secret);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "canary-of-a-file",
                "{a: 1}",
                "\"quoted\" \\ 'so'",
                "a,b # c: d",
                " blanks ",
                "two\nlines",
                "null",
                "pä§s word"
            })
    void theTextOfTheFileIsTheValueAsItIs(String secret) throws Exception {
        String override = SecretOption.read(PATH + "=" + file(secret + "\n", "rw-------"));

        ScenarioFile scenario =
                ScenarioFile.read("x.yaml", "name: x\nsystems: { kafka: }\n", List.of(override), Set.of());

        assertThat(scenario.points().getFirst().spec().settings().client()).containsEntry(KEY, secret);
        assertThat(Secrets.masked(List.of(override))).containsExactly(PATH + "=********");
    }

    @Test
    void itIsKnownAsASecret() throws Exception {
        SecretOption.read(PATH + "=" + file("canary-of-a-file\n", "rw-------"));

        assertThat(ProcessRedactor.known().masked("refused: canary-of-a-file")).isEqualTo("refused: ********");
    }

    @Test
    void aFileThatOthersCanReadIsRefused() throws Exception {
        Path file = file("canary-of-a-file", "rw-r--r--");

        assertThatThrownBy(() -> SecretOption.read(PATH + "=" + file))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll("--set-file: can't read " + file, "others may read or change it");
    }

    @Test
    void whatWouldBeStoredIsRefused() throws Exception {
        Path file = file("canary-of-a-file", "rw-------");

        assertThatThrownBy(() -> SecretOption.read("settings.kafka.client.client.id=" + file))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("nothing in the name settings.kafka.client.client.id says that it is secret")
                .hasMessageNotContaining("canary");
    }

    @Test
    void whatIsNoPathAndFileIsRefused() {
        assertThatThrownBy(() -> SecretOption.read("password"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("expected PATH=FILE");
        assertThatThrownBy(() -> SecretOption.read(PATH + "=" + folder.resolve("nowhere")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("there is no such file");
    }

    @Test
    void overridesOfFilesComeAfterTheOthersUntilTheyAreReplaced() {
        ScenarioChanges changes = new ScenarioChanges();
        changes.overrides = List.of("seed=3");
        assertThat(changes.all()).containsExactly("seed=3");

        changes.replace(List.of("seed=4"));
        assertThat(changes.all()).containsExactly("seed=4");
    }
}
