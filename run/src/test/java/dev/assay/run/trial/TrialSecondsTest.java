package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.arrival.LoadCurve;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.AllocationStalls;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.TrialSubscription;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialSecond;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TrialSecondsTest {
    private static final long SECOND = 1_000_000_000;
    private static final Labels W1 = Labels.of(Labels.WORKER, "w1");
    private static final Labels W2 = Labels.of(Labels.WORKER, "w2");

    private final List<TrialSecond> seconds = new ArrayList<>();
    private final TrialSeconds joined = new TrialSeconds(
            2,
            Set.of("w2"),
            List.of(new TrialSubscription("s1", "tail", true), new TrialSubscription("late", "late", false)),
            seconds::add);

    /** Makes an interval with {@code acked} messages so far, of which all but ten have been received by the slower subscription. */
    private static WorkerInterval interval(String worker, double end, long acked, long... responses) {
        Histogram histogram = new Histogram(3);
        for (long nanos : responses) {
            histogram.recordValue(nanos);
        }
        return new WorkerInterval(
                worker,
                (long) ((end - 1) * SECOND),
                (long) (end * SECOND),
                new LoadTotals(acked + 2, acked + 1, acked, 0, List.of(acked, Math.max(0, acked - 10))),
                new HarnessSample(SECOND / 2, 3_000_000, 1, 0, new Histogram(3)),
                List.of(new IntervalHistogram(Phase.MEASURE, LatencyMetric.RESPONSE, histogram, 0, 0)));
    }

    @Test
    void whatALateReportSpansIsDividedAsTheScheduleIs() {
        joined.onSchedule(LoadCurve.of(List.of(
                new LoadCurve.Part(LoadProfile.parse("100/s"), Duration.ZERO, Duration.ofSeconds(2)),
                new LoadCurve.Part(LoadProfile.parse("10/s"), Duration.ZERO, Duration.ofSeconds(4)))));
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 100));
        joined.onInterval(interval("w1", 2, 200));
        joined.onInterval(interval("w1", 3, 210));
        joined.onInterval(interval("w2", 3, 210));

        assertThat(seconds).extracting(second -> second.totals().acked()).containsExactly(200L, 400L, 420L);
    }

    @Test
    void whatALateReportSpansIsDividedEvenlyWhereTheLoadEnds() {
        joined.onSchedule(LoadCurve.of(
                List.of(new LoadCurve.Part(LoadProfile.parse("100/s"), Duration.ZERO, Duration.ofSeconds(2)))));
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 50));
        joined.onInterval(interval("w1", 2, 200));
        joined.onInterval(interval("w1", 3, 200));
        joined.onInterval(interval("w2", 3, 150));

        assertThat(seconds).extracting(second -> second.totals().acked()).containsExactly(150L, 300L, 350L);
    }

    @Test
    void aSecondIsGivenOutOnceEveryWorkerHasToldOfIt() {
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w1", 2, 200));
        assertThat(seconds).isEmpty();

        joined.onInterval(interval("w2", 1.02, 50));
        assertThat(seconds).hasSize(1);
        joined.onInterval(interval("w2", 2, 150));
        assertThat(seconds).extracting(TrialSecond::seconds).containsExactly(1.0, 2.0);
        assertThat(seconds).extracting(second -> second.totals().acked()).containsExactly(149L, 350L);
    }

    /** At 1 s, w1 had 1000; w2 is on its way from nothing to 2040 at 1.02 s. At 2 s, w1 is on its way from 1000 to 2250. */
    @Test
    void countsOfWorkersThatReportAtDifferentInstantsMeetWhereTheFirstOfThemDid() {
        joined.onInterval(interval("w1", 1, 1000));
        joined.onInterval(interval("w2", 1.02, 2040));
        joined.onInterval(interval("w1", 2.25, 2250));
        joined.onInterval(interval("w2", 2, 4000));
        joined.finish();

        assertThat(seconds).extracting(TrialSecond::seconds).containsExactly(1.0, 2.0, 2.25);
        assertThat(seconds)
                .extracting(second -> second.totals().acked())
                .containsExactly(1000 + 2000L, 2000 + 4000L, 2250 + 4000L);
    }

    @Test
    void aWorkerThatIsLostIsNotWaitedForAndItsCountsStay() {
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 50));
        joined.onInterval(interval("w1", 2, 200));
        assertThat(seconds).hasSize(1);

        joined.onWorkerLost("w2");
        joined.onInterval(interval("w1", 3, 300));
        assertThat(seconds).extracting(TrialSecond::seconds).containsExactly(1.0, 2.0, 3.0);
        assertThat(seconds).extracting(second -> second.totals().acked()).containsExactly(150L, 250L, 350L);
        assertThat(seconds.getLast().samples()).contains(Metrics.OFFERED.of(100));
    }

    /** w1 has no interval that ends in the fourth second. */
    @Test
    void aSecondThatAWorkerSkipsIsGivenOutOnceItHasToldOfALaterOne() {
        for (double end : new double[] {1, 2, 3, 4, 5, 6}) {
            joined.onInterval(interval("w2", end, (long) (100 * end), 1));
        }
        joined.onInterval(interval("w1", 1, 10, 2));
        joined.onInterval(interval("w1", 2.4, 24, 2));
        assertThat(seconds).hasSize(2);

        joined.onInterval(interval("w1", 3.6, 36, 2));
        assertThat(seconds).hasSize(3);
        joined.onInterval(interval("w1", 5.1, 51, 2));
        assertThat(seconds).extracting(TrialSecond::seconds).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
        assertThat(seconds).extracting(second -> second.totals().acked()).containsExactly(110L, 220L, 330L, 440L, 550L);
        assertThat(seconds)
                .extracting(second -> second.response().getTotalCount())
                .containsExactly(2L, 2L, 2L, 1L, 2L);
        assertThat(metrics(seconds.get(3), W1)).isEmpty();
    }

    @Test
    void secondsOfFastWorkersWaitForTheSlowOneAndNoLonger() {
        List<TrialSecond> merged = new ArrayList<>();
        TrialSeconds three = new TrialSeconds(3, Set.of(), List.of(), merged::add);
        for (int second = 1; second <= 600; second++) {
            three.onInterval(interval("w1", second, second));
            three.onInterval(interval("w2", second + 0.01, second));
            if (second % 3 == 0) {
                three.onInterval(interval("slow", second + 0.7, second));
            }
            assertThat(merged).hasSize(second / 3 * 3);
        }
        assertThat(merged).extracting(TrialSecond::seconds).isSorted().doesNotHaveDuplicates();
    }

    /** The last interval of a worker often ends in the same second as the one before. */
    @Test
    void intervalsOfAWorkerThatEndInOneSecondAreAddedUp() {
        joined.onInterval(interval("w1", 1, 100, 1_000_000));
        WorkerInterval last = interval("w1", 1.5, 150, 2_000_000);
        joined.onInterval(new WorkerInterval(
                "w1",
                SECOND,
                last.endNanos(),
                last.totals(),
                new HarnessSample(SECOND / 10, 2_000_000, 1, 0, new Histogram(3)),
                last.histograms()));
        joined.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().response().getTotalCount()).isEqualTo(2);
        assertThat(seconds.getFirst().samples())
                .contains(Metrics.PROCESS_CPU.of(W1, 0.4), Metrics.WORKER_GC_PAUSE.of(W1, 0.005));
    }

    @Test
    void anIntervalThatEndsInASecondThatHasBeenGivenOutGoesIntoTheNext() {
        joined.onInterval(interval("w1", 1, 100, 1));
        joined.onInterval(interval("w2", 1, 50, 1));
        joined.onInterval(interval("w1", 1.4, 140, 1, 1));
        joined.onInterval(interval("w2", 2, 100, 1));
        joined.finish();

        assertThat(seconds).extracting(TrialSecond::seconds).containsExactly(1.0, 2.0);
        assertThat(seconds)
                .extracting(second -> second.response().getTotalCount())
                .containsExactly(2L, 3L);
        assertThat(seconds.getLast().totals().acked()).isEqualTo(240);
    }

    @Test
    void theLastIntervalOfAllWorkersIsGivenOutAtOnce() {
        List<TrialSecond> merged = new ArrayList<>();
        TrialSeconds one = new TrialSeconds(1, Set.of(), List.of(), merged::add);
        one.onInterval(interval("w1", 1, 100));
        one.onInterval(interval("w1", 1.4, 140));

        assertThat(merged).extracting(TrialSecond::seconds).containsExactly(1.0, 1.4);
        one.onInterval(interval("w1", 2, 200));
        assertThat(merged).extracting(TrialSecond::seconds).containsExactly(1.0, 1.4, 2.0);
    }

    @Test
    void telemetryOfASecondIsThatOfItsTimeHoweverLateItIsGivenOut() {
        Labels broker = Labels.of(Labels.NODE, "broker-1");
        for (int second = 1; second <= 3; second++) {
            joined.onTelemetry(List.of(Metrics.PROCESS_CPU.of(broker, second)));
            joined.onInterval(interval("w2", second, 100));
        }
        joined.onInterval(interval("w1", 3.2, 100));

        assertThat(seconds)
                .extracting(second -> second.samples().contains(Metrics.PROCESS_CPU.of(broker, 1)))
                .containsExactly(true, false, false);
        assertThat(seconds.getLast().samples()).contains(Metrics.PROCESS_CPU.of(broker, 3));
    }

    @Test
    void whatOthersUsedOfAMachineOfWorkersIsItsProcessorTimeLessTheirs() {
        Labels load1 = Labels.of(Labels.HOST, "load-1");
        Labels here = Labels.of(Labels.HOST, Metrics.COORDINATOR);
        joined.onPlacement(Map.of("load-1", List.of("w1", "w2"), Metrics.COORDINATOR, List.of()));
        joined.onHost(1, List.of(Metrics.HOST_CPU.of(load1, 1.75)));
        joined.onTelemetry(List.of(Metrics.HOST_CPU.of(here, 2), Metrics.HOST_CPU_FOREIGN.of(here, 0.1)));
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().samples())
                .contains(Metrics.HOST_CPU_FOREIGN.of(load1, 0.75), Metrics.HOST_CPU_FOREIGN.of(here, 0.1));
    }

    /**
     * An observer reports the foreign load itself where it is alone, and does not know of workers beside it; nor does the coordinator of
     * servers.
     */
    @Test
    void serversThatAnObserverWatchesAreNotForeign() {
        Labels here = Labels.of(Labels.HOST, Metrics.COORDINATOR);
        Labels shared = Labels.of(Labels.HOST, "load-1");
        Labels alone = Labels.of(Labels.HOST, "broker");
        joined.onPlacement(Map.of(
                "load-1",
                List.of("w1", "broker-1"),
                Metrics.COORDINATOR,
                List.of("w2", "broker-2"),
                "broker",
                List.of("broker-3")));
        joined.onTelemetry(List.of(Metrics.HOST_CPU.of(here, 2), Metrics.HOST_CPU_FOREIGN.of(here, 1.25)));
        joined.onHost(
                1,
                List.of(
                        Metrics.HOST_CPU.of(shared, 2),
                        Metrics.HOST_CPU.of(alone, 3),
                        Metrics.HOST_CPU_FOREIGN.of(alone, 0.25),
                        Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-1"), 1),
                        Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-2"), 1),
                        Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-3"), 2.5)));
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 100));

        assertThat(seconds.getFirst().samples())
                .filteredOn(sample -> sample.metric().equals(Metrics.HOST_CPU_FOREIGN))
                .containsExactlyInAnyOrder(
                        Metrics.HOST_CPU_FOREIGN.of(shared, 0.5),
                        Metrics.HOST_CPU_FOREIGN.of(here, 0.25),
                        Metrics.HOST_CPU_FOREIGN.of(alone, 0.25));
    }

    /** Otherwise the trial's own processes would be foreign there: the other worker, the servers, the coordinator. */
    @Test
    void aWorkerStartedHereWithAClockOfItsOwnHasTheOthersOfThisMachine() {
        Labels own = Labels.of(Labels.HOST, "this-2");
        Labels here = Labels.of(Labels.HOST, Metrics.COORDINATOR);
        joined.onPlacement(Map.of(Metrics.COORDINATOR, List.of("w1"), "this-2", List.of("w2")));
        joined.onHost(1, List.of(Metrics.HOST_CPU.of(own, 1.75)));
        joined.onTelemetry(List.of(Metrics.HOST_CPU.of(here, 1.75), Metrics.HOST_CPU_FOREIGN.of(here, 0.1)));
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().samples())
                .filteredOn(sample -> sample.metric().equals(Metrics.HOST_CPU_FOREIGN))
                .containsExactlyInAnyOrder(
                        Metrics.HOST_CPU_FOREIGN.of(own, 0.1), Metrics.HOST_CPU_FOREIGN.of(here, 0.1));
    }

    @Test
    void allocationStallsAreInTheSeries() {
        WorkerInterval stalled = new WorkerInterval(
                "w1",
                0,
                SECOND,
                LoadTotals.ZERO,
                new HarnessSample(0, 0, 0, 0, new AllocationStalls(3, 70_000_000, 40_000_000), new Histogram(3)),
                List.of());
        joined.onInterval(stalled);
        joined.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().samples())
                .contains(
                        Metrics.WORKER_ALLOCATION_STALL.of(W1, 0.07),
                        Metrics.WORKER_LONGEST_ALLOCATION_STALL.of(W1, 0.04),
                        Metrics.WORKER_ALLOCATION_STALL.of(W2, 0));
    }

    @Test
    void whatClientsTellIsInTheSeriesAsItsWorkers() {
        WorkerInterval plain = interval("w1", 1, 100);
        joined.onInterval(new WorkerInterval(
                "w1",
                plain.startNanos(),
                plain.endNanos(),
                plain.totals(),
                plain.harness(),
                plain.histograms(),
                List.of(Metrics.CLIENT_BATCH_MESSAGES.of(3.1), Metrics.CLIENT_QUEUE.of(0.009))));
        joined.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().samples())
                .contains(Metrics.CLIENT_BATCH_MESSAGES.of(W1, 3.1), Metrics.CLIENT_QUEUE.of(W1, 0.009));
        assertThat(metrics(seconds.getFirst(), W2)).doesNotContainAnyElementsOf(Metrics.ofClients());
    }

    @Test
    void ratesAreDifferencesOverTheTimeThatPassed() {
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 50));
        joined.onInterval(interval("w1", 3, 500));
        joined.onInterval(interval("w2", 3, 450));

        assertThat(seconds.getLast().seconds()).isEqualTo(3);
        assertThat(seconds.getLast().samples())
                .contains(
                        Metrics.ACKED.of(400),
                        Metrics.OFFERED.of(400),
                        Metrics.RECEIVED.of(subscription("tail", "s1"), 400),
                        Metrics.RECEIVED.of(subscription("late", "late"), 400),
                        Metrics.BACKLOG.of(subscription("tail", "s1"), 0),
                        Metrics.BACKLOG.of(subscription("late", "late"), 20),
                        Metrics.PROCESS_CPU.of(W1, 0.5),
                        Metrics.WORKER_GC_PAUSE.of(W2, 0.003));
        assertThat(metrics(seconds.getLast(), W1)).doesNotContain(Metrics.PROCESS_MEMORY);
    }

    private static Labels subscription(String group, String name) {
        return Labels.of(Labels.GROUP, group).with(Labels.SUBSCRIPTION, name);
    }

    @Test
    void responsesOfAllWorkersAreMerged() {
        joined.onInterval(interval("w1", 1, 1, 1_000_000));
        joined.onInterval(interval("w2", 1, 2, 2_000_000, 3_000_000));

        Histogram response = seconds.getFirst().response();
        assertThat(response.getTotalCount()).isEqualTo(3);
        assertThat(response.getMaxValue()).isGreaterThanOrEqualTo(3_000_000);
    }

    @Test
    void whatAWorkerNeverToldOfIsGivenOutAtTheEndWithItsLastCounts() {
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 50));
        joined.onInterval(interval("w1", 2, 200));

        joined.finish();

        assertThat(seconds).extracting(second -> second.totals().acked()).containsExactly(150L, 250L);
        assertThat(metrics(seconds.getLast(), W1)).contains(Metrics.PROCESS_CPU);
        assertThat(metrics(seconds.getLast(), W2)).isEmpty();
    }

    @Test
    void telemetryGoesIntoTheSecondsFromThenOn() {
        Sample broker = Metrics.PROCESS_CPU.of(Labels.of(Labels.NODE, "broker-1"), 1.5);
        joined.onTelemetry(List.of(broker));
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().samples()).contains(broker);
    }

    @Test
    void whatTelemetryAndAWorkerBothTellIsThereOnceAsTheWorkerTellsIt() {
        joined.onTelemetry(List.of(Metrics.PROCESS_CPU.of(W1, 9), Metrics.PROCESS_MEMORY.of(W1, 1e6)));
        joined.onInterval(interval("w1", 1, 100));
        joined.onInterval(interval("w2", 1, 50));

        assertThat(seconds.getFirst().samples().stream()
                        .filter(sample -> sample.labels().equals(W1)))
                .contains(Metrics.PROCESS_CPU.of(W1, 0.5), Metrics.PROCESS_MEMORY.of(W1, 1e6))
                .doesNotContain(Metrics.PROCESS_CPU.of(W1, 9));
    }

    /** Workers that report at different instants ask for it several times a second, or the reading is late. */
    @Test
    void aReadingIsInOneSecondAndASuspensionIsInNoneTwice() {
        Labels here = Labels.of(Labels.HOST, Metrics.COORDINATOR);
        joined.onTelemetry(List.of(Metrics.HOST_CPU.of(here, 1), Metrics.HOST_SUSPENDED.of(here, 4)));
        joined.onInterval(interval("w1", 1, 100));
        joined.onTelemetry(List.of());
        joined.onInterval(interval("w2", 1.02, 50));
        joined.onInterval(interval("w1", 2, 200));
        joined.onTelemetry(List.of(Metrics.HOST_CPU.of(here, 2), Metrics.HOST_SUSPENDED.of(here, 0)));
        joined.onInterval(interval("w2", 1.04, 50));
        joined.onInterval(interval("w2", 2.02, 50));
        joined.onInterval(interval("w1", 3, 200));
        joined.onInterval(interval("w2", 3, 200));
        joined.finish();

        assertThat(seconds.stream()
                        .flatMap(second -> second.samples().stream())
                        .filter(sample -> sample.metric().equals(Metrics.HOST_SUSPENDED))
                        .mapToDouble(Sample::value)
                        .sum())
                .isEqualTo(4);
        assertThat(seconds.stream()
                        .flatMap(second -> second.samples().stream())
                        .filter(sample -> sample.metric().equals(Metrics.HOST_CPU)))
                .hasSize(2);
    }

    @Test
    void ofTwoReadingsInASecondTheLaterCountsAndASuspensionStays() {
        Labels here = Labels.of(Labels.HOST, Metrics.COORDINATOR);
        joined.onTelemetry(List.of(Metrics.HOST_CPU.of(here, 1), Metrics.HOST_SUSPENDED.of(here, 4)));
        joined.onInterval(interval("w1", 1, 100));
        joined.onTelemetry(List.of(Metrics.HOST_CPU.of(here, 2), Metrics.HOST_SUSPENDED.of(here, 0)));
        joined.onInterval(interval("w2", 1.02, 50));

        assertThat(seconds.getFirst().samples())
                .contains(Metrics.HOST_CPU.of(here, 2), Metrics.HOST_SUSPENDED.of(here, 4))
                .doesNotContain(Metrics.HOST_CPU.of(here, 1));
    }

    private static List<Metric> metrics(TrialSecond second, Labels labels) {
        return second.samples().stream()
                .filter(sample -> sample.labels().equals(labels))
                .map(Sample::metric)
                .toList();
    }

    @Test
    void whatAnotherMachineDidIsInTheSecondInWhichItDidSo() {
        Sample first = Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "load-2"), 1);
        Sample second = Metrics.HOST_CPU.of(Labels.of(Labels.HOST, "load-2"), 2);
        joined.onHost(1.01, List.of(first));
        joined.onInterval(interval("w1", 1, 100));
        joined.onHost(1.98, List.of(second));
        joined.onInterval(interval("w1", 2, 200));
        joined.onInterval(interval("w2", 1, 50));
        joined.onInterval(interval("w2", 2, 150));

        assertThat(seconds.get(0).samples()).contains(first).doesNotContain(second);
        assertThat(seconds.get(1).samples()).contains(second).doesNotContain(first);
    }

    @Test
    void whatAnotherMachineTellsLateIsInTheNextSecondOnly() {
        Sample late = Metrics.HOST_CLOCK_ERROR.of(Labels.of(Labels.HOST, "load-2"), 1e-4);
        for (int second = 1; second <= 3; second++) {
            joined.onInterval(interval("w1", second, 100L * second));
            joined.onInterval(interval("w2", second, 50L * second));
            if (second == 1) {
                joined.onHost(1.3, List.of(late));
            }
        }

        assertThat(seconds)
                .extracting(second -> second.samples().contains(late))
                .containsExactly(false, true, false);
    }
}
