package dev.assay.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.proof.Accounting;
import dev.assay.core.unit.Rate;
import dev.assay.fleet.coordinator.TrialFailedException.Kind;
import dev.assay.fleet.trial.InProcessWorker;
import dev.assay.fleet.trial.LossyProvider;
import dev.assay.fleet.trial.MemoryTrials;
import dev.assay.testkit.Fault;
import dev.assay.testkit.FaultPlan;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProofRunnerTest {
    private static final FleetLimits LIMITS = new FleetLimits(
            Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ofMillis(1800));
    private static final ProofLimits WAITS = new ProofLimits(
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(20));

    private final FaultPlan plan = new FaultPlan();
    private final TrialRequest request =
            MemoryTrials.lasting(Duration.ofMinutes(5), MemoryTrials.workload(1, 2, 1, new Rate(3000)));
    private final LossyProvider system = new LossyProvider(plan, request.subscriptionName(0));

    /** The system is down from the strike to the healing. */
    private class Outage implements Ordeal {
        @Override
        public Duration after() {
            return Duration.ofSeconds(1);
        }

        @Override
        public Duration held() {
            return Duration.ofSeconds(1);
        }

        @Override
        public Duration limit() {
            return Duration.ofSeconds(2);
        }

        @Override
        public long strike() throws Exception {
            system.setDown(true);
            return System.nanoTime();
        }

        @Override
        public void heal() throws Exception {
            system.setDown(false);
        }
    }

    private ProofRun prove(Ordeal ordeal) throws Exception {
        try (InProcessWorker load = InProcessWorker.start("w1", system);
                InProcessWorker reader = InProcessWorker.start("w2", system)) {
            return new ProofRunner(LIMITS, WAITS)
                    .run(request, load.connection(), reader.connection(), ordeal, interval -> {});
        }
    }

    @Test
    void aKnownLossIsCountedToTheMessageAndDuplicatesDoNotHideIt() throws Exception {
        plan.with(Fault.DROP, 97, 5).with(Fault.DUPLICATE, 11, 3);

        Accounting account = Accounting.of(prove(new Outage()).delivery());

        assertThat(account.lost()).isEqualTo(plan.committed(Fault.DROP)).isPositive();
        assertThat(account.duplicated())
                .isEqualTo(plan.committed(Fault.DUPLICATE))
                .isGreaterThan(account.lost());
        assertThat(account.failed()).isEqualTo(system.refused()).isPositive();
        assertThat(account.survived()).isEqualTo(account.acked() - account.lost());
        assertThat(account.unknown()).isZero();
        assertThat(account.recovered()).isZero();
        assertThat(account.whole()).isFalse();
    }

    @Test
    void whatHasNoOutcomeIsUnknownAndRecoveredWhereItIsThere() throws Exception {
        plan.with(Fault.SEND_SILENT, 100, 7);

        Accounting account = Accounting.of(prove(new Outage()).delivery());

        assertThat(account.unknown())
                .isEqualTo(plan.committed(Fault.SEND_SILENT))
                .isPositive();
        assertThat(account.recovered()).isEqualTo(account.unknown());
        assertThat(account.lost()).isZero();
        assertThat(account.whole()).isTrue();
    }

    @Test
    void theTimeWithoutServiceIsThatOfTheOutage() throws Exception {
        ProofRun.Moments moments = prove(new Outage()).service();

        assertThat(moments.served()).isTrue();
        assertThat(moments.atStrike().acked()).isPositive();
        assertThat(moments.struckNanos())
                .isGreaterThanOrEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(moments.healedNanos() - moments.struckNanos())
                .isGreaterThanOrEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(moments.silenceNanos())
                .isBetween(
                        Duration.ofSeconds(1).toNanos() - 2 * moments.resolutionNanos(),
                        Duration.ofSeconds(5).toNanos());
    }

    @Test
    void aSystemThatDoesNotComeBackEndsTheProof() {
        Ordeal lasting = new Outage() {
            @Override
            public void heal() throws Exception {
                new CountDownLatch(1).await();
            }
        };

        assertThatThrownBy(() -> prove(lasting))
                .isInstanceOfSatisfying(
                        TrialFailedException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(Kind.SYSTEM))
                .hasMessageContaining("the recovery took more than 2 s");
    }

    @Test
    void aFaultThatCanNotBeBroughtAboutEndsTheProofWithItsReason() {
        Ordeal refused = new Outage() {
            @Override
            public long strike() throws Exception {
                throw new IllegalStateException("no power to cut");
            }
        };

        assertThatThrownBy(() -> prove(refused)).hasMessageContaining("the fault failed: no power to cut");
    }
}
