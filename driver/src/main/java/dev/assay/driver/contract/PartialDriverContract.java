package dev.assay.driver.contract;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLockTarget;

/**
 * Lets a test class run those parts of the contract that it implements: where a driver reaches its system
 * in several ways, and the {@linkplain DriverContract whole contract} runs for others.
 */
@ResourceLock(value = ContractHooks.SYSTEM, mode = ResourceAccessMode.READ, target = ResourceLockTarget.CHILDREN)
public abstract class PartialDriverContract implements ContractHooks {
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
