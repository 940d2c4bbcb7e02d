package dev.assay.cli.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityRecord.State;
import dev.assay.run.exit.CommandFailure;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasuredPeaksTest {
    private static final Path RUN = Path.of("runs", "some-peaks");

    private static CapacityRecord search(String peak, State state, String reason, Optional<Double> lower) {
        return new CapacityRecord(
                peak,
                1,
                Map.of(StudyPlan.CELL, "peaks/" + peak),
                500,
                16_000,
                0.1,
                List.of(),
                state,
                reason,
                lower,
                Optional.empty(),
                0,
                List.of());
    }

    @Test
    void aPeakThatWasNotFoundLeavesTheOthers() {
        List<CapacityRecord> searches = List.of(
                search("fast", State.ABOVE_RANGE, "", Optional.of(16_000.0)),
                search("slow", State.BELOW_RANGE, "", Optional.empty()),
                search("broken", State.STOPPED, "3 trials told nothing:\n  it has ended", Optional.empty()));

        MachineScale found = MeasuredPeaks.of(searches, RUN, new MachineScale(2, Map.of("known", 9000.0)));

        assertThat(found.peaks()).isEqualTo(Map.of("known", 9000.0, "fast", 16_000.0));
        assertThat(found.missed())
                .isEqualTo(Map.of(
                        "slow",
                        "not even 500 msg/s was confirmed",
                        "broken",
                        "stopped: 3 trials told nothing: it has ended"));
    }

    @Test
    void withoutAnyPeakNothingCanBeScaled() {
        List<CapacityRecord> searches = List.of(search("slow", State.BELOW_RANGE, "", Optional.empty()));

        assertThatThrownBy(() -> MeasuredPeaks.of(searches, RUN, new MachineScale(2, Map.of())))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(
                        "no peak was found, so the study can't be scaled: slow not even 500 msg/s was confirmed. The trials are in %s. Give rates with --peak NAME=RATE",
                        RUN);
    }
}
