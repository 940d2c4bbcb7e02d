package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import io.nats.client.Options;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NatsSettingsTest {
    private static final String HERE = "nats://127.0.0.1:9, nats://127.0.0.1:10";

    private static NatsSettings resolve(VendorSettings settings) throws DriverException {
        return NatsSettings.resolve(TestConfigs.at(HERE, settings));
    }

    private static String client(NatsSettings settings, String name) {
        Setting setting = settings.client().get(name);
        return setting == null ? "" : setting.value();
    }

    /** By default the client's clean-up would cancel messages that are older than 5 s. */
    @Test
    void lateAcknowledgementsAreWaitedFor() throws DriverException {
        NatsSettings settings = resolve(VendorSettings.NONE);
        assertThat(Long.parseLong(client(settings, Options.PROP_CLEANUP_INTERVAL)))
                .isGreaterThan(Options.DEFAULT_REQUEST_CLEANUP_INTERVAL.toMillis());
        assertThat(settings.acknowledgementSeconds()).isEqualTo(30);
        assertThat(resolve(TestConfigs.client(Map.of(Options.PROP_CLEANUP_INTERVAL, "1500")))
                        .acknowledgementSeconds())
                .isEqualTo(2);
    }

    @Test
    void theFlushOfEachMessageIsTheScenariosToDecide() throws DriverException {
        assertThat(client(resolve(VendorSettings.NONE), Options.PROP_FORCE_FLUSH_ON_REQUEST))
                .isEqualTo("false");
        DriverConfig single = new DriverConfig(
                TestConfigs.connection(HERE),
                DurabilityLevel.LEVEL_4,
                new Batching(Duration.ZERO, new ByteSize(0)),
                VendorSettings.NONE);
        assertThat(client(NatsSettings.resolve(single), Options.PROP_FORCE_FLUSH_ON_REQUEST))
                .isEqualTo("true");
    }

    @Test
    void theClientsQueueHasRoomForWhatMayBeInFlight() throws DriverException {
        assertThat(NatsSettings.resolve(TestConfigs.inFlight(20_000)).client())
                .containsEntry(
                        Options.PROP_MAX_MESSAGES_IN_OUTGOING_QUEUE,
                        new Setting("20000", "harness: room for the 20000 messages of workload.in-flight"));
        assertThat(NatsSettings.resolve(TestConfigs.inFlight(100)).client())
                .doesNotContainKey(Options.PROP_MAX_MESSAGES_IN_OUTGOING_QUEUE);
    }

    @Test
    void whatTheScenarioSaysWins() throws DriverException {
        NatsSettings settings = resolve(new VendorSettings(
                Map.of(Options.PROP_RECONNECT_WAIT, "7"),
                Map.of(),
                Map.of("ack_wait", "60 s", "expires_in", "10 s", "threshold_percent", "50"),
                Map.of("compression", "s2"),
                Map.of()));
        assertThat(settings.urls()).isEqualTo(List.of("nats://127.0.0.1:9", "nats://127.0.0.1:10"));
        assertThat(client(settings, Options.PROP_RECONNECT_WAIT)).isEqualTo("7");
        assertThat(settings.consumer()).containsOnlyKeys("ack_wait");
        assertThat(settings.expiresMillis()).isEqualTo(10_000);
        assertThat(settings.thresholdPercent()).isEqualTo(50);
        assertThat(settings.stream()).containsEntry("compression", Setting.ofScenario("s2"));
    }

    @Test
    void aPullThatTheClientWouldRefuseIsRefused() throws DriverException {
        NatsSettings settings = resolve(TestConfigs.consumer(Map.of("expires_in", "10 ms")));
        assertThatThrownBy(settings::expiresMillis)
                .isInstanceOf(DriverException.class)
                .hasMessage(
                        "settings.nats.consumer.expires_in must be at least 1 s, but is 10 ms; raise it, or remove it");
    }

    @Test
    void namesThatTheClientDoesNotKnowAreRefused() {
        assertThatThrownBy(() -> resolve(TestConfigs.client(Map.of("io.nats.client.pinginterva", "1"))))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("io.nats.client.pinginterval");
        assertThatThrownBy(() -> resolve(TestConfigs.client(Map.of("io.nats.client.callback.error", "any.Class"))))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("it names a class");
    }

    @ParameterizedTest
    @CsvSource({
        "replication, 0",
        "replication, three",
        "prefetch, -1",
        "storage, disk",
        "retention, interest",
        "acknowledgement, manual",
        "url, ''"
    })
    void anEntryThatIsNoneIsNamed(String key, String value) {
        Map<String, String> connection = new HashMap<>(TestConfigs.connection(HERE));
        connection.put(key, value);
        DriverConfig config =
                new DriverConfig(connection, DurabilityLevel.LEVEL_4, TestConfigs.BATCHING, VendorSettings.NONE);
        assertThatThrownBy(() -> NatsSettings.resolve(config))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("'" + key + "'");
    }
}
