package dev.assay.scenario.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.ClusterSharing;
import dev.assay.scenario.ScenarioFile;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedClustersTest {
    private static final String LINGER = """
            name: linger
            systems: { kafka: {} }
            workload: { rate: 2000/s }
            settings: { kafka: { producer: { linger.ms: [0, 5] } } }
            timing: { warmup: auto, measure: 30 s }
            repeat: 7
            """;

    private static Plan plan(String text, String... overrides) throws Exception {
        return ScenarioFile.read("x.yaml", text, List.of(overrides), Set.of()).plan();
    }

    @Test
    void settingsOfClientsShareTheServersOfABlock() throws Exception {
        Plan plan = plan(LINGER);

        assertThat(plan.clusters()).isEqualTo(ClusterSharing.SHARED);
        // A cluster less, and 90 s of warm-up instead of twice 60 s more than on a warm one, in each block.
        assertThat(SharedClusters.of(plan)).contains(new SharedClusters(7, 7, Duration.ofSeconds(7 * (25 + 120 - 90))));
        assertThat(plan.trials()).isEqualTo(plan(LINGER, "clusters=per-trial").trials());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "clusters=per-trial",
                "clusters=consecutive",
                "repeat=1",
                "settings.kafka.broker.num.io.threads=[4, 8]",
                "systems.kafka.version=[3.9.1, 4.3.1]",
                "events.kill={at: 5 s, fault: kill-one}",
                "workload.rate={search: {to: 9000/s}}"
            })
    void whatNeedsServersOfItsOwnHasThem(String override) throws Exception {
        String text = override.startsWith("settings") || override.startsWith("systems")
                ? LINGER.replace("producer: { linger.ms: [0, 5] }", "producer: { linger.ms: 0 }")
                : LINGER;

        Plan plan = plan(text, override);

        assertThat(plan.clusters()).isNotEqualTo(ClusterSharing.SHARED);
        assertThat(SharedClusters.of(plan)).isEmpty();
    }

    /** New servers would be warmed up for 60 s, to save a start of 25 s. */
    @Test
    void aFixedWarmUpThatIsLongerThanAStartIsNotRepeated() throws Exception {
        assertThat(plan(LINGER, "timing.warmup=60s").clusters()).isEqualTo(ClusterSharing.AUTO);
        assertThat(plan(LINGER, "timing.warmup=10s").clusters()).isEqualTo(ClusterSharing.SHARED);
        assertThat(SharedClusters.of(plan(LINGER, "timing.warmup=60s", "clusters=shared"))
                        .orElseThrow()
                        .saved())
                .isNegative();
    }
}
