package dev.assay.analysis.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadingTest {
    private static final Source RECEIVED = new Source("001-a", "a", 1, "kafka", "measure", "s1", Statistic.RECEIVED);

    /** A subscription that is paused for the whole phase receives nothing, which says nothing about its reading rate. */
    @Test
    void whatIsOfNothingDoesNotCountAndSaysSo() {
        Reading row = Standing.of(Verdict.of(List.of()), "measure").other(RECEIVED, 0, 0);

        assertThat(row.counts()).isFalse();
        assertThat(row.value()).isZero();
        assertThat(row.why()).isEqualTo("nothing was counted");
        assertThat(Reading.exact(RECEIVED, 0.5, 1).counts()).isTrue();
    }

    @Test
    void aValueOfTheWholeTrialDoesNotCountWhereAMeasuredPhaseWasDisturbed() {
        RecordedTrial record = new RecordedTrial();
        record.phases = List.of(new Phase("warmup", 0, 1), new Phase("measure", 1, 2));
        Reason disturbed = new Reason(Grade.DEGRADED, "foreign-cpu", "others", "stop them");

        assertThat(wholeTrial(record, disturbed.in("measure")).why())
                .isEqualTo("disturbed by other work on the machine");
        assertThat(wholeTrial(record, disturbed.in("warmup")).counts()).isTrue();
    }

    private static Reading wholeTrial(RecordedTrial record, Reason reason) {
        return Standing.ofTrial(record.record(), Verdict.of(List.of(reason))).other(RECEIVED, 1000, 10);
    }

    @Test
    void thatItsTrialIsInvalidIsSaidFirst() {
        Verdict invalid = Verdict.of(List.of(new Reason(Grade.INVALID, "loss", "2 lost", "look")));

        Reading row = Standing.of(invalid, "measure").other(RECEIVED, 0, 0);

        assertThat(row.outcome()).isEqualTo(Reading.Outcome.FAILED);
        assertThat(row.why()).isEqualTo("INVALID (loss)");
    }
}
