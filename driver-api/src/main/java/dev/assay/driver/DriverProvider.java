package dev.assay.driver;

import java.util.Set;

/** Found by {@link java.util.ServiceLoader} on the worker's class path: a worker has exactly one. */
public interface DriverProvider {
    /** The system's name, as in the scenario, such as {@code memory}. */
    String system();

    /** Name and version of the client library that is really on the class path, such as {@code some-client 4.3.1}. */
    String client();

    /**
     * Classes of the vendor's client that a caller on another machine may name in {@link #loginSettings()}: they log in with what
     * the settings themselves hold, read no files and run no code of others.
     */
    default Set<String> loginClasses() {
        return Set.of();
    }

    /** Names of the settings in which {@link #loginClasses()} may stand. */
    default Set<String> loginSettings() {
        return Set.of();
    }

    /**
     * Opens a driver for one trial.
     *
     * @throws DriverException when the settings are not acceptable or the system can't be reached
     */
    Driver open(DriverConfig config) throws DriverException;
}
