package dev.assay.driver.contract;

import dev.assay.driver.Capabilities;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

public interface ContractHooks {
    /**
     * Names the system and this JVM's threads as one resource of tests. Most tests share it; those that hold it alone stop
     * parts of the system, keep it busy, or look at which threads are left.
     */
    String SYSTEM = "the system under test";

    DriverProvider driverProvider();

    /** Returns how to reach a running system that is strong enough for level-2: several nodes, where the system has such. */
    DriverConfig config() throws Exception;

    ContractSession session();

    /** Returns the faults that the system can have; without them the tests that need them are skipped. */
    default Optional<BrokerFaults> brokerFaults() {
        return Optional.empty();
    }

    /** Returns how long to wait: a busy machine may stand still for long, and a broker's end is noticed after half a minute. */
    default ContractTimeouts timeouts() {
        return new ContractTimeouts(Duration.ofMinutes(2));
    }

    default Duration closingLimit() {
        return timeouts().limit();
    }

    /**
     * Returns how long to watch that something does not happen.
     *
     * @param usual what is enough where the machine has nothing else to do
     */
    default Duration watching(Duration usual) {
        return usual;
    }

    default int manyTopics() {
        return 1_000;
    }

    /** Returns a payload size that the system must refuse; 0 where there is none that fits into memory. */
    default long tooLargePayloadBytes(Capabilities capabilities) {
        return 2 * capabilities.maxPayloadBytes();
    }

    /** Returns the most messages that a subscription may get again after its consumer was closed in order and opened again. */
    default int maxRedeliveredAfterReconnect() {
        return 0;
    }

    default List<FailureCase> failureCases() {
        return List.of();
    }

    default boolean hasQueues() {
        return true;
    }

    /**
     * Tells whether all subscriptions of a partition come back at the same moment after a broker has been restarted. Where they
     * do not, messages acknowledged meanwhile reach only some of them, and the test can only require that they reach one.
     */
    default boolean subscriptionsComeBackTogether() {
        return true;
    }

    /** Tells whether a thread that lives on after a driver was closed belongs to the client's library as a whole. */
    default boolean outlivesDrivers(Thread thread) {
        return false;
    }
}
