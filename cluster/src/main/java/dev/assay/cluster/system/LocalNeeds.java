package dev.assay.cluster.system;

import dev.assay.cluster.artifact.Fetch;
import java.util.List;
import java.util.Optional;

/**
 * @param freeBytes that the disk of the cache must have left for their data at least
 * @param fetches of their programs, as far as they come out of the cache
 * @param question asks their program whether it accepts the settings of the scenario, fetches it where it is missing, and throws a {@link
 * dev.assay.cluster.DeploymentException} where it does not; empty where it can't be asked without being started
 */
public record LocalNeeds(long freeBytes, List<Fetch> fetches, Optional<Runnable> question) {
    public static final LocalNeeds NOTHING = new LocalNeeds(0, List.of());

    public LocalNeeds(long freeBytes, List<Fetch> fetches) {
        this(freeBytes, fetches, Optional.empty());
    }
}
