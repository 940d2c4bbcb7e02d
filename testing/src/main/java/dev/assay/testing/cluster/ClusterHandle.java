package dev.assay.testing.cluster;

import java.util.Map;

/** A cluster that answers requests, whichever process runs it. */
public interface ClusterHandle {
    /** Connection of a driver. */
    String CONNECTION = "connection";

    /** All there is to know, as {@link ClusterDescription} reads it. */
    String DESCRIBE = "describe";

    /** {@link dev.assay.driver.contract.BrokerFaults#restartOneBroker()}. */
    String RESTART = "restart";

    /** {@link dev.assay.driver.contract.BrokerFaults#freeze()}. */
    String FREEZE = "freeze";

    /** {@link dev.assay.driver.contract.BrokerFaults#thaw()}. */
    String THAW = "thaw";

    /**
     * Returns when it is done.
     *
     * @throws IllegalStateException with the reason when it could not be done, or when the cluster has failed
     */
    Map<String, String> answer(String request);
}
