package dev.assay.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.comparison.MeasuredRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuspicionsTest {
    /** Latencies of 10 ms at all percentiles. */
    private static Suspicion of(Suspect suspect, Map<String, String> keys) {
        Map<String, String> all = new HashMap<>(Map.of(
                "durability", "level-1",
                "workload.batching.linger", "1 ms",
                "workload.partitions", "6",
                "workload.consumers", "1",
                "workload.in-flight", "5000",
                "systems.kafka.processors", "0"));
        all.putAll(keys);
        MeasuredRun run = new MeasuredRun("x");
        run.keys = all;
        List<Suspicion> found =
                Suspicions.of(run.trial(1, Map.of(), 10).run().trials().getFirst());
        assertThat(found).extracting(Suspicion::suspect).containsExactly(Suspect.values());
        return found.stream()
                .filter(one -> one.suspect() == suspect)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"50 ms, true", "1 ms, true", "990 us, false"})
    void a_linger_is_suspected_where_it_is_a_tenth_of_the_median(String linger, boolean suspected) {
        Suspicion suspicion = of(Suspect.LINGER, Map.of("workload.batching.linger", linger));

        assertThat(suspicion.evidence().isPresent()).isEqualTo(suspected);
        assertThat(suspicion.keys()).isEqualTo(Map.of("workload.batching.linger", "0 s"));
    }

    @Test
    void a_linger_that_is_none_cannot_be_moved() {
        assertThat(of(Suspect.LINGER, Map.of("workload.batching.linger", "0 s")).movable())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"level-1, level-2, level-3", "level-2, , level-4", "level-3, level-4, ", "level-4, , "})
    void levels_lose_one_promise_at_a_time(String level, String unsynced, String unreplicated) {
        Suspicion sync = of(Suspect.SYNC, Map.of("durability", level));
        Suspicion replication = of(Suspect.REPLICATION, Map.of("durability", level));

        assertThat(sync.keys().get("durability")).isEqualTo(unsynced);
        assertThat(sync.evidence().isPresent()).isEqualTo(unsynced != null);
        assertThat(replication.keys().get("durability")).isEqualTo(unreplicated);
        assertThat(replication.evidence()).isEmpty();
    }

    @Test
    void consumers_grow_up_to_the_partitions() {
        assertThat(of(Suspect.CONSUMERS, Map.of()).keys()).isEqualTo(Map.of("workload.consumers", "4"));
        assertThat(of(Suspect.CONSUMERS, Map.of("workload.consumers", "2")).keys())
                .isEqualTo(Map.of("workload.consumers", "6"));
        assertThat(of(Suspect.CONSUMERS, Map.of("workload.consumers", "6")).movable())
                .isFalse();
        assertThat(of(Suspect.CONSUMERS, Map.of()).evidence())
                .as("messages arrive when they are acknowledged")
                .isEmpty();
    }

    @Test
    void numbers_are_moved_by_four() {
        assertThat(of(Suspect.PARTITIONS, Map.of()).keys()).isEqualTo(Map.of("workload.partitions", "24"));
        assertThat(of(Suspect.PARTITIONS, Map.of("workload.partitions", "500")).movable())
                .isFalse();
        assertThat(of(Suspect.IN_FLIGHT, Map.of()).keys()).isEqualTo(Map.of("workload.in-flight", "20000"));
        assertThat(of(Suspect.IN_FLIGHT, Map.of("workload.in-flight", "client")).movable())
                .isFalse();
    }

    @Test
    void servers_are_put_on_half_of_the_processors() {
        assertThat(of(Suspect.PROCESSORS, Map.of()).keys()).isEqualTo(Map.of("systems.kafka.processors", "1"));
        assertThat(of(Suspect.PROCESSORS, Map.of("systems.kafka.processors", "1"))
                        .movable())
                .isFalse();
    }
}
