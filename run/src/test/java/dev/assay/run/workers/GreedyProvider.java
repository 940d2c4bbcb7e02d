package dev.assay.run.workers;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.systems.memory.driver.MemoryProvider;

/** Allocates more memory than any worker has as soon as it is created. */
public final class GreedyProvider implements DriverProvider {
    private final DriverProvider memory = new MemoryProvider();
    private final long[] wanted = new long[Integer.MAX_VALUE];

    @Override
    public String system() {
        return memory.system();
    }

    @Override
    public String client() {
        return memory.client() + " with " + wanted.length;
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        return memory.open(config);
    }
}
