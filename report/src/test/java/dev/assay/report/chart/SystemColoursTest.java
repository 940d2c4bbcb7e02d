package dev.assay.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SystemColoursTest {
    @Test
    void aSystemHasItsColourWhateverElseIsOnThePage() {
        List<String> usual = List.of("kafka", "pulsar", "rabbitmq", "memory", "nats");
        SystemColours all = SystemColours.of(usual);

        assertThat(usual).extracting(all::of).doesNotHaveDuplicates().startsWith(0, 1, 2);
        usual.forEach(system ->
                assertThat(SystemColours.of(List.of(system)).of(system)).isEqualTo(all.of(system)));
    }

    @Test
    void systemsOfOnePageNeverShareOne() {
        SystemColours colours = SystemColours.of(List.of("ab", "ba", "kafka", "pulsar"));
        assertThat(List.of("ab", "ba", "kafka", "pulsar"))
                .extracting(colours::of)
                .doesNotHaveDuplicates();
    }
}
