package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** Reads and checks finished trials for tests. */
final class FinishedTrials {
    /** Lists the reasons that a busy machine of the tests causes. */
    private static final Set<String> OF_THE_MACHINE = Set.of(
            "hiccups",
            "foreign-cpu",
            "foreign-disk",
            "cpu-pressure",
            "machine-cpu",
            "worker-cpu",
            "steal",
            "memory-pressure",
            "schedule-lag",
            "gc",
            "rate-missed");

    private static final int OK = 0;
    private static final int INVALID = 5;

    private FinishedTrials() {}

    /** Returns the first trial of the first run. */
    static StoredTrial only(AssayProgram assay) throws IOException {
        return RunDirectory.readRun(assay.runs().getFirst()).trials().getFirst();
    }

    /** Asserts that the run finished; whether its short trials are VALID depends on the machine's other work. */
    static void assertMeasured(Ended ended) {
        assertThat(ended.code()).as(ended.said()).isIn(OK, INVALID);
    }

    /** Asserts that everything was acknowledged and arrived, with no reasons except those caused by the machine. */
    static void assertSound(StoredTrial trial) {
        assertComplete(trial);
        assertThat(trial.trial().verdict().reasons()).extracting(Reason::code).isSubsetOf(OF_THE_MACHINE);
    }

    static void assertComplete(StoredTrial trial) {
        assertThat(trial.trial().delivery().acked())
                .isEqualTo(trial.trial().delivery().scheduled());
        assertThat(trial.trial().delivery().subscriptions()).allSatisfy(subscription -> {
            assertThat(subscription.lost()).isZero();
            assertThat(subscription.duplicated()).isZero();
            assertThat(subscription.corrupted()).isZero();
        });
    }

    static Histogram responses(StoredTrial trial) {
        return responses(trial, Phase.MEASURE);
    }

    static Histogram responses(StoredTrial trial, String phase) {
        return latencies(trial, LatencyMetric.RESPONSE, phase);
    }

    static Histogram latencies(StoredTrial trial, LatencyMetric metric, String phase) {
        Histogram all = new Histogram(3);
        trial.eachInterval(interval -> {
            if (interval.metric() == metric && interval.phase().equals(phase)) {
                all.add(interval.recorded().histogram());
            }
        });
        return all;
    }

    /** Returns the longest time for which the worker's machine delayed a thread that only slept. */
    static long longestHiccupNanos(StoredTrial trial) {
        AtomicLong longest = new AtomicLong();
        trial.eachHiccups(second -> longest.accumulateAndGet(second.histogram().getMaxValue(), Math::max));
        return longest.get();
    }
}
