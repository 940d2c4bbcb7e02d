package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.LocalClock;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.Workload;
import dev.assay.model.unit.Rate;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.FakeMachine;
import dev.assay.testing.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Uses a machine whose clock is far ahead and gains more and more: by the end of a minute 12 ms. */
@Tag("slow")
class GainingClockTest {
    private static final long AHEAD_NANOS = Duration.ofSeconds(77).toNanos();
    private static final long GAIN_PPM = 200;
    private static final int MESSAGES = 12_000;

    private final VirtualClock clock = new VirtualClock();
    private final LocalClock other = clock.ofAnother(AHEAD_NANOS, GAIN_PPM);
    private final List<WorkerInterval> intervals = new ArrayList<>();

    /** Returns a workload in which each worker gets messages of both. */
    private static Workload workload() {
        Workload single = MemoryTrials.workload(1, 2, 1, new Rate(200));
        return new Workload(
                1,
                2,
                single.message(),
                2,
                1,
                2,
                Map.of(),
                LoadProfile.constant(new Rate(200)),
                single.arrivals(),
                single.batching(),
                InFlight.DEFAULT);
    }

    @Test
    void latenciesBetweenMachinesAreWrongByNoMoreThanIsSaid() throws Exception {
        try (InProcessWorker first = InProcessWorker.start(
                        "w1", new MemoryProvider(clock), new FakeMachine("load-1", "boot-1"), clock);
                InProcessWorker second = InProcessWorker.start(
                        "w2", new MemoryProvider(other), new FakeMachine("load-2", "boot-2"), other)) {
            TrialOutcome outcome = MemoryTrials.runner(clock)
                    .run(
                            MemoryTrials.lasting(Duration.ofMinutes(1), workload()),
                            List.of(first.connection(), second.connection()),
                            MemoryTrials.intervals(intervals::add));

            assertThat(outcome.hosts().getLast().clockOffsetNanos()).isEqualTo(-AHEAD_NANOS);
            assertThat(outcome.clockErrorNanos()).isPositive().isLessThan(1_000_000);
            Histogram endToEnd = endToEnd();
            assertThat(endToEnd.getTotalCount()).isEqualTo(MESSAGES);
            // The law's millisecond, within what the histogram tells apart.
            assertThat(endToEnd.highestEquivalentValue(endToEnd.getMinValue()))
                    .isGreaterThanOrEqualTo(1_000_000 - outcome.clockErrorNanos());
            assertThat(endToEnd.lowestEquivalentValue(endToEnd.getMaxValue()))
                    .isLessThanOrEqualTo(1_000_000 + outcome.clockErrorNanos());
        }
    }

    private Histogram endToEnd() {
        Histogram sum = new Histogram(3);
        for (WorkerInterval interval : intervals) {
            for (IntervalHistogram one : interval.histograms()) {
                if (one.metric() == LatencyMetric.END_TO_END) {
                    assertThat(one.negatives()).isZero();
                    sum.add(one.histogram());
                }
            }
        }
        return sum;
    }
}
