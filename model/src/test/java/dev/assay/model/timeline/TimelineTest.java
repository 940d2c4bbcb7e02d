package dev.assay.model.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.timeline.Timeline.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final long SECOND = 1_000_000_000L;
    private static final LoadProfile ANY = LoadProfile.parse("10/s");

    @Test
    void refusesPhasesWithGaps() {
        assertThatThrownBy(() -> with(new Phase("warmup", 0, 10), new Phase("measure", 11, 20)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("phase measure must start where the one before ends, at 10 ns, but starts at 11 ns");
        assertThatThrownBy(() -> with(new Phase("warmup", 5, 10)))
                .hasMessage("phase warmup must start where the one before ends, at 0 ns, but starts at 5 ns");
        assertThatThrownBy(() -> with()).hasMessage("a load needs at least one phase");
    }

    @Test
    void theLoadEndsWithTheLastPhase() {
        assertThat(with(new Phase("warmup", 0, 10), new Phase("measure", 10, 20))
                        .endNanos())
                .isEqualTo(20);
    }

    @Test
    void anEarlierEndMovesThePhasesAfterIt() {
        Timeline moved = with(new Phase("a", 0, 10), new Phase("b", 10, 30), new Phase("c", 30, 35))
                .withEnd(1, 12);
        assertThat(moved.phases())
                .containsExactly(new Phase("a", 0, 10), new Phase("b", 10, 12), new Phase("c", 12, 17));
        assertThatThrownBy(() -> moved.withEnd(1, 13))
                .hasMessage("phase b ends at 12 ns at the latest, and can't end at 13 ns");
    }

    /** The load's profile continues from phase to phase; a phase's own begins with it. */
    @Test
    void theCurveFollowsWhatEachPhaseOffers() {
        LoadProfile ramp = LoadProfile.parse("ramp 1000/s to 2000/s over 10 s");
        Timeline timeline = new Timeline(List.of(
                new Part(new Phase("warmup", 0, 5 * SECOND), LoadProfile.parse("1000/s"), false),
                new Part(new Phase("first", 5 * SECOND, 10 * SECOND), ramp, true),
                new Part(new Phase("pause", 10 * SECOND, 12 * SECOND), LoadProfile.NONE, false),
                new Part(new Phase("second", 12 * SECOND, 20 * SECOND), ramp, true)));
        // 5 × 1000, then 5 × 1250, nothing, 5 × 1750, and 3 × 2000 after the ramp.
        assertThat(timeline.curve().countAt(5 * SECOND)).isEqualTo(5_000);
        assertThat(timeline.curve().countAt(10 * SECOND)).isEqualTo(11_250);
        assertThat(timeline.curve().countAt(12 * SECOND)).isEqualTo(11_250);
        assertThat(timeline.curve().countAt(17 * SECOND)).isEqualTo(20_000);
        assertThat(timeline.curve().total()).isEqualTo(26_000);
    }

    private static Timeline with(Phase... phases) {
        return Timeline.of(List.of(phases), ANY);
    }
}
