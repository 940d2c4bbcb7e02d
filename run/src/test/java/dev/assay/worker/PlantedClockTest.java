package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.engine.TrialClock;
import org.junit.jupiter.api.Test;

class PlantedClockTest {
    private static final TrialClock SOUND = TrialClock.monotonic(1_000);

    @Test
    void aShiftedClockIsAheadByTheSameAtAllTimes() {
        TrialClock wrong = new PlantedClock(250, 0, 5_000).under(SOUND);
        assertThat(wrong.ofLocal(5_000)).isEqualTo(6_250);
        assertThat(wrong.ofLocal(95_000)).isEqualTo(96_250);
    }

    @Test
    void aClockThatGainsIsAheadByMoreAndMore() {
        TrialClock wrong = new PlantedClock(0, 500, 0).under(SOUND);
        assertThat(wrong.ofLocal(0)).isEqualTo(1_000);
        assertThat(wrong.ofLocal(2_000_000)).isEqualTo(2_002_000);
    }

    @Test
    void withoutOneTheClockIsTheMachines() {
        assertThat(PlantedClock.of(1)).isEqualTo(PlantedClock.NONE);
        assertThat(PlantedClock.NONE.under(SOUND)).isSameAs(SOUND);
        assertThat(PlantedClock.NONE.at(77)).isEqualTo(77);
    }
}
