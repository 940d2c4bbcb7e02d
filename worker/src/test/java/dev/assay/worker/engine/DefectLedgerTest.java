package dev.assay.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.driver.DriverException;
import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.testing.Defect;
import dev.assay.testing.DefectPlan;
import dev.assay.testing.DefectiveDriver;
import dev.assay.worker.engine.EngineTrials.Load;
import dev.assay.worker.engine.EngineTrials.Shape;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that every defect is found, and counted exactly, at full speed. */
class DefectLedgerTest {
    /** Is far more than the loop can do, which sends one message after the other. */
    private static final Load FULL_SPEED = Load.constant(4_000_000, Duration.ofMillis(60));

    private static final Shape TWO_OF_ALL = new Shape(2, 3, 1, 2, 2);

    @ParameterizedTest
    @EnumSource(Defect.class)
    void eachDefectIsCountedExactly(Defect defect) throws DriverException {
        DefectPlan plan = new DefectPlan().with(defect, 1009, 17);
        Delivery delivery = deliver(plan, TWO_OF_ALL, "none");
        assertThat(plan.committed(defect)).isGreaterThan(100);
        assertCounted(delivery, plan);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 31, 64, 1000})
    void allDefectsTogetherAreCountedExactly(long every) throws DriverException {
        DefectPlan plan = new DefectPlan();
        for (Defect defect : Defect.values()) {
            plan.with(defect, every, position(defect, every));
        }
        assertCounted(deliver(plan, TWO_OF_ALL, "none"), plan);
    }

    @Test
    void defectsAreCountedExactlyWhenAnotherThreadAcknowledges() throws DriverException {
        DefectPlan plan = new DefectPlan()
                .with(Defect.SEND_TWICE, 10, 1)
                .with(Defect.SEND_FAIL, 10, 2)
                .with(Defect.DROP, 10, 5)
                .with(Defect.SWAP, 10, 6);
        Delivery delivery = deliver(plan, Shape.SMALLEST, "exponential");
        assertThat(delivery.violations()).isGreaterThan(1000);
        assertCounted(delivery, plan);
    }

    @Test
    void withoutDefectsEverythingIsClean() throws DriverException {
        DefectPlan plan = new DefectPlan();
        Delivery delivery = deliver(plan, TWO_OF_ALL, "none");
        assertCounted(delivery, plan);
        assertThat(delivery.subscriptions()).allMatch(SubscriptionDelivery::clean);
    }

    private static long position(Defect defect, long every) {
        return Math.floorMod(defect.name().hashCode(), every);
    }

    private static Delivery deliver(DefectPlan plan, Shape shape, String law) throws DriverException {
        Load load = law.equals("none") ? FULL_SPEED : Load.constant(20_000, Duration.ofSeconds(1));
        DeliveryCount count = new DeliveryCount(EngineTrials.memory(law, Duration.ofMillis(1)), shape.subscriptions());
        DefectiveDriver driver = new DefectiveDriver(count, plan);
        FinishedTrial trial =
                FinishedTrial.run(driver, EngineTrials.assignment(shape, load), TrialClock.monotonic(0), count);
        List<FailureCount> failures = trial.intervals().getLast().totals().failures();
        assertThat(FailureCount.total(failures, failure -> true)).isEqualTo(plan.committed(Defect.SEND_FAIL));
        assertThat(failures).allSatisfy(failure -> {
            assertThat(failure.operation()).isEqualTo(FailedOperation.SEND);
            assertThat(failure.kind()).isEqualTo(FailureClass.REFUSED);
            assertThat(failure.code()).isEqualTo("planned");
            trial.delivery()
                    .phases()
                    .forEach(phase -> assertThat(failure.in(phase.phase()))
                            .as("failed in phase %s", phase.phase())
                            .isEqualTo(phase.failed()));
        });
        return trial.delivery();
    }

    private static void assertCounted(Delivery delivery, DefectPlan plan) {
        assertThat(delivery.unsent()).isZero();
        assertThat(delivery.violations()).isEqualTo(plan.committed(Defect.SEND_TWICE));
        assertThat(delivery.failed()).isEqualTo(plan.committed(Defect.SEND_FAIL));
        assertThat(delivery.unknown()).isEqualTo(plan.committed(Defect.SEND_SILENT));
        assertThat(delivery.acked())
                .isEqualTo(
                        delivery.scheduled() - plan.committed(Defect.SEND_FAIL) - plan.committed(Defect.SEND_SILENT));
        long duplicated = 0;
        long outOfOrder = 0;
        long corrupted = 0;
        long unexpected = 0;
        long missing = 0;
        for (SubscriptionDelivery one : delivery.subscriptions()) {
            duplicated += one.duplicated();
            outOfOrder += one.outOfOrder();
            corrupted += one.corrupted();
            unexpected += one.unexpected();
            missing += delivery.sent() - delivery.failed() - one.received();
            assertThat(one.received() + one.lost() - one.recovered()).isEqualTo(delivery.acked());
        }
        assertThat(duplicated).isEqualTo(plan.committed(Defect.DUPLICATE));
        assertThat(outOfOrder).isEqualTo(plan.committed(Defect.SWAP));
        assertThat(corrupted).isEqualTo(plan.committed(Defect.FLIP_BODY) + plan.committed(Defect.FLIP_HEADER));
        assertThat(unexpected).isEqualTo(plan.committed(Defect.FOREIGN));
        assertThat(missing).isEqualTo(plan.committed(Defect.DROP) + plan.committed(Defect.FLIP_HEADER));
    }
}
