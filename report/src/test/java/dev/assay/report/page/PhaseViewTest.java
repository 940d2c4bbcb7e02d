package dev.assay.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.PhaseAnalysis;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.result.Verdict;
import dev.assay.model.timeline.Phase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PhaseViewTest {
    @Test
    void eachServersMeanStandsWithItsSeconds() {
        assertThat(PhaseView.syncs(phase(syncs("b-1", 15.5, 2), syncs("b-2", 0, 60))))
                .contains("b-1 15.5/s (n = 2 s), b-2 0.0/s (n = 60 s)");
    }

    @Test
    void whereNobodyCountedNothingIsSaid() {
        assertThat(PhaseView.syncs(phase())).isEmpty();
    }

    private static Reading syncs(String server, double perSecond, long seconds) {
        return Reading.exact(Source.of(Statistic.syncs(server)), perSecond, seconds);
    }

    private static PhaseAnalysis phase(Reading... rows) {
        return new PhaseAnalysis(
                new Phase("measure", 0, 1),
                Verdict.of(List.of()),
                1,
                List.of(rows),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
    }
}
