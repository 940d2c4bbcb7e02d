package dev.assay.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.Series;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.scenario.experiment.LoadOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SustainedLoadTest {
    private static LoadOutcome of(List<Reason> reasons, List<Finding> findings, List<ExecutedEvent> events) {
        RecordedTrial trial = new RecordedTrial();
        trial.events = events;
        return SustainedLoad.of(
                new TrialAnalysis(
                        trial.record(),
                        Verdict.of(1, reasons, findings),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Series.EMPTY,
                        1),
                "disk");
    }

    private static Reason reason(Grade grade, String code) {
        return new Reason(grade, code, "seen", "do");
    }

    @Test
    void aTrialThatNothingSpeaksAgainstHasSustainedItsLoad() {
        assertThat(of(List.of(), List.of(), List.of())).isEqualTo(new LoadOutcome(Outcome.GOOD, "", false, "disk"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hiccups", "worker-cpu", "messages-failed", "duplicates"})
    void whatOnlyDisturbsValuesSpeaksAgainstThoseAndNotAgainstTheLoad(String code) {
        assertThat(of(List.of(reason(Grade.DEGRADED, code)), List.of(), List.of())
                        .outcome())
                .isEqualTo(Outcome.GOOD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rate-missed", "outstanding-growing", "not-drained", "unsent"})
    void whatHadBeenExpectedSpeaksAgainstTheLoadAllTheSame(String code) {
        assertThat(of(List.of(), List.of(new Finding("measure", code, "seen")), List.of()))
                .isEqualTo(new LoadOutcome(Outcome.BAD, code + ": seen", false, "disk"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "loss",
                "missing",
                "undelivered",
                "corrupted",
                "nothing-measured",
                "messages-failed",
                "messages-unknown"
            })
    void whatIsLostOrFailsIsNotSustained(String code) {
        assertThat(of(List.of(reason(Grade.INVALID, code)), List.of(), List.of()))
                .isEqualTo(new LoadOutcome(Outcome.BAD, code + ": seen", false, "disk"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"suspended", "unexpected", "violations", "not-judged"})
    void whatIsNoFaultOfTheLoadTellsNothingOfIt(String code) {
        assertThat(of(List.of(reason(Grade.INVALID, code)), List.of(), List.of()))
                .isEqualTo(new LoadOutcome(Outcome.NO_EVIDENCE, code + ": seen", false, "disk"));
    }

    @Test
    void aLoadThatWasEndedBecauseItWasTooMuchIsNotSustainedWhateverTheValuesSay() {
        ExecutedEvent ended = new ExecutedEvent("measure", "ends: overloaded: 9 messages outstanding", 5, 5, 5, "");
        assertThat(of(List.of(), List.of(), List.of(ended)))
                .isEqualTo(new LoadOutcome(Outcome.BAD, "overloaded: 9 messages outstanding", true, "disk"));
    }

    @Test
    void aLoadThatLastedToItsEndWasNot() {
        ExecutedEvent limit = new ExecutedEvent("measure", "ends at its limit: not overloaded", 5, 5, 5, "");
        assertThat(of(List.of(), List.of(), List.of(limit)).outcome()).isEqualTo(Outcome.GOOD);
    }
}
