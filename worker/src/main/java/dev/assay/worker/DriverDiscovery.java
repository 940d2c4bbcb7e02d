package dev.assay.worker;

import dev.assay.driver.DriverProvider;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

final class DriverDiscovery {
    private DriverDiscovery() {}

    /** @throws WorkerStartException when there is none, or more than one */
    static DriverProvider find() throws WorkerStartException {
        try {
            return onlyOne(ServiceLoader.load(DriverProvider.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList());
        } catch (ServiceConfigurationError e) {
            throw new WorkerStartException("the driver on the class path can't be loaded: " + e.getMessage(), e);
        }
    }

    static DriverProvider onlyOne(List<DriverProvider> providers) throws WorkerStartException {
        if (providers.isEmpty()) {
            throw new WorkerStartException(
                    "there is no driver on the worker's class path; start the worker with the jars of one driver");
        }
        if (providers.size() > 1) {
            throw new WorkerStartException(
                    "there is more than one driver on the worker's class path (%s); start the worker with the jars of one driver only"
                            .formatted(providers.stream()
                                    .map(DriverProvider::system)
                                    .sorted()
                                    .collect(Collectors.joining(", "))));
        }
        return providers.getFirst();
    }
}
