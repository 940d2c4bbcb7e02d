package dev.assay.scenario.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.ScenarioFile;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterWarmUpTest {
    private static final String SHARED = """
            name: warm
            systems: { kafka: {} }
            workload: { message: { size: [1 KiB, 100 B] }, rate: [1000/s, 5000/s] }
            timing: { warmup: 45 s, measure: 60 s }
            clusters: shared
            """;

    private static Plan plan(String text) throws Exception {
        return ScenarioFile.read("warm.yaml", text, List.of(), Set.of()).plan();
    }

    private static ClusterNeed need(Plan plan) {
        return ClusterNeed.of(plan.trials().getFirst().spec());
    }

    @Test
    void isAFifthAboveTheTrialWithTheMostBytes() throws Exception {
        Plan plan = plan(SHARED);

        ClusterWarmUp warmUp = ClusterWarmUp.of(plan, need(plan)).orElseThrow();

        assertThat(warmUp.rate().perSecond()).isEqualTo(6000);
        assertThat(warmUp.length()).isEqualTo(Duration.ofSeconds(45));
        TrialSpec load = warmUp.load();
        assertThat(load.workload().message().meanBytes()).isEqualTo(1024);
        assertThat(load.workload().rate().constantRate()).contains(warmUp.rate());
        assertThat(load.timeline().endNanos()).isEqualTo(45_000_000_000L);
    }

    @Test
    void endsWhenSteadyIfTheTrialsOwnDoes() throws Exception {
        Plan plan = plan(SHARED.replace("warmup: 45 s", "warmup: auto"));

        ClusterWarmUp warmUp = ClusterWarmUp.of(plan, need(plan)).orElseThrow();

        assertThat(warmUp.steady()).isTrue();
        assertThat(warmUp.length()).isEqualTo(Duration.ofMinutes(3));
        assertThat(Objects.requireNonNull(warmUp.load().phases().get(ClusterWarmUp.PHASE))
                        .until()
                        .steady())
                .isTrue();
        assertThat(ClusterWarmUp.of(plan(SHARED), need(plan)).orElseThrow().steady())
                .isFalse();
    }

    @Test
    void isForTrialsThatShareTheirClusterOnPurpose() throws Exception {
        Plan auto = plan(SHARED.replace("clusters: shared", "clusters: auto"));
        assertThat(ClusterWarmUp.of(auto, need(auto))).isEmpty();

        Plan other = plan(SHARED.replace("kafka: {}", "kafka: { nodes: 5 }"));
        assertThat(ClusterWarmUp.of(plan(SHARED), need(other))).isEmpty();
    }

    @Test
    void isNoneWhereNothingIsWarmedUpOrNoRateIsKnown() throws Exception {
        Plan cold = plan(SHARED.replace("warmup: 45 s", "warmup: 0 s"));
        assertThat(ClusterWarmUp.of(cold, need(cold))).isEmpty();

        Plan search = plan(SHARED.replace("[1000/s, 5000/s]", "{ search: { to: 9000/s } }"));
        assertThat(ClusterWarmUp.of(search, need(search))).isEmpty();
    }

    @Test
    void hasNoGroupThatStartsLaterAndNoEvent() throws Exception {
        Plan plan = plan("""
                name: later
                systems: { kafka: {} }
                workload:
                  rate: 1000/s
                  groups:
                    tail: { subscriptions: 1 }
                    history: { subscriptions: 1, start-at: catch-up }
                phases:
                  warmup: { for: 20 s, warmup: true }
                  build: { until: { sent: 1 MiB }, at-most: 1 min }
                  catch-up: { until: { caught-up: history }, at-most: 1 min }
                events:
                  rest: { at: 25 s, pause: tail }
                clusters: shared
                """);

        ClusterWarmUp warmUp = ClusterWarmUp.of(plan, need(plan)).orElseThrow();

        assertThat(warmUp.load().workload().allGroups()).containsOnlyKeys("tail");
        assertThat(warmUp.load().events()).isEmpty();
        assertThat(warmUp.length()).isEqualTo(Duration.ofSeconds(20));
    }
}
