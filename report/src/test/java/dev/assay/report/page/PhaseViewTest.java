package dev.assay.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.statistics.PhaseStatistics.ServerSyncs;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PhaseViewTest {
    @Test
    void eachServersMeanStandsWithItsSeconds() {
        assertThat(PhaseView.syncs(phase(new ServerSyncs("b-1", 15.5, 2), new ServerSyncs("b-2", 0, 60))))
                .contains("b-1 15.5/s (n = 2 s), b-2 0.0/s (n = 60 s)");
    }

    @Test
    void whereNobodyCountedNothingIsSaid() {
        assertThat(PhaseView.syncs(phase())).isEmpty();
    }

    private static PhaseAnalysis phase(ServerSyncs... syncs) {
        return new PhaseAnalysis(
                new Phase("measure", 0, 1),
                Verdict.of(List.of()),
                1,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(syncs),
                List.of(),
                Optional.empty());
    }
}
