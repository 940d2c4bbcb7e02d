package dev.assay.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.doctor.ProcessTimes.Used;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessTimesTest {
    private static Used used(String name, long millis) {
        return new Used(name, Duration.ofMillis(millis));
    }

    @Test
    void those_that_used_most_meanwhile_are_named() {
        ProcessTimes before = new ProcessTimes(
                Map.of(1L, used("init", 90_000), 2L, used("java", 1_000), 3L, used("idle", 500), 4L, used("gone", 10)));
        ProcessTimes after = new ProcessTimes(
                Map.of(1L, used("init", 90_000), 2L, used("java", 2_860), 3L, used("idle", 560), 5L, used("new", 400)));

        assertThat(before.busiestUntil(after, Duration.ofSeconds(2)))
                .containsExactly("java (2) 0.93 cores", "new (5) 0.20 cores");
    }

    @Test
    void this_process_is_not_its_own_neighbour() {
        assertThat(ProcessTimes.now().processes())
                .doesNotContainKey(ProcessHandle.current().pid());
    }
}
