package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.IntervalHistogram;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.StoredTrial.RecordedInterval;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialSecond;
import dev.assay.store.SummedLatencies.Sum;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummedLatenciesTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path base;

    private static WorkerInterval interval(String worker, double start, double end, long nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(nanos);
        return new WorkerInterval(
                worker,
                (long) (start * SECOND),
                (long) (end * SECOND),
                LoadTotals.ZERO,
                new HarnessSample(0, 0, 0, 0, new Histogram(3)),
                List.of(
                        new IntervalHistogram(Phase.MEASURE, LatencyMetric.RESPONSE, histogram, 1, -nanos),
                        new IntervalHistogram(Phase.MEASURE, LatencyMetric.END_TO_END, "s1", histogram, 0, 0)));
    }

    @Test
    void eachSecondHasTheSumOfAllWorkersAndFollowsTheOneBefore() {
        SummedLatencies sums = new SummedLatencies();
        sums.add(interval("w1", 0, 1, 5));
        sums.add(interval("w2", 0, 1.02, 70_000));
        sums.add(interval("w1", 1, 2, 6));
        List<Sum> first = sums.upTo(1.0);
        // This interval arrives after its second was written.
        sums.add(interval("w2", 1.02, 1.5, 8));
        List<Sum> rest = sums.rest();

        assertThat(first).singleElement().satisfies(sum -> {
            assertThat(sum.startNanos()).isZero();
            assertThat(sum.endNanos()).isEqualTo((long) (1.02 * SECOND));
            assertThat(sum.histograms()).hasSize(2);
            IntervalHistogram response = sum.histograms().getFirst();
            assertThat(response.histogram().getTotalCount()).isEqualTo(2);
            assertThat(response.histogram().getMinNonZeroValue()).isEqualTo(5);
            assertThat(response.negatives()).isEqualTo(2);
            assertThat(response.worstNegativeNanos()).isEqualTo(-70_000);
        });
        assertThat(rest).singleElement().satisfies(sum -> {
            assertThat(sum.startNanos()).isEqualTo((long) (1.02 * SECOND));
            assertThat(sum.endNanos()).isEqualTo(2 * SECOND);
            assertThat(sum.histograms().getLast().histogram().getTotalCount()).isEqualTo(2);
        });
        assertThat(sums.rest()).isEmpty();
    }

    /** Readers get the same result as from a line for each worker, while the size of files does not depend on the number of workers. */
    @Test
    void theFilesOfManyWorkersHaveAllSamplesInOneLineForEachSecond() {
        int workers = 256;
        RunDirectory run = RunDirectory.create(base, "many", Instant.EPOCH);
        List<RecordedInterval> read = new ArrayList<>();
        try (TrialWriter files = run.begin("001-one", workers)) {
            files.on(new TrialEvent.Start(Instant.EPOCH, List.of()));
            for (int second = 0; second < 3; second++) {
                for (int worker = 1; worker <= workers; worker++) {
                    files.on(new TrialEvent.Interval(interval("w" + worker, second, second + 1, 1_000L * worker)));
                }
                if (second < 2) {
                    files.on(new TrialSecond(second + 1, LoadTotals.ZERO, new Histogram(3), List.of()));
                }
            }
            files.stored(Recorded.trial(1, "one")).eachInterval(read::add);
        }

        assertThat(read).hasSize(3 * 2).allSatisfy(one -> {
            assertThat(one.worker()).isEqualTo("w1-w256");
            assertThat(one.recorded().histogram().getTotalCount()).isEqualTo(workers);
        });
    }
}
