package dev.assay.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerSettingsFileTest {
    private static final Map<String, String> SETTINGS = Map.of(
            "default_pass", "canary-1",
            "listener.sasl.jaas.config", "x.Module required\n password=\"canary-2\";",
            "auth.uri", "ldap://u:canary@3@one",
            "note", "it says canary-1",
            "port", "9092");

    @TempDir
    Path folder;

    private ServerSettingsFile file(ServerSettingsFile.Form form) throws IOException {
        Files.createDirectories(logs());
        return ServerSettingsFile.beside(
                Files.createDirectories(folder.resolve("data").resolve("broker-1")), form);
    }

    private Path logs() {
        return folder.resolve("logs");
    }

    @Test
    void theServersFileIsTheOwnersAndWhatIsKeptHasNoSecrets() throws IOException {
        ServerSettingsFile file = file(ServerSettingsFile.Form.PROPERTIES);
        Files.writeString(file.file(), "of an attempt before");

        file.write(SETTINGS, UnaryOperator.identity(), logs());

        assertThat(file.file()).isEqualTo(folder.resolve("data").resolve("broker-1.properties"));
        assertThat(Files.getPosixFilePermissions(file.file())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        Properties read = new Properties();
        try (Reader reader = Files.newBufferedReader(file.file())) {
            read.load(reader);
        }
        assertThat(read).isEqualTo(SETTINGS);
        assertThat(logs().resolve("broker-1.properties"))
                .content()
                .contains("default_pass=********", "port=9092", "********@one", "note=it says ********")
                .doesNotContain("canary");
    }

    /** Servers read Latin-1, like Java properties from a stream. */
    @Test
    void aFolderOfAnyNameIsFoundByTheServer() throws IOException {
        ServerSettingsFile file = file(ServerSettingsFile.Form.PROPERTIES);
        Map<String, String> settings = Map.of("log.dirs", "/tmp/ü é 日本 'x\"$&\\/data", "port", "9092");

        file.write(settings, UnaryOperator.identity(), logs());

        Properties read = new Properties();
        try (InputStream stream = Files.newInputStream(file.file())) {
            read.load(stream);
        }
        assertThat(read).isEqualTo(settings);
    }

    @Test
    void theSameInLines() throws IOException {
        ServerSettingsFile file = file(ServerSettingsFile.Form.LINES);

        file.write(Map.of("default_pass", "canary-1", "port", "5672"), UnaryOperator.identity(), logs());

        assertThat(file.file()).content().contains("default_pass = canary-1\n", "port = 5672\n");
        assertThat(logs().resolve("broker-1.conf")).content().contains("default_pass = ********\n", "port = 5672\n");
    }

    /** The name of the block does not show that a password is in it. */
    @Test
    void aSecretInABlockIsNotKept() throws IOException {
        ServerSettingsFile file = file(ServerSettingsFile.Form.LINES);

        file.write(
                Map.of("authorization.password", "say \"canary\""),
                settings -> Map.of("authorization", "{ password: " + settings.get("authorization.password") + " }"),
                logs());

        assertThat(file.file()).content().isEqualTo("authorization = { password: say \"canary\" }\n");
        assertThat(logs().resolve("broker-1.conf")).content().isEqualTo("authorization = { password: ******** }\n");
    }
}
