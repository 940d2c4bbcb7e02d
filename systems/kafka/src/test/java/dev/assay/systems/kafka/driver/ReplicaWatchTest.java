package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ReplicaWatchTest {
    private static final Set<String> OURS = Set.of("ours");

    private final Map<TopicPartition, String> lacking = new HashMap<>();
    private final ReplicaWatch watch = new ReplicaWatch(() -> Map.copyOf(lacking));

    private List<String> look() throws DriverException {
        return watch.look(OURS);
    }

    @Test
    void whatAppearsAfterTheFirstLookAndLastsIsTold() throws DriverException {
        assertThat(look()).isEmpty();
        lacking.put(new TopicPartition("orders", 3), "1 of 2");
        assertThat(look()).as("it may be a leader's election").isEmpty();
        lacking.put(new TopicPartition("orders", 4), "1 of 2");
        assertThat(look()).containsExactly("1 partition has not all copies in sync, such as orders-3 (1 of 2)");
        assertThat(look()).containsExactly("2 partitions have not all copies in sync, such as orders-3 (1 of 2)");
    }

    @Test
    void whatComesAndGoesIsNotTold() throws DriverException {
        assertThat(look()).isEmpty();
        for (int i = 0; i < 3; i++) {
            lacking.put(new TopicPartition("orders", 3), "1 of 2");
            assertThat(look()).isEmpty();
            lacking.clear();
            assertThat(look()).isEmpty();
        }
    }

    @Test
    void whatOthersLackedBeforeIsNoneOfTheTrialsDoing() throws DriverException {
        TopicPartition old = new TopicPartition("orders", 3);
        lacking.put(old, "1 of 2");
        assertThat(look()).isEmpty();
        assertThat(look()).isEmpty();
        lacking.clear();
        assertThat(look()).isEmpty();
        lacking.put(old, "1 of 2");
        assertThat(look()).isEmpty();
        assertThat(look()).as("it had recovered").hasSize(1);
    }

    @Test
    void whatTouchesItsOwnTopicsIsToldWheneverItBegan() throws DriverException {
        lacking.put(new TopicPartition("ours", 0), "2 of 3");
        assertThat(look()).isEmpty();
        assertThat(look()).containsExactly("1 partition has not all copies in sync, such as ours-0 (2 of 3)");
    }
}
