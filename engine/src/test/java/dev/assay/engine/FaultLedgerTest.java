package dev.assay.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.result.Delivery;
import dev.assay.core.result.Delivery.SubscriptionDelivery;
import dev.assay.driver.DriverException;
import dev.assay.engine.Trials.Load;
import dev.assay.engine.Trials.Shape;
import dev.assay.testkit.Fault;
import dev.assay.testkit.FaultPlan;
import dev.assay.testkit.FaultyDriver;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every fault is found, and counted exactly, at full speed. */
class FaultLedgerTest {
    /** Far more than the loop can do: it sends one message after the other. */
    private static final Load FULL_SPEED = Load.constant(4_000_000, Duration.ofMillis(60));

    private static final Shape TWO_OF_ALL = new Shape(2, 3, 1, 2, 2);

    @ParameterizedTest
    @EnumSource(Fault.class)
    void eachFaultIsCountedExactly(Fault fault) throws DriverException {
        FaultPlan plan = new FaultPlan().with(fault, 1009, 17);
        Delivery delivery = deliver(plan, TWO_OF_ALL, "none");
        assertThat(plan.committed(fault)).isGreaterThan(100);
        assertCounted(delivery, plan);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 31, 64, 1000})
    void allFaultsTogetherAreCountedExactly(long every) throws DriverException {
        FaultPlan plan = new FaultPlan();
        for (Fault fault : Fault.values()) {
            plan.with(fault, every, position(fault, every));
        }
        assertCounted(deliver(plan, TWO_OF_ALL, "none"), plan);
    }

    @Test
    void faultsAreCountedExactlyWhenAnotherThreadAcknowledges() throws DriverException {
        FaultPlan plan = new FaultPlan()
                .with(Fault.SEND_TWICE, 10, 1)
                .with(Fault.SEND_FAIL, 10, 2)
                .with(Fault.DROP, 10, 5)
                .with(Fault.SWAP, 10, 6);
        Delivery delivery = deliver(plan, Shape.SMALLEST, "exponential");
        assertThat(delivery.violations()).isGreaterThan(1000);
        assertCounted(delivery, plan);
    }

    @Test
    void withoutFaultsEverythingIsClean() throws DriverException {
        FaultPlan plan = new FaultPlan();
        Delivery delivery = deliver(plan, TWO_OF_ALL, "none");
        assertCounted(delivery, plan);
        assertThat(delivery.subscriptions()).allMatch(SubscriptionDelivery::clean);
    }

    private static long position(Fault fault, long every) {
        return Math.floorMod(fault.name().hashCode(), every);
    }

    private static Delivery deliver(FaultPlan plan, Shape shape, String law) throws DriverException {
        Load load = law.equals("none") ? FULL_SPEED : Load.constant(20_000, Duration.ofSeconds(1));
        DeliveryCount count = new DeliveryCount(Trials.memory(law, Duration.ofMillis(1)), shape.subscriptions());
        FaultyDriver driver = new FaultyDriver(count, plan);
        return FinishedTrial.run(driver, Trials.assignment(shape, load), TrialClock.monotonic(0), count)
                .delivery();
    }

    private static void assertCounted(Delivery delivery, FaultPlan plan) {
        assertThat(delivery.unsent()).isZero();
        assertThat(delivery.violations()).isEqualTo(plan.committed(Fault.SEND_TWICE));
        assertThat(delivery.failed()).isEqualTo(plan.committed(Fault.SEND_FAIL));
        assertThat(delivery.unknown()).isEqualTo(plan.committed(Fault.SEND_SILENT));
        assertThat(delivery.acked())
                .isEqualTo(delivery.scheduled() - plan.committed(Fault.SEND_FAIL) - plan.committed(Fault.SEND_SILENT));
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
        assertThat(duplicated).isEqualTo(plan.committed(Fault.DUPLICATE));
        assertThat(outOfOrder).isEqualTo(plan.committed(Fault.SWAP));
        assertThat(corrupted).isEqualTo(plan.committed(Fault.FLIP_BODY) + plan.committed(Fault.FLIP_HEADER));
        assertThat(unexpected).isEqualTo(plan.committed(Fault.FOREIGN));
        assertThat(missing).isEqualTo(plan.committed(Fault.DROP) + plan.committed(Fault.FLIP_HEADER));
    }
}
