package dev.assay.systems.memory.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryProviderTest {
    private static final Map<String, String> GOOD =
            Map.of("law", "exponential", "mean-nanos", "1000000", "stall-at-nanos", "0", "stall-nanos", "0");

    @Test
    void takesAllLawsInAnyCase() throws DriverException {
        for (String law : new String[] {"none", "CONSTANT", "Exponential", "uniform"}) {
            try (Driver driver = open("law", law)) {
                assertThat(driver.effectiveConfig().toString()).containsIgnoringCase(law);
            }
        }
    }

    @Test
    void saysWhichLawsThereAre() {
        assertThatThrownBy(() -> open("law", "normal"))
                .isInstanceOf(DriverException.class)
                .hasMessage("the connection setting 'law' must be one of [none, constant, exponential, uniform],"
                        + " but is 'normal'");
    }

    @Test
    void refusesWhatIsNoDuration() {
        for (String text : new String[] {"-1", "1 ms", "1e6", "99999999999999999999"}) {
            assertThatThrownBy(() -> open("mean-nanos", text))
                    .isInstanceOf(DriverException.class)
                    .hasMessage("the connection setting 'mean-nanos' must be a number of nanoseconds, but is '" + text
                            + "'");
        }
    }

    private static Driver open(String key, String value) throws DriverException {
        Map<String, String> connection = new HashMap<>(GOOD);
        connection.put(key, value);
        return new MemoryProvider()
                .open(new DriverConfig(
                        connection,
                        DurabilityLevel.LEVEL_4,
                        new Batching(Duration.ZERO, new ByteSize(1024)),
                        VendorSettings.NONE));
    }
}
