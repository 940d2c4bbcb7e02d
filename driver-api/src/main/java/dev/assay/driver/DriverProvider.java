package dev.assay.driver;

/** Found by {@link java.util.ServiceLoader} on the worker's class path: a worker has exactly one. */
public interface DriverProvider {
    /** The system's name, as in the scenario, such as {@code kafka}. */
    String system();

    /** Name and version of the client library that is really on the class path, such as {@code kafka-clients 4.3.1}. */
    String client();

    /**
     * Opens a driver for one trial.
     *
     * @throws DriverException when the settings are not acceptable or the system can't be reached
     */
    Driver open(DriverConfig config) throws DriverException;
}
