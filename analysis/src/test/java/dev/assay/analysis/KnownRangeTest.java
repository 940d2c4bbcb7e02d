package dev.assay.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.scenario.experiment.TrialResult.ValueRange;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class KnownRangeTest {
    private static ValueRange of(boolean bound, Flaw... flaws) {
        Quality quality = new Quality(20, OptionalDouble.of(5), bound, List.of(flaws));
        return KnownRange.of(100e6, quality).orElseThrow();
    }

    @Test
    void aValueThatNothingSpeaksAgainstIsItself() {
        assertThat(KnownRange.of(100e6, Quality.clear())).isEmpty();
        assertThat(KnownRange.of(
                        100e6, new Quality(20, OptionalDouble.of(1), false, List.of(new Flaw(Kind.FEW_EVENTS, "", 0)))))
                .isEmpty();
    }

    @Test
    void whatTheHarnessAddedMayBeMissingFromIt() {
        ValueRange range = of(false, new Flaw(Kind.PAUSES, "w1", 30_000_000));
        assertThat(range.minNanos()).isEqualTo(70e6);
        assertThat(range.maxNanos()).isEqualTo(100e6);
        assertThat(range.why()).isEqualTo("but up to 30 ms of 100 ms are pauses of worker w1");
    }

    @Test
    void clocksMayBeOffEitherWay() {
        ValueRange range = of(false, new Flaw(Kind.CLOCKS, "", 20_000_000));
        assertThat(range.minNanos()).isEqualTo(80e6);
        assertThat(range.maxNanos()).isEqualTo(120e6);
    }

    @Test
    void aLowerBoundHasNoUpperEnd() {
        ValueRange range = of(true);
        assertThat(range.minNanos()).isEqualTo(100e6);
        assertThat(range.maxNanos()).isInfinite();
    }

    @Test
    void ofTooFewSamplesNothingIsKnown() {
        ValueRange range = of(false, new Flaw(Kind.FEW_SAMPLES, "", 0));
        assertThat(range.minNanos()).isZero();
        assertThat(range.maxNanos()).isInfinite();
    }
}
