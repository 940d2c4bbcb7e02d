package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.VendorSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Asks the client, without opening it, for objections that only it knows. */
class NatsSettingCheckTest {
    private static List<String> problems(VendorSettings settings) {
        return new NatsProvider().check(TestConfigs.at("nats://127.0.0.1:9", settings));
    }

    @Test
    void settingsOfAssaysOwnAreTaken() {
        assertThat(problems(VendorSettings.NONE)).isEmpty();
    }

    @Test
    void whatTheClientRefusesIsTold() {
        assertThat(problems(TestConfigs.consumer(Map.of("expires_in", "100 ms"))))
                .singleElement()
                .asString()
                .startsWith("settings.nats.consumer.expires_in must be at least 1 s");
    }
}
