package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.spec.VendorSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RabbitMqRemoteSettingsTest {
    private static final Map<String, String> CONNECTION = Map.of(
            "uri", "amqps://me:p%40ss@a:5671/%2f,amqps://b",
            "admin.url", "",
            "stream.uri", "rabbitmq-stream+tls://a:5551",
            "queue", "stream",
            "persistent", "true",
            "acknowledgement", "manual",
            "prefetch", "100",
            "confirm-window", "0",
            "replication", "3");

    @ParameterizedTest(quoteTextArguments = false)
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ssl.trust.store | /etc/passwd
            ssl.trust.store | keys/trust.p12
            ssl.trust.store | -----BEGIN /../../etc/passwd
            ssl.key.store   | classpath:any.p12
            ssl.key.store.type | PKCS11
            something.else  | Any
            username        | ${file:/etc/passwd:x}
            """)
    void aCallerGetsNoFile(String name, String value) {
        assertThat(problems(Map.of(name, value)))
                .singleElement()
                .asString()
                .startsWith("settings.rabbitmq.client." + name + " ")
                .doesNotContain("passwd");
    }

    @Test
    void whatTuningAndLoggingInNeedIsTaken() {
        assertThat(problems(Map.of(
                        "connection.heartbeat", "5",
                        "ssl.verify.hostname", "true",
                        "password", "p/w",
                        "rpcTimeout", "30 s",
                        "client.properties.purpose", "load")))
                .isEmpty();
    }

    @Test
    void everyNameThatIsTakenIsOneThatTheClientsKnow() {
        Set<String> known = new TreeSet<>(RabbitMqClientNames.connections());
        known.addAll(RabbitMqClientNames.environments());

        assertThat(known)
                .containsAll(
                        RabbitMqRemoteSettings.LIMITS.of(SettingGroup.CLIENT).names());
    }

    private static List<String> problems(Map<String, String> client) {
        VendorSettings settings = new VendorSettings(client, Map.of(), Map.of(), Map.of(), Map.of());
        return RabbitMqRemoteSettings.LIMITS.problems("rabbitmq", CONNECTION, settings, AllowedFolders.NONE);
    }
}
