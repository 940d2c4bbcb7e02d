package dev.assay.driver.contract;

/**
 * Is the whole contract. A driver's module extends it, says how its system is reached, and has all tests run:
 *
 * <pre>{@code
 * class MySystemContractTest extends DriverContract {
 *     public DriverProvider driverProvider() { return new MyProvider(); }
 *     public DriverConfig config() { return ...; }
 * }
 * }</pre>
 *
 * Each test has a driver and topics of its own, removes them afterwards, and waits on conditions with the bound given by
 * {@link #timeouts()}. Where JUnit runs tests in parallel, tests run at once unless they disturb each other.
 */
public abstract class DriverContract extends PartialDriverContract
        implements TopicsContract,
                DeliveryContract,
                SubscriptionsContract,
                QueuesContract,
                EndsContract,
                OutcomesContract,
                FailuresContract,
                IsolationContract,
                ClosingContract,
                FaultsContract,
                InFlightContract {}
