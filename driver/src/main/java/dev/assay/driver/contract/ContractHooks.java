package dev.assay.driver.contract;

import dev.assay.driver.Capabilities;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a driver's module tells the contract about its system. */
public interface ContractHooks {
    /**
     * Names the system and this JVM's threads as one resource of tests. Most tests share it; those that hold it alone stop
     * parts of the system, keep it busy, or look at which threads are left.
     */
    String SYSTEM = "the system under test";

    /** The provider under test. */
    DriverProvider driverProvider();

    /** How to reach a running system that is strong enough for level-2: several nodes, where the system has such. */
    DriverConfig config() throws Exception;

    /** The state of the test that runs. */
    ContractSession session();

    /** Faults of the system; without them the tests that need them are skipped. */
    default Optional<BrokerFaults> brokerFaults() {
        return Optional.empty();
    }

    /** A machine that does much else may stand still for long, and a broker's end is noticed after half a minute. */
    default ContractTimeouts timeouts() {
        return new ContractTimeouts(Duration.ofMinutes(2));
    }

    /** How long closing a driver may take. */
    default Duration closingLimit() {
        return timeouts().limit();
    }

    /**
     * How long to watch that something does not happen.
     *
     * @param usual what is enough where the machine has nothing else to do
     */
    default Duration watching(Duration usual) {
        return usual;
    }

    /** How many topics to create at once. */
    default int manyTopics() {
        return 1_000;
    }

    /** A payload size that the system must refuse; 0 where there is none that fits into memory. */
    default long tooLargePayloadBytes(Capabilities capabilities) {
        return 2 * capabilities.maxPayloadBytes();
    }

    /** Most messages that a subscription may get again after its consumer was closed in order and opened again. */
    default int maxRedeliveredAfterReconnect() {
        return 0;
    }

    /** What makes messages fail on this system. */
    default List<FailureCase> failureCases() {
        return List.of();
    }

    /** Whether topics can have {@link dev.assay.driver.TopicSpec#queues queues}. */
    default boolean hasQueues() {
        return true;
    }

    /**
     * Whether all subscriptions of a partition are there again at the same moment after a broker has been restarted. Where they
     * are not, what is acknowledged meanwhile reaches only some of them, and only that it reaches one can be asked for.
     */
    default boolean subscriptionsComeBackTogether() {
        return true;
    }

    /** Whether a thread that lives on after a driver was closed belongs to the client's library as a whole. */
    default boolean outlivesDrivers(Thread thread) {
        return false;
    }
}
