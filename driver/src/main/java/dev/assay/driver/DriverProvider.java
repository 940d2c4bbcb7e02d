package dev.assay.driver;

import dev.assay.driver.limit.OutsideSettings;
import java.util.List;

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
     * What the client itself has against these settings, with which {@link #open} would fail or what it opens; it connects to nothing.
     *
     * @param config whose addresses may be made up
     * @return a sentence for each problem that begins with the setting; none where the client takes them all
     */
    default List<String> check(DriverConfig config) {
        return List.of();
    }

    /**
     * Opens a driver for one trial.
     *
     * @throws DriverException when the settings are not acceptable or the system can't be reached
     */
    Driver open(DriverConfig config) throws DriverException;
}
