package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Timeline;
import dev.assay.run.trial.MemoryTrials;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Checks a minute at 1000/s, after 5 s of warm-up, with made-up counts. */
class OverloadConditionTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double RATE = 1_000;
    private static final Phase WARMUP = new Phase(Phase.WARMUP, 0, 5 * SECOND);
    private static final Phase MEASURE = new Phase(Phase.MEASURE, 5 * SECOND, 65 * SECOND);

    /** Returns when the phase is ended, in seconds from the start of the load. */
    private static OptionalDouble ended(LongUnaryOperator acked, LongUnaryOperator received) {
        LoadCurve curve = Timeline.of(List.of(WARMUP, MEASURE), LoadProfile.parse("1000/s"))
                .curve();
        OverloadCondition condition =
                new OverloadCondition(MemoryTrials.lasting(Duration.ofSeconds(60), MemoryTrials.simple())
                        .trial()
                        .spec());
        for (long nanos = MEASURE.startNanos(); nanos < MEASURE.endNanos(); nanos += SECOND / 10) {
            long offered = Math.round(nanos / 1e9 * RATE);
            long done = Math.min(offered, acked.applyAsLong(nanos));
            LoadTotals totals =
                    new LoadTotals(offered, done, done, 0, List.of(Math.min(done, received.applyAsLong(nanos))));
            if (condition.holds(totals, nanos, MEASURE, curve)) {
                return OptionalDouble.of(nanos / 1e9);
            }
        }
        return OptionalDouble.empty();
    }

    private static LongUnaryOperator at(double perSecond) {
        return nanos -> Math.round(nanos / 1e9 * perSecond);
    }

    @Test
    void aLoadThatIsSustainedIsNotEnded() {
        assertThat(ended(at(1_000), at(1_000))).isEmpty();
    }

    @Test
    void halfOfTheLoadIsFoundAsSoonAsThereIsARateToGoBy() {
        assertThat(ended(at(500), at(500)).orElseThrow()).isBetween(10.0, 11.0);
    }

    /** 60 s of load less a half and less 5 %: outstanding grows by 50 a second, of which the rest could make good 140 a second. */
    @Test
    void theNarrowerItIsTheLongerItTakes() {
        assertThat(ended(at(950), at(950)).orElseThrow()).isBetween(48.0, 54.0);
    }

    @Test
    void aGroupThatDoesNotKeepUpCountsAsMuch() {
        assertThat(ended(at(1_000), at(500)).orElseThrow()).isBetween(10.0, 11.0);
    }

    /** For 4 s nothing is acknowledged; then the system is as fast as it was, and a little faster, until it has caught up. */
    @Test
    void aStallThatTheRestCanMakeGoodEndsNothing() {
        LongUnaryOperator stalled = nanos -> {
            double seconds = nanos / 1e9;
            return seconds < 20
                    ? Math.round(seconds * RATE)
                    : Math.round(20 * RATE + Math.max(0, seconds - 24) * 1_300);
        };
        assertThat(ended(stalled, at(2_000))).isEmpty();
    }

    @Test
    void saysWhatWasSeen() {
        OverloadCondition condition =
                new OverloadCondition(MemoryTrials.lasting(Duration.ofSeconds(60), MemoryTrials.simple())
                        .trial()
                        .spec());
        assertThat(condition.title()).isEqualTo("overloaded");
    }
}
