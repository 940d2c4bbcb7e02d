package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.result.LatencyMetric;
import dev.assay.core.result.Phase;
import dev.assay.core.result.TrialData;
import dev.assay.core.result.Verdict.Reason;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** What tests ask of a finished trial. */
final class FinishedTrials {
    /** Reasons that lie in the machine the tests run on, which may be a busy one. */
    private static final Set<String> OF_THE_MACHINE = Set.of(
            "hiccups", "machine-cpu", "worker-cpu", "steal", "memory-pressure", "send-delay", "gc", "rate-missed");

    private static final int OK = 0;
    private static final int INVALID = 5;

    private FinishedTrials() {}

    /** The first trial of the first run. */
    static TrialData only(AssayProgram assay) throws IOException {
        return RunDirectory.readRun(assay.runs().getFirst()).trials().getFirst();
    }

    /** The run finished; whether its short trials are VALID is up to what else the machine does. */
    static void assertMeasured(Ended ended) {
        assertThat(ended.code()).as(ended.said()).isIn(OK, INVALID);
    }

    /** Everything acknowledged and arrived, and nothing wrong but what the machine may be blamed for. */
    static void assertSound(TrialData trial) {
        assertThat(trial.trial().delivery().acked())
                .isEqualTo(trial.trial().delivery().scheduled());
        assertThat(trial.trial().delivery().subscriptions()).allSatisfy(subscription -> {
            assertThat(subscription.lost()).isZero();
            assertThat(subscription.duplicated()).isZero();
            assertThat(subscription.corrupted()).isZero();
        });
        assertThat(trial.trial().verdict().reasons()).extracting(Reason::code).isSubsetOf(OF_THE_MACHINE);
    }

    /** All response times of the measured phase. */
    static Histogram responses(TrialData trial) {
        Histogram all = new Histogram(3);
        trial.intervals().stream()
                .filter(interval -> interval.metric() == LatencyMetric.RESPONSE)
                .filter(interval -> interval.phase().equals(Phase.MEASURE))
                .forEach(interval -> all.add(interval.recorded().histogram()));
        return all;
    }

    /** The longest time for which the worker's machine held up a thread that only slept. */
    static long longestHiccupNanos(TrialData trial) {
        return trial.hiccups().stream()
                .mapToLong(second -> second.histogram().getMaxValue())
                .max()
                .orElseThrow();
    }
}
