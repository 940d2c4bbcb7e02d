package dev.assay.driver.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutsideSettingsTest {
    private static final String LIST = """
            # groups       setting   shape          cards
            client         number    number         yes
            client,topic   truth     truth          yes
            client         words     words          yes
            client         text      text           no
            client         pem       pem            no
            client         file      file           no
            client         none      file-or-none   no
            client         addresses addresses      no
            client         urls      url:amqp,amqps no
            client         choice    one-of:A,B     yes
            client         told.*    text           no
            client         own       OwnShape       yes
            client         missing   MissingShape   yes
            """;

    @TempDir
    Path folder;

    /** The last column is empty where a worker takes it. */
    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            number    | 5                                     |
            number    | -0.25                                 |
            number    | any.Class                             | must be a number
            truth     | true                                  |
            truth     | maybe                                 | must be true or false
            words     | TLS_AES_128_GCM_SHA256,TLS_AES_256    |
            words     | /etc/passwd                           | must be words
            words     | ${file:/etc/passwd:x}                 | must be words
            text      | p@ss/w0rd;"x" ü                       |
            text      | ${directory:/srv/keys:id_rsa}         | must be a single line of text without ${
            pem       | -----BEGIN CERTIFICATE----- MIID/abc /def== -----END CERTIFICATE----- |
            pem       | -----BEGIN /../../etc/passwd          | must be PEM
            pem       | -----BEGIN A-----QQ==-----END B-----  | must be PEM
            pem       | /etc/passwd                           | must be PEM
            file      | -----BEGIN /../../etc/passwd          | names a file outside the folders
            file      | etc/passwd                            | names a file outside the folders
            file      | file:/etc/passwd                      | names a file outside the folders
            file      | /etc/passwd                           | names a file outside the folders
            none      | /etc/passwd                           | names a file outside the folders
            none      | ``                                    |
            addresses | broker-1:9092,[::1]:9093              |
            addresses | //there/file                          | must be HOST:PORT
            urls      | amqps://me:secret@there:5671/%2f,amqps://here |
            urls      | amqp://a:1,b:2,[::1]:3/               |
            urls      | file:///etc/passwd                    | must be a URL that begins with amqp:// or amqps://
            urls      | amqp://there,file:///etc/passwd       | must be a URL that begins with
            urls      | amqp://there ,FILE:/etc/passwd        | must be a URL that begins with
            urls      | amqp://there,file:passwd              | must be a URL that begins with
            choice    | B                                     |
            choice    | C                                     | must be A or B where
            told.name | anything                              |
            told      | anything                              | is not a setting that a worker accepts
            own       | mine                                  |
            own       | passwd                                | is not mine
            missing   | passwd                                | can be read by the system's client only
            Number    | 5                                     | is not a setting that a worker accepts
            number.x  | 5                                     | is not a setting that a worker accepts
            unknown   | 5                                     | have 'assay run' start the workers itself
            """)
    void aSettingIsTakenOrRefusedWithItsPlaceAndWithoutItsValue(String name, String value, String problem) {
        if (problem == null) {
            assertThat(problems(name, value)).isEmpty();
        } else {
            assertThat(problems(name, value))
                    .singleElement()
                    .asString()
                    .startsWith("settings.some.client." + name + " ")
                    .contains(problem)
                    .doesNotContain("passwd", "id_rsa", "any.Class");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            number  | 5     | true
            number  | 5 ms  | false
            words   | 8MB   | true
            words   | lz4   | true
            words   | a,b   | false
            words   | a.b   | false
            choice  | A     | true
            choice  | C     | false
            text    | lz4   | false
            missing | lz4   | false
            unknown | 5     | false
            """)
    void aCardMayHaveNumbersAndSingleWordsWhereTheyAreListed(String name, String value, boolean taken) {
        assertThat(list().mayBeOnCard(SettingGroup.CLIENT, name, value)).isEqualTo(taken);
        assertThat(list().mayBeOnCard(SettingGroup.CONSUMER, name, value)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\nb", "amqp://here\n,there"})
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
    void withoutAListNothingIsTakenAndEveryGroupButThatOfServersIsLookedAt() {
        Map<String, String> one = Map.of("a", "1");
        VendorSettings settings = new VendorSettings(one, one, one, one, one);

        assertThat(OutsideSettings.beside(OutsideSettingsTest.class)
                        .problems("some", one, settings, AllowedFolders.NONE))
                .extracting(problem -> problem.substring(0, problem.indexOf(' ')))
                .containsExactly(
                        "systems.some.a",
                        "settings.some.client.a",
                        "settings.some.producer.a",
                        "settings.some.consumer.a",
                        "settings.some.topic.a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client a number",
                "client a number maybe",
                "client a other yes",
                "client a number yes\nproducer,client a text no"
            })
    void aListThatIsNotClearIsADefect(String text) {
        assertThatThrownBy(() -> OutsideSettings.parse(text, Map.of())).isInstanceOf(IllegalArgumentException.class);
    }

    private static OutsideSettings list() {
        return OutsideSettings.parse(
                LIST, Map.of("OwnShape", (value, _) -> value.equals("mine") ? null : "is not mine"));
    }

    private List<String> problems(String name, String value) {
        VendorSettings settings = new VendorSettings(Map.of(name, value), Map.of(), Map.of(), Map.of(), Map.of());
        return list().problems("some", Map.of(), settings, new AllowedFolders(List.of(folder)));
    }
}
