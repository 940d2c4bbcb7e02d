package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.ConnectionFactory;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.systems.rabbitmq.QueueKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RabbitMqSettingsTest {
    private static RabbitMqSettings resolve(QueueKind queue, Map<String, String> other, VendorSettings settings)
            throws DriverException {
        Map<String, String> connection = new HashMap<>(Map.of(
                "uri", "amqp://guest:guest@127.0.0.1:9/%2f,amqp://guest:guest@127.0.0.1:10/%2f",
                "admin.url", "http://127.0.0.1:11",
                "stream.uri", "rabbitmq-stream://guest:guest@127.0.0.1:12",
                "queue", queue.toString(),
                "persistent", "true",
                "acknowledgement", "manual",
                "prefetch", "200",
                "confirm-window", "300",
                "replication", "3"));
        connection.putAll(other);
        return RabbitMqSettings.resolve(new DriverConfig(
                connection,
                DurabilityLevel.LEVEL_1,
                new Batching(Duration.ofMillis(2), new ByteSize(1 << 20)),
                settings));
    }

    private static VendorSettings groups(
            Map<String, String> client,
            Map<String, String> producer,
            Map<String, String> consumer,
            Map<String, String> topic) {
        return new VendorSettings(client, producer, consumer, topic, Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "CLASSIC, x-queue-type, classic",
        "MIRRORED, x-queue-type, classic",
        "CLASSIC, x-expires, 604800000",
        "QUORUM, x-expires, 604800000",
        "QUORUM, x-quorum-initial-group-size, 3",
        "STREAM, x-initial-cluster-size, 3",
        "STREAM, x-queue-type, stream"
    })
    void queuesAreDeclaredAsTheirKindWants(QueueKind kind, String argument, String value) throws DriverException {
        assertThat(resolve(kind, Map.of(), VendorSettings.NONE).topic().get(argument))
                .extracting(setting -> setting == null ? "" : setting.value())
                .isEqualTo(value);
    }

    /** From 4.0 on a quorum queue would drop them. */
    @ParameterizedTest
    @CsvSource({"QUORUM, 3, ''", "QUORUM, 4, -1", "CLASSIC, 4, ''", "STREAM, 4, ''"})
    void noMessageIsDroppedSinceItWasDeliveredOften(QueueKind kind, int major, String limit) throws DriverException {
        RabbitMqSettings settings = resolve(kind, Map.of(), VendorSettings.NONE).on(major);
        Setting limitSetting = settings.topic().get("x-delivery-limit");
        assertThat(limitSetting == null ? "" : limitSetting.value()).isEqualTo(limit);
        assertThat(settings.topic()).containsKey("x-queue-type");
    }

    @Test
    void numbersAmongArgumentsAreSentAsNumbers() throws DriverException {
        RabbitMqSettings settings = resolve(QueueKind.QUORUM, Map.of(), VendorSettings.NONE);
        assertThat(QueueArguments.values(settings.topic()))
                .containsEntry("x-quorum-initial-group-size", 3L)
                .containsEntry("x-queue-type", "quorum");
    }

    @Test
    void argumentsOfAScenarioAreTypedAndOneThatIsNotListedIsSaid() throws DriverException {
        VendorSettings chosen = new VendorSettings(
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of("x-single-active-consumer", "true", "x-brand-new", "word"),
                Map.of());
        Map<String, Setting> topic = resolve(QueueKind.QUORUM, Map.of(), chosen).topic();

        assertThat(QueueArguments.values(topic))
                .containsEntry("x-single-active-consumer", true)
                .containsEntry("x-brand-new", "word");
        assertThat(topic.get("x-single-active-consumer"))
                .extracting(Setting::reason)
                .isEqualTo("scenario setting");
        assertThat(topic.get("x-brand-new"))
                .extracting(Setting::reason)
                .isEqualTo("scenario setting, not in our list of RabbitMQ 4.3");
    }

    @Test
    void streamsGatherForTheLinger() throws DriverException {
        Map<String, Setting> producer =
                resolve(QueueKind.STREAM, Map.of(), VendorSettings.NONE).producer();
        assertThat(producer)
                .hasEntrySatisfying(
                        "batchPublishingDelay",
                        setting -> assertThat(setting.value()).isEqualTo("2 ms"));
        assertThat(producer)
                .hasEntrySatisfying(
                        "dynamicBatch", setting -> assertThat(setting.value()).isEqualTo("false"));
        assertThat(producer)
                .hasEntrySatisfying(
                        "maxUnconfirmedMessages",
                        setting -> assertThat(setting.value()).isEqualTo("300"));
    }

    @Test
    void allProblemsAreReportedAtOnceWithTheNearestNames() {
        VendorSettings settings = groups(
                Map.of("connection.frame.maxx", "1", "connection.recovery.enabled", "true"),
                Map.of("priorty", "1", "x-priority", "1", "expiration", "1000"),
                Map.of(),
                Map.of("x-max-length", "5"));

        assertThatThrownBy(() -> resolve(QueueKind.QUORUM, Map.of(), settings))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("settings.rabbitmq.client.connection.frame.maxx is not a client setting")
                .hasMessageContaining("did you mean connection.frame.max")
                .hasMessageContaining("connection.recovery.enabled can't be set")
                .hasMessageContaining("did you mean priority?")
                .hasMessageContaining("it belongs under settings.rabbitmq.consumer")
                .hasMessageContaining("expiration can't be set: messages that it drops would be counted as lost")
                .hasMessageContaining("x-max-length can be set only together with x-overflow: reject-publish");
    }

    @ParameterizedTest
    @EnumSource
    void optionsOfTheStreamClientAreTakenForStreamsOnly(QueueKind kind) throws DriverException {
        VendorSettings settings = groups(Map.of("rpcTimeout", "7 s"), Map.of(), Map.of(), Map.of());
        if (kind == QueueKind.STREAM) {
            assertThat(resolve(kind, Map.of(), settings).client()).containsKey("rpcTimeout");
        } else {
            assertThatThrownBy(() -> resolve(kind, Map.of(), settings))
                    .hasMessageContaining("rpcTimeout is not a client setting known to RabbitMQ for queue: " + kind);
        }
    }

    @Test
    void theClientsOwnNamesReachTheFactory() throws DriverException {
        VendorSettings settings =
                groups(Map.of("connection.frame.max", "4096", "username", "someone"), Map.of(), Map.of(), Map.of());
        RabbitMqSettings resolved = resolve(QueueKind.CLASSIC, Map.of(), settings);

        ConnectionFactory factory = FactorySettings.factory(resolved.uris().getFirst(), resolved.client());

        assertThat(factory.getRequestedFrameMax()).isEqualTo(4_096);
        assertThat(factory.getUsername()).isEqualTo("someone");
        assertThat(factory.getVirtualHost()).isEqualTo("/");
        assertThat(factory.getConnectionTimeout()).isEqualTo(5_000);
        assertThat(factory.isAutomaticRecoveryEnabled()).isFalse();
    }

    @Test
    void anAddressForTlsHasTheServerVerifyWhoItIsUnlessSettingsSayOtherwise() throws DriverException {
        Map<String, String> secured = Map.of("uri", "amqps://guest:guest@127.0.0.1:9/%2f");
        RabbitMqSettings usual = resolve(QueueKind.QUORUM, secured, VendorSettings.NONE);
        assertThat(usual.client().keySet())
                .contains("ssl.enabled", "ssl.validate.server.certificate", "ssl.verify.hostname");
        ConnectionFactory factory = FactorySettings.factory(usual.uris().getFirst(), usual.client());
        assertThat(factory.isSSL()).isTrue();
        assertThat(factory.getPort()).isEqualTo(9);
        assertThat(FactorySettings.factory("amqps://h", usual.client()).getPort())
                .isEqualTo(5_671);

        VendorSettings open = groups(
                Map.of("ssl.validate.server.certificate", "false", "ssl.verify.hostname", "false"),
                Map.of(),
                Map.of(),
                Map.of());
        Map<String, Setting> settingsOfClient =
                resolve(QueueKind.QUORUM, secured, open).client();
        assertThat(TlsSettings.of(settingsOfClient).trustsEverybody()).isTrue();
        assertThat(TlsSettings.of(usual.client()).trustsEverybody()).isFalse();
        assertThat(resolve(QueueKind.QUORUM, Map.of(), VendorSettings.NONE).client())
                .doesNotContainKey("ssl.enabled");
    }

    @ParameterizedTest
    @CsvSource({"amqps://h:1, false", "amqp://h:1, true"})
    void tlsSettingsThatContradictTheAddressAreRefused(String uri, String enabled) {
        assertThatThrownBy(() -> FactorySettings.factory(uri, Map.of("ssl.enabled", new Setting(enabled, "a test's"))))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("ssl.enabled is " + enabled + ", but the address is " + uri);
    }

    @Test
    void aTrustStoreThatCannotBeReadIsNamed() {
        TlsSettings missing = new TlsSettings(Map.of("ssl.trust.store", "/nowhere/trust.p12"));
        assertThatThrownBy(missing::context)
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("settings.rabbitmq.client.ssl.trust.store: can't read /nowhere/trust.p12");
        assertThatThrownBy(missing::streamContext).hasMessageContaining("/nowhere/trust.p12");
    }

    @Test
    void addressesInMessagesHaveNoPasswords() {
        assertThatThrownBy(() -> FactorySettings.factory("amqp://me:secret@ho st", Map.of()))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("amqp://ho st")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({"queue, lazy, stream", "prefetch, none, whole number", "confirm-window, -1, at least 0"})
    void connectionsThatMakeNoSenseAreRefused(String key, String value, String expected) {
        assertThatThrownBy(() -> resolve(QueueKind.QUORUM, Map.of(key, value), VendorSettings.NONE))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("'" + key + "'")
                .hasMessageContaining(expected);
    }

    @Test
    void valuesOfOptionsMustBeWhatTheyStandFor() throws DriverException {
        RabbitMqSettings settings =
                resolve(QueueKind.CLASSIC, Map.of(), groups(Map.of(), Map.of("priority", "high"), Map.of(), Map.of()));
        assertThatThrownBy(() -> new MessageProperties(settings))
                .isInstanceOf(DriverException.class)
                .hasMessage("settings.rabbitmq.producer.priority must be a whole number, but is 'high'");
    }
}
