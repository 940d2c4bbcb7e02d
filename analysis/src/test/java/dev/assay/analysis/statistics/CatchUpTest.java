package dev.assay.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RecordedTrial;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.unit.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Holds a consumer group for T, then lets it read at r, while λ is still offered: its backlog is λT − (r − λ)t, which is within a
 * second of load from t = (λT − λ) / (r − λ) on.
 */
class CatchUpTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double LAMBDA = 1000;
    private static final double R = 3000;
    private static final double HELD = 60;
    private static final int END = 200;
    private static final double CAUGHT_UP = (LAMBDA * HELD - LAMBDA) / (R - LAMBDA);

    private final RecordedTrial trial = new RecordedTrial();
    private final List<Double> instants = new ArrayList<>();
    private List<Sample> disk = List.of();
    private DoubleUnaryOperator offered = seconds -> LAMBDA * Math.min(seconds, END);
    private DoubleUnaryOperator read =
            seconds -> Math.min(offered.applyAsDouble(seconds), R * Math.max(0, seconds - HELD));

    CatchUpTest() {
        trial.phases = List.of(new Phase("warmup", 0, 10 * SECOND), new Phase("load", 10 * SECOND, END * SECOND));
        trial.subscriptions =
                List.of(new TrialSubscription("tail", "tail", true), new TrialSubscription("late", "late", false));
        for (int second = 1; second <= END + 10; second++) {
            instants.add((double) second);
        }
    }

    @Test
    void theTimeToCatchUpIsThatOfTheArithmetic() {
        event(Kind.START, HELD);
        CatchUp catchUp = only();

        assertThat(catchUp.group()).isEqualTo("late");
        assertThat(catchUp.beganSeconds()).isEqualTo(HELD);
        assertThat(catchUp.backlogMessages()).isCloseTo(LAMBDA * HELD, within(1e-6));
        assertThat(catchUp.lengthSeconds().orElseThrow()).isCloseTo(CAUGHT_UP, within(1e-6));
        assertThat(catchUp.messagesPerSecond().orElseThrow()).isCloseTo(R, within(1e-6));
        assertThat(catchUp.bestPerSecond().orElseThrow()).isCloseTo(R, within(1e-6));
    }

    @Test
    void itIsTheSameWhereverTheSecondsOfTheSeriesEnd() {
        instants.replaceAll(seconds -> seconds + 0.37 * Math.sin(seconds));
        event(Kind.START, HELD);
        assertThat(only().lengthSeconds().orElseThrow()).isCloseTo(CAUGHT_UP, within(0.01 * CAUGHT_UP));
    }

    @Test
    void withoutAnEventItsFirstMessageTellsWhenItBegan() {
        CatchUp catchUp = only();
        assertThat(catchUp.beganSeconds()).isEqualTo(HELD);
        assertThat(catchUp.lengthSeconds().orElseThrow()).isCloseTo(CAUGHT_UP, within(1e-6));
    }

    /** It reads 4000/s from 10 % to 50 % of the backlog and 2000/s from there to 90 %: 0.8 B / (0.4 B / 4000 + 0.4 B / 2000). */
    @Test
    void theRateIsTheMeanBetweenATenthAndNineTenths() {
        double backlog = LAMBDA * HELD;
        double half = HELD + backlog / 2 / 4000;
        read = seconds -> Math.min(
                offered.applyAsDouble(seconds),
                seconds < half ? 4000 * Math.max(0, seconds - HELD) : backlog / 2 + 2000 * (seconds - half));
        instants.add((int) half, half);
        event(Kind.START, HELD);
        instants.sort(null);

        assertThat(only().messagesPerSecond().orElseThrow()).isCloseTo(0.8 / (0.4 / 4000 + 0.4 / 2000), within(1e-6));
        // The part at 4000/s is 6 s long, so the best ten have four at 2000/s.
        assertThat(only().bestPerSecond().orElseThrow()).isCloseTo((6 * 4000 + 4 * 2000) / 10.0, within(1e-6));
    }

    @Test
    void aBacklogThatReturnsWithinFiveSecondsWasNotCaughtUpWith() {
        DoubleUnaryOperator steady = read;
        double caught = HELD + CAUGHT_UP;
        // The group rests for two seconds soon after, and has caught up for good a little later.
        read = seconds -> seconds < caught + 2
                ? steady.applyAsDouble(seconds)
                : Math.min(
                        offered.applyAsDouble(seconds),
                        steady.applyAsDouble(caught + 2) + R * Math.max(0, seconds - caught - 4));
        event(Kind.START, HELD);

        assertThat(only().caughtUpSeconds().orElseThrow())
                .isGreaterThan(caught + 4)
                .isLessThan(caught + 6);
    }

    /** Two servers fetch F bytes a second each until 5 s after it has caught up, for a backlog of λT messages of 100 B. */
    @Test
    void whatServersFetchedFromDisksIsHeldAgainstTheBytesOfTheBacklog() {
        event(Kind.START, HELD);
        trial.workload = ofHundredBytes();
        double fetched = 90_000;
        disk = List.of(
                Metrics.PROCESS_DISK_READ.of(Labels.of(Labels.NODE, "1"), fetched),
                Metrics.PROCESS_DISK_READ.of(Labels.of(Labels.NODE, "2"), fetched),
                Metrics.PROCESS_DISK_READ.of(Labels.of(Labels.WORKER, "w"), 1e9));

        double seconds = Math.ceil(CAUGHT_UP + CatchUp.STAYS_SECONDS);
        assertThat(only().fractionOfDisk().orElseThrow())
                .isCloseTo(2 * fetched * seconds / (LAMBDA * HELD * 100), within(1e-9));
    }

    private static Workload ofHundredBytes() {
        return Workload.usual().of(new MessageSpec(new ByteSize(100), PayloadFill.RANDOM, MessageKeying.NONE));
    }

    @Test
    void withoutServersNobodyKnowsWhatWasFetched() {
        event(Kind.START, HELD);
        disk = List.of(Metrics.PROCESS_DISK_READ.of(Labels.of(Labels.WORKER, "w"), 1e9));

        assertThat(only().fractionOfDisk()).isEmpty();
    }

    @Test
    void aGroupThatIsTooSlowNeverCatchesUp() {
        read = seconds -> 0.9 * LAMBDA * Math.max(0, Math.min(seconds, END) - HELD);
        event(Kind.START, HELD);

        assertThat(only().caughtUpSeconds()).isEmpty();
        assertThat(only().bestPerSecond()).isNotEmpty();
        assertThat(statistics().eventWindows().getFirst().windows())
                .extracting(EventWindow.Window::name)
                .containsExactly("before", "during");
    }

    @Test
    void aGroupThatIsPausedAgainHadNotCaughtUpThen() {
        read = seconds -> seconds < HELD + 10
                ? R * Math.max(0, seconds - HELD)
                : Math.min(offered.applyAsDouble(seconds), 10 * R + R * Math.max(0, seconds - HELD - 20));
        event(Kind.START, HELD);
        event(Kind.PAUSE, HELD + 10);
        event(Kind.RESUME, HELD + 20);

        List<CatchUp> both = statistics().catchUps();
        assertThat(both).hasSize(2);
        assertThat(both.getFirst().caughtUpSeconds()).isEmpty();
        // After 80 s, 80 000 were offered and 30 000 read.
        assertThat(both.getLast().backlogMessages()).isCloseTo(50_000, within(1e-6));
        assertThat(both.getLast().lengthSeconds().orElseThrow())
                .isCloseTo((50_000 - LAMBDA) / (R - LAMBDA), within(1e-6));
    }

    @Test
    void whereNothingIsOfferedItHasCaughtUpWithTheLastMessage() {
        offered = seconds -> LAMBDA * Math.min(seconds, HELD);
        event(Kind.START, HELD);
        assertThat(only().lengthSeconds().orElseThrow()).isCloseTo(HELD * LAMBDA / R, within(1e-6));
    }

    @Test
    void aGroupThatTailsHasNothingToCatchUpWith() {
        trial.subscriptions = List.of(new TrialSubscription("tail", "tail", true));
        assertThat(statistics().catchUps()).isEmpty();
    }

    private void event(Kind kind, double seconds) {
        List<ExecutedEvent> events = new ArrayList<>(trial.events);
        long nanos = (long) (seconds * SECOND);
        events.add(new ExecutedEvent("e", kind, "late", "late", nanos, nanos, nanos, ""));
        trial.events = events;
    }

    private CatchUp only() {
        List<CatchUp> found = statistics().catchUps();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private TrialStatistics statistics() {
        List<RecordedSecond> seconds = new ArrayList<>();
        double before = 0;
        for (double now : instants) {
            double length = now - before;
            double due = (offered.applyAsDouble(now) - offered.applyAsDouble(before)) / length;
            double got = (read.applyAsDouble(now) - read.applyAsDouble(before)) / length;
            List<Sample> samples = new ArrayList<>(disk);
            samples.addAll(List.of(
                    Metrics.OFFERED.of(due),
                    Metrics.SENT.of(due),
                    Metrics.ACKED.of(due),
                    Metrics.RECEIVED.of(labels("tail"), due),
                    Metrics.RECEIVED.of(labels("late"), got)));
            seconds.add(new RecordedSecond(now, samples));
            before = now;
        }
        return TrialStatistics.of(new TrialData(trial.record(), List.of(), List.of(), seconds));
    }

    private static Labels labels(String name) {
        return Labels.of(Labels.GROUP, name).with(Labels.SUBSCRIPTION, name);
    }
}
