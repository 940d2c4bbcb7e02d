package dev.assay.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import dev.assay.model.result.AllocationStalls;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialListener;
import dev.assay.model.trial.TrialSecond;
import dev.assay.run.coordinator.TrialRequest;
import dev.assay.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Workers report their process's values; where several are in one process, those count once. */
class TrialFeedTest {
    private static final long SECOND = 1_000_000_000;

    /**
     * Feeds the reports of two workers, and returns the samples.
     *
     * @param processes names of those that stand for a process of this machine
     */
    private static List<Sample> fed(Set<String> processes) throws Exception {
        List<TrialSecond> seconds = new ArrayList<>();
        TrialListener listener = event -> {
            if (event instanceof TrialSecond second) {
                seconds.add(second);
            }
        };
        TrialRequest request = new TrialRequest(
                ScenarioFile.read(
                                "feed.yaml", "name: feed\nsystems: { memory: {} }\nworkload: {}\n", List.of(), Set.of())
                        .plan()
                        .trials()
                        .getFirst(),
                "test",
                1,
                Map.of());
        TrialFeed feed = new TrialFeed(listener, request, List::of, List.of("w1", "w2"), processes);
        feed.on(new TrialEvent.Interval(interval("w1")));
        feed.on(new TrialEvent.Interval(interval("w2")));
        feed.finish();
        return seconds.getFirst().samples();
    }

    private static WorkerInterval interval(String worker) {
        Histogram hiccups = new Histogram(3);
        hiccups.recordValue(SECOND / 8);
        return new WorkerInterval(
                worker,
                0,
                SECOND,
                LoadTotals.ZERO,
                new HarnessSample(SECOND / 2, SECOND / 4, 1, 64, new AllocationStalls(1, 7, 7), hiccups),
                List.of());
    }

    private static List<String> workers(List<Sample> samples, Metric metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric))
                .map(sample -> sample.labels().get(Labels.WORKER))
                .sorted()
                .toList();
    }

    @Test
    void whatWorkersTellOfTheProcessThatTheyShareCountsOnce() throws Exception {
        List<Sample> samples = fed(Set.of("w1"));

        assertThat(List.of(
                        Metrics.PROCESS_CPU,
                        Metrics.PROCESS_MEMORY,
                        Metrics.WORKER_GC_PAUSE,
                        Metrics.WORKER_ALLOCATION_STALL,
                        Metrics.WORKER_LONGEST_ALLOCATION_STALL))
                .allSatisfy(metric -> assertThat(workers(samples, metric)).containsExactly("w1"));
        assertThat(samples).contains(Metrics.PROCESS_CPU.of(Labels.of(Labels.WORKER, "w1"), 0.5));
        assertThat(workers(samples, Metrics.WORKER_HICCUP)).containsExactly("w1", "w2");
    }

    @Test
    void whatWorkersTellOfProcessesOfTheirOwnCountsForEach() throws Exception {
        for (Set<String> ownOrElsewhere : List.of(Set.of("w1", "w2"), Set.<String>of())) {
            List<Sample> samples = fed(ownOrElsewhere);

            assertThat(workers(samples, Metrics.PROCESS_CPU)).containsExactly("w1", "w2");
            assertThat(workers(samples, Metrics.WORKER_GC_PAUSE)).containsExactly("w1", "w2");
        }
    }
}
