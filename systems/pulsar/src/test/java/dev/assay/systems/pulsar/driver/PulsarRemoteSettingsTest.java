package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pulsar.client.impl.conf.ClientConfigurationData;
import org.apache.pulsar.client.impl.conf.ConsumerConfigurationData;
import org.apache.pulsar.client.impl.conf.ProducerConfigurationData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PulsarRemoteSettingsTest {
    private static final String AUTH = "org.apache.pulsar.client.impl.auth.Authentication";

    @TempDir
    Path folder;

    /** Each went through, or could have, when settings were refused by what they looked like. */
    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Tls   | tlsCertFile:etc/cert.pem,tlsKeyFile:../id_rsa
            Tls   | {"tlsCertFile": "etc/cert.pem"}
            Tls   | {"tlsCertFile": "\\u002fetc\\u002fpasswd"}
            Tls   | tlsCertFile:/etc/passwd
            Tls   | other:x
            Token | file:id_rsa
            Token | file:///etc/passwd
            Token | file:///%65tc/passwd
            Token | file://host/etc/passwd
            Token | {"token": "x", "file": "/etc/passwd"}
            Basic | {"userId": "${file:/etc/passwd:x}"}
            Athenz | {"privateKey": "file:///etc/passwd"}
            """)
    void parametersOfALoginNameNoFileOutsideOfTheAllowedFolders(String login, String parameters) {
        assertThat(problems(Map.of("authPluginClassName", AUTH + login, "authParams", parameters)))
                .isNotEmpty()
                .anySatisfy(problem -> assertThat(problem).startsWith("settings.pulsar.client.authParams "))
                .noneMatch(problem -> problem.contains("passwd") || problem.contains("id_rsa"));
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            authParams            | tlsCertFile:etc/cert.pem
            authPluginClassName   | any.Class
            authPluginClassName   | org.apache.pulsar.client.impl.auth.AuthenticationAthenz
            authParamMap          | {"tlsCertFile": "etc/cert.pem"}
            sslFactoryPlugin      | Any
            sslProvider           | Any
            tlsTrustCertsFilePath | -----BEGIN /../../etc/passwd
            tlsTrustCertsFilePath | ca.pem
            description           | ${file:/etc/passwd}
            """)
    void aCallerGetsNoClassAndNoFile(String name, String value) {
        assertThat(problems(Map.of(name, value)))
                .singleElement()
                .asString()
                .startsWith("settings.pulsar.client." + name + " ")
                .doesNotContain("passwd");
    }

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Token | token:eyJhbGciOi.eyJzdWIi.sflKxw-RJ_adQ
            Token | eyJhbGciOi.eyJzdWIi.sflKxw-RJ_adQ
            Basic | {"userId": "me", "password": "p/w"}
            Tls   | tlsCertFile:@/key.pem,tlsKeyFile:@/key.pem
            Tls   | {"tlsCertFile": "@/key.pem", "tlsKeyFile": "@/key.pem"}
            Token | file://@/key.pem
            """)
    void loggingInWithWhatTheSettingsHoldAndWithAllowedFilesIsTaken(String login, String parameters) throws Exception {
        Files.createFile(folder.resolve("key.pem"));
        String here = parameters.replace("@", folder.toString());

        assertThat(problems(Map.of("authPluginClassName", AUTH + login, "authParams", here)))
                .isEmpty();
    }

    @Test
    void everyNameThatIsTakenIsOneThatTheClientKnows() {
        assertThat(ConfigurationFields.names(ClientConfigurationData.class))
                .containsAll(PulsarRemoteSettings.LIMITS.of(SettingGroup.CLIENT).names());
        assertThat(ConfigurationFields.names(ProducerConfigurationData.class))
                .containsAll(
                        PulsarRemoteSettings.LIMITS.of(SettingGroup.PRODUCER).names());
        assertThat(ConfigurationFields.names(ConsumerConfigurationData.class))
                .containsAll(
                        PulsarRemoteSettings.LIMITS.of(SettingGroup.CONSUMER).names());
    }

    @Test
    void addressesAreOfPulsarAndOfHttp() {
        Map<String, String> connection = new TreeMap<>(Map.of(
                "service.url", "pulsar+ssl://a:6651,b:6651",
                "admin.url", "https://a:8443",
                "tenant", "public",
                "ensemble", "3",
                "write-quorum", "3",
                "ack-quorum", "2",
                "subscription-type", "KEY_SHARED"));
        assertThat(problems(connection, Map.of())).isEmpty();

        connection.put("admin.url", "file:///etc/passwd");
        assertThat(problems(connection, Map.of()))
                .containsExactly(
                        "systems.pulsar.admin.url must be a URL that begins with http:// or https:// where a worker's caller is not its owner");
    }

    private List<String> problems(Map<String, String> client) {
        return problems(Map.of(), client);
    }

    private List<String> problems(Map<String, String> connection, Map<String, String> client) {
        VendorSettings settings = new VendorSettings(client, Map.of(), Map.of(), Map.of(), Map.of());
        return PulsarRemoteSettings.LIMITS.problems(
                "pulsar", connection, settings, new AllowedFolders(List.of(folder)));
    }
}
