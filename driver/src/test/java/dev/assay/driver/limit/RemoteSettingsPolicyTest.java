package dev.assay.driver.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteSettingsPolicyTest {
    private static final AllowedSettings CLIENT = AllowedSettings.NONE
            .with(ValueShapes.NUMBER, "number")
            .with(ValueShapes.TRUTH, "truth")
            .with(ValueShapes.WORDS, "words")
            .with(ValueShapes.TEXT, "text")
            .with(ValueShapes.PEM, "pem")
            .with(ValueShapes.FILE, "file")
            .with(ValueShapes.ADDRESSES, "addresses")
            .with(ValueShapes.urls("amqp", "amqps"), "urls")
            .with(ValueShapes.oneOf(Set.of("A", "B")), "choice")
            .withPassedOn(ValueShapes.TEXT, "told.");

    @TempDir
    Path folder;

    @Test
    void anAddressHasNoLineEnd() {
        assertThat(problems("urls", "amqp://here\n,there"))
                .singleElement()
                .asString()
                .contains("must be a URL that begins with amqp:// or amqps://");
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            number    | 5
            number    | -0.25
            truth     | true
            words     | TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384
            text      | p@ss/w0rd;"x" ü
            pem       | -----BEGIN CERTIFICATE----- MIID/abc /def== -----END CERTIFICATE-----
            addresses | broker-1:9092,[::1]:9093
            urls      | amqps://me:secret@there:5671/%2f,amqps://here
            urls      | amqp://a:1,b:2,[::1]:3/
            choice    | B
            told.name | anything
            """)
    void whatHasItsShapeIsTaken(String name, String value) {
        assertThat(problems(name, value)).isEmpty();
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            number    | any.Class                             | must be a number
            truth     | maybe                                 | must be true or false
            words     | /etc/passwd                           | must be words
            words     | ${file:/etc/passwd:x}                 | must be words
            text      | ${directory:/srv/keys:id_rsa}     | must be a single line of text without ${
            pem       | -----BEGIN /../../etc/passwd          | must be PEM
            pem       | -----BEGIN A-----QQ==-----END B-----  | must be PEM
            pem       | /etc/passwd                           | must be PEM
            file      | -----BEGIN /../../etc/passwd          | names a file outside the folders
            file      | etc/passwd                            | names a file outside the folders
            file      | file:/etc/passwd                      | names a file outside the folders
            file      | /etc/passwd                           | names a file outside the folders
            addresses | //there/file                          | must be HOST:PORT
            urls      | file:///etc/passwd                    | must be a URL that begins with amqp:// or amqps://
            urls      | amqp://there,file:///etc/passwd       | must be a URL that begins with
            urls      | amqp://there ,FILE:/etc/passwd        | must be a URL that begins with
            urls      | amqp://there,file:passwd              | must be a URL that begins with
            choice    | C                                     | must be A or B where
            Number    | 5                                     | is not a setting that a worker accepts
            number.x  | 5                                     | is not a setting that a worker accepts
            unknown   | 5                                     | have 'assay run' start the workers itself
            """)
    void whatHasNotIsRefusedWithItsPlaceAndWithoutItsValue(String name, String value, String problem) {
        assertThat(problems(name, value))
                .singleElement()
                .asString()
                .startsWith("settings.some.client." + name + " ")
                .contains(problem)
                .doesNotContain("passwd", "id_rsa", "any.Class");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\nb"})
    void controlCharactersAreRefused(String value) {
        for (String name : List.of("words", "text", "file", "addresses", "urls", "choice", "number")) {
            assertThat(problems(name, value)).as(name).hasSize(1);
        }
    }

    @Test
    void aValueOfAnyLengthIsAnsweredAtOnce() {
        assertThat(problems("pem", "-----BEGIN A-----QQ==-----END A-----".repeat(20_000)))
                .isEmpty();
        assertThat(problems("text", "x".repeat(2_000_000)))
                .singleElement()
                .asString()
                .contains("2000000 characters");
    }

    @Test
    void aFileInAnAllowedFolderIsTakenAndALinkOutOfItIsNot(@TempDir Path elsewhere) throws Exception {
        Path inside = Files.createFile(folder.resolve("trust.jks"));
        Path outside = Files.createFile(elsewhere.resolve("outside.jks"));
        Path link = Files.createSymbolicLink(folder.resolve("link.jks"), outside);

        assertThat(problems("file", inside.toString())).isEmpty();
        for (String other : List.of(
                link.toString(),
                folder + "/../" + elsewhere.getFileName() + "/outside.jks",
                folder + "/missing.jks",
                " " + inside,
                inside + " ",
                "file:" + inside,
                folder.relativize(inside).toString())) {
            assertThat(problems("file", other))
                    .as(other)
                    .singleElement()
                    .asString()
                    .contains(folder.toString());
        }
    }

    @Test
    void everyGroupButThatOfServersIsLookedAt() {
        Map<String, String> one = Map.of("a", "1");
        VendorSettings settings = new VendorSettings(one, one, one, one, one);

        assertThat(RemoteSettingsPolicy.NOTHING.problems("some", one, settings, AllowedFolders.NONE))
                .extracting(problem -> problem.substring(0, problem.indexOf(' ')))
                .containsExactly(
                        "systems.some.a",
                        "settings.some.client.a",
                        "settings.some.producer.a",
                        "settings.some.consumer.a",
                        "settings.some.topic.a");
    }

    private List<String> problems(String name, String value) {
        return new RemoteSettingsPolicy(AllowedSettings.NONE, Map.of(SettingGroup.CLIENT, CLIENT))
                .problems(
                        "some",
                        Map.of(),
                        new VendorSettings(Map.of(name, value), Map.of(), Map.of(), Map.of(), Map.of()),
                        new AllowedFolders(List.of(folder)));
    }
}
