package dev.assay.e2e.frozen;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.Fetch;
import dev.assay.cluster.system.LocalNeeds;
import dev.assay.model.durability.Fault;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.preflight.Means;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Imitates a machine on which everything is installed that can be, without clients in its cache. */
final class AnyMachine extends Means {
    private static final long GIB = 1L << 30;

    AnyMachine() {
        super(new AssayCache(Path.of("/cache")), ProgressListener.SILENT);
    }

    @Override
    protected long memoryBytes() {
        return 16 * GIB;
    }

    @Override
    protected long heapBytes() {
        return GIB / 2;
    }

    @Override
    protected long freeBytes(Path folder) {
        return 100 * GIB;
    }

    @Override
    public LocalNeeds servers(TrialSpec trial) {
        return new LocalNeeds(GIB, List.of());
    }

    @Override
    protected Optional<String> refusal(Fault fault) {
        return Optional.empty();
    }

    @Override
    protected Optional<String> refusalToDropPageCache() {
        return Optional.empty();
    }

    @Override
    protected Optional<Fetch> client(SystemSpec system) {
        String name = "the client of " + system.system();
        return system.isInWorkers()
                ? Optional.empty()
                : Optional.of(new Fetch(name, "repo.example.com", false, () -> {}));
    }

    @Override
    public void ports() {}
}
