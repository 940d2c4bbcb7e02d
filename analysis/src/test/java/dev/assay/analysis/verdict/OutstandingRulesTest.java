package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.statistics.TrialStatistics;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Tests which messages count towards the rate of a phase: those due in it, and sent, acknowledged and received by its end. */
class OutstandingRulesTest {
    private final Case trial = new Case();

    /** In 30 s they fall behind by 0.9 s of load, which is too little for messages that pile up. */
    @Test
    void consumersThatKeepUpAt97PerCentAreFound() {
        trial.load = Case.load(
                OutstandingRulesTest::all,
                OutstandingRulesTest::all,
                s -> s <= 10 ? 10_000 * s : 100_000 + 9_700 * (s - 10));
        Verdict verdict = withLatencies(LatencyMetric.END_TO_END, s -> s <= 10 ? 5 : 30 * (s - 10));
        assertThat(verdict.grade()).isEqualTo(Grade.INVALID);
        assertThat(verdict.reasons()).extracting(Reason::code).contains("rate-missed");
        assertThat(verdict.reasons().getFirst().cause())
                .isEqualTo(
                        "consumers of subscription s1 received, of the messages due in the phase, 9 700 msg/s of 10 000 msg/s offered over 30 s (97.6 % with the 1 652 messages that may be in flight at its end);"
                                + " the consumers, or the system serving them, could not keep up");
    }

    @Test
    void theyAreFoundAsWellWhenTheyFellBehindInTheWarmUp() {
        trial.load = Case.load(OutstandingRulesTest::all, OutstandingRulesTest::all, s -> 9_700 * s);
        assertThat(withLatencies(LatencyMetric.END_TO_END, s -> 30 * s).reasons())
                .extracting(Reason::code)
                .contains("rate-missed");
    }

    /** The system works off 3 s of load from the warm-up while it sustains 101 %: no more was achieved than was offered. */
    @Test
    void aBacklogFromTheWarmUpIsNoAchievement() {
        LongUnaryOperator late = s -> s <= 10 ? 7_000 * s : Math.min(10_000 * s, 70_000 + 11_250 * (s - 10));
        trial.load = Case.load(late, late, late);
        assertThat(trial.verdict().reasons()).extracting(Reason::code).containsExactly("drift");
        assertThat(trial.verdict().reasons().getFirst().cause()).contains("messages outstanding fell from ");
        assertThat(TrialStatistics.of(trial.stored()).measured().getFirst().achievedPerSecond())
                .isLessThanOrEqualTo(10_000);
    }

    /** When the phase begins 30 000 messages are still due; by its end, as many of its own are missing. */
    @Test
    void aBacklogFromTheWarmUpHidesNoShortfall() {
        LongUnaryOperator late = s -> s <= 10 ? 7_000 * s : 70_000 + 10_000 * (s - 10);
        trial.load = Case.load(late, late, late);
        assertThat(trial.verdict().reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo("rate-missed");
            assertThat(reason.cause())
                    .startsWith("sent 9 000 msg/s of 10 000 msg/s offered over 30 s (90.3 % with the ");
        });
    }

    @Test
    void aSteadyLatencyOf200MillisecondsMissesNothingEvenFromTheFirstMessageOn() {
        trial.phases = List.of(new Phase("measure", 0, Case.END * Case.SECOND));
        trial.load = Case.load(OutstandingRulesTest::all, s -> 10_000 * s - 2_000, s -> 10_000 * s - 2_000);
        assertThat(trial.verdict().reasons())
                .as("where no latency tells")
                .extracting(Reason::code)
                .containsExactly("rate-missed");
        assertThat(withLatencies(LatencyMetric.RESPONSE, s -> 200, LatencyMetric.END_TO_END)
                        .reasons())
                .isEmpty();
    }

    private static long all(long second) {
        return 10_000 * second;
    }

    private Verdict withLatencies(LatencyMetric metric, LongUnaryOperator millis, LatencyMetric... more) {
        TrialData stored = trial.stored();
        List<RecordedInterval> intervals = new ArrayList<>();
        List<LatencyMetric> metrics = new ArrayList<>(List.of(more));
        metrics.add(metric);
        if (!metrics.contains(LatencyMetric.RESPONSE)) {
            metrics.add(LatencyMetric.RESPONSE);
        }
        for (long second = stored.trial().course().phases().getLast().startNanos() / Case.SECOND;
                second < Case.END;
                second++) {
            for (LatencyMetric one : metrics) {
                Histogram histogram = new Histogram(3);
                long latency = one == LatencyMetric.RESPONSE && !List.of(more).contains(LatencyMetric.END_TO_END)
                        ? 5
                        : millis.applyAsLong(second + 1);
                histogram.recordValueWithCount(latency * Case.MILLI, 10_000);
                intervals.add(new RecordedInterval(
                        "w1",
                        second * Case.SECOND,
                        (second + 1) * Case.SECOND,
                        new IntervalHistogram("measure", one, histogram, 0, 0)));
            }
        }
        return VerdictRules.PRESENT.judge(new TrialData(stored.trial(), intervals, stored.hiccups(), stored.seconds()));
    }
}
