package dev.assay.testing.cluster;

import java.util.Map;

/** Answers requests to a cluster, whichever process runs it. */
public interface ClusterHandle {
    String CONNECTION = "connection";

    String DESCRIBE = "describe";

    /** Requests {@link dev.assay.driver.contract.BrokerFaults#restartOneBroker()}. */
    String RESTART = "restart";

    /** Requests {@link dev.assay.driver.contract.BrokerFaults#freeze()}. */
    String FREEZE = "freeze";

    /** Requests {@link dev.assay.driver.contract.BrokerFaults#thaw()}. */
    String THAW = "thaw";

    /**
     * Answers a request once it is executed.
     *
     * @throws IllegalStateException with the reason when it could not be executed, or when the cluster has failed
     */
    Map<String, String> answer(String request);
}
