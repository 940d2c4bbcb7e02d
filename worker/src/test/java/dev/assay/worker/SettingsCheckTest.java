package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import dev.assay.worker.wire.SettingsQuestion;
import dev.assay.worker.wire.WireFormat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsCheckTest {
    private static final DriverProvider PROVIDER = new DriverProvider() {
        @Override
        public String system() {
            return "some";
        }

        @Override
        public String client() {
            return "some-client 1.2.3";
        }

        @Override
        public List<String> check(DriverConfig config) {
            return config.settings().producer().keySet().stream()
                    .map(name -> name + ": no")
                    .toList();
        }

        @Override
        public Driver open(DriverConfig config) throws DriverException {
            throw new DriverException("nothing is opened");
        }
    };

    private static DriverConfig with(Map<String, String> producer) {
        return new DriverConfig(
                Map.of(),
                DurabilityLevel.LEVEL_4,
                new Batching(Duration.ZERO, new ByteSize(0)),
                new VendorSettings(Map.of(), producer, Map.of(), Map.of(), Map.of()));
    }

    @Test
    void eachProposalIsAnsweredInItsPlace() {
        byte[] question = WireFormat.encode(new SettingsQuestion(
                List.of(with(Map.of()), with(Map.of("linger", "5ms")), with(Map.of("codec", "none")))));

        SettingsQuestion.Answer answer =
                WireFormat.decode(SettingsCheck.answer(question, PROVIDER), SettingsQuestion.Answer.class);

        assertThat(answer.client()).isEqualTo("some-client 1.2.3");
        assertThat(answer.problems()).containsExactly(List.of(), List.of("linger: no"), List.of("codec: no"));
    }
}
