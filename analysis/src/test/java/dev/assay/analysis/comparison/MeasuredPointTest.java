package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.quality.Quality;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.result.Verdict.Grade;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredPointTest {
    private static final String P99 = "response.p99";
    private static final String PARTITIONS = "workload.partitions";

    private static String fingerprint(MeasuredRun run) {
        Map<SeriesKey, MeasuredPoint> points = MeasuredPoint.of(run.run());
        assertThat(points).hasSize(1);
        return points.keySet().iterator().next().fingerprint();
    }

    @Test
    void a_value_is_the_median_of_what_a_comparison_counts_and_the_rest_is_counted() {
        MeasuredRun run = new MeasuredRun("run");
        run.trial(1, Map.of(), 10).trial(2, Map.of(), 14);
        run.trial(3, Map.of(), 11, MeasuredRun.reason(Grade.DEGRADED, "machine-cpu"));
        run.trial(4, Map.of(), 99, MeasuredRun.reason(Grade.DEGRADED, "foreign-cpu"));
        run.trial(5, Map.of(), 99, MeasuredRun.reason(Grade.INVALID, "rate-missed"));
        run.trial(6, Map.of(), 99, Quality.ofSamplesAbove(1));
        run.missing(7, Map.of(), true).missing(8, Map.of(), false);
        MeasuredPoint point = MeasuredPoint.of(run.run()).values().iterator().next();

        assertThat(point.values(P99)).containsExactly(10e6, 14e6, 11e6);
        assertThat(point.typical(P99).orElseThrow()).isEqualTo(11e6);
        assertThat(point.values("throughput")).hasSize(4);
        assertThat(point.trials())
                .as("one that failed is among them, one that was interrupted is no trial")
                .isEqualTo(7);
        assertThat(point.valid()).isEqualTo(3);
        assertThat(point.typical(MeasuredPoint.VALID).orElseThrow()).isCloseTo(42.857, withinPercentage(0.01));
        assertThat(point.n(MeasuredPoint.VALID)).isEqualTo(7);
        assertThat(point.interval(MeasuredPoint.VALID)).isEmpty();
        assertThat(point.missing())
                .containsEntry("response.p99 too few samples", 1)
                .containsEntry("disturbed by other work on the machine", 1);
    }

    @Test
    void versions_leave_the_fingerprint_as_it_is_and_settings_durability_and_machines_change_it() {
        MeasuredRun first = new MeasuredRun("first").trial(1, Map.of(), 10);
        first.environment = Map.of("kernel", "Linux 6.1", "memory.total", "24110 MiB");
        MeasuredRun newer = new MeasuredRun("newer");
        newer.version = "2.0";
        newer.environment = Map.of("kernel", "Linux 6.2", "memory.total", "24105 MiB");
        newer.trial(1, Map.of(), 11);
        MeasuredRun elsewhere = new MeasuredRun("elsewhere");
        elsewhere.machine = "two";
        elsewhere.environment = newer.environment;
        elsewhere.trial(1, Map.of(), 12);
        MeasuredRun weaker = new MeasuredRun("weaker");
        weaker.durability = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
        weaker.environment = newer.environment;
        weaker.trial(1, Map.of(), 12);

        assertThat(fingerprint(first)).hasSize(8).isEqualTo(fingerprint(newer));
        assertThat(fingerprint(elsewhere)).isNotEqualTo(fingerprint(first));
        assertThat(fingerprint(weaker)).isNotEqualTo(fingerprint(first)).isNotEqualTo(fingerprint(elsewhere));
    }

    @Test
    void a_key_at_its_default_is_as_good_as_none_so_that_new_keys_begin_no_series() {
        MeasuredRun before = new MeasuredRun("before").trial(1, Map.of(), 10);
        MeasuredRun withNewKey = new MeasuredRun("new-key");
        withNewKey.keys = Map.of("workload.in-flight", "5000");
        withNewKey.trial(1, Map.of(), 10);
        MeasuredRun other = new MeasuredRun("other");
        other.keys = Map.of("workload.in-flight", "4999");
        other.trial(1, Map.of(), 10);

        assertThat(fingerprint(withNewKey)).isEqualTo(fingerprint(before));
        assertThat(fingerprint(other)).isNotEqualTo(fingerprint(before));
    }

    @Test
    void systems_and_dimensions_are_points_of_their_own_and_a_version_that_varies_is_a_dimension() {
        String version = "systems.kafka.version";
        MeasuredRun run = new MeasuredRun("run");
        run.trial(1, Map.of(PARTITIONS, "1"), 10).trial(1, Map.of(PARTITIONS, "6"), 10);
        run.trial(1, Map.of(version, "1.0"), 10).trial(1, Map.of(version, "2.0"), 10);
        run.system = "pulsar";
        run.trial(1, Map.of(PARTITIONS, "6"), 10);

        assertThat(MeasuredPoint.of(run.run())).hasSize(5);
    }

    @Test
    void statistics_have_the_units_of_what_they_are() {
        assertThat(MeasuredPoint.unit("throughput in burst")).isEqualTo("messages/s");
        assertThat(MeasuredPoint.unit("capacity")).isEqualTo("messages/s");
        assertThat(MeasuredPoint.unit(P99)).isEqualTo("ns");
        assertThat(MeasuredPoint.unit(MeasuredPoint.VALID)).isEqualTo("%");
    }
}
