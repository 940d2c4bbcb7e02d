package dev.assay.analysis.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.result.TrialHost;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Servers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests each suspicion and its proposed change, on a trial that gives no cause for any. */
class SuspectedLimitsTest {
    private final BottleneckCase trial = new BottleneckCase();

    SuspectedLimitsTest() {
        trial.linger = "0 s";
        trial.partitions = 6;
    }

    private Optional<SuspectedLimit> of(String key) {
        return trial.limits().suspected().stream()
                .filter(test -> test.key().equals(key))
                .findFirst();
    }

    private @Nullable String changed(String key) {
        return of(key).map(SuspectedLimit::changed).orElse(null);
    }

    private void assertOnly(SuspectedLimit... expected) {
        assertThat(trial.limits().suspected()).isEqualTo(List.of(expected));
    }

    @Test
    void without_a_suspicion_there_is_no_test() {
        assertOnly();
    }

    @ParameterizedTest
    @CsvSource({"50 ms, true", "403 us, true", "401 us, false"})
    void a_linger_is_suspected_where_it_is_a_tenth_of_the_median(String linger, boolean suspected) {
        trial.linger = linger;

        assertThat(of("workload.batching.linger").isPresent()).isEqualTo(suspected);
        assertThat(changed("workload.batching.linger")).isEqualTo(suspected ? "0 s" : null);
    }

    @Test
    void a_linger_is_shown_beside_the_median() {
        trial.linger = "3 ms";

        assertOnly(new SuspectedLimit(
                "waiting for batches to fill",
                "a linger of 3 ms, and a response time of 4.02 ms (median, n = 300,000)",
                "workload.batching.linger",
                "3 ms",
                "0 s"));
    }

    @ParameterizedTest
    @CsvSource({"level-1, level-2", "level-2,", "level-3, level-4", "level-4,"})
    void where_acknowledgements_wait_for_syncs_a_level_does_not(String asked, @Nullable String unsynced) {
        trial.durability =
                DurabilityLevel.valueOf(asked.toUpperCase(Locale.ROOT).replace('-', '_'));

        assertThat(changed("durability")).isEqualTo(unsynced);
    }

    @Test
    void syncs_are_shown_beside_those_that_the_disk_can_do() {
        trial.durability = DurabilityLevel.LEVEL_1;

        assertOnly(new SuspectedLimit(
                "waiting for syncs",
                "each acknowledgement waits for one: syncs of all nodes 370.0/s: 74 % of the 500.0/s that this disk can do with one writer (n = 30 s)",
                "durability",
                "level-1",
                "level-2"));
    }

    @Test
    void consumers_that_are_behind_grow_up_to_the_partitions() {
        trial.arrivesLaterNanos = 1_000_000;

        assertOnly(new SuspectedLimit(
                "too few consumers",
                "messages arrive after 5.02 ms (median, n = 300,000), acknowledgements after 4.02 ms (median, n = 300,000)",
                "workload.consumers",
                "1",
                "4"));
        trial.consumers = 2;
        assertThat(changed("workload.consumers")).isEqualTo("6");
        trial.consumers = 4;
        assertThat(changed("workload.consumers")).isEqualTo("6");
        trial.consumers = 6;
        assertOnly();
    }

    @Test
    void consumers_of_named_groups_stay_and_so_do_those_that_are_hardly_behind() {
        trial.arrivesLaterNanos = 440_000;
        assertOnly();
        trial.arrivesLaterNanos = 460_000;
        assertThat(changed("workload.consumers")).isEqualTo("4");
        trial.groups = Map.of("late", new GroupSpec(1, 1, "measure", false, Duration.ZERO));
        assertOnly();
    }

    @Test
    void full_client_buffers_are_tested_by_partitions_and_by_messages_in_flight() {
        trial.bufferWait = 0.3;
        String evidence = BottleneckText.evidence(trial.limits()).getFirst();

        assertOnly(
                new SuspectedLimit("too few partitions", evidence, "workload.partitions", "6", "24"),
                new SuspectedLimit("the in-flight limit", evidence, "workload.in-flight", "5000", "20000"));
        trial.partitions = 251;
        trial.inFlight = InFlight.CLIENT;
        assertThat(trial.limits().resources()).containsExactly(Resource.CLIENT_BUFFERS);
        assertOnly();
    }

    @Test
    void limits_that_no_key_changes_have_no_test() {
        trial.diskBusy = _ -> 1;
        trial.heldBack = 0.5;

        assertThat(trial.limits().resources()).containsExactly(Resource.DISK, Resource.THROTTLING);
        assertOnly();
    }

    @Test
    void servers_without_all_processors_get_more() {
        trial.cpuBusy = _ -> 1;
        String evidence = BottleneckText.evidence(trial.limits()).getFirst();
        assertThat(trial.limits().suspected())
                .as("of a system that can't be confined")
                .isEmpty();

        trial.processors = OptionalInt.of(1);
        assertOnly(new SuspectedLimit("the servers' processors", evidence, "systems.memory.processors", "1", "2"));
        trial.processors = OptionalInt.of(3);
        assertThat(changed("systems.memory.processors")).isEqualTo("4");
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "4, 3", "8, 7", "10, 8", "16, 14", "32, 27"})
    void servers_with_all_processors_get_a_few_less(int all, String left) {
        trial.cpuBusy = _ -> 1;
        trial.processors = OptionalInt.of(Servers.ALL_PROCESSORS);
        trial.hosts = List.of(BottleneckCase.host("coordinator", 3, all, "w1"));

        assertThat(of("systems.memory.processors")).hasValueSatisfying(test -> {
            assertThat(test.present()).isEqualTo("0");
            assertThat(test.changed()).isEqualTo(left);
            assertThat(test.evidence())
                    .endsWith("; they have all " + all + ", and fewer show how sensitive the values are, but no cause");
        });
    }

    @Test
    void processors_are_those_of_the_servers_machine_and_not_of_its_workers() {
        trial.cpuBusy = _ -> 1;
        trial.processors = OptionalInt.of(Servers.ALL_PROCESSORS);
        trial.hosts = List.of(new TrialHost("coordinator", "coordinator", List.of(), 0, 8, 3, 0, 0));

        assertThat(changed("systems.memory.processors")).isEqualTo("7");

        trial.hosts = List.of(BottleneckCase.host("b", 0, 4, "w1"));
        assertThat(of("systems.memory.processors")).isEmpty();
    }

    @Test
    void one_processor_stays() {
        trial.cpuBusy = _ -> 1;
        trial.processors = OptionalInt.of(Servers.ALL_PROCESSORS);
        trial.hosts = List.of(BottleneckCase.host("coordinator", 3, 1, "w1"));

        assertThat(of("systems.memory.processors")).isEmpty();
    }
}
