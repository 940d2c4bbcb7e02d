package dev.assay.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.doctor.ProcessUse.Used;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessUseTest {
    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

    private static Used used(String name, long millis, long megabytes) {
        return new Used(name, Duration.ofMillis(millis), megabytes * 1_000_000);
    }

    @Test
    void those_that_used_most_meanwhile_are_named() {
        ProcessUse before = new ProcessUse(Map.of(
                1L, used("init", 90_000, 900),
                2L, used("java", 1_000, 10),
                3L, used("idle", 500, 0),
                4L, used("gone", 10, 10)));
        ProcessUse after = new ProcessUse(Map.of(
                1L, used("init", 90_000, 900),
                2L, used("java", 2_860, 13),
                3L, used("idle", 560, 1),
                5L, used("dd", 400, 2_570)));

        assertThat(before.busiestUntil(after, TWO_SECONDS)).containsExactly("java (2) 0.93 cores", "dd (5) 0.20 cores");
        assertThat(before.onDisksUntil(after, TWO_SECONDS)).containsExactly("dd (5) 1,285.0 MB/s", "java (2) 1.5 MB/s");
    }

    @Test
    void this_process_is_not_its_own_neighbour() {
        assertThat(ProcessUse.now().processes())
                .doesNotContainKey(ProcessHandle.current().pid());
    }
}
