package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.TrialAnalyzer;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.Verdict.Grade;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs one load on several workers. On the in-memory system they share a JVM and its queues. */
@Tag("slow")
class SeveralWorkersTest {
    /** Shorter than the silence after which a worker is given up. */
    private static final long STANDSTILL_NANOS = 9_000_000_000L;

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    /** Returns a load in which each worker has a producer and two consumers, one of each subscription. */
    private static String threeOfEach(String measure) {
        return Scenarios.memory("100 B", measure)
                .replace("workload:", "workload:\n  partitions: 6\n  producers: 3\n  consumers: 3\n  subscriptions: 2");
    }

    @Test
    void theirValuesAreMergedAndNothingIsLost() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("three.yaml", threeOfEach("3 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "three.yaml", "--workers", "3");

        FinishedTrials.assertMeasured(ended);
        assertThat(ended.out()).doesNotContain("nothing to do");
        StoredTrial trial = FinishedTrials.only(assay);
        FinishedTrials.assertSound(trial);
        assertThat(trial.trial().setup().workers()).containsExactly("w1", "w2", "w3");
        assertThat(ended.out()).containsOnlyOnce("so w1 to w3 run in one JVM");
        assertThat(trial.trial().system().nodes()).isZero();
        assertThat(workersWith(trial, Metrics.PROCESS_CPU)).containsExactly("w1");
        assertThat(workersWith(trial, Metrics.WORKER_GC_PAUSE)).containsExactly("w1");
        assertThat(workersWith(trial, Metrics.WORKER_HICCUP)).containsExactlyInAnyOrder("w1", "w2", "w3");
        Delivery delivery = trial.trial().delivery();
        assertThat(delivery.scheduled()).isEqualTo(4_000);
        assertThat(delivery.subscriptions())
                .hasSize(2)
                .allSatisfy(subscription -> assertThat(subscription.received()).isEqualTo(4_000));
        assertThat(FinishedTrials.responses(trial).getTotalCount()).isEqualTo(3_000);
        assertThat(FinishedTrials.responses(trial).getMinValue())
                .as("no acknowledgement comes before the law lets it come")
                .isGreaterThanOrEqualTo(999_000);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
        assertThat(assay.clusterData()).isEmpty();
    }

    /** Two consumers of one subscription are on a worker each; one worker stands still over the end of the load. */
    @Test
    @Tag("server")
    void aWorkerThatStandsStillNearTheEndLosesNothingAndTimesNothingTwice() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write(
                "two.yaml",
                Scenarios.quickest("6 s")
                        .replace("partitions: 1", "partitions: 4\n  producers: 2\n  consumers: 2")
                        .replace("drain: 10 s", "drain: 60 s"));
        Running running =
                assay.start("run", "two.yaml", "--workers", "2").awaitText("\\[1/1 .* left", AssayProgram.PATIENCE);

        standStill(Processes.several(assay.folder(), "WorkerProcess", 2).getLast());

        FinishedTrials.assertMeasured(running.await(AssayProgram.PATIENCE));
        StoredTrial trial = FinishedTrials.only(assay);
        Delivery delivery = trial.trial().delivery();
        assertThat(FinishedTrials.longestHiccupNanos(trial)).isGreaterThan(STANDSTILL_NANOS / 2);
        assertThat(trial.trial().verdict().grade()).isNotEqualTo(Grade.VALID);
        assertThat(trial.trial().course().drain().complete()).isTrue();
        assertThat(delivery.acked()).isEqualTo(7_000);
        assertThat(delivery.subscriptions()).singleElement().satisfies(subscription -> {
            assertThat(subscription.received()).isEqualTo(7_000);
            assertThat(subscription.lost()).isZero();
            assertThat(subscription.duplicated()).isZero();
        });
        assertThat(arrivals(trial)).isEqualTo(7_000);
    }

    private static List<String> workersWith(StoredTrial trial, Metric metric) {
        return TrialAnalyzer.analyze(trial).series().tracks(metric).stream()
                .map(track -> track.labels().get(Labels.WORKER))
                .filter(worker -> !worker.isEmpty())
                .toList();
    }

    private static void standStill(long pid) throws IOException, InterruptedException {
        Processes.signal(pid, "STOP");
        long end = System.nanoTime() + STANDSTILL_NANOS;
        try {
            for (long left = STANDSTILL_NANOS; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        } finally {
            Processes.signal(pid, "CONT");
        }
    }

    private static long arrivals(StoredTrial trial) {
        AtomicLong all = new AtomicLong();
        trial.eachInterval(interval -> {
            if (interval.metric() == LatencyMetric.END_TO_END) {
                all.addAndGet(interval.recorded().histogram().getTotalCount());
            }
        });
        return all.get();
    }
}
