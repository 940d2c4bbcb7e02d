package dev.assay.driver;

import dev.assay.driver.limit.OutsideSettings;
import java.util.List;

/** Is found by {@link java.util.ServiceLoader} on the worker's class path: a worker has exactly one. */
public interface DriverProvider {
    /** Returns the system's name, as in the scenario, such as {@code memory}. */
    String system();

    /** Returns name and version of the client library that is really on the class path, such as {@code some-client 4.3.1}. */
    String client();

    /** Returns the settings that a caller that is not the worker's owner may give the client; none unless the driver lists them. */
    default OutsideSettings callerLimits() {
        return OutsideSettings.NONE;
    }

    /**
     * Returns the client's own objections to these settings, with which {@link #open} or a producer or consumer would fail; it
     * connects to nothing.
     *
     * @param config whose addresses may be made up
     * @return a sentence for each problem that begins with the setting; none where the client takes them all
     */
    default List<String> check(DriverConfig config) {
        return List.of();
    }

    /** @throws DriverException when the settings are not acceptable or the system can't be reached */
    Driver open(DriverConfig config) throws DriverException;
}
