package dev.assay.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.TrialAnalysis;
import dev.assay.model.result.CapacityTrial.Outcome;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.Series;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SustainedLoadTest {
    private static LoadOutcome of(List<Reason> reasons, List<Finding> findings, List<ExecutedEvent> events) {
        RecordedTrial trial = new RecordedTrial();
        trial.events = events;
        return of(trial, reasons, findings);
    }

    private static LoadOutcome of(RecordedTrial trial, List<Reason> reasons, List<Finding> findings) {
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

    @ParameterizedTest
    @ValueSource(strings = {"foreign-cpu", "foreign-disk", "steal", "suspended", "unexpected"})
    void whatOthersDidIsNoEvidenceAgainstTheLoad(String code) {
        Reason others = new Reason(Grade.DEGRADED, code, "by others", "do");
        LoadOutcome missed = of(List.of(others), List.of(new Finding("measure", "rate-missed", "seen")), List.of());
        assertThat(missed.outcome()).isEqualTo(Outcome.NO_EVIDENCE);
        assertThat(missed.why()).isEqualTo("missed, but disturbed: " + code + ": by others; rate-missed: seen");
        ExecutedEvent ended =
                ExecutedEvent.of("measure", Kind.OVERLOAD, "overloaded: 9 messages outstanding", 5, 5, 5, "");
        assertThat(of(List.of(others), List.of(), List.of(ended)).outcome()).isEqualTo(Outcome.NO_EVIDENCE);
        assertThat(of(List.of(others), List.of(), List.of()).outcome()).isEqualTo(Outcome.GOOD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"loss", "corrupted"})
    void whatASystemMustNotDoIsItsOwnWhateverOthersDid(String code) {
        List<Reason> reasons = List.of(reason(Grade.DEGRADED, "foreign-cpu"), reason(Grade.INVALID, code));
        assertThat(of(reasons, List.of(), List.of()).outcome()).isEqualTo(Outcome.BAD);
    }

    /** Less was offered than planned. */
    @Test
    void withoutAWorkerALoadIsNeitherSustainedNorMissed() {
        List<Reason> lost = List.of(reason(Grade.DEGRADED, "worker-lost"));
        assertThat(of(lost, List.of(), List.of()))
                .isEqualTo(new LoadOutcome(Outcome.NO_EVIDENCE, "worker-lost: seen", false, "disk"));
        assertThat(of(lost, List.of(new Finding("measure", "rate-missed", "seen")), List.of())
                        .outcome())
                .isEqualTo(Outcome.NO_EVIDENCE);
        assertThat(of(List.of(lost.getFirst(), reason(Grade.INVALID, "loss")), List.of(), List.of())
                        .outcome())
                .isEqualTo(Outcome.BAD);
    }

    /** Inside of the worker no other limit can be found. */
    @ParameterizedTest
    @ValueSource(strings = {"worker-cpu", "throttled"})
    void aWorkerWithoutAProcessorLeftIsTheHarnessWhereThereAreServers(String code) {
        List<Reason> reasons = List.of(reason(Grade.DEGRADED, code));
        List<Finding> missed = List.of(new Finding("measure", "rate-missed", "seen"));
        assertThat(of(reasons, missed, List.of()).outcome()).isEqualTo(Outcome.BAD);
        RecordedTrial servers = new RecordedTrial();
        servers.nodes = 3;
        assertThat(of(servers, reasons, missed).outcome()).isEqualTo(Outcome.NO_EVIDENCE);
    }

    @Test
    void aLoadThatWasEndedBecauseItWasTooMuchIsNotSustainedWhateverTheValuesSay() {
        ExecutedEvent ended =
                ExecutedEvent.of("measure", Kind.OVERLOAD, "overloaded: 9 messages outstanding", 5, 5, 5, "");
        assertThat(of(List.of(), List.of(), List.of(ended)))
                .isEqualTo(new LoadOutcome(Outcome.BAD, "overloaded: 9 messages outstanding", true, "disk"));
    }

    @Test
    void aLoadThatLastedToItsEndWasNot() {
        ExecutedEvent limit = ExecutedEvent.of("measure", Kind.LIMIT, "not overloaded", 5, 5, 5, "");
        assertThat(of(List.of(), List.of(), List.of(limit)).outcome()).isEqualTo(Outcome.GOOD);
    }
}
