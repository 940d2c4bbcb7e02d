package dev.assay.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.ClusterHistory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialViewTest {
    @Test
    void whatNobodyKnowsIsNotSaid() {
        assertThat(TrialView.cluster(ClusterHistory.UNKNOWN)).isEmpty();
    }

    @Test
    void ageAndEarlierTrialsAreNamed() {
        assertThat(TrialView.cluster(new ClusterHistory(4.078, List.of())))
                .contains("ready for 4.1 s; this run measured nothing on it before");
        assertThat(TrialView.cluster(new ClusterHistory(65, List.of("001-a", "002-b"))))
                .contains("ready for 65 s; measured on it before: 001-a, 002-b");
        assertThat(TrialView.cluster(new ClusterHistory(-1, List.of("001-a"))))
                .contains("of unknown age; measured on it before: 001-a");
    }

    @Test
    void manyTrialsAreCounted() {
        assertThat(TrialView.cluster(new ClusterHistory(9, List.of("001-a", "002-b", "003-c", "004-d"))))
                .contains("ready for 9 s; 4 trials of this run measured on it before, the last of them 004-d");
    }

    @Test
    void tellsWhatWarmedItUp() {
        assertThat(TrialView.cluster(
                        new ClusterHistory(65, List.of(), -1, Optional.of(new ClusterHistory.WarmUp(24_470, 45)))))
                .contains("ready for 65 s, warmed up by 24,470 msg/s for 45 s; this run measured nothing on it before");
    }
}
