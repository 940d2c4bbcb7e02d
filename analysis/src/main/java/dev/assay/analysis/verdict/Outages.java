package dev.assay.analysis.verdict;

import dev.assay.analysis.evidence.LoadChange;
import dev.assay.analysis.evidence.PhaseEvidence;
import dev.assay.core.result.Phase.Expectation;
import dev.assay.core.result.Verdict.Finding;
import java.util.Optional;

/** How long a system that was disturbed on purpose acknowledged nothing. Where none is expected, other rules see an outage. */
final class Outages {
    private static final String CODE = "outage";
    private static final double NANOS_PER_SECOND = 1e9;

    private Outages() {}

    static Optional<Finding> of(PhaseEvidence phase, Limits limits) {
        return phase.load()
                .filter(load -> phase.phase().expectation() == Expectation.DISTURBED)
                .map(LoadChange::silenceSeconds)
                .map(seconds -> seconds * NANOS_PER_SECOND)
                .filter(nanos -> nanos >= limits.of(Limit.OUTAGE_NANOS))
                .map(nanos -> new Finding(
                        phase.phase().name(),
                        CODE,
                        "nothing was acknowledged for %s, to the second".formatted(FigureText.time(nanos))));
    }
}
