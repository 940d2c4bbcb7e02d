package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.worker.engine.TrialClock;
import org.junit.jupiter.api.Test;

class SkewedClockTest {
    private static final TrialClock SOUND = TrialClock.monotonic(1_000);

    @Test
    void aShiftedClockIsAheadByTheSameAtAllTimes() {
        TrialClock wrong = new SkewedClock(250, 0, 5_000).under(SOUND);
        assertThat(wrong.ofLocal(5_000)).isEqualTo(6_250);
        assertThat(wrong.ofLocal(95_000)).isEqualTo(96_250);
    }

    @Test
    void aClockThatGainsIsAheadByMoreAndMore() {
        TrialClock wrong = new SkewedClock(0, 500, 0).under(SOUND);
        assertThat(wrong.ofLocal(0)).isEqualTo(1_000);
        assertThat(wrong.ofLocal(2_000_000)).isEqualTo(2_002_000);
    }

    @Test
    void withoutOneTheClockIsTheMachines() {
        assertThat(SkewedClock.of(1)).isEqualTo(SkewedClock.NONE);
        assertThat(SkewedClock.NONE.under(SOUND)).isSameAs(SOUND);
        assertThat(SkewedClock.NONE.at(77)).isEqualTo(77);
    }
}
