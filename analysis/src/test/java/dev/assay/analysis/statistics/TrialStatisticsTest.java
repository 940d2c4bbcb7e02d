package dev.assay.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.assay.analysis.RecordedTrial;
import dev.assay.analysis.statistics.EventWindow.Window;
import dev.assay.analysis.statistics.LatencyLine.Point;
import dev.assay.analysis.statistics.PhaseStatistics.HostLoad;
import dev.assay.analysis.statistics.PhaseStatistics.ServerSyncs;
import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.ExecutedEvent.Kind;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.StoredTrial.RecordedHiccups;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialData;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.timeline.Phase;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TrialStatisticsTest {
    private static final long SECOND = 1_000_000_000L;

    private final RecordedTrial trial = new RecordedTrial();
    private final List<RecordedInterval> intervals = new ArrayList<>();
    private final List<RecordedHiccups> hiccups = new ArrayList<>();
    private final List<RecordedSecond> seconds = new ArrayList<>();

    TrialStatisticsTest() {
        trial.phases = List.of(
                new Phase("warmup", 0, 10 * SECOND),
                new Phase("slow", 10 * SECOND, 20 * SECOND),
                new Phase("fast", 20 * SECOND, 40 * SECOND));
        trial.hosts = List.of(new TrialHost("coordinator", "desk", List.of("w1"), 4, 0, 0, 0));
    }

    /** The rate is 1000/s up to 20 s and 3000/s afterwards; the seconds of the series end 0.25 s late. */
    @Test
    void countsOfAPhaseAreThoseBetweenItsEdges() {
        double before = 0;
        for (double now = 1.25; now < 42; now++) {
            double count = Math.min(due(now), 100_000) - due(before);
            seconds.add(load(now, count / (now - before)));
            before = now;
        }
        TrialStatistics statistics = statistics();

        // The second across the edge is taken to be even: 250 ms of it belong to the faster phase, so 3/4 of 0.25 s ·
        // 2000/s too many.
        assertThat(statistics.phases().get(1).load().orElseThrow().acked()).isCloseTo(10_000 + 375, within(1e-6));
        assertThat(statistics.phases().get(2).load().orElseThrow().acked()).isCloseTo(60_000 - 375, within(1e-6));
        assertThat(statistics.phases().get(2).load().orElseThrow().points()).isEqualTo(21);
        assertThat(statistics.phases().get(2).groups().getFirst().received()).isCloseTo(60_000 - 375, within(1e-6));
    }

    private static double due(double seconds) {
        return seconds <= 20 ? 1000 * seconds : 20_000 + 3000 * (seconds - 20);
    }

    @Test
    void withoutRatesNothingIsSaidOfTheLoad() {
        seconds.add(new RecordedSecond(1, List.of(Metrics.SENT.of(1))));
        assertThat(statistics().phases().get(1).load()).isEmpty();
        assertThat(statistics().phases().get(1).groups()).isEmpty();
    }

    @Test
    void onlyGroupsThatTailCountForWhatIsOutstanding() {
        trial.subscriptions =
                List.of(new TrialSubscription("tail", "tail", true), new TrialSubscription("late", "late", false));
        for (int second = 1; second <= 42; second++) {
            seconds.add(new RecordedSecond(
                    second,
                    List.of(
                            Metrics.OFFERED.of(100),
                            Metrics.SENT.of(100),
                            Metrics.ACKED.of(100),
                            Metrics.RECEIVED.of(labels("tail"), 100),
                            Metrics.RECEIVED.of(labels("late"), 0))));
        }
        PhaseStatistics slow = statistics().phases().get(1);
        assertThat(slow.load().orElseThrow().outstanding().slope()).isZero();
        assertThat(slow.groups()).extracting(GroupLoad::backlogAtEnd).containsExactly(0.0, 2000.0);
        assertThat(slow.groups().getLast().backlog().slope()).isCloseTo(100, within(1e-9));

        // A subscription that an event holds is behind on purpose as well.
        trial.events = List.of(new ExecutedEvent("e", Kind.PAUSE, "tail", "pause tail", 0, 0, 0, ""));
        assertThat(statistics().liveSubscriptions()).isEmpty();
    }

    @Test
    void theAgeOfOldMessagesNeverMixesWithWhatThoseWhoTailSee() {
        trial.subscriptions = List.of(
                new TrialSubscription("tail-1", "tail", true),
                new TrialSubscription("tail-2", "tail", true),
                new TrialSubscription("late", "late", false));
        arrival(12, "tail-1", 100);
        arrival(12, "tail-2", 300);
        arrival(12, "late", 9_000_000);
        TrialStatistics statistics = statistics();

        PhaseLatencies slow = statistics.phases().get(1).latencies();
        assertThat(slow.of(LatencyMetric.END_TO_END).histogram().getTotalCount())
                .isEqualTo(2);
        assertThat(slow.of(LatencyMetric.END_TO_END).histogram().getMaxValue()).isEqualTo(300);
        assertThat(slow.of(LatencyMetric.END_TO_END, "late").histogram().getMinValue())
                .isGreaterThan(8_000_000);
        assertThat(slow.of(LatencyMetric.END_TO_END, "tail-1").histogram().getMaxValue())
                .isEqualTo(100);
        assertThat(statistics.lines()).extracting(LatencyLine::group).containsExactly("", "late");
        assertThat(statistics.lines().getFirst().points().getFirst().maxNanos()).isEqualTo(300);
    }

    @Test
    void negativesOfAllSubscriptionsCountOnce() {
        trial.subscriptions =
                List.of(new TrialSubscription("tail", "tail", true), new TrialSubscription("late", "late", false));
        for (String name : List.of("tail", "late")) {
            interval(12, new IntervalHistogram("slow", LatencyMetric.END_TO_END, name, of(0), 1, -7));
        }
        interval(12, new IntervalHistogram("slow", LatencyMetric.RESPONSE, of(0), 1, -9));
        PhaseLatencies slow = statistics().phases().get(1).latencies();
        assertThat(slow.negatives()).isEqualTo(3);
        assertThat(slow.worstNegativeNanos()).isEqualTo(-9);
    }

    @Test
    void machinesWorkersAndHiccupsBelongToThePhaseInWhichTheirSecondLies() {
        Labels host = Labels.of(Labels.HOST, "coordinator");
        Labels worker = Labels.of(Labels.WORKER, "w1");
        for (int second = 1; second <= 42; second++) {
            boolean fast = second > 20 && second <= 40;
            // Each recorded second ends a moment after the full second.
            seconds.add(new RecordedSecond(
                    second + 0.01,
                    List.of(
                            Metrics.HOST_CPU_BUSY.of(host, fast ? 0.5 : 1),
                            Metrics.PROCESS_CPU.of(worker, fast ? 2 : 9),
                            Metrics.WORKER_GC_PAUSE.of(worker, fast ? second == 30 ? 0.2 : 0.01 : 9),
                            Metrics.NODE_SYNCS.of(Labels.of(Labels.NODE, "b-1"), fast ? 10 : 99),
                            Metrics.NODE_SYNCS.of(Labels.of(Labels.NODE, "b-2"), fast ? second % 2 : 99))));
            hiccups.add(new RecordedHiccups("w1", (second - 1) * SECOND, second * SECOND, of(fast ? 5 : 7)));
        }
        PhaseStatistics fast = statistics().phases().get(2);

        assertThat(fast.hosts()).singleElement().satisfies(load -> {
            assertThat(load.host()).isEqualTo("coordinator");
            assertThat(load.busyFraction().orElseThrow()).isCloseTo(0.5, within(1e-12));
            assertThat(load.stealFraction()).isEmpty();
        });
        assertThat(fast.workers()).containsExactly(new WorkerLoad("w1", 2, 4, 390_000_000, 200_000_000, 20, 0, 0));
        assertThat(fast.syncs())
                .usingRecursiveComparison()
                .withEqualsForType((one, other) -> Math.abs(one - other) < 1e-12, Double.class)
                .isEqualTo(List.of(new ServerSyncs("b-1", 10, 20), new ServerSyncs("b-2", 0.5, 20)));
        assertThat(fast.syncsPerSecond().orElseThrow()).isCloseTo(10.5, within(1e-12));
        assertThat(fast.hiccups().getTotalCount()).isEqualTo(20);
        assertThat(fast.hiccups().getMaxValue()).isEqualTo(5);
        assertThat(statistics().recorded()).doesNotContain(Metrics.HOST_CPU_STEAL);
        assertThat(fast.hosts()).extracting(HostLoad::host).containsExactly("coordinator");
    }

    @Test
    void aSilenceIsWhatWasOfferedAndNotAcknowledged() {
        for (int second = 1; second <= 42; second++) {
            boolean silent = (second >= 25 && second <= 28) || second == 30;
            seconds.add(new RecordedSecond(
                    second,
                    List.of(
                            Metrics.OFFERED.of(second <= 35 ? 100 : 0),
                            Metrics.SENT.of(100),
                            Metrics.ACKED.of(silent || second > 35 ? 0 : 100),
                            Metrics.RECEIVED.of(labels("s1"), 100))));
        }
        assertThat(statistics().phases().get(2).load().orElseThrow().silenceSeconds())
                .isEqualTo(4);
        assertThat(statistics().phases().get(1).load().orElseThrow().silenceSeconds())
                .isZero();
    }

    @Test
    void whatTheOthersSawOfAFaultIsToldBeforeDuringAndAfter() {
        trial.events = List.of(
                ExecutedEvent.of("inject", Kind.FAULT, "kill-one", 15 * SECOND, 15 * SECOND, 15 * SECOND, "broker-1"),
                ExecutedEvent.of("back", Kind.RECOVERY, "recover", 25 * SECOND, 25 * SECOND, 30 * SECOND, "broker-1"));
        for (int second = 0; second < 42; second++) {
            interval(
                    second,
                    new IntervalHistogram(
                            "slow", LatencyMetric.RESPONSE, of(second < 15 ? 100 : second < 30 ? 500 : 200), 0, 0));
        }
        EventWindow eventWindow = statistics().eventWindows().getFirst();

        assertThat(eventWindow.title()).isEqualTo("kill-one");
        assertThat(eventWindow.windows()).extracting(Window::name).containsExactly("before", "during", "after");
        assertThat(eventWindow.windows())
                .extracting(window -> window.latencies(LatencyMetric.RESPONSE).getTotalCount())
                .containsExactly(5L, 15L, 10L);
        assertThat(eventWindow.windows())
                .extracting(window -> window.latencies(LatencyMetric.RESPONSE).getMaxValue())
                .containsExactly(100L, 500L, 200L);
    }

    @Test
    void aRollingUpgradeLastsFromTheFirstNodeToTheLast() {
        trial.events = List.of(
                ExecutedEvent.of(
                        "up", Kind.ROLLING, "rolling upgrade to 4.3.1", 15 * SECOND, 15 * SECOND, 30 * SECOND, ""),
                ExecutedEvent.of("up", Kind.STEP, "upgrade broker-1", 15 * SECOND, 15 * SECOND, 20 * SECOND, ""));
        for (int second = 0; second < 42; second++) {
            interval(second, new IntervalHistogram("slow", LatencyMetric.RESPONSE, of(100), 0, 0));
        }

        List<EventWindow> eventWindows = statistics().eventWindows();

        assertThat(eventWindows).extracting(EventWindow::title).containsExactly("rolling upgrade to 4.3.1");
        assertThat(eventWindows.getFirst().windows())
                .extracting(
                        Window::name,
                        window -> window.latencies(LatencyMetric.RESPONSE).getTotalCount())
                .containsExactly(tuple("before", 5L), tuple("during", 15L), tuple("after", 10L));
    }

    @Test
    void aLongTrialIsDrawnWithFewerPointsAndItsWorstSecond() {
        int length = 3 * 4096;
        trial.phases = List.of(new Phase("measure", 0, length * SECOND));
        for (int second = 1; second <= length; second++) {
            seconds.add(load(second, second == 7777 ? 5 : second == 8888 ? 50 : 10));
            interval(
                    second - 1,
                    new IntervalHistogram("measure", LatencyMetric.RESPONSE, of(second == 7777 ? 999_424 : 100), 0, 0));
        }
        TrialStatistics statistics = statistics();

        assertThat(statistics.secondsPerPoint()).isEqualTo(4);
        double[] acked =
                statistics.series().tracks(Metrics.ACKED).getFirst().values().toArray();
        assertThat(acked).hasSize(2 * length / 4);
        assertThat(acked[2 * (7776 / 4)]).isEqualTo(5);
        assertThat(acked[2 * (7776 / 4) + 1]).isEqualTo(10);
        assertThat(acked[2 * (8887 / 4) + 1]).isEqualTo(50);
        List<Point> points = statistics.lines().getFirst().points();
        assertThat(points).hasSize(2 * length / 4);
        assertThat(points.get(2 * (7776 / 4)).maxNanos()).isEqualTo(100);
        assertThat(points.get(2 * (7776 / 4) + 1)).satisfies(worst -> {
            assertThat(worst.seconds()).isEqualTo(7780);
            assertThat(worst.p99Nanos()).isGreaterThan(990_000);
            assertThat(worst.samples()).isEqualTo(4);
        });
        assertThat(statistics.phases().getFirst().drifts())
                .as("drifts are told in seconds, whatever a value stands for")
                .filteredOn(drift -> drift.of() == PhaseDrift.Of.MEDIAN)
                .isNotEmpty()
                .extracting(PhaseDrift::seconds)
                .containsOnly((long) length);
    }

    @Test
    void whatIsInMemoryIsNotChangedByReadingIt() {
        Histogram histogram = of(100);
        for (int second = 12; second < 15; second++) {
            interval(second, new IntervalHistogram("slow", LatencyMetric.RESPONSE, histogram, 0, 0));
        }
        assertThat(statistics()).isNotNull();
        assertThat(histogram.getTotalCount()).isEqualTo(1);
    }

    private static RecordedSecond load(double seconds, double rate) {
        return new RecordedSecond(
                seconds,
                List.of(
                        Metrics.OFFERED.of(rate),
                        Metrics.SENT.of(rate),
                        Metrics.ACKED.of(rate),
                        Metrics.RECEIVED.of(labels("s1"), rate)));
    }

    private static Labels labels(String subscription) {
        return Labels.of(Labels.GROUP, subscription).with(Labels.SUBSCRIPTION, subscription);
    }

    private void arrival(int second, String subscription, long nanos) {
        interval(second, new IntervalHistogram("slow", LatencyMetric.END_TO_END, subscription, of(nanos), 0, 0));
    }

    private void interval(int second, IntervalHistogram histogram) {
        intervals.add(new RecordedInterval("w1", second * SECOND, (second + 1) * SECOND, histogram));
    }

    private static Histogram of(long value) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(value);
        return histogram;
    }

    private TrialStatistics statistics() {
        return TrialStatistics.of(new TrialData(trial.record(), intervals, hiccups, seconds));
    }
}
