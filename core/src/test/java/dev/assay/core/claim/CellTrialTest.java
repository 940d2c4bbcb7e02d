package dev.assay.core.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CellTrialTest {
    /** Several disks of a node, and whether a backlog was read from disk. */
    @ParameterizedTest
    @EnumSource(names = {"U3", "U7"})
    void whatCannotBeSeenYetIsNotTestableWhateverTheTrialShows(Untestable unseen) {
        CellTrial trial = new CellTrial(
                1,
                false,
                false,
                Set.of(),
                Optional.of("disk"),
                Optional.empty(),
                Optional.empty(),
                Map.of("service.p99", 4.0),
                Duration.ofMinutes(1),
                1_000_000);

        assertThat(trial.untestable(Set.of(), List.of("service.p99"))).isEmpty();
        assertThat(trial.untestable(Set.of(unseen), List.of("service.p99"))).contains(unseen);
    }
}
