package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.result.Verdict.Grade;
import org.junit.jupiter.api.Test;

/** Tests waits for memory in 30 measured seconds whose response p99 is 5 ms. */
class AllocationStallRulesTest {
    private static final long MILLI = 1_000_000L;

    private final Case trial = new Case();

    private void stalls(long sum, long longest) {
        trial.worker = new WorkerLoad("w1", 0.8, 4, 0, 0, 30, sum, longest);
    }

    @Test
    void waitsThatReachP999Degrade() {
        stalls(30 * MILLI, 2 * MILLI);
        trial.expectValid();
        stalls(31 * MILLI, 2 * MILLI);
        assertThat(trial.expect(Rule.ALLOCATION_STALLS, Grade.DEGRADED).cause())
                .isEqualTo(
                        "threads of worker w1 stalled on allocation for 31 ms of 30 s, at most 2 ms at a time (response p99 5 ms): the garbage collector could not keep up");
    }

    /** Of 30 s, 22.6 were observed with a heap that was too small: the system was not at any limit. */
    @Test
    void aTrialThatItsOwnHeapHeldBackIsInvalid() {
        stalls(6_000 * MILLI, 50 * MILLI);
        trial.expect(Rule.ALLOCATION_STALLS, Grade.DEGRADED);
        stalls(22_600 * MILLI, 50 * MILLI);
        assertThat(trial.expect(Rule.ALLOCATION_STALLS, Grade.INVALID).cause())
                .isEqualTo(
                        "threads of worker w1 waited for memory for 22.6 s of 30 s, added up: its own heap held the load back, not the system");
    }

    @Test
    void oneLongWaitDegradesHoweverLongThePhase() {
        trial.rules = new VerdictRules(Thresholds.PRESENT.with(Threshold.ALLOCATION_STALL_SHARE, 1));
        stalls(100 * MILLI, 100 * MILLI);
        trial.expectValid();
        stalls(101 * MILLI, 101 * MILLI);
        trial.expect(Rule.ALLOCATION_STALLS, Grade.DEGRADED);
        trial.response = Case.p99(200 * MILLI, 300 * MILLI);
        trial.service = Case.p99(200 * MILLI, 300 * MILLI);
        trial.expectValid();
    }
}
