package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.durability.Fault;
import dev.assay.model.result.RecheckRecord.Outcome;
import dev.assay.model.unit.Rate;
import dev.assay.model.verification.Accounting;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.LossyProvider;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.testing.Defect;
import dev.assay.testing.DefectPlan;
import dev.assay.testing.time.VirtualClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerificationRunnerTest {
    /** Short waits for messages that never come: {@link LossyProvider} has all others come before. */
    private static final VerificationRunner.VerificationTimeouts WAITS = new VerificationRunner.VerificationTimeouts(
            TestTimeouts.LIMIT,
            Duration.ofMillis(500),
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            TestTimeouts.LIMIT);

    private static final long SECOND = 1_000_000_000;

    private final VirtualClock clock = new VirtualClock();
    private final DefectPlan plan = new DefectPlan();
    private TrialRequest request = request(Map.of());
    private LossyProvider system = new LossyProvider(plan, request.subscriptionName("s1"), clock);
    private ReportedProgress reported = new ReportedProgress(system, clock);

    private static TrialRequest request(Map<String, String> faults) {
        return MemoryTrials.lasting(
                Duration.ofMinutes(5), Duration.ofMinutes(5), MemoryTrials.workload(1, 2, 1, new Rate(3000)), faults);
    }

    /** Takes the system down from the injection to the recovery, until senders have felt it. */
    private class Outage implements SystemActions {
        @Override
        public Duration limit() {
            return TestTimeouts.LIMIT;
        }

        @Override
        public Effect inject(Fault fault) throws Exception {
            system.setDown(true);
            return new Effect(clock.nanoTime(), "all");
        }

        @Override
        public Effect recover() throws Exception {
            assertThat(clock.await(TestTimeouts.LIMIT, () -> system.refused() > 0))
                    .isTrue();
            assertThat(clock.await(TestTimeouts.LIMIT, () -> reported.silenceNanos() >= SECOND))
                    .isTrue();
            system.setDown(false);
            return new Effect(clock.nanoTime(), "");
        }

        @Override
        public Effect roll(String version) {
            throw new UnsupportedOperationException("nobody asks for it");
        }

        @Override
        public Effect dropPageCache() {
            throw new UnsupportedOperationException("nobody asks for it");
        }
    }

    private VerificationRun verify(SystemActions actions) throws Exception {
        FaultInjection injection =
                new FaultInjection(Fault.KILL_ALL, Duration.ofSeconds(1), Duration.ofSeconds(1), actions);
        try (InProcessWorker load = InProcessWorker.start("w1", system, clock);
                InProcessWorker reader = InProcessWorker.start("w2", system, clock)) {
            return new VerificationRunner(TestTimeouts.LIMITS, WAITS, clock)
                    .run(request, load.connection(), reader.connection(), injection, reported);
        }
    }

    @Test
    void aKnownLossIsCountedToTheMessageAndDuplicatesDoNotHideIt() throws Exception {
        plan.with(Defect.DROP, 97, 5).with(Defect.DUPLICATE, 11, 3);

        Accounting account = Accounting.of(verify(new Outage()).delivery());

        assertThat(account.lost()).isEqualTo(plan.committed(Defect.DROP)).isPositive();
        assertThat(account.duplicated())
                .isEqualTo(plan.committed(Defect.DUPLICATE))
                .isGreaterThan(account.lost());
        assertThat(account.failed()).isEqualTo(system.refused()).isPositive();
        assertThat(account.survived()).isEqualTo(account.acked() - account.lost());
        assertThat(account.unknown()).isZero();
        assertThat(account.recovered()).isZero();
        assertThat(account.whole()).isFalse();
    }

    @Test
    void readingEndsWhereTheSystemEnds() throws Exception {
        VerificationRun run = verify(new Outage());

        assertThat(run.reading().outcome()).isEqualTo(Outcome.COMPLETE);
        assertThat(Accounting.of(run.delivery()).lost()).isZero();
        assertThat(run.config().groups()).as("what the load had in effect").containsKey("memory");
    }

    /** Half of the acknowledged messages are on a partition without a leader: not read, and with the reason. */
    @Test
    void whereAPartitionHasNoLeaderReadingHasNoEnd() throws Exception {
        request = request(Map.of("leaderless-partition", "1"));
        system = new LossyProvider(plan, request.subscriptionName("s1"), clock).storing(false);
        reported = new ReportedProgress(system, clock);

        VerificationRun run = verify(new Outage());

        assertThat(run.reading().outcome()).isEqualTo(Outcome.CUT);
        assertThat(run.reading().detail()).contains("where the system ends is not known", "has no leader");
        Accounting account = Accounting.of(run.delivery());
        assertThat(account.lost()).isBetween(account.acked() / 2 - 2, account.acked() / 2 + 2);
    }

    @Test
    void whatHasNoOutcomeIsUnknownAndRecoveredWhereItIsThere() throws Exception {
        plan.with(Defect.SEND_SILENT, 100, 7);

        Accounting account = Accounting.of(verify(new Outage()).delivery());

        assertThat(account.unknown())
                .isEqualTo(plan.committed(Defect.SEND_SILENT))
                .isPositive();
        assertThat(account.recovered()).isEqualTo(account.unknown());
        assertThat(account.lost()).isZero();
        assertThat(account.whole()).isTrue();
    }

    @Test
    void theTimeWithoutServiceIsThatOfTheOutage() throws Exception {
        VerificationRun.Moments moments = verify(new Outage()).service();

        assertThat(moments.served()).isTrue();
        assertThat(moments.atInjection()).isEqualTo(reported.atInjection());
        assertThat(moments.injectedNanos()).isEqualTo(SECOND);
        // Five times a second workers report: at 1.2 s the last acknowledgement, at 2.2 s the first second without one.
        assertThat(moments.recoveredNanos()).isEqualTo(2_200_000_000L);
        assertThat(moments.silenceNanos()).isEqualTo(1_200_000_000L);
    }

    @Test
    void aSystemThatDoesNotComeBackEndsTheVerification() {
        SystemActions lasting = new Outage() {
            private volatile Duration limit = TestTimeouts.LIMIT;

            @Override
            public Duration limit() {
                return limit;
            }

            @Override
            public Effect inject(Fault fault) throws Exception {
                limit = Duration.ofSeconds(2);
                return super.inject(fault);
            }

            @Override
            public Effect recover() throws Exception {
                while (!Thread.currentThread().isInterrupted()) {
                    clock.park();
                }
                return super.recover();
            }
        };

        assertThatThrownBy(() -> verify(lasting))
                .isInstanceOfSatisfying(
                        TrialFailedException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(Kind.SYSTEM))
                .hasMessageContaining("'recover' (event recovery) took more than 2 s");
    }

    @Test
    void aFaultThatCanNotBeBroughtAboutEndsTheVerificationWithItsReason() {
        SystemActions refused = new Outage() {
            @Override
            public Effect inject(Fault fault) throws Exception {
                throw new IllegalStateException("no power to cut");
            }
        };

        assertThatThrownBy(() -> verify(refused))
                .hasMessageContaining("'kill-all' (event fault) failed: no power to cut");
    }
}
