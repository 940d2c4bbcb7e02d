package dev.assay.analysis.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.reading.Reading.Source;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadingTest {
    private static final Source RECEIVED = new Source("001-a", "a", 1, "measure", "s1", Statistic.RECEIVED);

    /** A subscription that is paused for the whole phase receives nothing, and that is no sample of how fast it reads. */
    @Test
    void whatIsOfNothingDoesNotCountAndSaysSo() {
        Reading row = Standing.of(Verdict.of(List.of()), "measure").other(RECEIVED, 0, 0);

        assertThat(row.counts()).isFalse();
        assertThat(row.value()).isZero();
        assertThat(row.why()).isEqualTo("nothing was counted");
        assertThat(Reading.exact(RECEIVED, 0.5, 1).counts()).isTrue();
    }

    @Test
    void thatItsTrialIsInvalidIsSaidFirst() {
        Verdict invalid = Verdict.of(List.of(new Reason(Grade.INVALID, "loss", "2 lost", "look")));

        Reading row = Standing.of(invalid, "measure").other(RECEIVED, 0, 0);

        assertThat(row.outcome()).isEqualTo(Reading.Outcome.FAILED);
        assertThat(row.why()).isEqualTo("INVALID (loss)");
    }
}
