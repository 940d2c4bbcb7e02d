package dev.assay.run.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.ClusterHistory;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterUsesTest {
    private static final Instant READY = Instant.parse("2026-11-21T10:00:00Z");

    private final ClusterUses uses = new ClusterUses();
    private final List<PlannedTrial> trials =
            ScenarioFile.read("x.yaml", """
                    name: x
                    systems:
                      kafka: { deployment: existing, replication: [1, 3], bootstrap.servers: "a:1" }
                    workload: { partitions: [1, 6] }
                    """, List.of(), Set.of()).plan().trials();

    ClusterUsesTest() throws Exception {}

    private static Instant at(int second) {
        return READY.plusSeconds(second);
    }

    @Test
    void aClusterOfTheRunHasTheTrialsSinceItsStartBehindIt() {
        uses.started(READY);
        uses.used(trials.get(0), at(1));
        assertThat(uses.history(at(5))).isEqualTo(new ClusterHistory(5, List.of()));
        uses.deleted(at(50));
        uses.used(trials.get(1), at(60));
        assertThat(uses.history(at(65)))
                .isEqualTo(new ClusterHistory(65, List.of(trials.get(0).folder()), 15, Optional.empty()));

        uses.started(at(100));
        uses.used(trials.get(2), at(101));
        assertThat(uses.history(at(102))).isEqualTo(new ClusterHistory(2, List.of()));
    }

    @Test
    void whatWarmedAClusterUpIsBehindEachOfItsTrials() {
        ClusterHistory.WarmUp load = new ClusterHistory.WarmUp(600, 45);
        uses.started(READY);
        uses.used(trials.get(0), at(1));
        assertThat(uses.isNew()).isTrue();
        uses.warmedUp(load);
        uses.used(trials.get(1), at(60));
        assertThat(uses.isNew()).isFalse();
        assertThat(uses.history(at(65)).warmUp()).contains(load);

        uses.started(at(100));
        uses.used(trials.get(2), at(101));
        assertThat(uses.isNew()).isTrue();
        assertThat(uses.history(at(102)).warmUp()).isEmpty();

        uses.joined(trials.get(2).spec().system(), at(200));
        uses.used(trials.get(2), at(201));
        assertThat(uses.isNew()).isFalse();
    }

    @Test
    void aSystemInTheWorkerIsAlwaysNew() {
        uses.startedInWorkers();
        uses.used(trials.get(0), at(1));
        uses.used(trials.get(1), at(60));
        assertThat(uses.history(at(65))).isEqualTo(new ClusterHistory(0, List.of()));
        assertThat(uses.isNew()).isFalse();
    }

    @Test
    void aClusterOfOthersHasNoAgeAndStillTheTrialsOfThisRun() {
        List<PlannedTrial> same = trials.stream()
                .filter(trial ->
                        trial.spec().system().equals(trials.getFirst().spec().system()))
                .toList();
        uses.joined(same.get(0).spec().system(), null);
        uses.used(same.get(0), at(1));
        assertThat(uses.history(at(5))).isEqualTo(ClusterHistory.UNKNOWN);
        uses.started(at(20));

        uses.joined(same.get(1).spec().system(), null);
        uses.used(same.get(1), at(40));

        assertThat(uses.history(at(45)))
                .isEqualTo(new ClusterHistory(-1, List.of(same.get(0).folder())));
    }

    @Test
    void aStandingClusterHasBehindItWhatARunHadMeasuredOnItBeforeItWasResumed() {
        uses.remember(trials.get(0), "001-before-it-was-up", at(-10));
        uses.remember(trials.get(0), "interrupted/trials/002", at(10));
        uses.joined(trials.get(0).spec().system(), READY);
        uses.used(trials.get(0), at(1000));
        assertThat(uses.history(at(1010))).isEqualTo(new ClusterHistory(1010, List.of("interrupted/trials/002")));
    }
}
