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

/** What tests ask of a finished trial. */
final class FinishedTrials {
    /** Reasons that lie in the machine the tests run on, which may be a busy one. */
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

    /** The first trial of the first run. */
    static StoredTrial only(AssayProgram assay) throws IOException {
        return RunDirectory.readRun(assay.runs().getFirst()).trials().getFirst();
    }

    /** The run finished; whether its short trials are VALID is up to what else the machine does. */
    static void assertMeasured(Ended ended) {
        assertThat(ended.code()).as(ended.said()).isIn(OK, INVALID);
    }

    /** Everything acknowledged and arrived, and nothing wrong but what the machine may be blamed for. */
    static void assertSound(StoredTrial trial) {
        assertComplete(trial);
        assertThat(trial.trial().verdict().reasons()).extracting(Reason::code).isSubsetOf(OF_THE_MACHINE);
    }

    /** Everything acknowledged and arrived. */
    static void assertComplete(StoredTrial trial) {
        assertThat(trial.trial().delivery().acked())
                .isEqualTo(trial.trial().delivery().scheduled());
        assertThat(trial.trial().delivery().subscriptions()).allSatisfy(subscription -> {
            assertThat(subscription.lost()).isZero();
            assertThat(subscription.duplicated()).isZero();
            assertThat(subscription.corrupted()).isZero();
        });
    }

    /** All response times of the measured phase. */
    static Histogram responses(StoredTrial trial) {
        return responses(trial, Phase.MEASURE);
    }

    /** All response times of the phase of that name. */
    static Histogram responses(StoredTrial trial, String phase) {
        return latencies(trial, LatencyMetric.RESPONSE, phase);
    }

    /** All values of that latency in the phase of that name. */
    static Histogram latencies(StoredTrial trial, LatencyMetric metric, String phase) {
        Histogram all = new Histogram(3);
        trial.eachInterval(interval -> {
            if (interval.metric() == metric && interval.phase().equals(phase)) {
                all.add(interval.recorded().histogram());
            }
        });
        return all;
    }

    /** The longest time for which the worker's machine held up a thread that only slept. */
    static long longestHiccupNanos(StoredTrial trial) {
        AtomicLong longest = new AtomicLong();
        trial.eachHiccups(second -> longest.accumulateAndGet(second.histogram().getMaxValue(), Math::max));
        return longest.get();
    }
}
