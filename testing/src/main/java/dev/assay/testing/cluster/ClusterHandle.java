package dev.assay.testing.cluster;

import java.util.Map;

/** Answers requests to a cluster, whichever process runs it. */
public interface ClusterHandle {
    /** Asks for the connection of a driver. */
    String CONNECTION = "connection";

    /** Asks for a description, as {@link ClusterDescription} reads it. */
    String DESCRIBE = "describe";

    /** Asks for {@link dev.assay.driver.contract.BrokerFaults#restartOneBroker()}. */
    String RESTART = "restart";

    /** Asks for {@link dev.assay.driver.contract.BrokerFaults#freeze()}. */
    String FREEZE = "freeze";

    /** Asks for {@link dev.assay.driver.contract.BrokerFaults#thaw()}. */
    String THAW = "thaw";

    /**
     * Answers a request once it is done.
     *
     * @throws IllegalStateException with the reason when it could not be done, or when the cluster has failed
     */
    Map<String, String> answer(String request);
}
