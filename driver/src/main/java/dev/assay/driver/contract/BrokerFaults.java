package dev.assay.driver.contract;

public interface BrokerFaults {
    /** Kills one broker of several and starts it again; returns when it has come back. */
    void restartOneBroker() throws Exception;

    /** Stops all of the system's processes without ending them, so that nothing is answered. */
    void freeze() throws Exception;

    void thaw() throws Exception;
}
