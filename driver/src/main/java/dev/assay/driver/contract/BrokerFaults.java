package dev.assay.driver.contract;

/** What can be done to the system's processes while the contract runs. */
public interface BrokerFaults {
    /** Kills one broker of several and starts it again; returns when it has come back. */
    void restartOneBroker() throws Exception;

    /** Stops all of the system's processes without ending them, so that nothing is answered. */
    void freeze() throws Exception;

    /** Lets them go on. */
    void thaw() throws Exception;
}
