package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.driver.limit.OutsideSettings;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingList;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.testing.OutsideSettingsTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PulsarOutsideSettingsTest {
    private static final String LOGIN = "authPluginClassName";
    private static final String LOGINS = "org.apache.pulsar.client.impl.auth.Authentication";

    @TempDir
    Path folder;

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            connection | service.url           | pulsar+ssl://a:6651,b:6651     | taken by workers
            connection | admin.url             | https://a:8443                 | taken by workers
            connection | admin.url             | file:///etc/passwd             | systems.pulsar.admin.url must be a URL that begins with http:// or https:// where a worker's caller is not its owner
            connection | subscription-type     | KEY_SHARED                     | taken by workers
            client     | authParams            | tlsCertFile:etc/cert.pem       | needs authPluginClassName as well
            client     | authPluginClassName   | any.Class                      | must be org.apache.pulsar.client.impl.auth.AuthenticationBasic or
            client     | authPluginClassName   | org.apache.pulsar.client.impl.auth.AuthenticationAthenz | must be org.apache.pulsar.client.impl.auth.AuthenticationBasic or
            client     | authParamMap          | {"tlsCertFile": "etc/cert.pem"} | is not a setting
            client     | sslFactoryPlugin      | Any                            | is not a setting
            client     | sslProvider           | Any                            | is not a setting
            client     | tlsTrustCertsFilePath | -----BEGIN /../../etc/passwd   | names a file outside the folders
            client     | tlsTrustCertsFilePath | ca.pem                         | names a file outside the folders
            client     | description           | ${file:/etc/passwd}            | must be a single line of text without ${
            client     | requestTimeoutMs      | 5000                           | taken on cards too
            producer   | batchingMaxMessages   | 1000                           | taken on cards too
            producer   | messageRouter         | any.Class                      | is not a setting
            consumer   | receiverQueueSize     | 1000                           | taken on cards too
            consumer   | keySharedPolicy       | any.Class                      | is not a setting
            topic      | deduplicationEnabled  | true                           | taken on cards too
            broker     | managedLedgerCacheSizeMB | 100                         | taken on cards too
            broker     | authorizationProvider | any.Class                      | taken by workers
            """)
    void aSettingIsTakenOrRefused(String group, String name, String value, String answer) {
        assertThat(answer(group, Map.of(name, value), name))
                .contains(answer)
                .doesNotContain("though taken on cards", "passwd", "any.Class");
    }

    /** In the table {@code @} stands for the allowed folder. */
    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Token  | token:eyJhbGciOi.eyJzdWIi.sflKxw-RJ_adQ                       | taken by workers
            Token  | eyJhbGciOi.eyJzdWIi.sflKxw-RJ_adQ                             | taken by workers
            Token  | file://@/key.pem                                              | taken by workers
            Token  | file:id_rsa                                                   | must be token:TOKEN or file:///FOLDER/FILE
            Token  | file:///etc/passwd                                            | names a file outside the folders
            Token  | file:///%65tc/passwd                                          | must name its file like file:///FOLDER/FILE
            Token  | file://host/etc/passwd                                        | names a file outside the folders
            Token  | {"token": "x", "file": "/etc/passwd"}                         | must be token:TOKEN or file:///FOLDER/FILE
            Basic  | {"userId": "me", "password": "p/w"}                           | taken by workers
            Basic  | {"userId": "${file:/etc/passwd:x}"}                           | must be a single line of text without ${
            Tls    | tlsCertFile:@/key.pem,tlsKeyFile:@/key.pem                    | taken by workers
            Tls    | {"tlsCertFile": "@/key.pem", "tlsKeyFile": "@/key.pem"}       | taken by workers
            Tls    | tlsCertFile:etc/cert.pem,tlsKeyFile:../id_rsa                 | names a file outside the folders
            Tls    | {"tlsCertFile": "etc/cert.pem"}                               | names a file outside the folders
            Tls    | {"tlsCertFile": "\\u002fetc\\u002fpasswd"}                    | names a file outside the folders
            Tls    | tlsCertFile:/etc/passwd                                       | names a file outside the folders
            Tls    | other:x                                                       | must hold tlsCertFile and tlsKeyFile and nothing else
            Athenz | {"privateKey": "file:///etc/passwd"}                          | needs authPluginClassName as well
            """)
    void parametersOfALoginNameNoFileOutsideOfTheAllowedFolders(String login, String parameters, String answer)
            throws Exception {
        Files.createFile(folder.resolve("key.pem"));
        Map<String, String> settings =
                Map.of(LOGIN, LOGINS + login, "authParams", parameters.replace("@", folder.toString()));

        assertThat(answer("client", settings, "authParams"))
                .contains(answer)
                .doesNotContain("though taken on cards", "passwd", "id_rsa");
    }

    @Test
    void everyNameIsOneThatTheClientOrTheServerKnows() {
        OutsideSettings outside = new PulsarProvider().callerLimits();

        PulsarClientNames.KNOWN.forEach(
                (group, known) -> assertThat(outside.names(group)).isNotEmpty().allMatch(known::lists));
        assertThat(outside.names(SettingGroup.BROKER))
                .allMatch(SettingList.beside(PulsarSpec.class, "broker").names()::lists);
    }

    private String answer(String group, Map<String, String> settings, String name) {
        return OutsideSettingsTable.answer(
                new PulsarProvider(), new AllowedFolders(List.of(folder)), group, settings, name);
    }
}
