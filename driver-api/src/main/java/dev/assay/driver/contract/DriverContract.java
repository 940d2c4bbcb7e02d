package dev.assay.driver.contract;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLockTarget;

/**
 * The whole contract. A driver's module extends it, says how its system is reached, and has all tests run:
 *
 * <pre>{@code
 * class MySystemContractTest extends DriverContract {
 *     public DriverProvider driverProvider() { return new MyProvider(); }
 *     public DriverConfig config() { return ...; }
 * }
 * }</pre>
 *
 * Each test has a driver and topics of its own, removes them afterwards, and waits on conditions with the bound given by
 * {@link #patience()}. Where JUnit runs tests in parallel, those run at once that do not disturb each other.
 */
@ResourceLock(value = ContractHooks.SYSTEM, mode = ResourceAccessMode.READ, target = ResourceLockTarget.CHILDREN)
public abstract class DriverContract
        implements TopicsContract,
                DeliveryContract,
                SubscriptionsContract,
                OutcomesContract,
                IsolationContract,
                ClosingContract,
                FaultsContract {
    private @Nullable ContractSession session;

    @BeforeEach
    public void openSession() throws Exception {
        session = new ContractSession(this);
    }

    @AfterEach
    public void closeSession() throws Exception {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    @Override
    public ContractSession session() {
        return Objects.requireNonNull(session, "no test is running");
    }
}
