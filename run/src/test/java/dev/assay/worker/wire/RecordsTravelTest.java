package dev.assay.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Capabilities;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.TopicSpec;
import dev.assay.engine.Assignment;
import dev.assay.model.result.EffectiveConfig;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.Timing;
import dev.assay.model.spec.Workload;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the coordinator and a worker tell each other as records. */
class RecordsTravelTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                Workload.class,
                Timing.class,
                Assignment.class,
                DriverConfig.class,
                TopicSpec.class,
                Capabilities.class,
                EffectiveConfig.class
            })
    void everyComponentArrivesAsItWas(Class<? extends Record> type) throws Exception {
        for (long seed = 0; seed < 100; seed++) {
            Record sent = new ArbitraryRecords(seed).of(type);
            Record arrived = RecordJson.record(RecordJson.text(sent), type);
            for (RecordComponent component : type.getRecordComponents()) {
                assertThat(component.getAccessor().invoke(arrived))
                        .as(component.getName())
                        .isEqualTo(component.getAccessor().invoke(sent));
            }
        }
    }

    /** Else the test above would pass for a component that never travels. */
    @Test
    void everyComponentOfAWorkloadTakesSeveralValues() throws Exception {
        for (RecordComponent component : Workload.class.getRecordComponents()) {
            Set<Object> values = new HashSet<>();
            for (long seed = 0; seed < 100; seed++) {
                values.add(component.getAccessor().invoke(new ArbitraryRecords(seed).of(Workload.class)));
            }
            assertThat(values).as(component.getName()).hasSizeGreaterThan(1);
        }
    }

    @Test
    void aRecordWithoutOneOfItsComponentsIsRefused() {
        String whole = RecordJson.text(new ArbitraryRecords(1).of(Timing.class));
        String torn = whole.replaceFirst("\"measure\":\"[^\"]*\",", "");

        assertThatThrownBy(() -> RecordJson.record(torn, Timing.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a Timing")
                .hasMessageContaining("measure");
    }

    @Test
    void anImpossibleValueIsRefusedInItsOwnWords() {
        String whole = RecordJson.text(new ArbitraryRecords(1).of(Workload.class));
        String impossible = whole.replaceFirst("\"topics\":[0-9]+", "\"topics\":0");

        assertThatThrownBy(() -> RecordJson.record(impossible, Workload.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("topics must be between 1 and 10000");
    }

    @Test
    void aLargeAssignmentFitsIntoOneCommand() {
        assertThat(RecordJson.text(ArbitraryRecords.largeAssignment()))
                .hasSizeLessThan(WireProtocol.LARGEST_COMMAND_BYTES);
    }

    /** A control character takes six in JSON, more than any other. */
    @Test
    void aLargeAssignmentWithTheLongestPayloadFileFitsIntoOneCommand() {
        PayloadFill longest =
                new PayloadFill(0, 0, "bodies.txt", List.of()).read("\u0001".repeat(PayloadFill.LONGEST_FILE_BYTES));
        assertThat(RecordJson.text(ArbitraryRecords.largeAssignment()).length()
                        + RecordJson.text(longest).length())
                .isLessThan(WireProtocol.LARGEST_COMMAND_BYTES);
    }
}
