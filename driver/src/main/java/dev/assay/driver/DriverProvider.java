package dev.assay.driver;

import dev.assay.driver.limit.OutsideSettings;

/** Found by {@link java.util.ServiceLoader} on the worker's class path: a worker has exactly one. */
public interface DriverProvider {
    /** The system's name, as in the scenario, such as {@code memory}. */
    String system();

    /** Name and version of the client library that is really on the class path, such as {@code some-client 4.3.1}. */
    String client();

    /** What a caller that is not the worker's owner may tell the client; nothing unless the driver says so. */
    default OutsideSettings callerLimits() {
        return OutsideSettings.NONE;
    }

    /**
     * Opens a driver for one trial.
     *
     * @throws DriverException when the settings are not acceptable or the system can't be reached
     */
    Driver open(DriverConfig config) throws DriverException;
}
