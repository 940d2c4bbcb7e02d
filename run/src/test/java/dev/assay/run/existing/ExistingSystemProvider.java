package dev.assay.run.existing;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import dev.assay.systems.memory.driver.MemoryProvider;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens the driver of one process for an {@link ExistingSystem}; messages go through the in-memory system. */
public final class ExistingSystemProvider implements DriverProvider {
    private final DriverProvider memory = new MemoryProvider();
    private final ExistingSystem system;
    private final KillSwitch killing;
    private final AtomicInteger open = new AtomicInteger();

    /** @param killing kills the process */
    public ExistingSystemProvider(ExistingSystem system, KillSwitch killing) {
        this.system = system;
        this.killing = killing;
    }

    /** Counts the drivers that have been opened and not closed since. */
    public int open() {
        return open.get();
    }

    @Override
    public String system() {
        return memory.system();
    }

    @Override
    public String client() {
        return memory.client();
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        Driver messages = memory.open(config);
        open.incrementAndGet();
        return new ExistingSystemDriver(messages, system, killing, open::decrementAndGet);
    }
}
