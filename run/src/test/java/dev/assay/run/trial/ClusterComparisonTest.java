package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.ClusterHistory;
import dev.assay.model.spec.ClusterSharing;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterComparisonTest {
    private static final ClusterHistory FRESH = new ClusterHistory(3, List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: one system, systems: {kafka: {version: 4.3.1}}, workload: {partitions: [1, 6]}}",
                "{name: two versions, systems: {kafka: {version: [3.9.1, 4.3.1]}}, workload: {partitions: [1, 6]}}"
            })
    void whateverThePlansShapeEachTrialHasAClusterOfItsOwn(String scenario) throws Exception {
        Plan plan = ScenarioFile.read("x.yaml", scenario, List.of(), Set.of()).plan();

        assertThat(plan.clusters()).isIn(ClusterSharing.AUTO, ClusterSharing.PER_TRIAL);
    }

    @Test
    void trialsThatFoundTheSameBehindTheirClustersAreCompared() {
        assertThat(ClusterComparison.finding(List.of(FRESH, FRESH))).isEmpty();
        assertThat(ClusterComparison.finding(List.of(ClusterHistory.UNKNOWN))).isEmpty();
    }

    @Test
    void differentHistoriesAreTold() {
        assertThat(ClusterComparison.finding(List.of(
                        FRESH,
                        new ClusterHistory(60, List.of("001-a"), 12, Optional.empty()),
                        new ClusterHistory(120, List.of("001-a", "002-b"), 11, Optional.empty()))))
                .contains(
                        "clusters differ: 1 of 3 trials started on a cluster that this run had not used before, the others on one that had already run up to 2 of its trials, so differences between trials may come from the clusters");
    }
}
